// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Tasks: kernels that work, kernels that must not, and TMDs that must not start.
 */
#include "uapi.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rv.h"

/* In the card buffer, executable: code, then TMD, parameters and results. */
#define CODE	ENV_CARD
#define TMD	(ENV_HOST + 0x1000)
#define PARAM	(ENV_HOST + 0x2000)
#define RESULT	(ENV_CARD + 0x10000)

static struct smgpu_tmd *tmd_of(struct env *e)
{
	return (struct smgpu_tmd *)(e->host + 0x1000 / 4);
}

static void tmd_init(struct env *e, uint32_t ctas, uint32_t threads)
{
	*tmd_of(e) = (struct smgpu_tmd){
		.magic = SMGPU_TMD_MAGIC, .kind = SMGPU_TMD_GRID, .priority = 5,
		.regs_per_thread = 32, .grid = { ctas, 1, 1 }, .cta = { (uint16_t)threads, 1, 1 },
		.entry_va = CODE, .param_va = PARAM,
	};
}

static void code_load(struct env *e, const uint32_t *code, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++)
		e->card[i] = code[i];
	METHOD(e, SMGPU_METHOD_CACHE, SMGPU_CACHE_INVALIDATE_CODE);
	OK(env_run(e));
}

static int tmd_run(struct env *e, uint32_t va)
{
	const struct drm_smgpu_work work = { .kind = DRM_SMGPU_WORK_TMD, .va = va };

	return env_run_work(e, &work, 1);
}

/* result[i] = i + 7 */
static const uint32_t count_up[] = {
	CSRR(A0, CSR_PARAM), LW(A1, A0, 0), CSRR(T0, CSR_CTAID_X), CSRR(T1, CSR_NTID_X),
	MUL(T0, T0, T1), CSRR(T2, CSR_TID_X), ADD(T0, T0, T2), SLLI(T1, T0, 2), ADD(A1, A1, T1),
	ADDI(T0, T0, 7), SW(T0, A1), EXIT,
};

static void count_setup(struct env *e, uint32_t ctas, uint32_t threads)
{
	e->host[0x2000 / 4] = RESULT;
	CALL(code_load(e, count_up, COUNT(count_up)));
	tmd_init(e, ctas, threads);
}

static void count_check(struct env *e, uint32_t n)
{
	METHOD(e, SMGPU_METHOD_DMA_COPY, ENV_HOST + 0x4000, RESULT, n * 4);
	OK(env_run(e));
	for (uint32_t i = 0; i < n; i++)
		CHECK_EQ(e->host[0x4000 / 4 + i], i + 7);
}

static void grid(void)
{
	static const uint32_t shapes[][2] = {
		{ 1, 1 }, { 1, 32 }, { 3, 33 }, { 8, 64 }, { 17, 100 }, { 2, 256 },
	};
	struct env e;

	CALL(env_open(&e));
	for (uint32_t i = 0; i < COUNT(shapes); i++) {
		uint32_t ctas = shapes[i][0], threads = shapes[i][1];

		CALL(count_setup(&e, ctas, threads));
		METHOD(&e, SMGPU_METHOD_DMA_FILL, RESULT, 0, 0x8000);
		METHOD(&e, SMGPU_METHOD_TMD_LAUNCH, TMD);
		OK(env_run(&e));
		CHECK_EQ(tmd_of(&e)->status.state, SMGPU_TASK_DONE);
		CHECK_EQ(tmd_of(&e)->status.ctas_completed, ctas);
		CHECK_EQ(tmd_of(&e)->status.warp_instr,
			 ctas * ((threads + 31) / 32) * COUNT(count_up));
		CALL(count_check(&e, ctas * threads));
	}
	/* As work of a job instead of a method. */
	CALL(count_setup(&e, 4, 32));
	OK(tmd_run(&e, TMD));
	CALL(count_check(&e, 128));
	env_close(&e);
}

struct bad_kernel {
	const char *name;
	uint32_t code[8];
	uint32_t error, va, access, pc, thread;
};

