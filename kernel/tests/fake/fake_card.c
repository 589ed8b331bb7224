// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A card that only the driver's tests need: it answers as the firmware would, in C, without control
 * core and SMs, and can be told to fail in ways that real firmware does not. FAKE=name[:n] chooses:
 *
 *   ones       registers read all ones from the start
 *   magic      wrong identity            version   unknown hardware interface
 *   silent     firmware never answers    refuse    firmware refuses the boot block
 *   bootpanic  firmware panics in boot   abi       firmware speaks another ABI
 *   hang:n     firmware stops after n commands, once
 *   panic:n    firmware panics after n commands, once
 *   doorbell   firmware stops when a channel's doorbell rings, once
 *   lost:n     registers read all ones after n commands
 *   away       registers read all ones once a channel's doorbell rings
 *   wipe:n     the card is reset by another after n commands, once
 *   loadfail   the firmware's way into the TCM fails
 *   die:n      firmware panics at every n-th command of one kind, then of the next, until it has
 *              died at each kind, once before it does the command and once after, unanswered;
 *              die:n:OP: at one kind only, eight times
 *              die:n:OP:late: the same; new firmware pauses for a second before the last of what it
 *              is given back, and before the next channel that is made
 *   nomsi:n    after n MSIs no more come
 *   forget     a job's end is never reported
 *   expire     as forget; firmware stops when it is told to end that job's channel
 *   still      the heartbeat stands still and the clock runs fast, but commands are answered
 *   lag        firmware stops when a channel's doorbell rings, once; new firmware pauses for three
 *              seconds amid what it is given back
 *   slot       registers read all ones while SCRATCH3 is 1, and from the next reset on that the
 *              driver asks for when it is 2
 *   lazy       each FILL takes twenty seconds, and the clock runs a hundred times too slow
 *   board      it has a board block, with a flash (fake_board.c, fake_flash.c); board:MODE:
 *              slow      its memory is calibrated and tested while the driver waits
 *              clocks    its clocks do not lock       never     calibration does not end
 *              dram      calibration fails            stuck     the memory test does not go on
 *              test      the memory test has failed
 *              lost:n    registers read all ones after n bytes to the flash
 *
 * It knows what a host that works never does, and says it on a line with the word STALE: to give an
 * id to a second root or ring, or to give new firmware an object back that the old firmware was
 * told to forget.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fake.h"

/* A command of those that firmware is given back, while the ring holds the last of them */
#define LAG_AT	100

static uint64_t fake_timebase(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * FAKE_HZ + (uint64_t)t.tv_nsec * (FAKE_HZ / 1000000) / 1000;
}

uint64_t fake_milliseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static const char *const op_names[] = {
	[SMGPU_FW_CMD_NOP] = "NOP", [SMGPU_FW_CMD_VM_SET] = "VM_SET",
	[SMGPU_FW_CMD_VM_CLEAR] = "VM_CLEAR", [SMGPU_FW_CMD_VM_INVALIDATE] = "VM_INVALIDATE",
	[SMGPU_FW_CMD_CHANNEL_CREATE] = "CHANNEL_CREATE",
	[SMGPU_FW_CMD_CHANNEL_DESTROY] = "CHANNEL_DESTROY", [SMGPU_FW_CMD_COPY] = "COPY",
	[SMGPU_FW_CMD_FILL] = "FILL", [SMGPU_FW_CMD_PERF] = "PERF",
	[SMGPU_FW_CMD_SM_CONFIG] = "SM_CONFIG", [SMGPU_FW_CMD_LAUNCH_CONFIG] = "LAUNCH_CONFIG",
	[SMGPU_FW_CMD_ISOLATION] = "ISOLATION",
};

static bool fails(const struct fake *f, const char *name)
{
	return !strcmp(f->failure, name);
}

static void fake_msi(struct fake *f)
{
	if (!fails(f, "still"))
		f->shared.heartbeat++;
	f->host->dma_write(f->ctx, f->boot.shared, &f->shared,
			   offsetof(struct smgpu_fw_shared, event_get));
	if (!fails(f, "nomsi") || ++f->msis <= f->countdown)
		f->host->msi(f->ctx, 0);
}

