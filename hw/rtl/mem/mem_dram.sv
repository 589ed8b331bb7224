// SPDX-License-Identifier: MIT
// The banks of the L2 at the one AXI4 master to DRAM. The upper bits of an id are the bank's
// number, so that an answer finds its bank. Data of writes follow in the order of their addresses,
// over all banks.

module mem_dram #(
    parameter int unsigned BANKS = 2     // 2 or 4
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    // Banks
    // As mem_l2 has them; ids count from 0 in each
    input  logic [BANKS-1:0]     aw_valid_i,
    output logic [BANKS-1:0]     aw_ready_o,
    input  logic [BANKS*40-1:0]  aw_addr_i,
    input  logic [BANKS*4-1:0]   aw_id_i,
    // Lines of writes, in the order of the bank's addresses
    input  logic [BANKS-1:0]     w_valid_i,
    output logic [BANKS-1:0]     w_ready_o,
    input  logic [BANKS*256-1:0] w_data_i,
    // Acknowledgements, without the bank's number in the id
    output logic [BANKS-1:0]     b_valid_o,
    input  logic [BANKS-1:0]     b_ready_i,
    output logic [3:0]           b_id_o,
    // Reads
    input  logic [BANKS-1:0]     ar_valid_i,
    output logic [BANKS-1:0]     ar_ready_o,
    input  logic [BANKS*40-1:0]  ar_addr_i,
    input  logic [BANKS*4-1:0]   ar_id_i,
    // Lines of reads; the data go to all banks
    output logic [BANKS-1:0]     r_valid_o,
    input  logic [BANKS-1:0]     r_ready_i,
    output logic [3:0]           r_id_o,
    // AXI4
    // One channel for all banks, ids with the bank's number
    output logic                 aw_valid_o,
    input  logic                 aw_ready_i,
    output logic [39:0]          aw_addr_o,
    output logic [3:0]           aw_id_o,
    // The line of the oldest address whose line has not gone
    output logic                 w_valid_o,
    input  logic                 w_ready_i,
    output smgpu_pkg::line_t     w_data_o,
    // The id says which bank it is for.
    input  logic                 b_valid_i,
    output logic                 b_ready_o,
    input  logic [3:0]           b_id_i,
    // Reads
    output logic                 ar_valid_o,
    input  logic                 ar_ready_i,
    output logic [39:0]          ar_addr_o,
    output logic [3:0]           ar_id_o,
    input  logic                 r_valid_i,
    output logic                 r_ready_o,
    input  logic [3:0]           r_id_i
);

  // Bits of a bank's number
  localparam int unsigned BI = $clog2(BANKS);

  // ---- Addresses: {bank, id} takes the place of the id
  // {id, address} of each bank; whose address of a write is offered
  logic [BANKS*44-1:0] aw, ar;
  logic [BANKS-1:0]    aw_bank;
  for (genvar g = 0; g < BANKS; g++) begin : gen_bank
    assign aw[44*g+:44]  = {BI'(g), aw_id_i[4*g+:4-BI], aw_addr_i[40*g+:40]};
    assign ar[44*g+:44]  = {BI'(g), ar_id_i[4*g+:4-BI], ar_addr_i[40*g+:40]};
    assign b_valid_o[g]  = b_valid_i && b_id_i[3-:BI] == BI'(g);
    assign r_valid_o[g]  = r_valid_i && r_id_i[3-:BI] == BI'(g);
  end
  mem_meet #(
      .BANKS(BANKS),
      .W    (44)
  ) u_aw (
      .clk_i,
      .rst_ni,
      .valid_i(aw_valid_i),
      .ready_o(aw_ready_o),
      .data_i (aw),
      .valid_o(aw_valid_o),
      .ready_i(aw_ready_i),
      .data_o ({aw_id_o, aw_addr_o}),
      .bank_o (aw_bank)
  );
  logic [BANKS-1:0] unused_ar_bank;
  mem_meet #(
      .BANKS(BANKS),
      .W    (44)
  ) u_ar (
      .clk_i,
      .rst_ni,
      .valid_i(ar_valid_i),
      .ready_o(ar_ready_o),
      .data_i (ar),
      .valid_o(ar_valid_o),
      .ready_i(ar_ready_i),
      .data_o ({ar_id_o, ar_addr_o}),
      .bank_o (unused_ar_bank)
  );

  // ---- Data: a bank has two writes at most whose data are to come, so there is always room for
  // one more. A slave may wait for data before it takes their address, so a bank has its place as
  // soon as its address is offered.
  // next: the bank whose line is next. room: always, as said above. offer: an address is new.
  logic             held_q, offer;
  logic             next_valid, room;
  logic [BANKS-1:0] next_bank;
  assign offer = aw_valid_o && !held_q;
  always_ff @(posedge clk_i) held_q <= rst_ni && aw_valid_o && !aw_ready_i;
  common_fifo #(
      .WIDTH(BANKS),
      .DEPTH(2 * BANKS)
  ) u_order (
      .clk_i,
      .rst_ni,
      .push_valid_i(offer),
      .push_ready_o(room),
      .push_data_i (aw_bank),
      .pop_valid_o (next_valid),
      .pop_ready_i (w_valid_o && w_ready_i),
      .pop_data_o  (next_bank)
  );
  assign w_valid_o = next_valid && (w_valid_i & next_bank) != '0;
  assign w_ready_o = next_bank & {BANKS{next_valid && w_ready_i}};
  always_comb begin
    w_data_o = '0;
    for (int unsigned i = 0; i < BANKS; i++)
      w_data_o = w_data_o | (w_data_i[256*i+:256] & {256{next_bank[i]}});
  end

  // ---- Answers
  assign b_id_o    = 4'(b_id_i[3-BI:0]);
  assign r_id_o    = 4'(r_id_i[3-BI:0]);
  assign b_ready_o = (b_valid_o & b_ready_i) != '0;
  assign r_ready_o = (r_valid_o & r_ready_i) != '0;

  logic unused;
  always_comb begin
    unused = room;
    for (int unsigned i = 0; i < BANKS; i++)
      unused = unused ^ (^{aw_id_i[4*i+:4], ar_id_i[4*i+:4]});
  end

`ifdef VERILATOR
  // A place in the order for each address; ids of banks leave room for the bank's number.
  always_ff @(posedge clk_i) begin
    if (rst_ni && offer && !room)
      $fatal(1, "not ok mem_dram: an address without a place for its bank");
    for (int unsigned i = 0; i < BANKS; i++)
      if (rst_ni && ((aw_valid_i[i] && aw_id_i[4*i+4-BI+:BI] != '0) ||
          (ar_valid_i[i] && ar_id_i[4*i+4-BI+:BI] != '0))) $fatal(1,
          "not ok mem_dram: an id that has no room beside its bank");
  end
`endif

endmodule
