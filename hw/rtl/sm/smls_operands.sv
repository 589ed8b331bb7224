// SPDX-License-Identifier: MIT
// Operands of the instruction that is being collected and of the one at hand: what their threads store, and with what an amocas
// compares, a beat of threads in each row. In LUT RAM: as registers, the choice of a beat alone would cost as much as all of it.

module smls_operands #(
    parameter int unsigned LANES = 16
) (
    input  logic                clk_i,
    input  logic                we_i,
    input  logic [2:0]          row_i,     // {instruction, beat}
    input  logic [LANES*32-1:0] data_i,
    input  logic [LANES*32-1:0] cmp_i,
    input  logic [2:0]          read_row_i,
    output logic [LANES*32-1:0] data_o,
    output logic [LANES*32-1:0] cmp_o
);

  logic [LANES*32-1:0] data[8];
  logic [LANES*32-1:0] cmp[8];
  assign data_o = data[read_row_i];
  assign cmp_o  = cmp[read_row_i];

  always_ff @(posedge clk_i) begin
    if (we_i) begin
      data[row_i] <= data_i;
      cmp[row_i]  <= cmp_i;
    end
  end

endmodule
