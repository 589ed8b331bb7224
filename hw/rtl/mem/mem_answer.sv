// SPDX-License-Identifier: MIT
// S2 of the L2: one answer a cycle, atomics, and what L1s are told.
// - an atomic takes two cycles at least: its word is read in the first, computed and written in the
//   second. Of an atomic of several words one is computed while the next is read; with AMO_UNITS 8
//   all of them are read, then computed
// - one of the same line right behind has no need of the data RAM: it follows at once; if it wants
//   the same word, it takes the result and has no first cycle. With anything else S1 waits while an
//   atomic is here
// - a store or atomic is answered when each L1 that may hold its line has dropped it; the pipeline
//   stands meanwhile
// - L1s that may hold a line that left the L2 are told beside the pipeline; a store or atomic to it
//   waits (mem_leave)
// - a port takes one answer a cycle: an answer waits here, and the pipeline stands, while another
//   bank of the L2 gives one to its port

/* verilator lint_off UNUSEDSIGNAL */  // of the request, S1 needs the rest
module mem_answer #(
    parameter int unsigned SMS   = 1,
    parameter int unsigned WARPS = 16,   // of an SM
    parameter int unsigned PORTS = 7,
    parameter int unsigned AW    = 11,   // of the data RAM
    parameter bit          INCLUDES = 1'b1, // see mem_l2; 0: L1s are not told of lines that leave
    parameter int unsigned BANKS = 1,       // of the L2
    // words of an atomic of several that are computed in a cycle: 1, or 8, which is all
    parameter int unsigned AMO_UNITS = 1,
    // bits of a thread's number, do not override
    parameter int unsigned WHO   = $clog2(SMS << $clog2(WARPS)) + 5
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    output logic                            stall_o,       // S1 stands
    input  smgpu_pkg::mem_req_t             behind_i,      // in S0
    // From S1: an answer, a line that makes room
    input  logic                            valid_i,
    // its line is that of the request right ahead
    input  logic                            same_line_i,
    input  logic                            respond_i,
    input  logic                            alloc_i,
    input  logic [3:0]                      port_i,
    input  smgpu_pkg::mem_req_t             req_i,
    // the line is line_i, not from the data RAM; req_i only has its id
    input  logic                            straight_i,
    input  smgpu_pkg::line_t                line_i,
    input  logic                            err_i,
    input  logic [SMS-1:0]                  tell_i,        // L1s that have to drop the line
    input  logic [AW-1:0]                   at_i,
    input  logic                            evict_i,       // the victim is dirty
    input  logic [26:0]                     victim_i,
    input  logic [SMS-1:0]                  victim_tell_i, // L1s that have to drop the victim
    // Data RAM: what S1 read, what an atomic writes
    input  smgpu_pkg::line_t                data_i,
    output logic                            amo_o,
    output logic                            amo_we_o,
    output logic [AW-1:0]                   amo_at_o,
    output logic [AMO_UNITS*32-1:0]         amo_data_o,
    output logic [7:0]                      amo_word_o,
    // A dirty victim in S2
    output logic                            evict_o,
    output logic [26:0]                     victim_o,
    output logic                            busy_o,
    // Answers, always taken. want: the port that the answer here is for; wait: another bank gives
    // an answer to that port now
    output logic [PORTS-1:0]                rsp_want_o,
    input  logic                            rsp_wait_i,
    output logic [PORTS-1:0]                rsp_valid_o,
    output smgpu_pkg::mem_rsp_t             rsp_o,
    // An access of a thread is done here that ends a reservation which the thread has in another
    // bank; the same of other banks
    output logic                            served_o,
    output logic [WHO-1:0]                  served_who_o,
    input  logic [BANKS-1:0]                others_i,
    input  logic [BANKS*WHO-1:0]            others_who_i,
    // Invalidations of L1s
    output logic [SMS-1:0]                  inv_valid_o,
    input  logic [SMS-1:0]                  inv_ready_i,
    output logic [SMS*36-1:0]               inv_pa_o
);

  localparam int unsigned RW = smgpu_pkg::MemReqW;

  logic                respond_q, err_q, straight_q, amo_q, write_q, evict_q;
  logic [3:0]          port_q;
  logic [RW-1:0]       req_q;
  smgpu_pkg::mem_req_t req;  // here; req_i is in S1, behind_i in S0
  logic [RW-1:0]       coming;  // req_i as a row of bits, as req_q has req
  smgpu_pkg::line_t    line_q, line;
  logic [AW-1:0]       at_q;
  logic [26:0]         victim_q;
  // S2 ends: no L1 has to drop anything before; S1 waits all the same
  logic                go, hold;
  assign req    = req_q;
  assign coming = req_i;
  assign line   = straight_q ? line_q : data_i;

  // An atomic: what it does to old_q, its word or the next of its words, is done with the operand
  // in word 0 of the request's data.
  logic        step_q, last_q;        // a word is in old_q; it is the last
  logic [7:0]  left_q, words;         // words not yet in old_q; of the next request
  logic [7:0]  word_q, word;          // the one in old_q; the next,
  logic [2:0]  at;                    // its number
  logic        several_q;             // operands are in their places
  logic [7:0]  lowest;                // of left_q
  logic [2:0]  number;                // of word, if it is one
  logic        changes;               // the atomic in its last cycle, but for SC, changes a word
  // S1 has an atomic of one word, as is the one here; of the same line
  logic        follows_q, follows;
  // their words are at one place in their lines; it takes what is written here
  logic        same_word_q, takes;
  logic        one_q;                 // S1 has no atomic of several words
  logic [31:0] old_q, amo_new, operand;
  logic        fetch;                 // the next operand is one of this request's
  logic        amo_write, amo_keeps, sc_ok, is_amo, is_write, is_sc, is_lr;
  assign is_amo   = respond_q && amo_q;
  assign is_write = respond_q && write_q;
  assign is_sc    = is_amo && req.amo == 5'd3;
  assign is_lr    = is_amo && req.amo == 5'd2;
  mem_amo u_amo (
      .amo_i    (req.amo),
      .old_i    (old_q),
      .operand_i(req.data[31:0]),
      .compare_i(req.data[63:32]),
      .new_o    (amo_new),
      .write_o  (amo_write),
      .keeps_o  (amo_keeps)
  );
  // A thread of the card, and whether it is one: only SMs reserve.
  localparam int unsigned Places = SMS << $clog2(WARPS);  // an SM's warps begin at a power of two
  logic [WHO-1:0] who;
  logic [34:0]   held_line;
  logic          thread;
  assign who    = WHO'({port_q[3:1], req.owner[5+:$clog2(WARPS)], req.owner[4:0]});
  assign thread = port_q < 4'(2 * SMS);
  mem_reserve #(
      .AW   (35),
      .WARPS(Places),
      .HOLD (256 * SMS * WARPS),
      .BANKS(BANKS)
  ) u_reserve (
      .clk_i,
      .rst_ni,
      .lr_i    (is_lr && thread && go),
      .sc_i    (is_sc && thread && go),
      .store_i ((is_write || (is_amo && amo_write && !is_sc)) && go),
      .thread_i(thread),
      .hit_i   (req.pa[39:5] == held_line),
      .addr_i  (req.pa[39:5]),
      .who_i   (who),
      .others_i,
      .others_who_i,
      .addr_o  (held_line),
      .sc_ok_o (sc_ok)
  );
  assign served_o     = (is_write || is_amo) && thread && go;
  assign served_who_o = who;
  assign amo_o      = is_amo;
  assign amo_we_o   = is_amo && step_q && (is_sc ? sc_ok : changes) && (go || !last_q);
  assign amo_at_o   = at_q;
  always_comb begin
    operand = req_i.data[31:0] & {32{!fetch}};
    for (int unsigned k = 0; k < 8; k++) begin
      words[k] = one_q ? req_i.pa[4:2] == 3'(k) : req_i.be[4*k];
      if (k > 0) operand = operand | (req.data[32*k+:32] & {32{fetch && word[k]}});
    end
  end
  assign number  = {word[7:4] != '0, word[7:6] != '0 || word[3:2] != '0, word[7] || word[5] ||
      word[3] || word[1]};
  assign lowest  = left_q & (~left_q + 1'b1);
  assign follows = is_amo && same_line_i && follows_q;
  assign takes   = follows && same_word_q;
  assign hold    = is_amo && valid_i && !follows;
  assign stall_o = !go || hold;
  always_ff @(posedge clk_i)
    if (!stall_o) begin
      one_q       <= behind_i.be == '0;
      follows_q   <= behind_i.op == smgpu_pkg::MemAmo && behind_i.be == '0 && one_q;
      same_word_q <= behind_i.pa[4:2] == req_i.pa[4:2];
    end

  if (AMO_UNITS > 1) begin : gen_all
    logic [223:0] olds_q, news;     // of words 1 to 7; word 0 is old_q
    logic [7:1]   write, keeps;
    for (genvar k = 1; k < 8; k++) begin : gen_word
      mem_amo u_amo (
          .amo_i    (req.amo),
          .old_i    (olds_q[32*(k-1)+:32]),
          .operand_i(req.data[32*k+:32]),
          .compare_i('0),
          .new_o    (news[32*(k-1)+:32]),
          .write_o  (write[k]),
          .keeps_o  (keeps[k])
      );
    end
    assign word       = several_q ? left_q : lowest;
    assign at         = several_q ? 3'd0 : number;
    assign fetch      = 1'b0;
    assign changes    = several_q || (amo_write && !amo_keeps);
    assign amo_word_o = word_q & ({write & ~keeps, amo_write && !amo_keeps} | {8{!several_q}});
    // A single word goes to all places, of which one is written.
    assign amo_data_o = {several_q ? news : {7{amo_new}}, amo_new};
    always_ff @(posedge clk_i) if (!last_q) olds_q <= line[255:32];
  end else begin : gen_one
    assign word       = lowest;
    assign at         = number;
    assign fetch      = is_amo && several_q && !last_q;
    assign changes    = amo_write && !amo_keeps;
    assign amo_word_o = word_q;
    assign amo_data_o = amo_new;
  end

  // ---- Invalidations: those of lines that have left go first
  logic [SMS-1:0] tell_q, tell_left, told, leave_q;
  // gone: the request is for a line that has left
  logic           full, gone, leaving;
  if (INCLUDES) begin : gen_leave
    mem_leave #(
        .SMS(SMS)
    ) u_leave (
        .clk_i,
        .rst_ni,
        .put_i        (go && leave_q != '0),
        .put_holders_i(leave_q),
        .put_line_i   (victim_q),
        .full_o       (full),
        .next_i       (go && (respond_i || alloc_i)),
        .next_line_i  (req_i.pa[31:5]),
        .same_o       (gone),
        .tell_i       (tell_q),
        .tell_pa_i    (req.pa[40:5]),
        .told_o       (told),
        .inv_valid_o,
        .inv_ready_i,
        .inv_pa_o,
        .busy_o       (leaving)
    );
  end else begin : gen_stay
    assign {full, gone, leaving} = '0;
    assign told                  = inv_ready_i;
    assign inv_valid_o           = tell_q;
    assign inv_pa_o              = {SMS{req.pa[40:5]}};
  end
  assign tell_left   = tell_q & ~told;
  assign go          = !rsp_wait_i && tell_left == '0 && !(leave_q != '0 && full) &&
                       !((is_write || is_amo) && gone) && (last_q || !is_amo);

  always_comb for (int unsigned i = 0; i < PORTS; i++) rsp_want_o[i] = respond_q && port_q == 4'(i);
  assign rsp_valid_o = rsp_want_o & {PORTS{go}};
  always_comb begin
    rsp_o.id   = req.id;
    rsp_o.err  = err_q;
    rsp_o.data = {line[255:32], !is_amo ? line[31:0] : is_sc ? {31'b0, !sc_ok} : old_q};
  end
  assign evict_o  = evict_q;
  assign victim_o = victim_q;
  assign busy_o   = respond_q || evict_q || leaving || leave_q != '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      respond_q <= 1'b0;
      evict_q   <= 1'b0;
      tell_q    <= '0;
      leave_q   <= '0;
      step_q    <= 1'b0;
      last_q    <= 1'b0;
    end else begin
      tell_q <= tell_left;
      if (go) begin
        respond_q <= respond_i && !hold;
        evict_q   <= alloc_i && !hold && evict_i;
        step_q    <= takes;
        last_q    <= takes;
        tell_q    <= (respond_i && !hold) ? tell_i : '0;
        leave_q   <= (alloc_i && !hold) ? victim_tell_i : '0;
      end else if (is_amo) begin
        step_q    <= 1'b1;
        last_q    <= (left_q & ~word) == '0;
      end
    end
    // the word as it is: the next atomic may want it
    if (amo_we_o || !last_q) old_q <= last_q ? amo_new : line[{at, 5'b0}+:32];
    if (!last_q) begin
      word_q <= word;
      left_q <= left_q & ~word;
    end
    if (fetch ? !word[0] : go && (respond_i || alloc_i)) req_q[31:0] <= operand;
    if (go) begin
      if (respond_i || alloc_i) begin
        amo_q      <= !err_i && !straight_i && req_i.op == smgpu_pkg::MemAmo;
        write_q    <= !err_i && !straight_i && req_i.op == smgpu_pkg::MemWrite;
        port_q     <= port_i;
        req_q[RW-1:32] <= coming[RW-1:32];
        several_q  <= !one_q;
        if (!takes) left_q <= words;
        at_q       <= at_i;
        straight_q <= straight_i;
        line_q     <= line_i;
        err_q      <= err_i;
        victim_q   <= victim_i;
      end
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (respond_q && port_q >= 4'(PORTS)) $fatal(1, "mem_answer: an answer to no port");
      if (is_amo && !last_q && left_q == '0) $fatal(1, "mem_answer: an atomic without a word");
      if (is_amo && several_q && (is_lr || is_sc))
        $fatal(1, "mem_answer: LR or SC of several words");
      if (!INCLUDES && leave_q != '0) $fatal(1, "mem_answer: an L1 is told of a line that left");
    end
`endif

`ifdef FORMAL
`include "mem_answer_formal.svh"
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
