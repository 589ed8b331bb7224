// SPDX-License-Identifier: MIT
// Between the card's AXI master to DRAM, whose line is one beat of 256 bits, and a DRAM controller
// with 128 bits: a line is a burst of two beats there, the lower half first. Both have one clock.
// The controller answers reads beat by beat, so that the halves of a line follow each other; it may
// interleave no other burst between them, which an assertion holds it to. The answer of a line is
// the worse of its halves' answers.

module board_dram #(
    parameter int unsigned AW = 30         // bits of an address of the controller
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    // Card
    input  logic          dram_aw_valid_i,
    output logic          dram_aw_ready_o,
    input  logic [39:0]   dram_aw_addr_i,
    input  logic [3:0]    dram_aw_id_i,
    input  logic          dram_w_valid_i,
    output logic          dram_w_ready_o,
    input  logic [255:0]  dram_w_data_i,
    input  logic [31:0]   dram_w_strb_i,
    output logic          dram_b_valid_o,
    input  logic          dram_b_ready_i,
    output logic [3:0]    dram_b_id_o,
    output logic [1:0]    dram_b_resp_o,
    input  logic          dram_ar_valid_i,
    output logic          dram_ar_ready_o,
    input  logic [39:0]   dram_ar_addr_i,
    input  logic [3:0]    dram_ar_id_i,
    output logic          dram_r_valid_o,
    input  logic          dram_r_ready_i,
    output logic [255:0]  dram_r_data_o,
    output logic [3:0]    dram_r_id_o,
    output logic [1:0]    dram_r_resp_o,
    output logic          dram_r_last_o,
    // Controller. All bursts have two beats of 16 bytes: its len is 1, its size 4, its burst INCR.
    output logic          aw_valid_o,
    input  logic          aw_ready_i,
    output logic [AW-1:0] aw_addr_o,
    output logic [3:0]    aw_id_o,
    output logic          w_valid_o,
    input  logic          w_ready_i,
    output logic [127:0]  w_data_o,
    output logic [15:0]   w_strb_o,
    output logic          w_last_o,
    input  logic          b_valid_i,
    output logic          b_ready_o,
    input  logic [3:0]    b_id_i,
    input  logic [1:0]    b_resp_i,
    output logic          ar_valid_o,
    input  logic          ar_ready_i,
    output logic [AW-1:0] ar_addr_o,
    output logic [3:0]    ar_id_o,
    input  logic          r_valid_i,
    output logic          r_ready_o,
    input  logic [127:0]  r_data_i,
    input  logic [3:0]    r_id_i,
    input  logic [1:0]    r_resp_i,
    input  logic          r_last_i
);

  // ---- Addresses and answers of writes go through
  assign aw_valid_o      = dram_aw_valid_i;
  assign dram_aw_ready_o = aw_ready_i;
  assign aw_addr_o       = dram_aw_addr_i[AW-1:0];
  assign aw_id_o         = dram_aw_id_i;
  assign ar_valid_o      = dram_ar_valid_i;
  assign dram_ar_ready_o = ar_ready_i;
  assign ar_addr_o       = dram_ar_addr_i[AW-1:0];
  assign ar_id_o         = dram_ar_id_i;
  assign dram_b_valid_o  = b_valid_i;
  assign b_ready_o       = dram_b_ready_i;
  assign dram_b_id_o     = b_id_i;
  assign dram_b_resp_o   = b_resp_i;

  // ---- Data of writes: the card holds a line until its upper half is taken
  logic upper_q;
  assign w_valid_o      = dram_w_valid_i;
  assign w_data_o       = upper_q ? dram_w_data_i[255:128] : dram_w_data_i[127:0];
  assign w_strb_o       = upper_q ? dram_w_strb_i[31:16] : dram_w_strb_i[15:0];
  assign w_last_o       = upper_q;
  assign dram_w_ready_o = upper_q && w_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) upper_q <= 1'b0;
    else if (w_valid_o && w_ready_i) upper_q <= !upper_q;
  end

  // ---- Data of reads: the lower half waits for the upper one
  logic         half_q;
  logic [127:0] lower_q;
  logic [1:0]   resp_q;
  assign r_ready_o      = !half_q || dram_r_ready_i;
  assign dram_r_valid_o = half_q && r_valid_i;
  assign dram_r_data_o  = {r_data_i, lower_q};
  assign dram_r_id_o    = r_id_i;
  assign dram_r_resp_o  = resp_q | r_resp_i;
  assign dram_r_last_o  = 1'b1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) half_q <= 1'b0;
    else if (r_valid_i && r_ready_o) half_q <= !half_q;
    if (r_valid_i && !half_q) begin
      lower_q <= r_data_i;
      resp_q  <= r_resp_i;
    end
  end

  logic unused;
  assign unused = ^{dram_aw_addr_i[39:AW], dram_ar_addr_i[39:AW], r_last_i};

`ifdef VERILATOR
  logic [3:0] id_q;
  always_ff @(posedge clk_i) begin
    if (r_valid_i && r_ready_o) id_q <= r_id_i;
    if (rst_ni && r_valid_i && r_last_i != half_q) $fatal(1,
        "not ok board_dram: a burst of reads does not end with its second half");
    if (rst_ni && r_valid_i && half_q && r_id_i != id_q) $fatal(1,
        "not ok board_dram: halves of two lines are mixed");
    if (rst_ni && ((dram_aw_valid_i && dram_aw_addr_i[4:0] != '0) ||
        (dram_ar_valid_i && dram_ar_addr_i[4:0] != '0))) $fatal(1,
        "not ok board_dram: the address is no line's");
  end
`endif

endmodule
