// SPDX-License-Identifier: MIT
/* The boot block, commands and events, and the log */
#include "policy.h"

/* The kernel takes no events for a while: nothing is lost, and no doorbell is needed to go on. */
static void full_event_ring(void)
{
	start(1000);
	mock.hold_events = true;
	for (uint32_t i = 0; i < 24; i++)
		mock_command(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_NOP });
	mock_run(50);
	mock.hold_events = false;
	/* 16 taken unseen */
	mock.event_get = ((struct smgpu_fw_shared *)mock_host(MOCK_SHARED))->event_put;
	((struct smgpu_fw_shared *)mock_host(MOCK_SHARED))->event_get = mock.event_get;
	mock.seen_count = 0;
	CHECK(mock.timer != ~0ull);
	mock_settle();
	CHECK_EQ(mock.seen_count, 8);
	CHECK_EQ(mock.seen[7].u.cmd.cookie, mock.cookie);
}

/* Maintenance makes no interrupt: its end must be waited for awake, however short it is. */
static void maintenance_is_answered(void)
{
	start(1000);
	for (uint32_t i = 0; i < 40; i++)
		CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
				 .op = SMGPU_FW_CMD_VM_INVALIDATE, .u.vm.id = 1 + i % 3 }),
			 0);
	CHECK_EQ(mock.invalidates, 40);
	CHECK(mock.timer == ~0ull);
}

static void dropped(uint32_t vm, uint32_t first, uint32_t pages, uint32_t want_first,
		    uint32_t want_last)
{
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
			 .op = SMGPU_FW_CMD_VM_INVALIDATE,
			 .u.vm = { .id = vm, .first = first, .pages = pages } }),
		 0);
	CHECK_EQ(mock.dropped_vm, vm);
	CHECK_EQ(mock.dropped_first, want_first);
	CHECK_EQ(mock.dropped_last, want_last);
}

/* The pages that a command names are dropped, of its VM; without a range all, whatever the command
 * before it named. */
static void ranges_are_dropped(void)
{
	start(1000);
	dropped(1, 0, 0, 0, 0xfffff);
	dropped(2, 0x1234, 1, 0x1234, 0x1234);
	dropped(1, 0x77, 0, 0, 0xfffff);
	dropped(3, 0, 0x100000, 0, 0xfffff);
	dropped(3, 0xfffff, 1, 0xfffff, 0xfffff);
	for (uint32_t i = 0; i < 40; i++)
		dropped(1 + i % 3, i * 5, i + 1, i * 5, i * 6);
	dropped(1, 5, 9, 5, 13);
	CHECK_EQ(
		mock_command_status(&(struct smgpu_fw_cmd){
			.op = SMGPU_FW_CMD_VM_CLEAR, .u.vm = { .id = 2, .first = 5, .pages = 9 } }),
		-16);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
			 .op = SMGPU_FW_CMD_VM_SET, .u.vm = { .id = 9, .root = 0x1000 } }),
		 0);
	CHECK_EQ(
		mock_command_status(&(struct smgpu_fw_cmd){
			.op = SMGPU_FW_CMD_VM_CLEAR, .u.vm = { .id = 9, .first = 5, .pages = 9 } }),
		0);
	/* SMs forget what they keep under its number */
	CHECK_EQ(mock.dropped_vm, 9 | SMGPU_MMU_INVALIDATE_FORGET_MASK);
	CHECK_EQ(mock.dropped_first, 0);
	CHECK_EQ(mock.dropped_last, 0xfffff);
}

static void boot_refused(void)
{
	static const struct {
		uint32_t word, value, status, written;
	} cases[] = {
		{ 0, 0, SMGPU_FW_BOOT_BAD_MAGIC, 0 },
		{ 1, 2, SMGPU_FW_BOOT_BAD_VERSION, 1 },
		{ 1, 1 | (SMGPU_FW_ABI_MINOR + 1) << 16, SMGPU_FW_BOOT_BAD_VERSION, 1 },
		{ 2, 108, SMGPU_FW_BOOT_BAD_SIZE, 0 },
		{ 12, 17, SMGPU_FW_BOOT_BAD_RING, 1 },
		{ 13, 8, SMGPU_FW_BOOT_BAD_RING, 1 },
		{ 14, 1 << 17, SMGPU_FW_BOOT_BAD_RING, 1 },
		{ 4, 4, SMGPU_FW_BOOT_BAD_RING, 1 },
		{ 20, MOCK_SPILL + 64, SMGPU_FW_BOOT_BAD_SPILL, 1 },
		{ 20, 0xfffff000, SMGPU_FW_BOOT_BAD_SPILL, 1 },
		{ 21, 1, SMGPU_FW_BOOT_BAD_SPILL, 1 },
		{ 22, MOCK_SPILL_BYTES - 4096, SMGPU_FW_BOOT_BAD_SPILL, 1 },
		{ 22, 0, SMGPU_FW_BOOT_BAD_SPILL, 1 },
		{ 23, 0, SMGPU_FW_BOOT_BAD_DUMP, 1 },
		{ 23, sizeof(struct smgpu_fw_dump) - 4, SMGPU_FW_BOOT_BAD_DUMP, 1 },
		{ 23, MOCK_DUMP_BYTES + 2, SMGPU_FW_BOOT_BAD_DUMP, 1 },
		{ 23, 65540, SMGPU_FW_BOOT_BAD_DUMP, 1 },
		{ 24, MOCK_DUMP + 2, SMGPU_FW_BOOT_BAD_DUMP, 1 },
	};

	mock_boot(1);
	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct smgpu_fw_boot *b = mock_host(MOCK_BOOT), good = *b;

		b->fw_status = 99;
		((uint32_t *)b)[cases[i].word] = cases[i].value;
		CHECK(!boot_handshake());
		CHECK_EQ(mock.progress, SMGPU_FW_PROGRESS_BOOT_BLOCK | cases[i].status);
		CHECK_EQ(b->fw_status, cases[i].written ? cases[i].status : 99);
		*b = good;
	}
	mock.scratch[0] = 0x10;
	CHECK(!boot_handshake());
	CHECK_EQ(mock.progress >> 8, SMGPU_FW_PROGRESS_BOOT_BLOCK >> 8);
}

