// SPDX-License-Identifier: MIT
// P of the L2: what is next, and its request. A request that waited for its line goes before the one that asked for a line, that before ports,
// which have their turns. One AND-OR of all, of a port's data no wider than it has them.

module mem_pick #(
    parameter int unsigned      PORTS  = 7,
    parameter logic [PORTS-1:0] READS  = '0,  // ports that only read
    parameter logic [PORTS-1:0] NARROW = '0,  // ports whose data are 64 bits again and again
    parameter logic [PORTS-1:0] ABSENT = '0   // ports that never ask
) (
    input  logic                                clk_i,
    input  logic                                rst_ni,
    input  logic                                go_i,
    input  logic                                wait_valid_i,
    input  logic [smgpu_pkg::MemReqW-1:0]       wait_i,
    input  logic                                again_valid_i,
    input  logic [smgpu_pkg::MemReqW-1:0]       again_i,
    input  logic [PORTS-1:0]                    port_valid_i,
    input  logic [PORTS*smgpu_pkg::MemReqW-1:0] port_i,
    // At most one
    output logic                                wait_o,
    output logic                                again_o,
    output logic [PORTS-1:0]                    port_o,
    output logic [smgpu_pkg::MemReqW-1:0]       req_o
);

  localparam int unsigned W = smgpu_pkg::MemReqW;

  logic [PORTS-1:0] after_q, late, first_late, first, next;  // after: ports behind the one that was last
  logic             none;                                    // of the others is next
  assign late       = port_valid_i & after_q;
  assign first_late = late & (~late + 1'b1);
  assign first      = port_valid_i & (~port_valid_i + 1'b1);
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

  always_ff @(posedge clk_i)
    if (!rst_ni) after_q <= '1;
    else if (port_o != '0) after_q <= ~((port_o - 1'b1) | port_o);

`ifdef VERILATOR
  always_ff @(posedge clk_i) if (rst_ni && (port_valid_i & ABSENT) != '0) $fatal(1, "not ok mem_pick: a port asks that there is not");
  always_comb if ((port_o & (port_o - 1'b1)) != '0) $fatal(1, "not ok mem_pick: two ports at once");
`endif

endmodule
