/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_DEVICE_H_
#define _SMGPU_DEVICE_H_

#include <linux/bitmap.h>
#include <linux/build_bug.h>
#include <linux/completion.h>
#include <linux/idr.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rwsem.h>
#include <linux/spinlock.h>
#include <linux/srcu.h>
#include <linux/wait.h>
#include <linux/workqueue.h>
#include <linux/xarray.h>

#include <drm/drm_device.h>
#include <drm/drm_drv.h>
#include <drm/drm_file.h>
#include <drm/drm_gem.h>
#include <drm/drm_print.h>
#include <drm/smgpu_drm.h>

#include "smgpu_compat.h"
#include <smgpu_fw_abi.h>
#include <smgpu_regs.h>

#include "smgpu_board.h"
#include "smgpu_channel.h"
#include "smgpu_limits.h"
#include "smgpu_reset.h"
#include "smgpu_progress.h"
#include "smgpu_schedule.h"
#include "smgpu_ptok.h"
#include "smgpu_watch.h"

struct pci_dev;
struct smgpu_channel;
struct smgpu_vm;

#define SMGPU_DEFAULT_WATCHDOG_S	5
#define SMGPU_CMD_ENTRIES		256
#define SMGPU_EVENT_ENTRIES		256
#define SMGPU_LOG_BYTES			16384

/**
 * struct smgpu_mmio_stats - MMIO operations of one CPU, counted for debugfs
 */
struct smgpu_mmio_stats {
	/** @reads: register reads */
	u64 reads;
	/** @writes: register and doorbell writes */
	u64 writes;
	/** @doorbells: doorbell writes for channels' jobs */
	u64 doorbells;
	/** @submits: jobs handed to the card */
	u64 submits;
};

/**
 * struct smgpu_card - configuration of the card, read from its registers once
 */
struct smgpu_card {
	/** @version: of the hardware interface: register VERSION */
	u32 version;
	/** @sm_count: SMs */
	u32 sm_count;
	/** @warps_per_sm: warps that an SM can have */
	u32 warps_per_sm;
	/** @lanes: threads of a warp that a pod serves in a cycle */
	u32 lanes;
	/** @dtok_depth: entries of a warp's token queue */
	u32 dtok_depth;
	/** @task_slots: of the task table */
	u32 task_slots;
	/** @vms: address spaces that there can be, number 0 included */
	u32 vms;
	/** @l1_bytes: L1 of an SM */
	u32 l1_bytes;
	/** @l2_bytes: L2 of the card */
	u32 l2_bytes;
	/** @l2_banks: at least 1 */
	u32 l2_banks;
	/** @shared_bytes: shared memory of an SM */
	u32 shared_bytes;
	/** @throttle_shared_bytes: @shared_bytes in throttle mode */
	u32 throttle_shared_bytes;
	/** @tcm_bytes: memory of the control core */
	u32 tcm_bytes;
	/** @dram_bytes: card memory */
	u64 dram_bytes;
	/** @timebase_hz: cycles of the card's clock in a second */
	u32 timebase_hz;
	/** @credit: SMs can schedule warps by credits */
	bool credit;
	/** @prio: SMs have priority tokens of L1 */
	bool prio;
	/** @constants: instructions may take words of the constant bank as operands */
	bool constants;
	/** @textile: SMs have textile grants */
	bool textile;
	/** @turns: tasks may have quotas of launched CTAs */
	bool turns;
	/** @textures: there are texture instructions */
	bool textures;
	/** @attributes: there are instructions with attributes */
	bool attributes;
	/** @prio_l2: SMs have priority tokens of the L2 */
	bool prio_l2;
	/** @predict: SMs sample working sets of warps */
	bool predict;
	/** @bonus: SMs have bonuses of the additive weight of warps */
	bool bonus;
};

/**
 * struct smgpu_mem - card memory
 */
struct smgpu_mem {
	/** @lock: guards @buddy and @visible_free */
	struct mutex lock;
	/** @buddy: allocator of card DRAM, chunks of 4 KiB */
	struct gpu_buddy buddy;
	/** @visible: bytes of card DRAM behind BAR2 */
	u64 visible;
	/** @visible_free: free bytes below @visible */
	u64 visible_free;
	/** @bar: bus address of BAR2 */
	phys_addr_t bar;
	/** @ready: @buddy was initialised */
	bool ready;
};

/**
 * struct smgpu_fw_mem - memory shared with the firmware
 */
