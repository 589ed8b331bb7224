// SPDX-License-Identifier: MIT
/* The driver's part of kernel/abi/smgpu_fw_abi.h: boot, command ring, events, channels. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cardtest.h"
#include "smgpu_regs.h"

#define CMD_ENTRIES	64u
#define EVENT_ENTRIES	64u
#define LOG_BYTES	4096u

static uint32_t doorbell(unsigned channel)
{
	return CARD_BAR0_DOORBELLS + channel * CARD_DOORBELL_PAGE;
}

static long read_image(struct ct *ct, const char *path, void *to, size_t room)
{
	FILE *f = fopen(path, "rb");
	long n;

	if (!f) {
		ct_log(ct, "can't open %s", path);
		return -ENOENT;
	}
	n = (long)fread(to, 1, room, f);
	n = feof(f) || fgetc(f) == EOF ? n : -EFBIG;
	fclose(f);
	return n;
}

static int make_rings(struct ct *ct, uint64_t *boot_bus)
{
	uint32_t shape = ct_read(ct, SMGPU_HOST_CONFIG0);
	uint32_t warps = (shape & 0xff) * (shape >> SMGPU_HOST_CONFIG0_WARPS_SHIFT & 0xff);
	uint64_t cmd, event, log, shared,
		spill = ct_card_alloc(ct, (size_t)warps * SMGPU_FW_SPILL_BYTES, 4096);

	ct->boot = ct_host_alloc(ct, sizeof(*ct->boot), 64, boot_bus);
	ct->shared = ct_host_alloc(ct, sizeof(*ct->shared), 4096, &shared);
	ct->cmds = ct_host_alloc(ct, CMD_ENTRIES * sizeof(*ct->cmds), 64, &cmd);
	ct->events = ct_host_alloc(ct, EVENT_ENTRIES * sizeof(*ct->events), 64, &event);
	ct->log = ct_host_alloc(ct, LOG_BYTES, 64, &log);
	if (!ct->boot || !ct->shared || !ct->cmds || !ct->events || !ct->log || !spill)
		return -ENOMEM;
	*ct->boot = (struct smgpu_fw_boot){
		.magic = SMGPU_FW_BOOT_MAGIC,
		.abi_major = SMGPU_FW_ABI_MAJOR,
		.abi_minor = SMGPU_FW_ABI_MINOR,
		.size = sizeof(*ct->boot),
		.cmd_ring = cmd,
		.event_ring = event,
		.log_ring = log,
		.shared = shared,
		.cmd_entries = CMD_ENTRIES,
		.event_entries = EVENT_ENTRIES,
		.log_bytes = LOG_BYTES,
		.spill_area = spill,
		.spill_bytes = warps * SMGPU_FW_SPILL_BYTES,
	};
	return 0;
}

static bool booted(struct ct *ct, void *arg)
{
	(void)arg;
	return ((volatile struct smgpu_fw_boot *)ct->boot)->fw_status != SMGPU_FW_BOOT_NONE;
}

int ct_boot(struct ct *ct, const char *path)
{
	struct smgpu_fw_header header;
	uint64_t image_bus, boot_bus;
	uint8_t *image = ct_host_alloc(ct, SMGPU_FW_MAX_BYTES, 64, &image_bus);
	long bytes = image ? read_image(ct, path, image, SMGPU_FW_MAX_BYTES) : -ENOMEM;
	int r;

	if (bytes < (long)sizeof(header))
		return bytes < 0 ? (int)bytes : -EINVAL;
	memcpy(&header, image, sizeof(header));
	if (header.magic != SMGPU_FW_MAGIC || header.length != (uint32_t)bytes || (bytes & 3)) {
		ct_log(ct, "%s is not a firmware image", path);
		return -EINVAL;
	}
	r = make_rings(ct, &boot_bus);
	if (r)
		return r;
	ct_write(ct, SMGPU_MCU_CTRL, 0);
	r = ct_dma(ct, 0,
		   SMGPU_DMA_CTRL_SRC_SPACE_HOST << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT |
			   SMGPU_DMA_CTRL_SRC_SPACE_TCM << SMGPU_DMA_CTRL_DST_SPACE_SHIFT,
		   0, image_bus, (uint32_t)bytes);
	if (r < 0 || (r & SMGPU_DMA_STATUS_ERROR_MASK)) {
		ct_log(ct, "the firmware could not be loaded by DMA: status 0x%x", r);
		return r < 0 ? r : -EIO;
	}
	ct_write(ct, SMGPU_HOST_SCRATCH(0), (uint32_t)boot_bus);
	ct_write(ct, SMGPU_HOST_SCRATCH(1), (uint32_t)(boot_bus >> 32));
	ct_write(ct, SMGPU_MCU_RESET_VECTOR, header.entry);
	ct_write(ct, SMGPU_MCU_CTRL, SMGPU_MCU_CTRL_RUN_MASK);
	r = ct_wait(ct, booted, NULL, "firmware boot");
	if (r || ct->boot->fw_status != SMGPU_FW_BOOT_READY) {
		ct_log(ct,
		       "firmware did not boot: status %u, progress 0x%x, MCU status 0x%x, pc 0x%x",
		       ct->boot->fw_status, ct_read(ct, SMGPU_HOST_PROGRESS),
		       ct_read(ct, SMGPU_MCU_STATUS), ct_read(ct, SMGPU_MCU_PC));
		return r ? r : -EIO;
	}
	return 0;
}

static void take_event(struct ct *ct, const struct smgpu_fw_event *e)
{
	switch (e->op) {
	case SMGPU_FW_EVENT_CMD_DONE:
		if (e->u.cmd.cookie == ct->cookie || e->u.cmd.status)
			ct->cmd_status = e->u.cmd.status;
		if (e->u.cmd.cookie == ct->cookie)
			ct->cookie = 0;
		break;
	case SMGPU_FW_EVENT_ERROR:
		ct->error = *e;
		ct->errors++;
		break;
	case SMGPU_FW_EVENT_PANIC:
		ct->panic = *e;
		ct->panics++;
		ct_log(ct, "firmware panic: cause 0x%x pc 0x%x value 0x%x line %u",
		       e->u.panic.cause, e->u.panic.pc, e->u.panic.value, e->u.panic.line);
		break;
	default:
		ct_log(ct, "unknown event %u", e->op);
	}
}

void ct_poll_events(struct ct *ct)
{
	volatile struct smgpu_fw_shared *s = ct->shared;

	while (ct->event_get != s->event_put) {
		take_event(ct, &ct->events[ct->event_get % EVENT_ENTRIES]);
		s->event_get = ++ct->event_get;
	}
}

static bool answered(struct ct *ct, void *arg)
{
	(void)arg;
	ct_poll_events(ct);
	return !ct->cookie || ct->panics;
}

int ct_command(struct ct *ct, struct smgpu_fw_cmd *cmd)
{
	char what[40];
	int r;

	ct->cookie = 0x1000 + ct->cmd_put;
	ct->cmd_status = 0;
	cmd->cookie = ct->cookie;
	ct->cmds[ct->cmd_put++ % CMD_ENTRIES] = *cmd;
	ct_write(ct, doorbell(0), ct->cmd_put);
	snprintf(what, sizeof(what), "answer to command %u", cmd->op);
	r = ct_wait(ct, answered, NULL, what);
	return r ? r : ct->panics ? -EIO : ct->cmd_status;
}

int ct_sm_config(struct ct *ct, uint32_t reg, uint32_t value)
{
	struct smgpu_fw_cmd cmd = {
		.op = SMGPU_FW_CMD_SM_CONFIG,
		.u.config = { .sm_mask = ~0u, .offset = reg - SMGPU_SM_CFG_BASE, .value = value }
	};

	return ct_command(ct, &cmd);
}

static int vm_command(struct ct *ct, unsigned op, unsigned vm)
{
	struct smgpu_fw_cmd cmd = { .op = op, .u.vm = { .id = vm, .root = ct->root[vm] } };

	return ct_command(ct, &cmd);
}

int ct_vm_create(struct ct *ct, unsigned vm)
{
	int r = ct_tables_new(ct, vm);

	return r ? r : vm_command(ct, SMGPU_FW_CMD_VM_SET, vm);
}

int ct_vm_invalidate(struct ct *ct, unsigned vm)
{
	return vm_command(ct, SMGPU_FW_CMD_VM_INVALIDATE, vm);
}

int ct_vm_destroy(struct ct *ct, unsigned vm)
{
	int r = vm_command(ct, SMGPU_FW_CMD_VM_CLEAR, vm);

	if (!r)
		ct->root[vm] = 0;
	return r;
}

int ct_channel_create(struct ct *ct, unsigned id, unsigned vm, uint64_t watchdog)
{
	struct ct_channel *ch = &ct->channel[id];
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_CHANNEL_CREATE };
	uint64_t bus;

	if (!ch->ring)
		ch->ring = ct_host_alloc(ct, CT_RING_ENTRIES * sizeof(*ch->ring), 64, &bus);
	else
		bus = CT_HOST_BASE + (uint64_t)((uint8_t *)ch->ring - ct->host);
	if (!ch->ring)
		return -ENOMEM;
	ch->id = id;
	ch->vm = vm;
	ch->put = 0;
	ch->seqno = 0;
	ct->shared->done[id] = 0;
	cmd.u.channel.id = id;
	cmd.u.channel.vm = vm;
	cmd.u.channel.ring = bus;
	cmd.u.channel.entries = CT_RING_ENTRIES;
	cmd.u.channel.best_priority = SMGPU_PRIORITY_FIRST;
	cmd.u.channel.client = ct->client;
	cmd.u.channel.flags = ct->channel_flags;
	cmd.u.channel.sm_mask =
		(1u << (ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_SM_COUNT_MASK)) - 1;
	cmd.u.channel.watchdog_cycles = watchdog ? watchdog : 1000000000ull;
	return ct_command(ct, &cmd);
}

int ct_channel_destroy(struct ct *ct, unsigned id)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = id };

	return ct_command(ct, &cmd);
}

int ct_push(struct ct *ct, unsigned channel, uint32_t kind, uint32_t va, uint32_t bytes,
	    bool signal)
{
	struct ct_channel *ch = &ct->channel[channel];
	volatile struct smgpu_fw_shared *s = ct->shared;

	if (ch->put - s->ring_get[channel] >= CT_RING_ENTRIES)
		return -EAGAIN;
	ch->ring[ch->put++ % CT_RING_ENTRIES] = (struct smgpu_ring_entry){
		.va = va,
		.bytes = bytes,
		.flags = kind | (signal ? SMGPU_RING_SIGNAL : 0),
		.seqno = signal ? ++ch->seqno : 0,
	};
	return 0;
}

void ct_ring(struct ct *ct, unsigned channel)
{
	ct_write(ct, doorbell(channel), ct->channel[channel].put);
}

static bool channel_done(struct ct *ct, void *arg)
{
	struct ct_channel *ch = arg;
	volatile struct smgpu_fw_shared *s = ct->shared;

	ct_poll_events(ct);
	return s->done[ch->id] >= ch->seqno || ct->panics;
}

int ct_wait_channel(struct ct *ct, unsigned channel)
{
	unsigned errors = ct->errors;
	char what[40];
	int r;

	snprintf(what, sizeof(what), "seqno %llu of channel %u",
		 (unsigned long long)ct->channel[channel].seqno, channel);
	r = ct_wait(ct, channel_done, &ct->channel[channel], what);
	return r ? r : ct->panics || ct->errors != errors ? -EIO : 0;
}

void ct_print_fw_log(struct ct *ct)
{
	uint32_t put = ct->shared ? ct->shared->log_put : 0,
		 i = put > LOG_BYTES ? put - LOG_BYTES : 0;

	for (; i != put; i++)
		fputc(ct->log[i % LOG_BYTES], stderr);
}

int ct_perf(struct ct *ct, uint64_t *values, unsigned count)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_PERF };
	size_t mark = ct->host_used;
	uint64_t bus;
	void *p = ct_host_alloc(ct, count * sizeof(*values), 64, &bus);
	int r;

	if (!p)
		return -ENOMEM;
	cmd.u.perf.buffer = bus;
	cmd.u.perf.bytes = count * (uint32_t)sizeof(*values);
	r = ct_command(ct, &cmd);
	memcpy(values, p, count * sizeof(*values));
	ct->host_used = mark;
	return r;
}
