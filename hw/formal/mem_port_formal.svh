// SPDX-License-Identifier: MIT
// Properties of mem_port, part of its body in proofs: each request is accepted once, in order, and
// what is accepted was offered as it came. One request, chosen by the solver, is followed. Assumed
// of the pipeline: it takes what is offered, and says of the oldest one that it took that it is
// accepted, or turned down with all behind it (mem_flow).

  (* anyseq *) logic f_pick;
  logic         f_reset_q = 1'b0;
  logic         f_open_q, f_taken_q;     // it has come and is not accepted; the pipeline has it
  logic [I:0]   f_ahead_q;               // so many before it are not accepted
  logic [smgpu_pkg::MemReqW-1:0] f_req_q;
  logic         f_here, f_accepted;
  assign f_here     = f_open_q && next_q - head_q == f_ahead_q;     // it is offered
  assign f_accepted = f_open_q && pop_i && f_ahead_q == '0;
  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    if (push_go && f_pick && !f_open_q) begin
      f_open_q  <= 1'b1;
      f_ahead_q <= tail_q - head_q - (I + 1)'(pop_i);
      f_req_q   <= push_i;
      f_taken_q <= 1'b0;
    end else begin
      if (f_accepted) f_open_q <= 1'b0;
      if (pop_i) f_ahead_q <= f_ahead_q - 1'b1;
      f_taken_q <= !back_i && (f_taken_q || (f_here && take_i));
    end
    if (!rst_ni) f_open_q <= 1'b0;
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    assume (!take_i || offer_valid_o);
    assume (!(pop_i || back_i) || head_q != next_q);
    assume (!(pop_i && back_i) && !(take_i && back_i));
    if (f_reset_q) begin
      if (f_here) assert (offer_valid_o && offer_o == f_req_q && !f_taken_q);
      if (f_accepted) assert (f_taken_q);
      // As long as it is not accepted, the pipeline has it, or it is offered after those before it.
      if (f_open_q)
        assert (waits_o && (f_taken_q ? next_q - head_q > f_ahead_q : offer_valid_o &&
            next_q - head_q <= f_ahead_q));

      // What the above rests on
      assert (tail_q - head_q <= (I + 1)'(PLACES) && next_q - head_q <= tail_q - head_q);
      if (f_open_q) assert (f_ahead_q < tail_q - head_q && f_row == f_req_q);
    end
  end
