/* SPDX-License-Identifier: MIT */
#ifndef ULP_H
#define ULP_H

#include <stdbool.h>

typedef long double real;

/* No value is wrong there. */
#define ANY 0x1.8p16000L

struct function {
	const char *name;		/* of the kernel, with k_ in front */
	double limit;			/* ulp */
	bool zeros;			/* their signs count */
	real (*one)(real);
	real (*two)(real, real);
};

extern bool wide;			/* doubles, else floats */
/* narrow: there are none of doubles; the last of each has no name */
extern const struct function functions[], narrow[];
/* How large the numbers are that the function subtracts in the end: its error is in ulp of that at
 * least */
real subtracted(const struct function *f, real x);

#endif
