// SPDX-License-Identifier: MIT
// Memory system of the card: request ports, L2 with atomics, page walker, DRAM and host masters.
// Ports: SM s data 2s, SM s instruction 2s+1, DMA 0, DMA 1, MCU, BAR2. Walk clients: SM s data 2s,
// instruction 2s+1, DMA 0, DMA 1.

module mem_top #(
    // SMS: SMs of the card. WARPS: of each. L2_KIB: of all banks.
    parameter int unsigned SMS    = 1,
    parameter int unsigned WARPS  = 16,
    parameter int unsigned L2_KIB = 64,
    parameter int unsigned L2_BANKS = 1,          // 1, 2 or 4, of L2_KIB, MSHRS and EVICTS together
    parameter int unsigned MSHRS  = 16,           // MSHRS, EVICTS, WAITS: see mem_l2
    parameter int unsigned EVICTS = 16,
    parameter int unsigned WAITS  = 1,
    // transactions of host memory under way in each direction, at most 16
    parameter int unsigned HOST_IDS = 16,
    // with 1, the port and the walk client of DMA 1 are never used
    parameter int unsigned DMAS   = 2,
    parameter int unsigned PRIO   = 0,            // see mem_l2
    parameter int unsigned AMO_UNITS = 1,         // of a bank of the L2, 1 or 8
    parameter int unsigned WALKS  = 4,            // page walks under way
    // 0: load/store has no pages in block RAM, walk_row_o is not wanted
    parameter int unsigned PAGES  = 2048,
    parameter bit          INCLUDES = SMS > 1,    // see mem_l2
    // 2^TIMEOUT cycles at most, half of it at least, is waited for an answer of an AXI slave
    parameter int unsigned TIMEOUT = 16,
    parameter int unsigned N      = 2 * SMS + 4,  // ports, do not override
    parameter int unsigned M      = 2 * SMS + 2   // walk clients, do not override
) (
    input  logic                               clk_i,
    // the L2 forgets what it has not yet written to DRAM: power-on only
    input  logic                               rst_ni,
    // root tables and the shared TLB; lines whose data were lost are forgotten
    input  logic                               rst_walk_ni,
    // MiB of card memory, from the board
    input  logic [15:0]                        dram_mib_i,
    // Requests
    input  logic [N-1:0]                       req_valid_i,
    output logic [N-1:0]                       req_ready_o,
    input  logic [N*smgpu_pkg::MemReqW-1:0]    req_i,
    // An answer has the id of its request. Answers come in any order.
    output logic [N-1:0]                       rsp_valid_o,
    // must be 1: a requester asks for no more than it can take
    input  logic [N-1:0]                       rsp_ready_i,
    output logic [N*smgpu_pkg::MemRspW-1:0]    rsp_o,
    // Invalidations
    // The line that an L1 has to drop, held until it has taken it
    output logic [SMS-1:0]                     inv_valid_o,
    input  logic [SMS-1:0]                     inv_ready_i,
    output logic [SMS*36-1:0]                  inv_pa_o,
    // Page walks
    // A walk is taken with valid and ready; its answer is a pulse, and is always taken.
    input  logic [M-1:0]                       walk_req_valid_i,
    output logic [M-1:0]                       walk_req_ready_o,
    input  logic [M*smgpu_pkg::WalkReqW-1:0]   walk_req_i,
    output logic [M-1:0]                       walk_rsp_valid_o,
    output logic [M*smgpu_pkg::WalkRspW-1:0]   walk_rsp_o,
    output smgpu_pkg::walk_row_t               walk_row_o,     // with a response
    // Root tables, written by card_maint: {valid, page of the table} for a space
    input  logic                               root_we_i,
    input  smgpu_pkg::vm_t                     root_vm_i,
    input  smgpu_pkg::root_t                   root_i,
    // A flush of translations, one cycle; drained: nothing older than it is under way
    input  smgpu_pkg::tlb_flush_t              tlb_flush_i,
    output logic                               walks_drained_o,
    // Priority tokens; L1s are being flushed
    input  logic                               levels_i,
    input  logic                               never_i,
    input  logic                               order_i,
    input  logic                               flushed_i,
    // AXI4 master to DRAM
    output logic                               dram_aw_valid_o,
    input  logic                               dram_aw_ready_i,
    output logic [39:0]                        dram_aw_addr_o,
    output logic [3:0]                         dram_aw_id_o,
    // A line a write, whole; the id is the write buffer
    output logic                               dram_w_valid_o,
    input  logic                               dram_w_ready_i,
    output smgpu_pkg::line_t                   dram_w_data_o,
    // Acknowledgements, in any order
    input  logic                               dram_b_valid_i,
    output logic                               dram_b_ready_o,
    input  logic [3:0]                         dram_b_id_i,
    input  logic                               dram_b_err_i,
    // Reads: the id is the MSHR
    output logic                               dram_ar_valid_o,
    input  logic                               dram_ar_ready_i,
    output logic [39:0]                        dram_ar_addr_o,
    output logic [3:0]                         dram_ar_id_o,
    input  logic                               dram_r_valid_i,
    output logic                               dram_r_ready_o,
    input  logic [3:0]                         dram_r_id_i,
    input  logic                               dram_r_err_i,
    input  smgpu_pkg::line_t                   dram_r_data_i,
    // AXI4 master to the host: bursts of 4, 8, 12 or 16 beats
    output logic                               host_aw_valid_o,
    input  logic                               host_aw_ready_i,
    output logic [39:0]                        host_aw_addr_o,
    output logic [3:0]                         host_aw_id_o,
    output logic [7:0]                         host_aw_len_o,
    // Data of a burst, after its address or with it
    output logic                               host_w_valid_o,
    input  logic                               host_w_ready_i,
    output logic [63:0]                        host_w_data_o,
    output logic [7:0]                         host_w_strb_o,
    output logic                               host_w_last_o,
    // An answer for each burst
    input  logic                               host_b_valid_i,
    output logic                               host_b_ready_o,
    input  logic [3:0]                         host_b_id_i,
    input  logic [1:0]                         host_b_resp_i,
    // Reads; beats of different ids may be mixed
    output logic                               host_ar_valid_o,
    input  logic                               host_ar_ready_i,
    output logic [39:0]                        host_ar_addr_o,
    output logic [3:0]                         host_ar_id_o,
    output logic [7:0]                         host_ar_len_o,
    input  logic                               host_r_valid_i,
    output logic                               host_r_ready_o,
    input  logic [3:0]                         host_r_id_i,
    input  logic [63:0]                        host_r_data_i,
    input  logic [1:0]                         host_r_resp_i,
    // State
    // The L2 and the host engine owe nothing.
    output logic                               idle_o,
    output logic                               writing_o,     // lines are on their way to DRAM
    // pulses: line lost, host error, host silent, DRAM error, DRAM silent
    output logic [4:0]                         fault_o,
    // The line whose data were lost, with fault_o[4]
    output logic [26:0]                        lost_line_o,
    // Increments of the counters in this cycle
    output smgpu_pkg::mem_perf_t               perf_o
);

  localparam int unsigned P  = N + 1;  // with the walker

  // What data of ports are made of: instruction fetch and the walker only read; words of the MCU,
  // BAR2's 64 bits; else lines.
  localparam logic [P-1:0] Reads  = {1'b1, 4'b0000, {SMS{2'b10}}};
  localparam logic [P-1:0] Narrow = {1'b0, 4'b1100, {SMS{2'b00}}};
  localparam logic [P-1:0] Words  = {1'b0, 4'b0100, {SMS{2'b00}}};
  localparam logic [P-1:0] Absent = {1'b0, 2'b00, DMAS < 2, 1'b0, {SMS{2'b00}}};

  // Between the L2 and mem_host: a line each
  logic                host_valid, host_ready, host_rsp_valid, host_rsp_ready, host_rsp_err,
      host_busy, l2_idle;
  logic [3:0]          host_port, host_rsp_port;
  smgpu_pkg::mem_req_t host_req;
  logic [7:0]          host_rsp_id;
  smgpu_pkg::line_t    host_rsp_data;
  // Counters of each bank
  logic [L2_BANKS-1:0] hit, miss, high, pass;
  // The walker: its port at the L2, and its counters
  logic                walk_miss, walk, walk_mem_valid, walk_mem_ready, walk_rsp_valid;
  smgpu_pkg::mem_req_t walk_mem;
  smgpu_pkg::mem_rsp_t walk_rsp;
  // Words moved from and to the host in this cycle
  logic [5:0]          host_read_words, host_write_words;

  // What is older than two ticks is given up.
  logic [TIMEOUT-2:0] time_q;
  logic               tick;
  assign tick = &time_q;
  always_ff @(posedge clk_i) time_q <= !rst_ni ? '0 : time_q + 1'b1;

  mem_banks #(
      .SMS   (SMS),
      .WARPS (WARPS),
      // The last port is the walker's.
      .PORTS (P),
      .READS (Reads),
      .NARROW(Narrow),
      .WORDS (Words),
      .ABSENT(Absent),
      .WALKS (WALKS),
      .BANKS (L2_BANKS),
      .L2_KIB(L2_KIB),
      .MSHRS (MSHRS),
      .EVICTS(EVICTS),
      .WAITS (WAITS),
      .PRIO  (PRIO),
      .AMO_UNITS(AMO_UNITS),
      .INCLUDES(INCLUDES)
  ) u_banks (
      .clk_i,
      .rst_ni,
      .dram_mib_i,
      .tick_i          (tick),
      .forget_i        (!rst_walk_ni),
      .levels_i,
      .never_i,
      .order_i,
      .flushed_i,
      .req_valid_i     ({walk_mem_valid, req_valid_i}),
      .req_ready_o     ({walk_mem_ready, req_ready_o}),
      .req_i           ({walk_mem, req_i}),
      .rsp_valid_o     ({walk_rsp_valid, rsp_valid_o}),
      .rsp_o           ({walk_rsp, rsp_o}),
      .inv_valid_o,
      .inv_ready_i,
      .inv_pa_o,
      .host_valid_o    (host_valid),
      .host_ready_i    (host_ready),
      .host_port_o     (host_port),
      .host_o          (host_req),
      .host_rsp_valid_i(host_rsp_valid),
      .host_rsp_ready_o(host_rsp_ready),
      .host_rsp_port_i (host_rsp_port),
      .host_rsp_id_i   (host_rsp_id),
      .host_rsp_err_i  (host_rsp_err),
      .host_rsp_data_i (host_rsp_data),
      .aw_valid_o      (dram_aw_valid_o),
      .aw_ready_i      (dram_aw_ready_i),
      .aw_addr_o       (dram_aw_addr_o),
      .aw_id_o         (dram_aw_id_o),
      .w_valid_o       (dram_w_valid_o),
      .w_ready_i       (dram_w_ready_i),
      .w_data_o        (dram_w_data_o),
      .b_valid_i       (dram_b_valid_i),
      .b_ready_o       (dram_b_ready_o),
      .b_id_i          (dram_b_id_i),
      .b_err_i         (dram_b_err_i),
      .ar_valid_o      (dram_ar_valid_o),
      .ar_ready_i      (dram_ar_ready_i),
      .ar_addr_o       (dram_ar_addr_o),
      .ar_id_o         (dram_ar_id_o),
      .r_valid_i       (dram_r_valid_i),
      .r_ready_o       (dram_r_ready_o),
      .r_id_i          (dram_r_id_i),
      .r_err_i         (dram_r_err_i),
      .r_data_i        (dram_r_data_i),
      .idle_o          (l2_idle),
      .writing_o,
      .lost_o          (fault_o[0]),
      .failed_o        (fault_o[1]),
      .bad_o           (fault_o[4]),
      .bad_line_o      (lost_line_o),
      .hit_o           (hit),
      .miss_o          (miss),
      .high_o          (high),
      .pass_o          (pass)
  );

  mem_host #(
      .IDS(HOST_IDS)
  ) u_host (
      .clk_i,
      .rst_ni,
      .tick_i       (tick),
      .req_valid_i  (host_valid),
      .req_ready_o  (host_ready),
      .req_port_i   (host_port),
      .req_i        (host_req),
      .rsp_valid_o  (host_rsp_valid),
      .rsp_ready_i  (host_rsp_ready),
      .rsp_port_o   (host_rsp_port),
      .rsp_id_o     (host_rsp_id),
      .rsp_err_o    (host_rsp_err),
      .rsp_data_o   (host_rsp_data),
      .aw_valid_o   (host_aw_valid_o),
      .aw_ready_i   (host_aw_ready_i),
      .aw_addr_o    (host_aw_addr_o),
      .aw_id_o      (host_aw_id_o),
      .aw_len_o     (host_aw_len_o),
      .w_valid_o    (host_w_valid_o),
      .w_ready_i    (host_w_ready_i),
      .w_data_o     (host_w_data_o),
      .w_strb_o     (host_w_strb_o),
      .w_last_o     (host_w_last_o),
      .b_valid_i    (host_b_valid_i),
      .b_ready_o    (host_b_ready_o),
      .b_id_i       (host_b_id_i),
      .b_resp_i     (host_b_resp_i),
      .ar_valid_o   (host_ar_valid_o),
      .ar_ready_i   (host_ar_ready_i),
      .ar_addr_o    (host_ar_addr_o),
      .ar_id_o      (host_ar_id_o),
      .ar_len_o     (host_ar_len_o),
      .r_valid_i    (host_r_valid_i),
      .r_ready_o    (host_r_ready_o),
      .r_id_i       (host_r_id_i),
      .r_data_i     (host_r_data_i),
      .r_resp_i     (host_r_resp_i),
      .busy_o       (host_busy),
      .lost_o       (fault_o[2]),
      .failed_o     (fault_o[3]),
      .read_words_o (host_read_words),
      .write_words_o(host_write_words)
  );

  mem_walker #(
      .CLIENTS(M),
      .WALKS  (WALKS),
      .WIDE   (32'(PAGES != 0))
  ) u_walker (
      .clk_i,
      .rst_ni         (rst_walk_ni),
      .req_valid_i    (walk_req_valid_i),
      .req_ready_o    (walk_req_ready_o),
      .req_i          (walk_req_i),
      .rsp_valid_o    (walk_rsp_valid_o),
      .rsp_o          (walk_rsp_o),
      .row_o          (walk_row_o),
      .root_we_i,
      .root_vm_i,
      .root_i,
      .flush_i        (tlb_flush_i),
      .drained_o      (walks_drained_o),
      .mem_valid_o    (walk_mem_valid),
      .mem_ready_i    (walk_mem_ready),
      .mem_o          (walk_mem),
      .mem_rsp_valid_i(walk_rsp_valid),
      .mem_rsp_i      (walk_rsp),
      .miss_o         (walk_miss),
      .walk_o         (walk)
  );

  // Banks count side by side
  function automatic logic [5:0] count(input logic [L2_BANKS-1:0] bits);
    count = '0;
    for (int unsigned i = 0; i < L2_BANKS; i++) count = count + 6'(bits[i]);
  endfunction
  // Lines to and from DRAM, words to and from the host, the rest as events
  always_comb begin
    perf_o.l2_bypasses      = count(pass);
    perf_o.l2_misses_prio   = count(miss & high);
    perf_o.l2_hits_prio     = count(hit & high);
    perf_o.page_walks       = 6'(walk);
    perf_o.tlb_misses       = 6'(walk_miss);
    perf_o.host_write_words = host_write_words;
    perf_o.host_read_words  = host_read_words;
    perf_o.dram_write_lines = 6'(dram_w_valid_o && dram_w_ready_i);
    perf_o.dram_read_lines  = 6'(dram_r_valid_i && dram_r_ready_o);
    perf_o.l2_misses        = count(miss);
    perf_o.l2_hits          = count(hit);
  end

  assign idle_o = l2_idle && !host_busy;

  logic unused_ready;
  assign unused_ready = ^rsp_ready_i;

endmodule
