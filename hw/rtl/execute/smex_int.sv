// SPDX-License-Identifier: MIT
// Integer pipe: ALU operations, conditional branches, jal's and jalr's link.
//  e0 operands, e1 result; the branch outcome is collected over the beats and leaves one cycle after the last one.
// jalr: the lowest-numbered active thread leads. Beats come in ascending order, so the leader is known when its followers arrive.
/* verilator lint_off UNUSEDSIGNAL */  // bits of instructions, warp numbers and control words of which this stage or preset needs only some
module smex_int #(
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
  // Result
  output logic                o_valid_o,
  input  logic                o_ready_i,
  output smex_pkg::meta_t     o_meta_o,
  output logic [LANES-1:0]    o_mask_o,
  output logic [LANES*32-1:0] o_data_o,
  // Branch outcome (valid only)
  output logic                br_valid_o,
  output logic [5:0]          br_warp_o,
  output logic [7:0]          br_seq_o,
  output logic [31:0]         br_mask_o,
  output logic [31:0]         br_target_o
);

  // ---- Decode
  function automatic logic [9:0] alu_op(input logic [31:0] insn);
    logic [2:0] f3;
    logic [6:0] f7;
    logic       imm, neg, uns;
    logic [2:0] sel, sub;
    logic [1:0] shadd;
    f3     = insn[14:12];
    f7     = insn[31:25];
    imm    = ~insn[5];
    {sel, sub, neg, shadd, uns} = '0;
    if (insn[6:2] == 5'h18) begin                       // branches: compare only
      sel = smex_pkg::AluSlt;
      neg = 1'b1;
      uns = f3[1];
    end else if (insn[6:2] == 5'h0c || insn[6:2] == 5'h04) begin
      case (f3)
        3'd1, 3'd5: sel = smex_pkg::AluShift;
        3'd2, 3'd3: sel = smex_pkg::AluSlt;
        3'd0:       sel = smex_pkg::AluAdd;
        default:    sel = smex_pkg::AluLogic;
      endcase
      neg = f3[2:1] == 2'b01;
      uns = f3[0];
      case (f3)
        3'd1:    sub = 3'b001;
        3'd6:    sub = 3'd1;
        3'd7:    sub = 3'd2;
        default: sub = 3'd0;
      endcase
      if (~imm) begin
        case (f7)
          7'h20:                                        // sub, sra, xnor, orn, andn
            if (f3 == 3'd5) sub = 3'b100;
            else neg = 1'b1;
          7'h10: begin                                  // shNadd
            sel   = smex_pkg::AluAdd;
            neg   = 1'b0;
            sub   = 3'd0;
            shadd = f3[2:1];
          end
          7'h05: begin                                  // min, minu, max, maxu
            sel = smex_pkg::AluMinMax;
            neg = 1'b1;
            uns = f3[0];
            sub = {2'b0, f3[1]};
          end
          7'h07: begin
            sel = smex_pkg::AluCz;
            sub = {2'b0, f3[1]};
          end
          7'h30: sub = {1'b0, 1'b1, f3 == 3'd1};
          7'h04: begin                                  // zext.h
            sel = smex_pkg::AluByte;
            sub = 3'd2;
          end
          default: ;
        endcase
      end else if (f3 == 3'd1 && f7 == 7'h30) begin     // clz, ctz, cpop, sext.b, sext.h
        sel = insn[22] ? smex_pkg::AluByte : smex_pkg::AluCount;
        sub = insn[22] ? {2'b0, insn[20]} : {1'b0, insn[21:20]};
      end else if (f3 == 3'd5) begin
        case (f7)
          7'h20: sub = 3'b100;
          7'h30: sub = 3'b010;
          7'h14: begin
            sel = smex_pkg::AluByte;
            sub = 3'd3;
          end
          7'h34: begin
            sel = smex_pkg::AluByte;
            sub = 3'd4;
          end
          default: ;
        endcase
      end
    end
    alu_op = {sel, sub, neg, shadd, uns};  // smex_pkg::alu_op_t: Yosys has no members of a function's result
  endfunction

  // What stands in for the second operand: d_b is zero when this is not
  function automatic logic [31:0] immediate(input logic [31:0] insn);
    case (insn[6:2])
      5'h04, 5'h19: immediate = {{20{insn[31]}}, insn[31:20]};
      5'h0d, 5'h05: immediate = {insn[31:12], 12'b0};
      5'h1b:        immediate = 32'd4;
      default:      immediate = 32'd0;
    endcase
  endfunction

  // ---- e0
  logic                e0_valid_q, e0_wr_q, e0_br_q, e0_jalr_q, e0_adv, e1_adv;
  logic [2:0]          e0_cond_q;
  smex_pkg::meta_t     e0_meta_q;
  smex_pkg::alu_op_t   e0_op_q;
  logic [LANES-1:0]    e0_mask_q;
  logic [31:0]         e0_link_q;
  logic [LANES*32-1:0] e0_a_q, e0_b_q;
  logic [31:0]         imm, pc;

  assign ready_o = ~e0_valid_q | e1_adv;
  assign e0_adv  = ready_o;
  assign imm     = immediate(uop_i.insn);
  assign pc      = uop_i.insn[6:2] == 5'h05 || uop_i.insn[6:2] == 5'h1b ? uop_i.pc : 32'b0;  // AUIPC, JAL: a is zero

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      e0_valid_q <= 1'b0;
    end else if (e0_adv) begin
      e0_valid_q <= valid_i;
      if (valid_i) begin
        e0_meta_q <= {uop_i.warp, uop_i.seq, uop_i.insn[11:7], beat_i, last_i};
        e0_mask_q <= uop_i.mask[beat_i*LANES+:LANES];
        e0_op_q   <= alu_op(uop_i.insn);
        e0_br_q   <= uop_i.insn[6:2] == 5'h18;
        e0_jalr_q <= uop_i.insn[6:2] == 5'h19;
        e0_cond_q <= uop_i.insn[14:12];
        e0_wr_q   <= uop_i.insn[6:2] != 5'h18 && (uop_i.insn[6:2] != 5'h19 || uop_i.insn[11:7] != 5'd0);  // jalr x0 ends with its outcome
        e0_link_q <= uop_i.pc + 32'd4;
        e0_a_q    <= a_i | {LANES{pc}};
        e0_b_q    <= b_i | {LANES{imm}};
      end
    end
  end

  // ---- e1
  logic                e1_valid_q, e1_wr_q, e1_br_q, e1_jalr_q;
  smex_pkg::meta_t     e1_meta_q;
  logic [LANES-1:0]    e1_mask_q, e1_taken_q, taken, lt, eq;
  logic [31:0]         e1_link_q;
  logic [LANES*32-1:0] e1_res_q, res;

  for (genvar l = 0; l < LANES; l++) begin : g_lane
    smex_alu u_alu (
      .v_i(e0_valid_q & e0_mask_q[l]), .op_i(e0_op_q), .a_i(e0_a_q[l*32+:32]), .b_i(e0_b_q[l*32+:32]),
      .res_o(res[l*32+:32]), .lt_o(lt[l]), .eq_o(eq[l])
    );
  end

  assign taken  = ((e0_cond_q[2] ? lt : eq) ^ {LANES{e0_cond_q[0]}}) & e0_mask_q;
  assign e1_adv = ~e1_valid_q | ~e1_wr_q | o_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      e1_valid_q <= 1'b0;
    end else if (e1_adv) begin
      e1_valid_q <= e0_valid_q;
      if (e0_valid_q) begin
        e1_meta_q  <= e0_meta_q;
        e1_mask_q  <= e0_mask_q;
        e1_wr_q    <= e0_wr_q;
        e1_br_q    <= e0_br_q;
        e1_jalr_q  <= e0_jalr_q;
        e1_taken_q <= taken;
        e1_link_q  <= e0_link_q;
        e1_res_q   <= res;
      end
    end
  end

  // ---- jalr: threads of this beat that go where the leader goes
  logic [LANES-1:0] same;
  logic             lead_q, lead;
  logic [31:0]      target_q, target;

  always_comb begin
    same   = 'x;
    target = 'x;
    lead   = 1'b0;
    if (e1_valid_q & e1_jalr_q) begin
      target = target_q;
      lead   = lead_q;
      for (int l = 0; l < LANES; l++) begin
        if (~lead & e1_mask_q[l]) begin
          target = {e1_res_q[l*32+1+:31], 1'b0};
          lead   = 1'b1;
        end
        same[l] = e1_mask_q[l] & e1_res_q[l*32+1+:31] == target[31:1];
      end
    end
  end

  logic [31:0] sofar_q, sofar;
  always_comb begin
    sofar = sofar_q;
    sofar[e1_meta_q.beat*LANES+:LANES] = e1_jalr_q ? same : e1_taken_q;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      br_valid_o <= 1'b0;
      lead_q     <= 1'b0;
    end else begin
      br_valid_o <= 1'b0;
      if (e1_valid_q & e1_adv & (e1_br_q | e1_jalr_q)) begin
        sofar_q    <= sofar;
        lead_q     <= lead & ~e1_meta_q.last;
        target_q   <= target;
        br_valid_o <= e1_meta_q.last;
        if (e1_meta_q.last) begin
          br_warp_o   <= e1_meta_q.warp;
          br_seq_o    <= e1_meta_q.seq;
          br_mask_o   <= sofar;
          br_target_o <= target;
        end
      end
    end
  end

  assign o_valid_o = e1_valid_q & e1_wr_q;
  assign o_meta_o  = e1_meta_q;
  assign o_mask_o  = e1_jalr_q ? same : e1_mask_q;
  assign o_data_o  = e1_jalr_q ? {LANES{e1_link_q}} : e1_res_q;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
