// SPDX-License-Identifier: MIT
/*
 * What OpenCL C 3.0 adds: atomics with orders and scopes, functions that take generic pointers,
 * linear indices. One address space holds everything, so a generic pointer is a pointer, and an
 * atomic on one is that of the memory it points to.
 */
#include "smgpu_xsm.h"

#define OVL __attribute__((overloadable, always_inline))
#define OTHER __attribute__((overloadable))	/* of another file */

OVL size_t get_local_linear_id(void)
{
	return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
	       get_local_id(0);
}

OVL size_t get_global_linear_id(void)
{
	size_t x = get_global_id(0) - get_global_offset(0),
	       y = get_global_id(1) - get_global_offset(1),
	       z = get_global_id(2) - get_global_offset(2);

	return (z * get_global_size(1) + y) * get_global_size(0) + x;
}

/* The bits below the lowest one; all of them for 0 */
#define CTZ(T) OVL T ctz(T a) { return popcount((T)(~a & (a - (T)1))); }
#define CTZS(T) CTZ(T) CTZ(T##2) CTZ(T##3) CTZ(T##4) CTZ(T##8) CTZ(T##16)
CTZS(char) CTZS(uchar) CTZS(short) CTZS(ushort) CTZS(int) CTZS(uint) CTZS(long) CTZS(ulong)

#define BARRIER __attribute__((overloadable, convergent, always_inline)) void
BARRIER work_group_barrier(cl_mem_fence_flags f) { __asm__ volatile(__SMGPU_XSM_BAR ::: "memory"); }
BARRIER work_group_barrier(cl_mem_fence_flags f, memory_scope s)
{
	__asm__ volatile(__SMGPU_XSM_BAR ::: "memory");
}

OVL void atomic_work_item_fence(cl_mem_fence_flags f, memory_order o, memory_scope s)
{
	if (o != memory_order_relaxed)
		__asm__ volatile("fence" ::: "memory");
}

/*
 * Where a pointer leads: see Documentation/reference/isa.rst for the windows of shared and local
 * memory. The Makefile takes SHARED_BASE and LOCAL_BASE out of <drm/smgpu_hw.h>.
 */
OVL cl_mem_fence_flags get_fence(const generic void *p)
{
	return (uint)p < SHARED_BASE  ? CLK_GLOBAL_MEM_FENCE
	       : (uint)p < LOCAL_BASE ? CLK_LOCAL_MEM_FENCE
				      : 0;
}
OVL cl_mem_fence_flags get_fence(generic void *p) { return get_fence((const generic void *)p); }
global void *__to_global(generic void *p)
{
	return (uint)p < SHARED_BASE ? (global void *)(uint)p : NULL;
}
local void *__to_local(generic void *p)
{
	return (uint)p >= SHARED_BASE && (uint)p < LOCAL_BASE ? (local void *)(uint)p : NULL;
}
private void *__to_private(generic void *p)
{
	return (uint)p >= LOCAL_BASE ? (private void *)(uint)p : NULL;
}

/* ---- atomics ---- */

