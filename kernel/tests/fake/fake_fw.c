// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The fake card's firmware: it boots, does commands, tells events, and pauses, stops or dies.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake.h"

/* A command of those that firmware is given back, while the ring holds the last of them */
#define LAG_AT	100

static const char *const op_names[] = {
	[SMGPU_FW_CMD_NOP] = "NOP", [SMGPU_FW_CMD_VM_SET] = "VM_SET",
	[SMGPU_FW_CMD_VM_CLEAR] = "VM_CLEAR", [SMGPU_FW_CMD_VM_INVALIDATE] = "VM_INVALIDATE",
	[SMGPU_FW_CMD_CHANNEL_CREATE] = "CHANNEL_CREATE",
	[SMGPU_FW_CMD_CHANNEL_DESTROY] = "CHANNEL_DESTROY", [SMGPU_FW_CMD_COPY] = "COPY",
	[SMGPU_FW_CMD_FILL] = "FILL", [SMGPU_FW_CMD_PERF] = "PERF",
	[SMGPU_FW_CMD_SM_CONFIG] = "SM_CONFIG", [SMGPU_FW_CMD_LAUNCH_CONFIG] = "LAUNCH_CONFIG",
	[SMGPU_FW_CMD_ISOLATION] = "ISOLATION",
};

void fake_msi(struct fake *f)
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

void fake_commands(struct fake *f)
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

void fake_boot(struct fake *f)
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

void fake_parse_die(struct fake *f, const char *want)
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
