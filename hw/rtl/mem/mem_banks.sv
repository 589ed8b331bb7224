// SPDX-License-Identifier: MIT
// The L2 in one to four banks, each a mem_l2 with its part of the lines, MSHRs and write buffers,
// and a request buffer for each port: requests of one port to different banks go side by side.
// - all requests for a line go to one bank, in their order. Between lines nothing is in order but
//   by acknowledgement: a client that wants order waits for its answers, as it has to with one
//   bank, where a miss lets later requests go first
// - host lines, which are not cached, go to bank 0
// - a port takes one answer a cycle, and a bank gives one a cycle: if two have one for the same
//   port, one of them stands meanwhile, so that what it does next, an invalidation above all, still
//   comes after its answer
// - a thread's reservation is in one bank; what it does in another ends it

module mem_banks #(
    parameter int unsigned SMS    = 1,
    parameter int unsigned WARPS  = 16,   // of an SM
    parameter int unsigned PORTS  = 7,
    parameter logic [PORTS-1:0] READS  = '0,  // ports that only read
    parameter logic [PORTS-1:0] NARROW = '0,  // ports whose data are 64 bits again and again, or 32
    parameter logic [PORTS-1:0] WORDS  = '0,  // of those the ones with 32
    parameter logic [PORTS-1:0] ABSENT = '0,  // ports that never ask
    // requests of the last port at a time; other ports that only read or are narrow have one
    parameter int unsigned WALKS  = 4,
    parameter int unsigned BANKS  = 1,    // 1, 2 or 4
    parameter int unsigned L2_KIB = 64,   // these are of all banks
    parameter int unsigned MSHRS  = 16,   // 4 to 16 for a bank
    parameter int unsigned EVICTS = 16,   // 4 to 16 for a bank
    parameter int unsigned WAITS  = 1,    // see mem_l2
    parameter int unsigned PRIO   = 0,
    parameter int unsigned AMO_UNITS = 1, // of a bank
    parameter bit          INCLUDES = SMS > 1
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    // MiB of card memory; an access beyond them ends with an error
    input  logic [15:0]                           dram_mib_i,
    // A tick: what DRAM owes for two of them is given up
    input  logic                                  tick_i,
    // Lines whose data were lost are good again
    input  logic                                  forget_i,
    // Priority tokens: levels count; reads of level 0 get no way; requests have their turns by
    // levels
    input  logic                                  levels_i,
    input  logic                                  never_i,
    input  logic                                  order_i,
    // All L1s are empty: lines that passed are in none
    input  logic                                  flushed_i,
    // Ports
    // As mem_top has them, with the page walker as the last one.
    // A request is taken with valid and ready. An answer is always taken; the port asks for no more
    // than it can take.
    input  logic [PORTS-1:0]                      req_valid_i,
    output logic [PORTS-1:0]                      req_ready_o,
    input  logic [PORTS*smgpu_pkg::MemReqW-1:0]   req_i,
    output logic [PORTS-1:0]                      rsp_valid_o,
    output logic [PORTS*smgpu_pkg::MemRspW-1:0]   rsp_o,
    // Invalidations of L1s
    // A line that the L1 of an SM has to drop, held until it is taken
    output logic [SMS-1:0]                        inv_valid_o,
    input  logic [SMS-1:0]                        inv_ready_i,
    output logic [SMS*36-1:0]                     inv_pa_o,
    // Host engine
    // A request with its port, and back an answer with port and id of its request.
    // Only bank 0 asks.
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
    // Writes: an address, then its line. The id is the write buffer, below the bank's number.
    output logic                                  aw_valid_o,
    input  logic                                  aw_ready_i,
    output logic [39:0]                           aw_addr_o,
    output logic [3:0]                            aw_id_o,
    output logic                                  w_valid_o,
    input  logic                                  w_ready_i,
    output smgpu_pkg::line_t                      w_data_o,
    // Acknowledgements, in any order
    input  logic                                  b_valid_i,
    output logic                                  b_ready_o,
    input  logic [3:0]                            b_id_i,
    input  logic                                  b_err_i,
    // Reads: the id is the MSHR, below the bank's number. Lines come in any order.
    output logic                                  ar_valid_o,
    input  logic                                  ar_ready_i,
    output logic [39:0]                           ar_addr_o,
    output logic [3:0]                            ar_id_o,
    input  logic                                  r_valid_i,
    output logic                                  r_ready_o,
    input  logic [3:0]                            r_id_i,
    input  logic                                  r_err_i,
    input  smgpu_pkg::line_t                      r_data_i,
    // State, of each bank what is counted
    // idle: no bank owes anything. writing: lines are on their way to DRAM.
    output logic                                  idle_o,
    output logic                                  writing_o,
    // Pulses: a read of DRAM is given up, or ends with an error; a line becomes bad
    output logic                                  lost_o,
    output logic                                  failed_o,
    output logic                                  bad_o,
    output logic [26:0]                           bad_line_o,
    // Counters: a hit, a miss, of a level above 0, a read that passes
    output logic [BANKS-1:0]                      hit_o,
    output logic [BANKS-1:0]                      miss_o,
    output logic [BANKS-1:0]                      high_o,
    output logic [BANKS-1:0]                      pass_o
);

  // Bits of a request, and of an answer
  localparam int unsigned RW  = smgpu_pkg::MemReqW;
  localparam int unsigned AW  = smgpu_pkg::MemRspW;
  // bits of a set's number, with those of its bank
  localparam int unsigned SI  = $clog2(L2_KIB * 8);
  localparam int unsigned BI  = $clog2(BANKS);
  // Bits of a thread's number: SM, warp, lane
  localparam int unsigned Who = $clog2(SMS << $clog2(WARPS)) + 5;

  // ---- Requests: each port has a buffer in each bank
  // A bit for each bank and port.
  // waits: the port has a request here. offer_valid: its offer is valid. take: P takes the offer.
  // pop: it is accepted. back: it is turned down and offered again.
  logic [BANKS*PORTS-1:0]    waits, offer_valid, take, pop, back;
  logic [BANKS*PORTS*RW-1:0] offer;
  for (genvar g = 0; g < PORTS; g++) begin : gen_port
    // Bits of data that the buffers of this port keep
    localparam int unsigned Data = READS[g] ? 0 : WORDS[g] ? 32 : NARROW[g] ? 64 : 256;
    if (ABSENT[g]) begin : gen_none
      assign req_ready_o[g] = 1'b0;
      for (genvar b = 0; b < BANKS; b++) begin : gen_bank
        assign waits[PORTS*b+g]         = 1'b0;
        assign offer_valid[PORTS*b+g]   = 1'b0;
        assign offer[RW*(PORTS*b+g)+:RW] = '0;
        logic unused;
        assign unused = ^{take[PORTS*b+g], pop[PORTS*b+g], back[PORTS*b+g]};
      end
      logic unused;
      assign unused = ^{req_valid_i[g], req_i[RW*g+:RW]};
    end else begin : gen_some
      logic [RW-1:0]    ask;
      // ready: the bank's buffer has room. here: the request is for this bank.
      logic [BANKS-1:0] ready, here;
      mem_ask #(
          .SI   (SI),
          .BANKS(BANKS)
      ) u_ask (
          .req_i (req_i[RW*g+:RW]),
          .req_o (ask),
          .here_o(here)
      );
      // A port waits until the buffers of all banks have room, so ready knows no address.
      assign req_ready_o[g] = &ready;
      for (genvar b = 0; b < BANKS; b++) begin : gen_bank
        mem_port #(
            .DATA  (Data),
            .PLACES(g == PORTS - 1 ? WALKS : (READS[g] || NARROW[g]) ? 1 : 8)
        ) u_port (
            .clk_i,
            .rst_ni,
            .push_valid_i (req_valid_i[g] && req_ready_o[g] && here[b]),
            .push_ready_o (ready[b]),
            .push_i       (ask),
            .waits_o      (waits[PORTS*b+g]),
            .offer_valid_o(offer_valid[PORTS*b+g]),
            .offer_o      (offer[RW*(PORTS*b+g)+:RW]),
            .take_i       (take[PORTS*b+g]),
            .pop_i        (pop[PORTS*b+g]),
            .back_i       (back[PORTS*b+g])
        );
      end
    end
  end

  // ---- Banks
  // want: the port that the bank's answer is for. rsp_valid: it gives the answer.
  logic [BANKS*PORTS-1:0]  want, rsp_valid;
  logic [BANKS*AW-1:0]     rsp;
  // rsp_wait: another bank gives an answer to that port. served: a reservation may end.
  logic [BANKS-1:0]        rsp_wait, served;
  // State and pulses of each bank
  logic [BANKS-1:0]        bank_idle, writing;
  logic [BANKS-1:0]        lost, failed, bad;
  // The bank may declare a late write bad in this cycle: one bank in a cycle does.
  logic [BANKS-1:0]        late;
  // Whose access ended, of each bank
  logic [BANKS*Who-1:0]    served_who;
  // Invalidations of each bank, to each L1
  logic [BANKS*SMS-1:0]    inv_valid, inv_ready;
  logic [BANKS*SMS*36-1:0] inv_pa;
  logic [BANKS*27-1:0]     bad_line;
  // Channels to DRAM of each bank
  logic [BANKS-1:0]        aw_valid, aw_ready;
  logic [BANKS-1:0]        w_valid, w_ready;
  logic [BANKS-1:0]        b_valid, b_ready;
  logic [BANKS-1:0]        ar_valid, ar_ready;
  logic [BANKS-1:0]        r_valid, r_ready;
  // Ids of a bank stand in the low bits; mem_dram puts the bank's number above.
  logic [BANKS*40-1:0]     aw_addr, ar_addr;
  logic [BANKS*4-1:0]      aw_id, ar_id;
  logic [BANKS*256-1:0]    w_data;
  // Acknowledgements and lines go to the bank that their id names.
  logic [3:0]              b_id, r_id;
  // The request for the host, before its line has its address again
  smgpu_pkg::mem_req_t     host_spread;
  for (genvar b = 0; b < BANKS; b++) begin : gen_l2
    logic          host_valid, host_rsp_ready;
    logic [3:0]    host_port;
    smgpu_pkg::mem_req_t host;
    // Accesses in other banks that end a reservation of this one
    logic [BANKS-1:0] others;
    always_comb begin
      others    = served;
      others[b] = 1'b0;
    end
    mem_l2 #(
        .SMS   (SMS),
        .WARPS (WARPS),
        .PORTS (PORTS),
        .READS (READS),
        .NARROW(NARROW),
        .ABSENT(ABSENT),
        .L2_KIB(L2_KIB / BANKS),
        .MSHRS (MSHRS / BANKS),
        .EVICTS(EVICTS / BANKS),
        .WAITS (WAITS),
        .PRIO  (PRIO),
        .INCLUDES(INCLUDES),
        .BANKS (BANKS),
        .AMO_UNITS(AMO_UNITS)
    ) u_l2 (
        .clk_i,
        .rst_ni,
        .dram_mib_i,
        .tick_i,
        .forget_i,
        .levels_i,
        .never_i,
        .order_i,
        .flushed_i,
        .offer_valid_i   (offer_valid[PORTS*b+:PORTS]),
        .offer_i         (offer[PORTS*RW*b+:PORTS*RW]),
        .waits_i         (waits[PORTS*b+:PORTS]),
        .take_o          (take[PORTS*b+:PORTS]),
        .pop_o           (pop[PORTS*b+:PORTS]),
        .back_o          (back[PORTS*b+:PORTS]),
        .rsp_want_o      (want[PORTS*b+:PORTS]),
        .rsp_wait_i      (rsp_wait[b]),
        .rsp_valid_o     (rsp_valid[PORTS*b+:PORTS]),
        .rsp_o           (rsp[AW*b+:AW]),
        .served_o        (served[b]),
        .served_who_o    (served_who[Who*b+:Who]),
        .others_i        (others),
        .others_who_i    (served_who),
        .inv_valid_o     (inv_valid[SMS*b+:SMS]),
        .inv_ready_i     (inv_ready[SMS*b+:SMS]),
        .inv_pa_o        (inv_pa[SMS*36*b+:SMS*36]),
        .host_valid_o    (host_valid),
        .host_ready_i    (b != 0 || host_ready_i),
        .host_port_o     (host_port),
        .host_o          (host),
        .host_rsp_valid_i(b == 0 && host_rsp_valid_i),
        .host_rsp_ready_o(host_rsp_ready),
        .host_rsp_port_i,
        .host_rsp_id_i,
        .host_rsp_err_i,
        .host_rsp_data_i,
        .aw_valid_o      (aw_valid[b]),
        .aw_ready_i      (aw_ready[b]),
        .aw_addr_o       (aw_addr[40*b+:40]),
        .aw_id_o         (aw_id[4*b+:4]),
        .w_valid_o       (w_valid[b]),
        .w_ready_i       (w_ready[b]),
        .w_data_o        (w_data[256*b+:256]),
        .b_valid_i       (b_valid[b]),
        .b_ready_o       (b_ready[b]),
        .b_id_i          (b_id),
        .b_err_i,
        .ar_valid_o      (ar_valid[b]),
        .ar_ready_i      (ar_ready[b]),
        .ar_addr_o       (ar_addr[40*b+:40]),
        .ar_id_o         (ar_id[4*b+:4]),
        .r_valid_i       (r_valid[b]),
        .r_ready_o       (r_ready[b]),
        .r_id_i          (r_id),
        .r_err_i,
        .r_data_i,
        .idle_o          (bank_idle[b]),
        .writing_o       (writing[b]),
        .lost_o          (lost[b]),
        .failed_o        (failed[b]),
        .late_i          (late[b]),
        .bad_o           (bad[b]),
        .bad_line_o      (bad_line[27*b+:27]),
        .hit_o           (hit_o[b]),
        .miss_o          (miss_o[b]),
        .high_o          (high_o[b]),
        .pass_o          (pass_o[b])
    );
    if (b == 0) begin : gen_host
      assign host_valid_o     = host_valid;
      assign host_rsp_ready_o = host_rsp_ready;
      assign host_port_o      = host_port;
      assign host_spread      = host;
    end else begin : gen_no_host
      logic unused_host;
      assign unused_host = ^{host_rsp_ready, host_port, host};
