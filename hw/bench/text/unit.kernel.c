// SPDX-License-Identifier: MIT
/*
 * How long one instruction takes and how many of them the SM does. Each kernel writes what it
 * computed, so that the CPU can tell that the instructions were executed, and the times it saw.
 *
 * latency_NAME: one warp, each instruction needs the result of the one before. t[0..2]: times
 * around 32 and then 96 of them; the difference leaves out what reading the time costs. The loop
 * runs three times, the last is told: the code is in the instruction cache then. rate_NAME: all
 * warps of a CTA issue instructions on eight registers in turn; t[2w], t[2w+1]: times before and
 * after, of warp w.
 */
#include <smgpu_kernel.h>

#define X4(s) s "\n" s "\n" s "\n" s "\n"
#define X32(s) X4(s) X4(s) X4(s) X4(s) X4(s) X4(s) X4(s) X4(s)
#define X96(s) X32(s) X32(s) X32(s)

static __shared uint32_t shared[1024];

#define LATENCY(name, before, start, other, step)                                             \
	SMGPU_KERNEL void latency_##name(uint32_t *t, uint32_t *out, uint32_t *mem)           \
	{                                                                                     \
		uint32_t t0, t1, t2;                                                          \
                                                                                              \
		before;                                                                       \
		for (uint32_t i = 0; i < 3; i++) {                                            \
			uint32_t r = (start), o = (other);                                    \
                                                                                              \
			__asm__ volatile("csrr %1, 0xc00\n" X32(step) "csrr %2, 0xc00\n" X96( \
						 step) "csrr %3, 0xc00"                       \
					 : "+&r"(r), "=&r"(t0), "=&r"(t1), "=&r"(t2)          \
					 : "r"(o)                                             \
					 : "memory");                                         \
			t[0] = t0;                                                            \
			t[1] = t1;                                                            \
			t[2] = t2;                                                            \
			out[threadIdx.x] = r;                                                 \
		}                                                                             \
	}

#define SHUFFLE(rd, rs, lane) __SMGPU_XSM_SHFL_IDX(rd, rs, lane)
#define ONE 0x3f800000u

LATENCY(add, (void)mem, threadIdx.x, 3, "add %0, %0, %4")
LATENCY(mul, (void)mem, threadIdx.x, 3, "mul %0, %0, %4")
LATENCY(fma, (void)mem, ONE, ONE, "fmadd.s %0, %0, %4, %4")
LATENCY(shuffle, (void)mem, threadIdx.x, (threadIdx.x + 1) % 32, SHUFFLE("%0", "%0", "%4"))
/* Words that hold their own address: one for each thread, and one for all */
LATENCY(l1_hit, mem[threadIdx.x] = (uint32_t)&mem[threadIdx.x], (uint32_t)&mem[threadIdx.x], 0,
	"lw %0, 0(%0)")
LATENCY(l1_word, mem[0] = (uint32_t)mem, (uint32_t)mem, 0, "lw %0, 0(%0)")
LATENCY(shared, shared[threadIdx.x] = (uint32_t)&shared[threadIdx.x],
	(uint32_t)&shared[threadIdx.x], 0, "lw %0, 0(%0)")

#define EACH(op, args)                                                                         \
	op " %0, " args "\n" op " %1, " args "\n" op " %2, " args "\n" op " %3, " args "\n" op \
	   " %4, " args "\n" op " %5, " args "\n" op " %6, " args "\n" op " %7, " args "\n"
#define EACH_SELF(op, args)                                                           \
	op " %0, %0, " args "\n" op " %1, %1, " args "\n" op " %2, %2, " args "\n" op \
	   " %3, %3, " args "\n" op " %4, %4, " args "\n" op " %5, %5, " args "\n" op \
	   " %6, %6, " args "\n" op " %7, %7, " args "\n"
#define X8(s) s s s s s s s s

