// SPDX-License-Identifier: MIT
/*
 * The register file as host and MCU see it. The host may write the MCU's registers only while the
 * MCU is held in reset.
 *
 * Addresses and fields come from smgpu_regs.h, which hw/regs generates. Each read_ or write_
 * function here has one block of the register file; what a register does stands in the block's own
 * file.
 *
 * What is no register reads 0 and takes no writes, and so does what a preset has not. Bits that a
 * register has not are cut off here, so that others may use the fields as they are.
 *
 * Reads change nothing but for two: the lower half of the timebase keeps the upper one, and
 * TRAP.INFO holds its entry.
 */
#include "model.h"


/* Is @off one of @count words from @base on? *@i is which one, and may be anything if not. */
static bool in_array(uint32_t off, uint32_t base, unsigned count, unsigned *i)
{
	/* Unsigned: below the base it is a large number, and the caller asks for more. */
	*i = (off - base) / 4;
	return off >= base && *i < count;
}

/* The same for blocks of registers that are @stride bytes apart. */
static bool in_blocks(uint32_t off, uint32_t base, uint32_t stride, unsigned count, unsigned *b)
{
	*b = (off - base) / stride;
	return off >= base && *b < count;
}

/* Reading the lower half keeps the upper one, so that the two belong together. Host and MCU have
 * a copy each. */
static uint32_t timebase(struct card *c, bool host)
{
	uint64_t t = card_time(c, host);

	c->timebase_hi[host] = (uint32_t)(t >> 32);
	return (uint32_t)t;
}

/* Levels: each bit stays until its cause is gone. */
uint32_t intc_pending(const struct card *c)
{
	/* The MCU may be ahead of the card by a slice, and must see its own timer. */
	uint64_t t = c->mcu.time > c->now ? c->mcu.time : c->now;
	/* DMA's bits are kept, as a job that has ended leaves no other cause. */
	uint32_t p = c->intc.dma;

	if (c->intc.db_pending[0] | c->intc.db_pending[1])
		p |= SMGPU_INTC_PENDING_DOORBELL_MASK;
	if (c->launch.event_count)
		p |= SMGPU_INTC_PENDING_LAUNCH_MASK;
	if (c->trap_count)
		p |= SMGPU_INTC_PENDING_TRAP_MASK;
	if (c->launch.bells)
		p |= SMGPU_INTC_PENDING_BELL_MASK;
	if (t >= c->intc.timer)
		p |= SMGPU_INTC_PENDING_TIMER_MASK;
	return p;
}

