// SPDX-License-Identifier: MIT
/*
 * The control core: RV32IM_Zicsr in machine mode, tightly coupled RAM, one external interrupt.
 *
 * The firmware runs on it. Each kind of instruction takes a fixed number of cycles.
 *
 * It is the reference of the RTL's core for what firmware can see; times are near those of the RTL.
 * Exceptions do not nest: a second one before mret stops the core, and MCU.STATUS says so.
 *
 * Every access of it to a register goes through reg_read() and reg_write(), as those of the host
 * do.
 */
#include <string.h>

#include "model.h"

#define MSTATUS_MIE	(1u << 3)
#define MSTATUS_MPIE	(1u << 7)
#define MSTATUS_MPP	(3u << 11)
#define MIX_ME		(1u << 11)
#define CAUSE_EXTERNAL	0x8000000bu
#define MISA		0x40001100u	/* RV32 I M */

enum cause {
	FETCH_MISALIGNED = 0,
	FETCH_FAULT = 1,
	ILLEGAL = 2,
	BREAKPOINT = 3,
	LOAD_MISALIGNED = 4,
	LOAD_FAULT = 5,
	STORE_MISALIGNED = 6,
	STORE_FAULT = 7,
	ECALL_M = 11
};

#define CYCLES_MEMORY	2u	/* beside the one of each instruction */
#define CYCLES_DRAM	20u	/* for each access outside of the TCM */
#define CYCLES_DIVIDE	32u

/* All but the reset vector goes. The core does not run until MCU.CTRL says so. */
void mcu_reset(struct card *c)
{
	struct mcu *m = &c->mcu;
	/* It is a register of its own, which the host sets before the core runs. */
	uint32_t vector = m->reset_vector;

	memset(m, 0, sizeof(*m));
	m->reset_vector = vector;
	m->pc = SMGPU_MCU_TCM_BASE + vector;
	m->mstatus = MSTATUS_MPP;
	/* Time does not stand still in a reset. */
	m->time = c->now;
}

/* One line: the firmware reads which causes there are. */
static bool interrupt(const struct card *c)
{
	return intc_pending(c) & c->intc.enable;
}

/* wfi ends by a pending interrupt even if interrupts are off in mstatus. */
bool mcu_wakes(const struct card *c)
{
	return (c->mcu.mie & MIX_ME) && interrupt(c);
}

/* Exceptions and interrupts alike; interrupts are off afterwards. */
static void enter(struct mcu *m, uint32_t cause, uint32_t value)
{
	/* The instruction has not happened: for an exception it is the one to blame, for an
	 * interrupt the next one. */
	m->mepc = m->pc;
	m->mcause = cause;
	m->mtval = value;
	m->mstatus = (m->mstatus & ~(MSTATUS_MIE | MSTATUS_MPIE)) |
		     (m->mstatus & MSTATUS_MIE ? MSTATUS_MPIE : 0) | MSTATUS_MPP;
	m->pc = m->mtvec & ~3u;
}

/* An exception while one is being handled stops the core: it would only run in circles. */
static void trap(struct mcu *m, enum cause cause, uint32_t value)
{
	/* Only exceptions set the mark: one within the handler of an interrupt is the first. */
	if (m->in_trap) {
		m->locked_up = true;
		return;
	}
	m->in_trap = true;
	enter(m, cause, value);
}

/* Where the bytes of [addr, addr + n) are, or NULL */
static uint8_t *memory(struct card *c, uint32_t addr, unsigned n)
{
	/* Unsigned: an address below the base is far above the end. */
	if (addr - SMGPU_MCU_TCM_BASE <= TCM_BYTES - n)
		return c->tcm + (addr - SMGPU_MCU_TCM_BASE);
	if (addr >= SMGPU_MCU_DRAM_BASE && addr < SMGPU_MCU_DRAM_END &&
	    (uint64_t)(addr - SMGPU_MCU_DRAM_BASE) + n <= c->dram_bytes) {
		c->mcu.time += CYCLES_DRAM;
		return c->dram + (addr - SMGPU_MCU_DRAM_BASE);
	}
	return NULL;
}

/* Registers are words: a smaller access is a fault. */
static bool is_register(uint32_t addr, unsigned n)
{
	return addr - SMGPU_MCU_REGS_BASE < CARD_BAR0_REGS && n == 4;
}

