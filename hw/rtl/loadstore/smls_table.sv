// SPDX-License-Identifier: MIT
// Instructions under way: an entry lives from its start until everything of it is acknowledged. It
// counts the parts that are not yet complete: a group of threads, from P on, which becomes more
// parts if some of its lines are in L1 and others not; the threads in shared memory are one. An
// instruction with a destination owes a last register write. What is left of one with a fault is
// dropped. What is complete is chosen a cycle before it ends, so that results do not wait for the
// choice.

module smls_table (
    input  logic        clk_i,
    input  logic        rst_ni,
    // A new instruction
    output logic        free_o,
    output logic [2:0]  free_id_o,
    input  logic        start_i,
    input  logic        start_shared_i,  // it has threads in shared memory
    input  logic        start_lw_i,      // it has a destination
    input  smls_pkg::info_t            info_i,
    input  logic [31:0] pc_i,
    input  logic        start_sent_i,    // it has no groups
    // P
    input  logic [2:0]  p_id_i,
    input  logic        up_i,            // a group goes out
    input  logic        sent_i,          // with the last one
    // Lookup
    input  logic [2:0]  t_id_i,
    input  logic [1:0]  more_i,          // a group has become so many more parts
    input  logic        drop_i,          // a group is dropped
    input  logic        dead_i,          // a group has a fault
    output logic [7:0]  dead_o,
    input  logic [2:0]  sm_id_i,
    input  logic        store_done_i,    // its stores to shared memory are done
    input  logic [2:0]  n_id_i,
    output logic        n_needs_o,       // an instruction with parts under way has a destination
    // Parts that complete
    input  logic [2:0]  d_id_i,
    input  logic        d_done_i,
    output smls_pkg::info_t            d_info_o,
    output logic        d_only_o,        // it is the last one
    input  logic [2:0]  s_id_i,
    input  logic        s_done_i,
    input  logic [2:0]  w_id_i,
    input  logic        w_done_i,        // a store's request is acknowledged
    output smls_pkg::dest_t            s_dest_o,
    // Faults
    input  logic [2:0]  r_id_i,
    output smgpu_pkg::warp_t r_warp_o,
    output logic [31:0] r_pc_o,
    // The last register write
    input  logic        lw_i,
    input  logic [2:0]  lw_id_i,
    // One that is complete
    output logic        end_o,
    output logic        end_owes_o,      // and owes its last write
    output smls_pkg::dest_t            end_dest_o,
    output logic [2:0]  end_id_o,
    input  logic        finish_i
);

  logic [7:0]  used_q, sent_q, lw_q, dead_q;
  logic [7:0]  done;
  logic [smls_pkg::InfoW-1:0] info[8];   // info_t
  logic [31:0] pc[8];
  // threads in shared memory: one part, beside those that are counted, as its end is known late
  logic [7:0]  shared_q;
  logic [7:0]  one;                      // just one part, a line
  logic        ends;                     // one is complete: the lowest, but that which ends now
  logic [2:0]  ends_id;

  for (genvar g = 0; g < 8; g++) begin : gen_inst
    logic [5:0] count_q;                 // 32 lines
    logic       begun, up, drop, d_done, s_done, w_done;
    logic [1:0] more;
    logic [3:0] change;
    assign begun      = start_i && free_id_o == 3'(g);
    assign up         = up_i && p_id_i == 3'(g);
    assign more       = (t_id_i == 3'(g)) ? more_i : '0;
    assign drop       = drop_i && t_id_i == 3'(g);
    assign d_done     = d_done_i && d_id_i == 3'(g);
    assign s_done     = (s_done_i && s_id_i == 3'(g)) || (store_done_i && sm_id_i == 3'(g));
    assign w_done     = w_done_i && w_id_i == 3'(g);
    assign change     = {3'b0, up} + {2'b0, more} - {3'b0, drop} - {3'b0, d_done} - {3'b0, w_done};
    assign one[g]     = count_q == 6'd1 && !shared_q[g];
    assign done[g]    = used_q[g] && sent_q[g] && count_q == '0 && !shared_q[g];
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        used_q[g] <= 1'b0;
        sent_q[g] <= 1'b0;
        lw_q[g]   <= 1'b0;
        dead_q[g] <= 1'b0;
        count_q   <= '0;
        shared_q[g] <= 1'b0;
      end else begin
        if (begun) used_q[g] <= 1'b1;
        else if (finish_i && end_id_o == 3'(g)) used_q[g] <= 1'b0;
        if (begun) sent_q[g] <= start_sent_i;
        else if (up_i && sent_i && p_id_i == 3'(g)) sent_q[g] <= 1'b1;
        if (begun) lw_q[g] <= start_lw_i;
        else if (lw_i && lw_id_i == 3'(g)) lw_q[g] <= 1'b0;
        // Before it starts nothing of it counts.
        if (begun) count_q <= '0;
        else count_q <= count_q + {{2{change[3]}}, change};
        if (begun) shared_q[g] <= start_shared_i;
        else if (s_done) shared_q[g] <= 1'b0;
        if (begun) dead_q[g] <= 1'b0;
        else if (dead_i && t_id_i == 3'(g)) dead_q[g] <= 1'b1;
      end
    end
`ifdef VERILATOR
    always_ff @(posedge clk_i)
      if (rst_ni && !begun) begin
        if (s_done && !shared_q[g])
          $fatal(1, "smls_table: threads in shared memory are complete that were not under way");
        if (!used_q[g] && change != '0)
          $fatal(1, "smls_table: a part of an instruction that is not under way");
        if (change[3] && count_q < -{2'b11, change})
          $fatal(1, "smls_table: more parts are complete than there were");
      end
`endif
  end
  assign dead_o = dead_q;

  always_comb begin
    free_o    = 1'b0;
    free_id_o = '0;
    ends      = 1'b0;
    ends_id   = '0;
    for (int unsigned i = 8; i > 0; i--) begin
      if (!used_q[i-1]) begin
        free_o    = 1'b1;
        free_id_o = 3'(i - 1);
      end
      if (done[i-1] && !(end_o && end_id_o == 3'(i - 1))) begin
        ends    = 1'b1;
        ends_id = 3'(i - 1);
      end
    end
  end
  /* verilator lint_off UNUSEDSIGNAL */  // each takes some fields
  smls_pkg::info_t ends_info, s_info, r_info;
  smls_pkg::dest_t r_dest;
  /* verilator lint_on UNUSEDSIGNAL */
  assign ends_info = info[ends_id];
  assign s_info    = info[s_id_i];
  assign r_info    = info[r_id_i];
  assign r_dest    = r_info.dest;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {end_o, end_owes_o} <= '0;
    else if (!end_o || finish_i) {end_o, end_owes_o} <= {ends, ends && lw_q[ends_id]};
    if (!end_o || finish_i) begin
      end_id_o   <= ends_id;
      end_dest_o <= ends_info.dest;
    end
  end
  assign n_needs_o  = lw_q[n_id_i];
  assign d_info_o   = info[d_id_i];
  assign d_only_o   = sent_q[d_id_i] && one[d_id_i];
  assign s_dest_o   = s_info.dest;
  assign r_warp_o   = r_dest.warp;
  assign r_pc_o     = pc[r_id_i];

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      info[free_id_o] <= info_i;
      pc[free_id_o]   <= pc_i;
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i) if (rst_ni && start_i && !free_o) $fatal(1,
      "smls_table: an instruction starts without an entry");
`endif

endmodule