/* Configuration is that of the preset; what the card has not is 0. */
static uint32_t host_read(struct card *c, uint32_t off, bool host)
{
	const struct preset *p = c->preset;
	unsigned i;

	switch (off) {
	case SMGPU_HOST_MAGIC:
		return SMGPU_HOST_MAGIC_VALUE_RESET;
	case SMGPU_HOST_VERSION:
		return SMGPU_HOST_VERSION_MAJOR_RESET << SMGPU_HOST_VERSION_MAJOR_SHIFT;
	/* From here on it is how the driver and the firmware know the card. */
	case SMGPU_HOST_CONFIG0:
		return p->sms | p->warps << SMGPU_HOST_CONFIG0_WARPS_SHIFT |
		       p->lanes << SMGPU_HOST_CONFIG0_LANES_SHIFT |
		       p->dmas << SMGPU_HOST_CONFIG0_DMA_ENGINES_SHIFT |
		       (p->credit ? SMGPU_HOST_CONFIG0_CREDIT_MASK : 0) |
		       (p->const_kib ? SMGPU_HOST_CONFIG0_CONSTANTS_MASK : 0) |
		       (p->prio ? SMGPU_HOST_CONFIG0_PRIO_MASK : 0) |
		       (p->tex ? SMGPU_HOST_CONFIG0_TEX_MASK : 0);
	case SMGPU_HOST_CONFIG1:
		return p->dtoks | SLOTS << SMGPU_HOST_CONFIG1_TASK_SLOTS_SHIFT |
		       VMS << SMGPU_HOST_CONFIG1_VMS_SHIFT;
	case SMGPU_HOST_CONFIG2: return p->l1_kib | p->l2_kib << SMGPU_HOST_CONFIG2_L2_KIB_SHIFT;
	case SMGPU_HOST_CONFIG3:
		return p->shared_kib | TCM_BYTES / 1024 << SMGPU_HOST_CONFIG3_TCM_KIB_SHIFT;
	case SMGPU_HOST_CONFIG4:
		return (p->turns ? SMGPU_HOST_CONFIG4_TURNS_MASK : 0) |
		       (p->textile ? SMGPU_HOST_CONFIG4_TEXTILE_MASK : 0) |
		       (p->attr_kib ? SMGPU_HOST_CONFIG4_ATTRIBUTES_MASK : 0) |
		       (p->prio_l2 ? SMGPU_HOST_CONFIG4_PRIO_L2_MASK : 0) |
		       (p->predict ? SMGPU_HOST_CONFIG4_PREDICT_MASK : 0) |
		       (p->bonus ? SMGPU_HOST_CONFIG4_BONUS_MASK : 0) |
		       (p->walks > 1 ? SMGPU_HOST_CONFIG4_RANGES_MASK : 0) |
		       p->l2_banks << SMGPU_HOST_CONFIG4_L2_BANKS_SHIFT;
	/* The shared memory of a task that has L1's RAM, too. */
	case SMGPU_HOST_THROTTLE:
		return p->shared_kib + (p->lend ? p->l1_kib : 0);
	case SMGPU_HOST_DRAM_MIB:
		return (uint32_t)(c->dram_bytes >> 20);
	/* One tick is a cycle. */
	case SMGPU_HOST_TIMEBASE_HZ:
		return SMGPU_HOST_TIMEBASE_HZ_VALUE_RESET;
	case SMGPU_HOST_TIMEBASE_LO:
		return timebase(c, host);
	/* The half that belongs to the lower one read last. */
	case SMGPU_HOST_TIMEBASE_HI:
		return c->timebase_hi[host];
	case SMGPU_HOST_PROGRESS:
		return c->progress;
	case SMGPU_MCU_CTRL:
		return c->mcu.run;
	case SMGPU_MCU_STATUS:
		return (c->mcu.sleeping ? SMGPU_MCU_STATUS_SLEEPING_MASK : 0) |
		       (c->mcu.locked_up ? SMGPU_MCU_STATUS_LOCKED_UP_MASK : 0);
	case SMGPU_MCU_RESET_VECTOR:
		return c->mcu.reset_vector;
	case SMGPU_MCU_PC:
		return c->mcu.pc;
	default:
		return in_array(off, SMGPU_HOST_SCRATCH(0), SMGPU_HOST_SCRATCH_COUNT, &i)
			       ? c->scratch[i]
			       : 0;
	}
}

/* @mcu_or_free: the writer is the MCU, or the host while the MCU is held in reset. */
static void host_write(struct card *c, uint32_t off, uint32_t v, bool mcu_or_free)
{
	unsigned i;

	switch (off) {
	case SMGPU_HOST_RESET:
		/* The key keeps a stray write from resetting the card. */
		if (FIELD(v, SMGPU_HOST_RESET_KEY) == SMGPU_HOST_RESET_KEY_VALUE)
			card_reset(c, FIELD(v, SMGPU_HOST_RESET_DEPTH));
		return;
	case SMGPU_HOST_PROGRESS:
		if (mcu_or_free)
			c->progress = v;
		return;
	case SMGPU_HOST_MSI:
		if (mcu_or_free && (v & SMGPU_HOST_MSI_RAISE_MASK))
			c->host->msi(c->host_ctx, 0);
		return;
	case SMGPU_MCU_CTRL:
		/* Setting RUN again while it runs changes nothing. */
		if (!(v & SMGPU_MCU_CTRL_RUN_MASK) || !c->mcu.run) {
			mcu_reset(c);
			c->mcu.run = v & SMGPU_MCU_CTRL_RUN_MASK;
		}
		return;
	case SMGPU_MCU_RESET_VECTOR:
		c->mcu.reset_vector = v;
		return;
	default:
		if (in_array(off, SMGPU_HOST_SCRATCH(0), SMGPU_HOST_SCRATCH_COUNT, &i))
			c->scratch[i] = v;
	}
}