struct smgpu_fw_mem {
	/** @boot: handover block */
	struct smgpu_fw_boot *boot;
	/** @shared: indices and seqnos the firmware writes */
	struct smgpu_fw_shared *shared;
	/** @cmds: command ring */
	struct smgpu_fw_cmd *cmds;
	/** @events: event ring */
	struct smgpu_fw_event *events;
	/** @log: text ring */
	u8 *log;
	/** @image: the firmware, kept so that a reset needs neither files nor memory */
	void *image;
	/** @image_bytes: its size */
	u32 image_bytes;
	/** @entry: of @image, in the TCM */
	u32 entry;
	/** @spill: card memory for tokens that do not fit into the warps' queues */
	struct list_head spill;
	/** @spill_area: its card address */
	u64 spill_area;
	/** @spill_bytes: its size; 0: none, and @spill is no list */
	u32 spill_bytes;
	/** @dumps: struct smgpu_fw_dump of each channel, and its warps */
	void *dumps;
	/** @dump_bytes: of each channel */
	u32 dump_bytes;
	/** @dumps_dma: bus address of @dumps */
	dma_addr_t dumps_dma;
	/** @image_dma: bus address of @image */
	dma_addr_t image_dma;
	/** @boot_dma: bus address of @boot */
	dma_addr_t boot_dma;
	/** @shared_dma: bus address of @shared */
	dma_addr_t shared_dma;
	/** @cmds_dma: bus address of @cmds */
	dma_addr_t cmds_dma;
	/** @events_dma: bus address of @events */
	dma_addr_t events_dma;
	/** @log_dma: bus address of @log */
	dma_addr_t log_dma;
	/** @abi_major: as the firmware reported it */
	u16 abi_major;
	/** @abi_minor: as the firmware reported it */
	u16 abi_minor;
	/** @build_id: of the loaded file */
	u32 build_id;
};

/**
 * struct smgpu_cmdq - kernel's side of the command ring
 */
struct smgpu_cmdq {
	/** @lock: guards @put, @rung and the ring's entries; nothing is allocated under it */
	struct mutex lock;
	/** @put: index of the next command */
	u32 put;
	/** @rung: index of the last doorbell */
	u32 rung;
	/** @next_cookie: never 0; guarded by @lock */
	u32 next_cookie;
	/** @wait_lock: guards @waiters and @unfinished */
	spinlock_t wait_lock;
	/** @waiters: struct smgpu_cmd_waiter, in the order in which the firmware answers */
	struct list_head waiters;
	/** @unfinished: first error of the batch that is not finished yet */
	int unfinished;
	/** @event_get: next event; guarded by &smgpu_device.irq_lock */
	u32 event_get;
};

/**
 * struct smgpu_device - one card
 */
struct smgpu_device {
	/** @drm: base */
	struct drm_device drm;
	/** @pdev: PCI function */
	struct pci_dev *pdev;
	/** @regs: BAR0 */
	void __iomem *regs;
	/** @doorbells: bus address of the doorbell pages */
	phys_addr_t doorbells;
	/** @mmio_stats: per CPU counters */
	struct smgpu_mmio_stats __percpu *mmio_stats;
	/** @timebase_lock: TIMEBASE_LO latches TIMEBASE_HI */
	spinlock_t timebase_lock;
	/** @card: configuration */
	struct smgpu_card card;
	/** @board: what surrounds the card */
	struct smgpu_board board;
	/** @mem: card memory */
	struct smgpu_mem mem;
	/** @limits: what clients share */
	struct smgpu_limits limits;
	/** @fw: memory shared with the firmware */
	struct smgpu_fw_mem fw;
	/** @cmdq: command ring */
	struct smgpu_cmdq cmdq;
	/** @irq: Linux interrupt number of MSI 0 */
	int irq;
	/** @irq_lock: one processor of events and seqnos at a time */
	struct mutex irq_lock;

