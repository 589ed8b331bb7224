// SPDX-License-Identifier: MIT
// MSI-X with one vector: its table, its pending bit, and the write that it sends. An interrupt that
// comes while the vector is masked waits in the pending bit; without MSI-X it is dropped.

module tlp_msix (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    // MSI-X enable, function mask, bus master enable; number of the function
    input  logic                      cfg_msix_i,
    input  logic                      cfg_mask_i,
    input  logic                      cfg_master_i,
    input  logic [15:0]               cfg_id_i,
    // An interrupt of the card, a pulse
    input  logic                      msi_i,
    // Registers
    input  logic                      write_i,
    input  logic                      pending_i,      // pending bits, else the table
    input  logic [9:0]                addr_i,         // dword
    input  logic [31:0]               wdata_i,
    output logic [31:0]               rdata_o,
    // The write, and its data
    output logic                      valid_o,
    output logic [tlp_pkg::HeadW-1:0] head_o,
    output logic [31:0]               data_o,
    input  logic                      go_i            // it is sent next
);

  // The table: address, data, mask of the one vector. Reset leaves it masked.
  logic [31:2] low_q;
  logic [31:0] high_q, data_q, sent_q;
  // wait_q: the pending bit, cleared as its write begins. here: the vector's four dwords.
  logic        mask_q, wait_q, here;
  assign here = addr_i[9:2] == '0;
  always_comb begin
    rdata_o = '0;
    if (here && pending_i) rdata_o = {31'd0, wait_q && addr_i[1:0] == '0};
    else if (here)
      unique case (addr_i[1:0])
        2'd0:    rdata_o = {low_q, 2'b0};
        2'd1:    rdata_o = high_q;
        2'd2:    rdata_o = data_q;
        default: rdata_o = {31'd0, mask_q};
      endcase
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      low_q  <= '0;
      high_q <= '0;
      data_q <= '0;
      mask_q <= 1'b1;
      wait_q <= 1'b0;
    end else begin
      // Several interrupts that wait are one. Without MSI-X none waits.
      wait_q <= cfg_msix_i && (msi_i || (wait_q && !go_i));
      if (write_i && here && !pending_i)
        unique case (addr_i[1:0])
          2'd0:    low_q <= wdata_i[31:2];
          2'd1:    high_q <= wdata_i;
          2'd2:    data_q <= wdata_i;
          default: mask_q <= wdata_i[0];
        endcase
    end
  end
  // Pending, and nothing masks it or forbids to send it
  assign valid_o = wait_q && cfg_msix_i && !cfg_mask_i && !mask_q && cfg_master_i;
  assign head_o  = tlp_pkg::memory_head(1'b1, cfg_id_i, 8'd0, {high_q, low_q, 2'b0}, 6'd1, 8'h0f);
  // what is sent stays as it is, even if its data wait for the link
  always_ff @(posedge clk_i) if (go_i) sent_q <= data_q;
  assign data_o = sent_q;

endmodule
