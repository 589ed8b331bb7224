// SPDX-License-Identifier: MIT
/* The mocked card's registers. */
#include <string.h>

#include "mmio.h"
#include "mock.h"

struct mock mock = { .timer = ~0ull };
uint32_t mock_throttle_kib = MOCK_THROTTLE_KIB;

#define POINTERS 64u
#define POINTER_SPAN 65536u
static const volatile uint8_t *pointers[POINTERS];
static unsigned int next_pointer;

uint32_t mock_random(void)
{
	mock.rng ^= mock.rng << 13;
	mock.rng ^= mock.rng >> 17;
	mock.rng ^= mock.rng << 5;
	return mock.rng;
}

/* The host's addresses do not fit the register: a small table stands for TCM. */
uint32_t tcm_offset(const volatile void *p)
{
	CHECK(!((uintptr_t)p % 4));
	next_pointer = (next_pointer + 1) % POINTERS;
	pointers[next_pointer] = p;
	return next_pointer * POINTER_SPAN;
}

void *mock_host(uint64_t bus)
{
	if (bus < MOCK_HOST_BASE || bus >= MOCK_HOST_BASE + sizeof(mock.host))
		return NULL;
	return mock.host + (bus - MOCK_HOST_BASE);
}

void *mock_va(uint32_t vm, uint32_t va)
{
	if (vm >= MOCK_VMS || va < MOCK_VA_BASE || va >= MOCK_VA_END)
		return NULL;
	return mock.vm[vm] + (va - MOCK_VA_BASE);
}

/* Where one word of a transfer lies, NULL if it has an error; *error says which. */
static uint8_t *dma_word(uint32_t space, uint32_t vm, uint64_t addr, bool write, uint32_t *error)
{
	*error = space == DMA_VM ? DMA_PAGE_FAULT : DMA_BUS_ERROR;
	switch (space) {
	case DMA_CARD:
		return addr < sizeof(mock.card) ? mock.card + addr : NULL;
	case DMA_HOST:
		return mock_host(addr);
	case DMA_TCM:
		return addr / POINTER_SPAN < POINTERS
			       ? (uint8_t *)pointers[addr / POINTER_SPAN] + addr % POINTER_SPAN
			       : NULL;
	case DMA_VM:
		if (!(mock.roots[vm] & SMGPU_MMU_ROOT_VALID_MASK) || addr >> 32 ||
		    (write && addr >= MOCK_RO_PAGE))
			return NULL;
		if (!mock_va(vm, (uint32_t)addr) || mock.unmapped[vm][(addr - MOCK_VA_BASE) >> 12])
			return NULL;
		*error = DMA_BUS_ERROR;
		return mock.no_answer[vm][(addr - MOCK_VA_BASE) >> 12]
			       ? NULL
			       : mock_va(vm, (uint32_t)addr);
	default:
		*error = DMA_BAD;
		return NULL;
	}
}

static void dma_finish(unsigned int e)
{
	struct mock_dma *d = &mock.dma[e];
	uint32_t ctrl = d->reg[6], src_space = ctrl & 7, dst_space = ctrl >> 4 & 7,
		 vm = ctrl >> 8 & 63, error = 0, off, word;
	uint64_t src = d->reg[0] | (uint64_t)d->reg[1] << 32,
		 dst = d->reg[2] | (uint64_t)d->reg[3] << 32;

	d->busy = false;
	d->status = SMGPU_DMA_STATUS_DONE_MASK;
	d->fault_va = 0xbad0bad0;	/* means nothing without a fault */
	d->rest = 0;
	for (off = 0; off < d->reg[4]; off += 4) {
		uint8_t *from = NULL, *to;

		if (src_space != DMA_FILL) {
			from = dma_word(src_space, vm, src + off, false, &error);
			if (!from) {
				d->fault_va = (uint32_t)src + off;
				break;
			}
		}
		to = dma_word(dst_space, vm, dst + off, true, &error);
		if (!to) {
			d->fault_va = (uint32_t)dst + off;
			d->status |= SMGPU_DMA_STATUS_ERROR_DST_MASK;
			break;
		}
		error = 0;
		memcpy(to, from ? from : (uint8_t *)&d->reg[5], 4);
		if (dst_space == DMA_TCM && off >= 48) {
			memcpy(&word, to, 4);
			d->rest |= word != 0;
		}
		d->bytes += 4;
	}
	if (off == d->reg[4])
		error = 0;
	d->status |= error << SMGPU_DMA_STATUS_ERROR_SHIFT;
	if (mock.on_done && dst_space == DMA_HOST && dst >= MOCK_SHARED &&
	    dst < MOCK_SHARED + 8 * SMGPU_MAX_CHANNELS)
		mock.on_done((uint32_t)(dst - MOCK_SHARED) / 8);
	mock.dma_pending |= SMGPU_INTC_PENDING_DMA0_MASK << e;
	if (e == DMA_CONTROL && mock.on_dma)
		mock.on_dma();
}

