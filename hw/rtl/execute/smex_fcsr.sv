// SPDX-License-Identifier: MIT
// fflags and frm of all warps. Zero at a warp's start. A CSR write comes when neither the FP pipe
// nor smex_iter holds anything of the warp, so the writers of one warp never meet.
// a preset with few warps needs only the low bits of a warp's number
/* verilator lint_off UNUSEDSIGNAL */
module smex_fcsr #(
  // Warps of the SM
  parameter int unsigned WARPS = 16
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  // A warp starts: its flags and its rounding mode become zero.
  input  logic       start_valid_i,
  input  smgpu_pkg::warp_t start_warp_i,
  // Flags raised: by the FP pipe, by smex_iter
  input  logic       fp_valid_i,
  input  smgpu_pkg::warp_t fp_warp_i,
  input  logic [4:0] fp_flags_i,
  input  logic       it_valid_i,
  input  smgpu_pkg::warp_t it_warp_i,
  input  logic [4:0] it_flags_i,
  // CSR: read, and written by the same instruction; fflags hold the new value two cycles later
  input  smgpu_pkg::warp_t csr_warp_i,
  output logic [4:0] csr_fflags_o,
  output logic [2:0] csr_frm_o,
  input  logic       set_fflags_i,
  input  logic       set_frm_i,
  input  logic [4:0] fflags_i,
  input  logic [2:0] frm_i,
  // Rounding modes of two other warps
  input  smgpu_pkg::warp_t frm0_warp_i,
  output logic [2:0] frm0_o,
  input  smgpu_pkg::warp_t frm1_warp_i,
  output logic [2:0] frm1_o
);

  localparam int unsigned WIdx = $clog2(WARPS);

  // A CSR instruction and smex_iter are never under way together: they share a way to the flags.
  // What an instruction writes follows from what it read, so it is written a cycle later; the
  // warp's next instruction comes when that has long been done.
  // set_q: a CSR instruction has set flags in the cycle before. slow: it or smex_iter brings some.
  logic [WARPS*5-1:0] fflags_q;
  logic               set_q, slow;
  logic [WIdx-1:0]    set_warp_q;
  logic [4:0]         set_flags_q;
  logic [WIdx-1:0]    slow_warp;
  logic [4:0]         slow_flags;

  assign csr_fflags_o = fflags_q[csr_warp_i[WIdx-1:0]*5+:5];
  assign slow         = set_q | it_valid_i;
  assign slow_warp    = set_q ? set_warp_q : it_warp_i[WIdx-1:0];
  assign slow_flags   = set_q ? set_flags_q : it_flags_i;
  always_ff @(posedge clk_i) begin
    set_q       <= rst_ni & set_fflags_i;
    set_warp_q  <= csr_warp_i[WIdx-1:0];
    set_flags_q <= fflags_i;
  end

  for (genvar w = 0; w < WARPS; w++) begin : g_warp
    // A write replaces the flags, all else adds to them.
    logic fp, other;
    assign fp    = fp_valid_i & fp_warp_i[WIdx-1:0] == WIdx'(w);
    assign other = slow & slow_warp == WIdx'(w);
    always_ff @(posedge clk_i) begin
      if (!rst_ni | (start_valid_i & start_warp_i[WIdx-1:0] == WIdx'(w))) fflags_q[w*5+:5] <= '0;
      else
        fflags_q[w*5+:5] <= (fflags_q[w*5+:5] & ~{5{other & set_q}}) | (slow_flags & {5{other}}) |
            (fp_flags_i & {5{fp}});
    end
  end

  // Rounding modes: a memory, and whether the warp has written its own
  // own_q is cleared when a warp starts. Without it the mode is zero, whatever the memory has.
  logic [2:0]       frm_m [WARPS];
  logic [WARPS-1:0] own_q;

  assign csr_frm_o = frm_m[csr_warp_i[WIdx-1:0]] & {3{own_q[csr_warp_i[WIdx-1:0]]}};
  assign frm0_o    = frm_m[frm0_warp_i[WIdx-1:0]] & {3{own_q[frm0_warp_i[WIdx-1:0]]}};
  assign frm1_o    = frm_m[frm1_warp_i[WIdx-1:0]] & {3{own_q[frm1_warp_i[WIdx-1:0]]}};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) own_q <= '0;
    else begin
      if (set_frm_i) own_q[csr_warp_i[WIdx-1:0]] <= 1'b1;
      if (start_valid_i) own_q[start_warp_i[WIdx-1:0]] <= 1'b0;
    end
    if (set_frm_i) frm_m[csr_warp_i[WIdx-1:0]] <= frm_i;
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    // Nothing raises flags of a warp while one of its CSR instructions writes them.
    if (rst_ni && (set_fflags_i || set_frm_i)) begin
      if (it_valid_i) $fatal(1, "smex_fcsr: two slow instructions");
      if (fp_valid_i && fp_warp_i == csr_warp_i)
        $fatal(1, "smex_fcsr: the FP pipe raises flags of a warp whose CSR is being written");
      if (it_valid_i && it_warp_i == csr_warp_i)
        $fatal(1, "smex_fcsr: smex_iter raises flags of a warp whose CSR is being written");
    end
  always_ff @(posedge clk_i)
    // The same in the cycle after it, in which the flags are written
    if (rst_ni && set_q) begin
      if (it_valid_i) $fatal(1, "smex_fcsr: two slow instructions, a cycle apart");
      if (fp_valid_i && fp_warp_i[WIdx-1:0] == set_warp_q)
        $fatal(1, "smex_fcsr: flags are raised as the CSR is written");
      if (start_valid_i && start_warp_i[WIdx-1:0] == set_warp_q)
        $fatal(1, "smex_fcsr: a warp starts as its CSR is written");
      if (set_fflags_i && csr_warp_i[WIdx-1:0] == set_warp_q)
        $fatal(1, "smex_fcsr: the CSR is read before it is written");
    end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
