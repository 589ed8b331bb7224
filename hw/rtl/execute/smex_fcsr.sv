// SPDX-License-Identifier: MIT
// fflags and frm of all warps. Zero at a warp's start. A CSR write comes when neither the FP pipe nor smex_iter holds anything of the
// warp, so the writers of one warp never meet.
/* verilator lint_off UNUSEDSIGNAL */  // a preset with few warps needs only the low bits of a warp's number
module smex_fcsr #(
  parameter int unsigned WARPS = 16
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       start_valid_i,
  input  logic [5:0] start_warp_i,
  // Flags raised: by the FP pipe, by smex_iter
  input  logic       fp_valid_i,
  input  logic [5:0] fp_warp_i,
  input  logic [4:0] fp_flags_i,
  input  logic       it_valid_i,
  input  logic [5:0] it_warp_i,
  input  logic [4:0] it_flags_i,
  // CSR: read, and written in the same cycle
  input  logic [5:0] csr_warp_i,
  output logic [4:0] csr_fflags_o,
  output logic [2:0] csr_frm_o,
  input  logic       set_fflags_i,
  input  logic       set_frm_i,
  input  logic [4:0] fflags_i,
  input  logic [2:0] frm_i,
  // Rounding modes of two other warps
  input  logic [5:0] frm0_warp_i,
  output logic [2:0] frm0_o,
  input  logic [5:0] frm1_warp_i,
  output logic [2:0] frm1_o
);

  localparam int unsigned WIdx = $clog2(WARPS);

  logic [WARPS*5-1:0] fflags_q;
  logic [WARPS*3-1:0] frm_q;

  assign csr_fflags_o = fflags_q[csr_warp_i[WIdx-1:0]*5+:5];
  assign csr_frm_o    = frm_q[csr_warp_i[WIdx-1:0]*3+:3];
  assign frm0_o       = frm_q[frm0_warp_i[WIdx-1:0]*3+:3];
  assign frm1_o       = frm_q[frm1_warp_i[WIdx-1:0]*3+:3];

  for (genvar w = 0; w < WARPS; w++) begin : g_warp
    logic csr, fp, it;
    assign csr = csr_warp_i[WIdx-1:0] == WIdx'(w);
    assign fp  = fp_valid_i & fp_warp_i[WIdx-1:0] == WIdx'(w);
    assign it  = it_valid_i & it_warp_i[WIdx-1:0] == WIdx'(w);
    always_ff @(posedge clk_i) begin
      if (!rst_ni | (start_valid_i & start_warp_i[WIdx-1:0] == WIdx'(w))) begin
        fflags_q[w*5+:5] <= '0;
        frm_q[w*3+:3]    <= '0;
      end else begin
        if (csr & set_fflags_i) fflags_q[w*5+:5] <= fflags_i;
        else fflags_q[w*5+:5] <= fflags_q[w*5+:5] | (fp ? fp_flags_i : 5'b0) | (it ? it_flags_i : 5'b0);
        if (csr & set_frm_i) frm_q[w*3+:3] <= frm_i;
      end
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni && (set_fflags_i || set_frm_i)) begin
      if (fp_valid_i && fp_warp_i == csr_warp_i) $fatal(1, "smex_fcsr: the FP pipe raises flags of a warp whose CSR is being written");
      if (it_valid_i && it_warp_i == csr_warp_i) $fatal(1, "smex_fcsr: smex_iter raises flags of a warp whose CSR is being written");
    end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
