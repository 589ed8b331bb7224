// SPDX-License-Identifier: MIT
// Execution block of an SM: one or two pods of registers and operand collectors, four pipes shared
// by them (with ALUS = 2 each pod has an integer pipe of its own), a register write port for each
// pod.
//
//   iss ─▶ smex_pod ×PODS ─▶ integer │ FP │ load/store (outside) │ special ─▶ smex_wb ×PODS ─▶
//   smex_pod
//
// Each pod dispatches a beat a cycle; a pipe takes all beats of one instruction before it turns to
// the other pod. smex_admit says which instructions are admitted. Theory:
// Documentation/hardware/execute.rst.
// bits of instructions, warp numbers and control words of which this stage or preset needs only
// some
/* verilator lint_off UNUSEDSIGNAL */
module smex_top #(
  // Warps of the SM
  parameter int unsigned WARPS = 16,
  // 1 or 2: of one, the ports of pod 1 are neither looked at nor driven but with zero
  parameter int unsigned PODS = 2,
  parameter int unsigned LANES = 8,
  // integer pipes: one for all pods, or one for each of two
  parameter int unsigned ALUS = PODS,
  parameter int unsigned TRACE = 0,
  // threads that a shuffle makes in a cycle
  parameter int unsigned SHUFFLE = LANES <= 8 ? LANES / 4 : LANES,
  // lanes of a beat that the FP pipe takes in a cycle
  parameter int unsigned FP_UNITS = LANES,
  parameter int unsigned COPIES = LANES == 32 ? 2 : 1,          // of the register file
  // beats of each pod that wait for load/store outside of the pod; 0: none
  parameter int unsigned LS_QUEUE = 8,
  parameter int unsigned FP_QUEUE = 4,                          // for the FP pipe; 0: none
  // 0: an instruction with the same operands in all threads runs all its beats
  parameter int unsigned UNIFORM = 1,
  // 1: a pod keeps the last rs1 of each warp
  parameter int unsigned KEEP = 32'(FP_UNITS == LANES),
  parameter int unsigned TEX = 1,                               // 0: no texture instructions
  // {trace_wb_t, mask, data}; do not override
  parameter int unsigned TraceWbW = smgpu_pkg::TraceWbW + 33*LANES
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // Values of CSRs
  input  logic [1:0]           sm_id_i,
  input  logic [63:0]          timebase_i,
  // From and to the front end
  // A warp starts: its registers read as zero, its flags and counts are clear
  input  logic                 start_valid_i,
  input  smgpu_pkg::warp_t     start_warp_i,
  // An instruction for each pod; it is taken with ready
  input  logic [1:0]           iss_valid_i,
  output logic [1:0]           iss_ready_o,
  // for each pod {operands, pipe}: what an instruction that is not taken waits for
  output logic [5:0]           iss_wait_o,
  // the pod's register file is read; for counters, as the next one
  output logic [1:0]           rf_reads_o,
  output logic [1:0]           rf_writes_o,      // of each pod, a result is written
  output logic [1:0]           beat_o,           // the pod has dispatched a beat
  output logic [1:0]           once_o,           // which stands for all of its instruction
  input  logic [2*112-1:0]     iss_uop_i,
  input  logic [1:0]           iss_slow_i,       // smex_pkg::is_slow, if it is for the special pipe
  // For each pod, valid only: the last beat of a result is written in the next cycle
  output logic [1:0]           wb_valid_o,
  output logic [11:0]          wb_warp_o,
  output logic [9:0]           wb_rd_o,
  output logic [3:0]           wb_pipe_o,
  output logic [1:0]           br_valid_o,       // for each pod
  output logic [11:0]          br_warp_o,
  output logic [63:0]          br_mask_o,
  output logic [63:0]          br_target_o,
  // for each pod: br_target is where br_warp's attributes are
  output logic [1:0]           base_valid_o,
  // A trap found here, valid only
  output logic                 ext_valid_o,
  output smgpu_pkg::warp_t     ext_warp_o,
  output logic [31:0]          ext_pc_o,
  output logic [7:0]           ext_cause_o,
  // To load/store
  output logic                 ls_valid_o,
  input  logic                 ls_ready_i,
  output smgpu_pkg::uop_t      ls_uop_o,
  output smgpu_pkg::beat_t            ls_beat_o,
  output logic [LANES*32-1:0]  ls_base_o,
  output logic [LANES*32-1:0]  ls_data_o,
  output logic [LANES*32-1:0]  ls_cmp_o,
  // the texture unit has begun with an instruction: it has room for another one
  input  logic                 tex_taken_i,
  // From load/store
  input  logic                 lw_valid_i,
  output logic                 lw_ready_o,
  input  smgpu_pkg::warp_t     lw_warp_i,
  input  logic [4:0]           lw_rd_i,
  input  logic [7:0]           lw_seq_i,
  input  smgpu_pkg::beat_t            lw_beat_i,
  input  logic [LANES-1:0]     lw_mask_i,
  input  logic [LANES*32-1:0]  lw_data_i,
  input  logic                 lw_last_i,
  // Context of a warp, a cycle after its number
  output smgpu_pkg::warp_t     ctx_warp_o,
  input  smgpu_pkg::warp_ctx_t ctx_i,
  // Trace (zero when TRACE is 0)
  output logic [2*TraceWbW-1:0] trace_wb_o,
  output logic [2*smgpu_pkg::TraceBrW-1:0] trace_br_o  // trace_br_t of each pod
);

  localparam int unsigned DW   = LANES * 32;
  localparam int unsigned WIdx = $clog2(WARPS);

  // ---- Admission (smex_admit)
  smgpu_pkg::uop_t uop0, uop1;
  // allow: admission has nothing against it. fire: it is admitted.
  logic [1:0]      valid, pod_ready, allow, fire;
  logic            slow_done;
  assign {uop1, uop0} = PODS == 2 ? iss_uop_i : {112'b0, iss_uop_i[111:0]};
  assign valid        = PODS == 2 ? iss_valid_i : {1'b0, iss_valid_i[0]};
  smex_admit #(.TEX(TEX)) u_admit (
    .clk_i, .rst_ni, .valid_i(valid), .slow_i(iss_slow_i), .uop0_i(uop0), .uop1_i(uop1),
    .ready_i(pod_ready), .ready_o(iss_ready_o), .allow_o(allow), .fire_o(fire),
    .slow_done_i(slow_done), .tex_taken_i, .ls_stuck_i(ls_valid_o & ~ls_ready_i)
  );

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni && PODS == 1 && iss_valid_i[1])
      $fatal(1, "smex_top: an instruction of a pod that there is not");
  initial if (PODS != 1 && PODS != 2) $fatal(1, "smex_top: PODS must be 1 or 2");
  initial if (ALUS != 1 && (ALUS != 2 || PODS != 2)) $fatal(1,
      "smex_top: ALUS must be 1, or 2 with two pods");
