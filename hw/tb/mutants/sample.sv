// SPDX-License-Identifier: MIT
// What places.py has to tell apart: a + b in a comment is no place. expected.txt has the places.
module sample #(
    parameter int unsigned N = 4 + 4,
    parameter int unsigned WI = $clog2(N)
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    input  logic [N-1:0]  a_i, /* a & b */
    input  logic [N-1:0]  b_i,
    output logic [N-1:0]  q_o
);

  typedef enum logic [1:0] {StOne, StTwo = 2'd3} state_e;
  localparam int unsigned M = N - 1;
  state_e       state_q;
  logic [N-1:0] rows[N+1];
  logic [7:0]   low, sum;
  logic         less, here;
  assign low[7:0] = ~a_i[6:0] <= 7'h7F ? '0 : {b_i[7:4], 4'b0};
  assign {less, here} = {|a_i, state_q == StOne && N != 4};

  if (N > 4) begin : gen_wide
    for (genvar g = 0; g < N - 1; g++) begin : gen_row
      sample #(.N(N - 4)) u_part (.clk_i, .rst_ni, .a_i(a_i >> 1), .b_i(rows[g+1]), .q_o(sum));
    end
  end

  function automatic logic [7:0] next(input logic [7:0] x);
    logic [7:0] y;
    y = x + 8'd1;
    return y < -8'sd1 ? y : x;
  endfunction

  always_ff @(posedge clk_i) begin
    if (!rst_ni) q_o <= '0;
    else if (here <= less) q_o[7:0] <= next(a_i);
    unique case (state_q)
      2'd1:    state_q <= StTwo;
      default: for (int unsigned i = 0; i < N - 1; i++) if (a_i[i]) sum[i+:2] <= b_i[i+:2];
    endcase
    if (a_i == 1 && b_i != 2) $fatal(1, "a == 1 && b != 2");
  end

  initial if (N < 2) $fatal(1, "N < 2");
  always_ff @(posedge clk_i) if (rst_ni && a_i != b_i) begin
    if (a_i > b_i) $error("a > b");
  end
`ifdef VERILATOR
  logic never;
  assign never = a_i && b_i;
`else
  assign less = a_i || b_i;
`endif
`ifdef FORMAL
  always_comb assert (a_i < b_i);
`endif

endmodule
