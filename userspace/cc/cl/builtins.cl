// SPDX-License-Identifier: MIT
/*
 * OpenCL C built-in functions, linked as bitcode. Functions that need a loop or a
 * table call the C runtime (rt/).
 *
 * Names are mangled, as OpenCL C overloads them; "own" functions here replace those of libclc with
 * the same name. A test compares the results with the host's (Documentation/results/accuracy.rst).
 */
#include "smgpu_xsm.h"

#define OVL __attribute__((overloadable, always_inline))
/* smcc makes one instruction of each call, see ir.c */
#define CSR(n) __attribute__((const)) uint __smgpu_csr_##n(void);
/* Dimension @d of a launch; OpenCL gives @other for dimensions that do not exist. */
CSR(cc0) CSR(cc1) CSR(cc2) CSR(cc3) CSR(cc4) CSR(cc5) CSR(cc6) CSR(cc7) CSR(cc8) CSR(cc9) CSR(cca)
CSR(ccb)
#define PICK(d, x, y, z, other) \
	((d) == 0 ? __smgpu_csr_##x() : (d) == 1 ? __smgpu_csr_##y() : \
	 (d) == 2 ? __smgpu_csr_##z() : (other))

OVL size_t get_local_id(uint d) { return PICK(d, cc0, cc1, cc2, 0u); }
OVL size_t get_local_size(uint d) { return PICK(d, cc6, cc7, cc8, 1u); }
/*
 * smcc --offsets: the constant bank tells of the launch, of which the grid of the CSRs
 * may be a part. See smgpu_print.h
 */
#ifdef OFFSETS
CSR(ccc)
#define BANK(word, d, other) \
	((d) < 3 ? ((const __constant uint *)__smgpu_csr_ccc())[(int)(d) - (word)] : (other))
#define FIRST_ID(d)	BANK(5, d, 0u)
#define FIRST_GROUP(d)	BANK(14, d, 0u)
OVL size_t get_global_size(uint d) { return BANK(8, d, 1u); }
OVL size_t get_enqueued_local_size(uint d) { return BANK(11, d, 1u); }
OVL size_t get_num_groups(uint d)
{
	return d < 3 ? (get_global_size(d) - 1) / get_enqueued_local_size(d) + 1 : 1;
}
OVL size_t get_global_offset(uint d)
{
	return FIRST_ID(d) - FIRST_GROUP(d) * get_enqueued_local_size(d);
}
#else
#define FIRST_ID(d)	0
#define FIRST_GROUP(d)	0
OVL size_t get_num_groups(uint d) { return PICK(d, cc9, cca, ccb, 1u); }
OVL size_t get_global_size(uint d) { return get_local_size(d) * get_num_groups(d); }
OVL size_t get_enqueued_local_size(uint d) { return get_local_size(d); }
OVL size_t get_global_offset(uint d) { return 0; }
#endif
OVL size_t get_group_id(uint d) { return PICK(d, cc3, cc4, cc5, 0u) + FIRST_GROUP(d); }
OVL size_t get_global_id(uint d)
{
	return PICK(d, cc3, cc4, cc5, 0u) * get_local_size(d) + get_local_id(d) + FIRST_ID(d);
}
uint __smgpu_work_dim(void);	/* rt/printf.c */
OVL uint get_work_dim(void) { return __smgpu_work_dim(); }

/* One instruction, whatever memory @f names. Convergent: the compiler must not move it into a
 * branch that only some threads take. */
__attribute__((overloadable, convergent, always_inline)) void barrier(cl_mem_fence_flags f)
{
	__asm__ volatile(__SMGPU_XSM_BAR ::: "memory");
}
/* There is one fence for all memory; it is strong enough for each kind. */
OVL void mem_fence(cl_mem_fence_flags f) { __asm__ volatile("fence" ::: "memory"); }
OVL void read_mem_fence(cl_mem_fence_flags f) { __asm__ volatile("fence" ::: "memory"); }
OVL void write_mem_fence(cl_mem_fence_flags f) { __asm__ volatile("fence" ::: "memory"); }

/* One definition for the scalar and each vector size, by elements */
#define VEC1(T, R, name, A) \
	OVL R##2 name(T##2 a) { return (R##2)(name(a.x), name(a.y)); } \
	OVL R##3 name(T##3 a) { return (R##3)(name(a.x), name(a.y), name(a.z)); } \
	OVL R##4 name(T##4 a) { return (R##4)(name(a.x), name(a.y), name(a.z), name(a.w)); } \
	OVL R##8 name(T##8 a) { return (R##8)(name(a.lo), name(a.hi)); } \
	OVL R##16 name(T##16 a) { return (R##16)(name(a.lo), name(a.hi)); }
#define VEC2(T, name) \
	OVL T##2 name(T##2 a, T##2 b) { return (T##2)(name(a.x, b.x), name(a.y, b.y)); } \
	OVL T##3 name(T##3 a, T##3 b) \
	{ return (T##3)(name(a.x, b.x), name(a.y, b.y), name(a.z, b.z)); } \
	OVL T##4 name(T##4 a, T##4 b) \
	{ return (T##4)(name(a.x, b.x), name(a.y, b.y), name(a.z, b.z), name(a.w, b.w)); } \
	OVL T##8 name(T##8 a, T##8 b) { return (T##8)(name(a.lo, b.lo), name(a.hi, b.hi)); } \
	OVL T##16 name(T##16 a, T##16 b) { return (T##16)(name(a.lo, b.lo), name(a.hi, b.hi)); }
#define VEC3(T, name) \
	OVL T##2 name(T##2 a, T##2 b, T##2 c) \
	{ return (T##2)(name(a.x, b.x, c.x), name(a.y, b.y, c.y)); } \
	OVL T##3 name(T##3 a, T##3 b, T##3 c) \
	{ return (T##3)(name(a.xy, b.xy, c.xy), name(a.z, b.z, c.z)); } \
	OVL T##4 name(T##4 a, T##4 b, T##4 c) \
	{ return (T##4)(name(a.xy, b.xy, c.xy), name(a.zw, b.zw, c.zw)); } \
	OVL T##8 name(T##8 a, T##8 b, T##8 c) \
	{ return (T##8)(name(a.lo, b.lo, c.lo), name(a.hi, b.hi, c.hi)); } \
	OVL T##16 name(T##16 a, T##16 b, T##16 c) \
	{ return (T##16)(name(a.lo, b.lo, c.lo), name(a.hi, b.hi, c.hi)); }

/* A function of floats with 1, 2 or 3 arguments, for scalars and all vectors. */
#define F1(name, expr) OVL float name(float a) { return expr; } VEC1(float, float, name, )
#define F2(name, expr) OVL float name(float a, float b) { return expr; } VEC2(float, name)
#define F3(name, expr) OVL float name(float a, float b, float c) { return expr; } VEC3(float, name)

/* The C runtime's, see rt/math.c */
float expf(float), exp2f(float), logf(float), log2f(float), log10f(float), sinf(float), cosf(float),
	tanf(float), powf(float, float);
float atanf(float), atan2f(float, float), fmodf(float, float), tgammaf(float), erfcf(float),
	floorf(float), ceilf(float), truncf(float), roundf(float), rintf(float);

/* pow of a base that is not negative: NaN wherever exp(b * log(a)) has no value */
static float powr_of(float a, float b)
{
	bool none = a != a || b != b || a < 0 || (b == 0 && (a == 0 || a == INFINITY)) ||
		    (a == 1 && __builtin_fabsf(b) == INFINITY);

	return none ? NAN : powf(__builtin_fabsf(a), b);
}

/* exact for subnormal numbers too, which libclc's is not */
static float remainder_of(float a, float b)
{
	float p = __builtin_fabsf(b), x = __builtin_fabsf(a);

	if (!(x < INFINITY) || p == 0 || p != p)
		return NAN;
	if (p <= 0x1.fffffep126f)
		x = fmodf(x, p + p);
	if (p < 0x1p-125f) {	/* half of it may not be a number */
		if (x + x > p) {
			x -= p;
			if (x + x >= p)
				x -= p;
		}
	} else if (x > 0.5f * p) {
		x -= p;
		if (x >= 0.5f * p)
			x -= p;
	}
	return __builtin_signbitf(a) ? -x : x;
}

/* With half_ and native_, which may be less exact: the card has nothing that is faster. */
#define NARROW(name, expression) F1(half_##name, expression) F1(native_##name, expression)
#define F1_ALL(name, expression) F1(name, expression) NARROW(name, expression)
F1(fabs, __builtin_fabsf(a))
F1_ALL(sqrt, __builtin_elementwise_sqrt(a))
F1_ALL(rsqrt, 1.0f / __builtin_elementwise_sqrt(a))
F1(floor, floorf(a))
F1(ceil, ceilf(a))
F1(trunc, truncf(a))
F1(round, roundf(a))
F1(rint, rintf(a))
F1_ALL(exp, expf(a))
F1_ALL(exp2, exp2f(a))
F1_ALL(log, logf(a))
F1_ALL(log2, log2f(a))
F1_ALL(log10, log10f(a))
F1_ALL(sin, sinf(a))
F1_ALL(cos, cosf(a))
F1_ALL(tan, tanf(a))
F1(tgamma, tgammaf(a))
F1(erfc, erfcf(a))
F1(atan, atanf(a))
F1(sign, a > 0 ? 1.0f : a < 0 ? -1.0f : a == 0 ? a : 0.0f)
F1(degrees, a * 57.29577951308232f)
F1(radians, a * 0.017453292519943295f)
F2(pow, powf(a, b))
F2(powr, powr_of(a, b))
F2(remainder, remainder_of(a, b))
F2(atan2, atan2f(a, b))
F2(fmod, fmodf(a, b))
F2(fmin, __builtin_fminf(a, b))
F2(fmax, __builtin_fmaxf(a, b))
F2(min, b < a ? b : a)
F2(max, a < b ? b : a)
F2(copysign, __builtin_copysignf(a, b))
F2(step, b < a ? 0.0f : 1.0f)
F2(fdim, a <= b ? 0.0f : a - b)
NARROW(exp10, exp10(a))
NARROW(recip, 1.0f / a)
F2(half_divide, a / b)
F2(native_divide, a / b)
F2(half_powr, powr_of(a, b))
F2(native_powr, powf(a, b))
F3(mad, __builtin_fmaf(a, b, c))
F3(fma, __builtin_fmaf(a, b, c))
F3(clamp, __builtin_fminf(__builtin_fmaxf(a, b), c))
F3(mix, __builtin_fmaf(b - a, c, a))
OVL int isnan(float a) { return a != a; }
OVL int isinf(float a) { return __builtin_fabsf(a) == INFINITY; }

OVL float dot(float a, float b) { return a * b; }
OVL float dot(float2 a, float2 b) { return __builtin_fmaf(a.x, b.x, a.y * b.y); }
OVL float dot(float3 a, float3 b) { return __builtin_fmaf(a.z, b.z, dot(a.xy, b.xy)); }
OVL float dot(float4 a, float4 b) { return __builtin_fmaf(a.w, b.w, dot(a.xyz, b.xyz)); }
OVL float3 cross(float3 a, float3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }

/* mul24 and mad24 multiply in full, which is right for all values that they are defined for. */
#define INTEGER(T) \
	OVL T min(T a, T b) { return b < a ? b : a; } VEC2(T, min) \
	OVL T max(T a, T b) { return a < b ? b : a; } VEC2(T, max) \
	OVL T clamp(T a, T b, T c) { return min(max(a, b), c); } VEC3(T, clamp) \
	OVL T mul24(T a, T b) { return a * b; } \
	OVL T mad24(T a, T b, T c) { return a * b + c; } \
	OVL T rotate(T a, T b) \
	{ uint v = (uint)a, n = (uint)b & 31; return (T)(v << n | v >> (-n & 31)); } \
	OVL T popcount(T a) { return __builtin_popcount((uint)a); } \
	OVL T clz(T a) { return a ? __builtin_clz((uint)a) : 32; }
INTEGER(int)
INTEGER(uint)
OVL uint abs(int a) { return a < 0 ? -(uint)a : (uint)a; }
OVL uint abs(uint a) { return a; }
/* The upper half of the product of 64 bits. */
OVL int mul_hi(int a, int b) { return ((long)a * b) >> 32; }
OVL uint mul_hi(uint a, uint b) { return ((ulong)a * b) >> 32; }

/* Only some conversions are here; the others come from libclc. */
OVL int convert_int(float a) { return (int)a; }
OVL int convert_int(uint a) { return (int)a; }
OVL uint convert_uint(float a) { return (uint)a; }
OVL uint convert_uint(int a) { return (uint)a; }
OVL float convert_float(int a) { return (float)a; }
OVL float convert_float(uint a) { return (float)a; }
OVL int convert_int_rtn(float a) { return (int)floorf(a); }
OVL int convert_int_rte(float a) { return (int)rintf(a); }

/* By elements: OpenCL promises only the alignment of one element. */
#define VECTOR_MEMORY(T, AS) \
	OVL T##2 vload2(size_t i, const AS T *p) { return (T##2)(p[2 * i], p[2 * i + 1]); } \
	OVL T##4 vload4(size_t i, const AS T *p) \
	{ p += 4 * i; return (T##4)(p[0], p[1], p[2], p[3]); }
#define VECTOR_STORE(T, AS) \
	OVL void vstore2(T##2 v, size_t i, AS T *p) { p[2 * i] = v.x; p[2 * i + 1] = v.y; } \
	OVL void vstore4(T##4 v, size_t i, AS T *p) \
	{ p += 4 * i; p[0] = v.x; p[1] = v.y; p[2] = v.z; p[3] = v.w; }
#define VECTOR_SPACES(T) \
	VECTOR_MEMORY(T, __global) VECTOR_MEMORY(T, __local) VECTOR_MEMORY(T, __private) \
	VECTOR_MEMORY(T, __constant) \
	VECTOR_STORE(T, __global) VECTOR_STORE(T, __local) VECTOR_STORE(T, __private)
VECTOR_SPACES(float)
VECTOR_SPACES(int)
VECTOR_SPACES(uint)

/* OpenCL 1.x atomics order nothing but themselves, hence relaxed. All return the old value. The
 * atom_ names are those of the older extensions. */
#define ATOMIC(T, AS) \
	OVL T atomic_add(volatile AS T *p, T v) \
	{ return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); } \
	OVL T atomic_sub(volatile AS T *p, T v) \
	{ return __atomic_fetch_sub(p, v, __ATOMIC_RELAXED); } \
	OVL T atomic_inc(volatile AS T *p) { return __atomic_fetch_add(p, 1, __ATOMIC_RELAXED); } \
	OVL T atomic_dec(volatile AS T *p) { return __atomic_fetch_sub(p, 1, __ATOMIC_RELAXED); } \
	OVL T atomic_and(volatile AS T *p, T v) \
	{ return __atomic_fetch_and(p, v, __ATOMIC_RELAXED); } \
	OVL T atomic_or(volatile AS T *p, T v) \
	{ return __atomic_fetch_or(p, v, __ATOMIC_RELAXED); } \
	OVL T atomic_xor(volatile AS T *p, T v) \
	{ return __atomic_fetch_xor(p, v, __ATOMIC_RELAXED); } \
	OVL T atomic_min(volatile AS T *p, T v) \
	{ return __atomic_fetch_min(p, v, __ATOMIC_RELAXED); } \
	OVL T atomic_max(volatile AS T *p, T v) \
	{ return __atomic_fetch_max(p, v, __ATOMIC_RELAXED); } \
	OVL T atomic_xchg(volatile AS T *p, T v) \
	{ return __atomic_exchange_n(p, v, __ATOMIC_RELAXED); } \
	OVL T atomic_cmpxchg(volatile AS T *p, T c, T v) \
	{ \
		__atomic_compare_exchange_n(p, &c, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
		return c; \
	} \
	OVL T atom_add(volatile AS T *p, T v) { return atomic_add(p, v); } \
	OVL T atom_sub(volatile AS T *p, T v) { return atomic_sub(p, v); } \
	OVL T atom_inc(volatile AS T *p) { return atomic_inc(p); } \
	OVL T atom_dec(volatile AS T *p) { return atomic_dec(p); } \
	OVL T atom_and(volatile AS T *p, T v) { return atomic_and(p, v); } \
	OVL T atom_or(volatile AS T *p, T v) { return atomic_or(p, v); } \
	OVL T atom_xor(volatile AS T *p, T v) { return atomic_xor(p, v); } \
	OVL T atom_min(volatile AS T *p, T v) { return atomic_min(p, v); } \
	OVL T atom_max(volatile AS T *p, T v) { return atomic_max(p, v); } \
	OVL T atom_xchg(volatile AS T *p, T v) { return atomic_xchg(p, v); } \
	OVL T atom_cmpxchg(volatile AS T *p, T c, T v) { return atomic_cmpxchg(p, c, v); }
/* Of a float only the exchange exists; it moves bits, so that of integers serves. */
ATOMIC(int, __global)
ATOMIC(int, __local)
ATOMIC(uint, __global)
ATOMIC(uint, __local)
#define ATOMIC_FLOAT(AS) \
	OVL float atomic_xchg(volatile AS float *p, float v) \
	{ \
		return __builtin_bit_cast(float, __atomic_exchange_n((volatile AS uint *)p, \
			__builtin_bit_cast(uint, v), __ATOMIC_RELAXED)); \
	}
ATOMIC_FLOAT(__global)
ATOMIC_FLOAT(__local)