	/** @objects_lock: guards @vms, @channels, @last_seqno, their ids and states */
	struct mutex objects_lock;
	/** @generation: of the firmware; written under @objects_lock and &smgpu_cmdq.lock */
	u32 generation;
	/**
	 * @schedule_lock: one writer of @schedule, @launch, @isolation, @ptok, @ptok_l2,
	 * @ptok_pc and @progress at a time; outside of &smgpu_cmdq.lock
	 */
	struct mutex schedule_lock;
	/** @schedule: of warps, which new firmware gets; written under @objects_lock too */
	struct smgpu_schedule schedule;
	/** @launch: choice of SMs for CTAs, as @schedule */
	u32 launch;
	/** @isolation: enum smgpu_fw_isolation, as @schedule */
	u32 isolation;
	/** @ptok: of L1, as @schedule */
	u32 ptok;
	/** @ptok_l2: of the L2, as @schedule */
	u32 ptok_l2;
	/** @ptok_pc: limit of those of L1 for a range of code, as @schedule */
	struct smgpu_ptok_pc ptok_pc;
	/** @progress: policies of the token unit, as @schedule */
	struct smgpu_progress progress;
	/**
	 * @pin_lock: guards @dma_closed: read while host buffers are pinned and bound, and DMA
	 * memory is allocated; outside of @dma_lock
	 */
	struct rw_semaphore pin_lock;
	/**
	 * @dma_lock: guards @dma and @pinned; taken by what frees, as the shrinker does, so nothing
	 * is allocated under it
	 */
	struct mutex dma_lock;
	/** @dma: struct smgpu_dma of page tables and rings */
	struct list_head dma;
	/** @pinned: host buffers with bus addresses */
	struct list_head pinned;
	/** @dma_closed: the device is gone, no DMA memory is allocated or mapped any more */
	bool dma_closed;
	/** @tables_lock: guards @tables; nothing is allocated under it */
	struct mutex tables_lock;
	/** @tables: page tables of all VMs */
	struct list_head tables;
	/** @busy: cycles for which channels have had engines, all of them; under @objects_lock */
	u64 busy;
	/** @vms: hardware VM id to struct smgpu_vm */
	struct xarray vms;
	/** @channels: hardware channel id to struct smgpu_channel */
	struct xarray channels;
	/** @last_seqno: of each hardware channel, so that a stale done[] completes no new job */
	u64 last_seqno[SMGPU_MAX_CHANNELS];
	/** @wq: watch, ends of channels that the card does not report, mappings of dead queues */
	struct workqueue_struct *wq;
	/** @reset_wq: recovery, for which work of @wq waits */
	struct workqueue_struct *reset_wq;
	/** @scheds: of each hardware channel; see smgpu_sched.c */
	struct drm_gpu_scheduler scheds[SMGPU_MAX_CHANNELS];
	/**
	 * @sched_lock: guards @scheduled; held while schedulers are stopped and started. Their work
	 * is waited for under it, so nothing that signals fences takes it.
	 */
	struct mutex sched_lock;
	/** @scheduled: hardware channels that have a scheduler */
	DECLARE_BITMAP(scheduled, SMGPU_MAX_CHANNELS);
	/** @sched_wq: submission work of all channels */
	struct workqueue_struct *sched_wq;

	/** @halted: completed once the card can't reach host memory any more */
	struct completion halted;
	/** @lost: the card reads all ones */
	bool lost;
	/** @gone: no ioctl and no command from here on; the card is halted, or soon will be */
	bool gone;
	/** @holders: who has found the card not @gone; see smgpu_device_hold() */
	struct srcu_struct holders;
	/** @register_lock: the DRM device is registered, or unplugged */
	struct mutex register_lock;
	/** @unplugged: smgpu_device_unplug() was called */
	atomic_t unplugged;
	/** @unplug_done: completed at its end */
	struct completion unplug_done;
	/** @state_lock: guards changes of @wedged */
	spinlock_t state_lock;
	/** @wedged: the firmware is dead or stopped, and no new one runs yet */
	bool wedged;
	/** @down: a reset is under way, or the machine sleeps */
	bool down;
	/**
	 * @up: woken when @down, @unmapped or @slot_silent ends, when @slot_error begins, and when
	 * the card is halted
	 */
	wait_queue_head_t up;
	/** @reset_mutex: one that stops or starts the card at a time */
	struct mutex reset_mutex;
	/** @recovery: see smgpu_reset_trigger() */
	struct work_struct recovery;
	/** @slot_late: the end of the time that an error of the slot may last */
	struct delayed_work slot_late;
	/** @slot_stopped: such an error has stopped the card; set under the PCI device's lock */
	bool slot_stopped;
	/** @slot_error: the PCI core has reported an error, and not yet its end */
	bool slot_error;
	/** @slot_reports: a port above the card reports errors */
	bool slot_reports;
	/** @slot_silent: registers read all ones, and the PCI core may still say why */
	bool slot_silent;
	/** @slot_silence: the end of the time that it has for that */
	struct delayed_work slot_silence;
	/** @map_lock: keeps CPU mappings from being made while @unmapped is set */
	struct rw_semaphore map_lock;
	/** @unmapped: CPU mappings of the card have been taken for a reset */
	bool unmapped;
	/** @watch: finds commands and jobs that the card does not complete */
	struct smgpu_watch watch;
	/** @jobs_in_flight: jobs handed to the card and not done */
	atomic_t jobs_in_flight;
	/** @resets: card resets so far */
	u32 resets;
	/** @perf_lock: guards @perf_buf */
	struct mutex perf_lock;
	/** @perf_buf: snapshot target */
	u64 *perf_buf;
	/** @perf_dma: bus address of @perf_buf */
	dma_addr_t perf_dma;
	/** @tasks_lock: guards @tasks_buf */
	struct mutex tasks_lock;
	/** @tasks_buf: where the firmware writes its tables, or struct smgpu_fw_warps of an SM */
	void *tasks_buf;
	/** @tasks_dma: bus address of @tasks_buf */
	dma_addr_t tasks_dma;
	/** @shrinker: takes DONTNEED host memory */
	struct shrinker *shrinker;
	/** @dontneed: host buffers whose pages may go */
	struct smgpu_compat_lru dontneed;
};

