// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * debugfs: what the driver counts and holds; fdinfo: what a client holds.
 */
#include <linux/ctype.h>

#include <drm/drm_debugfs.h>
#include <drm/smgpu_perf.h>

#include "smgpu_channel.h"
#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_error.h"
#include "smgpu_gem.h"
#include "smgpu_mem.h"
#include "smgpu_mmio.h"
#include "smgpu_tasks.h"
#include "smgpu_vm.h"

static struct smgpu_device *smgpu_debugfs_device(struct seq_file *m)
{
	struct drm_debugfs_entry *entry = m->private;

	return to_smgpu_device(entry->dev);
}

static int smgpu_debugfs_mmio(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = smgpu_debugfs_device(m);
	struct smgpu_mmio_stats sum = { };
	int cpu;

	for_each_possible_cpu(cpu) {
		const struct smgpu_mmio_stats *stats = per_cpu_ptr(sdev->mmio_stats, cpu);

		/* Another processor counts on meanwhile. */
		sum.reads += READ_ONCE(stats->reads);
		sum.writes += READ_ONCE(stats->writes);
		sum.doorbells += READ_ONCE(stats->doorbells);
		sum.submits += READ_ONCE(stats->submits);
	}
	seq_printf(m, "reads %llu\nwrites %llu\ndoorbells %llu\nsubmits %llu\n", sum.reads,
		   sum.writes, sum.doorbells, sum.submits);
	return 0;
}

static int smgpu_debugfs_card(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = smgpu_debugfs_device(m);
	const struct smgpu_fw_shared *shared = sdev->fw.shared;
	struct drm_smgpu_query_memory usage;
	int srcu;

	smgpu_mem_usage(sdev, &usage);
	seq_printf(m, "sms %u\nwarps_per_sm %u\nlanes %u\ntimebase_hz %u\n", sdev->card.sm_count,
		   sdev->card.warps_per_sm, sdev->card.lanes, sdev->card.timebase_hz);
	seq_printf(m, "card_total %llu\ncard_free %llu\nvisible_total %llu\nvisible_free %llu\n",
		   usage.card_total, usage.card_free, usage.visible_total, usage.visible_free);
	seq_printf(m, "firmware_abi %u.%u\nfirmware_build %08x\nresets %u\njobs_in_flight %d\n",
		   sdev->fw.abi_major, sdev->fw.abi_minor, sdev->fw.build_id,
		   READ_ONCE(sdev->resets), atomic_read(&sdev->jobs_in_flight));
	seq_printf(m,
		   "heartbeat %u\ncommands_put %u\ncommands_got %u\nevents_put %u\nevents_got %u\n",
		   READ_ONCE(shared->heartbeat), READ_ONCE(sdev->cmdq.put),
		   READ_ONCE(shared->ring_get[0]), READ_ONCE(shared->event_put),
		   READ_ONCE(sdev->cmdq.event_get));

	if (smgpu_device_enter(sdev, &srcu))
		return 0;
	seq_printf(m, "timebase %llu\nprogress %#06x\nmcu_status %#x\nmcu_pc %#x\n",
		   smgpu_device_timebase(sdev), smgpu_read(sdev, SMGPU_HOST_PROGRESS),
		   smgpu_read(sdev, SMGPU_MCU_STATUS), smgpu_read(sdev, SMGPU_MCU_PC));
	smgpu_device_exit(sdev, srcu);
	return 0;
}

/* The text ring, oldest text first; the firmware may write it meanwhile. */
static int smgpu_debugfs_fw_log(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = smgpu_debugfs_device(m);
	u32 put = READ_ONCE(sdev->fw.shared->log_put);
	u32 i = put > SMGPU_LOG_BYTES ? put - SMGPU_LOG_BYTES : 0;

	for (; i != put; i++) {
		u8 c = READ_ONCE(sdev->fw.log[i % SMGPU_LOG_BYTES]);

		/* No control characters of the card's for a terminal. */
		seq_putc(m, isprint(c) || c == '\n' ? c : '.');
	}
	return 0;
}

#define X(name, unit, text) #name,
static const char * const smgpu_card_counters[] = { SMGPU_PERF_CARD_NAMES };
static const char * const smgpu_sm_counters[] = { SMGPU_PERF_SM_NAMES };
#undef X

static void smgpu_debugfs_counter(struct seq_file *m, const char *name, u64 value)
{
	if (value == SMGPU_PERF_ABSENT)
		seq_printf(m, "%s absent\n", name);
	else
		seq_printf(m, "%s %llu\n", name, value);
}

