// SPDX-License-Identifier: MIT
// Decoder of the front end, beside the instruction cache: is the word an instruction of this SM,
// which pipe takes it, which registers it looks at. Everything not listed is a trap: so no other
// block needs to know what is legal. Combinational. `use` may name a register too many (the rs2
// field of a one-operand instruction): that costs a wait, never a wrong value.

module smfe_decode #(
    parameter int unsigned CONSTANTS  = 1,  // 0: instructions with constant operands are illegal
    parameter int unsigned ATTRIBUTES = 1,  // 0: instructions with attributes are illegal
    parameter int unsigned TEX        = 1   // 0: texture instructions are illegal
) (
    input  logic [31:0] insn_i,
    output smfe_pkg::pre_t            pre_o
);

  logic [6:0] op, f7;
  logic [2:0] f3;
  logic [4:0] rd, rs2;
  assign op  = insn_i[6:0];
  assign rd  = insn_i[11:7];
  assign f3  = insn_i[14:12];
  assign rs2 = insn_i[24:20];
  assign f7  = insn_i[31:25];

  // ---- Groups with many encodings
  logic ok_op, ok_imm, ok_fp, ok_amo, rounds;
  always_comb begin
    // OP: base, M, Zba, Zbb and Zicond.
    case (f7)
      7'h00, 7'h01: ok_op = 1'b1;
      7'h20:        ok_op = f3 == 3'd0 || f3 >= 3'd4;
      7'h10:        ok_op = f3 == 3'd2 || f3 == 3'd4 || f3 == 3'd6;
      7'h05:        ok_op = f3 >= 3'd4;
      7'h07:        ok_op = f3 == 3'd5 || f3 == 3'd7;
      7'h30:        ok_op = f3 == 3'd1 || f3 == 3'd5;
      7'h04:        ok_op = f3 == 3'd4 && rs2 == '0;
      default:      ok_op = 1'b0;
    endcase
    // OP-IMM: shifts by a constant, and what Zbb has of one operand.
    case (f3)
      3'd1:    ok_imm = f7 == 7'h00 || (f7 == 7'h30 && rs2 < 5'd6 && rs2 != 5'd3);
      3'd5:    ok_imm = f7 == 7'h00 || f7 == 7'h20 || f7 == 7'h30 || insn_i[31:20] == 12'h287 ||
          insn_i[31:20] == 12'h698;
      default: ok_imm = 1'b1;
    endcase
    rounds = 1'b0;
    case (f7)
      // FADD, FSUB, FMUL, FDIV: they round, so their f3 is a rounding mode.
      7'h00, 7'h04, 7'h08, 7'h0c: begin
        ok_fp  = 1'b1;
        rounds = 1'b1;
      end
      // FSQRT
      7'h2c: begin
        ok_fp  = rs2 == '0;
        rounds = 1'b1;
      end
      // Between integers and floats
      7'h60, 7'h68: begin
        ok_fp  = rs2[4:1] == '0;
        rounds = 1'b1;
      end
      // Signs and comparisons, minimum and maximum, class
      7'h10, 7'h50: ok_fp = f3 < 3'd3;
      7'h14:        ok_fp = f3 < 3'd2;
      7'h70:        ok_fp = f3 == 3'd1 && rs2 == '0;
      default:      ok_fp = 1'b0;
    endcase
    // Atomics, amocas and SC among them; LR has no rs2.
    case (f7[6:2])
      5'h00, 5'h01, 5'h03, 5'h04, 5'h05, 5'h08, 5'h0c, 5'h10, 5'h14, 5'h18,
          5'h1c: ok_amo = f3 == 3'd2;
      5'h02:   ok_amo = f3 == 3'd2 && rs2 == '0;
      default: ok_amo = 1'b0;
    endcase
  end

  // ---- The instruction
  logic [3:0] kind;
  logic [1:0] pipe;
  // Rounding modes that are reserved. The dynamic mode may be one, too: execution finds that.
  logic bad_rm;
  logic legal;
  logic use1; // it reads rs1
  logic use2;
  logic use3;
  logic used;
  logic constant;
  logic release_ptok;
  assign bad_rm = f3 == 3'd5 || f3 == 3'd6;
  always_comb begin
    legal  = 1'b0;
    kind = smfe_pkg::KindExec;
    pipe = smgpu_pkg::PipeInt;
    use1   = 1'b0;
    use2   = 1'b0;
    use3   = 1'b0;
    used   = 1'b0;
    constant = 1'b0;
    release_ptok = 1'b0;
    case (op)
      // OP; products and quotients are for the special pipe
      7'h33: begin
        legal = ok_op;
        {use1, use2, used} = 3'b111;
        if (f7 == 7'h01) pipe = smgpu_pkg::PipeSpecial;
      end
      // OP-IMM
      7'h13: begin
        legal = ok_imm;
        {use1, used} = 2'b11;
      end
      // LUI, AUIPC
      7'h37, 7'h17: begin
        legal = 1'b1;
        used  = 1'b1;
      end
      // Loads
      7'h03: begin
        legal  = f3 != 3'd3 && f3 != 3'd7;   // 6: xsm.lw.t
        pipe = smgpu_pkg::PipeLs;
        {use1, used} = 2'b11;
      end
      // Stores
      7'h23: begin
        legal  = f3 < 3'd3;
        pipe = smgpu_pkg::PipeLs;
        {use1, use2} = 2'b11;
      end
      // Atomics
      7'h2f: begin
        legal  = ok_amo;
        pipe = smgpu_pkg::PipeLs;
        {use1, use2, used} = 3'b111;
      end
      // Branches
      7'h63: begin
        legal  = f3[2:1] != 2'b01;
        kind = smfe_pkg::KindBr;
        {use1, use2} = 2'b11;
      end
      // jal
      7'h6f: begin
        legal  = 1'b1;
        kind = smfe_pkg::KindJal;
        used   = 1'b1;
      end
      // jalr
      7'h67: begin
        legal  = f3 == 3'd0;
        kind = smfe_pkg::KindJalr;
        {use1, used} = 2'b11;
      end
      // FENCE; FENCE.I is illegal
      7'h0f: begin
        legal  = f3 == 3'd0;
        kind = smfe_pkg::KindFence;
      end
      // CSR instructions; ECALL and EBREAK are illegal
      7'h73: begin
        legal  = f3[1:0] != 2'b00;
        pipe = smgpu_pkg::PipeSpecial;
        use1   = !f3[2];
        used   = 1'b1;
      end
      // FP; quotients and roots are for the special pipe
      7'h53: begin
        legal  = ok_fp && !(rounds && bad_rm);
        pipe = (f7 == 7'h0c || f7 == 7'h2c) ? smgpu_pkg::PipeSpecial : smgpu_pkg::PipeFp;
        {use1, use2, used} = 3'b111;
      end
      // Fused multiply-add
      7'h43, 7'h47, 7'h4b, 7'h4f: begin
        legal  = f7[1:0] == 2'b00 && !bad_rm;
        pipe = smgpu_pkg::PipeFp;
        {use1, use2, use3, used} = 4'b1111;
      end
      // YIELD; PRE and DIS, each with a reason
      xsm_pkg::OPCODE_CTRL: begin
        legal  = rd == '0 || (rd[3:0] != '0 && rd[3:0] <= xsm_pkg::REASON_MAX);
        kind = rd == '0 ? smfe_pkg::KindYield : rd[4] ? smfe_pkg::KindDis : smfe_pkg::KindPre;
      end
      xsm_pkg::OPCODE_WARP: begin
        pipe = smgpu_pkg::PipeSpecial;
        if (insn_i == xsm_pkg::MATCH_BAR) begin
          legal  = 1'b1;
          kind = smfe_pkg::KindBar;
        end else if (insn_i == xsm_pkg::MATCH_EXIT) begin
          legal  = 1'b1;
          kind = smfe_pkg::KindExit;
        end else if (insn_i == xsm_pkg::MATCH_BELL) begin
          legal  = 1'b1;
          kind = smfe_pkg::KindFence;
        end else if (insn_i == xsm_pkg::MATCH_TOKACQ) begin
          legal  = 1'b1;
          kind = smfe_pkg::KindAcq;
        end else if (insn_i == xsm_pkg::MATCH_TOKREL) begin
          legal   = 1'b1;
          kind = smfe_pkg::KindFence;
          release_ptok = 1'b1;
        end else if (CONSTANTS != 0 && (insn_i & xsm_pkg::MASK_CLD) == xsm_pkg::MATCH_CLD) begin
          legal    = 1'b1;
          pipe     = smgpu_pkg::PipeInt;
          used     = 1'b1;
          constant = 1'b1;
        end else if (ATTRIBUTES != 0 && (insn_i &
            xsm_pkg::MASK_ATTR_LD) == xsm_pkg::MATCH_ATTR_LD) begin
          legal    = 1'b1;
          pipe     = smgpu_pkg::PipeInt;
          used     = 1'b1;
          constant = 1'b1;
        end else if (ATTRIBUTES != 0 && (insn_i &
            xsm_pkg::MASK_ATTR_BASE) == xsm_pkg::MATCH_ATTR_BASE) begin
          legal = 1'b1;
          pipe  = smgpu_pkg::PipeInt;
          {use1, used} = 2'b11;
        end else if (ATTRIBUTES != 0 && (insn_i &
            xsm_pkg::MASK_ATTR_FMA) == xsm_pkg::MATCH_ATTR_FMA) begin
          legal    = 1'b1;
          pipe     = smgpu_pkg::PipeFp;
          {use1, use3, used} = 3'b111;
          constant = 1'b1;
        end else if (f3 == xsm_pkg::MATCH_TEX_T[14:12]) begin
          legal = TEX != 0 && !insn_i[26] && rd != '0;
          pipe  = smgpu_pkg::PipeLs;
          {use1, use2, use3, used} = 4'b1111;
        end else begin
          legal = f7 < 7'd4 && ((f3 == 3'd3 && rs2 == '0) || f3 == 3'd4);
          {use1, use2, used} = 3'b111;
        end
      end
      // An OP with a constant in the place of rs2. Not divisions, nor zext.h, which has no rs2.
      xsm_pkg::OPCODE_CONST_OP: begin
        legal = CONSTANTS != 0 && ok_op && f7 != 7'h04 && !(f7 == 7'h01 && f3[2]);
        {use1, used, constant} = 3'b111;
        if (f7 == 7'h01) pipe = smgpu_pkg::PipeSpecial;
      end
      // The same of FP: FADD, FSUB, FMUL with a static rounding mode; signs, comparisons, minimum,
      // maximum.
      xsm_pkg::OPCODE_CONST_FP: begin
        legal = CONSTANTS != 0 && ok_fp && (rounds ? f7 != 7'h0c && f7[6:5] == 2'b00 &&
            f3 < 3'd5 : f7 != 7'h70);
        pipe  = smgpu_pkg::PipeFp;
        {use1, used, constant} = 3'b111;
      end
      default: legal = 1'b0;
    endcase
    if (!legal) kind = smfe_pkg::KindTrap;
  end

  // What of the word goes with it through the queue
  always_comb begin
    pre_o.kind   = kind;
    pre_o.pipe   = pipe;
    pre_o.use1   = use1;
    pre_o.use2   = use2;
    pre_o.use3   = use3;
    // A result for x0 is pending like any other, but for those of which something else says that
    // they have ended.
    pre_o.pends  = legal && used && (rd != '0 || (kind == smfe_pkg::KindExec &&
        pipe != smgpu_pkg::PipeLs));
    pre_o.slow   = pipe == smgpu_pkg::PipeSpecial && smex_pkg::is_slow(insn_i);
    pre_o.drains = kind == smfe_pkg::KindBar || (kind == smfe_pkg::KindFence && !release_ptok) ||
        kind == smfe_pkg::KindTrap ||
                 // a fault of what is under way must find the warp alive
                 kind == smfe_pkg::KindExit ||
                 // aq or rl: an atomic waits for earlier accesses
                 (op == 7'h2f && insn_i[26:25] != '0);
    pre_o.constant = legal && constant;
  end

endmodule
