// SPDX-License-Identifier: MIT
// From a hard block's stream of 64 bits to that of tlp_pkg: two beats become one, and dwords of
// data, which the block sends with byte 0 in bits 31:24, get byte 0 in bits 7:0. Headers are alike
// in both.

module board_rx (
    input  logic         clk_i,
    input  logic         rst_ni,
    // From the block
    // Two dwords a beat, with valid and ready
    input  logic         valid_i,
    output logic         ready_o,
    input  logic [63:0]  data_i,
    input  logic         both_i,          // the upper dword is there; it is before the last beat
    input  logic         last_i,
    input  logic         regs_i,          // with the first beat: the TLP hits BAR0
    input  logic         memory_i,        // it hits BAR2
    // To the bridge
    // Four dwords a beat. bar_o is good in the first beat of a TLP.
    output logic         valid_o,
    input  logic         ready_i,
    output logic [127:0] data_o,
    output logic [3:0]   keep_o,
    output logic         last_o,
    output logic [2:0]   bar_o
);

  logic        upper_q, first_q;          // of a beat of 128 bits; of a TLP
  logic        four_q;                    // its header has four dwords
  // The lower half of a beat, as it was taken, and the BAR of the TLP
  logic [63:0] lower_q;
  logic [2:0]  bar, bar_q;
  logic        four;

  // Byte order of a dword, turned round
  function automatic logic [31:0] swap(input logic [31:0] dword);
    swap = {dword[7:0], dword[15:8], dword[23:16], dword[31:24]};
  endfunction

  // Bit 29 of dword 0: four dwords of header
  assign four = first_q && !upper_q ? data_i[29] : four_q;
  always_comb begin
    bar = 3'b001 << tlp_pkg::BarNone;
    if (regs_i) bar = 3'b001 << tlp_pkg::BarRegs;
    else if (memory_i) bar = 3'b001 << tlp_pkg::BarMemory;
  end

  // The header stands in dwords 0 to 2 of the first beat, and in dword 3 where it has four.
  logic [31:0] dword_lower, dword_upper;
  assign dword_lower = first_q ? data_i[31:0] : swap(data_i[31:0]);
  assign dword_upper = first_q && (!upper_q || four) ? data_i[63:32] : swap(data_i[63:32]);

  // A beat is whole with its upper half, or without one at the end of a TLP.
  assign valid_o = valid_i && (upper_q || last_i);
  assign ready_o = ready_i || !(upper_q || last_i);
  assign data_o  = upper_q ? {dword_upper, dword_lower, lower_q} :
      {64'd0, dword_upper, dword_lower};
  assign keep_o  = upper_q ? {both_i, 3'b111} : {2'b00, both_i, 1'b1};
  assign last_o  = last_i;
  assign bar_o   = first_q && !upper_q ? bar : bar_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      upper_q <= 1'b0;
      first_q <= 1'b1;
    end else if (valid_i && ready_o) begin
      upper_q <= !upper_q && !last_i;
      if (last_i) first_q <= 1'b1;
      else if (upper_q) first_q <= 1'b0;
    end
    // The lower half is kept; header dwords and data have their order already.
    if (valid_i && ready_o && !upper_q) begin
      lower_q <= {dword_upper, dword_lower};
      four_q  <= four;
      bar_q   <= bar_o;
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni && valid_i && !last_i && !both_i)
      $fatal(1, "not ok board_rx: half a beat before the last one");
`endif

endmodule