/* The card's counters by name; takes a snapshot, as PERF does. */
static int smgpu_debugfs_counters(struct seq_file *m, void *unused)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_PERF };
	struct smgpu_device *sdev = smgpu_debugfs_device(m);
	u32 sm, i;
	int ret;

	mutex_lock(&sdev->perf_lock);
	if (!sdev->perf_buf) {
		ret = -ENODEV;
		goto out_unlock;
	}
	cmd.u.perf.buffer = sdev->perf_dma;
	cmd.u.perf.bytes = SMGPU_PERF_BLOCK * (1 + sdev->card.sm_count) * sizeof(u64);
	ret = smgpu_cmd_run(sdev, &cmd);
	if (ret)
		goto out_unlock;

	for (i = 0; i < ARRAY_SIZE(smgpu_card_counters); i++) {
		seq_puts(m, "card ");
		smgpu_debugfs_counter(m, smgpu_card_counters[i], sdev->perf_buf[i]);
	}
	for (sm = 0; sm < sdev->card.sm_count; sm++)
		for (i = 0; i < ARRAY_SIZE(smgpu_sm_counters); i++) {
			seq_printf(m, "sm%u ", sm);
			smgpu_debugfs_counter(m, smgpu_sm_counters[i],
					      sdev->perf_buf[SMGPU_PERF_BLOCK * (1 + sm) + i]);
		}
out_unlock:
	mutex_unlock(&sdev->perf_lock);
	return ret;
}

static int smgpu_debugfs_channels(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = smgpu_debugfs_device(m);
	struct smgpu_channel *ch;
	unsigned long id;

	mutex_lock(&sdev->objects_lock);
	xa_for_each(&sdev->channels, id, ch) {
		spin_lock(&ch->lock);
		seq_printf(m,
			   "channel %lu vm %u submitted %llu completed %llu put %u get %u %s%s\n",
			   id, ch->vm->id, READ_ONCE(ch->last_seqno) - ch->first_seqno,
			   ch->completed, ch->put, READ_ONCE(sdev->fw.shared->ring_get[id]),
			   ch->dead ? "dead: " : "alive",
			   ch->dead ? smgpu_error_text(ch->error.code) : "");
		spin_unlock(&ch->lock);
	}
	mutex_unlock(&sdev->objects_lock);
	return 0;
}

static void smgpu_debugfs_vm(struct seq_file *m, struct smgpu_vm *vm)
{
	struct drm_gpuva *va;

	seq_printf(m, "vm %u root %#llx tables %u updates %u invalidations %u\n", vm->id,
		   vm->pt.root->address, vm->pt.tables, vm->updates, vm->invalidations);
	drm_gpuvm_for_each_va(va, &vm->base) {
		const struct smgpu_vma *vma;

		if (va == &vm->base.kernel_alloc_node)
			continue;
		vma = container_of(va, struct smgpu_vma, base);
		seq_printf(m, "  %08llx-%08llx r%c%c %s +%#llx\n", va->va.addr,
			   va->va.addr + va->va.range,
			   vma->flags & DRM_SMGPU_VM_READONLY ? '-' : 'w',
			   vma->flags & DRM_SMGPU_VM_EXEC ? 'x' : '-',
			   smgpu_bo_is_card(vma->bo) ? "card" : "host", va->gem.offset);
	}
}

/*
 * A VM's lock may be held for as long as a reset takes: a reader does not wait for it, and drops no
 * reference either.
 */
static int smgpu_debugfs_vms(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = smgpu_debugfs_device(m);
	struct smgpu_vm *vm;
	unsigned long id;

	mutex_lock(&sdev->objects_lock);
	xa_for_each(&sdev->vms, id, vm) {
		if (!mutex_trylock(&vm->lock)) {
			seq_printf(m, "vm %lu busy\n", id);
			continue;
		}
		smgpu_debugfs_vm(m, vm);
		mutex_unlock(&vm->lock);
	}
	mutex_unlock(&sdev->objects_lock);
	return 0;
}

static const struct drm_debugfs_info smgpu_debugfs_files[] = {
	{ "mmio", smgpu_debugfs_mmio, 0 },
	{ "card", smgpu_debugfs_card, 0 },
	{ "fw_log", smgpu_debugfs_fw_log, 0 },
	{ "counters", smgpu_debugfs_counters, 0 },
	{ "channels", smgpu_debugfs_channels, 0 },
	{ "vms", smgpu_debugfs_vms, 0 },
	{ "tasks", smgpu_tasks_show, 0 },
	{ "warps", smgpu_warps_show, 0 },
};

/**
 * smgpu_debugfs_init() - add the driver's files
 * @sdev: device that is about to be registered
 */