static void dma_write(uint32_t off, uint32_t val)
{
	unsigned int e = (off - SMGPU_DMA_BASE) / SMGPU_DMA_STRIDE,
		     r = (off - SMGPU_DMA_BASE) % SMGPU_DMA_STRIDE / 4;
	struct mock_dma *d = &mock.dma[e];

	CHECK(e < mock.dma_engines);
	CHECK(!d->busy);
	CHECK(r <= 6);
	d->reg[r] = val;
	if (r != 6)
		return;
	CHECK(d->reg[4] && d->reg[4] % 4 == 0 && d->reg[0] % 4 == 0 && d->reg[2] % 4 == 0);
	d->busy = true;
	d->status = SMGPU_DMA_STATUS_BUSY_MASK;
}

static uint32_t dma_read(uint32_t off)
{
	unsigned int e = (off - SMGPU_DMA_BASE) / SMGPU_DMA_STRIDE;
	uint32_t status;

	if (off == SMGPU_DMA_FAULT_VA(e))
		return mock.dma[e].fault_va;
	if (off == SMGPU_DMA_REST(e))
		return mock.dma[e].rest;
	CHECK(off == SMGPU_DMA_STATUS(e));
	status = mock.dma[e].status;
	/* The control engine is waited for in a spin: it is busy for one look, or, if it is the
	 * only one, for some. The bulk engine moves in mock_step(). */
	if (e == DMA_CONTROL && mock.dma[e].busy && (mock.dma_engines == 2 || mock_random() & 1))
		dma_finish(e);
	return status;
}

static bool slot_in_order(uint32_t slot)
{
	for (uint32_t i = 0; i < mock.order_used; i++)
		if ((mock.order[i / 8] >> (i % 8 * 4) & 15) == slot)
			return true;
	return false;
}

static void slot_event(uint32_t s, uint32_t kind)
{
	struct mock_slot *slot = &mock.slot[s];
	uint32_t gen = (slot->reg[0] & SMGPU_SLOT_CTRL_GEN_MASK) >> SMGPU_SLOT_CTRL_GEN_SHIFT;

	slot->reg[0] &= ~SMGPU_SLOT_CTRL_VALID_MASK;
	CHECK(mock.event_count < ARRAY_SIZE(mock.events));
	mock.events[mock.event_count++].word = SMGPU_LAUNCH_EVENT_VALID_MASK | s | gen << 8 |
					       kind << SMGPU_LAUNCH_EVENT_KIND_SHIFT;
}

/* A VM that no test has: kept out whenever VMs do not share the SMs */
static bool exclusive(void)
{
	return isolation_keeps_out(SMGPU_MAX_VMS - 1);
}

static void empty_caches(void)
{
	mock.lines = 0;
	for (uint32_t s = 0; s < SMGPU_SLOT_COUNT; s++)
		if (mock.slot[s].reg[0] & SMGPU_SLOT_CTRL_VALID_MASK)
			mock.lines |= 1ull << ((mock.slot[s].reg[0] & SMGPU_SLOT_CTRL_VM_MASK) >>
					       SMGPU_SLOT_CTRL_VM_SHIFT);
}