/* False if it trapped; *@v is not to be used then. */
static bool load(struct card *c, uint32_t addr, unsigned funct3, uint32_t *v)
{
	unsigned n = 1u << (funct3 & 3);
	const uint8_t *p;

	if (addr & (n - 1)) {
		trap(&c->mcu, LOAD_MISALIGNED, addr);
		return false;
	}
	*v = 0;
	/* Registers have no bytes: such an access finds nothing below. */
	if (is_register(addr, n)) {
		*v = reg_read(c, addr - SMGPU_MCU_REGS_BASE, false);
		return true;
	}
	p = memory(c, addr, n);
	if (!p) {
		trap(&c->mcu, LOAD_FAULT, addr);
		return false;
	}
	/* As it lies in memory: host and card are both little endian. */
	memcpy(v, p, n);
	/* lb and lh have a sign; lw, lbu and lhu are there already. */
	if (funct3 == 0)
		*v = (uint32_t)(int8_t)*v;
	if (funct3 == 1)
		*v = (uint32_t)(int16_t)*v;
	return true;
}

/* False if it trapped; then nothing was written. */
static bool store(struct card *c, uint32_t addr, unsigned funct3, uint32_t v)
{
	unsigned n = 1u << funct3;
	uint8_t *p;

	if (addr & (n - 1)) {
		trap(&c->mcu, STORE_MISALIGNED, addr);
		return false;
	}
	if (is_register(addr, n)) {
		reg_write(c, addr - SMGPU_MCU_REGS_BASE, v, false);
		return true;
	}
	p = memory(c, addr, n);
	if (!p) {
		trap(&c->mcu, STORE_FAULT, addr);
		return false;
	}
	memcpy(p, &v, n);
	/* What SMs keep of that line is old now; nobody else keeps anything of the TCM. */
	if (addr >= SMGPU_MCU_DRAM_BASE)
		mem_written(c, addr - SMGPU_MCU_DRAM_BASE, n);
	return true;
}

/* The M extension, by funct3; a division takes longer. */
static uint32_t muldiv(struct mcu *m, unsigned funct3, uint32_t a, uint32_t b)
{
	bool overflow = a == 0x80000000u && b == 0xffffffffu;

	/* One bit of the quotient a cycle. */
	if (funct3 >= 4)
		m->time += CYCLES_DIVIDE;
	switch (funct3) {
	case 0:
		return a * b;
	case 1:
		return (uint32_t)(((int64_t)(int32_t)a * (int32_t)b) >> 32);
	case 2:
		return (uint32_t)(((int64_t)(int32_t)a * (int64_t)b) >> 32);
	case 3:
		return (uint32_t)(((uint64_t)a * b) >> 32);
	case 4:
		return !b ? ~0u : overflow ? a : (uint32_t)((int32_t)a / (int32_t)b);
	case 5:
		return b ? a / b : ~0u;
	case 6:
		return !b ? a : overflow ? 0 : (uint32_t)((int32_t)a % (int32_t)b);
	default:
		return b ? a % b : a;
	}
}

/* @alt: bit 30 of the instruction, for sub and sra. */
static uint32_t alu(unsigned funct3, bool alt, uint32_t a, uint32_t b)
{
	switch (funct3) {
	case 0:
		return alt ? a - b : a + b;
	case 1:
		return a << (b & 31);
	case 2:
		return (int32_t)a < (int32_t)b;
	case 3:
		return a < b;
	case 4:
		return a ^ b;
	case 5:
		return alt ? (uint32_t)((int32_t)a >> (b & 31)) : a >> (b & 31);
	case 6:
		return a | b;
	default:
		return a & b;
	}
}

