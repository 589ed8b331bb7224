// SPDX-License-Identifier: MIT
/* Handover from the driver: the boot block says where the rings are. */
#include "boot.h"
#include "place/schedule.h"
#include "state/task.h"

struct smgpu_fw_boot boot;
struct card_shape shape;

#define FW_PART offsetof(struct smgpu_fw_boot, fw_status)

extern const struct smgpu_fw_header fw_header;	/* in front of the image */

static bool power_of_two(uint32_t n, uint32_t min, uint32_t max)
{
	return n >= min && n <= max && !(n & (n - 1));
}

static bool spill_area_ok(void)
{
	uint64_t dram = (uint64_t)shape.dram_mib << 20;

	if (!boot.spill_bytes)
		return !boot.spill_area;
	return boot.spill_bytes == shape.sms * shape.warps * SMGPU_FW_SPILL_BYTES &&
	       !(boot.spill_area & 4095) && boot.spill_area < dram &&
	       boot.spill_bytes <= dram - boot.spill_area;
}

static bool dump_area_ok(void)
{
	if (!boot.dump_bytes)
		return !boot.dump_area;
	return boot.dump_bytes >= sizeof(struct smgpu_fw_dump) && boot.dump_bytes <= 65536 &&
	       !((boot.dump_bytes | boot.dump_area) & 3);
}

static uint32_t check(void)
{
	if (boot.magic != SMGPU_FW_BOOT_MAGIC)
		return SMGPU_FW_BOOT_BAD_MAGIC;
	if (boot.abi_major != SMGPU_FW_ABI_MAJOR || boot.abi_minor > SMGPU_FW_ABI_MINOR)
		return SMGPU_FW_BOOT_BAD_VERSION;
	if (boot.size != sizeof(boot))
		return SMGPU_FW_BOOT_BAD_SIZE;
	if (!power_of_two(boot.cmd_entries, 16, 1024) ||
	    !power_of_two(boot.event_entries, 16, 1024) ||
	    !power_of_two(boot.log_bytes, 4096, 65536) ||
	    (boot.cmd_ring | boot.event_ring | boot.log_ring | boot.shared) & 63)
		return SMGPU_FW_BOOT_BAD_RING;
	if (!spill_area_ok())
		return SMGPU_FW_BOOT_BAD_SPILL;
	if (!dump_area_ok())
		return SMGPU_FW_BOOT_BAD_DUMP;
	return SMGPU_FW_BOOT_READY;
}

bool boot_handshake(void)
{
	uint64_t at = host_scratch64(0);
	uint32_t status;

	host_shape(&shape);
	dma_init(shape.dma_engines);
	schedule_boot();
	task_boot();
	host_progress(SMGPU_FW_PROGRESS_BOOT_BLOCK);
	if (dma_host_read(&boot, at, sizeof(boot))) {
		host_progress(SMGPU_FW_PROGRESS_BOOT_BLOCK | 0xff);
		return false;
	}
	status = check();
	if (status != SMGPU_FW_BOOT_READY)
		host_progress(SMGPU_FW_PROGRESS_BOOT_BLOCK | status);
	else
		host_progress(SMGPU_FW_PROGRESS_RINGS);
	boot.fw_abi_major = SMGPU_FW_ABI_MAJOR;
	boot.fw_abi_minor = SMGPU_FW_ABI_MINOR;
	boot.fw_build_id = fw_header.build_id;
	boot.fw_tcm_free = SMGPU_FW_MAX_BYTES - fw_header.bss_end;
	/* A block of another kind is not ours to write. */
	if (status == SMGPU_FW_BOOT_BAD_MAGIC || status == SMGPU_FW_BOOT_BAD_SIZE)
		return false;
	boot.fw_status = SMGPU_FW_BOOT_NONE;
	(void)dma_host_write(at + FW_PART, (const uint8_t *)&boot + FW_PART,
			     sizeof(boot) - FW_PART);
	boot.fw_status = status;
	(void)dma_host_write(at + FW_PART, &boot.fw_status, sizeof(boot.fw_status));
	if (status == SMGPU_FW_BOOT_READY)
		host_progress(SMGPU_FW_PROGRESS_READY);
	host_msi();
	return status == SMGPU_FW_BOOT_READY;
}
