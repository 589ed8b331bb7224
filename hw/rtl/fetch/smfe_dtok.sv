// SPDX-License-Identifier: MIT
// Token unit of a pod: active and live masks, token queues, and every operation that moves a warp
// other than to pc + 4.
// - serves one operation at a time; each takes 2 cycles and one more for every token that must be
//   looked at. A branch or jump that is sure to end in its second cycle (`quick_q`) takes one: the
//   next operation is loaded meanwhile
// - a queue is a ring in half of the warp's part of the token memory. The other half holds the
//   groups parked at a barrier: when the barrier opens the halves change roles, and the parked
//   groups are the queue (as YIELD tokens)
// - a token's mask holds threads that are in no other token and not active, so "does some token
//   hold threads" needs no scan: live & ~active & ~parked
// - a full queue is found before anything of the operation is written, an empty one with tokens in
//   card memory before the pop: the warp stops for token service, and when the firmware resumes it
//   the operation (or the pop that is left of it) is done again
// - backstop: while others wait, jumps backwards are counted until the tokens ahead of the YIELD
//   tokens have all been served (a YIELD token is popped). At the limit each next one acts as YIELD
//   to its target, for the threads that go there: every group then goes forwards or to the back. A
//   warp that has reached its limit gets a smaller one, which grows while nobody waits
// - a DIS that finds no token of its meeting point, while others wait, acts as YIELD, too: those
//   that come later meet there at the back
// - an operation that waits for the trap FIFO gives way to others and is done again later