static void slot_write(uint32_t off, uint32_t val)
{
	uint32_t s = (off - SMGPU_SLOT_BASE) / SMGPU_SLOT_STRIDE,
		 r = (off - SMGPU_SLOT_BASE) % SMGPU_SLOT_STRIDE / 4;
	struct mock_slot *slot = &mock.slot[s];
	bool was = slot->reg[0] & SMGPU_SLOT_CTRL_VALID_MASK;

	if (!r) {
		bool valid = val & SMGPU_SLOT_CTRL_VALID_MASK;

		if (val & SMGPU_SLOT_CTRL_GO_ON_MASK) {
			slot->reg[0] &= ~SMGPU_SLOT_CTRL_STOP_MASK;
			return;
		}
		/* only STOP may change, and does nothing to a slot that has ended */
		if (was) {
			CHECK_EQ(val | SMGPU_SLOT_CTRL_STOP_MASK,
				 slot->reg[0] | SMGPU_SLOT_CTRL_STOP_MASK);
		} else if (valid) {
			uint32_t gen = (val & SMGPU_SLOT_CTRL_GEN_MASK) >>
				       SMGPU_SLOT_CTRL_GEN_SHIFT;

			uint64_t vm = 1ull << ((val & SMGPU_SLOT_CTRL_VM_MASK) >>
					       SMGPU_SLOT_CTRL_VM_SHIFT);

			CHECK(!slot->inflight);
			CHECK(!exclusive() || !(mock.lines & ~vm));
			mock.lines |= vm;
			/* SMs look the type up as warps start */
			for (unsigned int sm = 0; sm < MOCK_SMS; sm++)
				CHECK_EQ(mock.types[sm] >> s * 2 & 3,
					 slots_resident(s)->thread_type);
			/* late traps and events name the task before */
			CHECK(!slot->used || gen != slot->last_gen);
			slot->used = true;
			slot->last_gen = gen;
			slot->killed = false;
			slot->trapped = false;
			slot->since_valid = 0;
			slot->since = mock.now;
			mock.bells &= ~(1u << s);
			slot->reg[(SMGPU_SLOT_WARP_INSTR(0) - SMGPU_SLOT_BASE) / 4] = 0;
		}
		slot->reg[0] = val;
		return;
	}
	/* Only the work of a queue may grow while its slot is valid. */
	if (r == (SMGPU_SLOT_LIMIT(0) - SMGPU_SLOT_BASE) / 4 &&
	    (slot->reg[0] & SMGPU_SLOT_CTRL_QUEUE_MASK)) {
		CHECK(!was || val > slot->reg[r]);
		if (slot->reg[(SMGPU_SLOT_NEXT(0) - SMGPU_SLOT_BASE) / 4] == slot->reg[r])
			slot->since = mock.now;
	} else {
		CHECK(!was);
	}
	slot->reg[r] = val;
}

#define SLOT_REG(s, name) mock.slot[s].reg[(SMGPU_SLOT_##name(0) - SMGPU_SLOT_BASE) / 4]

static uint32_t slot_read(uint32_t off)
{
	uint32_t s = (off - SMGPU_SLOT_BASE) / SMGPU_SLOT_STRIDE,
		 r = (off - SMGPU_SLOT_BASE) % SMGPU_SLOT_STRIDE;

	if (r == SMGPU_SLOT_COMPLETED(0) - SMGPU_SLOT_BASE)
		return mock.slot[s].since_valid;
	if (r == SMGPU_SLOT_INFLIGHT(0) - SMGPU_SLOT_BASE)
		return mock.slot[s].inflight;
	return mock.slot[s].reg[r / 4];
}

static bool may_launch(uint32_t s)
{
	uint32_t ctrl = mock.slot[s].reg[0];

	if (!(ctrl & SMGPU_SLOT_CTRL_VALID_MASK) || (ctrl & SMGPU_SLOT_CTRL_STOP_MASK) ||
	    mock.slot[s].killed)
		return false;
	if (SLOT_REG(s, NEXT) == SLOT_REG(s, LIMIT))
		return false;
	if ((ctrl & SMGPU_SLOT_CTRL_SEQUENTIAL_MASK) && mock.slot[s].inflight)
		return false;
	if ((ctrl & SMGPU_SLOT_CTRL_QUOTA_INFLIGHT_MASK) &&
	    mock.slot[s].inflight >= SLOT_REG(s, CTA_Z) >> 16)
		return false;
	if ((ctrl & SMGPU_SLOT_CTRL_QUEUE_MASK) &&
	    SLOT_REG(s, LIMIT) - SLOT_REG(s, NEXT) < (SLOT_REG(s, COALESCE) & 0xffff))
		return mock.now - mock.slot[s].since >= SLOT_REG(s, TIMEOUT);
	return true;
}

