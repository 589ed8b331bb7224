// SPDX-License-Identifier: MIT
// MULT27X36 of a GW5A as mul.sv uses it: a signed product, registers bypassed, pre-adder off
module MULT27X36 (
    output [62:0] DOUT,
    input  [26:0] A,
    input  [35:0] B,
    input  [25:0] D,
    input  [ 1:0] CLK,
    input  [ 1:0] CE,
    input  [ 1:0] RESET,
    input         PSEL,
    input         PADDSUB
);
  wire [62:0] product = $signed(A) * $signed(B);
  // No other use of the cell is known here.
  assign DOUT = {D, CLK, CE, RESET, PSEL, PADDSUB} == 0 ? product : 63'bx;
endmodule
