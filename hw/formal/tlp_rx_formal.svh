// SPDX-License-Identifier: MIT
// Properties of tlp_rx, part of its body in proofs: a request never waits, so a completion waits
// for nothing but who takes completions, whatever requests wait in the buffer and however long.
// Assumed: what waits stays; requests have at most LONGEST beats, those that are not posted at most
// three; one of a kind begins while there is room for it, and one more then.

  (* anyseq *) logic f_posted;                 // the kind of a request that begins
  logic          f_reset_q = 1'b0;
  logic          f_waits_q, f_extra_p_q, f_extra_np_q, f_begins, f_ok, f_push;
  logic [128:0]  f_beat_q;
  logic [RW-1:0] f_more_q, f_size, f_left;     // beats of the request under way
  assign f_begins = rx_valid_i && !inside_q && !cpl;
  assign f_size   = f_posted ? RW'(LONGEST) : RW'(Short);
  assign f_ok     = f_posted ? rx_p_ok_o || !f_extra_p_q : rx_np_ok_o || !f_extra_np_q;
  assign f_left   = f_begins ? f_size : f_more_q;
  assign f_push   = rx_valid_i && rx_ready_o && !cpl;
  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    f_waits_q <= rst_ni && rx_valid_i && !rx_ready_o;
    f_beat_q  <= {rx_last_i, rx_data_i};
    if (!rst_ni) begin
      f_more_q     <= '0;
      f_extra_p_q  <= 1'b0;
      f_extra_np_q <= 1'b0;
    end else begin
      if (f_push) f_more_q <= rx_last_i ? '0 : f_left - 1'b1;
      f_extra_p_q  <= (f_extra_p_q || (f_begins && f_posted)) && !rx_p_ok_o;
      f_extra_np_q <= (f_extra_np_q || (f_begins && !f_posted)) && !rx_np_ok_o;
    end
  end
  always_comb begin
    assume (rst_ni == f_reset_q);
    if (f_waits_q) assume (rx_valid_i && {rx_last_i, rx_data_i} == f_beat_q);
    if (f_begins) assume (f_ok);
    if (rx_valid_i && !cpl && f_left == RW'(1)) assume (rx_last_i);
    if (f_reset_q) begin
      if (rx_valid_i && !cpl) assert (rx_ready_o);
      if (rx_valid_i && cpl) assert (cpl_valid_o && rx_ready_o == cpl_ready_i);
      if (cpl_valid_o) assert (rx_valid_i && cpl);

      // What it rests on
      assert (room <= RW'(DEPTH));
      assert (!(inside_q && !cpl_q) == (f_more_q == '0));
      if (f_waits_q && !inside_q) assert (f_beat_q[28:25] == tlp_pkg::TypeComplete[4:1]);
      if (f_waits_q && inside_q) assert (cpl_q);
      assert (f_more_q <= RW'(LONGEST));
      if (rx_p_ok_o) assert (room >= RW'(2 * LONGEST + 2 * Short));
      if (rx_np_ok_o) assert (room >= RW'(3 * LONGEST + 2 * Short));
      assert (room >= f_more_q + (f_extra_p_q ? '0 : RW'(LONGEST)) +
          (f_extra_np_q ? '0 : RW'(Short)));
    end
  end
