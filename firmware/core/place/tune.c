// SPDX-License-Identifier: MIT
/*
 * How many priority tokens of L1 suit a program: hill climbing on warp instructions a cycle.
 *
 * An epoch is a whole launch, or EPOCH cycles of one that takes longer. A task is measured only
 * while it alone has a slot: nothing is learned from what shares the SMs, is evicted or killed, nor
 * from a task that says how many tokens it has.
 *
 * What was learned is kept for the program: its VM, where its code begins, and the class of its
 * number of CTAs. A class is a power of two, so that like is compared with like, and a program
 * whose grid varies learns all the same. Grids of 64 CTAs and more are one class: their ends are
 * short beside the rest. A new program takes the place of the one that was asked for longest ago.
 */
#include "place/tune.h"
#include "state/slots.h"

#define EPOCH		(1u << 20)	/* cycles */
#define TOO_SHORT	8192u		/* cycles: the launch itself would be measured */
#define PROGRAMS	16u
#define CLASS_LAST	6u		/* of grids: 64 CTAs and more */
/* hysteresis: another limit is better if it gains more than one part in so many */
#define BETTER		64u
/* epochs with the best limit before others are tried again */
#define REST		32u

/*
 * The hill is walked by tokens withheld from a full SM: with none withheld all warps are equal,
 * which is the limit 0 as well, and cheaper. A new program starts there.
 */
struct program {
	uint32_t entry;
	uint32_t asked;		/* turn of the last look at it */
	uint16_t key;		/* VM and class of grid; 0: an unused entry */
	uint16_t rate;		/* of the best, 1/4096 instructions a cycle; 0: not measured */
	uint8_t best, tried;	/* tokens withheld; equal while the best is measured */
	int8_t step;		/* to the next that is tried */
	uint8_t rest;		/* epochs before that */
};

static struct program programs[PROGRAMS];
static const struct task *alone;	/* is measured */
static uint32_t begun, issued;		/* when its epoch began, and its instructions by then */
static bool whole;			/* the epoch is all of a launch so far */
static uint32_t turns;			/* looks at programs */
/* no task has had a slot since the last one was alone to its end */
static bool empty;

static int8_t first_step(void)
{
	return (int8_t)(shape.warps / 2);
}

static RARE uint32_t grid_class(uint32_t ctas)
{
	uint32_t class = 0;

	while (class < CLASS_LAST && ctas >> (class + 1))
		class++;
	return class;
}

static RARE struct program *program_of(const struct task *t)
{
	uint16_t key = (uint16_t)(t->launch.vm << 3 | grid_class(t->launch.limit));
	struct program *p, *oldest = programs;

	turns++;
	for (p = programs; p < programs + PROGRAMS; p++) {
		if (p->key == key && p->entry == t->launch.entry) {
			p->asked = turns;
			return p;
		}
		if (!p->key || (oldest->key && turns - p->asked > turns - oldest->asked))
			oldest = p;
	}
	*oldest = (struct program){
		.entry = t->launch.entry, .asked = turns, .key = key, .step = first_step()
	};
	return oldest;
}

RARE void tune_start(void)
{
	alone = NULL;
	empty = !slots_used;
}

RARE void tune_forget(uint32_t vm)
{
	unsigned int i;

	for (i = 0; i < PROGRAMS; i++)
		if (programs[i].key >> 3 == vm)
			programs[i].key = 0;
}

RARE uint32_t tune_limit(const struct task *t)
{
	uint32_t withheld = program_of(t)->tried;

	return withheld ? shape.warps - withheld : 0;
}

/* Nothing better on this side: the other one, then nearer ones, then rest. */
static RARE void turn(struct program *p)
{
	p->step = (int8_t)-p->step;
	if (p->step < 0)
		return;
	p->step /= 2;
	if (p->step)
		return;
	p->step = first_step();
	p->rest = REST;
}

static RARE void try_next(struct program *p)
{
	uint32_t next = p->best + (uint32_t)p->step;

	if (next < shape.warps)
		p->tried = (uint8_t)next;
	else
		turn(p);
}

static RARE void learn(struct program *p, uint32_t rate)
{
	if (p->tried == p->best) {
		p->rate = (uint16_t)rate;
		if (p->rest)
			p->rest--;
		else
			try_next(p);
	} else if (rate > p->rate + p->rate / BETTER) {
		p->best = p->tried;
		p->rate = (uint16_t)rate;
		try_next(p);
	} else {
		p->tried = p->best;
		turn(p);
	}
}

/* At most two instructions a cycle in four SMs: the products fit. */
static inline uint32_t rate_of(uint32_t instructions, uint32_t cycles)
{
	while (cycles >> 16) {
		cycles >>= 1;
		instructions >>= 1;
	}
	return instructions * 4096 / cycles;
}

RARE void tune_residents(void)
{
	uint32_t slot = lowest_bit(slots_used);
	const struct task *t = slots_used == 1u << slot ? slots_task[slot] : NULL;
	struct launch_progress p;

	if (t && (t->kind != SMGPU_TMD_GRID || tune_pinned(t)))
		t = NULL;
	if (t && t != alone) {
		launch_read_counts(slot, &p);
		whole = empty && !t->launch.next;
		begun = whole ? t->since : (uint32_t)host_timebase();
		issued = whole ? 0 : p.warp_instr;
	}
	alone = t;
	if (slots_used)
		empty = false;
}

RARE void tune_left(const struct task *t, uint32_t warp_instr, bool done)
{
	uint32_t cycles = (uint32_t)host_timebase() - begun;

	if (t == alone && whole && done && cycles >= TOO_SHORT)
		learn(program_of(t), rate_of(warp_instr, cycles));
	if (t == alone)
		alone = NULL;
	empty = slots_used == 1u << t->slot;
}

RARE uint32_t tune_look(uint64_t now)
{
	uint32_t cycles = (uint32_t)now - begun;
	struct launch_progress p;

	if (!alone || cycles < EPOCH)
		return NO_SLOT;
	launch_read_counts(alone->slot, &p);
	learn(program_of(alone), rate_of(p.warp_instr - issued, cycles));
	begun = (uint32_t)now;
	issued = p.warp_instr;
	whole = false;
	return alone->slot;
}
