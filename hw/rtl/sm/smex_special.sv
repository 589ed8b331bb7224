// SPDX-License-Identifier: MIT
// Special pipe: multiplication (pipelined), and one at a time: division, remainder, fdiv, fsqrt (smex_divsqrt, beat after beat),
// votes and shuffles, CSRs. smex_top admits at most one instruction other than a multiplication; it waits here until the
// multiplications before it have left, so results keep their order.
//
// - vote, shuffle: all beats are taken into a buffer, then the results are made; a shuffle serves Ports threads a cycle.
// - CSR: one copy per warp, the lowest active thread's operand counts. The thread index walks as many threads a cycle as a shuffle
//   serves; a one-dimensional CTA needs no walk. fflags are read when the FP pipe holds nothing of the warp.
/* verilator lint_off UNUSEDSIGNAL */  // bits of instructions, warp numbers and control words of which this stage or preset needs only some
module smex_special #(
  parameter int unsigned WARPS = 16,
  parameter int unsigned LANES = 8
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 start_valid_i,
  input  logic [5:0]           start_warp_i,
  // A beat from a pod
  input  logic                 valid_i,
  output logic                 ready_o,
  input  smgpu_pkg::uop_t      uop_i,
  input  logic [1:0]           beat_i,
  input  logic                 last_i,
  input  logic [LANES*32-1:0]  a_i,
  input  logic [LANES*32-1:0]  b_i,
  output logic                 done_o,      // the instruction that is no multiplication has ended
  // Result
  output logic                 o_valid_o,
  input  logic                 o_ready_i,
  output smex_pkg::meta_t      o_meta_o,
  output logic [LANES-1:0]     o_mask_o,
  output logic [LANES*32-1:0]  o_data_o,
  // FP pipe: rounding mode of a warp, flags it raises, whether it still holds results of a warp
  input  logic [5:0]           frm_warp_i,
  output logic [2:0]           frm_o,
  input  logic                 fl_valid_i,
  input  logic [5:0]           fl_warp_i,
  input  logic [4:0]           fl_flags_i,
  output logic [5:0]           busy_warp_o,
  input  logic                 busy_i,
  // Context of the warp, a cycle after its number
  output logic [5:0]           ctx_warp_o,
  input  smgpu_pkg::warp_ctx_t ctx_i,
  input  logic [1:0]           sm_id_i,
  input  logic [63:0]          cycle_i,
  input  logic [63:0]          time_i,
  input  logic [63:0]          instret_i,   // of ctx_warp_o
  // Trap, held until taken
  output logic                 trap_o,
  output logic [5:0]           trap_warp_o,
  output logic [31:0]          trap_pc_o,
  input  logic                 trap_taken_i
);

  localparam int unsigned Beats = 32 / LANES;
  // The small preset saves area: it shuffles a thread a cycle, and a beat of a division takes four passes over two units.
  localparam int unsigned Ports  = LANES == 8 ? 1 : LANES / 4;  // threads a cycle
  localparam int unsigned Steps  = LANES / Ports;
  localparam int unsigned Units  = LANES == 8 ? 2 : LANES;      // that divide
  localparam int unsigned Passes = LANES / Units;

  typedef enum logic [3:0] {
    StIdle, StLoad, StNorm, StSetup, StStep, StPost, StDenorm, StCsr, StWalk0, StWalk1, StWalk2, StWalk3, StEmit, StOut
  } state_e;

  // ---- Decode of what is offered
  logic is_mul, is_iter, is_csr;
  assign is_csr  = uop_i.insn[6:2] == 5'h1c;
  assign is_mul  = uop_i.insn[6:2] == 5'h0c & ~uop_i.insn[14];
  assign is_iter = (uop_i.insn[6:2] == 5'h0c & uop_i.insn[14]) | uop_i.insn[6:2] == 5'h14;

  // ---- Multiplication: m0 operands, m1 product, m2 result
  logic [2:0]          m_valid_q;
  smex_pkg::meta_t     m0_meta_q, m1_meta_q, m2_meta_q;
  logic [LANES-1:0]    m0_mask_q, m1_mask_q, m2_mask_q;
  logic [1:0]          m0_f3_q;
  logic                m1_high_q, m_adv;
  logic [LANES*32-1:0] a_q, b_q, m_res;

  state_e              state_q;
  logic                m_wait;

  assign m_wait  = m_valid_q[2];
  assign m_adv   = ~m_wait | o_ready_i;
  assign ready_o = state_q == StIdle & (is_mul ? m_adv : m_valid_q == 3'b0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      m_valid_q <= '0;
    end else if (m_adv) begin
      m_valid_q <= {m_valid_q[1:0], valid_i & ready_o & is_mul};
      if (valid_i & ready_o & is_mul) begin
        m0_meta_q <= {uop_i.warp, uop_i.seq, uop_i.insn[11:7], beat_i, last_i};
        m0_mask_q <= uop_i.mask[beat_i*LANES+:LANES];
        m0_f3_q   <= uop_i.insn[13:12];
      end
      if (m_valid_q[0]) begin
        m1_meta_q <= m0_meta_q;
        m1_mask_q <= m0_mask_q;
        m1_high_q <= m0_f3_q != 2'd0;
      end
      if (m_valid_q[1]) begin
        m2_meta_q <= m1_meta_q;
        m2_mask_q <= m1_mask_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i & ready_o) begin
      a_q <= a_i;
      b_q <= b_i;
    end
  end

  for (genvar l = 0; l < LANES; l++) begin : g_mul
    smex_mul u_mul (
      .clk_i, .adv_i(m_adv), .v_i({m_valid_q[1] & m1_mask_q[l], m_valid_q[0] & m0_mask_q[l]}),
      .a_sgn_i(m0_f3_q != 2'd3), .b_sgn_i(~m0_f3_q[1]), .high_i(m1_high_q),
      .a_i(a_q[l*32+:32]), .b_i(b_q[l*32+:32]), .res_o(m_res[l*32+:32])
    );
  end

  // ---- The one other instruction
  smex_pkg::meta_t     meta_q;
  logic [LANES-1:0]    mask_q;
  smgpu_pkg::uop_t     uop_q;
  logic                iter_q;
  logic [5:0]          count_q;
  logic [2:0]          rm_q, rm;
  logic                rm_bad, dead_q;      // dead: it has trapped and writes nothing
  logic                trap_q;

  // ---- fflags and frm of all warps
  logic [WARPS*5-1:0] fflags_q;
  logic [WARPS*3-1:0] frm_q;
  logic               set_fflags, set_frm, add_flags;
  logic [4:0]         new_fflags;
  logic [2:0]         new_frm;
  localparam int unsigned WIdx = $clog2(WARPS);

  assign frm_o       = frm_q[frm_warp_i[WIdx-1:0]*3+:3];
  assign rm          = uop_i.insn[14:12] == 3'd7 ? frm_q[uop_i.warp[WIdx-1:0]*3+:3] : uop_i.insn[14:12];
  assign rm_bad      = uop_i.insn[6:2] == 5'h14 & rm > 3'd4;
  assign busy_warp_o = uop_q.warp;
  assign ctx_warp_o  = uop_q.warp;
  assign trap_o      = trap_q;
  assign trap_warp_o = uop_q.warp;
  assign trap_pc_o   = uop_q.pc;

  // ---- Iteration
  smex_pkg::iter_phase_t phase;
  logic [1:0]            iter_op;
  logic [Units-1:0]      lane_busy, iter_mask;
  logic [Units*32-1:0]   iter_a, iter_b, iter_res;
  logic [Units*5-1:0]    iter_flags;
  logic [1:0]            pass_q;
  logic                  pass_last;
  logic                  iter_on;
  logic [4:0]            flags;

  assign phase   = {state_q == StLoad, state_q == StNorm, state_q == StSetup, state_q == StStep, state_q == StPost, state_q == StDenorm};
  assign iter_on = iter_q & state_q != StIdle;
  assign iter_op = uop_q.insn[6:2] == 5'h14 ? {1'b1, uop_q.insn[30]} : {1'b0, uop_q.insn[13]};

  assign pass_last = pass_q == 2'(Passes - 1);
  assign iter_mask = mask_q[32'(pass_q)*Units+:Units];
  assign iter_a    = a_q[32'(pass_q)*Units*32+:Units*32];
  assign iter_b    = b_q[32'(pass_q)*Units*32+:Units*32];

  for (genvar l = 0; l < Units; l++) begin : g_iter
    smex_divsqrt u_divsqrt (
      .clk_i, .v_i(iter_on & iter_mask[l]), .phase_i(phase), .op_i(iter_op), .sgn_i(~uop_q.insn[12]), .rm_i(rm_q),
      .a_i(iter_a[l*32+:32]), .b_i(iter_b[l*32+:32]), .busy_o(lane_busy[l]), .res_o(iter_res[l*32+:32]), .flags_o(iter_flags[l*5+:5])
    );
  end

  always_comb begin
    flags = '0;
    if (state_q == StEmit & iter_q) begin
      for (int l = 0; l < Units; l++) flags = flags | (iter_flags[l*5+:5] & {5{iter_mask[l]}});
    end
  end

  // ---- Buffer of votes and shuffles: a memory for each lane, a word for each beat
  logic [31:0] set_q, set;  // active threads with a non-zero value
  logic        uni_q, uni, found_q, found;
  logic [31:0] lead_q, lead, beat_lead;
  logic        take;
  logic [LANES-1:0] beat_mask;

  assign beat_mask = uop_i.mask[beat_i*LANES+:LANES];
  assign take      = valid_i & ready_o & ~is_mul & ~is_iter;

  always_comb begin
    beat_lead = 'x;
    for (int l = LANES; l > 0; l--) if (beat_mask[l-1]) beat_lead = a_i[(l-1)*32+:32];
    found = (beat_i != 2'd0 & found_q) | beat_mask != '0;
    lead  = beat_i != 2'd0 & found_q ? lead_q : beat_lead;
    uni   = beat_i == 2'd0 | uni_q;
    set   = beat_i == 2'd0 ? 32'b0 : set_q;
    for (int l = 0; l < LANES; l++) begin
      if (beat_mask[l] & a_i[l*32+:32] != lead) uni = 1'b0;
      for (int b = 0; b < Beats; b++) if (beat_i == 2'(b)) set[b*LANES+l] = beat_mask[l] & a_i[l*32+:32] != 32'b0;
    end
  end

  // Which thread's value a thread gets, and that value, for the threads of the step at hand
  logic [2:0]           sub_q;
  logic [LANES*5-1:0]   by_m[4];
  logic [LANES*5-1:0]   by_row;
  logic [Ports*5-1:0]   pick;
  logic [Ports*32-1:0]  picked;
  logic [5:0]           src, me;
  logic [4:0]           by_now;
  for (genvar l = 0; l < LANES; l++) begin : g_by
    always_ff @(posedge clk_i) if (take) by_m[beat_i][l*5+:5] <= b_i[l*32+:5];
  end
  assign by_row = by_m[meta_q.beat];
  always_comb begin
    {pick, by_now, src, me} = 'x;
    for (int p = 0; p < Ports; p++) begin
      by_now = by_row[(32'(sub_q)*Ports+p)*5+:5];
      me     = 6'(32'(meta_q.beat)*LANES + 32'(sub_q)*Ports + p);
      case (uop_q.insn[26:25])
        2'd0:    src = {1'b0, by_now};
        2'd1:    src = me - {1'b0, by_now};
        2'd2:    src = me + {1'b0, by_now};
        default: src = me ^ {1'b0, by_now};
      endcase
      pick[p*5+:5] = ~src[5] & uop_q.mask[src[4:0]] ? src[4:0] : me[4:0];
    end
  end
  for (genvar p = 0; p < Ports; p++) begin : g_port
    logic [LANES*32-1:0] row;
    logic [4:0]          t;
    assign t = pick[p*5+:5];
    for (genvar l = 0; l < LANES; l++) begin : g_lane
      logic [31:0] val_m[4];
      always_ff @(posedge clk_i) if (take) val_m[beat_i] <= a_i[l*32+:32];
      assign row[l*32+:32] = val_m[2'(32'(t) / LANES)];
    end
    assign picked[p*32+:32] = row[(32'(t)%LANES)*32+:32];
  end

  // ---- CSR
  logic [31:0] csr_value, operand, written;
  logic        csr_known, csr_write, csr_bad;
  logic        is_fcsr;

  smex_csr u_csr (
    .v_i(state_q == StCsr), .csr_i(uop_q.insn[31:20]), .ctx_i, .mask_i(uop_q.mask), .sm_id_i, .cycle_i, .time_i, .instret_i,
    .fflags_i(fflags_q[uop_q.warp[WIdx-1:0]*5+:5]), .frm_i(frm_q[uop_q.warp[WIdx-1:0]*3+:3]), .value_o(csr_value), .known_o(csr_known)
  );

  assign csr_write = uop_q.insn[13:12] == 2'd1 | uop_q.insn[19:15] != 5'd0;
  assign is_fcsr   = uop_q.insn[31:22] == 10'd0;
  assign csr_bad   = ~csr_known | (csr_write & ~is_fcsr);
  assign operand   = uop_q.insn[14] ? {27'b0, uop_q.insn[19:15]} : lead_q;
  assign written   = uop_q.insn[13:12] == 2'd1 ? operand : uop_q.insn[13:12] == 2'd2 ? csr_value | operand : csr_value & ~operand;

  // Thread index: that of the warp's first thread by multiplication with the reciprocals, then counting up.
  // As ceil(2^20 / d) is exact for dividends up to 1023, so is the quotient.
  logic [10:0] tx_q, ty_q, tz_q, tx, ty, tz;
  logic [31:0] mul_a, mul_b, mul_p;
  logic [9:0]  first;
  logic        flat, is_tid;

  assign first  = {ctx_i.warp_in_cta, 5'b0};
  assign flat   = ctx_i.cta.cta_y == 11'd1 & ctx_i.cta.cta_z == 11'd1;
  assign is_tid = uop_q.insn[31:22] == 10'h330 & uop_q.insn[21:20] != 2'd3;

  always_comb begin
    {mul_a, mul_b, mul_p} = 'x;
    case (state_q)
      StWalk0: {mul_a, mul_b} = {22'b0, first, 11'b0, ctx_i.cta.recip_xy};
      StWalk1: {mul_a, mul_b} = {22'b0, first, 11'b0, ctx_i.cta.recip_x};
      StWalk2: {mul_a, mul_b} = {21'b0, ty_q, 21'b0, ctx_i.cta.cta_x};
      default: {mul_a, mul_b} = {21'b0, tz_q, 21'b0, ctx_i.cta.cta_y};
    endcase
    if (state_q == StWalk0 || state_q == StWalk1 || state_q == StWalk2 || state_q == StWalk3)
      mul_p = {10'b0, 22'(mul_a[10:0])} * {11'b0, mul_b[20:0]};
  end

  // ---- Making results: a scalar for all, or Ports threads a cycle
  logic [31:0] scalar_q;
  logic        lane_q, walk_q, flat_q, shfl_q;  // how the threads' values differ
  logic [LANES*32-1:0] out_q;
  logic [Ports*32-1:0] part;
  logic        whole;

  assign whole = ~walk_q & ~shfl_q;

  always_comb begin
    part = 'x;
    {tx, ty, tz} = {tx_q, ty_q, tz_q};
    if (state_q == StEmit & (shfl_q | walk_q)) begin
      for (int p = 0; p < Ports; p++) begin
        part[p*32+:32] = shfl_q ? picked[p*32+:32] :
                         {21'b0, uop_q.insn[21] ? tz : uop_q.insn[20] ? ty : tx};
        tx = tx + 11'd1;
        if (tx == ctx_i.cta.cta_x) begin
          tx = '0;
          ty = ty + 11'd1;
          if (ty == ctx_i.cta.cta_y) begin
            ty = '0;
            tz = tz + 11'd1;
          end
        end
      end
    end
  end

  logic       emit_last, out_wait, out_go;
  logic [1:0] next_beat;
  assign next_beat = meta_q.beat + 2'd1;
  // A trap is handed over first: it names the instruction that is still here.
  assign out_wait  = state_q == StOut & ~trap_q;
  assign out_go    = out_wait & o_ready_i;
  assign emit_last = whole | sub_q == 3'(Steps - 1);
  assign done_o    = out_go & meta_q.last;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q  <= StIdle;
      trap_q   <= 1'b0;
      iter_q   <= 1'b0;
    end else begin
      if (trap_taken_i) trap_q <= 1'b0;
      case (state_q)
        StIdle:
          if (valid_i & ready_o & ~is_mul) begin
            meta_q   <= {uop_i.warp, uop_i.seq, uop_i.insn[11:7], beat_i, last_i};
            mask_q   <= beat_mask;
            uop_q    <= uop_i;
            iter_q   <= is_iter;
            rm_q     <= rm;
            shfl_q   <= ~is_iter & ~is_csr & uop_i.insn[14];
            lane_q   <= 1'b0;
            walk_q   <= 1'b0;
            flat_q   <= 1'b0;
            sub_q    <= 3'd0;
            dead_q   <= rm_bad;
            pass_q   <= 2'd0;
            count_q  <= uop_i.insn[6:2] == 5'h14 ? 6'd25 : 6'd31;
            if (is_iter) begin
              if (rm_bad & beat_i == 2'd0) trap_q <= 1'b1;
              state_q <= beat_mask == '0 | rm_bad ? StOut : StLoad;
            end else begin
              set_q   <= set;
              uni_q   <= uni;
              found_q <= found;
              lead_q  <= lead;
              if (last_i) begin
                meta_q.beat <= 2'd0;
                meta_q.last <= Beats == 1;
                mask_q      <= uop_i.mask[LANES-1:0];
                case (uop_i.insn[26:25])
                  2'd0:    scalar_q <= {31'b0, set == uop_i.mask};
                  2'd1:    scalar_q <= {31'b0, set != 32'b0};
                  2'd2:    scalar_q <= {31'b0, uni};
                  default: scalar_q <= set;
                endcase
                state_q     <= is_csr ? StCsr : StEmit;
                if (is_csr) count_q <= 6'd1;
              end
            end
          end
        StLoad:  state_q <= iter_op[1] ? StNorm : StSetup;
        StNorm:  if (lane_busy == '0) state_q <= StSetup;
        StSetup: state_q <= StStep;
        StStep: begin
          count_q <= count_q - 6'd1;
          if (count_q == 6'd0) state_q <= iter_op[1] ? StPost : StEmit;
        end
        StPost:   state_q <= StDenorm;
        StDenorm: if (lane_busy == '0) state_q <= StEmit;
        StCsr: begin
          // The context comes a cycle after the warp's number.
          if (count_q != 6'd0) begin
            count_q <= count_q - 6'd1;
          end else if (~is_fcsr | ~busy_i) begin
            scalar_q <= csr_value;
            lane_q   <= uop_q.insn[31:20] == 12'hccd;
            flat_q   <= is_tid & uop_q.insn[21:20] == 2'd0 & flat;
            walk_q   <= is_tid & ~flat;
            dead_q   <= csr_bad;
            trap_q   <= csr_bad;
            state_q  <= is_tid & ~flat & ~csr_bad ? StWalk0 : StEmit;
          end
        end
        StWalk0: begin
          tz_q    <= mul_p[30:20];
          state_q <= StWalk1;
        end
        StWalk1: begin
          ty_q    <= mul_p[30:20];
          state_q <= StWalk2;
        end
        StWalk2: begin
          tx_q    <= {1'b0, first} - mul_p[10:0];
          state_q <= StWalk3;
        end
        StWalk3: begin
          ty_q    <= ty_q - mul_p[10:0];
          state_q <= StEmit;
        end
        StEmit: begin
          if (iter_q) begin
            for (int l = 0; l < LANES; l++) if (32'(pass_q) == l / Units) out_q[l*32+:32] <= iter_res[(l%Units)*32+:32];
            pass_q  <= pass_q + 2'd1;
            count_q <= iter_op[1] ? 6'd25 : 6'd31;
          end else if (whole) begin
            for (int l = 0; l < LANES; l++)
              out_q[l*32+:32] <= lane_q ? 32'(meta_q.beat)*LANES + l : flat_q ? {22'b0, first} + 32'(meta_q.beat)*LANES + l : scalar_q;
          end else begin
            for (int l = 0; l < LANES; l++) if (32'(sub_q) == l / Ports) out_q[l*32+:32] <= part[(l%Ports)*32+:32];
            {tx_q, ty_q, tz_q} <= {tx, ty, tz};
          end
          sub_q <= sub_q + 3'd1;
          if (iter_q & ~pass_last) state_q <= StLoad;
          else if (emit_last) state_q <= StOut;
        end
        default:  // StOut
          if (out_go) begin
            sub_q <= 3'd0;
            if (iter_q | meta_q.last) begin
              state_q <= StIdle;
            end else begin
              meta_q.beat <= next_beat;
              meta_q.last <= next_beat == 2'(Beats - 1);
              mask_q      <= uop_q.mask[next_beat*LANES+:LANES];
              state_q     <= StEmit;
            end
          end
      endcase
    end
  end

  // ---- fflags and frm: a CSR write comes when the FP pipe holds nothing of the warp, so the writers of a warp don't meet
  logic csr_now;
  assign csr_now    = state_q == StCsr & count_q == 6'd0 & (~is_fcsr | ~busy_i) & csr_write & ~csr_bad;
  assign set_fflags = csr_now & uop_q.insn[20];
  assign set_frm    = csr_now & uop_q.insn[21];
  assign new_fflags = written[4:0];
  assign new_frm    = uop_q.insn[20] ? written[7:5] : written[2:0];
  assign add_flags  = state_q == StEmit & iter_q & iter_op[1];
  for (genvar w = 0; w < WARPS; w++) begin : g_fcsr
    logic mine;
    assign mine = uop_q.warp[WIdx-1:0] == WIdx'(w);
    always_ff @(posedge clk_i) begin
      if (!rst_ni | (start_valid_i & start_warp_i[WIdx-1:0] == WIdx'(w))) begin
        fflags_q[w*5+:5] <= '0;
        frm_q[w*3+:3]    <= '0;
      end else begin
        if (mine & set_fflags) fflags_q[w*5+:5] <= new_fflags;
        else fflags_q[w*5+:5] <= fflags_q[w*5+:5] | (add_flags & mine ? flags : 5'b0) |
                                 (fl_valid_i & fl_warp_i[WIdx-1:0] == WIdx'(w) ? fl_flags_i : 5'b0);
        if (mine & set_frm) frm_q[w*3+:3] <= new_frm;
      end
    end
  end

  assign o_valid_o = m_wait | out_wait;
  assign o_meta_o  = m_wait ? m2_meta_q : meta_q;
  assign o_mask_o  = m_wait ? m2_mask_q : dead_q ? '0 : mask_q;
  assign o_data_o  = m_wait ? m_res : out_q;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
