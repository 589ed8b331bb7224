// SPDX-License-Identifier: MIT
/*
 * Random life of a card: channels come and go, push random work, fault and are destroyed. After
 * each pass of the firmware: the most urgent tasks hold the slots, the launcher's order is by
 * priority, a job that is reported done is done, nothing ran twice; at the end nothing of a channel
 * that lived is missing.
 *
 * SEEDS=n runs n seeds (default 120); SEED=s runs one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mock.h"

#define CHANNELS	6u
#define TMDS		32u	/* of a channel; reused in turn */
#define TMD_VA(ch, i)	(MOCK_VA_BASE + 0x4000 + ((ch) * TMDS + (i)) * 256)
#define SEG_VA(ch, i)	(MOCK_VA_BASE + 0x10000 + ((ch) * 64 + (i)) * 256)
#define DATA_VA		(MOCK_VA_BASE + 0x2c000)
/* the TMD of a child, and the ring it is asked for in */
#define CHILD_VA(ch, i)	(MOCK_VA_BASE + 0x40000 + ((ch) * TMDS + (i)) * 512)
#define MAX_JOBS	2048u

struct job {
	uint32_t ch, life, tasks[6], ctas[6], count;
	uint64_t seqno;
};

/* The first CTA of a task launches its child, if it has one. */
static struct {
	uint32_t vm, va;
} child_of[MOCK_TASKS];

static struct {
	bool live, failed;
	uint32_t life, vm, tmd_used[TMDS], seg, entries;
	uint64_t seqno, done;
} chan[CHANNELS + 1];

static struct job jobs[MAX_JOBS];
static uint32_t job_count, task_count;
static uint32_t seed;

static uint32_t below(uint32_t n)
{
	return mock_random() % n;
}

static uint32_t vm_of(uint32_t ch)
{
	return 1 + ch % 3;
}

static void on_launch(uint32_t slot, uint32_t task, uint32_t cta)
{
	struct smgpu_request_ring *r;
	struct smgpu_request *e;

	if (cta || !child_of[task].va)
		return;
	r = mock_va(child_of[task].vm, child_of[task].va + 256);
	e = (struct smgpu_request *)(r + 1) + r->reserved % r->size;
	e->tmd_va = child_of[task].va;
	e->ready = ++r->reserved;
	mock.bells |= 1u << slot;
}

/* A job that did not run is never complete before the driver can see why. */
static void on_done(uint32_t ch)
{
	if (channels[ch].error.code && channels[ch].state != CHANNEL_LIVE)
		CHECK(mock_error_published(ch));
}

static void create(uint32_t ch)
{
	mock.hold_events = false;
	mock_take_events();
	CHECK_EQ(mock_channel(ch, vm_of(ch), 1 + below(3), 1u << 30), 0);
	chan[ch].live = true;
	chan[ch].failed = false;
	chan[ch].life++;
	chan[ch].seqno = 0;
	chan[ch].done = 0;
	chan[ch].entries = 0;
	/* The error event of an earlier life is history. */
	for (unsigned int i = 0; i < mock.seen_count; i++)
		if (mock.seen[i].op == SMGPU_FW_EVENT_ERROR && mock.seen[i].u.error.channel == ch)
			mock.seen[i].op = 0;
}

static void new_ring(struct smgpu_request_ring *r)
{
	memset(r, 0, sizeof(*r) + 16 * sizeof(struct smgpu_request));
	r->size = 16;
	r->reserved = below(100);
	r->taken = r->reserved;
}

/* A TMD that nothing uses any more: its last job is done. */
static bool free_tmd(uint32_t ch, uint32_t *index)
{
	for (uint32_t i = 0; i < TMDS; i++) {
		if (chan[ch].tmd_used[i] && chan[ch].tmd_used[i] > chan[ch].done)
			continue;
		*index = i;
		return true;
	}
	return false;
}

