// SPDX-License-Identifier: MIT
#include "drivers.h"
#include "mmio.h"
#include "smgpu_regs.h"

/*
 * A card with one engine does both kinds of transfer with it. A control transfer waits for the end of a bulk transfer, which is short there, and keeps
 * the bulk transfer's result until dma_result() reads it.
 */
#define SHARED_PIECE	4096u		/* bytes of a bulk transfer on a shared engine: what a control transfer may have to wait for */

static bool shared;			/* one engine */
static enum { BULK_NONE, BULK_RUNS, BULK_ENDED } bulk;	/* on the shared engine */
static struct {
	enum dma_result result;
	uint32_t fault_va;
	bool on_dst;
} ended;

static uint32_t engine_of(unsigned int e)
{
	return shared ? DMA_CONTROL : e;
}

static bool runs(uint32_t e)
{
	return reg_read(SMGPU_DMA_STATUS(e)) & SMGPU_DMA_STATUS_BUSY_MASK;
}

static enum dma_result result_of(uint32_t e, uint32_t *fault_va, bool *on_dst)
{
	uint32_t status = reg_read(SMGPU_DMA_STATUS(e));
	enum dma_result result = (enum dma_result)((status & SMGPU_DMA_STATUS_ERROR_MASK) >> SMGPU_DMA_STATUS_ERROR_SHIFT);

	/* Of a transfer that was programmed badly the register has no address, and without an error an earlier one's. */
	if (result)
		*fault_va = result == DMA_BAD ? 0 : reg_read(SMGPU_DMA_FAULT_VA(e));
	*on_dst = status & SMGPU_DMA_STATUS_ERROR_DST_MASK;
	return result;
}

/* The shared engine does nothing any more, and what it did is known. */
static void settle(void)
{
	while (runs(DMA_CONTROL))
		;
	if (bulk == BULK_RUNS) {
		ended.result = result_of(DMA_CONTROL, &ended.fault_va, &ended.on_dst);
		bulk = BULK_ENDED;
	}
}

void dma_init(uint32_t engines)
{
	shared = engines == 1;
	bulk = BULK_NONE;
}

uint32_t dma_piece(uint32_t most)
{
	return shared && most > SHARED_PIECE ? SHARED_PIECE : most;
}

void dma_start(unsigned int which, struct dma_addr dst, struct dma_addr src, uint32_t bytes)
{
	bool fill = src.space == DMA_FILL;
	uint32_t e = engine_of(which);

	if (shared) {
		settle();
		if (which == DMA_BULK)
			bulk = BULK_RUNS;
	}

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
	/* While a bulk transfer runs on it, the shared engine has no control transfer, and the other way round. */
	if (shared && (bulk == BULK_RUNS) != (which == DMA_BULK))
		return false;
	return runs(engine_of(which));
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
	return result_of(engine_of(which), fault_va, on_dst);
}

void dma_wait(void)
{
	while (dma_busy(DMA_CONTROL))
		;
}

static enum dma_result transfer(struct dma_addr dst, struct dma_addr src, uint32_t bytes, uint32_t *fault_va, bool *on_dst)
{
	/* A posted write may be under way. */
	dma_wait();
	dma_start(DMA_CONTROL, dst, src, bytes);
	dma_wait();
	return dma_result(DMA_CONTROL, fault_va, on_dst);
}

static struct dma_addr tcm(const void *p)
{
	return (struct dma_addr){ .space = DMA_TCM, .addr = tcm_offset(p) };
}

static struct dma_addr host(uint64_t bus)
{
	return (struct dma_addr){ .space = DMA_HOST, .addr = bus };
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
	uint32_t va;
	bool dst;
	enum dma_result result = transfer(tcm(p), host(bus), bytes, &va, &dst);

	__asm__ volatile("" ::: "memory");
	return result;
}

enum dma_result dma_host_write(uint64_t bus, const void *p, uint32_t bytes)
{
	uint32_t va;
	bool dst;

	return transfer(host(bus), tcm(p), bytes, &va, &dst);
}

void dma_host_post(uint64_t bus, const void *p, uint32_t bytes)
{
	__asm__ volatile("" ::: "memory");	/* p is written */
	dma_start(DMA_CONTROL, host(bus), tcm(p), bytes);
}

enum dma_result dma_card_read(void *p, uint64_t addr, uint32_t bytes)
{
	uint32_t va;
	bool dst;
	enum dma_result result = transfer(tcm(p), card(addr), bytes, &va, &dst);

	__asm__ volatile("" ::: "memory");
	return result;
}

enum dma_result dma_card_write(uint64_t addr, const void *p, uint32_t bytes)
{
	uint32_t va;
	bool dst;

	return transfer(card(addr), tcm(p), bytes, &va, &dst);
}

enum dma_result dma_vm_read(void *p, uint32_t vm, uint32_t va, uint32_t bytes, uint32_t *fault_va)
{
	bool dst;
	enum dma_result result = transfer(tcm(p), user(vm, va), bytes, fault_va, &dst);

	__asm__ volatile("" ::: "memory");
	return result;
}

enum dma_result dma_vm_write(uint32_t vm, uint32_t va, const void *p, uint32_t bytes, uint32_t *fault_va)
{
	bool dst;

	return transfer(user(vm, va), tcm(p), bytes, fault_va, &dst);
}

void dma_vm_post(uint32_t vm, uint32_t va, uint32_t word)
{
	dma_wait();
	dma_start(DMA_CONTROL, user(vm, va), (struct dma_addr){ .space = DMA_FILL, .addr = word }, sizeof(word));
}

enum dma_result dma_vm_copy(uint32_t vm, uint32_t dst, uint32_t src, uint32_t bytes, uint32_t *fault_va, bool *on_dst)
{
	return transfer(user(vm, dst), user(vm, src), bytes, fault_va, on_dst);
}