/* A0 gets the address; what follows must not work. PC is the offending word's index. */
#define AT(va) LUI(A0, (va) >> 12)
static const struct bad_kernel bad_kernels[] = {
	{ "store to nothing", { AT(0x60000000), SW(A0, A0), EXIT }, SMGPU_ERR_PAGE_FAULT,
	  0x60000000, SMGPU_ACCESS_WRITE, 1, 0 },
	{ "load from nothing", { AT(0x60000000), LW(A1, A0, 4), EXIT }, SMGPU_ERR_PAGE_FAULT,
	  0x60000004, SMGPU_ACCESS_READ, 1, 0 },
	{ "null", { LW(A1, ZERO, 0), EXIT }, SMGPU_ERR_PAGE_FAULT, 0, SMGPU_ACCESS_READ, 0, 0 },
	{ "behind the user's part", { AT(0xe0000000), SW(A0, A0), EXIT }, SMGPU_ERR_PAGE_FAULT,
	  0xe0000000, SMGPU_ACCESS_WRITE, 1, 0 },
	{ "store to read-only", { AT(ENV_PUSH), SW(A0, A0), EXIT }, SMGPU_ERR_PAGE_FAULT, ENV_PUSH,
	  SMGPU_ACCESS_WRITE, 1, 0 },
	{ "misaligned", { AT(ENV_HOST), LW(A1, A0, 2), EXIT }, SMGPU_ERR_MISALIGNED, ENV_HOST + 2,
	  SMGPU_ACCESS_READ, 1, 0 },
	{ "some are misaligned",
	  { CSRR(A1, CSR_LANE), SRLI(A1, A1, 3), AT(ENV_HOST), ADD(A0, A0, A1), LW(A1, A0, 0),
	    EXIT },
	  SMGPU_ERR_MISALIGNED, ENV_HOST + 1, SMGPU_ACCESS_READ, 4, 8 },
	{ "no shared memory", { AT(SMGPU_VA_SHARED_BASE), SW(A0, A0), EXIT }, SMGPU_ERR_ACCESS,
	  SMGPU_VA_SHARED_BASE, SMGPU_ACCESS_WRITE, 1, 0 },
	{ "no local memory", { AT(SMGPU_VA_LOCAL_BASE), LW(A1, A0, 0), EXIT }, SMGPU_ERR_ACCESS,
	  SMGPU_VA_LOCAL_BASE, SMGPU_ACCESS_READ, 1, 0 },
	{ "atomic on host memory", { AT(ENV_HOST), AMOADD(A1, A0, A0), EXIT }, SMGPU_ERR_BUS,
	  ENV_HOST, SMGPU_ACCESS_ATOMIC, 1, 0 },
	{ "illegal", { ADDI(A0, ZERO, 1), ILLEGAL }, SMGPU_ERR_ILLEGAL, 0, 0, 1, 0 },
	{ "ebreak", { EBREAK }, SMGPU_ERR_BREAK, 0, 0, 0, 0 },
	{ "out of the code window", { AT(0x40000000), JR(A0) }, SMGPU_ERR_CODE_WINDOW, 0, 0, 8, 0 },
	{ "to what can't be executed", { AT(ENV_HOST), JR(A0) }, SMGPU_ERR_FETCH_FAULT, ENV_HOST,
	  SMGPU_ACCESS_EXEC, 8, 0 },
};

static void faults(void)
{
	struct drm_smgpu_channel_query q;
	struct env e;
	uint32_t thread;
	int ret;

	CALL(env_open(&e));
	for (uint32_t i = 0; i < COUNT(bad_kernels); i++) {
		const struct bad_kernel *bad = &bad_kernels[i];

		CALL(code_load(&e, bad->code, COUNT(bad->code)));
		tmd_init(&e, 4, 64);
		ret = tmd_run(&e, TMD);
		if (ret != -EIO) {
			fail_at(__FILE__, __LINE__, "%s ended with %d, not -EIO", bad->name, ret);
			return;
		}
		OK(channel_query(e.fd, e.channel, &q));
		thread = bad->access && bad->access != SMGPU_ACCESS_EXEC ? bad->thread :
									   DRM_SMGPU_NO_THREAD;
		if (q.code != bad->error || q.thread != thread || q.job != 2 || q.tmd_va != TMD ||
		    (bad->access && q.access != bad->access) ||
		    ((bad->va || bad->access) && q.va != bad->va) ||
		    (bad->pc != 8 && q.pc != CODE + 4 * bad->pc)) {
			fail_at(__FILE__, __LINE__,
				"%s: code %u va %#x access %u pc %#x thread %d tmd %#x job %llu",
				bad->name, q.code, q.va, q.access, q.pc, (int)q.thread, q.tmd_va,
				(unsigned long long)q.job);
			return;
		}
		CHECK_EQ(tmd_of(&e)->status.state, SMGPU_TASK_FAULT);
		CHECK_EQ(tmd_of(&e)->status.error, bad->error);
		OK(channel_destroy(e.fd, e.channel));
		OK(channel_create(e.fd, e.vm, 5, 0, &e.channel));
	}
	/* After all that the card works as before. */
	CALL(count_setup(&e, 4, 64));
	OK(tmd_run(&e, TMD));
	CALL(count_check(&e, 256));
	env_close(&e);
}

