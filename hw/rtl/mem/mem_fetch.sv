// SPDX-License-Identifier: MIT
// MSHRs of the L2: lines on their way from DRAM. The AXI id of a read is its MSHR.
// - a read that is not answered within two ticks is given up: it comes out as an answer with an
//   error. Its MSHR stays taken until the late answer comes, which is dropped: no later read can be
//   mistaken for it. When all are lost so, stuck_o says that none will come free.
// - an answer to nothing is dropped
// - a read that passes (priority tokens) has no way: its line answers it and is not kept. Until
//   then passing_o tells requests for that line, which wait at their ports: all of a line are
//   served in the order in which the pipeline saw them
// - with order_i reads of the highest level are sent first (mem_order)

module mem_fetch #(
    parameter int unsigned SI    = 9,  // bits of a set's number
    parameter int unsigned MSHRS = 16, // 4 to 16
    parameter int unsigned PRIO  = 0   // 0: no read passes
) (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    // A tick: a read that DRAM owes for two of them is given up
    input  logic                           tick_i,
    // Reads of a higher level are sent first
    input  logic                           order_i,
    // A new one; the ones that are free
    input  logic                           put_i,
    input  smgpu_pkg::mem_req_t            put_req_i,
    input  logic [3:0]                     put_port_i,
    input  logic [1:0]                     put_way_i,
    input  logic                           put_pass_i,   // it passes
    output logic [3:0]                     put_id_o,
    // any, two: so many are free. stuck: all are lost to reads that DRAM does not answer.
    output logic                           any_o,
    output logic                           two_o,
    output logic                           stuck_o,
    // R: ways of this set whose lines are on their way, and the MSHR of each
    input  logic [26:0]                    look_line_i,
    output logic [3:0]                     look_pending_o,
    output logic [15:0]                    look_mshr_o,
    output logic                           passing_o,    // a read of this line passes
    // Answers, taken by mem_fill; the request of one that has been taken; and back when it is done
    // with
    // The answer: its MSHR; whether it has an error, or is given up; and what its request was
    output logic                           fill_valid_o,
    input  logic                           fill_ready_i,
    output logic [3:0]                     fill_id_o,
    output logic                           fill_err_o,
    output logic                           fill_lost_o,
    output logic                           fill_read_o,
    output logic                           fill_pass_o,
    output logic [7:0]                     fill_rid_o,
    output logic [3:0]                     fill_port_o,
    output logic [SI+1:0]                  fill_at_o,    // {way, set}
    // The request itself, for the pipeline
    input  logic [3:0]                     again_id_i,
    output smgpu_pkg::mem_req_t            again_req_o,
    output logic [3:0]                     again_port_o,
    // done: nothing of the line is left. lost: DRAM has not answered, so the MSHR stays taken.
    input  logic                           done_i,
    input  logic                           done_lost_i,
    input  logic [3:0]                     done_id_i,
    // AXI4
    // The line itself goes to mem_fill past this block.
    output logic                           ar_valid_o,
    input  logic                           ar_ready_i,
    output logic [39:0]                    ar_addr_o,
    output logic [3:0]                     ar_id_o,
    input  logic                           r_valid_i,
    output logic                           r_ready_o,
    input  logic [3:0]                     r_id_i,
    input  logic                           r_err_i,
    output logic                           busy_o       // answers are owed to the pipeline
);

  localparam int unsigned RW = smgpu_pkg::MemReqW;
  // MSHRs that there are
  localparam logic [15:0] Present = 16'((17'd1 << MSHRS) - 17'd1);

  // taken: by the pipeline; dead: given up; old, older: has seen one tick, two
  logic [15:0]   used_q, sent_q, taken_q, dead_q, old_q, older_q;
  // Request, port, and what an answer needs
  logic [RW-1:0] req_m[16];
  logic [3:0]    port_m[16];
  logic [SI+15:0] head_m[16];                             // {pass, read, id, port, way, set}
  // Set of each MSHR's line, and its way
  logic [16*SI-1:0] set_q;
  logic [63:0]   way_q;                                   // one-hot
  logic          held_q;                                  // offered and not yet taken
  // send: the MSHR whose read is offered. live: the answer that comes is waited for.
  logic [3:0]    held_id_q, send;
  logic          any_send, live;

  // The next one, and one that is late, are found in the cycle before
  // A free MSHR, and one that is late
  logic          free_q, any_next, late_q, any_late;
  logic [3:0]    free_id_q, next, late_id_q, late;
  // A bit for each MSHR, of what happens in this cycle
  logic [15:0]   put_hot, next_free, send_hot, taken_hot, done_hot, end_hot;
  logic [15:0]   may_send;                                // of those that are not yet sent
  // Levels of the requests, for mem_order
  logic [31:0]   level;
  logic          unused_low;
  always_comb begin
    any_next = 1'b0;
    next     = '0;
    any_send = 1'b0;
    send     = '0;
    any_late = 1'b0;
    late     = '0;
    for (int unsigned i = 16; i > 0; i--) begin
      next_free[i-1] = Present[i-1] && !used_q[i-1] && !(free_q && free_id_q == 4'(i - 1));
      if (next_free[i-1]) begin
        any_next = 1'b1;
        next     = 4'(i - 1);
      end
      if (may_send[i-1]) begin
        any_send = 1'b1;
        send     = 4'(i - 1);
      end
      if (used_q[i-1] && older_q[i-1] && !taken_q[i-1] && !dead_q[i-1]) begin
        any_late = 1'b1;
        late     = 4'(i - 1);
      end
    end
    // What AXI was offered stays until it is taken.
    if (held_q) send = held_id_q;
    for (int unsigned i = 0; i < 16; i++) begin
      put_hot[i]   = put_i && free_id_q == 4'(i);
      send_hot[i]  = ar_valid_o && ar_ready_i && send == 4'(i);
      taken_hot[i] = fill_valid_o && fill_ready_i && fill_id_o == 4'(i);
      done_hot[i]  = done_i && done_id_i == 4'(i);
      end_hot[i]   = r_valid_i && r_ready_o && dead_q[i] && sent_q[i] && r_id_i == 4'(i);
    end
  end
  mem_order #(
      .N   (16),
      .PRIO(PRIO)
  ) u_order (
      .clk_i,
      .rst_ni,
      .order_i,
      .ask_i  (used_q & ~sent_q),
      .level_i(level),
      .take_i (ar_valid_o && ar_ready_i),
      .may_o  (may_send),
      .low_o  (unused_low)
  );
  // Whether there are two, as it was one cycle ago but for what was taken then
  logic [3:0] free_least, free_least_q, live_least;
  // put_q: one was taken in the cycle before, so two must be three then
  logic       put_q, unused_least;
  mem_least u_free (
      .bits_i (Present & ~used_q),
      .least_o(free_least)
  );
  mem_least u_live (
      .bits_i (Present & ~dead_q),
      .least_o(live_least)
  );
  assign unused_least = ^{live_least[3:1], free_least_q[3], free_least_q[0]};
  assign any_o   = free_q;
  assign two_o   = put_q ? free_least_q[2] : free_least_q[1];
  assign busy_o  = (used_q & ~dead_q) != '0;

  // State of the MSHR that the answer names
  logic r_used, r_sent, r_taken, r_dead;
  assign r_used  = used_q[r_id_i];
  assign r_sent  = sent_q[r_id_i];
  assign r_taken = taken_q[r_id_i];
  assign r_dead  = dead_q[r_id_i];
  assign put_id_o     = free_id_q;
  assign live         = r_used && r_sent && !r_taken && !r_dead;
  assign fill_lost_o  = late_q;
  assign fill_valid_o = late_q || (r_valid_i && live);
  assign fill_id_o    = late_q ? late_id_q : r_id_i;
  assign fill_err_o   = late_q || r_err_i;
  assign {fill_pass_o, fill_read_o, fill_rid_o, fill_port_o, fill_at_o} = head_m[fill_id_o];
  assign again_req_o  = req_m[again_id_i];
  assign again_port_o = port_m[again_id_i];
  // The late answer to a read that is being given up waits until that is done.
  assign r_ready_o    = live ? fill_ready_i && !late_q : !r_taken;

  // ---- Lines on their way
  always_comb begin
    look_pending_o = '0;
    look_mshr_o    = '0;
    for (int unsigned i = 0; i < 16; i++)
      for (int unsigned w = 0; w < 4; w++)
        if (used_q[i] && !dead_q[i] && way_q[4*i+w] && set_q[SI*i+:SI] == look_line_i[SI-1:0]) begin
          look_pending_o[w]      = 1'b1;
          look_mshr_o[4*w+:4] = look_mshr_o[4*w+:4] | 4'(i);
        end
  end
  for (genvar g = 0; g < 16; g++) begin : gen_line
    always_ff @(posedge clk_i)
      if (put_hot[g]) begin
        set_q[SI*g+:SI] <= put_req_i.pa[5+:SI];
        way_q[4*g+:4]   <= put_pass_i ? '0 : 4'd1 << put_way_i;
      end
  end
  if (PRIO != 0) begin : gen_pass
    localparam int unsigned TagW = 27 - SI;
    logic [15:0]        pass_q, pass;
    logic [16*TagW-1:0] tag_q;
    for (genvar g = 0; g < 16; g++) begin : gen_line
      assign pass[g] = pass_q[g] && used_q[g] && !dead_q[g] &&
                       {tag_q[TagW*g+:TagW], set_q[SI*g+:SI]} == look_line_i;
      always_ff @(posedge clk_i)
        if (put_hot[g]) begin
          level[2*g+:2]        <= put_req_i.prio;
          pass_q[g]            <= put_pass_i;
          tag_q[TagW*g+:TagW] <= put_req_i.pa[5+SI+:TagW];
        end
    end
    assign passing_o = pass != '0;
  end else begin : gen_no_pass
    assign passing_o = 1'b0;
    assign level     = '0;
    logic unused_pass;
    assign unused_pass = ^look_line_i[26:SI];
  end

  // The request whose address is offered
  logic [RW-1:0] send_req;
  assign send_req   = req_m[send];
  assign ar_valid_o = any_send;
  assign ar_id_o    = send;
  assign ar_addr_o  = {8'b0, send_req[288+5+:27], 5'b0};

  // MSHRs that come free; that are done with, but not answered
  logic [15:0] back_hot, lost_hot;
  assign lost_hot = done_lost_i ? done_hot : '0;
  assign back_hot = end_hot | (done_lost_i ? '0 : done_hot);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q  <= '0;
      sent_q  <= '0;
      taken_q <= '0;
      dead_q  <= '0;
      held_q  <= 1'b0;
      free_q  <= 1'b0;
      late_q  <= 1'b0;
      put_q   <= 1'b0;
      stuck_o <= 1'b0;
      free_least_q <= '0;
    end else begin
      held_q  <= ar_valid_o && !ar_ready_i;
      used_q  <= (used_q | put_hot) & ~back_hot & Present;
      sent_q  <= (sent_q | send_hot) & ~back_hot & Present;
      taken_q <= (taken_q | taken_hot) & ~done_hot & Present;
      dead_q  <= (dead_q | lost_hot) & ~end_hot & Present;
      if (put_i || !free_q) free_q <= any_next;
      if (!late_q) late_q <= any_late && !(fill_valid_o && fill_ready_i);
      else if (fill_ready_i) late_q <= 1'b0;
      put_q   <= put_i;
      stuck_o <= !live_least[0];
      free_least_q <= free_least;
    end
    if (put_i || !free_q) free_id_q <= next;
    if (!late_q) late_id_q <= late;
    // A new read is in neither: it must see two ticks.
    if (tick_i) begin
      old_q   <= used_q & ~put_hot;
      older_q <= used_q & old_q & ~put_hot;
    end else begin
      old_q   <= old_q & ~put_hot;
      older_q <= older_q & ~put_hot;
    end
    if (put_i) begin
      req_m[free_id_q]  <= put_req_i;
      port_m[free_id_q] <= put_port_i;
      head_m[free_id_q] <= {put_pass_i, put_req_i.op == smgpu_pkg::MemRead, put_req_i.id,
          put_port_i,
          put_way_i, put_req_i.pa[5+:SI]};
    end
    held_id_q <= send;
  end

`ifdef VERILATOR
  // The pipeline may count on what any_o and two_o promise. No two MSHRs have one place.
  always_ff @(posedge clk_i)
    if (rst_ni && ((any_o && used_q[free_id_q]) || (two_o && $countones(used_q) + 2 > MSHRS)))
      $fatal(1, "not ok mem_fetch: promises more room than there is");

  always_ff @(posedge clk_i)
    for (int unsigned i = 0; i < 16; i++)
      for (int unsigned k = 0; k < i; k++)
        if (rst_ni && (used_q[i] && used_q[k]) && !dead_q[i] && !dead_q[k] &&
            set_q[SI*i+:SI] == set_q[SI*k+:SI] && way_q[4*i+:4] == way_q[4*k+:4] &&
            way_q[4*i+:4] != '0)
          $fatal(1, "not ok mem_fetch: two lines are on their way to one place");
`endif

  logic unused_req;
  assign unused_req = ^{send_req[RW-1:320], send_req[292:0], put_req_i.amo, put_req_i.owner,
      put_req_i.prio, put_req_i.pa, put_req_i.be, put_req_i.data};

`ifdef FORMAL
`include "mem_fetch_formal.svh"
`endif

endmodule
