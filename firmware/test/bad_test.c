// SPDX-License-Identifier: MIT
/* What a hostile user can write, one line for each way of being wrong, and the error it must come
 * to. */
#include <string.h>

#include "mock.h"

#define TMD_VA	(MOCK_VA_BASE + 0x8000)
#define SEG_VA	(MOCK_VA_BASE + 0x4000)
#define DATA_VA	(MOCK_VA_BASE + 0x10000)

/* A second channel works all the time: whatever the first one does, its job completes without an
 * error. */
static void start(void)
{
	mock_boot(1);
	CHECK_EQ(mock_vm(1), 0);
	CHECK_EQ(mock_vm(2), 0);
	CHECK_EQ(mock_channel(1, 1, 3, 100000), 0);
	CHECK_EQ(mock_channel(2, 2, 3, 1000000), 0);
	mock_tmd(2, TMD_VA, 900, 20, 5);
	mock_ring(2, SMGPU_RING_TMD | SMGPU_RING_SIGNAL, TMD_VA, 0, 1);
	mock_run(1);
}

static const struct smgpu_fw_event *expect(uint32_t code)
{
	const struct smgpu_fw_event *e;

	mock_settle();
	e = mock_error(1);
	if (!code) {
		if (e)
			mock_fail(__FILE__, __LINE__, "error %u where none was due",
				  e->u.error.code);
	} else if (!e) {
		mock_fail(__FILE__, __LINE__, "no error where %u was due", code);
	} else {
		CHECK_EQ(e->u.error.code, code);
		CHECK_EQ(e->u.error.vm, 1);
		CHECK_EQ(e->u.error.seqno, 1);
	}
	CHECK_EQ(mock_done(1), 1);	/* jobs complete, with the error */
	CHECK_EQ(mock_done(2), 1);
	CHECK(!mock_error(2));
	for (unsigned int i = 0; i < 20; i++)
		CHECK_EQ(mock.ran[900][i], 1);
	return e;
}

/* ---- TMDs ---- */

static uint32_t tmd_case(void (*spoil)(struct smgpu_tmd *t), uint32_t va, uint32_t code)
{
	const struct smgpu_fw_event *e;

	start();
	mock_tmd(1, TMD_VA, 1, 4, 5);
	if (spoil)
		spoil(mock_va(1, TMD_VA));
	mock_ring(1, SMGPU_RING_TMD | SMGPU_RING_SIGNAL, va, 0, 1);
	e = expect(code);
	CHECK_EQ(mock.ran[1][0], !code);
	if (code)
		CHECK_EQ(e->u.error.tmd_va, va);
	return 0;
}

#define TMD(name, code, ...) \
	static void spoil_##name(struct smgpu_tmd *t) { (void)t; __VA_ARGS__; } \
	static void tmd_##name(void) { tmd_case(spoil_##name, TMD_VA, code); }

TMD(good, SMGPU_OK, )
TMD(good_all_flags, SMGPU_OK, t->flags = 15 | SMGPU_TMD_QUOTA_LAUNCHED; t->quota_inflight = 1;
    t->quota_launched = 65535; t->sem_va = DATA_VA; t->sem_value = 3)
TMD(good_status_ignored, SMGPU_OK, memset(&t->status, 0xff, sizeof(t->status)))
TMD(magic, SMGPU_ERR_TMD_FORMAT, t->magic++)
TMD(kind_zero, SMGPU_ERR_TMD_FORMAT, t->kind = 0)
TMD(kind_queue, SMGPU_ERR_TMD_FORMAT, t->kind = SMGPU_TMD_QUEUE)
TMD(flag_unknown, SMGPU_ERR_TMD_FORMAT, t->flags = 128)
TMD(flag_high, SMGPU_ERR_TMD_FORMAT, t->flags = 0x80000000)
TMD(thread_type, SMGPU_ERR_TMD_FORMAT, t->thread_type = 4)
TMD(launched_without_turns, SMGPU_ERR_TMD_LIMIT, shape.turns = false;
    t->flags = SMGPU_TMD_QUOTA_LAUNCHED; t->quota_launched = 1)
