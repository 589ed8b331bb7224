// SPDX-License-Identifier: MIT
// Division, remainder, fdiv, fsqrt: one instruction at a time (smex_top admits no second one), bit
// by bit in smex_divsqrt. The operands of all beats are taken at the rate at which they come, so
// nothing waits behind them in the pod.
/* verilator lint_off UNUSEDSIGNAL */  // bits of the instruction of which this unit needs only some
module smex_iter #(
  // Lanes of a beat
  parameter int unsigned LANES = 8,
  // 0: every instruction comes with all its beats
  parameter int unsigned UNIFORM = 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  // A beat
  // One instruction until done_o. With several beats each is taken in the cycle in which it comes.
  input  logic                valid_i,
  output logic                ready_o,
  input  smgpu_pkg::uop_t     uop_i,
  input  smgpu_pkg::beat_t            beat_i,
  input  logic                last_i,
  // rs1 and rs2
  input  logic [LANES*32-1:0] a_i,
  input  logic [LANES*32-1:0] b_i,
  input  logic [2:0]          frm_i,       // of its warp
  // Result
  // Beats of the result in order; each stays until o_ready_i
  output logic                o_valid_o,
  input  logic                o_ready_i,
  output smex_pkg::meta_t     o_meta_o,
  output logic [LANES-1:0]    o_mask_o,
  output logic [LANES*32-1:0] o_data_o,
  output logic                done_o,      // its last beat has left
  // Flags (valid only)
  // Those of the active threads of a pass
  output logic                fl_valid_o,
  output smgpu_pkg::warp_t    fl_warp_o,
  output logic [4:0]          fl_flags_o,
  // Reserved rounding mode: a pulse; the result, with an empty mask, waits until the trap has been
  // taken
  output logic                trap_o,
  input  logic                trap_wait_i
);

  // With few lanes area is saved: a beat takes four passes over a quarter of its lanes' units.
  // Units: smex_divsqrt. Passes: those that a beat takes.
  localparam int unsigned Beats  = 32 / LANES;
  localparam int unsigned BW     = smgpu_pkg::BeatW;
  localparam int unsigned Units  = LANES <= 8 ? LANES / 4 : LANES;
  localparam int unsigned Passes = LANES / Units;

  typedef enum logic [3:0] {
    // Idle waits for the last beat. Read waits for block RAM. Load to Denorm are phases of
    // smex_divsqrt.
    // Emit keeps the results of a pass. Out offers a beat.
    StIdle, StRead, StLoad, StNorm, StSetup, StStep, StPost, StDenorm, StEmit, StOut
  } state_e;

  state_e              state_q;
  // The instruction at hand, its beat and pass, steps that are left, its rounding mode
  smgpu_pkg::uop_t     uop_q;
  smgpu_pkg::beat_t    beat_q, beat_d;
  logic [1:0]          pass_q;
  logic [5:0]          count_q;
  logic [2:0]          rm, rm_q;
  logic                bad;
  logic                dead_q; // it has trapped, so no result is made
  logic                start;
  logic                pass_last;
  logic                op_fp;
  logic                once;
  logic                once_q; // one pass makes the result of all threads
  logic                last;
  logic [LANES-1:0]    mask;
  logic [LANES*32-1:0] a, b;

  // A dynamic rounding mode is that of the cycle in which the last beat comes.
  assign op_fp = uop_i.insn[6:2] == 5'h14;
  assign rm    = uop_i.insn[14:12] == 3'd7 ? frm_i : uop_i.insn[14:12];
  assign bad   = op_fp & rm > 3'd4;
  assign start = state_q == StIdle & valid_i & last_i;
  assign once  = UNIFORM != 0 && Beats != 1 && beat_i == '0;    // with start: one pass makes all

  // ---- Operands: with a single beat they stay with the sender until they are loaded
  if (Beats == 1) begin : g_one
    assign ready_o = state_q == StLoad | (state_q == StIdle & bad);
    assign a       = a_i;
    assign b       = b_i;
  end else begin : g_beats
    // In block RAM, but with the fewest lanes, where there is no block RAM to spare
    localparam int unsigned NW = $clog2(Beats);
    assign ready_o = 1'b1;
    if (LANES >= 8) begin : g_block
      (* ram_style = "block", no_rw_check *)
      logic [2*LANES*32-1:0] ab_m[Beats];
      always_ff @(posedge clk_i) begin
        if (valid_i) ab_m[beat_i[NW-1:0]] <= {b_i, a_i};
        {b, a} <= ab_m[beat_d[NW-1:0]];
      end
    end else begin : g_small
      logic [2*LANES*32-1:0] ab_m[Beats];
      assign {b, a} = ab_m[beat_q[NW-1:0]];
      always_ff @(posedge clk_i) if (valid_i) ab_m[beat_i[NW-1:0]] <= {b_i, a_i};
    end
  end

  // ---- Iteration
  smex_pkg::iter_phase_t phase;
  // smex_pkg::Iter*
  logic [1:0]            op;
  logic [Units-1:0]      unit_busy, unit_mask;
  logic [Units*32-1:0]   unit_a, unit_b, unit_res;
  logic [Units*5-1:0]    unit_flags;
  logic                  on;

  always_comb begin
    phase.load   = state_q == StLoad;
    phase.norm   = state_q == StNorm;
    phase.setup  = state_q == StSetup;
    phase.step   = state_q == StStep;
    phase.post   = state_q == StPost;
    phase.denorm = state_q == StDenorm;
  end
  // From Read to Emit
  assign on        = state_q != StIdle & state_q != StOut;
  assign op        = uop_q.insn[6:2] == 5'h14 ? {1'b1, uop_q.insn[30]} : {1'b0, uop_q.insn[13]};
  assign mask      = uop_q.mask[beat_q*LANES+:LANES];
  // An instruction that is executed once has one pass and one beat.
  assign pass_last = once_q | pass_q == 2'(Passes - 1);
  assign last      = once_q | beat_q == BW'(Beats - 1);
  assign unit_mask = mask[32'(pass_q)*Units+:Units];
  assign unit_a    = a[32'(pass_q)*Units*32+:Units*32];
  assign unit_b    = b[32'(pass_q)*Units*32+:Units*32];

  for (genvar l = 0; l < Units; l++) begin : g_unit
    smex_divsqrt u_divsqrt (
      .clk_i, .v_i(on & unit_mask[l]), .phase_i(phase), .op_i(op), .sgn_i(~uop_q.insn[12]),
      .rm_i(rm_q),
      .a_i(unit_a[l*32+:32]), .b_i(unit_b[l*32+:32]), .busy_o(unit_busy[l]),
      .res_o(unit_res[l*32+:32]), .flags_o(unit_flags[l*5+:5])
    );
  end

  assign fl_valid_o = state_q == StEmit & op[1];
  assign fl_warp_o  = uop_q.warp;

  always_comb begin
    fl_flags_o = '0;
    if (fl_valid_o) begin
      for (int l = 0; l < Units; l++)
        fl_flags_o = fl_flags_o | (unit_flags[l*5+:5] & {5{unit_mask[l]}});
    end
  end

  // ---- Control. Passes without active threads are skipped.
  // in StOut; a register, as whether the other pipes may go on hangs on it
  logic          leave, offers_q;
  smgpu_pkg::beat_t next_beat;

  assign next_beat = beat_q + 1'b1;
  assign beat_d    = start ? '0 : leave ? next_beat : beat_q;
  assign o_valid_o = offers_q;
  assign leave     = o_valid_o & o_ready_i;
  assign done_o    = leave & last;
  assign trap_o    = start & bad;

  always_ff @(posedge clk_i) begin
    beat_q <= beat_d;
    if (!rst_ni) begin
      state_q  <= StIdle;
      dead_q   <= 1'b0;
      offers_q <= 1'b0;
    end else begin
      // One that has trapped waits until the trap is taken.
      offers_q <= state_q == StEmit ? pass_last : state_q == StOut &
          (leave ? ~last & dead_q : ~(dead_q & trap_wait_i));
      case (state_q)
        StIdle:
          if (start) begin
            uop_q   <= uop_i;
            rm_q    <= rm;
            dead_q  <= bad;
            pass_q  <= 2'd0;
            once_q  <= once;
            state_q <= bad ? StOut : once ? StRead : StLoad;
          end
        StRead:  state_q <= StLoad;    // beat 0 has only just been written
        StLoad: begin
          count_q <= op[1] ? 6'd25 : 6'd31;
          state_q <= unit_mask == '0 ? StEmit : op[1] ? StNorm : StSetup;
        end
        StNorm:  if (unit_busy == '0) state_q <= StSetup;
        StSetup: state_q <= StStep;
        StStep: begin
          count_q <= count_q - 6'd1;
          if (count_q == 6'd0) state_q <= op[1] ? StPost : StEmit;
        end
        StPost:   state_q <= StDenorm;
        StDenorm: if (unit_busy == '0) state_q <= StEmit;
        StEmit: begin
          pass_q  <= pass_last ? 2'd0 : pass_q + 2'd1;
          state_q <= pass_last ? StOut : StLoad;
        end
        default:  // StOut
          if (leave) begin
            state_q <= last ? StIdle : dead_q ? StOut : StLoad;
          end
      endcase
    end
  end

  // Result of the beat, a pass at a time; with once_q the results of the units, repeated
  logic [LANES*32-1:0] out_q;
  always_ff @(posedge clk_i)
    if (state_q == StEmit)
      for (int l = 0; l < LANES; l++)
        if (once_q || 32'(pass_q) == l / Units) out_q[l*32+:32] <= unit_res[(l%Units)*32+:32];

  always_comb begin
    o_meta_o.warp = uop_q.warp;
    o_meta_o.seq  = uop_q.seq;
    o_meta_o.rd   = uop_q.insn[11:7];
    o_meta_o.beat = beat_q;
    o_meta_o.last = last;
  end
  assign o_mask_o = dead_q ? '0 : mask;
  assign o_data_o = out_q;

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    // No second instruction comes before the first one ends, and one that has trapped is not
    // executed.
    if (rst_ni) begin
      if (valid_i && state_q != StIdle && !(Beats == 1 && state_q == StLoad))
        $fatal(1, "smex_iter: a second instruction");
      if (on && dead_q) $fatal(1, "smex_iter: an instruction that has trapped is executed");
    end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
