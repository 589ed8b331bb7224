// SPDX-License-Identifier: MIT
// Number of a line inside the L2. Lines that are a power of two apart, such as the rows of a
// matrix, would meet in few sets: the bits that choose the set are each the parity of all bits of
// the line's number that are a multiple of SI away, so such lines go to different sets. The tag's
// bits stay, so numbers stay apart, and the same step leads back to the line's address. In an L2 of
// several banks the lowest of these bits are the bank's number, so that lines side by side go to
// different banks. They change places with those of the set, so that each bank has its set in the
// lowest bits, and the bank's number lies above.

module mem_spread #(
    parameter int unsigned SI   = 9,   // bits of a set's number, with those of a bank
    parameter int unsigned BI   = 0,   // bits of a bank's number
    parameter bit          BACK = 0    // from the number inside to the address
) (
    input  logic [26:0] line_i,
    output logic [26:0] line_o
);

  logic [26:0] from, spread;
  always_comb begin
    from = line_i;
    if (BACK) begin
      for (int unsigned i = 0; i < SI; i++) from[(i+BI)%SI] = line_i[i];
    end
    spread = from;
    for (int unsigned i = SI; i < 27; i++) spread[i%SI] = spread[i%SI] ^ from[i];
    line_o = spread;
    if (!BACK) begin
      for (int unsigned i = 0; i < SI; i++) line_o[i] = spread[(i+BI)%SI];
    end
  end

endmodule
