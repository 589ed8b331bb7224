// SPDX-License-Identifier: MIT
/*
 * Conversions from and to half (cl_khr_fp16). From half they are those from float, which holds
 * each half. To half they round to nearest, then go on to the neighbour where another direction
 * is asked for. An integer that a float cannot hold is beyond the largest half, so that it does
 * not matter how it became a float.
 */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include "half.h"

/* From half. A float or double holds it whatever the direction. */
#define FROM(n, name, T) \
	OTHER T##n name(float##n); \
	OVL T##n name(half##n a) { return name(CAST_##n(float, a)); }
#define FROM_MODE(n, T, mode) \
	FROM(n, convert_##T##n##mode, T) FROM(n, convert_##T##n##_sat##mode, T)
#define FROM_MODES(T) \
	SIZES(FROM_MODE, T, ) SIZES(FROM_MODE, T, _rte) SIZES(FROM_MODE, T, _rtz) \
	SIZES(FROM_MODE, T, _rtp) SIZES(FROM_MODE, T, _rtn)
FROM_MODES(char) FROM_MODES(uchar) FROM_MODES(short) FROM_MODES(ushort) FROM_MODES(int)
FROM_MODES(uint) FROM_MODES(long) FROM_MODES(ulong)
#define EXACT_MODE(n, T, mode) OVL T##n convert_##T##n##mode(half##n a) { return CAST_##n(T, a); }
#define EXACT(T) \
	SIZES(EXACT_MODE, T, ) SIZES(EXACT_MODE, T, _rte) SIZES(EXACT_MODE, T, _rtz) \
	SIZES(EXACT_MODE, T, _rtp) SIZES(EXACT_MODE, T, _rtn)
EXACT(float) EXACT(double) EXACT(half)

/* To half */
#define DIRECTED(T) \
	static OVL half to_rte(T a) { return a; } \
	static OVL half to_rtz(T a) \
	{ \
		half h = a; \
		T back = h; \
		return (a < 0 ? back < a : back > a) ? as_half((ushort)(as_ushort(h) - 1)) : h; \
	} \
	static OVL half to_rtp(T a) \
	{ \
		half h = a; \
		T back = h; \
		return back < a ? as_half((ushort)(as_ushort(h) + (a < 0 ? -1 : 1))) : h; \
	} \
	static OVL half to_rtn(T a) \
	{ \
		half h = a; \
		T back = h; \
		return back > a ? as_half((ushort)(as_ushort(h) + (a < 0 ? 1 : -1))) : h; \
	} \
	BY_ELEMENT(to_rte, T) BY_ELEMENT(to_rtz, T) BY_ELEMENT(to_rtp, T) BY_ELEMENT(to_rtn, T)
#define BY_ELEMENT(f, T) \
	static OVL half2 f(T##2 a) { return (half2)(f(a.x), f(a.y)); } \
	static OVL half3 f(T##3 a) { return (half3)(f(a.xy), f(a.z)); } \
	static OVL half4 f(T##4 a) { return (half4)(f(a.lo), f(a.hi)); } \
	static OVL half8 f(T##8 a) { return (half8)(f(a.lo), f(a.hi)); } \
	static OVL half16 f(T##16 a) { return (half16)(f(a.lo), f(a.hi)); }
DIRECTED(float)
DIRECTED(double)

#define TO(n, T, VIA) \
	OVL half##n convert_half##n(T##n a) { return to_rte(CAST_##n(VIA, a)); } \
	OVL half##n convert_half##n##_rte(T##n a) { return to_rte(CAST_##n(VIA, a)); } \
	OVL half##n convert_half##n##_rtz(T##n a) { return to_rtz(CAST_##n(VIA, a)); } \
	OVL half##n convert_half##n##_rtp(T##n a) { return to_rtp(CAST_##n(VIA, a)); } \
	OVL half##n convert_half##n##_rtn(T##n a) { return to_rtn(CAST_##n(VIA, a)); }
SIZES(TO, char, float) SIZES(TO, uchar, float) SIZES(TO, short, float) SIZES(TO, ushort, float)
SIZES(TO, int, float) SIZES(TO, uint, float)
SIZES(TO, long, float) SIZES(TO, ulong, float) SIZES(TO, float, float) SIZES(TO, double, double)