TMD(dtok_limit, SMGPU_ERR_TMD_LIMIT, t->dtok_limit = SMGPU_DTOK_LIMIT_MAX + 1)
TMD(good_dtok_limit, SMGPU_OK, t->dtok_limit = SMGPU_DTOK_LIMIT_MAX)
TMD(reserved_first, SMGPU_ERR_TMD_FORMAT, t->rsvd2[0] = 1)
TMD(reserved_last, SMGPU_ERR_TMD_FORMAT, t->rsvd2[15] = 1)
TMD(reserved_beside_l2_tokens, SMGPU_ERR_TMD_FORMAT, t->rsvd3 = 1)
TMD(queue_field, SMGPU_ERR_TMD_FORMAT, t->queue_va = DATA_VA)
TMD(queue_grid, SMGPU_ERR_TMD_FORMAT, t->kind = SMGPU_TMD_QUEUE; t->queue_va = DATA_VA;
    t->coalesce_min = 1; t->coalesce_max = 1)
#define QUEUE_TMD                            \
	t->kind = SMGPU_TMD_QUEUE;           \
	memset(t->grid, 0, sizeof(t->grid)); \
	t->coalesce_min = 2;                 \
	t->coalesce_max = 3;                 \
	t->queue_va = DATA_VA
TMD(queue_shapeless, SMGPU_ERR_QUEUE, QUEUE_TMD)
TMD(queue_misaligned, SMGPU_ERR_TMD_FORMAT, QUEUE_TMD; t->queue_va += 16)
TMD(queue_null, SMGPU_ERR_TMD_FORMAT, QUEUE_TMD; t->queue_va = 0)
TMD(queue_unbound, SMGPU_ERR_QUEUE, QUEUE_TMD; t->queue_va = MOCK_VA_END)
TMD(queue_no_min, SMGPU_ERR_TMD_FORMAT, QUEUE_TMD; t->coalesce_min = 0)
TMD(queue_max_below_min, SMGPU_ERR_TMD_FORMAT, QUEUE_TMD; t->coalesce_max = 1)
TMD(hold_of_a_grid, SMGPU_ERR_TMD_FORMAT, t->flags = SMGPU_TMD_HOLD)
TMD(after_misaligned, SMGPU_ERR_TMD_FORMAT, t->after_va[3] = TMD_VA + 32)
TMD(requests_misaligned, SMGPU_ERR_TMD_FORMAT, t->requests_va = DATA_VA + 4)
TMD(requests_unbound, SMGPU_ERR_QUEUE, t->requests_va = MOCK_VA_END)
TMD(requests_null, SMGPU_ERR_QUEUE, t->requests_va = 32)
TMD(requests_shapeless, SMGPU_ERR_QUEUE, t->requests_va = DATA_VA)
TMD(throttle_without_flag, SMGPU_ERR_TMD_FORMAT, t->throttle_sms = 1)
TMD(throttle_zero, SMGPU_ERR_TMD_FORMAT, t->flags = SMGPU_TMD_THROTTLE)
TMD(throttle_many, SMGPU_ERR_TMD_LIMIT, t->flags = SMGPU_TMD_THROTTLE; t->throttle_sms = 3)
TMD(throttle_permission, SMGPU_ERR_TMD_PERMISSION, t->flags = SMGPU_TMD_THROTTLE;
    t->throttle_sms = 1)
TMD(schedule_without_flag, SMGPU_ERR_TMD_FORMAT, t->schedule = 1)
TMD(schedule_unknown, SMGPU_ERR_TMD_FORMAT, t->flags = SMGPU_TMD_SCHEDULE; t->schedule = 3)
TMD(schedule_beyond, SMGPU_ERR_TMD_FORMAT, t->flags = SMGPU_TMD_SCHEDULE;
    t->schedule = SMGPU_SCHEDULE_D + 1)
TMD(schedule_last, SMGPU_ERR_TMD_FORMAT, t->flags = SMGPU_TMD_SCHEDULE;
    t->schedule = SMGPU_SCHEDULE_LRR | 1 << 15)
TMD(schedule_permission, SMGPU_ERR_TMD_PERMISSION, t->flags = SMGPU_TMD_SCHEDULE;
    t->schedule = SMGPU_SCHEDULE_LRR)
