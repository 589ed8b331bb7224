// SPDX-License-Identifier: MIT
// What the benches of drained_o share: memory that answers after a fixed time, a walker, and an
// invalidation of TLBs in a given cycle, with which pages move from old frames to new ones. From
// the cycle after it on, as soon as drained_o is 1, no access to an old frame may be under way or
// begin.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>

#include "fields.h"
#include "verilated.h"

static const unsigned VM = 5, NEVER = ~0u, LONGEST = 400; // LONGEST: cycles until drained_o comes
							  // back
static const uint64_t OLD = 0x100000, NEW = 0x900000; // where frames are: page p of the space is
						      // frame p there

template <class V> struct drain {
	struct access {
		uint64_t due;
		uint32_t id, words[8];
		bool old, failed;
	};
	struct walk {
		uint64_t due;
		uint32_t id, vm, vpn;
		bool old;
	};
	V *top = new V;
	const char *name;
	unsigned latency, flush_at, flush_vm, now = 0, drained_at = NEVER, under_way = 0;
	bool moved = false;
	std::deque<access> accesses;
	std::deque<walk> walks;
	std::map<uint64_t, uint32_t> memory;  // words that were written
	std::function<bool(uint64_t pa)> broken; // a line that memory does not give
	bool backwards = false; // of the answers that are due the last one comes first
	std::function<uint64_t(uint32_t vm, uint32_t vpn)> frame_of; // where pages are, if not in
								     // those frames

	drain(const char *n, unsigned l, unsigned at, unsigned vm)
	    : name(n), latency(l), flush_at(at), flush_vm(vm)
	{
		top->rst_ni = 0;
		for (int i = 0; i < 4; i++) {
			top->clk_i = 0;
			top->eval();
			top->clk_i = 1;
			top->eval();
		}
		top->rst_ni = 1;
	}
	~drain() { top->final(); delete top; }

	void fail(const char *why)
	{
		printf("not ok drain_%s: %s (cycle %u, latency %u, flush of space %u in cycle %u)\n",
		       name, why, now, latency, flush_vm, flush_at);
		exit(1);
	}

	static uint32_t initial(uint64_t pa) { return uint32_t(pa * 0x9e3779b97f4a7c15u >> 32); }
	uint32_t word(uint64_t pa) { return memory.count(pa) ? memory[pa] : initial(pa); }
	bool is_old(uint64_t pa) { return flush_vm == VM && pa >= OLD && pa < NEW; }

	// Inputs of the cycle are set but for memory's, walks' and the flush; seen looks at the
	// outputs.
	template <class F> void cycle(F seen)
	{
		bool flush = now == flush_at;

		top->req_ready_i = now % 3 != 0;
		size_t answer = 0;
		top->rsp_valid_i = !accesses.empty() && accesses[0].due <= now;
		if (top->rsp_valid_i) {
			while (backwards && answer + 1 < accesses.size() &&
			       accesses[answer + 1].due <= now)
				answer++;
			for (int k = 0; k < 8; k++)
				field_put(top->rsp_i, PART(k, 32, MEM_RSP_DATA),
					  accesses[answer].words[k]);
			field_put(top->rsp_i, MEM_RSP_ID, accesses[answer].id);
			field_put(top->rsp_i, MEM_RSP_ERR, accesses[answer].failed);
		}
		top->walk_req_ready_i = 1;
		top->walk_rsp_valid_i = !walks.empty() && walks.front().due <= now;
		if (top->walk_rsp_valid_i) {
			const walk &w = walks.front();
			uint64_t frame = frame_of ? frame_of(w.vm, w.vpn)
						  : ((w.old ? OLD : NEW) >> 12) + w.vpn;

			top->walk_rsp_i = FIELD_BITS(w.id, WALK_RSP_ID) |
					  FIELD_BITS(1, WALK_RSP_R) | FIELD_BITS(1, WALK_RSP_W) |
					  FIELD_BITS(1, WALK_RSP_X) |
					  FIELD_BITS(frame, WALK_RSP_PPN);
		}
		top->tlb_flush_i = flush ? FIELD_BITS(1, TLB_FLUSH_VALID) |
						   FIELD_BITS(flush_vm, TLB_FLUSH_VM) |
						   FIELD_BITS(~0u, TLB_FLUSH_LAST)
					 : 0;
		if (flush && flush_vm == VM)
			moved = true;
		top->clk_i = 0;
		top->eval();

		bool after = flush_at != NEVER && now > flush_at, begins = false;
		if (top->req_valid_o) {
			uint64_t pa = field_get(top->req_o, MEM_REQ_PA);
			access a = { now + latency,
				     uint32_t(field_get(top->req_o, MEM_REQ_ID)),
				     {},
				     is_old(pa),
				     broken && broken(pa) };

			begins = a.old;
			if (top->req_ready_i) {
				for (int k = 0; k < 8; k++) {
					if (field_get(top->req_o, MEM_REQ_OP) == MEM_WRITE &&
					    field_get(top->req_o, PART(4 * k, 1, MEM_REQ_BE)))
						memory[pa + 4 * k] = uint32_t(field_get(
							top->req_o, PART(k, 32, MEM_REQ_DATA)));
					a.words[k] = word(pa + 4 * k);
				}
				accesses.push_back(a);
				under_way += a.old;
			}
		}
		if (after && top->drained_o && drained_at == NEVER)
			drained_at = now;
		if (drained_at != NEVER && !top->drained_o)
			fail("drained_o falls with no flush");
		if (drained_at != NEVER && (begins || under_way))
			fail("an access to an old frame is under way, or begins, though drained_o was 1");
		if (after && flush_vm != VM && !top->drained_o)
			fail("a flush of another space is waited for");
		if (after && drained_at == NEVER && now - flush_at > LONGEST)
			fail("drained_o does not come");
		seen();
		if (top->rsp_valid_i) {
			under_way -= accesses[answer].old;
			accesses.erase(accesses.begin() + answer);
		}
		if (top->walk_rsp_valid_i)
			walks.pop_front();
		if (top->walk_req_valid_o)
			walks.push_back({ now + latency,
					  uint32_t(field_get(top->walk_req_o, WALK_REQ_ID)),
					  uint32_t(field_get(top->walk_req_o, WALK_REQ_VM)),
					  uint32_t(field_get(top->walk_req_o, WALK_REQ_VPN)),
					  !moved });
		top->clk_i = 1;
		top->eval();
		now++;
	}
};
