/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Registers of the card: made by hw/regs/gen.py from hw/regs/smgpu.rdl: do not edit */
#ifndef _SMGPU_REGS_H_
#define _SMGPU_REGS_H_

#define SMGPU_HOST_BASE	0x0000u

/* Identity, the first thing probe reads */
#define SMGPU_HOST_MAGIC	0x0000u
#define SMGPU_HOST_MAGIC_VALUE_RESET	0x50474d53u

/* Hardware interface version */
#define SMGPU_HOST_VERSION	0x0004u
#define SMGPU_HOST_VERSION_MINOR_SHIFT	0u
#define SMGPU_HOST_VERSION_MINOR_MASK	0x0000ffffu
#define SMGPU_HOST_VERSION_MAJOR_SHIFT	16u
#define SMGPU_HOST_VERSION_MAJOR_MASK	0xffff0000u
#define SMGPU_HOST_VERSION_MAJOR_RESET	0x1u

/* Shape of the card */
#define SMGPU_HOST_CONFIG0	0x0008u
#define SMGPU_HOST_CONFIG0_SM_COUNT_SHIFT	0u
#define SMGPU_HOST_CONFIG0_SM_COUNT_MASK	0x000000ffu
#define SMGPU_HOST_CONFIG0_WARPS_SHIFT	8u
#define SMGPU_HOST_CONFIG0_WARPS_MASK	0x0000ff00u
#define SMGPU_HOST_CONFIG0_LANES_SHIFT	16u
#define SMGPU_HOST_CONFIG0_LANES_MASK	0x00ff0000u
#define SMGPU_HOST_CONFIG0_DMA_ENGINES_SHIFT	24u
/* 1 or 2; of 0, which older cards say, two */
#define SMGPU_HOST_CONFIG0_DMA_ENGINES_MASK	0x0f000000u
#define SMGPU_HOST_CONFIG0_CREDIT_SHIFT	28u
#define SMGPU_HOST_CONFIG0_CREDIT_MASK	0x10000000u	/* has SCHED's policies of credits */
#define SMGPU_HOST_CONFIG0_CONSTANTS_SHIFT	29u
#define SMGPU_HOST_CONFIG0_CONSTANTS_MASK	0x20000000u	/* has constant operands */
#define SMGPU_HOST_CONFIG0_PRIO_SHIFT	30u
#define SMGPU_HOST_CONFIG0_PRIO_MASK	0x40000000u	/* has priority tokens of L1: PRIO */
#define SMGPU_HOST_CONFIG0_TEX_SHIFT	31u
#define SMGPU_HOST_CONFIG0_TEX_MASK	0x80000000u	/* has texture instructions */

/* Depths and contexts */
#define SMGPU_HOST_CONFIG1	0x000cu
#define SMGPU_HOST_CONFIG1_DTOK_DEPTH_SHIFT	0u
#define SMGPU_HOST_CONFIG1_DTOK_DEPTH_MASK	0x0000ffffu
#define SMGPU_HOST_CONFIG1_TASK_SLOTS_SHIFT	16u
#define SMGPU_HOST_CONFIG1_TASK_SLOTS_MASK	0x00ff0000u
#define SMGPU_HOST_CONFIG1_VMS_SHIFT	24u
#define SMGPU_HOST_CONFIG1_VMS_MASK	0xff000000u

/* Cache sizes in KiB */
#define SMGPU_HOST_CONFIG2	0x0010u
#define SMGPU_HOST_CONFIG2_L1_KIB_SHIFT	0u
#define SMGPU_HOST_CONFIG2_L1_KIB_MASK	0x0000ffffu	/* per SM */
#define SMGPU_HOST_CONFIG2_L2_KIB_SHIFT	16u
#define SMGPU_HOST_CONFIG2_L2_KIB_MASK	0xffff0000u

/* Memory sizes in KiB */
#define SMGPU_HOST_CONFIG3	0x0014u
#define SMGPU_HOST_CONFIG3_SHARED_KIB_SHIFT	0u
#define SMGPU_HOST_CONFIG3_SHARED_KIB_MASK	0x0000ffffu	/* shared memory per SM */
#define SMGPU_HOST_CONFIG3_TCM_KIB_SHIFT	16u
#define SMGPU_HOST_CONFIG3_TCM_KIB_MASK	0xffff0000u

/* Card DRAM in MiB */
#define SMGPU_HOST_DRAM_MIB	0x0018u

/* Rate of the timebase */
#define SMGPU_HOST_TIMEBASE_HZ	0x001cu
#define SMGPU_HOST_TIMEBASE_HZ_VALUE_RESET	0x47868c0u

/* Timebase, low half; the read latches the high half */
#define SMGPU_HOST_TIMEBASE_LO	0x0020u

/* Timebase, high half as of the last TIMEBASE_LO read */
#define SMGPU_HOST_TIMEBASE_HI	0x0024u

/* host: write key and depth to reset; reads the depth of the reset under way */
#define SMGPU_HOST_RESET	0x0028u
#define SMGPU_HOST_RESET_DEPTH_SHIFT	0u
#define SMGPU_HOST_RESET_DEPTH_MASK	0x00000003u
#define SMGPU_HOST_RESET_DEPTH_SMS	1u	/* SMs */
#define SMGPU_HOST_RESET_DEPTH_MCU	2u	/* MCU */
#define SMGPU_HOST_RESET_DEPTH_CARD	3u	/* card (all but DRAM contents) */
#define SMGPU_HOST_RESET_DEPTH_NAMES \
	X(SMS, 1u, "SMs") \
	X(MCU, 2u, "MCU") \
	X(CARD, 3u, "card (all but DRAM contents)") \
	/* end */
#define SMGPU_HOST_RESET_KEY_SHIFT	16u
#define SMGPU_HOST_RESET_KEY_MASK	0xffff0000u
#define SMGPU_HOST_RESET_KEY_VALUE	23149u	/* a write with another key does nothing */
#define SMGPU_HOST_RESET_KEY_NAMES \
	X(VALUE, 23149u, "a write with another key does nothing") \
	/* end */

/* host: what went wrong with DRAM and host memory since cleared; write 1 clears */
#define SMGPU_HOST_MEMORY	0x002cu
#define SMGPU_HOST_MEMORY_DRAM_SILENT_SHIFT	0u
#define SMGPU_HOST_MEMORY_DRAM_SILENT_MASK	0x00000001u	/* DRAM did not answer a read */
#define SMGPU_HOST_MEMORY_DRAM_ERROR_SHIFT	1u
/* DRAM answered a read with an error */
#define SMGPU_HOST_MEMORY_DRAM_ERROR_MASK	0x00000002u
#define SMGPU_HOST_MEMORY_HOST_SILENT_SHIFT	2u
#define SMGPU_HOST_MEMORY_HOST_SILENT_MASK	0x00000004u	/* host memory did not answer */
#define SMGPU_HOST_MEMORY_HOST_ERROR_SHIFT	3u
/* host memory answered with an error */
#define SMGPU_HOST_MEMORY_HOST_ERROR_MASK	0x00000008u
#define SMGPU_HOST_MEMORY_LINE_LOST_SHIFT	4u
/* DRAM refused or did not acknowledge a line: LOST_LINE */
#define SMGPU_HOST_MEMORY_LINE_LOST_MASK	0x00000010u

/* Card address of the last line whose data were lost */
#define SMGPU_HOST_LOST_LINE	0x0030u

/* More of the card's shape */
#define SMGPU_HOST_CONFIG4	0x0034u
#define SMGPU_HOST_CONFIG4_TURNS_SHIFT	0u
/* slots of a priority take turns by QUOTA */
#define SMGPU_HOST_CONFIG4_TURNS_MASK	0x00000001u
#define SMGPU_HOST_CONFIG4_TEXTILE_SHIFT	1u
/* has textile grants: SCHED.textile, TEXTILE */
#define SMGPU_HOST_CONFIG4_TEXTILE_MASK	0x00000002u
#define SMGPU_HOST_CONFIG4_ATTRIBUTES_SHIFT	2u
/* has instructions with attributes */
#define SMGPU_HOST_CONFIG4_ATTRIBUTES_MASK	0x00000004u
#define SMGPU_HOST_CONFIG4_PRIO_L2_SHIFT	3u
#define SMGPU_HOST_CONFIG4_PRIO_L2_MASK	0x00000008u	/* has priority tokens of the L2: PRIO_L2 */
#define SMGPU_HOST_CONFIG4_PREDICT_SHIFT	4u
/* samples working sets of warps: PRIO_PREDICT */
#define SMGPU_HOST_CONFIG4_PREDICT_MASK	0x00000010u
#define SMGPU_HOST_CONFIG4_BONUS_SHIFT	5u
/* has bonuses of the additive weight: SCHED_BONUS */
#define SMGPU_HOST_CONFIG4_BONUS_MASK	0x00000020u
#define SMGPU_HOST_CONFIG4_RANGES_SHIFT	6u
/* drops ranges of pages: MMU.FIRST, LAST; else all of a space */
#define SMGPU_HOST_CONFIG4_RANGES_MASK	0x00000040u
#define SMGPU_HOST_CONFIG4_L2_BANKS_SHIFT	8u
/* banks of the L2: 1, 2 or 4; of 0, which older cards say, one */
#define SMGPU_HOST_CONFIG4_L2_BANKS_MASK	0x00000700u

/* Throttle mode */
#define SMGPU_HOST_THROTTLE	0x0038u
#define SMGPU_HOST_THROTTLE_SHARED_KIB_SHIFT	0u
/*
 * shared memory per SM in KiB: CONFIG3's, and L1's RAM if the card lends it; of 0, which older
 * cards say, CONFIG3's
 */
#define SMGPU_HOST_THROTTLE_SHARED_KIB_MASK	0x0000ffffu

/* Firmware progress code, see smgpu_fw_abi.h */
#define SMGPU_HOST_PROGRESS	0x0040u

/* MCU writes 1: MSI to the host, after all its earlier acknowledged DMA */
#define SMGPU_HOST_MSI	0x0044u
#define SMGPU_HOST_MSI_RAISE_SHIFT	0u
#define SMGPU_HOST_MSI_RAISE_MASK	0x00000001u

/* host: handover words (0/1: boot block bus address) */
#define SMGPU_HOST_SCRATCH(i)	(0x0050u + 4u * (i))
#define SMGPU_HOST_SCRATCH_COUNT	4u

#define SMGPU_MCU_BASE	0x0100u

/* host: control of the MCU */
#define SMGPU_MCU_CTRL	0x0100u
#define SMGPU_MCU_CTRL_RUN_SHIFT	0u
#define SMGPU_MCU_CTRL_RUN_MASK	0x00000001u	/* 0 holds the MCU in reset */

/* State of the MCU */
#define SMGPU_MCU_STATUS	0x0104u
#define SMGPU_MCU_STATUS_SLEEPING_SHIFT	0u
#define SMGPU_MCU_STATUS_SLEEPING_MASK	0x00000001u	/* in wfi */
#define SMGPU_MCU_STATUS_LOCKED_UP_SHIFT	1u
#define SMGPU_MCU_STATUS_LOCKED_UP_MASK	0x00000002u	/* stopped by a trap inside a trap */

