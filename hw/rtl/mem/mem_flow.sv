// SPDX-License-Identifier: MIT
// The registers of R, S0 and S1: what P picked moves on, but for requests behind one of their port
// that was turned down.

module mem_flow #(
    // Ports of the L2
    parameter int unsigned PORTS = 7,
    parameter int unsigned W     = 8      // of what goes along
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             stall_i,     // all stand
    input  logic [PORTS-1:0] back_i,      // ports with a request that was turned down
    // P: a port's request, or another
    // It goes to R in the next cycle
    input  logic [PORTS-1:0] port_i,
    input  logic             other_i,
    input  logic [W-1:0]     with_i,
    // Each stage: a request is there; what goes with it
    output logic             r_valid_o,
    output logic [W-1:0]     r_with_o,
    output logic             s0_valid_o,
    output logic [W-1:0]     s0_with_o,
    output logic             s1_valid_o,
    // The port of the request in S1, one-hot; none for those that waited
    output logic [PORTS-1:0] s1_port_o,
    output logic [W-1:0]     s1_with_o,
    output logic             s1_back_o    // it is behind one that was turned down
);

  // A request is dropped from its stage if its port's was turned down: the port offers it again.
  logic [PORTS-1:0] r_port_q, s0_port_q;
  logic             r_back, s0_back;
  assign r_back    = (r_port_q & back_i) != '0;
  assign s0_back   = (s0_port_q & back_i) != '0;
  assign s1_back_o = (s1_port_o & back_i) != '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      r_valid_o  <= 1'b0;
      s0_valid_o <= 1'b0;
      s1_valid_o <= 1'b0;
    end else begin
      // While all stand, a request can only be dropped.
      if (!stall_i) r_valid_o <= port_i != '0 || other_i;
      else if (r_back) r_valid_o <= 1'b0;
      if (!stall_i || s0_back) s0_valid_o <= !stall_i && r_valid_o && !r_back;
      if (!stall_i || s1_back_o) s1_valid_o <= !stall_i && s0_valid_o && !s0_back;
    end
    if (!stall_i) begin
      r_port_q  <= port_i;
      r_with_o  <= with_i;
      s0_port_q <= r_port_q;
      s0_with_o <= r_with_o;
      s1_port_o <= s0_port_q;
      s1_with_o <= s0_with_o;
    end
  end

endmodule
