// SPDX-License-Identifier: MIT
// Properties of host_bar2, part of its body in proofs: each access reaches memory as it was asked
// for and gets memory's answer; a read passes no write that came before it or with it; neither kind
// waits for more than one of the other that begins after it came; a doorbell goes when the writes
// that were there as it came are done, and at most one of them begins meanwhile. Assumed: who asks
// keeps what it asks for until that is taken, as AXI wants; memory answers requests only; a
// doorbell waits until it may go.

  logic        f_reset_q = 1'b0;
  logic        f_write, f_start_read;            // a write waits; a read begins
  logic        f_aw_q, f_w_q, f_ar_q, f_bell_q;  // waits since the cycle before
  logic [25:0] f_aw_addr_q, f_ar_addr_q, f_addr_q;
  logic [63:0] f_w_data_q, f_word_q, f_lane;
  logic [7:0]  f_w_strb_q, f_strb_q;
  logic        f_is_write_q, f_err_q;
  // a write that came before the read that waits, or with it, has not begun
  logic        f_before, f_before_q;
  logic        f_passed_q;                       // a write has begun since the read came
  logic        f_read_q;                         // a read has begun since the write came
  // a write that was under way as the doorbell came still is
  logic        f_under, f_under_q;
  logic        f_queued, f_queued_q;             // one whose address was here has not begun
  logic        f_begun_q;                        // it has, and is under way
  assign f_write      = aw_valid_i && w_valid_i;
  assign f_start_read = ar_valid_i && ar_ready_o;
  assign f_before     = f_ar_q ? f_before_q : f_write;
  assign f_under      = f_bell_q ? f_under_q : writing;
  assign f_queued     = f_bell_q ? f_queued_q : aw_valid_i;
  assign f_lane       = rsp_i.data[{addr_q[4:3], 6'b0}+:64];
  always_ff @(posedge clk_i) begin
    f_reset_q   <= 1'b1;
    f_aw_q      <= rst_ni && aw_valid_i && !aw_ready_o;
    f_w_q       <= rst_ni && w_valid_i && !w_ready_o;
    f_ar_q      <= rst_ni && ar_valid_i && !ar_ready_o;
    f_bell_q    <= rst_ni && bell_i;
    f_aw_addr_q <= aw_addr_i;
    f_ar_addr_q <= ar_addr_i;
    f_w_data_q  <= w_data_i;
    f_w_strb_q  <= w_strb_i;
    f_before_q  <= f_before && !start_write;
    f_passed_q  <= rst_ni && ar_valid_i && !ar_ready_o && ((f_ar_q && f_passed_q) || start_write);
    f_read_q    <= rst_ni && f_write && !start_write && (f_read_q || f_start_read);
    f_under_q   <= f_under && !rsp_valid_i;
    f_queued_q  <= f_queued && !start_write;
    f_begun_q   <= rst_ni && bell_i && ((f_queued && start_write) || (f_begun_q && !rsp_valid_i));
    if (start_write || f_start_read) begin
      f_is_write_q <= start_write;
      f_addr_q     <= start_write ? aw_addr_i : ar_addr_i;
      f_word_q     <= w_data_i;
      f_strb_q     <= w_strb_i;
    end
    if (rsp_valid_i) begin
      f_err_q <= rsp_i.err;
      if (!f_is_write_q) f_word_q <= rsp_i.err ? '1 : f_lane;
    end
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    if (f_aw_q) assume (aw_valid_i && aw_addr_i == f_aw_addr_q);
    if (f_w_q) assume (w_valid_i && w_data_i == f_w_data_q && w_strb_i == f_w_strb_q);
    if (f_ar_q) assume (ar_valid_i && ar_addr_i == f_ar_addr_q);
    if (rsp_valid_i) assume (state_q == StWait);
    if (f_bell_q && ahead_q != '0) assume (bell_i);
    if (f_reset_q) begin
      // What is idle takes what waits, one access at a time.
      assert (aw_ready_o == w_ready_o && !(aw_ready_o && !f_write) && !(aw_ready_o && ar_ready_o));
      if (state_q == StIdle && (f_write || ar_valid_i)) assert (aw_ready_o || f_start_read);
      // A read passes no write of before; one write passes it at most, and one read a write
      if (f_start_read) assert (!f_before);
      if (start_write && ar_valid_i) assert (!(f_ar_q && f_passed_q));
      if (f_start_read && f_write) assert (!f_read_q);
      // Doorbells
      if (bell_i && bell_go_o) assert (!f_under && !f_queued && !(f_bell_q && f_begun_q));
      if (bell_i && !bell_go_o) assert (f_under || f_queued || (f_bell_q && f_begun_q));
      // Memory has the access, and its answer comes back.
      if (req_valid_o) begin
        assert (req_o[smgpu_pkg::MemReqW-1-:2] == (f_is_write_q ? smgpu_pkg::MemWrite
            : smgpu_pkg::MemRead));
        assert (req_o[288+:41] == {15'd0, f_addr_q[25:5], 5'd0});
        if (f_is_write_q)
          assert (req_o[255:0] == {4{f_word_q}} &&
              req_o[256+:32] == {24'd0, f_strb_q} << {f_addr_q[4:3], 3'd0});
      end
      if (b_valid_o) assert (f_is_write_q && b_resp_o == {f_err_q, 1'b0});
      if (r_valid_o) assert (!f_is_write_q && r_resp_o == {f_err_q, 1'b0} && r_data_o == f_word_q);

      // What the above rests on
      assert (state_q <= StAnswerR);
      if (f_ar_q) assert (behind_q == f_passed_q && !(f_before_q && f_passed_q));
      if (f_ar_q && f_before_q) assert (f_aw_q && f_w_q);
      if (!f_ar_q) assert (!behind_q);
      if (f_read_q) assert (f_aw_q && f_w_q && !behind_q);
      assert (bell_q == f_bell_q && (f_bell_q || !f_begun_q));
      if (f_bell_q)
        assert (ahead_q == {f_under_q && f_queued_q, 1'b0} +
            {1'b0, (f_under_q != f_queued_q) || f_begun_q} &&
            !(f_begun_q && (f_under_q || f_queued_q)));
      if (f_bell_q && (f_under_q || f_begun_q)) assert (writing);
      if (f_bell_q && f_queued_q) assert (f_aw_q && (f_under_q || !writing));
      if (state_q != StIdle) assert (write_q == f_is_write_q && addr_q == f_addr_q);
      if (state_q == StSend && write_q) assert (data_q == f_word_q && strb_q == f_strb_q);
      if (state_q == StAnswerW || state_q == StAnswerR)
        assert (err_q == f_err_q && write_q == (state_q == StAnswerW));
      if (state_q == StAnswerR) assert (data_q == f_word_q);
    end
  end
