// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A card with more VMs, channels and page tables than its command ring has entries, whose firmware
 * dies. Used by tests/vm/run.sh with the fake card.
 */
#include "uapi.h"

#include <stdio.h>

#define VMS	15
#define CHANNELS	63
#define PLACES	20		/* mappings of a VM, each with a table of its own */
#define STRIDE	0x200000u
#define FIRST	0x01000000u

struct crowd {
	int fd;
	uint32_t *push, *data, vm[VMS], channel[CHANNELS], channels, sync;
};

static void gather(struct crowd *c)
{
	struct drm_smgpu_query_card card;
	uint32_t push, data;

	c->fd = node_open();
	CHECK(c->fd >= 0);
	OK(card_query(c->fd, &card));
	CHECK(card.max_vms >= VMS && card.max_channels <= CHANNELS);
	c->channels = card.max_channels;
	OK(sync_create(c->fd, &c->sync));
	OK(bo_create(c->fd, 4096, DRM_SMGPU_BO_HOST, &push));
	OK(bo_create(c->fd, 4096, DRM_SMGPU_BO_HOST, &data));
	OK(bo_map(c->fd, push, 4096, (void **)&c->push));
	OK(bo_map(c->fd, data, 4096, (void **)&c->data));
	for (uint32_t i = 0; i < VMS; i++) {
		OK(vm_create(c->fd, &c->vm[i]));
		OK(vm_map(c->fd, c->vm[i], push, 0, ENV_PUSH, 4096, DRM_SMGPU_VM_READONLY));
		for (uint32_t place = 0; place < PLACES; place++)
			OK(vm_map(c->fd, c->vm[i], data, 0, FIRST + place * STRIDE, 4096, 0));
	}
	for (uint32_t i = 0; i < c->channels; i++)
		OK(channel_create(c->fd, c->vm[i % VMS], 5, 0, &c->channel[i]));
}

/* The error of a job that writes @value to @va */
static int job(struct crowd *c, uint32_t channel, uint32_t va, uint32_t value)
{
	const struct drm_smgpu_work work = {
		.kind = DRM_SMGPU_WORK_SEGMENT, .va = ENV_PUSH, .bytes = 16,
	};
	const struct drm_smgpu_sync out = { .handle = c->sync };
	struct drm_smgpu_submit args = {
		.channel_id = channel, .num_works = 1, .works = (uintptr_t)&work,
		.num_out_syncs = 1, .out_syncs = (uintptr_t)&out,
	};
	int ret;

	c->push[0] = SMGPU_METHOD(SMGPU_METHOD_DMA_FILL, 3);
	c->push[1] = va;
	c->push[2] = value;
	c->push[3] = 4;
	ret = submit(c->fd, &args);
	if (!ret)
		ret = sync_wait(c->fd, c->sync, 0);
	return ret ? ret : sync_error(c->fd, c->sync);
}

static void crowded(void)
{
	struct crowd c;

	CALL(gather(&c));
	CHECK_EQ(job(&c, c.channel[0], FIRST, 1), -EIO);
	for (uint32_t i = 1; i < c.channels; i++) {
		OK(job(&c, c.channel[i], FIRST + i % PLACES * STRIDE, i));
		CHECK_EQ(c.data[0], i);
	}
	printf("ok recover-crowded\n");
}

int crowded_main(void)
{
	crowded();
	return case_report("recover-crowded");
}
