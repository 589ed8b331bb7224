// SPDX-License-Identifier: MIT
// Tightly coupled memory of the control core: a port of 32 bits for its data and the DMA engines,
// and one for instructions that reaches the first part only: that part is as deep as a block RAM
// one bit wide, so that nothing is chosen between block RAM and decode. Both read in the next
// cycle. Byte-wide memories, so that byte enables need no read-modify-write.

module mcu_tcm (
    input  logic        clk_i,
    // Instructions
    input  logic [smgpu_hw_pkg::TcmFetchW-1:0] fetch_addr_i,
    output logic [31:0] fetch_rdata_o,
    // Data
    input  logic        data_en_i,
    input  logic [3:0]  data_we_i,
    input  logic [smgpu_hw_pkg::TcmW-1:0] data_addr_i,
    input  logic [31:0] data_wdata_i,
    // of the first part, and of the rest: the address says which counts
    output logic [31:0] data_low_o,
    output logic [31:0] data_high_o
);

  localparam int unsigned FW = smgpu_hw_pkg::TcmFetchW;
  // The first part, which both ports reach, and the rest, which only the data port reaches.
  localparam int unsigned LowWords = 1 << (FW - 2);
  localparam int unsigned HighWords = smgpu_hw_pkg::TcmBytes / 4 - LowWords;

  // The data port is at the rest of the memory.
  logic at_high;
  assign at_high = data_addr_i[smgpu_hw_pkg::TcmW-1:FW] != '0;

  for (genvar g = 0; g < 4; g++) begin : gen_byte
    // An instruction that is fetched in the cycle in which its word is written is not executed:
    // code is loaded while the core is in reset, and data that are fetched past the end of a
    // function are thrown away. Block RAM need not care.
    (* no_rw_check *) logic [7:0] low[LowWords];
    (* no_rw_check *) logic [7:0] high[HighWords];

    always_ff @(posedge clk_i) fetch_rdata_o[8*g+:8] <= low[fetch_addr_i[FW-1:2]];
    // Data port, first part.
    always_ff @(posedge clk_i) begin
      if (data_en_i) begin
        if (data_we_i[g] && !at_high) low[data_addr_i[FW-1:2]] <= data_wdata_i[8*g+:8];
        data_low_o[8*g+:8] <= low[data_addr_i[FW-1:2]];
      end
    end
    // Data port, the rest.
    always_ff @(posedge clk_i) begin
      if (data_en_i) begin
        if (data_we_i[g] && at_high) high[data_addr_i[FW-1:2]] <= data_wdata_i[8*g+:8];
        data_high_o[8*g+:8] <= high[data_addr_i[FW-1:2]];
      end
    end
  end

  // Word address only: the byte is chosen by the enables and by what reads.
  logic unused_addr;
  assign unused_addr = ^{fetch_addr_i[1:0], data_addr_i[1:0]};

endmodule
