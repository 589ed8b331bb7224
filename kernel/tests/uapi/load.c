// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Load that goes on until the card is taken away: used by tests/vm/unplug.sh. Exits 0 if every
 * error it met then was one of those that a lost card may give.
 */
#include "uapi.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool expected(int err)
{
	return err == -ENODEV || err == -ECANCELED || err == -EIO;
}

/*
 * Host memory stays what it is. A mapping of card memory can still be read and written, but by then
 * it is the host's: all of its pages are one. A SIGBUS would end the program, and so the test.
 */
static bool mappings_as_promised(struct env *e)
{
	volatile uint32_t *first = &e->card[0], *next = &e->card[4096 / 4];

	e->host[7] = 77;
	if (e->host[7] != 77)
		return false;
	/*
	 * ioctls see the loss first: the driver waits for those under way before it takes the
	 * mappings away.
	 */
	for (uint32_t i = 1; i < 1000; i++) {
		*first = i;
		*next = ~i;
		if (*first == ~i)
			return true;
		usleep(10000);
	}
	return false;
}

int load_main(void)
{
	struct drm_smgpu_bo_create host = { .size = 4096, .flags = DRM_SMGPU_BO_HOST };
	struct env e;
	void *queue;
	uint32_t bo;
	int ret;

	env_open(&e);
	queue = load_queue_open();
	if (case_failed())
		return 1;
	e.card[1] = 1;
	printf("loading\n");
	fflush(stdout);
	for (uint32_t i = 1;; i++) {
		e.words = 0;
		METHOD(&e, SMGPU_METHOD_DMA_FILL, ENV_CARD, i, 4096);
		METHOD(&e, SMGPU_METHOD_DMA_COPY, ENV_HOST, ENV_CARD, 4096);
		ret = env_run(&e);
		if (ret)
			break;
		if (e.host[0] != i || e.host[1023] != i) {
			printf("wrong result\n");
			return 1;
		}
		/* Every other time the host's: its bus addresses go with the card. */
		ret = bo_create(e.fd, 65536, i & 1 ? DRM_SMGPU_BO_HOST : DRM_SMGPU_BO_CARD, &bo);
		if (!ret)
			ret = vm_map(e.fd, e.vm, bo, 0, 0x60000000, 65536, 0);
		if (!ret)
			ret = bo_close(e.fd, bo);
		if (ret)
			break;
	}
	if (!expected(ret)) {
		printf("unexpected error %d\n", ret);
		return 1;
	}
	/* The card stays gone, whatever is asked, and nothing hangs. */
	for (uint32_t i = 0; i < 3; i++) {
		ret = smgpu_ioctl32(e.fd, DRM_IOCTL_SMGPU_BO_CREATE, &host, sizeof(host));
		if ((ret != -ENODEV && ret != -ENOSYS) || vm_create(e.fd, &bo) != -ENODEV ||
		    env_submit(&e, NULL) != -ENODEV ||
		    bo_create(e.fd, 4096, DRM_SMGPU_BO_HOST, &bo) != -ENODEV) {
			printf("a lost card answered\n");
			return 1;
		}
		usleep(10000);
	}
	if (!load_queue_told(queue)) {
		printf("the owner of a user queue was not told of the loss\n");
		return 1;
	}
	if (!mappings_as_promised(&e)) {
		printf("memory of a lost card is not the host's\n");
		return 1;
	}
	env_close(&e);
	return 0;
}
