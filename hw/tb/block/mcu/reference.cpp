// SPDX-License-Identifier: MIT
#include "random.h"

#include "ops.h"
#include "smgpu_fw_abi.h"

#define EVAL(name, expr) case __COUNTER__: return expr;
static uint32_t operation(unsigned op, uint32_t a, uint32_t b)
{
	switch (op) {
	OPS(EVAL)
	}
	return 0;
}
// The order of OPS
enum { Add, Sub, Sll, Slt, Sltu, Xor, Srl, Sra, Or, And, Mul };

static unsigned alu_op(unsigned f3, bool alt)
{
	static const unsigned ops[] = { Add, Sll, Slt, Sltu, Xor, Srl, Or, And };
	return f3 == 0 && alt ? Sub : f3 == 5 && alt ? Sra : ops[f3];
}

void Reference::trap(uint32_t why, uint32_t what)
{
	trapped = true;
	cause = why;
	tval = what;
	if (!(why >> 31)) {
		if (in_trap) {
			locked = true;
			return;
		}
		in_trap = true;
	}
	mepc = pc;
	mcause = why;
	mtval = what;
	mstatus = mstatus & 8 ? 0x80 : 0;
	pc = mtvec;
}

bool Reference::access(uint32_t addr, unsigned f3, bool write, uint32_t &v, bool bus_error)
{
	unsigned n = 1u << (f3 & 3), shift = 8 * (addr & 3);
	uint32_t mask = (n == 4 ? ~0u : (1u << 8 * n) - 1) << shift, *word;

	if (addr & (n - 1)) {
		trap(write ? 6 : 4, addr);
		return false;
	}
	if (addr - Tcm < 4 * tcm.size())
		word = &tcm[(addr - Tcm) / 4];
	else if (addr >> 16 == SMGPU_MCU_REGS_BASE >> 16 && n == 4)
		word = &bus.regs[addr / 4 % 256];
	else if (addr >> 30 == 1)
		word = &bus.dram[addr / 4 % 256];
	else
		bus_error = true, word = nullptr;
	if (bus_error && (!word || addr >> 30 == 1)) {
		trap(write ? 7 : 5, addr);
		return false;
	}
	if (write) {
		*word = (*word & ~mask) | ((v << shift) & mask);
		return true;
	}
	v = (*word & mask) >> shift;
	if (f3 == 0) v = (uint32_t)(int8_t)v;
	if (f3 == 1) v = (uint32_t)(int16_t)v;
	return true;
}

bool Reference::csr(unsigned n, bool write, unsigned op, uint32_t operand, uint32_t &old, bool irq)
{
	uint32_t *r = nullptr, keep = ~0u, fixed = 0;

	switch (n) {
	case 0x300: r = &mstatus; keep = 0x88; fixed = 0x1800; break;
	case 0x304: r = &mie; keep = 0x800; break;
	case 0x305: r = &mtvec; keep = ~3u; break;
	case 0x340: r = &mscratch; break;
	case 0x341: r = &mepc; keep = ~3u; break;
	case 0x342: r = &mcause; break;
	case 0x343: r = &mtval; break;
	case 0x344: old = irq ? 0x800 : 0; return true;
	case 0x301: old = 0x40001100; return true;
	case 0xb02: old = (uint32_t)instret; return !write;  // random programs do not write it
	case 0xf14: old = 0; return !write;
	default: return false;
	}
	old = *r | fixed;
	if (write)
		*r = (op == 1 ? operand : op == 2 ? old | operand : old & ~operand) & keep;
	return true;
}

bool Reference::touches_bus() const
{
	uint32_t w = pc - Tcm < 4 * tcm.size() ? tcm[(pc - Tcm) / 4] : 0, op = w & 127;
	uint32_t imm = op == 0x23 ? (uint32_t)((int32_t)w >> 25) << 5 | (w >> 7 & 31)
				  : (uint32_t)((int32_t)w >> 20);
	uint32_t addr = x[w >> 15 & 31] + imm;

	return (op == 0x03 || op == 0x23) && addr >> 30 == 1;
}

