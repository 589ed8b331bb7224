// SPDX-License-Identifier: MIT
// Integer pipe: ALU operations, conditional branches, jal's and jalr's link.
//  e0 operands, e1 result, whose zeros are counted as it leaves if need be; the branch outcome is
//  collected over the beats and leaves one cycle after the last one.
// jalr, xsm.attr.base: the lowest-numbered active thread leads. Beats come in ascending order, so
// the leader is known when its followers arrive.
// bits of instructions, warp numbers and control words of which this stage or preset needs only
// some
/* verilator lint_off UNUSEDSIGNAL */
module smex_int #(
  // Lanes of a beat
  parameter int unsigned LANES = 8,
  // 0: every instruction comes with all its beats
  parameter int unsigned UNIFORM = 1
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
  // rs1 and rs2; zero where the instruction has none
  input  logic [LANES*32-1:0] a_i,
  input  logic [LANES*32-1:0] b_i,
  // Result
  // A beat stays offered until o_ready_i. Of jalr the mask has the threads that go with the leader.
  output logic                o_valid_o,
  input  logic                o_ready_i,
  output smex_pkg::meta_t     o_meta_o,
  output logic [LANES-1:0]    o_mask_o,
  output logic [LANES*32-1:0] o_data_o,
  // Branch outcome (valid only)
  // br_mask_o: of a branch the active threads that take it, of jalr those that go to br_target_o
  output logic                br_valid_o,
  output smgpu_pkg::warp_t    br_warp_o,
  output logic [7:0]          br_seq_o,
  output logic [31:0]         br_mask_o,
  output logic [31:0]         br_target_o,
  // br_warp's attributes are at br_target (valid only)
  output logic                base_valid_o
);

  // ---- e0
  // wr: it has a result to write. br, jalr, base: a branch, a jalr, an xsm.attr.base.
  logic                e0_valid_q, e0_wr_q, e0_br_q, e0_jalr_q, e0_base_q, e0_adv, e1_adv;
  // Kind of the branch: funct3
  logic [2:0]          e0_cond_q;
  smex_pkg::meta_t     e0_meta_q;
  smex_pkg::alu_op_t   e0_op_q;
  logic [LANES-1:0]    e0_mask_q;
  // pc + 4 of a jalr
  logic [31:0]         e0_link_q;
  logic [LANES*32-1:0] e0_a_q, e0_b_q, b;
  logic [31:0]         imm, with_pc;
  logic                auipc;
  smex_pkg::alu_in_t   in;
  smex_pkg::alu_op_t   op;
  // smex_pkg::turn_t of each lane
  logic [LANES*11-1:0] e0_turn_q;

  // e0 takes a beat if it is empty or goes on itself.
  assign ready_o = ~e0_valid_q | e1_adv;
  assign e0_adv  = ready_o;
  // AUIPC's result and a link are sums that all lanes share, and come as immediates: a is zero then
  assign auipc   = uop_i.insn[6:2] == 5'h05;
  assign with_pc = uop_i.pc + (auipc ? {uop_i.insn[31:12], 12'b0} : 32'd4);
  assign imm     = smex_pkg::has_const(uop_i.insn) ? uop_i.pc :  // d_b is zero where it stands in
                   auipc || uop_i.insn[6:2] == 5'h1b ? with_pc : smex_pkg::alu_imm(uop_i.insn);
  assign {in, op} = smex_pkg::alu_decode(uop_i.insn);

  // Whose result it is
  smex_pkg::meta_t meta;
  always_comb begin
    meta.warp = uop_i.warp;
    meta.seq  = uop_i.seq;
    meta.rd   = uop_i.insn[11:7];
    meta.beat = beat_i;
    meta.last = last_i;
  end
  always_comb for (int l = 0; l < LANES; l++)
    b[l*32+:32] = in.clz ? smex_pkg::reverse(a_i[l*32+:32]) : (b_i[l*32+:32] | imm) ^ {32{in.neg}};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      e0_valid_q <= 1'b0;
    end else if (e0_adv) begin
      e0_valid_q <= valid_i;
      if (valid_i) begin
        e0_meta_q <= meta;
        e0_mask_q <= uop_i.mask[beat_i*LANES+:LANES];
        e0_op_q   <= op;
        e0_br_q   <= uop_i.insn[6:2] == 5'h18;
        e0_jalr_q <= uop_i.insn[6:2] == 5'h19;
        e0_base_q <= smex_pkg::is_base(uop_i.insn);
        e0_cond_q <= uop_i.insn[14:12];
        // jalr x0 ends with its outcome
        e0_wr_q   <= uop_i.insn[6:2] != 5'h18 && (uop_i.insn[6:2] != 5'h19 ||
            uop_i.insn[11:7] != 5'd0);
        e0_link_q <= with_pc;
        e0_a_q    <= in.clz ? '1 : a_i;
        for (int l = 0; l < LANES; l++)
          e0_turn_q[l*11+:11] <= smex_pkg::alu_turn(in.turn, in.left, in.cut, in.low, in.rev,
              b_i[l*32+:5] | imm[4:0]);
        e0_b_q    <= b;
      end
    end
  end

  // ---- e1
  // count: the zeros of the result are to be counted. taken: threads whose branch condition holds.
  logic                e1_valid_q, e1_wr_q, e1_br_q, e1_jalr_q, e1_base_q, e1_count_q;
  smex_pkg::meta_t     e1_meta_q;
  logic [LANES-1:0]    e1_mask_q, e1_taken_q, taken, lt, eq;
  logic [31:0]         e1_link_q;
  logic [LANES*32-1:0] e1_res_q, res;

  for (genvar l = 0; l < LANES; l++) begin : g_lane
    smex_alu u_alu (
      .v_i(e0_valid_q & e0_mask_q[l]), .op_i(e0_op_q), .a_i(e0_a_q[l*32+:32]),
      .b_i(e0_b_q[l*32+:32]), .turn_i(e0_turn_q[l*11+:11]),
      .res_o(res[l*32+:32]), .lt_o(lt[l]), .eq_o(eq[l])
    );
  end

  // With bit 2 it is a < b, without it a == b; bit 0 inverts it.
  assign taken  = ((e0_cond_q[2] ? lt : eq) ^ {LANES{e0_cond_q[0]}}) & e0_mask_q;
  // What writes nothing does not wait for the port.
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
        e1_base_q  <= e0_base_q;
        e1_count_q <= e0_op_q.count;
        e1_taken_q <= taken;
        e1_link_q  <= e0_link_q;
        e1_res_q   <= res;
      end
    end
  end

  // ---- jalr: threads of this beat that go where the leader goes
  logic [LANES-1:0] same;
  // An active thread has come in this or an earlier beat, so target is that of the leader.
  // lead_q is cleared with the last beat.
  logic             lead_q, lead;
  logic [31:0]      target_q, target;

  always_comb begin
    same   = 'x;
    target = 'x;
    lead   = 1'b0;
    if (e1_valid_q & (e1_jalr_q | e1_base_q)) begin
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

  // Outcome of the threads whose beats have come
  logic [31:0] sofar_q, sofar;
  always_comb begin
    sofar = sofar_q;
    sofar[e1_meta_q.beat*LANES+:LANES] = e1_jalr_q ? same : e1_taken_q;
    if (UNIFORM != 0 && LANES != 32 && e1_meta_q.last && e1_meta_q.beat == '0)    // executed once
      sofar[31:LANES%32] = {(32-LANES%32){e1_jalr_q | e1_taken_q[0]}};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      br_valid_o   <= 1'b0;
      base_valid_o <= 1'b0;
      lead_q       <= 1'b0;
    end else begin
      br_valid_o   <= 1'b0;
      base_valid_o <= 1'b0;
      if (e1_valid_q & e1_adv & (e1_br_q | e1_jalr_q | e1_base_q)) begin
        sofar_q      <= sofar;
        lead_q       <= lead & ~e1_meta_q.last;
        target_q     <= target;
        br_valid_o   <= e1_meta_q.last & ~e1_base_q;
        base_valid_o <= e1_meta_q.last & e1_base_q;
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

  always_comb
    for (int l = 0; l < LANES; l++)
      o_data_o[l*32+:32] = e1_count_q ? {26'b0, smex_pkg::ones(~e1_res_q[l*32+:32])} : e1_jalr_q
          ? e1_link_q : e1_res_q[l*32+:32];

endmodule
/* verilator lint_on UNUSEDSIGNAL */