TMD(reserved_queue, SMGPU_ERR_TMD_FORMAT, t->rsvd1[2] = 1)
TMD(coalesce, SMGPU_ERR_TMD_FORMAT, t->coalesce_max = 1)
TMD(coalesce_min, SMGPU_ERR_TMD_FORMAT, t->coalesce_min = 1)
TMD(coalesce_timeout, SMGPU_ERR_TMD_FORMAT, t->coalesce_timeout = 1)
TMD(priority_zero, SMGPU_ERR_TMD_FORMAT, t->priority = 0)
TMD(priority_eleven, SMGPU_ERR_TMD_FORMAT, t->priority = 11)
TMD(registers_zero, SMGPU_ERR_TMD_FORMAT, t->regs_per_thread = 0)
TMD(registers_odd, SMGPU_ERR_TMD_FORMAT, t->regs_per_thread = 12)
TMD(registers_many, SMGPU_ERR_TMD_FORMAT, t->regs_per_thread = 40)
TMD(quota_without_flag, SMGPU_ERR_TMD_FORMAT, t->quota_inflight = 1)
TMD(quota_zero, SMGPU_ERR_TMD_FORMAT, t->flags = SMGPU_TMD_QUOTA_INFLIGHT)
TMD(launched_without_flag, SMGPU_ERR_TMD_FORMAT, t->quota_launched = 1)
TMD(launched_of_the_other_flag, SMGPU_ERR_TMD_FORMAT, t->flags = SMGPU_TMD_QUOTA_INFLIGHT;
    t->quota_launched = 1)
TMD(launched_zero, SMGPU_ERR_TMD_FORMAT, t->flags = SMGPU_TMD_QUOTA_LAUNCHED)
TMD(l1_tokens_without_schedule, SMGPU_ERR_TMD_FORMAT, t->l1_tokens = 1)
TMD(l2_tokens_without_schedule, SMGPU_ERR_TMD_FORMAT, t->l2_tokens = 1)
TMD(entry_misaligned, SMGPU_ERR_TMD_FORMAT, t->entry_va += 2)
TMD(entry_null, SMGPU_ERR_TMD_FORMAT, t->entry_va = 0)
TMD(entry_kernel, SMGPU_ERR_TMD_FORMAT, t->entry_va = SMGPU_VA_USER_END)
TMD(param_misaligned, SMGPU_ERR_TMD_FORMAT, t->param_va += 1)
TMD(sem_misaligned, SMGPU_ERR_TMD_FORMAT, t->flags = SMGPU_TMD_SEM_RELEASE; t->sem_va = DATA_VA + 4)
TMD(sem_without_flag, SMGPU_ERR_TMD_FORMAT, t->sem_va = DATA_VA)
TMD(local_misaligned, SMGPU_ERR_TMD_FORMAT, t->local_bytes = 24; t->local_va = DATA_VA)
TMD(local_va_misaligned, SMGPU_ERR_TMD_FORMAT, t->local_bytes = 16; t->local_va = DATA_VA + 64)
TMD(grid_zero, SMGPU_ERR_TMD_LIMIT, t->grid[1] = 0)
TMD(grid_product, SMGPU_ERR_TMD_LIMIT, t->grid[0] = 0x10000; t->grid[1] = 0x10000)
TMD(grid_product_wraps, SMGPU_ERR_TMD_LIMIT, t->grid[0] = 0x80000000; t->grid[1] = 2;
    t->grid[2] = 2)
TMD(cta_zero, SMGPU_ERR_TMD_LIMIT, t->cta[2] = 0)
TMD(cta_many, SMGPU_ERR_TMD_LIMIT, t->cta[0] = 513)
TMD(cta_product_wraps, SMGPU_ERR_TMD_LIMIT, t->cta[0] = 0x1000; t->cta[1] = 0x1000;
    t->cta[2] = 0x1000)
TMD(shared_large, SMGPU_ERR_TMD_LIMIT, t->shared_bytes = 32 * 1024 + 4)
TMD(local_large, SMGPU_ERR_TMD_LIMIT, t->local_bytes = SMGPU_LOCAL_MAX + 16; t->local_va = DATA_VA)
TMD(local_past_end, SMGPU_ERR_TMD_LIMIT, t->local_bytes = 64; t->local_va = SMGPU_VA_USER_END - 128)
TMD(priority_urgent, SMGPU_ERR_TMD_PERMISSION, t->priority = 2)
TMD(sm_mask, SMGPU_ERR_TMD_PERMISSION, t->sm_mask = 4)

static void tmd_address_misaligned(void)
{
	tmd_case(NULL, TMD_VA + 32, SMGPU_ERR_TMD_FAULT);
}

static void tmd_address_unbound(void)
{
	tmd_case(NULL, MOCK_VA_END + 0x1000, SMGPU_ERR_TMD_FAULT);
}

static void tmd_address_null(void)
{
	tmd_case(NULL, 0, SMGPU_ERR_TMD_FAULT);
}

