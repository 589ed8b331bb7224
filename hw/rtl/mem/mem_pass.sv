// SPDX-License-Identifier: MIT
// Reads that pass the L2 (priority tokens): a line that gets no way answers the read and is not
// kept.
// - until it has come all requests for the line wait: so all of a line are served in the order in
//   which the pipeline saw them. The MSHRs know that of a request in R; of a read that passes S1
//   while others are in R and S0, these are told here
// - an L1 keeps what it gets. Where the L2 knows that lines it does not hold are in no L1, that is
//   not so from then on, of the SMs that have read so, until all L1s are flushed

module mem_pass #(
    parameter int unsigned SMS  = 1,
    parameter int unsigned PRIO = 0   // 0: no read passes
) (
    input  logic           clk_i,
    input  logic           rst_ni,
    input  logic           flushed_i,    // all L1s are empty, and nothing is on its way to them
    input  logic           next_i,       // R goes to S0, S0 to S1
    input  logic [26:0]    r_line_i,
    input  logic           r_passing_i,  // a read of R's line passes, as the MSHRs know
    input  logic [26:0]    line_i,       // in S1
    input  logic           same_line_i,  // it is that of the request right ahead
    input  logic           put_i,        // S1: a read passes now
    input  logic [3:0]     port_i,
    output logic           passing_o,    // a read of S1's line passes
    output logic [SMS-1:0] holders_o     // L1s that may hold lines that the L2 does not
);

  if (PRIO != 0) begin : gen_pass
    logic           s0_q, s1_q, put_q;
    logic [SMS-1:0] holders_q;
    assign passing_o = s1_q || (put_q && same_line_i);
    assign holders_o = holders_q;
    always_ff @(posedge clk_i) begin
      if (next_i) begin
        s0_q  <= r_passing_i || (put_i && r_line_i == line_i);
        s1_q  <= s0_q;
        put_q <= put_i;
      end
      for (int unsigned i = 0; i < SMS; i++)
        if (put_i && port_i[3:1] == 3'(i)) holders_q[i] <= 1'b1;
      if (!rst_ni || flushed_i) holders_q <= '0;
    end
`ifdef VERILATOR
    always_ff @(posedge clk_i) if (rst_ni && put_i &&
        (port_i[0] || 32'(port_i) >= 2 * SMS)) $fatal(1,
        "not ok mem_pass: a read passes that is no SM's");
`endif
  end else begin : gen_no_pass
    assign passing_o = 1'b0;
    assign holders_o = '0;
    logic unused;
    assign unused = ^{clk_i, rst_ni, flushed_i, next_i, r_line_i, r_passing_i, line_i, same_line_i,
        put_i, port_i};
  end

endmodule
