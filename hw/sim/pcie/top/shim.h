/* SPDX-License-Identifier: MIT */
/* What the parts of a shim know of each other: `link` of block.h is a Top. */
#ifndef SMGPU_SIM_PCIE_TOP_SHIM_H
#define SMGPU_SIM_PCIE_TOP_SHIM_H

#include "../block.h"
#include "Vtop_sim.h"
#include "verilated.h"

struct Top {
	VerilatedContext context;
	Vtop_sim *top;
};

#endif