static void boot_again(uint32_t word, uint32_t value)
{
	struct smgpu_fw_boot *b = mock_host(MOCK_BOOT), good = *b;

	((uint32_t *)b)[word] = value;
	CHECK(boot_handshake());
	*b = good;
}

/* The most that is allowed */
static void boot_accepted(void)
{
	mock_boot(1);
	boot_again(12, 16);
	boot_again(12, 1024);
	boot_again(13, 1024);
	boot_again(14, 65536);
	boot_again(20, (256u << 20) - MOCK_SPILL_BYTES);	/* up to the end of memory */
	boot_again(23, sizeof(struct smgpu_fw_dump));
	boot_again(23, 65536);
}

static void status_is_last(void)
{
	const struct smgpu_fw_boot *b = mock_host(MOCK_BOOT);

	if (b->fw_build_id)
		CHECK(b->fw_status == SMGPU_FW_BOOT_NONE || b->fw_status == SMGPU_FW_BOOT_READY);
	else
		CHECK_EQ(b->fw_status, 99);
}

/* The driver reads what the firmware says of itself when the status is there. */
static void boot_answer(void)
{
	struct smgpu_fw_boot *b = mock_host(MOCK_BOOT);

	mock_boot(1);
	b->fw_status = 99;
	b->fw_abi_major = b->fw_abi_minor = 77;
	b->fw_build_id = 0;
	b->fw_tcm_free = 1;
	mock.on_dma = status_is_last;
	CHECK(boot_handshake());
	CHECK_EQ(b->fw_status, SMGPU_FW_BOOT_READY);
	CHECK_EQ(b->fw_abi_major, SMGPU_FW_ABI_MAJOR);
	CHECK_EQ(b->fw_abi_minor, SMGPU_FW_ABI_MINOR);
	CHECK_EQ(b->fw_build_id, 7);		/* the header's, in mock_drv.c */
	CHECK_EQ(b->fw_tcm_free, SMGPU_FW_MAX_BYTES - 40000);
}

/* Lines stand one after the other, each whole, up to 124 characters of it, filled up to whole
 * words. */
static void log_lines(void)
{
	static const char want[] = "one 1  \nthree of them  \nfour\t  \n";
	const char *ring;
	char many[201];
	uint32_t at, i;

	mock_boot(1);
	ring = mock_host(MOCK_LOG);
	at = log_put;
	log_line("one %u", 1u);
	log_line("three %s", "of them");
	log_line("four\t");
	CHECK_EQ(log_put - at, sizeof(want) - 1);
	CHECK(!memcmp(ring + at, want, sizeof(want) - 1));
	memset(many, 'x', 200);
	many[200] = 0;
	at = log_put;
	log_line("%s", many);
	CHECK_EQ(log_put - at, 128);
	for (i = 0; i < 128; i++)
		CHECK_EQ(ring[at + i], i < 124 ? 'x' : i < 127 ? ' ' : '\n');
}

static void log_wraps(void)
{
	const char *ring;
	unsigned int i;

	mock_boot(1);
	for (i = 0; i < 1000; i++)
		log_line("line %u of %x, %s%c", i, 0xbeefu, "text", '!');
	CHECK(!(log_put % 4));
	ring = mock_host(MOCK_LOG);
	for (i = 0; i < MOCK_LOG_BYTES && strncmp(ring + i, "line 990 of beef, text!", 23); i++)
		;
	CHECK(i < MOCK_LOG_BYTES);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(full_event_ring),    C(maintenance_is_answered),
		C(ranges_are_dropped), C(boot_refused),
		C(boot_accepted),      C(boot_answer),
		C(log_lines),	       C(log_wraps),
	};

	return mock_main("fw_boot", cases, ARRAY_SIZE(cases));
}