/* False if there is no such CSR. A write keeps only the bits that exist. */
static bool csr(struct card *c, unsigned n, bool write, uint32_t v, uint32_t *old)
{
	struct mcu *m = &c->mcu;
	uint32_t *r = NULL, keep = ~0u;

	switch (n) {
	case 0x300:
		/* MPP always reads machine mode, as there is no other. */
		r = &m->mstatus;
		keep = MSTATUS_MIE | MSTATUS_MPIE;
		break;
	/* A write is taken and changes nothing. */
	case 0x301:
		*old = MISA;
		return true;
	case 0x304:
		r = &m->mie;
		keep = MIX_ME;
		break;
	case 0x305:
		r = &m->mtvec;
		keep = ~3u;
		break;
	case 0x340:
		r = &m->mscratch;
		break;
	case 0x341:
		r = &m->mepc;
		keep = ~3u;
		break;
	case 0x342:
		r = &m->mcause;
		break;
	case 0x343:
		r = &m->mtval;
		break;
	/* Its cause must go: no write clears the line. */
	case 0x344:
		*old = interrupt(c) ? MIX_ME : 0;
		return true;
	/* Reading takes the moment's value; the two halves are not kept together. */
	case 0xb00:
	case 0xb80:
		*old = (uint32_t)(m->time >> (n & 0x80 ? 32 : 0));
		return true;
	case 0xb02:
	case 0xb82:
		*old = (uint32_t)(m->instret >> (n & 0x80 ? 32 : 0));
		return true;
	/* The number of the core. It may only be read. */
	case 0xf14:
		*old = 0;
		return !write;
	default:
		return false;
	}
	*old = *r;
	if (write)
		*r = (v & keep) | (n == 0x300 ? MSTATUS_MPP : 0);
	return true;
}

/* ecall, ebreak, mret, wfi, CSRs. False if it trapped; then nothing else happens. */
static bool system_insn(struct card *c, uint32_t w, uint32_t *next, uint32_t *rd)
{
	struct mcu *m = &c->mcu;
	unsigned f3 = w >> 12 & 7, rs1 = w >> 15 & 31;
	uint32_t operand = f3 & 4 ? rs1 : m->x[rs1], old = 0;
	/* csrrs and csrrc with x0 only read, so they may name a CSR that cannot be written. */
	bool write = (f3 & 3) == 1 || rs1;

	if (w == 0x00000073 || w == 0x00100073) {
		trap(m, w == 0x00000073 ? ECALL_M : BREAKPOINT, w == 0x00000073 ? 0 : m->pc);
		return false;
	}
	/* mret */
	if (w == 0x30200073) {
		m->mstatus = (m->mstatus & ~MSTATUS_MIE) |
			     (m->mstatus & MSTATUS_MPIE ? MSTATUS_MIE : 0) | MSTATUS_MPIE;
		m->in_trap = false;
		*next = m->mepc;
		return true;
	}
	/* wfi */
	if (w == 0x10500073) {
		m->sleeping = true;
		return true;
	}
	/* Read first, as a write needs the old value, too. */
	if (!(f3 & 3) || !csr(c, w >> 20, false, 0, &old)) {
		trap(m, ILLEGAL, w);
		return false;
	}
	if (write && !csr(c, w >> 20, true,
			  (f3 & 3) == 1	  ? operand
			  : (f3 & 3) == 2 ? old | operand
					  : old & ~operand,
			  &old)) {
		trap(m, ILLEGAL, w);
		return false;
	}
	*rd = old;
	return true;
}

/* The lowest bit of funct3 turns the condition round. */
static bool branch_taken(unsigned funct3, uint32_t a, uint32_t b)
{
	bool r = funct3 < 2 ? a == b : funct3 < 6 ? (int32_t)a < (int32_t)b : a < b;

	return r != (funct3 & 1);
}

static int32_t imm_b(uint32_t w)
{
	return (int32_t)((w & 0x80000000u ? 0xfffff000u : 0) | (w >> 7 & 1) << 11 |
			 (w >> 25 & 0x3f) << 5 | (w >> 8 & 15) << 1);
}

static int32_t imm_j(uint32_t w)
{
	return (int32_t)((w & 0x80000000u ? 0xfff00000u : 0) | (w & 0xff000) | (w >> 20 & 1) << 11 |
			 (w >> 21 & 0x3ff) << 1);
}

