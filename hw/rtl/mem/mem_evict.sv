// SPDX-License-Identifier: MIT
// Write buffers of the L2: dirty lines on their way to DRAM, until acknowledged. The AXI id of a
// write is its buffer.
// - a line whose write DRAM refuses, or does not acknowledge within two ticks, is bad: what it
//   holds is not known, so an access to it gets an error. A late acknowledgement makes it good
//   again; forget_i makes all bad lines good, whatever they hold.
// - the buffer of a write that was never acknowledged stays taken: an acknowledgement that comes
//   late can't be taken for another's. When all are lost so, stuck_o says that none will come free.

module mem_evict #(
    parameter int unsigned EVICTS = 16   // buffers, 4 to 16
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // A tick: a write that DRAM owes for two of them is late
    input  logic         tick_i,
    // a late line may become bad now: of several banks one tells of a line in a cycle
    input  logic         late_i,
    // Bad lines are good again, whatever they hold
    input  logic         forget_i,
    // A line that is asked for, when look_i is given; in the next cycle:
    input  logic         look_i,
    input  logic [26:0]  line_i,
    output logic         waits_o,    // it is on its way
    output logic         bad_o,
    // A new one; room for it and for one that may be coming
    // A dirty line that leaves the L2
    input  logic         put_i,
    input  logic [26:0]  put_line_i,
    input  smgpu_pkg::line_t put_data_i,
    output logic         two_o,
    output logic         three_o,
    output logic         stuck_o,
    // AXI4
    // The id is the buffer: the line goes behind its address
    output logic         aw_valid_o,
    input  logic         aw_ready_i,
    output logic [39:0]  aw_addr_o,
    output logic [3:0]   aw_id_o,
    output logic         w_valid_o,
    input  logic         w_ready_i,
    output smgpu_pkg::line_t w_data_o,
    input  logic         b_valid_i,
    output logic         b_ready_o,
    input  logic [3:0]   b_id_i,
    input  logic         b_err_i,
    output logic         busy_o,     // acknowledgements are waited for
    // A line becomes bad
    output logic         fault_o,
    output logic [26:0]  fault_line_o
);

  localparam logic [15:0] Present = 16'((17'd1 << EVICTS) - 17'd1);

  logic [15:0]  used_q;
  logic [15:0]  aw_q, w_q;                   // taken by AXI
  logic [15:0]  dead_q, ended_q, gone_q;     // bad; acknowledged with an error; dead and forgotten
  logic [15:0]  old_q, older_q;              // has seen one tick, two
  logic [15:0]  match;                       // has the line that is looked for
  logic [15:0]  put_hot, aw_hot, w_hot, b_hot, late_hot;   // something happens to it now
  logic [26:0]  match_m[16];                 // in registers: compared all at once
  logic [26:0]  line_m[16];                  // the same, for one at a time
  logic [255:0] data_m[16];
  logic         held_q, any_aw, any_late;
  // an acknowledgement, to one that waits for it, with an error
  logic         refused;
  logic [3:0]   held_id_q, free, send_aw, late;
  // Data are offered behind their address, taken or not, in the same order: up to two writes are
  // between the two, so that an address and data go in each cycle. offer: an address is new.
  logic         offer;
  logic         first_q, second_q;
  logic [3:0]   first_id_q, second_id_q;
  always_comb begin
    free       = '0;
    send_aw    = '0;
    late       = '0;
    any_aw     = 1'b0;
    any_late   = 1'b0;
    for (int unsigned i = 16; i > 0; i--) begin
      match[i-1] = used_q[i-1] && !gone_q[i-1] && match_m[i-1] == line_i;
      if (Present[i-1] && !used_q[i-1]) free = 4'(i - 1);
      if (used_q[i-1] && !aw_q[i-1]) begin
        any_aw  = 1'b1;
        send_aw = 4'(i - 1);
      end
      if (used_q[i-1] && older_q[i-1] && !dead_q[i-1]) begin
        any_late = late_i;
        late     = 4'(i - 1);
      end
    end
    // What AXI was offered stays until it is taken.
    if (held_q) send_aw = held_id_q;
    for (int unsigned i = 0; i < 16; i++) begin
      put_hot[i]  = put_i && free == 4'(i);
      aw_hot[i]   = aw_valid_o && aw_ready_i && send_aw == 4'(i);
      w_hot[i]    = w_valid_o && w_ready_i && first_id_q == 4'(i);
      b_hot[i]    = b_valid_i && w_q[i] && !ended_q[i] && b_id_i == 4'(i);
      late_hot[i] = any_late && !refused && late == 4'(i);
    end
  end

  // Room, as it was one cycle ago but for the buffer that was taken then
  logic [3:0] free_least, free_least_q, live_least;
  logic       put_q, unused_live;
  mem_least u_free (
      .bits_i (Present & ~used_q),
      .least_o(free_least)
  );
  mem_least u_live (
      .bits_i (Present & ~dead_q),
      .least_o(live_least)
  );
  assign two_o   = put_q ? free_least_q[2] : free_least_q[1];
  assign three_o = put_q ? free_least_q[3] : free_least_q[2];
  assign busy_o  = (used_q & ~dead_q) != '0;
  assign unused_live = ^{live_least[3], live_least[1:0], free_least_q[0]};

  assign offer      = any_aw && !held_q && !second_q;
  assign aw_valid_o = held_q || offer;
  assign aw_id_o    = send_aw;
  assign aw_addr_o  = {8'b0, line_m[send_aw], 5'b0};
  assign w_valid_o  = first_q;
  assign w_data_o   = data_m[first_id_q];
  assign b_ready_o  = 1'b1;

  logic [15:0] error_hot, done_hot;
  assign refused      = b_err_i && (b_hot & used_q & ~gone_q) != '0;
  assign error_hot    = (refused && !forget_i) ? b_hot : '0;
  assign done_hot     = (refused && !forget_i) ? '0 : b_hot;
  assign fault_o      = refused || any_late;
  assign fault_line_o = line_m[refused ? b_id_i : late];

  logic [15:0] keep;                         // buffers that are not given back
  assign keep = Present & ~done_hot & ~(ended_q & {16{forget_i}});
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q  <= '0;
      aw_q    <= '0;
      w_q     <= '0;
      dead_q  <= '0;
      ended_q <= '0;
      gone_q  <= '0;
      held_q  <= 1'b0;
      first_q <= 1'b0;
      second_q <= 1'b0;
      put_q   <= 1'b0;
      free_least_q <= '1;
      stuck_o <= 1'b0;
    end else begin
      held_q  <= aw_valid_o && !aw_ready_i;
      first_q <= (first_q && !w_ready_i) || second_q || offer;
      second_q <= first_q && !w_ready_i && (second_q || offer);
      used_q  <= (used_q | put_hot) & keep;
      aw_q    <= (aw_q | aw_hot) & keep;
      w_q     <= (w_q | w_hot) & keep;
      dead_q  <= (dead_q | late_hot | error_hot) & keep;
      ended_q <= forget_i ? '0 : ended_q | error_hot;
      gone_q  <= (forget_i ? dead_q : gone_q) & keep;
      put_q   <= put_i;
      free_least_q <= free_least;
      stuck_o <= !live_least[2];
    end
    if (tick_i) begin
      old_q   <= used_q & ~put_hot;
      older_q <= used_q & old_q & ~put_hot;
    end else begin
      old_q   <= old_q & ~put_hot;
      older_q <= older_q & ~put_hot;
    end
    for (int unsigned i = 0; i < 16; i++) if (put_hot[i]) match_m[i] <= put_line_i;
    if (put_i) begin
      line_m[free] <= put_line_i;
      data_m[free] <= put_data_i;
    end
    held_id_q <= send_aw;
    if (!first_q || w_ready_i) first_id_q <= second_q ? second_id_q : send_aw;
    if (!second_q) second_id_q <= send_aw;
    if (look_i) begin
      waits_o <= (match & ~dead_q) != '0 || (put_i && put_line_i == line_i);
      bad_o   <= (match & dead_q) != '0;
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni && ((two_o && $countones(used_q) + 2 > EVICTS) ||
        (three_o && $countones(used_q) + 3 > EVICTS))) $fatal(1,
        "not ok mem_evict: promises more room than there is");
`endif

endmodule
