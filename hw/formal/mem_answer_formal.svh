// SPDX-License-Identifier: MIT
// Properties of mem_answer with mem_leave, part of its body in proofs: what S1 hands over is
// answered once, with its id, at its port; and a store or atomic of a line, chosen by the solver
// (f_line), is answered when no other L1 may have its old words. Assumed of S1 (mem_tags_top shows
// that the tags keep it): f_know_q are the L1s that it knows may have the line. A read of the line
// by an SM's data port adds its L1; a store or atomic has all others told, or all; a line that
// leaves has all told. Answers beside the pipeline go to L1s that it knows (f_straight: it is one
// for the line).

  (* anyconst *) logic [26:0] f_line;
  (* anyseq *)   logic        f_straight;
  (* hierconn *) logic [4*SMS-1:0] \gen_leave.u_leave.left_q ;
  (* hierconn *) logic [107:0]     \gen_leave.u_leave.line_q ;
  (* hierconn *) logic [3:0]       \gen_leave.u_leave.same_q ;
  logic           f_reset_q = 1'b0;
  // L1s that S1 knows; that were answered since they last took an invalidation of the line
  logic [SMS-1:0] f_know_q, f_has_q;
  logic [SMS-1:0] f_taken, f_me, f_here_me, f_left, f_leaves, f_gets;
  logic           f_takes, f_reads, f_writes, f_mine, f_here, f_here_q, f_straight_q, f_owes_q;
  logic [7:0]     f_id_q;
  logic [3:0]     f_port_q, f_words, f_age_q;
  // what is here is a store or atomic that changes the line
  logic           f_changes_q;
  assign f_takes  = respond_i && !stall_o;                       // S1 hands over an answer
  assign f_mine   = !straight_i && req_i.pa[40:5] == {9'b0, f_line};
  assign f_reads  = straight_i ? f_straight : f_mine &&
      (req_i.op == smgpu_pkg::MemRead || (req_i.op == smgpu_pkg::MemAmo && req_i.amo == 5'd2));
  assign f_writes = f_mine && (req_i.op == smgpu_pkg::MemWrite ||
      (req_i.op == smgpu_pkg::MemAmo && req_i.amo != 5'd2));
  always_comb begin
    for (int unsigned s = 0; s < SMS; s++) begin
      f_me[s]      = port_i == 4'(2 * s);
      f_here_me[s] = port_q == 4'(2 * s);
      f_taken[s]   = inv_valid_o[s] && inv_ready_i[s] && inv_pa_o[36*s+:36] == {9'b0, f_line};
      f_left[s]    = 1'b0;
      for (int unsigned k = 0; k < 4; k++)
        if (\gen_leave.u_leave.line_q [27*k+:27] == f_line && \gen_leave.u_leave.left_q [SMS*k+s])
          f_left[s] = 1'b1;
    end
    f_words = '0;
    for (int unsigned k = 0; k < 8; k++) f_words = f_words + 4'(left_q[k]);
  end
  assign f_leaves = leave_q & {SMS{victim_q == f_line}};
  // L1s that are answered with the line
  assign f_gets   = f_here_me & {SMS{respond_q && f_here_q && !err_q}};

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    if (!stall_o && respond_i) begin
      f_id_q      <= req_i.id;
      f_port_q    <= port_i;
      f_here_q    <= f_reads;
      f_straight_q <= straight_i;
      f_changes_q <= f_writes && !err_i;
    end
    f_owes_q <= rst_ni && (f_takes || (f_owes_q && !go));
    f_age_q  <= (go || !f_owes_q) ? '0 : (rsp_wait_i || tell_left != '0 || gone ||
        (leave_q != '0 && full)) && !(is_amo && !last_q) ? f_age_q : f_age_q + 1'b1;
    f_has_q  <= (f_has_q | (f_gets & {SMS{go}})) & ~f_taken;
    if (f_takes && f_reads && !err_i) f_know_q <= f_know_q | f_me;
    if (f_takes && f_writes && !err_i)
      f_know_q <= (req_i.op == smgpu_pkg::MemWrite) ? f_know_q & f_me : '0;
    if (alloc_i && !stall_o && victim_i == f_line) f_know_q <= '0;
    if (!rst_ni) {f_has_q, f_know_q} <= '0;
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    if (rsp_wait_i) assume (rsp_want_o != '0);
    // S1
    if (straight_i) assume (respond_i);
    if (respond_i) assume (32'(port_i) < PORTS);
    if (respond_i && req_i.op == smgpu_pkg::MemAmo && req_i.be != '0)
      assume (req_i.be[3:0] == {4{req_i.be[0]}} && req_i.be[7:4] == {4{req_i.be[4]}});
    if (respond_i && straight_i && f_straight) assume ((f_me & ~f_know_q) == '0);
    if (respond_i && f_writes && !err_i)
      assume ((f_know_q & ~tell_i & ~(req_i.op == smgpu_pkg::MemWrite ? f_me : '0)) == '0);
    if (respond_i && (straight_i || err_i || req_i.pa[40:32] != '0)) assume (tell_i == '0);
    if (alloc_i)
      assume (victim_i != req_i.pa[31:5] && (victim_i != f_line ||
          (f_know_q & ~victim_tell_i) == '0));
    if (alloc_i && straight_i && f_straight) assume (victim_i != f_line);

    if (f_reset_q) begin
      // One answer for each request, to its port, with its id
      assert ((rsp_valid_o != '0) == (f_owes_q && go));
      for (int unsigned i = 0; i < PORTS; i++)
        assert (rsp_valid_o[i] == (f_owes_q && go && f_port_q == 4'(i)));
      if (f_owes_q) assert (rsp_o[256+1+:8] == f_id_q);
      // What waits for no L1 ends after the cycles of its words.
      if (f_owes_q) assert ({1'b0, f_age_q} + {1'b0, f_words} <= 5'd9);
      if (f_owes_q && is_amo && !last_q) assert ({1'b0, f_age_q} + {1'b0, f_words} <= 5'd8);
      if (AMO_UNITS > 1 && f_owes_q)
        assert (f_age_q <= ((is_amo && !last_q) ? 4'd0 : 4'd1) &&
            (several_q || !is_amo || f_words <= 4'd1));
      // The rule
      if (f_owes_q && go && f_changes_q)
        assert ((f_has_q & ~f_taken & ~(write_q ? f_here_me : '0)) == '0);

      // What it rests on
      assert (f_owes_q == respond_q);
      if (is_amo && last_q) assert (left_q == '0);
      if (f_owes_q) assert (!((straight_q || err_q) && (amo_q || write_q)));
      if (respond_q && !straight_q && leave_q != '0) assert (victim_q != req.pa[31:5]);
      if (f_owes_q)
        assert (32'(port_q) < PORTS && f_port_q == port_q && f_id_q == req.id &&
            straight_q == f_straight_q);
      if (f_owes_q && f_changes_q)
        assert (req.pa[40:5] == {9'b0, f_line} && (is_write || is_amo) && !f_here_q);
      if (f_owes_q && !straight_q && f_here_q) assert (req.pa[40:5] == {9'b0, f_line});
      assert (((f_has_q | f_gets) & ~f_know_q & ~f_left & ~f_leaves &
          ~(tell_q & {SMS{f_changes_q && f_owes_q}})) == '0);
      assert ((f_gets & ~f_know_q) == '0);
      if (f_owes_q && f_changes_q) assert ((f_know_q & ~(write_q ? f_here_me : '0)) == '0);
      for (int unsigned k = 0; k < 4; k++)
        if (respond_q && !straight_q)
          assert (\gen_leave.u_leave.same_q [k] ==
                  (\gen_leave.u_leave.line_q [27*k+:27] == req.pa[31:5]));
    end
  end