/* host: TCM offset of the first instruction */
#define SMGPU_MCU_RESET_VECTOR	0x0108u

/* PC of the MCU, for debugging */
#define SMGPU_MCU_PC	0x010cu

#define SMGPU_DMA_BASE	0x0200u
#define SMGPU_DMA_STRIDE	0x40u
#define SMGPU_DMA_COUNT	2u

/* Source address or VA, multiple of 4 */
#define SMGPU_DMA_SRC_LO(b)	(0x0200u + 0x40u * (b))

/* Source address, high half */
#define SMGPU_DMA_SRC_HI(b)	(0x0204u + 0x40u * (b))

/* Destination address or VA, multiple of 4 */
#define SMGPU_DMA_DST_LO(b)	(0x0208u + 0x40u * (b))

/* Destination address, high half */
#define SMGPU_DMA_DST_HI(b)	(0x020cu + 0x40u * (b))

/* Bytes, multiple of 4 */
#define SMGPU_DMA_LEN(b)	(0x0210u + 0x40u * (b))

/* Fill pattern */
#define SMGPU_DMA_FILL(b)	(0x0214u + 0x40u * (b))

/* A write starts the copy; ignored while busy */
#define SMGPU_DMA_CTRL(b)	(0x0218u + 0x40u * (b))
#define SMGPU_DMA_CTRL_SRC_SPACE_SHIFT	0u
#define SMGPU_DMA_CTRL_SRC_SPACE_MASK	0x00000007u
#define SMGPU_DMA_CTRL_SRC_SPACE_CARD	0u	/* card memory */
#define SMGPU_DMA_CTRL_SRC_SPACE_HOST	1u	/* host memory */
#define SMGPU_DMA_CTRL_SRC_SPACE_TCM	2u	/* TCM of the MCU */
#define SMGPU_DMA_CTRL_SRC_SPACE_VM	3u	/* virtual addresses of a VM */
#define SMGPU_DMA_CTRL_SRC_SPACE_FILL	4u	/* the fill pattern; no destination */
#define SMGPU_DMA_CTRL_SRC_SPACE_NAMES \
	X(CARD, 0u, "card memory") \
	X(HOST, 1u, "host memory") \
	X(TCM, 2u, "TCM of the MCU") \
	X(VM, 3u, "virtual addresses of a VM") \
	X(FILL, 4u, "the fill pattern; no destination") \
	/* end */
#define SMGPU_DMA_CTRL_DST_SPACE_SHIFT	4u
#define SMGPU_DMA_CTRL_DST_SPACE_MASK	0x00000070u	/* numbers as of src_space */
#define SMGPU_DMA_CTRL_VM_SHIFT	8u
#define SMGPU_DMA_CTRL_VM_MASK	0x00003f00u	/* VM of a VM-space side */

/* State; done and error stay until the next start */
#define SMGPU_DMA_STATUS(b)	(0x021cu + 0x40u * (b))
#define SMGPU_DMA_STATUS_BUSY_SHIFT	0u
#define SMGPU_DMA_STATUS_BUSY_MASK	0x00000001u
#define SMGPU_DMA_STATUS_DONE_SHIFT	1u
#define SMGPU_DMA_STATUS_DONE_MASK	0x00000002u	/* all writes acknowledged */
#define SMGPU_DMA_STATUS_ERROR_SHIFT	4u
#define SMGPU_DMA_STATUS_ERROR_MASK	0x00000030u
#define SMGPU_DMA_STATUS_ERROR_NONE	0u	/* none */
#define SMGPU_DMA_STATUS_ERROR_PAGE_FAULT	1u	/* page fault */
#define SMGPU_DMA_STATUS_ERROR_BUS	2u	/* bus error */
#define SMGPU_DMA_STATUS_ERROR_PROGRAM	3u	/* bad programming */
#define SMGPU_DMA_STATUS_ERROR_NAMES \
	X(NONE, 0u, "none") \
	X(PAGE_FAULT, 1u, "page fault") \
	X(BUS, 2u, "bus error") \
	X(PROGRAM, 3u, "bad programming") \
	/* end */
#define SMGPU_DMA_STATUS_ERROR_DST_SHIFT	6u
#define SMGPU_DMA_STATUS_ERROR_DST_MASK	0x00000040u	/* fault was on the destination */

/* VA of a page fault; where the chunk of a bus error begins, low half of its address or VA */
#define SMGPU_DMA_FAULT_VA(b)	(0x0220u + 0x40u * (b))

/* High half of a bus error's address */
#define SMGPU_DMA_FAULT_HI(b)	(0x0224u + 0x40u * (b))

/*
 * Of what the last transfer put into TCM, without its first 12 words: of a TMD, what it asks for
 * beside a grid
 */
#define SMGPU_DMA_REST(b)	(0x0228u + 0x40u * (b))
#define SMGPU_DMA_REST_ANY_SHIFT	0u
#define SMGPU_DMA_REST_ANY_MASK	0x00000001u	/* some word is not 0 */

#define SMGPU_INTC_BASE	0x0400u

/* Pending interrupts of the MCU; levels follow their source */
#define SMGPU_INTC_PENDING	0x0400u
#define SMGPU_INTC_PENDING_DOORBELL_SHIFT	0u
#define SMGPU_INTC_PENDING_DOORBELL_MASK	0x00000001u
#define SMGPU_INTC_PENDING_DMA0_SHIFT	1u
#define SMGPU_INTC_PENDING_DMA0_MASK	0x00000002u
#define SMGPU_INTC_PENDING_DMA1_SHIFT	2u
#define SMGPU_INTC_PENDING_DMA1_MASK	0x00000004u
#define SMGPU_INTC_PENDING_LAUNCH_SHIFT	3u
#define SMGPU_INTC_PENDING_LAUNCH_MASK	0x00000008u
#define SMGPU_INTC_PENDING_TRAP_SHIFT	4u
#define SMGPU_INTC_PENDING_TRAP_MASK	0x00000010u
#define SMGPU_INTC_PENDING_TIMER_SHIFT	5u
#define SMGPU_INTC_PENDING_TIMER_MASK	0x00000020u
#define SMGPU_INTC_PENDING_BELL_SHIFT	6u
#define SMGPU_INTC_PENDING_BELL_MASK	0x00000040u	/* LAUNCH.BELL is not 0 */

/* Enables, same bits as PENDING */
#define SMGPU_INTC_ENABLE	0x0404u
#define SMGPU_INTC_ENABLE_VALUE_SHIFT	0u
#define SMGPU_INTC_ENABLE_VALUE_MASK	0x0000007fu

/* Timer compare, low half */
#define SMGPU_INTC_TIMER_LO	0x0408u
#define SMGPU_INTC_TIMER_LO_VALUE_RESET	0xffffffffu

/* Timer compare, high half; the timer is pending while timebase >= compare */
#define SMGPU_INTC_TIMER_HI	0x040cu
#define SMGPU_INTC_TIMER_HI_VALUE_RESET	0xffffffffu

/* Write 1 clears dma0/dma1 pending (bits as in PENDING) */
#define SMGPU_INTC_DMA_ACK	0x0410u
#define SMGPU_INTC_DMA_ACK_VALUE_SHIFT	1u
#define SMGPU_INTC_DMA_ACK_VALUE_MASK	0x00000006u

/* Doorbells rung since cleared, 32 channels each; write 1 clears */
#define SMGPU_INTC_DB_PENDING(i)	(0x0420u + 4u * (i))
#define SMGPU_INTC_DB_PENDING_COUNT	2u

/* Last value written to each doorbell */
#define SMGPU_INTC_DB_VALUE(i)	(0x0500u + 4u * (i))
#define SMGPU_INTC_DB_VALUE_COUNT	64u

#define SMGPU_MMU_BASE	0x0600u

/*
 * Write drops the translations of a range of a space, FIRST to LAST, in all TLBs, or more. When
 * STATUS.busy = 0 no access that used them is in flight; others go on meanwhile
 */
#define SMGPU_MMU_INVALIDATE	0x0600u
#define SMGPU_MMU_INVALIDATE_VM_SHIFT	0u
#define SMGPU_MMU_INVALIDATE_VM_MASK	0x0000003fu
#define SMGPU_MMU_INVALIDATE_EVERY_SHIFT	8u
#define SMGPU_MMU_INVALIDATE_EVERY_MASK	0x00000100u	/* all VMs */
#define SMGPU_MMU_INVALIDATE_FORGET_SHIFT	9u
/*
 * the VM is gone, and its number may be given again: SMs forget what they keep under numbers of VMs
 */
#define SMGPU_MMU_INVALIDATE_FORGET_MASK	0x00000200u

/* State */
#define SMGPU_MMU_STATUS	0x0604u
#define SMGPU_MMU_STATUS_BUSY_SHIFT	0u
#define SMGPU_MMU_STATUS_BUSY_MASK	0x00000001u

/* Write 1 invalidates; busy in STATUS */
#define SMGPU_MMU_CACHE	0x0608u
#define SMGPU_MMU_CACHE_L1_SHIFT	0u
#define SMGPU_MMU_CACHE_L1_MASK	0x00000001u	/* L1 data caches */
#define SMGPU_MMU_CACHE_CODE_SHIFT	1u
#define SMGPU_MMU_CACHE_CODE_MASK	0x00000002u	/* instruction caches */

/*
 * First page of the range of the next INVALIDATE, which sets it to 0; not to be written while
 * STATUS.busy = 1. The range has all pages whose translation has changed, of large pages and blocks
 * all of it, before and after; tables that the walker keeps and walks under way end whatever the
 * range
 */
#define SMGPU_MMU_FIRST	0x060cu
#define SMGPU_MMU_FIRST_VPN_SHIFT	0u
#define SMGPU_MMU_FIRST_VPN_MASK	0x000fffffu

/* Last page of it; INVALIDATE sets it to the last page of the space */
#define SMGPU_MMU_LAST	0x0610u
#define SMGPU_MMU_LAST_VPN_SHIFT	0u
#define SMGPU_MMU_LAST_VPN_MASK	0x000fffffu
#define SMGPU_MMU_LAST_VPN_RESET	0xfffffu

/* Root page table of each VM */
#define SMGPU_MMU_ROOT(i)	(0x0700u + 4u * (i))
#define SMGPU_MMU_ROOT_COUNT	64u
#define SMGPU_MMU_ROOT_PPN_SHIFT	0u
#define SMGPU_MMU_ROOT_PPN_MASK	0x0fffffffu	/* card address bits 39:12 */
#define SMGPU_MMU_ROOT_VALID_SHIFT	31u
#define SMGPU_MMU_ROOT_VALID_MASK	0x80000000u

#define SMGPU_LAUNCH_BASE	0x0800u

/* Which of the SMs whose task may launch gets the next CTA */
#define SMGPU_LAUNCH_CTRL	0x0800u
#define SMGPU_LAUNCH_CTRL_POLICY_SHIFT	0u
/*
 * 0 load balance: the one with most room, see SM_STATE; 1 round robin: the next one after the last
 */
#define SMGPU_LAUNCH_CTRL_POLICY_MASK	0x00000001u
#define SMGPU_LAUNCH_CTRL_RANK_SHIFT	8u
/*
 * load balance between SMs with as much room: the SM with the lowest rank, of equal ranks the
 * lowest SM. 2 bits for each SM, SM 0 lowest
 */