// irq: the interrupt is taken, or pending for a read of mip. False if the core is locked up.
bool Reference::step(bool irq, bool bus_error)
{
	trapped = wrote = slept = false;
	at = pc;
	if (irq) {
		trap(0x8000000b, 0);
		return true;
	}
	if (pc - Tcm >= SMGPU_FW_CODE_BYTES) {
		trap(1, pc);
		return !locked;
	}
	uint32_t w = tcm[(pc - Tcm) / 4], f3 = w >> 12 & 7, f7 = w >> 25, a = x[w >> 15 & 31],
		 b = x[w >> 20 & 31], next = pc + 4, v = 0, old;
	uint32_t imm_i = (uint32_t)((int32_t)w >> 20);
	bool writes = true, legal = true;

	rd = w >> 7 & 31;
	switch (w & 127) {
	case 0x37: v = w & ~0xfffu; break;
	case 0x17: v = pc + (w & ~0xfffu); break;
	case 0x6f:
		v = next;
		next = pc + ((uint32_t)((int32_t)w >> 31) << 20 | (w & 0xff000) |
			     (w >> 20 & 1) << 11 | (w >> 21 & 0x3ff) << 1);
		break;
	case 0x67:
		legal = f3 == 0;
		v = next;
		if (legal) next = (a + imm_i) & ~1u;
		break;
	case 0x63: {
		bool taken = (f3 >> 1 == 0   ? a == b
			      : f3 >> 1 == 2 ? (int32_t)a < (int32_t)b
					     : a < b) ^
			     (f3 & 1);

		legal = f3 >> 1 != 1;
		writes = false;
		if (taken && legal)
			next = pc + ((uint32_t)((int32_t)w >> 31) << 12 | (w >> 7 & 1) << 11 |
				     (w >> 25 & 63) << 5 | (w >> 8 & 15) << 1);
		break;
	}
	case 0x03:
		legal = f3 != 3 && f3 < 6;
		if (legal && !access(a + imm_i, f3, false, v, bus_error))
			return !locked;
		break;
	case 0x23:
		legal = f3 < 3;
		writes = false;
		if (legal &&
		    !access(a + ((uint32_t)((int32_t)w >> 25) << 5 | rd), f3, true, b, bus_error))
			return !locked;
		break;
	case 0x13:
		legal = f3 == 1 ? f7 == 0 : f3 == 5 ? (f7 & 0x5f) == 0 : true;
		v = operation(alu_op(f3, f3 == 5 && f7), a, imm_i);
		break;
	case 0x33:
		legal = f7 < 2 || (f7 == 0x20 && (f3 == 0 || f3 == 5));
		v = operation(f7 == 1 ? Mul + f3 : alu_op(f3, f7 != 0), a, b);
		break;
	case 0x0f:
		legal = f3 < 2;
		writes = false;
		break;
	case 0x73:
		if (w == 0x00000073 || w == 0x00100073) {
			trap(w == 0x73 ? 11 : 3, w == 0x73 ? 0 : pc);
			return !locked;
		}
		if (w == 0x30200073) {
			mstatus = 0x80 | (mstatus & 0x80 ? 8 : 0);
			in_trap = false;
			next = mepc;
			writes = false;
		} else if (w == 0x10500073) {
			slept = true;
			writes = false;
		} else {
			legal = (f3 & 3) && csr(w >> 20, (f3 & 3) == 1 || (w >> 15 & 31), f3 & 3,
						f3 & 4 ? w >> 15 & 31 : a, old, false);
			v = old;
		}
		break;
	default: legal = false;
	}
	if (!legal) {
		trap(2, w);
		return !locked;
	}
	if (next & 2) {
		trap(0, next);
		return !locked;
	}
	if (writes && rd) {
		x[rd] = value = v;
		wrote = true;
	}
	pc = next;
	instret++;
	return true;
}