/* A CTA of a queue: items count as CTAs of a grid do. */
static void take_items(uint32_t s, uint32_t task)
{
	uint32_t most = SLOT_REG(s, COALESCE) >> 16, n = SLOT_REG(s, LIMIT) - SLOT_REG(s, NEXT), i;

	mock.items = n < most ? n : most;
	for (i = 0; i < mock.items; i++) {
		uint32_t item = SLOT_REG(s, NEXT)++;

		if (mock.any_task)
			continue;
		CHECK(item < MOCK_CTAS);
		mock.ran[task][item]++;
	}
	mock.slot[s].since = mock.now;
}

static void launch_one(uint32_t s)
{
	struct mock_slot *slot = &mock.slot[s];
	uint32_t task = (SLOT_REG(s, PARAM) - MOCK_VA_BASE) / 4, cta = SLOT_REG(s, NEXT);

	if (mock.any_task)
		task = cta % MOCK_TASKS;
	CHECK(task < MOCK_TASKS && (mock.any_task || cta < MOCK_CTAS));
	if (slot->reg[0] & SMGPU_SLOT_CTRL_QUEUE_MASK) {
		take_items(s, task);
		goto launched;
	}
	SLOT_REG(s, NEXT)++;
	CHECK_EQ(SLOT_REG(s, NEXT_X) +
			 SLOT_REG(s, GRID_X) *
				 (SLOT_REG(s, NEXT_Y) + SLOT_REG(s, GRID_Y) * SLOT_REG(s, NEXT_Z)),
		 cta);
	if (++SLOT_REG(s, NEXT_X) == SLOT_REG(s, GRID_X)) {
		SLOT_REG(s, NEXT_X) = 0;
		if (++SLOT_REG(s, NEXT_Y) == SLOT_REG(s, GRID_Y)) {
			SLOT_REG(s, NEXT_Y) = 0;
			SLOT_REG(s, NEXT_Z)++;
		}
	}
	mock.ran[task][cta % MOCK_CTAS]++;
launched:
	slot->inflight++;
	if (slot->inflight > mock.peak[task])
		mock.peak[task] = slot->inflight;
	if (mock.on_launch)
		mock.on_launch(s, task, cta);
}

static bool launcher_step(void)
{
	unsigned int room = 8, s, i;
	bool can = false;

	for (s = 0; s < SMGPU_SLOT_COUNT; s++)
		room -= mock.slot[s].inflight;
	for (i = 0; i < mock.order_used && room; i++) {
		s = mock.order[i / 8] >> (i % 8 * 4) & 15;
		while (room && may_launch(s)) {
			can = true;
			if (!(mock_random() & 3))
				return true;
			launch_one(s);
			room--;
		}
	}
	for (s = 0; s < SMGPU_SLOT_COUNT; s++) {
		struct mock_slot *slot = &mock.slot[s];
		bool stop = slot->reg[0] & SMGPU_SLOT_CTRL_STOP_MASK;

		if (!(slot->reg[0] & SMGPU_SLOT_CTRL_VALID_MASK))
			continue;
		if (slot->inflight > (slot->trapped && !slot->killed) || slot->killed || stop ||
		    SLOT_REG(s, NEXT) == SLOT_REG(s, LIMIT) ||
		    (slot->reg[0] & SMGPU_SLOT_CTRL_QUEUE_MASK))
			can = true;
		if (slot->inflight > (slot->trapped && !slot->killed) && !(mock_random() & 1)) {
			slot->inflight--;
			if (!slot->killed)
				slot->since_valid++;
			SLOT_REG(s, WARP_INSTR) += 10;
		}
		if (slot->inflight || (mock_random() & 1))
			continue;
		if (slot->killed)
			slot_event(s, LAUNCH_KILLED);
		else if (SLOT_REG(s, NEXT) == SLOT_REG(s, LIMIT))
			slot_event(s, LAUNCH_DONE);
		else if (stop)
			slot_event(s, LAUNCH_STOPPED);
	}
	return can;
}