#define SMGPU_LAUNCH_CTRL_RANK_MASK	0x0000ff00u
#define SMGPU_LAUNCH_CTRL_RANK_RESET	0xe4u

/* Slots in the order the SMs try them: 4 bits each, first in bits 3:0 */
#define SMGPU_LAUNCH_ORDER(i)	(0x0808u + 4u * (i))
#define SMGPU_LAUNCH_ORDER_COUNT	2u

/* Number of valid entries of ORDER */
#define SMGPU_LAUNCH_ORDER_USED	0x0810u
#define SMGPU_LAUNCH_ORDER_USED_VALUE_SHIFT	0u
#define SMGPU_LAUNCH_ORDER_USED_VALUE_MASK	0x0000001fu

/* Head of the event FIFO */
#define SMGPU_LAUNCH_EVENT	0x0814u
#define SMGPU_LAUNCH_EVENT_SLOT_SHIFT	0u
#define SMGPU_LAUNCH_EVENT_SLOT_MASK	0x0000000fu
#define SMGPU_LAUNCH_EVENT_GEN_SHIFT	8u
#define SMGPU_LAUNCH_EVENT_GEN_MASK	0x0000ff00u
#define SMGPU_LAUNCH_EVENT_KIND_SHIFT	16u
#define SMGPU_LAUNCH_EVENT_KIND_MASK	0x00030000u
#define SMGPU_LAUNCH_EVENT_KIND_DONE	1u	/* all CTAs done */
#define SMGPU_LAUNCH_EVENT_KIND_STOPPED	2u	/* stopped and drained */
#define SMGPU_LAUNCH_EVENT_KIND_KILLED	3u	/* killed and drained */
#define SMGPU_LAUNCH_EVENT_KIND_NAMES \
	X(DONE, 1u, "all CTAs done") \
	X(STOPPED, 2u, "stopped and drained") \
	X(KILLED, 3u, "killed and drained") \
	/* end */
#define SMGPU_LAUNCH_EVENT_VALID_SHIFT	31u
#define SMGPU_LAUNCH_EVENT_VALID_MASK	0x80000000u

/* Write removes the head of the event FIFO */
#define SMGPU_LAUNCH_EVENT_POP	0x0818u
#define SMGPU_LAUNCH_EVENT_POP_POP_SHIFT	0u
#define SMGPU_LAUNCH_EVENT_POP_POP_MASK	0x00000001u

/*
 * Write 1 kills a slot: no more launches, its warps stop, memory drains, resources are freed, then
 * event KILLED
 */
#define SMGPU_LAUNCH_KILL	0x081cu
#define SMGPU_LAUNCH_KILL_VALUE_SHIFT	0u
#define SMGPU_LAUNCH_KILL_VALUE_MASK	0x0000ffffu

/* Slots with CTAs in flight */
#define SMGPU_LAUNCH_BUSY	0x0820u
#define SMGPU_LAUNCH_BUSY_VALUE_SHIFT	0u
#define SMGPU_LAUNCH_BUSY_VALUE_MASK	0x0000ffffu

/* Slots of which a warp executed xsm.bell; write 1 clears */
#define SMGPU_LAUNCH_BELL	0x0824u
#define SMGPU_LAUNCH_BELL_VALUE_SHIFT	0u
#define SMGPU_LAUNCH_BELL_VALUE_MASK	0x0000ffffu

/* What the launcher does for each SM */
#define SMGPU_LAUNCH_SM_STATE(i)	(0x0830u + 4u * (i))
#define SMGPU_LAUNCH_SM_STATE_COUNT	4u
#define SMGPU_LAUNCH_SM_STATE_STATE_SHIFT	0u
#define SMGPU_LAUNCH_SM_STATE_STATE_MASK	0x00000003u
#define SMGPU_LAUNCH_SM_STATE_STATE_IDLE	0u	/* no task eligible */
#define SMGPU_LAUNCH_SM_STATE_STATE_ASSIGN	1u	/* TASK_ASSIGN */
#define SMGPU_LAUNCH_SM_STATE_STATE_SYNC	2u	/* STATE_SYNC */
#define SMGPU_LAUNCH_SM_STATE_STATE_LAUNCH	3u	/* CTA_LAUNCH */
#define SMGPU_LAUNCH_SM_STATE_STATE_NAMES \
	X(IDLE, 0u, "no task eligible") \
	X(ASSIGN, 1u, "TASK_ASSIGN") \
	X(SYNC, 2u, "STATE_SYNC") \
	X(LAUNCH, 3u, "CTA_LAUNCH") \
	/* end */
#define SMGPU_LAUNCH_SM_STATE_SLOT_SHIFT	4u
#define SMGPU_LAUNCH_SM_STATE_SLOT_MASK	0x000000f0u	/* task it has */
#define SMGPU_LAUNCH_SM_STATE_HAS_SHIFT	8u
#define SMGPU_LAUNCH_SM_STATE_HAS_MASK	0x00000100u	/* slot is valid */
#define SMGPU_LAUNCH_SM_STATE_FREE_WARPS_SHIFT	16u
#define SMGPU_LAUNCH_SM_STATE_FREE_WARPS_MASK	0x003f0000u
#define SMGPU_LAUNCH_SM_STATE_ROOM_SHIFT	24u
/*
 * CTAs of the task that fit besides those that run: the least of what warps, shared memory and
 * contexts allow; right 16 cycles after a change
 */
#define SMGPU_LAUNCH_SM_STATE_ROOM_MASK	0x1f000000u

#define SMGPU_TRAP_BASE	0x0880u

/* Head of the trap FIFO */
#define SMGPU_TRAP_INFO	0x0880u
#define SMGPU_TRAP_INFO_SLOT_SHIFT	0u
#define SMGPU_TRAP_INFO_SLOT_MASK	0x0000000fu
#define SMGPU_TRAP_INFO_GEN_SHIFT	8u
#define SMGPU_TRAP_INFO_GEN_MASK	0x0000ff00u
#define SMGPU_TRAP_INFO_CAUSE_SHIFT	16u
/* enum smgpu_error, or 64: the token queue has run empty while tokens are in card memory */
#define SMGPU_TRAP_INFO_CAUSE_MASK	0x00ff0000u
#define SMGPU_TRAP_INFO_ACCESS_SHIFT	24u
#define SMGPU_TRAP_INFO_ACCESS_MASK	0x07000000u	/* enum smgpu_access */
#define SMGPU_TRAP_INFO_VALID_SHIFT	31u
#define SMGPU_TRAP_INFO_VALID_MASK	0x80000000u

/* Where */
#define SMGPU_TRAP_WHERE	0x0884u
#define SMGPU_TRAP_WHERE_SM_SHIFT	0u
#define SMGPU_TRAP_WHERE_SM_MASK	0x000000ffu
#define SMGPU_TRAP_WHERE_WARP_SHIFT	8u
#define SMGPU_TRAP_WHERE_WARP_MASK	0x0000ff00u
#define SMGPU_TRAP_WHERE_THREAD_SHIFT	16u
/* of the warp, which asked for ADDR: the lowest such one */
#define SMGPU_TRAP_WHERE_THREAD_MASK	0x001f0000u
#define SMGPU_TRAP_WHERE_THREAD_KNOWN_SHIFT	21u
/* 1: ADDR is of one thread's load or store; 0: the whole warp stopped */
#define SMGPU_TRAP_WHERE_THREAD_KNOWN_MASK	0x00200000u

/* PC of the instruction */
#define SMGPU_TRAP_PC	0x0888u

/* Address, where the cause has one */
#define SMGPU_TRAP_ADDR	0x088cu

/* Write removes the head */
#define SMGPU_TRAP_POP	0x0890u
#define SMGPU_TRAP_POP_POP_SHIFT	0u
#define SMGPU_TRAP_POP_POP_MASK	0x00000001u

#define SMGPU_SLOT_BASE	0x4000u
#define SMGPU_SLOT_STRIDE	0x80u
#define SMGPU_SLOT_COUNT	16u

/* Slot control; write last */
#define SMGPU_SLOT_CTRL(b)	(0x4000u + 0x80u * (b))
#define SMGPU_SLOT_CTRL_VALID_SHIFT	0u
/* may launch; cleared by hardware with the slot's event */
#define SMGPU_SLOT_CTRL_VALID_MASK	0x00000001u
#define SMGPU_SLOT_CTRL_STOP_SHIFT	1u
/* launch no more, event STOPPED when drained */
#define SMGPU_SLOT_CTRL_STOP_MASK	0x00000002u
#define SMGPU_SLOT_CTRL_SEQUENTIAL_SHIFT	2u
#define SMGPU_SLOT_CTRL_SEQUENTIAL_MASK	0x00000004u	/* at most one CTA in flight */
#define SMGPU_SLOT_CTRL_QUOTA_INFLIGHT_SHIFT	3u
#define SMGPU_SLOT_CTRL_QUOTA_INFLIGHT_MASK	0x00000008u	/* CTA_Z.quota_inflight counts */
#define SMGPU_SLOT_CTRL_QUEUE_SHIFT	4u
/*
 * a CTA takes items of a queue: NEXT and LIMIT count them, LIMIT may grow while valid; ctaid is
 * {first item, items, 0}
 */
#define SMGPU_SLOT_CTRL_QUEUE_MASK	0x00000010u
#define SMGPU_SLOT_CTRL_QUOTA_LAUNCHED_SHIFT	5u
#define SMGPU_SLOT_CTRL_QUOTA_LAUNCHED_MASK	0x00000020u	/* QUOTA counts */
#define SMGPU_SLOT_CTRL_GO_ON_SHIFT	6u
/* a write of 1 takes stop back if the slot has not ended, and changes nothing else; reads 0 */
#define SMGPU_SLOT_CTRL_GO_ON_MASK	0x00000040u
#define SMGPU_SLOT_CTRL_VM_SHIFT	8u
#define SMGPU_SLOT_CTRL_VM_MASK	0x00003f00u
#define SMGPU_SLOT_CTRL_GEN_SHIFT	16u
#define SMGPU_SLOT_CTRL_GEN_MASK	0x00ff0000u
#define SMGPU_SLOT_CTRL_PRIO_SHIFT	24u
/* slots of one priority take turns by QUOTA */
#define SMGPU_SLOT_CTRL_PRIO_MASK	0x0f000000u

/* SMs that may run it */
#define SMGPU_SLOT_SM_MASK(b)	(0x4004u + 0x80u * (b))
#define SMGPU_SLOT_SM_MASK_VALUE_SHIFT	0u
#define SMGPU_SLOT_SM_MASK_VALUE_MASK	0x0000000fu

/* First instruction */
#define SMGPU_SLOT_ENTRY(b)	(0x4008u + 0x80u * (b))

/* VA of the constant bank */
#define SMGPU_SLOT_PARAM(b)	(0x400cu + 0x80u * (b))

/* Grid width */
#define SMGPU_SLOT_GRID_X(b)	(0x4010u + 0x80u * (b))

/* Grid height */
#define SMGPU_SLOT_GRID_Y(b)	(0x4014u + 0x80u * (b))

