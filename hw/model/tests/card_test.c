// SPDX-License-Identifier: MIT
/* Registers, DMA, page walk and memory faults of a card whose MCU is held in reset. Argument:
 * backend (model or rtl). */
#include <errno.h>
#include <string.h>

#include "asm.h"
#include "cardtest.h"
#include "smgpu_regs.h"
#include "test.h"

#define VM	3u
#define CODE	0x01000000u
#define DATA	0x02000000u
#define SPACE(src, dst)                                                                      \
	((src) << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT | (dst) << SMGPU_DMA_CTRL_DST_SPACE_SHIFT | \
	 VM << SMGPU_DMA_CTRL_VM_SHIFT)
enum {
	CARD = SMGPU_DMA_CTRL_SRC_SPACE_CARD,
	HOST = SMGPU_DMA_CTRL_SRC_SPACE_HOST,
	TCM = SMGPU_DMA_CTRL_SRC_SPACE_TCM,
	VMS_ = SMGPU_DMA_CTRL_SRC_SPACE_VM,
	FILL = SMGPU_DMA_CTRL_SRC_SPACE_FILL,
};

static struct ct *ct;
static uint64_t code_card, data_card, host_bus;
static uint8_t *host_page;

static void identity(void)
{
	uint32_t config = ct_read(ct, SMGPU_HOST_CONFIG0);

	check(ct_read(ct, SMGPU_HOST_MAGIC) == 0x50474d53, "magic");
	check(ct_read(ct, SMGPU_HOST_VERSION) >> 16 == 1, "version");
	check((config & 0xff) >= 1 && (config >> 8 & 0xff) >= 8 && (config >> 16 & 0xff) >= 4,
	      "config 0x%x", config);
	check(ct_read(ct, SMGPU_HOST_CONFIG1) >> 24 == 64 &&
		      (ct_read(ct, SMGPU_HOST_CONFIG1) >> 16 & 0xff) == 16,
	      "config1");
	check(ct_read(ct, SMGPU_HOST_CONFIG3) >> 16 == SMGPU_FW_MAX_BYTES / 1024, "TCM");
	check(ct_read(ct, 0xfffc) == 0 && ct_read(ct, CARD_BAR0_DOORBELLS) == 0,
	      "unlisted registers read 0");
	ct_write(ct, SMGPU_HOST_SCRATCH(2), 0x1234);
	check(ct_read(ct, SMGPU_HOST_SCRATCH(2)) == 0x1234, "scratch");
	ct_write(ct, SMGPU_HOST_MAGIC, 0);
	check(ct_read(ct, SMGPU_HOST_MAGIC) == 0x50474d53, "magic is read-only");
}

/* What an SM that does nothing has to give */
static void idle_sms(void)
{
	uint32_t config = ct_read(ct, SMGPU_HOST_CONFIG0), sm, state;

	for (sm = 0; sm < (config & SMGPU_HOST_CONFIG0_SM_COUNT_MASK); sm++) {
		state = ct_read(ct, SMGPU_LAUNCH_SM_STATE(sm));
		check((state & SMGPU_LAUNCH_SM_STATE_FREE_WARPS_MASK) >>
				      SMGPU_LAUNCH_SM_STATE_FREE_WARPS_SHIFT ==
			      (config & SMGPU_HOST_CONFIG0_WARPS_MASK) >>
				      SMGPU_HOST_CONFIG0_WARPS_SHIFT,
		      "SM %u: state 0x%x, config 0x%x", sm, state, config);
	}
}

static void doorbells(void)
{
	ct_write(ct, CARD_BAR0_DOORBELLS + 33 * 0x1000, 77);
	ct_write(ct, CARD_BAR0_DOORBELLS + 33 * 0x1000 + 4, 5);
	check(ct_read(ct, SMGPU_INTC_DB_PENDING(1)) == 2 &&
		      ct_read(ct, SMGPU_INTC_DB_PENDING(0)) == 0,
	      "pending");
	check(ct_read(ct, SMGPU_INTC_DB_VALUE(33)) == 77, "value");
	check(ct_read(ct, SMGPU_INTC_PENDING) & SMGPU_INTC_PENDING_DOORBELL_MASK, "interrupt");
	ct_write(ct, SMGPU_INTC_DB_PENDING(1), 2);
	check(!(ct_read(ct, SMGPU_INTC_PENDING) & SMGPU_INTC_PENDING_DOORBELL_MASK), "cleared");
}

