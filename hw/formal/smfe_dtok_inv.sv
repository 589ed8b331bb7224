// SPDX-License-Identifier: MIT
// What must hold of a warp's token queue and masks. Combinational; the proof of smfe_dtok looks at
// the stored state of a warp through one of these and at the state of an operation under way
// through another.
//
// A merge writes its threads into a token before the operation is committed. When the operation is
// then offered again (trap FIFO full), the stored state still shows these threads as active. redo_*
// names that token: the active threads in it don't count.

/* verilator lint_off UNUSEDSIGNAL */
module smfe_dtok_inv #(
    parameter int unsigned R  = 4,
    parameter int unsigned RI = $clog2(R)
) (
    input  logic [2*R*68-1:0] rings_i,
    input  logic          half_i,
    input  logic [RI-1:0] head_i,
    input  logic [RI:0]   count_i,
    input  logic [RI:0]   yields_i,
    input  logic [RI:0]   groups_i,
    input  logic [31:0]   parked_i,
    input  logic [31:0]   active_i,
    input  logic [31:0]   live_i,
    input  logic          spilled_i,
    input  logic [31:0]   card_i,        // threads in tokens in card memory
    input  logic          redo_i,
    input  logic          redo_half_i,
    input  logic [RI-1:0] redo_at_i,
    input  logic [4:0]    thread_i,
    input  logic [31:0]   home_i,        // where that thread is to go on, unless it is active
    output logic          sized_o,       // counts in bounds
    output logic          parked_o,      // the parked groups are sound
    output logic          sorted_o,      // YIELD tokens, all of them at the back
    output logic          tiled_o,       // every live thread is in one place, no other in any
    output logic          home_o,        // the thread's token has its address
    output logic          yields_o,      // the thread is in a YIELD token
    output logic [RI:0]   ahead_o,       // of so many YIELD tokens ahead of its own
    // R less the live threads that are active or ahead of the YIELD tokens
    output logic [RI:0]   out_o
);

  logic [31:0] once, twice, in_groups, mask, in_yields, in_front;
  logic [67:0] token;
  logic        valid;
  logic [RI:0] threads;

  always_comb begin
    threads = '0;
    for (int unsigned i = 0; i < R; i++) threads = threads + (RI + 1)'(parked_i[i]);
    sized_o = count_i <= (RI + 1)'(R) && yields_i <= count_i && groups_i <= threads &&
        (live_i >> R) == '0;

    once      = active_i;
    twice     = once & parked_i;
    once      = once | parked_i;
    twice     = twice | (once & card_i);
    once      = once | card_i;
    in_groups = '0;
    parked_o  = 1'b1;
    sorted_o  = 1'b1;
    home_o    = 1'b1;
    in_yields = '0;
    ahead_o   = '0;
    for (int unsigned p = 0; p < R; p++) begin
      // The queue
      token = half_i ? rings_i[(R+p)*68+:68] : rings_i[p*68+:68];
      mask  = token[31:0];
      if (redo_i && redo_half_i == half_i && redo_at_i == RI'(p)) mask = mask & ~active_i;
      valid = {1'b0, RI'(p) - head_i} < count_i;
      if (valid) begin
        twice = twice | (once & mask);
        once  = once | mask;
        if ((token[67:64] == xsm_pkg::DTOK_YIELD) != ({1'b0, RI'(p) - head_i} >= count_i -
            yields_i)) sorted_o = 1'b0;
        if (mask[thread_i] && token[63:32] != home_i) home_o = 1'b0;
        if ({1'b0, RI'(p) - head_i} >= count_i - yields_i) begin
          in_yields = in_yields | mask;
          if (mask[thread_i]) ahead_o = ahead_o | ({1'b0, RI'(p) - head_i} - (count_i - yields_i));
        end
      end
      // Parked groups
      token = half_i ? rings_i[p*68+:68] : rings_i[(R+p)*68+:68];
      mask  = token[31:0];
      if (redo_i && redo_half_i != half_i && redo_at_i == RI'(p)) mask = mask & ~active_i;
      if ((RI + 1)'(p) < groups_i) begin
        if ((in_groups & mask) != '0 || mask == '0 || token[67:64] != xsm_pkg::DTOK_YIELD)
          parked_o = 1'b0;
        in_groups = in_groups | mask;
        if (mask[thread_i] && token[63:32] != home_i) home_o = 1'b0;
      end
    end
    if (in_groups != parked_i) parked_o = 1'b0;
    yields_o = in_yields[thread_i];
    in_front = live_i & ~parked_i & ~in_yields;
    out_o    = (RI + 1)'(R);
    for (int unsigned i = 0; i < R; i++) out_o = out_o - (RI + 1)'(in_front[i]);
    tiled_o = twice == '0 && once == live_i && (spilled_i || card_i == '0);
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