static void push(uint32_t ch)
{
	struct job *j = &jobs[job_count];
	uint32_t words[32], n = 0, i, tmd, va;
	struct smgpu_fw_shared *s = mock_host(MOCK_SHARED);

	if (job_count == MAX_JOBS || task_count + 6 >= MOCK_TASKS ||
	    mock.ring_put[ch] - s->ring_get[ch] + 2 > MOCK_RING_ENTRIES ||
	    chan[ch].seqno - chan[ch].done > 30)
		return;
	*j = (struct job){ .ch = ch, .life = chan[ch].life, .seqno = ++chan[ch].seqno };
	if (below(3) == 0) {
		words[n++] = SMGPU_METHOD(SMGPU_METHOD_NOP, 2);
		n += 2;
	}
	for (i = below(3) + 1; i && free_tmd(ch, &tmd); i--) {
		uint32_t ctas = 1 + below(24);
		struct smgpu_tmd *t =
			mock_tmd(vm_of(ch), TMD_VA(ch, tmd), task_count, ctas, 3 + below(8));

		if (below(4) == 0) {
			t->grid[0] = 1 + below(4);
			t->grid[1] = 1 + below(3);
			t->grid[2] = 1 + below(2);
			ctas = t->grid[0] * t->grid[1] * t->grid[2];
		}
		t->flags = (below(3) ? 0 : SMGPU_TMD_HEAD) | (below(5) ? 0 : SMGPU_TMD_SEQUENTIAL);
		if (below(5) == 0) {
			t->flags |= SMGPU_TMD_QUOTA_INFLIGHT;
			t->quota_inflight = (uint16_t)(1 + below(4));
		}
		if (below(5) == 0) {
			t->flags |= SMGPU_TMD_QUOTA_LAUNCHED;
			t->quota_launched = (uint16_t)(1 + below(4));
		}
		if (below(4) == 0)
			t->after_va[below(4)] = TMD_VA(ch, below(TMDS));
		if (below(4) == 0) {
			struct smgpu_tmd *child = mock_va(vm_of(ch), CHILD_VA(ch, tmd));

			mock_tmd(vm_of(ch), CHILD_VA(ch, tmd), task_count, 1 + below(8),
				 3 + below(8))
				->after_va[0] = below(4) ? 0 : TMD_VA(ch, tmd);
			child_of[task_count + 1] =
				(typeof(child_of[0])) { vm_of(ch), CHILD_VA(ch, tmd) };
			j->tasks[j->count] = task_count++;
			j->ctas[j->count++] = child->grid[0];
			t->param_va += 4;
			t->requests_va = CHILD_VA(ch, tmd) + 256;
			new_ring(mock_va(vm_of(ch), t->requests_va));
		}
		chan[ch].tmd_used[tmd] = (uint32_t)j->seqno;
		j->tasks[j->count] = task_count++;
		j->ctas[j->count++] = ctas;
		words[n++] = SMGPU_METHOD(SMGPU_METHOD_TMD_LAUNCH, 1);
		words[n++] = TMD_VA(ch, tmd);
		if (below(12) == 0)
			words[n++] = SMGPU_METHOD(SMGPU_METHOD_WAIT_IDLE, 0);
		if (below(6) == 0) {
			words[n++] = SMGPU_METHOD(SMGPU_METHOD_DMA_FILL, 3);
			words[n++] = DATA_VA;
			words[n++] = 1;
			words[n++] = 4 * (1 + below(0x4800));
		}
		if (below(6) == 0) {
			words[n++] = SMGPU_METHOD(SMGPU_METHOD_CACHE, 1);
			words[n++] = below(4);
		}
	}
	if (!n)
		words[n++] = SMGPU_METHOD(SMGPU_METHOD_WAIT_IDLE, 0);
	va = SEG_VA(ch, chan[ch].seg++ % 64);
	memcpy(mock_va(vm_of(ch), va), words, 4 * n);
	mock_ring(ch, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, va, 4 * n, j->seqno);
	job_count++;
}

static void fault(void)
{
	uint32_t s = below(SMGPU_SLOT_COUNT);

	if (!mock.slot[s].inflight || mock.trap_count > 8)
		return;
	mock_trap(s, SMGPU_ERR_ILLEGAL, 0x40, 0);
	mock.slot[s].trapped = true;
}

static void destroy(uint32_t ch)
{
	mock_command(
		&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = ch });
	chan[ch].failed = true;
	chan[ch].live = false;
}

