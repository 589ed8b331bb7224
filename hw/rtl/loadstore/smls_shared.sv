// SPDX-License-Identifier: MIT
// Stage S of load/store: an instruction's threads that address shared memory, a beat a cycle into
// smls_smem, and what is known of the beat whose result is shown. The next instruction comes in the
// cycle in which the last beat is served. Longest path: beat with threads -> their addresses ->
// banks in conflict -> all served -> next instruction.

/* verilator lint_off UNUSEDSIGNAL */  // instruction fields that concern others
module smls_shared #(
    // Warps of the SM, lanes of a beat, size of shared memory
    parameter int unsigned WARPS = 16,
    parameter int unsigned LANES = 16,
    parameter int unsigned KIB   = 32,
    parameter int unsigned LENT  = 0,   // of L1's RAM, see smls_smem
    parameter int unsigned LI    = LENT != 0 ? $clog2(LENT * 256 / LANES) : 1  // do not override
) (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    // An instruction
    // It comes with start_i, while ready_o is high.
    input  logic                           start_i,
    output logic                           ready_o,
    input  smgpu_pkg::uop_t                uop_i,
    input  logic [31:0]                    threads_i,   // that address shared memory
    input  logic                           only_i,      // no others
    input  logic [1023:0]                  addr_i,
    input  logic [2:0]                     inst_i,
    input  logic [2:0]                     slot_i,
    // Operands of a beat
    // want_o: the beat at hand wants operands. go_i: they are there in this cycle.
    output logic                           want_o,
    input  logic                           go_i,
    output logic [2:0]                     slot_o,
    output smgpu_pkg::beat_t               beat_o,
    output logic [1:0]                     size_o,
    output logic [LANES*$clog2(LANES)-1:0] lane_o,
    output logic [$clog2(LANES)-1:0]       cmp_o,
    input  logic [LANES*32-1:0]            word_i,
    input  logic [31:0]                    cmp_i,
    output logic                           end_o,       // the last beat is served
    output logic                           store_o,     // and with it all is done
    output logic [2:0]                     inst_o,
    // Results
    // A beat, held while res_stall_i is high. It is a cycle behind the one that is served.
    output logic                           res_valid_o,
    input  logic                           res_stall_i,
    output logic [LANES-1:0]               res_mask_o,
    output logic [LANES*32-1:0]            res_word_o,
    output logic [LANES*$clog2(LANES)-1:0] res_bank_o,
    output logic [LANES*2-1:0]             res_byte_o,
    output logic [2:0]                     res_form_o,
    output logic                           res_fail_o,
    output smgpu_pkg::beat_t               res_beat_o,
    output logic [2:0]                     res_inst_o,
    output logic                           res_needs_o, // it has a destination
    output logic                           res_final_o, // the last of these threads'
    output logic                           res_last_o,  // and of the instruction
    output logic                           replay_o,    // a cycle more, for a conflict
    output smgpu_pkg::warp_t               replay_warp_o,
    // Clear
    // A part of the memory is set to zero, until clear_done_o; see smls_smem
    input  logic                           clear_i,
    input  logic [3:0]                     first_i,
    input  logic [3:0]                     last_i,
    output logic                           clear_done_o,
    // L1's RAM
    // lent_i: it is lent. For each bank a row is read or written; data come in the next cycle.
    input  logic                           lent_i,
    output logic [LANES-1:0]               lent_read_o,
    output logic [LANES*LI-1:0]            lent_row_o,
    input  logic [LANES*32-1:0]            lent_data_i,
    output logic [LANES*4-1:0]             lent_be_o,
    output logic [LANES*LI-1:0]            lent_wrow_o,
    output logic [LANES*32-1:0]            lent_wdata_o
);

  localparam int unsigned B  = 32 / LANES;
  localparam int unsigned BW = smgpu_pkg::BeatW;

  // Below eight lanes an instruction takes eight cycles to come, so a beat may be chosen a cycle
  // early.
  localparam bit          STEP = LANES < 8;

  // An instruction, and of it or the one before the beat that is served
  smgpu_pkg::uop_t            now, uop;
  smgpu_pkg::uop_t            uop_q;
  // left: threads that are not served, with STEP not chosen yet. offs: byte offsets of all 32
  // threads.
  logic [31:0]                left_q, rest;
  logic [32*18-1:0]           offs_q;
  logic [2:0]                 inst_q, slot_q, inst, slot;
  logic                       only_q;
  logic                       only;  // no thread accesses memory
  logic                       store;
  logic                       amo;
  logic                       ready; // the beat is served to its last thread
  logic                       writes;
  logic                       valid;
  logic                       sm_valid;
  smgpu_pkg::beat_t           next_beat, beat;
  logic [B-1:0]               any;          // beats with threads
  // last: no beat with threads comes behind it
  logic                       next_last, last;
  logic [LANES-1:0]           next_mask, mask;
  logic [LANES*18-1:0]        next_offs, offs;
  logic [LANES*4-1:0]         be;
  logic [4:0]                 first_thread;
  assign now    = uop_q;
  assign replay_warp_o = uop.warp;
  assign store  = uop.insn[6:2] == 5'h08;
  assign amo    = uop.insn[6:2] == 5'h0b;
  assign writes = store || amo;

  // ---- The first beat with threads
  always_comb begin
    next_beat = '0;
    for (int unsigned b = B; b > 0; b--) begin
      any[b-1] = left_q[(b-1)*LANES+:LANES] != '0;
      if (any[b-1]) next_beat = BW'(b - 1);
    end
    next_mask = left_q[LANES-1:0];
    next_offs = offs_q[LANES*18-1:0];
    for (int unsigned b = 1; b < B; b++)
      if (next_beat == BW'(b)) begin
        next_mask = left_q[b*LANES+:LANES];
        next_offs = offs_q[b*LANES*18+:LANES*18];
      end
    rest = left_q;
    for (int unsigned b = 0; b < B; b++) if (next_beat == BW'(b)) rest[b*LANES+:LANES] = '0;
  end
  assign next_last = (any & (any - 1'b1)) == '0;
  // Below eight lanes it is chosen a cycle before it is served, and the next instruction comes a
  // cycle after the last one has been chosen.
  if (STEP) begin : gen_step
    // hand: the instruction of the beat that is served. move: the next beat is chosen.
    logic                valid_q, move, last_q, hand_only_q;
    smgpu_pkg::uop_t     hand_q;
    logic [2:0]          hand_inst_q, hand_slot_q;
    smgpu_pkg::beat_t    beat_q;
    logic [LANES-1:0]    mask_q;
    logic [LANES*18-1:0] beat_offs_q;
    assign move = left_q != '0 && (!valid_q || ready);
    always_ff @(posedge clk_i) begin
      valid_q <= rst_ni && (move || (valid_q && !ready));
      if (!rst_ni) left_q <= '0;
      else if (start_i) left_q <= threads_i;
      else if (move) left_q <= rest;
      if (move) begin
        hand_q      <= now;
        hand_inst_q <= inst_q;
        hand_slot_q <= slot_q;
        hand_only_q <= only_q;
        beat_q      <= next_beat;
        mask_q      <= next_mask;
        beat_offs_q <= next_offs;
        last_q      <= next_last;
      end
    end
    assign {uop, inst, slot, only, beat, mask, offs, last} =
        {hand_q, hand_inst_q, hand_slot_q, hand_only_q, beat_q, mask_q, beat_offs_q, last_q};
    assign valid   = valid_q;
    assign ready_o = left_q == '0;
  end else begin : gen_at_once
    always_ff @(posedge clk_i)
      if (!rst_ni) left_q <= '0;
      else if (start_i) left_q <= threads_i;
      else if (ready) left_q <= rest;
    assign {uop, inst, slot, only, beat, mask, offs, last} =
        {now, inst_q, slot_q, only_q, next_beat, next_mask, next_offs, next_last};
    assign valid   = left_q != '0;
    assign ready_o = !valid || end_o;
  end

  assign first_thread = 5'(32'(beat) * LANES);
  for (genvar g = 0; g < LANES; g++) begin : gen_be
    logic [1:0] off;
    assign off         = offs[18*g+:2];
    // Bytes of the word, by width and address
    assign be[4*g+:4]  = (uop.insn[13:12] == 2'd0) ? 4'b0001 << off : (uop.insn[13:12] == 2'd1)
        ? {{2{off[1]}}, {2{!off[1]}}} : '1;
  end
  // A beat of a load needs no operands.
  assign sm_valid = valid && (go_i || !writes);
  assign want_o  = valid && writes;
  assign slot_o  = slot;
  assign beat_o  = beat;
  assign size_o  = uop.insn[13:12];
  assign end_o   = ready && last;
  assign store_o = end_o && store;
  assign inst_o  = inst;

  always_ff @(posedge clk_i) begin
    if (ready_o) begin                    // start_i is known late
      uop_q  <= uop_i;
      only_q <= only_i;
      inst_q <= inst_i;
      slot_q <= slot_i;
      for (int unsigned i = 0; i < 32; i++) offs_q[18*i+:18] <= addr_i[32*i+:18];
    end
    // Results come a cycle after the beat was served.
    if (!res_stall_i) begin
      res_beat_o  <= beat;
      res_inst_o  <= inst;
      res_needs_o <= uop.insn[11:7] != '0;
      res_final_o <= end_o;
      res_last_o  <= end_o && only;
    end
  end

  smls_smem #(
      .WARPS(WARPS),
      .LANES(LANES),
      .KIB  (KIB),
      .LENT (LENT)
  ) u_smem (
      .clk_i,
      .rst_ni,
      .valid_i (sm_valid),
      .ready_o (ready),
      .mask_i  (mask),
      .addr_i  (offs),
      .be_i    (be),
      .store_i (store),
      .amo_i   (amo),
      .funct5_i(uop.insn[31:27]),
      .funct3_i(uop.insn[14:12]),
      .owner_i ({uop.warp, first_thread}),
      .lane_o,
      .data_i  (word_i),
      .first_o (cmp_o),
      .cmp_i,
      .res_valid_o,
      .res_mask_o,
      .res_word_o,
      .res_bank_o,
      .res_byte_o,
      .res_form_o,
      .res_fail_o,
      .stall_i (res_stall_i),
      .replay_o,
      .clear_i,
      .first_i,
      .last_i,
      .clear_done_o,
      .lent_i,
      .lent_read_o,
      .lent_row_o,
      .lent_data_i,
      .lent_be_o,
      .lent_wrow_o,
      .lent_wdata_o
  );

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      // An instruction comes when there is none, and only with threads.
      if (start_i && !ready_o) $fatal(1, "smls_shared: an instruction comes while there is one");
      if (start_i && threads_i == '0) $fatal(1, "smls_shared: an instruction without threads");
    end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
