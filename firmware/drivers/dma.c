// SPDX-License-Identifier: MIT
#include "drivers.h"
#include "mmio.h"
#include "smgpu_regs.h"

/*
 * A card with one engine does both kinds of transfer with it. A control transfer waits for the end
 * of a bulk transfer, which is short there, and keeps the bulk transfer's result until dma_result()
 * reads it.
 */
/* bytes of a bulk transfer on a shared engine: what a control transfer may have to wait for */
#define SHARED_PIECE	4096u

static bool shared;			/* one engine */
static enum { IDLE, CONTROL, BULK } doing;	/* what the engine of control transfers may be at */
static struct {
	enum dma_result result;
	uint32_t fault_va;
	bool on_dst;
} ended;
/* of the control transfer under way, which wants to know how it ends */
static struct dma_ticket *ticket;
static bool wants_rest;

static uint32_t engine_of(unsigned int e)
{
	return shared ? DMA_CONTROL : e;
}

static inline bool runs(uint32_t e)
{
	return reg_read(SMGPU_DMA_STATUS(e)) & SMGPU_DMA_STATUS_BUSY_MASK;
}

static uint32_t last_status;		/* of the control transfer that ended last */

static inline enum dma_result error_of(uint32_t status)
{
	return (enum dma_result)((status & SMGPU_DMA_STATUS_ERROR_MASK) >>
				 SMGPU_DMA_STATUS_ERROR_SHIFT);
}

static inline enum dma_result result_of(uint32_t e, uint32_t status, uint32_t *fault_va,
					bool *on_dst)
{
	enum dma_result result = error_of(status);

	/* Of a transfer that was programmed badly the register has no address, and without an error
	 * an earlier one's. */
	if (result)
		*fault_va = result == DMA_BAD ? 0 : reg_read(SMGPU_DMA_FAULT_VA(e));
	*on_dst = status & SMGPU_DMA_STATUS_ERROR_DST_MASK;
	return result;
}

/* The control transfer has ended. */
static inline void close(uint32_t status)
{
	bool on_dst;

	last_status = status;
	if (!ticket)
		return;
	ticket->status = status;
	if (wants_rest)
		ticket->rest = reg_read(SMGPU_DMA_REST(DMA_CONTROL));
	if (error_of(status))
		(void)result_of(DMA_CONTROL, status, &ticket->fault_va, &on_dst);
	ticket = NULL;
}

/* The engine of control transfers does nothing any more, and what it did is known. */
static inline void settle(void)
{
	uint32_t status;

	if (doing == IDLE)
		return;
	do
		status = reg_read(SMGPU_DMA_STATUS(DMA_CONTROL));
	while (status & SMGPU_DMA_STATUS_BUSY_MASK);
	if (doing == CONTROL) {
		doing = IDLE;
		close(status);
		return;
	}
	doing = IDLE;
	ended.result = result_of(DMA_CONTROL, status, &ended.fault_va, &ended.on_dst);
}

void dma_init(uint32_t engines)
{
	shared = engines == 1;
	doing = IDLE;
}

uint32_t dma_piece(uint32_t most)
{
	return shared && most > SHARED_PIECE ? SHARED_PIECE : most;
}

void dma_start(unsigned int which, struct dma_addr dst, struct dma_addr src, uint32_t bytes)
{
	bool fill = src.space == DMA_FILL;
	uint32_t e = engine_of(which);

	if (e == DMA_CONTROL)
		settle();
	if (which == DMA_CONTROL)
		doing = CONTROL;
	else if (shared)
		doing = BULK;

	reg_write(SMGPU_DMA_SRC_LO(e), fill ? 0 : (uint32_t)src.addr);
	reg_write(SMGPU_DMA_SRC_HI(e), fill ? 0 : (uint32_t)(src.addr >> 32));
	reg_write(SMGPU_DMA_DST_LO(e), (uint32_t)dst.addr);
	reg_write(SMGPU_DMA_DST_HI(e), (uint32_t)(dst.addr >> 32));
	reg_write(SMGPU_DMA_LEN(e), bytes);
	if (fill)
		reg_write(SMGPU_DMA_FILL(e), (uint32_t)src.addr);
	/* An engine knows one VM: both VM sides of a copy are the same VM. */
	reg_write(SMGPU_DMA_CTRL(e), (uint32_t)src.space << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT |
		  (uint32_t)dst.space << SMGPU_DMA_CTRL_DST_SPACE_SHIFT |
		  (src.space == DMA_VM ? src.vm : dst.vm) << SMGPU_DMA_CTRL_VM_SHIFT);
}

bool dma_busy(unsigned int which)
{
	if (which == DMA_CONTROL)
		return doing == CONTROL && runs(DMA_CONTROL);
	if (shared)
		return doing == BULK && runs(DMA_CONTROL);
	return runs(which);
}

enum dma_result dma_result(unsigned int which, uint32_t *fault_va, bool *on_dst)
{
	if (shared && which == DMA_BULK) {
		settle();
		if (ended.result)
			*fault_va = ended.fault_va;
		*on_dst = ended.on_dst;
		return ended.result;
	}
	return result_of(which, reg_read(SMGPU_DMA_STATUS(which)), fault_va, on_dst);
}

void dma_wait(void)
{
	settle();
}

/* One side is TCM; the other one is host memory, or a VM, whose addresses have no upper half. */
static inline void control(uint32_t dst, uint32_t dst_hi, uint32_t src, uint32_t src_hi,
			   uint32_t bytes, uint32_t ctrl)
{
	settle();
	doing = CONTROL;
	reg_write(SMGPU_DMA_SRC_LO(DMA_CONTROL), src);
	reg_write(SMGPU_DMA_SRC_HI(DMA_CONTROL), src_hi);
	reg_write(SMGPU_DMA_DST_LO(DMA_CONTROL), dst);
	reg_write(SMGPU_DMA_DST_HI(DMA_CONTROL), dst_hi);
	reg_write(SMGPU_DMA_LEN(DMA_CONTROL), bytes);
	reg_write(SMGPU_DMA_CTRL(DMA_CONTROL), ctrl);
}

