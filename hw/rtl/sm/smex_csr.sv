// SPDX-License-Identifier: MIT
// What the CSRs of a warp read, but for the rounding mode and flags: combinational from the warp's context.
// Values that differ between threads come from smex_special, which walks the threads.
module smex_csr (
  input  logic                 v_i,
  input  logic [11:0]          csr_i,
  /* verilator lint_off UNUSEDSIGNAL */  // the context has fields for others
  input  smgpu_pkg::warp_ctx_t ctx_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [31:0]          mask_i,
  input  logic [1:0]           sm_id_i,
  input  logic [63:0]          cycle_i,
  input  logic [63:0]          time_i,
  input  logic [63:0]          instret_i,
  input  logic [4:0]           fflags_i,
  input  logic [2:0]           frm_i,
  output logic [31:0]          value_o,
  output logic                 known_o
);

  always_comb begin
    value_o = 'x;
    known_o = 1'b1;
    if (v_i) begin
      case (csr_i)
        12'h001: value_o = {27'b0, fflags_i};
        12'h002: value_o = {29'b0, frm_i};
        12'h003: value_o = {24'b0, frm_i, fflags_i};
        12'hc00: value_o = cycle_i[31:0];
        12'hc80: value_o = cycle_i[63:32];
        12'hc01: value_o = time_i[31:0];
        12'hc81: value_o = time_i[63:32];
        12'hc02: value_o = instret_i[31:0];
        12'hc82: value_o = instret_i[63:32];
        12'hcc0, 12'hcc1, 12'hcc2, 12'hccd: value_o = 32'b0;  // differ between threads
        12'hcc3: value_o = ctx_i.cta.x;
        12'hcc4: value_o = ctx_i.cta.y;
        12'hcc5: value_o = ctx_i.cta.z;
        12'hcc6: value_o = {21'b0, ctx_i.cta.cta_x};
        12'hcc7: value_o = {21'b0, ctx_i.cta.cta_y};
        12'hcc8: value_o = {21'b0, ctx_i.cta.cta_z};
        12'hcc9: value_o = ctx_i.cta.grid_x;
        12'hcca: value_o = ctx_i.cta.grid_y;
        12'hccb: value_o = ctx_i.cta.grid_z;
        12'hccc: value_o = ctx_i.cta.param;
        12'hcce: value_o = {27'b0, ctx_i.warp_in_cta};
        12'hccf: value_o = {30'b0, sm_id_i};
        12'hcd0: value_o = smgpu_pkg::VaLocal + {15'b0, ctx_i.cta.local_bytes};
        12'hcd1: value_o = mask_i;
        12'hcd2: value_o = ctx_i.cta.linear;
        default: begin
          value_o = 32'b0;
          known_o = 1'b0;
        end
      endcase
    end
  end

endmodule
