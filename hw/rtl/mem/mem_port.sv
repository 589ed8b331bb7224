// SPDX-License-Identifier: MIT
// Request buffer of one port of the L2. The pipeline takes requests one after the other, and says later of each, in order, whether it has
// accepted it; those from one that it turns down on (back_i) are offered again.
// DATA: how many bits of a line's data a request has; they are offered again and again to the width of a line. 0: the port only reads.

/* verilator lint_off UNUSEDSIGNAL */  // a narrow port leaves data out
module mem_port #(
    parameter int unsigned DATA = 256
) (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    input  logic                           push_valid_i,
    output logic                           push_ready_o,
    input  logic [smgpu_pkg::MemReqW-1:0]  push_i,
    output logic                           waits_o,      // a request is not yet accepted
    output logic                           offer_valid_o,
    output logic [smgpu_pkg::MemReqW-1:0]  offer_o,
    input  logic                           take_i,
    input  logic                           pop_i,        // the oldest one that was taken is accepted, or
    input  logic                           back_i        // turned down
);

  localparam int unsigned LineW = smgpu_pkg::LineW;
  localparam int unsigned BeW   = LineW / 8;
  localparam int unsigned HeadW = smgpu_pkg::MemReqW - BeW - LineW;      // of mem_req_t what is before the byte enables
  localparam int unsigned W     = (DATA == 0) ? HeadW : HeadW + BeW + DATA;
  smgpu_pkg::mem_req_t push;
  assign push = push_i;

  logic [W-1:0] mem[8];
  logic [W-1:0] row, push_row;
  logic [3:0]   head_q, next_q, tail_q;
  assign push_ready_o  = (tail_q - head_q) != 4'd8;
  assign waits_o       = head_q != tail_q;
  assign offer_valid_o = next_q != tail_q;
  assign row           = mem[next_q[2:0]];
  if (DATA == 0) begin : gen_reads
    assign push_row = push_i[BeW+LineW+:HeadW];
    assign offer_o  = {row, {BeW + LineW{1'b0}}};
  end else begin : gen_writes
    assign push_row = {push_i[LineW+:HeadW+BeW], push.data[DATA-1:0]};
    assign offer_o  = {row[DATA+:HeadW+BeW], {LineW / DATA{row[DATA-1:0]}}};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q <= '0;
      next_q <= '0;
      tail_q <= '0;
    end else begin
      if (push_valid_i && push_ready_o) tail_q <= tail_q + 4'd1;
      if (pop_i) head_q <= head_q + 4'd1;
      if (back_i) next_q <= head_q;
      else if (take_i) next_q <= next_q + 4'd1;
    end
    if (push_valid_i && push_ready_o) mem[tail_q[2:0]] <= push_row;
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (take_i && !offer_valid_o) $fatal(1, "not ok mem_port: what was not offered is taken");
      if ((pop_i || back_i) && head_q == next_q) $fatal(1, "not ok mem_port: an answer to no request");
      if (pop_i && back_i) $fatal(1, "not ok mem_port: accepted and turned down");
      if (push_valid_i && push.op != smgpu_pkg::MemRead && DATA == 0) $fatal(1, "not ok mem_port: this port only reads");
      if (push_valid_i && push.op == smgpu_pkg::MemWrite && DATA != 0 && push.data != {LineW / (DATA + 32'(DATA == 0)){push.data[(DATA == 0 ? 1 : DATA)-1:0]}})
        $fatal(1, "not ok mem_port: data that this port can't carry");
    end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
