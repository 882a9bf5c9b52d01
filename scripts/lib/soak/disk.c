// A disk that fails when told to: preloaded into the server, it answers for the files below one folder.
//
//   SOAK_DISK_FOLDER   the folder
//   SOAK_DISK_MODE     a file whose first word says how the disk is: "fine", "read-only", "full" or "slow"
//
// A file system that the kernel turns read-only after an error behaves like this towards a process that has files
// open on it; a real remount is refused while they are.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum mode { FINE, READ_ONLY, FULL, SLOW };

static enum mode mode(void) {
    static int (*real_open)(const char *, int, ...);
    if (!real_open) real_open = dlsym(RTLD_NEXT, "open");
    const char *path = getenv("SOAK_DISK_MODE");
    char word[16] = {0};
    int saved = errno, fd = path ? real_open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        if (read(fd, word, sizeof word - 1) < 0) word[0] = 0;
        close(fd);
    }
    errno = saved;
    if (!strncmp(word, "read-only", 9)) return READ_ONLY;
    if (!strncmp(word, "full", 4)) return FULL;
    if (!strncmp(word, "slow", 4)) return SLOW;
    return FINE;
}

static int is_ours(const char *path) {
    const char *folder = getenv("SOAK_DISK_FOLDER");
    size_t length = folder ? strlen(folder) : 0;
    return length && !strncmp(path, folder, length) && path[length] == '/';
}

static int is_ours_open(int fd) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return is_ours(path);
}

// Whether a change to the file is refused; errno then says why.
static int is_refused(int fd) {
    if (!is_ours_open(fd)) return 0;
    switch (mode()) {
    case READ_ONLY: errno = EROFS; return 1;
    case FULL: errno = ENOSPC; return 1;
    default: return 0;
    }
}

static void wait_if_slow(int fd) {
    if (!is_ours_open(fd)) return;
    struct timespec step = {0, 50000000};
    for (int waited = 0; waited < 40 && mode() == SLOW; waited++) nanosleep(&step, NULL);
}

#define REAL(type, name, ...)                                      \
    static type (*real)(__VA_ARGS__);                              \
    if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name);

ssize_t write(int fd, const void *bytes, size_t count) {
    REAL(ssize_t, write, int, const void *, size_t)
    return is_refused(fd) ? -1 : real(fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    REAL(ssize_t, pwrite, int, const void *, size_t, off_t)
    return is_refused(fd) ? -1 : real(fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
    REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t)
    return is_refused(fd) ? -1 : real(fd, bytes, count, offset);
}

int ftruncate(int fd, off_t length) {
    REAL(int, ftruncate, int, off_t)
    return is_refused(fd) ? -1 : real(fd, length);
}

int ftruncate64(int fd, off64_t length) {
    REAL(int, ftruncate64, int, off64_t)
    return is_refused(fd) ? -1 : real(fd, length);
}

int fsync(int fd) {
    REAL(int, fsync, int)
    wait_if_slow(fd);
    return real(fd);
}

int fdatasync(int fd) {
    REAL(int, fdatasync, int)
    wait_if_slow(fd);
    return real(fd);
}

static int opens_for_change(const char *path, int flags) {
    if (!is_ours(path)) return 0;
    enum mode now = mode();
    if (now == READ_ONLY && (flags & (O_WRONLY | O_RDWR | O_CREAT))) {
        errno = EROFS;
        return 1;
    }
    if (now == FULL && (flags & O_CREAT) && access(path, F_OK)) {
        errno = ENOSPC;
        return 1;
    }
    return 0;
}

#define OPEN(name)                                                                   \
    int name(const char *path, int flags, ...) {                                     \
        REAL(int, name, const char *, int, ...)                                      \
        mode_t bits = 0;                                                             \
        if (flags & (O_CREAT | O_TMPFILE)) {                                         \
            va_list rest;                                                            \
            va_start(rest, flags);                                                   \
            bits = va_arg(rest, mode_t);                                             \
            va_end(rest);                                                            \
        }                                                                            \
        return opens_for_change(path, flags) ? -1 : real(path, flags, bits);         \
    }

OPEN(open)
OPEN(open64)
