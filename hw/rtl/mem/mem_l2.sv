// SPDX-License-Identifier: MIT
// L2 cache and atomics: 4 ways of 32-byte lines, write-back, non-blocking.
// - P picks: a request that waited for its line, the one that asked for it, a port (mem_front)
// - R reads the set's tags and asks the write buffers for the line
// - S0 compares the tags and finds the line that would make room
// - S1 accepts the request or turns it down (mem_decide); writes the tags; reads or writes the data
// - S2 answers: one response a cycle, the only place where atomics compute and from which L1s are
//   told of stores; and tells a port that its request is accepted, or that it has to offer it again
//   with all that came behind it
// A miss takes an MSHR and a way, a dirty victim moves to the write buffer. The line that comes is
// written beside the pipeline and answers the read that asked for it, as the host's answers go
// straight to S2 (mem_fill). A request for a line on its way waits beside the pipeline (mem_wait).
// Turned down are: a line that is still in the write buffer, no free MSHR, way, buffer or place to
// wait, and what another port has waited for longer (mem_senior). A store of a whole line needs no
// fetch. With priority tokens (PRIO) a read of an SM may get no way: it passes (mem_pass). A
// request is answered with an error if its line can't be fetched (mem_fetch) or is bad (mem_evict).
// Ports: data and instruction side of each SM (2s, 2s+1), DMA 0, DMA 1, MCU, BAR2, page walker.