bool mock_step(void)
{
	bool can = launcher_step();

	/* a posted write, or a bulk transfer */
	if (mock.dma[DMA_CONTROL].busy && mock.dma_engines == 1)
		can = true;
	if (mock.dma[DMA_CONTROL].busy && (mock.dma_engines == 2 || mock_random() & 1))
		dma_finish(DMA_CONTROL);
	if (mock.dma[DMA_BULK].busy) {
		can = true;
		if (mock_random() & 1)
			dma_finish(DMA_BULK);
	}
	mock.now += 1 + mock_random() % 100;
	return can;
}

void mock_trap(uint32_t slot, uint32_t cause, uint32_t pc, uint32_t addr)
{
	uint32_t gen = (mock.slot[slot].reg[0] & SMGPU_SLOT_CTRL_GEN_MASK) >>
		       SMGPU_SLOT_CTRL_GEN_SHIFT;

	CHECK(mock.trap_count < ARRAY_SIZE(mock.traps));
	mock.traps[mock.trap_count].info = SMGPU_TRAP_INFO_VALID_MASK | slot | gen << 8 |
					   cause << 16 | SMGPU_ACCESS_WRITE << 24;
	mock.traps[mock.trap_count].where = 0 | 5 << 8 |
					    (addr ? SMGPU_TRAP_WHERE_THREAD_KNOWN_MASK : 0);
	mock.traps[mock.trap_count].pc = pc;
	mock.traps[mock.trap_count++].addr = addr;
}

static uint32_t pending(void)
{
	uint32_t p = mock.dma_pending;

	p |= mock.db_pending[0] || mock.db_pending[1] ? SMGPU_INTC_PENDING_DOORBELL_MASK : 0;
	p |= mock.event_count ? SMGPU_INTC_PENDING_LAUNCH_MASK : 0;
	p |= mock.trap_count ? SMGPU_INTC_PENDING_TRAP_MASK : 0;
	p |= mock.now >= mock.timer ? SMGPU_INTC_PENDING_TIMER_MASK : 0;
	p |= mock.bells ? SMGPU_INTC_PENDING_BELL_MASK : 0;
	return p;
}

bool mock_awake(void)
{
	return pending() & mock.enable;
}