void fake_event(struct fake *f, const struct smgpu_fw_event *event)
{
	uint32_t slot = f->shared.event_put++ % f->boot.event_entries;

	f->host->dma_write(f->ctx, f->boot.event_ring + slot * sizeof(*event), event,
			   sizeof(*event));
}

/*
 * Reads a ring. Without an answer (the function is no bus master any more) there is nothing to do,
 * and the firmware ends.
 */
int fake_read_host(struct fake *f, uint64_t at, void *to, size_t bytes)
{
	int ret = f->host->dma_read(f->ctx, at, to, bytes);

	if (ret)
		f->running = false;
	return ret;
}

static bool fake_in_dram(const struct fake *f, uint64_t at, uint64_t bytes)
{
	return at <= f->dram_bytes && bytes <= f->dram_bytes - at;
}

static int fake_copy(struct fake *f, const struct smgpu_fw_cmd *cmd, bool fill)
{
	uint64_t at, n = cmd->u.copy.bytes, dst = cmd->u.copy.dst, src = cmd->u.copy.src;
	static unsigned char buf[65536];
	uint32_t word = (uint32_t)src;

	for (at = 0; at < n; at += sizeof(buf)) {
		size_t part = n - at < sizeof(buf) ? n - at : sizeof(buf);

		if (fill) {
			for (size_t i = 0; i < part; i += 4)
				memcpy(buf + i, &word, 4);
		} else if (cmd->u.copy.src_space == SMGPU_FW_SPACE_HOST) {
			if (f->host->dma_read(f->ctx, src + at, buf, part))
				return -5;
		} else {
			if (!fake_in_dram(f, src + at, part))
				return -22;
			memcpy(buf, f->dram + src + at, part);
		}
		if (cmd->u.copy.dst_space == SMGPU_FW_SPACE_HOST) {
			if (f->host->dma_write(f->ctx, dst + at, buf, part))
				return -5;
		} else {
			if (!fake_in_dram(f, dst + at, part))
				return -22;
			memcpy(f->dram + dst + at, buf, part);
		}
	}
	return 0;
}

static int fake_perf(struct fake *f, const struct smgpu_fw_cmd *cmd)
{
	uint64_t value;

	for (uint32_t i = 0; i < cmd->u.perf.bytes / 8; i++) {
		value = i;
		if (f->host->dma_write(f->ctx, cmd->u.perf.buffer + i * 8, &value, 8))
			return -5;
	}
	return 0;
}

static int fake_channel_destroy(struct fake *f, uint32_t id)
{
	if (!f->channel[id].used)
		return -2;
	if (!f->channel[id].dead)
		fake_channel_error(f, id, SMGPU_ERR_KILLED, 0, 0);
	f->channel[id].used = false;
	return 0;
}

