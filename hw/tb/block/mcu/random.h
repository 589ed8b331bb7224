// SPDX-License-Identifier: MIT
// Random programs for the core, and the instruction set in plain C++ beside which it runs them:
// each retired instruction and each trap is compared as it happens.
#ifndef RANDOM_H
#define RANDOM_H

#include <cstdint>
#include <vector>

#include "smgpu_fw_abi.h"

struct Bus {
	uint32_t regs[256], dram[256];
};

// What the core is to do next. Register reads and interrupts depend on time: the bench tells them.
struct Reference {
	static constexpr uint32_t Tcm = SMGPU_MCU_TCM_BASE;
	std::vector<uint32_t> tcm;
	uint32_t x[32] = {}, pc = Tcm, mstatus = 0, mie = 0, mtvec = 0, mepc = 0, mcause = 0,
		 mtval = 0, mscratch = 0;
	uint64_t instret = 0;
	bool in_trap = false, locked = false, slept = false;
	// Of the last step
	bool trapped, wrote;
	uint32_t rd, value, at, cause, tval;
	Bus bus = {};

	bool step(bool irq, bool bus_error);
	bool touches_bus() const;  // the next instruction

      private:
	void trap(uint32_t why, uint32_t what);
	bool access(uint32_t addr, unsigned f3, bool write, uint32_t &v, bool bus_error);
	bool csr(unsigned n, bool write, unsigned op, uint32_t operand, uint32_t &old, bool irq);
};

// A program at the start of the TCM: loops forward through its blocks, with loads, stores, jumps,
// CSRs and traps, and ends with a store to register 0x3fc.
std::vector<uint32_t> random_program(unsigned words);

static constexpr uint32_t RandomEnd = 0x3fc;

#endif