/* The register at offset @at of an engine, NULL for none. */
static uint32_t *dma_reg(struct dma *d, uint32_t at)
{
	switch (at) {
	case SMGPU_DMA_SRC_LO(0) - SMGPU_DMA_BASE:
		return &d->src_lo;
	case SMGPU_DMA_SRC_HI(0) - SMGPU_DMA_BASE:
		return &d->src_hi;
	case SMGPU_DMA_DST_LO(0) - SMGPU_DMA_BASE:
		return &d->dst_lo;
	case SMGPU_DMA_DST_HI(0) - SMGPU_DMA_BASE:
		return &d->dst_hi;
	case SMGPU_DMA_LEN(0) - SMGPU_DMA_BASE:
		return &d->len;
	case SMGPU_DMA_FILL(0) - SMGPU_DMA_BASE:
		return &d->fill;
	case SMGPU_DMA_CTRL(0) - SMGPU_DMA_BASE:
		return &d->ctrl;
	case SMGPU_DMA_STATUS(0) - SMGPU_DMA_BASE:
		return &d->status;
	case SMGPU_DMA_FAULT_VA(0) - SMGPU_DMA_BASE:
		return &d->fault_va;
	case SMGPU_DMA_FAULT_HI(0) - SMGPU_DMA_BASE:
		return &d->fault_hi;
	case SMGPU_DMA_REST(0) - SMGPU_DMA_BASE:
		return &d->rest;
	default:
		return NULL;
	}
}

/* Writing CTRL starts the engine; what the engine itself writes can't be written. */
static void dma_write(struct card *c, unsigned e, uint32_t at, uint32_t v, uint64_t time)
{
	struct dma *d = &c->dma[e];
	uint32_t *r = dma_reg(d, at);

	/* The engine owns what it reports. */
	if (!r || r == &d->status || r == &d->fault_va || r == &d->fault_hi || r == &d->rest)
		return;
	/* While the engine works, too: it has a copy of the job. */
	*r = v;
	if (r == &d->ctrl)
		dma_start(c, e, time);
}

/* Neither reads nor clears anything but what it returns. */
static uint32_t intc_read(const struct card *c, uint32_t off)
{
	unsigned i;

	switch (off) {
	case SMGPU_INTC_PENDING:
		return intc_pending(c);
	case SMGPU_INTC_ENABLE:
		return c->intc.enable;
	case SMGPU_INTC_TIMER_LO:
		return (uint32_t)c->intc.timer;
	case SMGPU_INTC_TIMER_HI:
		return (uint32_t)(c->intc.timer >> 32);
	default:
		if (in_array(off, SMGPU_INTC_DB_PENDING(0), SMGPU_INTC_DB_PENDING_COUNT, &i))
			return c->intc.db_pending[i];
		return in_array(off, SMGPU_INTC_DB_VALUE(0), SMGPU_INTC_DB_VALUE_COUNT, &i)
			       ? c->intc.db_value[i]
			       : 0;
	}
}

