// SPDX-License-Identifier: MIT
/* The driver's hands on the mocked card, and the runner of test cases. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "invariants.h"
#include "mock.h"

const struct smgpu_fw_header fw_header = { .bss_end = 40000, .build_id = 7 };

#define SAID 3	/* exit status of a case that has said why it failed */

static const char *case_name;

void mock_fail(const char *file, int line, const char *fmt, ...)
{
	const char *base = strrchr(file, '/');
	va_list args;

	printf("not ok %s: %s:%d: ", case_name ? case_name : "fw_fuzz", base ? base + 1 : file,
	       line);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
	if (mock.on_fail)
		mock.on_fail();
	_exit(SAID);
}

void panic(uint32_t cause, uint32_t pc, uint32_t value, uint32_t line)
{
	mock_fail("firmware", (int)line, "panic %u at %x, %x", cause, pc, value);
}

/* A limit of CPU time for each case, in seconds, less for runs of many mutants. A case that sleeps
 * for ever ends, too: much later, as other work may take the processors for long. */
static void limit_time(void)
{
	const char *seconds = getenv("MOCK_SECONDS");
	struct rlimit limit = { 60, 60 };

	if (seconds)
		limit.rlim_cur = limit.rlim_max = (rlim_t)atoi(seconds);
	setrlimit(RLIMIT_CPU, &limit);
	alarm(900);
}

int mock_main(const char *suite, const struct mock_case *cases, unsigned int count)
{
	int bad = 0;

	for (unsigned int i = 0; i < count; i++) {
		static char name[128];
		int status = 0;
		pid_t child;

		snprintf(name, sizeof(name), "%s.%s", suite, cases[i].name);
		case_name = name;
		fflush(stdout);
		child = fork();	/* the firmware's state is static: each case gets a fresh one */
		if (!child) {
			limit_time();
			cases[i].run();
			printf("ok %s\n", name);
			fflush(stdout);
			_exit(0);
		}
		waitpid(child, &status, 0);
		if (WIFSIGNALED(status))
			printf("not ok %s: signal %d\n", name, WTERMSIG(status));
		else if (WEXITSTATUS(status) && WEXITSTATUS(status) != SAID)
			printf("not ok %s: a sanitizer stopped it\n", name);
		bad |= status != 0;
		if (bad && getenv("MOCK_STOP"))
			exit(bad);
	}
	return bad;
}

static struct smgpu_fw_shared *shared(void)
{
	return mock_host(MOCK_SHARED);
}

void mock_take_events(void)
{
	struct smgpu_fw_shared *s = shared();

	if (mock.hold_events)
		return;
	CHECK(s->event_put - mock.event_get <= MOCK_EVENT_ENTRIES);
	while (mock.event_get != s->event_put) {
		struct smgpu_fw_event *ring = mock_host(MOCK_EVENTS);

		CHECK(mock.seen_count < ARRAY_SIZE(mock.seen));
		mock.seen[mock.seen_count++] = ring[mock.event_get++ % MOCK_EVENT_ENTRIES];
		CHECK(mock.seen[mock.seen_count - 1].op != SMGPU_FW_EVENT_PANIC);
	}
	s->event_get = mock.event_get;
}

/* The firmware sleeps unless something wakes it: what it forgot to arrange for, it does not get. */
static void pass(void)
{
	if (mock_awake())
		mock_loop();
}

/* Nothing may be left of what had a place before: what is free is filled with a past that would
 * show. */
static void spoil(void)
{
	uint32_t alive = 0, k;

	for (uint32_t i = 0; i < TASK_POOL; i++)
		if (tasks[i].state != TASK_FREE)
			alive = tasks[i].tmd_va;
	for (uint32_t i = 0; i < TASK_POOL; i++)
		if (tasks[i].state == TASK_FREE) {
			/* links those that are not used; is given once, at boot */
			uint8_t next = tasks[i].next, id = tasks[i].id;

			memset(&tasks[i], 1, sizeof(tasks[i]));
			tasks[i].next = next;
			tasks[i].state = TASK_FREE;
			tasks[i].id = id;
			for (k = 0; k < ARRAY_SIZE(tasks[i].after); k++)
				tasks[i].after[k] = alive;
		}
	for (uint32_t i = 1; i < SMGPU_MAX_CHANNELS; i++)
		if (channels[i].state == CHANNEL_FREE) {
			memset(&channels[i], 1, sizeof(channels[i]));
			channels[i].state = CHANNEL_FREE;
		}
	for (uint32_t i = 0; i < CLIENTS; i++)
		if (!clients[i].channels) {
			memset(&clients[i], 1, sizeof(clients[i]));
			clients[i].channels = 0;
		}
}

