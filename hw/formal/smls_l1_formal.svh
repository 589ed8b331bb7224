// SPDX-License-Identifier: MIT
// Properties of smls_l1, part of its body in proofs: what smls_l1_abstract.sv says of one line,
// chosen by the solver by its set and tag, and of one bit of it (the others are written and read in
// the same way). Assumed is what the proof of smls_lookup shows of the client.

  logic          f_reset_q = 1'b0;
  logic          f_past_q = 1'b0;           // there was a cycle before
  // tags that were read, of either port, are those of the set
  logic          f_fresh_q, f_near_q;
  logic          f_was_q, f_bit_q, f_fill_q, f_new_q, f_drop_q, f_update_q, f_read_q, f_first_q;
  logic          f_in, f_bit, f_look, f_other, f_write;
  logic [2:0]    f_ways;
  always_comb begin
    f_ways = '0;
    f_bit  = 1'b0;
    for (int unsigned i = 0; i < W; i++) begin
      f_ways = f_ways + 3'(f_here[i]);
      if (f_here[i]) f_bit = f_bits[i];
    end
  end
  assign f_in    = f_ways != '0;
  assign f_look  = f_fresh_q && tag_set_i == f_set && tag_i == f_tag &&
      !(fill_i && f_tag_set_i == f_set);
  assign f_other = f_tag_set_i == f_set && f_tag_i == f_tag;
  assign f_write = fill_i && f_tag_set_i == f_set;

  always_ff @(posedge clk_i) begin
    f_reset_q  <= 1'b1;
    f_past_q   <= f_reset_q;
    f_fresh_q  <= rst_ni && (look_i ? set_i == f_set : f_fresh_q) && !f_write;
    f_near_q   <= rst_ni && f_set_i == f_set && !f_write;
    f_was_q    <= f_in;
    f_bit_q    <= f_bit;
    f_fill_q   <= fill_i && f_other;
    f_new_q    <= fill_i ? f_data_i[0] : wdata_i[0];
    f_drop_q   <= (drop_i && f_look) || (f_drop_i && f_other) || flush_i;
    f_update_q <= update_i && f_look && be_i[0];
    if (!rst_ni) f_read_q <= 1'b0;
    else if (read_i) f_read_q <= f_look && hit_o && !read_other_i && !update_i;
    if (read_i) f_first_q <= f_bit;
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    assume (!lent_i);
    assume (3'(fill_i) + 3'(f_drop_i) + 3'(update_i) + 3'(drop_i) <= 3'd1);
    if ((fill_i || f_drop_i) && f_tag_set_i == f_set) assume (f_near_q);
    if ((update_i || drop_i) && tag_set_i == f_set) assume (f_fresh_q);
    if (f_reset_q && f_past_q) begin
      // It is there since a fill brought it, with that fill's data; it is changed by an update
      // alone.
      if (f_in && !f_was_q) assert (f_fill_q && f_bit == f_new_q);
      if (f_in && f_was_q) assert (f_bit == (f_update_q ? f_new_q : f_bit_q));
      // It is not there after it was dropped, nor after a flush.
      if (f_drop_q || clearing) assert (!f_in);
      // A lookup of it hits if it is there.
      if (f_look) assert (hit_o == f_in);
    end
    if (f_reset_q) begin
      // What such a lookup reads is its data.
      if (f_read_q) assert (data_o[0] == f_first_q);

      // What the above rests on
      assert (f_ways <= 3'd1);
      if (clearing && clear_q[SI-1:0] > f_set) assert (f_any == '0);
      for (int unsigned i = 0; i < W; i++) begin
        if (f_fresh_q) assert (tag_q[i] == f_tags[29*i+:29]);
        if (f_near_q) assert (f_tag_q[i] == f_tags[29*i+:29]);
      end
    end
  end