void smgpu_debugfs_init(struct smgpu_device *sdev)
{
	drm_debugfs_add_files(&sdev->drm, smgpu_debugfs_files, ARRAY_SIZE(smgpu_debugfs_files));
	smgpu_schedule_debugfs(sdev);
	smgpu_launch_debugfs(sdev);
	smgpu_isolation_debugfs(sdev);
	smgpu_ptok_debugfs(sdev);
	smgpu_progress_debugfs(sdev);
}

/* Under a spinlock: what changes just now may count either way. */
static void smgpu_fdinfo_add(struct drm_memory_stats *stats, struct smgpu_bo *bo)
{
	struct drm_gem_object *obj = smgpu_bo_gem(bo);
	bool card = smgpu_bo_is_card(bo);

	/* Another user of the buffer may come or go meanwhile. */
	if (data_race(drm_gem_object_is_shared_for_memory_stats(obj)))
		stats->shared += obj->size;
	else
		stats->private += obj->size;
	if (card || READ_ONCE(bo->shmem.pages))
		stats->resident += obj->size;
	/* Its owner may advise otherwise meanwhile. */
	if (!card && data_race(drm_gem_shmem_is_purgeable(&bo->shmem)))
		stats->purgeable += obj->size;
}

/* Not with drm_print_memory_stats(): which buffers are active is known to their user alone. */
static void smgpu_fdinfo_print(struct drm_printer *p, const char *region,
			       const struct drm_memory_stats *stats)
{
	drm_printf(p, "drm-total-%s:\t%llu KiB\n", region, (stats->private + stats->shared) >> 10);
	drm_printf(p, "drm-shared-%s:\t%llu KiB\n", region, stats->shared >> 10);
	drm_printf(p, "drm-resident-%s:\t%llu KiB\n", region, stats->resident >> 10);
	drm_printf(p, "drm-purgeable-%s:\t%llu KiB\n", region, stats->purgeable >> 10);
}

static const char * const smgpu_engines[SMGPU_FW_ENGINES] = {
	[SMGPU_FW_ENGINE_COMPUTE] = "compute",
	[SMGPU_FW_ENGINE_COPY] = "copy",
};

/* The clock has one frequency. */
static void smgpu_fdinfo_engine(struct drm_printer *p, const char *engine, u64 cycles, u32 hz)
{
	drm_printf(p, "drm-engine-%s:\t%llu ns\n", engine, smgpu_usage_ns(cycles, hz));
	drm_printf(p, "drm-engine-capacity-%s:\t1\n", engine);
	drm_printf(p, "drm-cycles-%s:\t%llu\n", engine, cycles);
	drm_printf(p, "drm-maxfreq-%s:\t%u Hz\n", engine, hz);
}

/**
 * smgpu_show_fdinfo() - what a client holds, and what it has had of the card
 * @p: printer
 * @file: client
 */
void smgpu_show_fdinfo(struct drm_printer *p, struct drm_file *file)
{
	struct smgpu_file *sfile = file->driver_priv;
	struct drm_memory_stats card = { }, host = { };
	struct smgpu_work_count work;
	struct drm_gem_object *obj;
	struct smgpu_channel *ch;
	unsigned long i;
	int id;

	spin_lock(&file->table_lock);
	idr_for_each_entry(&file->object_idr, obj, id) {
		struct smgpu_bo *bo = to_smgpu_bo(obj);

		smgpu_fdinfo_add(smgpu_bo_is_card(bo) ? &card : &host, bo);
	}
	spin_unlock(&file->table_lock);

	/* The firmware updates the use of engines without an interrupt. */
	smgpu_irq_process(sfile->sdev);
	mutex_lock(&sfile->lock);
	work = sfile->past;
	xa_for_each(&sfile->channels, i, ch)
		smgpu_channel_count(ch, &work);
	mutex_unlock(&sfile->lock);

	/*
	 * drm-usage-stats: the region of system memory is called "memory", and in 6.12 every key
	 * starts with "drm-".
	 */
	smgpu_fdinfo_print(p, "vram", &card);
	smgpu_fdinfo_print(p, "memory", &host);
	for (i = 0; i < SMGPU_FW_ENGINES; i++)
		smgpu_fdinfo_engine(p, smgpu_engines[i], work.busy[i],
				    sfile->sdev->card.timebase_hz);
	drm_printf(p, "drm-smgpu-jobs-submitted:\t%llu\n", work.submitted);
	drm_printf(p, "drm-smgpu-jobs-completed:\t%llu\n", work.completed);
	drm_printf(p, "drm-smgpu-queue-entries:\t%llu\n", work.queue_entries);
}
