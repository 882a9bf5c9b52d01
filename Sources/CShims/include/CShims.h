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

/// How many descriptors one message may carry (unix(7), SCM_RIGHTS).
#define HL_DESCRIPTORS_A_MESSAGE 253

/// Sends one message with `number` file descriptors beside its bytes (SCM_RIGHTS). Returns as `sendmsg(2)` does; a peer
/// that is gone is EPIPE, never a signal.
ssize_t hl_send_descriptors(int socket, const void *bytes, size_t count, const int *descriptors, int number);

/// Takes one message. `number` is how many descriptors there is room for, then how many came; they are closed on exec.
/// Returns as `recvmsg(2)` does, and -1 with EMSGSIZE when the message did not fit; then no descriptor is left open.
ssize_t hl_receive_descriptors(int socket, void *bytes, size_t count, int *descriptors, int *number);

/// Runs the program at `path` as a child with the standard streams, one more descriptor as number `HL_CHANNEL`, and no
/// other; with no signal blocked. Returns 0 or the error.
#define HL_CHANNEL 3
int hl_spawn(pid_t *pid, const char *path, char *const arguments[], char *const environment[], int channel);
