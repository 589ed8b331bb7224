// SPDX-License-Identifier: MIT
// Maintenance: caches are flushed only after every client has been quiet for eight cycles in a row,
// one after the other, in which it was held; an invalidation is over only when everything has
// drained; each request is done once, with its range, before busy falls.
#include "Vcard_maint.h"
#include "bench.h"
#include "smgpu_regs.h"

double sc_time_stamp() { return 0; }

static const unsigned QUIET = 8, SOON = 100; // SOON: cycles that all may take, once clients are
					     // quiet

// What has been asked for and not been done
static struct request {
	bool tlb, every, forget, l1, code;
	unsigned vm, first, last;
} asked;

int main(int argc, char **argv)
{
	bench<Vcard_maint> b("maint", argc, argv);
	auto *top = b.top;
	const unsigned all = (1u << CLIENTS) - 1, all_drained = (1u << (CLIENTS + 1)) - 1;
	const unsigned end = FIELD_MASK(TLB_FLUSH_LAST);
	unsigned next_first = 0, next_last = end, quiet = 0, settle = 0, waited = 0,
		 flushes = 0, invalidations = 0, almost = 0;
	bool draining = false;			// an invalidation is to be waited for
	uint32_t root[64] = {}, want = 0, rest = 0;
	unsigned soon = 0;
	bool answer = false, accessed = false; // the register bus makes an access in two cycles at
					       // most

	top->rst_ni = 0;
	for (unsigned i = 0; i < 4; i++) {
		b.settle();
		b.edge();
	}
	top->rst_ni = 1;
	while (b.now < 400000) {
		// In turn: clients that are quiet at once, that go on for long, that flicker
		const unsigned mode = unsigned(b.now / 2000 % 3);
		const bool access = !accessed && (b.rnd(mode == 1 ? 100 : 20) == 0 ||
						  b.rnd(200) < 2 || (soon && b.rnd(12) == 0)),
			   write = b.rnd(4);
		const unsigned what = b.rnd(8), vm = b.rnd(64);
		uint32_t at, data = b.rnd(1u << 31) << 1 | b.rnd(2);

		at = what < 2	 ? SMGPU_MMU_INVALIDATE
		     : what < 4	 ? SMGPU_MMU_CACHE
		     : what == 4 ? SMGPU_MMU_FIRST
		     : what == 5 ? SMGPU_MMU_LAST
		     : what == 6 ? SMGPU_MMU_STATUS
				 : SMGPU_MMU_ROOT(vm);
		soon = access ? 6 : soon - (soon != 0);	// one often comes soon behind another
		accessed = access;
		top->reg_valid_i = access;
		top->reg_write_i = write;
		top->reg_addr_i = at;
		top->reg_wdata_i = data;
		// All are quiet for some cycles, then at least one is not.
		top->quiesced_i = all;
		if (rest) {
			rest--;
		} else {
			top->quiesced_i = all & ~(1u << b.rnd(CLIENTS)) &
					  (mode == 2 ? ~0u : b.rnd(1u << CLIENTS));
			rest = mode == 1 && b.rnd(30) ? 0 : b.rnd(mode == 2 ? 14 : 40);
		}
		top->drained_i = b.rnd(3)   ? all_drained & ~(1u << b.rnd(CLIENTS + 1))
				 : b.rnd(2) ? all_drained
					    : b.rnd(1u << (CLIENTS + 1));
		b.settle();

		if (answer && top->reg_rdata_o != want)
			b.fail("a register is 0x%08x, not 0x%08x", top->reg_rdata_o, want);
		const bool flush = top->l1_flush_o || top->code_flush_o,
			   tlb = field_get(top->tlb_flush_o, TLB_FLUSH_VALID);
		if (flush && quiet < QUIET)
			b.fail("caches are flushed after %u quiet cycles", quiet);
		if ((top->l1_flush_o && !asked.l1) || (top->code_flush_o && !asked.code))
			b.fail("a cache is flushed that was not asked for");
		if (flush && ((asked.l1 && !top->l1_flush_o) ||
			      (asked.code && !top->code_flush_o) || tlb != asked.tlb))
			b.fail("not all is done that was asked for");
		if (tlb) {
			const uint64_t got = top->tlb_flush_o;
			const bool every = field_get(got, TLB_FLUSH_EVERY);

			if (!asked.tlb)
				b.fail("TLBs are flushed and nobody asked");
			if (every ? !asked.every
				  : asked.every || field_get(got, TLB_FLUSH_VM) != asked.vm ||
					    field_get(got, TLB_FLUSH_FIRST) != asked.first ||
					    field_get(got, TLB_FLUSH_LAST) != asked.last)
				b.fail("another invalidation than was asked for");
			invalidations++;
		}
		if (top->forget_o ? !tlb || !asked.forget : tlb && asked.forget)
			b.fail("what is kept under a space's number is%s forgotten",
			       top->forget_o ? "" : " not");
		// What clients keep quiet for: from the flush on, until it has reached them
		if (flush)
			settle = QUIET;
		else if (settle && !top->quiesce_o)
			b.fail("clients go on %u cycles behind a flush", QUIET - settle);
		else if (settle)
			settle--;
		if (!top->busy_o && (asked.tlb || asked.l1 || asked.code || draining || settle))
			b.fail("not busy before all is done");
		flushes += flush;
		if (flush || tlb) {
			draining = !flush;
			asked.tlb = asked.every = asked.forget = false;
			if (flush)
				asked.l1 = asked.code = false;
		} else if (draining && top->drained_i == all_drained) {
			draining = false;	// in the next cycle it may be over
		}
		almost += quiet == QUIET - 1 && top->quiesced_i != all;
		quiet = top->quiesce_o && top->quiesced_i == all ? quiet + 1 : 0;
		waited = top->busy_o && mode == 0 ? waited + 1 : 0;
		if (waited > 20 * SOON)
			b.fail("busy for ever");

		// Reads, and what is asked for
		answer = access && !write;
		want = at == SMGPU_MMU_STATUS	 ? top->busy_o
		       : at >= SMGPU_MMU_ROOT(0) ? root[vm]
						 : 0;
		if (access && write) {
			if (at == SMGPU_MMU_INVALIDATE) {
				asked.every = asked.tlb ||
					      (data & SMGPU_MMU_INVALIDATE_EVERY_MASK); // a second
											// one
											// before
											// the first
											// has
											// begun:
											// all
				asked.forget |= (data & SMGPU_MMU_INVALIDATE_FORGET_MASK) != 0;
				asked.vm = data & SMGPU_MMU_INVALIDATE_VM_MASK;
				asked.first = next_first;
				asked.last = next_last;
				asked.tlb = true;
				next_first = 0;
				next_last = end;
			}
			if (at == SMGPU_MMU_CACHE) {
				asked.l1 |= (data & SMGPU_MMU_CACHE_L1_MASK) != 0;
				asked.code |= (data & SMGPU_MMU_CACHE_CODE_MASK) != 0;
			}
			if (at == SMGPU_MMU_FIRST)
				next_first = (data & SMGPU_MMU_FIRST_VPN_MASK) >> 2;
			if (at == SMGPU_MMU_LAST)
				next_last = (data & SMGPU_MMU_LAST_VPN_MASK) >> 2;
			if (at >= SMGPU_MMU_ROOT(0))
				root[vm] = data;
		}
		b.edge();
	}
	if (flushes < 500 || invalidations < 500 || almost < 100)
		b.fail("%u flushes, %u invalidations, %u times quiet for one cycle too few: hardly anything",
		       flushes, invalidations, almost);
	printf("ok control.maint.%llu # %u flushes of caches, %u invalidations, %u times quiet for one cycle too few\n",
	       (unsigned long long)b.seed, flushes, invalidations, almost);
	return 0;
}