static void tmd_status_read_only(void)
{
	start();
	mock_tmd(1, MOCK_RO_PAGE, 1, 4, 5);
	mock_ring(1, SMGPU_RING_TMD | SMGPU_RING_SIGNAL, MOCK_RO_PAGE, 0, 1);
	expect(SMGPU_ERR_TMD_FAULT);
}

/* ---- Segments and methods ---- */

static void segment_case(const uint32_t *words, unsigned int count, uint32_t va, uint32_t bytes,
			 uint32_t code)
{
	start();
	for (unsigned int i = 0; i < count; i++)
		((uint32_t *)mock_va(1, SEG_VA))[i] = words[i];
	mock_ring(1, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, va, bytes, 1);
	expect(code);
}

#define SEG(name, code, ...) \
	static void seg_##name(void) { \
		static const uint32_t w[] = { __VA_ARGS__ }; \
		segment_case(w, ARRAY_SIZE(w), SEG_VA, sizeof(w), code); \
	}
#define M(op, count) SMGPU_METHOD(SMGPU_METHOD_##op, count)
#define UNBOUND (MOCK_VA_END + 0x1000)

SEG(good_nop, SMGPU_OK, M(NOP, 0), M(NOP, 2), 7, 8)
SEG(good_wait, SMGPU_OK, M(WAIT_IDLE, 0))
SEG(good_release, SMGPU_OK, M(SEM_RELEASE, 4), DATA_VA, 3, 1, 0, M(SEM_ACQUIRE, 4), DATA_VA, 1, 1,
    0)
SEG(good_cache, SMGPU_OK, M(CACHE, 1), 3)
SEG(good_copy, SMGPU_OK, M(DMA_FILL, 3), DATA_VA, 5, 0x10000, M(DMA_COPY, 3), DATA_VA + 0x10000,
    DATA_VA, 0x10000)
SEG(good_const, SMGPU_OK, M(CONST_UPDATE, 3), DATA_VA, 1, 2)
SEG(good_deallocate_nothing, SMGPU_OK, M(TMD_DEALLOCATE, 1), TMD_VA)
SEG(unknown, SMGPU_ERR_METHOD_UNKNOWN, SMGPU_METHOD(0x0c, 0))
SEG(unknown_high, SMGPU_ERR_METHOD_UNKNOWN, SMGPU_METHOD(0xff, 0))
SEG(header_reserved, SMGPU_ERR_METHOD_FORMAT, M(NOP, 0) | 1u << 16)
SEG(acquire_count, SMGPU_ERR_METHOD_FORMAT, M(SEM_ACQUIRE, 3), DATA_VA, 0, 0)
SEG(acquire_op, SMGPU_ERR_METHOD_FORMAT, M(SEM_ACQUIRE, 4), DATA_VA, 2, 0, 0)
SEG(acquire_misaligned, SMGPU_ERR_METHOD_FORMAT, M(SEM_ACQUIRE, 4), DATA_VA + 4, 0, 0, 0)
SEG(acquire_unbound, SMGPU_ERR_SEGMENT_FAULT, M(SEM_ACQUIRE, 4), UNBOUND, 0, 0, 0)
SEG(acquire_never, SMGPU_ERR_WATCHDOG, M(SEM_ACQUIRE, 4), DATA_VA, SMGPU_SEM_OP_GE, 1, 0)
SEG(release_flags, SMGPU_ERR_METHOD_FORMAT, M(SEM_RELEASE, 4), DATA_VA, 4, 0, 0)
SEG(release_misaligned, SMGPU_ERR_METHOD_FORMAT, M(SEM_RELEASE, 4), DATA_VA + 8,
    SMGPU_SEM_RELEASE_TIMESTAMP, 0, 0)
