// SPDX-License-Identifier: MIT
// Floating-point pipe: beats through UNITS smex_fma, a part of UNITS lanes a cycle. e0 operands,
// stages 1 to 6, then the result waits for its register file. With fewer units than lanes a beat
// stays in e0 until its last part goes: the operands shift, so that the next part is always the
// lowest and stage 1 has no choice of lanes in front of it. The results of earlier parts wait for
// the last one's; where the register file does not take them then, the last one waits beside them,
// outside of the pipe: what moves the pipe, and with it what pods read, is a register (held_q), not
// whether a load wants the write port. A dynamic rounding mode is resolved when the beat is taken;
// a reserved one makes the instruction write nothing and trap.
// bits of instructions, warp numbers and control words of which this stage or preset needs only
// some
/* verilator lint_off UNUSEDSIGNAL */
module smex_fp #(
  // Lanes of a beat, and those of them that begin in one cycle
  parameter int unsigned LANES = 8,
  parameter int unsigned UNITS = LANES   // divides LANES
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  // A beat from a pod
  // valid_i stays until ready_o takes the beat. last_i: the last beat of its instruction.
  input  logic                valid_i,
  output logic                ready_o,
  input  smgpu_pkg::uop_t     uop_i,
  input  smgpu_pkg::beat_t            beat_i,
  input  logic                last_i,
  // rs1; rs2, or zero where a constant stands in; rs3, or the addend of an addition or conversion
  input  logic [LANES*32-1:0] a_i,
  input  logic [LANES*32-1:0] b_i,
  input  logic [LANES*32-1:0] c_i,
  input  logic [2:0]          frm_i,       // of uop_i.warp
  // Result
  // A whole beat, which stays until o_ready_i
  output logic                o_valid_o,
  input  logic                o_ready_i,
  // each stage had something in the cycle before; a register, as what pods read hangs on it
  output logic                full_o,
  output smex_pkg::meta_t     o_meta_o,
  output logic [LANES-1:0]    o_mask_o,
  output logic [LANES*32-1:0] o_data_o,
  // Flags raised (valid only); whether results of a warp are still on their way
  output logic                fl_valid_o,
  output smgpu_pkg::warp_t    fl_warp_o,
  output logic [4:0]          fl_flags_o,
  input  smgpu_pkg::warp_t    busy_warp_i,
  output logic                busy_o,
  // Reserved rounding mode (valid only, with an instruction's first beat)
  output logic                bad_rm_o
);

  // Parts of a beat, which enter stage 1 one after the other
  localparam int unsigned Parts = LANES / UNITS;
  localparam int unsigned PW    = Parts == 1 ? 1 : $clog2(Parts);

  // What goes with a part through the stages
  typedef struct packed {
    logic [PW-1:0]    part;
    logic             whole;      // the last part
    logic [UNITS-1:0] on;         // threads of the part
    logic             f2i;
    logic             uns;
    logic [2:0]       rm;
    logic [5:0]       warp;       // from here to last: smex_pkg::meta_t
    logic [7:0]       seq;
    logic [4:0]       rd;
    logic [smgpu_pkg::BeatW-1:0] beat;
    logic             last;
    logic [LANES-1:0] mask;
  } stage_t;

  // ---- Decode
  logic [2:0]       rm;
  // rm: static or dynamic rounding mode. bad: it is reserved, and the operation rounds.
  logic             uses_rm, bad;
  logic [31:0]      word;      // constant operand, where b is zero
  smex_pkg::fp_op_t op;

  always_comb begin
    op      = '0;
    uses_rm = 1'b0;
    rm      = uop_i.insn[14:12] == 3'd7 ? frm_i : uop_i.insn[14:12];
    // 7 is the dynamic mode
    op.rm   = rm;
    if (~uop_i.insn[4]) begin           // FMADD, FMSUB, FNMSUB, FNMADD, xsm.attr.fma
      op.kind  = smex_pkg::FpMadd;
      op.neg_p = uop_i.insn[3] & uop_i.insn[6];   // not xsm.attr.fma
      op.neg_c = uop_i.insn[2];
      uses_rm  = 1'b1;
    end else begin
      op.sub = uop_i.insn[13:12];
      op.uns = uop_i.insn[20];
      case (uop_i.insn[31:27])
        5'h00, 5'h01: begin
          op.kind  = smex_pkg::FpAdd;
          op.neg_c = uop_i.insn[27];
        end
        5'h02: op.kind = smex_pkg::FpMul;
        5'h18: op.kind = smex_pkg::FpF2i;
        5'h1a: op.kind = smex_pkg::FpI2f;
        5'h04: op.misc = smex_pkg::MiscSgnj;
        5'h05: op.misc = smex_pkg::MiscMin;
        5'h14: op.misc = smex_pkg::MiscCmp;
        default: op.misc = smex_pkg::MiscClass;
      endcase
      // Sign injection, min and max, comparisons and fclass round nothing.
      if (uop_i.insn[31:27] == 5'h04 || uop_i.insn[31:27] == 5'h05 || uop_i.insn[31:27] == 5'h14 ||
          uop_i.insn[31:27] == 5'h1c)
        op.kind = smex_pkg::FpMisc;
      uses_rm = op.kind != smex_pkg::FpMisc;
    end
    bad = uses_rm & rm > 3'd4;
  end
  assign word = smex_pkg::has_const(uop_i.insn) ? uop_i.pc : '0;

  // ---- Stage k's input registers carry index k: v_q[0], s0_q beside the operands
  logic [6:0]          v_q;             // 6: the result waits
  stage_t              s0_q, s0, s1_q, s2_q, s3_q, s4_q, s5_q, s6_q;
  // Number of the part that is the lowest in e0; it goes next
  logic [PW-1:0]       part_q;
  smex_pkg::fp_op_t    op_q;
  // Operands of stage 1: x * y + z. They shift by a part when one goes.
  logic [LANES*32-1:0] x_q, y_q, z_q;
  logic [LANES-1:0]    on_q, x_sub, x_sub_q;   // an exponent of x is 0
  logic                out;             // the last stage has nothing that must wait
  logic                held_q;          // a beat's result waits outside of the pipe
  logic [6:1]          adv;             // register k is empty, or what it has moves on

  assign adv = {out, {5{out}} | ~{v_q[5], &v_q[5:4], &v_q[5:3], &v_q[5:2], &v_q[5:1]}};
  assign ready_o  = ~v_q[0] | (adv[1] & s0.whole);
  assign bad_rm_o = valid_i & ready_o & bad & beat_i == '0;

  always_comb for (int l = 0; l < LANES; l++) x_sub[l] = a_i[l*32+23+:8] == 8'b0;

  stage_t new_stage;
  always_comb begin
    new_stage      = '0;
    new_stage.f2i  = op.kind == smex_pkg::FpF2i;
    new_stage.uns  = op.uns;
    new_stage.rm   = op.rm;
    new_stage.warp = uop_i.warp;
    new_stage.seq  = uop_i.seq;
    new_stage.rd   = uop_i.insn[11:7];
    new_stage.beat = beat_i;
    new_stage.last = last_i;
    // A reserved rounding mode: nothing is written
    new_stage.mask = bad ? {LANES{1'b0}} : uop_i.mask[beat_i*LANES+:LANES];
  end
  always_comb begin
    s0       = s0_q;
    s0.part  = part_q;
    s0.whole = part_q == PW'(Parts - 1);
    s0.on    = on_q[UNITS-1:0];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      v_q    <= '0;
      part_q <= '0;
      full_o <= 1'b0;
    end else begin
      full_o <= &v_q;
      v_q[0] <= ready_o ? valid_i : v_q[0];
      // A stage takes what the one before has, if it is empty or moves itself.
      for (int k = 1; k < 7; k++) if (adv[k]) v_q[k] <= v_q[k-1];
      if (v_q[0] & adv[1]) begin
        part_q <= s0.whole ? '0 : part_q + 1'b1;
        if (Parts > 1) begin
          x_q  <= x_q >> UNITS * 32;
          y_q  <= y_q >> UNITS * 32;
          z_q  <= z_q >> UNITS * 32;
          on_q <= on_q >> UNITS;
          x_sub_q <= x_sub_q >> UNITS;
        end
      end
      if (valid_i & ready_o) begin
        s0_q <= new_stage;
        op_q <= op;
        on_q <= bad ? {LANES{1'b0}} : uop_i.mask[beat_i*LANES+:LANES];
        x_q  <= a_i;
        x_sub_q <= x_sub;
        y_q  <= op.kind == smex_pkg::FpAdd ? {LANES{32'h3f80_0000}} : b_i | {LANES{word}};
        // an addend comes as the third operand
        z_q  <= c_i | {LANES{op.kind == smex_pkg::FpAdd ? word : 32'b0}};
      end
      if (v_q[0] & adv[1]) s1_q <= s0;
      if (v_q[1] & adv[2]) s2_q <= s1_q;
      if (v_q[2] & adv[3]) s3_q <= s2_q;
      if (v_q[3] & adv[4]) s4_q <= s3_q;
      if (v_q[4] & adv[5]) s5_q <= s4_q;
      if (v_q[5] & adv[6]) s6_q <= s5_q;
    end
  end

  // What the result's owner is, of stages 5 and 6
  smex_pkg::meta_t s5_meta, s6_meta;
  always_comb begin
    s5_meta.warp = s5_q.warp;
    s5_meta.seq  = s5_q.seq;
    s5_meta.rd   = s5_q.rd;
    s5_meta.beat = s5_q.beat;
    s5_meta.last = s5_q.last;
    s6_meta.warp = s6_q.warp;
    s6_meta.seq  = s6_q.seq;
    s6_meta.rd   = s6_q.rd;
    s6_meta.beat = s6_q.beat;
    s6_meta.last = s6_q.last;
  end

  logic [UNITS*5-1:0]  flags;
  logic [UNITS*32-1:0] result;

  for (genvar u = 0; u < UNITS; u++) begin : g_unit
    smex_fma u_fma (
      .clk_i, .adv_i(adv),
      // A unit works only where its thread is active.
      .v_i     ({v_q[5] & s5_q.on[u], v_q[4] & s4_q.on[u], v_q[3] & s3_q.on[u],
          v_q[2] & s2_q.on[u], v_q[1] & s1_q.on[u], v_q[0] & s0.on[u]}),
      .op1_i   (op_q),
      .int5_i  (s4_q.f2i),
      .rdn5_i  (s4_q.rm == smex_pkg::RmRdn),
      .int6_i  (s5_q.f2i),
      .uns6_i  (s5_q.uns),
      .rm6_i   (s5_q.rm),
      .x_i     (x_q[u*32+:32]),
      .x_sub_i (x_sub_q[u]),
      .y_i     (y_q[u*32+:32]),
      .z_i     (z_q[u*32+:32]),
      .res_o   (result[u*32+:32]),
      .flags_o (flags[u*5+:5])
    );
  end

  if (Parts == 1) begin : g_whole
    assign held_q   = 1'b0;
    assign out      = ~(o_valid_o & ~o_ready_i);
    assign o_meta_o = s6_meta;
    assign o_mask_o = s6_q.mask;
    assign o_data_o = result;
  end else begin : g_parts
    // Behind a last part comes a first one, so one place is enough and the control word stays until
    // the next last part.
    // Results of the earlier parts, and that of the last one if it has had to wait
    logic [(LANES-UNITS)*32-1:0] earlier_q;
    logic [UNITS*32-1:0]         last_q;
    always_ff @(posedge clk_i) begin
      held_q <= rst_ni & o_valid_o & ~o_ready_i;
      if (~held_q) last_q <= result;
      if (v_q[5] & adv[6] & s5_q.whole) begin
        o_meta_o <= s5_meta;
        o_mask_o <= s5_q.mask;
      end
      for (int p = 0; p < Parts - 1; p++)
        if (v_q[6] & out & s6_q.part == PW'(p)) earlier_q[p*UNITS*32+:UNITS*32] <= result;
    end
    assign out      = ~held_q;
    assign o_data_o = {held_q ? last_q : result, earlier_q};
  end

  always_comb begin
    fl_flags_o = '0;
    if (v_q[6]) begin
      for (int u = 0; u < UNITS; u++) fl_flags_o = fl_flags_o | (flags[u*5+:5] & {5{s6_q.on[u]}});
    end
  end

  // Flags are raised once for each part, as it leaves the last stage.
  assign fl_valid_o = v_q[6] & adv[6];
  assign fl_warp_o  = s6_q.warp;
  assign o_valid_o  = held_q | (v_q[6] & s6_q.whole);

  assign busy_o = (v_q[0] & s0_q.warp == busy_warp_i) | (v_q[1] & s1_q.warp == busy_warp_i) |
                  (v_q[2] & s2_q.warp == busy_warp_i) | (v_q[3] & s3_q.warp == busy_warp_i) |
                  (v_q[4] & s4_q.warp == busy_warp_i) | (v_q[5] & s5_q.warp == busy_warp_i) |
                  (v_q[6] & s6_q.warp == busy_warp_i);

`ifdef VERILATOR
  // A result stays offered until it is taken. While one is held no other beat is complete.
  logic wait_q;
  always_ff @(posedge clk_i) begin
    wait_q <= rst_ni & o_valid_o & ~o_ready_i;
    if (rst_ni && wait_q && !o_valid_o) $fatal(1, "smex_fp: a result withdrawn");
    if (rst_ni && held_q && v_q[6] && s6_q.whole) $fatal(1, "smex_fp: two results for one place");
  end
  initial if (UNITS == 0 || LANES % UNITS != 0) $fatal(1, "smex_fp: UNITS must divide LANES");
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