/* Pending bits are cleared by ones. */
static void intc_write(struct card *c, uint32_t off, uint32_t v)
{
	unsigned i;

	switch (off) {
	case SMGPU_INTC_ENABLE:
		c->intc.enable = v & SMGPU_INTC_ENABLE_VALUE_MASK;
		return;
	/* A time of which one half is written may be due: the firmware puts it far away first. */
	case SMGPU_INTC_TIMER_LO:
		c->intc.timer = (c->intc.timer & ~0xffffffffull) | v;
		return;
	case SMGPU_INTC_TIMER_HI:
		c->intc.timer = (c->intc.timer & 0xffffffffull) | (uint64_t)v << 32;
		return;
	case SMGPU_INTC_DMA_ACK:
		c->intc.dma &= ~v;
		return;
	default:
		if (in_array(off, SMGPU_INTC_DB_PENDING(0), SMGPU_INTC_DB_PENDING_COUNT, &i))
			c->intc.db_pending[i] &= ~v;
	}
}

/* Registers of ranges exist only on a card with several page walks. */
static void mmu_write(struct card *c, uint32_t off, uint32_t v, uint64_t time)
{
	unsigned i, k;

	/* Done at once for all SMs; BUSY tells of the time that it would take. */
	if (off == SMGPU_MMU_INVALIDATE) {
		mmu_invalidate(c, v, time);
	} else if (off == SMGPU_MMU_FIRST && c->preset->walks > 1) {
		c->mmu.first = v & SMGPU_MMU_FIRST_VPN_MASK;
	} else if (off == SMGPU_MMU_LAST && c->preset->walks > 1) {
		c->mmu.last = v & SMGPU_MMU_LAST_VPN_MASK;
	} else if (off == SMGPU_MMU_CACHE) {
		for (i = 0; i < c->preset->sms; i++) {
			for (k = 0; (v & SMGPU_MMU_CACHE_L1_MASK) && k < c->sm[i].l1_lines; k++)
				c->sm[i].l1_tag[k] = 0;
			for (k = 0; (v & SMGPU_MMU_CACHE_CODE_MASK) && k < CODE_LINES; k++)
				c->sm[i].code[k].tag = 0;
		}
		/* Done at once, like all invalidations; the firmware waits all the same. */
		c->mmu.busy_until = time + 8;
	} else if (in_array(off, SMGPU_MMU_ROOT(0), SMGPU_MMU_ROOT_COUNT, &i)) {
		c->mmu.root[i] = v & (SMGPU_MMU_ROOT_PPN_MASK | SMGPU_MMU_ROOT_VALID_MASK);
	}
}

/* Reading a trap's info holds the entry, so that a kill does not take it away under the reader. */
static uint32_t launch_read(struct card *c, uint32_t off)
{
	const struct trap_entry *t = &c->trap[c->trap_head];
	uint32_t bits = 0;
	unsigned s;

	switch (off) {
	case SMGPU_LAUNCH_CTRL:
		return c->launch.ctrl;
	case SMGPU_LAUNCH_ORDER(0):
	case SMGPU_LAUNCH_ORDER(1):
		return c->launch.order[(off - SMGPU_LAUNCH_ORDER(0)) / 4];
	case SMGPU_LAUNCH_ORDER_USED:
		return c->launch.order_used;
	case SMGPU_LAUNCH_EVENT:
		return launch_event(c);
	/* Until the kill's event: then the slot is free. */
	case SMGPU_LAUNCH_KILL:
		for (s = 0; s < SLOTS; s++)
			bits |= (uint32_t)c->launch.slot[s].killed << s;
		return bits;
	case SMGPU_LAUNCH_BUSY:
		for (s = 0; s < SLOTS; s++)
			bits |= (uint32_t)(c->launch.slot[s].inflight != 0) << s;
		return bits;
	case SMGPU_LAUNCH_BELL:
		return c->launch.bells;
	case SMGPU_TRAP_INFO:
		c->trap_held = c->trap_count;
		return c->trap_count ? t->info : 0;
	case SMGPU_TRAP_WHERE:
		return c->trap_count ? t->where : 0;
	case SMGPU_TRAP_PC:
		return c->trap_count ? t->pc : 0;
	case SMGPU_TRAP_ADDR:
		return c->trap_count ? t->addr : 0;
	default:
		return in_array(off, SMGPU_LAUNCH_SM_STATE(0), SMGPU_LAUNCH_SM_STATE_COUNT, &s)
			       ? launch_sm_state(c, s)
			       : 0;
	}
}

