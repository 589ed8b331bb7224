/* SPDX-License-Identifier: MIT */
/* What functions of sub-groups and of work-groups fold: the operations, and each type with its
 * lowest and its highest value */
#ifndef FOLD_H
#define FOLD_H

#define OP_add(a, b) ((a) + (b))
#define OP_min(a, b) ((b) < (a) ? (b) : (a))
#define OP_max(a, b) ((a) < (b) ? (b) : (a))

#define EACH_FOLDED(KIND)                                                                \
	KIND(int, INT_MIN, INT_MAX)                                                      \
	KIND(uint, 0, UINT_MAX) KIND(long, LONG_MIN, LONG_MAX) KIND(ulong, 0, ULONG_MAX) \
		KIND(half, -INFINITY, INFINITY) KIND(float, -INFINITY, INFINITY)         \
			KIND(double, -INFINITY, INFINITY)

#endif