static void bad_tmds(void)
{
	struct drm_smgpu_channel_query q;
	struct drm_smgpu_query_card card;
	struct env e;

#define TMD_ERROR(change, va, want) do { \
	struct smgpu_tmd *t; \
	tmd_init(&e, 1, 32); \
	t = tmd_of(&e); \
	change; \
	if (tmd_run(&e, va) != -EIO) { \
		fail_at(__FILE__, __LINE__, "%s did not end with -EIO", #change); \
		return; \
	} \
	(void)t; \
	OK(channel_query(e.fd, e.channel, &q)); \
	CHECK_EQ(q.code, want); \
	OK(channel_destroy(e.fd, e.channel)); \
	OK(channel_create(e.fd, e.vm, 5, 0, &e.channel)); } while (0)

	CALL(env_open(&e));
	OK(card_query(e.fd, &card));
	CALL(count_setup(&e, 1, 32));
	TMD_ERROR((void)0, 0x50000000, SMGPU_ERR_TMD_FAULT);
	TMD_ERROR(t->magic = 0, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->kind = SMGPU_TMD_QUEUE, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->kind = 77, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->flags = 1u << 31, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->thread_type = 4, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->rsvd2[0] = 1, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->schedule = 1, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->flags = SMGPU_TMD_SCHEDULE; t->schedule = 3, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->flags = SMGPU_TMD_SCHEDULE; t->schedule = 1u << 15, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->l1_tokens = 1, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->flags = SMGPU_TMD_SCHEDULE;
		  t->l1_tokens = SMGPU_L1_TOKENS_MAX + 1, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->l2_tokens = 1, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->flags = SMGPU_TMD_SCHEDULE;
		  t->l2_tokens = SMGPU_L2_TOKENS_MAX + 1, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->flags = SMGPU_TMD_SCHEDULE;
		  t->l2_tokens = SMGPU_L2_TOKENS_NONE | 1, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->rsvd3 = 1, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->rsvd2[15] = 1, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->queue_va = 0x40000, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->coalesce_min = 1, TMD, SMGPU_ERR_TMD_FORMAT);
	TMD_ERROR(t->priority = 4, TMD, SMGPU_ERR_TMD_PERMISSION);
	TMD_ERROR(t->sm_mask = 1u << card.sm_count, TMD, SMGPU_ERR_TMD_PERMISSION);
	TMD_ERROR(t->cta[0] = 1024; t->cta[1] = 2, TMD, SMGPU_ERR_TMD_LIMIT);
	TMD_ERROR(t->shared_bytes = card.shared_bytes + 128, TMD, SMGPU_ERR_TMD_LIMIT);
	TMD_ERROR(t->dtok_limit = SMGPU_DTOK_LIMIT_MAX + 1, TMD, SMGPU_ERR_TMD_LIMIT);
	TMD_ERROR(t->shared_bytes = 0xffffffff, TMD, SMGPU_ERR_TMD_LIMIT);
	TMD_ERROR(t->grid[0] = 0x10000; t->grid[1] = 0x10000, TMD, SMGPU_ERR_TMD_LIMIT);
	OK(tmd_run(&e, (tmd_init(&e, 1, 32), TMD)));
	env_close(&e);
#undef TMD_ERROR
}

/* A task and a wait that never end. */
static void watchdog(void)
{
	static const uint32_t forever[] = { LOOP };
	struct drm_smgpu_channel_query q;
	struct env e;

	CALL(env_open(&e));
	CALL(code_load(&e, forever, COUNT(forever)));
	for (uint32_t i = 0; i < 2; i++) {
		OK(channel_destroy(e.fd, e.channel));
		OK(channel_create(e.fd, e.vm, 5, 1000000, &e.channel));
		tmd_init(&e, 1, 32);
		e.host[0] = 0;
		METHOD(&e, SMGPU_METHOD_SEM_ACQUIRE, ENV_HOST, SMGPU_SEM_OP_EQ, 1, 0);
		REFUSED(i ? env_run(&e) : tmd_run(&e, TMD), EIO);
		e.words = 0;
		OK(channel_query(e.fd, e.channel, &q));
		CHECK_EQ(q.code, SMGPU_ERR_WATCHDOG);
	}
	env_close(&e);
}

