// SPDX-License-Identifier: MIT
// Random programs: plain instructions on few registers, and pairs of a producer and a consumer of
// each kind at each small distance.
#include "random.h"

#include <cstdlib>

// x1..x15 take random results. x22 a code address, x23 one, x24 what a producer makes, x26 memory,
// x27 registers, x28 TCM, x29 counts a loop, x30 where to go on after a jump to nowhere, x31
// belongs to the trap handler.
enum {
	Code = 22,
	One = 23,
	Made = 24,
	Dram = 26,
	Regs = 27,
	Data = 28,
	Count = 29,
	Resume = 30,
	Handler = 31
};

static std::vector<uint32_t> out;

static uint32_t rnd(uint32_t n) { return (uint32_t)random() % n; }
static uint32_t reg() { return rnd(3) ? rnd(6) : rnd(16); }
static void put(uint32_t w) { out.push_back(w); }
static uint32_t i_type(uint32_t op, uint32_t f3, uint32_t rd, uint32_t rs1, uint32_t imm)
{
	return op | rd << 7 | f3 << 12 | rs1 << 15 | imm << 20;
}
static uint32_t r_type(uint32_t f7, uint32_t f3, uint32_t rd, uint32_t rs1, uint32_t rs2)
{
	return 0x33 | rd << 7 | f3 << 12 | rs1 << 15 | rs2 << 20 | f7 << 25;
}
static uint32_t s_type(uint32_t f3, uint32_t rs1, uint32_t rs2, uint32_t imm)
{
	return 0x23 | (imm & 31) << 7 | f3 << 12 | rs1 << 15 | rs2 << 20 | imm >> 5 << 25;
}
static uint32_t b_type(uint32_t f3, uint32_t rs1, uint32_t rs2, uint32_t off)
{
	return 0x63 | (off >> 11 & 1) << 7 | (off >> 1 & 15) << 8 | f3 << 12 | rs1 << 15 |
	       rs2 << 20 | (off >> 5 & 63) << 25 | (off >> 12 & 1) << 31;
}
static uint32_t jal(uint32_t rd, uint32_t off)
{
	return 0x6f | rd << 7 | (off & 0xff000) | (off >> 11 & 1) << 20 | (off >> 1 & 0x3ff) << 21 |
	       (off >> 20 & 1) << 31;
}
static uint32_t addi(uint32_t rd, uint32_t rs1, int imm)
{
	return i_type(0x13, 0, rd, rs1, (uint32_t)imm & 0xfff);
}
static uint32_t branch_f3() { static const uint32_t f[] = { 0, 1, 4, 5, 6, 7 }; return f[rnd(6)]; }
static uint32_t load_f3() { static const uint32_t f[] = { 0, 1, 2, 4, 5, 2 }; return f[rnd(6)]; }

// Mostly aligned
static uint32_t offset(uint32_t f3)
{
	uint32_t off = rnd(1024);

	return rnd(12) ? off & ~((1u << (f3 & 3)) - 1) : off;
}

// Branches forward end here, or before: what follows is whole.
static void land()
{
	for (unsigned i = 0; i < 5; i++) put(addi(reg(), reg(), (int)rnd(64)));
}

static void memory_access()
{
	bool store = rnd(2);
	uint32_t base = rnd(5)	 ? (uint32_t)Data
			: rnd(2) ? (uint32_t)Dram
				 : (uint32_t)Regs,
		 f3 = store ? rnd(3) : load_f3(), off;

	if (base == Regs && rnd(6))
		f3 = 2;
	off = offset(f3);
	if (base == Regs && off > 0x3f0)
		off = 0;	// the last registers command the bench
	put(store ? s_type(f3, base, rnd(4) ? reg() : (uint32_t)Data, off)
		  : i_type(0x03, f3, reg(), base, off));
}

