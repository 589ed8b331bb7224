// SPDX-License-Identifier: MIT
// Performance counters: 64 bits each in block RAM, fed from small accumulators that a sweep visits
// in turn.
// - block 0 is the card, block 1 + s is SM s; 64 counters each, as the register file shows them
// - a snapshot copies every accumulator aside in one cycle; the pass that follows adds them to the
//   totals while counting goes on. busy_o is high during the pass; what reads VALUE waits for its
//   end
// - each accumulator holds two sweeps of its counter's greatest increment, so that none overflows
//   while a pass delays its sweep
// - dtok_deepest is a maximum: accumulator and total keep the greatest value since the last clear

/* verilator lint_off UNUSEDSIGNAL */
module card_perf #(
    // SMs, and banks of the L2, each of which counts
    parameter int unsigned SMS      = 1,
    parameter int unsigned L2_BANKS = 1,
    // 0: the card has no such unit, and none of its counters: they read 0
    parameter int unsigned TEX      = 1,
    parameter int unsigned TEXTILE  = 1,
    parameter int unsigned ATTR_KIB = 2,
    parameter int unsigned PRIO_L2  = 1
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // Registers: read data in the next cycle, 0 if not addressed
    input  logic              reg_valid_i,
    input  logic              reg_write_i,
    input  logic [15:0]       reg_addr_i,
    input  logic [31:0]       reg_wdata_i,
    output logic [31:0]       reg_rdata_o,
    // A pass runs
    output logic              busy_o,
    // Increments of this cycle
    // smgpu_perf_pkg::CARD_*, 11 bits each
    // What happens in this cycle; a counter uses as many bits as it needs
    input  logic [smgpu_perf_pkg::CARD_COUNT*11-1:0] card_i,
    input  logic [SMS*smgpu_perf_pkg::SM_COUNT*6-1:0] sm_i,               // smgpu_perf_pkg::SM_*
    input  logic [SMS*9-1:0]  deepest_i                                   // SM_DTOK_DEEPEST
);

  // Blocks of counters: the card and each SM. N: all of them. NI: bits of their numbers.
  // AccW: bits of the widest accumulator.
  localparam int unsigned Blocks = SMS + 1;
  localparam int unsigned N = Blocks * 64;
  localparam int unsigned NI = $clog2(N);
  localparam int unsigned AccW = $clog2(2 * N * 256);

  // Bits of the increment of a counter: block 0 bytes and words, else events of one or (in an SM)
  // two pods, but for some
  function automatic int unsigned inc_width(input bit sm, input int unsigned index);
    if (!sm)
      case (index)
        smgpu_perf_pkg::CARD_DRAM_READ_BYTES, smgpu_perf_pkg::CARD_DRAM_WRITE_BYTES: inc_width = 6;
        smgpu_perf_pkg::CARD_HOST_READ_BYTES, smgpu_perf_pkg::CARD_HOST_WRITE_BYTES: inc_width = 6;
        smgpu_perf_pkg::CARD_DMA_BYTES: inc_width = 7;
        smgpu_perf_pkg::CARD_L2_HITS, smgpu_perf_pkg::CARD_L2_MISSES,
            smgpu_perf_pkg::CARD_L2_HITS_PRIO, smgpu_perf_pkg::CARD_L2_MISSES_PRIO,
        smgpu_perf_pkg::CARD_L2_BYPASSES: inc_width = $clog2(L2_BANKS + 1);   // each bank counts
        smgpu_perf_pkg::CARD_CTAS_COMPLETED: inc_width = 3;
        default: inc_width = 1;
      endcase
    else
      case (index)
        smgpu_perf_pkg::SM_DTOK_DEEPEST: inc_width = 9;
        smgpu_perf_pkg::SM_THREAD_INSTR, smgpu_perf_pkg::SM_VICTIMS: inc_width = 6;
        smgpu_perf_pkg::SM_FETCH_BROADCASTS: inc_width = 4;
        smgpu_perf_pkg::SM_L1_HITS, smgpu_perf_pkg::SM_L1_HITS_PRIO,
            smgpu_perf_pkg::SM_MEM_REQUESTS: inc_width = 4;
        smgpu_perf_pkg::SM_BEATS_SAVED: inc_width = 4;
        default: inc_width = 2;
      endcase
  endfunction

  // What is counted here. Recentered token queues are the firmware's own count.
  function automatic bit counts(input bit sm, input int unsigned index);
    if (!sm)
      case (index)
        smgpu_perf_pkg::CARD_DTOK_RECENTERS: counts = 1'b0;
        smgpu_perf_pkg::CARD_L2_HITS_PRIO, smgpu_perf_pkg::CARD_L2_MISSES_PRIO,
            smgpu_perf_pkg::CARD_L2_BYPASSES: counts = PRIO_L2 != 0;
        default: counts = index < smgpu_perf_pkg::CARD_COUNT;
      endcase
    else
      case (index)
        smgpu_perf_pkg::SM_TEX, smgpu_perf_pkg::SM_TEX_TAPS: counts = TEX != 0;
        smgpu_perf_pkg::SM_TEXTILE_GRANTS, smgpu_perf_pkg::SM_TEXTILE_TIMEOUTS,
            smgpu_perf_pkg::SM_TEXTILE_WAITS: counts = TEXTILE != 0;
        smgpu_perf_pkg::SM_ATTR_HITS, smgpu_perf_pkg::SM_ATTR_MISSES,
            smgpu_perf_pkg::SM_FIVE_OPS_CYCLES: counts = ATTR_KIB != 0;
        default: counts = index < smgpu_perf_pkg::SM_COUNT;
      endcase
  endfunction

  // A write of PERF.CTRL asks for a snapshot, for a clear, or for both.
  logic         we, want_snapshot, want_clear;
  assign we            = reg_valid_i && reg_write_i && reg_addr_i == smgpu_regs_pkg::PERF_CTRL;
  assign want_snapshot = we && reg_wdata_i[0];
  assign want_clear    = we && reg_wdata_i[1];

  // ---- Sweep: the counter read in one cycle is written in the next
  // at_q: the counter that is read. write_at_q: the one that is written.
  logic [NI-1:0] at_q, write_at_q;
  // first: the pass has not read its first counter yet
  logic          pass_q, pass_first_q, snap_q, clear_q;  // a pass runs; what for
  // What the write does: to the snapshot, a clear, a maximum
  logic          write_q, write_snap_q, write_clear_q, write_max_q;
  assign busy_o = pass_q || write_snap_q || write_clear_q;

  // ---- Accumulators, and their copies for a snapshot
  // a power of two apart, so that a choice is a tree of multiplexers and not a shifter
  logic [N*32-1:0]   sums, copies;
  // The accumulator that was read, and its copy
  logic [AccW-1:0]   acc_q, copy_q;
  for (genvar g = 0; g < N; g++) begin : gen_counter
    localparam int unsigned Block = g / 64;
    localparam int unsigned Index = g % 64;
    if (counts(Block != 0, Index)) begin : gen_used
      localparam bit IsMax = Block != 0 && Index == smgpu_perf_pkg::SM_DTOK_DEEPEST;
      localparam int unsigned IW = inc_width(Block != 0, Index);
      localparam int unsigned W = IsMax ? IW : NI + 1 + IW;
      logic [10:0]     port;
      logic [IW-1:0]   inc;
      // sum_q: counted since the last sweep. kept_q: what the snapshot took.
      logic [W-1:0]    sum_q, kept_q;
      if (Block == 0) begin : gen_card
        assign port = card_i[11*Index+:11];
      end else begin : gen_sm
        assign port = IsMax ? {2'b0, deepest_i[9*(Block-1)+:9]}
            : {5'b0, sm_i[6*(smgpu_perf_pkg::SM_COUNT*(Block-1)+Index)+:6]};
      end
      assign inc = port[IW-1:0];
`ifdef VERILATOR
      always_ff @(posedge clk_i) if (rst_ni && port != 11'(inc)) $fatal(1,
          "card_perf: counter %0d counts more than it is made for", g);
`endif
      // A pass stops the sweep: nothing is taken from the accumulators.
      logic visited;
      assign visited = at_q == NI'(g) && !pass_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || want_clear) sum_q <= '0;
        else if (IsMax) sum_q <= visited || W'(inc) > sum_q ? W'(inc) : sum_q;
        else sum_q <= (visited ? '0 : sum_q) + W'(inc);
        // what is visited is on its way to the total
        if (want_snapshot) kept_q <= visited && !IsMax ? '0 : sum_q;
      end
      assign sums[32*g+:32]   = 32'(sum_q);
      assign copies[32*g+:32] = 32'(kept_q);
    end else begin : gen_unused
`ifdef VERILATOR
      // A counter that the card leaves out must not count.
      if (Block == 0 && Index < smgpu_perf_pkg::CARD_COUNT) begin : gen_card
        always_ff @(posedge clk_i) if (rst_ni && card_i[11*Index+:11] != '0) $fatal(1,
            "card_perf: counter %0d is left out and counts", g);
      end else if (Block != 0 && Index < smgpu_perf_pkg::SM_COUNT) begin : gen_sm
        always_ff @(posedge clk_i) if (rst_ni &&
            sm_i[6*(smgpu_perf_pkg::SM_COUNT*(Block-1)+Index)+:6] != '0) $fatal(1,
            "card_perf: counter %0d is left out and counts", g);
      end
`endif
      assign sums[32*g+:32]   = '0;
      assign copies[32*g+:32] = '0;
    end
  end

  // ---- Totals and snapshot
  // Totals, as the last sweep left them, and the snapshot that VALUE shows
  logic [63:0] total[N];
  logic [63:0] total_q, sum;
  logic [63:0] snapshot[N];
  logic [63:0] snapshot_q;
  // What goes to the total: the copy in a pass for a snapshot, else the accumulator
  logic [AccW-1:0] add;
  assign add   = write_snap_q ? copy_q : acc_q;
  assign sum   = write_max_q ? ((total_q > 64'(add)) ? total_q : 64'(add)) : total_q + 64'(add);

  // In a pass the totals stay as they are, unless they are cleared: what was accumulated is added
  // by the next sweep.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      at_q          <= '0;
      pass_q        <= 1'b1;
      pass_first_q  <= 1'b1;
      snap_q        <= 1'b0;
      clear_q       <= 1'b1;   // reset: a pass that clears
      write_q       <= 1'b0;
      write_snap_q  <= 1'b0;
      write_clear_q <= 1'b0;
    end else begin
      at_q          <= (at_q == NI'(N - 1) || pass_first_q) ? '0 : at_q + 1'b1;
      pass_first_q  <= 1'b0;
      // Sweeps always write; a pass writes if it is for a snapshot or a clear.
      write_q       <= !pass_q || ((snap_q || clear_q) && !pass_first_q);
      write_snap_q  <= pass_q && snap_q && !pass_first_q;
      write_clear_q <= pass_q && clear_q && !pass_first_q;
      if (pass_q && !pass_first_q && at_q == NI'(N - 1)) begin
        pass_q  <= 1'b0;
        snap_q  <= 1'b0;
        clear_q <= 1'b0;
      end
      // One that comes during a pass begins another in its place.
      if (want_snapshot || want_clear) begin
        pass_q       <= 1'b1;
        pass_first_q <= 1'b1;
        snap_q       <= want_snapshot;
        clear_q      <= want_clear;
      end
    end
    write_at_q  <= at_q;
    write_max_q <= at_q[NI-1:6] != '0 && at_q[5:0] == 6'(smgpu_perf_pkg::SM_DTOK_DEEPEST);
    acc_q       <= sums[{at_q, 5'b0}+:AccW];
    copy_q      <= copies[{at_q, 5'b0}+:AccW];
    total_q     <= total[at_q];
    if (write_clear_q || (write_q && !write_snap_q)) total[write_at_q] <= write_clear_q ? '0 : sum;
    if (write_snap_q) snapshot[write_at_q] <= sum;
  end

  // ---- Register reads: VALUE word w is half w % 2 of place w / 2
  // Words of VALUE; those behind the last counter read 0
  logic [15:0] word;
  logic        in_values, half_q, from_q;
  assign word      = (reg_addr_i - smgpu_regs_pkg::PERF_VALUE) >> 2;
  assign in_values = reg_valid_i && reg_addr_i >= smgpu_regs_pkg::PERF_VALUE &&
      word < 16'(Blocks * 128);
  always_ff @(posedge clk_i) begin
    snapshot_q <= snapshot[NI'(word >> 1)];
    half_q     <= word[0];
    from_q     <= in_values;
  end
  assign reg_rdata_o = !from_q ? '0 : half_q ? snapshot_q[63:32] : snapshot_q[31:0];

endmodule
/* verilator lint_on UNUSEDSIGNAL */
