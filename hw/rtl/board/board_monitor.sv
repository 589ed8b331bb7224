// SPDX-License-Identifier: MIT
// Reads temperature and supplies by turns, and keeps them: from an XADC of the 7 series, or from a
// SYSMONE4 of UltraScale+, whose registers have the same numbers. The block itself has the extremes
// of all that it has measured since the FPGA was configured.

module board_monitor (
    input  logic        clk_i,
    input  logic        rst_ni,
    // Port of the block's registers (DRP), in this clock
    output logic        drp_en_o,       // a pulse: read the register at drp_addr_o
    output logic [6:0]  drp_addr_o,
    input  logic        drp_ready_i,    // a pulse: drp_data_i has it
    input  logic [15:0] drp_data_i,
    // Of the quantity index_i: the last code, and the extreme; both 0 before the first measurement
    input  logic [1:0]  index_i,        // temperature, VCCINT, VCCAUX, VCCBRAM
    output logic [11:0] now_o,
    output logic [11:0] extreme_o
);

  // step_q: quantity and whether its extreme is read; waits_q: for the answer
  // any_q: the value that was read is not 0
  // The two memories have a code for each quantity; seen_q: both are valid.
  logic [2:0]  step_q;
  logic        waits_q, any_q;
  logic [3:0]  seen_q;
  logic [11:0] now_m[4], extreme_m[4];
  assign drp_en_o   = rst_ni && !waits_q;
  // Registers of the block: a value, then its extreme; the highest of temperature, the lowest of
  // supplies
  always_comb begin
    unique case (step_q)
      3'd0:    drp_addr_o = 7'h00;
      3'd1:    drp_addr_o = 7'h20;
      3'd2:    drp_addr_o = 7'h01;
      3'd3:    drp_addr_o = 7'h25;
      3'd4:    drp_addr_o = 7'h02;
      3'd5:    drp_addr_o = 7'h26;
      3'd6:    drp_addr_o = 7'h06;
      default: drp_addr_o = 7'h27;
    endcase
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      step_q  <= '0;
      waits_q <= 1'b0;
      seen_q  <= '0;
    end else begin
      waits_q <= !drp_ready_i;
      if (waits_q && drp_ready_i) begin
        step_q <= step_q + 1'b1;
        // The extreme is read after the code: from then on both can be shown. A code of 0 is that
        // of a block that has not measured.
        if (step_q[0]) seen_q[step_q[2:1]] <= any_q;
      end
    end
    if (waits_q && drp_ready_i && !step_q[0]) any_q <= drp_data_i[15:4] != '0;
    if (waits_q && drp_ready_i && !step_q[0]) now_m[step_q[2:1]] <= drp_data_i[15:4];
    if (waits_q && drp_ready_i && step_q[0]) extreme_m[step_q[2:1]] <= drp_data_i[15:4];
  end
  assign now_o     = now_m[index_i] & {12{seen_q[index_i]}};
  assign extreme_o = extreme_m[index_i] & {12{seen_q[index_i]}};

  // Codes have 12 bits; the others are of an average's fraction.
  logic unused;
  assign unused = ^drp_data_i[3:0];

endmodule
