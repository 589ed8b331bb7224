// SPDX-License-Identifier: MIT
// What the benches of the card's control blocks share: a block with its clock, random numbers,
// fields of ports.
#pragma once
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fields.h"
#include "verilated.h"

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
