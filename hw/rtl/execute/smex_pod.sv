// SPDX-License-Identifier: MIT
// Register file and operand collectors of one pod: takes instructions in order, reads their
// operands, dispatches them beat by beat.
//
// - Two banks hold alternate beats (with 32 lanes: the two halves of the one beat), so the two
//   beats of a pair are read together and operands never conflict. With one copy of the registers a
//   pair takes a cycle for each operand that lies in them; with two copies the second one reads rs2
//   beside rs1, and rs3 takes another cycle.
// - Three instructions can be under way: one waiting (i), one reading (r, then t when the data is
//   there), one dispatching (d). What comes last goes from the RAM straight to d; earlier operands
//   wait in g.
// - With KEEP g has a place for each warp, which keeps rs1 for the warp's next instruction: if that
//   has the same rs1, and others too, it does not read it.
// - Registers are zero at launch without anything being cleared: a bit for each register of a warp
//   says whether it has been written. Others read as zero and take no read cycle. The first
//   instruction that writes one with some threads inactive zeroes it while it reads its own
//   operands; its result comes several cycles later.
// - A second bit for each register says whether all threads have the same value in it. An
//   instruction of the whole warp with such operands only is executed once (UNIFORM): pair 0 is
//   read, its first beat is the last one, and smex_wb writes the result into all rows of the
//   register.
// - Reads happen in issue order and before any later instruction's result is written: no
//   write-after-read hazard.
// bits of instructions, warp numbers and control words of which this stage or preset needs only
// some
/* verilator lint_off UNUSEDSIGNAL */
module smex_pod #(
  // Warps of the SM, lanes of a beat
  parameter int unsigned WARPS = 16,
  parameter int unsigned LANES = 8,
  parameter int unsigned COPIES = 1,              // of the register file: 1 or 2
  // of the SM; warp w is warp w / PODS of pod w % PODS
  parameter int unsigned PODS = 2,
  parameter int unsigned UNIFORM = 1,             // 0: every instruction runs all its beats
  parameter int unsigned KEEP = 1                 // 0: each instruction reads its rs1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  // From the front end
  input  logic                     start_valid_i,  // a warp of this pod starts
  input  smgpu_pkg::warp_t         start_warp_i,
  input  logic                     iss_valid_i,
  output logic                     iss_ready_o,
  // while not ready: because operands are read, not because of a pipe; for counters
  output logic                     iss_reads_o,
  output logic                     rf_reads_o,     // a bank is read; for counters
  input  smgpu_pkg::uop_t          iss_uop_i,
  // To the pipes: one beat
  output logic                     d_valid_o,
  input  logic                     d_ready_i,
  output smgpu_pkg::uop_t          d_uop_o,
  output smgpu_pkg::beat_t            d_beat_o,
  output logic                     d_last_o,
  output logic                     d_once_o,       // this beat stands for all of them
  output logic [LANES*32-1:0]      d_a_o,          // rs1, or zero
  output logic [LANES*32-1:0]      d_b_o,          // rs2, or zero
  // rs3, amocas: rd, what FADD, FSUB and FCVT take as an addend, or zero
  output logic [LANES*32-1:0]      d_c_o,
  // Results, from smex_wb (valid only), and the cycle in which it must not take one; in the next
  // its data is zero
  output logic                     w_block_o,
  // in the next cycle it goes on with the rows of a register
  input  logic                     w_fill_i,
  input  logic                     w_valid_i,
  // both banks get this beat, with w_valid_i or after it
  input  logic                     w_all_i,
  input  smgpu_pkg::warp_t         w_warp_i,
  input  logic [4:0]               w_rd_i,
  input  smgpu_pkg::beat_t            w_beat_i,
  input  logic [LANES-1:0]         w_mask_i,
  input  logic [LANES*32-1:0]      w_data_i
);

  localparam int unsigned Beats = 32 / LANES;
  localparam int unsigned BW    = smgpu_pkg::BeatW;
  localparam int unsigned BankL = LANES == 32 ? 16 : LANES;    // lanes of a bank
  localparam int unsigned Pairs = LANES > 16 ? 1 : 16 / LANES;
  localparam int unsigned PW    = Pairs == 1 ? 1 : $clog2(Pairs);
  localparam int unsigned Own   = WARPS / PODS;                // warps of this pod
  localparam int unsigned IdxW  = $clog2(Own);
  localparam int unsigned Depth = Own * 32 * Pairs;
  localparam int unsigned AW    = $clog2(Depth);
  localparam int unsigned RowW  = 2 * BankL * 32;
  localparam bit          Once  = UNIFORM != 0 && LANES != 32;

  // ---- Sources of an instruction: {rs3, rs2, rs1} are read, rd is written
  function automatic logic [3:0] operands(input logic [31:0] insn);
    logic [6:0] f7;
    f7 = insn[31:25];
    case (insn[6:2])
      5'h0c, 5'h0d: operands = {insn[6:2] == 5'h0c ? 4'b1011 : 4'b1000};          // OP, LUI
      // OP-IMM, JALR, LOAD
      5'h04, 5'h19, 5'h00: operands = 4'b1001;
      5'h18, 5'h08: operands = 4'b0011;                                            // BRANCH, STORE
      5'h0b: operands = {1'b1, insn[31:27] == 5'h05, 2'b11};                       // AMO
      5'h10, 5'h11, 5'h12, 5'h13: operands = 4'b1111;                              // FMADD ..
      // OP-FP: not FSQRT, FCVT, FCLASS
      5'h14: operands = {2'b10, ~(f7[6] & f7 != 7'h50) & f7 != 7'h2c, 1'b1};
      5'h1c: operands = {3'b100, ~insn[14]};                                       // CSR
      // texture, ATTR.FMA; vote, shuffle; CLD, ATTR.LD; ATTR.BASE
      5'h0a: operands = {1'b1, insn[14:12] == 3'd0,
                         insn[14:13] != 2'b11 & ~smex_pkg::is_attr_fma(insn), insn[14:12] != 3'd6};
      // OP, OP-FP with a constant
      5'h16, 5'h1e: operands = 4'b1001;
      default: operands = 4'b1000;                                                 // AUIPC, JAL
    endcase
  endfunction

  // FP operands that are addends: {rs2, rs1}. They are the last ones that are read. Of what else
  // has these bits no pipe looks at the third operand.
  function automatic logic [1:0] addends(input logic [31:0] insn);
    addends = {2{insn[6:2] == 5'h14}} & {insn[31:28] == 4'h0, insn[31:30] == 2'b11};
  endfunction

  // ---- i: a place for one instruction, so that ready does not depend on what the pipes do
  logic            i_valid_q;
  smgpu_pkg::uop_t i_uop_q;
  logic            r_free;

  assign iss_ready_o = ~i_valid_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      i_valid_q <= 1'b0;
    end else begin
      i_valid_q <= ~r_free & (i_valid_q | iss_valid_i);
      if (~i_valid_q & iss_valid_i) i_uop_q <= iss_uop_i;
    end
  end

  // ---- r: reading
  // Registers that a warp has written; wrote_q is cleared when it starts
  logic [31:0]     written_m [Own];  // of a warp that has written something
  logic [Own-1:0]  wrote_q;
  logic            r_valid_q;
  logic [PW-1:0]   r_pair_q;
  logic [Pairs-1:0] r_zero_q;   // pairs still to be zeroed
  smgpu_pkg::uop_t r_uop_q;
  // need: operands that lie in registers. pend: those of them that the pair still wants.
  logic [2:0]      r_need_q, r_pend_q;
  logic            r_once_q;
  logic [2:0]      r_read_q;    // r_need_q without what is kept

  logic            n_valid;
  smgpu_pkg::uop_t n_uop;
  logic [IdxW-1:0] n_idx;
  logic [3:0]      n_ops;
  logic [31:0]     n_written;
  logic [2:0]      n_need;
  // sets: it is the first to write its register. marks: it enters r and writes. whole: 32 threads.
  logic            n_sets, n_marks, n_whole, n_once;
  logic            n_kept, n_keeps;  // g has its rs1; will have it
  logic [2:0]      n_read;
  logic [2:0]      n_same;      // an operand is the same in all threads
  logic            n_agrees;    // so is the result

  assign n_valid   = i_valid_q | iss_valid_i;
  assign n_uop     = i_valid_q ? i_uop_q : iss_uop_i;
  assign n_idx     = n_uop.warp[PODS-1+:IdxW];
  assign n_marks   = r_free & n_valid & n_ops[3];
  assign n_whole   = n_uop.mask == 32'hffff_ffff;

  always_comb begin
    n_ops     = 'x;
    n_written = 'x;
    n_need    = 'x;
    n_sets    = 1'b0;
    if (n_valid) begin
      n_ops     = operands(n_uop.insn);
      n_written = written_m[n_idx] & {{31{wrote_q[n_idx]}}, 1'b0};
      n_need[0] = n_ops[0] & n_written[n_uop.insn[19:15]];
      n_need[1] = n_ops[1] & n_written[n_uop.insn[24:20]];
      n_need[2] = n_ops[2] & (n_uop.insn[6:2] == 5'h0b ? n_written[n_uop.insn[11:7]]
          : n_written[n_uop.insn[31:27]]);
      n_sets    = n_ops[3] & ~n_written[n_uop.insn[11:7]] & n_uop.insn[11:7] != 5'd0;
    end
  end

  if (Once) begin : g_same
    // Of registers that have been written. A vote gives all threads the same, so does a shuffle
    // that all take from one thread.
    logic same_m [Own*32];
    assign n_same   = ~n_need | {same_m[{n_idx, n_uop.insn[31:27]}],
        same_m[{n_idx, n_uop.insn[24:20]}], same_m[{n_idx, n_uop.insn[19:15]}]};
    assign n_once   = n_whole & n_same == 3'b111 & smex_pkg::is_alike(n_uop.insn);
    assign n_agrees = n_once | (n_whole & n_uop.insn[6:2] == 5'h0a &
                                (n_uop.insn[14:12] == 3'd3 | (n_uop.insn[14:12] == 3'd4 &
                                    n_uop.insn[26:25] == 2'd0 & n_same[1])));
    always_ff @(posedge clk_i) if (n_marks) same_m[{n_idx, n_uop.insn[11:7]}] <= n_agrees;
  end else begin : g_no_same
    assign {n_same, n_once, n_agrees} = '0;
  end

  // ---- What is kept: the rs1 that an instruction of the warp has read and put into g, until
  // another one is put there or the register is written. An instruction that is executed once has
  // pair 0 only. A register that a new warp has not written is not needed, so a start changes
  // nothing.
  assign n_keeps = n_need[0] & ~n_kept & (COPIES == 1 ? n_need[2:1] != 2'b0 : n_need[2]);
  assign n_read  = {n_need[2:1], n_need[0] & ~n_kept};
  if (KEEP != 0) begin : g_keep
    logic [4:0]     kept_m [Own];
    logic [Own-1:0] kept_q;
    assign n_kept = n_need[0] & n_need[2:1] != 2'b0 & kept_q[n_idx] &
                    kept_m[n_idx] == n_uop.insn[19:15];
    always_ff @(posedge clk_i) begin
      if (!rst_ni) kept_q <= '0;
      else if (r_free & n_valid) begin
        if (n_ops[3] & n_uop.insn[11:7] == (n_keeps ? n_uop.insn[19:15] : kept_m[n_idx]))
          kept_q[n_idx] <= 1'b0;
        else if (n_keeps) kept_q[n_idx] <= ~n_once | Pairs == 1;
      end
      if (r_free & n_valid & n_keeps) kept_m[n_idx] <= n_uop.insn[19:15];
    end
  end else begin : g_no_keep
    assign n_kept = 1'b0;
  end

  logic       t_adv, r_step, r_pair_done, r_done, r_last, r_late;
  logic [Pairs-1:0] r_zero_d;
  logic [2:0] r_src;       // operands that are read in this cycle
  logic [4:0] r_reg;       // in copy 0

  if (COPIES == 1) begin : g_src_one
    assign r_src = r_pend_q & (3'b0 - r_pend_q);          // the lowest
  end else begin : g_src_two
    assign r_src = {r_pend_q[2] & ~r_pend_q[0], r_pend_q[1:0]};
  end
  assign r_pair_done = (r_pend_q & ~r_src) == 3'b0;
  assign r_last      = r_once_q | r_pair_q == PW'(Pairs - 1);
  assign r_zero_d    = w_fill_i ? r_zero_q : r_zero_q & (r_zero_q - 1'b1);
  // Zeroing takes no longer than reading, unless it has waited for the rows of a result.
  assign r_late      = Once && Pairs > 1 && r_last && r_zero_d != '0;
  assign r_step      = r_valid_q & t_adv & ~r_late;
  assign r_done      = r_step & r_pair_done & r_last;
  assign r_free      = ~r_valid_q | r_done;
  assign r_reg       = r_src[0] ? r_uop_q.insn[19:15] : r_src[1] & COPIES == 1
      ? r_uop_q.insn[24:20] :
                       r_uop_q.insn[6:2] == 5'h0b ? r_uop_q.insn[11:7] : r_uop_q.insn[31:27];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      r_valid_q <= 1'b0;
      r_zero_q  <= '0;
      wrote_q   <= '0;
    end else begin
      r_zero_q <= r_zero_d;
      if (r_free) begin
        r_valid_q <= n_valid;
        if (n_valid) begin
          r_uop_q  <= n_uop;
          r_need_q <= n_need;
          r_pend_q <= n_read;
          r_read_q <= n_read;
          r_pair_q <= '0;
          r_once_q <= n_once;
          // jalr writes the threads that go along only
          r_zero_q <= {Pairs{n_sets & (~n_whole | (n_uop.insn[6:2] == 5'h19 & ~n_once))}};
        end
      end else if (r_step) begin
        r_pend_q <= r_pair_done ? r_read_q : r_pend_q & ~r_src;
        r_pair_q <= r_pair_q + PW'(r_pair_done);
      end
      if (n_marks) wrote_q[n_idx] <= 1'b1;
      if (start_valid_i) wrote_q[start_warp_i[PODS-1+:IdxW]] <= 1'b0;
    end
    if (n_marks) written_m[n_idx] <= n_written | 32'b1 << n_uop.insn[11:7];
  end

  // ---- Banks
  function automatic logic [AW-1:0] row(input logic [IdxW-1:0] idx, input logic [4:0] register,
      input logic [PW-1:0] pair);
    row = Pairs == 1 ? AW'({idx, register}) : AW'({idx, register, pair});
  endfunction

  // A row is zeroed in this cycle: w_data_i is zero.
  logic            z_valid_q;
  logic [PW-1:0]   z_pair;
  logic [AW-1:0]   z_row_q, w_row;
  logic [RowW-1:0] t_data, t_data_b;             // of copy 0, and of the copy that reads rs2

  // Zeroing does not wait when reading does: what reading waits for may wait for the write port.
  assign w_block_o = r_zero_q != '0 & ~w_fill_i;
  always_comb begin
    z_pair = '0;
    for (int unsigned p = Pairs; p > 0; p--) if (r_zero_q[p-1]) z_pair = PW'(p - 1);
  end
  assign w_row     = row(w_warp_i[PODS-1+:IdxW], w_rd_i, PW'(w_beat_i >> 1));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      z_valid_q <= 1'b0;
    end else begin
      z_valid_q <= w_block_o;
      if (w_block_o) z_row_q <= row(r_uop_q.warp[PODS-1+:IdxW], r_uop_q.insn[11:7], z_pair);
    end
  end

  // The scoreboard of the front end keeps readers away from a register that is being written.
  for (genvar b = 0; b < 2; b++) begin : g_bank
    logic                we;
    logic [BankL-1:0]    mask;
    logic [AW-1:0]       waddr;
    assign we    = z_valid_q | w_all_i | (w_valid_i & (LANES == 32 | w_beat_i[0] == b[0]));
    assign mask  = z_valid_q ? {BankL{1'b1}} : w_mask_i[(LANES == 32 ? b*BankL : 0)+:BankL];
    assign waddr = z_valid_q ? z_row_q : w_row;
    common_lanes #(.DEPTH(Depth), .LANES(BankL)) u_rf (
      .clk_i,
      .re_i    (r_step & (COPIES == 1 ? r_src != 3'b0 : r_src[0] | r_src[2])),
      .raddr_i (row(r_uop_q.warp[PODS-1+:IdxW], r_reg, r_pair_q)),
      .rdata_o (t_data[b*BankL*32+:BankL*32]),
      .we_i    (we),
      .wmask_i (mask),
      .waddr_i (waddr),
      .wdata_i (w_data_i[(LANES == 32 ? b*BankL*32 : 0)+:BankL*32])
    );
    if (COPIES == 2) begin : g_copy
      common_lanes #(.DEPTH(Depth), .LANES(BankL)) u_rf (
        .clk_i,
        .re_i    (r_step & r_src[1]),
        .raddr_i (row(r_uop_q.warp[PODS-1+:IdxW], r_uop_q.insn[24:20], r_pair_q)),
        .rdata_o (t_data_b[b*BankL*32+:BankL*32]),
        .we_i    (we),
        .wmask_i (mask),
        .waddr_i (waddr),
        .wdata_i (w_data_i[(LANES == 32 ? b*BankL*32 : 0)+:BankL*32])
      );
    end
  end
  if (COPIES == 1) begin : g_no_copy
    assign t_data_b = t_data;
  end

  // ---- t: the data of a read is there
  // done: with this read the pair is complete. c, c_b: a copy has read the third operand.
  logic            t_valid_q, t_done_q, t_once_q, t_c_q, t_c_b_q;
  logic [PW-1:0]   t_pair_q, d_pair_q;
  logic [2:0]      t_src_q, t_need_q;
  smgpu_pkg::uop_t t_uop_q;
  logic [RowW-1:0] g_a, g_b_q;
  logic            d_free, d_valid_q, d_sel_q, d_once_q;
  smgpu_pkg::uop_t d_uop_q;
  logic [RowW-1:0] d_a_q, d_b_q, d_c_q;

  logic [1:0]      r_adds;

  assign t_adv  = ~(t_valid_q & t_done_q) | d_free;
  assign r_adds = addends(r_uop_q.insn);

  // r stays where it is because it reads on, or because t does. In the cycle in which it goes, i is
  // still full for the reason of the cycle before.
  logic reads_q;
  always_ff @(posedge clk_i) reads_q <= t_adv;
  assign iss_reads_o = r_free ? reads_q : t_adv;
  assign rf_reads_o  = r_step & r_src != 3'b0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      t_valid_q <= 1'b0;
    end else if (t_adv) begin
      t_valid_q <= r_step;
      if (r_step) begin
        t_done_q <= r_pair_done;
        t_once_q <= r_once_q;
        // What the second copy has read stays at its output until the pair is complete.
        t_src_q  <= {r_src[2], COPIES == 2 ? r_need_q[1] : r_src[1], r_src[0]};
        t_c_q    <= r_src[2] | (r_src[0] & r_adds[0]) | (COPIES == 1 & r_src[1] & r_adds[1]);
        t_c_b_q  <= COPIES == 2 & r_need_q[1] & r_adds[1];
        t_need_q <= r_need_q;
        t_pair_q <= r_pair_q;
        t_uop_q  <= r_uop_q;
      end
      if (COPIES == 1 & t_valid_q & ~t_done_q & t_src_q[1]) g_b_q <= t_data_b;
    end
  end

  logic g_a_we;
  assign g_a_we = t_valid_q & ~t_done_q & t_src_q[0];
  if (KEEP != 0) begin : g_kept
    logic [RowW-1:0] g_a_m [Own*Pairs];
    logic [$clog2(Own*Pairs)-1:0] at;
    assign at  = Pairs == 1 ? $clog2(Own*Pairs)'(t_uop_q.warp[PODS-1+:IdxW])
        : $clog2(Own*Pairs)'({t_uop_q.warp[PODS-1+:IdxW], t_pair_q});
    assign g_a = g_a_m[at];
    always_ff @(posedge clk_i) if (g_a_we) g_a_m[at] <= t_data;
  end else begin : g_not_kept
    logic [RowW-1:0] g_a_q;
    assign g_a = g_a_q;
    always_ff @(posedge clk_i) if (g_a_we) g_a_q <= t_data;
  end

`ifdef VERILATOR
  // A beat stays offered. Only what was written is read. Zeroing and results never meet.
  logic            wait_q;
  smgpu_pkg::beat_t wait_beat_q;
  always_ff @(posedge clk_i) begin
    wait_q      <= rst_ni & d_valid_o & ~d_ready_i;
    wait_beat_q <= d_beat_o;
    if (rst_ni) begin
      if (wait_q && !(d_valid_o && d_beat_o == wait_beat_q))
        $fatal(1, "smex_pod: a beat withdrawn");
      if (r_valid_q && (r_pend_q & ~r_need_q) != 3'b0)
        $fatal(1, "smex_pod: an operand is read that is not in the register file");
      if (z_valid_q && w_data_i != '0)
        $fatal(1, "smex_pod: a register is zeroed with something else");
      if (w_valid_i && w_block_o && z_valid_q)
        $fatal(1, "smex_pod: a result meets the zeroing of a register");
      if (w_all_i && (z_valid_q || w_mask_i != '1 && w_mask_i != '0))
        $fatal(1, "smex_pod: not a whole row is written for all threads");
      if (d_valid_q && d_once_q && d_beat_o != '0)
        $fatal(1, "smex_pod: more of an instruction that is executed once");
      if (d_valid_o && 32'(d_beat_o) >= Beats) $fatal(1, "smex_pod: a beat that there is not");
    end
  end
  // What is said to be the same in all threads is so in all rows that are read of it.
  if (Once) begin : g_check
    logic [2:0]  r_same_q, t_same_q;
    logic [31:0] word_q [3];
    function automatic logic differs(input logic [RowW-1:0] data, input logic [31:0] word);
      differs = 1'b0;
      for (int k = 0; k < int'(RowW/32); k++) differs = differs | data[k*32+:32] != word;
    endfunction
    always_ff @(posedge clk_i) begin
      // an AMO's third operand is rd
      if (r_free & n_valid) r_same_q <= n_same & {n_uop.insn[6:2] != 5'h0b, 2'b11};
      if (t_adv & r_step) t_same_q <= r_same_q;
      if (rst_ni && t_valid_q && t_adv)
        for (int k = 0; k < 3; k++)
          if (t_src_q[k] & t_same_q[k] & (COPIES == 1 | k != 1 | t_done_q)) begin
            logic [RowW-1:0] data;
            data = k == 1 ? t_data_b : t_data;
            if (t_pair_q == '0) word_q[k] <= data[31:0];
            if (differs(data, t_pair_q == '0 ? data[31:0] : word_q[k]))
              $fatal(1,
                  "smex_pod: threads differ in an operand that is said to be the same in all");
          end
    end
  end
  initial if (COPIES != 1 && COPIES != 2) $fatal(1, "smex_pod: COPIES must be 1 or 2");
`endif

  // ---- d: dispatching
  assign d_free = ~d_valid_q | (d_ready_i & (LANES == 32 | d_sel_q | d_once_q));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      d_valid_q <= 1'b0;
    end else if (d_free) begin
      d_valid_q <= t_valid_q & t_done_q;
      if (t_valid_q & t_done_q) begin
        d_a_q    <= t_src_q[0] ? t_data : t_need_q[0] ? g_a : '0;
        d_b_q    <= t_src_q[1] ? t_data_b : COPIES == 1 & t_need_q[1] ? g_b_q : '0;
        d_c_q    <= t_c_q ? t_data : COPIES == 2 & t_c_b_q ? t_data_b : '0;
        d_uop_q  <= t_uop_q;
        d_pair_q <= t_pair_q;
        d_once_q <= t_once_q;
        d_sel_q  <= 1'b0;
      end
    end else if (d_ready_i) begin
      d_sel_q <= 1'b1;
      // The other beat of the pair comes to where this one is: pipes have no choice of halves in
      // front of them
      d_a_q[RowW/2-1:0] <= d_a_q[RowW-1:RowW/2];
      d_b_q[RowW/2-1:0] <= d_b_q[RowW-1:RowW/2];
      d_c_q[RowW/2-1:0] <= d_c_q[RowW-1:RowW/2];
    end
  end

  assign d_valid_o = d_valid_q;
  assign d_uop_o   = d_uop_q;
  assign d_beat_o  = LANES == 32 ? '0 : BW'({d_pair_q, d_sel_q});
  assign d_last_o  = d_once_q | d_beat_o == BW'(Beats - 1);
  assign d_once_o  = d_once_q;

  assign d_a_o     = d_a_q[LANES*32-1:0];
  assign d_b_o     = d_b_q[LANES*32-1:0];
  assign d_c_o     = d_c_q[LANES*32-1:0];

endmodule
/* verilator lint_on UNUSEDSIGNAL */
