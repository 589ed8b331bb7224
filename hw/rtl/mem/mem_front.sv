// SPDX-License-Identifier: MIT
// The front of the L2's pipeline: P picks a request, which goes through R and S0 to S1 (mem_pick,
// mem_flow). It is one that waited for its line, the one that asked for a line that has come, or a
// port's.

/* verilator lint_off UNUSEDSIGNAL */  // of a request in R or S0 only some fields
module mem_front #(
    parameter int unsigned PORTS = 7,
    parameter logic [PORTS-1:0] READS  = '0,  // ports that only read
    parameter logic [PORTS-1:0] NARROW = '0,  // ports whose data are 64 bits again and again
    parameter logic [PORTS-1:0] ABSENT = '0,  // ports that never ask
    parameter int unsigned PRIO  = 0          // 0: no priority tokens
) (
    input  logic                                clk_i,
    input  logic                                rst_ni,
    input  logic                                order_i,     // requests have their turns by levels
    input  logic                                stall_i,     // all stages stand
    input  logic                                go_i,        // P picks
    // Offers of the ports; one is taken, or the one in S1 is turned down
    input  logic [PORTS-1:0]                    offer_valid_i,
    input  logic [PORTS*smgpu_pkg::MemReqW-1:0] offer_i,
    output logic [PORTS-1:0]                    take_o,
    input  logic [PORTS-1:0]                    back_i,
    // A request that waited for its line, with its place
    input  logic                                wait_valid_i,
    output logic                                wait_take_o,
    input  logic [3:0]                          wait_slot_i,
    input  logic [3:0]                          wait_port_i,
    input  smgpu_pkg::mem_req_t                 wait_i,
    // The one that asked for a line that has come, with its MSHR, and how the line came
    input  logic                                again_valid_i,
    output logic                                again_take_o,
    input  logic [3:0]                          again_mshr_i,
    input  logic [3:0]                          again_port_i,
    input  smgpu_pkg::mem_req_t                 again_i,
    input  logic                                again_err_i,
    input  logic                                again_lost_i,
    // In R and in S0
    output logic                                r_valid_o,
    output smgpu_pkg::mem_req_t                 r_req_o,
    output logic                                s0_valid_o,
    output logic [3:0]                          s0_port_o,
    output smgpu_pkg::mem_req_t                 s0_req_o,
    // In S1: it waited for a line, it asked for one, it is a port's
    output logic                                s1_valid_o,
    output logic                                s1_waited_o,
    output logic                                s1_again_o,
    output logic                                s1_new_o,
    output logic [PORTS-1:0]                    s1_one_o,    // that port, one-hot
    output logic [3:0]                          s1_port_o,   // whose it is
    output logic [3:0]                          s1_id_o,     // place, or MSHR
    output logic                                s1_err_o,
    output logic                                s1_lost_o,
    output smgpu_pkg::mem_req_t                 s1_req_o,
    output logic                                s1_back_o    // behind one that was turned down
);

  // What a request in the pipeline is: it waited for a line, it asked for one, it is a port's
  typedef enum logic [1:0] {SrcNone, SrcWait, SrcFill, SrcPort} src_e;
  typedef struct packed {
    src_e                src;
    logic [3:0]          port;
    // MSHR of a line that has come, place of a request that waited
    logic [3:0]          id;
    logic                err;
    logic                lost;
    logic [smgpu_pkg::MemReqW-1:0] req;
  } with_t;
  localparam int unsigned WithW = 12 + smgpu_pkg::MemReqW;

  // ---- P
  logic [PORTS-1:0]    port;
  logic [3:0]          port_number;
  smgpu_pkg::mem_req_t req;
  mem_pick #(.PORTS(PORTS), .READS(READS), .NARROW(NARROW), .ABSENT(ABSENT), .PRIO(PRIO)) u_pick (
      .clk_i,
      .rst_ni,
      .order_i,
      .go_i,
      .wait_valid_i,
      .wait_i,
      .again_valid_i,
      .again_i,
      .port_valid_i (offer_valid_i & ~back_i),
      .port_i       (offer_i),
      .wait_o       (wait_take_o),
      .again_o      (again_take_o),
      .port_o       (port),
      .req_o        (req)
  );
  always_comb begin
    port_number = '0;
    for (int unsigned i = 0; i < PORTS; i++) port_number = port_number | (4'(i) & {4{port[i]}});
  end
  assign take_o = port;

  // ---- R, S0, S1
  with_t            picked, r, s0, s1;
  src_e             s1_src;
  logic [WithW-1:0] r_with, s0_with, s1_with;
  assign picked.src  = wait_take_o ? SrcWait : again_take_o ? SrcFill : SrcPort;
  assign picked.port = wait_valid_i ? wait_port_i : again_valid_i ? again_port_i : port_number;
  assign picked.id   = wait_valid_i ? wait_slot_i : again_mshr_i;
  assign picked.err  = again_err_i;
  assign picked.lost = again_lost_i;
  assign picked.req  = req;
  mem_flow #(.PORTS(PORTS), .W(WithW)) u_flow (
      .clk_i,
      .rst_ni,
      .stall_i,
      .back_i,
      .port_i    (port),
      .other_i   (wait_take_o || again_take_o),
      .with_i    (picked),
      .r_valid_o,
      .r_with_o  (r_with),
      .s0_valid_o,
      .s0_with_o (s0_with),
      .s1_valid_o,
      .s1_port_o (s1_one_o),
      .s1_with_o (s1_with),
      .s1_back_o
  );
  assign r           = r_with;
  assign s0          = s0_with;
  assign s1          = s1_with;
  assign r_req_o     = r.req;
  assign s0_req_o    = s0.req;
  assign s0_port_o   = s0.port;
  assign s1_src      = s1_valid_o ? s1.src : SrcNone;
  assign s1_waited_o = s1_src == SrcWait;
  assign s1_again_o  = s1_src == SrcFill;
  assign s1_new_o    = s1_src == SrcPort;
  assign s1_req_o    = s1.req;
  assign s1_port_o   = s1.port;
  assign s1_id_o     = s1.id;
  assign s1_err_o    = s1.err;
  assign s1_lost_o   = s1.lost;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
