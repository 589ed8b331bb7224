// SPDX-License-Identifier: MIT
// The decision of S1: a port's request is answered, joins those that wait for its line, takes an
// MSHR and a way, goes to the host, or is turned down. One whose line has come is answered. A
// request is refused, and ends with an error, if there is no such memory, its line is lost, or
// nothing that it needs will come free.

/* verilator lint_off UNUSEDSIGNAL */  // addresses are wider than the card's memory
module mem_decide #(
    parameter int unsigned PORTS = 7,
    parameter int unsigned SI    = 9   // bits of a set's number
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic                stall_i,      // all before S2 stand
    input  logic [15:0]         dram_mib_i,
    input  logic [PORTS-1:0]    waits_i,      // ports that have a request in their buffer
    // The request in S0: a write buffer has its line, and has lost it
    input  smgpu_pkg::mem_req_t next_i,
    input  logic                next_waits_i,
    input  logic                next_bad_i,
    // S2 moves a line to the write buffer
    input  logic                moves_i,
    input  logic [26:0]         moves_line_i,
    // The request in S1; new: it is a port's. back: it is behind one that was turned down
    input  logic                valid_i,
    input  logic                new_i,
    input  logic                back_i,
    input  logic [3:0]          port_i,
    input  smgpu_pkg::mem_req_t req_i,
    // Its tags: its line is here, is on its way; a way can be had, with a dirty line; a miss gets
    // no way, because of levels; a read of its line passes
    input  logic                hit_i,
    input  logic                pending_i,
    input  logic                any_way_i,
    input  logic                evict_i,
    input  logic                pass_i,
    input  logic                passing_i,
    // What is free: MSHRs, write buffers, a place to wait for a line. stuck: none will come free
    input  logic                any_mshr_i,
    input  logic                two_mshr_i,
    input  logic                mshr_stuck_i,
    input  logic                two_wb_i,
    input  logic                three_wb_i,
    input  logic                wb_stuck_i,
    input  logic                room_i,
    input  logic                host_ready_i,
    // What becomes of it
    output logic                refuse_o,     // it ends with an error
    output logic                respond_o,    // it is answered
    output logic                joins_o,      // it waits for its line
    output logic                alloc_o,      // it takes a way
    output logic                fetch_o,      // it takes an MSHR
    output logic                host_valid_o, // it goes to the host
    output logic                accept_o,     // a port's is accepted,
    output logic                nack_o,       // or turned down
    output logic [31:0]         be_o          // bytes that it stores
);

  logic none_such;                             // no such memory
  logic wb_waits, wb_bad;                      // next_waits_i, next_bad_i of the request in S1
  logic no_host, no_way, spare, nothing;       // what mem_fair keeps from this request
  logic lacks;                                 // something is not free that it needs
  logic to_host, is_amo, whole_line;
  assign to_host    = req_i.pa[40];
  assign is_amo     = req_i.op == smgpu_pkg::MemAmo;
  assign whole_line = be_o == '1;
  // Of the line that S2 moves out, a request in S0 has to be told. One in S1 finds no way, as its
  // set has just been written.
  always_ff @(posedge clk_i)
    if (!stall_i) begin
      none_such <= next_i.pa[40] ? next_i.op == smgpu_pkg::MemAmo : next_i.pa[39:32] != '0 ||
          {4'b0, next_i.pa[31:20]} >= dram_mib_i;
      wb_waits  <= next_waits_i || (moves_i && moves_line_i == next_i.pa[31:5]);
      wb_bad    <= next_bad_i;
      be_o      <= (next_i.op == smgpu_pkg::MemWrite) ? next_i.be : '0;
    end
  // No such memory; nothing that could bring the line will come free; its data are lost
  assign refuse_o = none_such || (!to_host && !hit_i && (wb_bad ||
      (!whole_line && mshr_stuck_i) ||
      (evict_i && any_way_i && !pass_i && wb_stuck_i && !two_wb_i)));
  assign lacks    = wb_waits || passing_i ||
      (!pass_i && (!any_way_i || no_way || (evict_i && !(spare ? three_wb_i : two_wb_i)))) ||
      (!whole_line && !(spare ? two_mshr_i : any_mshr_i));
  always_comb begin
    nack_o    = 1'b0;
    alloc_o   = 1'b0;
    fetch_o   = 1'b0;
    joins_o   = 1'b0;
    respond_o = 1'b0;
    if (!back_i) begin
      if (!new_i) respond_o = valid_i;
      else if (nothing) nack_o = 1'b1;
      else if (refuse_o) respond_o = 1'b1;
      else if (to_host) nack_o = !host_ready_i || no_host;
      else if (hit_i && pending_i) begin
        joins_o = room_i;
        nack_o  = !joins_o;
      end else if (hit_i) respond_o = 1'b1;
      else if (lacks) nack_o = 1'b1;
      else begin
        alloc_o   = !pass_i;
        fetch_o   = !whole_line;
        respond_o = whole_line;
      end
    end
  end
  assign accept_o     = new_i && !back_i && !nack_o && !stall_i;
  assign host_valid_o = new_i && !back_i && to_host && !is_amo && !no_host && !nothing &&
      !stall_i;
  mem_fair #(.PORTS(PORTS), .SI(SI)) u_fair (
      .clk_i,
      .rst_ni,
      .waits_i,
      .port_i,
      .set_i    (req_i.pa[5+:SI]),
      .to_host_i(to_host),
      .nack_i   (nack_o && !stall_i),
      .accept_i (accept_o),
      .no_host_o(no_host),
      .no_way_o (no_way),
      .spare_o  (spare),
      .nothing_o(nothing)
  );

endmodule
/* verilator lint_on UNUSEDSIGNAL */