void mock_loop(void)
{
	uint32_t msis = mock.msis;

	main_loop_once();
	if (mock.msis != msis)	/* the driver looks only when it is told to */
		mock_take_events();
	check_invariants();
	spoil();
}

void mock_run(unsigned int passes)
{
	while (passes--) {
		pass();
		mock_step();
	}
}

void mock_settle(void)
{
	for (unsigned int i = 0; i < 200000; i++) {
		pass();
		if (!mock_step() && !mock_awake() && !mock.event_count && !mock.trap_count &&
		    !mock.bells && mock.timer == ~0ull && !mock.db_pending[0] &&
		    !mock.db_pending[1])
			return;
	}
	mock_fail(__FILE__, __LINE__, "the card did not come to rest");
}

void mock_boot(uint32_t seed)
{
	struct smgpu_fw_boot *b = mock_host(MOCK_BOOT);

	memset(&mock, 0, sizeof(mock));
	mock.dma_engines = getenv("MOCK_DMA_ENGINES") ? (uint32_t)atoi(getenv("MOCK_DMA_ENGINES"))
						      : 2;
	mock.rng = seed * 2654435761u + 1;
	mock.timer = ~0ull;
	mock.last = SMGPU_MMU_LAST_VPN_RESET;
	mock.depth = MOCK_DTOKS;
	for (uint32_t sm = 0; sm < MOCK_SMS; sm++)
		mock.sched[sm] = MOCK_SCHEDULE, mock.prio[sm] = mock.prio_l2[sm] = MOCK_PRIO;
	*b = (struct smgpu_fw_boot){
		.magic = SMGPU_FW_BOOT_MAGIC,
		.abi_major = SMGPU_FW_ABI_MAJOR,
		.abi_minor = SMGPU_FW_ABI_MINOR,
		.size = sizeof(*b),
		.cmd_ring = MOCK_CMDS,
		.event_ring = MOCK_EVENTS,
		.log_ring = MOCK_LOG,
		.shared = MOCK_SHARED,
		.cmd_entries = MOCK_CMD_ENTRIES,
		.event_entries = MOCK_EVENT_ENTRIES,
		.log_bytes = MOCK_LOG_BYTES,
		.spill_area = MOCK_SPILL,
		.spill_bytes = MOCK_SPILL_BYTES,
		.dump_area = MOCK_DUMP,
		.dump_bytes = MOCK_DUMP_BYTES,
	};
	mock.scratch[0] = MOCK_BOOT;
	CHECK(boot_handshake());
	CHECK_EQ(b->fw_status, SMGPU_FW_BOOT_READY);
	CHECK_EQ(mock.progress, SMGPU_FW_PROGRESS_READY);
	intc_init(shape.dma_engines);
	mock_loop();
}

static void ring_bell(uint32_t id, uint32_t value)
{
	mock.db_value[id] = value;
	mock.db_pending[id / 32] |= 1u << id % 32;
}

uint32_t mock_command(const struct smgpu_fw_cmd *cmd)
{
	struct smgpu_fw_cmd *ring = mock_host(MOCK_CMDS),
			    *slot = &ring[mock.cmd_put % MOCK_CMD_ENTRIES];

	CHECK(mock.cmd_put - shared()->ring_get[0] < MOCK_CMD_ENTRIES);
	*slot = *cmd;
	slot->cookie = ++mock.cookie;
	ring_bell(0, ++mock.cmd_put);
	return mock.cookie;
}

int32_t mock_command_status(const struct smgpu_fw_cmd *cmd)
{
	uint32_t cookie = mock_command(cmd);

	for (unsigned int i = 0; i < 10000; i++) {
		for (unsigned int k = 0; k < mock.seen_count; k++)
			if (mock.seen[k].op == SMGPU_FW_EVENT_CMD_DONE &&
			    mock.seen[k].u.cmd.cookie == cookie)
				return mock.seen[k].u.cmd.status;
		pass();
		mock_step();
	}
	mock_fail(__FILE__, __LINE__, "command %u was not answered", cmd->op);
}