/* Any write may make a launch possible, so the launcher looks again. */
static void launch_write(struct card *c, uint32_t off, uint32_t v)
{
	c->launch.changed = true;
	switch (off) {
	case SMGPU_LAUNCH_CTRL:
		c->launch.ctrl = v & (SMGPU_LAUNCH_CTRL_POLICY_MASK | SMGPU_LAUNCH_CTRL_RANK_MASK);
		return;
	case SMGPU_LAUNCH_ORDER(0):
	case SMGPU_LAUNCH_ORDER(1):
		c->launch.order[(off - SMGPU_LAUNCH_ORDER(0)) / 4] = v;
		return;
	case SMGPU_LAUNCH_ORDER_USED:
		c->launch.order_used = v & SMGPU_LAUNCH_ORDER_USED_VALUE_MASK;
		return;
	case SMGPU_LAUNCH_EVENT_POP:
		if (v & SMGPU_LAUNCH_EVENT_POP_POP_MASK)
			launch_pop_event(c);
		return;
	case SMGPU_LAUNCH_KILL:
		launch_kill(c, v & SMGPU_LAUNCH_KILL_VALUE_MASK);
		return;
	case SMGPU_LAUNCH_BELL:
		c->launch.bells &= ~v;
		return;
	case SMGPU_TRAP_POP:
		if (v & SMGPU_TRAP_POP_POP_MASK)
			trap_pop(c);
		return;
	default:
		return;
	}
}

/* Words of a slot in the order of the register file */
static uint32_t *slot_reg(struct slot *s, uint32_t at)
{
	uint32_t *const regs[] = {
		&s->ctrl,     &s->sm_mask,   &s->entry,	      &s->param,       &s->grid[0],
		&s->grid[1],  &s->grid[2],   &s->cta_xy,      &s->cta_z,       &s->shape,
		&s->recip_x,  &s->recip_xy,  &s->shared,      &s->local,       &s->local_va,
		&s->next,     &s->limit,     &s->next_xyz[0], &s->next_xyz[1], &s->next_xyz[2],
		&s->inflight, &s->completed, &s->warp_instr,  &s->coalesce,    &s->timeout,
		&s->quota,
	};

	/* The rest of the block is reserved. */
	return at / 4 < sizeof(regs) / sizeof(regs[0]) ? regs[at / 4] : NULL;
}

/* What the launcher counts can't be written. Writing CTRL may fill or stop the slot. */
static void slot_write(struct card *c, unsigned s, uint32_t at, uint32_t v)
{
	uint32_t *r = slot_reg(&c->launch.slot[s], at);

	/* The mask has the bits of SLOT.CTRL. */
	if (at == 0)
		launch_write_ctrl(c, s, v & 0x0fff3f7fu);
	/* A queue grows while its slot runs. */
	else if (at == SMGPU_SLOT_LIMIT(0) - SMGPU_SLOT_BASE)
		launch_limit(c, s, v);
	else if (r && (at < SMGPU_SLOT_INFLIGHT(0) - SMGPU_SLOT_BASE ||
		       at > SMGPU_SLOT_WARP_INSTR(0) - SMGPU_SLOT_BASE))
		*r = v;
	c->launch.changed = true;
}

