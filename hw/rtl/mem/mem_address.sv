// SPDX-License-Identifier: MIT
// Addresses of what leaves the L2, whose lines have numbers of its own: what DRAM and the host are
// asked for, what L1s have to drop, and a line that is bad. Combinational; a mem_spread of each.

module mem_address #(
    parameter int unsigned SMS = 1,
    parameter int unsigned SI  = 9,  // bits of a set's number, with those of its bank
    parameter int unsigned BI  = 0   // bits of a bank's number
) (
    // To DRAM: a line that is written, and one that is read
    input  logic [39:0]         aw_i,
    output logic [39:0]         aw_o,
    input  logic [39:0]         ar_i,
    output logic [39:0]         ar_o,
    // To the L1 of each SM: a line, and bits above it, which pass
    input  logic [SMS*36-1:0]   inv_i,
    output logic [SMS*36-1:0]   inv_o,
    // To the host: a request
    input  smgpu_pkg::mem_req_t host_i,
    output smgpu_pkg::mem_req_t host_o,
    // To registers: a bad line
    input  logic [26:0]         bad_i,
    output logic [26:0]         bad_o
);

  // DRAM: what stands above and below a line's number passes.
  mem_spread #(
      .SI  (SI),
      .BI  (BI),
      .BACK(1)
  ) u_aw (
      .line_i(aw_i[31:5]),
      .line_o(aw_o[31:5])
  );
  mem_spread #(
      .SI  (SI),
      .BI  (BI),
      .BACK(1)
  ) u_ar (
      .line_i(ar_i[31:5]),
      .line_o(ar_o[31:5])
  );
  assign aw_o[39:32] = aw_i[39:32];
  assign aw_o[4:0]   = aw_i[4:0];
  assign ar_o[39:32] = ar_i[39:32];
  assign ar_o[4:0]   = ar_i[4:0];

  for (genvar g = 0; g < SMS; g++) begin : gen_inv
    mem_spread #(
        .SI  (SI),
        .BI  (BI),
        .BACK(1)
    ) u_inv (
        .line_i(inv_i[36*g+:27]),
        .line_o(inv_o[36*g+:27])
    );
    assign inv_o[36*g+27+:9] = inv_i[36*g+27+:9];
  end

  logic [26:0] host_line;
  mem_spread #(
      .SI  (SI),
      .BI  (BI),
      .BACK(1)
  ) u_host (
      .line_i(host_i.pa[31:5]),
      .line_o(host_line)
  );
  always_comb begin
    host_o          = host_i;
    host_o.pa[31:5] = host_line;
  end

  mem_spread #(
      .SI  (SI),
      .BI  (BI),
      .BACK(1)
  ) u_bad (
      .line_i(bad_i),
      .line_o(bad_o)
  );

endmodule