static void check_slots(void)
{
	const struct task *first = tmu_first();
	uint32_t worst = 0, draining = 0, used = 0, at, last = 0, held[SMGPU_MAX_CHANNELS] = { 0 };
	unsigned int i;

	for (i = 0; i < TASK_POOL; i++) {
		if (tasks[i].state != TASK_FREE)
			CHECK(++held[tasks[i].channel] <= TASK_QUOTA + TASK_URGENT);
		if (tasks[i].state == TASK_RESIDENT && tasks[i].priority > worst)
			worst = tasks[i].priority;
		draining += tasks[i].slot != NO_SLOT &&
			    (tasks[i].state == TASK_STOPPING || tasks[i].state == TASK_KILLING);
		used += tasks[i].slot != NO_SLOT && tasks[i].state != TASK_FREE;
	}
	CHECK(used <= SMGPU_TASK_SLOTS);
	if (first) {
		if (!isolation_keeps_out(first->owner->vm))
			CHECK_EQ(used, SMGPU_TASK_SLOTS);
		CHECK(draining || worst <= first->priority);
	}
	for (at = 0; at < mock.order_used; at++) {
		const struct task *t = NULL;
		uint32_t s = mock.order[at / 8] >> (at % 8 * 4) & 15;

		for (i = 0; i < TASK_POOL; i++)
			if (tasks[i].state == TASK_RESIDENT && tasks[i].slot == s)
				t = &tasks[i];
		if (!t)
			continue;	/* stopping: the launcher passes it over */
		CHECK(t->priority >= last);
		last = t->priority;
	}
}

static void check_done(void)
{
	uint32_t ch, i, k, c;

	for (ch = 1; ch <= CHANNELS; ch++) {
		uint64_t done = mock_done(ch);

		if (!chan[ch].live)
			continue;
		CHECK(done >= chan[ch].done && done <= chan[ch].seqno);
		chan[ch].done = done;
		if (mock_error_published(ch))
			chan[ch].failed = true;
	}
	for (i = 0; i < job_count; i++) {
		struct job *j = &jobs[i];

		for (k = 0; k < j->count; k++)
			for (c = 0; c < MOCK_CTAS; c++) {
				CHECK(mock.ran[j->tasks[k]][c] <= (c < j->ctas[k]));
				if (chan[j->ch].life == j->life && !chan[j->ch].failed &&
				    chan[j->ch].live && chan[j->ch].done >= j->seqno)
					CHECK(mock.ran[j->tasks[k]][c] == (c < j->ctas[k]));
			}
	}
}

static void one(uint32_t steps)
{
	uint32_t ch, i, rush = 1;

	mock_boot(seed);
	mock.on_done = on_done;
	mock.on_launch = on_launch;
	for (i = 1; i <= 3; i++)
		CHECK_EQ(mock_vm(i), 0);
	for (ch = 1; ch <= CHANNELS; ch++)
		create(ch);
	for (i = 0; i < steps; i++) {
		if (i % 256 == 0)	/* quiet times and rushes */
			rush = 1 + below(4);
		ch = 1 + below(CHANNELS);
		switch (below(40)) {
		case 0: fault(); break;
		case 1:
			if (chan[ch].live && below(3) == 0)
				destroy(ch);
			break;
		case 2:
			if (!chan[ch].live && channels[ch].state == CHANNEL_FREE)
				create(ch);
			break;
		case 4:
			if (seed % 2 && below(8) == 0)
				mock_command(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_ISOLATION,
								      .u.config.value = below(2) });
			break;
		case 3: mock.hold_events = !mock.hold_events; break;
		default:
			if (chan[ch].live && below(rush) == 0)
				push(ch);
			break;
		}
		mock_run(1);
		/* forget answers, keep errors */
		if (mock.seen_count > ARRAY_SIZE(mock.seen) - 100) {
			uint32_t kept = 0;

			for (uint32_t k = 0; k < mock.seen_count; k++)
				if (mock.seen[k].op == SMGPU_FW_EVENT_ERROR)
					mock.seen[kept++] = mock.seen[k];
			mock.seen_count = kept;
		}
		check_slots();
		if (i % 16 == 0)
			check_done();
	}
	mock.hold_events = false;
	for (i = 0; i < 40; i++) {	/* the driver looks again after its pause */
		mock_take_events();
		mock_run(1);
	}
	mock_settle();
	check_done();
	for (ch = 1; ch <= CHANNELS; ch++)
		if (chan[ch].live)
			CHECK_EQ(chan[ch].done, chan[ch].seqno);
	for (i = 0; i < TASK_POOL; i++)
		CHECK_EQ(tasks[i].state, TASK_FREE);
	CHECK(!mock.order_used);
	CHECK(task_count > 20);
}

static void random_lives(void)
{
	one(1500);
}

int main(void)
{
	const char *only = getenv("SEED"), *many = getenv("SEEDS");
	uint32_t from = only ? (uint32_t)atoi(only) : 1, count = only	? 1
								 : many ? (uint32_t)atoi(many)
									: 120;
	int bad = 0;

	for (seed = from; seed < from + count; seed++) {
		char name[32];
		struct mock_case c = { name, random_lives };

		snprintf(name, sizeof(name), "SEED=%u", seed);
		bad |= mock_main("fw_random", &c, 1);
	}
	return bad;
}
