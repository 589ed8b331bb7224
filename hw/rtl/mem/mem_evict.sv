// SPDX-License-Identifier: MIT
// Write buffers of the L2: dirty lines on their way to DRAM, until acknowledged. The AXI id of a write is its buffer.
// - a line whose write DRAM refuses, or does not acknowledge within two ticks, is bad: what it holds is not known, so an access to it gets an
//   error. A late acknowledgement makes it good again; forget_i makes all bad lines good, whatever they hold.
// - the buffer of a write that was never acknowledged stays taken: an acknowledgement that comes late can't be taken for another's. When
//   all are lost so, stuck_o says that none will come free.

module mem_evict (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         tick_i,
    input  logic         forget_i,
    // A line that is asked for, when look_i is given; in the next cycle:
    input  logic         look_i,
    input  logic [26:0]  line_i,
    output logic         waits_o,    // it is on its way
    output logic         bad_o,
    // A new one; room for it and for one that may be coming
    input  logic         put_i,
    input  logic [26:0]  put_line_i,
    input  logic [255:0] put_data_i,
    output logic         two_o,
    output logic         three_o,
    output logic         stuck_o,
    // AXI4
    output logic         aw_valid_o,
    input  logic         aw_ready_i,
    output logic [39:0]  aw_addr_o,
    output logic [3:0]   aw_id_o,
    output logic         w_valid_o,
    input  logic         w_ready_i,
    output logic [255:0] w_data_o,
    input  logic         b_valid_i,
    output logic         b_ready_o,
    input  logic [3:0]   b_id_i,
    input  logic         b_err_i,
    output logic         busy_o,     // acknowledgements are waited for
    // A line becomes bad
    output logic         fault_o,
    output logic [26:0]  fault_line_o
);

  // aw, w: taken by AXI; dead: bad; ended: acknowledged with an error; gone: dead and forgotten; old, older: has seen one tick, two
  logic [15:0]  used_q, aw_q, w_q, dead_q, ended_q, gone_q, old_q, older_q, match;
  logic [26:0]  line_m[16];
  logic [255:0] data_m[16];
  logic         held_q, any_aw, any_w, any_late;
  logic [3:0]   held_id_q, free, send_aw, send_w, late;
  logic [4:0]   count, dead_count;
  always_comb begin
    free       = '0;
    send_aw    = '0;
    send_w     = '0;
    late       = '0;
    any_aw     = 1'b0;
    any_w      = 1'b0;
    any_late   = 1'b0;
    count      = '0;
    dead_count = '0;
    for (int unsigned i = 16; i > 0; i--) begin
      match[i-1] = used_q[i-1] && !gone_q[i-1] && line_m[i-1] == line_i;
      if (used_q[i-1]) count = count + 5'd1;
      else free = 4'(i - 1);
      if (dead_q[i-1]) dead_count = dead_count + 5'd1;
      if (used_q[i-1] && !aw_q[i-1]) begin
        any_aw  = 1'b1;
        send_aw = 4'(i - 1);
      end
      // Data follow the address, in the same order: one write at a time is between the two.
      if (used_q[i-1] && aw_q[i-1] && !w_q[i-1]) begin
        any_w  = 1'b1;
        send_w = 4'(i - 1);
      end
      if (used_q[i-1] && older_q[i-1] && !dead_q[i-1]) begin
        any_late = 1'b1;
        late     = 4'(i - 1);
      end
    end
    // What AXI was offered stays until it is taken.
    if (held_q) send_aw = held_id_q;
  end
  assign two_o   = count < 5'd15;
  assign three_o = count < 5'd14;
  assign stuck_o = dead_count >= 5'd14;
  assign busy_o  = (used_q & ~dead_q) != '0;

  assign aw_valid_o = any_aw && !any_w;
  assign aw_id_o    = send_aw;
  assign aw_addr_o  = {8'b0, line_m[send_aw], 5'b0};
  assign w_valid_o  = any_w;
  assign w_data_o   = data_m[send_w];
  assign b_ready_o  = 1'b1;

  logic refused;  // an acknowledgement, to one that waits for it, with an error
  assign refused      = b_valid_i && b_err_i && used_q[b_id_i] && w_q[b_id_i] && !gone_q[b_id_i] && !ended_q[b_id_i];
  assign fault_o      = refused || any_late;
  assign fault_line_o = line_m[refused ? b_id_i : late];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q  <= '0;
      aw_q    <= '0;
      w_q     <= '0;
      dead_q  <= '0;
      ended_q <= '0;
      gone_q  <= '0;
      held_q  <= 1'b0;
    end else begin
      held_q <= aw_valid_o && !aw_ready_i;
      if (put_i) used_q[free] <= 1'b1;
      if (aw_valid_o && aw_ready_i) aw_q[send_aw] <= 1'b1;
      if (w_valid_o && w_ready_i) w_q[send_w] <= 1'b1;
      if (any_late && !refused) dead_q[late] <= 1'b1;
      if (forget_i) begin
        used_q <= used_q & ~ended_q;
        aw_q   <= aw_q & ~ended_q;
        w_q    <= w_q & ~ended_q;
        dead_q <= dead_q & ~ended_q;
        gone_q <= dead_q & ~ended_q;
        ended_q <= '0;
      end
      if (b_valid_i && w_q[b_id_i] && !ended_q[b_id_i]) begin
        if (refused && !forget_i) begin
          dead_q[b_id_i]  <= 1'b1;
          ended_q[b_id_i] <= 1'b1;
        end else begin
          used_q[b_id_i] <= 1'b0;
          aw_q[b_id_i]   <= 1'b0;
          w_q[b_id_i]    <= 1'b0;
          dead_q[b_id_i] <= 1'b0;
          gone_q[b_id_i] <= 1'b0;
        end
      end
    end
    if (tick_i) begin
      old_q   <= used_q;
      older_q <= used_q & old_q;
    end
    if (put_i) begin
      old_q[free]   <= 1'b0;
      older_q[free] <= 1'b0;
      line_m[free]  <= put_line_i;
      data_m[free]  <= put_data_i;
    end
    held_id_q <= send_aw;
    if (look_i) begin
      waits_o <= (match & ~dead_q) != '0 || (put_i && put_line_i == line_i);
      bad_o   <= (match & dead_q) != '0;
    end
  end

endmodule
