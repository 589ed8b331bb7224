// SPDX-License-Identifier: MIT
// A limit of priority tokens that follows the program counter (PRIO_PC): with so many active
// threads in a stretch of code another limit holds than PRIO.limit, and its tokens are for warps in
// the stretch.
// - a warp is where its last instruction was, and has as many threads there as that had active ones
// - warps are counted in turn, one a cycle; the sum of every sixteenth round counts, so that a
//   limit holds for 16 * WARPS cycles at least: a lower one takes all tokens back, and they are
//   given anew
// - an instruction with a constant operand does not tell where it is, and moves no warp

/* verilator lint_off UNUSEDSIGNAL */  // an instruction has more than its place and its threads
module smprio_pc #(
    // WARPS of the SM, in PODS pods: warp w is warp w / PODS of pod w % PODS.
    parameter int unsigned WARPS = 16,
    parameter int unsigned PODS  = 2,
    parameter int unsigned NW    = WARPS / PODS  // do not override
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    // PRIO_PC: the stretch, its limit, and how many threads let it hold.
    input  smgpu_pkg::prio_pc_t           cfg_i,
    input  logic [5:0]                  limit_i,     // elsewhere
    input  logic [PODS-1:0]             issue_i,     // an instruction issues and tells its place
    // The instruction of each pod, with issue_i.
    input  logic [PODS*smgpu_pkg::UopW-1:0] uop_i,
    input  logic [WARPS-1:0]            live_i,
    output logic                        here_o,      // the limit of the stretch holds
    output logic [5:0]                  limit_o,
    output logic [WARPS-1:0]            outside_o    // then these are not in the stretch
);

  localparam int unsigned WI = $clog2(NW);


  // ---- Where each warp is: its threads in the stretch, 0 elsewhere
  logic [WARPS-1:0] in_q;              // in the stretch, since it started
  logic [PODS-1:0]  we;
  logic [5:0]       at_q;              // the warp that is counted
  logic [PODS*WI-1:0] we_warp;
  logic [PODS*6-1:0]  we_threads, threads;
  smgpu_pkg::uop_t    uop;
  // What of an uop counts: where it is, and its active threads.
  logic [PODS*30-1:0] pc;
  logic [PODS*32-1:0] mask;
  logic [PODS*WI-1:0] warp;
  always_comb
    for (int unsigned i = 0; i < PODS; i++) begin
      uop             = uop_i[i*smgpu_pkg::UopW+:smgpu_pkg::UopW];
      pc[i*30+:30]    = uop.pc[31:2];
      mask[i*32+:32]  = uop.mask;
      warp[i*WI+:WI]  = uop.warp[PODS-1+:WI];
    end
  // Of each pod: the issue is registered, then its threads are counted, then written.
  for (genvar p = 0; p < PODS; p++) begin : gen_pod
    logic            issue_q;
    logic [31:2]     pc_q;
    logic [31:0]     mask_q;
    logic [WI-1:0]   warp_q;
    logic [5:0]      sum;
    logic [5:0]      count_m[NW];
    always_ff @(posedge clk_i) begin
      issue_q <= rst_ni && issue_i[p];
      pc_q    <= pc[p*30+:30];
      mask_q  <= mask[p*32+:32];
      warp_q  <= warp[p*WI+:WI];
    end
    always_comb begin
      sum = '0;
      for (int unsigned i = 0; i < 32; i++) sum = sum + 6'(mask_q[i]);
    end
    always_ff @(posedge clk_i) begin
      we[p]                  <= rst_ni && issue_q;
      we_warp[p*WI+:WI]      <= warp_q;
      we_threads[p*6+:6]     <= pc_q >= cfg_i.from && pc_q < cfg_i.to ? sum : '0;
      if (we[p]) count_m[we_warp[p*WI+:WI]] <= we_threads[p*6+:6];
    end
    assign threads[p*6+:6] = count_m[at_q[PODS-1+:WI]];
  end
  always_ff @(posedge clk_i)
    for (int unsigned i = 0; i < WARPS; i++)
      if (!rst_ni || !live_i[i]) in_q[i] <= 1'b0;
      else if (we[i%PODS] && we_warp[(i%PODS)*WI+:WI] == WI'(i / PODS))
        in_q[i] <= we_threads[(i%PODS)*6+:6] != '0;

  // ---- Rounds over all warps
  // round_q: the last of sixteen rounds decides. sum_q: threads in the stretch of the warps
  // counted.
  logic [3:0]  round_q;
  logic [10:0] sum_q, sum;
  // here_q: the sum of the deciding round was enough.
  logic        last, here_q;
  always_comb begin
    sum = sum_q;
    for (int unsigned i = 0; i < WARPS; i++)
      if (at_q == 6'(i) && in_q[i]) sum = sum_q + 11'(threads[(i%PODS)*6+:6]);
  end
  assign last = at_q == 6'(WARPS - 1);
  always_ff @(posedge clk_i)
    if (!rst_ni || cfg_i.threads == '0) begin
      at_q    <= '0;
      sum_q   <= '0;
      round_q <= '0;
      here_q  <= 1'b0;
    end else begin
      at_q  <= last ? '0 : at_q + 6'd1;
      sum_q <= last ? '0 : sum;
      if (last) round_q <= round_q + 4'd1;
      if (last && round_q == '1) here_q <= sum >= cfg_i.threads;
    end
  assign here_o    = here_q && cfg_i.threads != '0;
  assign limit_o   = here_o ? cfg_i.limit : limit_i;
  assign outside_o = here_o ? ~in_q : '0;

`ifdef VERILATOR
  int unsigned check;
  always_comb begin
    check = 0;
    for (int unsigned i = 0; i < PODS; i++)
      if (we[i]) check = check + (32'(we_threads[i*6+:6]) > 32 ? 1 : 0);
  end
  always_ff @(posedge clk_i) if (rst_ni && check != 0) $fatal(1,
      "smprio_pc: a warp with more than 32 threads");
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
