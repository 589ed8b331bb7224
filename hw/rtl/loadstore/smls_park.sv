// SPDX-License-Identifier: MIT
// Groups whose page is being walked, and younger ones of their warps: they wait in the order in
// which they came, so that others go on. The first one stays here while it is looked up again,
// until it has its translation. Those behind it are shown by turns, so that their pages can be
// walked as well.

module smls_park (
    input  logic                         clk_i,
    input  logic                         rst_ni,
    // No group waits
    output logic                         empty_o,
    output logic                         room_o,      // for three more
    // A group comes
    // A group, with the line that it stores
    input  logic                         put_i,
    input  smls_pkg::group_t             group_i,
    input  smgpu_pkg::line_t             line_i,
    input  logic [31:0]                  be_i,
    // The first one, or one behind it
    input  logic                         behind_i,
    output logic                         more_o,      // there is one behind it
    input  logic                         next_i,      // it was shown
    output smls_pkg::group_t             group_o,
    output smgpu_pkg::line_t             line_o,
    output logic [31:0]                  be_o,
    input  logic                         pop_i,
    // Does a warp have one?
    input  smgpu_pkg::warp_t             warp_i,
    output logic                         warp_o
);

  localparam int unsigned W = smls_pkg::GroupW + 288;

  // A ring from head to tail; warp_q and used_q say whose groups are in it.
  logic [W-1:0] groups[8];
  logic [5:0]   warp_q[8];
  logic [7:0]   used_q, is;
  logic [2:0]   head_q, tail_q, turn_q;   // turn: of those behind the first one, from 1 on
  logic [3:0]   count_q;
  assign empty_o = count_q == '0;
  assign room_o  = count_q < 4'd6;
  assign more_o  = count_q > 4'd1;
  assign {group_o, line_o, be_o} = groups[head_q + (behind_i ? turn_q : 3'd0)];
  assign warp_o  = is != '0;

  for (genvar g = 0; g < 8; g++) begin : gen_group
    assign is[g] = used_q[g] && warp_q[g] == warp_i;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) used_q[g] <= 1'b0;
      else if (put_i && tail_q == 3'(g)) used_q[g] <= 1'b1;
      else if (pop_i && head_q == 3'(g)) used_q[g] <= 1'b0;
      if (!count_q[3] && tail_q == 3'(g)) warp_q[g] <= group_i.warp;
    end
  end

  always_ff @(posedge clk_i) begin
    // Whether it comes is known late: its place is written in any case.
    if (!count_q[3]) groups[tail_q] <= {group_i, line_i, be_i};
    if (!rst_ni) begin
      head_q  <= '0;
      tail_q  <= '0;
      count_q <= '0;
      turn_q  <= 3'd1;
    end else begin
      if (put_i) tail_q <= tail_q + 3'd1;
      if (pop_i) head_q <= head_q + 3'd1;
      if (pop_i || !more_o || (next_i && {1'b0, turn_q} + 4'd1 >= count_q)) turn_q <= 3'd1;
      else if (next_i) turn_q <= turn_q + 3'd1;
      count_q <= count_q + {3'b0, put_i} - {3'b0, pop_i};
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      // P and T see to it that there is room.
      if (put_i && count_q == 4'd8) $fatal(1, "smls_park: no room");
      if (pop_i && empty_o) $fatal(1, "smls_park: the first one of none leaves");
    end
`endif

endmodule
