// SPDX-License-Identifier: MIT
/*
 * Sub-groups: the warps of a work-group, 32 work-items each, the last one maybe fewer. A vote or
 * shuffle of the card sees the threads that execute it together. Where OpenCL says that all of a
 * sub-group take part, they first come together.
 */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include "smgpu_xsm.h"
#include "fold.h"

#define OVL __attribute__((overloadable, always_inline))
#define SUB __attribute__((overloadable, always_inline, convergent))
#define HELP static __attribute__((always_inline, convergent))
__attribute__((const)) uint __smgpu_csr_ccd(void);	/* lane */
__attribute__((const)) uint __smgpu_csr_cce(void);	/* warp in the work-group */

/* that a thread waits for others of its sub-group, which may have ended although they must not */
#define ROUNDS 65536

OVL uint get_sub_group_local_id(void) { return __smgpu_csr_ccd(); }
OVL uint get_sub_group_id(void) { return __smgpu_csr_cce(); }
OVL uint get_max_sub_group_size(void) { return 32; }
static __attribute__((always_inline)) uint items(void)
{
	return get_local_size(0) * get_local_size(1) * get_local_size(2);
}
OVL uint get_num_sub_groups(void) { return (items() + 31) / 32; }
OVL uint get_enqueued_num_sub_groups(void)
{
	return (get_enqueued_local_size(0) * get_enqueued_local_size(1) *
		get_enqueued_local_size(2) + 31) / 32;
}
OVL uint get_sub_group_size(void) { return min(items() - 32 * __smgpu_csr_cce(), 32u); }

/* One instruction on what all threads of the warp have that execute it now. It is volatile and
 * convergent: the compiler must not move it to where other threads are. */
