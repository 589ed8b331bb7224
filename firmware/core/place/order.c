// SPDX-License-Identifier: MIT
/* In which order the SMs try the slots: by priority, then by what clients have used, then by what
 * types of threads have in flight, then by age. */
#include "place/order.h"
#include "place/eupool.h"
#include "place/schedule.h"
#include "state/client.h"
#include "state/slots.h"

/* as the launcher has it, or will at the end of the pass */
static uint8_t order[SMGPU_TASK_SLOTS];
static unsigned int count;
static bool stale;	/* to be made anew */
static uint32_t tail;	/* task_kin() of the last in it */

static bool goes_before(const struct task *a, const struct task *b)
{
	if (a->priority != b->priority)
		return a->priority < b->priority;
	if (a->client != b->client)
		return clients[a->client].used != clients[b->client].used
			       ? client_before(a->client, b->client)
			       : a->client < b->client;
	if (eupool_share[a->slot] != eupool_share[b->slot])
		return eupool_share[a->slot] < eupool_share[b->slot];
	return (int32_t)(a->age - b->age) < 0;
}

unsigned int order_of_slots(uint8_t slots[SMGPU_TASK_SLOTS])
{
	unsigned int n = 0, i;
	uint32_t left;

	for (left = slots_used; left; left &= left - 1) {
		uint32_t slot = lowest_bit(left);
		const struct task *t = slots_task[slot];

		if (t->state != TASK_RESIDENT)
			continue;
		for (i = n; i > 0 && !goes_before(slots_task[slots[i - 1]], t); i--)
			slots[i] = slots[i - 1];
		slots[i] = (uint8_t)slot;
		n++;
	}
	return n;
}

static void make(void)
{
	if (eupool_works())
		eupool_count(host_timebase());
	count = order_of_slots(order);
	if (count)
		tail = task_kin(slots_task[order[count - 1]]);
	launch_order(order, count);
	schedule_apply(order, count);
	stale = false;
}

void order_change(void)
{
	stale = true;
}

void order_publish(void)
{
	if (stale)
		make();
}

/* As a rule it goes behind all others. */
void order_enter(uint32_t slot)
{
	uint32_t is = task_kin(slots_task[slot]);

	if (stale || eupool_works() ||
	    (count && is != tail &&
	     !goes_before(slots_task[order[count - 1]], slots_task[slot]))) {
		make();
		return;
	}
	tail = is;
	order[count++] = (uint8_t)slot;
	launch_order_add(slot);
	schedule_apply(order, count);
}
