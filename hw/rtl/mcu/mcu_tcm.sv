// SPDX-License-Identifier: MIT
// Tightly coupled memory of the control core: two ports of 32 bits, one for the core and one for the DMA engines. Both read
// in the next cycle. Four byte-wide memories, so that byte enables need no read-modify-write and block RAMs fit.

module mcu_tcm (
    input  logic        clk_i,
    // From the core
    input  logic        a_en_i,
    input  logic [3:0]  a_we_i,
    input  logic [smgpu_pkg::TcmW-1:0] a_addr_i,
    input  logic [31:0] a_wdata_i,
    output logic [31:0] a_rdata_o,
    // From the DMA engines
    input  logic        b_en_i,
    input  logic [3:0]  b_we_i,
    input  logic [smgpu_pkg::TcmW-1:0] b_addr_i,
    input  logic [31:0] b_wdata_i,
    output logic [31:0] b_rdata_o
);

  localparam int unsigned Words = smgpu_pkg::TcmKib * 256;

  for (genvar g = 0; g < 4; g++) begin : gen_byte
    // Nobody reads a word in the cycle in which it is written: the core waits for the engines' done. Block RAM need not care.
    (* no_rw_check *) logic [7:0] mem[Words];

    always_ff @(posedge clk_i) begin
      if (a_en_i) begin
        if (a_we_i[g]) mem[a_addr_i[smgpu_pkg::TcmW-1:2]] <= a_wdata_i[8*g+:8];
        a_rdata_o[8*g+:8] <= mem[a_addr_i[smgpu_pkg::TcmW-1:2]];
      end
    end
    always_ff @(posedge clk_i) begin
      if (b_en_i) begin
        if (b_we_i[g]) mem[b_addr_i[smgpu_pkg::TcmW-1:2]] <= b_wdata_i[8*g+:8];
        b_rdata_o[8*g+:8] <= mem[b_addr_i[smgpu_pkg::TcmW-1:2]];
      end
    end
  end

  // Word address only: the byte is chosen by the enables and by who reads.
  logic unused_addr;
  assign unused_addr = ^{a_addr_i[1:0], b_addr_i[1:0]};

endmodule
