// SPDX-License-Identifier: MIT
// Instructions under way: an entry lives from its start until everything of it is acknowledged. It counts the groups that are not yet
// complete; the threads in shared memory are one group. An instruction with a destination owes a last register write.

module smls_table (
    input  logic        clk_i,
    input  logic        rst_ni,
    // A new instruction
    output logic        free_o,
    output logic [2:0]  free_id_o,
    input  logic        start_i,
    input  logic        start_shared_i,  // it has threads in shared memory
    input  logic        start_lw_i,      // it has a destination
    input  logic [21:0] info_i,          // {warp, rd, seq, funct3}
    input  logic [31:0] pc_i,
    // The instruction at hand
    input  logic [2:0]  p_id_i,
    input  logic        sent_i,          // all its groups are out
    input  logic        up_i,            // a group goes out
    input  logic        store_done_i,    // its stores to shared memory are done
    // Groups that complete
    input  logic [2:0]  d_id_i,
    input  logic        d_done_i,
    output logic [21:0] d_info_o,
    output logic        d_only_o,        // it is the last group
    input  logic [2:0]  s_id_i,
    input  logic        s_done_i,
    output logic [18:0] s_info_o,        // {warp, rd, seq}
    // Faults
    input  logic [2:0]  r_id_i,
    output logic [5:0]  r_warp_o,
    output logic [31:0] r_pc_o,
    // The last register write
    input  logic        lw_i,
    input  logic [2:0]  lw_id_i,
    // One that is complete
    output logic        end_o,
    output logic        end_owes_o,
    output logic [18:0] end_info_o,
    output logic [2:0]  end_id_o,
    input  logic        finish_i
);

  logic [7:0]  used_q, sent_q, lw_q;
  logic [7:0]  done;
  logic [21:0] info[8];
  logic [31:0] pc[8];
  logic [7:0]  one;                      // just one group

  for (genvar g = 0; g < 8; g++) begin : gen_inst
    logic [5:0] count_q;                 // 32 lines and shared memory
    logic       begun, up, d_done, s_done, store_done;
    logic [2:0] change;
    assign begun      = start_i && free_id_o == 3'(g);
    assign up         = up_i && p_id_i == 3'(g);
    assign d_done     = d_done_i && d_id_i == 3'(g);
    assign s_done     = s_done_i && s_id_i == 3'(g);
    assign store_done = store_done_i && p_id_i == 3'(g);
    assign change     = {2'b0, up} - {2'b0, d_done} - {2'b0, s_done} - {2'b0, store_done};
    assign one[g]     = count_q == 6'd1;
    assign done[g]    = used_q[g] && sent_q[g] && count_q == '0;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        used_q[g] <= 1'b0;
        sent_q[g] <= 1'b0;
        lw_q[g]   <= 1'b0;
        count_q   <= '0;
      end else begin
        if (begun) used_q[g] <= 1'b1;
        else if (finish_i && end_id_o == 3'(g)) used_q[g] <= 1'b0;
        if (begun) sent_q[g] <= 1'b0;
        else if (sent_i && p_id_i == 3'(g)) sent_q[g] <= 1'b1;
        if (begun) lw_q[g] <= start_lw_i;
        else if (lw_i && lw_id_i == 3'(g)) lw_q[g] <= 1'b0;
        // Before it starts nothing of it counts.
        if (begun) count_q <= {5'b0, start_shared_i};
        else count_q <= count_q + {{3{change[2]}}, change};
      end
    end
  end

  always_comb begin
    free_o    = 1'b0;
    free_id_o = '0;
    end_o     = 1'b0;
    end_id_o  = '0;
    for (int unsigned i = 8; i > 0; i--) begin
      if (!used_q[i-1]) begin
        free_o    = 1'b1;
        free_id_o = 3'(i - 1);
      end
      if (done[i-1]) begin
        end_o    = 1'b1;
        end_id_o = 3'(i - 1);
      end
    end
  end
  assign end_owes_o = lw_q[end_id_o];
  assign end_info_o = info[end_id_o][21:3];
  assign d_info_o   = info[d_id_i];
  assign d_only_o   = sent_q[d_id_i] && one[d_id_i];
  assign s_info_o   = info[s_id_i][21:3];
  assign r_warp_o   = info[r_id_i][21:16];
  assign r_pc_o     = pc[r_id_i];

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      info[free_id_o] <= info_i;
      pc[free_id_o]   <= pc_i;
    end
  end

endmodule