`endif

  // ---- Pods
  // d: a beat that a pod dispatches. w: one that is written. next: one that is written next.
  logic [1:0]       d_valid, d_ready, d_last, d_once, w_block, w_fill, w_all, w_valid, next_valid,
      reads;
  smgpu_pkg::uop_t  d_uop0, d_uop1;
  smgpu_pkg::beat_t            d_beat0, d_beat1;
  logic [DW-1:0]    d_a0, d_b0, d_c0, d_a1, d_b1, d_c1;
  smex_pkg::meta_t  w_meta0, w_meta1, next_meta0, next_meta1;
  logic [LANES-1:0] w_mask0, w_mask1;
  logic [DW-1:0]    w_data0, w_data1;

  smex_pod #(.WARPS(WARPS), .LANES(LANES), .COPIES(COPIES), .PODS(PODS), .UNIFORM(UNIFORM),
      .KEEP(KEEP)) u_pod0 (
    .clk_i, .rst_ni, .start_valid_i(start_valid_i & (PODS == 1 | ~start_warp_i[0])), .start_warp_i,
    .iss_valid_i(valid[0] & allow[0]), .iss_ready_o(pod_ready[0]), .iss_reads_o(reads[0]),
    .rf_reads_o(rf_reads_o[0]), .iss_uop_i(uop0),
    .d_valid_o(d_valid[0]), .d_ready_i(d_ready[0]), .d_uop_o(d_uop0), .d_beat_o(d_beat0),
    .d_last_o(d_last[0]), .d_once_o(d_once[0]),
    .d_a_o(d_a0), .d_b_o(d_b0), .d_c_o(d_c0), .w_block_o(w_block[0]), .w_fill_i(w_fill[0]),
    .w_valid_i(w_valid[0]), .w_all_i(w_all[0]), .w_warp_i(w_meta0.warp),
    .w_rd_i(w_meta0.rd), .w_beat_i(w_meta0.beat), .w_mask_i(w_mask0), .w_data_i(w_data0)
  );

  if (PODS == 2) begin : g_pod1
    smex_pod #(.WARPS(WARPS), .LANES(LANES), .COPIES(COPIES), .PODS(PODS), .UNIFORM(UNIFORM),
        .KEEP(KEEP)) u_pod (
      .clk_i, .rst_ni, .start_valid_i(start_valid_i & start_warp_i[0]), .start_warp_i,
      .iss_valid_i(valid[1] & allow[1]), .iss_ready_o(pod_ready[1]), .iss_reads_o(reads[1]),
      .rf_reads_o(rf_reads_o[1]), .iss_uop_i(uop1),
      .d_valid_o(d_valid[1]), .d_ready_i(d_ready[1]), .d_uop_o(d_uop1), .d_beat_o(d_beat1),
      .d_last_o(d_last[1]), .d_once_o(d_once[1]),
      .d_a_o(d_a1), .d_b_o(d_b1), .d_c_o(d_c1), .w_block_o(w_block[1]), .w_fill_i(w_fill[1]),
      .w_valid_i(w_valid[1]), .w_all_i(w_all[1]), .w_warp_i(w_meta1.warp),
      .w_rd_i(w_meta1.rd), .w_beat_i(w_meta1.beat), .w_mask_i(w_mask1), .w_data_i(w_data1)
    );
  end else begin : g_no_pod1
    assign {pod_ready[1], reads[1], rf_reads_o[1], d_valid[1], d_uop1, d_beat1, d_last[1],
        d_once[1], d_a1, d_b1, d_c1, w_block[1]} = '0;
  end

  // ---- Dispatch: for each pipe the pod whose instruction it has begun, else by turns. With two
  // integer pipes pipe 0 is that of pod 0, and pod 1's stands right behind its pod.
  // A bit for each pipe
  logic [3:0] p_valid, p_ready;
  logic [3:0] sel;        // pod 1 has it
  logic [3:0] lock_q;     // it has begun an instruction ...
  logic [3:0] lock_pod_q; // ... of this pod
  logic [3:0] pref_q;     // pod 1 is next
  logic [3:0] want0, want1; // the pods have something for it
  logic       int1_ready;

  // What is dispatched to load/store or the FP pipe waits in its pod's queue.
  // q: from the queue for load/store. f: from the queue for the FP pipe.
  smgpu_pkg::uop_t             q_uop0, q_uop1, f_uop0, f_uop1;
  smgpu_pkg::beat_t            q_beat0, q_beat1, f_beat0, f_beat1;
  logic [DW-1:0]               q_a0, q_a1, q_b0, q_b1, q_c0, q_c1, f_a0, f_a1, f_b0, f_b1, f_c0,
      f_c1;
  logic [3:0]                  dispatch0, dispatch1;
  logic [1:0]                  q_valid, q_ready, q_last, q_busy;
  logic [1:0]                  f_valid, f_ready, f_last, f_busy;
  smgpu_pkg::warp_t            busy_warp;
  assign dispatch0 = d_valid[0] ? 4'b1 << d_uop0.pipe : 4'b0;
  assign dispatch1 = d_valid[1] ? 4'b1 << d_uop1.pipe : 4'b0;
  smex_queue #(.LANES(LANES), .DEPTH(LS_QUEUE), .THIRD(0)) u_queue0 (
    .clk_i, .rst_ni, .valid_i(dispatch0[2]), .ready_o(q_ready[0]),
    .third_i(smex_pkg::has_third(d_uop0.insn)), .uop_i(d_uop0), .beat_i(d_beat0),
    .last_i(d_last[0]), .a_i(d_a0), .b_i(d_b0), .c_i(d_c0),
    .valid_o(q_valid[0]), .ready_i(~sel[2] & p_ready[2]), .uop_o(q_uop0), .beat_o(q_beat0),
    .last_o(q_last[0]), .a_o(q_a0), .b_o(q_b0), .c_o(q_c0), .busy_warp_i(busy_warp),
    .busy_o(q_busy[0])
  );
  smex_queue #(.LANES(LANES), .DEPTH(FP_QUEUE), .THIRD(1)) u_fp_queue0 (
    .clk_i, .rst_ni, .valid_i(dispatch0[1]), .ready_o(f_ready[0]), .third_i(1'b1), .uop_i(d_uop0),
    .beat_i(d_beat0), .last_i(d_last[0]), .a_i(d_a0), .b_i(d_b0), .c_i(d_c0),
    .valid_o(f_valid[0]), .ready_i(~sel[1] & p_ready[1]), .uop_o(f_uop0), .beat_o(f_beat0),
    .last_o(f_last[0]), .a_o(f_a0), .b_o(f_b0), .c_o(f_c0), .busy_warp_i(busy_warp),
    .busy_o(f_busy[0])
  );
  if (PODS == 2) begin : g_queue1
    smex_queue #(.LANES(LANES), .DEPTH(LS_QUEUE), .THIRD(0)) u_queue (
      .clk_i, .rst_ni, .valid_i(dispatch1[2]), .ready_o(q_ready[1]),
      .third_i(smex_pkg::has_third(d_uop1.insn)), .uop_i(d_uop1), .beat_i(d_beat1),
      .last_i(d_last[1]), .a_i(d_a1), .b_i(d_b1), .c_i(d_c1),
      .valid_o(q_valid[1]), .ready_i(sel[2] & p_ready[2]), .uop_o(q_uop1), .beat_o(q_beat1),
      .last_o(q_last[1]), .a_o(q_a1), .b_o(q_b1), .c_o(q_c1), .busy_warp_i(busy_warp),
      .busy_o(q_busy[1])
    );
    smex_queue #(.LANES(LANES), .DEPTH(FP_QUEUE), .THIRD(1)) u_fp_queue (
      .clk_i, .rst_ni, .valid_i(dispatch1[1]), .ready_o(f_ready[1]), .third_i(1'b1), .uop_i(d_uop1),
      .beat_i(d_beat1), .last_i(d_last[1]), .a_i(d_a1), .b_i(d_b1), .c_i(d_c1),
      .valid_o(f_valid[1]), .ready_i(sel[1] & p_ready[1]), .uop_o(f_uop1), .beat_o(f_beat1),
      .last_o(f_last[1]), .a_o(f_a1), .b_o(f_b1), .c_o(f_c1), .busy_warp_i(busy_warp),
      .busy_o(f_busy[1])
    );
  end else begin : g_no_queue1
    assign {q_valid[1], q_ready[1], q_uop1, q_beat1, q_last[1], q_a1, q_b1, q_c1, q_busy[1]} = '0;
    assign {f_valid[1], f_ready[1], f_uop1, f_beat1, f_last[1], f_a1, f_b1, f_c1, f_busy[1]} = '0;
  end

  assign want0   = {dispatch0[3], q_valid[0], f_valid[0], dispatch0[0]};
  assign want1   = {dispatch1[3], q_valid[1], f_valid[1], dispatch1[0]};
  assign sel     = {{3{PODS == 2}}, PODS == 2 && ALUS == 1} &
      ((lock_q & lock_pod_q) | (~lock_q & want1 & (~want0 | pref_q)));
  assign p_valid = (sel & want1) | (~sel & want0);
  assign d_ready = {|(sel & dispatch1 & p_ready & 4'b1001) | (dispatch1[2] & q_ready[1]) |
                    (dispatch1[1] & f_ready[1]) | (ALUS == 2 & want1[0] & int1_ready),
                    |(~sel & dispatch0 & p_ready & 4'b1001) | (dispatch0[2] & q_ready[0]) |
                        (dispatch0[1] & f_ready[0])};

  // An instruction that is offered and not taken waits for operands of another, for the pipe of the
  // one at the end of its pod, or, where its pod would take it, for its own pipe. Only counters
  // look at this.
  assign iss_wait_o[1:0] = pod_ready[0] ? (uop0.pipe == smgpu_pkg::PipeLs ? smgpu_pkg::PipeLs
      : smgpu_pkg::PipeSpecial) : d_uop0.pipe;
  assign iss_wait_o[4:3] = pod_ready[1] ? (uop1.pipe == smgpu_pkg::PipeLs ? smgpu_pkg::PipeLs
      : smgpu_pkg::PipeSpecial) : d_uop1.pipe;
  assign iss_wait_o[2]   = ~pod_ready[0] & reads[0];
  assign iss_wait_o[5]   = ~pod_ready[1] & reads[1];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      lock_q     <= '0;
      lock_pod_q <= '0;
      pref_q     <= '0;
    end else begin
      for (int q = 0; q < 4; q++) begin
        if (p_valid[q] & p_ready[q]) begin
          lock_q[q]     <= q == 2 ? ~q_last[sel[2]] : q == 1 ? ~f_last[sel[1]] : sel[q]
              ? ~d_last[1] : ~d_last[0];
          lock_pod_q[q] <= sel[q];
          pref_q[q]     <= ~sel[q];
        end
      end
    end
  end

  // ---- Pipes
  // in the order of smex_wb: special, load/store, FP, integer
  logic [3:0]         o_valid, o_ready, o_pod;
  smex_pkg::meta_t    o_meta0, o_meta1, o_meta2, o_meta3;
  logic [4*LANES-1:0] o_mask;
  logic [4*DW-1:0]    o_data;
  logic               int_br_valid, int_base_valid;
  smgpu_pkg::warp_t   int_br_warp;
  logic [7:0]         int_br_seq;
  logic [31:0]        int_br_mask, int_br_target;
  logic [15:0]        br_seq;

  smex_int #(.LANES(LANES), .UNIFORM(UNIFORM)) u_int (
    .clk_i, .rst_ni, .valid_i(p_valid[0]), .ready_o(p_ready[0]), .uop_i(sel[0] ? d_uop1 : d_uop0),
    .beat_i(sel[0] ? d_beat1 : d_beat0),
    .last_i(sel[0] ? d_last[1] : d_last[0]), .a_i(sel[0] ? d_a1 : d_a0), .b_i(sel[0] ? d_b1 : d_b0),
    .o_valid_o(o_valid[3]), .o_ready_i(o_ready[3]), .o_meta_o(o_meta3),
    .o_mask_o(o_mask[3*LANES+:LANES]), .o_data_o(o_data[3*DW+:DW]),
    .br_valid_o(int_br_valid), .br_warp_o(int_br_warp), .br_seq_o(int_br_seq),
    .br_mask_o(int_br_mask), .br_target_o(int_br_target), .base_valid_o(int_base_valid)
  );

  // What pod 1 has of integer results: of its own pipe, or of the one for both
  logic             int1_valid, int1_free;
  smex_pkg::meta_t  int1_meta;
  logic [LANES-1:0] int1_mask;
  logic [DW-1:0]    int1_data;

  if (ALUS == 2) begin : g_int1
    smex_int #(.LANES(LANES), .UNIFORM(UNIFORM)) u_int (
      .clk_i, .rst_ni, .valid_i(want1[0]), .ready_o(int1_ready), .uop_i(d_uop1), .beat_i(d_beat1),
      .last_i(d_last[1]), .a_i(d_a1), .b_i(d_b1),
      .o_valid_o(int1_valid), .o_ready_i(int1_free), .o_meta_o(int1_meta), .o_mask_o(int1_mask),
      .o_data_o(int1_data),
      .br_valid_o(br_valid_o[1]), .br_warp_o(br_warp_o[11:6]), .br_seq_o(br_seq[15:8]),
      .br_mask_o(br_mask_o[63:32]), .br_target_o(br_target_o[63:32]),
      .base_valid_o(base_valid_o[1])
    );
    assign base_valid_o[0] = int_base_valid;
    assign {br_valid_o[0], br_warp_o[5:0], br_seq[7:0]} = {int_br_valid, int_br_warp, int_br_seq};
    assign {br_mask_o[31:0], br_target_o[31:0]}         = {int_br_mask, int_br_target};
  end else begin : g_one_int
    assign int1_ready = 1'b0;
    assign int1_valid = o_valid[3] & o_pod[3];
    assign int1_meta  = o_meta3;
    assign int1_mask  = o_mask[3*LANES+:LANES];
    assign int1_data  = o_data[3*DW+:DW];
    assign br_valid_o   = PODS == 1 ? {1'b0, int_br_valid} :
                          {int_br_valid & int_br_warp[0], int_br_valid & ~int_br_warp[0]};
    assign base_valid_o = PODS == 1 ? {1'b0, int_base_valid}
        : {int_base_valid & int_br_warp[0], int_base_valid & ~int_br_warp[0]};
    assign {br_warp_o[5:0], br_seq[7:0], br_mask_o[31:0], br_target_o[31:0]}      =
        {int_br_warp, int_br_seq, int_br_mask, int_br_target};
    assign {br_warp_o[11:6], br_seq[15:8], br_mask_o[63:32], br_target_o[63:32]} =
        {78{PODS == 2}} & {int_br_warp, int_br_seq, int_br_mask, int_br_target};
  end

  smgpu_pkg::uop_t fp_uop;
  logic [2:0]      fp_frm;
  logic            fl_valid, fp_busy, fp_full, bad_rm;
  smgpu_pkg::warp_t fl_warp;
  logic [4:0]      fl_flags;

  assign fp_uop = sel[1] ? f_uop1 : f_uop0;
  smex_fp #(.LANES(LANES), .UNITS(FP_UNITS)) u_fp (
    .clk_i, .rst_ni, .valid_i(p_valid[1]), .ready_o(p_ready[1]), .uop_i(fp_uop),
    .beat_i(sel[1] ? f_beat1 : f_beat0),
    .last_i(sel[1] ? f_last[1] : f_last[0]), .a_i(sel[1] ? f_a1 : f_a0), .b_i(sel[1] ? f_b1 : f_b0),
    .c_i(sel[1] ? f_c1 : f_c0), .frm_i(fp_frm),
    .o_valid_o(o_valid[2]), .o_ready_i(o_ready[2]), .full_o(fp_full), .o_meta_o(o_meta2),
    .o_mask_o(o_mask[2*LANES+:LANES]), .o_data_o(o_data[2*DW+:DW]),
    .fl_valid_o(fl_valid), .fl_warp_o(fl_warp), .fl_flags_o(fl_flags), .busy_warp_i(busy_warp),
    .busy_o(fp_busy), .bad_rm_o(bad_rm)
  );

  assign ls_valid_o = p_valid[2];
  assign p_ready[2] = ls_ready_i;
  assign ls_uop_o   = sel[2] ? q_uop1 : q_uop0;
  assign ls_beat_o  = sel[2] ? q_beat1 : q_beat0;
  assign ls_base_o  = sel[2] ? q_a1 : q_a0;
  assign ls_data_o  = sel[2] ? q_b1 : q_b0;
  assign ls_cmp_o   = sel[2] ? q_c1 : q_c0;

  // Results of load/store go to the write ports as those of a pipe.
  assign o_valid[1]             = lw_valid_i;
  assign lw_ready_o             = o_ready[1];
  always_comb begin
    o_meta1.warp = lw_warp_i;
    o_meta1.seq  = lw_seq_i;
    o_meta1.rd   = lw_rd_i;
    o_meta1.beat = lw_beat_i;
    o_meta1.last = lw_last_i;
  end
  assign o_mask[1*LANES+:LANES] = lw_mask_i;
  assign o_data[1*DW+:DW]       = lw_data_i;

  // sp_trap: the special pipe has a trap, until it is taken.
  logic [63:0] cycle_q, instret;
  logic        sp_trap, sp_trap_taken;
  smgpu_pkg::warp_t sp_trap_warp, instret_warp;
  logic [31:0] sp_trap_pc;

  smex_special #(.WARPS(WARPS), .LANES(LANES), .SHUFFLE(SHUFFLE), .UNIFORM(UNIFORM)) u_special (
    .clk_i, .rst_ni, .start_valid_i, .start_warp_i,
    .valid_i(p_valid[3]), .ready_o(p_ready[3]), .uop_i(sel[3] ? d_uop1 : d_uop0),
    .beat_i(sel[3] ? d_beat1 : d_beat0),
    .last_i(sel[3] ? d_last[1] : d_last[0]), .a_i(sel[3] ? d_a1 : d_a0), .b_i(sel[3] ? d_b1 : d_b0),
    .done_o(slow_done),
    .o_valid_o(o_valid[0]), .o_ready_i(o_ready[0]), .o_meta_o(o_meta0), .o_mask_o(o_mask[0+:LANES]),
    .o_data_o(o_data[0+:DW]),
    .frm_warp_i(fp_uop.warp), .frm_o(fp_frm), .fl_valid_i(fl_valid), .fl_warp_i(fl_warp),
    .fl_flags_i(fl_flags),
    .busy_warp_o(busy_warp), .busy_i(fp_busy | f_busy != '0), .ctx_warp_o, .ctx_i, .sm_id_i,
    .cycle_i(cycle_q), .time_i(timebase_i),
    .instret_warp_o(instret_warp), .instret_i(instret),
    .trap_o(sp_trap), .trap_warp_o(sp_trap_warp), .trap_pc_o(sp_trap_pc),
    .trap_taken_i(sp_trap_taken)
  );

  // ---- Traps: the FP pipe's can't wait, the special pipe's can
  assign sp_trap_taken = sp_trap & ~bad_rm;
  assign ext_cause_o   = smgpu_hw_pkg::ErrIllegal;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ext_valid_o <= 1'b0;
    end else begin
      ext_valid_o <= bad_rm | sp_trap;
      if (bad_rm | sp_trap) begin
        ext_warp_o <= bad_rm ? fp_uop.warp : sp_trap_warp;
        ext_pc_o   <= bad_rm ? fp_uop.pc : sp_trap_pc;
      end
    end
  end

  // ---- Writing results
  // For each pipe: the write port of pod 0, of pod 1, takes what it has.
  logic [3:0] r0, r1;

  assign o_pod   = {4{PODS == 2}} & {ALUS == 1 & o_meta3.warp[0], o_meta2.warp[0], o_meta1.warp[0],
      o_meta0.warp[0]};
  assign o_ready = (o_pod & r1) | (~o_pod & r0);
  assign int1_free = r1[3];

  smex_wb #(.LANES(LANES), .UNIFORM(UNIFORM)) u_wb0 (
    .clk_i, .rst_ni, .block_i(w_block[0]), .fill_o(w_fill[0]), .fp_full_i(fp_full),
    .valid_i(o_valid & ~o_pod), .ready_o(r0), .meta0_i(o_meta0), .meta1_i(o_meta1),
    .meta2_i(o_meta2),
    .meta3_i(o_meta3), .mask_i(o_mask), .data_i(o_data), .next_valid_o(next_valid[0]),
    .next_meta_o(next_meta0), .next_pipe_o(wb_pipe_o[1:0]), .w_valid_o(w_valid[0]),
    .w_all_o(w_all[0]), .w_meta_o(w_meta0), .w_mask_o(w_mask0), .w_data_o(w_data0)
  );
  if (PODS == 2) begin : g_wb1
    smex_wb #(.LANES(LANES), .UNIFORM(UNIFORM)) u_wb (
      .clk_i, .rst_ni, .block_i(w_block[1]), .fill_o(w_fill[1]), .fp_full_i(fp_full),
      .valid_i({int1_valid, o_valid[2:0] & o_pod[2:0]}), .ready_o(r1), .meta0_i(o_meta0),
      .meta1_i(o_meta1), .meta2_i(o_meta2),
      .meta3_i(int1_meta), .mask_i({int1_mask, o_mask[3*LANES-1:0]}),
      .data_i({int1_data, o_data[3*DW-1:0]}), .next_valid_o(next_valid[1]),
      .next_meta_o(next_meta1), .next_pipe_o(wb_pipe_o[3:2]), .w_valid_o(w_valid[1]),
      .w_all_o(w_all[1]), .w_meta_o(w_meta1), .w_mask_o(w_mask1), .w_data_o(w_data1)
    );
  end else begin : g_no_wb1
    assign {r1, next_valid[1], next_meta1, wb_pipe_o[3:2], w_fill[1], w_all[1], w_valid[1],
        w_meta1, w_mask1, w_data1} = '0;
  end

  // The front end hears of a result in the cycle before it is written: what it then issues reads
  // its operands later than that.
  assign rf_writes_o = w_valid;
  assign beat_o      = d_valid & d_ready;
  assign once_o      = beat_o & d_once;
  assign wb_valid_o = next_valid & {next_meta1.last, next_meta0.last};
  assign wb_warp_o  = {next_meta1.warp, next_meta0.warp};
  assign wb_rd_o    = {next_meta1.rd, next_meta0.rd};

  // ---- Counters: cycles, and instructions admitted for each warp (a bit says whether since its
  // start)
  // Without its bit a warp's count is that of a warp before it, and stands for zero.
  logic [WARPS-1:0] counted_q;
  logic [127:0]     admitted;   // for each pod, of the warp that asks for instret

  for (genvar p = 0; p < 2; p++) begin : g_count
    if (p < PODS) begin : g_pod
      localparam int unsigned IdxW = $clog2(WARPS / PODS);
      logic [63:0] count_q [WARPS/PODS];
      smgpu_pkg::warp_t warp;
      logic [63:0] count;
      assign warp        = p == 0 ? uop0.warp : uop1.warp;
      assign count       = counted_q[warp[WIdx-1:0]] ? count_q[warp[PODS-1+:IdxW]] : 64'd0;
      assign admitted[64*p+:64] = count_q[instret_warp[PODS-1+:IdxW]];
      always_ff @(posedge clk_i) if (fire[p]) count_q[warp[PODS-1+:IdxW]] <= count + 64'd1;
    end else begin : g_none
      assign admitted[64*p+:64] = '0;
    end
  end
  // The reading instruction itself has been counted, nothing later of its warp has been admitted.
  assign instret = (PODS == 2 && instret_warp[0] ? admitted[127:64] : admitted[63:0]) - 64'd1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      cycle_q   <= '0;
      counted_q <= '0;
    end else begin
      cycle_q <= cycle_q + 64'd1;
      if (fire[0]) counted_q[uop0.warp[WIdx-1:0]] <= 1'b1;
      if (fire[1]) counted_q[uop1.warp[WIdx-1:0]] <= 1'b1;
      if (start_valid_i) counted_q[start_warp_i[WIdx-1:0]] <= 1'b0;
    end
  end

  // ---- Trace
  smex_trace #(.TRACE(TRACE), .LANES(LANES)) u_trace0 (
    .w_valid_i(w_valid[0]), .w_all_i(w_all[0]), .w_meta_i(w_meta0), .w_mask_i(w_mask0),
    .w_data_i(w_data0), .br_valid_i(br_valid_o[0]), .br_warp_i(br_warp_o[5:0]),
    .br_seq_i(br_seq[7:0]), .br_mask_i(br_mask_o[31:0]), .br_target_i(br_target_o[31:0]),
    .trace_wb_o(trace_wb_o[TraceWbW-1:0]), .trace_br_o(trace_br_o[smgpu_pkg::TraceBrW-1:0])
  );
  smex_trace #(.TRACE(TRACE), .LANES(LANES)) u_trace1 (
    .w_valid_i(w_valid[1]), .w_all_i(w_all[1]), .w_meta_i(w_meta1), .w_mask_i(w_mask1),
    .w_data_i(w_data1), .br_valid_i(br_valid_o[1]), .br_warp_i(br_warp_o[11:6]),
    .br_seq_i(br_seq[15:8]), .br_mask_i(br_mask_o[63:32]), .br_target_i(br_target_o[63:32]),
    .trace_wb_o(trace_wb_o[2*TraceWbW-1:TraceWbW]),
    .trace_br_o(trace_br_o[2*smgpu_pkg::TraceBrW-1:smgpu_pkg::TraceBrW])
  );

endmodule
/* verilator lint_on UNUSEDSIGNAL */
