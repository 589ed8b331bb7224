// SPDX-License-Identifier: MIT
// Pulses of several kinds to another clock. Those of one kind that come while one waits are one.

module board_pulses #(
    parameter int unsigned WIDTH = 1    // kinds, a bit each
) (
    // The clock in which they come
    input  logic             push_clk_i,
    input  logic             push_rst_ni,
    input  logic [WIDTH-1:0] pulse_i,
    // The clock that is told
    input  logic             pop_clk_i,
    input  logic             pop_rst_ni,
    output logic [WIDTH-1:0] pulse_o
);

  // wait_q: those that wait for room in the crossing. told: those of one message.
  logic [WIDTH-1:0] wait_q, told;
  logic             room, valid;
  always_ff @(posedge push_clk_i) begin
    if (!push_rst_ni) wait_q <= '0;
    else wait_q <= room ? pulse_i : wait_q | pulse_i;
  end
  common_cross #(
      .WIDTH(WIDTH),
      .DEPTH(4)
  ) u_cross (
      .push_clk_i,
      .push_rst_ni,
      .push_valid_i(wait_q != '0),
      .push_ready_o(room),
      .push_data_i (wait_q),
      .pop_clk_i,
      .pop_rst_ni,
      .pop_valid_o (valid),
      .pop_ready_i (1'b1),
      .pop_data_o  (told)
  );
  assign pulse_o = told & {WIDTH{valid}};

endmodule
