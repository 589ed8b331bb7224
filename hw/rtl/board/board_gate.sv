// SPDX-License-Identifier: MIT
// The handshakes of a BAR between the bridge and the card: addresses and data go past it. Accesses
// of the board's own registers, and all accesses while the card is in reset, end here. The bridge
// has one access under way at a time, and shows address and data of a write together.
//
// An access that the card has taken, and that a reset of the card catches, is answered here as
// well. One that began while the card was in reset ends here, even if the card starts meanwhile.

module board_gate (
    input  logic clk_i,
    input  logic rst_ni,
    // The card is out of reset
    input  logic run_i,
    // The access that the bridge shows is of the board's registers: a write, a read
    input  logic own_write_i,
    input  logic own_read_i,
    // A write or a read of them can be done now, and is done
    input  logic own_ready_i,
    output logic own_write_o,
    output logic own_read_o,
    // The answer is not the card's: of a write; of a read; its data are those of own_read_o
    output logic here_b_o,
    output logic here_r_o,
    output logic own_r_o,
    // From the bridge: address, data and answer of a write, address and data of a read
    input  logic aw_valid_i,
    output logic aw_ready_o,
    input  logic w_valid_i,
    output logic w_ready_o,
    output logic b_valid_o,
    input  logic b_ready_i,
    input  logic ar_valid_i,
    output logic ar_ready_o,
    output logic r_valid_o,
    input  logic r_ready_i,
    // To the card, the same
    output logic card_aw_valid_o,
    input  logic card_aw_ready_i,
    output logic card_w_valid_o,
    input  logic card_w_ready_i,
    input  logic card_b_valid_i,
    output logic card_b_ready_o,
    output logic card_ar_valid_o,
    input  logic card_ar_ready_i,
    input  logic card_r_valid_i,
    output logic card_r_ready_o
);

  // ---- Writes
  // aw_q, w_q: address, data are taken. here_w_q: the write under way ends here.
  // own_w: it is of the registers, and not taken.
  logic aw_q, w_q, here_w_q, own_w, here_w;
  assign own_w       = own_write_i && aw_valid_i;
  assign here_w      = here_w_q || !run_i;
  assign own_write_o = own_w && w_valid_i && own_ready_i;
  assign aw_ready_o  = own_w ? own_write_o : here_w || card_aw_ready_i;
  assign w_ready_o   = own_w ? own_write_o : here_w || card_w_ready_i;
  assign card_aw_valid_o = aw_valid_i && !own_w && !here_w;
  assign card_w_valid_o  = w_valid_i && !own_w && !here_w;
  assign here_b_o        = here_w;
  assign b_valid_o       = here_w ? aw_q && w_q : card_b_valid_i;
  assign card_b_ready_o  = b_ready_i && !here_w;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || (b_valid_o && b_ready_i)) {aw_q, w_q, here_w_q} <= '0;
    else begin
      if (aw_valid_i && aw_ready_o) aw_q <= 1'b1;
      if (w_valid_i && w_ready_o) w_q <= 1'b1;
      if (own_write_o || (!run_i && (aw_valid_i || w_valid_i || aw_q || w_q))) here_w_q <= 1'b1;
    end
  end

  // ---- Reads
  // ar_q: the address is taken. here_r_q: the read under way ends here. own_q: of the registers.
  logic ar_q, here_r_q, own_q, own_r, here_r;
  assign own_r       = own_read_i && ar_valid_i;
  assign here_r      = here_r_q || !run_i;
  assign own_read_o  = own_r && own_ready_i;
  assign ar_ready_o  = own_r ? own_read_o : here_r || card_ar_ready_i;
  assign card_ar_valid_o = ar_valid_i && !own_r && !here_r;
  assign here_r_o        = here_r;
  assign own_r_o         = own_q;
  assign r_valid_o       = here_r ? ar_q : card_r_valid_i;
  assign card_r_ready_o  = r_ready_i && !here_r;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || (r_valid_o && r_ready_i)) {ar_q, here_r_q, own_q} <= '0;
    else begin
      if (ar_valid_i && ar_ready_o) ar_q <= 1'b1;
      if (own_read_o) own_q <= 1'b1;
      if (own_read_o || (!run_i && (ar_valid_i || ar_q))) here_r_q <= 1'b1;
    end
  end

`ifdef VERILATOR
  // The bridge shows both of a write, and one access at a time.
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if ((aw_valid_i || aw_q) != (w_valid_i || w_q))
        $fatal(1, "not ok board_gate: half a write");
      if ((aw_valid_i || aw_q) && (ar_valid_i || ar_q))
        $fatal(1, "not ok board_gate: two accesses");
    end
`endif

endmodule
