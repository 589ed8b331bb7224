// SPDX-License-Identifier: MIT
/* Page tables, written through BAR2; and what can be done with registers alone while the MCU is
 * held in reset. */
#include <errno.h>
#include <string.h>

#include "cardtest.h"
#include "smgpu_regs.h"

#define PAGE	4096u
#define LEAF	(SMGPU_PTE_V | SMGPU_PTE_U | SMGPU_PTE_A | SMGPU_PTE_D)

int ct_tables_new(struct ct *ct, unsigned vm)
{
	if (vm == 0 || vm >= CT_MAX_VMS || ct->root[vm])
		return -EINVAL;
	ct->root[vm] = ct_card_alloc(ct, PAGE, PAGE);
	return ct->root[vm] ? 0 : -ENOMEM;
}

int ct_set_pte(struct ct *ct, unsigned vm, uint32_t va, int level, uint64_t pte)
{
	uint64_t table = ct->root[vm], at, next;
	int l;

	for (l = 2; ; l--) {
		at = table + (va >> (12 + 9 * l) & 0x1ff) * 8;
		if (l == level)
			break;
		ct_download(ct, at, &next, sizeof(next));
		if (!(next & SMGPU_PTE_V)) {
			table = ct_card_alloc(ct, PAGE, PAGE);
			if (!table)
				return -ENOMEM;
			next = table >> 12 << SMGPU_PTE_PPN_SHIFT | SMGPU_PTE_V;
			ct_upload(ct, at, &next, sizeof(next));
		}
		table = next >> SMGPU_PTE_PPN_SHIFT << 12;
	}
	ct_upload(ct, at, &pte, sizeof(pte));
	return 0;
}

int ct_map(struct ct *ct, unsigned vm, uint32_t va, uint64_t pa, size_t bytes, uint64_t flags)
{
	size_t off;
	int r = 0;

	if (!ct->root[vm] || (flags & CT_BLOCKS && (va | pa | bytes) % SMGPU_PTE_N_BYTES))
		return -EINVAL;
	for (off = 0; off < bytes && !r; off += PAGE) {
		uint64_t page = flags & CT_BLOCKS
					? (pa + off) / SMGPU_PTE_N_BYTES * SMGPU_PTE_N_BYTES +
						  SMGPU_PTE_N_BYTES / 2
					: pa + off;

		r = ct_set_pte(ct, vm, va + (uint32_t)off, 0,
			       page >> 12 << SMGPU_PTE_PPN_SHIFT | flags | LEAF);
	}
	return r;
}

uint64_t ct_map_new(struct ct *ct, unsigned vm, uint32_t va, size_t bytes, uint64_t flags)
{
	uint64_t card = ct_card_alloc(ct, (bytes + PAGE - 1) / PAGE * PAGE, PAGE);

	return card && !ct_map(ct, vm, va, card, bytes, flags) ? card : 0;
}

static bool dma_done(struct ct *ct, void *arg)
{
	return !(ct_read(ct, SMGPU_DMA_STATUS(*(unsigned *)arg)) & SMGPU_DMA_STATUS_BUSY_MASK);
}

unsigned ct_dma_engines(struct ct *ct)
{
	return (ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_DMA_ENGINES_MASK) >>
	       SMGPU_HOST_CONFIG0_DMA_ENGINES_SHIFT;
}

int ct_dma(struct ct *ct, unsigned engine, uint32_t ctrl, uint64_t dst, uint64_t src,
	   uint32_t bytes)
{
	int r;

	if (engine >= ct_dma_engines(ct))
		engine = 0;
	ct_write(ct, SMGPU_DMA_SRC_LO(engine), (uint32_t)src);
	ct_write(ct, SMGPU_DMA_SRC_HI(engine), (uint32_t)(src >> 32));
	ct_write(ct, SMGPU_DMA_DST_LO(engine), (uint32_t)dst);
	ct_write(ct, SMGPU_DMA_DST_HI(engine), (uint32_t)(dst >> 32));
	ct_write(ct, SMGPU_DMA_LEN(engine), bytes);
	ct_write(ct, SMGPU_DMA_FILL(engine), (uint32_t)src);
	ct_write(ct, SMGPU_DMA_CTRL(engine), ctrl);
	r = ct_wait(ct, dma_done, &engine, "DMA");
	return r ? r : (int)ct_read(ct, SMGPU_DMA_STATUS(engine));
}

void ct_direct_vm(struct ct *ct, unsigned vm)
{
	ct_write(ct, SMGPU_MMU_ROOT(vm),
		 SMGPU_MMU_ROOT_VALID_MASK | (uint32_t)(ct->root[vm] >> 12));
	ct_write(ct, SMGPU_MMU_INVALIDATE, vm);
}

static uint32_t reciprocal(uint32_t n)
{
	return ((1u << 20) + n - 1) / n;
}