/**
 * struct smgpu_file - one open of the render node
 */
struct smgpu_file {
	/** @sdev: device */
	struct smgpu_device *sdev;
	/** @lock: guards @vms, @channels, @past and the count of a VM's channels */
	struct mutex lock;
	/** @vms: handle to struct smgpu_vm */
	struct xarray vms;
	/** @channels: handle to struct smgpu_channel */
	struct xarray channels;
	/** @client: its account */
	struct smgpu_client *client;
	/** @past: work of channels that were destroyed */
	struct smgpu_work_count past;
};

static inline struct smgpu_device *to_smgpu_device(struct drm_device *drm)
{
	return container_of(drm, struct smgpu_device, drm);
}

#define smgpu_dbg(sdev, fmt, ...) drm_dbg(&(sdev)->drm, fmt, ##__VA_ARGS__)

int smgpu_device_init(struct smgpu_device *sdev);
void smgpu_device_fini(struct smgpu_device *sdev);
int smgpu_device_reset_hw(struct smgpu_device *sdev);
int smgpu_device_register(struct smgpu_device *sdev);
void smgpu_device_unplug(struct smgpu_device *sdev);
bool smgpu_device_hold(struct smgpu_device *sdev, int *srcu);
void smgpu_device_unhold(struct smgpu_device *sdev, int srcu);
int smgpu_device_enter(struct smgpu_device *sdev, int *srcu);
void smgpu_device_exit(struct smgpu_device *sdev, int srcu);
bool smgpu_device_answers(struct smgpu_device *sdev);
u64 smgpu_device_timebase(struct smgpu_device *sdev);

int smgpu_ioctl_dev_query(struct drm_device *drm, void *data, struct drm_file *file);
int smgpu_ioctl_timestamp(struct drm_device *drm, void *data, struct drm_file *file);
int smgpu_ioctl_perf(struct drm_device *drm, void *data, struct drm_file *file);
int smgpu_perf_init(struct smgpu_device *sdev);
void smgpu_perf_fini(struct smgpu_device *sdev);
struct smgpu_fw_cmd smgpu_setting_sm(struct smgpu_device *sdev, u32 offset, u32 value);
int smgpu_setting_push(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmds,
		       unsigned int count);
int smgpu_setting_apply_all(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmds,
			    unsigned int count, void *saved, const void *value, size_t bytes);
int smgpu_setting_apply(struct smgpu_device *sdev, struct smgpu_fw_cmd cmd, u32 *saved, u32 value);
ssize_t smgpu_setting_write(struct file *file, const char __user *from, size_t count, size_t room,
			    int (*set)(struct smgpu_device *sdev, const char *text));
void smgpu_setting_init(struct smgpu_device *sdev, const char *name, const char *text,
			const char *unknown,
			int (*set)(struct smgpu_device *sdev, const char *text));
int smgpu_progress_restore(struct smgpu_device *sdev);
void smgpu_progress_init(struct smgpu_device *sdev);
void smgpu_progress_debugfs(struct smgpu_device *sdev);
int smgpu_schedule_restore(struct smgpu_device *sdev);
void smgpu_schedule_init(struct smgpu_device *sdev);
void smgpu_schedule_debugfs(struct smgpu_device *sdev);
struct smgpu_fw_cmd smgpu_launch_cmd(u32 launch);
void smgpu_launch_init(struct smgpu_device *sdev);
void smgpu_launch_debugfs(struct smgpu_device *sdev);

struct smgpu_fw_cmd smgpu_isolation_cmd(u32 isolation);
void smgpu_isolation_init(struct smgpu_device *sdev);
void smgpu_isolation_debugfs(struct smgpu_device *sdev);
int smgpu_ptok_restore(struct smgpu_device *sdev);
void smgpu_ptok_init(struct smgpu_device *sdev);
void smgpu_ptok_debugfs(struct smgpu_device *sdev);
void smgpu_debugfs_init(struct smgpu_device *sdev);
void smgpu_show_fdinfo(struct drm_printer *p, struct drm_file *file);
int smgpu_irq_init(struct smgpu_device *sdev);
void smgpu_irq_fini(struct smgpu_device *sdev);
void smgpu_irq_process(struct smgpu_device *sdev);

#endif
