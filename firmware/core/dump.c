// SPDX-License-Identifier: MIT
/* What the warps of a channel did when it failed, for its owner to read. */
#include "core/dump.h"
#include "core/breathe.h"
#include "core/slots.h"
#include "smgpu_regs.h"

/* Warps written at once */
#define BATCH	8u

RARE void dump_write(const struct channel *ch)
{
	static struct smgpu_fw_warp_info batch[BATCH];
	static struct smgpu_fw_dump head;
	uint64_t at = boot.dump_area + ch->id * boot.dump_bytes;
	uint64_t warps = at + sizeof(head);
	uint32_t slots = 0, left, sm, warp, filled = 0, room;
	bool failed = false;

	if (!boot.dump_bytes || ch->error.code == SMGPU_ERR_KILLED)
		return;
	head = (struct smgpu_fw_dump){ .time = host_timebase() };
	for (left = slots_used; left; left &= left - 1) {
		uint32_t slot = lowest_bit(left);

		if (slots_task[slot]->owner != ch)
			continue;
		slots |= 1u << slot;
		head.tmd_va[slot] = slots_task[slot]->tmd_va;
	}
	if (!slots)
		return;
	room = (boot.dump_bytes - sizeof(head)) / sizeof(batch[0]);
	for (sm = 0; sm < shape.sms; sm++) {
		breathe();
		for (warp = 0; warp < shape.warps; warp++) {
			struct warp_view v = sm_look(sm, warp);

			if (!v.resident || !(slots >> ((v.state & SMGPU_SM_CFG_DBG_STATE_SLOT_MASK) >> SMGPU_SM_CFG_DBG_STATE_SLOT_SHIFT) & 1))
				continue;
			head.all++;
			if (head.count == room)
				continue;
			head.count++;
			batch[filled++] = (struct smgpu_fw_warp_info){ warp | sm << SMGPU_FW_DUMP_SM_SHIFT, v.pc, v.active, v.state, 0 };
			if (filled < BATCH)
				continue;
			failed |= dma_host_write(warps, batch, filled * sizeof(batch[0])) != DMA_OK;
			warps += filled * sizeof(batch[0]);
			filled = 0;
		}
	}
	if (filled)
		failed |= dma_host_write(warps, batch, filled * sizeof(batch[0])) != DMA_OK;
	if (!failed)
		(void)dma_host_write(at, &head, sizeof(head));
}
