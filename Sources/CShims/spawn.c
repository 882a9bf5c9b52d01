// A child that inherits nothing by mistake.
#define _GNU_SOURCE
#include "CShims.h"
#include <signal.h>
#include <spawn.h>

int hl_spawn(pid_t *pid, const char *path, char *const arguments[], char *const environment[], int channel) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    sigset_t none, ignored;
    sigemptyset(&none);
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGPIPE);
    // On equal numbers it takes close-on-exec away (glibc 2.29).
    error = posix_spawn_file_actions_adddup2(&actions, channel, HL_CHANNEL);
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, HL_CHANNEL + 1);
    if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
    if (!error) error = posix_spawnattr_setsigdefault(&attributes, &ignored);
    if (!error) error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (!error) error = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}
