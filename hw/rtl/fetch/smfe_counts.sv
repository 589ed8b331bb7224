// SPDX-License-Identifier: MIT
// What the front end counts: increments of the SM's counters, of both pods, the caches and the
// textile grants. Events that are known late in a cycle are counted in the next one.

module smfe_counts #(
    parameter int unsigned PERF = 1  // 0: no counters
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    input  logic [2*smfe_pkg::PodPerfW-1:0] pods_i,        // pod_perf_t of each
    input  logic                            start_i,       // a warp starts
    input  logic                            trap_i,
    input  logic [1:0]                      replay_i,
    // Instruction cache: a hit, a miss, a line that more than one warp takes
    input  logic                            hit_i,
    input  logic                            miss_i,
    input  logic                            shared_i,
    // Caches of constants and attributes: a hit, a miss, a word is delivered
    input  logic                            const_hit_i,
    input  logic                            const_miss_i,
    input  logic                            const_word_i,
    input  logic                            attr_hit_i,
    input  logic                            attr_miss_i,
    input  logic                            attr_word_i,
    // Execution reads and writes the register file of each pod
    input  logic [1:0]                      rf_reads_i,
    input  logic [1:0]                      rf_writes_i,
    // Textile grants: one is given, one timed out, a warp waits
    input  logic                            grant_i,
    input  logic                            timeout_i,
    input  logic                            waits_i,
    // Increments, and SM_DTOK_DEEPEST: a maximum, and no increment
    output logic [smgpu_perf_pkg::SM_COUNT*6-1:0] perf_o,
    output logic [8:0]                      deepest_o
);

  // Threads of two full warps exceed an increment by one: the rest is sent in the next cycle.
  smfe_pkg::pod_perf_t pp0, pp1;
  logic [7:0]          threads, threads_left_q;
  logic                ev_hit_q, ev_miss_q, ev_shared_q, ev_start_q, ev_trap_q, const_hit_q,
      const_miss_q, attr_hit_q, attr_miss_q, four_ops_q, five_ops_q;
  assign {pp1, pp0} = pods_i;
  assign threads    = threads_left_q + 8'(pp0.threads) + 8'(pp1.threads);
  always_ff @(posedge clk_i)
    if (!rst_ni) begin
      threads_left_q <= '0;
      {ev_hit_q, ev_miss_q, ev_shared_q, ev_start_q, ev_trap_q, const_hit_q, const_miss_q,
          attr_hit_q, attr_miss_q, four_ops_q, five_ops_q} <= '0;
    end else begin
      threads_left_q <= threads > 8'd63 ? threads - 8'd63 : '0;
      {ev_hit_q, ev_miss_q, ev_shared_q, ev_start_q, ev_trap_q} <=
          {hit_i, miss_i, shared_i, start_i, trap_i};
      {const_hit_q, const_miss_q, attr_hit_q, attr_miss_q} <=
          {const_hit_i, const_miss_i, attr_hit_i, attr_miss_i};
      // The counters of operands: a cycle in which both register files are read, one is written,
      // and a constant (and an attribute) is delivered.
      four_ops_q <= const_word_i && rf_reads_i == 2'b11 && rf_writes_i != '0;
      five_ops_q <= const_word_i && attr_word_i && rf_reads_i == 2'b11 && rf_writes_i != '0;
    end
  always_comb begin
    perf_o = '0;
    perf_o[6*smgpu_perf_pkg::SM_ACTIVE_CYCLES+:6]     = {5'd0, pp0.active | pp1.active};
    perf_o[6*smgpu_perf_pkg::SM_WARP_INSTR+:6]        = 6'(pp0.issued) + 6'(pp1.issued);
    perf_o[6*smgpu_perf_pkg::SM_THREAD_INSTR+:6]      = threads > 8'd63 ? 6'd63 : threads[5:0];
    perf_o[6*smgpu_perf_pkg::SM_DUAL_ISSUE_CYCLES+:6] = {5'd0, pp0.issued & pp1.issued};
    perf_o[6*smgpu_perf_pkg::SM_ISSUE_SLOTS+:6]       = 6'(pp0.active) + 6'(pp1.active);
    perf_o[6*smgpu_perf_pkg::SM_STALL_FETCH+:6]       = 6'(pp0.stall_fetch) + 6'(pp1.stall_fetch);
    perf_o[6*smgpu_perf_pkg::SM_STALL_HAZARD+:6]      = 6'(pp0.stall_hazard) + 6'(pp1.stall_hazard);
    perf_o[6*smgpu_perf_pkg::SM_STALL_PIPE+:6]        = 6'(pp0.stall_pipe) + 6'(pp1.stall_pipe);
    perf_o[6*smgpu_perf_pkg::SM_STALL_SYNC+:6]        = 6'(pp0.stall_sync) + 6'(pp1.stall_sync);
    perf_o[6*smgpu_perf_pkg::SM_STALL_SPECIAL+:6]     = 6'(pp0.stall_special) +
        6'(pp1.stall_special);
    perf_o[6*smgpu_perf_pkg::SM_STALL_OPERANDS+:6]    = 6'(pp0.stall_operands) +
        6'(pp1.stall_operands);
    perf_o[6*smgpu_perf_pkg::SM_STALL_LS+:6]          = 6'(pp0.stall_ls) + 6'(pp1.stall_ls);
    perf_o[6*smgpu_perf_pkg::SM_STALL_TLB+:6]         = 6'(pp0.stall_tlb) + 6'(pp1.stall_tlb);
    perf_o[6*smgpu_perf_pkg::SM_STALL_L2+:6]          = 6'(pp0.stall_l2) + 6'(pp1.stall_l2);
    perf_o[6*smgpu_perf_pkg::SM_STALL_OVERSUB+:6]     = 6'(pp0.stall_oversub) +
        6'(pp1.stall_oversub);
    perf_o[6*smgpu_perf_pkg::SM_STALL_CONST+:6]       = 6'(pp0.stall_const) + 6'(pp1.stall_const);
    perf_o[6*smgpu_perf_pkg::SM_CONST_HITS+:6]        = 6'(const_hit_q);
    perf_o[6*smgpu_perf_pkg::SM_CONST_MISSES+:6]      = 6'(const_miss_q);
    perf_o[6*smgpu_perf_pkg::SM_ATTR_HITS+:6]         = 6'(attr_hit_q);
    perf_o[6*smgpu_perf_pkg::SM_ATTR_MISSES+:6]       = 6'(attr_miss_q);
    perf_o[6*smgpu_perf_pkg::SM_FOUR_OPS_CYCLES+:6]   = 6'(four_ops_q);
    perf_o[6*smgpu_perf_pkg::SM_FIVE_OPS_CYCLES+:6]   = 6'(five_ops_q);
    perf_o[6*smgpu_perf_pkg::SM_TEXTILE_GRANTS+:6]    = 6'(grant_i);
    perf_o[6*smgpu_perf_pkg::SM_TEXTILE_TIMEOUTS+:6]  = 6'(timeout_i);
    perf_o[6*smgpu_perf_pkg::SM_TEXTILE_WAITS+:6]     = 6'(waits_i);
    perf_o[6*smgpu_perf_pkg::SM_VICTIMS+:6]           = 6'(pp0.victims) + 6'(pp1.victims);
    perf_o[6*smgpu_perf_pkg::SM_REPLAYS+:6]           = 6'(replay_i[0]) + 6'(replay_i[1]);
    perf_o[6*smgpu_perf_pkg::SM_STALL_BARRIER+:6]     = 6'(pp0.stall_barrier) +
        6'(pp1.stall_barrier);
    perf_o[6*smgpu_perf_pkg::SM_FETCH_HITS+:6]        = 6'(ev_hit_q);
    perf_o[6*smgpu_perf_pkg::SM_FETCH_MISSES+:6]      = 6'(ev_miss_q);
    perf_o[6*smgpu_perf_pkg::SM_FETCH_BROADCASTS+:6]  = ev_shared_q ? 6'd8 : 6'd0;
    perf_o[6*smgpu_perf_pkg::SM_LOADS+:6]             = 6'(pp0.load) + 6'(pp1.load);
    perf_o[6*smgpu_perf_pkg::SM_STORES+:6]            = 6'(pp0.store) + 6'(pp1.store);
    perf_o[6*smgpu_perf_pkg::SM_ATOMICS+:6]           = 6'(pp0.atomic) + 6'(pp1.atomic);
    perf_o[6*smgpu_perf_pkg::SM_DTOK_PUSHES+:6]       = 6'(pp0.push) + 6'(pp1.push);
    perf_o[6*smgpu_perf_pkg::SM_DTOK_POPS+:6]         = 6'(pp0.pop) + 6'(pp1.pop);
    perf_o[6*smgpu_perf_pkg::SM_DTOK_DROPS+:6]        = 6'(pp0.drop) + 6'(pp1.drop);
    perf_o[6*smgpu_perf_pkg::SM_DTOK_MERGES+:6]       = 6'(pp0.merge) + 6'(pp1.merge);
    perf_o[6*smgpu_perf_pkg::SM_YIELDS+:6]            = 6'(pp0.yield) + 6'(pp1.yield);
    perf_o[6*smgpu_perf_pkg::SM_DTOK_OVERFLOWS+:6]    = 6'(pp0.overflow) + 6'(pp1.overflow);
    perf_o[6*smgpu_perf_pkg::SM_DIVERGENT_INSTR+:6]   = 6'(pp0.divergent) + 6'(pp1.divergent);
    perf_o[6*smgpu_perf_pkg::SM_WARPS_LAUNCHED+:6]    = 6'(ev_start_q);
    perf_o[6*smgpu_perf_pkg::SM_TRAPS+:6]             = 6'(ev_trap_q);
    perf_o[6*smgpu_perf_pkg::SM_DTOK_SPILLS+:6]       = 6'(pp0.spill) + 6'(pp1.spill);
    perf_o[6*smgpu_perf_pkg::SM_DTOK_REFILLS+:6]      = 6'(pp0.refill) + 6'(pp1.refill);
    perf_o[6*smgpu_perf_pkg::SM_DTOK_SPILL_CYCLES+:6]  = {5'd0, pp0.spilling | pp1.spilling};
    perf_o[6*smgpu_perf_pkg::SM_DTOK_REFILL_CYCLES+:6] = {5'd0, pp0.refilling | pp1.refilling};
    perf_o[6*smgpu_perf_pkg::SM_DTOK_SERVICE_ISSUE_CYCLES+:6] =
        {5'd0, (pp0.spilling | pp1.spilling | pp0.refilling | pp1.refilling) &
        (pp0.issued | pp1.issued)};
    perf_o[6*smgpu_perf_pkg::SM_DTOK_BACKSTOPS+:6]    = 6'(pp0.backstop) + 6'(pp1.backstop);
    perf_o[6*smgpu_perf_pkg::SM_DIVERGENT_CYCLES+:6]  = {5'd0, pp0.diverged | pp1.diverged};
    deepest_o = pp0.deepest > pp1.deepest ? pp0.deepest : pp1.deepest;
    if (PERF == 0) {perf_o, deepest_o} = '0;
  end

endmodule
