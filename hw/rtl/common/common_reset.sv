// SPDX-License-Identifier: MIT
// Reset synchroniser: rst_no falls with rst_async_ni at once, whatever the clock does, and rises
// with clk_i, STAGES edges after rst_async_ni has risen. One for each clock; the card's own
// registers are reset synchronously by what it gives.

module common_reset #(
    parameter int unsigned STAGES = 2   // at least 2: the first one may be metastable
) (
    input  logic clk_i,
    input  logic rst_async_ni,
    output logic rst_no
);

  (* keep *) logic [STAGES-1:0] stage_q;

  always_ff @(posedge clk_i or negedge rst_async_ni)
    if (!rst_async_ni) stage_q <= '0;
    else stage_q <= {stage_q[STAGES-2:0], 1'b1};

  assign rst_no = stage_q[STAGES-1];

`ifdef VERILATOR
  initial if (STAGES < 2) $fatal(1, "common_reset: a synchroniser has two stages or more");
`endif

endmodule