/* What is no register reads 0. @host: who asks. */
uint32_t reg_read(struct card *c, uint32_t off, bool host)
{
	unsigned i;
	uint32_t *r;

	/* Blocks lie in the order of their addresses, HOST and MCU first. */
	if (off < SMGPU_DMA_BASE)
		return host_read(c, off, host);
	if (in_blocks(off, SMGPU_DMA_BASE, SMGPU_DMA_STRIDE, SMGPU_DMA_COUNT, &i)) {
		if (i >= c->preset->dmas)
			return 0;
		r = dma_reg(&c->dma[i], (off - SMGPU_DMA_BASE) % SMGPU_DMA_STRIDE);
		return r ? *r : 0;
	}
	if (off >= SMGPU_INTC_BASE && off < SMGPU_MMU_BASE)
		return intc_read(c, off);
	if (off == SMGPU_MMU_STATUS)
		return card_time(c, host) < c->mmu.busy_until;
	if (in_array(off, SMGPU_MMU_ROOT(0), SMGPU_MMU_ROOT_COUNT, &i))
		return c->mmu.root[i];
	if (off >= SMGPU_LAUNCH_BASE && off < SMGPU_SLOT_BASE)
		return launch_read(c, off);
	if (in_blocks(off, SMGPU_SLOT_BASE, SMGPU_SLOT_STRIDE, SMGPU_SLOT_COUNT, &i)) {
		r = slot_reg(&c->launch.slot[i], (off - SMGPU_SLOT_BASE) % SMGPU_SLOT_STRIDE);
		return r ? *r : 0;
	}
	/* Only SMs that the preset has. */
	if (in_blocks(off, SMGPU_SM_CFG_BASE, SMGPU_SM_CFG_STRIDE, c->preset->sms, &i))
		return sm_read(&c->sm[i], (off - SMGPU_SM_CFG_BASE) % SMGPU_SM_CFG_STRIDE);
	return in_array(off, SMGPU_PERF_VALUE(0), SMGPU_PERF_VALUE_COUNT, &i) ? perf_value(c, i)
									      : 0;
}

/* Writes that are not allowed are ignored without a sign, as in the hardware. */
void reg_write(struct card *c, uint32_t off, uint32_t v, bool host)
{
	/* Two writers would undo each other's work. */
	bool allowed = !host || !c->mcu.run;
	unsigned i;

	if (off < SMGPU_DMA_BASE) {
		host_write(c, off, v, allowed);
		return;
	}
	if (!allowed)
		return;
	if (in_blocks(off, SMGPU_DMA_BASE, SMGPU_DMA_STRIDE, SMGPU_DMA_COUNT, &i)) {
		if (i < c->preset->dmas)
			dma_write(c, i, (off - SMGPU_DMA_BASE) % SMGPU_DMA_STRIDE, v,
				  card_time(c, host));
	} else if (off >= SMGPU_INTC_BASE && off < SMGPU_MMU_BASE)
		intc_write(c, off, v);
	else if (off >= SMGPU_MMU_BASE && off < SMGPU_LAUNCH_BASE)
		mmu_write(c, off, v, card_time(c, host));
	else if (off >= SMGPU_LAUNCH_BASE && off < SMGPU_SLOT_BASE)
		launch_write(c, off, v);
	else if (in_blocks(off, SMGPU_SLOT_BASE, SMGPU_SLOT_STRIDE, SMGPU_SLOT_COUNT, &i))
		slot_write(c, i, (off - SMGPU_SLOT_BASE) % SMGPU_SLOT_STRIDE, v);
	else if (in_blocks(off, SMGPU_SM_CFG_BASE, SMGPU_SM_CFG_STRIDE, c->preset->sms, &i))
		sm_config(&c->sm[i], (off - SMGPU_SM_CFG_BASE) % SMGPU_SM_CFG_STRIDE, v);
	else if (off == SMGPU_PERF_CTRL)
		perf_control(c, v & SMGPU_PERF_CTRL_SNAPSHOT_MASK, v & SMGPU_PERF_CTRL_CLEAR_MASK);
}

/* The MCU learns of it by an interrupt; a value that it has not read is overwritten. */
void reg_doorbell(struct card *c, unsigned channel, uint32_t v)
{
	c->intc.db_value[channel] = v;
	/* The value first: whoever sees the bit finds it. */
	c->intc.db_pending[channel / 32] |= 1u << channel % 32;
}
