// SPDX-License-Identifier: MIT
/* Commands of the kernel, in order. One that has to wait holds those behind it,
 * never the channels. */
#include <drm/smgpu_perf.h>

#include "host/cmd.h"
#include "host/table.h"
#include "host/warps.h"
#include "intake/accept.h"
#include "intake/ring.h"
#include "place/isolation.h"
#include "place/order.h"
#include "place/recenter.h"
#include "place/schedule.h"
#include "place/tune.h"
#include "state/channel.h"
#include "state/event.h"

#define EINVAL	22
#define EBUSY	16
#define EEXIST	17
#define EIO	5
#define ENOENT	2

#define LOT	16u		/* commands before others have their turn */
#define PIECE	dma_piece(1u << 20)	/* bytes copied before a channel can have the bulk engine */

enum cmd_wait { CMD_READY = 0, CMD_MMU, CMD_CHANNEL, CMD_BULK, CMD_ANSWER };

static uint32_t cmd_get, cmd_put;
static enum cmd_wait waiting;
static struct smgpu_fw_cmd cmd;
static uint64_t vm_roots;	/* bit per VM with a root table */
static struct smgpu_fw_event answer;

void cmd_doorbell(uint32_t put)
{
	cmd_put = put;
}

static void finish(int32_t status)
{
	waiting = CMD_READY;
	if (!cmd.cookie && !status)
		return;
	answer = (struct smgpu_fw_event){ .op = SMGPU_FW_EVENT_CMD_DONE,
					   .u.cmd = { cmd.cookie, status } };
	if (!event_post(&answer))
		waiting = CMD_ANSWER;
}

static bool physical_ok(uint32_t space, uint64_t addr, uint64_t bytes)
{
	uint64_t end = space == SMGPU_FW_SPACE_CARD ? (uint64_t)shape.dram_mib << 20
						    : 1ull << SMGPU_PA_BITS;

	return space <= SMGPU_FW_SPACE_HOST && !(addr & 3) && addr <= end && bytes <= end - addr;
}

static void bulk_step(void)
{
	bool fill = cmd.op == SMGPU_FW_CMD_FILL, on_dst;
	uint32_t piece, fault_va;

	if (bulk_owner == 0) {
		if (dma_busy(DMA_BULK))
			return;
		bulk_owner = BULK_FREE;
		if (dma_result(DMA_BULK, &fault_va, &on_dst)) {
			finish(-EIO);
			return;
		}
		piece = cmd.u.copy.bytes < PIECE ? (uint32_t)cmd.u.copy.bytes : PIECE;
		cmd.u.copy.bytes -= piece;
		cmd.u.copy.dst += piece;
		cmd.u.copy.src += fill ? 0 : piece;
	}
	if (!cmd.u.copy.bytes) {
		finish(0);
		return;
	}
	if (bulk_owner != BULK_FREE)
		return;
	bulk_owner = 0;
	piece = cmd.u.copy.bytes < PIECE ? (uint32_t)cmd.u.copy.bytes : PIECE;
	dma_start(DMA_BULK,
		  (struct dma_addr){ (enum dma_space)cmd.u.copy.dst_space, 0, cmd.u.copy.dst },
		  (struct dma_addr){ fill ? DMA_FILL : (enum dma_space)cmd.u.copy.src_space, 0,
				      cmd.u.copy.src },
		  piece);
}

static void start_bulk(void)
{
	bool fill = cmd.op == SMGPU_FW_CMD_FILL;

	if (cmd.u.copy.bytes & 3 ||
	    !physical_ok(cmd.u.copy.dst_space, cmd.u.copy.dst, cmd.u.copy.bytes) ||
	    (fill ? cmd.u.copy.src >> 32
		  : !physical_ok(cmd.u.copy.src_space, cmd.u.copy.src, cmd.u.copy.bytes))) {
		finish(-EINVAL);
		return;
	}
	waiting = CMD_BULK;
	bulk_step();
}

static int32_t vm_check(uint32_t id)
{
	if (id < 1 || id >= SMGPU_MAX_VMS)
		return -EINVAL;
	return vm_roots >> id & 1 ? 0 : -ENOENT;
}

static void vm_set(void)
{
	uint32_t id = cmd.u.vm.id;
	int32_t status = vm_check(id);

	if (status != -ENOENT) {
		finish(status ? status : -EEXIST);
		return;
	}
	if (cmd.u.vm.root & 4095 || !physical_ok(SMGPU_FW_SPACE_CARD, cmd.u.vm.root, 4096)) {
		finish(-EINVAL);
		return;
	}
	vm_roots |= 1ull << id;
	mmu_set_root(id, cmd.u.vm.root);
	finish(0);
}

static void vm_change(bool clear)
{
	uint32_t id = cmd.u.vm.id;
	int32_t status = vm_check(id);

	if (!status && clear && vm_in_use(id))
		status = -EBUSY;
	if (!status && !clear && cmd.u.vm.pages &&
	    (cmd.u.vm.first >= MMU_PAGES || cmd.u.vm.pages > MMU_PAGES - cmd.u.vm.first))
		status = -EINVAL;
	if (status) {
		finish(status);
		return;
	}
	if (clear) {
		vm_roots &= ~(1ull << id);
		mmu_clear_root(id);
		tune_forget(id);
		isolation_forget(id);
	}
	/* Started by mmu_step, once a cache invalidation of a channel is over. */
	waiting = CMD_MMU;
}