/* verilator lint_off UNUSEDSIGNAL */  // addresses are wider than the card's memory
module mem_l2 #(
    parameter int unsigned SMS    = 1,
    parameter int unsigned WARPS  = 16,   // of an SM
    parameter int unsigned PORTS  = 7,
    parameter logic [PORTS-1:0] READS  = '0,  // ports that only read
    parameter logic [PORTS-1:0] NARROW = '0,  // ports whose data are 64 bits again and again
    parameter logic [PORTS-1:0] ABSENT = '0,  // ports that never ask
    parameter int unsigned L2_KIB = 64,
    parameter int unsigned MSHRS  = 16,   // lines on their way from DRAM, 4 to 16
    parameter int unsigned EVICTS = 16,   // lines on their way to DRAM, 4 to 16
    parameter int unsigned WAITS  = 1,    // 0: a request for a line on its way is turned down
    parameter int unsigned PRIO   = 0,    // 0: no priority tokens, lines have no levels
    parameter bit          INCLUDES = SMS > 1,  // an L1 holds no line that the L2 doesn't
    parameter int unsigned BANKS  = 1,    // this is one of so many, of L2_KIB each
    // words of an atomic of several that are computed in a cycle: 1 or 8
    parameter int unsigned AMO_UNITS = 1,
    // bits of a thread's number, do not override
    parameter int unsigned WHO    = $clog2(SMS << $clog2(WARPS)) + 5
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    input  logic [15:0]                           dram_mib_i,
    // what memory owes for two of them is given up
    input  logic                                  tick_i,
    input  logic                                  forget_i,      // bad lines are good again
    input  logic                                  levels_i,      // priority tokens: levels count,
    input  logic                                  never_i,       // and reads of level 0 get no way
    // and requests have their turns by them
    input  logic                                  order_i,
    input  logic                                  flushed_i,     // all L1s are empty
    // Ports: offers of mem_port
    // Offers: the request of each port that is next. take: P has it. pop: it is accepted.
    // back: it is turned down; the port offers it again, with all behind it.
    input  logic [PORTS-1:0]                      waits_i,
    input  logic [PORTS-1:0]                      offer_valid_i,
    input  logic [PORTS*smgpu_pkg::MemReqW-1:0]   offer_i,
    output logic [PORTS-1:0]                      take_o,
    output logic [PORTS-1:0]                      pop_o,
    output logic [PORTS-1:0]                      back_o,
    // Responses, always taken. want: the port that the next one is for; wait: another bank gives
    // one to that port now
    output logic [PORTS-1:0]                      rsp_want_o,
    input  logic                                  rsp_wait_i,
    output logic [PORTS-1:0]                      rsp_valid_o,
    output smgpu_pkg::mem_rsp_t                   rsp_o,
    // Accesses that end a reservation: of this bank, and of others
    output logic                                  served_o,
    output logic [WHO-1:0]                        served_who_o,
    input  logic [BANKS-1:0]                      others_i,
    input  logic [BANKS*WHO-1:0]                  others_who_i,
    // Invalidations of L1s
    // A line that the L1 of an SM has to drop
    output logic [SMS-1:0]                        inv_valid_o,
    input  logic [SMS-1:0]                        inv_ready_i,
    output logic [SMS*36-1:0]                     inv_pa_o,
    // Host engine
    // Requests for the host, and its answers, straight to S2
    output logic                                  host_valid_o,
    input  logic                                  host_ready_i,
    output logic [3:0]                            host_port_o,
    output smgpu_pkg::mem_req_t                   host_o,
    input  logic                                  host_rsp_valid_i,
    output logic                                  host_rsp_ready_o,
    input  logic [3:0]                            host_rsp_port_i,
    input  logic [7:0]                            host_rsp_id_i,
    input  logic                                  host_rsp_err_i,
    input  smgpu_pkg::line_t                      host_rsp_data_i,
    // AXI4 master to DRAM: one beat of 256 bits each
    output logic                                  aw_valid_o,
    input  logic                                  aw_ready_i,
    output logic [39:0]                           aw_addr_o,
    output logic [3:0]                            aw_id_o,
    output logic                                  w_valid_o,
    input  logic                                  w_ready_i,
    output smgpu_pkg::line_t                      w_data_o,
    input  logic                                  b_valid_i,
    output logic                                  b_ready_o,
    input  logic [3:0]                            b_id_i,
    input  logic                                  b_err_i,
    output logic                                  ar_valid_o,
    input  logic                                  ar_ready_i,
    output logic [39:0]                           ar_addr_o,
    output logic [3:0]                            ar_id_o,
    input  logic                                  r_valid_i,
    output logic                                  r_ready_o,
    input  logic [3:0]                            r_id_i,
    input  logic                                  r_err_i,
    input  smgpu_pkg::line_t                      r_data_i,
    // State
    output logic                                  idle_o,
    output logic                                  writing_o,     // lines are on their way to DRAM
    output logic                                  lost_o,        // a read of DRAM was given up, or
    output logic                                  failed_o,      // ended with an error
    // a line whose write is late may become bad now
    input  logic                                  late_i,
    output logic                                  bad_o,         // a line becomes bad
    output logic [26:0]                           bad_line_o,
    output logic                                  hit_o,
    output logic                                  miss_o,
    output logic                                  high_o,        // it is of a level above 0
    output logic                                  pass_o         // it is a read that passes
);

  localparam int unsigned SI = $clog2(L2_KIB * 8);     // sets of 4 ways x 32 bytes

  // all before S2 stand; tags are being cleared
  logic stall, init;

  // ================ P: pick; R: read tags; S0: compare them ================
  // Requests of mem_wait and mem_fill, and what P takes of them; hold: P leaves a cycle empty
  logic             wait_valid, again_valid, again_err, again_lost, pick_wait, pick_again, hold;
  logic [3:0]       wait_slot, wait_port, again_id, again_port;
  smgpu_pkg::mem_req_t wait_req, again_req;
  // The requests in R, S0, S1
  logic             r_valid;
  logic             s0_valid;
  logic             s1_valid;
  logic             s1_waited; // one that waited for a line
  logic             s1_again;  // one that asked for a line
  logic             s1_new;    // a port's
  logic             s1_back;
  logic             s1_same_line;
  logic             s1_failed; // a line did not come
  logic             s1_lost;   // it did not come in time
  logic [PORTS-1:0] s1_one;
  logic [3:0]       s0_port, s1_port, s1_id;
  smgpu_pkg::mem_req_t r_req, s0_req, s1_req;
  mem_front #(.PORTS(PORTS), .READS(READS), .NARROW(NARROW), .ABSENT(ABSENT), .PRIO(PRIO)) u_front (
      .clk_i, .rst_ni, .order_i, .stall_i(stall), .go_i(!stall && !init && !hold), .offer_valid_i,
      .offer_i, .take_o, .back_i(back_o),
      .wait_valid_i(wait_valid), .wait_take_o(pick_wait), .wait_slot_i(wait_slot),
      .wait_port_i(wait_port), .wait_i(wait_req),
      .again_valid_i(again_valid), .again_take_o(pick_again), .again_mshr_i(again_id),
      .again_port_i(again_port), .again_i(again_req), .again_err_i(again_err),
      .again_lost_i(again_lost),
      .r_valid_o(r_valid), .r_req_o(r_req), .s0_valid_o(s0_valid), .s0_port_o(s0_port),
      .s0_req_o(s0_req), .s1_valid_o(s1_valid), .s1_waited_o(s1_waited), .s1_again_o(s1_again),
      .s1_new_o(s1_new), .s1_one_o(s1_one), .s1_port_o(s1_port), .s1_id_o(s1_id),
      .s1_err_o(s1_failed), .s1_lost_o(s1_lost), .s1_req_o(s1_req), .s1_back_o(s1_back)
  );

  // ================ S1: decide ================
  logic [1:0]     way;
  logic           hit, pending, dirty;               // its line is here, is on its way, is dirty
  logic           any_victim, evict;                 // a way can be had; its line is dirty
  logic           tags_we;
  logic           pass;                              // a miss gets no way, because of levels
  logic           passing, look_passing;             // a read of its line passes; of that in R
  logic [SMS-1:0] holders, holders_new, holders_after, victim_holders;
  logic [26:0]    victim_line;
  logic           is_write, is_amo, fetch, s1_err, mine;
  logic [3:0]     line_mshr, new_mshr, done_mshr, look_pending;
  logic [15:0]    look_mshr;
  logic [SI-1:0]  s1_set;
  logic           dirty_new, wait_err, done, last;
  assign s1_set = s1_req.pa[5+:SI];
  assign mine   = s1_again || s1_waited;   // this line is on its way
  mem_tags #(.SMS(SMS), .SI(SI), .PRIO(PRIO)) u_tags (
      .clk_i,
      .rst_ni,
      .init_o          (init),
      .read_pending_i  (look_pending),
      .read_mshr_i     (look_mshr),
      .done_i          (done),
      .done_mshr_i     (done_mshr),
      .next_i          (!stall),
      .read_set_i      (r_req.pa[5+:SI]),
      .next_line_i     (s0_req.pa[31:5]),
      .levels_i,
      .never_i,
      .next_level_i    (s0_req.prio),
      .next_must_i     (!(s0_req.op == smgpu_pkg::MemRead && !s0_port[0] && s0_port < 4'(2 * SMS))),
      .line_i          (s1_req.pa[31:5]),
      .same_o          (s1_same_line),
      .hit_o           (hit),
      .pending_o       (pending),
      .dirty_o         (dirty),
      .mshr_o          (line_mshr),
      .holders_o       (holders),
      .way_o           (way),
      .any_victim_o    (any_victim),
      .pass_o          (pass),
      .victim_dirty_o  (evict),
      .victim_holders_o(victim_holders),
      .victim_line_o   (victim_line),
      .we_i            (tags_we),
      .valid_i         (!(mine && s1_err)),
      .pending_i       (fetch || (mine && !last)),
      .mshr_i          (fetch ? new_mshr : line_mshr),
      .dirty_i         (dirty_new),
      .holders_i       (holders_after),
      .level_i         (s1_req.prio)
  );

  // ---- MSHRs and write buffers
  logic         s2_evict, s2_busy;                    // S2 moves a dirty victim to the write buffer
  logic [26:0]  s2_victim;
  smgpu_pkg::line_t data_q;
  // of MSHRs there is one, are two; none will come free. The same of write buffers
  logic         any_mshr, two_mshr, mshr_stuck;
  logic         two_wb, three_wb, wb_stuck;
  logic         s0_waits, s0_bad;                    // a write buffer has the line; and lost it
  logic         missing;                             // mem_miss is busy
  logic         room, joins;                         // a request can wait for a line; it does
  logic         respond;
  logic          line_we, line_answer, line_err;
  logic [3:0]    line_port;
  logic [7:0]    line_rid;
  logic [SI+1:0] line_at;
  smgpu_pkg::line_t line;
  // L1s that may hold lines that the L2 does not
  logic [SMS-1:0] passed;
  logic           passes, pass_lost, pass_failed;      // passes: a read does, now
  mem_pass #(.SMS(SMS), .PRIO(PRIO)) u_pass (
      .clk_i,
      .rst_ni,
      .flushed_i,
      .next_i     (!stall),
      .r_line_i   (r_req.pa[31:5]),
      .r_passing_i(look_passing),
      .line_i     (s1_req.pa[31:5]),
      .same_line_i(s1_same_line),
      .put_i      (passes && !stall),
      .port_i     (s1_port),
      .passing_o  (passing),
      .holders_o  (passed)
  );
  mem_miss #(.SI(SI), .MSHRS(MSHRS), .WAITS(WAITS), .PRIO(PRIO)) u_miss (
      .clk_i,
      .rst_ni,
      .tick_i,
      .order_i,
      .stall_i       (stall),
      .look_line_i   (r_req.pa[31:5]),
      .look_pending_o(look_pending),
      .look_mshr_o   (look_mshr),
      .passing_o     (look_passing),
      .req_i         (s1_req),
      .port_i        (s1_port),
      .put_i         (fetch),
      .put_way_i     (way),
      .put_pass_i    (passes),
      .put_mshr_o    (new_mshr),
      .any_o         (any_mshr),
      .two_o         (two_mshr),
      .stuck_o       (mshr_stuck),
      .join_i        (joins),
      .join_mshr_i   (line_mshr),
      .room_o        (room),
      .respond_i     (respond),
      .again_i       (s1_again),
      .waited_i      (s1_waited),
      .id_i          (s1_id),
      .err_i         (s1_failed),
      .lost_i        (s1_lost),
      .last_o        (last),
      .wait_err_o    (wait_err),
      .done_o        (done),
      .done_mshr_o   (done_mshr),
      .hold_o        (hold),
      .wait_valid_o  (wait_valid),
      .wait_take_i   (pick_wait),
      .wait_slot_o   (wait_slot),
      .wait_port_o   (wait_port),
      .wait_req_o    (wait_req),
      .again_valid_o (again_valid),
      .again_take_i  (pick_again),
      .again_mshr_o  (again_id),
      .again_port_o  (again_port),
      .again_req_o   (again_req),
      .again_err_o   (again_err),
      .again_lost_o  (again_lost),
      .we_o          (line_we),
      .at_o          (line_at),
      .line_o        (line),
      .answer_o      (line_answer),
      .port_o        (line_port),
      .id_o          (line_rid),
      .err_o         (line_err),
      .pass_lost_o   (pass_lost),
      .pass_failed_o (pass_failed),
      .host_rsp_valid_i,
      .host_rsp_ready_o,
      .host_rsp_port_i,
      .host_rsp_id_i,
      .host_rsp_err_i,
      .host_rsp_data_i,
      .ar_valid_o,
      .ar_ready_i,
      .ar_addr_o,
      .ar_id_o,
      .r_valid_i,
      .r_ready_o,
      .r_id_i,
      .r_err_i,
      .r_data_i,
      .busy_o        (missing)
  );
  assign lost_o   = (pick_again && again_lost) || pass_lost;
  assign failed_o = (pick_again && again_err && !again_lost) || pass_failed;
  mem_evict #(.EVICTS(EVICTS)) u_evict (
      .clk_i,
      .rst_ni,
      .tick_i,
      .late_i,
      .forget_i,
      .look_i      (!stall),
      .line_i      (r_req.pa[31:5]),
      .waits_o     (s0_waits),
      .bad_o       (s0_bad),
      .put_i       (s2_evict && !stall),
      .put_line_i  (s2_victim),
      .put_data_i  (data_q),
      .two_o       (two_wb),
      .three_o     (three_wb),
      .stuck_o     (wb_stuck),
      .aw_valid_o,
      .aw_ready_i,
      .aw_addr_o,
      .aw_id_o,
      .w_valid_o,
      .w_ready_i,
      .w_data_o,
      .b_valid_i,
      .b_ready_o,
      .b_id_i,
      .b_err_i,
      .busy_o      (writing_o),
      .fault_o     (bad_o),
      .fault_line_o(bad_line_o)
  );

  // ---- Decision
  logic        to_host, refuse, accept, alloc, nack;
  logic [31:0] s1_be;                                  // bytes that are stored
  assign to_host  = s1_req.pa[40];
  assign is_write = s1_req.op == smgpu_pkg::MemWrite;
  assign is_amo   = s1_req.op == smgpu_pkg::MemAmo;
  mem_decide #(.PORTS(PORTS), .SI(SI)) u_decide (
      .clk_i, .rst_ni, .stall_i(stall), .dram_mib_i, .waits_i, .next_i(s0_req),
      .next_waits_i(s0_waits), .next_bad_i(s0_bad), .moves_i(s2_evict), .moves_line_i(s2_victim),
      .valid_i(s1_valid), .new_i(s1_new), .back_i(s1_back), .port_i(s1_port), .req_i(s1_req),
      .hit_i(hit), .pending_i(pending), .any_way_i(any_victim), .evict_i(evict), .pass_i(pass),
      .passing_i(passing), .any_mshr_i(any_mshr), .two_mshr_i(two_mshr), .mshr_stuck_i(mshr_stuck),
      .two_wb_i(two_wb), .three_wb_i(three_wb), .wb_stuck_i(wb_stuck), .room_i(room),
      .host_ready_i, .refuse_o(refuse), .respond_o(respond), .joins_o(joins), .alloc_o(alloc),
      .fetch_o(fetch), .host_valid_o, .accept_o(accept), .nack_o(nack), .be_o(s1_be)
  );
  assign s1_err      = s1_new ? refuse : s1_waited ? wait_err : s1_failed;
  assign passes      = fetch && pass;
  assign host_port_o = s1_port;
  assign host_o      = s1_req;
  always_ff @(posedge clk_i) begin
    pop_o  <= (rst_ni && accept) ? s1_one : '0;
    back_o <= (rst_ni && nack && !stall) ? s1_one : '0;
  end

  // ---- New tags
  logic good_hit;                                      // a request finds its line
  assign good_hit  = respond && !s1_err && (s1_waited || (s1_new && hit));
  assign dirty_new = !fetch && ((hit && dirty) || is_write || is_amo);
  assign tags_we   = (alloc || (mine ? last || !s1_err : good_hit)) && !stall;

  // ---- L1s that may hold the line
  logic [SMS-1:0] known, tell, told, victim_tell;
  // A store or atomic that misses tells them when its line has come.
  assign known         = hit ? holders : INCLUDES ? passed : '1;
  assign holders_after = (fetch && (is_write || is_amo)) ? known : holders_new;
  assign tell          = (line_answer || s1_err || to_host) ? '0 : told;
  assign victim_tell = INCLUDES ? victim_holders : '0;
  mem_share #(.SMS(SMS)) u_share (
      .port_i   (s1_port),
      .write_i  (is_write),
      .amo_i    (is_amo),
      .lr_i     (s1_req.amo == 5'd2),
      .known_i  (known),
      .holders_o(holders_new),
      .tell_o   (told)
  );

  // ---- Data
  logic          s2_amo, amo_we;
  logic [AMO_UNITS*32-1:0] amo_data;
  logic [7:0]    amo_word;
  logic [SI+1:0] amo_at;
  mem_lines #(.AW(SI + 2), .AMO_UNITS(AMO_UNITS)) u_lines (
      .clk_i,
      .run_i      (!stall),
      .fill_i     (line_we),
      .fill_at_i  (line_at),
      .fill_data_i(line),
      .at_i       ({way, s1_set}),
      .store_i    (respond && !s1_err),
      .be_i       (s1_be),
      .data_i     (s1_req.data),
      .data_o     (data_q),
      .amo_i      (s2_amo),
      .amo_we_i   (amo_we),
      .amo_at_i   (amo_at),
      .amo_word_i (amo_word),
      .amo_data_i (amo_data)
  );

  // ================ S2: answer ================
  smgpu_pkg::mem_req_t answered;
  always_comb begin
    answered = s1_req;
    if (line_answer) answered.id = line_rid;
  end
  mem_answer #(.SMS(SMS), .WARPS(WARPS), .PORTS(PORTS), .AW(SI + 2), .INCLUDES(INCLUDES),
      .BANKS(BANKS), .AMO_UNITS(AMO_UNITS)) u_answer (
      .clk_i,
      .rst_ni,
      .stall_o      (stall),
      .behind_i     (s0_req),
      .valid_i      (s1_valid),
      .same_line_i  (s1_same_line),
      .respond_i    (respond || line_answer),
      .alloc_i      (alloc),
      .port_i       (line_answer ? line_port : s1_port),
      .req_i        (answered),
      .straight_i   (line_answer),
      .line_i       (line),
      .err_i        (line_answer ? line_err : s1_err),
      .tell_i       (tell),
      .at_i         ({way, s1_set}),
      .evict_i      (evict),
      .victim_i     (victim_line),
      .victim_tell_i(victim_tell),
      .data_i       (data_q),
      .amo_o        (s2_amo),
      .amo_we_o     (amo_we),
      .amo_at_o     (amo_at),
      .amo_data_o   (amo_data),
      .amo_word_o   (amo_word),
      .evict_o      (s2_evict),
      .victim_o     (s2_victim),
      .busy_o       (s2_busy),
      .rsp_want_o,
      .rsp_wait_i,
      .rsp_valid_o,
      .rsp_o,
      .served_o,
      .served_who_o,
      .others_i,
      .others_who_i,
      .inv_valid_o,
      .inv_ready_i,
      .inv_pa_o
  );

  assign idle_o = !r_valid && !s0_valid && !s1_valid && !s2_busy && !missing && waits_i == '0 &&
      !host_rsp_valid_i && host_ready_i;
  assign hit_o  = good_hit && !stall;
  assign miss_o = (alloc || passes) && !stall;
  assign pass_o = passes && !stall;
  assign high_o = s1_req.prio != '0;

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni && !stall) begin
      if (mine && !(hit && pending)) $fatal(1, "not ok mem_l2: a line comes that no tag waits for");
      if (s2_amo && s1_valid && !(is_amo && !s1_again && s1_same_line))
        $fatal(1, "not ok mem_l2: what needs the data RAM passes S1 beside an atomic");
      if ((pop_o & back_o) != '0 || (back_o & (back_o - 1'b1)) != '0)
        $fatal(1, "not ok mem_l2: two answers to ports at once");
    end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
