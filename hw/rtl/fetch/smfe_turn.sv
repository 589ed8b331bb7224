// SPDX-License-Identifier: MIT
// Turns: what keeps a priority among warps from starving one of them. Now and then the next warp in
// circular order that wants something has its turn, and keeps it until it has got it or does not
// want it any more; one warp a cycle is asked. The arbiter puts the warp whose turn it is first.

module smfe_turn #(
    // Warps of the pod, and bits of their number.
    parameter int unsigned NW = 8,
    parameter int unsigned WI = 3,
    // 2^K - 1 cycles between two turns, and those in which nothing is wanted
    parameter int unsigned K  = 5
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    input  logic [NW-1:0] want_i,        // wants it and does not get it in this cycle
    // It is this warp's turn. valid_o stays until the warp has got what it wants, or wants it no
    // more.
    output logic          valid_o,
    output logic [WI-1:0] warp_o
`ifdef FORMAL
    , output logic [K-1:0] view_rest_o
`endif
);

  logic [WI-1:0] next;
  // rest_q: cycles since the last turn. When it is full a warp is asked in each cycle.
  logic [K-1:0]  rest_q;
  assign next = warp_o == WI'(NW - 1) ? '0 : warp_o + 1'b1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      warp_o  <= '0;
      rest_q  <= '0;
    end else if (valid_o) begin
      valid_o <= want_i[warp_o];
      rest_q  <= '0;
    end else if (rest_q != '1) begin
      rest_q <= rest_q + 1'b1;
    end else begin
      valid_o <= want_i[next];
      warp_o  <= next;
    end
  end

`ifdef FORMAL
  assign view_rest_o = rest_q;
`endif

endmodule
