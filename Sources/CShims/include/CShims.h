#pragma once
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>

/// `accept4(2)` without the peer's address, non-blocking and closed on exec. Returns -1 and sets errno as it does.
int hl_accept4(int listener, struct sockaddr *address, socklen_t *length);
