/* SPDX-License-Identifier: MIT */
/* A machine and the loopback card, which speak vfio-user; cases of the test. */
#ifndef TEST_VFIO_USER_RIG_H
#define TEST_VFIO_USER_RIG_H

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../serve_vfio_user.h"
#include "../vfio_user.h"

#define RAM_BYTES 0x8000u
#define PAGE 0x1000u

struct rig {
	int link, server_fd, result, ram_fd;
	struct engine *engine;
	struct vfio_user *vfio;
	pthread_t server;
	unsigned char *ram;
	uint16_t id;
	_Alignas(8) unsigned char in[VFIO_USER_PAYLOAD_MAX];	/* the last answer's payload */
	uint32_t in_len;
};

/* A message, with @n descriptors */
void send_raw(struct rig *r, const struct vfio_user_header *h, const void *payload,
	      size_t len, const int *fds, unsigned n);
/* The error of the answer; its payload is in r->in */
int ask_fds(struct rig *r, uint16_t command, const void *payload, uint32_t len,
	    const int *fds, unsigned n);
int ask(struct rig *r, uint16_t command, const void *payload, uint32_t len);
int map(struct rig *r, uint64_t iova, uint64_t size, uint64_t offset, uint32_t flags);
int unmap(struct rig *r, uint64_t iova, uint64_t size, uint32_t flags);
int region(struct rig *r, bool write, uint32_t index, uint64_t off, uint32_t count,
	   const void *data);
uint64_t get(struct rig *r, uint32_t index, uint64_t off, uint32_t count);
void put(struct rig *r, uint32_t index, uint64_t off, uint64_t v, uint32_t count);
uint32_t reg(struct rig *r, uint32_t off);
void set_reg(struct rig *r, uint32_t off, uint32_t v);
void config16(struct rig *r, uint32_t off, uint16_t v);
int irqs(struct rig *r, uint32_t flags, uint32_t index, uint32_t start, uint32_t count,
	 const int *fds, unsigned n);
/* What both sides can do: a link begins with it. */
int agree(struct rig *r, uint16_t major);
/* A card to which no version was told yet */
int setup_strange(void **state);
int setup(void **state);
int teardown(void **state);
/* By the card; 0, or that the machine refused it */
int dma_write(struct rig *r, uint32_t addr, uint32_t v);
int dma_read(struct rig *r, uint32_t addr, uint32_t *v);
/* Of the machine's memory */
uint32_t word(struct rig *r, uint32_t off);

/* vfio_user_dma.c */
void dma(void **state);
void many_pages(void **state);
void no_dma_after_unmap(void **state);

/* vfio_user_refused.c */
void nothing_before_a_version(void **state);
void nonsense_is_refused(void **state);
void too_long_ends_the_link(void **state);
void too_short_ends_the_link(void **state);
void reply_ends_the_link(void **state);
void random_payloads(void **state);

#endif
