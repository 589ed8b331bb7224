// SPDX-License-Identifier: MIT
// Requests of the host: from the hard block's stream CQ to that of tlp_pkg. A descriptor has four
// dwords, so the header is made with four of them, whatever the address, and data stay where they
// are. BARs have the sizes that the block was set to, so the bridge needs of an address no more
// than the bits inside the BAR.

module usp_cq (
    input  logic         clk_i,
    input  logic         rst_ni,
    // From the block. be_i has the enables {last, first}, with the first beat.
    input  logic         valid_i,
    output logic         ready_o,
    input  logic [127:0] data_i,
    input  logic [3:0]   keep_i,
    input  logic         last_i,
    input  logic [7:0]   be_i,
    // To the bridge
    output logic         valid_o,
    input  logic         ready_i,
    output logic [127:0] data_o,
    output logic [3:0]   keep_o,
    output logic         last_o,
    output logic [2:0]   bar_o,
    // This is the first beat of a request; it wants an answer
    output logic         first_o,
    output logic         answer_o
);

  // Types of a request, as the descriptor has them
  localparam logic [3:0] MemRead    = 4'd0;
  localparam logic [3:0] MemWrite   = 4'd1;
  localparam logic [3:0] ReadLocked = 4'd7;
  localparam logic [3:0] Message    = 4'd12;   // and those above it

  logic        first_q, message, writes;
  // Fields of the descriptor
  logic [3:0]  kind;
  logic [10:0] length;
  logic [2:0]  bar, tc, attr;
  logic [4:0]  tlp_type;
  logic [31:0] h0, h1;
  assign length  = data_i[74:64];
  assign kind    = data_i[78:75];
  assign bar     = data_i[114:112];
  assign tc      = data_i[123:121];
  assign attr    = data_i[126:124];
  assign message = kind >= Message;
  always_comb begin
    // Reads are 0, 2, 7, 8, 9; of messages some have data. Types that are none of memory are
    // unsupported, so of these the bridge needs to know no more than that.
    writes = message ? length != '0 : (kind[0] && kind != ReadLocked && kind < 4'd4) ||
        (kind[2] && kind != ReadLocked) || kind == 4'd10 || kind == 4'd11;
    if (message) tlp_type = 5'b10000;
    else if (kind == MemRead || kind == MemWrite) tlp_type = tlp_pkg::TypeMemory;
    else if (kind == ReadLocked) tlp_type = tlp_pkg::TypeLocked;
    else if (kind[3:2] == 2'd0) tlp_type = 5'b00010;                      // ports
    else if (kind[3:2] == 2'd1) tlp_type = {3'b011, kind[1:0]};           // atomics
    else tlp_type = 5'b00100;                                             // configuration
  end
  assign h0 = {1'b0, writes, 1'b1, tlp_type, 1'b0, tc, 1'b0, attr[2], 4'd0, attr[1:0], data_i[1:0],
      length[9:0]};
  assign h1 = {data_i[95:80], data_i[103:96], be_i};

  assign valid_o  = valid_i;
  assign ready_o  = ready_i;
  assign data_o   = first_q ? {data_i[31:2], 2'd0, data_i[63:32], h1, h0} : data_i;
  assign keep_o   = keep_i;
  assign last_o   = last_i;
  assign first_o  = first_q;
  assign answer_o = !message && kind != MemWrite;
  always_comb begin
    bar_o = 3'b001 << tlp_pkg::BarNone;
    if (bar == 3'd0) bar_o = 3'b001 << tlp_pkg::BarRegs;
    else if (bar == 3'd2) bar_o = 3'b001 << tlp_pkg::BarMemory;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) first_q <= 1'b1;
    else if (valid_i && ready_i) first_q <= last_i;
  end

  // The aperture; the function, of which there is one
  logic unused;
  assign unused = ^{data_i[79], data_i[111:104], data_i[120:115], data_i[127]};

endmodule
