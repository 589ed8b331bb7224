// SPDX-License-Identifier: MIT
/* What debugfs shows: scheduler table, task table, SM states. */
#include "host/table.h"
#include "place/order.h"
#include "place/tmu.h"
#include "place/wdu.h"
#include "state/lots.h"
#include "state/slots.h"
#include "smgpu_regs.h"

#define EINVAL	22
#define EIO	5

static struct lots out;

static unsigned int count_bits(uint32_t v)
{
	unsigned int n = 0;

	for (; v; v &= v - 1)
		n++;
	return n;
}

static void add(const struct task *t)
{
	bool resident = t->slot != NO_SLOT;
	struct launch_progress p = { .next = t->launch.next };
	struct smgpu_fw_task_info *to = lots_next(&out);

	if (!to)
		return;
	if (resident)
		launch_read(t->slot, &p);
	*to = (struct smgpu_fw_task_info){
		.state = t->state,
		.channel = t->channel,
		.vm = t->owner->vm,
		.priority = t->priority,
		.slot = t->slot,
		.kind = (uint8_t)(t->kind | t->thread_type << SMGPU_FW_TASK_TYPE_SHIFT),
		.flags = t->flags,
		.tmd_va = t->tmd_va,
		.parent_va = t->parent == NO_TASK ? 0 : tasks[t->parent].tmd_va,
		.next = p.next,
		.limit = t->launch.limit,
		.completed = t->completed + p.completed,
		.inflight = (uint16_t)(resident ? launch_inflight(t->slot) : 0),
		.waits_for =
			(uint16_t)(t->state == TASK_PENDING ? count_bits(t->waits) : t->children),
	};
}

SMGPU_STATIC_ASSERT(SMGPU_SM_CFG_PRIO_HELD_HI(0) == SMGPU_SM_CFG_PRIO_HELD_LO(0) + 4 &&
			    SMGPU_SM_CFG_PRIO_L2_HELD_HI(0) == SMGPU_SM_CFG_PRIO_L2_HELD_LO(0) + 4,
		    "the halves lie side by side");

/* Warps with a token; reg: where SM 0 shows the lower ones */
static uint8_t held(uint32_t sm, uint32_t reg)
{
	return (uint8_t)(count_bits(sm_policy(sm, reg - SMGPU_SM_CFG_BASE)) +
			 count_bits(sm_policy(sm, reg + 4 - SMGPU_SM_CFG_BASE)));
}

int32_t table_write(uint64_t bus, uint32_t bytes, void *piece)
{
	static struct smgpu_fw_tasks head;
	uint8_t order[SMGPU_TASK_SLOTS];
	unsigned int n = order_of_slots(order), i;
	const struct task *t;

	if (bus % 4 || bytes < sizeof(head))
		return -EINVAL;
	out = lots_begin(piece, bus + sizeof(head), bytes - sizeof(head),
			 sizeof(struct smgpu_fw_task_info));
	for (i = 0; i < n; i++)
		add(slots_resident(order[i]));
	for (t = tmu_next(NULL); t; t = tmu_next(t))
		add(t);
	for (i = 0; i < TASK_POOL; i++)
		if (tasks[i].state != TASK_FREE && tasks[i].state != TASK_RESIDENT &&
		    tasks[i].state != TASK_QUEUED)
			add(&tasks[i]);
	(void)lots_end(&out);
	head = (struct smgpu_fw_tasks){ .count = out.count,
					 .all = out.all,
					 .time = host_timebase(),
					 .throttled = wdu_throttled(),
					 .launch = (uint16_t)launch_choice() };
	for (i = 0; i < ARRAY_SIZE(head.sm); i++) {
		struct launch_sm sm = { .slot = NO_SLOT };

		if (i < shape.sms) {
			sm = launch_sm_state(i);
			head.schedule[i] =
				(uint16_t)sm_policy(i, SMGPU_SM_CFG_SCHED(0) - SMGPU_SM_CFG_BASE);
			head.prio[i] = sm_policy(i, SMGPU_SM_CFG_PRIO(0) - SMGPU_SM_CFG_BASE);
			head.prio_held[i] = held(i, SMGPU_SM_CFG_PRIO_HELD_LO(0));
			head.l2[i].limit =
				sm_policy(i, SMGPU_SM_CFG_PRIO_L2(0) - SMGPU_SM_CFG_BASE) &
				SMGPU_SM_CFG_PRIO_L2_LIMIT_MASK;
			head.l2[i].held = held(i, SMGPU_SM_CFG_PRIO_L2_HELD_LO(0));
		}
		head.sm[i].state = (uint8_t)sm.state;
		head.sm[i].slot = (uint8_t)sm.slot;
		head.sm[i].free_warps = (uint8_t)sm.free_warps;
		head.sm[i].room = (uint8_t)sm.room;
	}
	return out.failed || dma_host_write(bus, &head, sizeof(head)) ? -EIO : 0;
}
