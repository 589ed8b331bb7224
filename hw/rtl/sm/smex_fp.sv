// SPDX-License-Identifier: MIT
// Floating-point pipe: one beat a cycle through LANES smex_fma. e0 operands, stages 1 to 6, then the result waits for its register file.
// A dynamic rounding mode is resolved when the beat is taken; a reserved one makes the instruction write nothing and trap.
/* verilator lint_off UNUSEDSIGNAL */  // bits of instructions, warp numbers and control words of which this stage or preset needs only some
module smex_fp #(
  parameter int unsigned LANES = 8
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  // A beat from a pod
  input  logic                valid_i,
  output logic                ready_o,
  input  smgpu_pkg::uop_t     uop_i,
  input  logic [1:0]          beat_i,
  input  logic                last_i,
  input  logic [LANES*32-1:0] a_i,
  input  logic [LANES*32-1:0] b_i,
  input  logic [LANES*32-1:0] c_i,
  input  logic [2:0]          frm_i,       // of uop_i.warp
  // Result
  output logic                o_valid_o,
  input  logic                o_ready_i,
  output smex_pkg::meta_t     o_meta_o,
  output logic [LANES-1:0]    o_mask_o,
  output logic [LANES*32-1:0] o_data_o,
  // Flags raised (valid only); whether results of a warp are still on their way
  output logic                fl_valid_o,
  output logic [5:0]          fl_warp_o,
  output logic [4:0]          fl_flags_o,
  input  logic [5:0]          busy_warp_i,
  output logic                busy_o,
  // Reserved rounding mode (valid only, with an instruction's first beat)
  output logic                bad_rm_o
);

  typedef struct packed {
    logic             f2i;
    logic             uns;
    logic [2:0]       rm;
    logic [5:0]       warp;       // from here to last: smex_pkg::meta_t
    logic [7:0]       seq;
    logic [4:0]       rd;
    logic [1:0]       beat;
    logic             last;
    logic [LANES-1:0] mask;
  } stage_t;

  // ---- Decode
  logic [2:0]       rm;
  logic             uses_rm, bad;
  smex_pkg::fp_op_t op;

  always_comb begin
    op      = '0;
    uses_rm = 1'b0;
    rm      = uop_i.insn[14:12] == 3'd7 ? frm_i : uop_i.insn[14:12];
    op.rm   = rm;
    if (~uop_i.insn[4]) begin           // FMADD, FMSUB, FNMSUB, FNMADD
      op.kind  = smex_pkg::FpMadd;
      op.neg_p = uop_i.insn[3];
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
      if (uop_i.insn[31:27] == 5'h04 || uop_i.insn[31:27] == 5'h05 || uop_i.insn[31:27] == 5'h14 || uop_i.insn[31:27] == 5'h1c)
        op.kind = smex_pkg::FpMisc;
      uses_rm = op.kind != smex_pkg::FpMisc;
    end
    bad = uses_rm & rm > 3'd4;
  end

  // ---- Stage k's input registers carry index k: v_q[0], s0_q beside the operands
  logic [6:0]          v_q;             // 6: the result waits
  stage_t              s0_q, s1_q, s2_q, s3_q, s4_q, s5_q, s6_q;
  smex_pkg::fp_op_t    op_q;
  logic [LANES*32-1:0] x_q, y_q, z_q;
  logic                adv;

  assign adv      = ~(v_q[6] & ~o_ready_i);
  assign ready_o  = adv;
  assign bad_rm_o = valid_i & adv & bad & beat_i == 2'd0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      v_q <= '0;
    end else if (adv) begin
      v_q <= {v_q[5:0], valid_i};
      if (valid_i) begin
        s0_q <= {op.kind == smex_pkg::FpF2i, op.uns, op.rm,
                 uop_i.warp, uop_i.seq, uop_i.insn[11:7], beat_i, last_i,
                 bad ? {LANES{1'b0}} : uop_i.mask[beat_i*LANES+:LANES]};
        op_q <= op;
        x_q  <= a_i;
        y_q  <= op.kind == smex_pkg::FpAdd ? {LANES{32'h3f80_0000}} : b_i;
        case (op.kind)
          smex_pkg::FpAdd:  z_q <= b_i;
          smex_pkg::FpMul:  z_q <= '0;
          smex_pkg::FpMadd: z_q <= c_i;
          default:          z_q <= a_i;
        endcase
      end
      if (v_q[0]) s1_q <= s0_q;
      if (v_q[1]) s2_q <= s1_q;
      if (v_q[2]) s3_q <= s2_q;
      if (v_q[3]) s4_q <= s3_q;
      if (v_q[4]) s5_q <= s4_q;
      if (v_q[5]) s6_q <= s5_q;
    end
  end

  logic [LANES*5-1:0] flags;

  for (genvar l = 0; l < LANES; l++) begin : g_lane
    smex_fma u_fma (
      .clk_i, .adv_i(adv),
      .v_i     ({v_q[5] & s5_q.mask[l], v_q[4] & s4_q.mask[l], v_q[3] & s3_q.mask[l], v_q[2] & s2_q.mask[l], v_q[1] & s1_q.mask[l], v_q[0] & s0_q.mask[l]}),
      .op1_i   (op_q),
      .int5_i  (s4_q.f2i),
      .rdn5_i  (s4_q.rm == smex_pkg::RmRdn),
      .int6_i  (s5_q.f2i),
      .uns6_i  (s5_q.uns),
      .rm6_i   (s5_q.rm),
      .x_i     (x_q[l*32+:32]),
      .y_i     (y_q[l*32+:32]),
      .z_i     (z_q[l*32+:32]),
      .res_o   (o_data_o[l*32+:32]),
      .flags_o (flags[l*5+:5])
    );
  end

  always_comb begin
    fl_flags_o = '0;
    if (v_q[6]) begin
      for (int l = 0; l < LANES; l++) fl_flags_o = fl_flags_o | (flags[l*5+:5] & {5{s6_q.mask[l]}});
    end
  end

  assign fl_valid_o = v_q[6] & adv;
  assign fl_warp_o  = s6_q.warp;
  assign o_valid_o  = v_q[6];
  assign o_meta_o   = {s6_q.warp, s6_q.seq, s6_q.rd, s6_q.beat, s6_q.last};
  assign o_mask_o   = s6_q.mask;

  assign busy_o = (v_q[0] & s0_q.warp == busy_warp_i) | (v_q[1] & s1_q.warp == busy_warp_i) |
                  (v_q[2] & s2_q.warp == busy_warp_i) | (v_q[3] & s3_q.warp == busy_warp_i) |
                  (v_q[4] & s4_q.warp == busy_warp_i) | (v_q[5] & s5_q.warp == busy_warp_i) |
                  (v_q[6] & s6_q.warp == busy_warp_i);

endmodule
/* verilator lint_on UNUSEDSIGNAL */
