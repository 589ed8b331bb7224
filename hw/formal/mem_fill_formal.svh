// SPDX-License-Identifier: MIT
// Properties of mem_fill, part of its body in proofs: a line or an answer of the host that is taken
// goes on once, as an answer or through the pipeline, with what came for it. One MSHR (f_mshr),
// chosen by the solver, is followed, and the host's answers. Assumed: an MSHR has one line at a
// time (mem_fetch); a cycle that P leaves empty comes to S1 as one.

  (* anyconst *) logic [3:0]    f_mshr;
  // what comes for it, each time: {at, port, id, read, pass, err, lost}
  (* anyconst *) logic [AW+15:0] f_with;
  logic       f_reset_q = 1'b0;
  // a line, an answer of the host was taken and has not gone on
  logic       f_open_q, f_host_q;
  logic [11:0] f_host_with_q;
  // empty cycles in R, S0, S1; cycles that an answer has waited
  logic [2:0] f_empty_q, f_age_q;
  logic       f_takes, f_answers, f_passes;
  assign f_takes   = fill_valid_i && fill_ready_o && fill_mshr_i == f_mshr;
  assign f_answers = served_o && mshr_o == f_mshr;
  assign f_passes  = again_valid_o && again_ready_i && again_mshr_o == f_mshr;
  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    f_open_q  <= rst_ni && (f_takes || (f_open_q && !f_answers && !f_passes));
    f_host_q  <= rst_ni && ((host_valid_i && host_ready_o) ||
        (f_host_q && !(answer_o && !served_o)));
    if (host_valid_i && host_ready_o) f_host_with_q <= {host_port_i, host_id_i};
    if (!rst_ni) f_empty_q <= '0;
    else if (!stall_i) f_empty_q <= {f_empty_q[1:0], hold_o};
    f_age_q   <= (!rst_ni || !valid_q || goes || !straight) ? '0 : f_age_q + 3'(!stall_i);
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    if (f_takes)
      assume (!f_open_q && {fill_at_i, fill_port_i, fill_id_i, fill_read_i, fill_pass_i,
          fill_err_i, fill_lost_i} == f_with);
    if (fill_pass_i) assume (fill_read_i);
    if (f_empty_q[2] && !stall_i) assume (!respond_i);
    if (f_reset_q) begin
      if (f_answers || f_passes) assert (f_open_q && !(f_answers && f_passes));
      // S2 takes an answer in a cycle in which S1 gives none.
      if (answer_o) assert (!stall_i && !respond_i);
      // A read's line is its answer, but for an error of one that does not pass; else the request
      // goes through the pipeline.
      if (f_answers)
        assert (f_with[3] && (!f_with[1] || f_with[2]) &&
            {at_o, port_o, id_o} == f_with[AW+15:4] && err_o == f_with[1] &&
            lost_o == (f_with[1] && f_with[0]));
      if (f_passes)
        assert ((!f_with[3] || (f_with[1] && !f_with[2])) &&
            {again_err_o, again_lost_o} == f_with[1:0]);
      // The line is written as it goes on, unless it is not one.
      if (we_o && mshr_o == f_mshr)
        assert (f_open_q && !f_with[1] && !f_with[2] && at_o == f_with[AW+15:16]);
      if (answer_o && !served_o) assert (f_host_q && {port_o, id_o} == f_host_with_q);
      // An answer waits for four cycles at most in which the pipeline moves.
      assert (f_age_q <= 3'd4);

      // What the above rests on
      assert (f_open_q == ((valid_q && !host_q && mshr_q == f_mshr) ||
          (again_q && again_mshr_q == f_mshr)));
      assert (!(valid_q && !host_q && mshr_q == f_mshr && again_q && again_mshr_q == f_mshr));
      assert (f_host_q == (valid_q && host_q));
      if (valid_q && host_q) assert ({port_q, id_q} == f_host_with_q);
      if (valid_q && !host_q && mshr_q == f_mshr)
        assert ({at_q, port_q, id_q, read_q, pass_q, err_q, lost_q} == f_with);
      if (again_q && again_mshr_q == f_mshr)
        assert ((!f_with[3] || (f_with[1] && !f_with[2])) &&
            {again_err_q, again_lost_q} == f_with[1:0]);
      // The empty cycle that was asked for is on its way.
      if (blocked_q) assert (valid_q && straight);
      if (asked_q)
        assert (valid_q && straight && f_age_q != '0 &&
            ((f_empty_q[0] && f_age_q <= 3'd2) || (f_empty_q[1] && f_age_q <= 3'd3) ||
            f_empty_q[2]));
      else assert (f_age_q == '0 || (f_age_q == 3'd1 && blocked_q));
    end
  end
