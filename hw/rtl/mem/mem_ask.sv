// SPDX-License-Identifier: MIT
// A request as it goes to the banks of the L2: its line has the number that mem_spread gives it,
// and keeps it until it leaves the L2. And the bank that it is for: of host memory the first.

module mem_ask #(
    parameter int unsigned SI    = 9,  // bits of a set's number, with those of a bank
    parameter int unsigned BANKS = 1   // power of two
) (
    input  smgpu_pkg::mem_req_t req_i,
    output smgpu_pkg::mem_req_t req_o,
    output logic [BANKS-1:0]    here_o  // one-hot
);

  localparam int unsigned BI = $clog2(BANKS);

  logic [26:0] line;
  mem_spread #(
      .SI(SI),
      .BI(BI)
  ) u_spread (
      .line_i(req_i.pa[31:5]),
      .line_o(line)
  );
  always_comb begin
    req_o          = req_i;
    req_o.pa[31:5] = line;
  end
  if (BANKS == 1) begin : gen_one
    assign here_o = 1'b1;
  end else begin : gen_more
    assign here_o = BANKS'(1) << (req_i.pa[40] ? '0 : line[SI-1-:BI]);
  end

endmodule
