// SPDX-License-Identifier: MIT
// What a pod counts in a cycle, registered. An issue slot without an issue has exactly one reason.

/* verilator lint_off UNUSEDSIGNAL */  // of an instruction only its opcode
module smfe_stalls #(
    // Warps of the pod, and bits of their number.
    parameter int unsigned NW = 8,
    parameter int unsigned WI = 3
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    input  logic          alive_i,       // a warp is here
    // Issue stage
    input  logic          fire_i,        // an instruction leaves it,
    input  logic          fired_i,       // which is no trap
    input  logic          offered_i,     // execution is offered one
    input  logic          held_i,        // ready warps, whose pipes take nothing now
    // What refuses: {operands, pipe}.
    input  logic [2:0]    iss_wait_i,
    // load/store: a page walk is under way; its request waits for the L2.
    input  logic          ls_walks_i,
    input  logic          ls_held_i,
    input  logic          ls_i,          // an access of memory
    // The instruction: its opcode, warp, victims, active and live threads.
    input  logic [6:0]    code_i,
    input  logic [WI-1:0] warp_i,
    input  logic [NW-1:0] victims_i,
    input  logic [31:0]   active_i,
    input  logic [31:0]   live_i,
    // Some warp
    // It is ready; waits for operands; would go on, but nothing is buffered; is at a barrier; its
    // last instruction left live threads out.
    input  logic          ready_i,
    input  logic          hazard_i,
    input  logic          constant_i,    // lacks nothing but its constant
    input  logic          hungry_i,
    input  logic          at_bar_i,
    input  logic          diverged_i,
    // Token unit
    input  logic [6:0]    ev_i,          // push, pop, drop, merge, yield, backstop, overflow
    input  logic          service_i,     // a warp stops for it
    input  logic          refill_i,
    input  logic          spilling_i,    // warps are stopped for it
    input  logic          refilling_i,
    // Tokens in a queue that was pushed on: a maximum, not an increment.
    input  logic [8:0]    deepest_i,
    output smfe_pkg::pod_perf_t           perf_o
);

  smfe_pkg::pod_perf_t perf;
  logic [5:0]          threads;
  logic [4:0]          n_victims;
  // refused: the issue stage offers an instruction and the pipe does not take it.
  logic                waits_ls, refused;
  assign waits_ls = iss_wait_i == {1'b0, smgpu_pkg::PipeLs};
  always_comb begin
    threads = '0;
    for (int unsigned i = 0; i < 32; i++) threads = threads + 6'(active_i[i]);
    n_victims = '0;
    for (int unsigned i = 0; i < NW; i++)
      n_victims = n_victims + 5'(victims_i[i] && warp_i != WI'(i));
    perf              = '0;
    perf.active       = alive_i;
    perf.issued       = fired_i;
    perf.stall_oversub = perf.active && !fired_i && !offered_i && held_i;
    refused           = perf.active && !fired_i && offered_i;
    // Reasons, in this order: pipe, hazard, fetch, sync. Each comes only if none before it holds.
    perf.stall_pipe   = refused || perf.stall_oversub;
    perf.stall_hazard = perf.active && !fired_i && !perf.stall_pipe && (hazard_i || ready_i);
    perf.stall_const  = perf.stall_hazard && !ready_i && constant_i;
    perf.stall_fetch  = perf.active && !fired_i && !perf.stall_pipe && !(hazard_i || ready_i) &&
        hungry_i;
    perf.stall_sync   = perf.active && !fired_i && !perf.stall_pipe && !(hazard_i || ready_i) &&
        !hungry_i;
    // Parts of stall_pipe: at most one of these five holds.
    perf.stall_special  = refused && iss_wait_i == {1'b0, smgpu_pkg::PipeSpecial};
    perf.stall_operands = refused && iss_wait_i[2];
    perf.stall_tlb      = refused && waits_ls && ls_walks_i;
    perf.stall_l2       = refused && waits_ls && !ls_walks_i && ls_held_i;
    perf.stall_ls       = refused && waits_ls && !ls_walks_i && !ls_held_i;
    perf.stall_barrier  = perf.stall_sync && at_bar_i;
    perf.load         = fired_i && ls_i && code_i == 7'h03;
    perf.store        = fired_i && ls_i && code_i == 7'h23;
    perf.atomic       = fired_i && ls_i && code_i == 7'h2f;
    perf.divergent    = fired_i && active_i != live_i;
    perf.threads      = fired_i ? threads : '0;
    perf.victims      = fire_i ? n_victims : '0;
    {perf.push, perf.pop, perf.drop, perf.merge, perf.yield, perf.backstop, perf.overflow} = ev_i;
    perf.spill        = service_i && !refill_i;
    perf.refill       = service_i && refill_i;
    perf.spilling     = spilling_i;
    perf.refilling    = refilling_i;
    perf.diverged     = diverged_i;
    perf.deepest      = deepest_i;
  end
  smfe_pkg::pod_perf_t           perf_q;
  always_ff @(posedge clk_i)
    if (!rst_ni) perf_q <= '0;
    else perf_q <= perf;
  assign perf_o = perf_q;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
