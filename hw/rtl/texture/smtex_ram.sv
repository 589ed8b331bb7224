// SPDX-License-Identifier: MIT
// Words of all lanes in one row: block RAM with one read and one write port, a write enable for each lane. What is read while it is written does not count.
module smtex_ram #(
    parameter int unsigned ROWS  = 8,
    parameter int unsigned LANES = 8,
    parameter int unsigned AW    = $clog2(ROWS)  // do not override
) (
    input  logic                clk_i,
    input  logic                re_i,
    input  logic [AW-1:0]       raddr_i,
    output logic [LANES*32-1:0] rdata_o,
    input  logic [LANES-1:0]    we_i,
    input  logic [AW-1:0]       waddr_i,
    input  logic [LANES*32-1:0] wdata_i
);

  (* ram_style = "block", no_rw_check *) logic [LANES*32-1:0] mem[ROWS];

  always_ff @(posedge clk_i) begin
    if (re_i) rdata_o <= mem[raddr_i];
    for (int unsigned l = 0; l < LANES; l++) if (we_i[l]) mem[waddr_i][l*32+:32] <= wdata_i[l*32+:32];
  end

endmodule
