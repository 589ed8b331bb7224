/* SPDX-License-Identifier: MIT */
/* The machine is a child process that ends with this one. */
#ifndef SMGPU_SIM_MACHINE_H
#define SMGPU_SIM_MACHINE_H

#include <stdbool.h>
#include <sys/types.h>

/* Whether this QEMU has a device with that property; `shown` is what a shell's grep finds in its
 * help. */
bool machine_has_device(const char *machine, const char *device, const char *shown);

/*
 * Starts argv with `more` behind it (both NULL-terminated); the child closes `closed` (-1: none),
 * which belongs to the parent. The caller has one thread: the child's end follows the thread that
 * started it. Negative after one sentence.
 */
pid_t machine_start(char **argv, char *const *more, const int closed[2]);

/* Exit status as a shell would give it. The link to the machine is closed: it is ending, or
 * misbehaves and is ended. */
int machine_wait(pid_t machine);

/* Whether it has ended; *status as machine_wait() gives it. */
bool machine_ended(pid_t machine, int *status);

void machine_kill(pid_t machine);

#endif
