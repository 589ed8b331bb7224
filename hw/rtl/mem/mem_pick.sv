// SPDX-License-Identifier: MIT
// P of the L2: what is next, and its request. A request that waited for its line goes before the
// one that asked for a line, that before ports, which have their turns, those of the highest level
// first if order_i says so (mem_order). One AND-OR of all, of a port's data no wider than it has
// them.

module mem_pick #(
    parameter int unsigned      PORTS  = 7,
    parameter logic [PORTS-1:0] READS  = '0,  // ports that only read
    parameter logic [PORTS-1:0] NARROW = '0,  // ports whose data are 64 bits again and again
    parameter logic [PORTS-1:0] ABSENT = '0,  // ports that never ask
    parameter int unsigned      PRIO   = 0    // 0: no levels
) (
    input  logic                                clk_i,
    input  logic                                rst_ni,
    input  logic                                order_i,
    input  logic                                go_i,
    input  logic                                wait_valid_i,
    input  smgpu_pkg::mem_req_t                 wait_i,
    input  logic                                again_valid_i,
    input  smgpu_pkg::mem_req_t                 again_i,
    input  logic [PORTS-1:0]                    port_valid_i,
    input  logic [PORTS*smgpu_pkg::MemReqW-1:0] port_i,
    // At most one
    output logic                                wait_o,
    output logic                                again_o,
    output logic [PORTS-1:0]                    port_o,
    output smgpu_pkg::mem_req_t                 req_o
);

  localparam int unsigned W = smgpu_pkg::MemReqW;
  /* verilator lint_off UNUSEDSIGNAL */  // all but its level
  smgpu_pkg::mem_req_t leveled;
  /* verilator lint_on UNUSEDSIGNAL */

  // after: ports behind the one that was last
  logic [PORTS-1:0]   after_q, after_low_q, may, late, first_late, first, next;
  logic [2*PORTS-1:0] level;
  // ports are next that had others of higher levels before them
  logic               low;
  // of the others is next
  logic               none;
  always_comb for (int unsigned i = 0; i < PORTS; i++) begin
    leveled        = port_i[W*i+:W];
    level[2*i+:2] = leveled.prio;
  end
  mem_order #(
      .N   (PORTS),
      .PRIO(PRIO)
  ) u_order (
      .clk_i,
      .rst_ni,
      .order_i,
      .ask_i  (port_valid_i),
      .level_i(level),
      .take_i (port_o != '0),
      .may_o  (may),
      .low_o  (low)
  );
  assign late       = may & (low ? after_low_q : after_q);
  assign first_late = late & (~late + 1'b1);
  assign first      = may & (~may + 1'b1);
  assign next       = (late != '0) ? first_late : first;
  assign none       = go_i && !wait_valid_i && !again_valid_i;
  assign wait_o     = go_i && wait_valid_i;
  assign again_o    = go_i && !wait_valid_i && again_valid_i;
  assign port_o     = none ? next : '0;

  // What is muxed does not depend on go_i
  smgpu_pkg::mem_req_t wide, port;
  logic [63:0]         narrow;
  logic [PORTS-1:0]    mux;
  assign mux = (wait_valid_i || again_valid_i) ? '0 : next;
  always_comb begin
    wide   = (wait_i & {W{wait_valid_i}}) | (again_i & {W{!wait_valid_i && again_valid_i}});
    narrow = '0;
    for (int unsigned i = 0; i < PORTS; i++) if (!ABSENT[i]) begin
      port = port_i[W*i+:W] & {W{mux[i]}};
      if (READS[i]) port.be = '0;
      if (!READS[i] && NARROW[i]) narrow = narrow | port.data[63:0];
      if (READS[i] || NARROW[i]) port.data = '0;
      wide = wide | port;
    end
    wide.data = wide.data | {4{narrow}};
  end
  assign req_o = wide;

  // Turns of lower levels have an order of their own: a port of a higher level between two of them
  // would always lead back to the same one.
  always_ff @(posedge clk_i)
    if (!rst_ni) begin
      after_q     <= '1;
      after_low_q <= '1;
    end else if (port_o != '0) begin
      if (low) after_low_q <= ~((port_o - 1'b1) | port_o);
      else after_q <= ~((port_o - 1'b1) | port_o);
    end

`ifdef VERILATOR
  always_ff @(posedge clk_i) if (rst_ni && (port_valid_i & ABSENT) != '0) $fatal(1,
      "not ok mem_pick: a port asks that there is not");
  always_comb if ((port_o & (port_o - 1'b1)) != '0) $fatal(1, "not ok mem_pick: two ports at once");
`endif

endmodule
