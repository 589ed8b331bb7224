// SPDX-License-Identifier: MIT
// From the stream of tlp_pkg to a hard block's of 64 bits: a beat becomes one or two, and dwords of
// data get byte 0 in bits 31:24. board_rx is the way back.

module board_tx (
    input  logic         clk_i,
    input  logic         rst_ni,
    // From the bridge
    // Four dwords a beat; the beat stays until its last half is taken
    input  logic         valid_i,
    output logic         ready_o,
    input  logic [127:0] data_i,
    input  logic [3:1]   keep_i,          // dword 0 is always there
    input  logic         last_i,
    // To the block
    // Two dwords a beat
    output logic         valid_o,
    input  logic         ready_i,
    output logic [63:0]  data_o,
    output logic         both_o,          // the upper dword is there
    output logic         last_o
);

  // upper_q: the upper half is sent. first_q: of the first beat of a TLP.
  // more: the upper half is still to be sent.
  logic upper_q, first_q, more, header;

  function automatic logic [31:0] swap(input logic [31:0] dword);
    swap = {dword[7:0], dword[15:8], dword[23:16], dword[31:24]};
  endfunction

  assign more    = !upper_q && keep_i[2];
  assign header  = !upper_q || data_i[29];   // of dword 3 in a first beat
  assign valid_o = valid_i;
  assign ready_o = ready_i && !more;
  assign both_o  = upper_q ? keep_i[3] : keep_i[1];
  assign last_o  = last_i && !more;

  // Data have their bytes turned round; header dwords stay as they are.
  logic [63:0] half;
  assign half           = upper_q ? data_i[127:64] : data_i[63:0];
  assign data_o[31:0]   = first_q ? half[31:0] : swap(half[31:0]);
  assign data_o[63:32]  = first_q && header ? half[63:32] : swap(half[63:32]);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      upper_q <= 1'b0;
      first_q <= 1'b1;
    end else if (valid_i && ready_i) begin
      upper_q <= more;
      if (!more) first_q <= last_i;
    end
  end

endmodule