static int fake_command(struct fake *f, const struct smgpu_fw_cmd *cmd)
{
	uint32_t vm = cmd->u.vm.id, id = cmd->u.channel.id;

	switch (cmd->op) {
	case SMGPU_FW_CMD_NOP:
		return 0;
	case SMGPU_FW_CMD_VM_SET:
		if (!vm || vm >= SMGPU_MAX_VMS)
			return -22;
		if (f->root[vm] || (f->restoring && f->doomed_vms >> vm & 1)) {
			f->host->log(f->ctx, "STALE: VM %u gets root %#llx, %s", vm,
				     (unsigned long long)cmd->u.vm.root,
				     f->root[vm] ? "but has another" : "but was to be forgotten");
			return -17;
		}
		f->root[vm] = cmd->u.vm.root | 1;
		return 0;
	case SMGPU_FW_CMD_VM_CLEAR:
		if (vm >= SMGPU_MAX_VMS || !f->root[vm])
			return -2;
		for (id = 1; id < SMGPU_MAX_CHANNELS; id++)
			if (f->channel[id].used && f->channel[id].vm == vm)
				return -16;
		f->root[vm] = 0;
		return 0;
	case SMGPU_FW_CMD_VM_INVALIDATE:
		if (!f->root[vm % SMGPU_MAX_VMS])
			return -2;
		return cmd->u.vm.first < 1u << 20 &&
		       cmd->u.vm.pages <= (1u << 20) - cmd->u.vm.first ? 0 : -22;
	case SMGPU_FW_CMD_CHANNEL_CREATE:
		if (!id || id >= SMGPU_MAX_CHANNELS || !f->root[cmd->u.channel.vm % SMGPU_MAX_VMS])
			return -22;
		if (f->channel[id].used || (f->restoring && f->doomed_channels >> id & 1)) {
			f->host->log(f->ctx, "STALE: channel %u gets ring %#llx, %s", id,
				     (unsigned long long)cmd->u.channel.ring,
				     f->channel[id].used ? "but has another" :
							   "but was to be forgotten");
			return -17;
		}
		f->channel[id] = (struct fake_channel){ .used = true, .vm = cmd->u.channel.vm,
			.ring = cmd->u.channel.ring, .entries = cmd->u.channel.entries };
		f->shared.done[id] = cmd->u.channel.first_seqno;
		f->shared.ring_get[id] = 0;
		return 0;
	case SMGPU_FW_CMD_CHANNEL_DESTROY:
		return fake_channel_destroy(f, id % SMGPU_MAX_CHANNELS);
	case SMGPU_FW_CMD_COPY:
		return fake_copy(f, cmd, false);
	case SMGPU_FW_CMD_FILL:
		return fake_copy(f, cmd, true);
	case SMGPU_FW_CMD_PERF:
		return fake_perf(f, cmd);
	case SMGPU_FW_CMD_SM_CONFIG:
	case SMGPU_FW_CMD_LAUNCH_CONFIG:
	case SMGPU_FW_CMD_ISOLATION:
		return 0;
	default:
		return -22;
	}
}

static void fake_panic(struct fake *f)
{
	const struct smgpu_fw_event event = {
		.op = SMGPU_FW_EVENT_PANIC, .u.panic = { .cause = 5, .pc = 0x10000100 },
	};

	f->progress = SMGPU_FW_PROGRESS_PANIC;
	fake_event(f, &event);
	fake_msi(f);
}

static bool fake_dies(struct fake *f, const struct smgpu_fw_cmd *cmd)
{
	return f->die_left && cmd->op == f->die_op && ++f->die_seen >= f->die_every;
}

/* An even number of deaths is left: it dies before it does the command. */
static bool fake_dies_first(const struct fake *f)
{
	return !(f->die_left & 1);
}

/* Dies at the command whose index is f->cmd_get. */
static void fake_die(struct fake *f)
{
	struct smgpu_fw_cmd cmd;

	f->die_seen = 0;
	f->die_left--;
	f->stopped = true;
	for (uint32_t i = f->cmd_get; i != f->cmd_put; i++) {
		if (fake_read_host(f, f->boot.cmd_ring + i % f->boot.cmd_entries * sizeof(cmd),
				   &cmd, sizeof(cmd)))
			return;
		if (cmd.op == SMGPU_FW_CMD_VM_CLEAR)
			f->doomed_vms |= 1ull << cmd.u.vm.id % SMGPU_MAX_VMS;
		if (cmd.op == SMGPU_FW_CMD_CHANNEL_DESTROY)
			f->doomed_channels |= 1ull << cmd.u.channel.id % SMGPU_MAX_CHANNELS;
	}
	f->host->log(f->ctx, "dies %s %s", f->die_left & 1 ? "at" : "after", op_names[f->die_op]);
	if (!f->die_one && !(f->die_left & 1))
		f->die_op++;
	fake_panic(f);
}

static void fake_card_reset(struct fake *f)
{
	f->restoring |= f->stopped;
	f->running = f->stopped = false;
	f->progress = 0;
	f->cmd_get = f->cmd_put = f->paused_at = 0;
	f->doorbells = f->resume = 0;
	memset(f->root, 0, sizeof(f->root));
	memset(f->channel, 0, sizeof(f->channel));
	memset(&f->boot, 0, sizeof(f->boot));
}

