#pragma once
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>

/// `accept4(2)` with SOCK_NONBLOCK and SOCK_CLOEXEC. Returns -1 and sets errno as it does.
int hl_accept4(int listener, struct sockaddr *address, socklen_t *length);

/// Names a thread for debuggers and `top -H`; names of more than 15 bytes are cut.
void hl_name_thread(pthread_t thread, const char *name);

/// How many processors this process may run on, at least 1.
int hl_usable_processors(void);
