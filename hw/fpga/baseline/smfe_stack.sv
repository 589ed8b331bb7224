// SPDX-License-Identifier: MIT
// What the token unit is compared with for its area: a plain reconvergence stack of the same depth,
// behind the same ports. No card has it.
// - PRE pushes the active threads, a branch those not followed, DIS and EXIT pop the top: no
//   search, no collecting of arrivals
// - no YIELD, no barrier in a part of a warp, and a full stack ends the task

/* verilator lint_off UNUSEDSIGNAL */
module smfe_stack #(
    parameter int unsigned NW     = 8,        // warps of the pod
    parameter int unsigned DTOKS = 64,
    parameter int unsigned WI     = 3         // bits of a warp index
) (
    input  logic           clk_i,
    input  logic           rst_ni,
    input  logic [smgpu_pkg::SmCfgW-1:0] cfg_i,
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
    output logic [NW-1:0]  warp_o,          // one-hot
    output logic           go_o,
    output logic           go_keep_o,       // to pc + 4
    output logic [31:0]    go_pc_o,
    output logic           park_o,          // arrived at the barrier
    output logic           end_o,           // no live thread
    output logic           trap_valid_o,
    input  logic           trap_ready_i,
    output logic           retry_o,         // the operation is to be offered again
    // Token service
    input  logic           acc_valid_i,
    input  logic [smfe_pkg::DtokAccW-1:0] acc_i,
    output logic           acc_ack_o,
    output logic [smfe_pkg::DtokAnsW-1:0] acc_ans_o,
    input  logic [NW-1:0]  stopped_i,
    output logic           resume_o,
    output logic [WI-1:0]  trap_warp_o,
    output logic [7:0]     trap_cause_o,
    output logic [31:0]    trap_pc_o,
    output logic [31:0]    trap_addr_o,
    // Debug view
    input  logic [WI-1:0]  dbg_warp_i,
    output logic [31:0]    dbg_active_o,
    output logic [7:0]     dbg_dtoks_o,
    // Events for the counters
    output logic [5:0]     ev_o,            // push, pop, drop, merge, yield, overflow
    output logic [5:0]     deepest_o
);

  localparam int unsigned RI = $clog2(DTOKS);
  localparam int unsigned TW = 68;

  smgpu_pkg::sm_cfg_t cfg;
  assign cfg = cfg_i;

  typedef struct packed {
    logic [7:0]  window;
    logic        whole;
    logic [RI:0] count;
  } state_t;

  logic [31:0]   active_m[NW];
  logic [31:0]   live_m[NW];
  logic [RI+9:0] state_m[NW];    // state_t each
  logic [RI:0]   count_m[NW];
  logic [71:0]   ctl_m[NW];
  logic [64:0]   br_m[NW];
  (* no_rw_check *)
  logic [TW-1:0] stack_m[NW*DTOKS];
  logic [TW-1:0] top;

  assign issue_active_o = active_m[issue_warp_i];
  assign issue_live_o   = live_m[issue_warp_i];
  assign dbg_active_o   = active_m[dbg_warp_i];
  assign dbg_dtoks_o    = 8'(count_m[dbg_warp_i]);

  typedef enum logic [1:0] {StIdle, StExec, StPop, StTrap} fsm_e;
  fsm_e          fsm_q, fsm_d;
  logic [WI-1:0] w_q, last_q;
  logic          rel_q, fewer_q, br_fewer;
  logic [3:0]    kind_q, sub_q;
  logic [31:0]   pc_q, target_q, br_mask_q, br_target_q;
  logic [31:0]   active_q, active_d, live_q, live_d;
  state_t        s_q, s_d;
  logic [7:0]    cause_q, cause_d;
  logic [31:0]   bad_q, bad_d;

  logic [NW-1:0] after, one;
  logic          any, accept;
  logic [WI-1:0] sel;
  assign after = ~((NW'(2) << last_q) - 1'b1);
  smfe_pick #(.N(NW), .W(1), .IW(WI)) u_pick (.req_i(op_i), .weight_i(after), .older_i('0),
                                              .any_o(any), .grant_o(one), .index_o(sel));
  assign accept = fsm_q == StIdle && any && !start_valid_i;
  assign take_o = accept ? one : '0;

  logic [3:0]  t_type;
  logic [31:0] t_addr, t_mask, next_pc, taken, not_taken;
  logic        full, taken_first;
  logic [15:0] lfsr_unused;
  logic [7:0]  count_unused;
  logic        due_unused;
  assign {t_type, t_addr, t_mask} = top;
  assign next_pc   = pc_q + 32'd4;
  assign taken     = br_mask_q & active_q;
  assign not_taken = active_q & ~br_mask_q;
  assign full      = s_q.count[RI];

  smfe_dtokfewer u_fewer (.active_i(active_m[br_warp_i]), .mask_i(br_mask_i), .fewer_o(br_fewer));
  // The same policies of branch sides; what it says of YIELD is not used and not built.
  smfe_dtokpolicy u_policy (
    .cfg_i, .pc_i(pc_q), .target_i(target_q), .fewer_i(fewer_q), .taken_first_o(taken_first),
    .ycount_i('0), .lfsr_i('0),
    .ycount_o(count_unused), .lfsr_o(lfsr_unused), .due_o(due_unused)
  );

  logic          we, finish, commit, go, park, ends, over;
  logic [RI-1:0] rd_at;
  logic [TW-1:0] wr_data;
  logic [31:0]   go_pc;
  logic          ev_pop, ev_drop;

  always_comb begin
    fsm_d = fsm_q;
    {active_d, live_d, s_d, cause_d, bad_d} = {active_q, live_q, s_q, cause_q, bad_q};
    {we, finish, commit, go, park, ends, over, ev_pop, ev_drop} = '0;
    rd_at   = s_q.count[RI-1:0] - 1'b1;
    wr_data = {xsm_pkg::DTOK_DIV, next_pc, not_taken};
    go_pc   = target_q;

    case (fsm_q)
      StIdle: if (accept) fsm_d = StExec;

      StExec:
        if (rel_q) begin
          s_d.whole = 1'b0;
          go        = 1'b1;
          go_pc     = next_pc;
        end else begin
          case (kind_q)
            smfe_pkg::KindBr, smfe_pkg::KindJalr: begin
              if (kind_q == smfe_pkg::KindJalr) go_pc = br_target_q;
              else if (taken == '0 || (not_taken != '0 && !taken_first)) go_pc = next_pc;
              we   = not_taken != '0 && taken != '0;
              over = we && full;
              go   = !over;
              if (we) begin
                active_d = kind_q == smfe_pkg::KindJalr || taken_first ? taken : not_taken;
                if (kind_q == smfe_pkg::KindJalr) wr_data = {xsm_pkg::DTOK_DIV, pc_q, not_taken};
                else if (!taken_first) wr_data = {xsm_pkg::DTOK_DIV, target_q, taken};
              end
            end
            smfe_pkg::KindPre: begin
              we      = 1'b1;
              over    = full;
              wr_data = {sub_q, target_q, active_q};
              go      = !over;
              go_pc   = next_pc;
            end
            smfe_pkg::KindDis: begin
              active_d = '0;
              fsm_d    = StPop;
            end
            smfe_pkg::KindBar: begin
              s_d.whole = 1'b1;
              park      = 1'b1;
              finish    = 1'b1;
            end
            smfe_pkg::KindExit: begin
              live_d   = live_q & ~active_q;
              active_d = '0;
              fsm_d    = StPop;
            end
            default: go = 1'b1;
          endcase
        end

      StPop:
        if (s_q.count == '0) begin
          finish = 1'b1;
          ends   = 1'b1;
        end else begin
          s_d.count = s_q.count - 1'b1;
          rd_at     = s_q.count[RI-1:0] - RI'(2);
          active_d  = t_mask & live_q;
          go_pc     = t_addr;
          go        = active_d != '0;
          ev_pop    = go;
          ev_drop   = !go;
        end

      default:
        if (trap_ready_i) begin
          commit = 1'b1;
          fsm_d  = StIdle;
        end
    endcase

    if (we && !over) s_d.count = s_q.count + 1'b1;
    if (over) begin
      cause_d = smgpu_hw_pkg::ErrDtokOverflow;
      bad_d   = '0;
      fsm_d   = StTrap;
    end
    if (go && (go_pc[31:24] != s_q.window || go_pc[1:0] != '0)) begin
      cause_d = go_pc[31:24] != s_q.window ? smgpu_hw_pkg::ErrCodeWindow
          : smgpu_hw_pkg::ErrFetchFault;
      bad_d   = go_pc;
      go      = 1'b0;
      fsm_d   = StTrap;
    end
    if (go || finish) begin
      fsm_d  = StIdle;
      commit = 1'b1;
    end
  end

  logic          step;
  logic [7:0]    pushed;
  logic [WI-1:0] at;
  state_t        start_state;
  assign pushed      = 8'(s_d.count);
  assign step        = !start_valid_i;
  assign at          = start_valid_i ? start_warp_i : w_q;
  assign start_state = {start_window_i, {(RI + 2){1'b0}}};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fsm_q     <= StIdle;
      last_q    <= '0;
      deepest_o <= '0;
    end else if (step) begin
      fsm_q <= fsm_d;
      if (accept) last_q <= sel;
      if (we && !over && pushed > {2'b00, deepest_o})
        deepest_o <= pushed > 8'd63 ? 6'd63 : pushed[5:0];
    end
  end

  always_ff @(posedge clk_i)
    if (step) begin
      if (fsm_q == StIdle) begin
        if (any) begin
          w_q                              <= sel;
          rel_q                            <= rel_i[sel];
          {kind_q, sub_q, pc_q, target_q}  <= ctl_m[sel];
          {fewer_q, br_mask_q, br_target_q} <= br_m[sel];
          active_q                         <= active_m[sel];
          live_q                           <= live_m[sel];
          s_q                              <= state_m[sel];
        end
      end else begin
        active_q <= active_d;
        live_q   <= live_d;
        s_q      <= s_d;
      end
      cause_q <= cause_d;
      bad_q   <= bad_d;
    end

  always_ff @(posedge clk_i)
    if (start_valid_i || (commit && step)) begin
      active_m[at] <= start_valid_i ? start_live_i : active_d;
      live_m[at]   <= start_valid_i ? start_live_i : live_d;
      state_m[at]  <= start_valid_i ? start_state : s_d;
      count_m[at]  <= start_valid_i ? '0 : s_d.count;
    end

  always_ff @(posedge clk_i)
    if (ctl_valid_i) ctl_m[issue_warp_i] <= {ctl_kind_i, ctl_sub_i, ctl_pc_i, ctl_target_i};
  always_ff @(posedge clk_i) if (br_valid_i) br_m[br_warp_i] <= {br_fewer, br_mask_i, br_target_i};
  always_ff @(posedge clk_i) if (step && fsm_q != StIdle) top <= stack_m[{w_q, rd_at}];
  always_ff @(posedge clk_i) if (step && we && !over) stack_m[{w_q, s_q.count[RI-1:0]}] <= wr_data;

  assign warp_o       = NW'(1) << w_q;
  assign go_keep_o    = go && go_pc == next_pc;
  assign go_pc_o      = go_pc;
  assign trap_valid_o = fsm_q == StTrap && step;
  assign trap_pc_o    = cause_q == smgpu_hw_pkg::ErrDtokOverflow ? pc_q : bad_q;
  assign {trap_warp_o, trap_cause_o, trap_addr_o} = {w_q, cause_q, bad_q};
  assign {go_o, park_o, end_o} = {3{step}} & {go, park, ends};
  assign {retry_o, resume_o, acc_ack_o} = '0;
  assign acc_ans_o    = '0;
  assign ev_o         = {6{step}} & {we && !over, ev_pop, ev_drop, 2'b00, over};

endmodule
/* verilator lint_on UNUSEDSIGNAL */
