// SPDX-License-Identifier: MIT
// Words of all lanes in one row: block RAM with one read and one write port, a write enable for
// each lane. The read data stay until the next read. Reading a row in the cycle in which it is
// written gives nothing defined.
module common_lanes #(
  parameter int unsigned DEPTH = 512,
  parameter int unsigned LANES = 8,
  parameter int unsigned AW    = $clog2(DEPTH)  // do not override
) (
  input  logic                clk_i,
  input  logic                re_i,
  input  logic [AW-1:0]       raddr_i,
  output logic [LANES*32-1:0] rdata_o,
  input  logic                we_i,
  input  logic [LANES-1:0]    wmask_i,
  input  logic [AW-1:0]       waddr_i,
  input  logic [LANES*32-1:0] wdata_i
);

  (* ram_style = "block", no_rw_check *)
  logic [LANES*32-1:0] mem [DEPTH];

  always_ff @(posedge clk_i) begin
    if (re_i) rdata_o <= mem[raddr_i];
  end

  always_ff @(posedge clk_i) begin
    if (we_i) begin
      for (int l = 0; l < LANES; l++) begin
        if (wmask_i[l]) mem[waddr_i][l*32+:32] <= wdata_i[l*32+:32];
      end
    end
  end

endmodule