/* One process loops, faults and is killed; the other's results stay right. */
static void isolation(void)
{
	static const uint32_t forever[] = { LOOP };
	struct env e;

	CALL(env_open(&e));
	CALL(count_setup(&e, 8, 64));
	for (uint32_t round = 0; round < 3; round++) {
		int ready[2], status;
		char c = 0;
		pid_t pid;

		CHECK(!pipe(ready));
		pid = fork();
		CHECK(pid >= 0);
		if (!pid) {
			const struct drm_smgpu_work work = {
				.kind = DRM_SMGPU_WORK_TMD, .va = TMD,
			};
			struct drm_smgpu_submit args = {
				.num_works = 1, .works = (uintptr_t)&work,
			};
			const struct bad_kernel *bad = &bad_kernels[round];
			struct env child;

			env_open(&child);
			if (!case_failed())
				code_load(&child, bad->code, COUNT(bad->code));
			tmd_init(&child, 100, 64);
			if (tmd_run(&child, TMD) != -EIO ||
			    channel_destroy(child.fd, child.channel) ||
			    channel_create(child.fd, child.vm, 5, 0, &child.channel))
				_exit(1);
			if (!case_failed())
				code_load(&child, forever, COUNT(forever));
			tmd_init(&child, 1, 32);
			args.channel_id = child.channel;
			c = case_failed() || submit(child.fd, &args);
			if (write(ready[1], &c, 1) != 1)
				_exit(1);
			for (;;)
				pause();
		}
		CHECK_EQ(read(ready[0], &c, 1), 1);
		CHECK_EQ(c, 0);
		/* Beside the endless task. */
		OK(tmd_run(&e, TMD));
		CALL(count_check(&e, 512));
		kill(pid, SIGKILL);
		CHECK_EQ(waitpid(pid, &status, 0), pid);
		close(ready[0]);
		close(ready[1]);
		OK(tmd_run(&e, TMD));
		CALL(count_check(&e, 512));
	}
	env_close(&e);
}

/* Memory a task works on is taken away: it faults, and the next owner's buffer stays clean. */
static void unmap_under_task(void)
{
	/* for (;;) *result = 7; */
	static const uint32_t writer[] = {
		CSRR(A0, CSR_PARAM), LW(A1, A0, 0), ADDI(T0, ZERO, 7), SW(T0, A1), JUMP(-4),
	};
	struct drm_smgpu_channel_query q;
	uint32_t victim, next, *p;
	struct env e;

	CALL(env_open(&e));
	OK(bo_create(e.fd, 0x1000, DRM_SMGPU_BO_CARD, &victim));
	OK(vm_map(e.fd, e.vm, victim, 0, 0x30000000, 0x1000, 0));
	OK(bo_close(e.fd, victim));
	CALL(code_load(&e, writer, COUNT(writer)));
	e.host[0x2000 / 4] = 0x30000000;
	tmd_init(&e, 1, 32);
	const struct drm_smgpu_work work = { .kind = DRM_SMGPU_WORK_TMD, .va = TMD };
	const struct drm_smgpu_sync out = { .handle = e.sync };
	struct drm_smgpu_submit args = {
		.channel_id = e.channel, .num_works = 1, .works = (uintptr_t)&work,
		.num_out_syncs = 1, .out_syncs = (uintptr_t)&out,
	};

	OK(submit(e.fd, &args));
	usleep(20000);
	OK(vm_unmap(e.fd, e.vm, 0x30000000, 0x1000));
	OK(bo_create(e.fd, 0x1000, DRM_SMGPU_BO_CARD | DRM_SMGPU_BO_CPU_VISIBLE, &next));
	OK(bo_map(e.fd, next, 0x1000, (void **)&p));
	OK(sync_wait(e.fd, e.sync, 0));
	OK(channel_query(e.fd, e.channel, &q));
	CHECK_EQ(q.code, SMGPU_ERR_PAGE_FAULT);
	CHECK_EQ(q.va, 0x30000000);
	for (uint32_t i = 0; i < 1024; i += 64)
		CHECK_EQ(p[i], 0);
	env_close(&e);
}