/* Grid depth */
#define SMGPU_SLOT_GRID_Z(b)	(0x4018u + 0x80u * (b))

/* CTA size */
#define SMGPU_SLOT_CTA_XY(b)	(0x401cu + 0x80u * (b))
#define SMGPU_SLOT_CTA_XY_X_SHIFT	0u
#define SMGPU_SLOT_CTA_XY_X_MASK	0x0000ffffu
#define SMGPU_SLOT_CTA_XY_Y_SHIFT	16u
#define SMGPU_SLOT_CTA_XY_Y_MASK	0xffff0000u

/* CTA size and quota */
#define SMGPU_SLOT_CTA_Z(b)	(0x4020u + 0x80u * (b))
#define SMGPU_SLOT_CTA_Z_Z_SHIFT	0u
#define SMGPU_SLOT_CTA_Z_Z_MASK	0x0000ffffu
#define SMGPU_SLOT_CTA_Z_QUOTA_INFLIGHT_SHIFT	16u
#define SMGPU_SLOT_CTA_Z_QUOTA_INFLIGHT_MASK	0xffff0000u	/* most CTAs in flight */

/* Derived sizes */
#define SMGPU_SLOT_SHAPE(b)	(0x4024u + 0x80u * (b))
#define SMGPU_SLOT_SHAPE_THREADS_SHIFT	0u
#define SMGPU_SLOT_SHAPE_THREADS_MASK	0x000007ffu	/* threads of a CTA */
#define SMGPU_SLOT_SHAPE_WARPS_SHIFT	16u
#define SMGPU_SLOT_SHAPE_WARPS_MASK	0x003f0000u	/* warps of a CTA */

/* ceil(2^20 / x) */
#define SMGPU_SLOT_RECIP_X(b)	(0x4028u + 0x80u * (b))
#define SMGPU_SLOT_RECIP_X_VALUE_SHIFT	0u
#define SMGPU_SLOT_RECIP_X_VALUE_MASK	0x001fffffu

/* ceil(2^20 / (x * y)) */
#define SMGPU_SLOT_RECIP_XY(b)	(0x402cu + 0x80u * (b))
#define SMGPU_SLOT_RECIP_XY_VALUE_SHIFT	0u
#define SMGPU_SLOT_RECIP_XY_VALUE_MASK	0x001fffffu

/* Shared memory of a CTA */
#define SMGPU_SLOT_SHARED(b)	(0x4030u + 0x80u * (b))
#define SMGPU_SLOT_SHARED_VALUE_SHIFT	0u
#define SMGPU_SLOT_SHARED_VALUE_MASK	0x7fffffffu	/* bytes */
#define SMGPU_SLOT_SHARED_LENT_SHIFT	31u
/*
 * throttle mode: the SM has HOST.THROTTLE's shared memory, from 0 on, and no L1; else CONFIG3's. It
 * changes over when it has no CTA
 */
#define SMGPU_SLOT_SHARED_LENT_MASK	0x80000000u

/* Local memory of a thread in bytes, multiple of 16 */
#define SMGPU_SLOT_LOCAL(b)	(0x4034u + 0x80u * (b))
#define SMGPU_SLOT_LOCAL_VALUE_SHIFT	0u
#define SMGPU_SLOT_LOCAL_VALUE_MASK	0x0001ffffu

/* VA of the local memory's backing */
#define SMGPU_SLOT_LOCAL_VA(b)	(0x4038u + 0x80u * (b))

/* Next CTA to launch, linear; hardware counts it */
#define SMGPU_SLOT_NEXT(b)	(0x403cu + 0x80u * (b))

/* CTAs in all */
#define SMGPU_SLOT_LIMIT(b)	(0x4040u + 0x80u * (b))

/* x of the next CTA; hardware counts it */
#define SMGPU_SLOT_NEXT_X(b)	(0x4044u + 0x80u * (b))

/* y of the next CTA; hardware counts it */
#define SMGPU_SLOT_NEXT_Y(b)	(0x4048u + 0x80u * (b))

/* z of the next CTA; hardware counts it */
#define SMGPU_SLOT_NEXT_Z(b)	(0x404cu + 0x80u * (b))

/* CTAs in flight */
#define SMGPU_SLOT_INFLIGHT(b)	(0x4050u + 0x80u * (b))
#define SMGPU_SLOT_INFLIGHT_VALUE_SHIFT	0u
#define SMGPU_SLOT_INFLIGHT_VALUE_MASK	0x0000ffffu

/* CTAs completed since valid was set */
#define SMGPU_SLOT_COMPLETED(b)	(0x4054u + 0x80u * (b))

/* Warp instructions issued since valid was set */
#define SMGPU_SLOT_WARP_INSTR(b)	(0x4058u + 0x80u * (b))

/* Items of a CTA of a queue */
#define SMGPU_SLOT_COALESCE(b)	(0x405cu + 0x80u * (b))
#define SMGPU_SLOT_COALESCE_MIN_SHIFT	0u
#define SMGPU_SLOT_COALESCE_MIN_MASK	0x0000ffffu	/* fewer are not given before TIMEOUT */
#define SMGPU_SLOT_COALESCE_MAX_SHIFT	16u
#define SMGPU_SLOT_COALESCE_MAX_MASK	0xffff0000u	/* at most */

/*
 * Cycles that items of a queue wait for more to come, counted from the last launch, or from when
 * there were none
 */
#define SMGPU_SLOT_TIMEOUT(b)	(0x4060u + 0x80u * (b))

/*
 * CTAs that the slot launches in a turn, more than 0: then slots of its priority that have some
 * left come first. The turns begin anew with a launch of a slot that has none left
 */
#define SMGPU_SLOT_QUOTA(b)	(0x4064u + 0x80u * (b))
#define SMGPU_SLOT_QUOTA_VALUE_SHIFT	0u
#define SMGPU_SLOT_QUOTA_VALUE_MASK	0x0000ffffu

#define SMGPU_SM_CFG_BASE	0x5000u
#define SMGPU_SM_CFG_STRIDE	0x100u
#define SMGPU_SM_CFG_COUNT	4u

/* Warp scheduling. Another policy starts with credits and funds of 0 */
#define SMGPU_SM_CFG_SCHED(b)	(0x5000u + 0x100u * (b))
#define SMGPU_SM_CFG_SCHED_POLICY_SHIFT	0u
/* other numbers, and those of credits on a card without them, are GTO */
#define SMGPU_SM_CFG_SCHED_POLICY_MASK	0x0000000fu
#define SMGPU_SM_CFG_SCHED_POLICY_LRR	0u	/* loose round robin */
#define SMGPU_SM_CFG_SCHED_POLICY_GTO	1u	/* the last one, then the oldest */
/* groups of four by turns, in turn within one */
#define SMGPU_SM_CFG_SCHED_POLICY_TWO_LEVEL	2u
/* credits: the warp that issues pays for its victims, each of them gains */
#define SMGPU_SM_CFG_SCHED_POLICY_A	4u
/* credits: A in the order of its printed table, which never starts */
#define SMGPU_SM_CFG_SCHED_POLICY_A_LITERAL	5u
/* credits: it pays one, the next victim in turn gains one */
#define SMGPU_SM_CFG_SCHED_POLICY_B	6u
/* credits: it pays one, the next victim in turn gains half the number of victims */
#define SMGPU_SM_CFG_SCHED_POLICY_C	7u
#define SMGPU_SM_CFG_SCHED_POLICY_D	8u	/* credits: its credit halves, each victim gains */
#define SMGPU_SM_CFG_SCHED_POLICY_NAMES \
	X(LRR, 0u, "loose round robin") \
	X(GTO, 1u, "the last one, then the oldest") \
	X(TWO_LEVEL, 2u, "groups of four by turns, in turn within one") \
	X(A, 4u, "credits: the warp that issues pays for its victims, each of them gains") \
	X(A_LITERAL, 5u, "credits: A in the order of its printed table, which never starts") \
	X(B, 6u, "credits: it pays one, the next victim in turn gains one") \
	X(C, 7u, "credits: it pays one, the next victim in turn gains half the number of victims") \
	X(D, 8u, "credits: its credit halves, each victim gains") \
	/* end */
#define SMGPU_SM_CFG_SCHED_POLICY_RESET	0x1u
#define SMGPU_SM_CFG_SCHED_GAIN_SHIFT	4u
/* D: what a victim gains; 0: the number of victims */
#define SMGPU_SM_CFG_SCHED_GAIN_MASK	0x000000f0u
#define SMGPU_SM_CFG_SCHED_ADDITIVE_SHIFT	8u
/*
 * weight of a warp: 0 age of its CTA before credit, 1 credit + age * 2^(age_scale - 1) + bonuses
 * (SCHED_BONUS, SCHED_TYPES)
 */
#define SMGPU_SM_CFG_SCHED_ADDITIVE_MASK	0x00000100u
#define SMGPU_SM_CFG_SCHED_TEXTILE_SHIFT	9u
/*
 * what waits for the textile grant: bit 0 texture instructions, bit 1 coherent loads (xsm.lw.t); 0
 * on a card without grants
 */
#define SMGPU_SM_CFG_SCHED_TEXTILE_MASK	0x00000600u
#define SMGPU_SM_CFG_SCHED_STAY_SHIFT	11u
/* 1: a free textile grant goes to a waiting warp of the same tile, if there is one */
#define SMGPU_SM_CFG_SCHED_STAY_MASK	0x00000800u
#define SMGPU_SM_CFG_SCHED_AGE_SCALE_SHIFT	12u
#define SMGPU_SM_CFG_SCHED_AGE_SCALE_MASK	0x00007000u	/* 0: age counts for nothing */

/* Side of a divergent branch that runs first */
#define SMGPU_SM_CFG_BRANCH(b)	(0x5004u + 0x100u * (b))
#define SMGPU_SM_CFG_BRANCH_POLICY_SHIFT	0u
#define SMGPU_SM_CFG_BRANCH_POLICY_MASK	0x00000003u
/* of a branch backwards its fall-through, of one forwards the smaller side */
#define SMGPU_SM_CFG_BRANCH_POLICY_AUTO	0u
#define SMGPU_SM_CFG_BRANCH_POLICY_TAKEN	1u	/* the side that takes the branch */
#define SMGPU_SM_CFG_BRANCH_POLICY_FALL_THROUGH	2u	/* the side that does not */
#define SMGPU_SM_CFG_BRANCH_POLICY_HIGHER	3u	/* the side at the higher address */
#define SMGPU_SM_CFG_BRANCH_POLICY_NAMES \
	X(AUTO, 0u, "of a branch backwards its fall-through, of one forwards the smaller side") \
	X(TAKEN, 1u, "the side that takes the branch") \
	X(FALL_THROUGH, 2u, "the side that does not") \
	X(HIGHER, 3u, "the side at the higher address") \
	/* end */

