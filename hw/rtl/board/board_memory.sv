// SPDX-License-Identifier: MIT
// Who has the port of card memory: the test at power-up, then the card. While the card is in reset
// its accesses are held back, and what it has under way is ended and thrown away: answers are
// taken, and an address of a write whose data have not come gets data with no byte enabled.
// quiet_o tells that nothing is left; the card may start then.

module board_memory #(
    parameter int unsigned AW = 30       // address bits of the memory
) (
    input  logic          clk_i,
    // Not that of the link: memory stays, and so does what the test has found
    input  logic          rst_ni,
    // The card is out of reset, and has the port
    input  logic          run_i,
    // The port belongs to the test; it changes only while nothing is under way
    input  logic          test_i,
    output logic          quiet_o,
    // ---- From the test
    input  logic          test_aw_valid_i,
    output logic          test_aw_ready_o,
    input  logic          test_w_valid_i,
    output logic          test_w_ready_o,
    input  logic [255:0]  test_w_data_i,
    input  logic          test_ar_valid_i,
    output logic          test_ar_ready_o,
    input  logic [AW-6:0] test_at_i,
    // ---- From the card
    // Addresses and data of writes
    input  logic          card_dram_aw_valid_i,
    output logic          card_dram_aw_ready_o,
    input  logic [39:0]   card_dram_aw_addr_i,
    input  logic [3:0]    card_dram_aw_id_i,
    input  logic          card_dram_w_valid_i,
    output logic          card_dram_w_ready_o,
    input  logic [255:0]  card_dram_w_data_i,
    input  logic [31:0]   card_dram_w_strb_i,
    // Answers: identities, data and errors go past this module
    output logic          card_dram_b_valid_o,
    input  logic          card_dram_b_ready_i,
    // Reads
    input  logic          card_dram_ar_valid_i,
    output logic          card_dram_ar_ready_o,
    input  logic [39:0]   card_dram_ar_addr_i,
    input  logic [3:0]    card_dram_ar_id_i,
    output logic          card_dram_r_valid_o,
    input  logic          card_dram_r_ready_i,
    // ---- To the controller, as from card_top
    output logic          dram_aw_valid_o,
    input  logic          dram_aw_ready_i,
    output logic [39:0]   dram_aw_addr_o,
    output logic [3:0]    dram_aw_id_o,
    output logic          dram_w_valid_o,
    input  logic          dram_w_ready_i,
    output logic [255:0]  dram_w_data_o,
    output logic [31:0]   dram_w_strb_o,
    input  logic          dram_b_valid_i,
    output logic          dram_b_ready_o,
    output logic          dram_ar_valid_o,
    input  logic          dram_ar_ready_i,
    output logic [39:0]   dram_ar_addr_o,
    output logic [3:0]    dram_ar_id_o,
    input  logic          dram_r_valid_i,
    output logic          dram_r_ready_o
);

  // ---- What the card has under way: writes without an answer, those without data, reads
  logic [4:0] writes_q, owed_q, reads_q;
  logic       aw, w, b, ar, r, owes;
  assign aw   = dram_aw_valid_o && dram_aw_ready_i;
  assign w    = dram_w_valid_o && dram_w_ready_i;
  assign b    = dram_b_valid_i && dram_b_ready_o;
  assign ar   = dram_ar_valid_o && dram_ar_ready_i;
  assign r    = dram_r_valid_i && dram_r_ready_o;
  assign owes = !run_i && owed_q != '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || test_i) begin
      writes_q <= '0;
      owed_q   <= '0;
      reads_q  <= '0;
    end else begin
      writes_q <= writes_q + 5'(aw) - 5'(b);
      owed_q   <= owed_q + 5'(aw) - 5'(w);
      reads_q  <= reads_q + 5'(ar) - 5'(r);
    end
  end
  assign quiet_o = writes_q == '0 && reads_q == '0;

  // ---- Requests
  assign dram_aw_valid_o = test_i ? test_aw_valid_i : card_dram_aw_valid_i && run_i;
  assign dram_w_valid_o  = test_i ? test_w_valid_i : (card_dram_w_valid_i && run_i) || owes;
  assign dram_ar_valid_o = test_i ? test_ar_valid_i : card_dram_ar_valid_i && run_i;
  assign dram_aw_addr_o  = test_i ? 40'({test_at_i, 5'd0}) : card_dram_aw_addr_i;
  assign dram_ar_addr_o  = test_i ? 40'({test_at_i, 5'd0}) : card_dram_ar_addr_i;
  assign dram_aw_id_o    = test_i ? test_at_i[3:0] : card_dram_aw_id_i;
  assign dram_ar_id_o    = test_i ? test_at_i[3:0] : card_dram_ar_id_i;
  assign dram_w_data_o   = test_i ? test_w_data_i : card_dram_w_data_i;
  assign dram_w_strb_o   = (card_dram_w_strb_i & {32{run_i}}) | {32{test_i}};
  assign test_aw_ready_o = dram_aw_ready_i;
  assign test_w_ready_o  = dram_w_ready_i;
  assign test_ar_ready_o = dram_ar_ready_i;
  assign card_dram_aw_ready_o = dram_aw_ready_i && run_i;
  assign card_dram_w_ready_o  = dram_w_ready_i && run_i;
  assign card_dram_ar_ready_o = dram_ar_ready_i && run_i;

  // ---- Answers: the test takes each at once
  assign card_dram_b_valid_o = dram_b_valid_i && run_i;
  assign card_dram_r_valid_o = dram_r_valid_i && run_i;
  assign dram_b_ready_o      = !run_i || card_dram_b_ready_i;
  assign dram_r_ready_o      = !run_i || card_dram_r_ready_i;

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (test_i && run_i) $fatal(1, "not ok board_memory: the card runs during the test");
      if (!test_i && ((b && writes_q == '0) || (r && reads_q == '0)))
        $fatal(1, "not ok board_memory: an answer to nothing");
      if (!test_i && w && !aw && owed_q == '0)
        $fatal(1, "not ok board_memory: data before their address");
    end
`endif

endmodule