#define BETWEEN(dst, src)                                    \
	((uint32_t)(src) << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT | \
	 (uint32_t)(dst) << SMGPU_DMA_CTRL_DST_SPACE_SHIFT)

static enum dma_result result(uint32_t *fault_va)
{
	bool on_dst;

	settle();
	return result_of(DMA_CONTROL, last_status, fault_va, &on_dst);
}

static enum dma_result transfer(struct dma_addr dst, struct dma_addr src, uint32_t bytes,
				uint32_t *fault_va, bool *on_dst)
{
	dma_start(DMA_CONTROL, dst, src, bytes);
	settle();
	return result_of(DMA_CONTROL, last_status, fault_va, on_dst);
}

static struct dma_addr tcm(const void *p)
{
	return (struct dma_addr){ .space = DMA_TCM, .addr = tcm_offset(p) };
}

static struct dma_addr card(uint64_t addr)
{
	return (struct dma_addr){ .space = DMA_CARD, .addr = addr };
}

static struct dma_addr user(uint32_t vm, uint32_t va)
{
	return (struct dma_addr){ .space = DMA_VM, .vm = vm, .addr = va };
}

enum dma_result dma_host_read(void *p, uint64_t bus, uint32_t bytes)
{
	enum dma_result r;
	uint32_t va;

	control(tcm_offset(p), 0, (uint32_t)bus, (uint32_t)(bus >> 32), bytes,
		BETWEEN(DMA_TCM, DMA_HOST));
	r = result(&va);
	__asm__ volatile("" ::: "memory");
	return r;
}

enum dma_result dma_host_write(uint64_t bus, const void *p, uint32_t bytes)
{
	uint32_t va;

	dma_host_post(bus, p, bytes);
	return result(&va);
}

void dma_host_post(uint64_t bus, const void *p, uint32_t bytes)
{
	control((uint32_t)bus, (uint32_t)(bus >> 32), tcm_offset(p), 0, bytes,
		BETWEEN(DMA_HOST, DMA_TCM));
}

enum dma_result dma_card_read(void *p, uint64_t addr, uint32_t bytes)
{
	uint32_t va;
	bool dst;
	enum dma_result r = transfer(tcm(p), card(addr), bytes, &va, &dst);

	__asm__ volatile("" ::: "memory");
	return r;
}

enum dma_result dma_card_write(uint64_t addr, const void *p, uint32_t bytes)
{
	uint32_t va;
	bool dst;

	return transfer(card(addr), tcm(p), bytes, &va, &dst);
}

static inline void follow(struct dma_ticket *t, bool rest)
{
	wants_rest = rest;
	ticket = t;
}

void dma_host_fetch(void *p, uint64_t bus, uint32_t bytes, struct dma_ticket *t)
{
	control(tcm_offset(p), 0, (uint32_t)bus, (uint32_t)(bus >> 32), bytes,
		BETWEEN(DMA_TCM, DMA_HOST));
	follow(t, false);
}

void dma_vm_fetch(void *p, uint32_t vm, uint32_t va, uint32_t bytes, struct dma_ticket *t)
{
	control(tcm_offset(p), 0, va, 0, bytes,
		BETWEEN(DMA_TCM, DMA_VM) | vm << SMGPU_DMA_CTRL_VM_SHIFT);
	follow(t, true);
}

void dma_vm_send(uint32_t vm, uint32_t va, const void *p, uint32_t bytes, struct dma_ticket *t)
{
	control(va, 0, tcm_offset(p), 0, bytes,
		BETWEEN(DMA_VM, DMA_TCM) | vm << SMGPU_DMA_CTRL_VM_SHIFT);
	follow(t, false);
}

enum dma_result dma_join(const struct dma_ticket *t)
{
	if (ticket == t)
		settle();
	__asm__ volatile("" ::: "memory");
	return error_of(t->status);
}

enum dma_result dma_vm_read(void *p, uint32_t vm, uint32_t va, uint32_t bytes, uint32_t *fault_va)
{
	enum dma_result r;

	control(tcm_offset(p), 0, va, 0, bytes,
		BETWEEN(DMA_TCM, DMA_VM) | vm << SMGPU_DMA_CTRL_VM_SHIFT);
	r = result(fault_va);
	__asm__ volatile("" ::: "memory");
	return r;
}

enum dma_result dma_vm_write(uint32_t vm, uint32_t va, const void *p, uint32_t bytes,
			     uint32_t *fault_va)
{
	control(va, 0, tcm_offset(p), 0, bytes,
		BETWEEN(DMA_VM, DMA_TCM) | vm << SMGPU_DMA_CTRL_VM_SHIFT);
	return result(fault_va);
}

void dma_vm_post(uint32_t vm, uint32_t va, uint32_t word)
{
	settle();
	reg_write(SMGPU_DMA_FILL(DMA_CONTROL), word);
	control(va, 0, 0, 0, sizeof(word),
		BETWEEN(DMA_VM, DMA_FILL) | vm << SMGPU_DMA_CTRL_VM_SHIFT);
}

enum dma_result dma_vm_copy(uint32_t vm, uint32_t dst, uint32_t src, uint32_t bytes,
			    uint32_t *fault_va, bool *on_dst)
{
	return transfer(user(vm, dst), user(vm, src), bytes, fault_va, on_dst);
}
