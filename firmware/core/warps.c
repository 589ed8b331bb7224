// SPDX-License-Identifier: MIT
/* What debugfs shows of the warps of an SM. */
#include "core/warps.h"
#include "core/slots.h"

#define EINVAL	22
#define EIO	5
#define BATCH	(ANSWER_PIECE / sizeof(struct smgpu_fw_warp_info))

int32_t warps_write(uint64_t bus, uint32_t bytes, uint32_t sm, void *piece)
{
	struct smgpu_fw_warp_info *batch = piece;
	static struct smgpu_fw_warps head;
	uint64_t at = bus + sizeof(head);
	uint32_t warp, filled = 0, room;
	bool failed = false;

	if (bus % 4 || bytes < sizeof(head) || sm >= shape.sms)
		return -EINVAL;
	room = (bytes - sizeof(head)) / sizeof(batch[0]);
	head = (struct smgpu_fw_warps){ .time = host_timebase(), .types = slots_types() };
	for (warp = 0; warp < shape.warps; warp++) {
		struct warp_view v = sm_look(sm, warp);

		/* A pod shows its fund beside each of its warps, resident or not. */
		if (warp < ARRAY_SIZE(head.fund))
			head.fund[warp] = (uint16_t)v.fund;
		if (!v.resident)
			continue;
		head.all++;
		if (head.count == room)
			continue;
		head.count++;
		batch[filled++] = (struct smgpu_fw_warp_info){ warp, v.pc, v.active, v.state, (uint16_t)v.credit | v.set << SMGPU_FW_WARP_SET_SHIFT };
		if (filled < BATCH && head.count < room)
			continue;
		failed |= dma_host_write(at, batch, filled * sizeof(batch[0])) != DMA_OK;
		at += filled * sizeof(batch[0]);
		filled = 0;
	}
	if (filled)
		failed |= dma_host_write(at, batch, filled * sizeof(batch[0])) != DMA_OK;
	return failed || dma_host_write(bus, &head, sizeof(head)) ? -EIO : 0;
}
