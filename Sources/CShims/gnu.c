// What glibc shows only to programs that ask for its own extensions, which Swift does not.
#define _GNU_SOURCE
#include "CShims.h"
#include <sched.h>
#include <string.h>

int hl_accept4(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

void hl_name_thread(pthread_t thread, const char *name) {
    char cut[16] = {0};
    strncpy(cut, name, sizeof cut - 1);
    pthread_setname_np(thread, cut);
}

int hl_usable_processors(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    int count = CPU_COUNT(&set);
    return count < 1 ? 1 : count;
}
