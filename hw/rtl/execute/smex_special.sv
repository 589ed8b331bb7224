// SPDX-License-Identifier: MIT
// Special pipe: multiplications, votes, shuffles and CSRs pass through three stages in order;
// division and roots go to smex_iter.
//
//   s0 a beat's operands; a CSR's value, as the context has just come
//   w  multiplication: the product. Others: all threads of the instruction, from which beats of
//   results are made, one a cycle;
//      a shuffle makes SHUFFLE threads a cycle, a counted thread index two
//   o  result
//
// Beats of a vote, shuffle or CSR but the last one gather in front of w (f), so the next
// instruction gathers while w makes results. A CSR instruction that writes or reads flags waits in
// w until the FP pipe holds nothing of its warp; one that traps, until the trap is taken.
// bits of instructions, warp numbers and control words of which this stage or preset needs only
// some
/* verilator lint_off UNUSEDSIGNAL */
module smex_special #(
  // Warps of the SM, lanes of a beat
  parameter int unsigned WARPS   = 16,
  parameter int unsigned LANES   = 8,
  // threads that a shuffle makes in a cycle: LANES or a part of it
  parameter int unsigned SHUFFLE = LANES,
  // 0: every instruction comes with all its beats
  parameter int unsigned UNIFORM = 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // A warp starts: its flags and its rounding mode become zero.
  input  logic                 start_valid_i,
  input  smgpu_pkg::warp_t     start_warp_i,
  // A beat from a pod; uop_i.warp is that of the pod whose turn it is, even without valid_i
  input  logic                 valid_i,
  output logic                 ready_o,
  input  smgpu_pkg::uop_t      uop_i,
  input  smgpu_pkg::beat_t            beat_i,
  input  logic                 last_i,
  input  logic [LANES*32-1:0]  a_i,
  input  logic [LANES*32-1:0]  b_i,
  output logic                 done_o,      // the slow instruction (smex_pkg::is_slow) has ended
  // Result
  // A beat stays offered until o_ready_i.
  output logic                 o_valid_o,
  input  logic                 o_ready_i,
  output smex_pkg::meta_t      o_meta_o,
  output logic [LANES-1:0]     o_mask_o,
  output logic [LANES*32-1:0]  o_data_o,
  // FP pipe: rounding mode of a warp, flags it raises, whether it still holds results of a warp
  input  smgpu_pkg::warp_t     frm_warp_i,
  output logic [2:0]           frm_o,
  input  logic                 fl_valid_i,
  input  smgpu_pkg::warp_t     fl_warp_i,
  input  logic [4:0]           fl_flags_i,
  output smgpu_pkg::warp_t     busy_warp_o,
  input  logic                 busy_i,
  // Context of the warp, a cycle after its number
  output smgpu_pkg::warp_t     ctx_warp_o,
  input  smgpu_pkg::warp_ctx_t ctx_i,
  // Values of CSRs; instret_i is that of the warp named in the same cycle
  input  logic [1:0]           sm_id_i,
  input  logic [63:0]          cycle_i,
  input  logic [63:0]          time_i,
  output smgpu_pkg::warp_t     instret_warp_o,
  input  logic [63:0]          instret_i,
  // Trap, held until taken
  output logic                 trap_o,
  output smgpu_pkg::warp_t     trap_warp_o,
  output logic [31:0]          trap_pc_o,
  input  logic                 trap_taken_i
);

  localparam int unsigned Beats = 32 / LANES;
  localparam int unsigned BW    = smgpu_pkg::BeatW;
  localparam int unsigned Walk  = 2;                            // threads a cycle of smex_tid
  // threads that gather in front of w (with a single beat: none)
  localparam int unsigned FillW = Beats == 1 ? 1 : 32 - LANES;

  // ---- s0
  // first: the beat has come in the cycle before. mul, iter, csr, shfl, slow: kinds of
  // instructions.
  logic                s0_valid_q, s0_first_q, s0_last_q, s0_mul_q, s0_iter_q, s0_csr_q, s0_shfl_q,
      s0_slow_q;
  // cross: a vote, shuffle or CSR, whose threads gather. s0_go: the beat leaves. to_w: for w.
  logic                s0_cross, s0_iter, s0_go, s0_to_w, it_ready, w_free, w_walk_q;
  smgpu_pkg::beat_t    s0_beat_q;
  smgpu_pkg::uop_t     s0_uop_q;
  logic [LANES*32-1:0] a_q, b_q;
  logic [LANES-1:0]    s0_mask;

  assign s0_mask  = s0_uop_q.mask[s0_beat_q*LANES+:LANES];
  assign s0_cross = s0_valid_q & ~s0_mul_q & ~s0_iter_q;
  assign s0_iter  = s0_valid_q & s0_iter_q;
  // A beat that only gathers never waits for w.
  assign s0_go    = s0_iter_q ? it_ready : w_free | (~s0_mul_q & ~s0_last_q);
  assign s0_to_w  = s0_valid_q & s0_go & (s0_mul_q | (s0_cross & s0_last_q));
  // A walk keeps the context to itself.
  assign ready_o  = (~s0_valid_q | s0_go) & ~w_walk_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s0_valid_q <= 1'b0;
      s0_first_q <= 1'b0;
    end else begin
      s0_valid_q <= (valid_i & ready_o) | (s0_valid_q & ~s0_go);
      s0_first_q <= valid_i & ready_o;
    end
    if (valid_i & ready_o) begin
      s0_uop_q  <= uop_i;
      s0_beat_q <= beat_i;
      s0_last_q <= last_i;
      // Instructions of the OP opcode: funct3 below 4 multiplies, from 4 on it divides.
      s0_mul_q  <= smex_pkg::is_op(uop_i.insn) & ~uop_i.insn[14];
      s0_iter_q <= (uop_i.insn[6:2] == 5'h0c & uop_i.insn[14]) | uop_i.insn[6:2] == 5'h14;
      s0_csr_q  <= uop_i.insn[6:2] == 5'h1c;
      s0_shfl_q <= uop_i.insn[6:2] == 5'h0a & uop_i.insn[14];
      s0_slow_q <= smex_pkg::is_slow(uop_i.insn);
      a_q       <= a_i;
      // d_b is zero where it stands in
      b_q       <= b_i | {LANES{smex_pkg::has_const(uop_i.insn) ? uop_i.pc : 32'd0}};
    end
  end

  // The value of a CSR is taken in the first cycle: then the context is there.
  smex_pkg::csr_t csr_now, csr_held_q, csr;
  assign csr            = s0_first_q ? csr_now : csr_held_q;
  assign instret_warp_o = s0_uop_q.warp;
  smex_csr u_csr (
    .v_i(s0_valid_q & s0_csr_q & s0_first_q), .csr_i(s0_uop_q.insn[31:20]), .ctx_i,
    .mask_i(s0_uop_q.mask), .sm_id_i, .cycle_i, .time_i,
    .instret_i, .csr_o(csr_now)
  );
  always_ff @(posedge clk_i) if (s0_valid_q & s0_csr_q & s0_first_q) csr_held_q <= csr_now;

  // What a trap names. There is one slow instruction at a time.
  // trap_q is cleared when the trap is taken. told_q: that of the instruction in w has been raised.
  logic        trap_q, told_q, w_trap, it_trap;
  smgpu_pkg::warp_t slow_warp_q;
  logic [31:0] slow_pc_q;
  always_ff @(posedge clk_i) begin
    if (s0_valid_q & s0_slow_q) begin
      slow_warp_q <= s0_uop_q.warp;
      slow_pc_q   <= s0_uop_q.pc;
    end
    if (!rst_ni) trap_q <= 1'b0;
    else trap_q <= (trap_q & ~trap_taken_i) | w_trap | it_trap;
  end
  assign trap_o      = trap_q;
  assign trap_warp_o = slow_warp_q;
  assign trap_pc_o   = slow_pc_q;

  // ---- f: what a beat tells of its threads. set: active and not zero. ones, zeros: bits that are
  // 1 or 0 in an active one. pick: the thread whose value a thread gets; for CSRs thread 0 picks
  // the lowest active one.
  logic [LANES-1:0]   set;
  logic [31:0]        ones, zeros, f_ones, f_zeros, f_ones_q, f_zeros_q;
  logic [LANES*5-1:0] pick;
  logic [4:0]         by, leader;
  logic [5:0]         src, me;

  always_comb begin
    set   = '0;
    ones  = '0;
    zeros = '0;
    pick  = 'x;
    {by, src, me, leader} = 'x;
    if (s0_cross) begin
      leader = '0;
      for (int t = 32; t > 0; t--) if (s0_uop_q.mask[t-1]) leader = 5'(t - 1);
      for (int l = 0; l < LANES; l++) begin
        set[l] = s0_mask[l] & a_q[l*32+:32] != 32'b0;
        ones   = ones | (a_q[l*32+:32] & {32{s0_mask[l]}});
        zeros  = zeros | (~a_q[l*32+:32] & {32{s0_mask[l]}});
        by     = b_q[l*32+:5];
        me     = 6'(32'(s0_beat_q)*LANES + l);
        case (s0_uop_q.insn[26:25])
          2'd0:    src = {1'b0, by};
          2'd1:    src = me - {1'b0, by};
          2'd2:    src = me + {1'b0, by};
          default: src = me ^ {1'b0, by};
        endcase
        pick[l*5+:5] = ~src[5] & s0_uop_q.mask[src[4:0]] ? src[4:0] : me[4:0];
      end
    end
    // With those of the instruction's earlier beats
    f_ones  = ones | (s0_beat_q == '0 ? 32'b0 : f_ones_q);
    f_zeros = zeros | (s0_beat_q == '0 ? 32'b0 : f_zeros_q);
  end

  // What goes to w with the last beat: values, picks, and set of all threads
  logic [1023:0]  in_val;
  logic [159:0]   in_pick;
  logic [31:0]    in_set;

  if (Beats == 1) begin : g_whole
    assign in_val  = a_q;
    assign in_pick = {pick[LANES*5-1:5], s0_csr_q ? leader : pick[4:0]};
    assign in_set  = set;
  end else begin : g_gather
    logic [FillW*32-1:0] f_val_q;
    logic [FillW*5-1:0]  f_pick_q;
    logic [FillW-1:0]    f_set_q;
    for (genvar b = 0; b < Beats - 1; b++) begin : g_beat
      always_ff @(posedge clk_i)
        if (s0_cross & s0_beat_q == BW'(b)) begin
          f_val_q[b*LANES*32+:LANES*32] <= a_q;
          f_pick_q[b*LANES*5+:LANES*5]  <= pick;
          f_set_q[b*LANES+:LANES]       <= set;
        end
    end
    assign in_val  = {a_q, f_val_q};
    assign in_pick = {pick, f_pick_q[FillW*5-1:5], s0_csr_q ? leader : f_pick_q[4:0]};
    assign in_set  = {set, f_set_q};
  end

  // A beat that stays in s0 is counted twice, which changes nothing.
  always_ff @(posedge clk_i)
    if (s0_cross) begin
      f_ones_q  <= f_ones;
      f_zeros_q <= f_zeros;
    end

  // ---- w
  logic                w_valid_q;
  logic                w_last;
  logic                w_once_q; // its only beat stands for all threads
  logic                w_mul_q;
  logic                w_shfl_q;
  logic                w_csr_q;
  logic                w_slow_q;
  logic                w_high_q; // upper half of a product
  smgpu_pkg::uop_t     w_uop_q;     // without its pc
  smex_pkg::csr_t      w_val_csr_q;
  logic [1023:0]       w_val_q;
  logic [159:0]        w_pick_q;
  logic [31:0]         w_set_q, w_ones_q, w_zeros_q;
  // Beat of the result that is made, and which part of it comes next
  smgpu_pkg::beat_t    w_beat_q;
  logic [3:0]          w_sub_q, sub_last;
  // fflags, frm or fcsr; one that traps: what w picks and writes, and what moves s0 and the pods,
  // hangs on them
  logic                w_fcsr_q, w_dead_q;
  // write: the instruction writes its CSR, as csrrw or with an operand that is not x0 or 0.
  logic                s0_fcsr, s0_write, w_write, w_can, w_step, w_beat_done, w_leave;
  logic                tid_ready, o_free;
  logic [2*11-1:0]     tid;

  assign s0_fcsr  = s0_csr_q & s0_uop_q.insn[31:22] == 10'd0;
  assign s0_write = s0_uop_q.insn[13:12] == 2'd1 | s0_uop_q.insn[19:15] != 5'd0;
  assign w_write  = w_uop_q.insn[13:12] == 2'd1 | w_uop_q.insn[19:15] != 5'd0;
  assign w_trap   = w_valid_q & w_dead_q & ~told_q;
  assign sub_last = w_shfl_q ? 4'(LANES / SHUFFLE - 1) : w_walk_q ? 4'(LANES / Walk - 1) : 4'd0;

  always_comb begin
    // One that traps leaves when the trap has been taken. One that wants flags waits for the FP
    // pipe.
    if (w_dead_q) w_can = told_q & ~trap_q;
    else if (w_walk_q) w_can = tid_ready;
    else w_can = ~(w_fcsr_q & busy_i);
  end

  assign w_step      = w_valid_q & w_can & o_free;
  assign w_beat_done = w_step & w_sub_q == sub_last;
  assign w_last      = w_once_q | w_beat_q == BW'(Beats - 1);
  // A beat of a product leaves by itself, all else with its last beat.
  assign w_leave     = w_beat_done & (w_mul_q | w_last);
  assign w_free      = ~w_valid_q | w_leave;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      w_valid_q <= 1'b0;
      w_walk_q  <= 1'b0;
      told_q    <= 1'b0;
    end else begin
      w_valid_q <= s0_to_w | (w_valid_q & ~w_leave);
      if (w_trap) told_q <= 1'b1;
      if (w_step) w_sub_q <= w_beat_done ? 4'd0 : w_sub_q + 4'd1;
      if (w_beat_done) w_beat_q <= w_beat_q + 1'b1;
      if (w_leave) w_walk_q <= 1'b0;
      if (s0_to_w) begin
        w_uop_q     <= s0_uop_q;
        w_beat_q    <= s0_mul_q ? s0_beat_q : '0;
        w_sub_q     <= 4'd0;
        w_once_q    <= UNIFORM != 0 && Beats != 1 && s0_last_q && s0_beat_q == '0;
        w_mul_q     <= s0_mul_q;
        w_high_q    <= s0_uop_q.insn[13:12] != 2'd0;
        w_shfl_q    <= s0_shfl_q;
        w_csr_q     <= s0_csr_q;
        w_fcsr_q    <= s0_fcsr;
        // There is no such CSR, or it is written and none of fflags, frm, fcsr.
        w_dead_q    <= s0_csr_q & s0_slow_q & (~csr.known | (s0_write & ~s0_fcsr));
        w_slow_q    <= s0_slow_q;
        w_val_csr_q <= csr;
        w_walk_q    <= s0_csr_q & csr.known & csr.walk & ~s0_slow_q;
        told_q      <= 1'b0;
      end
    end
    if (s0_to_w & s0_cross) begin
      w_val_q   <= in_val;
      w_pick_q  <= in_pick;
      w_set_q   <= in_set;
      w_ones_q  <= f_ones;
      w_zeros_q <= f_zeros;
    end
  end

  // The context's address: in general the warp that s0 would take next
  assign ctx_warp_o  = w_walk_q ? w_uop_q.warp : uop_i.warp;
  assign busy_warp_o = w_uop_q.warp;

  logic [LANES*32-1:0] mul_res;
  for (genvar l = 0; l < LANES; l++) begin : g_mul
    smex_mul u_mul (
      .clk_i, .v_i(s0_to_w & s0_mul_q & s0_mask[l]), .a_sgn_i(s0_uop_q.insn[13:12] != 2'd3),
      .b_sgn_i(~s0_uop_q.insn[13]),
      .a_i(a_q[l*32+:32]), .b_i(b_q[l*32+:32]), .high_i(w_high_q), .res_o(mul_res[l*32+:32])
    );
  end

  smex_tid u_tid (
    .clk_i, .rst_ni, .on_i(w_valid_q & w_walk_q), .step_i(w_step & w_walk_q), .last_i(w_leave),
    .axis_i(w_uop_q.insn[21:20]), .ctx_i,
    .ready_o(tid_ready), .index_o(tid)
  );

  // Values of the threads that the step at hand makes
  localparam int unsigned Parts = 32 / SHUFFLE;
  logic [SHUFFLE*32-1:0] picked;
  // part: which threads of a shuffle are made. A CSR's operand is what thread 0 picks.
  logic [4:0]            from, part;
  always_comb begin
    picked = 'x;
    from   = 'x;
    part   = 'x;
    if (w_valid_q & (w_shfl_q | w_fcsr_q)) begin
      part = w_fcsr_q ? 5'd0 : 5'(32'(w_beat_q)*(LANES/SHUFFLE) + 32'(w_sub_q));
      for (int p = 0; p < SHUFFLE; p++) begin
        from = '0;
        for (int k = 0; k < Parts; k++)
          if (part == 5'(k)) from = from | w_pick_q[(k*SHUFFLE+p)*5+:5];
        picked[p*32+:32] = w_val_q[from*32+:32];
      end
    end
  end

  logic [4:0]  fflags;
  logic [2:0]  frm;
  // scalar: a result that all threads share. operand: what changes a CSR. written: its new value.
  logic [31:0] scalar, operand, written, fcsr;
  always_comb begin
    case (w_uop_q.insn[21:20])
      2'd1:    fcsr = {27'b0, fflags};
      2'd2:    fcsr = {29'b0, frm};
      default: fcsr = {24'b0, frm, fflags};
    endcase
    operand = w_uop_q.insn[14] ? {27'b0, w_uop_q.insn[19:15]} : picked[31:0];
    written = w_uop_q.insn[13:12] == 2'd1 ? operand : w_uop_q.insn[13:12] == 2'd2 ? fcsr | operand
        : fcsr & ~operand;
    // Votes: all, any, uniform, ballot
    case ({w_csr_q, w_uop_q.insn[26:25]})
      3'd0:    scalar = {31'b0, w_set_q == w_uop_q.mask};
      3'd1:    scalar = {31'b0, w_set_q != 32'b0};
      3'd2:    scalar = {31'b0, (w_ones_q & w_zeros_q) == 32'b0};
      3'd3:    scalar = w_set_q;
      default: scalar = w_fcsr_q ? fcsr : w_val_csr_q.value;
    endcase
  end

  // ---- o
  logic                o_valid_q;
  smex_pkg::meta_t     o_meta_q;
  logic [LANES-1:0]    o_mask_q;
  logic [LANES*32-1:0] o_data_q;
  // Of a CSR that differs between threads: number of the first thread, shifted, and bits that count
  logic [9:0]          base, keep;
  logic                it_valid, it_take, o_open, begun;   // begun: w has made a part of a beat
  smex_pkg::meta_t     it_meta;
  logic [LANES-1:0]    it_mask;
  logic [LANES*32-1:0] it_data;

  // A result of division and roots goes first, as it is rare.
  assign o_open  = ~o_valid_q | o_ready_i;
  assign begun   = w_valid_q & w_sub_q != 4'd0;
  assign it_take = it_valid & o_open & ~begun;
  assign o_free  = o_open & ~it_take;
  assign base   = {w_val_csr_q.base, 5'b0} >> w_val_csr_q.shift;
  // where threads differ the value is 0
  assign keep   = w_val_csr_q.keep & {10{w_csr_q & w_val_csr_q.lane & ~w_walk_q}};

  // What a step gives to all lanes alike, or to every second one, and so on
  localparam int unsigned Alike = SHUFFLE > Walk ? SHUFFLE : Walk;
  logic [Alike*32-1:0] alike;
  always_comb
    for (int m = 0; m < Alike; m++)
      alike[m*32+:32] = w_shfl_q ? picked[(m%SHUFFLE)*32+:32] : w_walk_q
          ? {21'b0, tid[(m%Walk)*11+:11]} : scalar;

  smex_pkg::meta_t w_meta;
  always_comb begin
    w_meta.warp = w_uop_q.warp;
    w_meta.seq  = w_uop_q.seq;
    w_meta.rd   = w_uop_q.insn[11:7];
    w_meta.beat = w_beat_q;
    w_meta.last = w_last;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) o_valid_q <= 1'b0;
    else o_valid_q <= w_beat_done | it_take | (o_valid_q & ~o_open);
    if (it_take | w_step) begin
      o_meta_q <= it_take ? it_meta : w_meta;
      o_mask_q <= it_take ? it_mask : w_dead_q ? '0 : w_uop_q.mask[w_beat_q*LANES+:LANES];
      for (int l = 0; l < LANES; l++) begin
        if (it_take | 32'(w_sub_q) == (w_shfl_q ? l / SHUFFLE : w_walk_q ? l / Walk : 0))
          o_data_q[l*32+:32] <= it_take ? it_data[l*32+:32] : w_mul_q ? mul_res[l*32+:32] :
                                alike[(l%Alike)*32+:32] | {22'b0,
                                    (base | (10'(32'(w_beat_q)*LANES + l) >> w_val_csr_q.shift)) &
                                    keep};
      end
    end
  end

  // ---- Division and roots
  logic                it_done, it_fl_valid;
  smgpu_pkg::warp_t    it_fl_warp;
  logic [4:0]          it_fl_flags;
  logic [2:0]          s0_frm;

  smex_iter #(.LANES(LANES), .UNIFORM(UNIFORM)) u_iter (
    .clk_i, .rst_ni, .valid_i(s0_iter), .ready_o(it_ready), .uop_i(s0_uop_q), .beat_i(s0_beat_q),
    .last_i(s0_last_q), .a_i(a_q), .b_i(b_q),
    .frm_i(s0_frm), .o_valid_o(it_valid), .o_ready_i(o_open & ~begun), .o_meta_o(it_meta),
    .o_mask_o(it_mask), .o_data_o(it_data), .done_o(it_done),
    .fl_valid_o(it_fl_valid), .fl_warp_o(it_fl_warp), .fl_flags_o(it_fl_flags), .trap_o(it_trap),
    .trap_wait_i(trap_q)
  );

  assign o_valid_o = o_valid_q;
  assign o_meta_o  = o_meta_q;
  assign o_mask_o  = o_mask_q;
  assign o_data_o  = o_data_q;
  assign done_o    = it_done | (w_leave & w_csr_q & w_slow_q);

  // ---- fflags and frm
  // fflags, frm or fcsr is written as its instruction leaves w. Bits 20, 21: which of them it
  // names.
  logic csr_set;
  assign csr_set = w_leave & w_fcsr_q & w_write & ~w_dead_q;
  smex_fcsr #(.WARPS(WARPS)) u_fcsr (
    .clk_i, .rst_ni, .start_valid_i, .start_warp_i, .fp_valid_i(fl_valid_i), .fp_warp_i(fl_warp_i),
    .fp_flags_i(fl_flags_i),
    .it_valid_i(it_fl_valid), .it_warp_i(it_fl_warp), .it_flags_i(it_fl_flags),
    .csr_warp_i(w_uop_q.warp), .csr_fflags_o(fflags), .csr_frm_o(frm),
    .set_fflags_i(csr_set & w_uop_q.insn[20]),
    .set_frm_i(csr_set & w_uop_q.insn[21]), .fflags_i(written[4:0]),
    .frm_i(w_uop_q.insn[20] ? written[7:5] : written[2:0]),
    .frm0_warp_i(frm_warp_i), .frm0_o(frm_o), .frm1_warp_i(s0_uop_q.warp), .frm1_o(s0_frm)
  );

`ifdef VERILATOR
  // A result stays offered. An instruction is of one kind. One slow instruction ends at a time.
  // A trap has been taken before the next one comes. While an index is counted no beat comes in.
  logic o_wait_q;
  always_ff @(posedge clk_i) begin
    o_wait_q <= rst_ni & o_valid_o & ~o_ready_i;
    if (rst_ni) begin
      if (o_wait_q && !o_valid_o) $fatal(1, "smex_special: a result withdrawn");
      if (s0_valid_q && 3'(s0_mul_q) + 3'(s0_iter_q) + 3'(s0_csr_q) + 3'(s0_shfl_q) > 3'd1)
        $fatal(1, "smex_special: one instruction of two kinds");
      if (w_valid_q && w_sub_q > sub_last) $fatal(1, "smex_special: a step that there is not");
      if (w_leave && w_csr_q && w_slow_q && it_done)
        $fatal(1, "smex_special: two slow instructions");
      if (w_trap && it_trap || (w_trap || it_trap) && trap_q)
        $fatal(1, "smex_special: a second trap before the first is taken");
      if (w_valid_q && w_walk_q && ready_o)
        $fatal(1, "smex_special: the context is taken from a walk");
    end
  end
  initial if (SHUFFLE == 0 || LANES % SHUFFLE != 0) $fatal(1,
      "smex_special: SHUFFLE must divide LANES");
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
