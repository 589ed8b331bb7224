/* SPDX-License-Identifier: MIT */
/*
 * How a machine reaches the card: QEMU's multi-process proxy (one processor, no IOMMU; QEMU 4.2
 * to 9.x) or vfio-user (any number of processors, with or without an IOMMU; QEMU 10.1 and later).
 * The machine is a child process that the transport starts, so that each ends with the other.
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

	/* Starts the machine with argv (NULL-terminated) plus what connects the card. NULL after a
	 * sentence on stderr. */
	struct transport *(*start)(char **argv);

	/* Answers the machine until it ends; its exit status as a shell would give it. */
	int (*serve)(struct transport *t, struct engine *e);

	/* Queues a message-signalled interrupt; never waits. A transport whose machine holds
	 * address and data ignores them. */
	void (*msi)(struct transport *t, uint64_t addr, uint32_t data);

	void (*del)(struct transport *t);
};

extern const struct transport_ops transport_qemu_proxy, transport_vfio_user;

#endif
