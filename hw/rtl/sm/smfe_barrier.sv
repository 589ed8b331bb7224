// SPDX-License-Identifier: MIT
// Barriers of the CTAs in an SM. Looks at one CTA context a cycle: its barrier opens when all its warps have been started and every
// one that has not ended waits there. So a warp that ends while the others wait lets them go, and there are no counters to keep right.

module smfe_barrier #(
    parameter int unsigned WARPS = 16
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             start_valid_i,
    input  logic [5:0]       start_warp_i,
    input  logic [3:0]       start_cta_i,
    input  logic             start_last_i,   // the last warp of its CTA
    input  logic [WARPS-1:0] member_i,       // has not ended
    input  logic [WARPS-1:0] at_bar_i,
    output logic [WARPS-1:0] release_o
);

  logic [15:0]        complete_q;  // all warps of the CTA have been started
  logic [WARPS*4-1:0] cta;
  logic [3:0]         look_q;
  logic [WARPS-1:0]   waiting, missing, release_q;

  for (genvar i = 0; i < WARPS; i++) begin : gen_warp
    logic [3:0] cta_q;
    always_ff @(posedge clk_i) if (start_valid_i && start_warp_i == 6'(i)) cta_q <= start_cta_i;
    assign cta[i*4+:4] = cta_q;
    assign waiting[i]  = member_i[i] && cta[i*4+:4] == look_q && at_bar_i[i] && !release_q[i];
    assign missing[i]  = member_i[i] && cta[i*4+:4] == look_q && !(at_bar_i[i] && !release_q[i]);
  end

  assign release_o = release_q;
  always_ff @(posedge clk_i)
    if (!rst_ni) begin
      complete_q <= '0;
      look_q     <= '0;
      release_q  <= '0;
    end else begin
      look_q    <= look_q + 4'd1;
      release_q <= (missing == '0 && complete_q[look_q]) ? waiting : '0;
      if (start_valid_i) complete_q <= (complete_q & ~(16'd1 << start_cta_i)) | (start_last_i ? 16'd1 << start_cta_i : '0);
    end

endmodule
