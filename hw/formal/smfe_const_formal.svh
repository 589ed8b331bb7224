// SPDX-License-Identifier: MIT
// Properties of smfe_const, part of its body in proofs. A warp (f_w) and a row of the storage
// (group f_s, line f_l, pair f_p), chosen by the solver, are followed. Memory gives each word a
// value of its own, {VM, address}, but for the line f_bad, which has none. A group is a slot; of
// attributes, which group a line is in depends on both. A line that is here at some time (f_had)
// stays until another one comes to its place or its slot has another task.

  (* anyconst *) logic [AI-1:0] f_w;
  (* anyconst *) logic [3:0]    f_s;
  (* anyconst *) logic [LB-1:0] f_l;
  (* anyconst *) logic [1:0]    f_p;
  (* anyconst *) logic [32:0]   f_bad;
  (* anyseq *)   logic [WARPS-1:0] f_ends;
  (* anyseq *)   logic          f_look;      // the followed row is remembered
  // attributes: the outcome of these warps' xsm.attr.base comes
  (* anyseq *)   logic [WARPS-1:0] f_says;

  // ---- Warps as smfe_warp and smcta have them: alive, wait for a word
  logic              f_reset_q = 1'b0;
  logic [WARPS-1:0]  f_alive_q, f_wait_q;
  logic [4*WARPS-1:0] f_slots_q;
  logic [31:0]       f_base_q, f_va;
  logic [WARPS-1:0]  f_setting_q;
  logic [5:0]        f_vm_q;
  logic [11:0]       f_index_q;
  logic [3:0]        f_slot;
  logic              f_shares;
  assign f_slot = f_slots_q[4*f_w+:4];
  assign f_va   = f_base_q + {18'd0, f_index_q, 2'b00};
  always_comb begin
    f_shares = 1'b0;
    for (int unsigned i = 0; i < WARPS; i++)
      if (f_alive_q[i] && f_slots_q[4*i+:4] == start_i.slot) f_shares = 1'b1;
  end
  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    for (int unsigned i = 0; i < WARPS; i++) begin
      f_alive_q[i] <= rst_ni && !f_ends[i] && (f_alive_q[i] ||
          (start_valid_i && start_i.warp == 6'(i)));
      f_wait_q[i]  <= rst_ni && !f_ends[i] && !told_o[i] &&
          (f_wait_q[i] || (load_valid_i[0] && load_warp_i[WI-1:0] == WI'(i)));
      if (start_valid_i && start_i.warp == 6'(i)) f_slots_q[4*i+:4] <= start_i.slot;
    end
    if (start_valid_i && start_i.warp == 6'(f_w))
      {f_base_q, f_vm_q} <= {ATTR != 0 ? 32'd0 : start_param_i, start_i.vm};
    if (ATTR != 0 && f_says[f_w]) f_base_q <= {base_i[31:2], 2'b00};
    f_setting_q <= rst_ni && ATTR != 0 ? (f_setting_q & ~f_says) | base_set_i : '0;
    if (load_valid_i[0] && load_warp_i[WI-1:0] == f_w) f_index_q <= load_index_i[11:0];
  end

  // ---- Memory: two words of a line
  logic [1:0]  f_pair_q;
  logic [27:0] f_at;
  assign f_at = {own_line_q[22:0], fill_pair_i, 3'b000};
  always_ff @(posedge clk_i) f_pair_q <= rst_ni &&
      fsm_q == StWait ? f_pair_q + 2'(fill_valid_i) : '0;

  // ---- A row of the followed place holds the words that its tag says
  function automatic logic f_right(input logic [RowW-1:0] row, input logic [5:0] vm);
    f_right = row[63:32] == {vm, row[64+:23-LB], f_l, f_p, 1'b1} &&
        row[31:0] == {vm, row[64+:23-LB], f_l, f_p, 1'b0} &&
              {vm, row[RowW-1:64], f_l} != f_bad;
  endfunction
  logic [LINES-1:0] f_valids;
  logic [RowW-1:0]  f_row;
  logic [5:0]       f_vm;
  logic [3:0]       f_of;
  logic             f_swept;
  logic             f_busy, f_mine, f_here, f_fills, f_place, f_written;
  // the followed row belongs to that slot and has that tag
  logic             f_had_q;
  logic [3:0]       f_had_slot_q, f_owner;
  logic [TagW-1:0]  f_had_tag_q;
  assign f_group  = f_s;
  assign f_owner  = ATTR != 0 ? f_owners[4*f_l+:4] : f_s;
  // the line that is on its way goes there
  assign f_place  = f_busy && own_group == f_s && own_line_q[LB-1:0] == f_l;
  // the followed row is of that line already
  assign f_written = f_place && (fsm_q == StMark || (fsm_q == StWait && f_pair_q > f_p));
  always_ff @(posedge clk_i) begin
    f_had_q <= rst_ni && !(fresh && start_i.slot == (f_had_q ? f_had_slot_q : f_of)) && !f_place &&
               (f_had_q || (f_look && f_reset_q && f_valids[f_l] && known_q[f_of] &&
                   !forget_q[f_of]));
    if (!f_had_q) {f_had_slot_q, f_had_tag_q} <= {f_of, f_row[RowW-1:64]};
  end
  assign f_valids = valid_m[f_s];
  assign f_row    = ram[{f_s, f_l, f_p}];
  // whose the followed row is, by its tag
  assign f_of     = ATTR != 0 ? f_s ^ f_row[64+:4] : f_s;
  assign f_vm     = vm_m[f_of];
  assign f_busy   = fsm_q == StAsk || fsm_q == StWait || fsm_q == StMark;
  assign f_mine   = own_q == f_w && !own_dead_q;
  // f_w's word is in the followed row
  assign f_here   = group_of(f_slot, f_va[31:5]) == f_s && f_va[5+:LB] == f_l && f_va[4:3] == f_p;
  assign f_fills  = f_busy && own_group == f_s && known_q[own_slot_q];
  // the sweep has passed the followed group
  assign f_swept  = sweeps && (f_s == '0 ? sweep_q != 5'd16 : {1'b0, f_s} > sweep_q);

  always_comb begin
    // What the others guarantee
    assume (rst_ni == f_reset_q);
    if (start_valid_i) begin
      assume (start_i.warp < 6'(WARPS) && !f_alive_q[start_i.warp[AI-1:0]]);
      assume (slot_busy_i[start_i.slot]);
      // one task in a slot
      if (f_shares) assume (gen_m[start_i.slot] == start_i.gen);
      if (!fresh)
        assume (vm_m[start_i.slot] == start_i.vm &&
            (ATTR != 0 || param_m[start_i.slot] == start_param_i))
          ;
    end
    for (int unsigned i = 0; i < WARPS; i++) begin
      if (f_alive_q[i]) assume (slot_busy_i[f_slots_q[4*i+:4]]);
      if (f_ends[i])
        assume (f_alive_q[i] && !looked_o[i] && !want_i[i] && !f_setting_q[i] && !base_set_i[i] &&
            !(load_valid_i[0] && load_warp_i[WI-1:0] == WI'(i)));
      if (base_set_i[i]) assume (f_alive_q[i] && !f_wait_q[i] && !f_setting_q[i]);
      if (f_says[i])
        assume (f_setting_q[i] && f_says == WARPS'(1) << i && base_warp_i[WI-1:0] == WI'(i));
      if (want_i[i]) assume (f_alive_q[i] && f_wait_q[i]);
    end
    assume (!load_valid_i[1] && !base_valid_i[1] && base_valid_i[0] == |f_says);
    if (ATTR == 0) assume (base_set_i == '0 && f_says == '0);
    if (load_valid_i[0]) assume (f_alive_q[load_warp_i[WI-1:0]] && !f_wait_q[load_warp_i[WI-1:0]]);
    if (fill_valid_i) begin
      assume (fsm_q == StWait && fill_pair_i == f_pair_q && {own_vm_q, own_line_q} != f_bad);
      assume (fill_data_i == {own_vm_q, f_at[27:3], 1'b1, own_vm_q, f_at[27:3], 1'b0});
    end
    if (fail_i)
      assume (fsm_q == StWait && !fill_valid_i && f_pair_q == '0 &&
          {own_vm_q, own_line_q} == f_bad && fail_err_i == smfe_pkg::WhyConstBus);

    if (f_reset_q) begin
      // A warp that waits gets its word, or is told why there is none
      if (told_o[f_w]) begin
        assert (f_alive_q[f_w] && f_wait_q[f_w] && told_o == WARPS'(1) << f_w && word_valid_o &&
            word_warp_o == 6'(f_w));
        assert ((word_err_o == smfe_pkg::WhyConstAlign) == (f_va[1:0] != '0));
        assert ((word_err_o == smfe_pkg::WhyConstFault) == (f_va[1:0] == '0 && f_va[31:28] == '1));
        if (word_err_o == smfe_pkg::WhyOk && f_here)
          assert (word_o == {f_vm_q, f_va[27:2]} && {f_vm_q, f_va[31:5]} != f_bad);
        if (word_err_o == smfe_pkg::WhyConstBus) assert ({f_vm_q, f_va[31:5]} == f_bad);
        if (word_err_o != smfe_pkg::WhyOk) assert (word_o == f_va);
      end

      // ---- Why: warps, slots and headers
      assert ((f_wait_q & ~f_alive_q) == '0);
      for (int unsigned i = 0; i < WARPS; i++)
        if (f_alive_q[i]) assert (slot_m[i] == f_slots_q[4*i+:4] && known_q[f_slots_q[4*i+:4]]);
      if (f_alive_q[f_w])
        assert (vm_m[f_slot] == f_vm_q && f_base_q == (ATTR == 0 ? param_m[f_slot] : based_q[f_w]
            ? {base_m0[f_w], 2'b00} : 32'd0));
      if (ATTR != 0)
        assert (sweep_q <= 5'd16 && (sweeps || forget_q == '0) && settled == ~f_setting_q &&
            (f_setting_q & ~f_alive_q) == '0);
      if (ATTR != 0) assert ((f_setting_q & looked_o) == '0 && (f_setting_q & sleep_q) == '0);
      if (f_wait_q[f_w]) assert (index_m0[f_w] == f_index_q);
      // Lookups
      assert ((looked_o & ~f_wait_q) == '0 && (sleep_q & looked_o) == '0);
      assert ((s1_one_q & s2_one_q) == '0 && (s1_one_q & s3_one_q) == '0 &&
          (s2_one_q & s3_one_q) == '0);
      assert (s1_one_q == '0 || s1_one_q == WARPS'(1) << s1_warp_q);
      assert (s2_one_q == '0 || (s2_one_q == WARPS'(1) << s2_warp_q &&
          s2_slot_q == f_slots_q[4*s2_warp_q+:4]));
      assert (s3_one_q == '0 || (s3_one_q == WARPS'(1) << s3_warp_q &&
          s3_slot_q == f_slots_q[4*s3_warp_q+:4]));
      if (s2_one_q[f_w]) assert (s2_va_q == f_va && s2_group_q == group_of(f_slot, f_va[31:5]));
      if (s3_one_q[f_w]) begin
        assert (s3_va_q == f_va);
        assert ((s3_err_q == smfe_pkg::WhyConstAlign) == (f_va[1:0] != '0));
        assert ((s3_err_q == smfe_pkg::WhyConstFault) == (f_va[1:0] == '0 && f_va[31:28] == '1));
        if (s3_err_q == smfe_pkg::WhyConstBus) assert ({f_vm_q, f_va[31:5]} == f_bad);
        if (s3_err_q != smfe_pkg::WhyOk) assert (s3_word_q == f_va);
      end
      // Storage
      if (f_had_q)
        assert (f_valids[f_l] && f_of == f_had_slot_q && f_row[RowW-1:64] == f_had_tag_q);
      if (known_q[f_of] && f_valids[f_l] && !forget_q[f_of]) assert (f_right(f_row, f_vm));
      if (ATTR != 0 && f_valids[f_l] && !(sweeps && forget_q == '1))
        assert (f_of == f_owner || (f_written && f_of == own_slot_q));
      if (f_swept && f_valids[f_l]) assert (!forget_q[f_owner]);
      if (f_swept && f_place && stale_q && forget_q[own_slot_q]) assert (!f_valids[f_l]);
      if (f_had_q) assert (!forget_q[f_had_slot_q] && f_owner == f_had_slot_q);
      if (s2_one_q[f_w] && f_here && f_valids[f_l] && !s2_wrote_q && !forget_q[f_slot] &&
          (ATTR == 0 || row_q[64+:4] == f_va[5+LB+:4])) assert (f_right(row_q, f_vm_q));
      if (s3_one_q[f_w] && f_here && s3_here_q && s3_err_q == smfe_pkg::WhyOk &&
          (ATTR == 0 || s3_tag_q[3:0] == f_va[5+LB+:4]))
        assert (s3_word_q == {f_vm_q, s3_tag_q[22-LB:0], f_l, f_p, f_va[2]} &&
            {f_vm_q, s3_tag_q, f_l} != f_bad);
      // Misses
      assert (fsm_q <= StServe && 32'(own_q) < WARPS);
      assert (own_err_q == smfe_pkg::WhyOk || own_err_q == smfe_pkg::WhyConstBus ||
          fsm_q == StIdle || fsm_q == StCall);
      if (f_busy) assert (own_err_q == smfe_pkg::WhyOk);
      if (f_fills && !stale_q) assert (own_vm_q == vm_m[own_slot_q]);
      if ((ATTR != 0 ? f_place : f_fills) && stale_q && !forget_q[own_slot_q])
        assert (!f_valids[f_l]);
      if (f_busy && own_group == f_s && own_line_q[LB-1:0] == f_l &&
          (fsm_q == StMark || (fsm_q == StWait && f_pair_q > f_p))) begin
        assert (f_row[RowW-1:64] == own_line_q[26:LB]);
        if (f_fills && !stale_q) assert (f_right(f_row, own_vm_q));
      end
      if (fsm_q != StWait) assert (f_pair_q == '0);
      if (f_busy && f_mine)
        assert (f_wait_q[f_w] && sleep_q[f_w] && own_vm_q == f_vm_q && own_line_q == f_va[31:5]);
      if (fsm_q == StServe && own_q == f_w)
        assert (f_wait_q[f_w] && !f_setting_q[f_w] &&
            (own_err_q == smfe_pkg::WhyOk || {f_vm_q, f_va[31:5]} == f_bad));
    end
  end