/* 64 instructions a round */
#define RATE(name, before, start, other, steps)                                                   \
	SMGPU_KERNEL void rate_##name(uint32_t *t, uint32_t *out, uint32_t *mem, uint32_t rounds) \
	{                                                                                         \
		uint32_t r[8], t0, t1, o, w;                                                      \
                                                                                                  \
		before;                                                                           \
		for (uint32_t i = 0; i < 8; i++)                                                  \
			r[i] = (start);                                                           \
		o = (other);                                                                      \
		smgpu_barrier();                                                                  \
		t0 = smgpu_cycle();                                                               \
		for (uint32_t i = 0; i < rounds; i++)                                             \
			__asm__ volatile(X8(steps)                                                \
					 : "+&r"(r[0]), "+&r"(r[1]), "+&r"(r[2]), "+&r"(r[3]),    \
					   "+&r"(r[4]), "+&r"(r[5]), "+&r"(r[6]), "+&r"(r[7])     \
					 : "r"(o)                                                 \
					 : "memory");                                             \
		t1 = smgpu_cycle();                                                               \
		w = threadIdx.x / 32;                                                             \
		t[2 * w] = t0;                                                                    \
		t[2 * w + 1] = t1;                                                                \
		out[threadIdx.x] = r[0] + r[1] + r[2] + r[3] + r[4] + r[5] + r[6] + r[7];         \
	}

#define EACH_SHUFFLE \
	SHUFFLE("%0", "%0", "%8") "\n" SHUFFLE("%1", "%1", "%8") "\n" \
	SHUFFLE("%2", "%2", "%8") "\n" SHUFFLE("%3", "%3", "%8") "\n" \
	SHUFFLE("%4", "%4", "%8") "\n" SHUFFLE("%5", "%5", "%8") "\n" \
	SHUFFLE("%6", "%6", "%8") "\n" SHUFFLE("%7", "%7", "%8") "\n"
#define VOTE(rd) __SMGPU_XSM_BALLOT(rd, "%8") "\n"
#define EACH_VOTE \
	VOTE("%0") VOTE("%1") VOTE("%2") VOTE("%3") VOTE("%4") VOTE("%5") VOTE("%6") VOTE("%7")
#define EACH_STORE \
	"sw %0, 0(%8)\nsw %1, 0(%8)\nsw %2, 0(%8)\nsw %3, 0(%8)\nsw %4, 0(%8)\nsw %5, 0(%8)\nsw %6, 0(%8)\nsw %7, 0(%8)\n"

RATE(add, (void)mem, threadIdx.x, 3, EACH_SELF("add", "%8"))
RATE(mul, (void)mem, threadIdx.x, 3, EACH_SELF("mul", "%8"))
RATE(fma, (void)mem, 0, ONE, EACH_SELF("fmadd.s", "%8, %8"))
RATE(csrr, (void)mem, 0, 0, EACH("csrr", "0xcc0"))
RATE(vote, (void)mem, 0, threadIdx.x & 1, EACH_VOTE)
RATE(shuffle, (void)mem, threadIdx.x, (threadIdx.x + 1) % 32, EACH_SHUFFLE)
RATE(l1_hit, mem[threadIdx.x] = threadIdx.x, 0, (uint32_t)&mem[threadIdx.x], EACH("lw", "0(%8)"))
RATE(l1_word, mem[threadIdx.x] = threadIdx.x, 0, (uint32_t)&mem[threadIdx.x / 32],
     EACH("lw", "0(%8)"))
RATE(shared, shared[threadIdx.x] = threadIdx.x, 0, (uint32_t)&shared[threadIdx.x],
     EACH("lw", "0(%8)"))
RATE(store, (void)mem, threadIdx.x, (uint32_t)&mem[threadIdx.x], EACH_STORE)
RATE(shared_store, (void)mem, threadIdx.x, (uint32_t)&shared[threadIdx.x], EACH_STORE)