/* YIELD */
#define SMGPU_SM_CFG_YIELD(b)	(0x5008u + 0x100u * (b))
#define SMGPU_SM_CFG_YIELD_MODE_SHIFT	0u
#define SMGPU_SM_CFG_YIELD_MODE_MASK	0x00000003u
#define SMGPU_SM_CFG_YIELD_MODE_NEVER	0u	/* only the backstop gives way */
#define SMGPU_SM_CFG_YIELD_MODE_ALWAYS	1u	/* each YIELD gives way */
#define SMGPU_SM_CFG_YIELD_MODE_NTH	2u	/* each period-th */
#define SMGPU_SM_CFG_YIELD_MODE_RANDOM	3u	/* threshold of 256, pseudo-random */
#define SMGPU_SM_CFG_YIELD_MODE_NAMES \
	X(NEVER, 0u, "only the backstop gives way") \
	X(ALWAYS, 1u, "each YIELD gives way") \
	X(NTH, 2u, "each period-th") \
	X(RANDOM, 3u, "threshold of 256, pseudo-random") \
	/* end */
#define SMGPU_SM_CFG_YIELD_MODE_RESET	0x2u
#define SMGPU_SM_CFG_YIELD_PERIOD_SHIFT	8u
#define SMGPU_SM_CFG_YIELD_PERIOD_MASK	0x0000ff00u	/* NTH */
#define SMGPU_SM_CFG_YIELD_PERIOD_RESET	0x4u
#define SMGPU_SM_CFG_YIELD_THRESHOLD_SHIFT	16u
#define SMGPU_SM_CFG_YIELD_THRESHOLD_MASK	0x00ff0000u	/* RANDOM */
#define SMGPU_SM_CFG_YIELD_THRESHOLD_RESET	0x40u

/*
 * Oversubscription: thresholds for the instructions that a pod has under way in pipes of a type.
 * They act on policies of credits; 0: none
 */
#define SMGPU_SM_CFG_OVERSUB(b)	(0x500cu + 0x100u * (b))
#define SMGPU_SM_CFG_OVERSUB_LOW_SHIFT	0u
/* from here on warps that want the type come after others */
#define SMGPU_SM_CFG_OVERSUB_LOW_MASK	0x000000ffu
#define SMGPU_SM_CFG_OVERSUB_LOW_RESET	0x6u
#define SMGPU_SM_CFG_OVERSUB_HIGH_SHIFT	8u
#define SMGPU_SM_CFG_OVERSUB_HIGH_MASK	0x0000ff00u	/* from here on none issues to it */
#define SMGPU_SM_CFG_OVERSUB_HIGH_RESET	0xeu

/* Fetch arbiters */
#define SMGPU_SM_CFG_FETCH(b)	(0x5010u + 0x100u * (b))
#define SMGPU_SM_CFG_FETCH_POLICY_SHIFT	0u
/* 0 the oldest warp with room, 1 in turn: the next after the one that got a line */
#define SMGPU_SM_CFG_FETCH_POLICY_MASK	0x00000001u

/* Seed of the YIELD LFSRs */
#define SMGPU_SM_CFG_YIELD_SEED(b)	(0x5014u + 0x100u * (b))
#define SMGPU_SM_CFG_YIELD_SEED_VALUE_SHIFT	0u
/*
 * that of warp w starts with the exclusive or of this and w * 0x9e37 modulo 2^16; with 1 if that is
 * 0
 */
#define SMGPU_SM_CFG_YIELD_SEED_VALUE_MASK	0x0000ffffu
#define SMGPU_SM_CFG_YIELD_SEED_VALUE_RESET	0xace1u

/* Token queues */
#define SMGPU_SM_CFG_DTOKS(b)	(0x5018u + 0x100u * (b))
#define SMGPU_SM_CFG_DTOKS_DEPTH_SHIFT	0u
/*
 * tokens of a queue ahead of the YIELD tokens, at most; kept between 2 and the hardware's depth,
 * which 0 asks for and which holds after reset
 */
#define SMGPU_SM_CFG_DTOKS_DEPTH_MASK	0x000001ffu
#define SMGPU_SM_CFG_DTOKS_ON_FULL_SHIFT	16u
/* PRE on a full queue: 0 stops the warp for the firmware to make room, 1 pushes nothing */
#define SMGPU_SM_CFG_DTOKS_ON_FULL_MASK	0x00010000u

/* Backstop of forward progress */
#define SMGPU_SM_CFG_BACKSTOP(b)	(0x501cu + 0x100u * (b))
#define SMGPU_SM_CFG_BACKSTOP_LIMIT_SHIFT	0u
/*
 * jumps backwards of a warp while other threads wait in its token queue; after so many each next
 * one acts as YIELD until the queue's front part has been served. 0: none acts so
 */
#define SMGPU_SM_CFG_BACKSTOP_LIMIT_MASK	0x0000ffffu
#define SMGPU_SM_CFG_BACKSTOP_LIMIT_RESET	0x400u
#define SMGPU_SM_CFG_BACKSTOP_SHIFT_SHIFT	16u
/*
 * once a limit was reached, the warp's next one is this one shifted right by so many bits, but
 * least at the least. Each jump backwards while no thread waits adds 1 to it, until limit holds
 * again. 0: the limit stays
 */
#define SMGPU_SM_CFG_BACKSTOP_SHIFT_MASK	0x000f0000u
#define SMGPU_SM_CFG_BACKSTOP_SHIFT_RESET	0xfu
#define SMGPU_SM_CFG_BACKSTOP_LEAST_SHIFT	24u
#define SMGPU_SM_CFG_BACKSTOP_LEAST_MASK	0xff000000u	/* of a warp's limit */
#define SMGPU_SM_CFG_BACKSTOP_LEAST_RESET	0x20u

/*
 * Priority tokens of L1. A change of policy, and a limit below the tokens that are out, take all
 * tokens back
 */
#define SMGPU_SM_CFG_PRIO(b)	(0x5020u + 0x100u * (b))
#define SMGPU_SM_CFG_PRIO_LIMIT_SHIFT	0u
/* most tokens that are out; 0: no warp has a level, and no line is kept from being replaced */
#define SMGPU_SM_CFG_PRIO_LIMIT_MASK	0x0000003fu
#define SMGPU_SM_CFG_PRIO_POLICY_SHIFT	8u
#define SMGPU_SM_CFG_PRIO_POLICY_MASK	0x00000700u	/* other numbers are OLDEST */
/* the oldest warps; a token stays with its warp until that ends */
#define SMGPU_SM_CFG_PRIO_POLICY_OLDEST	0u
/* as many for each CTA, if they have warps enough; the oldest of a CTA */
#define SMGPU_SM_CFG_PRIO_POLICY_EVEN	1u
/* the oldest warps that could issue; one that could not loses its token to one that could */
#define SMGPU_SM_CFG_PRIO_POLICY_ELIGIBLE	2u
/* handed on in turn after each PRIO_ROTATE.period */
#define SMGPU_SM_CFG_PRIO_POLICY_ROTATE	3u
/*
 * PRIO_ROTATE.fixed of them stay with the oldest warps until these end, the others are handed on as
 * in ROTATE
 */
#define SMGPU_SM_CFG_PRIO_POLICY_SPLIT	4u
/* the oldest warps that have executed xsm.tokacq, until they execute xsm.tokrel or end */
#define SMGPU_SM_CFG_PRIO_POLICY_COMPILER	5u
/*
 * the oldest warps whose working sets, as they are sampled (PRIO_PREDICT), fit into L1 together;
 * without CONFIG4.predict, and of the L2, OLDEST
 */
#define SMGPU_SM_CFG_PRIO_POLICY_PREDICT	6u
#define SMGPU_SM_CFG_PRIO_POLICY_NAMES \
	X(OLDEST, 0u, "the oldest warps; a token stays with its warp until that ends") \
	X(EVEN, 1u, "as many for each CTA, if they have warps enough; the oldest of a CTA") \
	X(ELIGIBLE, 2u, \
	  "the oldest warps that could issue; one that could not loses its token to one " \
	  "that could") \
	X(ROTATE, 3u, "handed on in turn after each PRIO_ROTATE.period") \
	X(SPLIT, 4u, \
	  "PRIO_ROTATE.fixed of them stay with the oldest warps until these end, the " \
	  "others are handed on as in ROTATE") \
	X(COMPILER, 5u, \
	  "the oldest warps that have executed xsm.tokacq, until they execute " \
	  "xsm.tokrel or end") \
	X(PREDICT, 6u, \
	  "the oldest warps whose working sets, as they are sampled (PRIO_PREDICT), fit " \
	  "into L1 together; without CONFIG4.predict, and of the L2, OLDEST") \
	/* end */
#define SMGPU_SM_CFG_PRIO_AT_BARRIER_SHIFT	12u
/* 1: a warp at a barrier gives its token back, unless it is a fixed one */
#define SMGPU_SM_CFG_PRIO_AT_BARRIER_MASK	0x00001000u
#define SMGPU_SM_CFG_PRIO_NEVER_SHIFT	13u
/* 1: requests of level 0 never allocate, even in a free way */
#define SMGPU_SM_CFG_PRIO_NEVER_MASK	0x00002000u
#define SMGPU_SM_CFG_PRIO_LRU_SHIFT	14u
/*
 * 1: free ways first, then the least recently used one, as always with a limit above 0; 0: a set's
 * ways in turn
 */
#define SMGPU_SM_CFG_PRIO_LRU_MASK	0x00004000u
#define SMGPU_SM_CFG_PRIO_WAYS_SHIFT	16u
/* ways that L1 uses; 0: all. A change clears L1 */
#define SMGPU_SM_CFG_PRIO_WAYS_MASK	0x00070000u
#define SMGPU_SM_CFG_PRIO_TOKEN_LEVEL_SHIFT	20u
#define SMGPU_SM_CFG_PRIO_TOKEN_LEVEL_MASK	0x00300000u	/* level that a token gives */
#define SMGPU_SM_CFG_PRIO_TOKEN_LEVEL_RESET	0x1u
#define SMGPU_SM_CFG_PRIO_FIXED_LEVEL_SHIFT	22u
/* the same, of a fixed token (SPLIT) */
#define SMGPU_SM_CFG_PRIO_FIXED_LEVEL_MASK	0x00c00000u
#define SMGPU_SM_CFG_PRIO_FIXED_LEVEL_RESET	0x1u
#define SMGPU_SM_CFG_PRIO_WEIGHT_SHIFT	24u
/* 1: warps with a level issue before those without */
#define SMGPU_SM_CFG_PRIO_WEIGHT_MASK	0x01000000u
#define SMGPU_SM_CFG_PRIO_WAIT_SHIFT	25u
/*
 * 1: a warp without a token waits for one before each access of memory, but no longer than
 * PRIO_ROTATE.acquire says; a warp at a barrier gives its token back, as with at_barrier
 */
#define SMGPU_SM_CFG_PRIO_WAIT_MASK	0x02000000u

