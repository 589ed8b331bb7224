// SPDX-License-Identifier: MIT
// Number of a line inside the L2. Lines that are a power of two apart, such as the rows of a matrix, would meet in few sets: the bits that choose the
// set are each the parity of all bits of the line's number that are a multiple of SI away, so such lines go to different sets. The tag's bits stay, so
// numbers stay apart, and the same step leads back to the line's address.

module mem_spread #(
    parameter int unsigned SI = 9    // bits of a set's number
) (
    input  logic [26:0] line_i,
    output logic [26:0] line_o
);

  always_comb begin
    line_o = line_i;
    for (int unsigned i = SI; i < 27; i++) line_o[i%SI] = line_o[i%SI] ^ line_i[i];
  end

endmodule