uint32_t reg_read(uint32_t off)
{
	CHECK(off % 4 == 0 && off < 0x10000);
	if (off >= SMGPU_SLOT_BASE && off < SMGPU_SLOT_BASE + SMGPU_SLOT_COUNT * SMGPU_SLOT_STRIDE)
		return slot_read(off);
	if (off >= SMGPU_DMA_BASE && off < SMGPU_DMA_BASE + SMGPU_DMA_COUNT * SMGPU_DMA_STRIDE)
		return dma_read(off);
	if (off >= SMGPU_INTC_DB_VALUE(0) && off < SMGPU_INTC_DB_VALUE(64))
		return mock.db_value[(off - SMGPU_INTC_DB_VALUE(0)) / 4];
	if (off >= SMGPU_PERF_VALUE(0) && off < SMGPU_PERF_VALUE(SMGPU_PERF_VALUE_COUNT))
		return (off - SMGPU_PERF_VALUE(0)) / 4;
	if (off >= SMGPU_SM_CFG_BASE && off < SMGPU_SM_CFG_BASE + MOCK_SMS * SMGPU_SM_CFG_STRIDE)
		return mock_dtok_read((off - SMGPU_SM_CFG_BASE) / SMGPU_SM_CFG_STRIDE,
				      (off - SMGPU_SM_CFG_BASE) % SMGPU_SM_CFG_STRIDE);
	switch (off) {
	case SMGPU_HOST_CONFIG0:
		return MOCK_SMS | MOCK_WARPS << 8 | 16 << 16 |
		       mock.dma_engines << SMGPU_HOST_CONFIG0_DMA_ENGINES_SHIFT |
		       SMGPU_HOST_CONFIG0_CREDIT_MASK | SMGPU_HOST_CONFIG0_PRIO_MASK;
	case SMGPU_HOST_CONFIG1: return MOCK_DTOKS | 16 << 16 | 64u << 24;
	case SMGPU_HOST_CONFIG3: return 32 | 64 << 16;
	case SMGPU_HOST_CONFIG4:
		return SMGPU_HOST_CONFIG4_TURNS_MASK | SMGPU_HOST_CONFIG4_TEXTILE_MASK |
		       SMGPU_HOST_CONFIG4_PRIO_L2_MASK;
	case SMGPU_HOST_THROTTLE: return mock_throttle_kib;
	case SMGPU_HOST_DRAM_MIB: return 256;
	case SMGPU_HOST_TIMEBASE_LO: mock.now += mock.frozen ? 0 : 7; return (uint32_t)mock.now;
	case SMGPU_HOST_TIMEBASE_HI: return (uint32_t)(mock.now >> 32);
	case SMGPU_HOST_SCRATCH(0):
	case SMGPU_HOST_SCRATCH(1):
	case SMGPU_HOST_SCRATCH(2):
	case SMGPU_HOST_SCRATCH(3): return mock.scratch[(off - SMGPU_HOST_SCRATCH(0)) / 4];
	case SMGPU_INTC_PENDING: return pending();
	case SMGPU_INTC_ENABLE: return mock.enable;
	case SMGPU_INTC_DB_PENDING(0): return mock.db_pending[0];
	case SMGPU_INTC_DB_PENDING(1): return mock.db_pending[1];
	case SMGPU_MMU_STATUS:
		return mock.mmu_busy ? mock.mmu_busy--, SMGPU_MMU_STATUS_BUSY_MASK : 0;
	case SMGPU_LAUNCH_EVENT: return mock.event_count ? mock.events[0].word : 0;
	case SMGPU_LAUNCH_BELL: return mock.bells;
	case SMGPU_LAUNCH_CTRL: return mock.launch_ctrl;
	case SMGPU_LAUNCH_SM_STATE(0):
		return 5 << SMGPU_LAUNCH_SM_STATE_ROOM_SHIFT | 3 | 2 << 4 |
		       SMGPU_LAUNCH_SM_STATE_HAS_MASK | 7 << 16;
	case SMGPU_LAUNCH_SM_STATE(1): return 9 << 16;
	case SMGPU_TRAP_INFO: return mock.trap_count ? mock.traps[0].info : 0;
	case SMGPU_TRAP_WHERE: return mock.traps[0].where;
	case SMGPU_TRAP_PC: return mock.traps[0].pc;
	case SMGPU_TRAP_ADDR: return mock.traps[0].addr;
	default: mock_fail(__FILE__, __LINE__, "read of register 0x%x", off);
	}
}

static void kill_slots(uint32_t mask)
{
	for (unsigned int s = 0; s < SMGPU_SLOT_COUNT; s++)
		if (mask >> s & 1 && mock.slot[s].reg[0] & SMGPU_SLOT_CTRL_VALID_MASK)
			mock.slot[s].killed = true;
}