/* Handing on of priority tokens */
#define SMGPU_SM_CFG_PRIO_ROTATE(b)	(0x5024u + 0x100u * (b))
#define SMGPU_SM_CFG_PRIO_ROTATE_PERIOD_SHIFT	0u
#define SMGPU_SM_CFG_PRIO_ROTATE_PERIOD_MASK	0x0000ffffu	/* 0: never */
#define SMGPU_SM_CFG_PRIO_ROTATE_PERIOD_RESET	0x400u
#define SMGPU_SM_CFG_PRIO_ROTATE_UNIT_SHIFT	16u
/* what the period counts; 3: nothing */
#define SMGPU_SM_CFG_PRIO_ROTATE_UNIT_MASK	0x00030000u
#define SMGPU_SM_CFG_PRIO_ROTATE_UNIT_CYCLES	0u	/* cycles */
#define SMGPU_SM_CFG_PRIO_ROTATE_UNIT_REQUESTS	1u	/* line accesses of the SM */
#define SMGPU_SM_CFG_PRIO_ROTATE_UNIT_INSTRUCTIONS	2u	/* warp instructions of the SM */
#define SMGPU_SM_CFG_PRIO_ROTATE_UNIT_NAMES \
	X(CYCLES, 0u, "cycles") \
	X(REQUESTS, 1u, "line accesses of the SM") \
	X(INSTRUCTIONS, 2u, "warp instructions of the SM") \
	/* end */
#define SMGPU_SM_CFG_PRIO_ROTATE_ACQUIRE_SHIFT	20u
/*
 * COMPILER: a warp waits at xsm.tokacq for a token, and with PRIO.wait before each access, but
 * 2^acquire cycles and at most twice as many; 0: it does not wait
 */
#define SMGPU_SM_CFG_PRIO_ROTATE_ACQUIRE_MASK	0x00f00000u
#define SMGPU_SM_CFG_PRIO_ROTATE_ACQUIRE_RESET	0xeu
#define SMGPU_SM_CFG_PRIO_ROTATE_FIXED_SHIFT	24u
/* fixed tokens of SPLIT; a change takes all tokens back */
#define SMGPU_SM_CFG_PRIO_ROTATE_FIXED_MASK	0x3f000000u

/* Warps with a priority token of L1, 31:0 */
#define SMGPU_SM_CFG_PRIO_HELD_LO(b)	(0x5028u + 0x100u * (b))

/* Warps with a priority token of L1, 47:32 */
#define SMGPU_SM_CFG_PRIO_HELD_HI(b)	(0x502cu + 0x100u * (b))

/* Textile grants */
#define SMGPU_SM_CFG_TEXTILE(b)	(0x5030u + 0x100u * (b))
#define SMGPU_SM_CFG_TEXTILE_TIMEOUT_SHIFT	0u
/*
 * cycles that a warp waits for the grant while it is watched (warps are watched in turn); then the
 * grant is its own. 0: no end
 */
#define SMGPU_SM_CFG_TEXTILE_TIMEOUT_MASK	0x0000ffffu
#define SMGPU_SM_CFG_TEXTILE_TIMEOUT_RESET	0x2000u

/* The textile grant of the SM */
#define SMGPU_SM_CFG_TEXTILE_GRANT(b)	(0x5034u + 0x100u * (b))
#define SMGPU_SM_CFG_TEXTILE_GRANT_TEX_SHIFT	0u
#define SMGPU_SM_CFG_TEXTILE_GRANT_TEX_MASK	0x00000007u
#define SMGPU_SM_CFG_TEXTILE_GRANT_PHASE_SHIFT	3u
#define SMGPU_SM_CFG_TEXTILE_GRANT_PHASE_MASK	0x000000f8u
#define SMGPU_SM_CFG_TEXTILE_GRANT_TILE_SHIFT	8u
#define SMGPU_SM_CFG_TEXTILE_GRANT_TILE_MASK	0x00003f00u
#define SMGPU_SM_CFG_TEXTILE_GRANT_VALID_SHIFT	31u
#define SMGPU_SM_CFG_TEXTILE_GRANT_VALID_MASK	0x80000000u	/* there is one */

/* Warps with live threads, 31:0 */
#define SMGPU_SM_CFG_LIVE_LO(b)	(0x5040u + 0x100u * (b))

/* Warps with live threads, 47:32 */
#define SMGPU_SM_CFG_LIVE_HI(b)	(0x5044u + 0x100u * (b))

/* Warp that DBG_* shows */
#define SMGPU_SM_CFG_DBG_SELECT(b)	(0x5048u + 0x100u * (b))
#define SMGPU_SM_CFG_DBG_SELECT_WARP_SHIFT	0u
#define SMGPU_SM_CFG_DBG_SELECT_WARP_MASK	0x0000003fu

/* PC of that warp */
#define SMGPU_SM_CFG_DBG_PC(b)	(0x504cu + 0x100u * (b))

/* Active mask of that warp */
#define SMGPU_SM_CFG_DBG_ACTIVE(b)	(0x5050u + 0x100u * (b))

/* State of that warp */
#define SMGPU_SM_CFG_DBG_STATE(b)	(0x5054u + 0x100u * (b))
#define SMGPU_SM_CFG_DBG_STATE_VALID_SHIFT	0u
#define SMGPU_SM_CFG_DBG_STATE_VALID_MASK	0x00000001u
#define SMGPU_SM_CFG_DBG_STATE_AT_BARRIER_SHIFT	1u
#define SMGPU_SM_CFG_DBG_STATE_AT_BARRIER_MASK	0x00000002u
#define SMGPU_SM_CFG_DBG_STATE_TRAPPED_SHIFT	2u
#define SMGPU_SM_CFG_DBG_STATE_TRAPPED_MASK	0x00000004u
#define SMGPU_SM_CFG_DBG_STATE_WAITS_MEMORY_SHIFT	3u
#define SMGPU_SM_CFG_DBG_STATE_WAITS_MEMORY_MASK	0x00000008u
#define SMGPU_SM_CFG_DBG_STATE_DTOKS_SHIFT	8u
#define SMGPU_SM_CFG_DBG_STATE_DTOKS_MASK	0x0000ff00u
#define SMGPU_SM_CFG_DBG_STATE_SLOT_SHIFT	16u
#define SMGPU_SM_CFG_DBG_STATE_SLOT_MASK	0x000f0000u

/* Credits, as of policies A to D */
#define SMGPU_SM_CFG_DBG_CREDIT(b)	(0x5058u + 0x100u * (b))
#define SMGPU_SM_CFG_DBG_CREDIT_CREDIT_SHIFT	0u
#define SMGPU_SM_CFG_DBG_CREDIT_CREDIT_MASK	0x000000ffu	/* of that warp, signed */
#define SMGPU_SM_CFG_DBG_CREDIT_GRANT_SHIFT	8u
/* grant bit: an access of that warp is being replayed, or it has the textile grant */
#define SMGPU_SM_CFG_DBG_CREDIT_GRANT_MASK	0x00000100u
#define SMGPU_SM_CFG_DBG_CREDIT_VICTIM_SHIFT	9u
/* victim: it could have issued when its pod issued last, under a policy of credits, and did not */
#define SMGPU_SM_CFG_DBG_CREDIT_VICTIM_MASK	0x00000200u
#define SMGPU_SM_CFG_DBG_CREDIT_REPLAY_SHIFT	10u
/* an access of it is being replayed */
#define SMGPU_SM_CFG_DBG_CREDIT_REPLAY_MASK	0x00000400u
#define SMGPU_SM_CFG_DBG_CREDIT_FUND_SHIFT	16u
/* of its pod, signed: with the credits of all its warps it adds up to 0, but for D */
#define SMGPU_SM_CFG_DBG_CREDIT_FUND_MASK	0xffff0000u

/* Position of that warp, as textile grants see it */
#define SMGPU_SM_CFG_DBG_TEXTILE(b)	(0x505cu + 0x100u * (b))
#define SMGPU_SM_CFG_DBG_TEXTILE_TEX_SHIFT	0u
#define SMGPU_SM_CFG_DBG_TEXTILE_TEX_MASK	0x00000007u
#define SMGPU_SM_CFG_DBG_TEXTILE_PHASE_SHIFT	3u
#define SMGPU_SM_CFG_DBG_TEXTILE_PHASE_MASK	0x000000f8u
#define SMGPU_SM_CFG_DBG_TEXTILE_TILE_SHIFT	8u
#define SMGPU_SM_CFG_DBG_TEXTILE_TILE_MASK	0x00003f00u
#define SMGPU_SM_CFG_DBG_TEXTILE_WAITS_SHIFT	16u
#define SMGPU_SM_CFG_DBG_TEXTILE_WAITS_MASK	0x00010000u	/* it waits for the grant */
#define SMGPU_SM_CFG_DBG_TEXTILE_ADMITTED_SHIFT	17u
/* it has the grant and has not issued yet */
#define SMGPU_SM_CFG_DBG_TEXTILE_ADMITTED_MASK	0x00020000u

/*
 * Token service: a write moves DTOK_MASK/ADDR/TYPE from or to an entry of a warp's queue and shows
 * its DTOK_QUEUE; ignored while busy. Writes reach only a warp stopped for it
 */
#define SMGPU_SM_CFG_DTOK_SELECT(b)	(0x5060u + 0x100u * (b))
#define SMGPU_SM_CFG_DTOK_SELECT_WARP_SHIFT	0u
#define SMGPU_SM_CFG_DTOK_SELECT_WARP_MASK	0x0000003fu
#define SMGPU_SM_CFG_DTOK_SELECT_INDEX_SHIFT	8u
#define SMGPU_SM_CFG_DTOK_SELECT_INDEX_MASK	0x0000ff00u	/* from the head, modulo the ring */
#define SMGPU_SM_CFG_DTOK_SELECT_PUT_SHIFT	31u
#define SMGPU_SM_CFG_DTOK_SELECT_PUT_MASK	0x80000000u	/* 0 reads, 1 writes the entry */

/* State of token service */
#define SMGPU_SM_CFG_DTOK_STATUS(b)	(0x5064u + 0x100u * (b))
#define SMGPU_SM_CFG_DTOK_STATUS_BUSY_SHIFT	0u
/* the last write of a DTOK register is under way */
#define SMGPU_SM_CFG_DTOK_STATUS_BUSY_MASK	0x00000001u
#define SMGPU_SM_CFG_DTOK_STATUS_STOPPED_SHIFT	1u
/* the selected warp was stopped for token service */
#define SMGPU_SM_CFG_DTOK_STATUS_STOPPED_MASK	0x00000002u

/* Threads of the token */
#define SMGPU_SM_CFG_DTOK_MASK(b)	(0x5068u + 0x100u * (b))

/* Address of the token */
#define SMGPU_SM_CFG_DTOK_ADDR(b)	(0x506cu + 0x100u * (b))

/* Type of the token */
#define SMGPU_SM_CFG_DTOK_TYPE(b)	(0x5070u + 0x100u * (b))
#define SMGPU_SM_CFG_DTOK_TYPE_VALUE_SHIFT	0u
#define SMGPU_SM_CFG_DTOK_TYPE_VALUE_MASK	0x0000000fu

/* Queue of the selected warp, as of the last DTOK_SELECT or DTOK_QUEUE; a write sets it */
#define SMGPU_SM_CFG_DTOK_QUEUE(b)	(0x5074u + 0x100u * (b))
#define SMGPU_SM_CFG_DTOK_QUEUE_COUNT_SHIFT	0u
#define SMGPU_SM_CFG_DTOK_QUEUE_COUNT_MASK	0x000001ffu	/* tokens */
#define SMGPU_SM_CFG_DTOK_QUEUE_YIELDS_SHIFT	12u
/* of them YIELD tokens, at the back */
#define SMGPU_SM_CFG_DTOK_QUEUE_YIELDS_MASK	0x001ff000u
#define SMGPU_SM_CFG_DTOK_QUEUE_GROW_SHIFT	24u
/* written: entries that the head moves towards the front */
#define SMGPU_SM_CFG_DTOK_QUEUE_GROW_MASK	0x7f000000u
#define SMGPU_SM_CFG_DTOK_QUEUE_SPILLED_SHIFT	31u
/* more tokens of the front part are in card memory */
#define SMGPU_SM_CFG_DTOK_QUEUE_SPILLED_MASK	0x80000000u

