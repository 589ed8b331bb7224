// SPDX-License-Identifier: MIT
// Properties of smcta, part of its body in proofs. A granule of shared memory (f_g), chosen by the
// solver, is followed: whose it is, and which VM had it last. What a client must not see is cleared
// before a warp starts.

  (* anyconst *) logic [3:0] f_g;
  logic        f_reset_q = 1'b0;
  logic        f_held_q;            // a CTA has it,
  logic [3:0]  f_holder_q;          // this one
  logic        f_known_q;           // a VM had it last, and nothing has made it forgotten,
  logic [5:0]  f_vm_q;              // this one
  logic        f_must_q;            // it is to be cleared before its CTA, a new one, starts a warp
  logic        f_new, f_old, f_there, f_inside, f_clears;
  logic [15:0] f_map;
  logic [22:0] f_at, f_from;        // first byte of the granule, and of the CTA that is accepted
  assign f_new    = take && place_mask[f_g];
  assign f_old    = f_known_q && f_vm_q == launch_i.vm;
  assign f_there  = !lent_o || 5'(f_g) < 5'(LentGranules);
  assign f_at     = lent_o ? 23'(f_g) << (GB + 1) : 23'(f_g) << GB;
  assign f_from   = lent_o ? 23'(place) << (GB + 1) : 23'(place) << GB;
  assign f_inside = f_at + (lent_o ? 23'd2 << GB : 23'd1 << GB) > f_from &&
                    f_at < f_from + 23'(launch_i.shared_bytes);
  assign f_clears = smem_clear_o && smem_clear_first_o <= f_g && f_g <= smem_clear_last_o;

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    if (f_new) begin
      f_held_q   <= 1'b1;
      f_holder_q <= free_cta;
      f_vm_q     <= launch_i.vm;
      f_known_q  <= 1'b1;
      f_must_q   <= !f_old;
    end else begin
      if (any_ended && f_held_q && f_holder_q == end_cta) f_held_q <= 1'b0;
      if (f_clears && smem_clear_done_i) f_must_q <= 1'b0;
    end
    if (!rst_ni || forget_i || change) f_known_q <= 1'b0;
    if (!rst_ni) {f_held_q, f_must_q} <= '0;
  end

  always_comb begin
    f_map = '0;
    for (int unsigned i = 0; i < 16; i++) f_map[i] = cta_valid_q[i] && cta_map_q[i][f_g];
    assume (rst_ni == f_reset_q);
    assume (!launch_valid_i || launch_fits_o);
    // The launcher asks for no more shared memory than there is.
    assume (launch_i.shared_bytes <= 18'((SHARED_KIB + (launch_i.lent ? LENT_KIB : 0)) * 1024));
    if (f_reset_q) begin
      // A CTA gets what it asks for, of what there is, and nothing that another one has.
      if (take && f_inside) assert (place_mask[f_g]);
      if (f_new) assert (!f_held_q && f_there);
      // No warp starts before it is cleared.
      if (start_valid_o) assert (!f_must_q);
      // Nothing is cleared but what the CTA that is about to start has.
      if (f_clears) assert (f_held_q && f_holder_q == cur_cta_q);

      // What the above rests on
      assert (f_map == (f_held_q ? 16'd1 << f_holder_q : 16'd0));
      if (f_there) assert (granules_q[f_g] == f_held_q);
      else assert (granules_q[f_g] && !f_held_q);
      if (granule_known_q[f_g]) assert (f_known_q && granule_vm_q[6*f_g+:6] == f_vm_q);
      if (f_must_q) assert (f_held_q && f_holder_q == cur_cta_q && f_clears && !starting);
      if (state_q != StIdle)
        assert (cta_valid_q[cur_cta_q] && cta_starting_q == 16'd1 << cur_cta_q);
      else assert (cta_starting_q == '0);
      assert (!smem_clear_o || smem_clear_first_o <= smem_clear_last_o);
    end
  end
