// SPDX-License-Identifier: MIT
/*
 * The firmware image on a whole card (any backend), without Linux: channels of several VMs push
 * random tasks, copies and semaphores; in every other seed some tasks fault, hang or are killed.
 * Each thread adds 1 to a word of its own, so a CTA that is lost or runs twice shows.
 *
 * usage: stress IMAGE model|rtl PRESET SEED [STEPS]
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "cardtest.h"
#include "smgpu_regs.h"

#define VMS		3u
#define CHANNELS	6u
#define JOBS		6u		/* in flight for each channel */
#define CODE		0x01000000u
#define OUT_BYTES	0x2000u		/* of a job */
#define OUT(ch, j)	(0x02000000u + ((ch) * JOBS + (j)) * OUT_BYTES)
#define OUT_WORDS	1280u		/* 2 tasks of 20 CTAs */
#define COPY_OFFSET	0x1400u		/* the rest of a job's output: filled by DMA */
#define COPY_WORDS	768u
#define PUSH(ch, j)	(0x03000000u + (ch) * 0x1000u + (j) * 0x200u)
#define PARAM(ch, j)	(0x03010000u + (ch) * 0x1000u + (j) * 0x200u)
#define TMD(ch, j, i)	(0x03020000u + (ch) * 0x2000u + (j) * 0x400u + (i) * 0x100u)
#define SEM(ch)		(0x03030000u + (ch) * 16u)
#define ADD_ENTRY	CODE
#define BAD_ENTRY	(CODE + 0x100u)
#define HANG_ENTRY	(CODE + 0x200u)

static const uint32_t add_kernel[] = {
	CSRR(T0, CSR_PARAM), LW(A0, T0, 0),	   LW(A1, T0, 4),
	CSRR(T1, CSR_TIDX),  CSRR(T2, CSR_CTAX),   SLLI(T3, T2, 5),
	ADD(T3, T3, T1),     SLLI(T3, T3, 2),	   ADD(A0, A0, T3),
	ADDI(T4, ZERO, 1),   AMO(0, ZERO, A0, T4), BEQ(A1, ZERO, 12),
	ADDI(A1, A1, -1),    JAL(ZERO, -8),	   EXIT,
};
static const uint32_t bad_kernel[] = { LUI(T0, 0x70000000), SW(T0, T0, 0), EXIT };
static const uint32_t hang_kernel[] = { JAL(ZERO, 0) };

struct job {
	bool busy;
	uint64_t seqno;
	unsigned tasks, ctas[2], first[2];
	uint32_t fill_words, fill_value;
};

static struct {
	bool live, failing;
	uint64_t sem;
	struct job job[JOBS];
} chan[CHANNELS + 1];

static struct ct *ct;
/* card addresses of code, outputs, pushbuffers and the rest */
static uint64_t card_of[VMS + 1][5];
static uint32_t seed, rng;
static unsigned done_jobs, done_errors;

static void fail(const char *fmt, ...)
{
	va_list args;

	printf("not ok fw_card.seed_%u: ", seed);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
	ct_print_fw_log(ct);
	exit(1);
}

#define REQUIRE(cond) do { \
	if (!(cond)) \
		fail("line %d: %s", __LINE__, #cond); \
} while (0)

static uint32_t below(uint32_t n)
{
	rng ^= rng << 13;
	rng ^= rng >> 17;
	rng ^= rng << 5;
	return rng % n;
}

static unsigned vm_of(unsigned ch)
{
	return 1 + ch % VMS;
}

static uint64_t where(unsigned ch, uint32_t va)
{
	return card_of[vm_of(ch)][va >> 24] + (va & 0xffffff);
}

