/* A client that asks at a fixed rate, whatever the answers do: steady PORT RATE SECONDS TARGET
 *
 * The n-th request is due at start + n / RATE. It goes out on a free one of 64 kept connections, or waits for one; its
 * latency counts from when it was due, so that a server that stalls is charged for everything that had to wait. Each ID
 * in TARGET is a UUID that no other request has. Prints one line: sent, failed, p50, p90, p99, p99.9, max, in
 * microseconds. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { LINES = 64, ROOM = 1 << 16 };

struct line {
    int fd;
    int64_t due; /* 0: free */
    size_t have;
    char in[ROOM];
};

static struct line lines[LINES];
static int poller;
static struct sockaddr_in server;
static char request[2048];
static size_t request_size;
static char *counts[8]; /* where in the request the last 12 digits of its ids are */
static size_t ids;
static int64_t *latencies;
static size_t answered, failed;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void open_line(struct line *line) {
    line->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int one = 1;
    setsockopt(line->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(line->fd, (struct sockaddr *)&server, sizeof server) != 0) {
        perror("connect");
        exit(1);
    }
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = line};
    epoll_ctl(poller, EPOLL_CTL_ADD, line->fd, &event);
    line->have = 0;
    line->due = 0;
}

/* Writes the request, with a UUID for each ID: the time and this process, and a count that `number` fills in. */
static void compose(const char *target) {
    FILE *out = fmemopen(request, sizeof request, "w");
    fputs("GET ", out);
    for (const char *id; ids < 8 && (id = strstr(target, "ID")) != NULL; target = id + 2) {
        fprintf(out, "%.*s%08x-%04x-4000-8000-", (int)(id - target), target, (unsigned)time(NULL), getpid() & 0xffff);
        counts[ids++] = request + ftell(out);
        fputs("000000000000", out);
    }
    fprintf(out, "%s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", target);
    request_size = (size_t)ftell(out);
    fclose(out);
}

static void number(int64_t count) {
    char digits[13];
    snprintf(digits, sizeof digits, "%012llx", (unsigned long long)count & 0xffffffffffff);
    for (size_t i = 0; i < ids; i++) memcpy(counts[i], digits, 12);
}

static void fail(struct line *line) {
    if (line->due != 0) failed++;
    close(line->fd);
    open_line(line);
}

/* Length of the whole answer, 0 while it is not all there. */
static size_t whole(struct line *line) {
    line->in[line->have] = 0;
    char *end = strstr(line->in, "\r\n\r\n");
    if (end == NULL) return 0;
    char *length = strcasestr(line->in, "\r\ncontent-length:");
    size_t size = (size_t)(end - line->in) + 4 + (length && length < end ? strtoul(length + 17, NULL, 10) : 0);
    return line->have >= size ? size : 0;
}

static void receive(struct line *line) {
    ssize_t count = recv(line->fd, line->in + line->have, ROOM - 1 - line->have, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
        fail(line);
        return;
    }
    line->have += (size_t)count;
    if (whole(line) == 0) return;
    if (strncmp(line->in, "HTTP/1.1 200", 12) == 0) {
        latencies[answered++] = now() - line->due;
    } else {
        failed++;
    }
    line->have = 0;
    line->due = 0;
}

static int ascending(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int64_t micros(double share) {
    if (answered == 0) return 0;
    size_t place = (size_t)(share * (double)answered);
    return latencies[place < answered ? place : answered - 1] / 1000;
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    server.sin_family = AF_INET;
    server.sin_port = htons((uint16_t)atoi(argv[1]));
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int64_t rate = atoi(argv[2]), total = rate * atoi(argv[3]), sent = 0;
    compose(argv[4]);
    latencies = malloc((size_t)total * sizeof *latencies);
    prctl(PR_SET_TIMERSLACK, 1000UL);
    poller = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < LINES; i++) open_line(&lines[i]);

    int64_t start = now() + 10000000, last = 0;
    while (answered + failed < (size_t)total) {
        int64_t time = now(), due = start + sent * 1000000000 / rate;
        if (sent == total && last == 0) last = time;
        if (last != 0 && time - last > INT64_C(5000000000)) break;
        struct line *line = NULL;
        if (sent < total && time >= due) {
            for (int i = 0; i < LINES && line == NULL; i++)
                if (lines[i].due == 0) line = &lines[i];
        }
        if (line != NULL) {
            number(sent++);
            line->due = due;
            if (send(line->fd, request, request_size, MSG_NOSIGNAL) != (ssize_t)request_size) fail(line);
            continue;
        }
        struct epoll_event events[LINES];
        int64_t left = sent == total ? 100000000 : due > time ? due - time : 1000000;
        struct timespec wait = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
        int count = epoll_pwait2(poller, events, LINES, &wait, NULL);
        for (int i = 0; i < count; i++) receive(events[i].data.ptr);
    }
    failed = (size_t)total - answered;
    qsort(latencies, answered, sizeof *latencies, ascending);
    printf("%lld %zu %lld %lld %lld %lld %lld\n", (long long)total, failed, (long long)micros(0.5),
           (long long)micros(0.9), (long long)micros(0.99), (long long)micros(0.999), (long long)micros(1));
    return 0;
}