/* Does the firmware pause before the command whose index is f->cmd_get? */
static bool fake_pauses(struct fake *f, const struct smgpu_fw_cmd *cmd)
{
	bool last = f->late && f->restoring && cmd->cookie;
	unsigned int ms = 0;

	if (f->paused_at == f->cmd_get + 1)
		return f->resume;
	if (fails(f, "lazy") && cmd->op == SMGPU_FW_CMD_FILL)
		ms = 20000;
	else if (fails(f, "lag") && f->restoring && f->cmd_get == LAG_AT)
		ms = 3000;
	else if (last || (f->late_next && !f->restoring && cmd->op == SMGPU_FW_CMD_CHANNEL_CREATE))
		ms = 1000;
	if (!ms)
		return false;
	f->late_next = last;
	f->paused_at = f->cmd_get + 1;
	f->resume = fake_milliseconds() + ms;
	return true;
}

static void fake_commands(struct fake *f)
{
	struct smgpu_fw_cmd cmd;
	uint64_t at;

	while (f->cmd_get != f->cmd_put && !f->stopped) {
		if (!fails(f, "nomsi") && f->countdown && !--f->countdown) {
			f->stopped = true;
			if (fails(f, "panic"))
				fake_panic(f);
			f->ones = fails(f, "lost");
			if (fails(f, "wipe"))
				fake_card_reset(f);
			return;
		}
		at = f->boot.cmd_ring + f->cmd_get % f->boot.cmd_entries * sizeof(cmd);
		if (fake_read_host(f, at, &cmd, sizeof(cmd)))
			return;

		if (fake_pauses(f, &cmd))
			break;

		if (cmd.op == SMGPU_FW_CMD_CHANNEL_DESTROY && fails(f, "expire")) {
			f->stopped = true;
			f->failure[0] = 0;
			return;
		}

		bool dies = fake_dies(f, &cmd);

		if (dies && fake_dies_first(f)) {
			fake_die(f);
			return;
		}

		int status = fake_command(f, &cmd);

		if (dies) {
			fake_die(f);
			return;
		}
		f->shared.ring_get[0] = ++f->cmd_get;
		/* What recovery gives back is one batch; its last command has a cookie. */
		if (cmd.cookie && f->restoring) {
			f->restoring = false;
			f->doomed_vms = f->doomed_channels = 0;
		}

		if (cmd.cookie || status) {
			const struct smgpu_fw_event event = { .op = SMGPU_FW_EVENT_CMD_DONE,
				.u.cmd = { cmd.cookie, status } };

			fake_event(f, &event);
		}
	}
	fake_msi(f);
}

static void fake_boot(struct fake *f)
{
	uint64_t at = (uint64_t)f->scratch[1] << 32 | f->scratch[0];
	uint32_t status = SMGPU_FW_BOOT_READY;

	f->running = true;
	if (fails(f, "silent"))
		return;
	if (fails(f, "bootpanic")) {
		f->progress = SMGPU_FW_PROGRESS_PANIC;
		return;
	}
	if (f->host->dma_read(f->ctx, at, &f->boot, sizeof(f->boot)))
		return;
	if (f->boot.magic != SMGPU_FW_BOOT_MAGIC || fails(f, "refuse"))
		status = SMGPU_FW_BOOT_BAD_VERSION;
	f->boot.fw_abi_major = fails(f, "abi") ? 9 : SMGPU_FW_ABI_MAJOR;
	f->boot.fw_abi_minor = SMGPU_FW_ABI_MINOR;
	f->boot.fw_build_id = 0xfa4ecad0;
	f->boot.fw_status = status;
	memset(&f->shared, 0, sizeof(f->shared));
	f->host->dma_write(f->ctx, at, &f->boot, sizeof(f->boot));
	f->progress = status == SMGPU_FW_BOOT_READY ? SMGPU_FW_PROGRESS_READY :
						      SMGPU_FW_PROGRESS_BOOT_BLOCK | status;
	f->host->msi(f->ctx, 0);
}

