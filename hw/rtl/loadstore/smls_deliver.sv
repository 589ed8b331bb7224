// SPDX-License-Identifier: MIT
// Brings results to the register file: those of shared memory as they come, and those of a line, a
// beat of threads at a time. One way from words to threads serves both, by turns if both want it.
// An instruction that owes a last write and has no result gets an empty one, which goes first: it
// is rare, and nothing else may keep it waiting. Longest path: L1 data -> words -> choice by thread
// -> bytes -> register file.

module smls_deliver #(
    // Lanes of a beat
    parameter int unsigned LANES = 16,
    parameter int unsigned WORDS = LANES > 8 ? LANES : 8  // that L1 shows; do not override
) (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    // A group's line: an answer (take) or what the L1 shows in the next cycle (hit)
    // It can take a line in this cycle.
    output logic                           free_o,
    input  logic                           take_i,
    input  logic                           hit_i,
    input  logic                           write_i,       // an answer with nothing to write
    input  logic                           plain_i,       // a line, not one word
    input  smgpu_pkg::line_t               line_i,
    input  logic [WORDS*32-1:0]            l1_word_i,     // a line from each bank
    input  logic [31:0]                    mask_i,
    input  logic [223:0]                   offs_i,        // for each thread its byte in the lines
    input  logic [2:0]                     inst_i,
    input  logic                           needs_i,       // it has a register
    // All threads have theirs. The entry of inst_o comes from smls_table in the same cycle.
    output logic                           done_o,
    output logic [2:0]                     inst_o,
    input  smls_pkg::info_t                info_i,        // of inst_o
    input  logic                           only_i,        // the last group
    // Shared memory
    // A beat of results. They stay while s_stall_o is high.
    input  logic                           s_valid_i,
    output logic                           s_stall_o,
    input  logic [LANES-1:0]               s_mask_i,
    input  logic [LANES*32-1:0]            s_word_i,
    input  logic [LANES*$clog2(LANES)-1:0] s_bank_i,
    input  logic [LANES*2-1:0]             s_byte_i,
    input  logic [2:0]                     s_form_i,
    input  logic                           s_fail_i,
    input  smgpu_pkg::beat_t               s_beat_i,
    input  logic                           s_last_i,
    input  logic [2:0]                     s_inst_i,
    input  smls_pkg::dest_t                s_dest_i,
    input  logic                           s_needs_i,     // it has a register
    // An instruction that is complete
    // It still owes its last write. end_written_o: the register file has taken that.
    input  logic                           end_owes_i,
    input  logic [2:0]                     end_inst_i,
    input  smls_pkg::dest_t                end_dest_i,
    output logic                           end_written_o,
    // Register file
    // A beat of results, until lw_ready_i. lw_inst_o: whose, for the table.
    output logic                           lw_valid_o,
    input  logic                           lw_ready_i,
    output logic [2:0]                     lw_inst_o,
    output smgpu_pkg::warp_t               lw_warp_o,
    output logic [4:0]                     lw_rd_o,
    output logic [7:0]                     lw_seq_o,
    output smgpu_pkg::beat_t               lw_beat_o,
    output logic [LANES-1:0]               lw_mask_o,
    output logic [LANES*32-1:0]            lw_data_o,
    output logic                           lw_last_o
);

  localparam int unsigned B  = 32 / LANES;
  localparam int unsigned BI = $clog2(LANES);
  localparam int unsigned WI = $clog2(WORDS);
  localparam int unsigned BW = smgpu_pkg::BeatW;

  // ---- A group's line
  // valid: a line is here. from_l1: L1 shows it. plain: threads choose words; else there is one
  // word.
  logic               valid_q, from_l1_q, plain_q;
  smgpu_pkg::line_t   line_q;
  // Threads that want something, and those left behind this beat
  logic [31:0]        mask_q, after;
  logic [B-1:0]       any;                  // beats with threads
  logic [223:0]       offs_q;
  smgpu_pkg::beat_t   beat;
  // Threads of the beat, and which byte of the lines each wants
  logic [LANES-1:0]   now;
  /* verilator lint_off UNUSEDSIGNAL */  // as many bits as banks need
  logic [LANES*7-1:0] offs;
  /* verilator lint_on UNUSEDSIGNAL */
  always_comb begin
    beat = '0;
    now  = '0;
    offs = offs_q[LANES*7-1:0];
    for (int unsigned b = B; b > 0; b--)
      if (mask_q[(b-1)*LANES+:LANES] != '0) begin
        beat = BW'(b - 1);
        now  = mask_q[(b-1)*LANES+:LANES];
        offs = offs_q[(b-1)*LANES*7+:LANES*7];
      end
    for (int unsigned b = 0; b < B; b++) any[b] = mask_q[b*LANES+:LANES] != '0;
    after = mask_q;
    for (int unsigned b = 0; b < B; b++) if (beat == BW'(b)) after[b*LANES+:LANES] = '0;
  end

  // Results of stores and of instructions without a destination need no write.
  smls_pkg::dest_t d_dest;
  // needs: there is something to write. sent: a beat is written. lw_s, lw_d, lw_e: whose turn it
  // is.
  logic needs_q, sent, last, lw_s, lw_d, lw_e;
  assign d_dest = info_i.dest;
  assign sent   = lw_d && lw_ready_i;
  assign last   = (any & (any - 1'b1)) == '0;
  assign done_o = valid_q && (!needs_q || (sent && last));
  assign free_o = !valid_q || done_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (take_i || hit_i) valid_q <= 1'b1;
    else if (done_o) valid_q <= 1'b0;
    // They hold nothing if nothing comes: what comes is known too late to choose by it.
    if (free_o) begin
      from_l1_q <= !take_i;
      needs_q   <= needs_i && !(take_i && write_i);
      plain_q   <= !take_i || plain_i;
      line_q    <= line_i;
      mask_q    <= mask_i;
      offs_q    <= offs_i;
      inst_o    <= inst_i;
    end else if (sent) begin
      mask_q <= after;
    end
  end

  // ---- From words to threads
  logic [WORDS*32-1:0] words;
  for (genvar g = 0; g < WORDS; g++) begin : gen_words
    assign words[32*g+:32] = lw_s && g < LANES ? s_word_i[32*(g%LANES)+:32] : from_l1_q
        ? l1_word_i[32*g+:32] : line_q[32*(g%8)+:32];
  end
  for (genvar g = 0; g < LANES; g++) begin : gen_spread
    logic [WI+1:0] off;           // byte in the lines of all banks
    logic [WI-1:0] from;
    logic [31:0]   word;
    assign off  = plain_q ? offs[7*g+:WI+2] : '0;
    assign from = lw_s ? WI'(s_bank_i[BI*g+:BI]) : off[2+:WI];
    assign word = words[32*from+:32];
    smls_extract u_extract (
        .word_i (word),
        .byte_i (lw_s ? s_byte_i[2*g+:2] : off[1:0]),
        .form_i (lw_s ? s_form_i : info_i.funct3),
        .fail_i (s_fail_i),
        .value_o(lw_data_o[32*g+:32])
    );
  end

  // ---- Register writes
  smls_pkg::dest_t dest;
  // d_first: lines go first if both want the port. It changes each time that both did.
  logic s_want, d_want, d_first_q;
  assign s_want     = s_valid_i && s_needs_i;
  assign d_want     = valid_q && needs_q;
  assign lw_e       = end_owes_i;
  assign lw_s       = s_want && !lw_e && !(d_want && d_first_q);
  assign lw_d       = d_want && !lw_e && !(s_want && !d_first_q);
  assign s_stall_o  = s_want && !(lw_s && lw_ready_i);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) d_first_q <= 1'b0;
    else if (s_want && d_want && lw_ready_i && !lw_e) d_first_q <= !d_first_q;
  end
  assign lw_inst_o  = lw_s ? s_inst_i : lw_d ? inst_o : end_inst_i;
  assign dest       = lw_s ? s_dest_i : lw_d ? d_dest : end_dest_i;
  assign lw_valid_o = lw_s || lw_d || lw_e;
  assign lw_warp_o  = dest.warp;
  assign lw_rd_o    = dest.rd;
  assign lw_seq_o   = dest.seq;
  assign lw_beat_o  = lw_s ? s_beat_i : lw_d ? beat : '0;
  assign lw_mask_o  = lw_s ? s_mask_i : lw_d ? now : '0;
  assign lw_last_o  = lw_s ? s_last_i : lw_d ? last && only_i : 1'b1;
  assign end_written_o = lw_e && lw_ready_i;

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      // Who writes has a register and threads. A line comes only when there is room for it.
      if (valid_q && needs_q && d_dest.rd == '0)
        $fatal(1, "smls_deliver: a result of an instruction without a register");
      if (s_valid_i && s_needs_i != (s_dest_i.rd != '0))
        $fatal(1,
            "smls_deliver: a result of shared memory has a register, or not, against what was told");
      if ((take_i || hit_i) && !free_o) $fatal(1, "smls_deliver: a line comes while there is one");
      if (valid_q && needs_q && mask_q == '0) $fatal(1, "smls_deliver: a result for no thread");
    end
`endif

endmodule
