// SPDX-License-Identifier: MIT
/* The mocked card's token queues and the port to them, and the debug view of its warps. */
#include "mmio.h"
#include "mock.h"

#define DTOK(name)     (SMGPU_SM_CFG_DTOK_##name(0) - SMGPU_SM_CFG_BASE)
#define FIELD(v, name) (((v)&SMGPU_SM_CFG_DTOK_##name##_MASK) >> SMGPU_SM_CFG_DTOK_##name##_SHIFT)

#define DBG(name) (SMGPU_SM_CFG_DBG_##name(0) - SMGPU_SM_CFG_BASE)

/* What a warp shows is made of its numbers. The view follows the selection only after a while. */
static bool view_read(uint32_t sm, uint32_t off, uint32_t *val)
{
	struct mock_view *v = &mock.view[sm];
	uint32_t w = v->shown, other;

	if (off == DBG(PC) && v->moves >> w & 1) {
		v->moved ^= 1ull << w;
		v->moves &= ~((uint64_t)!v->restless << w);
	}
	other = v->moved >> w & 1;
	if (off == DBG(SELECT))
		*val = v->shown = v->select;
	else if (off == DBG(PC))
		*val = 0x10000 + 0x8000 * other + 0x100 * sm + 4 * w;
	else if (off == DBG(ACTIVE))
		*val = 0x80000000u | w;
	else if (off == DBG(STATE))
		*val = (v->live >> w & 1) * SMGPU_SM_CFG_DBG_STATE_VALID_MASK |
		       (w + other) % (v->slots ? v->slots : MOCK_WARPS)
			       << SMGPU_SM_CFG_DBG_STATE_SLOT_SHIFT;
	else if (off == DBG(CREDIT))
		*val = (w & 1 ? 7u : (uint32_t)-9) << SMGPU_SM_CFG_DBG_CREDIT_FUND_SHIFT |
		       (uint8_t)(3 - (int)w);
	else if (off == DBG(WORKING_SET))
		*val = SMGPU_SM_CFG_DBG_WORKING_SET_KNOWN_MASK | 8 * w;
	else
		return false;
	return true;
}

uint32_t mock_dtok_read(uint32_t sm, uint32_t off)
{
	struct mock_port *p = &mock.port[sm];
	uint32_t val;

	if (view_read(sm, off, &val))
		return val;
	if (off == SMGPU_SM_CFG_DTOKS(0) - SMGPU_SM_CFG_BASE)
		return mock.depth;
	if (off == SMGPU_SM_CFG_SCHED(0) - SMGPU_SM_CFG_BASE)
		return mock.sched[sm];
	if (off == SMGPU_SM_CFG_PRIO(0) - SMGPU_SM_CFG_BASE)
		return mock.prio[sm];
	if (off == SMGPU_SM_CFG_PRIO_HELD_LO(0) - SMGPU_SM_CFG_BASE)
		return (uint32_t)mock.prio_held[sm];
	if (off == SMGPU_SM_CFG_PRIO_HELD_HI(0) - SMGPU_SM_CFG_BASE)
		return (uint32_t)(mock.prio_held[sm] >> 32);
	if (off == SMGPU_SM_CFG_PRIO_L2(0) - SMGPU_SM_CFG_BASE)
		return mock.prio_l2[sm];
	if (off == SMGPU_SM_CFG_SCHED_SLOTS(0) - SMGPU_SM_CFG_BASE)
		return mock.types[sm];
	if (off == SMGPU_SM_CFG_PRIO_L2_HELD_LO(0) - SMGPU_SM_CFG_BASE)
		return (uint32_t)mock.prio_l2_held[sm];
	if (off == SMGPU_SM_CFG_PRIO_L2_HELD_HI(0) - SMGPU_SM_CFG_BASE)
		return (uint32_t)(mock.prio_l2_held[sm] >> 32);
	if (off == DTOK(STATUS)) {
		if (p->busy)
			return p->busy--, SMGPU_SM_CFG_DTOK_STATUS_BUSY_MASK;
		return p->stopped ? SMGPU_SM_CFG_DTOK_STATUS_STOPPED_MASK : 0;
	}
	CHECK(!p->busy);	/* what is read before the end is from before */
	if (off == DTOK(MASK))
		return p->dtok.mask;
	if (off == DTOK(ADDR))
		return p->dtok.addr;
	if (off == DTOK(TYPE))
		return p->dtok.type;
	CHECK_EQ(off, DTOK(QUEUE));
	return p->queue;
}

