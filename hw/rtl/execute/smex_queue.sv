// SPDX-License-Identifier: MIT
// Beats of one pod that wait for load/store, in order: DEPTH of them, so that a pod goes on while the other one's instruction has load/store. A beat that need not wait
// passes in the cycle in which it comes. What has a third operand (amocas, texture) waits in its pod, not here.
module smex_queue #(
  parameter int unsigned LANES = 8,
  parameter int unsigned DEPTH = 2                             // a power of two, at least 2; 0: nothing waits here
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        valid_i,
  output logic                        ready_o,
  input  logic                        third_i,                  // it has a third operand
  input  smgpu_pkg::uop_t             uop_i,
  input  logic [smgpu_pkg::BeatW-1:0] beat_i,
  input  logic                        last_i,
  input  logic [LANES*32-1:0]         a_i,
  input  logic [LANES*32-1:0]         b_i,
  output logic                        valid_o,
  input  logic                        ready_i,
  output smgpu_pkg::uop_t             uop_o,
  output logic [smgpu_pkg::BeatW-1:0] beat_o,
  output logic                        last_o,
  output logic [LANES*32-1:0]         a_o,
  output logic [LANES*32-1:0]         b_o
);

  localparam int unsigned Width = smgpu_pkg::UopW + smgpu_pkg::BeatW + 1 + 2 * LANES * 32;
  logic [Width-1:0] in;

  assign in = {uop_i, beat_i, last_i, a_i, b_i};
  if (DEPTH == 0) begin : g_none
    assign valid_o = valid_i;
    assign ready_o = ready_i;
    assign {uop_o, beat_o, last_o, a_o, b_o} = in;
    logic unused;
    assign unused = ^{clk_i, rst_ni, third_i};
  end else begin : g_some
    logic             any, room, passes;
    logic [Width-1:0] first;

    assign passes  = !any && ready_i;
    assign ready_o = third_i ? passes : room;
    assign valid_o = any || valid_i;
    assign {uop_o, beat_o, last_o, a_o, b_o} = any ? first : in;
    common_fifo #(.WIDTH(Width), .DEPTH(DEPTH)) u_fifo (
      .clk_i, .rst_ni, .push_valid_i(valid_i && !third_i && !passes), .push_ready_o(room), .push_data_i(in),
      .pop_valid_o(any), .pop_ready_i(ready_i), .pop_data_o(first)
    );

`ifdef VERILATOR
    // What is offered stays until it is taken.
    logic             waits_q;
    logic [Width-1:0] was_q;
    always_ff @(posedge clk_i) begin
      waits_q <= rst_ni && valid_o && !ready_i;
      was_q   <= {uop_o, beat_o, last_o, a_o, b_o};
      if (rst_ni && waits_q && (!valid_o || was_q != {uop_o, beat_o, last_o, a_o, b_o})) $fatal(1, "smex_queue: a beat that waits changes");
    end
`endif
  end

endmodule
