/* SPDX-License-Identifier: MIT */
/* Latencies and rates of single instructions: kernels of text/unit.kernel.c */
#ifndef BENCH_UNIT_H
#define BENCH_UNIT_H

#include "bench.h"

void unit_latency(struct bench *b, const char *name);
void unit_rate(struct bench *b, const char *name);

#endif
