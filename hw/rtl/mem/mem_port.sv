// SPDX-License-Identifier: MIT
// Request buffer of one port of the L2. The pipeline takes requests one after the other, and says
// later of each, in order, whether it has accepted it; those from one that it turns down on
// (back_i) are offered again. DATA: how many bits of a line's data a request has; they are offered
// again and again to the width of a line. 0: the port only reads. PLACES: of requests, a power of
// two. A port whose client has one request at a time needs one place, in registers.

/* verilator lint_off UNUSEDSIGNAL */  // a narrow port leaves data out
// See above: data that a request has, and requests that the buffer holds
module mem_port #(
    parameter int unsigned DATA   = 256,
    parameter int unsigned PLACES = 8
) (
    input  logic                           clk_i,
    // In: a request is taken with valid and ready
    input  logic                           rst_ni,
    input  logic                           push_valid_i,
    // Out: the next request that P has not taken, offered until take_i
    output logic                           push_ready_o,
    input  smgpu_pkg::mem_req_t            push_i,
    output logic                           waits_o,      // a request is not yet accepted
    output logic                           offer_valid_o,
    output smgpu_pkg::mem_req_t            offer_o,
    input  logic                           take_i,
    // the oldest one that was taken is accepted, or
    input  logic                           pop_i,
    input  logic                           back_i        // turned down
);

  localparam int unsigned LineW = smgpu_pkg::LineW;
  localparam int unsigned BeW   = LineW / 8;
  // of mem_req_t what is before the byte enables
  localparam int unsigned HeadW = smgpu_pkg::MemReqW - BeW - LineW;
  localparam int unsigned W     = (DATA == 0) ? HeadW : HeadW + BeW + DATA;

`ifdef FORMAL
  logic [W-1:0] f_row;                   // of the request that is followed
`endif
  // head_q: the oldest one that is not accepted. next_q: the next that is offered. tail_q: the
  // first free place.
  localparam int unsigned I     = (PLACES > 1) ? $clog2(PLACES) : 1;
  logic [W-1:0] row, push_row;
  logic [I:0]   head_q, next_q, tail_q;
  logic [smgpu_pkg::MemReqW-1:0] push;   // push_i as a row of bits
  assign push = push_i;
  logic         push_go;
  assign push_ready_o  = (tail_q - head_q) != (I + 1)'(PLACES);
  assign push_go       = push_valid_i && push_ready_o;
  assign waits_o       = head_q != tail_q;
  assign offer_valid_o = next_q != tail_q;
  if (PLACES == 1) begin : gen_one
    always_ff @(posedge clk_i) if (push_go) row <= push_row;
  end else begin : gen_ring
    logic [W-1:0] mem[PLACES];
    assign row = mem[next_q[I-1:0]];
    always_ff @(posedge clk_i) if (push_go) mem[tail_q[I-1:0]] <= push_row;
`ifdef FORMAL
    logic [I-1:0] f_at;
    assign f_at  = head_q[I-1:0] + f_ahead_q[I-1:0];
    assign f_row = mem[f_at];
`endif
  end
  if (DATA == 0) begin : gen_reads
    assign push_row = push[BeW+LineW+:HeadW];
    assign offer_o  = {row, {BeW + LineW{1'b0}}};
  end else begin : gen_writes
    assign push_row = {push[LineW+:HeadW+BeW], push[DATA-1:0]};
    assign offer_o  = {row[DATA+:HeadW+BeW], {LineW / DATA{row[DATA-1:0]}}};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q <= '0;
      next_q <= '0;
      tail_q <= '0;
    end else begin
      if (push_go) tail_q <= tail_q + 1'b1;
      if (pop_i) head_q <= head_q + 1'b1;
      if (back_i) next_q <= head_q;
      else if (take_i) next_q <= next_q + 1'b1;
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (take_i && !offer_valid_o) $fatal(1, "not ok mem_port: what was not offered is taken");
      if ((pop_i || back_i) && head_q == next_q)
        $fatal(1, "not ok mem_port: an answer to no request");
      if (pop_i && back_i) $fatal(1, "not ok mem_port: accepted and turned down");
      if (push_valid_i && push_i.op != smgpu_pkg::MemRead && DATA == 0)
        $fatal(1, "not ok mem_port: this port only reads");
      if (push_valid_i && push_i.op == smgpu_pkg::MemWrite && DATA != 0 &&
          push_i.data != {LineW / (DATA + 32'(DATA == 0)){push_i.data[(DATA == 0 ? 1 : DATA)-1:0]}})
        $fatal(1, "not ok mem_port: data that this port can't carry");
    end
`endif
`ifdef FORMAL
`include "mem_port_formal.svh"
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