/* Of the PCI function: what lies in DRAM is lost. */
static void fake_reset(void *card)
{
	struct fake *f = card;

	fake_card_reset(f);
	memset(f->dram, 0xa5, f->dram_bytes);
}

/* "n", "n:OP" or "n:OP:late" */
static void fake_parse_die(struct fake *f, const char *want)
{
	const uint32_t kinds = sizeof(op_names) / sizeof(op_names[0]);
	const char *name = strchr(want, ':');
	size_t bytes;

	f->die_every = atoi(want);
	f->die_left = 2 * kinds;
	if (!name)
		return;
	f->die_one = true;
	f->die_left = 8;
	name++;
	bytes = strcspn(name, ":");
	f->late = !strcmp(name + bytes, ":late");
	for (f->die_op = 0; f->die_op < kinds; f->die_op++)
		if (strlen(op_names[f->die_op]) == bytes &&
		    !memcmp(op_names[f->die_op], name, bytes))
			return;
	fprintf(stderr, "fake card: no command is named %s\n", name);
	exit(2);
}

static void *fake_create(const struct card_config *cfg, const struct card_host_ops *host, void *ctx)
{
	struct fake *f = calloc(1, sizeof(*f));
	const char *want = getenv("FAKE");

	f->host = host;
	f->ctx = ctx;
	f->dram_bytes = (uint64_t)cfg->dram_mib << 20;
	f->dram = malloc(f->dram_bytes);
	/* What the driver does not clear shows. */
	memset(f->dram, 0xa5, f->dram_bytes);
	snprintf(f->failure, sizeof(f->failure), "%.*s", want ? (int)strcspn(want, ":") : 0,
		 want ? want : "");
	f->slowness = fails(f, "lazy") ? 100 : 1;
	f->speed = fails(f, "still") ? 50 : fails(f, "forget") || fails(f, "expire") ? 1000 : 1;
	if (fails(f, "die"))
		fake_parse_die(f, want + strlen(f->failure) + 1);
	else if (fails(f, "board"))
		fake_board_create(f, want[5] ? want + 6 : "");
	else if (want && strchr(want, ':'))
		f->countdown = atoi(strchr(want, ':') + 1);
	f->ones = fails(f, "ones");
	return f;
}

static void fake_destroy(void *card)
{
	struct fake *f = card;

	fake_board_destroy(f);
	free(f->dram);
	free(f);
}

static uint32_t fake_read(void *card, uint32_t off)
{
	struct fake *f = card;

	if (f->ones)
		return 0xffffffffu;
	if (fake_board_has(f, off))
		return fake_board_read(f, off);
	if (fake_board_holds(f))
		return 0xffffffffu;
	switch (off) {
	case SMGPU_HOST_MAGIC: return fails(f, "magic") ? 0x12345678 : SMGPU_HOST_MAGIC_VALUE_RESET;
	case SMGPU_HOST_VERSION: return fails(f, "version") ? 7u << 16 : 1u << 16;
	case SMGPU_HOST_CONFIG0: return 8u << 16 | 16u << 8 | 1u;
	case SMGPU_HOST_CONFIG1: return 64u << 24 | 16u << 16 | 16u;
	case SMGPU_HOST_CONFIG2: return 128u << 16 | 16u;
	case SMGPU_HOST_CONFIG3: return SMGPU_FW_MAX_BYTES / 1024 << 16 | 16u;
	case SMGPU_HOST_DRAM_MIB: return (uint32_t)(f->dram_bytes >> 20);
	case SMGPU_HOST_TIMEBASE_HZ: return FAKE_HZ;
	case SMGPU_HOST_TIMEBASE_LO:
		f->timebase = fake_timebase() * f->speed / f->slowness;
		return (uint32_t)f->timebase;
	case SMGPU_HOST_TIMEBASE_HI: return (uint32_t)(f->timebase >> 32);
	case SMGPU_HOST_PROGRESS: return f->progress;
	case SMGPU_SM_CFG_OVERSUB(0):
		return SMGPU_SM_CFG_OVERSUB_HIGH_RESET << 8 | SMGPU_SM_CFG_OVERSUB_LOW_RESET;
	case SMGPU_DMA_STATUS(0):
		return fails(f, "loadfail") ?
			       2u << SMGPU_DMA_STATUS_ERROR_SHIFT | SMGPU_DMA_STATUS_DONE_MASK :
			       SMGPU_DMA_STATUS_DONE_MASK;
	default: return 0;
	}
}

