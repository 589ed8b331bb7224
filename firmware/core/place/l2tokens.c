// SPDX-License-Identifier: MIT
/*
 * Priority tokens of the L2. SMs share the L2, so their number is that of the card: the kernel says
 * it, or a task with SMGPU_TMD_SCHEDULE. The SMs that may run a task get as many each, the first of
 * them one more if that does not come out even, and give them back when there is no task for them.
 * An SM whose register the kernel sets without a number for the card keeps the limit that it says.
 */
#include "place/l2tokens.h"
#include "state/slots.h"
#include "smgpu_regs.h"

#define LIMIT	SMGPU_SM_CFG_PRIO_L2_LIMIT_MASK

SMGPU_STATIC_ASSERT(SMGPU_L2_TOKENS_MAX == SMGPU_SM_CFG_COUNT * LIMIT &&
			    SMGPU_L2_TOKENS_MAX < L2TOKENS_NONE,
		    "a card may have as many tokens as its SMs can give");

/* What the kernel says: how many the card has, or if that is 0, how many the SM */
static struct {
	uint8_t card, limit;
} general[SMGPU_SM_CFG_COUNT];
bool l2tokens_divided;

bool l2tokens_config(uint32_t sm, uint32_t value)
{
	uint32_t card = value >> 24;

	if (card > SMGPU_L2_TOKENS_MAX || (card && !shape.prio_l2))
		return false;
	general[sm].card = (uint8_t)card;
	general[sm].limit = value & LIMIT;
	l2tokens_divided |= card != 0;
	return sm_config(sm, L2TOKENS_OFFSET, value & 0xffffffu);
}

void l2tokens_apply(const uint8_t *order, unsigned int n)
{
	uint32_t used = 0, sms = 0, sm, left, rank = 0,
		 asked = n ? l2tokens_of(slots_resident(order[0])) : 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		used |= slots_resident(order[i])->launch.sm_mask;
	for (left = used; left; left &= left - 1)
		sms++;
	for (sm = 0; sm < shape.sms; sm++) {
		uint32_t number = asked ? asked : general[sm].card,
			 limit = number ? 0 : general[sm].limit;

		if (number && number != L2TOKENS_NONE && used >> sm & 1)
			limit = (number + sms - 1 - rank++) / sms;
		sm_change(sm, L2TOKENS_OFFSET,
			  (sm_policy(sm, L2TOKENS_OFFSET) & ~LIMIT) |
				  (limit < LIMIT ? limit : LIMIT));
	}
}