static void mmu_step(void)
{
	static bool started;

	if (mmu_busy())
		return;
	if (!started) {
		if (cmd.op == SMGPU_FW_CMD_VM_CLEAR)
			mmu_forget(cmd.u.vm.id);
		else
			mmu_invalidate(cmd.u.vm.id, cmd.u.vm.first, cmd.u.vm.pages);
		started = true;
		if (mmu_busy())
			return;
	}
	started = false;
	finish(0);
}

/* Commands are answered one after the other: one place for what they tell is enough. */
static uint32_t piece[ANSWER_PIECE / 4];

static void perf(void)
{
	uint32_t *const words = piece;
	/* the firmware's own count: the hardware's place shows 0 */
	const uint32_t own = 2 * SMGPU_PERF_CARD_DTOK_RECENTERS;
	uint32_t at = 0, count = cmd.u.perf.bytes / 4, i;

	if (cmd.u.perf.bytes & 3 || count > PERF_WORDS || cmd.u.perf.buffer & 3) {
		finish(-EINVAL);
		return;
	}
	perf_snapshot();
	while (at < count) {
		uint32_t n = count - at < ARRAY_SIZE(piece) ? count - at : ARRAY_SIZE(piece);

		perf_read(at, words, n);
		for (i = 0; i < 2 && !at && own + i < n; i++)
			words[own + i] = (uint32_t)(recenter_count() >> 32 * i);
		if (dma_host_write(cmd.u.perf.buffer + at * 4, words, n * 4)) {
			finish(-EIO);
			return;
		}
		at += n;
	}
	finish(0);
}

static void config(void)
{
	uint8_t order[SMGPU_TASK_SLOTS];
	bool ok = true;
	uint32_t sm;

	for (sm = 0; sm < shape.sms; sm++)
		if (cmd.u.config.sm_mask >> sm & 1)
			ok = ok && schedule_config(sm, cmd.u.config.offset, cmd.u.config.value);
	schedule_apply(order, order_of_slots(order));
	finish(ok ? 0 : -EINVAL);
}

static void destroy(void)
{
	uint32_t id = cmd.u.channel.id;

	if (id < 1 || id >= SMGPU_MAX_CHANNELS) {
		finish(-EINVAL);
	} else if (channels[id].state == CHANNEL_FREE) {
		finish(-ENOENT);
	} else {
		waiting = CMD_CHANNEL;
		if (ring_destroy(id))
			finish(0);
	}
}

static void execute(void)
{
	switch (cmd.op) {
	case SMGPU_FW_CMD_NOP: finish(0); break;
	case SMGPU_FW_CMD_VM_SET: vm_set(); break;
	case SMGPU_FW_CMD_VM_CLEAR: vm_change(true); break;
	case SMGPU_FW_CMD_VM_INVALIDATE: vm_change(false); break;
	case SMGPU_FW_CMD_CHANNEL_CREATE:
		finish(vm_check(cmd.u.channel.vm) ? -EINVAL : ring_create(&cmd));
		break;
	case SMGPU_FW_CMD_CHANNEL_DESTROY: destroy(); break;
	case SMGPU_FW_CMD_COPY:
	case SMGPU_FW_CMD_FILL: start_bulk(); break;
	case SMGPU_FW_CMD_PERF: perf(); break;
	case SMGPU_FW_CMD_SM_CONFIG: config(); break;
	case SMGPU_FW_CMD_LAUNCH_CONFIG:
		finish(launch_choose(cmd.u.config.value) ? 0 : -EINVAL);
		break;
	case SMGPU_FW_CMD_ISOLATION:
		finish(isolation_choose(cmd.u.config.value) ? 0 : -EINVAL);
		break;
	case SMGPU_FW_CMD_TASKS:
		finish(table_write(cmd.u.perf.buffer, cmd.u.perf.bytes, piece));
		break;
	case SMGPU_FW_CMD_WARPS:
		finish(warps_write(cmd.u.warps.buffer, cmd.u.warps.bytes, cmd.u.warps.sm, piece));
		break;
	default: finish(-EINVAL); break;
	}
}

bool cmd_pending(void)
{
	return waiting != CMD_READY || cmd_get != cmd_put;
}

bool cmd_run(void)
{
	uint32_t before = cmd_get, left = LOT;
	enum cmd_wait was = waiting;

	switch (waiting) {
	case CMD_MMU: mmu_step(); break;
	case CMD_BULK: bulk_step(); break;
	case CMD_CHANNEL:
		if (channels[cmd.u.channel.id].state == CHANNEL_FREE)
			finish(0);
		break;
	case CMD_ANSWER:
		if (event_post(&answer))
			waiting = CMD_READY;
		break;
	default: break;
	}
	while (waiting == CMD_READY && cmd_get != cmd_put && left--) {
		if (dma_host_read(&cmd,
				  boot.cmd_ring + (cmd_get & (boot.cmd_entries - 1)) * sizeof(cmd),
				  sizeof(cmd)))
			break;
		cmd_get++;
		event_ring_get(0, cmd_get);
		accept_forget();
		execute();
	}
	return cmd_get != before || waiting != was;
}
