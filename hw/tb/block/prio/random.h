// SPDX-License-Identifier: MIT
// Random numbers of the benches of priority tokens: the same for the same seed
#pragma once
#include <cstdint>

static uint64_t state, seed;

static uint32_t rnd(uint32_t n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return uint32_t(state >> 33) % n;
}