static void make_vm(unsigned vm)
{
	REQUIRE(!ct_vm_create(ct, vm));
	card_of[vm][1] = ct_map_new(ct, vm, CODE, 4096, CT_R | CT_X);
	card_of[vm][2] =
		ct_map_new(ct, vm, 0x02000000, OUT(CHANNELS + 1, 0) - 0x02000000, CT_R | CT_W);
	card_of[vm][3] = ct_map_new(ct, vm, 0x03000000, 0x40000, CT_R | CT_W);
	REQUIRE(card_of[vm][1] && card_of[vm][2] && card_of[vm][3]);
	ct_upload(ct, card_of[vm][1], add_kernel, sizeof(add_kernel));
	ct_upload(ct, card_of[vm][1] + 0x100, bad_kernel, sizeof(bad_kernel));
	ct_upload(ct, card_of[vm][1] + 0x200, hang_kernel, sizeof(hang_kernel));
	REQUIRE(!ct_vm_invalidate(ct, vm));
}

static void create(unsigned ch)
{
	REQUIRE(!ct_channel_create(ct, ch, vm_of(ch), seed & 1 ? 0 : 6000000));
	memset(&chan[ch], 0, sizeof(chan[ch]));
	chan[ch].live = true;
	ct_fill(ct, where(ch, SEM(ch)), 0, 16);
}