SEG(release_read_only, SMGPU_ERR_SEGMENT_FAULT, M(SEM_RELEASE, 4), MOCK_RO_PAGE, 0, 0, 0)
SEG(cache_flags, SMGPU_ERR_METHOD_FORMAT, M(CACHE, 1), 4)
SEG(const_empty, SMGPU_ERR_METHOD_FORMAT, M(CONST_UPDATE, 1), DATA_VA)
SEG(const_none, SMGPU_ERR_METHOD_FORMAT, M(CONST_UPDATE, 0))
SEG(const_misaligned, SMGPU_ERR_METHOD_FORMAT, M(CONST_UPDATE, 2), DATA_VA + 2, 0)
SEG(const_unbound, SMGPU_ERR_SEGMENT_FAULT, M(CONST_UPDATE, 2), UNBOUND, 0)
SEG(copy_misaligned, SMGPU_ERR_METHOD_FORMAT, M(DMA_COPY, 3), DATA_VA, DATA_VA + 1, 4)
SEG(copy_odd_bytes, SMGPU_ERR_METHOD_FORMAT, M(DMA_COPY, 3), DATA_VA, DATA_VA, 6)
SEG(copy_wraps, SMGPU_ERR_METHOD_FORMAT, M(DMA_COPY, 3), DATA_VA, DATA_VA, 0xfffffffc)
SEG(copy_source_unbound, SMGPU_ERR_SEGMENT_FAULT, M(DMA_COPY, 3), DATA_VA, UNBOUND, 64)
SEG(copy_runs_out, SMGPU_ERR_SEGMENT_FAULT, M(DMA_COPY, 3), MOCK_RO_PAGE - 64, DATA_VA, 128)
SEG(fill_kernel_space, SMGPU_ERR_METHOD_FORMAT, M(DMA_FILL, 3), SMGPU_VA_USER_END, 0, 64)
SEG(timestamp_misaligned, SMGPU_ERR_METHOD_FORMAT, M(TIMESTAMP, 1), DATA_VA + 4)
SEG(timestamp_null, SMGPU_ERR_METHOD_FORMAT, M(TIMESTAMP, 1), 0)
SEG(launch_unbound, SMGPU_ERR_TMD_FAULT, M(TMD_LAUNCH, 1), UNBOUND & ~63u)
SEG(launch_not_a_tmd, SMGPU_ERR_TMD_FORMAT, M(TMD_LAUNCH, 1), DATA_VA)
SEG(cut_in_payload, SMGPU_ERR_SEGMENT_FORMAT, M(NOP, 0), M(SEM_RELEASE, 4), DATA_VA, 0, 0)
SEG(cut_nop, SMGPU_ERR_SEGMENT_FORMAT, M(NOP, 2), 0)

static void seg_empty(void)
{
	segment_case(NULL, 0, SEG_VA, 0, SMGPU_ERR_SEGMENT_FORMAT);
}

static void seg_odd_length(void)
{
	segment_case(NULL, 0, SEG_VA, 6, SMGPU_ERR_SEGMENT_FORMAT);
}

static void seg_misaligned(void)
{
	segment_case(NULL, 0, SEG_VA + 2, 8, SMGPU_ERR_SEGMENT_FORMAT);
}

static void seg_long(void)
{
	segment_case(NULL, 0, SEG_VA, SMGPU_SEGMENT_MAX + 4, SMGPU_ERR_SEGMENT_FORMAT);
}

static void seg_longest(void)
{
	segment_case(NULL, 0, SEG_VA, SMGPU_SEGMENT_MAX, SMGPU_OK);
}

static void seg_unbound(void)
{
	segment_case(NULL, 0, UNBOUND, 8, SMGPU_ERR_SEGMENT_FAULT);
}

static void seg_runs_out(void)
{
	segment_case(NULL, 0, MOCK_VA_END - 128, 256, SMGPU_ERR_SEGMENT_FAULT);
}

/* Mapped pages whose memory refuses: the error says which, whether the command processor looks at
 * the words or the bulk engine moves them. */
static void bus_error_case(const uint32_t *words, uint32_t code, uint32_t va, uint32_t access)
{
	const struct smgpu_fw_event *e;

	start();
	memcpy(mock_va(1, SEG_VA), words, 20);
	mock.no_answer[1][(va - MOCK_VA_BASE) >> 12] = true;
	mock_ring(1, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, SEG_VA, 20, 1);
	e = expect(code);
	CHECK_EQ(e->u.error.va, va);
	CHECK_EQ(e->u.error.access, access);
}

