// SPDX-License-Identifier: MIT
/* What memory may hold, and the page tables that map it. */
#include "bench.h"

#include <string.h>

static uint8_t first[RACED];
static uint32_t issued[RACED], acked[RACED];
static uint8_t owner[RACED / 4];
static uint32_t own[AGENTS][RACED / 4], owns[AGENTS], own_hot[AGENTS];
static uint8_t seen[COUNTERS][1 << 17];
static uint32_t steps[COUNTERS], highest[COUNTERS], adds[COUNTERS];

void ref_init(void)
{
	uint32_t i;

	for (i = 0; i < RACED; i++)
		first[i] = (uint8_t)rnd(256);
	for (i = 0; i < RACED / 4; i++) {
		unsigned a = rnd(AGENTS - 2);

		/* the instruction sides only read */
		owner[i] = (uint8_t)(a < SMS * WARPS ? a : a + 2);
		own[owner[i]][owns[owner[i]]++] = i * 4;
		if (i * 4 < HOT)
			own_hot[owner[i]]++;
	}
	memcpy(dram_mem + PA_RACED, first, PAGES * 4096);
	memcpy(host_mem, first + PAGES * 4096, 4096);
	vm_init();
}

uint32_t ref_own(unsigned agent, bool cold)
{
	uint32_t n = owns[agent];

	if (hot)
		return own[agent][rnd(own_hot[agent] ? own_hot[agent] : 1)];
	return own[agent][!cold ? rnd(n / 16) : rnd(8) ? rnd(n - n / 8) : rnd(n)];
}

uint32_t ref_any(bool cold)
{
	if (hot)
		return rnd(HOT);
	return !cold ? rnd(RACED / 16) : rnd(8) ? rnd(PAGES * 4096) : rnd(RACED);
}

uint8_t ref_store(uint32_t b)
{
	if (++issued[b] - acked[b] > 200)
		fail("byte %x: %u stores under way", b, issued[b] - acked[b]);
	return (uint8_t)(first[b] + issued[b]);
}

uint32_t ref_issued(uint32_t b)
{
	return issued[b];
}

void ref_ack(uint32_t b, uint32_t count)
{
	if ((int32_t)(count - acked[b]) > 0)
		acked[b] = count;
}

uint32_t ref_floor(unsigned agent, uint32_t b)
{
	return agent == owner[b / 4] ? issued[b] : acked[b];
}

void ref_check(unsigned agent, uint32_t b, uint32_t floor, uint32_t ceiling, uint8_t v)
{
	uint8_t low = (uint8_t)(first[b] + floor);

	if ((uint8_t)(v - low) > ceiling - floor)
		fail("agent %u read %02x of byte %x (pa %llx, owner %u): store %u to %u were allowed, %02x to %02x",
		     agent, v, b, (unsigned long long)ref_pa(b), owner[b / 4], floor, ceiling, low,
		     (uint8_t)(first[b] + ceiling));
}

unsigned ref_owner(uint32_t b)
{
	return owner[b / 4];
}

uint64_t ref_pa(uint32_t b)
{
	return b < PAGES * 4096 ? PA_RACED + b : 1ull << 40 | (PA_HOST + b - PAGES * 4096);
}

void ref_step(unsigned counter, uint32_t from)
{
	if (from >= sizeof(seen[0]))
		fail("counter %u reads %x", counter, from);
	if (seen[counter][from]++)
		fail("counter %u: two steps from %u", counter, from);
	steps[counter]++;
	if (from >= highest[counter])
		highest[counter] = from + 1;
}

/* The answer to an add is given when every L1 has dropped the line; the warp itself sees its adds
 * at once. */
uint32_t ref_least(unsigned counter)
{
	return counter < OWN_COUNTERS ? highest[counter] : adds[counter];
}

uint32_t ref_most(unsigned counter)
{
	return adds[counter];
}

void ref_add(unsigned counter)
{
	adds[counter]++;
}

/* A warp's own counter: not every addition has a result that was seen. */
uint32_t ref_steps(unsigned counter)
{
	if (counter >= OWN_COUNTERS)
		return adds[counter];
	if (highest[counter] != steps[counter])
		fail("counter %u: %u steps, but one ended at %u", counter, steps[counter],
		     highest[counter]);
	return steps[counter];
}

/* Pages are shuffled differently for each VM. */
uint32_t vm_va(unsigned vm, uint32_t b, bool super)
{
	if (b < PAGES * 4096 && super)
		return 0x400000 + b;
	return 0x10000 + ((b >> 12) + 5 * vm) % (PAGES + 1) * 4096 + (b & 4095);
}

static void entry(uint32_t at, unsigned index, uint64_t v)
{
	memcpy(dram_mem + at + index * 8, &v, 8);
}

static uint64_t leaf(uint64_t pa, unsigned rights)
{
	return (pa & ((1ull << 40) - 1)) >> 12 << 10 | (pa >> 40 & 1) << 8 | 0xc0 | rights;
}

#define V 1u
#define R 2u
#define W 4u
#define U 16u

void vm_init(void)
{
	unsigned vm, p;

	for (vm = 0; vm < 3; vm++) {
		uint32_t root = PA_TABLES + vm * 0x4000, l1 = root + 0x1000, l0 = root + 0x2000,
			 local = root + 0x3000;

		entry(root, 0, leaf(l1, V));
		entry(l1, 0, leaf(l0, V));
		entry(l1, 1, leaf(local, V));
		entry(l1, 2, leaf(PA_RACED, V | R | W | U));		/* 2 MiB */
		entry(l1, 4, leaf(0x800000, V | R | W | U));
		entry(l1, 5, leaf(0x801000, V | R | W | U));		/* misaligned superpage */
		for (p = 0; p <= PAGES; p++)
			entry(l0, 0x10 + (p + 5 * vm) % (PAGES + 1),
			      leaf(ref_pa(p * 4096), V | R | W | U));
		entry(l0, 0x90, leaf(PA_RACED, V | R | U));
		entry(l0, 0xa0, leaf(PA_RACED, V | R | W));
		entry(l0, 0xb0, leaf(DRAM_MIB << 20, V | R | W | U));
		entry(l0, 0xc0, leaf(PA_RACED, V | W | U));
		for (p = 0; p < 8; p++)
			entry(local, 0x100 + p, leaf(PA_LOCAL + p * 4096, V | R | W | U));
	}
}
