// SPDX-License-Identifier: MIT
/* Kernels that trap: cause, place and thread. */
#include <stdbool.h>
#include <stdint.h>

#include "asm.h"
#include "smgpu_hw.h"
#include "sm_run.h"

static bool traps(const char *name, const uint32_t *code, unsigned int words, uint32_t cause,
		  uint32_t pc, uint32_t addr, int thread)
{
	struct run r = { .code = code,
			 .words = words,
			 .ctas = 1,
			 .threads = 64,
			 .unchecked = true,
			 .policy = standard };
	struct run_result res;

	clear();
	res = run(&r);
	return report(
		name,
		res.ended && res.traps && res.trap.cause == cause && res.trap.pc == pc &&
			res.trap.addr == addr && res.trap.slot == 5 && res.trap.gen == 0x42 &&
			res.trap.thread == thread,
		"%s, %u traps: cause %u pc %08x address %08x thread %d slot %u gen %02x; expected cause %u pc %08x address %08x thread %d",
		res.ended ? "ended" : "hangs", res.traps, res.trap.cause, res.trap.pc,
		res.trap.addr, res.trap.thread, res.trap.slot, res.trap.gen, cause, pc, addr,
		thread);
}

int trap_tests(void)
{
	static const uint32_t ill[] = { ADDI(A0, ZERO, 1), 0xffffffff, EXIT }, zero[] = { 0 },
			      ecall[] = { 0x00000073 }, brk[] = { EBREAK };
	static const uint32_t csr[] = { CSRR(A0, 0x300), EXIT };
	static const uint32_t window[] = { LUI(A0, 0x02000000), JALR(ZERO, A0, 0) };
	static const uint32_t misjump[] = { AUIPC(A0, 0), JALR(ZERO, A0, 6) };
	static const uint32_t unmapped[] = { LUI(A0, TB_BAD_PAGE), JALR(ZERO, A0, 16) };
	static const uint32_t bus[] = { LUI(A0, TB_BUS_LINE), JALR(ZERO, A0, 4) };
	static const uint32_t mis[] = { PARAM(A0), LW(A1, A0, 2), EXIT },
			      page[] = { LUI(A0, TB_VA + TB_BYTES), LW(A1, A0, 4), EXIT };
	/* from the 14th thread on beyond the end of memory */
	static const uint32_t late[] = { CSRR(T0, CSR_LANE),	    SLLI(T0, T0, 2),
					 LUI(A0, TB_VA + TB_BYTES), ADD(A0, A0, T0),
					 LW(A1, A0, -52),	    EXIT };
	static const uint32_t after[] = { LUI(A0, TB_VA + TB_BYTES), LW(A1, A0, 4), EBREAK };
	/* meeting points that no thread uses */
	uint32_t deep[80];
	unsigned int i;
	int bad = 0;

	for (i = 0; i < 79; i++)
		deep[i] = PRE(1, 400);
	deep[79] = EXIT;
	bad += !traps("illegal word", ill, COUNT(ill), SMGPU_ERR_ILLEGAL, TB_CODE + 4, 0, -1);
	bad += !traps("zero word", zero, 1, SMGPU_ERR_ILLEGAL, TB_CODE, 0, -1);
	bad += !traps("ecall", ecall, 1, SMGPU_ERR_ILLEGAL, TB_CODE, 0, -1);
	bad += !traps("ebreak", brk, 1, SMGPU_ERR_BREAK, TB_CODE, 0, -1);
	bad += !traps("CSR that is not there", csr, COUNT(csr), SMGPU_ERR_ILLEGAL, TB_CODE, 0, -1);
	bad += !traps("jump out of the code window", window, COUNT(window), SMGPU_ERR_CODE_WINDOW,
		      0x02000000, 0x02000000, -1);
	bad += !traps("jump to half a word", misjump, COUNT(misjump), SMGPU_ERR_FETCH_FAULT,
		      TB_CODE + 6, TB_CODE + 6, -1);
	bad += !traps("jump to an unmapped page", unmapped, COUNT(unmapped), SMGPU_ERR_FETCH_FAULT,
		      TB_BAD_PAGE + 16, TB_BAD_PAGE + 16, -1);
	bad += !traps("code where no memory is", bus, COUNT(bus), SMGPU_ERR_BUS, TB_BUS_LINE + 4,
		      TB_BUS_LINE + 4, -1);
	bad += !traps("misaligned load", mis, COUNT(mis), SMGPU_ERR_MISALIGNED, TB_CODE + 4,
		      TB_PARAM + 2, 0);
	bad += !traps("load from nowhere", page, COUNT(page), SMGPU_ERR_PAGE_FAULT, TB_CODE + 4,
		      TB_VA + TB_BYTES + 4, 0);
	bad += !traps("load from nowhere by some threads", late, COUNT(late), SMGPU_ERR_PAGE_FAULT,
		      TB_CODE + 16, TB_VA + TB_BYTES, 13);
	bad += !traps("a load's fault comes before the next trap", after, COUNT(after),
		      SMGPU_ERR_PAGE_FAULT, TB_CODE + 4, TB_VA + TB_BYTES + 4, 0);
	bad += !traps("token queue overflows", deep, COUNT(deep), SMGPU_ERR_DTOK_OVERFLOW,
		      TB_CODE + 4 * 64, 0, -1);
	return bad;
}