/* False if it is not a register of the port or the view */
bool mock_dtok_write(uint32_t sm, uint32_t off, uint32_t val)
{
	struct mock_port *p = &mock.port[sm];
	struct mock_queue *q = &mock.queue[sm][p->warp];
	struct dtok *t;

	if (off == DBG(SELECT)) {
		CHECK(val < MOCK_WARPS);
		mock.view[sm].select = val;
		return true;
	}
	if (off < DTOK(SELECT) || off > DTOK(RESUME))
		return false;
	CHECK(!p->busy);
	if (off == DTOK(SELECT)) {
		p->warp = FIELD(val, SELECT_WARP);
		CHECK(p->warp < MOCK_WARPS);
		q = &mock.queue[sm][p->warp];
		t = &q->ring[(q->head + FIELD(val, SELECT_INDEX)) % MOCK_DTOKS];
		if (!(val & SMGPU_SM_CFG_DTOK_SELECT_PUT_MASK))
			p->dtok = *t;
		else
			*t = p->dtok;
		/* only the firmware kills: it knows */
		CHECK(q->stopped || !(val & SMGPU_SM_CFG_DTOK_SELECT_PUT_MASK));
	} else if (off == DTOK(MASK)) {
		p->dtok.mask = val;
	} else if (off == DTOK(ADDR)) {
		p->dtok.addr = val;
	} else if (off == DTOK(TYPE)) {
		CHECK(val < 16);
		p->dtok.type = val;
	} else if (off == DTOK(QUEUE)) {
		CHECK(FIELD(val, QUEUE_COUNT) <= MOCK_DTOKS &&
		      FIELD(val, QUEUE_YIELDS) <= FIELD(val, QUEUE_COUNT));
		CHECK(q->stopped);
		q->count = FIELD(val, QUEUE_COUNT);
		q->yields = FIELD(val, QUEUE_YIELDS);
		q->head = (q->head + 2 * MOCK_DTOKS - FIELD(val, QUEUE_GROW)) % MOCK_DTOKS;
		q->spilled = val & SMGPU_SM_CFG_DTOK_QUEUE_SPILLED_MASK;
	} else {
		CHECK_EQ(off, DTOK(RESUME));
		CHECK(q->stopped);
		q->stopped = false;
		q->resumed++;
	}
	if (off == DTOK(SELECT) || off == DTOK(QUEUE) || off == DTOK(RESUME)) {
		p->busy = mock_random() % 4;
		p->stopped = q->stopped;
		p->queue = q->count << SMGPU_SM_CFG_DTOK_QUEUE_COUNT_SHIFT |
			   q->yields << SMGPU_SM_CFG_DTOK_QUEUE_YIELDS_SHIFT |
			   (q->spilled ? SMGPU_SM_CFG_DTOK_QUEUE_SPILLED_MASK : 0);
	}
	return true;
}

void mock_stop(uint32_t slot, uint32_t sm, uint32_t warp, uint32_t cause)
{
	mock.queue[sm][warp].stopped = true;
	mock_trap(slot, cause, 0x10040, 0);
	mock.traps[mock.trap_count - 1].where = sm | warp << SMGPU_TRAP_WHERE_WARP_SHIFT;
	mock.traps[mock.trap_count - 1].info &= ~SMGPU_TRAP_INFO_ACCESS_MASK;
}
