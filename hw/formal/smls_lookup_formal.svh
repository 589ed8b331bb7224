// SPDX-License-Identifier: MIT
// Properties of smls_lookup, part of its body in proofs: an L1 shows no old word. One line of card
// memory (f_line), chosen by the solver, is followed, and one bit of it: f_mem_q is that bit as the
// L2 has it. L1 is smls_l1_abstract, of one bank; smls_pending is the real one. Assumed of the L2
// (mem_answer_top and mem_tags_top show it): a load is answered with what the line is in that
// cycle; requests of this SM for one line are answered in the order in which they were sent; a
// store of another port is acknowledged (f_other) only if this L1 has taken an invalidation of the
// line since the L2 last answered a load of it, or takes it in that cycle. The L2 need not tell
// this L1 of the SM's own stores and atomics. A line of local memory is not followed: its thread
// alone may rely on it.

  (* anyconst *) logic [35:0] f_line;
  (* anyseq *)   logic        f_other, f_any;

  // What other modules have
  (* hierconn *) logic [LINES-1:0]    \u_pending.used_q ;
  (* hierconn *) logic [LINES-1:0]    \u_pending.nokeep_q ;
  (* hierconn *) logic [LINES-1:0]    \u_pending.f_asked_q ;
  (* hierconn *) logic [LINES-1:0]    \u_pending.f_err_q ;
  (* hierconn *) logic [LINES*EW-1:0] \u_pending.f_entry_q ;
  (* hierconn *) logic [LINES*36-1:0] \u_pending.f_line_q ;
  (* hierconn *) logic [LINES*9-1:0]  \u_pending.f_kind_q ;
  (* hierconn *) logic [LINES*6-1:0]  \u_pending.f_warp_q ;
  (* hierconn *) logic [LINES*4-1:0]  \u_pending.f_data_q ;
  (* hierconn *) logic                \u_banks.f_keep_q ;
  (* hierconn *) logic [28:0]         \u_banks.f_tag_q ;
  (* hierconn *) logic [255:0]        \u_banks.f_data_q ;
  (* hierconn *) logic [SI-1:0]       \u_guess.guess_q ;
  (* hierconn *) logic [28:0]         \u_banks.gen_bank[0].u_l1.f_tag ;
  (* hierconn *) logic [SI-1:0]       \u_banks.gen_bank[0].u_l1.f_set ;
  (* hierconn *) logic                \u_banks.gen_bank[0].u_l1.f_in_q ;
  (* hierconn *) logic                \u_banks.gen_bank[0].u_l1.f_bit_q ;
  (* hierconn *) logic                \u_banks.gen_bank[0].u_l1.f_fresh_q ;
  (* hierconn *) logic                \u_banks.gen_bank[0].u_l1.f_near_q ;
  logic f_in, f_bit;
  assign f_in  = \u_banks.gen_bank[0].u_l1.f_in_q ;
  assign f_bit = \u_banks.gen_bank[0].u_l1.f_bit_q ;

  function automatic logic [SI-1:0] f_set_of(input logic [35:0] line);
    f_set_of = line[SI-1:0] + line[7+:SI] + SI'(line[15:7+SI]);
  endfunction
  logic [SI-1:0] f_home;
  assign f_home = f_set_of(f_line);

  // ---- Requests for the line; each knows those before it that are not yet answered
  logic                   f_reset_q = 1'b0;
  logic [LINES-1:0]       f_mine, f_load, f_asked, f_came, f_put, f_nokeep;
  logic [LINES*LINES-1:0] f_before_q;
  // a store or atomic of the line leaves M, or is not yet answered
  logic                   f_changes;
  logic                   f_m_changes, f_m_line, f_answer, f_told;
  logic                   f_mem_q;
  // a load of the line was answered since an invalidation of it was last taken
  logic                   f_has_q;
  logic                   f_inv_q;
  logic [35:0]            f_inv_pa_q;
  logic                   f_hit;
  smgpu_pkg::mem_rsp_t    f_rsp;
  entry_t                 f_entry;
  // its line is in the place of f_line, with the same tag
  logic [LINES-1:0]       f_alike;
  assign f_rsp       = d_rsp_i;
  assign f_asked     = \u_pending.f_asked_q ;
  assign f_nokeep    = \u_pending.nokeep_q ;
  assign f_m_line    = m_valid_q && m_left_q[0] && m_line == f_line;
  assign f_m_changes = f_m_line && !m_load;
  assign f_changes   = f_m_changes || (f_mine & f_asked & ~f_load) != '0;
  assign f_told      = inv_valid_i && inv_ready_o && inv_pa_i == f_line;
  assign f_hit       = (t_hit || finds) && found[0] && {ppn_q, first_low[11:5]} == f_line;
  always_comb begin
    for (int unsigned i = 0; i < LINES; i++) begin
      f_mine[i]  = \u_pending.used_q [i] && \u_pending.f_line_q [36*i+:36] == f_line;
      f_load[i]  = \u_pending.f_kind_q [9*i+8];
      f_came[i]  = d_rsp_valid_i && f_rsp.id[1:0] == 2'(i);
      f_put[i]   = put && free_en[1:0] == 2'(i);
      f_entry    = \u_pending.f_entry_q [EW*i+:EW];
      f_alike[i] = f_entry.tag == f_line[35:7] && \u_pending.f_kind_q [9*i+:SI] == f_home;
    end
  end
  assign f_answer = (f_came & f_mine) != '0;

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    for (int unsigned i = 0; i < LINES; i++)
      for (int unsigned k = 0; k < LINES; k++)
        if (f_put[i]) f_before_q[LINES*i+k] <= f_mine[k] && f_asked[k] && !f_came[k];
        else if (f_came[k]) f_before_q[LINES*i+k] <= 1'b0;
    if (f_other || (f_answer && (f_came & f_load) == '0)) f_mem_q <= f_any;
    f_has_q    <= rst_ni && !f_told && (f_has_q ||
        (f_answer && (f_came & f_load) != '0 && !f_rsp.err));
    f_inv_q    <= rst_ni && inv_valid_i && !inv_ready_o;
    f_inv_pa_q <= inv_pa_i;
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    assume (!lent_i);
    assume (!f_line[35]);
    assume (\u_banks.gen_bank[0].u_l1.f_tag == f_line[35:7]);
    assume (\u_banks.gen_bank[0].u_l1.f_set == f_home);
    // A group has a line; stores and atomics are two kinds.
    if (valid_q) assume (t.lines == 4'd1 && t.first == '0 && !(t.store && t.amo));
    if (valid_q && t.store && t.backing) assume ({ppn_q, first_low[11:5]} != f_line);
    // The L2
    if (f_inv_q) assume (inv_valid_i && inv_pa_i == f_inv_pa_q);
    if (f_answer) assume (f_before_q[LINES*f_rsp.id[1:0]+:LINES] == '0);
    if (f_answer && (f_came & f_load) != '0 && !f_rsp.err) assume (f_rsp.data[0] == f_mem_q);
    if (f_other) assume (!d_rsp_valid_i && (!f_has_q || f_told));

    if (f_reset_q) begin
      // What hits is what the L2 has, and the SM's own stores are in that. An older load of the
      // warp is not under way.
      if (f_hit) begin
        assert (f_in && f_bit == f_mem_q && !f_changes);
        for (int unsigned i = 0; i < LINES; i++)
          assert (!(f_mine[i] && f_load[i] && \u_pending.f_warp_q [6*i+:6] == t.warp));
        assert (!(f_m_line && m.warp == t.warp));
      end
      // One thing is delivered at a time. What was found and waits for that stays where it is.
      assert (!(d_take_o && d_hit_o));
      if (m_waits && f_valid_q) assert (f_place_q[6:0] != m_set_q);

      // What the above rests on: of what may hit, or fill L1
      if (f_in) assert (f_bit == f_mem_q && f_has_q && !f_changes);
      if (\u_banks.f_keep_q && f_place_q == 7'(f_home) && \u_banks.f_tag_q == f_line[35:7])
        assert (\u_banks.f_data_q [0] == f_mem_q && f_has_q && !f_changes);
      for (int unsigned i = 0; i < LINES; i++) begin
        if (f_mine[i] && f_load[i] && !f_nokeep[i]) begin
          if (!f_asked[i] && !\u_pending.f_err_q [i])
            assert (\u_pending.f_data_q [4*i] == f_mem_q && f_has_q && !f_changes);
          assert (!f_m_changes);
          if (f_asked[i])
            for (int unsigned k = 0; k < LINES; k++)
              if (f_mine[k] && f_asked[k] && !f_load[k]) assert (f_before_q[LINES*i+k]);
        end
        if (\u_pending.used_q [i]) assert (f_alike[i] == f_mine[i]);
      end
      // Sets are those of their lines, tags those of the sets.
      if (given_q) assert (valid_q && look);
      if (valid_q) assert (set_q == low[5+:SI] + \u_guess.guess_q );
      if (valid_q && look_q && set_q == f_home) assert (\u_banks.gen_bank[0].u_l1.f_fresh_q );
      if (m_valid_q) assert (m_set_q == f_set_of({m_ppn_q, m_low[11:5]}));
      assert (!(f_valid_q && i_valid_q));
      if (\u_banks.f_keep_q ) assert (f_valid_q);
      if ((f_valid_q || i_valid_q) && f_place_q == 7'(f_home))
        assert (\u_banks.gen_bank[0].u_l1.f_near_q );
      if (i_valid_q) assert (f_inv_q && f_place_q == 7'(f_set_of(f_inv_pa_q)));
    end
  end
