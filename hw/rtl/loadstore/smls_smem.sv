// SPDX-License-Identifier: MIT
// Shared memory of an SM: LANES banks of 32-bit words. It is given one beat of threads at a time
// and serves, each cycle, for every bank the lowest waiting thread and, for loads, all that want
// the same word; the others replay.
// - operands come from outside (smls_xbar), for each bank those of the thread that lane_o names;
//   read words go out as they are, with what is needed to bring them to the threads (smls_deliver),
//   as both ways are also those of a line
// - threads are served in ascending order where it matters: of two stores to a word the higher
//   thread's stands
// - an atomic writes in the cycle after it has read. The beat's threads that want a word which is
//   being written wait, others are read; the next beat waits for the write. LR, SC and amocas come
//   one thread at a time, two cycles each; one reservation (mem_reserve), which a store to the word
//   ends
// - clearing writes all banks, a row a cycle, in the given sixteenths; the rest waits meanwhile
// - while L1's RAM is lent, its rows are those behind the own ones: bank g goes on in L1's word g.
//   Both are read, and the one that was meant is shown

module smls_smem #(
    // Warps of the SM, lanes and banks, KiB of its own
    parameter int unsigned WARPS = 16,
    parameter int unsigned LANES = 16,
    parameter int unsigned KIB   = 32,
    parameter int unsigned LENT  = 0,   // KiB of L1's RAM that may be lent, at most KIB
    parameter int unsigned LI    = LENT != 0 ? $clog2(LENT * 256 / LANES) : 1  // do not override
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // A beat: valid until ready
    input  logic                valid_i,
    output logic                ready_o,     // the last threads are being served
    input  logic [LANES-1:0]    mask_i,
    input  logic [LANES*18-1:0] addr_i,      // byte offset
    input  logic [LANES*4-1:0]  be_i,        // bytes in the word
    input  logic                store_i,
    input  logic                amo_i,
    input  logic [4:0]          funct5_i,
    input  logic [2:0]          funct3_i,
    /* verilator lint_off UNUSEDSIGNAL */  // as many bits as warps
    input  logic [10:0]         owner_i,     // {warp, first thread of the beat}
    /* verilator lint_on UNUSEDSIGNAL */
    // Operands
    output logic [LANES*$clog2(LANES)-1:0] lane_o,   // for each bank
    input  logic [LANES*32-1:0] data_i,      // for each bank
    output logic [$clog2(LANES)-1:0] first_o,
    input  logic [31:0]         cmp_i,       // of thread first_o
    // Results, one cycle later; stall_i holds everything
    output logic                res_valid_o,
    output logic [LANES-1:0]    res_mask_o,
    output logic [LANES*32-1:0] res_word_o,  // of each bank
    output logic [LANES*$clog2(LANES)-1:0] res_bank_o,
    output logic [LANES*2-1:0]  res_byte_o,
    output logic [2:0]          res_form_o,  // smls_extract
    output logic                res_fail_o,  // of an SC
    input  logic                stall_i,
    output logic                replay_o,    // a cycle spent on a conflict
    // Clear
    input  logic                clear_i,
    // sixteenths of the memory; while L1's RAM is lent, eighths of the own one
    input  logic [3:0]          first_i,
    input  logic [3:0]          last_i,
    output logic                clear_done_o,
    // L1's RAM, a word for each bank; data in the next cycle, kept until the next read
    /* verilator lint_off UNUSEDSIGNAL */  // with LENT = 0
    input  logic                lent_i,
    input  logic [LANES*32-1:0] lent_data_i,
    /* verilator lint_on UNUSEDSIGNAL */
    output logic [LANES-1:0]    lent_read_o,
    output logic [LANES*LI-1:0] lent_row_o,
    output logic [LANES*4-1:0]  lent_be_o,   // written
    output logic [LANES*LI-1:0] lent_wrow_o,
    output logic [LANES*32-1:0] lent_wdata_o
);

  localparam int unsigned BI   = $clog2(LANES);
  localparam int unsigned Rows = KIB * 256 / LANES;
  localparam int unsigned OI   = $clog2(Rows);              // own rows
  localparam int unsigned RI   = LENT != 0 ? OI + 1 : OI;   // all rows

  // threads still to be served; those that may be; those that are
  // left_q counts while busy_q is high: some threads of the beat have been served.
  logic [LANES-1:0] left_q, want, pick, serve;
  // threads that want the word of one that is served; of an atomic, in the cycle before
  logic [LANES-1:0] same, same_q;
  // go: something is served in this cycle.
  logic             busy_q, rmw_q, one_by_one, go;   // rmw: an atomic's write comes in this cycle
  logic             all;                           // no thread is left after this cycle
  logic             clearing_q;
  assign want       = busy_q ? left_q : mask_i;
  assign one_by_one = amo_i && (funct5_i == 5'd2 || funct5_i == 5'd3 || funct5_i == 5'd5);
  assign pick       = one_by_one ? want & (~want + 1'b1) : want & ~(same_q & {LANES{rmw_q}});
  assign go         = valid_i && !stall_i && !(rmw_q &&
      (one_by_one || !busy_q || (left_q & ~same_q) == '0)) && !clearing_q && !clear_i;

  // ---- For each bank its lowest thread
  // lead: it is the lowest of its bank. A bank is used if a thread wants it.
  logic [LANES-1:0]    lead, bank_used;
  logic [LANES*32-1:0] place;                    // {bytes, row}
  logic [LANES*RI-1:0] bank_row;
  logic [LANES*4-1:0]  bank_be;
  always_comb begin
    for (int unsigned i = 0; i < LANES; i++) begin
      lead[i] = pick[i];
      for (int unsigned j = 0; j < i; j++)
        if (pick[j] && addr_i[18*i+2+:BI] == addr_i[18*j+2+:BI]) lead[i] = 1'b0;
      same[i] = 1'b0;
      for (int unsigned j = 0; j < i; j++)
        if (pick[i] && lead[j] && addr_i[18*i+2+:BI+RI] == addr_i[18*j+2+:BI+RI]) same[i] = 1'b1;
      serve[i] = lead[i] || (same[i] && !store_i && !amo_i);
      place[32*i+:32] = {{(28 - RI) {1'b0}}, be_i[4*i+:4], addr_i[18*i+2+BI+:RI]};
    end
  end
  for (genvar g = 0; g < LANES; g++) begin : gen_choice
    logic [BI-1:0] lane;
    always_comb begin
      bank_used[g] = 1'b0;
      lane         = '0;
      for (int unsigned i = LANES; i > 0; i--)
        if (pick[i-1] && addr_i[18*(i-1)+2+:BI] == BI'(g)) begin
          bank_used[g] = 1'b1;
          lane         = BI'(i - 1);
        end
    end
    assign lane_o[BI*g+:BI]                      = lane;
    assign {bank_be[4*g+:4], bank_row[RI*g+:RI]} = place[32*lane+:4+RI];
  end
  assign ready_o  = go && all;
  assign replay_o = go && !all;

  // All are served if no two stand in each other's way, which is known earlier than which are.
  always_comb begin
    all = !(one_by_one && (want & (want - 1'b1)) != '0) && !(rmw_q && (want & same_q) != '0);
    for (int unsigned i = 0; i < LANES; i++)
      for (int unsigned j = 0; j < i; j++)
        if (want[i] && want[j] && addr_i[18*i+2+:BI] == addr_i[18*j+2+:BI] &&
            (store_i || amo_i || addr_i[18*i+2+BI+:RI] != addr_i[18*j+2+BI+:RI]))
          all = 1'b0;
  end

  // ---- Banks
  // rmw: banks that an atomic writes in this cycle, and with what it works
  logic [RI-1:0]       clear_row_q, clear_first, clear_last;
  logic [LANES-1:0]    rmw_bank_q;
  logic [31:0]         rmw_cmp_q;
  logic [4:0]          amo5_q;
  // an SC has succeeded; that of the cycle before does
  logic                sc_ok_q, mine;
  for (genvar g = 0; g < LANES; g++) begin : gen_bank
    (* no_rw_check *)  // a word that an atomic writes is not read in that cycle
    logic [31:0]   mem[Rows];
    logic [RI-1:0] row, wrow, rmw_row_q;
    logic [3:0]    wbe, own_be;
    logic [31:0]   wdata, own, rdata, rmw_data_q, amo_new;
    logic          amo_write, amo_keeps, rmw, read;
    assign row  = bank_row[RI*g+:RI];
    assign rmw  = rmw_q && rmw_bank_q[g];
    assign read = go && bank_used[g] && !store_i;
    always_comb begin
      wrow  = clearing_q ? clear_row_q : rmw ? rmw_row_q : row;
      wdata = clearing_q ? '0 : rmw ? amo_new : data_i[32*g+:32];
      wbe   = (go && store_i && bank_used[g]) ? bank_be[4*g+:4] : '0;
      if (clearing_q || (rmw && ((amo5_q == 5'd3) ? mine : amo_write && !amo_keeps))) wbe = '1;
    end
    always_ff @(posedge clk_i) begin
      for (int unsigned k = 0; k < 4; k++)
        if (own_be[k]) mem[wrow[OI-1:0]][8*k+:8] <= wdata[8*k+:8];
      if (read) own <= mem[row[OI-1:0]];
      if (go) begin
        rmw_row_q  <= row;
        rmw_data_q <= data_i[32*g+:32];
      end
    end
    assign res_word_o[32*g+:32] = rdata;
    if (LENT != 0) begin : gen_lent
      logic far_q;           // what was read is L1's
      always_ff @(posedge clk_i) if (read) far_q <= row[RI-1];
      assign rdata                    = far_q ? lent_data_i[32*g+:32] : own;
      assign own_be                   = wbe & {4{!wrow[RI-1]}};
      assign lent_be_o[4*g+:4]        = wbe & {4{wrow[RI-1]}};
      assign lent_read_o[g]           = read;
      assign lent_row_o[LI*g+:LI]     = row[LI-1:0];
      assign lent_wrow_o[LI*g+:LI]    = wrow[LI-1:0];
      assign lent_wdata_o[32*g+:32]   = wdata;
`ifdef VERILATOR
      always_ff @(posedge clk_i)
        if (rst_ni && ((read && row[RI-1]) || (wbe != '0 && wrow[RI-1])) && !lent_i)
          $fatal(1, "smls_smem: a row of L1 that is not lent");
`endif
    end else begin : gen_not_lent
      assign rdata                  = own;
      assign own_be                 = wbe;
      assign lent_be_o[4*g+:4]      = '0;
      assign lent_read_o[g]         = 1'b0;
      assign lent_row_o[LI*g+:LI]   = '0;
      assign lent_wrow_o[LI*g+:LI]  = '0;
      assign lent_wdata_o[32*g+:32] = '0;
    end

    // Atomic of this bank, on what was read in the cycle before
    mem_amo u_amo (
        .amo_i    (amo5_q),
        .old_i    (rdata),
        .operand_i(rmw_data_q),
        .compare_i(rmw_cmp_q),
        .new_o    (amo_new),
        .keeps_o  (amo_keeps),
        .write_o  (amo_write)
    );

`ifdef VERILATOR
    always_ff @(posedge clk_i)
      if (rst_ni && rmw && go && bank_used[g] && (store_i || row == rmw_row_q))
        $fatal(1, "smls_smem: a word is read or stored while an atomic writes it");
`endif
  end

  // ---- Reservation: the lowest thread's, as LR and SC come one by one. It hears of an access a
  // cycle later: whether there is one hangs on whether the register file takes a result. What is
  // served in that cycle is no LR's successor, so the word that is compared is the one held then.
  localparam int unsigned WI = $clog2(WARPS);
  // Accesses of the cycle before: kind, word, thread, and whether one went to the word that is held
  logic                lr, sc, lr_q, sc_q, store_q, hit_q, sc_ok;
  logic [15:0]         word_q;
  logic [WI+4:0]       who_q;
  logic [15:0]         held_word, first_word;
  logic [4:0]          first_lane;
  logic [LANES-1:0]    hits_held;          // any thread, if its access goes to the word
  always_comb begin
    first_o    = '0;
    first_word = '0;
    for (int unsigned i = LANES; i > 0; i--)
      if (want[i-1]) begin
        first_o    = BI'(i - 1);
        first_word = addr_i[18*(i-1)+2+:16];
      end
    for (int unsigned i = 0; i < LANES; i++)
      hits_held[i] = serve[i] && addr_i[18*i+2+:16] == held_word;
  end
  assign first_lane = owner_i[4:0] | 5'(first_o);    // a beat begins at a multiple of LANES
  assign lr    = go && amo_i && funct5_i == 5'd2;
  assign sc    = go && amo_i && funct5_i == 5'd3;
  always_ff @(posedge clk_i) begin
    {lr_q, sc_q, store_q} <= rst_ni ? {lr, sc, go && (store_i || (amo_i && !lr && !sc))} : '0;
    hit_q  <= |hits_held;
    word_q <= first_word;
    who_q  <= {owner_i[5+:WI], first_lane};
    if (sc_q) sc_ok_q <= mine;
  end
  assign sc_ok = sc_q ? mine : sc_ok_q;    // of the last SC
  mem_reserve #(
      .AW   (16),
      .WARPS(WARPS),
      .HOLD (256 * WARPS)
  ) u_reserve (
      .clk_i,
      .rst_ni,
      .lr_i    (lr_q),
      .sc_i    (sc_q),
      .store_i (store_q),
      .thread_i(1'b1),
      .hit_i   (hit_q),
      .addr_i  (word_q),
      .who_i   (who_q),
      .others_i    ('0),
      .others_who_i('0),
      .addr_o  (held_word),
      .sc_ok_o (mine)
  );

  if (LENT != 0) begin : gen_all_rows
    assign clear_first = lent_i ? {first_i, {(OI - 3) {1'b0}}} : RI'({first_i, {(OI - 4) {1'b0}}});
    assign clear_last  = lent_i ? {last_i, {(OI - 3) {1'b1}}} : RI'({last_i, {(OI - 4) {1'b1}}});
  end else begin : gen_own_rows
    assign clear_first = {first_i, {(OI - 4) {1'b0}}};
    assign clear_last  = {last_i, {(OI - 4) {1'b1}}};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q     <= 1'b0;
      rmw_q      <= 1'b0;
      clearing_q <= 1'b0;
    end else begin
      // An atomic that has been read is written in the next cycle, come what may.
      rmw_q      <= go && amo_i;
      if (go) busy_q <= !all;
      if (clear_i && !clearing_q && !clear_done_o) clearing_q <= 1'b1;
      else if (clear_row_q == clear_last) clearing_q <= 1'b0;
    end
    clear_done_o <= clearing_q && clear_row_q == clear_last;
    clear_row_q  <= clearing_q ? clear_row_q + 1'b1 : clear_first;
    if (go) begin
      left_q     <= want & ~serve;
      same_q     <= same;
      rmw_bank_q <= bank_used;
      rmw_cmp_q  <= cmp_i;
      amo5_q     <= funct5_i;
    end
  end

  // ---- Results
  logic res_valid_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) res_valid_q <= 1'b0;
    else if (!stall_i) res_valid_q <= go && !store_i;
    if (go) begin
      res_mask_o <= serve;
      res_form_o <= (amo_i && funct5_i == 5'd3) ? 3'd7 : funct3_i;
      for (int unsigned i = 0; i < LANES; i++) begin
        res_bank_o[BI*i+:BI] <= addr_i[18*i+2+:BI];
        res_byte_o[2*i+:2]   <= addr_i[18*i+:2];
      end
    end
  end
  assign res_valid_o = res_valid_q;

`ifdef VERILATOR
  always_ff @(posedge clk_i) if (rst_ni && lr_q && go) $fatal(1,
      "smls_smem: an access is compared with a word before that of an LR is known");
  always_ff @(posedge clk_i) if (rst_ni && go && all != (serve == want)) $fatal(1,
      "smls_smem: all are served, or not, against what was foretold");
`endif

  assign res_fail_o  = !sc_ok;

endmodule