int32_t mock_vm(uint32_t vm)
{
	return mock_command_status(&(struct smgpu_fw_cmd){
		.op = SMGPU_FW_CMD_VM_SET, .u.vm = { .id = vm, .root = vm * 0x1000 } });
}

static int32_t create(uint32_t client, uint32_t id, uint32_t vm, uint32_t best_priority,
		      uint64_t watchdog, uint32_t flags)
{
	mock.ring_put[id] = 0;
	return mock_command_status(
		&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_CREATE,
					 .u.channel = { .id = id,
							.vm = vm,
							.ring = MOCK_RING(id),
							.entries = MOCK_RING_ENTRIES,
							.best_priority = best_priority,
							.sm_mask = 0xffffffff,
							.watchdog_cycles = watchdog,
							.first_seqno = 0,
							.flags = flags,
							.client = client } });
}

int32_t mock_channel(uint32_t id, uint32_t vm, uint32_t best_priority, uint64_t watchdog)
{
	return create(0, id, vm, best_priority, watchdog, 0);
}

int32_t mock_channel_of(uint32_t client, uint32_t id, uint32_t vm, uint32_t best_priority,
			uint64_t watchdog)
{
	return create(client, id, vm, best_priority, watchdog, 0);
}

int32_t mock_scheduler(uint32_t id, uint32_t vm)
{
	return create(0, id, vm, 1, 1u << 30, SMGPU_FW_CHANNEL_SCHEDULE);
}

void mock_ring(uint32_t id, uint32_t flags, uint32_t va, uint32_t bytes, uint64_t seqno)
{
	struct smgpu_ring_entry *ring = mock_host(MOCK_RING(id));

	CHECK(mock.ring_put[id] - shared()->ring_get[id] < MOCK_RING_ENTRIES);
	ring[mock.ring_put[id] % MOCK_RING_ENTRIES] = (struct smgpu_ring_entry){
		.va = va, .bytes = bytes, .flags = flags, .seqno = seqno
	};
	ring_bell(id, ++mock.ring_put[id]);
}

uint64_t mock_done(uint32_t id)
{
	return shared()->done[id];
}

const struct smgpu_fw_event *mock_error(uint32_t id)
{
	const struct smgpu_fw_event *found = NULL;

	for (unsigned int i = 0; i < mock.seen_count; i++) {
		if (mock.seen[i].op != SMGPU_FW_EVENT_ERROR || mock.seen[i].u.error.channel != id)
			continue;
		CHECK(!found);
		found = &mock.seen[i];
	}
	return found;
}

bool mock_error_published(uint32_t id)
{
	const struct smgpu_fw_event *ring = mock_host(MOCK_EVENTS);

	for (uint32_t i = mock.event_get; i != shared()->event_put; i++) {
		const struct smgpu_fw_event *e = &ring[i % MOCK_EVENT_ENTRIES];

		if (e->op == SMGPU_FW_EVENT_ERROR && e->u.error.channel == id)
			return true;
	}
	return mock_error(id);
}

struct smgpu_tmd *mock_tmd(uint32_t vm, uint32_t va, uint32_t number, uint32_t ctas,
			   uint32_t priority)
{
	struct smgpu_tmd *t = mock_va(vm, va);

	*t = (struct smgpu_tmd){
		.magic = SMGPU_TMD_MAGIC,
		.kind = SMGPU_TMD_GRID,
		.priority = (__u8)priority,
		.regs_per_thread = 32,
		.grid = { ctas, 1, 1 },
		.cta = { 32, 1, 1 },
		.entry_va = MOCK_VA_BASE,
		.param_va = MOCK_VA_BASE + 4 * number,
	};
	return t;
}

void mock_queue_tmd(struct smgpu_tmd *t, uint32_t va, uint32_t min, uint32_t max)
{
	t->kind = SMGPU_TMD_QUEUE;
	memset(t->grid, 0, sizeof(t->grid));
	t->queue_va = va;
	t->coalesce_min = (__u16)min;
	t->coalesce_max = (__u16)max;
}
