// SPDX-License-Identifier: MIT
// Fairness between the ports of the L2, for one kind of memory. A request that the pipeline turns
// down is offered again, and what it waits for may be taken by another port's request just before
// it comes again. So one port at a time is the senior: the first that is turned down when there is
// none, until its request is accepted; then the next in turn of those that have been turned down
// meanwhile. The pipeline lets no other port take what the senior may need: what it still waits for
// is then owed by memory. Once FREEZE requests of other ports have been accepted meanwhile, it
// accepts nothing of other ports. Which set the senior needs is known when its request comes next.

module mem_senior #(
    parameter int unsigned PORTS  = 7,
    parameter int unsigned SI     = 9,   // bits of a set's number
    parameter int unsigned FREEZE = 128, // power of two; 0: never
    // of other ports are accepted while one waits: checked in simulation
    parameter int unsigned MOST   = 0
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // The request that the pipeline decides on
    input  logic [3:0]       port_i,
    input  logic [SI-1:0]    set_i,
    input  logic             nack_i,     // turned down, and of this kind
    input  logic             accept_i,
    input  logic             counted_i,  // it counts for MOST
    // Another port is the senior
    output logic             other_o,
    output logic             same_set_o,
    output logic             freeze_o,
    input  logic [PORTS-1:0] waits_i      // ports with requests that are not accepted
);

  localparam int unsigned FW = (FREEZE == 0) ? 1 : $clog2(FREEZE) + 1;

  // handed: the senior's request is accepted, another port is next
  // valid_q: there is a senior, port_q. set_ok_q: its request has come again, so its set is known.
  logic             valid_q, set_ok_q, handed;
  logic [3:0]       port_q, next;
  // Requests of others that were accepted since it is the senior
  logic [SI-1:0]    set_q;
  logic [FW-1:0]    passed_q;
  logic [PORTS-1:0] turned_q, turned;                   // ports with a request that was turned down

  assign other_o    = valid_q && port_i != port_q;
  assign same_set_o = other_o && set_ok_q && set_i == set_q;
  assign freeze_o   = FREEZE != 0 && other_o && passed_q[FW-1];
  assign handed     = valid_q && accept_i && !other_o;

  // What S1 decides comes late: it enables registers. The port behind the senior was turned down
  // before; without a senior no port was, and it is the one in S1 that may be. A request is either
  // accepted or turned down.
  logic [PORTS-1:0] here;                               // the port in S1
  // another port's request was turned down, this one's
  logic             others, mine;
  assign others = (turned_q & ~here) != '0;
  assign mine   = (turned_q & here) != '0;
  always_comb begin
    for (int unsigned i = 0; i < PORTS; i++) begin
      here[i]   = port_i == 4'(i);
      turned[i] = (turned_q[i] || (nack_i && here[i])) && !(accept_i && here[i]);
    end
    next = port_q;
    for (int unsigned i = PORTS; i > 0; i--)
      if (turned_q[i-1] && 4'(i - 1) < port_q) next = 4'(i - 1);
    for (int unsigned i = PORTS; i > 0; i--)
      if (turned_q[i-1] && 4'(i - 1) > port_q) next = 4'(i - 1);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q  <= 1'b0;
      turned_q <= '0;
    end else begin
      turned_q <= turned;
      valid_q  <= others || nack_i || (mine && !accept_i);
    end
    if (handed || !valid_q) begin
      port_q   <= valid_q ? next : port_i;
      set_ok_q <= !valid_q;
      passed_q <= '0;
    end else begin
      if (nack_i && !other_o) set_ok_q <= 1'b1;
      if (accept_i && !passed_q[FW-1]) passed_q <= passed_q + 1'b1;
    end
    if (nack_i && !other_o) set_q <= set_i;
  end

`ifdef VERILATOR
  // accepted of other ports since this one's oldest request was turned down
  int unsigned others_q[PORTS];
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < PORTS; i++) begin
      if (!rst_ni || !waits_i[i] || (accept_i && port_i == 4'(i))) others_q[i] <= 0;
      else if (accept_i && counted_i && turned_q[i]) others_q[i] <= others_q[i] + 1;
      if (others_q[i] > MOST) begin
        $display("not ok mem_fair: port %0d waits while %0d requests of others are accepted", i,
            others_q[i]);
        $fatal(1);
      end
    end
  end
`else
  logic unused;
  assign unused = ^{waits_i, counted_i};
`endif

endmodule