static void plain()
{
	static const uint32_t csrs[] = { 0x300, 0x301, 0x304, 0x305, 0x340, 0x341,
					 0x342, 0x343, 0xb02, 0xf14, 0x345 };
	uint32_t f3 = rnd(8);

	switch (rnd(24)) {
	case 0: put(0x37 | reg() << 7 | (uint32_t)random() << 12); break;
	case 1: put(0x17 | reg() << 7 | (uint32_t)random() << 12); break;
	case 2: put(r_type(1, rnd(5) ? rnd(4) : f3, reg(), reg(), reg())); break;
	case 3: put(i_type(0x73, 2, reg(), 0, csrs[rnd(11)])); break;
	case 4:
		put(i_type(0x73, rnd(2) ? 1 + rnd(3) : 5 + rnd(3), reg(), reg(),
			   rnd(8) ? 0x340 : 0x343));
		break;
	case 5: put(i_type(0x73, rnd(3) ? 6 : 7, reg(), 8, 0x300)); break;	// mstatus.MIE
	case 6: if (!rnd(8)) put(0x10500073); else put(0x0f); break;
	case 7:
		if (!rnd(3)) {
			static const uint32_t bad[] = { 0x73,	    0x100073,	0xffffffff, 0,
							0x00003003, 0x00002063, 0x40001033, 0x73 };
			put(bad[rnd(8)]);
		}
		break;
	case 8: put(b_type(branch_f3(), reg(), reg(), 4 * (1 + rnd(5)))); break;
	case 9:
		if (!rnd(4))
			put(b_type(branch_f3(), reg(), reg(), 6));
		else
			put(jal(reg(), 4 * (1 + rnd(5))));
		break;
	case 10: case 11: case 12: case 13: case 14: case 15: memory_access(); break;
	case 16: case 17: case 18:
		if (f3 == 1 || f3 == 5)
			put(i_type(0x13, f3, reg(), reg(),
				   rnd(32) | (f3 == 5 && rnd(2) ? 0x400 : 0)));
		else put(i_type(0x13, f3, reg(), reg(), rnd(4096)));
		break;
	default: put(r_type((f3 == 0 || f3 == 5) && rnd(2) ? 0x20 : 0, f3, reg(), reg(), reg()));
	}
}

// x24 = rs by a unit of the core. An address does not come from memory that may answer with an
// error.
static void produce(unsigned how, uint32_t rs, bool address)
{
	if (how == 1 || how == 2) {	// loads: from TCM, from the bus
		uint32_t base = how == 1	     ? (uint32_t)Data
				: rnd(2) && !address ? (uint32_t)Dram
						     : (uint32_t)Regs;

		put(s_type(2, base, rs, 64));
		if (rnd(2)) put(addi(reg(), reg(), (int)rnd(2048)));
		put(i_type(0x03, 2, Made, base, 64));
	} else if (how == 3 || how == 4) {
		put(r_type(1, how == 3 ? 0 : 5, Made, rs, One));
	} else if (how == 5) {
		put(i_type(0x73, 1, 0, rs, 0x340));
		put(i_type(0x73, 2, Made, 0, 0x340));
	} else {
		put(addi(Made, rs, 0));
	}
}

static void pair()
{
	unsigned how = rnd(6), use = rnd(10), apart = rnd(3), behind;
	bool memory = use >= 4 && use <= 6, jump = use == 7;
	uint32_t rs = memory ? (uint32_t)Data : jump ? (uint32_t)Code : reg();

	// The target is behind the jump: where that is is known when all is written.
	if (memory || jump)
		land();
	size_t la = out.size();
	if (jump)
		put(0x17 | Code << 7), put(0);
	produce(how, rs, memory || jump);
	for (unsigned i = 0; i < apart; i++)
		put(addi(reg(), reg(), (int)rnd(2048)));
	switch (use) {
	case 0: put(r_type(0, rnd(8), reg(), Made, reg())); break;
	case 1: put(r_type(0, rnd(8), reg(), reg(), Made)); break;
	case 2: put(b_type(branch_f3(), Made, reg(), 8)); break;
	case 3: put(b_type(branch_f3(), reg(), Made, 8)); break;
	case 4: put(i_type(0x03, 2, reg(), Made, 4 * rnd(64))); break;
	case 5: put(s_type(2, Made, reg(), 4 * rnd(64))); break;
	case 6: put(s_type(rnd(3), rnd(2) ? (uint32_t)Data : (uint32_t)Dram, Made, 128)); break;
	case 7: put(i_type(0x67, 0, reg(), Made, 0)); break;
	case 8: put(r_type(1, rnd(8), reg(), Made, Made)); break;
	default: put(i_type(0x73, 1 + rnd(3), reg(), Made, 0x340)); break;
	}
	behind = 1 + rnd(3);
	for (unsigned i = 0; i < behind; i++)
		put(addi(reg(), reg(), (int)rnd(2048)));
	if (jump)
		out[la + 1] = addi(Code, Code, (int)(4 * (out.size() - la)));
}