static void bar2(void)
{
	uint8_t a[37], b[37];
	unsigned i;

	for (i = 0; i < sizeof(a); i++)
		a[i] = (uint8_t)(i * 7 + 1);
	ct_upload(ct, 0x100003, a, sizeof(a));
	ct_download(ct, 0x100003, b, sizeof(b));
	check(!memcmp(a, b, sizeof(a)), "bytes differ");
}

static int dma_status(uint32_t ctrl, uint64_t dst, uint64_t src, uint32_t bytes)
{
	return ct_dma(ct, 0, ctrl, dst, src, bytes);
}

static unsigned error_of(int status)
{
	return status < 0 ? 99
			  : (status & SMGPU_DMA_STATUS_ERROR_MASK) >> SMGPU_DMA_STATUS_ERROR_SHIFT;
}

static void dma_copies(void)
{
	unsigned i, last = ct_dma_engines(ct) - 1;
	uint32_t pending = last ? SMGPU_INTC_PENDING_DMA1_MASK : SMGPU_INTC_PENDING_DMA0_MASK;
	uint8_t back[8192];

	for (i = 0; i < 8192; i++)
		host_page[i] = (uint8_t)(i * 13 + (i >> 8));
	check(error_of(dma_status(SPACE(HOST, CARD), 0x200010, host_bus, 8192 - 16)) == 0,
	      "host to card");
	ct_download(ct, 0x200010, back, 8192 - 16);
	check(!memcmp(back, host_page, 8192 - 16), "host to card: data");
	check(error_of(dma_status(SPACE(CARD, CARD), 0x210004, 0x200010, 5000)) == 0,
	      "card to card");
	check(error_of(dma_status(SPACE(CARD, TCM), 64, 0x210004, 5000)) == 0, "card to TCM");
	memset(host_page, 0, 8192);
	check(error_of(dma_status(SPACE(TCM, HOST), host_bus + 4, 64, 5000)) == 0, "TCM to host");
	check(!memcmp(host_page + 4, back, 5000) && !host_page[5004], "round trip");
	ct_write(ct, SMGPU_INTC_DMA_ACK,
		 SMGPU_INTC_PENDING_DMA0_MASK | SMGPU_INTC_PENDING_DMA1_MASK);
	check(error_of(ct_dma(ct, last, SPACE(FILL, CARD), 0x220000, 0xa5b6c7d8, 100)) == 0,
	      "fill");
	ct_download(ct, 0x220000, back, 104);
	check(back[0] == 0xd8 && back[99] == 0xa5 && back[100] == 0, "fill pattern");
	check((ct_read(ct, SMGPU_INTC_PENDING) &
	       (SMGPU_INTC_PENDING_DMA0_MASK | SMGPU_INTC_PENDING_DMA1_MASK)) == pending,
	      "pending of engine %u", last);
	ct_write(ct, SMGPU_INTC_DMA_ACK,
		 SMGPU_INTC_PENDING_DMA0_MASK | SMGPU_INTC_PENDING_DMA1_MASK);
	check(!(ct_read(ct, SMGPU_INTC_PENDING) & pending), "acknowledged");
}

/* Registers of an engine that the card has not got read 0 and do nothing. */
static void dma_absent(void)
{
	if (ct_dma_engines(ct) == 2)
		return;
	ct_write(ct, SMGPU_INTC_DMA_ACK,
		 SMGPU_INTC_PENDING_DMA0_MASK | SMGPU_INTC_PENDING_DMA1_MASK);
	ct_write(ct, SMGPU_DMA_LEN(1), 4096);
	ct_write(ct, SMGPU_DMA_DST_LO(1), 0x220000);
	ct_write(ct, SMGPU_DMA_CTRL(1), SPACE(FILL, CARD));
	check(!ct_read(ct, SMGPU_DMA_LEN(1)) && !ct_read(ct, SMGPU_DMA_STATUS(1)),
	      "an engine that is not there answers");
	check(!(ct_read(ct, SMGPU_INTC_PENDING) & SMGPU_INTC_PENDING_DMA1_MASK),
	      "it ends a transfer");
}

