// SPDX-License-Identifier: MIT
// Test of card memory at power-up. Every line is written with words made of its number, then every
// line is read and compared; then the same with all bits inverted. Two lines differ in their words,
// so an address line that is stuck is seen; each bit of a line has been 0 and 1.
//
// An access has the lower bits of its line's number as id, so 16 lines are under way at most, and
// an answer tells the line of its id.

module board_test #(
    parameter int unsigned AW = 30        // address bits of the memory, 37 at most
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // Memory is calibrated: the test may begin
    input  logic         start_i,
    // KiB to be tested, from address 0; it does not change. 0: no test
    input  logic [AW-10:0] kib_i,
    output logic         running_o,
    output logic         done_o,
    output logic         failed_o,        // a wrong line was found; it may come before done_o
    // Both passes count half
    output logic [AW-10:0] kib_o,
    // Wrong lines, up to 0xffff; the first in the order of addresses; wrong bits of all words
    output logic [15:0]  errors_o,
    output logic [AW-6:0] line_o,
    output logic [31:0]  bits_o,
    // Card memory, AXI4 of single beats
    output logic         aw_valid_o,
    input  logic         aw_ready_i,
    output logic         w_valid_o,
    input  logic         w_ready_i,
    output logic [255:0] w_data_o,
    // Answers are always taken. A write that was refused is a wrong line when it is read; so is a
    // read that was.
    input  logic         b_valid_i,
    input  logic [3:0]   b_id_i,
    output logic         ar_valid_o,
    input  logic         ar_ready_i,
    input  logic         r_valid_i,
    input  logic [3:0]   r_id_i,
    input  logic [255:0] r_data_i,
    input  logic [1:0]   r_resp_i,
    // Of a read or a write; its id are the lower bits
    output logic [AW-6:0] at_o
);

  localparam int unsigned LW = AW - 5;    // bits of a line's number

  // A word for each line, no two alike: each step can be undone.
  function automatic logic [31:0] scramble(input logic [LW-1:0] line);
    logic [31:0] first;
    first    = 32'(line) ^ (32'(line) << 13);
    scramble = first ^ (first >> 11);
  endfunction

  // The eight words of a line: that word, turned by four bits more each
  function automatic logic [255:0] words(input logic [31:0] first);
    words = {{first[27:0], first[31:28]}, {first[23:0], first[31:24]},
        {first[19:0], first[31:20]}, {first[15:0], first[31:16]}, {first[11:0], first[31:12]},
        {first[7:0], first[31:8]}, {first[3:0], first[31:4]}, first};
  endfunction

  // ---- Sweeps: write, read, and both again with all bits inverted
  typedef enum logic [2:0] {StWait, StWrite, StRead, StWriteInverse, StReadInverse, StDone} state_e;
  state_e        state_q;
  // line_q: the next line. last_q: it is past the end. busy_q: ids under way.
  // aw_done_q, w_done_q: address or data of this write are taken, the other is not.
  // came_q, differ_q: steps of the comparison below
  logic [LW-1:0] line_q;
  logic [LW:0]   next_line;
  logic          last_q;
  logic          writes;  // this sweep writes
  logic          reads;   // this sweep reads and compares
  logic          inverse; // its words are those of the pattern, inverted
  logic          free;    // there is a next line, and its id is free
  logic          go_write;
  logic          go_read;
  logic          sweep_ends;
  logic          aw_done_q, w_done_q, came_q, differ_q;
  logic [15:0]   busy_q, taken, ended;
  assign writes     = state_q == StWrite || state_q == StWriteInverse;
  assign reads      = state_q == StRead || state_q == StReadInverse;
  assign inverse    = state_q == StWriteInverse || state_q == StReadInverse;
  assign free       = !last_q && !busy_q[line_q[3:0]];
  assign aw_valid_o = writes && free && !aw_done_q;
  assign w_valid_o  = writes && free && !w_done_q;
  assign ar_valid_o = reads && free;
  assign at_o       = line_q;
  assign next_line  = {1'b0, line_q} + 1'b1;
  assign w_data_o   = words(scramble(line_q) ^ {32{inverse}});
  assign go_write   = writes && free && (aw_done_q || aw_ready_i) && (w_done_q || w_ready_i);
  assign go_read    = ar_valid_o && ar_ready_i;
  assign taken      = 16'(go_write || go_read) << line_q[3:0];
  assign ended      = 16'(b_valid_i) << b_id_i | 16'(r_valid_i) << r_id_i;
  assign sweep_ends = last_q && busy_q == '0 && !came_q && !differ_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q   <= StWait;
      busy_q    <= '0;
      aw_done_q <= 1'b0;
      w_done_q  <= 1'b0;
      line_q    <= '0;
      last_q    <= 1'b0;
    end else begin
      busy_q    <= (busy_q | taken) & ~ended;
      aw_done_q <= writes && free && (aw_done_q || aw_ready_i) && !go_write;
      w_done_q  <= writes && free && (w_done_q || w_ready_i) && !go_write;
      if (state_q == StWait || sweep_ends) begin
        line_q <= '0;
        last_q <= 1'b0;
      end else if (taken != '0) begin
        line_q <= next_line[LW-1:0];
        last_q <= next_line == {kib_i, 5'd0};
      end
      unique case (state_q)
        StWait:         if (start_i) state_q <= kib_i == '0 ? StDone : StWrite;
        StWrite:        if (sweep_ends) state_q <= StRead;
        StRead:         if (sweep_ends) state_q <= StWriteInverse;
        StWriteInverse: if (sweep_ends) state_q <= StReadInverse;
        StReadInverse:  if (sweep_ends) state_q <= StDone;
        default:        ;
      endcase
    end
  end
  assign running_o = writes || reads;
  assign done_o    = state_q == StDone;

  // ---- Compare, in three steps: the line as it came; its wrong bits; whether there are any
  logic [LW-5:0]  group_m[16];            // of each id: the other bits of its line
  logic           refused_q, refused2_q, bad;
  logic [LW+1:0]  compared_q;             // lines, of both passes
  logic [255:0]   came_data_q, wrong;
  logic [LW-1:0]  came_line, came_line_q, differ_line_q;
  // came_word_q: the first word that it should have
  logic [31:0]    came_word_q, differ_bits, differ_bits_q;
  assign wrong = came_data_q ^ words(came_word_q);
  assign came_line = {group_m[r_id_i], r_id_i};
  always_comb begin
    differ_bits = '0;
    for (int unsigned i = 0; i < 8; i++) differ_bits = differ_bits | wrong[32*i+:32];
  end
  assign bad = differ_q && (differ_bits_q != '0 || refused2_q);
  always_ff @(posedge clk_i) begin
    if (go_read) group_m[line_q[3:0]] <= line_q[LW-1:4];
    came_data_q   <= r_data_i;
    came_line_q   <= came_line;
    came_word_q   <= scramble(came_line) ^ {32{inverse}};
    refused_q     <= r_resp_i != '0;
    refused2_q    <= refused_q;
    differ_bits_q <= differ_bits;
    differ_line_q <= came_line_q;
    if (!rst_ni) begin
      came_q     <= 1'b0;
      differ_q   <= 1'b0;
      failed_o   <= 1'b0;
      compared_q <= '0;
      errors_o   <= '0;
      line_o     <= '0;
      bits_o     <= '0;
    end else begin
      came_q   <= r_valid_i && reads;
      differ_q <= came_q;
      if (came_q) compared_q <= compared_q + 1'b1;
      if (bad) begin
        failed_o <= 1'b1;
        bits_o   <= bits_o | differ_bits_q;
        if (errors_o != '1) errors_o <= errors_o + 1'b1;
        if (errors_o == '0 || differ_line_q < line_o) line_o <= differ_line_q;
      end
    end
  end
  // A KiB has 32 lines, and each is compared twice.
  assign kib_o = compared_q[LW+1:6];
  logic unused;
  assign unused = ^compared_q[5:0];

endmodule
