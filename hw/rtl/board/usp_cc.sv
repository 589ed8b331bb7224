// SPDX-License-Identifier: MIT
// Completions of the host's requests: from the stream of tlp_pkg to the hard block's stream CC. A
// descriptor has three dwords, as a header has, so data stay where they are. Behind one without
// success the block wants the request, for its error registers: its byte enables and its
// descriptor.

module usp_cc (
    input  logic         clk_i,
    input  logic         rst_ni,
    // From the bridge: completions alone
    input  logic         valid_i,
    output logic         ready_o,
    input  logic [127:0] data_i,
    input  logic [3:0]   keep_i,
    input  logic         last_i,
    // The oldest request without an answer: enables {last, first}, descriptor. done_o: it is
    // answered.
    input  logic [7:0]   request_be_i,
    input  logic [127:0] request_i,
    output logic         done_o,
    // To the block
    output logic         valid_o,
    input  logic         ready_i,
    output logic [127:0] data_o,
    output logic [3:0]   keep_o,
    output logic         last_o
);

  // first_q: a header is next. request_q: the request is sent. ends_q: the answer is the last one.
  logic         first_q, request_q, ends, ends_q, fails;
  logic [31:0]  h0, h1, h2, d0, d1, d2;
  logic [12:0]  bytes;
  logic [11:0]  span;                     // bytes from the first dword's beginning that are here
  assign h0    = data_i[31:0];
  assign h1    = data_i[63:32];
  assign h2    = data_i[95:64];
  // 4,096 is 0 in a header.
  assign bytes = {h1[11:0] == '0, h1[11:0]};
  assign fails = h1[15:13] != tlp_pkg::StatusOk;
  assign span  = {h0[9:0], 2'd0};
  assign ends  = fails || !h0[30] || 13'(span) >= bytes + 13'(h2[1:0]);
  assign d0    = {2'd0, h0[24], bytes, 6'd0, 3'd0, h2[6:0]};
  assign d1    = {h2[31:16], 1'b0, h0[14], h1[15:13], h0[30] ? {h0[9:0] == '0, h0[9:0]} : 11'd0};
  // The completer's bus comes from the block.
  assign d2    = {1'b0, h0[18], h0[13:12], h0[22:20], 1'b0, h1[31:16], h2[15:8]};

  assign valid_o = valid_i;
  always_comb begin
    data_o = data_i;
    keep_o = keep_i;
    last_o = last_i;
    if (request_q) begin
      data_o = request_i;
      keep_o = 4'hf;
    end else if (first_q) begin
      data_o = {fails ? {24'd0, request_be_i} : data_i[127:96], d2, d1, d0};
      if (fails) keep_o = 4'hf;
      last_o = last_i && !fails;
    end
  end
  // A header without success stays until the request is sent.
  assign ready_o = ready_i && !(first_q && !request_q && fails);
  assign done_o  = valid_i && ready_o && last_i && (first_q ? ends : ends_q);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q   <= 1'b1;
      request_q <= 1'b0;
    end else if (valid_i && ready_i) begin
      request_q <= first_q && !request_q && fails;
      if (ready_o) first_q <= last_i;
    end
    if (first_q) ends_q <= ends;
  end

  logic unused;
  assign unused = ^{h0[31], h0[29:25], h0[23], h0[19], h0[17:15], h0[11:10], h1[12], h2[7]};

endmodule
