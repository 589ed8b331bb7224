// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * As many as there are, and one more.
 */
#include "uapi.h"

#include <unistd.h>

static void all_vms(void)
{
	struct drm_smgpu_query_card card;
	int fd = node_open(), ret = 0;
	uint32_t vm, count;

	CHECK(fd >= 0);
	OK(card_query(fd, &card));
	for (uint32_t round = 0; round < 2; round++) {
		for (count = 0; count <= card.max_vms; count++) {
			ret = vm_create(fd, &vm);
			if (ret)
				break;
		}
		REFUSED(ret, ENOSPC);
		CHECK_EQ(count, card.max_vms);
		close(fd);
		fd = node_open();
		CHECK(fd >= 0);
	}
	close(fd);
}

static void all_channels(void)
{
	struct drm_smgpu_query_card card;
	int fd = node_open(), ret = 0;
	uint32_t vm, channel, count;

	CHECK(fd >= 0);
	OK(card_query(fd, &card));
	for (uint32_t round = 0; round < 2; round++) {
		OK(vm_create(fd, &vm));
		for (count = 0; count <= card.max_channels; count++) {
			ret = channel_create(fd, vm, 5, 0, &channel);
			if (ret)
				break;
		}
		REFUSED(ret, ENOSPC);
		CHECK_EQ(count, card.max_channels);
		for (; count; count--)
			OK(channel_destroy(fd, count));
		OK(vm_destroy(fd, vm));
	}
	close(fd);
}

/* Page tables need card memory too. */
static void tables_full(void)
{
	static uint32_t bos[4096];
	struct drm_smgpu_query_memory m;
	uint32_t host, vm, count = 0;
	int fd = node_open(), ret = 0;

	CHECK(fd >= 0);
	OK(vm_create(fd, &vm));
	OK(bo_create(fd, 4096, DRM_SMGPU_BO_HOST, &host));
	for (uint64_t size = 64 << 20; size >= 4096; size /= 2)
		while (count < COUNT(bos) && !bo_create(fd, size, DRM_SMGPU_BO_CARD, &bos[count]))
			count++;
	OK(memory_query(fd, &m));
	CHECK_EQ(m.card_free, 0);
	REFUSED(vm_map(fd, vm, host, 0, 0x40000000, 4096, 0), ENOSPC);
	REFUSED(vm_create(fd, &host), ENOSPC);
	for (; count; count--)
		ret |= bo_close(fd, bos[count - 1]);
	OK(ret);
	OK(vm_create(fd, &host));
	close(fd);
}

const struct test_case limit_cases[] = {
	{ "limit", "all-vms", all_vms },
	{ "limit", "all-channels", all_channels },
	{ "limit", "tables-full", tables_full },
	{ }
};
