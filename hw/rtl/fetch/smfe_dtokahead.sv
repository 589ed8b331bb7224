// SPDX-License-Identifier: MIT
// Which warp's operation the token unit does next: round robin, a cycle ahead. The choice is kept
// until that operation is taken. If none waits it is for a warp that is about to: execution
// answers, or it is in the issue stage.

module smfe_dtokahead #(
    parameter int unsigned NW = 8,        // warps of the pod
    parameter int unsigned WI = 3         // bits of a warp index
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    // Warps that have an operation; the one of next_o is taken
    input  logic [NW-1:0] op_i,
    input  logic          accept_i,
    // Execution answers a warp; the warp in the issue stage
    input  logic          br_valid_i,
    input  logic [WI-1:0] br_warp_i,
    input  logic [WI-1:0] issue_warp_i,
    output logic          any_o,          // some warp has an operation
    output logic [WI-1:0] next_o
);

  logic [NW-1:0] after_q;                 // warps above the one that was taken last
  logic          others_any;
  logic [WI-1:0] sel;
  assign any_o = |op_i;
  smfe_pick #(.N(NW), .W(1), .IW(WI)) u_pick (.req_i(op_i & ~(NW'(1) << next_o)),
      .weight_i(after_q), .older_i('0), .any_o(others_any),
    /* verilator lint_off PINCONNECTEMPTY */  // the index is enough
    .grant_o(), /* verilator lint_on PINCONNECTEMPTY */
    .index_o(sel));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      next_o  <= '0;
      after_q <= '0;
    end else begin
      if (accept_i || !op_i[next_o])
        next_o <= others_any ? sel : br_valid_i ? br_warp_i : issue_warp_i;
      if (accept_i)
        for (int unsigned i = 0; i < NW; i++) after_q[i] <= smfe_pkg::below(5'(next_o), 5'(i));
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni && 32'(next_o) >= NW)
      $fatal(1, "smfe_dtokahead: the choice is no warp of the pod");
`endif

endmodule
