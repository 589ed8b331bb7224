/* SPDX-License-Identifier: MIT */
/* Credits of the warps of a pod (US 2011/0072244, 0072-0079), as hw/rtl/fetch/smfe_credit.sv keeps
 * them. */
#ifndef CREDIT_H
#define CREDIT_H

#include <stdbool.h>
#include <stdint.h>

#define CREDIT_WARPS	24u	/* of a pod, at most */

struct credit_pod {
	unsigned warps;
	unsigned bits;			/* of a credit */
	unsigned policy;		/* SMGPU_SM_CFG_SCHED_POLICY_A to _D */
	unsigned gain;			/* D: what a victim gains; 0: the number of victims */
	int credit[CREDIT_WARPS];
	int fund;			/* A to C: with the credits it adds up to 0 */
	/* B, C: the first warp to be asked whether it is a victim */
	unsigned after;
};

void credit_clear(struct credit_pod *p);
/* The warp issues while others, its victims, could have. `ended`: warps that are gone since then;
 * what they had goes to the fund. */
void credit_issue(struct credit_pod *p, unsigned warp, uint32_t victims, uint32_t ended);
void credit_end(struct credit_pod *p, uint32_t ended);

#endif
