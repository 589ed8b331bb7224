// SPDX-License-Identifier: MIT
// SPI master of mode 0 for the flash of a board: a byte a transfer, the highest bit first, at a
// quarter of the clock. Chip select is the host's, in board_regs.
//
// After reset it sends a byte while no chip is selected: a 7 series drops the first clocks that
// reach the flash's clock pin through STARTUPE2.

module board_spi (
    input  logic       clk_i,
    input  logic       rst_ni,
    // A transfer begins; only while busy_o is 0
    input  logic       start_i,
    input  logic [7:0] data_i,
    // A transfer runs
    output logic       busy_o,
    // The byte received last; 0 after reset
    output logic [7:0] data_o,
    // To and from the flash
    output logic       spi_clk_o,
    output logic       spi_mosi_o,
    input  logic       spi_miso_i
);

  // A quarter of a bit: the clock is low in the first two and high in the others.
  logic [1:0] phase_q;
  logic [2:0] bit_q;
  // idle_q: the transfer after reset. out_q: what is sent; its highest bit is on the wire.
  // in_q: what has come
  logic       busy_q, idle_q, bit_ends;
  logic [7:0] out_q, in_q;
  assign bit_ends = busy_q && phase_q == 2'd3;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q  <= 1'b1;
      idle_q  <= 1'b1;
      phase_q <= '0;
      bit_q   <= '0;
      in_q    <= '0;
    end else if (!busy_q) begin
      busy_q <= start_i;
      idle_q <= 1'b0;
    end else begin
      phase_q <= phase_q + 1'b1;
      if (bit_ends) begin
        bit_q <= bit_q + 1'b1;
        // The flash's bit stands until the clock has fallen: the way to it and back may take
        // longer than the clock is low.
        if (!idle_q) in_q <= {in_q[6:0], spi_miso_i};
        if (bit_q == '1) busy_q <= 1'b0;
      end
    end
    if (!busy_q) out_q <= data_i;
    else if (bit_ends) out_q <= {out_q[6:0], 1'b0};
  end
  assign busy_o     = busy_q;
  assign data_o     = in_q;
  assign spi_clk_o  = busy_q && phase_q[1];
  assign spi_mosi_o = out_q[7];

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni && start_i && busy_q) $fatal(1, "not ok board_spi: a byte during a transfer");
`endif

endmodule
