/* SPDX-License-Identifier: MIT */
#ifndef SMGPU_SIM_SERVE_H
#define SMGPU_SIM_SERVE_H

#include "engine.h"

/* Answers QEMU's multi-process messages on a connected socket until it closes (0) or sends nonsense
 * (negative errno). */
int serve_mpqemu(int fd, struct engine *e);

#endif
