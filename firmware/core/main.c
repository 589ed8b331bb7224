// SPDX-License-Identifier: MIT
/*
 * The loop: serve every source, then sleep. Interrupts are only the alarm clock.
 *
 * This file alone loops over what users can ask for: all other work comes in bounded steps, whose
 * cursor is kept where the work is done, and commands of the kernel are answered between two of
 * them.
 */
#include "main.h"
#include "finish/death.h"
#include "finish/finish.h"
#include "host/cmd.h"
#include "host/dump.h"
#include "intake/ring.h"
#include "intake/work.h"
#include "place/progress.h"
#include "place/recenter.h"
#include "place/schedule.h"
#include "place/wdu.h"
#include "state/channel.h"
#include "state/end.h"
#include "state/event.h"
#include "state/job.h"
#include "state/slots.h"
#include "state/usage.h"
#include "smgpu_regs.h"

#define TRAPS		16u	/* in a pass */
#define EVENTS		4u	/* of the launcher, between two looks at commands */
#define PASSES		8u	/* between two looks at the clock, at most */
#define EVENT_POLL	10000u	/* cycles between two looks for room in the event ring */

static void serve_doorbells(void)
{
	unsigned int word;

	for (word = 0; word < 2; word++) {
		uint32_t rung = intc_take_doorbells(word);

		for (; rung; rung &= rung - 1) {
			uint32_t id = word * 32 + lowest_bit(rung), put = intc_doorbell_value(id);

			if (id)
				ring_doorbell(id, put);
			else
				cmd_doorbell(put);
		}
	}
}

static bool serve_commands(void)
{
	if (!cmd_pending() || !cmd_run())
		return false;
	event_flush();
	return true;
}

static bool answered;	/* a command, between steps of this pass */

void between_steps(void)
{
	if (intc_take_doorbell0())
		cmd_doorbell(intc_doorbell_value(0));
	answered |= serve_commands();
}

static inline void serve_ends(void)
{
	if (!end_waiting())
		return;
	while (finish_step())
		between_steps();
	event_flush();
}

/* What warps do is kept before they are killed. */
static RARE void serve_failures(void)
{
	struct channel *ch;

	while ((ch = death_first())) {
		while (dump_step(ch))
			between_steps();
		death_kill(ch);
		between_steps();
	}
}

/* The turn of a ring; true if it has got on. */
static inline bool serve_ring(struct channel *ch)
{
	enum turn turn;

	if (ch->state == CHANNEL_LIVE)
		while ((turn = ring_step(ch)) == TURN_MORE)
			between_steps();
	else
		while ((turn = death_step(ch)) == TURN_MORE)
			between_steps();
	if (channels_failed[0] | channels_failed[1])
		serve_failures();
	ring_rest(ch);
	return turn == TURN_OVER;
}

static inline bool serve_rings(void)
{
	struct channel *ch = ring_first();
	bool changed = false;

	while (ch) {
		changed |= serve_ring(ch);
		ch = ring_next(changed);
		if (ch)
			between_steps();
	}
	return changed;
}

/* Some at a time: warps may trap faster than they are served. */
static RARE void serve_traps(void)
{
	struct trap_record trap;
	unsigned int left = TRAPS;

	while (left-- && trap_take(&trap)) {
		struct task *t = slots_task_of(trap.slot, trap.gen);

		/* A slot that drains after a kill resumes no task. */
		if (!t || (recenter_asked(&trap) && t->owner->state != CHANNEL_LIVE))
			continue;
		if (recenter_asked(&trap)) {
			trap.cause = recenter_serve(&trap, t->dtok_limit);
			wdu_served(t);
		}
		if (trap.cause)
			channel_fail(t->channel, trap.cause, &trap, t->tmd_va, trap.addr,
				     trap.access);
		between_steps();
	}
}

static __attribute__((noinline)) void serve_launcher(void)
{
	struct launch_event event;
	struct task *t;
	unsigned int n = 0;
	uint32_t rung;

	do {
		event = launch_take_event();
		t = event.kind == LAUNCH_NONE ? NULL : slots_task_of(event.slot, event.gen);
		/* What a CTA published before its end is seen before the end is acted on. */
		rung = launch_take_bells();
		if (rung)
			work_bells(rung);
		/* A slot that ended while it was being stopped can post once more; nothing is left
		 * to do for it. */
		if (t)
			wdu_event(t, event.kind);
		if (++n % EVENTS == 0)
			between_steps();
	} while (event.kind != LAUNCH_NONE);
}

#define WAKES                                                                \
	(SMGPU_INTC_PENDING_DOORBELL_MASK | SMGPU_INTC_PENDING_LAUNCH_MASK | \
	 SMGPU_INTC_PENDING_TRAP_MASK | SMGPU_INTC_PENDING_BELL_MASK |       \
	 SMGPU_INTC_PENDING_DMA1_MASK)

/* One pass; false if nothing is left to do before *next. */
bool serve_once(uint64_t *next)
{
	static uint8_t passes;	/* since the last look at the clock */
	uint32_t pending = intc_pending();
	struct job_late late;
	uint64_t now, look;
	bool changed;

	answered = false;
	/* Acknowledged before the engines are looked at. */
	if (pending & (SMGPU_INTC_PENDING_DMA0_MASK | SMGPU_INTC_PENDING_DMA1_MASK))
		intc_dma_ack();
	if (pending & SMGPU_INTC_PENDING_DOORBELL_MASK)
		serve_doorbells();
	/* Ends before traps: what is complete is not blamed. A task with a trapped warp has no end
	 * until it is killed. */
	if (pending & (SMGPU_INTC_PENDING_LAUNCH_MASK | SMGPU_INTC_PENDING_BELL_MASK))
		serve_launcher();
	serve_ends();
	if ((pending & SMGPU_INTC_PENDING_TRAP_MASK) && !end_waiting())
		serve_traps();
	changed = serve_commands();
	if (channels_failed[0] | channels_failed[1])
		serve_failures();
	changed |= serve_rings();
	while (wdu_step())
		between_steps();
	changed |= answered;
	event_flush();
	/* What waits for nothing is told first; what has just begun, when there is time. */
	if (!changed && !end_waiting() && !(intc_pending() & WAKES))
		changed = slots_tell();
	else
		changed = true;
	if (changed && ++passes < PASSES)
		return true;
	passes = 0;
	if (changed)
		(void)slots_tell();
	/* After scheduling: a task that got its slot just now counts from now on. */
	now = host_timebase();
	*next = wdu_watchdog(now);
	look = progress_look(now);
	if (look < *next)
		*next = look;
	schedule_look(now);
	look = job_look(now, &late);
	if (late.channel)
		channel_fail(late.channel->id, SMGPU_ERR_WATCHDOG, NULL, late.tmd_va, 0,
			     SMGPU_ACCESS_NONE);
	if (look < *next)
		*next = look;
	/* In a flood of work for an eighth of the time */
	changed |= (!changed || !((uint32_t)now & 0xe000)) && usage_tell();
	event_flush();
	if (changed || end_waiting() || (intc_pending() & WAKES))
		return true;
	now = host_timebase();
	look = ring_next_look(now);
	if (look < *next)
		*next = look;
	/* The kernel rings no bell when it has taken events. */
	if (event_blocked() && now + EVENT_POLL < *next)
		*next = now + EVENT_POLL;
	return *next <= now || mmu_watch();
}

void main_loop_once(void)
{
	uint64_t next;

	while (serve_once(&next))
		;
	/* Nothing to time: no timer, so that an idle card sleeps for ever. */
	intc_set_timer(next);
	intc_wait();
}
