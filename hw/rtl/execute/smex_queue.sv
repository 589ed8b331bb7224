// SPDX-License-Identifier: MIT
// Beats of one pod that wait for a pipe, in order: DEPTH of them, so that a pod goes on while the
// other one's instruction has the pipe. A beat that need not wait passes in the cycle in which it
// comes. With THIRD 0, what has a third operand (amocas, texture) waits in its pod, not here.
module smex_queue #(
  // Lanes of a beat
  parameter int unsigned LANES = 8,
  // a power of two; 0: nothing waits here
  parameter int unsigned DEPTH = 2,
  parameter int unsigned THIRD = 0                             // 1: beats wait with a third operand
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // A beat of the pod: its instruction, number and operands. It stays until ready_o.
  input  logic                        valid_i,
  output logic                        ready_o,
  input  logic                        third_i,                 // it has a third operand
  input  smgpu_pkg::uop_t             uop_i,
  input  smgpu_pkg::beat_t            beat_i,
  input  logic                        last_i,
  input  logic [LANES*32-1:0]         a_i,
  input  logic [LANES*32-1:0]         b_i,
  input  logic [LANES*32-1:0]         c_i,
  // The oldest beat, for the pipe. It stays until ready_i.
  output logic                        valid_o,
  input  logic                        ready_i,
  output smgpu_pkg::uop_t             uop_o,
  output smgpu_pkg::beat_t            beat_o,
  output logic                        last_o,
  output logic [LANES*32-1:0]         a_o,
  output logic [LANES*32-1:0]         b_o,
  // with THIRD 0 not of a beat that waited, which has none
  output logic [LANES*32-1:0]         c_o,
  // For CSR instructions that wait until nothing of their warp is under way
  input  smgpu_pkg::warp_t            busy_warp_i,
  // a beat of that warp waits here; with THIRD 0 it is not told
  output logic                        busy_o
);

  // Bits of an entry
  localparam int unsigned ThirdW = THIRD != 0 ? LANES * 32 : 0;
  localparam int unsigned Width  = smgpu_pkg::UopW + smgpu_pkg::BeatW + 1 + 2 * LANES * 32 + ThirdW;

  // Without places the pod waits for the pipe itself.
  if (DEPTH == 0) begin : g_none
    assign valid_o = valid_i;
    assign ready_o = ready_i;
    assign busy_o  = 1'b0;
    assign {uop_o, beat_o, last_o, a_o, b_o, c_o} = {uop_i, beat_i, last_i, a_i, b_i, c_i};
    logic unused;
    assign unused = ^{clk_i, rst_ni, third_i, busy_warp_i};
  end else begin : g_some
    // any: a beat waits. room: there is a place. passes: the beat goes on in this cycle. push: it
    // waits.
    logic             any, room, passes, push;
    logic [Width-1:0] in, first;

    assign passes  = !any && ready_i;
    // A beat whose third operand has no place is taken only as the pipe takes it.
    assign ready_o = third_i && THIRD == 0 ? passes : room;
    assign valid_o = any || valid_i;
    assign push    = valid_i && !passes && !(third_i && THIRD == 0);
    if (THIRD != 0) begin : g_third
      assign in = {c_i, uop_i, beat_i, last_i, a_i, b_i};
      assign {c_o, uop_o, beat_o, last_o, a_o, b_o} = any ? first : in;

      // Whose they are
      localparam int unsigned DI = DEPTH > 1 ? $clog2(DEPTH) : 1;
      // For each place: it holds a beat, and of which warp. A place is free again as its beat
      // leaves.
      logic [DEPTH-1:0] held_q, same;
      logic [5:0]       warp_q[DEPTH];
      // Places of the next beat that comes and that leaves, as in common_fifo
      logic [DI-1:0]    in_q, out_q;
      assign busy_o = same != '0;
      for (genvar i = 0; i < DEPTH; i++) begin : g_held
        assign same[i] = held_q[i] && warp_q[i] == busy_warp_i;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) held_q[i] <= 1'b0;
          else if (push && room && in_q == DI'(i)) held_q[i] <= 1'b1;
          else if (any && ready_i && out_q == DI'(i)) held_q[i] <= 1'b0;
          if (push && room && in_q == DI'(i)) warp_q[i] <= uop_i.warp;
        end
      end
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          in_q  <= '0;
          out_q <= '0;
        end else begin
          if (push && room) in_q <= in_q == DI'(DEPTH - 1) ? '0 : in_q + 1'b1;
          if (any && ready_i) out_q <= out_q == DI'(DEPTH - 1) ? '0 : out_q + 1'b1;
        end
      end
`ifdef VERILATOR
      always_ff @(posedge clk_i)
        // The places that count as held are empty when the queue is.
        if (rst_ni && any != (held_q != '0))
          $fatal(1, "smex_queue: whose beats wait is not what waits");
`endif
    end else begin : g_two
      assign in = {uop_i, beat_i, last_i, a_i, b_i};
      assign {uop_o, beat_o, last_o, a_o, b_o} = any ? first : in;
      // Beats that waited have none; that of one that passes is the pod's.
      assign c_o = c_i;
      assign busy_o = 1'b0;
      logic unused;
      assign unused = ^busy_warp_i;
    end
    common_fifo #(.WIDTH(Width), .DEPTH(DEPTH)) u_fifo (
      .clk_i, .rst_ni, .push_valid_i(push), .push_ready_o(room), .push_data_i(in),
      .pop_valid_o(any), .pop_ready_i(ready_i), .pop_data_o(first)
    );

`ifdef VERILATOR
    // What is offered stays until it is taken.
    logic             waits_q;
    logic [Width-1:0] was_q, now;
    assign now = any ? first : in;
    always_ff @(posedge clk_i) begin
      waits_q <= rst_ni && valid_o && !ready_i;
      was_q   <= now;
      if (rst_ni && waits_q && (!valid_o || was_q != now))
        $fatal(1, "smex_queue: a beat that waits changes");
    end
`endif
  end

endmodule
