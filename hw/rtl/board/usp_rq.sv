// SPDX-License-Identifier: MIT
// Requests of the card: from the stream of tlp_pkg to the hard block's stream RQ. A descriptor has
// four dwords. Behind a header of three, data move up by one dword.

module usp_rq (
    input  logic         clk_i,
    input  logic         rst_ni,
    // From the bridge: reads and writes of memory alone
    input  logic         valid_i,
    output logic         ready_o,
    input  logic [127:0] data_i,
    input  logic [3:0]   keep_i,
    input  logic         last_i,
    // To the block. be_o has the enables {last, first}, write_o what it is; both with the first
    // beat.
    output logic         valid_o,
    input  logic         ready_i,
    output logic [127:0] data_o,
    output logic [3:0]   keep_o,
    output logic         last_o,
    output logic [7:0]   be_o,
    output logic         write_o,
    output logic         tail_o           // the beat is not one of the stream from the bridge
);

  // first_q: a header is next. shift_q: data move up. tail_q: carry_q is all that is left.
  logic        first_q, shift_q, tail_q, four, data, shift;
  // The last dword of the beat before
  logic [31:0] carry_q;
  logic [31:0] h0, h1;
  logic [31:0] d0, d1, d2, d3;
  assign h0    = data_i[31:0];
  assign h1    = data_i[63:32];
  assign four  = h0[29];
  assign data  = h0[30];
  assign shift = data && !four;
  // Types: 0 is a read of memory, 1 a write.
  assign d0    = four ? data_i[127:96] : data_i[95:64];
  assign d1    = four ? data_i[95:64] : '0;
  assign d2    = {h1[31:16], h0[14], 3'd0, data, h0[9:0] == '0, h0[9:0]};
  // The requester's bus comes from the block.
  assign d3    = {1'b0, h0[18], h0[13:12], h0[22:20], 17'd0, h1[15:8]};
  assign be_o    = h1[7:0];
  assign write_o = data;

  assign tail_o  = tail_q;
  assign valid_o = valid_i || tail_q;
  assign ready_o = ready_i && !tail_q;
  always_comb begin
    data_o = data_i;
    keep_o = keep_i;
    last_o = last_i;
    if (tail_q) begin
      data_o = {96'd0, carry_q};
      keep_o = 4'h1;
      last_o = 1'b1;
    end else if (first_q) begin
      data_o = {d3, d2, d1, d0};
      keep_o = 4'hf;
      last_o = last_i && !shift;
    end else if (shift_q) begin
      data_o = {data_i[95:0], carry_q};
      keep_o = {keep_i[2:0], 1'b1};
      last_o = last_i && !keep_i[3];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      tail_q  <= 1'b0;
    end else if (tail_q) tail_q <= !ready_i;
    else if (valid_i && ready_i) begin
      first_q <= last_i;
      tail_q  <= last_i && (first_q ? shift : shift_q && keep_i[3]);
    end
    if (valid_i && ready_o) begin
      carry_q <= data_i[127:96];
      if (first_q) shift_q <= shift;
    end
  end

  logic unused;
  assign unused = ^{h0[31], h0[28:23], h0[19], h0[17:15], h0[11:10]};

endmodule
