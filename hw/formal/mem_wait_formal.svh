// SPDX-License-Identifier: MIT
// Properties of mem_wait, part of its body in proofs: a request that joins is offered once, in the
// order in which requests for its line joined, as it came, after the line has come. The list of one
// MSHR (f_mshr), chosen by the solver, is followed: f_list has its places from f_head_q (served)
// over f_next_q (taken) to f_tail_q (joined). Assumed: what P takes is served in order (mem_flow);
// a line comes once for each MSHR, and then requests join it only while others wait (mem_miss).

  (* anyconst *) logic [3:0]  f_mshr;
  (* anyconst *) logic [3:0]  f_slot;          // a place, of which the request is followed
  logic          f_reset_q = 1'b0;
  logic [63:0]   f_owner_q;                    // MSHR of each place
  // all places, those of f_mshr as they joined; where each is
  logic [63:0]   f_list_q, f_at_q;
  logic [4:0]    f_head_q, f_next_q, f_tail_q, f_count, f_k;
  // MSHRs whose lines have come, while requests wait; places of f_mshr
  logic [15:0]   f_come_q, f_mine;
  logic [RW+3:0] f_req_q;
  logic [1:0]    f_how_q;                      // its line came so: {error, lost}
  logic          f_joins, f_takes, f_serves, f_lists;
  logic [3:0]    f_place, f_after, f_where;
  assign f_lists  = serving_q && mshr_q == f_mshr;
  assign f_joins  = join_i && join_mshr_i == f_mshr;
  assign f_takes  = take_i && f_lists;
  assign f_serves = serve_i && f_lists;
  assign f_count  = f_tail_q - f_head_q;
  always_comb for (int unsigned i = 0; i < 16; i++)
    f_mine[i] = used_q[i] && f_owner_q[4*i+:4] == f_mshr;
  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    if (join_i) f_owner_q[4*free_q+:4] <= join_mshr_i;
    if (f_joins) begin                         // it changes with the place that is there
      f_list_q[4*f_at_q[4*free_q+:4]+:4]       <= f_list_q[4*f_tail_q[3:0]+:4];
      f_list_q[4*f_tail_q[3:0]+:4]             <= free_q;
      f_at_q[4*f_list_q[4*f_tail_q[3:0]+:4]+:4] <= f_at_q[4*free_q+:4];
      f_at_q[4*free_q+:4]                      <= f_tail_q[3:0];
      f_tail_q                                 <= f_tail_q + 1'b1;
    end
    if (f_takes) f_next_q <= f_next_q + 1'b1;
    if (f_serves) f_head_q <= f_head_q + 1'b1;
    for (int unsigned i = 0; i < 16; i++)
      f_come_q[i] <= (f_come_q[i] || fill_hot[i]) && !last_hot[i];
    if (fill_hot[f_mshr]) f_how_q <= {fill_err_i, fill_lost_i};
    if (join_i && free_q == f_slot) f_req_q <= {join_port_i, join_req_i};
    if (!rst_ni) begin
      {f_head_q, f_next_q, f_tail_q, f_come_q} <= '0;
      {f_list_q, f_at_q} <= {2{64'hfedcba9876543210}};
    end
  end

  always_comb begin
    f_k     = '0;
    f_place = '0;
    f_after = '0;
    f_where = '0;
    assume (rst_ni == f_reset_q);
    assume (!join_i || room_o);
    assume (!take_i || offer_valid_o);
    assume (!(join_i && serve_i));
    if (fill_i)
      assume (!f_come_q[fill_mshr_i] && !(join_i && join_mshr_i == fill_mshr_i && !waited_o));
    if (serve_i)
      assume (serving_q && used_q[serve_slot_i] && f_owner_q[4*serve_slot_i+:4] == mshr_q);
    if (serve_i && !f_lists) assume (!(last_o && offer_valid_o));
    if (f_serves) assume (f_head_q != f_next_q && serve_slot_i == f_list_q[4*f_head_q[3:0]+:4]);
    if (f_reset_q) begin
      // What is offered is the next of the list, as it came; what ends with the last one is the
      // list.
      if (offer_valid_o && f_lists)
        assert (f_next_q != f_tail_q && offer_slot_o == f_list_q[4*f_next_q[3:0]+:4]);
      if (offer_valid_o && offer_slot_o == f_slot && used_q[f_slot])
        assert ({offer_port_o, offer_o} == f_req_q);
      if (f_serves)
        assert (last_o == (f_head_q + 5'd1 == f_tail_q) && mshr_o == f_mshr &&
            {err_o, lost_o} == f_how_q);
      // None is forgotten: of a line that has come, requests are served, or it is to be; and as
      // long as one of the list is left, it is offered.
      if (f_come_q[f_mshr]) assert (come_q[f_mshr] || f_lists);
      if (f_lists && f_next_q != f_tail_q) assert (offer_valid_o);
      if (waited_q[f_mshr] && fill_mshr_i == f_mshr) assert (waited_o);
      assert (waited_q[f_mshr] == (f_head_q != f_tail_q));
      if (f_head_q != f_tail_q) assert (busy_o);

      // What the above rests on
      if (room_o) assert (!used_q[free_q]);
      assert (f_count <= 5'd16 && f_next_q - f_head_q <= f_count);
      if (!f_lists) assert (f_next_q == f_head_q);
      if (f_lists) assert (ready_q == (f_next_q != f_tail_q));
      if (ready_q) assert (serving_q);
      if (serving_q)
        assert (waited_q[mshr_q] && f_come_q[mshr_q] && !come_q[mshr_q] && last_q == last_m[mshr_q])
          ;
      if (f_lists) assert (line_q == f_how_q);
      if (come_q[f_mshr]) assert (line_m[f_mshr] == f_how_q);
      if (f_head_q != f_tail_q && !f_lists)
        assert (first_m[f_mshr] == f_list_q[4*f_head_q[3:0]+:4]);
      if (used_q[f_slot]) assert (req_m[f_slot] == f_req_q);
      for (int unsigned i = 0; i < 16; i++) begin
        if (waited_q[i]) assert (used_q[last_m[i]] && f_owner_q[4*last_m[i]+:4] == 4'(i));
        if (f_come_q[i]) assert (waited_q[i]);
        if (come_q[i]) assert (f_come_q[i]);
        assert (f_list_q[4*f_at_q[4*i+:4]+:4] == 4'(i) && f_at_q[4*f_list_q[4*i+:4]+:4] == 4'(i));
        f_where = f_at_q[4*i+:4] - f_head_q[3:0];
        assert (f_mine[i] == ({1'b0, f_where} < f_count));
        f_k     = f_head_q + 5'(i);
        f_place = f_list_q[4*f_k[3:0]+:4];
        f_k     = f_k + 5'd1;
        f_after = f_list_q[4*f_k[3:0]+:4];
        if (5'(i) < f_count) begin
          if (5'(i) + 5'd1 < f_count) assert (next_m[f_place] == f_after);
          else assert (last_m[f_mshr] == f_place);
        end
      end
    end
  end
