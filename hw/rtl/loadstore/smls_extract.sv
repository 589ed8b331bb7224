// SPDX-License-Identifier: MIT
// What a load of the given width takes from its word, extended to 32 bits; in place of it, whether
// an SC has failed.

module smls_extract (
    // A word, and the address of what is loaded in it
    input  logic [31:0] word_i,
    input  logic [1:0]  byte_i,
    input  logic [2:0]  form_i,     // funct3; 7: SC
    input  logic        fail_i,
    output logic [31:0] value_o
);

  // The halfword and the byte that are meant
  logic [15:0] half;
  logic [7:0]  octet;
  assign half  = byte_i[1] ? word_i[31:16] : word_i[15:0];
  assign octet = byte_i[0] ? half[15:8] : half[7:0];

  always_comb begin
    unique case (form_i)
      3'd0:    value_o = {{24{octet[7]}}, octet};
      3'd1:    value_o = {{16{half[15]}}, half};
      3'd4:    value_o = {24'b0, octet};
      3'd5:    value_o = {16'b0, half};
      3'd7:    value_o = {31'b0, fail_i};
      default: value_o = word_i;
    endcase
  end

endmodule
