// SPDX-License-Identifier: MIT
/*
 * Saturating conversions from float and double: libclc's, of which those of NaN give what the
 * card's instruction gives, the highest value. Here it is 0.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#include "half.h"

#define NUMBER(n, F, a) ((a) == (a) ? (a) : (F##n)(0))
#define SATURATE(n, name, T, F) \
	OTHER T##n name##_inner(F##n); \
	OVL T##n name(F##n a) { return name##_inner(NUMBER(n, F, a)); }
#define FROM(n, T, mode) \
	SATURATE(n, convert_##T##n##_sat##mode, T, float) \
	SATURATE(n, convert_##T##n##_sat##mode, T, double)
#define TO(T) \
	SIZES(FROM, T, ) SIZES(FROM, T, _rte) SIZES(FROM, T, _rtz) SIZES(FROM, T, _rtp) \
	SIZES(FROM, T, _rtn)
TO(char) TO(uchar) TO(short) TO(ushort) TO(int) TO(uint) TO(long) TO(ulong)