static void dma_busy_then_done(void)
{
	ct_write(ct, SMGPU_DMA_LEN(0), 4096);
	ct_write(ct, SMGPU_DMA_DST_LO(0), 0x220000);
	ct_write(ct, SMGPU_DMA_DST_HI(0), 0);
	ct_write(ct, SMGPU_DMA_CTRL(0), SPACE(FILL, CARD));
	check(ct_read(ct, SMGPU_DMA_STATUS(0)) == SMGPU_DMA_STATUS_BUSY_MASK, "not busy at once");
	while (ct_read(ct, SMGPU_DMA_STATUS(0)) & SMGPU_DMA_STATUS_BUSY_MASK)
		ct->cfg.ops->step(ct->card, 64);
	check(ct_read(ct, SMGPU_DMA_STATUS(0)) == SMGPU_DMA_STATUS_DONE_MASK, "done");
}

/* REST: each word of a TMD alone, at both places of a line; what a transfer before it had is
 * forgotten. */
static void dma_rest(void)
{
	uint32_t words[48], i, at;
	bool good = true;

	for (i = 0; i < 2 * 48; i++) {
		memset(words, 0, sizeof(words));
		words[i % 48] = 1u << i % 32;
		ct_upload(ct, 0x200000 + 64 * (i % 2), words, sizeof(words));
		at = 256 + 12 * (i / 48);
		good &= error_of(dma_status(SPACE(CARD, TCM), at, 0x200000 + 64 * (i % 2),
					    sizeof(words))) == 0;
		good &= ct_read(ct, SMGPU_DMA_REST(0)) == (i % 48 >= 12);
	}
	check(good, "the words behind the first twelve");
	check(error_of(dma_status(SPACE(TCM, CARD), 0x200000, at, sizeof(words))) == 0 &&
		      !ct_read(ct, SMGPU_DMA_REST(0)),
	      "of TCM as a destination only");
}

static void dma_errors(void)
{
	uint64_t end = (uint64_t)ct_read(ct, SMGPU_HOST_DRAM_MIB) << 20;
	uint32_t word;
	int s;

	check(error_of(dma_status(SPACE(CARD, CARD), 0x200002, 0x200000, 4)) == 3, "misaligned");
	check(error_of(dma_status(SPACE(CARD, CARD), 0x200000, 0x200000, 6)) == 3, "odd length");
	check(error_of(dma_status(SPACE(CARD, 4), 0x200000, 0x200000, 4)) == 3,
	      "fill as destination");
	check(error_of(dma_status(SPACE(7, CARD), 0x200000, 0x200000, 4)) == 3, "space 7");
	check(error_of(dma_status(SPACE(CARD, CARD), 0x200000, end, 4)) == 2, "source beyond DRAM");
	check(ct_read(ct, SMGPU_DMA_FAULT_VA(0)) == (uint32_t)end &&
		      ct_read(ct, SMGPU_DMA_FAULT_HI(0)) == end >> 32,
	      "bus error of the source at 0x%x", ct_read(ct, SMGPU_DMA_FAULT_VA(0)));
	check(error_of(dma_status(SPACE(HOST, CARD), 0x200000, 0x1280000000, 4)) == 2,
	      "no such host memory");
	check(ct_read(ct, SMGPU_DMA_FAULT_VA(0)) == 0x80000000 &&
		      ct_read(ct, SMGPU_DMA_FAULT_HI(0)) == 0x12,
	      "bus error of the host at 0x%x", ct_read(ct, SMGPU_DMA_FAULT_VA(0)));
	check(error_of(dma_status(SPACE(CARD, CARD), 0x200000, 0x200000, 0)) == 0, "no bytes");
	s = dma_status(SPACE(CARD, CARD), end - 4096, 0x200000, 8192);
	check(error_of(s) == 2 && (s & SMGPU_DMA_STATUS_ERROR_DST_MASK),
	      "destination runs out of DRAM");
	check(ct_read(ct, SMGPU_DMA_FAULT_VA(0)) == (uint32_t)end,
	      "bus error of the destination at 0x%x", ct_read(ct, SMGPU_DMA_FAULT_VA(0)));
	word = 0x11111111;
	ct_upload(ct, data_card + 4092, &word, 4);
	s = dma_status(SPACE(FILL, VMS_), DATA + 4092, 0x22222222, 0x3008);
	check(error_of(s) == 1 && (s & SMGPU_DMA_STATUS_ERROR_DST_MASK),
	      "page fault on the destination: %x", s);
	check(ct_read(ct, SMGPU_DMA_FAULT_VA(0)) == DATA + 0x2000, "fault VA 0x%x",
	      ct_read(ct, SMGPU_DMA_FAULT_VA(0)));
	ct_download(ct, data_card + 4092, &word, 4);
	check(word == 0x22222222, "what lies before the fault is done");
	s = dma_status(SPACE(VMS_, CARD), 0x200000, 0x1000, 4);
	check(error_of(s) == 1 && !(s & SMGPU_DMA_STATUS_ERROR_DST_MASK),
	      "page fault on the source");
	check(error_of(dma_status(SPACE(FILL, VMS_), CODE, 1, 4)) == 1,
	      "write to a page without W");
}