void ct_direct_fill(struct ct *ct, const struct ct_task *t)
{
	uint32_t threads = t->cta[0] * t->cta[1] * t->cta[2], s = t->slot;

	ct_write(ct, SMGPU_SLOT_SM_MASK(s),
		 t->sm_mask ? t->sm_mask : SMGPU_SLOT_SM_MASK_VALUE_MASK);
	ct_write(ct, SMGPU_SLOT_ENTRY(s), t->entry);
	ct_write(ct, SMGPU_SLOT_PARAM(s), t->param);
	ct_write(ct, SMGPU_SLOT_GRID_X(s), t->grid[0]);
	ct_write(ct, SMGPU_SLOT_GRID_Y(s), t->grid[1]);
	ct_write(ct, SMGPU_SLOT_GRID_Z(s), t->grid[2]);
	ct_write(ct, SMGPU_SLOT_CTA_XY(s), t->cta[0] | t->cta[1] << SMGPU_SLOT_CTA_XY_Y_SHIFT);
	ct_write(ct, SMGPU_SLOT_CTA_Z(s),
		 t->cta[2] | t->inflight << SMGPU_SLOT_CTA_Z_QUOTA_INFLIGHT_SHIFT);
	ct_write(ct, SMGPU_SLOT_SHAPE(s),
		 threads | (threads + 31) / 32 << SMGPU_SLOT_SHAPE_WARPS_SHIFT);
	ct_write(ct, SMGPU_SLOT_RECIP_X(s), reciprocal(t->cta[0]));
	ct_write(ct, SMGPU_SLOT_RECIP_XY(s), reciprocal(t->cta[0] * t->cta[1]));
	ct_write(ct, SMGPU_SLOT_SHARED(s), t->shared | (t->lent ? SMGPU_SLOT_SHARED_LENT_MASK : 0));
	ct_write(ct, SMGPU_SLOT_LOCAL(s), t->local);
	ct_write(ct, SMGPU_SLOT_LOCAL_VA(s), t->local_va);
	ct_write(ct, SMGPU_SLOT_NEXT(s), 0);
	ct_write(ct, SMGPU_SLOT_LIMIT(s),
		 t->queue ? t->items : t->grid[0] * t->grid[1] * t->grid[2]);
	ct_write(ct, SMGPU_SLOT_COALESCE(s), t->coalesce);
	ct_write(ct, SMGPU_SLOT_TIMEOUT(s), t->timeout);
	ct_write(ct, SMGPU_SLOT_QUOTA(s), t->launched);
	ct_write(ct, SMGPU_SLOT_NEXT_X(s), 0);
	ct_write(ct, SMGPU_SLOT_NEXT_Y(s), 0);
	ct_write(ct, SMGPU_SLOT_NEXT_Z(s), 0);
	ct_write(ct, SMGPU_SLOT_CTRL(s),
		 SMGPU_SLOT_CTRL_VALID_MASK |
			 (t->sequential ? SMGPU_SLOT_CTRL_SEQUENTIAL_MASK : 0) |
			 (t->inflight ? SMGPU_SLOT_CTRL_QUOTA_INFLIGHT_MASK : 0) |
			 (t->launched ? SMGPU_SLOT_CTRL_QUOTA_LAUNCHED_MASK : 0) |
			 t->priority << SMGPU_SLOT_CTRL_PRIO_SHIFT |
			 (t->queue ? SMGPU_SLOT_CTRL_QUEUE_MASK : 0) |
			 t->vm << SMGPU_SLOT_CTRL_VM_SHIFT | t->gen << SMGPU_SLOT_CTRL_GEN_SHIFT);
}

void ct_direct_order(struct ct *ct, const uint8_t *slots, unsigned n)
{
	uint32_t words[2] = { 0, 0 };
	unsigned i;

	for (i = 0; i < n; i++)
		words[i / 8] |= (uint32_t)slots[i] << (i % 8 * 4);
	ct_write(ct, SMGPU_LAUNCH_ORDER_USED, 0);
	ct_write(ct, SMGPU_LAUNCH_ORDER(0), words[0]);
	ct_write(ct, SMGPU_LAUNCH_ORDER(1), words[1]);
	ct_write(ct, SMGPU_LAUNCH_ORDER_USED, n);
}

static bool event_there(struct ct *ct, void *arg)
{
	uint32_t *event = arg;

	*event = ct_read(ct, SMGPU_LAUNCH_EVENT);
	return *event & SMGPU_LAUNCH_EVENT_VALID_MASK;
}

int ct_direct_event(struct ct *ct, uint32_t *event)
{
	int r = ct_wait(ct, event_there, event, "launcher event");

	if (!r)
		ct_write(ct, SMGPU_LAUNCH_EVENT_POP, SMGPU_LAUNCH_EVENT_POP_POP_MASK);
	return r;
}
