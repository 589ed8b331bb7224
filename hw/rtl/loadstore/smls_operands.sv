// SPDX-License-Identifier: MIT
// What threads store, and with what an amocas compares: from the beat that brings it until shared
// memory or a line has it. An instruction that stores has a slot here from its first beat on.
// - in LUT RAM, a beat of threads in each row: as registers, the choice of a beat alone would cost
//   as much as all of it
// - one way from threads to words (smls_xbar) serves shared memory and lines, a beat a cycle, by
//   turns if both want it
// Longest path: which side wants it -> row -> operands -> words.

module smls_operands #(
    // Lanes of a beat
    parameter int unsigned LANES = 16,
    // a line's, or one of each bank; do not override
    parameter int unsigned WORDS = LANES > 8 ? LANES : 8
) (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    // A beat that comes
    // free_o: a slot is free for an instruction that begins. A beat comes with put_i.
    output logic                           free_o,
    output logic [2:0]                     free_slot_o,
    input  logic                           put_i,
    input  logic [2:0]                     put_slot_i,
    input  smgpu_pkg::beat_t               put_beat_i,
    input  logic [LANES*32-1:0]            data_i,
    input  logic [LANES*32-1:0]            cmp_i,
    // An instruction that has a slot starts: which sides will want its operands
    input  logic                           start_i,
    input  logic [2:0]                     start_slot_i,
    input  logic                           start_shared_i,
    input  logic                           start_lines_i,
    // Shared memory: for each bank a thread, and one that compares
    input  logic                           s_want_i,
    output logic                           s_go_o,
    input  logic [2:0]                     s_slot_i,
    input  smgpu_pkg::beat_t               s_beat_i,
    input  logic [1:0]                     s_size_i,     // log2 of the bytes
    input  logic [LANES*$clog2(LANES)-1:0] s_lane_i,
    input  logic [$clog2(LANES)-1:0]       s_cmp_i,
    input  logic                           s_end_i,      // it needs them no more
    // A line: for each byte a thread, and one that compares
    input  logic                           t_want_i,
    output logic                           t_go_o,
    // As for shared memory
    input  logic [2:0]                     t_slot_i,
    input  smgpu_pkg::beat_t               t_beat_i,
    input  logic [1:0]                     t_size_i,
    input  logic [32*$clog2(LANES)-1:0]    t_lane_i,
    input  logic [$clog2(LANES)-1:0]       t_cmp_i,
    input  logic                           t_end_i,
    // Of the one that may
    // Operands at their words, in the cycle of s_go_o or t_go_o
    output logic [WORDS*32-1:0]            word_o,
    output logic [31:0]                    cmp_o
);

  localparam int unsigned B     = 32 / LANES;
  localparam int unsigned BI    = $clog2(LANES);
  // RI: bits of a row, which is a beat of a slot
  localparam int unsigned Slots = (LANES <= 8) ? 4 : 8;
  localparam int unsigned RI    = $clog2(Slots * B);

  // ---- Slots
  logic [Slots-1:0] used_q, shared_q, lines_q;   // in use; shared memory, lines will want it
  always_comb begin
    free_o      = 1'b0;
    free_slot_o = '0;
    for (int unsigned i = Slots; i > 0; i--)
      if (!used_q[i-1]) begin
        free_o      = 1'b1;
        free_slot_o = 3'(i - 1);
      end
  end
  for (genvar g = 0; g < Slots; g++) begin : gen_slot
    // started: it is known who will want the operands. A slot is free when neither does any more.
    logic started_q, shared, lines;
    // A load has no slot: what ends has read a slot, or it is none of these.
    assign shared = shared_q[g] && !(s_end_i && s_go_o && s_slot_i == 3'(g));
    assign lines  = lines_q[g] && !(t_end_i && t_slot_i == 3'(g));
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        used_q[g]   <= 1'b0;
        started_q   <= 1'b0;
        shared_q[g] <= 1'b0;
        lines_q[g]  <= 1'b0;
      end else if (start_i && start_slot_i == 3'(g)) begin
        started_q   <= 1'b1;
        shared_q[g] <= start_shared_i;
        lines_q[g]  <= start_lines_i;
      end else begin
        shared_q[g] <= shared;
        lines_q[g]  <= lines;
        // A slot is in use from the first beat on, long before its instruction starts.
        if (put_i && put_slot_i == 3'(g)) used_q[g] <= 1'b1;
        if (started_q && !shared && !lines) begin
          used_q[g] <= 1'b0;
          started_q <= 1'b0;
        end
      end
    end
  end

  // ---- Turns: shared memory goes first, and a line in the cycle after one in which it had to
  // wait. So which of them goes does not depend on whether the line has threads left, which is
  // known late.
  // Shared memory was served in the cycle before while a line wanted operands.
  logic line_waits_q;
  assign s_go_o = s_want_i && !line_waits_q;
  assign t_go_o = t_want_i && !s_go_o;
  always_ff @(posedge clk_i) line_waits_q <= rst_ni && t_want_i && s_go_o;

  // ---- Operands
  // What is stored, and what is compared with
  logic [LANES*32-1:0] data[Slots*B];
  logic [LANES*32-1:0] cmp[Slots*B];
  logic [LANES*32-1:0] beat_data, beat_cmp;
  logic [RI-1:0]       row, put_row;
  logic [BI-1:0]       cmp_lane;
  assign put_row   = RI'(put_slot_i * 5'(B) + 5'(put_beat_i));
  assign row       = s_go_o ? RI'(s_slot_i * 5'(B) + 5'(s_beat_i))
      : RI'(t_slot_i * 5'(B) + 5'(t_beat_i));
  assign beat_data = data[row];
  assign beat_cmp  = cmp[row];
  assign cmp_lane  = s_go_o ? s_cmp_i : t_cmp_i;
  assign cmp_o     = beat_cmp[32*cmp_lane+:32];
  always_ff @(posedge clk_i) begin
    if (put_i) begin
      data[put_row] <= data_i;
      cmp[put_row]  <= cmp_i;
    end
  end

  // ---- From threads to words
  // For each byte of each word its thread. A bank of shared memory has one for all bytes of its
  // word.
  logic [WORDS*4*BI-1:0] byte_lane;
  for (genvar g = 0; g < WORDS * 4; g++) begin : gen_byte_lane
    if (g >= LANES * 4) begin : gen_line
      assign byte_lane[BI*g+:BI] = t_lane_i[BI*g+:BI];
    end else if (g < 32) begin : gen_both
      assign byte_lane[BI*g+:BI] = s_go_o ? s_lane_i[BI*(g/4)+:BI] : t_lane_i[BI*g+:BI];
    end else begin : gen_bank
      assign byte_lane[BI*g+:BI] = s_lane_i[BI*(g/4)+:BI];
    end
  end
  smls_xbar #(
      .LANES(LANES)
  ) u_xbar (
      .data_i(beat_data),
      .size_i(s_go_o ? s_size_i : t_size_i),
      .lane_i(byte_lane),
      .word_o
  );

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      // One side reads at a time, what it has not done with. A line waits for one cycle at most.
      if (s_go_o && t_go_o) $fatal(1, "smls_operands: two read a beat");
      if (line_waits_q && t_want_i && !t_go_o)
        $fatal(1, "smls_operands: a line waits for a second cycle");
      if (put_i && put_beat_i == '0 && !free_o)
        $fatal(1, "smls_operands: an instruction comes without a free slot");
      if (start_i && !used_q[start_slot_i[$clog2(Slots)-1:0]])
        $fatal(1, "smls_operands: an instruction starts whose slot is free");
      if (s_go_o && !shared_q[s_slot_i[$clog2(Slots)-1:0]])
        $fatal(1, "smls_operands: shared memory reads a slot that it has done with");
      if (t_go_o && !lines_q[t_slot_i[$clog2(Slots)-1:0]])
        $fatal(1, "smls_operands: a line reads a slot that is done with");
    end
`endif

endmodule