/* Every scope is served by the same memory, so none is weaker than another. */
#define SCOPE memory_scope_device
#define FETCH(A, T, V, op) \
	OVL T atomic_fetch_##op##_explicit(volatile generic A *p, V v, memory_order o, \
		memory_scope s) \
	{ return __opencl_atomic_fetch_##op(p, v, o, SCOPE); } \
	OVL T atomic_fetch_##op##_explicit(volatile generic A *p, V v, memory_order o) \
	{ return __opencl_atomic_fetch_##op(p, v, o, SCOPE); } \
	OVL T atomic_fetch_##op(volatile generic A *p, V v) \
	{ return __opencl_atomic_fetch_##op(p, v, memory_order_seq_cst, SCOPE); }
#define SWAP(A, T, strength) \
	OVL bool atomic_compare_exchange_##strength##_explicit(volatile generic A *p, \
		generic T *e, T v, memory_order o, memory_order f, memory_scope s) \
	{ \
		return __opencl_atomic_compare_exchange_strong(p, e, v, o, memory_order_acquire, \
			SCOPE); \
	} \
	OVL bool atomic_compare_exchange_##strength##_explicit(volatile generic A *p, \
		generic T *e, T v, memory_order o, memory_order f) \
	{ \
		return __opencl_atomic_compare_exchange_strong(p, e, v, o, memory_order_acquire, \
			SCOPE); \
	} \
	OVL bool atomic_compare_exchange_##strength(volatile generic A *p, generic T *e, T v) \
	{ \
		return __opencl_atomic_compare_exchange_strong(p, e, v, memory_order_seq_cst, \
			memory_order_seq_cst, SCOPE); \
	}
#define ACCESS(A, T) \
	OVL void atomic_init(volatile generic A *p, T v) { __opencl_atomic_init(p, v); } \
	OVL T atomic_load_explicit(volatile generic A *p, memory_order o, memory_scope s) \
	{ return __opencl_atomic_load(p, o, SCOPE); } \
	OVL T atomic_load_explicit(volatile generic A *p, memory_order o) \
	{ return __opencl_atomic_load(p, o, SCOPE); } \
	OVL T atomic_load(volatile generic A *p) \
	{ return __opencl_atomic_load(p, memory_order_seq_cst, SCOPE); } \
	OVL void atomic_store_explicit(volatile generic A *p, T v, memory_order o, memory_scope s) \
	{ __opencl_atomic_store(p, v, o, SCOPE); } \
	OVL void atomic_store_explicit(volatile generic A *p, T v, memory_order o) \
	{ __opencl_atomic_store(p, v, o, SCOPE); } \
	OVL void atomic_store(volatile generic A *p, T v) \
	{ __opencl_atomic_store(p, v, memory_order_seq_cst, SCOPE); } \
	OVL T atomic_exchange_explicit(volatile generic A *p, T v, memory_order o, memory_scope s) \
	{ return __opencl_atomic_exchange(p, v, o, SCOPE); } \
	OVL T atomic_exchange_explicit(volatile generic A *p, T v, memory_order o) \
	{ return __opencl_atomic_exchange(p, v, o, SCOPE); } \
	OVL T atomic_exchange(volatile generic A *p, T v) \
	{ return __opencl_atomic_exchange(p, v, memory_order_seq_cst, SCOPE); } \
	SWAP(A, T, strong) SWAP(A, T, weak)
#define FETCHES(A, T, V) \
	FETCH(A, T, V, add) FETCH(A, T, V, sub) FETCH(A, T, V, or) FETCH(A, T, V, xor) \
	FETCH(A, T, V, and)
#define EXTREMES(A, T) FETCH(A, T, T, min) FETCH(A, T, T, max)
ACCESS(atomic_int, int)
ACCESS(atomic_uint, uint)
FETCHES(atomic_int, int, int)
FETCHES(atomic_uint, uint, uint)
EXTREMES(atomic_int, int)
EXTREMES(atomic_uint, uint)
/* Clang takes an operand with the other sign for that of atomic_intptr_t or atomic_uintptr_t. */
FETCHES(atomic_int, int, uint)
FETCHES(atomic_uint, uint, int)
ACCESS(atomic_float, float)

OVL bool atomic_flag_test_and_set_explicit(volatile generic atomic_flag *p, memory_order o,
					   memory_scope s)
{
	return __opencl_atomic_exchange((volatile generic atomic_int *)p, 1, o, SCOPE);
}
OVL bool atomic_flag_test_and_set_explicit(volatile generic atomic_flag *p, memory_order o)
{
	return atomic_flag_test_and_set_explicit(p, o, SCOPE);
}
OVL bool atomic_flag_test_and_set(volatile generic atomic_flag *p)
{
	return atomic_flag_test_and_set_explicit(p, memory_order_seq_cst, SCOPE);
}
OVL void atomic_flag_clear_explicit(volatile generic atomic_flag *p, memory_order o, memory_scope s)
{
	__opencl_atomic_store((volatile generic atomic_int *)p, 0, o, SCOPE);
}
OVL void atomic_flag_clear_explicit(volatile generic atomic_flag *p, memory_order o)
{
	atomic_flag_clear_explicit(p, o, SCOPE);
}
OVL void atomic_flag_clear(volatile generic atomic_flag *p)
{
	atomic_flag_clear_explicit(p, memory_order_seq_cst, SCOPE);
}

/* ---- functions with results behind a pointer ---- */

#define BEHIND(name, T, P) \
	OTHER T name(T, private P *); \
	OVL T name(T a, generic P *p) { private P v; T r = name(a, &v); *p = v; return r; }
#define BEHIND2(name, T, P) \
	OTHER T name(T, T, private P *); \
	OVL T name(T a, T b, generic P *p) \
	{ private P v; T r = name(a, b, &v); *p = v; return r; }
#define SIZES(KIND, name, T, P) \
	KIND(name, T, P) KIND(name, T##2, P##2) KIND(name, T##3, P##3) KIND(name, T##4, P##4) \
	KIND(name, T##8, P##8) \
	KIND(name, T##16, P##16)
#define REALS(T) \
	SIZES(BEHIND, fract, T, T) SIZES(BEHIND, modf, T, T) SIZES(BEHIND, sincos, T, T) \
	SIZES(BEHIND, frexp, T, int) SIZES(BEHIND, lgamma_r, T, int) \
	SIZES(BEHIND2, remquo, T, int)
REALS(float)
REALS(double)

/* ---- vectors at any element of memory ---- */

#define LOAD(T, n) \
	typedef T##n at_##T##n __attribute__((aligned(sizeof(T)))); \
	OVL T##n vload##n(size_t i, const generic T *p) \
	{ return *(const generic at_##T##n *)(p + n * i); } \
	OVL void vstore##n(T##n v, size_t i, generic T *p) \
	{ *(generic at_##T##n *)(p + n * i) = v; }
#define MEMORY(T) LOAD(T, 2) LOAD(T, 4) LOAD(T, 8) LOAD(T, 16) \
	OVL T##3 vload3(size_t i, const generic T *p) \
	{ p += 3 * i; return (T##3)(p[0], p[1], p[2]); } \
	OVL void vstore3(T##3 v, size_t i, generic T *p) \
	{ p += 3 * i; p[0] = v.x; p[1] = v.y; p[2] = v.z; }
MEMORY(char) MEMORY(uchar) MEMORY(short) MEMORY(ushort) MEMORY(int) MEMORY(uint) MEMORY(long)
MEMORY(ulong) MEMORY(float) MEMORY(double)

/* Halves: by those for memory of threads' own, one vector at a time */
OTHER float vload_half(size_t, const private half *);
OVL float vload_half(size_t i, const generic half *p)
{
	ushort h = ((const generic ushort *)p)[i];
	return vload_half(0, (private half *)&h);
}
#define PLACE(n) (n == 3 ? 4 : n)
#define HALVES(n) \
	OVL float##n vload_half##n(size_t i, const generic half *p) \
	{ \
		float##n v; \
		for (int k = 0; k < n; k++) ((private float *)&v)[k] = vload_half(n * i + k, p); \
		return v; \
	} \
	OVL float##n vloada_half##n(size_t i, const generic half *p) \
	{ \
		float##n v; \
		for (int k = 0; k < n; k++) \
			((private float *)&v)[k] = vload_half(PLACE(n) * i + k, p); \
		return v; \
	}
HALVES(2) HALVES(3) HALVES(4) HALVES(8) HALVES(16)
OVL float vloada_half(size_t i, const generic half *p) { return vload_half(i, p); }
#define ROUNDED(T, mode) \
	OTHER void vstore_half##mode(T, size_t, private half *); \
	OVL void vstore_half##mode(T v, size_t i, generic half *p) \
	{ ushort h; vstore_half##mode(v, 0, (private half *)&h); ((generic ushort *)p)[i] = h; } \
	OVL void vstorea_half##mode(T v, size_t i, generic half *p) \
	{ vstore_half##mode(v, i, p); } \
	STORED(T, mode, 2) STORED(T, mode, 3) STORED(T, mode, 4) STORED(T, mode, 8) \
	STORED(T, mode, 16)
#define STORED(T, mode, n) \
	OVL void vstore_half##n##mode(T##n v, size_t i, generic half *p) \
	{ for (int k = 0; k < n; k++) vstore_half##mode(((private T *)&v)[k], n * i + k, p); } \
	OVL void vstorea_half##n##mode(T##n v, size_t i, generic half *p) \
	{ \
		for (int k = 0; k < n; k++) \
			vstore_half##mode(((private T *)&v)[k], PLACE(n) * i + k, p); \
	}
#define MODES(T) ROUNDED(T, ) ROUNDED(T, _rte) ROUNDED(T, _rtz) ROUNDED(T, _rtp) ROUNDED(T, _rtn)
MODES(float)
MODES(double)
