// SPDX-License-Identifier: MIT
// Properties of mem_fetch, part of its body in proofs: a read that is asked for comes out once,
// with what was asked, whether DRAM answers, answers late or never does; and an MSHR has one read
// of AXI under way at most, so that no answer is taken for another's. One MSHR (f_id), chosen by
// the solver, is followed. Answers may come whenever they like, also to what was not asked.
// Assumed: an MSHR is done with after it came out, once, as lost if it came out so (mem_miss).

  (* anyconst *) logic [3:0]  f_id;
  logic          f_reset_q = 1'b0;
  // asked for and not come out; come out and not done with; as one that was given up
  logic          f_open_q, f_out_q, f_lost_q;
  logic          f_bus_q;                     // its read is under way
  // one was free, and none offered; AXI was offered a read and did not take it
  logic          f_starved_q, f_held_q;
  logic [43:0]   f_held_ar_q;
  logic [SI+15:0] f_head_q;
  logic [RW-1:0]  f_req_q;
  logic          f_put, f_out, f_done, f_ar, f_r;
  logic [RW-1:0] f_held;
  logic [39:0]   f_held_line;
  assign f_held      = req_m[held_id_q];
  assign f_held_line = {8'b0, f_held[288+5+:27], 5'b0};
  smgpu_pkg::mem_req_t f_req;
  assign f_req  = f_req_q;
  assign f_put  = put_i && put_id_o == f_id;
  assign f_out  = fill_valid_o && fill_ready_i && fill_id_o == f_id;
  assign f_done = done_i && done_id_i == f_id;
  assign f_ar   = ar_valid_o && ar_ready_i && ar_id_o == f_id;
  assign f_r    = r_valid_i && r_ready_o && r_id_i == f_id;
  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    f_starved_q <= rst_ni && !free_q && (Present & ~used_q) != '0;
    f_held_q    <= rst_ni && ar_valid_o && !ar_ready_i;
    f_held_ar_q <= {ar_id_o, ar_addr_o};
    f_open_q  <= rst_ni && (f_put || (f_open_q && !f_out));
    f_out_q   <= rst_ni && (f_out || (f_out_q && !f_done));
    if (f_out) f_lost_q <= fill_lost_o;
    f_bus_q   <= rst_ni && (f_ar || (f_bus_q && !f_r));
    if (f_put) begin
      f_head_q <= {put_pass_i, put_req_i.op == smgpu_pkg::MemRead, put_req_i.id, put_port_i,
          put_way_i,
          put_req_i.pa[5+:SI]};
      f_req_q  <= put_req_i;
    end
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    assume (!put_i || any_o);
    assume (!done_i || (taken_q[done_id_i] && (sent_q[done_id_i] || done_lost_i)));
    if (f_done) assume (f_out_q && done_lost_i == f_lost_q);
    if (f_reset_q) begin
      // What is asked for comes out once, as it was asked; no MSHR is given away that is not free.
      if (f_put) assert (!f_open_q && !f_out_q && !f_bus_q && Present[f_id]);
      if (f_out)
        assert (f_open_q && {fill_pass_o, fill_read_o, fill_rid_o, fill_port_o,
            fill_at_o} == f_head_q);
      if (f_out && !fill_lost_o) assert (f_bus_q && f_r);
      if (f_open_q || f_out_q) begin
        if (again_id_i == f_id) assert (again_req_o == f_req_q);
        if (set_q[SI*f_id+:SI] == look_line_i[SI-1:0] && !f_head_q[SI+15])
          assert (look_pending_o[f_head_q[SI+:2]]);
        if (f_req.pa[5+:27] == look_line_i && f_head_q[SI+15]) assert (passing_o);
      end
      // DRAM is asked once, for its line.
      if (f_ar) assert (!f_bus_q && ar_addr_o == {8'b0, f_req.pa[5+:27], 5'b0});
      // What AXI was offered stays.
      if (f_held_q) assert (ar_valid_o && {ar_id_o, ar_addr_o} == f_held_ar_q);
      // A free one is offered in the next cycle.
      if (f_starved_q) assert (any_o);

      // What the above rests on
      if (any_o) assert (!used_q[put_id_o] && Present[put_id_o]);
      assert (!(f_open_q && f_out_q));
      assert (used_q[f_id] == (f_open_q || f_out_q || dead_q[f_id]));
      assert (taken_q[f_id] == f_out_q);
      assert (!(dead_q[f_id] && (f_open_q || f_out_q)));
      if (f_open_q) assert (f_bus_q == sent_q[f_id]);
      if (f_out_q && !f_lost_q) assert (sent_q[f_id] && !f_bus_q);
      if (f_out_q && f_lost_q) assert (f_bus_q == sent_q[f_id]);
      if (dead_q[f_id]) assert (f_bus_q == sent_q[f_id]);
      if (!used_q[f_id]) assert (!sent_q[f_id] && !f_bus_q);
      if (f_open_q || f_out_q || dead_q[f_id]) begin
        assert (head_m[f_id] == f_head_q && req_m[f_id] == f_req_q && Present[f_id]);
        assert (f_head_q[SI-1:0] == f_req.pa[5+:SI] && set_q[SI*f_id+:SI] == f_head_q[SI-1:0]);
        assert (gen_pass.pass_q[f_id] == f_head_q[SI+15] &&
            gen_pass.tag_q[(27-SI)*f_id+:27-SI] == f_req.pa[5+SI+:27-SI]);
        assert (way_q[4*f_id+:4] == (f_head_q[SI+15] ? 4'd0 : 4'd1 << f_head_q[SI+:2]));
      end
      if (late_q) assert (used_q[late_id_q] && !taken_q[late_id_q] && !dead_q[late_id_q]);
      if (held_q && held_id_q == f_id) assert (used_q[f_id] && !sent_q[f_id]);
      if (held_q) assert (used_q[held_id_q] && !sent_q[held_id_q]);
      assert (held_q == f_held_q);
      if (held_q) assert (held_id_q == f_held_ar_q[43:40] && f_held_ar_q[39:0] == f_held_line);
    end
  end
