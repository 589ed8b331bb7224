/* SPDX-License-Identifier: MIT */
/* Kernels that depend on caches: product.kernel.c, irregular.kernel.c and shade.kernel.c */
#ifndef CACHE_H
#define CACHE_H

#include "../bench.h"

void cache_rows(struct bench *b, const char *name);
void cache_mvt(struct bench *b, const char *name);
void cache_atax(struct bench *b, const char *name);
void cache_bicg(struct bench *b, const char *name);
void cache_phases(struct bench *b, const char *name);
void cache_gesummv(struct bench *b, const char *name);
void cache_syrk(struct bench *b, const char *name);
void cache_csr(struct bench *b, const char *name);
void cache_kmeans(struct bench *b, const char *name);
void cache_bfs(struct bench *b, const char *name);
void cache_random(struct bench *b, const char *name);
void cache_shade(struct bench *b, const char *name);
void cache_gather(struct bench *b, const char *name);

#endif