/* One thread runs three words: T0 = address, then the instruction under test, then EXIT. Returns
 * the trap's cause or 0. */
static unsigned try_access(uint32_t addr, uint32_t insn, uint32_t *trap_addr, uint32_t *access)
{
	struct ct_task t = { .slot = 2,
			     .vm = VM,
			     .gen = 9,
			     .entry = CODE,
			     .param = addr,
			     .grid = { 1, 1, 1 },
			     .cta = { 1, 1, 1 },
			     .shared = 256,
			     .local = 64,
			     .local_va = DATA };
	uint32_t code[] = { CSRR(T0, CSR_PARAM), insn, EXIT }, event = 0, info;
	uint8_t order = 2;

	ct_upload(ct, code_card, code, sizeof(code));
	ct_write(ct, SMGPU_MMU_CACHE, SMGPU_MMU_CACHE_CODE_MASK);
	ct->cfg.ops->step(ct->card, 200);
	ct_direct_fill(ct, &t);
	ct_direct_order(ct, &order, 1);
	while (!(ct_read(ct, SMGPU_TRAP_INFO) & SMGPU_TRAP_INFO_VALID_MASK)) {
		event = ct_read(ct, SMGPU_LAUNCH_EVENT);
		if (event & SMGPU_LAUNCH_EVENT_VALID_MASK)
			break;
		ct->cfg.ops->step(ct->card, 64);
	}
	info = ct_read(ct, SMGPU_TRAP_INFO);
	*trap_addr = ct_read(ct, SMGPU_TRAP_ADDR);
	*access = (info & SMGPU_TRAP_INFO_ACCESS_MASK) >> SMGPU_TRAP_INFO_ACCESS_SHIFT;
	if (info & SMGPU_TRAP_INFO_VALID_MASK) {
		check((info & 0xf) == 2 && (info >> 8 & 0xff) == 9 &&
			      ct_read(ct, SMGPU_TRAP_PC) == CODE + 4,
		      "trap 0x%x pc 0x%x", info, ct_read(ct, SMGPU_TRAP_PC));
		ct_write(ct, SMGPU_TRAP_POP, 1);
		ct_write(ct, SMGPU_LAUNCH_KILL, 1u << 2);
	}
	check(!ct_direct_event(ct, &event), "no event");
	check((event >> 16 & 3) == (info ? 3u : 1u), "event 0x%x", event);
	return info >> SMGPU_TRAP_INFO_CAUSE_SHIFT & 0xff;
}

static void expect(const char *what, uint32_t addr, uint32_t insn, unsigned cause, unsigned access,
		   uint32_t at)
{
	uint32_t trap_addr, got_access;
	unsigned got = try_access(addr, insn, &trap_addr, &got_access);

	check(got == cause, "%s: cause %u, not %u", what, got, cause);
	if (cause)
		check(trap_addr == at && got_access == access, "%s: address 0x%x access %u", what,
		      trap_addr, got_access);
}

#define LOAD_	LW(T1, T0, 0)
#define STORE_	SW(T1, T0, 0)
#define AMO_	AMO(0, T1, T0, T2)
#define R_ (SMGPU_PTE_V | SMGPU_PTE_U | SMGPU_PTE_A | SMGPU_PTE_D | SMGPU_PTE_R)

static void pte(uint32_t va, uint64_t v)
{
	ct_set_pte(ct, VM, va, 0, v);
	ct_write(ct, SMGPU_MMU_INVALIDATE, VM);
	ct->cfg.ops->step(ct->card, 200);
}