#define TENANT_CTAS	16u
#define TENANT_THREADS	128u
#define TENANT_WORDS	16u	/* of shared memory, of each thread */

/*
 * Each thread goes through its words of shared memory, a CTA's words apart: @visit is done with the
 * word at A1. T3 goes to its place of the results.
 */
static uint32_t through_shared(uint32_t *code, const uint32_t *visit, uint32_t words)
{
	const uint32_t head[] = {
		CSRR(T0, CSR_TID_X), SLLI(A2, T0, 2), LUI(A1, SMGPU_VA_SHARED_BASE >> 12),
		ADD(A1, A1, A2), ADDI(A3, ZERO, 0),
	};
	const uint32_t tail[] = {
		CSRR(A0, CSR_PARAM), LW(A1, A0, 0), CSRR(T1, CSR_CTAID_X), SLLI(T1, T1, 9),
		ADD(A1, A1, T1), ADD(A1, A1, A2), SW(A3, A1), EXIT,
	};
	uint32_t n = COUNT(head);

	memcpy(code, head, sizeof(head));
	for (uint32_t i = 0; i < TENANT_WORDS; i++) {
		memcpy(code + n, visit, words * 4);
		n += words;
		code[n++] = ADDI(A1, A1, 4 * TENANT_THREADS);
	}
	memcpy(code + n, tail, sizeof(tail));
	return n + COUNT(tail);
}

static void tenant_run(struct env *e, const uint32_t *visit, uint32_t words)
{
	uint32_t code[128], n = through_shared(code, visit, words);

	CALL(code_load(e, code, n));
	e->host[0x2000 / 4] = RESULT;
	tmd_init(e, TENANT_CTAS, TENANT_THREADS);
	tmd_of(e)->shared_bytes = 4 * TENANT_THREADS * TENANT_WORDS;
	OK(tmd_run(e, TMD));
}

static void tenant_writes(struct env *e)
{
	static const uint32_t write[] = { ADDI(T1, ZERO, -1), SW(T1, A1), ADDI(A3, ZERO, 1) };

	tenant_run(e, write, COUNT(write));
}

/*
 * The dead process's VM goes with the scheduler's work; when its memory has returned its number is
 * free. Others may have memory meanwhile.
 */
static void number_returns(int fd, const struct drm_smgpu_query_memory *before)
{
	struct drm_smgpu_query_memory now;

	for (uint32_t i = 0; i < 40; i++) {
		OK(memory_query(fd, &now));
		if (now.card_free >= before->card_free)
			return;
		usleep(50000);
	}
}

/*
 * A process dies, the next one has its VM's number: it finds nothing in shared memory, nor runs the
 * code that lay where its own lies now.
 */
static void next_tenant(void)
{
	static const uint32_t look[] = { LW(T1, A1, 0), OR(A3, A3, T1) };
	struct drm_smgpu_query_memory before;
	int fd = node_open();

	CHECK(fd >= 0);
	OK(memory_query(fd, &before));
	for (uint32_t round = 0; round < 3; round++) {
		struct env e;

		CALL(env_killed(tenant_writes));
		CALL(number_returns(fd, &before));
		CALL(env_open(&e));
		CALL(tenant_run(&e, look, COUNT(look)));
		METHOD(&e, SMGPU_METHOD_DMA_COPY, ENV_HOST + 0x4000, RESULT,
		       4 * TENANT_CTAS * TENANT_THREADS);
		OK(env_run(&e));
		for (uint32_t i = 0; i < TENANT_CTAS * TENANT_THREADS; i++)
			CHECK_EQ(e.host[0x4000 / 4 + i], 0);
		env_close(&e);
		CALL(number_returns(fd, &before));
	}
	close(fd);
}

const struct test_case sm_cases[] = {
	{ "sm", "grid", grid },
	{ "sm", "faults", faults },
	{ "sm", "bad-tmds", bad_tmds },
	{ "sm", "watchdog", watchdog },
	{ "sm", "isolation", isolation },
	{ "sm", "unmap-under-task", unmap_under_task },
	{ "sm", "next-tenant", next_tenant },
	{ }
};
