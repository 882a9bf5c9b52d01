#define _GNU_SOURCE
#include "CShims.h"

int hl_accept4(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