/* Write: the selected warp does again what it was stopped at */
#define SMGPU_SM_CFG_DTOK_RESUME(b)	(0x5078u + 0x100u * (b))
#define SMGPU_SM_CFG_DTOK_RESUME_GO_SHIFT	0u
#define SMGPU_SM_CFG_DTOK_RESUME_GO_MASK	0x00000001u

/* Where a stretch of code begins, in which threads let PRIO_PC.limit hold; of any VM */
#define SMGPU_SM_CFG_PRIO_PC_BEGIN(b)	(0x5080u + 0x100u * (b))
#define SMGPU_SM_CFG_PRIO_PC_BEGIN_VALUE_SHIFT	2u
#define SMGPU_SM_CFG_PRIO_PC_BEGIN_VALUE_MASK	0xfffffffcu

/* The first address behind that stretch */
#define SMGPU_SM_CFG_PRIO_PC_END(b)	(0x5084u + 0x100u * (b))
#define SMGPU_SM_CFG_PRIO_PC_END_VALUE_SHIFT	2u
#define SMGPU_SM_CFG_PRIO_PC_END_VALUE_MASK	0xfffffffcu

/* A limit of priority tokens that follows the program counter */
#define SMGPU_SM_CFG_PRIO_PC(b)	(0x5088u + 0x100u * (b))
#define SMGPU_SM_CFG_PRIO_PC_THREADS_SHIFT	0u
/*
 * with so many active threads of the SM in the stretch, limit takes the place of PRIO.limit; 0:
 * never
 */
#define SMGPU_SM_CFG_PRIO_PC_THREADS_MASK	0x000007ffu
#define SMGPU_SM_CFG_PRIO_PC_LIMIT_SHIFT	16u
#define SMGPU_SM_CFG_PRIO_PC_LIMIT_MASK	0x003f0000u	/* 0: no tokens are used there */

/*
 * Priority tokens of the L2. While a limit of any SM is above 0, the L2 goes by levels; PRIO_ROTATE
 * holds for both kinds of tokens. A change of policy, and a limit below the tokens that are out,
 * take all tokens back
 */
#define SMGPU_SM_CFG_PRIO_L2(b)	(0x508cu + 0x100u * (b))
#define SMGPU_SM_CFG_PRIO_L2_LIMIT_SHIFT	0u
/* most tokens of the L2 that are out in the SM */
#define SMGPU_SM_CFG_PRIO_L2_LIMIT_MASK	0x0000003fu
#define SMGPU_SM_CFG_PRIO_L2_POLICY_SHIFT	8u
#define SMGPU_SM_CFG_PRIO_L2_POLICY_MASK	0x00000700u	/* other numbers are OLDEST */
/* the oldest warps; a token stays with its warp until that ends */
#define SMGPU_SM_CFG_PRIO_L2_POLICY_OLDEST	0u
/* as many for each CTA, if they have warps enough; the oldest of a CTA */
#define SMGPU_SM_CFG_PRIO_L2_POLICY_EVEN	1u
/* the oldest warps that could issue; one that could not loses its token to one that could */
#define SMGPU_SM_CFG_PRIO_L2_POLICY_ELIGIBLE	2u
/* handed on in turn after each PRIO_ROTATE.period */
#define SMGPU_SM_CFG_PRIO_L2_POLICY_ROTATE	3u
/*
 * PRIO_ROTATE.fixed of them stay with the oldest warps until these end, the others are handed on as
 * in ROTATE
 */
#define SMGPU_SM_CFG_PRIO_L2_POLICY_SPLIT	4u
/* the oldest warps that have executed xsm.tokacq, until they execute xsm.tokrel or end */
#define SMGPU_SM_CFG_PRIO_L2_POLICY_COMPILER	5u
/*
 * the oldest warps whose working sets, as they are sampled (PRIO_PREDICT), fit into L1 together;
 * without CONFIG4.predict, and of the L2, OLDEST
 */
#define SMGPU_SM_CFG_PRIO_L2_POLICY_PREDICT	6u
#define SMGPU_SM_CFG_PRIO_L2_POLICY_NAMES \
	X(OLDEST, 0u, "the oldest warps; a token stays with its warp until that ends") \
	X(EVEN, 1u, "as many for each CTA, if they have warps enough; the oldest of a CTA") \
	X(ELIGIBLE, 2u, \
	  "the oldest warps that could issue; one that could not loses its token to one " \
	  "that could") \
	X(ROTATE, 3u, "handed on in turn after each PRIO_ROTATE.period") \
	X(SPLIT, 4u, \
	  "PRIO_ROTATE.fixed of them stay with the oldest warps until these end, the " \
	  "others are handed on as in ROTATE") \
	X(COMPILER, 5u, \
	  "the oldest warps that have executed xsm.tokacq, until they execute " \
	  "xsm.tokrel or end") \
	X(PREDICT, 6u, \
	  "the oldest warps whose working sets, as they are sampled (PRIO_PREDICT), fit " \
	  "into L1 together; without CONFIG4.predict, and of the L2, OLDEST") \
	/* end */
#define SMGPU_SM_CFG_PRIO_L2_AT_BARRIER_SHIFT	12u
/* 1: a warp at a barrier gives its token back, unless it is a fixed one */
#define SMGPU_SM_CFG_PRIO_L2_AT_BARRIER_MASK	0x00001000u
#define SMGPU_SM_CFG_PRIO_L2_NEVER_SHIFT	13u
/* 1 in any SM: reads of level 0 get no line of the L2, even if a way is free */
#define SMGPU_SM_CFG_PRIO_L2_NEVER_MASK	0x00002000u
#define SMGPU_SM_CFG_PRIO_L2_ORDER_SHIFT	15u
/*
 * 1 in any SM: requests of a higher level go first, at the ports of the L2 and on their way to
 * DRAM; one in nine of those behind them all the same
 */
#define SMGPU_SM_CFG_PRIO_L2_ORDER_MASK	0x00008000u
#define SMGPU_SM_CFG_PRIO_L2_TOKEN_LEVEL_SHIFT	20u
#define SMGPU_SM_CFG_PRIO_L2_TOKEN_LEVEL_MASK	0x00300000u	/* level that a token gives */
#define SMGPU_SM_CFG_PRIO_L2_TOKEN_LEVEL_RESET	0x1u
#define SMGPU_SM_CFG_PRIO_L2_FIXED_LEVEL_SHIFT	22u
/* the same, of a fixed token (SPLIT) */
#define SMGPU_SM_CFG_PRIO_L2_FIXED_LEVEL_MASK	0x00c00000u
#define SMGPU_SM_CFG_PRIO_L2_FIXED_LEVEL_RESET	0x1u

/* Warps with a priority token of the L2, 31:0 */
#define SMGPU_SM_CFG_PRIO_L2_HELD_LO(b)	(0x5090u + 0x100u * (b))

/* Warps with a priority token of the L2, 47:32 */
#define SMGPU_SM_CFG_PRIO_L2_HELD_HI(b)	(0x5094u + 0x100u * (b))

/*
 * Working sets of warps: how far apart two accesses of one line are, counted in other lines of the
 * warp. One warp after the other is sampled, a part of its lines
 */
#define SMGPU_SM_CFG_PRIO_PREDICT(b)	(0x5098u + 0x100u * (b))
#define SMGPU_SM_CFG_PRIO_PREDICT_SHARE_SHIFT	0u
/*
 * sixteenths of the lines of L1 that the working sets of warps with a token fill together
 * (PREDICT), less one
 */
#define SMGPU_SM_CFG_PRIO_PREDICT_SHARE_MASK	0x0000000fu
#define SMGPU_SM_CFG_PRIO_PREDICT_SHARE_RESET	0x7u
#define SMGPU_SM_CFG_PRIO_PREDICT_RATIO_SHIFT	4u
/* one of 2^ratio lines is sampled, 2^4 at most */
#define SMGPU_SM_CFG_PRIO_PREDICT_RATIO_MASK	0x00000070u
#define SMGPU_SM_CFG_PRIO_PREDICT_RATIO_RESET	0x3u
#define SMGPU_SM_CFG_PRIO_PREDICT_LENGTH_SHIFT	8u
/* lookups of L1 after which the next warp is sampled, less one, in 16; or 2^14 cycles */
#define SMGPU_SM_CFG_PRIO_PREDICT_LENGTH_MASK	0x0000ff00u
#define SMGPU_SM_CFG_PRIO_PREDICT_LENGTH_RESET	0xfu

/* Working set of the warp in DBG_SELECT */
#define SMGPU_SM_CFG_DBG_WORKING_SET(b)	(0x509cu + 0x100u * (b))
#define SMGPU_SM_CFG_DBG_WORKING_SET_LINES_SHIFT	0u
/* lines of L1; 0: it does not use lines again */
#define SMGPU_SM_CFG_DBG_WORKING_SET_LINES_MASK	0x000003ffu
#define SMGPU_SM_CFG_DBG_WORKING_SET_KNOWN_SHIFT	15u
/* it was sampled; else it is taken to be as the warp that was sampled last */
#define SMGPU_SM_CFG_DBG_WORKING_SET_KNOWN_MASK	0x00008000u

/* Bonuses of the additive weight (SCHED.additive), in credits */
#define SMGPU_SM_CFG_SCHED_BONUS(b)	(0x50a0u + 0x100u * (b))
#define SMGPU_SM_CFG_SCHED_BONUS_TEXTURE_SHIFT	0u
/* of a warp whose tile and phase are those of the textile grant */
#define SMGPU_SM_CFG_SCHED_BONUS_TEXTURE_MASK	0x0000003fu
#define SMGPU_SM_CFG_SCHED_BONUS_OP_SHIFT	8u
/*
 * of an instruction for the pipe of which fewer instructions are under way in its pod: PipeFp
 * against PipeInt
 */
#define SMGPU_SM_CFG_SCHED_BONUS_OP_MASK	0x00003f00u
#define SMGPU_SM_CFG_SCHED_BONUS_PIXEL_SHIFT	16u
/* 1: texture, and the age of SCHED.age_scale, are for pixel threads alone */
#define SMGPU_SM_CFG_SCHED_BONUS_PIXEL_MASK	0x00010000u

/* The same, of each type of threads (SCHED_SLOTS) */
#define SMGPU_SM_CFG_SCHED_TYPES(b)	(0x50a4u + 0x100u * (b))
#define SMGPU_SM_CFG_SCHED_TYPES_COMPUTE_SHIFT	0u
#define SMGPU_SM_CFG_SCHED_TYPES_COMPUTE_MASK	0x0000003fu
#define SMGPU_SM_CFG_SCHED_TYPES_VERTEX_SHIFT	8u
#define SMGPU_SM_CFG_SCHED_TYPES_VERTEX_MASK	0x00003f00u
#define SMGPU_SM_CFG_SCHED_TYPES_GEOMETRY_SHIFT	16u
#define SMGPU_SM_CFG_SCHED_TYPES_GEOMETRY_MASK	0x003f0000u
#define SMGPU_SM_CFG_SCHED_TYPES_PIXEL_SHIFT	24u
#define SMGPU_SM_CFG_SCHED_TYPES_PIXEL_MASK	0x3f000000u

