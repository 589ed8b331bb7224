/* SPDX-License-Identifier: MIT */
/*
 * How a machine reaches the card. One transport exists: QEMU's multi-process proxy (transport_qemu_proxy.c); vfio-user is
 * the next. The machine is a child process that the transport starts, so that each ends with the other.
 */
#ifndef SMGPU_SIM_TRANSPORT_H
#define SMGPU_SIM_TRANSPORT_H

#include <stdint.h>

#include "engine.h"

struct transport;

struct transport_ops {
	const char *name;

	/* 0, or negative after one sentence on stderr: this machine can't carry the card. */
	int (*probe)(const char *machine);

	/* Starts the machine with argv (NULL-terminated) plus what connects the card. NULL after a sentence on stderr. */
	struct transport *(*start)(char **argv);

	/* Answers the machine until it ends; its exit status as a shell would give it. */
	int (*serve)(struct transport *t, struct engine *e);

	/* Queues a message-signalled interrupt; never waits. */
	void (*msi)(struct transport *t, uint64_t addr, uint32_t data);

	void (*del)(struct transport *t);
};

extern const struct transport_ops transport_qemu_proxy;

#endif
