// SPDX-License-Identifier: MIT
// Request buffer of one port of the L2. The pipeline may look at the request behind the one it is working on (ahead_i); a request leaves
// only when the pipeline has accepted it, so that one it turns down is simply offered again, in order.

module mem_port (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    input  logic                           push_valid_i,
    output logic                           push_ready_o,
    input  logic [smgpu_pkg::MemReqW-1:0]  push_i,
    input  logic                           ahead_i,      // the oldest request is being worked on
    output logic                           offer_valid_o,
    output logic [smgpu_pkg::MemReqW-1:0]  offer_o,
    input  logic                           pop_i         // the oldest request is accepted
);

  logic [smgpu_pkg::MemReqW-1:0] mem[4];
  logic [2:0]                    head_q, tail_q, at;

  assign push_ready_o  = (tail_q - head_q) != 3'd4;
  assign at            = head_q + {2'b0, ahead_i};
  assign offer_valid_o = at != tail_q;
  assign offer_o       = mem[at[1:0]];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q <= '0;
      tail_q <= '0;
    end else begin
      if (push_valid_i && push_ready_o) tail_q <= tail_q + 3'd1;
      if (pop_i) head_q <= head_q + 3'd1;
    end
    if (push_valid_i && push_ready_o) mem[tail_q[1:0]] <= push_i;
  end

endmodule
