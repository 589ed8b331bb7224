// SPDX-License-Identifier: MIT
// A value that another clock sees: it crosses whole, as a message, when it changes. The last change
// always arrives.

module board_value #(
    parameter int unsigned WIDTH = 1    // bits of the value
) (
    // The clock that gives it
    input  logic             push_clk_i,
    input  logic             push_rst_ni,
    input  logic [WIDTH-1:0] value_i,
    // The clock that sees it: 0 until the first message
    input  logic             pop_clk_i,
    input  logic             pop_rst_ni,
    output logic [WIDTH-1:0] value_o
);

  // told_q: the last message sent. value_q: the last that came.
  logic [WIDTH-1:0] told_q, next, value_q;
  logic             room, valid;
  always_ff @(posedge push_clk_i) begin
    // The next message is sent when this one has room. It tells the value of that time.
    if (!push_rst_ni) told_q <= '0;
    else if (room) told_q <= value_i;
  end
  common_cross #(
      .WIDTH(WIDTH),
      .DEPTH(4)
  ) u_cross (
      .push_clk_i,
      .push_rst_ni,
      .push_valid_i(value_i != told_q),
      .push_ready_o(room),
      .push_data_i (value_i),
      .pop_clk_i,
      .pop_rst_ni,
      .pop_valid_o (valid),
      .pop_ready_i (1'b1),
      .pop_data_o  (next)
  );
  always_ff @(posedge pop_clk_i) begin
    if (!pop_rst_ni) value_q <= '0;
    else if (valid) value_q <= next;
  end
  assign value_o = value_q;

endmodule