`ifdef VERILATOR
      always_ff @(posedge clk_i) if (rst_ni && host_valid) $fatal(1,
          "not ok mem_banks: a host line in a bank other than 0");
`endif
    end
  end
  assign idle_o    = &bank_idle;
  assign writing_o = writing != '0;
  assign lost_o    = lost != '0;
  assign failed_o  = failed != '0;
  assign bad_o     = bad != '0;

  // ---- What banks share
  logic [SMS*36-1:0] inv_spread;
  logic [26:0]       bad_spread;
  // Of what leaves: lines as the L2 numbers them. mem_address makes addresses of them.
  logic [39:0]       aw_spread, ar_spread;
  if (BANKS == 1) begin : gen_one
    assign rsp_wait    = '0;
    assign rsp_valid_o = rsp_valid;
    assign rsp_o       = {PORTS{rsp}};
    assign late        = '1;
    assign bad_spread  = bad_line;
    assign inv_valid_o = inv_valid;
    assign inv_ready   = inv_ready_i;
    assign inv_spread  = inv_pa;
    assign {aw_valid_o, w_valid_o, ar_valid_o} = {aw_valid, w_valid, ar_valid};
    assign {aw_ready, w_ready, ar_ready}       = {aw_ready_i, w_ready_i, ar_ready_i};
    assign {b_valid, r_valid, b_id, r_id}      = {b_valid_i, r_valid_i, b_id_i, r_id_i};
    assign {b_ready_o, r_ready_o}              = {b_ready, r_ready};
    assign {aw_spread, aw_id_o}                = {aw_addr, aw_id};
    assign {ar_spread, ar_id_o}                = {ar_addr, ar_id};
    assign w_data_o                            = w_data;
    logic unused_one;
    assign unused_one = ^want;
  end else begin : gen_more
    // Answers: the first bank in turn of those that have one for a port. The turn goes on with each
    // cycle.
    logic [BI-1:0] turn_q;
    always_ff @(posedge clk_i) turn_q <= !rst_ni ? '0 : turn_q + 1'b1;
    always_comb begin
      rsp_wait = '0;
      for (int unsigned b = 0; b < BANKS; b++)
        for (int unsigned o = 0; o < BANKS; o++)
          if (o != b && BI'(o) - turn_q < BI'(b) - turn_q &&
              (want[PORTS*o+:PORTS] & want[PORTS*b+:PORTS]) != '0) rsp_wait[b] = 1'b1;
    end
    always_comb for (int unsigned b = 0; b < BANKS; b++)
      // An acknowledgement with an error makes a line bad as well, so nothing late does then.
      late[b] = turn_q == BI'(b) && !(b_valid_i && b_err_i);
    always_comb begin
      rsp_valid_o = '0;
      rsp_o       = '0;
      bad_spread  = '0;
      for (int unsigned b = 0; b < BANKS; b++) begin
        rsp_valid_o = rsp_valid_o | rsp_valid[PORTS*b+:PORTS];
        for (int unsigned p = 0; p < PORTS; p++)
          rsp_o[AW*p+:AW] = rsp_o[AW*p+:AW] | (rsp[AW*b+:AW] & {AW{rsp_valid[PORTS*b+p]}});
        bad_spread = bad_spread | (bad_line[27*b+:27] & {27{bad[b]}});
      end
    end
    for (genvar s = 0; s < SMS; s++) begin : gen_inv
      logic [BANKS-1:0]    valid, ready, unused_bank;
      logic [BANKS*36-1:0] pa;
      for (genvar b = 0; b < BANKS; b++) begin : gen_bank
        assign valid[b]        = inv_valid[SMS*b+s];
        assign inv_ready[SMS*b+s] = ready[b];
        assign pa[36*b+:36]    = inv_pa[SMS*36*b+36*s+:36];
      end
      mem_meet #(
          .BANKS(BANKS),
          .W    (36)
      ) u_meet (
          .clk_i,
          .rst_ni,
          .valid_i(valid),
          .ready_o(ready),
          .data_i (pa),
          .valid_o(inv_valid_o[s]),
          .ready_i(inv_ready_i[s]),
          .data_o (inv_spread[36*s+:36]),
          .bank_o (unused_bank)
      );
    end
    mem_dram #(
        .BANKS(BANKS)
    ) u_dram (
        .clk_i,
        .rst_ni,
        .aw_valid_i(aw_valid),
        .aw_ready_o(aw_ready),
        .aw_addr_i (aw_addr),
        .aw_id_i   (aw_id),
        .w_valid_i (w_valid),
        .w_ready_o (w_ready),
        .w_data_i  (w_data),
        .b_valid_o (b_valid),
        .b_ready_i (b_ready),
        .b_id_o    (b_id),
        .ar_valid_i(ar_valid),
        .ar_ready_o(ar_ready),
        .ar_addr_i (ar_addr),
        .ar_id_i   (ar_id),
        .r_valid_o (r_valid),
        .r_ready_i (r_ready),
        .r_id_o    (r_id),
        .aw_valid_o,
        .aw_ready_i,
        .aw_addr_o (aw_spread),
        .aw_id_o,
        .w_valid_o,
        .w_ready_i,
        .w_data_o,
        .b_valid_i,
        .b_ready_o,
        .b_id_i,
        .ar_valid_o,
        .ar_ready_i,
        .ar_addr_o (ar_spread),
        .ar_id_o,
        .r_valid_i,
        .r_ready_o,
        .r_id_i
    );
