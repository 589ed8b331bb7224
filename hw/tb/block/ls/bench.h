// SPDX-License-Identifier: MIT
// What the directed tests of the load/store unit have in common: a stream of instructions, as fast
// as the unit takes them, and what comes of it.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include <drm/smgpu_hw.h>

#include "Vls_bench.h"
#include "fields.h"
#include "verilated.h"

static const unsigned B = 32 / LANES;
static const bool STEP = LANES < 8;	// P and S choose a cycle before
static const unsigned N = B + STEP;	// cycles that an instruction takes at least
static const uint32_t LW = 0x2003 | 1 << 7, SW = 0x2023, AMOADD = 0x202f | 1 << 7,
		      FAST = 0x10000000, SHARED = SMGPU_VA_SHARED_BASE;

// A line of the set and bank of L1 in which `at` lies, n pages behind; at - n * 128 must be in the
// same KiB as at, the last of a page
static constexpr uint32_t same_set(uint32_t at, unsigned n)
{
	return at + n * 0x1000 - n * 32 * (LANES > 8 ? LANES / 8 : 1);
}

struct op {
	unsigned warp;
	uint32_t insn, mask, addr[32], data[32], want[32];
};

struct done { uint64_t first, last; unsigned count, wrong, faults; uint64_t end_of[256]; };

extern Vls_bench *top;
extern uint64_t now;
extern unsigned walks, requests;
extern bool failed;	// what was judged is not all right
extern std::vector<std::array<uint32_t, 32>> results; // of the last run: what each thread has got
						      // up to now; 0 if nothing

void edge();
// Runs them all; what loads bring is compared with what each wants. Beside it, once a cycle,
// something else may be done.
done run(const std::vector<op> &ops, const std::function<void(unsigned cycle)> &beside = {});
op access(uint32_t insn, unsigned warp, uint32_t addr, uint32_t stride);
void verdict(bool ok, const char *name, const char *what, double got, double limit);
// At most so many cycles for each instruction
void rate(const char *name, const std::vector<op> &ops, unsigned passes, double limit);

extern struct counted { uint64_t hits, high_hits, high_misses, bypasses; } counted;	// perf_ls_o

void paging();		// pages.cpp
void ordered();		// order.cpp
void atomics();		// amo.cpp
void priority();	// prio.cpp
void spread();		// spread.cpp
void ranges();		// range.cpp
void reserved();	// reserve.cpp
void cleared();		// clear.cpp
void apart();		// apart.cpp
// disturb.cpp
void invalidated();
void quiesced();
void drained();
