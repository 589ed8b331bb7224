// SPDX-License-Identifier: MIT
/*
 * Functions of work-groups: each warp has its result by those of sub-groups, and tells the others
 * in shared memory. The barrier at the end keeps the next call from writing there before all have
 * read. The scratch area has one element for each warp, of the widest type.
 */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include "fold.h"

#define GROUP __attribute__((overloadable, always_inline, convergent))
uint __smgpu_group_scratch(void);	/* scratch.c */
#define SCRATCH(T) ((local T *)__smgpu_group_scratch())

#define FOLD(T, op, none) \
	GROUP T work_group_reduce_##op(T v) \
	{ \
		local T *of_warp = SCRATCH(T); \
\
		v = sub_group_reduce_##op(v); \
		if (!get_sub_group_local_id()) \
			of_warp[get_sub_group_id()] = v; \
		work_group_barrier(CLK_LOCAL_MEM_FENCE); \
		v = of_warp[0]; \
		for (uint i = 1; i < get_num_sub_groups(); i++) \
			v = OP_##op(v, of_warp[i]); \
		work_group_barrier(CLK_LOCAL_MEM_FENCE); \
		return v; \
	} \
	/* that of the warps before */ \
	static GROUP T before_##op(T whole) \
	{ \
		local T *of_warp = SCRATCH(T); \
		T v = none; \
\
		if (get_sub_group_local_id() == get_sub_group_size() - 1) \
			of_warp[get_sub_group_id()] = whole; \
		work_group_barrier(CLK_LOCAL_MEM_FENCE); \
		for (uint i = 0; i < get_sub_group_id(); i++) \
			v = OP_##op(v, of_warp[i]); \
		work_group_barrier(CLK_LOCAL_MEM_FENCE); \
		return v; \
	} \
	GROUP T work_group_scan_inclusive_##op(T v) \
	{ \
		T upto = sub_group_scan_inclusive_##op(v), before = before_##op(upto); \
\
		return OP_##op(before, upto); \
	} \
	GROUP T work_group_scan_exclusive_##op(T v) \
	{ \
		T upto = sub_group_scan_inclusive_##op(v), before = before_##op(upto), \
			left = sub_group_shuffle_up(upto, 1); \
\
		return get_sub_group_local_id() ? OP_##op(before, left) : before; \
	}
#define FOLDS(T, lowest, highest) \
	FOLD(T, add, 0) FOLD(T, min, highest) FOLD(T, max, lowest) \
	static GROUP T from_item(T v, size_t item) \
	{ \
		local T *told = SCRATCH(T); \
\
		if (get_local_linear_id() == item) \
			*told = v; \
		work_group_barrier(CLK_LOCAL_MEM_FENCE); \
		v = *told; \
		work_group_barrier(CLK_LOCAL_MEM_FENCE); \
		return v; \
	} \
	GROUP T work_group_broadcast(T v, size_t x) { return from_item(v, x); } \
	GROUP T work_group_broadcast(T v, size_t x, size_t y) \
	{ return from_item(v, y * get_local_size(0) + x); } \
	GROUP T work_group_broadcast(T v, size_t x, size_t y, size_t z) \
	{ return from_item(v, (z * get_local_size(1) + y) * get_local_size(0) + x); }
EACH_FOLDED(FOLDS)

GROUP int work_group_all(int v) { return work_group_reduce_min(v != 0); }
GROUP int work_group_any(int v) { return work_group_reduce_max(v != 0); }
