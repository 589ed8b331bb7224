// SPDX-License-Identifier: MIT
// The L2's one LR reservation. Who holds it keeps it for HOLD cycles at most: another thread's LR does not take it away, so one of the
// competing threads is sure to succeed; a store to the line by anybody ends it.

module mem_reserve #(
    parameter int unsigned HOLD = 2048
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        lr_i,
    input  logic        sc_i,
    input  logic        store_i,      // any other write to line_i
    input  logic [34:0] line_i,
    input  logic [14:0] who_i,        // {port, warp, lane}
    output logic        sc_ok_o
);

  logic        held_q;
  logic [34:0] line_q;
  logic [14:0] who_q;
  logic [11:0] left_q;

  assign sc_ok_o = held_q && line_q == line_i && who_q == who_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
    end else begin
      if (left_q != '0) left_q <= left_q - 12'd1;
      else held_q <= 1'b0;
      if (lr_i && (!held_q || who_q == who_i)) begin
        held_q <= 1'b1;
        line_q <= line_i;
        who_q  <= who_i;
        left_q <= 12'(HOLD);
      end else if ((sc_i && sc_ok_o) || (store_i && line_q == line_i)) begin
        held_q <= 1'b0;
      end
    end
  end

endmodule