// To addresses that are not: misaligned, or outside of the TCM
static void wild_jump()
{
	land();
	size_t la = out.size();

	put(0x17 | Resume << 7), put(0);
	if (rnd(2)) put(i_type(0x67, 0, reg(), Regs, 4 * rnd(64)));
	else put(i_type(0x67, 0, reg(), Resume, 2 + rnd(2)));
	put(addi(reg(), reg(), 1));
	out[la + 1] = addi(Resume, Resume, (int)(4 * (out.size() - la)));
}

static void loop()
{
	unsigned body = 1 + rnd(12);
	size_t start;

	land();
	put(addi(Count, 0, 2 + (int)rnd(6)));
	start = out.size();
	for (unsigned i = 0; i < body; i++) plain();
	land();
	put(addi(Count, Count, -1));
	put(b_type(1, Count, 0, 4 * (uint32_t)(start - out.size())));
}

std::vector<uint32_t> random_program(unsigned words)
{
	out.clear();
	// The handler is at 0x40. Of an interrupt it tells the bench; an instruction that traps is
	// left out, a jump to nowhere ends at x30.
	put(jal(0, 0x80));
	while (out.size() < 16) put(addi(0, 0, 0));
	put(i_type(0x73, 2, Handler, 0, 0x342));
	put(b_type(5, Handler, 0, 12));
	put(s_type(2, Regs, 0, 0x3f8));
	put(0x30200073);
	put(addi(Handler, Handler, -1));
	put(b_type(1, Handler, 0, 12));
	put(i_type(0x73, 1, 0, Resume, 0x341));
	put(0x30200073);
	put(i_type(0x73, 2, Handler, 0, 0x341));
	put(addi(Handler, Handler, 4));
	put(i_type(0x73, 1, 0, Handler, 0x341));
	put(0x30200073);
	while (out.size() < 32) put(addi(0, 0, 0));
	for (unsigned i = 1; i < 32; i++) {
		put(0x37 | i << 7 | (uint32_t)random() << 12);
		put(addi(i, i, (int)rnd(4096)));
	}
	put(addi(One, 0, 1));
	put(0x37 | Dram << 7 | SMGPU_MCU_DRAM_BASE), put(0x37 | Regs << 7 | SMGPU_MCU_REGS_BASE),
		put(0x37 | Data << 7 | (Reference::Tcm + (rnd(2) ? 0x8000 : 0x10000))),
		put(addi(Data, Data, rnd(2) ? 0 : -512));
	put(0x37 | 1 << 7 | Reference::Tcm), put(addi(1, 1, 0x40)),
		put(i_type(0x73, 1, 0, 1, 0x305));
	put(addi(2, 0, 1)), put(i_type(0x13, 1, 2, 2, 11)), put(i_type(0x73, 1, 0, 2, 0x304));
	put(i_type(0x73, 6, 0, 8, 0x300));
	while (out.size() < words) {
		unsigned kind = rnd(40);

		if (kind < 2) loop();
		else if (kind == 2) wild_jump();
		else if (kind < 10) pair();
		else plain();
	}
	// Branches of the end, then all words that stores may have changed
	for (unsigned i = 0; i < 8; i++) put(addi(0, 0, 0));
	put(addi(1, Data, 0)), put(addi(2, Data, 1028));
	put(i_type(0x03, 2, 3, 1, 0)), put(addi(1, 1, 4)), put(b_type(1, 1, 2, (uint32_t)-8));
	put(s_type(2, Regs, 0, RandomEnd));
	put(jal(0, 0));
	return out;
}
