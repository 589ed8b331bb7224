// SPDX-License-Identifier: MIT
// Admission of instructions to execution, from each pod one a cycle.
// - one slow instruction at a time (smex_pkg::is_slow); if it is a CSR instruction nothing more of
//   its warp until it has ended: so rounding mode, flags and instret are those of program order
// - a texture instruction when the unit has begun with the one before, and so has room: none stands
//   in the way of others
// - none for load/store in the cycle after it has refused a beat
// If both pods offer a slow instruction, or one for textures, they take turns.

/* verilator lint_off UNUSEDSIGNAL */  // of an instruction what it is and whose
module smex_admit #(
  parameter int unsigned TEX = 1         // 0: no texture instructions
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  // An instruction of each pod; slow: smex_pkg::is_slow, if it is for the special pipe
  input  logic [1:0]       valid_i,
  input  logic [1:0]       slow_i,
  input  smgpu_pkg::uop_t  uop0_i,
  input  smgpu_pkg::uop_t  uop1_i,
  // The pod has room; it is taken with ready. allow: admission has nothing against it. fire: it is
  // admitted
  input  logic [1:0]       ready_i,
  output logic [1:0]       ready_o,
  output logic [1:0]       allow_o,
  output logic [1:0]       fire_o,
  // The slow instruction ends; the texture unit begins with one; load/store refuses a beat
  input  logic             slow_done_i,
  input  logic             tex_taken_i,
  input  logic             ls_stuck_i
);

  // slow_q: a slow instruction is under way, until slow_done_i. turn_q: pod 1 goes first.
  // ls_stuck_q: load/store has refused a beat in the cycle before.
  logic [1:0]       slow;
  logic             slow_q, slow_csr_q, turn_q, ls_stuck_q;
  logic [1:0]       tex, of_tex, tex_room;
  // tex_q: one is admitted with which the unit has not begun
  logic             tex_q, tex_turn_q;
  smgpu_pkg::warp_t slow_warp_q;

  assign slow = valid_i & slow_i;

  // An instruction's own valid comes late, and what is not valid need not be refused.
  assign allow_o[0] = ~(slow_i[0] & (slow_q | (slow[1] & turn_q))) &
      ~(uop0_i.pipe == smgpu_pkg::PipeLs & ls_stuck_q) & ~(of_tex[0] & ~tex_room[0]) &
      ~(slow_csr_q & slow_warp_q == uop0_i.warp);
  assign allow_o[1] = ~(slow_i[1] & (slow_q | (slow[0] & ~turn_q))) &
      ~(uop1_i.pipe == smgpu_pkg::PipeLs & ls_stuck_q) & ~(of_tex[1] & ~tex_room[1]) &
      ~(slow_csr_q & slow_warp_q == uop1_i.warp);
  assign ready_o = ready_i & allow_o;
  assign fire_o  = valid_i & ready_o;

  // If both pods offer one, they take turns.
  assign of_tex      = {2{TEX != 0}} & {
      uop1_i.pipe == smgpu_pkg::PipeLs & uop1_i.insn[6:2] == 5'h0a,
      uop0_i.pipe == smgpu_pkg::PipeLs & uop0_i.insn[6:2] == 5'h0a};
  assign tex         = valid_i & of_tex;
  assign tex_room[0] = ~tex_q & (~tex[1] | ~tex_turn_q);
  assign tex_room[1] = ~tex_q & (~tex[0] | tex_turn_q);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      tex_q      <= 1'b0;
      tex_turn_q <= 1'b0;
    end else begin
      tex_q <= |(fire_o & tex) | (tex_q & ~tex_taken_i);
      if (fire_o[0] & tex[0]) tex_turn_q <= 1'b1;
      else if (fire_o[1] & tex[1]) tex_turn_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      slow_q     <= 1'b0;
      slow_csr_q <= 1'b0;
      turn_q     <= 1'b0;
      ls_stuck_q <= 1'b0;
    end else begin
      ls_stuck_q <= ls_stuck_i;
      if (slow == 2'b11) turn_q <= ~turn_q;
      if (slow_done_i) begin
        slow_q     <= 1'b0;
        slow_csr_q <= 1'b0;
      end
      if (|(fire_o & slow)) begin
        slow_q      <= 1'b1;
        slow_csr_q  <= fire_o[0] & slow[0] ? uop0_i.insn[6:2] == 5'h1c : uop1_i.insn[6:2] == 5'h1c;
        slow_warp_q <= fire_o[0] & slow[0] ? uop0_i.warp : uop1_i.warp;
      end
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (fire_o[0] && fire_o[1] && slow == 2'b11)
        $fatal(1, "smex_admit: two slow instructions admitted in one cycle");
      for (int p = 0; p < 2; p++)
        if (valid_i[p] && slow_i[p] != ((p == 0 ? uop0_i.pipe : uop1_i.pipe) ==
            smgpu_pkg::PipeSpecial && smex_pkg::is_slow(p == 0 ? uop0_i.insn : uop1_i.insn)))
          $fatal(1, "smex_admit: an instruction is not told as what it is");
      if (|(fire_o & slow) && slow_q)
        $fatal(1, "smex_admit: a slow instruction admitted beside another");
      if (slow_done_i && !slow_q)
        $fatal(1, "smex_admit: the end of a slow instruction that there is not");
      if ((fire_o & tex) == 2'b11 || (tex_taken_i && !tex_q))
        $fatal(1, "smex_admit: two texture instructions admitted, or one begun that there is not");
    end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
