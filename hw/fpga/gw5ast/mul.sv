// SPDX-License-Identifier: MIT
// A product of mul2dsp.v as MULT27X36 of a GW5A: signed, its registers bypassed, its pre-adder off.
// mul2dsp.v has the wider operand on A; the cell has it on B.
(* techmap_celltype = "$__mul36x27" *)
module gw5ast_mul #(
    parameter A_SIGNED = 1,
    parameter B_SIGNED = 1,
    parameter A_WIDTH = 36,
    parameter B_WIDTH = 27,
    parameter Y_WIDTH = 63
) (
    input [35:0] A,
    input [26:0] B,
    output [Y_WIDTH-1:0] Y
);
  wire [62:0] product;
  MULT27X36 _TECHMAP_REPLACE_ (
    .DOUT(product), .A(B), .B(A), .D(26'b0),
    .CLK(2'b0), .CE(2'b0), .RESET(2'b0), .PSEL(1'b0), .PADDSUB(1'b0)
  );
  assign Y = product;
endmodule
