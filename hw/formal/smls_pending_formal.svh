// SPDX-License-Identifier: MIT
// Properties of smls_pending, part of its body in proofs. Memory answers each request once, with
// its id, whenever and in whatever order it likes; nothing else is assumed of it. (mem_port,
// mem_fetch, mem_wait and mem_fill show that the L2 does so.) What its client does is assumed, or
// proved in smls_lookup's proof.

`ifndef SMLS_PENDING_CLIENT
`define SMLS_PENDING_CLIENT assume
`endif

  logic                     f_reset_q = 1'b0;
  logic [ENTRIES-1:0]       f_asked_q;             // requests that memory has not yet answered
  logic [ENTRIES*WIDTH-1:0] f_entry_q;             // of each request
  logic [ENTRIES*36-1:0]    f_line_q;
  logic [ENTRIES*9-1:0]     f_kind_q;
  logic [ENTRIES*6-1:0]     f_warp_q;
  logic [ENTRIES-1:0]       f_spoilt_q, f_spoilt;  // its line must not be kept: was or is touched
  // four bits of its answer; the others go the same way
  logic [ENTRIES*4-1:0]     f_data_q;
  logic [ENTRIES-1:0]       f_err_q;
  logic [ENTRIES*(EI+1)-1:0] f_others_q;           // answers of others taken since it came
  logic                     f_starved_q;           // an entry was free, and none was offered
  logic [ENTRIES-1:0]       f_put, f_came;

  // How often each entry's answer waits, how many wait before it; all as they came
  logic [ENTRIES*(EI+1)-1:0] f_times, f_ahead;
  logic [EI-1:0]             f_at, f_of;
  logic                      f_right;
  always_comb begin
    f_right = 1'b1;
    for (int unsigned i = 0; i < ENTRIES; i++) begin
      f_put[i]    = put_i && free_id == EI'(i);
      f_came[i]   = rsp_valid_i && rsp_i.id[EI-1:0] == EI'(i);
      f_spoilt[i] = f_spoilt_q[i] || (touch_i && touch_line_i == f_line_q[36*i+:36]);
      f_times[(EI+1)*i+:EI+1] = (EI + 1)'(valid_o && id_q == EI'(i));
      f_ahead[(EI+1)*i+:EI+1] = '0;
    end
    for (int unsigned k = 0; k < ENTRIES; k++) begin
      f_at = head_q[EI-1:0] + EI'(k);
      f_of = ids[f_at][EI-1:0];
      if ((EI + 1)'(k) < tail_q - head_q) begin
        for (int unsigned i = 0; i < ENTRIES; i++)
          if (f_of == EI'(i)) begin
            f_times[(EI+1)*i+:EI+1] = f_times[(EI+1)*i+:EI+1] + 1'b1;
            f_ahead[(EI+1)*i+:EI+1] = (EI + 1)'(k) + (EI + 1)'(valid_o);
          end
        if (ids[f_at][EI] != f_err_q[f_of] || lines[f_at][3:0] != f_data_q[4*f_of+:4])
          f_right = 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    f_reset_q   <= 1'b1;
    f_starved_q <= rst_ni && !free_o && used_q != '1;
    for (int unsigned i = 0; i < ENTRIES; i++) begin
      f_asked_q[i] <= rst_ni && (f_put[i] || (f_asked_q[i] && !f_came[i]));
      if (f_put[i]) begin
        f_entry_q[WIDTH*i+:WIDTH] <= entry_i;
        f_line_q[36*i+:36]        <= line_i;
        f_kind_q[9*i+:9]          <= {load_i, write_i, place_i};
        f_warp_q[6*i+:6]          <= new_warp_i;
        f_spoilt_q[i]             <= nokeep_i || (touch_i && touch_line_i == line_i);
      end else f_spoilt_q[i] <= f_spoilt[i];
      if (f_came[i]) begin
        f_data_q[4*i+:4] <= rsp_i.data[3:0];
        f_err_q[i]           <= rsp_i.err;
        f_others_q[(EI+1)*i+:EI+1] <= '0;
      end else if (take_i) f_others_q[(EI+1)*i+:EI+1] <= f_others_q[(EI+1)*i+:EI+1] + 1'b1;
    end
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    if (rsp_valid_i) assume (rsp_i.id < 8'(ENTRIES) && f_asked_q[rsp_i.id[EI-1:0]]);
    if (f_reset_q) begin
      `SMLS_PENDING_CLIENT (!put_i || free_o);
      `SMLS_PENDING_CLIENT (!take_i || valid_o);

      // The first answer is that of a request, with what came for it. As it is taken its entry
      // comes free, so each is offered once.
      if (valid_o) begin
        assert (used_q[id_q] && !f_asked_q[id_q]);
        assert (entry_o == f_entry_q[WIDTH*id_q+:WIDTH] &&
            {load_o, write_o, place_o} == f_kind_q[9*id_q+:9]);
        assert (err_o == f_err_q[id_q] && data_o[3:0] == f_data_q[4*id_q+:4]);
        assert (!keep_o || !f_spoilt[id_q]);
      end
      assert (!free_o || !used_q[free_id]);
      for (int unsigned i = 0; i < ENTRIES; i++) begin
        // One that has come is the first after those of the others at most, and there is a first as
        // long as any waits.
        if (used_q[i] && !f_asked_q[i]) begin
          assert (valid_o);
          assert (f_times[(EI+1)*i+:EI+1] == (EI + 1)'(1) &&
              f_others_q[(EI+1)*i+:EI+1] + f_ahead[(EI+1)*i+:EI+1] < (EI + 1)'(ENTRIES));
        end
        // As long as a request is under way: a load of the same warp and set is told, anything of
        // another era
        if (used_q[i] && f_kind_q[9*i+8] && f_warp_q[6*i+:6] == warp_i)
          for (int unsigned b = 0; b < BANKS; b++)
            if (f_line_q[36*i+:7] == set_i[7*b+:7]) assert (same_o[b]);
        if (used_q[i]) assert (any_o);
        if (used_q[i] && era_q[i] != now_i) assert (old_o);
      end
      // A free entry is offered in the next cycle at the latest.
      if (f_starved_q) assert (free_o);

      // What the above rests on
      assert ((f_asked_q & ~used_q) == '0);
      assert (tail_q - head_q <= (EI + 1)'(ENTRIES));
      assert (f_right);
      for (int unsigned i = 0; i < ENTRIES; i++) begin
        assert (f_times[(EI+1)*i+:EI+1] == (EI + 1)'(used_q[i] && !f_asked_q[i]));
        if (used_q[i]) begin
          assert (entries[i] == f_entry_q[WIDTH*i+:WIDTH] && kinds[i] == f_kind_q[9*i+:9]);
          assert (key_q[i] == key(f_line_q[36*i+:36]) && warp_q[i] == f_warp_q[6*i+:6] &&
              load_q[i] == f_kind_q[9*i+8]);
          assert (nokeep_q[i] || !f_spoilt_q[i]);
        end
      end
    end
  end