/* verilator lint_off UNUSEDSIGNAL */  // takes its policies
module smfe_dtok #(
    parameter int unsigned NW     = 8,        // warps of the pod
    parameter int unsigned DTOKS  = 64,
    parameter int unsigned WI     = 3,        // bits of a warp index
    parameter int unsigned PODS   = 2,        // of the SM
    parameter int unsigned POD    = 0,
    // ring; parked groups can be 31. Smaller in proofs only
    parameter int unsigned R      = DTOKS < 32 ? 32 : DTOKS
) (
    input  logic           clk_i,
    input  logic           rst_ni,
    input  smgpu_pkg::sm_cfg_t           cfg_i,
    // Start of a warp (always taken; the unit pauses)
    input  logic           start_valid_i,
    input  logic [WI-1:0]  start_warp_i,
    input  logic [7:0]     start_window_i,
    input  logic [31:0]    start_live_i,
    // Masks for the issue stage
    input  logic [WI-1:0]  issue_warp_i,
    output logic [31:0]    issue_active_o,
    output logic [31:0]    issue_live_o,
    // Control instruction at its issue
    input  logic           ctl_valid_i,
    input  logic [3:0]     ctl_kind_i,
    input  logic [3:0]     ctl_sub_i,
    input  logic [31:0]    ctl_pc_i,
    input  logic [31:0]    ctl_target_i,
    // Answer of execution
    input  logic           br_valid_i,
    input  logic [WI-1:0]  br_warp_i,
    input  logic [31:0]    br_mask_i,
    input  logic [31:0]    br_target_i,
    // Work of the warps
    input  logic [NW-1:0]  op_i,
    input  logic [NW-1:0]  rel_i,
    output logic [NW-1:0]  take_o,
    // What comes of it, for warp_o
    output logic           works_o,         // an operation is under way
    output logic [NW-1:0]  warp_o,          // one-hot
    output logic           go_o,
    output logic           go_keep_o,       // if so, to pc + 4
    output logic [31:0]    go_pc_o,
    output logic           park_o,          // arrived at the barrier
    output logic           end_o,           // no live thread
    output logic           trap_valid_o,
    output logic           traps_o,        // it has a trap to send, in this cycle or a later one
    input  logic           trap_ready_i,
    output logic           retry_o,         // the operation is to be offered again
    // Token service
    input  logic           acc_valid_i,
    input  smfe_pkg::dtok_acc_t           acc_i,
    output logic           acc_ack_o,
    output smfe_pkg::dtok_ans_t           acc_ans_o,
    input  logic [NW-1:0]  stopped_i,
    output logic           resume_o,
    output logic [WI-1:0]  trap_warp_o,
    output logic [7:0]     trap_cause_o,
    output logic [31:0]    trap_pc_o,
    output logic [31:0]    trap_addr_o,
    // Debug view
    input  logic [WI-1:0]  dbg_warp_i,
    output logic [31:0]    dbg_active_o,
    input  logic [WI-1:0]  look_warp_i,     // active threads of any warp
    output logic [31:0]    look_active_o,
    output logic [7:0]     dbg_dtoks_o,
    // Events for the counters
    output logic [6:0]     ev_o,            // push, pop, drop, merge, yield, backstop, overflow
    output logic [8:0]     deepest_o        // tokens in a queue that was pushed on
);

  localparam int unsigned RI = $clog2(R);
  localparam int unsigned TW = 68;

  // ---- State of the warps: memories with one write port
  typedef struct packed {
    logic [7:0]    window;
    logic [31:0]   parked;       // threads in parked groups
    logic          half;         // which half of the ring memory is the queue
    logic          whole;        // at the barrier with all live threads active
    logic          spilled;      // more of the front part is in card memory
    logic          popping;      // the operation is done but for its pop
    logic [RI-1:0] head;
    logic [RI:0]   count;
    logic [RI:0]   yields;       // of count, all at the back
    logic [RI:0]   groups;       // parked
    logic [15:0]   backward;     // jumps backwards
    logic [15:0]   limit;        // of them; cfg's holds if it is less
    logic [7:0]    ycount;
    logic [15:0]   lfsr;
  } state_t;
  localparam int unsigned StateW = 4 * RI + 103;

  logic [31:0]   active_m[NW];
  logic [31:0]   live_m[NW];
  logic [StateW-1:0] state_m[NW];  // state_t each
  logic [RI:0]   count_m[NW];    // copy for the debug view
  logic [71:0]   ctl_m[NW];      // {kind, sub, pc, target}
  logic [64:0]   br_m[NW];       // {the smaller part of the active threads takes it, mask, target}
  logic [TW-1:0] token_q;

  assign issue_active_o = active_m[issue_warp_i];
  assign issue_live_o   = live_m[issue_warp_i];
  assign dbg_active_o   = active_m[dbg_warp_i];
  assign look_active_o  = active_m[look_warp_i];
  assign dbg_dtoks_o    = 8'(count_m[dbg_warp_i]);

  // ---- Operation in work
  smfe_pkg::dtok_fsm_e fsm_q, fsm_d;
  logic [WI-1:0] w_q;
  logic          rel_q, fewer_q, br_fewer;
  // the backstop, or a meeting point that does not stand, makes it a YIELD
  logic          gives_q, gives_d;
  logic [3:0]    kind_q, sub_q;
  logic [31:0]   pc_q, target_q, br_mask_q, br_target_q;
  logic [31:0]   active_q, active_d, live_q, live_d;
  state_t        s_q, s_d;
  logic [RI:0]   index_q, index_d;
  logic [7:0]    cause_q, cause_d;
  logic [31:0]   bad_q, bad_d;

  // ---- The warp whose operation is next, chosen a cycle ahead
  logic               any;       // some warp has one
  logic [WI-1:0]      next;
  logic               loads, accept, quick_q;
  smfe_dtokahead #(.NW(NW), .WI(WI)) u_ahead (
    .clk_i, .rst_ni, .op_i, .accept_i(accept), .br_valid_i, .br_warp_i, .issue_warp_i, .any_o(any),
    .next_o(next)
  );

  logic [WI-1:0]      load;
  state_t             load_state;
  logic [71:0]        load_ctl;
  assign loads      = fsm_q == smfe_pkg::StIdle || (fsm_q == smfe_pkg::StExec && quick_q);
  assign accept     = loads && op_i[next] && !acc_valid_i && !start_valid_i;
  assign take_o     = accept ? NW'(1) << next : '0;
  assign load       = acc_valid_i ? acc_i.warp[PODS-1+:WI] : next;
  assign load_state = state_m[load];
  assign load_ctl   = ctl_m[load];

  // ---- Token in hand
  logic [3:0]  t_type;
  logic [31:0] t_addr, t_mask;
  assign {t_type, t_addr, t_mask} = token_q;

  logic [31:0] next_pc;
  logic        ring_full, due, stopped;
  logic [31:0] jump;             // where the threads go that jump
  logic        back, back_due, splits, rest;
  // kind_q, or YIELD if gives_q makes it that: a register, as all that an operation does begins
  // with it
  logic [3:0]  op;
  logic        taken_first;
  logic [15:0] lfsr_next;
  logic [7:0]  ycount_next;
  logic        no_front;         // all tokens are YIELD tokens

  assign next_pc   = pc_q + 32'd4;
  assign no_front  = s_q.count == s_q.yields;
  assign ring_full = s_q.count[RI];
  assign stopped   = stopped_i[w_q];

  // What an operation asks about its warp (smfe_dtokask)
  logic        step, backward_q, far_q, limit_q, others, together, full, taken, not_taken;
  logic [31:0] load_active, load_live;
  logic [64:0] load_br;
  logic [RI:0] front;            // tokens ahead of the YIELD tokens
  assign load_active = active_m[load];
  assign load_live   = live_m[load];
  assign load_br     = br_m[load];
  smfe_dtokask #(.RI(RI)) u_ask (
    .clk_i, .load_i(step && loads), .cfg_i, .kind_i(load_ctl[71:68]), .pc_i(load_ctl[63:32]),
    .target_i(load_ctl[31:0]), .br_mask_i(load_br[63:32]), .br_target_i(load_br[31:0]),
    .rel_i(rel_i[load]), .active_i(load_active), .live_i(load_live),
    .parked_i(load_state.parked), .window_i(load_state.window), .popping_i(load_state.popping),
    .count_i(load_state.count), .yields_i(load_state.yields), .backward_i(load_state.backward),
    .limit_i(load_state.limit),
    .quick_o(quick_q), .backward_o(backward_q), .far_o(far_q), .limit_o(limit_q),
    .others_o(others), .together_o(together), .front_o(front), .full_o(full), .taken_o(taken),
    .not_taken_o(not_taken)
  );

  // Backstop
  assign splits        = kind_q == smfe_pkg::KindBr || kind_q == smfe_pkg::KindJalr;
  assign jump          = kind_q == smfe_pkg::KindJalr ? br_target_q : target_q;
  assign back          = cfg_i.backstop != '0 && backward_q && !(splits && !taken);
  assign back_due      = back && others && limit_q;
  assign rest          = splits && not_taken;  // go on, when the others give way

  // Its count and limit after this operation: after a jump backwards, if the front part has been
  // served
  logic [15:0] backward_next, limit_more, limit_next;
  smfe_dtoklimit u_limit (
    .cfg_i, .others_i(others), .backward_i(s_q.backward), .limit_i(s_q.limit),
    .backward_o(backward_next), .more_o(limit_more), .less_o(limit_next)
  );

  smfe_dtokpolicy u_policy (
    .cfg_i, .ahead_i(!backward_q), .far_i(far_q), .fewer_i(fewer_q),
    .taken_first_o(taken_first), .ycount_i(s_q.ycount), .lfsr_i(s_q.lfsr), .ycount_o(ycount_next),
    .lfsr_o(lfsr_next), .due_o(due)
  );

  // The answer of execution is weighed when it comes: the active threads stay what they are until
  // the operation.
  smfe_dtokfewer u_fewer (.active_i(active_m[br_warp_i]), .mask_i(br_mask_i), .fewer_o(br_fewer));

  // ---- A scan (smfe_dtokscan): the backstop ends it; it looks at the token in hand; it is over;
  // the token is what it looks for. landed: threads can go on at the token
  logic scan_gives, scans, scan_end, match;
  // That is found, and what the token does then: the warp goes on; its threads are these
  logic hit_go, hit_front, hit_pop;
  (* keep *) logic hit, landed;
  smfe_pkg::dtok_part_e hit_part;
  // The first token that a DIS has looked at
  logic        front_goes_q, front_keep_q;  // it can be gone on with; that is at pc + 4
  logic [31:0] front_addr_q, front_mask_q;
  smfe_dtokscan #(.RI(RI)) u_scan (
    .clk_i, .scan_i(fsm_q == smfe_pkg::StScan), .step_i(step), .op_i(op), .kind_i(kind_q),
    .sub_i(sub_q), .gives_i(gives_q), .next_i(next_pc), .jump_i(jump), .rest_i(rest),
    .back_due_i(back_due), .window_i(s_q.window), .index_i(index_q), .front_i(front),
    .count_i(s_q.count), .groups_i(s_q.groups), .t_type_i(t_type), .t_addr_i(t_addr),
    .t_mask_i(t_mask), .landed_o(landed), .gives_o(scan_gives), .scans_o(scans), .end_o(scan_end),
    .match_o(match), .hit_o(hit), .go_o(hit_go), .first_o(hit_front), .pop_o(hit_pop),
    .part_o(hit_part), .front_goes_o(front_goes_q), .front_keep_o(front_keep_q),
    .front_addr_o(front_addr_q), .front_mask_o(front_mask_q)
  );

  // ---- One step
  smfe_pkg::dtok_step_t d;
  logic          we, wr_half, rd_half, head_down;
  logic [RI-1:0] wr_at, rd_at, step_at;
  logic [TW-1:0] wr_data;
  logic [31:0]   go_pc;
  logic          go_in;          // in the code window, and no half of a word
  // What the token in hand does is known last, and made beside it (smfe_dtokscan). A pop's token
  // says where the threads go.
  logic          wants, goes, commits;
  (* keep *) logic hit_done, done;
  smfe_dtokstep u_step (
    .fsm_i(fsm_q), .rel_i(rel_q), .kind_i(kind_q), .op_i(op), .gives_i(gives_q), .sub_i(sub_q),
    .whole_i(s_q.whole), .taken_i(taken), .not_taken_i(not_taken),
    .taken_first_i(taken_first), .rest_i(rest), .others_i(others), .together_i(together),
    .back_i(back), .back_due_i(back_due), .due_i(due), .full_i(full),
    .ring_full_i(ring_full), .no_tokens_i(s_q.count == '0), .no_groups_i(s_q.groups == '0),
    .spilled_i(s_q.spilled && no_front), .begins_i(index_q == '0),
    .scan_gives_i(scan_gives), .scan_end_i(scan_end), .match_i(match), .hit_front_i(hit_front),
    .hit_pop_i(hit_pop), .t_type_i(t_type), .t_any_i(t_mask != '0),
    .drop_i(cfg_i.dtok_drop), .cause_i(cause_q), .trap_ready_i, .others_ask_i(any || acc_valid_i),
    .stopped_i(stopped), .acc_op_i(acc_i.op), .acc_kind_i(acc_i.kind),
    .step_o(d)
  );
  assign we        = d.we;
  assign head_down = d.we && d.ev_push && !d.put_yield;  // a push on the front

  // Where threads go, which are active, and the token that is written
  smfe_dtokmake u_make (
    .step_i(d), .active_i(active_q), .taken_i(br_mask_q), .window_i(s_q.window), .here_i(pc_q),
    .next_i(next_pc), .target_i(target_q), .branch_i(br_target_q), .t_addr_i(t_addr),
    .t_mask_i(t_mask), .front_addr_i(front_addr_q), .front_mask_i(front_mask_q),
    .front_keep_i(front_keep_q), .acc_i, .scans_i(scans), .hit_part_i(hit_part),
    .hit_first_i(hit_front), .hit_pop_i(hit_pop), .go_pc_o(go_pc), .go_in_o(go_in), .go_keep_o,
    .active_o(active_d), .token_o(wr_data)
  );
  smfe_dtokplace #(.RI(RI)) u_place (
    .step_i(d), .bar_i(kind_q == smfe_pkg::KindBar), .head_i(s_q.head), .count_i(s_q.count),
    .front_i(front), .groups_i(s_q.groups), .index_i(index_q), .entry_i(acc_i.index[RI-1:0]),
    .wr_at_o(wr_at), .rd_at_o(step_at)
  );

  always_comb begin
    {live_d, s_d, index_d, gives_d, cause_d, bad_d} =
        {live_q, s_q, index_q, gives_q, cause_q, bad_q};
    fsm_d   = d.next;
    wr_half = s_q.half ^ d.wr_other;
    rd_half = s_q.half ^ d.rd_other;
    rd_at   = step_at;

    // What counts is known late: all sums are made beside it.
    if (d.exits) live_d = live_q & ~active_q;
    if (d.enter_bar) s_d.whole = 1'b1;
    if (d.leave_bar) s_d.whole = 1'b0;
    if (fsm_q == smfe_pkg::StPop) s_d.popping = d.under;
    if (d.counts) {s_d.backward, s_d.limit} = {backward_next, limit_more};
    if (d.draws) {s_d.lfsr, s_d.ycount} = {lfsr_next, ycount_next};
    if (d.yielded) s_d.ycount = '0;
    if (d.head_up) s_d.head = s_q.head + 1'b1;
    if (head_down) s_d.head = s_q.head - 1'b1;
    if (d.head_up) s_d.count = s_q.count - 1'b1;
    if (head_down || d.put_yield) s_d.count = s_q.count + 1'b1;
    if (d.take_yield)
      {s_d.yields, s_d.backward, s_d.limit} = {s_q.yields - 1'b1, 16'd0, limit_next};
    if (d.put_yield) s_d.yields = s_q.yields + 1'b1;
    if (d.parks) s_d.parked = s_q.parked | active_q;
    if (d.put_group) s_d.groups = s_q.groups + 1'b1;
    if (d.open) begin
      s_d.half = !s_q.half;
      {s_d.head, s_d.count, s_d.yields, s_d.groups, s_d.parked} =
          {{RI{1'b0}}, s_q.groups, s_q.groups, {(RI + 1){1'b0}}, 32'd0};
    end
    if (d.extent) begin
      s_d.head    = s_q.head - RI'(acc_i.grow);
      s_d.count   = acc_i.count[RI:0];
      s_d.yields  = acc_i.yields[RI:0];
      s_d.spilled = acc_i.spilled;
    end
    if (fsm_q == smfe_pkg::StScan) index_d = index_q + 1'b1;
    if (d.rd_at == smfe_pkg::AtBack) index_d = front;
    if (d.give) begin
      gives_d = 1'b1;
      index_d = front;
      rd_at   = s_q.head + front[RI-1:0];
      fsm_d   = smfe_pkg::StScan;
    end

    if (d.over || d.under) fsm_d = smfe_pkg::StTrap;
    wants   = d.go || (hit && hit_go) || (d.pops && t_mask != '0);
    if (fsm_q != smfe_pkg::StTrap) begin
      cause_d = d.over ? smgpu_hw_pkg::ErrDtokOverflow : d.under ? smgpu_hw_pkg::ErrDtokUnderflow
          : go_pc[31:24] != s_q.window ? smgpu_hw_pkg::ErrCodeWindow : smgpu_hw_pkg::ErrFetchFault;
      bad_d   = go_pc;
    end
    // The token in hand has its say last.
    hit_done = hit_go && go_in;
    done     = d.finish || d.commit || (d.go && go_in);
    goes     = (d.go && go_in) || (hit && hit_done) || (d.pops && landed);
    commits  = done || (hit && hit_done) || (d.pops && landed);
    if (wants) fsm_d = goes ? smfe_pkg::StIdle : smfe_pkg::StTrap;
    if (d.finish) fsm_d = smfe_pkg::StIdle;

    // The next operation
    if (loads) begin
      {rd_half, rd_at} = {load_state.half, load_state.head};
      index_d = '0;
      gives_d = 1'b0;
      fsm_d   = smfe_pkg::StIdle;
      if (acc_valid_i && fsm_q == smfe_pkg::StIdle) fsm_d = smfe_pkg::StAccess;
      else if (accept && load_state.popping) fsm_d = smfe_pkg::StPop;
      else if (accept && (load_ctl[71:68] == smfe_pkg::KindPre ||
          load_ctl[71:68] == smfe_pkg::KindDis)) fsm_d = smfe_pkg::StScan;
      else if (accept) fsm_d = smfe_pkg::StExec;
    end
  end

  // ---- Registers and memories. A starting warp has the write ports; the unit waits. That an
  // operation ends whose token decides is known late: what it leaves is written from the registers
  // in the next cycle, before anything asks for it.
  logic          by_token, late_q, stores;
  assign by_token = fsm_q == smfe_pkg::StScan || fsm_q == smfe_pkg::StPop;
  assign stores   = late_q || (done && !by_token);
  logic          grows_q;  // a token was pushed, and so many are in the queue now
  logic [WI-1:0] at;
  state_t        start_state;
  assign step = !start_valid_i;
  assign at   = start_valid_i ? start_warp_i : w_q;
  // Each warp's LFSR starts elsewhere, so that warps don't give way in step.
  logic [5:0]    start_of_sm;
  logic [15:0]   seed;
  assign start_of_sm = PODS == 2 ? 6'({start_warp_i, POD[0]}) : 6'(start_warp_i);
  assign seed        = cfg_i.yield_seed ^ (16'(start_of_sm) * 16'h9e37);
  always_comb begin
    start_state        = '0;
    start_state.window = start_window_i;
    start_state.limit  = '1;
    start_state.lfsr   = seed == '0 ? 16'd1 : seed;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fsm_q     <= smfe_pkg::StIdle;
      grows_q   <= 1'b0;
      late_q    <= 1'b0;
      deepest_o <= '0;
    end else begin
      if (step) fsm_q <= fsm_d;
      if (step) late_q <= commits && by_token;
      grows_q   <= step && (d.ev_push || d.open);
      deepest_o <= !grows_q ? '0 : 9'(s_q.count);
    end
  end

  always_ff @(posedge clk_i)
    if (step) begin
      if (loads) begin
        w_q                               <= load;
        rel_q                             <= rel_i[load];
        {kind_q, sub_q, pc_q, target_q}   <= load_ctl;
        {fewer_q, br_mask_q, br_target_q} <= load_br;
        active_q                          <= load_active;
        live_q                            <= load_live;
        s_q                               <= load_state;
      end else if (scans && !match) begin
        {s_q.backward, s_q.limit} <= {s_d.backward, s_d.limit};
      end else begin
        active_q <= active_d;
        live_q   <= live_d;
        s_q      <= s_d;
      end
      if (loads) op <= load_ctl[71:68];
      else if (d.give) op <= smfe_pkg::KindYield;
      index_q <= index_d;
      gives_q <= gives_d;
      cause_q <= cause_d;
      bad_q   <= bad_d;
    end

  always_ff @(posedge clk_i)
    if (start_valid_i || stores) begin
      active_m[at] <= start_valid_i ? start_live_i : active_d;
      live_m[at]   <= start_valid_i ? start_live_i : live_d;
      state_m[at]  <= start_valid_i ? start_state : s_d;
      count_m[at]  <= start_valid_i ? '0 : s_d.count;
    end

  always_ff @(posedge clk_i) if (ctl_valid_i) ctl_m[issue_warp_i] <=
      {ctl_kind_i, ctl_sub_i, ctl_pc_i, ctl_target_i};
  always_ff @(posedge clk_i) if (br_valid_i) br_m[br_warp_i] <= {br_fewer, br_mask_i, br_target_i};

  smfe_dtokmem #(.NW(NW), .R(R), .WI(WI)) u_mem (
    .clk_i, .rd_i(step), .rd_warp_i(loads ? load : w_q), .rd_half_i(rd_half), .rd_at_i(rd_at),
    .token_o(token_q), .wr_i(step && we && !d.over), .wr_warp_i(w_q), .wr_half_i(wr_half),
    .wr_at_i(wr_at), .token_i(wr_data)
`ifdef FORMAL
    , .view_warp_i(f_w), .view_o(f_rings)
`endif
  );

  // ---- To the warps and the counters
  logic service;         // the trap is for token service
  assign works_o      = fsm_q != smfe_pkg::StIdle;
  assign warp_o       = NW'(1) << w_q;
  assign go_pc_o      = go_pc;
  assign traps_o      = fsm_q == smfe_pkg::StTrap;
  assign trap_valid_o = traps_o && step;
  assign service      = cause_q == smgpu_hw_pkg::ErrDtokOverflow ||
      cause_q == smgpu_hw_pkg::ErrDtokUnderflow;
  assign trap_pc_o    = service ? pc_q : bad_q;
  assign trap_addr_o  = service ? '0 : bad_q;
  assign {trap_warp_o, trap_cause_o} = {w_q, cause_q};
  assign {go_o, park_o, end_o, retry_o, resume_o} = {5{step}} &
      {goes, d.park, d.ends, d.retry, d.resume};
  always_comb begin
    acc_ans_o.stopped = stopped;
    acc_ans_o.count   = 9'(s_q.count);
    acc_ans_o.yields  = 9'(s_q.yields);
    acc_ans_o.spilled = s_q.spilled;
    acc_ans_o.kind    = t_type;
    acc_ans_o.addr    = t_addr;
    acc_ans_o.mask    = t_mask;
  end
  assign acc_ack_o    = fsm_q == smfe_pkg::StAnswer && step;
  assign ev_o         = {7{step}} & {d.ev_push || d.put_group, d.ev_pop, d.ev_drop, d.ev_merge,
      d.ev_yield, d.ev_back,
                                      d.dropped || (trap_valid_o && trap_ready_i &&
                                          cause_q == smgpu_hw_pkg::ErrDtokOverflow)};

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (fsm_q != smfe_pkg::StIdle && op != (gives_q ? smfe_pkg::KindYield : kind_q))
        $fatal(1, "smfe_dtok: the operation is not what its kind and gives_q make it");
      if (late_q && ((accept && next == w_q) || (start_valid_i && start_warp_i == w_q) ||
          (ctl_valid_i && issue_warp_i == w_q)))
        $fatal(1, "smfe_dtok: a warp goes on before what its last operation leaves is written");
    end
`endif
`ifdef FORMAL
`include "smfe_dtok_formal.svh"
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
