// SPDX-License-Identifier: MIT
// Properties of mem_tags with mem_way, part of its body in proofs. One line (f_line), chosen by the
// solver, is followed: f_in_q, f_way_q, f_holders_q, f_dirty_q are what S1 wrote of it last;
// f_pending_q is whether it is on its way. Assumed are the pipeline (mem_flow: R goes to S0, S0 to
// S1), and that the MSHRs tell R of a line that is on its way (mem_fetch).

  (* anyconst *) logic [26:0]       f_line;
  (* anyconst *) logic [3:0]        f_mshr;            // that asks for the line, each time
  (* anyseq *)   logic              f_ends;            // it has come, and its MSHR is done with
  (* anyseq *)   logic              f_r_valid;         // a request is in R
  (* hierconn *) logic [SI-1:0]     \gen_way[0].u_way.f_set , \gen_way[1].u_way.f_set ,
      \gen_way[2].u_way.f_set , \gen_way[3].u_way.f_set ;
  (* hierconn *) logic [TagW+5:0]   \gen_way[0].u_way.f_row , \gen_way[1].u_way.f_row ,
      \gen_way[2].u_way.f_row , \gen_way[3].u_way.f_row ;
  (* hierconn *) logic [EW-1:0]     \gen_way[0].u_way.s0 , \gen_way[1].u_way.s0 ,
      \gen_way[2].u_way.s0 , \gen_way[3].u_way.s0 ;
  (* hierconn *) logic [EW-1:0]     \gen_way[0].u_way.s1_q , \gen_way[1].u_way.s1_q ,
      \gen_way[2].u_way.s1_q , \gen_way[3].u_way.s1_q ;
  logic             f_reset_q = 1'b0;
  logic             f_in_q, f_pending_q, f_next_q, f_s0_valid_q, f_s1_valid_q;
  logic [1:0]       f_way_q;
  logic [SMS-1:0]   f_holders_q;
  logic             f_dirty_q;
  logic [26:0]      f_s0_q, f_s1_q;
  logic [SI-1:0]    f_r_q, f_set;
  logic [4*(TagW+6)-1:0] f_rows;
  logic [4*EW-1:0]  f_s0s, f_s1s;
  entry_t           f_row, f_other, f_s0, f_s1;
  logic [3:0]       f_has;                           // ways of the set with the line
  logic             f_here, f_goes;
  assign f_set  = f_line[SI-1:0];
  assign f_rows = {\gen_way[3].u_way.f_row , \gen_way[2].u_way.f_row , \gen_way[1].u_way.f_row ,
      \gen_way[0].u_way.f_row };
  assign f_s0s  = {\gen_way[3].u_way.s0 , \gen_way[2].u_way.s0 , \gen_way[1].u_way.s0 ,
      \gen_way[0].u_way.s0 };
  assign f_s1s  = {\gen_way[3].u_way.s1_q , \gen_way[2].u_way.s1_q , \gen_way[1].u_way.s1_q ,
      \gen_way[0].u_way.s1_q };
  assign f_here = f_s1_valid_q && line_i == f_line;
  // another line takes its way
  assign f_goes = we_i && !f_here && set == f_set && f_in_q && way_o == f_way_q;

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    {f_s0_q, f_s1_q, f_r_q} <= {next_line_i, line_i, read_set_i};
    f_next_q  <= next_i;
    if (next_i) {f_s1_valid_q, f_s0_valid_q} <= {f_s0_valid_q, f_r_valid};
    if (we_i && f_here) begin
      f_in_q      <= valid_i;
      f_way_q     <= way_o;
      f_holders_q <= holders_i;
      f_dirty_q   <= dirty_i;
    end else if (f_goes) f_in_q <= 1'b0;
    if (we_i && f_here) f_pending_q <= valid_i && pending_i;
    else if (f_ends) f_pending_q <= 1'b0;
    if (!rst_ni) {f_in_q, f_pending_q, f_s0_valid_q, f_s1_valid_q} <= '0;
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    assume (\gen_way[0].u_way.f_set == f_set && \gen_way[1].u_way.f_set == f_set &&
        \gen_way[2].u_way.f_set == f_set && \gen_way[3].u_way.f_set == f_set );
    if (f_reset_q) begin
      assume (line_i == (f_next_q ? f_s0_q : f_s1_q));
      if (f_next_q) assume (next_line_i[SI-1:0] == f_r_q);
      else assume (next_line_i == f_s0_q);
    end
    assume (!we_i || (next_i && f_s1_valid_q && (hit_o || any_victim_o)));
    if (we_i && f_here && pending_i) assume (mshr_i == f_mshr);
    if (read_set_i == f_set && f_pending_q)
      assume (read_pending_i[f_way_q] && read_mshr_i[4*f_way_q+:4] == f_mshr);
    if (done_i && done_mshr_i == f_mshr) assume (!f_pending_q);
    if (init_q) assume (!f_r_valid);
    f_s0 = '0;
    f_s1 = '0;
    f_other = '0;

    for (int unsigned i = 0; i < 4; i++) begin
      f_row    = {5'b0, f_rows[(TagW+6)*i+:TagW+6]};
      f_has[i] = f_row.valid && f_row.tag == f_line[26:SI];
    end
    if (f_reset_q && !init_q) begin
      // S1 finds the line as it was written last, or that it is not there.
      if (f_here) begin
        assert (hit_o == f_in_q);
        if (hit_o) assert (way_o == f_way_q && holders_o == f_holders_q && dirty_o == f_dirty_q);
      end
      // What makes room is told as it is, and is not on its way.
      if (f_goes)
        assert (!hit_o && victim_line_o == f_line && victim_holders_o == f_holders_q &&
            victim_dirty_o == f_dirty_q && !f_pending_q);
      // One that is on its way is known to be.
      if (f_here && f_pending_q) assert (pending_o && mshr_o == f_mshr);

      // What the above rests on
      assert (f_in_q || !f_pending_q);
      assert (f_has == (f_in_q ? 4'd1 << f_way_q : 4'd0));
      for (int unsigned i = 0; i < 4; i++) begin
        f_row = {5'b0, f_rows[(TagW+6)*i+:TagW+6]};
        f_s0  = f_s0s[EW*i+:EW];
        f_s1  = over[i] ? last_q : f_s1s[EW*i+:EW];
        for (int unsigned k = 0; k < i; k++) begin
          f_other = {5'b0, f_rows[(TagW+6)*k+:TagW+6]};
          assert (!(f_row.valid && f_other.valid && f_row.tag == f_other.tag));
        end
        if (f_has[i]) assert (f_row.holders[SMS-1:0] == f_holders_q && f_row.dirty == f_dirty_q);
        if (f_s0_valid_q && next_line_i[SI-1:0] == f_set) begin
          assert (f_s0[TagW+5:0] == f_row[TagW+5:0]);
          if (f_pending_q && f_way_q == 2'(i)) assert (f_s0.pending && f_s0.mshr == f_mshr);
        end
        if (f_s1_valid_q && set == f_set) begin
          assert (f_s1[TagW+5:0] == f_row[TagW+5:0]);
          if (f_pending_q && f_way_q == 2'(i)) assert (f_s1.pending && f_s1.mshr == f_mshr);
          if (over[i]) assert (same_q == (last.tag == line_i[26:SI]));
          assert (over[i] || s1_hit[i] == (f_s1.valid && f_s1.tag == line_i[26:SI]));
          if (over == '0 && any_q && f_pending_q) assert (victim_q != f_way_q);
        end
      end
      if (f_s1_valid_q) assert ((over & (over - 1'b1)) == '0);
    end
    if (f_reset_q && init_q) begin
      assert (!f_in_q && !f_pending_q && !f_s0_valid_q && !f_s1_valid_q);
      if (init_set_q > f_set) assert (f_rows == '0);
    end
  end