static void push_task(unsigned ch, struct job *j, unsigned slot, uint32_t **m)
{
	unsigned i = j->tasks++;
	/* address, turns */
	uint32_t param[2] = { OUT(ch, slot) + 4 * 32 * j->first[i], below(below(2)   ? 60
									  : seed & 1 ? 3000
										     : 600) };
	struct smgpu_tmd t = {
		.magic = SMGPU_TMD_MAGIC,
		.kind = SMGPU_TMD_GRID,
		.priority = (uint8_t)(1 + below(10)),
		.regs_per_thread = 32,
		.flags = (below(3) ? 0 : SMGPU_TMD_HEAD) | (below(6) ? 0 : SMGPU_TMD_SEQUENTIAL),
		.grid = { j->ctas[i], 1, 1 },
		.cta = { 32, 1, 1 },
		.entry_va = ADD_ENTRY,
		.param_va = PARAM(ch, slot) + 16 * i,
	};

	if (below(5) == 0) {
		t.flags |= SMGPU_TMD_QUOTA_INFLIGHT;
		t.quota_inflight = (uint16_t)(1 + below(3));
	}
	if (below(5) == 0 && (ct_read(ct, SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_TURNS_MASK)) {
		t.flags |= SMGPU_TMD_QUOTA_LAUNCHED;
		t.quota_launched = (uint16_t)(1 + below(3));
	}
	if (!(seed & 1) && below(25) == 0) {
		static const uint32_t bad[] = { BAD_ENTRY, HANG_ENTRY, CODE + 0x300, 0x50000000 };

		t.entry_va = bad[below(4)];
		chan[ch].failing = true;
	}
	ct_upload(ct, where(ch, PARAM(ch, slot)) + 16 * i, param, sizeof(param));
	ct_upload(ct, where(ch, TMD(ch, slot, i)), &t, sizeof(t));
	*(*m)++ = SMGPU_METHOD(SMGPU_METHOD_TMD_LAUNCH, 1);
	*(*m)++ = TMD(ch, slot, i);
}

static void push_acquire(unsigned ch, uint32_t **m)
{
	/* Of what a lower channel of the same VM has already pushed: no two can wait for each
	 * other. */
	unsigned other = ch > VMS ? ch - VMS : 0;

	if (!other || !(seed & 1) || !chan[other].sem || below(2))
		return;
	*(*m)++ = SMGPU_METHOD(SMGPU_METHOD_SEM_ACQUIRE, 4);
	*(*m)++ = SEM(other);
	*(*m)++ = SMGPU_SEM_OP_GE;
	*(*m)++ = (uint32_t)chan[other].sem;
	*(*m)++ = 0;
}

static void push(unsigned ch)
{
	uint32_t words[64], *m = words;
	unsigned slot;
	struct job *j;

	for (slot = 0; slot < JOBS && chan[ch].job[slot].busy; slot++)
		;
	if (slot == JOBS)
		return;
	j = &chan[ch].job[slot];
	memset(j, 0, sizeof(*j));
	ct_fill(ct, where(ch, OUT(ch, slot)), 0, OUT_BYTES);
	j->ctas[0] = 1 + below(20);
	j->ctas[1] = 1 + below(20);
	j->first[1] = j->ctas[0];
	push_acquire(ch, &m);
	push_task(ch, j, slot, &m);
	if (below(2))
		push_task(ch, j, slot, &m);
	if (below(3) == 0) {
		j->fill_words = 1 + below(COPY_WORDS / 2);
		j->fill_value = below(~0u);
		*m++ = SMGPU_METHOD(SMGPU_METHOD_DMA_FILL, 3);
		*m++ = OUT(ch, slot) + COPY_OFFSET;
		*m++ = j->fill_value;
		*m++ = 4 * j->fill_words;
		*m++ = SMGPU_METHOD(SMGPU_METHOD_DMA_COPY, 3);
		*m++ = OUT(ch, slot) + COPY_OFFSET + 4 * COPY_WORDS / 2;
		*m++ = OUT(ch, slot) + COPY_OFFSET;
		*m++ = 4 * j->fill_words;
	}
	if (below(8) == 0) {
		*m++ = SMGPU_METHOD(SMGPU_METHOD_CACHE, 1);
		*m++ = below(4);
	}
	*m++ = SMGPU_METHOD(SMGPU_METHOD_SEM_RELEASE, 4);
	*m++ = SEM(ch);
	/* without: many tasks at once, so that slots run out */
	*m++ = below(4) ? 0 : SMGPU_SEM_RELEASE_WAIT_IDLE;
	*m++ = (uint32_t)++chan[ch].sem;
	*m++ = 0;
	ct_upload(ct, where(ch, PUSH(ch, slot)), words, (size_t)(m - words) * 4);
	if (ct_push(ct, ch, SMGPU_RING_SEGMENT, PUSH(ch, slot), (uint32_t)(m - words) * 4, true))
		fail("ring full with %u jobs", JOBS);
	j->seqno = ct->channel[ch].seqno;
	j->busy = true;
	ct_ring(ct, ch);
}

/* At most once always; exactly once if the job was good. */
static void verify(unsigned ch, unsigned slot, bool good)
{
	static uint32_t out[OUT_BYTES / 4];
	struct job *j = &chan[ch].job[slot];
	unsigned threads = 32 * (j->ctas[0] + (j->tasks > 1 ? j->ctas[1] : 0)), i;

	ct_download(ct, where(ch, OUT(ch, slot)), out, sizeof(out));
	for (i = 0; i < OUT_WORDS; i++)
		if (out[i] > (i < threads) || (good && out[i] != (i < threads)))
			fail("channel %u job %llu thread %u of %u ran %u times", ch,
			     (unsigned long long)j->seqno, i, threads, out[i]);
	for (i = 0; good && i < j->fill_words; i++)
		if (out[COPY_OFFSET / 4 + i] != j->fill_value ||
		    out[COPY_OFFSET / 4 + COPY_WORDS / 2 + i] != j->fill_value)
			fail("channel %u job %llu: word %u of a fill is 0x%x, its copy 0x%x", ch,
			     (unsigned long long)j->seqno, i, out[COPY_OFFSET / 4 + i],
			     out[COPY_OFFSET / 4 + COPY_WORDS / 2 + i]);
	for (i = 0; i < j->tasks; i++) {
		struct smgpu_tmd t;

		ct_download(ct, where(ch, TMD(ch, slot, i)), &t, sizeof(t));
		if (good &&
		    (t.status.state != SMGPU_TASK_DONE || t.status.ctas_completed != j->ctas[i]))
			fail("channel %u: task state %u, %u of %u CTAs", ch, t.status.state,
			     t.status.ctas_completed, j->ctas[i]);
	}
	j->busy = false;
	done_jobs++;
}

static void harvest(void)
{
	unsigned errors = ct->errors;

	ct_poll_events(ct);
	REQUIRE(!ct->panics);
	if (ct->errors != errors) {
		REQUIRE(ct->errors == errors + 1 || !(seed & 1));
		done_errors++;
	}
	for (unsigned ch = 1; ch <= CHANNELS; ch++) {
		uint64_t done = ((volatile struct smgpu_fw_shared *)ct->shared)->done[ch];

		if (!chan[ch].live)
			continue;
		/* what ended before the bad task can't be told from here: at most once holds */
		if (chan[ch].failing) {
			for (unsigned i = 0; i < JOBS; i++)
				if (chan[ch].job[i].busy && chan[ch].job[i].seqno <= done)
					verify(ch, i, false);
			continue;
		}
		for (unsigned i = 0; i < JOBS; i++)
			if (chan[ch].job[i].busy && chan[ch].job[i].seqno <= done)
				verify(ch, i, true);
	}
}

static bool never(struct ct *c, void *arg)
{
	uint64_t *until = arg;

	return c->cfg.ops->cycles(c->card) >= *until;
}

static void run(unsigned cycles)
{
	uint64_t until = ct->cfg.ops->cycles(ct->card) + cycles;

	(void)ct_wait(ct, never, &until, "time");
	harvest();
}

static bool all_done(struct ct *c, void *arg)
{
	(void)arg;
	ct_poll_events(c);
	for (unsigned ch = 1; ch <= CHANNELS; ch++)
		if (chan[ch].live &&
		    ((volatile struct smgpu_fw_shared *)c->shared)->done[ch] < c->channel[ch].seqno)
			return false;
	return true;
}

int main(int argc, char **argv)
{
	struct ct_config cfg = { .timeout = 400000000, .quiet = true };
	unsigned steps, i;

	if (argc < 5) {
		fprintf(stderr, "usage: %s IMAGE model|rtl PRESET SEED [STEPS]\n", argv[0]);
		return 2;
	}
	cfg.ops = strcmp(argv[2], "rtl") ? &card_backend_model : &card_backend_rtl;
	cfg.preset = argv[3];
	seed = (uint32_t)atoi(argv[4]);
	steps = argc > 5 ? (unsigned)atoi(argv[5]) : 400;
	rng = seed * 2654435761u + 12345;
	ct = cfg.ops ? ct_new(&cfg) : NULL;
	if (!ct || ct_boot(ct, argv[1])) {
		printf("not ok fw_card.seed_%u: no card, or no boot\n", seed);
		return 1;
	}
	for (i = 1; i <= VMS; i++)
		make_vm(i);
	for (i = 1; i <= CHANNELS; i++)
		create(i);
	for (i = 0; i < steps; i++) {
		unsigned ch = 1 + below(CHANNELS);

		if (!(seed & 1) && below(30) == 0) {
			REQUIRE(!ct_channel_destroy(ct, ch));	/* with whatever is in flight */
			create(ch);
		} else {
			push(ch);
		}
		run(below(i / 64 & 1 ? 4000 : 400));
	}
	REQUIRE(!ct_wait(ct, all_done, NULL, "the end"));
	harvest();
	for (unsigned ch = 1; ch <= CHANNELS; ch++) {
		for (i = 0; i < JOBS; i++)
			REQUIRE(!chan[ch].job[i].busy);
		REQUIRE(!ct_channel_destroy(ct, ch));
	}
	for (i = 1; i <= VMS; i++)
		REQUIRE(!ct_vm_destroy(ct, i));
	printf("ok fw_card.seed_%u # %s %s: %u jobs, %u errors, %llu cycles\n", seed, argv[2],
	       argv[3], done_jobs, ct->errors, (unsigned long long)ct_cycles(ct));
	ct_del(ct);
	return 0;
}
