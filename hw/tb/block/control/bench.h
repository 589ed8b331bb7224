// SPDX-License-Identifier: MIT
// What the benches of the card's control blocks share: a block with its clock, random numbers, bits
// of wide ports.
#pragma once
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "verilated.h"

// Bits of a port that is wider than 64: least significant word first
template <class W> void put(W &port, unsigned at, unsigned bits, uint64_t v)
{
	for (unsigned i = 0; i < bits; i++, at++)
		port[at / 32] = (port[at / 32] & ~(1u << at % 32)) | uint32_t(v >> i & 1)
									     << at % 32;
}

template <class W> uint64_t get(const W &port, unsigned at, unsigned bits)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < bits; i++, at++)
		v |= uint64_t(port[at / 32] >> at % 32 & 1) << i;
	return v;
}

template <class V> struct bench {
	VerilatedContext context;
	V *top = new V(&context);
	const char *name;
	uint64_t seed, state, now = 0;

	bench(const char *n, int argc, char **argv)
	    : name(n), seed(argc > 1 ? strtoull(argv[1], nullptr, 0) : 1),
	      state(seed * 0x9e3779b97f4a7c15u + 1)
	{
	}
	~bench() { top->final(); delete top; }

	unsigned rnd(unsigned n)
	{
		state = state * 6364136223846793005ull + 1442695040888963407ull;
		return unsigned(state >> 33) % n;
	}

	[[noreturn]] __attribute__((format(printf, 2, 3))) void fail(const char *fmt, ...)
	{
		va_list a;

		va_start(a, fmt);
		printf("not ok control.%s: ", name);
		vprintf(fmt, a);
		printf(" (cycle %llu, seed %llu)\n", (unsigned long long)now,
		       (unsigned long long)seed);
		va_end(a);
		exit(1);
	}

	// Outputs follow inputs; then the clock goes on.
	void settle()
	{
		top->clk_i = 0;
		top->eval();
	}
	void edge()
	{
		top->clk_i = 1;
		top->eval();
		now++;
	}
};