`ifdef VERILATOR
    // Two banks never answer one port in a cycle, and never tell of two bad lines.
    always_ff @(posedge clk_i)
      for (int unsigned b = 0; b < BANKS; b++)
        for (int unsigned o = 0; o < b; o++)
          if (rst_ni && ((rsp_valid[PORTS*b+:PORTS] & rsp_valid[PORTS*o+:PORTS]) != '0 ||
              (bad[b] && bad[o]))) $fatal(1, "not ok mem_banks: two banks at once");
`endif
  end

  // ---- Addresses of what leaves the L2
  mem_address #(
      .SMS(SMS),
      .SI (SI),
      .BI (BI)
  ) u_address (
      .aw_i  (aw_spread),
      .aw_o  (aw_addr_o),
      .ar_i  (ar_spread),
      .ar_o  (ar_addr_o),
      .inv_i (inv_spread),
      .inv_o (inv_pa_o),
      .host_i(host_spread),
      .host_o,
      .bad_i (bad_spread),
      .bad_o (bad_line_o)
  );

`ifdef VERILATOR
  initial if (BANKS != 1 && BANKS != 2 && BANKS != 4) $fatal(1,
      "mem_banks: an L2 has 1, 2 or 4 banks");
  initial if (L2_KIB < BANKS || MSHRS < 4 * BANKS || EVICTS < 4 * BANKS) $fatal(1,
      "mem_banks: a bank has a KiB, four MSHRs and four write buffers at least");
  initial if (AMO_UNITS != 1 && AMO_UNITS != 8) $fatal(1, "mem_banks: a bank has 1 or 8 AMO units");
  initial if (MSHRS > 16 || EVICTS > 16) $fatal(1,
      "mem_banks: all banks together have 16 MSHRs and 16 write buffers at most, as DRAM's ids have four bits");
`endif

endmodule