#define BUS(name, code, va, access, ...)                                      \
	static void bus_##name(void)                                          \
	{                                                                     \
		bus_error_case((const uint32_t[5]) { __VA_ARGS__ }, code, va, \
			       SMGPU_ACCESS_##access);                        \
	}

BUS(acquire, SMGPU_ERR_SEGMENT_FAULT, DATA_VA, READ, M(SEM_ACQUIRE, 4), DATA_VA, 0, 0, 0)
BUS(release, SMGPU_ERR_SEGMENT_FAULT, DATA_VA, WRITE, M(SEM_RELEASE, 4), DATA_VA, 0, 0, 0)
BUS(const, SMGPU_ERR_SEGMENT_FAULT, DATA_VA, WRITE, M(CONST_UPDATE, 4), DATA_VA, 0, 0, 0)
BUS(copy_source, SMGPU_ERR_SEGMENT_FAULT, DATA_VA + 0x1000, READ, M(DMA_COPY, 3), DATA_VA + 0x3000,
    DATA_VA, 0x2000, M(NOP, 0))
BUS(copy_destination, SMGPU_ERR_SEGMENT_FAULT, DATA_VA + 0x4000, WRITE, M(DMA_COPY, 3),
    DATA_VA + 0x3000, DATA_VA, 0x2000, M(NOP, 0))
BUS(fill, SMGPU_ERR_SEGMENT_FAULT, DATA_VA + 0x1000, WRITE, M(DMA_FILL, 3), DATA_VA, 0, 0x2000,
    M(NOP, 0))
BUS(launch, SMGPU_ERR_TMD_FAULT, TMD_VA, READ, M(TMD_LAUNCH, 1), TMD_VA, M(NOP, 2), 0, 0)

static void entry_kind(void)
{
	start();
	mock_ring(1, 0 | SMGPU_RING_SIGNAL, SEG_VA, 8, 1);
	expect(SMGPU_ERR_RING);
}

/* A user queue may ring anything: what is outside its ring is not read. */
static void doorbell_out_of_ring(void)
{
	start();
	mock.db_value[1] = 0x80000000;
	mock.db_pending[0] |= 2;
	mock_run(10);
	mock_ring(1, SMGPU_RING_NONE | SMGPU_RING_SIGNAL, 0, 0, 1);
	expect(SMGPU_OK);
}

/* ---- Commands ---- */

#define CMD(op_, ...) \
	mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_##op_, __VA_ARGS__ })
#define GOOD_CHANNEL                                                                             \
	.id = 3, .vm = 1, .ring = MOCK_RING(3), .entries = 64, .best_priority = 5, .sm_mask = 1, \
	.watchdog_cycles = 1

static void commands(void)
{
	start();
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = 99 }), -22);
	CHECK_EQ(CMD(NOP), 0);
	CHECK_EQ(CMD(VM_SET, .u.vm = { .id = 0, .root = 0x1000 }), -22);
	CHECK_EQ(CMD(VM_SET, .u.vm = { .id = 64, .root = 0x1000 }), -22);
	CHECK_EQ(CMD(VM_SET, .u.vm = { .id = 3, .root = 0x1004 }), -22);
	CHECK_EQ(CMD(VM_SET, .u.vm = { .id = 3, .root = 256ull << 20 }), -22);
	CHECK_EQ(CMD(VM_SET, .u.vm = { .id = 1, .root = 0x1000 }), -17);
	CHECK_EQ(CMD(VM_CLEAR, .u.vm = { .id = 1 }), -16);
	CHECK_EQ(CMD(VM_CLEAR, .u.vm = { .id = 3 }), -2);
	CHECK_EQ(CMD(VM_INVALIDATE, .u.vm = { .id = 1 }), 0);
	CHECK_EQ(mock.invalidates, 1);
	CHECK_EQ(CMD(VM_INVALIDATE, .u.vm = { .id = 1, .first = 0x100000, .pages = 1 }), -22);
	CHECK_EQ(CMD(VM_INVALIDATE, .u.vm = { .id = 1, .first = 0xfffff, .pages = 2 }), -22);
	CHECK_EQ(CMD(VM_INVALIDATE, .u.vm = { .id = 1, .first = 2, .pages = 0xffffffff }), -22);
	CHECK_EQ(CMD(VM_INVALIDATE, .u.vm = { .id = 1, .first = 0, .pages = 0x100001 }), -22);
	CHECK_EQ(mock.invalidates, 1);
	CHECK_EQ(CMD(CHANNEL_CREATE, .u.channel = { GOOD_CHANNEL, .vm = 3 }), -22);
	CHECK_EQ(CMD(CHANNEL_CREATE, .u.channel = { GOOD_CHANNEL, .id = 0 }), -22);
	CHECK_EQ(CMD(CHANNEL_CREATE, .u.channel = { GOOD_CHANNEL, .id = 64 }), -22);
	CHECK_EQ(CMD(CHANNEL_CREATE, .u.channel = { GOOD_CHANNEL, .id = 1 }), -17);
	CHECK_EQ(CMD(CHANNEL_CREATE, .u.channel = { GOOD_CHANNEL, .entries = 24 }), -22);
	CHECK_EQ(CMD(CHANNEL_CREATE, .u.channel = { GOOD_CHANNEL, .entries = 8192 }), -22);
	CHECK_EQ(CMD(CHANNEL_CREATE, .u.channel = { GOOD_CHANNEL, .best_priority = 0 }), -22);
	CHECK_EQ(CMD(CHANNEL_CREATE, .u.channel = { GOOD_CHANNEL, .best_priority = 11 }), -22);
	CHECK_EQ(CMD(CHANNEL_CREATE, .u.channel = { GOOD_CHANNEL, .ring_priority = 11 }), -22);
	CHECK_EQ(CMD(CHANNEL_CREATE, .u.channel = { GOOD_CHANNEL, .sm_mask = 4 }), -22);
	CHECK_EQ(CMD(CHANNEL_CREATE, .u.channel = { GOOD_CHANNEL, .watchdog_cycles = 0 }), -22);
	CHECK_EQ(CMD(CHANNEL_CREATE, .u.channel = { GOOD_CHANNEL, .flags = 8 }), -22);
	CHECK_EQ(CMD(CHANNEL_DESTROY, .u.channel = { .id = 3 }), -2);
	CHECK_EQ(CMD(CHANNEL_CREATE, .u.channel = { GOOD_CHANNEL }), 0);
	CHECK_EQ(CMD(CHANNEL_DESTROY, .u.channel = { .id = 3 }), 0);
	CHECK_EQ(CMD(COPY, .u.copy = { 0, 1, 0, MOCK_FREE, 6 }), -22);
	CHECK_EQ(CMD(COPY, .u.copy = { 2, 1, 0, MOCK_FREE, 8 }), -22);
	CHECK_EQ(CMD(COPY, .u.copy = { 0, 1, (256ull << 20) - 4, MOCK_FREE, 8 }), -22);
	CHECK_EQ(CMD(COPY, .u.copy = { 0, 1, 0, MOCK_FREE, ~3ull }), -22);
	CHECK_EQ(CMD(COPY, .u.copy = { 0, 1, 0, 0x10, 8 }), -5);
	mock.card[100] = 42;
	CHECK_EQ(CMD(COPY, .u.copy = { 0, 1, 96, MOCK_FREE, 64 }), 0);
	CHECK_EQ(((uint8_t *)mock_host(MOCK_FREE))[4], 42);
	CHECK_EQ(CMD(FILL, .u.copy = { 0, 1, 0x01020304, MOCK_FREE, 64 }), 0);
	CHECK_EQ(((uint32_t *)mock_host(MOCK_FREE))[15], 0x01020304);
	CHECK_EQ(((uint32_t *)mock_host(MOCK_FREE))[16], 0);
	CHECK_EQ(CMD(PERF, .u.perf = { MOCK_FREE, 2560 }), 0);
	CHECK_EQ(((uint32_t *)mock_host(MOCK_FREE))[639], 639);
	CHECK_EQ(CMD(PERF, .u.perf = { MOCK_FREE, 2564 }), -22);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x08, 1 }), 0);
	CHECK_EQ(mock.sm_cfg_writes, 2);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x24, 1 }), 0);
	CHECK_EQ(mock.sm_cfg_writes, 4);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x30, 1 }), 0);
	CHECK_EQ(mock.sm_cfg_writes, 6);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x80, 1 }), 0);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x88, 1 }), 0);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x8c, 1 }), 0);
	CHECK_EQ(mock.sm_cfg_writes, 12);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x98, 1 }), 0);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0xa0, 1 }), 0);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0xa4, 1 }), 0);
	CHECK_EQ(mock.sm_cfg_writes, 18);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x7c, 1 }), -22);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x100, 1 }), -22);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x90, 1 }), -22);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x9c, 1 }), -22);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0xa8, 1 }), -22);	/* the firmware's own */
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x28, 1 }), -22);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x34, 1 }), -22);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x48, 1 }), -22);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 3, 0x02, 1 }), -22);
	CHECK_EQ(mock.sm_cfg_writes, 18);
	CHECK_EQ(CMD(LAUNCH_CONFIG, .u.config = { 0, 0, 0x1b01 }), 0);
	CHECK_EQ(mock.launch_ctrl, 0x1b01);
	CHECK_EQ(CMD(LAUNCH_CONFIG, .u.config = { 0, 0, 0xe402 }), -22);
	CHECK_EQ(CMD(LAUNCH_CONFIG, .u.config = { 0, 0, 0x1e400 }), -22);
	CHECK_EQ(mock.launch_ctrl, 0x1b01);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(tmd_good),
		C(tmd_good_all_flags),
		C(tmd_good_status_ignored),
		C(tmd_magic),
		C(tmd_kind_zero),
		C(tmd_kind_queue),
		C(tmd_flag_unknown),
		C(tmd_flag_high),
		C(tmd_thread_type),
		C(tmd_dtok_limit),
		C(tmd_good_dtok_limit),
		C(tmd_reserved_first),
		C(tmd_reserved_last),
		C(tmd_reserved_beside_l2_tokens),
		C(tmd_l2_tokens_without_schedule),
		C(tmd_queue_field),
		C(tmd_coalesce),
		C(tmd_coalesce_min),
		C(tmd_coalesce_timeout),
		C(tmd_priority_zero),
		C(tmd_priority_eleven),
		C(tmd_registers_zero),
		C(tmd_registers_odd),
		C(tmd_registers_many),
		C(tmd_quota_without_flag),
		C(tmd_quota_zero),
		C(tmd_launched_without_flag),
		C(tmd_launched_of_the_other_flag),
		C(tmd_launched_zero),
		C(tmd_launched_without_turns),
		C(tmd_l1_tokens_without_schedule),
		C(tmd_entry_misaligned),
		C(tmd_entry_null),
		C(tmd_entry_kernel),
		C(tmd_param_misaligned),
		C(tmd_sem_misaligned),
		C(tmd_sem_without_flag),
		C(tmd_local_misaligned),
		C(tmd_local_va_misaligned),
		C(tmd_grid_zero),
		C(tmd_grid_product),
		C(tmd_grid_product_wraps),
		C(tmd_cta_zero),
		C(tmd_cta_many),
		C(tmd_cta_product_wraps),
		C(tmd_shared_large),
		C(tmd_local_large),
		C(tmd_local_past_end),
		C(tmd_priority_urgent),
		C(tmd_sm_mask),
		C(tmd_address_misaligned),
		C(tmd_address_unbound),
		C(tmd_address_null),
		C(tmd_status_read_only),
		C(tmd_queue_grid),
		C(tmd_queue_shapeless),
		C(tmd_queue_misaligned),
		C(tmd_queue_null),
		C(tmd_queue_unbound),
		C(tmd_queue_no_min),
		C(tmd_queue_max_below_min),
		C(tmd_hold_of_a_grid),
		C(tmd_after_misaligned),
		C(tmd_requests_misaligned),
		C(tmd_requests_unbound),
		C(tmd_requests_null),
		C(tmd_requests_shapeless),
		C(tmd_throttle_without_flag),
		C(tmd_throttle_zero),
		C(tmd_throttle_many),
		C(tmd_throttle_permission),
		C(tmd_schedule_without_flag),
		C(tmd_schedule_unknown),
		C(tmd_schedule_beyond),
		C(tmd_schedule_last),
		C(tmd_schedule_permission),
		C(tmd_reserved_queue),
		C(seg_good_nop),
		C(seg_good_wait),
		C(seg_good_release),
		C(seg_good_cache),
		C(seg_good_copy),
		C(seg_good_const),
		C(seg_good_deallocate_nothing),
		C(seg_unknown),
		C(seg_unknown_high),
		C(seg_header_reserved),
		C(seg_acquire_count),
		C(seg_acquire_op),
		C(seg_acquire_misaligned),
		C(seg_acquire_unbound),
		C(seg_acquire_never),
		C(seg_release_flags),
		C(seg_release_misaligned),
		C(seg_release_read_only),
		C(seg_cache_flags),
		C(seg_const_empty),
		C(seg_const_none),
		C(seg_const_misaligned),
		C(seg_const_unbound),
		C(seg_copy_misaligned),
		C(seg_copy_odd_bytes),
		C(seg_copy_wraps),
		C(seg_copy_source_unbound),
		C(seg_copy_runs_out),
		C(seg_fill_kernel_space),
		C(seg_timestamp_misaligned),
		C(seg_timestamp_null),
		C(seg_launch_unbound),
		C(seg_launch_not_a_tmd),
		C(seg_cut_in_payload),
		C(seg_cut_nop),
		C(seg_empty),
		C(seg_odd_length),
		C(seg_misaligned),
		C(seg_long),
		C(seg_longest),
		C(seg_unbound),
		C(seg_runs_out),
		C(bus_acquire),
		C(bus_release),
		C(bus_const),
		C(bus_copy_source),
		C(bus_copy_destination),
		C(bus_fill),
		C(bus_launch),
		C(entry_kind),
		C(doorbell_out_of_ring),
		C(commands),
	};

	return mock_main("fw_bad", cases, ARRAY_SIZE(cases));
}