void reg_write(uint32_t off, uint32_t val)
{
	CHECK(off % 4 == 0 && off < 0x10000);
	if (off >= SMGPU_SLOT_BASE &&
	    off < SMGPU_SLOT_BASE + SMGPU_SLOT_COUNT * SMGPU_SLOT_STRIDE) {
		slot_write(off, val);
		return;
	}
	if (off >= SMGPU_DMA_BASE && off < SMGPU_DMA_BASE + SMGPU_DMA_COUNT * SMGPU_DMA_STRIDE) {
		dma_write(off, val);
		return;
	}
	if (off >= SMGPU_MMU_ROOT(0) && off < SMGPU_MMU_ROOT(64)) {
		mock.roots[(off - SMGPU_MMU_ROOT(0)) / 4] = val;
		return;
	}
	if (off >= SMGPU_SM_CFG_BASE &&
	    off < SMGPU_SM_CFG_BASE + SMGPU_SM_CFG_COUNT * SMGPU_SM_CFG_STRIDE) {
		if (!mock_dtok_write((off - SMGPU_SM_CFG_BASE) / SMGPU_SM_CFG_STRIDE,
				     (off - SMGPU_SM_CFG_BASE) % SMGPU_SM_CFG_STRIDE, val))
			mock.sm_cfg_writes++;
		for (unsigned int sm = 0; sm < MOCK_SMS; sm++)
			if (off == SMGPU_SM_CFG_SCHED(sm))
				mock.sched[sm] = val, mock.sched_writes++;
			else if (off == SMGPU_SM_CFG_PRIO(sm))
				mock.prio[sm] = val;
			else if (off == SMGPU_SM_CFG_PRIO_L2(sm))
				mock.prio_l2[sm] = val, mock.prio_l2_writes++;
			else if (off == SMGPU_SM_CFG_SCHED_SLOTS(sm))
				mock.types[sm] = val, mock.types_writes++;
		return;
	}
	switch (off) {
	case SMGPU_HOST_PROGRESS: mock.progress = val; break;
	case SMGPU_HOST_MSI: mock.msis++; break;
	case SMGPU_INTC_ENABLE: mock.enable = val; break;
	case SMGPU_INTC_TIMER_LO: mock.timer = (mock.timer & ~0xffffffffull) | val; break;
	case SMGPU_INTC_TIMER_HI:
		mock.timer = (mock.timer & 0xffffffff) | (uint64_t)val << 32;
		break;
	case SMGPU_INTC_DMA_ACK: mock.dma_pending &= ~val; break;
	case SMGPU_INTC_DB_PENDING(0): mock.db_pending[0] &= ~val; break;
	case SMGPU_INTC_DB_PENDING(1): mock.db_pending[1] &= ~val; break;
	case SMGPU_MMU_FIRST:
	case SMGPU_MMU_LAST:
		CHECK(!mock.mmu_busy);
		*(off == SMGPU_MMU_FIRST ? &mock.first : &mock.last) = val;
		break;
	case SMGPU_MMU_INVALIDATE:
		mock.dropped_vm = val;
		mock.dropped_first = mock.first;
		mock.dropped_last = mock.last;
		mock.first = 0;
		mock.last = SMGPU_MMU_LAST_VPN_RESET;
		mock.invalidates++;
		mock.mmu_busy = mock_random() % 5;
		break;
	case SMGPU_MMU_CACHE:
		mock.cache_writes++;
		mock.mmu_busy = mock_random() % 5;
		if (val == (SMGPU_MMU_CACHE_L1_MASK | SMGPU_MMU_CACHE_CODE_MASK))
			empty_caches();
		break;
	case SMGPU_PERF_CTRL: break;
	case SMGPU_LAUNCH_CTRL: mock.launch_ctrl = val; break;
	case SMGPU_LAUNCH_ORDER(0): mock.order[0] = val; break;
	case SMGPU_LAUNCH_ORDER(1): mock.order[1] = val; break;
	case SMGPU_LAUNCH_ORDER_USED:
		mock.order_used = val;
		mock.order_writes++;
		CHECK(val <= SMGPU_SLOT_COUNT);
		for (uint32_t i = 0; i < val; i++) {
			uint32_t keep = mock.order_used, s = mock.order[i / 8] >> (i % 8 * 4) & 15;

			mock.order_used = i;	/* no slot twice */
			CHECK(!slot_in_order(s));
			mock.order_used = keep;
		}
		break;
	case SMGPU_LAUNCH_EVENT_POP:
		CHECK(mock.event_count);
		memmove(mock.events, mock.events + 1, --mock.event_count * sizeof(mock.events[0]));
		break;
	case SMGPU_LAUNCH_KILL: kill_slots(val); break;
	case SMGPU_LAUNCH_BELL: mock.bells &= ~val; break;
	case SMGPU_TRAP_POP:
		CHECK(mock.trap_count);
		memmove(mock.traps, mock.traps + 1, --mock.trap_count * sizeof(mock.traps[0]));
		if (mock.on_trap_pop)
			mock.on_trap_pop();
		break;
	default: mock_fail(__FILE__, __LINE__, "write of register 0x%x", off);
	}
}