static void fake_write(void *card, uint32_t off, uint32_t val)
{
	struct fake *f = card;
	uint32_t id;

	if (fails(f, "slot") && off == SMGPU_HOST_SCRATCH(3)) {
		f->ones = val == 1;
		f->darkens = val == 2;
		return;
	}
	if (f->ones)
		return;
	if (fake_board_has(f, off)) {
		fake_board_write(f, off, val);
		return;
	}
	if (fake_board_holds(f))
		return;
	if (off == SMGPU_HOST_RESET &&
	    val == (SMGPU_HOST_RESET_KEY_VALUE << SMGPU_HOST_RESET_KEY_SHIFT |
		    SMGPU_HOST_RESET_DEPTH_CARD)) {
		fake_card_reset(f);
		f->ones = f->darkens;
	}
	if (off == SMGPU_HOST_SCRATCH(0) || off == SMGPU_HOST_SCRATCH(1))
		f->scratch[off == SMGPU_HOST_SCRATCH(1)] = val;
	else if (off == SMGPU_MCU_CTRL && (val & 1) && !f->running)
		fake_boot(f);
	else if (off == SMGPU_MCU_CTRL && !(val & 1))
		f->running = false;
	if (off < CARD_BAR0_DOORBELLS || !f->running)
		return;
	id = (off - CARD_BAR0_DOORBELLS) / CARD_DOORBELL_PAGE;
	if (!id)
		f->cmd_put = val;
	else if (id < SMGPU_MAX_CHANNELS)
		f->channel[id].put = val;
	if (id && (fails(f, "doorbell") || (fails(f, "lag") && !f->lagged)))
		f->stopped = true;
	if (id && fails(f, "doorbell"))
		f->failure[0] = 0;
	f->lagged |= id;
	f->ones = id && fails(f, "away");
	if (id < SMGPU_MAX_CHANNELS)
		f->doorbells |= 1ull << id;
}

static uint64_t fake_bar2_read(void *card, uint32_t off, unsigned int len)
{
	struct fake *f = card;
	uint64_t v = 0;

	memcpy(&v, f->dram + off, len);
	return v;
}

static void fake_bar2_write(void *card, uint32_t off, uint64_t val, unsigned int len)
{
	struct fake *f = card;

	memcpy(f->dram + off, &val, len);
}

static enum card_activity fake_step(void *card, unsigned int budget)
{
	struct fake *f = card;
	bool waiting = false;

	(void)budget;
	f->steps++;
	if (!f->running || f->stopped || f->ones || !f->boot.magic)
		return CARD_IDLE;
	if (f->resume && fake_milliseconds() < f->resume)
		return CARD_BUSY;
	if (f->doorbells & 1 || f->resume) {
		f->resume = 0;
		f->doorbells &= ~1ull;
		fake_commands(f);
	}
	for (uint32_t id = 1; id < SMGPU_MAX_CHANNELS; id++) {
		if (!f->channel[id].used || f->channel[id].get == f->channel[id].put)
			continue;
		if (fake_channel_run(f, id))
			fake_msi(f);
		else
			waiting = true;
	}
	return waiting ? CARD_BUSY : CARD_IDLE;
}

static uint64_t fake_cycles(void *card)
{
	return ((struct fake *)card)->steps;
}

const struct card_backend_ops card_backend_model = {
	.name = "model", .create = fake_create, .destroy = fake_destroy, .bar0_read = fake_read,
	.bar0_write = fake_write, .bar2_read = fake_bar2_read, .bar2_write = fake_bar2_write,
	.step = fake_step, .reset = fake_reset, .cycles = fake_cycles,
};