static void page_permissions(void)
{
	uint64_t ppn = data_card >> 12 << SMGPU_PTE_PPN_SHIFT;
	uint32_t va = 0x03000000;

	expect("bound", DATA, LOAD_, 0, 0, 0);
	expect("bound for writing", DATA, STORE_, 0, 0, 0);
	expect("atomic", DATA, AMO_, 0, 0, 0);
	expect("null page", 0, LOAD_, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_READ, 0);
	expect("not bound", DATA + 0x5004, STORE_, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_WRITE,
	       DATA + 0x5004);
	expect("reserved range", 0xe0000000, LOAD_, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_READ,
	       0xe0000000);
	expect("write to code", CODE + 64, STORE_, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_WRITE,
	       CODE + 64);
	pte(va, ppn | R_);
	expect("read-only page", va, LOAD_, 0, 0, 0);
	expect("store to a read-only page", va + 8, STORE_, SMGPU_ERR_PAGE_FAULT,
	       SMGPU_ACCESS_WRITE, va + 8);
	expect("atomic on a read-only page", va + 8, AMO_, SMGPU_ERR_PAGE_FAULT,
	       SMGPU_ACCESS_ATOMIC, va + 8);
	pte(va, (ppn | R_) & ~SMGPU_PTE_U);
	expect("page without U", va, LOAD_, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_READ, va);
	pte(va, (ppn | R_) & ~SMGPU_PTE_V);
	expect("page without V", va, LOAD_, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_READ, va);
	pte(va, ((ppn | R_) & ~SMGPU_PTE_R) | SMGPU_PTE_W);
	expect("W without R", va, STORE_, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_WRITE, va);
	pte(va, ppn | R_ | 1ull << 54);
	expect("reserved PTE bit", va, LOAD_, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_READ, va);
	pte(va, (uint64_t)ct_read(ct, SMGPU_HOST_DRAM_MIB) << 20 >> 12 << SMGPU_PTE_PPN_SHIFT | R_);
	expect("beyond card DRAM", va, LOAD_, SMGPU_ERR_BUS, SMGPU_ACCESS_READ, va);
}

static void superpages(void)
{
	uint32_t va = 0x04000000, trap_addr, access, word = 0x600dcafe;

	ct_upload(ct, 0x400000 + 0x12344, &word, 4);
	ct_set_pte(ct, VM, va, 1, 0x400000ull >> 12 << SMGPU_PTE_PPN_SHIFT | R_ | SMGPU_PTE_W);
	ct_set_pte(ct, VM, va + 0x200000, 1, 0x401000ull >> 12 << SMGPU_PTE_PPN_SHIFT | R_);
	ct_set_pte(ct, VM, 0x80000000, 2, R_);
	ct_write(ct, SMGPU_MMU_INVALIDATE, VM);
	ct->cfg.ops->step(ct->card, 200);
	check(try_access(va + 0x12344, AMO(1, T1, T0, ZERO), &trap_addr, &access) == 0,
	      "2 MiB page");
	ct_download(ct, 0x400000 + 0x12344, &word, 4);
	check(word == 0, "the swap went elsewhere: 0x%x", word);
	expect("misaligned superpage", va + 0x200000, LOAD_, SMGPU_ERR_PAGE_FAULT,
	       SMGPU_ACCESS_READ, va + 0x200000);
	expect("1 GiB page", 0x80000000 + 0x100000, LOAD_, 0, 0, 0);
}

static void blocks(void)
{
	uint32_t va = 0x06000000, trap_addr, access, word = 0x600dcafe;
	uint64_t ppn = 0x420000ull >> 12 << SMGPU_PTE_PPN_SHIFT,
		 eight = 8ull << SMGPU_PTE_PPN_SHIFT, rw = R_ | SMGPU_PTE_W;
	unsigned i;

	for (i = 0; i < 16; i++)
		ct_set_pte(ct, VM, va + i * 4096, 0, ppn | eight | rw | SMGPU_PTE_N);
	ct_set_pte(ct, VM, va + 0x10000, 0, ppn | rw | SMGPU_PTE_N);
	ct_set_pte(ct, VM, va + 0x11000, 0, ppn | eight * 2 | rw | SMGPU_PTE_N);
	ct_set_pte(ct, VM, va + 0x200000, 1, ppn | eight | rw | SMGPU_PTE_N);
	ct_set_pte(ct, VM, va + 0x20000, 0, (ppn | eight | rw | SMGPU_PTE_N) & ~SMGPU_PTE_U);
	ct_write(ct, SMGPU_MMU_INVALIDATE, VM);
	ct->cfg.ops->step(ct->card, 200);
	for (i = 0; i < 16; i++) {
		ct_upload(ct, 0x420000 + i * 0x1000 + 0x344, &word, 4);
		check(try_access(va + i * 0x1000 + 0x344, AMO(1, T1, T0, ZERO), &trap_addr,
				 &access) == 0,
		      "page %u of a block", i);
		ct_download(ct, 0x420000 + i * 0x1000 + 0x344, &word, 4);
		check(word == 0, "the swap in page %u of a block went elsewhere: 0x%x", i, word);
		word = 0x600dcafe;
	}
	expect("block whose page number ends in 0000", va + 0x10000, LOAD_, SMGPU_ERR_PAGE_FAULT,
	       SMGPU_ACCESS_READ, va + 0x10000);
	expect("block of 128 KiB", va + 0x11000, LOAD_, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_READ,
	       va + 0x11000);
	expect("block of 2 MiB pages", va + 0x200000, LOAD_, SMGPU_ERR_PAGE_FAULT,
	       SMGPU_ACCESS_READ, va + 0x200000);
	expect("block without U", va + 0x20000, LOAD_, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_READ,
	       va + 0x20000);
}

