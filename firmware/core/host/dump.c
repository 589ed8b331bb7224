// SPDX-License-Identifier: MIT
/* What the warps of a channel did when it failed, for its owner to read. */
#include "host/dump.h"
#include "state/lots.h"
#include "state/slots.h"
#include "smgpu_regs.h"

/* Of its own: commands are answered meanwhile. */
static uint32_t piece[ANSWER_PIECE / 4];
static struct smgpu_fw_dump head;
static struct lots out;
static uint32_t slots;	/* of the channel in hand */
static uint32_t sm;	/* to be looked at next; 0: none is in hand */

static bool begin(const struct channel *ch)
{
	uint32_t left;

	if (!boot.dump_bytes || !ch->live_tasks || ch->error.code == SMGPU_ERR_KILLED)
		return false;
	head = (struct smgpu_fw_dump){ .time = host_timebase() };
	slots = 0;
	for (left = slots_used; left; left &= left - 1) {
		uint32_t slot = lowest_bit(left);

		if (slots_task[slot]->owner != ch)
			continue;
		slots |= 1u << slot;
		head.tmd_va[slot] = slots_task[slot]->tmd_va;
	}
	out = lots_begin(piece, boot.dump_area + ch->id * boot.dump_bytes + sizeof(head),
			 boot.dump_bytes - sizeof(head), sizeof(struct smgpu_fw_warp_info));
	return slots;
}

static void look(void)
{
	uint32_t warp;

	for (warp = 0; warp < shape.warps; warp++) {
		struct warp_view v = sm_look(sm, warp);
		uint32_t slot = (v.state & SMGPU_SM_CFG_DBG_STATE_SLOT_MASK) >>
				SMGPU_SM_CFG_DBG_STATE_SLOT_SHIFT;
		struct smgpu_fw_warp_info *to =
			v.resident && slots >> slot & 1 ? lots_next(&out) : NULL;

		if (to)
			*to = (struct smgpu_fw_warp_info){
				warp | sm << SMGPU_FW_DUMP_SM_SHIFT, v.pc, v.active, v.state, 0
			};
	}
}

RARE bool dump_step(const struct channel *ch)
{
	if (!sm && !begin(ch))
		return false;
	look();
	if (++sm < shape.sms)
		return true;
	sm = 0;
	head.count = out.count;
	head.all = out.all;
	if (lots_end(&out))
		(void)dma_host_write(boot.dump_area + ch->id * boot.dump_bytes, &head,
				     sizeof(head));
	return false;
}
