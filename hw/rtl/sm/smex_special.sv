// SPDX-License-Identifier: MIT
// Special pipe: multiplication (pipelined), and one at a time: division, remainder, fdiv, fsqrt (smex_divsqrt, beat after beat),
// votes and shuffles, CSRs. smex_top admits at most one instruction other than a multiplication; it waits here until the
// multiplications before it have left, so results keep their order.
//
// - vote, shuffle: all beats are taken into a buffer, then the results are made; a shuffle serves LANES/4 threads a cycle.
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
  localparam int unsigned Ports = LANES / 4;   // threads a cycle
  localparam int unsigned Units = LANES == 8 ? 4 : LANES;  // iterative units: the small preset saves area, a beat takes two passes

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

  assign m_wait  = m_valid_q[2] & m2_meta_q.rd != 5'd0;
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
  logic                  pass_q, pass_last;
  logic                  iter_on;
  logic [4:0]            flags;

  assign phase   = {state_q == StLoad, state_q == StNorm, state_q == StSetup, state_q == StStep, state_q == StPost, state_q == StDenorm};
  assign iter_on = iter_q & state_q != StIdle;
  assign iter_op = uop_q.insn[6:2] == 5'h14 ? {1'b1, uop_q.insn[30]} : {1'b0, uop_q.insn[13]};

  assign pass_last = Units == LANES | pass_q;
  assign iter_mask = pass_q ? mask_q[LANES-1-:Units] : mask_q[Units-1:0];
  assign iter_a    = pass_q ? a_q[LANES*32-1-:Units*32] : a_q[Units*32-1:0];
  assign iter_b    = pass_q ? b_q[LANES*32-1-:Units*32] : b_q[Units*32-1:0];

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

  // ---- Buffer of votes and shuffles
  logic [1023:0] val_q;
  logic [159:0]  from_q;      // which thread's value a thread gets
  logic [31:0]   set_q, set;  // active threads with a non-zero value
  logic          uni_q, uni, found_q, found;
  logic [31:0]   lead_q, lead;
  logic [LANES*5-1:0] from;
  logic [5:0]         by, src;
  logic [LANES-1:0]   beat_mask;

  assign beat_mask = uop_i.mask[beat_i*LANES+:LANES];

  always_comb begin
    {by, src, from, set, uni, found, lead} = 'x;
    if (valid_i & ready_o & ~is_mul & ~is_iter) begin
      set   = beat_i == 2'd0 ? 32'b0 : set_q;
      uni   = beat_i == 2'd0 | uni_q;
      found = beat_i != 2'd0 & found_q;
      lead  = lead_q;
      for (int l = 0; l < LANES; l++) begin
        by = {1'b0, b_i[l*32+:5]};
        case (uop_i.insn[26:25])
          2'd0:    src = by;
          2'd1:    src = 6'(32'(beat_i) * LANES + l) - by;
          2'd2:    src = 6'(32'(beat_i) * LANES + l) + by;
          default: src = 6'(32'(beat_i) * LANES + l) ^ by;
        endcase
        from[l*5+:5] = ~src[5] & uop_i.mask[src[4:0]] ? src[4:0] : 5'(32'(beat_i) * LANES + l);
        if (beat_mask[l]) begin
          if (~found) lead = a_i[l*32+:32];
          found = 1'b1;
          if (a_i[l*32+:32] != lead) uni = 1'b0;
        end
      end
      for (int l = 0; l < LANES; l++) set[32'(beat_i)*LANES+l] = beat_mask[l] & a_i[l*32+:32] != 32'b0;
    end
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
  logic [1:0]  sub_q;
  logic [4:0]  pick;
  logic [LANES*32-1:0] out_q;
  logic [Ports*32-1:0] part;
  logic        whole;

  assign whole = ~walk_q & ~shfl_q;

  always_comb begin
    {pick, part} = 'x;
    {tx, ty, tz} = {tx_q, ty_q, tz_q};
    if (state_q == StEmit & (shfl_q | walk_q)) begin
      for (int p = 0; p < Ports; p++) begin
        pick = from_q[(32'(meta_q.beat)*LANES + 32'(sub_q)*Ports + p)*5+:5];
        part[p*32+:32] = shfl_q ? val_q[{pick, 5'b0}+:32] :
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
  assign out_wait  = state_q == StOut & ~trap_q & meta_q.rd != 5'd0;
  assign out_go    = state_q == StOut & ~trap_q & (meta_q.rd == 5'd0 | o_ready_i);
  assign emit_last = whole | sub_q == 2'd3;
  assign done_o    = out_go & meta_q.last;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q  <= StIdle;
      trap_q   <= 1'b0;
      iter_q   <= 1'b0;
      fflags_q <= '0;
      frm_q    <= '0;
    end else begin
      if (trap_taken_i) trap_q <= 1'b0;
      if (fl_valid_i) fflags_q[fl_warp_i[WIdx-1:0]*5+:5] <= fflags_q[fl_warp_i[WIdx-1:0]*5+:5] | fl_flags_i;
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
            sub_q    <= 2'd0;
            dead_q   <= rm_bad;
            pass_q   <= 1'b0;
            count_q  <= uop_i.insn[6:2] == 5'h14 ? 6'd25 : 6'd31;
            if (is_iter) begin
              if (rm_bad & beat_i == 2'd0) trap_q <= 1'b1;
              state_q <= beat_mask == '0 | rm_bad ? StOut : StLoad;
            end else begin
              val_q[beat_i*LANES*32+:LANES*32] <= a_i;
              from_q[beat_i*LANES*5+:LANES*5]  <= from;
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
            if (csr_write & ~csr_bad) begin
              if (uop_q.insn[20]) fflags_q[uop_q.warp[WIdx-1:0]*5+:5] <= written[4:0];
              if (uop_q.insn[21:20] == 2'd2) frm_q[uop_q.warp[WIdx-1:0]*3+:3] <= written[2:0];
              if (uop_q.insn[21:20] == 2'd3) frm_q[uop_q.warp[WIdx-1:0]*3+:3] <= written[7:5];
            end
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
            if (pass_q) out_q[LANES*32-1-:Units*32] <= iter_res;
            else out_q[Units*32-1:0] <= iter_res;
            pass_q  <= 1'b1;
            count_q <= iter_op[1] ? 6'd25 : 6'd31;
          end else if (whole) begin
            for (int l = 0; l < LANES; l++)
              out_q[l*32+:32] <= lane_q ? 32'(meta_q.beat)*LANES + l : flat_q ? {22'b0, first} + 32'(meta_q.beat)*LANES + l : scalar_q;
          end else begin
            out_q[sub_q*Ports*32+:Ports*32] <= part;
            {tx_q, ty_q, tz_q} <= {tx, ty, tz};
          end
          sub_q <= sub_q + 2'd1;
          if (iter_q & ~pass_last) state_q <= StLoad;
          else if (emit_last) state_q <= StOut;
          if (iter_q & iter_op[1])
            fflags_q[uop_q.warp[WIdx-1:0]*5+:5] <= fflags_q[uop_q.warp[WIdx-1:0]*5+:5] | flags |
                                                   (fl_valid_i & fl_warp_i == uop_q.warp ? fl_flags_i : 5'b0);
        end
        default:  // StOut
          if (out_go) begin
            sub_q <= 2'd0;
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
      if (start_valid_i) begin
        fflags_q[start_warp_i[WIdx-1:0]*5+:5] <= '0;
        frm_q[start_warp_i[WIdx-1:0]*3+:3]    <= '0;
      end
    end
  end

  assign o_valid_o = m_wait | out_wait;
  assign o_meta_o  = m_wait ? m2_meta_q : meta_q;
  assign o_mask_o  = m_wait ? m2_mask_q : dead_q ? '0 : mask_q;
  assign o_data_o  = m_wait ? m_res : out_q;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
