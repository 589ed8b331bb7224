// SPDX-License-Identifier: MIT
/* What debugfs shows of the warps of an SM. */
#include "host/warps.h"
#include "state/lots.h"
#include "state/slots.h"

#define EINVAL	22
#define EIO	5

int32_t warps_write(uint64_t bus, uint32_t bytes, uint32_t sm, void *piece)
{
	static struct smgpu_fw_warps head;
	struct lots out;
	uint32_t warp;

	if (bus % 4 || bytes < sizeof(head) || sm >= shape.sms)
		return -EINVAL;
	out = lots_begin(piece, bus + sizeof(head), bytes - sizeof(head),
			 sizeof(struct smgpu_fw_warp_info));
	head = (struct smgpu_fw_warps){ .time = host_timebase(), .types = slots_types() };
	for (warp = 0; warp < shape.warps; warp++) {
		struct warp_view v = sm_look(sm, warp);
		struct smgpu_fw_warp_info *to;

		/* A pod shows its fund beside each of its warps, resident or not. */
		if (warp < ARRAY_SIZE(head.fund))
			head.fund[warp] = (uint16_t)v.fund;
		to = v.resident ? lots_next(&out) : NULL;
		if (to)
			*to = (struct smgpu_fw_warp_info){
				warp, v.pc, v.active, v.state,
				(uint16_t)v.credit | v.set << SMGPU_FW_WARP_SET_SHIFT
			};
	}
	head.count = out.count;
	head.all = out.all;
	return !lots_end(&out) || dma_host_write(bus, &head, sizeof(head)) ? -EIO : 0;
}
