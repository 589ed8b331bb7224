// SPDX-License-Identifier: MIT
// The one LR reservation of a memory (the L2, a shared memory), and whose turn it is to have it.
// - A hold lasts HOLD cycles at most and is never lengthened. It ends by an SC of its holder, by
//   another's store to the address, or when the holder does another LR or store, which says that it
//   has given up the attempt before. Another thread's LR doesn't take it away: the holder is sure
//   to succeed if its SC comes in time and no other client stores.
// - Turns: a thread that gets the reservation is marked as served, one whose LR comes while another
//   holds as waiting if it was not served. While threads wait, only they and others not yet served
//   get it: each once, before any thread gets it twice. If none of them comes back within HOLD
//   cycles, all that wait have given up. When none waits any more but threads were refused, all
//   marks are cleared, a warp each cycle; meanwhile none is set, and the first to come gets it.
// - Without others that want it a thread gets the reservation as often as it likes.
// - A memory of several banks has one of these for each. What a thread does in another bank that
//   would end its hold here ends it.

module mem_reserve #(
    // address bits that are compared: of a line, a word
    parameter int unsigned AW    = 35,
    parameter int unsigned WARPS = 16,
    parameter int unsigned LANES = 32,                   // threads of a warp
    parameter int unsigned HOLD  = 4096,
    parameter int unsigned BANKS = 1                     // of the memory
) (
    input  logic                             clk_i,
    input  logic                             rst_ni,
    // One access at a time
    input  logic                             lr_i,
    input  logic                             sc_i,
    input  logic                             store_i,    // any other write
    input  logic                             thread_i,   // by a thread: who_i counts
    input  logic                             hit_i,      // the access goes to addr_o
    input  logic [AW-1:0]                    addr_i,     // of an LR
    input  logic [$clog2(WARPS*LANES)-1:0]   who_i,      // {warp, lane}
    // in other banks: an LR, SC, store or other atomic
    input  logic [BANKS-1:0]                 others_i,
    input  logic [BANKS*$clog2(WARPS*LANES)-1:0] others_who_i,
    output logic [AW-1:0]                    addr_o,
    output logic                             sc_ok_o
);

  localparam int unsigned LI = $clog2(LANES);
  localparam int unsigned WI = $clog2(WARPS);
  localparam int unsigned HW = $clog2(HOLD + 1);

  logic               held_q;
  logic [WI+LI-1:0]   who_q;
  // of the hold; without one, until those that wait have given up
  logic [HW-1:0]      left_q;
  logic [WI+LI:0]     waiting_q;     // threads marked so
  logic               refused_q;     // some thread was, since the marks were cleared
  logic               sweep_q;       // marks are being cleared
  logic [WI-1:0]      sweep_at_q;

  // ---- Marks
  logic [2*LANES-1:0] marks[WARPS];  // {waiting, served} of each lane
  logic [LANES-1:0]   row_waiting, row_served, new_waiting, new_served;
  logic [WI-1:0]      warp;
  logic [LI-1:0]      lane;
  logic               served, waiting;
  assign {warp, lane} = who_i;
  assign {row_waiting, row_served} = marks[warp];
  assign served       = row_served[lane] && !sweep_q;
  assign waiting      = row_waiting[lane] && !sweep_q;

  // ---- What happens
  logic elsewhere, taker_elsewhere;  // the holder, or who takes it now, is served in another bank
  always_comb begin
    elsewhere       = 1'b0;
    taker_elsewhere = 1'b0;
    for (int unsigned i = 0; i < BANKS; i++) begin
      elsewhere       = elsewhere || (held_q && others_i[i] &&
          others_who_i[(WI+LI)*i+:WI+LI] == who_q);
      taker_elsewhere = taker_elsewhere || (others_i[i] && others_who_i[(WI+LI)*i+:WI+LI] == who_i);
    end
  end
  logic fewer;                       // of those that wait one is served; never with wait_now
  logic mine, again;                 // the holder is here; with LR
  logic expires, ends;               // what there is ends, because of its time or at all
  logic take, refuse;                // LR gets one, or does not
  logic wait_now, none_waits;        // who is refused waits from now on
  logic give_up;                     // none of those that wait has come
  assign mine       = held_q && thread_i && who_q == who_i;
  assign sc_ok_o    = mine && hit_i;
  assign again      = lr_i && mine;
  assign expires    = held_q && left_q == '0;
  assign none_waits = waiting_q == '0;
  assign ends       = expires || again || elsewhere || ((sc_i || store_i) && mine) ||
                      (store_i && held_q && hit_i);
  assign take       = lr_i && ((!held_q && (none_waits || !served)) ||
                               (again && none_waits && !refused_q));
  assign refuse     = lr_i && held_q && !mine && !sweep_q;
  assign wait_now   = refuse && !served && !waiting;
  assign fewer      = take && waiting;
  assign give_up    = !held_q && !none_waits && left_q == '0 && !take;
  always_comb begin
    new_waiting = row_waiting;
    new_served  = row_served;
    if (take) begin
      new_served[lane]  = 1'b1;
      new_waiting[lane] = 1'b0;
    end
    if (wait_now) new_waiting[lane] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (sweep_q || take || wait_now)
      marks[sweep_q ? sweep_at_q : warp] <= sweep_q ? '0 : {new_waiting, new_served};
    if (!rst_ni) begin
      held_q     <= 1'b0;
      waiting_q  <= '0;
      refused_q   <= 1'b0;
      sweep_q    <= 1'b1;
      sweep_at_q <= '0;
      left_q     <= '0;
    end else begin
      held_q <= (take && !taker_elsewhere) || (held_q && !ends);
      if (take || ends) left_q <= HW'(HOLD);
      else if (left_q != '0) left_q <= left_q - 1'b1;
      waiting_q <= give_up ? '0 : waiting_q + {{(WI + LI) {fewer}}, fewer || wait_now};
      if (refuse) refused_q <= 1'b1;
      // Of those that were refused none waits any more: all start anew.
      if (give_up || (ends && !take && none_waits && !wait_now && refused_q)) begin
        refused_q   <= 1'b0;
        sweep_q    <= 1'b1;
        sweep_at_q <= '0;
      end else if (sweep_q) begin
        sweep_at_q <= sweep_at_q + 1'b1;
        if (sweep_at_q == WI'(WARPS - 1)) sweep_q <= 1'b0;
      end
    end
    if (take) begin
      who_q  <= who_i;
      addr_o <= addr_i;
    end
  end

`ifdef FORMAL
`include "mem_reserve_formal.svh"
`endif

endmodule
