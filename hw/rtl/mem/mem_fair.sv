// SPDX-License-Identifier: MIT
// Fairness of the L2 for host memory and for card memory: two mem_senior. Other ports get no host
// engine that a senior waits for; and no way of its set, not the last MSHR and write buffer if it
// waits for those.

module mem_fair #(
    // SI: bits of a set's number
    parameter int unsigned PORTS  = 7,
    parameter int unsigned SI     = 9,
    // Requests of others that are accepted before the senior alone is served
    parameter int unsigned FREEZE = 128
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // Ports that have a request in their buffer
    input  logic [PORTS-1:0] waits_i,
    // The request that S1 decides on
    input  logic [3:0]       port_i,
    input  logic [SI-1:0]    set_i,
    input  logic             to_host_i,
    // It is turned down, or accepted
    input  logic             nack_i,
    input  logic             accept_i,
    // What it does not get
    // It must not have the host engine
    output logic             no_host_o,
    // It must not take a way: its set is that of the senior's request
    output logic             no_way_o,
    output logic             spare_o,     // the last MSHR or write buffer
    // It is turned down in any case
    output logic             nothing_o
);

  // The host engine has no sets, and a senior for it never stops all others.
  logic unused_same_set, unused_freeze;
  mem_senior #(
      .PORTS (PORTS),
      .SI    (SI),
      .FREEZE(0),
      .MOST  (PORTS)
  ) u_host (
      .clk_i,
      .rst_ni,
      .port_i,
      .set_i,
      .nack_i    (nack_i && to_host_i),
      .accept_i,
      .counted_i (to_host_i),
      .other_o   (no_host_o),
      .same_set_o(unused_same_set),
      .freeze_o  (unused_freeze),
      .waits_i
  );
  mem_senior #(
      .PORTS (PORTS),
      .SI    (SI),
      .FREEZE(FREEZE),
      .MOST  (PORTS * (FREEZE + PORTS))
  ) u_card (
      .clk_i,
      .rst_ni,
      .port_i,
      .set_i,
      .nack_i    (nack_i && !to_host_i),
      .accept_i,
      .counted_i (1'b1),
      .other_o   (spare_o),
      .same_set_o(no_way_o),
      .freeze_o  (nothing_o),
      .waits_i
  );

endmodule
