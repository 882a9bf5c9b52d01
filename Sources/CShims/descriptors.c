// Descriptors that change hands. The macros of cmsg(3) are for C alone.
#define _GNU_SOURCE
#include "CShims.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

union control {
    char room[CMSG_SPACE(sizeof(int) * HL_DESCRIPTORS_A_MESSAGE)];
    struct cmsghdr aligned;
};

ssize_t hl_send_descriptors(int socket, const void *bytes, size_t count, const int *descriptors, int number) {
    if (number < 0 || number > HL_DESCRIPTORS_A_MESSAGE) {
        errno = EINVAL;
        return -1;
    }
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    union control control;
    if (number > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)number);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)number);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t)number);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t hl_receive_descriptors(int socket, void *bytes, size_t count, int *descriptors, int *number) {
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    union control control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    int room = *number;
    *number = 0;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0) return -1;
    int fits = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t found = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < found; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof(int));
            if (fits && *number < room) {
                descriptors[(*number)++] = descriptor;
            } else {
                close(descriptor);
                fits = 0;
            }
        }
    }
    if (fits) return received;
    while (*number > 0) close(descriptors[--*number]);
    errno = EMSGSIZE;
    return -1;
}
