// SPDX-License-Identifier: MIT
// Shared memory of an SM: LANES banks of 32-bit words. It is given one beat of threads at a time and serves, each cycle, for every
// bank the lowest waiting thread and, for loads, all that want the same word; the others replay.
// - threads are served in ascending order where it matters: of two stores to a word the higher thread's stands
// - atomics take two cycles, LR and SC one thread at a time; one reservation, which a store to the word ends
// - clearing writes all banks, a row a cycle, in the given sixteenths; the rest waits meanwhile

/* verilator lint_off UNUSEDSIGNAL */
module smls_smem #(
    parameter int unsigned LANES = 16,
    parameter int unsigned KIB   = 32
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // A beat: valid until ready
    input  logic                valid_i,
    output logic                ready_o,     // the last threads are being served
    input  logic [LANES-1:0]    mask_i,
    input  logic [LANES*18-1:0] addr_i,      // byte offset
    input  logic [LANES*32-1:0] data_i,
    input  logic [LANES*32-1:0] cmp_i,
    input  logic                store_i,
    input  logic                amo_i,
    input  logic [4:0]          funct5_i,
    input  logic [2:0]          funct3_i,
    input  logic [10:0]         owner_i,     // {warp, first thread of the beat}
    // Results, one cycle later; stall_i holds everything
    output logic                res_valid_o,
    output logic [LANES-1:0]    res_mask_o,
    output logic [LANES*32-1:0] res_data_o,
    input  logic                stall_i,
    output logic                replay_o,    // a cycle spent on a conflict
    // Clear
    input  logic                clear_i,
    input  logic [3:0]          first_i,     // sixteenths of the memory
    input  logic [3:0]          last_i,
    output logic                clear_done_o
);

  localparam int unsigned BI   = $clog2(LANES);
  localparam int unsigned Rows = KIB * 256 / LANES;
  localparam int unsigned RI   = $clog2(Rows);

  logic [LANES-1:0] left_q, want, serve;   // threads still to be served; all of the beat at first
  logic             busy_q, amo_wait_q, one_by_one, go;
  assign want       = busy_q ? left_q : mask_i;
  assign one_by_one = amo_i && (funct5_i == 5'd2 || funct5_i == 5'd3);
  assign go         = valid_i && !stall_i && !amo_wait_q && !clearing_q && !clear_i;

  // ---- For each bank its lowest thread
  logic [LANES-1:0]    bank_used;
  logic [LANES*BI-1:0] bank_lane;
  logic [LANES*RI-1:0] bank_row;
  always_comb begin
    bank_used = '0;
    bank_lane = '0;
    for (int unsigned i = LANES; i > 0; i--)
      if (want[i-1]) begin
        bank_used[addr_i[18*(i-1)+2+:BI]] = 1'b1;
        bank_lane[BI*addr_i[18*(i-1)+2+:BI]+:BI] = BI'(i - 1);
      end
    if (one_by_one) begin
      // Only the lowest thread of all
      for (int unsigned i = LANES; i > 0; i--)
        if (want[i-1]) begin
          bank_used = '0;
          bank_used[addr_i[18*(i-1)+2+:BI]] = 1'b1;
          bank_lane[BI*addr_i[18*(i-1)+2+:BI]+:BI] = BI'(i - 1);
        end
    end
    for (int unsigned b = 0; b < LANES; b++) bank_row[RI*b+:RI] = addr_i[18*bank_lane[BI*b+:BI]+2+BI+:RI];
    serve = '0;
    for (int unsigned i = 0; i < LANES; i++) begin
      logic [BI-1:0] b;
      b = addr_i[18*i+2+:BI];
      if (want[i] && bank_used[b])
        serve[i] = (store_i || amo_i) ? bank_lane[BI*b+:BI] == BI'(i) : bank_row[RI*b+:RI] == addr_i[18*i+2+BI+:RI];
    end
  end
  assign ready_o  = go && serve == want;
  assign replay_o = go && serve != want;

  // ---- Banks
  logic                clearing_q;
  logic [RI-1:0]       clear_row_q;
  logic [LANES*32-1:0] rdata;
  logic                rmw_q;              // an atomic's write comes in this cycle
  logic [LANES-1:0]    rmw_bank_q;
  logic [LANES*BI-1:0] rmw_lane_q;
  logic [LANES*RI-1:0] rmw_row_q;
  logic [LANES*32-1:0] rmw_new;
  logic [LANES-1:0]    rmw_write;
  for (genvar g = 0; g < LANES; g++) begin : gen_bank
    logic [31:0]   mem[Rows];
    logic [BI-1:0] lane;
    logic [RI-1:0] row, wrow;
    logic [3:0]    be, wbe;
    logic [31:0]   sdata, wdata;
    logic [1:0]    byte_at;
    assign lane    = bank_lane[BI*g+:BI];
    assign row     = bank_row[RI*g+:RI];
    assign byte_at = addr_i[18*lane+:2];
    always_comb begin
      unique case (funct3_i[1:0])
        2'd0:    begin be = 4'b0001 << byte_at; sdata = {4{data_i[32*lane+:8]}}; end
        2'd1:    begin be = 4'b0011 << byte_at; sdata = {2{data_i[32*lane+:16]}}; end
        default: begin be = 4'b1111; sdata = data_i[32*lane+:32]; end
      endcase
      wrow  = row;
      wdata = sdata;
      wbe   = (go && store_i && bank_used[g]) ? be : '0;
      if (rmw_q && rmw_bank_q[g]) begin
        wrow  = rmw_row_q[RI*g+:RI];
        wdata = rmw_new[32*g+:32];
        wbe   = {4{rmw_write[g]}};
      end
      if (clearing_q) begin
        wrow  = clear_row_q;
        wdata = '0;
        wbe   = '1;
      end
    end
    always_ff @(posedge clk_i) begin
      for (int unsigned k = 0; k < 4; k++) if (wbe[k]) mem[wrow][8*k+:8] <= wdata[8*k+:8];
      if (go && bank_used[g] && !store_i) rdata[32*g+:32] <= mem[row];
    end

    // Atomic of this bank, on what was read in the cycle before
    logic [31:0] amo_new;
    logic        amo_write;
    logic [BI-1:0] rlane;
    assign rlane = rmw_lane_q[BI*g+:BI];
    mem_amo u_amo (
        .amo_i    (amo5_q),
        .old_i    (rdata[32*g+:32]),
        .operand_i(amo_data_q[32*rlane+:32]),
        .compare_i(amo_cmp_q[32*rlane+:32]),
        .new_o    (amo_new),
        .write_o  (amo_write)
    );
    assign rmw_new[32*g+:32] = amo_new;
    assign rmw_write[g]      = (amo5_q == 5'd3) ? sc_ok_q : amo_write;
  end

  // ---- Reservation: the lowest thread's, as LR and SC come one by one
  logic                held_q, sc_ok_q, lr, sc;
  logic [15:0]         held_word_q, word;
  logic [10:0]         held_owner_q, owner;
  logic [11:0]         hold_q;
  logic [BI-1:0]       first;
  logic [LANES-1:0]    hits_held;
  always_comb begin
    first = '0;
    for (int unsigned i = LANES; i > 0; i--) if (want[i-1]) first = BI'(i - 1);
    for (int unsigned i = 0; i < LANES; i++) hits_held[i] = serve[i] && addr_i[18*i+2+:16] == held_word_q;
  end
  assign word  = addr_i[18*first+2+:16];
  assign owner = owner_i + 11'(first);
  assign lr    = go && amo_i && funct5_i == 5'd2;
  assign sc    = go && amo_i && funct5_i == 5'd3;

  logic [4:0]          amo5_q;
  logic [LANES*32-1:0] amo_data_q, amo_cmp_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q     <= 1'b0;
      amo_wait_q <= 1'b0;
      rmw_q      <= 1'b0;
      held_q     <= 1'b0;
      clearing_q <= 1'b0;
    end else begin
      amo_wait_q <= go && amo_i;
      rmw_q      <= go && amo_i;
      if (go) busy_q <= serve != want;
      if (hold_q != '0) hold_q <= hold_q - 12'd1;
      else held_q <= 1'b0;
      if (lr && (!held_q || held_owner_q == owner)) begin
        held_q <= 1'b1;
        hold_q <= 12'd2048;
      end else if ((sc && held_q && held_owner_q == owner && held_word_q == word) ||
                   (go && (store_i || (amo_i && !one_by_one)) && |hits_held)) begin
        held_q <= 1'b0;
      end
      if (clear_i && !clearing_q && !clear_done_o) clearing_q <= 1'b1;
      else if (clear_row_q == {last_i, {(RI - 4) {1'b1}}}) clearing_q <= 1'b0;
    end
    clear_done_o <= clearing_q && clear_row_q == {last_i, {(RI - 4) {1'b1}}};
    clear_row_q  <= clearing_q ? clear_row_q + 1'b1 : {first_i, {(RI - 4) {1'b0}}};
    if (lr && (!held_q || held_owner_q == owner)) begin
      held_word_q  <= word;
      held_owner_q <= owner;
    end
    if (go) begin
      left_q     <= want & ~serve;
      rmw_bank_q <= bank_used;
      rmw_lane_q <= bank_lane;
      rmw_row_q  <= bank_row;
      amo5_q     <= funct5_i;
      sc_ok_q    <= held_q && held_owner_q == owner && held_word_q == word;
      if (amo_i) begin
        amo_data_q <= data_i;
        amo_cmp_q  <= cmp_i;
      end
    end
  end

  // ---- Results
  logic [LANES-1:0]    res_mask_q;
  logic [LANES*BI-1:0] res_bank_q;
  logic [LANES*2-1:0]  res_byte_q;
  logic [2:0]          res_f3_q;
  logic                res_valid_q, res_sc_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) res_valid_q <= 1'b0;
    else if (!stall_i) res_valid_q <= go && !store_i;
    if (go) begin
      res_mask_q <= serve;
      res_f3_q   <= funct3_i;
      res_sc_q   <= amo_i && funct5_i == 5'd3;
      for (int unsigned i = 0; i < LANES; i++) begin
        res_bank_q[BI*i+:BI] <= addr_i[18*i+2+:BI];
        res_byte_q[2*i+:2]   <= addr_i[18*i+:2];
      end
    end
  end
  for (genvar g = 0; g < LANES; g++) begin : gen_result
    logic [31:0] word_g;
    smls_extract u_extract (
        .word_i  (word_g),
        .byte_i  (res_byte_q[2*g+:2]),
        .funct3_i(res_f3_q),
        .value_o (res_data_o[32*g+:32])
    );
    assign word_g = res_sc_q ? {31'b0, !sc_ok_q} : rdata[32*res_bank_q[BI*g+:BI]+:32];
  end
  assign res_valid_o = res_valid_q;
  assign res_mask_o  = res_mask_q;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
