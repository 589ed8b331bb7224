// SPDX-License-Identifier: MIT
// Data of the L2. One port, which reads what it overwrites: an atomic in S2 has it, else S1. So
// while an atomic writes words, one after the other, its line is read again, and stands at the
// output with all words but the last ones that were written. Another port writes lines that come
// from DRAM. What is written where is known early, only whether is late.

module mem_lines #(
    parameter int unsigned AW = 11,
    parameter int unsigned AMO_UNITS = 1  // words that an atomic writes in a cycle: 1 or 8
) (
    input  logic           clk_i,
    input  logic           run_i,
    // A line
    input  logic           fill_i,
    input  logic [AW-1:0]  fill_at_i,
    input  smgpu_pkg::line_t fill_data_i,
    // S1: a store
    input  logic [AW-1:0]  at_i,
    input  logic           store_i,
    input  logic [31:0]    be_i,          // none if it is no store
    input  smgpu_pkg::line_t data_i,
    output smgpu_pkg::line_t data_o,     // in the next cycle
    // S2
    input  logic           amo_i,         // it has the port
    input  logic           amo_we_i,
    input  logic [AW-1:0]  amo_at_i,
    input  logic [7:0]     amo_word_i,
    input  logic [AMO_UNITS*32-1:0] amo_data_i
);

  logic [AW-1:0] at;
  assign at = amo_i ? amo_at_i : at_i;
  for (genvar g = 0; g < 32; g++) begin : gen_byte
    (* no_rw_check *)  // nothing is read where a line comes
    logic [7:0] mem[2**AW];
    logic [7:0] in;
    logic       we;
    assign we = amo_i ? amo_we_i && amo_word_i[g/4] : store_i && be_i[g];
    assign in = amo_i ? amo_data_i[8*(g%(4*AMO_UNITS))+:8] : data_i[8*g+:8];
    always_ff @(posedge clk_i) begin
      if (run_i || amo_i) begin
        if (we) mem[at] <= in;
        data_o[8*g+:8] <= mem[at];
      end
      if (fill_i) mem[fill_at_i] <= fill_data_i[8*g+:8];
    end
  end

endmodule
