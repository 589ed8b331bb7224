// SPDX-License-Identifier: MIT
// Properties of tlp_read, part of its body in proofs: a beat of a completion is taken after 17
// cycles at most, cycles not counted in which the card does not take data that it is shown. Data
// are shown only of reads that the card waits for, and no more than it asked for. Assumed: what
// waits stays, at both sides; the card uses an id once at a time; the stream to the link begins a
// read that is shown and ends what it has begun.

  logic         f_reset_q = 1'b0;
  logic         f_waits_q, f_r_q, f_ar_q;
  logic [128:0] f_beat_q;
  logic [70:0]  f_data_q;
  logic [47:0]  f_ask_q;
  logic [4:0]   f_wait_q;
  logic [15:0]  f_used_q;
  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    f_waits_q <= rst_ni && cpl_valid_i && !cpl_ready_o;
    f_beat_q  <= {cpl_last_i, cpl_data_i};
    f_r_q     <= rst_ni && r_valid_o && !r_ready_i;
    f_data_q  <= {r_id_o, r_data_o, r_resp_o, r_last_o};
    f_ar_q    <= rst_ni && ar_valid_i && !ar_ready_o;
    f_ask_q   <= {ar_addr_i, ar_id_i, ar_len_i};
    if (!rst_ni || !cpl_valid_i || cpl_ready_o) f_wait_q <= '0;
    else if (!(r_valid_o && !r_ready_i)) f_wait_q <= f_wait_q + 5'd1;
    f_used_q  <= rst_ni ? (f_used_q & ~(fire && r_last_o ? 16'd1 << r_id_o : 16'd0)) |
        (ar_valid_i && ar_ready_o ? 16'd1 << ar_id_i : 16'd0) : '0;
  end
  always_comb begin
    assume (rst_ni == f_reset_q);
    if (f_waits_q) assume (cpl_valid_i && {cpl_last_i, cpl_data_i} == f_beat_q);
    if (f_ar_q) assume (ar_valid_i && {ar_addr_i, ar_id_i, ar_len_i} == f_ask_q);
    if (ar_valid_i) assume (!f_used_q[ar_id_i]);
    if (go_i) assume (valid_o);
    if (done_i) assume (begun_q);
    if (f_reset_q) begin
      assert (f_wait_q <= 5'd17);
      if (f_r_q) assert (r_valid_o && {r_id_o, r_data_o, r_resp_o, r_last_o} == f_data_q);
      if (r_valid_o) assert (f_used_q[r_id_o] && missing != '0 && missing <= 5'd16);

      // What it rests on
      if (f_wait_q != '0) assert (f_waits_q);
      unique case (state_q)
        StHead:  assert (failed_q || f_wait_q == '0);
        StData:  assert ((waits_q & now_hot) != '0 && pairs_q != '0 && pairs_q <= missing &&
            f_wait_q <= 5'(half_q));
        StDrop:  assert (f_wait_q == '0);
        default: assert ((fails_q & now_hot) != '0 && 6'(f_wait_q) + 6'(missing) <= 6'd17);
      endcase
      assert (begun_q || !f_reset_q || valid_o || refuse || !ask_q);
      if (begun_q) assert (ask_q);
      for (int unsigned i = 0; i < 16; i++) begin
        assert (f_used_q[i] == (waits_q[i] || fails_q[i] || (ask_q && id_q == 4'(i))));
        assert (!(waits_q[i] && fails_q[i]));
        if (ask_q && id_q == 4'(i)) assert (!waits_q[i] && !fails_q[i]);
        if (ask_q && begun_q && id_q == 4'(i)) assert (fresh_q[i] && len_m[i] == len_q);
        if (waits_q[i] || fails_q[i]) assert (fresh_q[i] || got_m[i] <= len_m[i]);
      end
    end
  end