/* Tables say that nothing is there any more, but TLBs have what they said before, until it is
 * dropped. */
static void ranges(void)
{
	static const struct {
		const char *what;
		uint32_t va, pages;
		unsigned level;
	} leaves[] = {
		{ "a page", 0x07000000, 1, 0 },
		{ "another page", 0x07040000, 1, 0 },
		{ "a block", 0x07100000, 16, 0 },
		{ "2 MiB", 0x07200000, 512, 1 },
	};
	bool has = ct_read(ct, SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_RANGES_MASK;
	uint64_t ppn = 0x400000ull >> 12 << SMGPU_PTE_PPN_SHIFT, leaf = ppn | R_;
	unsigned i, k, gone;

	for (i = 0; i < 4; i++)
		for (k = 0; k < (leaves[i].level ? 1 : leaves[i].pages); k++)
			ct_set_pte(ct, VM, leaves[i].va + k * 4096, leaves[i].level,
				   leaves[i].pages == 16
					   ? leaf | 8ull << SMGPU_PTE_PPN_SHIFT | SMGPU_PTE_N
					   : leaf);
	ct_write(ct, SMGPU_MMU_INVALIDATE, VM);
	ct->cfg.ops->step(ct->card, 2000);
	check(!(ct_read(ct, SMGPU_MMU_STATUS) & SMGPU_MMU_STATUS_BUSY_MASK),
	      "an invalidation does not end");
	for (i = 0; i < 4; i++)
		expect(leaves[i].what, leaves[i].va + 64, LOAD_, 0, 0, 0);
	for (i = 0; i < 4; i++)
		for (k = 0; k < (leaves[i].level ? 1 : leaves[i].pages); k++)
			ct_set_pte(ct, VM, leaves[i].va + k * 4096, leaves[i].level, 0);
	for (gone = 0; gone < 4; gone++) {
		ct_write(ct, SMGPU_MMU_FIRST, leaves[gone].va >> 12);
		ct_write(ct, SMGPU_MMU_LAST, (leaves[gone].va >> 12) + leaves[gone].pages - 1);
		ct_write(ct, SMGPU_MMU_INVALIDATE, VM);
		ct->cfg.ops->step(ct->card, 2000);
		check(!(ct_read(ct, SMGPU_MMU_STATUS) & SMGPU_MMU_STATUS_BUSY_MASK),
		      "an invalidation of %s does not end", leaves[gone].what);
		for (i = 0; i < 4; i++)
			if (i <= gone || !has)
				expect(leaves[i].what, leaves[i].va + 64, LOAD_,
				       SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_READ, leaves[i].va + 64);
			else
				expect(leaves[i].what, leaves[i].va + 64, LOAD_, 0, 0, 0);
	}
	/* The range was for one invalidation: the next one drops all. */
	pte(leaves[0].va, leaf);
	expect("a page again", leaves[0].va, LOAD_, 0, 0, 0);
	ct_write(ct, SMGPU_MMU_FIRST, leaves[1].va >> 12);
	ct_write(ct, SMGPU_MMU_LAST, leaves[1].va >> 12);
	ct_write(ct, SMGPU_MMU_INVALIDATE, VM);
	ct->cfg.ops->step(ct->card, 2000);
	pte(leaves[0].va, 0);
	expect("a page that went", leaves[0].va, LOAD_, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_READ,
	       leaves[0].va);
}

static void windows(void)
{
	expect("shared", SMGPU_VA_SHARED_BASE + 252, STORE_, 0, 0, 0);
	expect("shared atomic", SMGPU_VA_SHARED_BASE + 252, AMO_, 0, 0, 0);
	expect("beyond shared", SMGPU_VA_SHARED_BASE + 256, LOAD_, SMGPU_ERR_ACCESS,
	       SMGPU_ACCESS_READ, SMGPU_VA_SHARED_BASE + 256);
	expect("local", SMGPU_VA_LOCAL_BASE + 60, STORE_, 0, 0, 0);
	expect("beyond local", SMGPU_VA_LOCAL_BASE + 64, STORE_, SMGPU_ERR_ACCESS,
	       SMGPU_ACCESS_WRITE, SMGPU_VA_LOCAL_BASE + 64);
	expect("local atomic", SMGPU_VA_LOCAL_BASE, AMO_, SMGPU_ERR_ACCESS, SMGPU_ACCESS_ATOMIC,
	       SMGPU_VA_LOCAL_BASE);
	expect("misaligned", DATA + 2, LOAD_, SMGPU_ERR_MISALIGNED, SMGPU_ACCESS_READ, DATA + 2);
	expect("top of memory", 0xfffffffc, LOAD_, SMGPU_ERR_ACCESS, SMGPU_ACCESS_READ, 0xfffffffc);
}

static void host_pages(void)
{
	uint32_t va = 0x05000000, trap_addr, access, word = 0xabcd0123;

	ct_map(ct, VM, va, host_bus, 4096, CT_R | CT_W | CT_HOST);
	ct_write(ct, SMGPU_MMU_INVALIDATE, VM);
	ct->cfg.ops->step(ct->card, 200);
	memcpy(host_page + 16, &word, 4);
	check(try_access(va + 16, SW(T0, T0, 4), &trap_addr, &access) == 0, "store to a host page");
	memcpy(&word, host_page + 20, 4);
	check(word == va + 16, "host word 0x%x", word);
	expect("atomic on a host page", va + 16, AMO_, SMGPU_ERR_BUS, SMGPU_ACCESS_ATOMIC, va + 16);
	ct_map(ct, VM, va, 0x80000000, 4096, CT_R | CT_W | CT_HOST);
	ct_write(ct, SMGPU_MMU_INVALIDATE, VM);
	ct->cfg.ops->step(ct->card, 200);
	expect("no such host memory", va, LOAD_, SMGPU_ERR_BUS, SMGPU_ACCESS_READ, va);
}

/* A register keeps the bits of mask of what is written, on a card that has what it is for. */
static void policy_register(uint32_t reg, bool has, uint32_t reset, uint32_t mask)
{
	check(ct_read(ct, reg) == (has ? reset : 0), "0x%x after reset: 0x%x", reg,
	      ct_read(ct, reg));
	ct_write(ct, reg, ~0u);
	check(ct_read(ct, reg) == (has ? mask : 0), "0x%x written: 0x%x", reg, ct_read(ct, reg));
	ct_write(ct, reg, reset);
}

/* Registers of priority tokens keep what is written, on a card that has tokens. */
static void prio_registers(void)
{
	uint32_t config4 = ct_read(ct, SMGPU_HOST_CONFIG4);
	bool has = ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_PRIO_MASK,
	     bonus = config4 & SMGPU_HOST_CONFIG4_BONUS_MASK;
	uint32_t prio = has ? 1u << SMGPU_SM_CFG_PRIO_TOKEN_LEVEL_SHIFT |
					1u << SMGPU_SM_CFG_PRIO_FIXED_LEVEL_SHIFT
			    : 0;

	check(ct_read(ct, SMGPU_SM_CFG_PRIO(0)) == prio &&
		      ct_read(ct, SMGPU_SM_CFG_PRIO_ROTATE(0)) == (has ? 0xe00400u : 0),
	      "PRIO after reset: 0x%x, 0x%x", ct_read(ct, SMGPU_SM_CFG_PRIO(0)),
	      ct_read(ct, SMGPU_SM_CFG_PRIO_ROTATE(0)));
	ct_write(ct, SMGPU_SM_CFG_PRIO(0), ~0u);
	ct_write(ct, SMGPU_SM_CFG_PRIO_ROTATE(0), ~0u);
	check(ct_read(ct, SMGPU_SM_CFG_PRIO(0)) == (has ? 0x3f7773fu : 0) &&
		      ct_read(ct, SMGPU_SM_CFG_PRIO_ROTATE(0)) == (has ? 0x3ff3ffffu : 0),
	      "PRIO written: 0x%x, 0x%x", ct_read(ct, SMGPU_SM_CFG_PRIO(0)),
	      ct_read(ct, SMGPU_SM_CFG_PRIO_ROTATE(0)));
	policy_register(SMGPU_SM_CFG_PRIO_PC_BEGIN(0), has, 0, ~3u);
	policy_register(SMGPU_SM_CFG_PRIO_PC_END(0), has, 0, ~3u);
	policy_register(SMGPU_SM_CFG_PRIO_PC(0), has, 0, 0x3f07ff);
	policy_register(SMGPU_SM_CFG_PRIO_PREDICT(0), config4 & SMGPU_HOST_CONFIG4_PREDICT_MASK,
			0xf37, 0xff7f);
	policy_register(SMGPU_SM_CFG_SCHED_BONUS(0), bonus, 0, 0x13f3f);
	policy_register(SMGPU_SM_CFG_SCHED_TYPES(0), bonus, 0, 0x3f3f3f3f);
	policy_register(SMGPU_SM_CFG_SCHED_SLOTS(0), bonus, 0, ~0u);
	check(!ct_read(ct, SMGPU_SM_CFG_PRIO_HELD_LO(0)) &&
		      !ct_read(ct, SMGPU_SM_CFG_PRIO_HELD_HI(0)),
	      "no warp runs, but one has a token");
	ct_write(ct, SMGPU_SM_CFG_PRIO(0), prio);
	ct_write(ct, SMGPU_SM_CFG_PRIO_ROTATE(0), has ? 0xe00400 : 0);
}

static void reset_levels(void)
{
	ct_write(ct, SMGPU_HOST_SCRATCH(0), 0x77);
	ct_write(ct, SMGPU_HOST_RESET, 0x00000003);
	check(ct_read(ct, SMGPU_HOST_SCRATCH(0)) == 0x77, "reset without the key");
	ct_write(ct, SMGPU_HOST_RESET, CT_RESET(SMS));
	ct->cfg.ops->step(ct->card, 64);
	check(ct_read(ct, SMGPU_HOST_SCRATCH(0)) == 0x77 && !(ct_read(ct, SMGPU_SLOT_CTRL(2)) & 1),
	      "depth 1");
	ct_write(ct, SMGPU_HOST_RESET, CT_RESET(CARD));
	ct->cfg.ops->step(ct->card, 64);
	check(ct_read(ct, SMGPU_HOST_SCRATCH(0)) == 0 && ct_read(ct, SMGPU_MMU_ROOT(VM)) == 0,
	      "depth 3: scratch 0x%x, root 0x%x", ct_read(ct, SMGPU_HOST_SCRATCH(0)),
	      ct_read(ct, SMGPU_MMU_ROOT(VM)));
	check(ct_read(ct, SMGPU_INTC_TIMER_HI) == 0xffffffff &&
		      ct_read(ct, SMGPU_SM_CFG_YIELD_SEED(0)) == 0xace1,
	      "reset values");
	prio_registers();
}

int main(int argc, char **argv)
{
	struct ct_config cfg = { .timeout = 10000000, .dram_mib = 64 };

	cfg.ops = ct_backend(argc > 1 ? argv[1] : NULL);
	cfg.preset = argc > 2 ? argv[2] : NULL;
	ct = cfg.ops ? ct_new(&cfg) : NULL;
	if (!ct)
		return 2;
	ct_tables_new(ct, VM);
	code_card = ct_map_new(ct, VM, CODE, 4096, CT_R | CT_X);
	data_card = ct_map_new(ct, VM, DATA, 8192, CT_R | CT_W);
	ct->card_used = 0x800000;	/* tests use fixed card addresses below */
	host_page = ct_host_alloc(ct, 8192, 4096, &host_bus);
	ct_direct_vm(ct, VM);
	ct->cfg.ops->step(ct->card, 200);
	RUN(identity);
	RUN(idle_sms);
	RUN(doorbells);
	RUN(bar2);
	RUN(dma_copies);
	RUN(dma_absent);
	RUN(dma_busy_then_done);
	RUN(dma_rest);
	RUN(dma_errors);
	RUN(page_permissions);
	RUN(superpages);
	RUN(blocks);
	RUN(ranges);
	RUN(windows);
	RUN(host_pages);
	RUN(reset_levels);
	ct_del(ct);
	return test_failures != 0;
}