#define VOTE(name, insn) \
	HELP uint name(uint v) \
	{ \
		uint r; \
		__asm__ volatile(__SMGPU_XSM_##insn("%0", "%1") : "=r"(r) : "r"(v)); \
		return r; \
	}
VOTE(vote_all, VOTE_ALL)
VOTE(vote_any, VOTE_ANY)
VOTE(ballot, BALLOT)

/* Values between lanes. The instruction moves a word; smaller types travel in one, larger ones
 * in two. */
#define MOVE(name, insn) \
	HELP uint name##_uint(uint v, uint n) \
	{ \
		uint r; \
		__asm__ volatile(__SMGPU_XSM_##insn("%0", "%1", "%2") : "=r"(r) : "r"(v), "r"(n)); \
		return r; \
	} \
	HELP int name##_int(int v, uint n) { return name##_uint(v, n); } \
	HELP float name##_float(float v, uint n) { return as_float(name##_uint(as_uint(v), n)); } \
	HELP char name##_char(char v, uint n) { return name##_uint(v, n); } \
	HELP uchar name##_uchar(uchar v, uint n) { return name##_uint(v, n); } \
	HELP short name##_short(short v, uint n) { return name##_uint(v, n); } \
	HELP ushort name##_ushort(ushort v, uint n) { return name##_uint(v, n); } \
	HELP half name##_half(half v, uint n) \
	{ return as_half((ushort)name##_uint(as_ushort(v), n)); } \
	HELP ulong name##_ulong(ulong v, uint n) \
	{ return (ulong)name##_uint(v >> 32, n) << 32 | name##_uint((uint)v, n); } \
	HELP long name##_long(long v, uint n) { return name##_ulong(v, n); } \
	HELP double name##_double(double v, uint n) \
	{ return as_double(name##_ulong(as_ulong(v), n)); }
MOVE(from, SHFL_IDX)
MOVE(up, SHFL_UP)
MOVE(down, SHFL_DOWN)
MOVE(across, SHFL_XOR)

/* Each round lets the threads go on that are elsewhere; those that wait here are one. */
HELP void meet(void)
{
	/* A shift by 32 has no meaning in C. */
	uint n = get_sub_group_size(), all = n == 32 ? ~0u : (1u << n) - 1;

	/*
	 * smcc gives way in a loop that has a data word, a nop here: it may be any instruction. A
	 * vote alone waits for nobody.
	 */
	for (int i = 0; i < ROUNDS && ballot(1) != all; i++)
		__asm__ volatile(".word 0x13");
}

/* The fence comes after the meeting: what the others wrote before it is then visible. */
SUB void sub_group_barrier(cl_mem_fence_flags f)
{
	meet();
	__asm__ volatile("fence" ::: "memory");
}
SUB void sub_group_barrier(cl_mem_fence_flags f, memory_scope s) { sub_group_barrier(f); }
SUB int sub_group_all(int v) { meet(); return vote_all(v); }
SUB int sub_group_any(int v) { meet(); return vote_any(v); }

/* Trees of five steps over 32 lanes. In a reduction the test keeps out lanes that a smaller last
 * sub-group does not have. The exclusive scan is the inclusive one, moved up by a lane. */
#define FOLD(T, op, none) \
	SUB T sub_group_reduce_##op(T v) \
	{ \
		uint n = get_sub_group_size(), lane = get_sub_group_local_id(); \
\
		meet(); \
		_Pragma("unroll") for (uint d = 16; d; d >>= 1) { \
			T t = down_##T(v, d); \
			v = lane + d < n ? OP_##op(v, t) : v; \
		} \
		return from_##T(v, 0); \
	} \
	SUB T sub_group_scan_inclusive_##op(T v) \
	{ \
		uint lane = get_sub_group_local_id(); \
\
		meet(); \
		_Pragma("unroll") for (uint d = 1; d < 32; d <<= 1) { \
			T t = up_##T(v, d); \
			v = lane >= d ? OP_##op(t, v) : v; \
		} \
		return v; \
	} \
	SUB T sub_group_scan_exclusive_##op(T v) \
	{ \
		T t = up_##T(sub_group_scan_inclusive_##op(v), 1); \
\
		return get_sub_group_local_id() ? t : (T)(none); \
	}
#define FOLDS(T, lowest, highest) \
	FOLD(T, add, 0) FOLD(T, min, highest) FOLD(T, max, lowest) \
	SUB T sub_group_broadcast(T v, uint lane) { meet(); return from_##T(v, lane); }
EACH_FOLDED(FOLDS)

/*
 * What may be called by some of a sub-group: cl_khr_subgroup_shuffle,
 * _shuffle_relative, _non_uniform_vote, _ballot
 */
#define ANY(T) \
	SUB T sub_group_shuffle(T v, uint lane) { return from_##T(v, lane); } \
	SUB T sub_group_shuffle_xor(T v, uint mask) { return across_##T(v, mask); } \
	SUB T sub_group_shuffle_up(T v, uint n) { return up_##T(v, n); } \
	SUB T sub_group_shuffle_down(T v, uint n) { return down_##T(v, n); } \
	SUB T sub_group_non_uniform_broadcast(T v, uint lane) { return from_##T(v, lane); } \
	SUB T sub_group_broadcast_first(T v) { return from_##T(v, ctz(ballot(1))); } \
	SUB int sub_group_non_uniform_all_equal(T v) \
	{ T first = from_##T(v, ctz(ballot(1))); return vote_all(v == first); }
#define SPREAD(T) \
	BROADCAST(T##2, v.x, v.y) BROADCAST(T##3, v.xy, v.z) BROADCAST(T##4, v.lo, v.hi) \
	BROADCAST(T##8, v.lo, v.hi) BROADCAST(T##16, v.lo, v.hi)
/* Vectors by halves, until they are scalars. */
#define BROADCAST(T, low, high) \
	SUB T sub_group_non_uniform_broadcast(T v, uint lane) \
	{ \
		return (T)(sub_group_non_uniform_broadcast(low, lane), \
			sub_group_non_uniform_broadcast(high, lane)); \
	}
/* The first lane that is here: the ballot holds only those that execute it. */
ANY(char) ANY(uchar) ANY(short) ANY(ushort) ANY(int) ANY(uint) ANY(long) ANY(ulong) ANY(half)
ANY(float) ANY(double)
SPREAD(char) SPREAD(uchar) SPREAD(short) SPREAD(ushort) SPREAD(int) SPREAD(uint) SPREAD(long)
SPREAD(ulong) SPREAD(half) SPREAD(float) SPREAD(double)
SUB int sub_group_elect(void) { return __smgpu_csr_ccd() == ctz(ballot(1)); }
SUB int sub_group_non_uniform_all(int v) { return vote_all(v); }
SUB int sub_group_non_uniform_any(int v) { return vote_any(v); }
SUB uint4 sub_group_ballot(int v) { return (uint4)(ballot(v), 0, 0, 0); }
SUB int sub_group_inverse_ballot(uint4 v) { return v.x >> __smgpu_csr_ccd() & 1; }
OVL int sub_group_ballot_bit_extract(uint4 v, uint lane) { return v.x >> (lane & 31) & 1; }

/* Masks of lanes: those before this one, and those that the sub-group has. */
static __attribute__((always_inline)) uint below(void) { return (1u << __smgpu_csr_ccd()) - 1; }
static __attribute__((always_inline)) uint there(void)
{
	return ~0u >> (32 - get_sub_group_size());
}
OVL uint sub_group_ballot_bit_count(uint4 v) { return popcount(v.x & there()); }
SUB uint sub_group_ballot_inclusive_scan(uint4 v) { return popcount(v.x & (below() << 1 | 1)); }
SUB uint sub_group_ballot_exclusive_scan(uint4 v) { return popcount(v.x & below()); }
SUB uint sub_group_ballot_find_lsb(uint4 v) { return ctz(v.x & there()); }
SUB uint sub_group_ballot_find_msb(uint4 v) { return 31 - clz(v.x & there()); }
OVL uint4 get_sub_group_eq_mask(void) { return (uint4)(1u << __smgpu_csr_ccd(), 0, 0, 0); }
OVL uint4 get_sub_group_ge_mask(void) { return (uint4)(~below() & there(), 0, 0, 0); }
OVL uint4 get_sub_group_gt_mask(void) { return (uint4)(~(below() << 1 | 1) & there(), 0, 0, 0); }
OVL uint4 get_sub_group_le_mask(void) { return (uint4)(below() << 1 | 1, 0, 0, 0); }
OVL uint4 get_sub_group_lt_mask(void) { return (uint4)(below(), 0, 0, 0); }