/* One instruction. Code comes from the TCM only, so a fetch takes no time of its own. */
static void step(struct card *c)
{
	struct mcu *m = &c->mcu;
	uint32_t w, a, b, v = 0, next = m->pc + 4;
	unsigned rd, f3, f7;
	const uint8_t *p =
		m->pc & 3 || m->pc - SMGPU_MCU_TCM_BASE >= SMGPU_FW_CODE_BYTES
			? NULL
			: memory(c, m->pc, 4);
	/* An instruction without a result clears the first, one that there is not the second. */
	bool writes = true, legal = true;

	/* Counted even if the fetch traps. */
	m->time++;
	if (!p) {
		trap(m, m->pc & 3 ? FETCH_MISALIGNED : FETCH_FAULT, m->pc);
		return;
	}
	memcpy(&w, p, 4);
	rd = w >> 7 & 31;
	f3 = w >> 12 & 7;
	f7 = w >> 25;
	a = m->x[w >> 15 & 31];
	b = m->x[w >> 20 & 31];
	/* By major opcode, in the order of RISC-V's table of formats. */
	switch (w & 0x7f) {
	case 0x37:
		v = w & 0xfffff000u;
		break;
	case 0x17:
		v = m->pc + (w & 0xfffff000u);
		break;
	case 0x6f:
		v = next;
		next = m->pc + (uint32_t)imm_j(w);
		break;
	case 0x67:
		legal = f3 == 0;
		v = next;
		next = (a + (uint32_t)((int32_t)w >> 20)) & ~1u;
		break;
	case 0x63:
		legal = f3 != 2 && f3 != 3;
		writes = false;
		if (branch_taken(f3, a, b))
			next = m->pc + (uint32_t)imm_b(w);
		break;
	case 0x03:
		legal = f3 != 3 && f3 < 6;
		m->time += CYCLES_MEMORY;
		if (legal && !load(c, a + (uint32_t)((int32_t)w >> 20), f3, &v))
			return;
		break;
	case 0x23:
		legal = f3 < 3;
		writes = false;
		m->time += CYCLES_MEMORY;
		if (legal && !store(c, a + ((uint32_t)((int32_t)w >> 25) << 5 | rd), f3, b))
			return;
		break;
	case 0x13:
		legal = (f3 != 1 || f7 == 0) && (f3 != 5 || f7 == 0 || f7 == 0x20);
		v = alu(f3, f3 == 5 && f7 == 0x20, a, (uint32_t)((int32_t)w >> 20));
		break;
	case 0x33:
		legal = f7 < 2 || (f7 == 0x20 && (f3 == 0 || f3 == 5));
		v = f7 == 1 ? muldiv(m, f3, a, b) : alu(f3, f7 == 0x20, a, b);
		break;
	/* fence, fence.i: nothing here is kept back or fetched ahead. */
	case 0x0f:
		legal = f3 < 2;
		writes = false;
		break;
	case 0x73:
		writes = f3 != 0;
		if (!system_insn(c, w, &next, &v))
			return;
		break;
	default:
		legal = false;
	}
	if (!legal) {
		trap(m, ILLEGAL, w);
		return;
	}
	/* The jump has not happened, and x[rd] is as it was. */
	if (next & 3) {
		trap(m, FETCH_MISALIGNED, next);
		return;
	}
	if (writes && rd)
		m->x[rd] = v;
	m->pc = next;
	m->instret++;
	c->perf[SMGPU_PERF_CARD_MCU_INSTR]++;
}

/* Time passes and is counted as sleep. */
static void sleep_until(struct card *c, uint64_t until)
{
	c->perf[SMGPU_PERF_CARD_MCU_SLEEP_CYCLES] += until - c->mcu.time;
	c->mcu.time = until;
}

/* An instruction may end behind @until; the next slice is then shorter. */
void mcu_run(struct card *c, uint64_t until)
{
	struct mcu *m = &c->mcu;

	if (!m->run || m->locked_up) {
		m->time = until;
		return;
	}
	while (m->time < until && m->run && !m->locked_up) {
		if (m->sleeping) {
			/* Nothing in this slice can wake it: others run after it. */
			if (!mcu_wakes(c)) {
				sleep_until(c, until);
				return;
			}
			m->sleeping = false;
		}
		/* Between two instructions, so that a handler sees whole ones. */
		if ((m->mstatus & MSTATUS_MIE) && mcu_wakes(c))
			enter(m, CAUSE_EXTERNAL, 0);
		step(c);
	}
	if (m->time < until)
		m->time = until;
}