/*
 * Type of the threads of each task slot, two bits each, as enum smgpu_thread_type; the firmware
 * writes it
 */
#define SMGPU_SM_CFG_SCHED_SLOTS(b)	(0x50a8u + 0x100u * (b))

#define SMGPU_PERF_BASE	0x8000u

/* Counters */
#define SMGPU_PERF_CTRL	0x8000u
#define SMGPU_PERF_CTRL_SNAPSHOT_SHIFT	0u
/* copies all counters to VALUE in one cycle */
#define SMGPU_PERF_CTRL_SNAPSHOT_MASK	0x00000001u
#define SMGPU_PERF_CTRL_CLEAR_SHIFT	1u
#define SMGPU_PERF_CTRL_CLEAR_MASK	0x00000002u	/* clears all counters */

/*
 * Snapshot: 64-bit values, low word first; global counters, then 64 values for each SM (order:
 * perf.txt)
 */
#define SMGPU_PERF_VALUE(i)	(0x8200u + 4u * (i))
#define SMGPU_PERF_VALUE_COUNT	640u

#define SMGPU_BOARD_BASE	0x12000u

/* Identity of the block */
#define SMGPU_BOARD_ID	0x12000u
#define SMGPU_BOARD_ID_VALUE_RESET	0x534d4742u

/* Version of this block, and which board it is */
#define SMGPU_BOARD_VERSION	0x12004u
#define SMGPU_BOARD_VERSION_MAP_SHIFT	0u
#define SMGPU_BOARD_VERSION_MAP_MASK	0x0000ffffu
#define SMGPU_BOARD_VERSION_MAP_RESET	0x1u
#define SMGPU_BOARD_VERSION_BOARD_SHIFT	16u
#define SMGPU_BOARD_VERSION_BOARD_MASK	0xffff0000u
#define SMGPU_BOARD_VERSION_BOARD_ACORN	1u	/* SQRL Acorn CLE-215+ */
#define SMGPU_BOARD_VERSION_BOARD_ZCU106	2u	/* Xilinx ZCU106 */
#define SMGPU_BOARD_VERSION_BOARD_SIMULATION	65535u	/* simulation */
#define SMGPU_BOARD_VERSION_BOARD_NAMES \
	X(ACORN, 1u, "SQRL Acorn CLE-215+") \
	X(ZCU106, 2u, "Xilinx ZCU106") \
	X(SIMULATION, 65535u, "simulation") \
	/* end */

/* First 32 bits of the commit of which the bitstream was made; 0: unknown */
#define SMGPU_BOARD_BUILD	0x12008u

/* State of the board */
#define SMGPU_BOARD_STATUS	0x1200cu
#define SMGPU_BOARD_STATUS_LINK_UP_SHIFT	0u
#define SMGPU_BOARD_STATUS_LINK_UP_MASK	0x00000001u
#define SMGPU_BOARD_STATUS_CLOCKS_LOCKED_SHIFT	1u
#define SMGPU_BOARD_STATUS_CLOCKS_LOCKED_MASK	0x00000002u
#define SMGPU_BOARD_STATUS_DRAM_READY_SHIFT	2u
#define SMGPU_BOARD_STATUS_DRAM_READY_MASK	0x00000004u	/* DRAM is calibrated */
#define SMGPU_BOARD_STATUS_DRAM_ERROR_SHIFT	3u
#define SMGPU_BOARD_STATUS_DRAM_ERROR_MASK	0x00000008u	/* calibration of DRAM has failed */
#define SMGPU_BOARD_STATUS_TEST_RUNNING_SHIFT	4u
#define SMGPU_BOARD_STATUS_TEST_RUNNING_MASK	0x00000010u	/* the test of memory runs */
#define SMGPU_BOARD_STATUS_TEST_DONE_SHIFT	5u
#define SMGPU_BOARD_STATUS_TEST_DONE_MASK	0x00000020u	/* it has ended */
#define SMGPU_BOARD_STATUS_TEST_FAILED_SHIFT	6u
/* a line is wrong: the card stays in reset */
#define SMGPU_BOARD_STATUS_TEST_FAILED_MASK	0x00000040u
#define SMGPU_BOARD_STATUS_CARD_RUNNING_SHIFT	7u
#define SMGPU_BOARD_STATUS_CARD_RUNNING_MASK	0x00000080u	/* the card is out of reset */
#define SMGPU_BOARD_STATUS_LINK_LANES_SHIFT	8u
#define SMGPU_BOARD_STATUS_LINK_LANES_MASK	0x00000f00u	/* lanes in use */
#define SMGPU_BOARD_STATUS_LINK_SPEED_SHIFT	12u
/* 1: 2.5 GT/s; 2: 5 GT/s; 3: 8 GT/s */
#define SMGPU_BOARD_STATUS_LINK_SPEED_MASK	0x0000f000u

/* KiB of DRAM that the test at power-up has done; each of its two passes is half */
#define SMGPU_BOARD_TEST_KIB	0x12010u

/* Wrong lines that its passes have found */
#define SMGPU_BOARD_TEST_ERRORS	0x12014u
#define SMGPU_BOARD_TEST_ERRORS_VALUE_SHIFT	0u
#define SMGPU_BOARD_TEST_ERRORS_VALUE_MASK	0x0000ffffu	/* stays at 0xffff */

/* Number of the first of them: its address in DRAM, divided by 32 */
#define SMGPU_BOARD_TEST_LINE	0x12018u

/* Bits that were wrong in any word of 32 bits */
#define SMGPU_BOARD_TEST_BITS	0x1201cu

/* What measures temperature and voltages */
#define SMGPU_BOARD_MONITOR	0x12020u
#define SMGPU_BOARD_MONITOR_KIND_SHIFT	0u
#define SMGPU_BOARD_MONITOR_KIND_MASK	0x000000ffu
#define SMGPU_BOARD_MONITOR_KIND_NONE	0u	/* none: the four registers behind it read 0 */
/* XADC of the 7 series: code * 503.975 / 4096 - 273.15 */
#define SMGPU_BOARD_MONITOR_KIND_XADC	1u
/* SYSMONE4 of UltraScale+: code * 509.314 / 4096 - 280.231 */
#define SMGPU_BOARD_MONITOR_KIND_SYSMON	2u
#define SMGPU_BOARD_MONITOR_KIND_NAMES \
	X(NONE, 0u, "none: the four registers behind it read 0") \
	X(XADC, 1u, "XADC of the 7 series: code * 503.975 / 4096 - 273.15") \
	X(SYSMON, 2u, "SYSMONE4 of UltraScale+: code * 509.314 / 4096 - 280.231") \
	/* end */

/* Temperature of the FPGA; MONITOR says which degrees Celsius a code is */
#define SMGPU_BOARD_TEMPERATURE	0x12024u
#define SMGPU_BOARD_TEMPERATURE_NOW_SHIFT	0u
#define SMGPU_BOARD_TEMPERATURE_NOW_MASK	0x00000fffu	/* the last one; 0: none yet */
#define SMGPU_BOARD_TEMPERATURE_HIGHEST_SHIFT	16u
#define SMGPU_BOARD_TEMPERATURE_HIGHEST_MASK	0x0fff0000u	/* since reset */

/* Supply of its logic: volts = code * 3 / 4096 */
#define SMGPU_BOARD_VCCINT	0x12028u
#define SMGPU_BOARD_VCCINT_NOW_SHIFT	0u
#define SMGPU_BOARD_VCCINT_NOW_MASK	0x00000fffu	/* the last one; 0: none yet */
#define SMGPU_BOARD_VCCINT_LOWEST_SHIFT	16u
#define SMGPU_BOARD_VCCINT_LOWEST_MASK	0x0fff0000u	/* since reset */

/* Auxiliary supply, as VCCINT */
#define SMGPU_BOARD_VCCAUX	0x1202cu
#define SMGPU_BOARD_VCCAUX_NOW_SHIFT	0u
#define SMGPU_BOARD_VCCAUX_NOW_MASK	0x00000fffu
#define SMGPU_BOARD_VCCAUX_LOWEST_SHIFT	16u
#define SMGPU_BOARD_VCCAUX_LOWEST_MASK	0x0fff0000u

/* Supply of its block RAMs, as VCCINT */
#define SMGPU_BOARD_VCCBRAM	0x12030u
#define SMGPU_BOARD_VCCBRAM_NOW_SHIFT	0u
#define SMGPU_BOARD_VCCBRAM_NOW_MASK	0x00000fffu
#define SMGPU_BOARD_VCCBRAM_LOWEST_SHIFT	16u
#define SMGPU_BOARD_VCCBRAM_LOWEST_MASK	0x0fff0000u

/* host: lamps */
#define SMGPU_BOARD_LEDS	0x12034u
#define SMGPU_BOARD_LEDS_VALUE_SHIFT	0u
#define SMGPU_BOARD_LEDS_VALUE_MASK	0x000000ffu	/* 1: lit */
#define SMGPU_BOARD_LEDS_HOST_SHIFT	8u
/* lamps that the host drives; others show the board's state */
#define SMGPU_BOARD_LEDS_HOST_MASK	0x0000ff00u

/* host: the flash behind an SPI master of mode 0, core clock / 4 */
#define SMGPU_BOARD_SPI_CTRL	0x12038u
#define SMGPU_BOARD_SPI_CTRL_SELECT_SHIFT	0u
/* chip select is low while it is 1 */
#define SMGPU_BOARD_SPI_CTRL_SELECT_MASK	0x00000001u
#define SMGPU_BOARD_SPI_CTRL_BUSY_SHIFT	31u
#define SMGPU_BOARD_SPI_CTRL_BUSY_MASK	0x80000000u	/* a transfer runs */

/* host: a write starts a transfer of a byte; while one runs the access waits */
#define SMGPU_BOARD_SPI_DATA	0x1203cu
#define SMGPU_BOARD_SPI_DATA_VALUE_SHIFT	0u
/* written: sent, its highest bit first; read: received last */
#define SMGPU_BOARD_SPI_DATA_VALUE_MASK	0x000000ffu

/* The flash */
#define SMGPU_BOARD_SPI_SIZE	0x12040u
#define SMGPU_BOARD_SPI_SIZE_KIB_SHIFT	0u
#define SMGPU_BOARD_SPI_SIZE_KIB_MASK	0x7fffffffu	/* 0: no flash */
#define SMGPU_BOARD_SPI_SIZE_FALLBACK_SHIFT	31u
/* a fallback image stands at 0, the update image at SPI_UPDATE */
#define SMGPU_BOARD_SPI_SIZE_FALLBACK_MASK	0x80000000u

/* Where the place of the update image begins in the flash */
#define SMGPU_BOARD_SPI_UPDATE	0x12044u

#endif
