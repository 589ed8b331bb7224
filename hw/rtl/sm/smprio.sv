// SPDX-License-Identifier: MIT
// Priority tokens of an SM's L1: which warps have one (Documentation/concepts/priority-tokens.rst).
// Register PRIO says how many may be out and by which policy.
// - a list has the live warps by age. It is walked, a warp a cycle; the oldest warp without a token
//   gets one as it is met, if one is left
// - at the end of a walk of EVEN, ELIGIBLE and SPLIT, and of one that met a warp at a barrier, a
//   token may be taken back and given to another warp
// - PRIO_ROTATE's period asks for a walk by number, from behind the warp that came last to its
//   turn: the first warp without a token gets that of the first one that may lose its own. A warp
//   without a token waits for at most WARPS such walks, however the others come and go
// - a warp that ends gives its token back in that cycle, and its place in the list. The walk rests
//   in the cycles in which warps start or end
// - under COMPILER a warp that has not asked for a token (xsm.tokacq), or asks no more, is as one
//   at a barrier: it gets none and loses its own. One that waits at xsm.tokacq goes on when it has
//   a token, and at latest at the second tick of a clock, so that it waits for no other warp for
//   ever
// - under PREDICT a warp gets a token if its working set (smprio_sets) fits beside those of the
//   older warps with one, and loses it if the sets fill more than a quarter above what they may:
//   else one that is sampled anew would take and give back its token all the time. The first one
//   always fits, and so does one that uses no line again
// - with PRIO.wait a warp without a token waits before each access of memory, until it has one or
//   for as long as at xsm.tokacq; one at a barrier gives its token back, as with PRIO.at_barrier:
//   it may wait there for warps that wait for a token. So no warp of a CTA waits while another one
//   of it is at a barrier; that is looked up a warp a cycle
// - another policy, and a limit below what is out, take all tokens back: never are more out than
//   the limit of the cycle before
// A walk reads the list in one cycle and acts on the warp in the next.

// warp numbers are 6 bits in every preset; L1 has its own fields of the policy
/* verilator lint_off UNUSEDSIGNAL */
module smprio #(
    parameter int unsigned WARPS = 16,
    parameter int unsigned PREDICT = 1   // 0: PREDICT is OLDEST
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    input  smgpu_pkg::prio_t   cfg_i,
    // Start and end of warps: a pulse each, at most one of each kind in a cycle.
    input  logic               start_valid_i,
    input  smgpu_pkg::warp_t   start_warp_i,
    input  logic [3:0]         start_cta_i,
    input  logic               done_valid_i,
    input  smgpu_pkg::warp_t   done_warp_i,
    input  logic [WARPS-1:0]   at_barrier_i,
    input  logic [WARPS-1:0]   away_i,         // tokens are not for it, as for one at a barrier
    input  logic [WARPS-1:0]   blocked_i,      // it could not issue
    input  logic [WARPS-1:0]   want_i,         // it waits at xsm.tokacq
    input  logic [WARPS-1:0]   rel_i,          // it executes xsm.tokrel
    input  logic [WARPS-1:0]   accesses_i,     // it waits before an access of memory
    output logic [WARPS-1:0]   hold_o,         // its accesses must wait
    output logic [WARPS-1:0]   go_o,           // those that wait for a token go on
    input  logic [3:0]         requests_i,     // line accesses, instructions of this cycle
    input  logic [1:0]         issued_i,
    output logic [5:0]         look_o,         // the warp that a walk comes to,
    input  logic [9:0]         lines_i,        // its working set
    input  logic [9:0]         room_i,         // and what those of warps with a token may fill
    // Those with a token, and the level of each warp's requests: 0 without one.
    output logic [WARPS-1:0]   held_o,
    output logic [2*WARPS-1:0] level_o,
    output logic               granted_o       // a warp was given a token
);

  localparam int unsigned WI = $clog2(WARPS);
  localparam int unsigned NB = WARPS > 32 ? 64 : 1 << WI;   // a power of two

  // The policy. SPLIT is ROTATE beside fixed tokens. With none of these it is OLDEST.
  logic even, eligible, rotate, split, compiler, predict;
  assign even     = cfg_i.policy == smgpu_regs_pkg::SM_CFG_PRIO_POLICY_EVEN;
  assign eligible = cfg_i.policy == smgpu_regs_pkg::SM_CFG_PRIO_POLICY_ELIGIBLE;
  assign split    = cfg_i.policy == smgpu_regs_pkg::SM_CFG_PRIO_POLICY_SPLIT;
  assign compiler = cfg_i.policy == smgpu_regs_pkg::SM_CFG_PRIO_POLICY_COMPILER;
  assign predict  = PREDICT != 0 && cfg_i.policy == smgpu_regs_pkg::SM_CFG_PRIO_POLICY_PREDICT;
  assign rotate   = cfg_i.policy == smgpu_regs_pkg::SM_CFG_PRIO_POLICY_ROTATE || split;

  // ---- Live warps by age
  // list_q: numbers of the live warps, the oldest at place 0.
  logic [WARPS-1:0]    live_q, start_bit, done_bit;
  logic [WARPS*WI-1:0] list_q;
  logic [WARPS-1:0]    behind;         // the warp that ends is at this place or before it
  logic [5:0]          count_q, tail;  // live warps; where a new one goes
  assign start_bit = start_valid_i ? WARPS'(1) << start_warp_i : '0;
  assign done_bit  = done_valid_i ? WARPS'(1) << done_warp_i : '0;
  assign tail      = count_q - 6'(done_valid_i);
  always_comb begin
    behind = '0;
    for (int unsigned i = 0; i < WARPS; i++)
      if (done_valid_i && list_q[WI*i+:WI] == done_warp_i[WI-1:0])
        behind = behind | ({WARPS{1'b1}} << i);
  end
  // From the place of the warp that ends on, each place takes what the next one has.
  for (genvar g = 0; g < WARPS; g++) begin : gen_place
    if (g < WARPS - 1) begin : gen_inner
      always_ff @(posedge clk_i)
        if (start_valid_i && tail == 6'(g)) list_q[WI*g+:WI] <= start_warp_i[WI-1:0];
        else if (behind[g]) list_q[WI*g+:WI] <= list_q[WI*(g+1)+:WI];
    end else begin : gen_last
      always_ff @(posedge clk_i) if (start_valid_i && tail == 6'(g)) list_q[WI*g+:WI] <=
          start_warp_i[WI-1:0];
    end
  end
  always_ff @(posedge clk_i)
    if (!rst_ni) begin
      live_q  <= '0;
      count_q <= '0;
    end else begin
      live_q  <= (live_q & ~done_bit) | start_bit;
      count_q <= tail + 6'(start_valid_i);
    end

  // ---- Warps that ask: from xsm.tokacq to xsm.tokrel or their end. One that waits at a tick of
  // the clock and still does at the next one has waited long enough.
  // late: its CTA waits for it at a barrier
  // asked_q: from xsm.tokacq to xsm.tokrel. ticked_q: waits since a tick. go_q, hold_q: the
  // outputs.
  logic [WARPS-1:0] asked_q, ticked_q, go_q, hold_q, late_q;
  // A tick comes every 2^acquire cycles.
  logic [14:0]      clock_q;
  logic             tick;
  logic [WARPS-1:0] go;
  assign tick = (clock_q & ~(15'h7fff << cfg_i.acquire)) == '0;
  assign go_o = go_q;
  assign hold_o = hold_q;

  // ---- What a walk looks at
  logic [WARPS-1:0] held_q, fixed_q, barrier_q, blocked_q;
  logic [5:0]       out_q, fixed_count_q;     // tokens out, of them fixed
  // Clear: all tokens are back, and those of each CTA become 0. Walk: a warp a cycle. Take: the
  // token of lose_warp_q comes back. Give: get_warp_q gets one.
  typedef enum logic [1:0] {StClear, StWalk, StTake, StGive} state_e;
  state_e           state_q;
  // at_q: where the walk reads next, a place of the list or, by number, a warp.
  logic [5:0]       at_q, next_at;
  // by_number_q: the walk is one of PRIO_ROTATE. valid_q, last_q: a warp is at hand, and the last
  // one. rest: the walk stands still. due_q: the period has ended.
  logic             by_number_q, walk_end, last_q, valid_q, rest, due_q, turn;
  logic [63:0]      passed;
  // the warp at hand; by number the walk begins at after_q
  logic [WI-1:0]    warp_q, next_warp, after_q;
  logic [NB*WI-1:0] list;
  logic [NB-1:0]    live, held, fixed, barrier, blocked, asked;
  always_comb begin
    list    = '0;
    list[WARPS*WI-1:0] = list_q;
    live    = NB'(live_q);
    held    = NB'(held_q);
    fixed   = NB'(fixed_q);
    barrier = NB'(barrier_q);
    blocked = NB'(blocked_q);
    asked   = NB'(asked_q);
  end
  // A warp goes on with a token, without a limit or a time to wait, and at its second tick. An
  // access also goes on while the CTA waits at a barrier. Policies that let none wait let all go
  // on.
  assign go   = ((want_i & {WARPS{compiler}}) | (accesses_i & {WARPS{cfg_i.hold}})) &
                (held_q | (accesses_i & late_q) |
                 {WARPS{cfg_i.limit == '0 || cfg_i.acquire == '0}} | (ticked_q & {WARPS{tick}}))
                | (want_i & {WARPS{!compiler}}) | (accesses_i & {WARPS{!cfg_i.hold}});
  always_ff @(posedge clk_i) begin
    barrier_q <= at_barrier_i | away_i;
    blocked_q <= blocked_i & ~accesses_i;   // it is a token that these lack
    asked_q   <= (asked_q | want_i) & ~rel_i & ~done_bit & ~start_bit;
    clock_q   <= clock_q + 15'd1;
    // One that goes on and waits again at once, at xsm.tokacq after an access, begins anew.
    ticked_q  <= (want_i | accesses_i) & ~go & (ticked_q | {WARPS{tick}});
    go_q      <= go;
    hold_q    <= ~held_q & ~late_q &
        {WARPS{cfg_i.hold && cfg_i.limit != '0 && cfg_i.acquire != '0}};
    if (!rst_ni) begin
      asked_q  <= '0;
      clock_q  <= '0;
      ticked_q <= '0;
      go_q     <= '0;
      hold_q   <= '0;
    end
  end
  // The places that move up: the walk must know.
  assign passed = 64'(behind);
  assign rest = start_valid_i || done_valid_i;
  // the next walk is one by number: every other one at most
  assign turn = due_q && rotate && !by_number_q;

  // ---- Tokens of each CTA
  // cta_m: the CTA of each warp. tokens_m: tokens of each CTA's warps.
  logic [3:0] cta_m[NB];
  logic [5:0] tokens_m[16];
  logic [3:0] cta, done_cta, tokens_cta;
  logic [5:0] tokens, tokens_new;
  // A token is given or comes back. A warp that ends gives its own back (done_held).
  logic       give, take, done_held, tokens_we;
  logic [WI-1:0] give_warp, take_warp;
  assign done_cta   = cta_m[done_warp_i[WI-1:0]];
  assign done_held  = done_valid_i && held[done_warp_i[WI-1:0]];
  assign cta        = cta_m[state_q == StTake ? take_warp : state_q == StGive ? give_warp : warp_q];
  assign tokens_cta = state_q == StClear ? at_q[3:0] : done_valid_i ? done_cta : cta;
  assign tokens     = tokens_m[tokens_cta];
  assign tokens_we  = state_q == StClear || give || take || done_held;
  assign tokens_new = state_q == StClear ? '0 : give ? tokens + 6'd1 : tokens - 6'd1;
  always_ff @(posedge clk_i) begin
    if (start_valid_i) cta_m[start_warp_i[WI-1:0]] <= start_cta_i;
    if (tokens_we) tokens_m[tokens_cta] <= tokens_new;
  end

  // ---- CTAs that wait at a barrier: gathered in a round of all warps, for the next round
  logic [WI-1:0] round_q;
  logic [3:0]    round_cta;
  logic [15:0]   gather, gather_q, waiting_q;
  logic [NB-1:0] arrived;
  logic [WARPS-1:0] round_bit;
  logic          round_end;
  assign arrived   = NB'(at_barrier_i) & live;
  assign round_cta = cta_m[round_q];
  assign round_bit = WARPS'(1) << round_q;
  assign round_end = round_q == WI'(WARPS - 1);
  assign gather    = gather_q | (arrived[round_q] ? 16'd1 << round_cta : '0);
  always_ff @(posedge clk_i)
    if (!rst_ni) begin
      {round_q, gather_q, waiting_q, late_q} <= '0;
    end else begin
      round_q  <= round_end ? '0 : round_q + 1'b1;
      gather_q <= round_end ? '0 : gather;
      if (round_end) waiting_q <= gather;
      late_q <= (waiting_q[round_cta] && live[round_q] ? late_q | round_bit : late_q & ~round_bit) &
                ~start_bit;
    end

  // ---- The warp at hand: may it get a token, may it lose its own?
  // it has met one that might have a token and was given none, as none was left
  logic             skipped_q;
  // the walk has met one that might have a fixed token and has none
  logic             older_q;
  // the working set of the warp at hand; those of the warps with a token that the walk has met
  logic [11:0]      lines_q, filled_q, fill, most;
  logic             fits;
  logic is_live, is_held, is_fixed;   // it has a token; a fixed one
  logic waits;                        // it can't use one now
  logic may_get, may_lose, may_fix;
  logic at_once, fix_at_once;         // the walk does not look for a better one
  logic some_left;
  assign is_live     = valid_q && live[warp_q];
  assign is_held     = held[warp_q];
  assign is_fixed    = fixed[warp_q];
  assign fill = filled_q + lines_q;
  assign most = is_held ? 12'(room_i) + (12'(room_i) >> 2) : 12'(room_i);
  assign fits = !predict || lines_q == '0 || filled_q == '0 || fill <= most;
  assign waits       = ((cfg_i.at_barrier || cfg_i.hold) && barrier[warp_q] && !is_fixed) ||
                       (compiler && !asked[warp_q]) || !fits;
  assign may_fix     = split && !by_number_q && !is_fixed &&
      fixed_count_q < cfg_i.fixed && !older_q;
  assign may_get     = is_live && !is_held && !waits && !(eligible && blocked[warp_q]);
  assign may_lose    = is_live && is_held && !is_fixed && !may_fix &&
                       (waits || even || (eligible && blocked[warp_q]) ||
                        (rotate && (by_number_q || fixed_count_q < cfg_i.fixed)));
  assign some_left   = out_q < cfg_i.limit;
  assign at_once     = may_get && some_left && !skipped_q && !even && !by_number_q;
  // the token that it has becomes a fixed one
  assign fix_at_once = is_live && is_held && may_fix;

  // Best ones of the walk
  // get_q, lose_q: found. The others are of the warp that was found: tokens of its CTA, whether it
  // can't use its own, whether it is to have a fixed one.
  logic             get_q, lose_q, lose_waits_q, get_fix_q, better_get, better_lose;
  logic [WI-1:0]    get_warp_q, lose_warp_q;
  logic [5:0]       get_tokens_q, lose_tokens_q;
  assign better_get  = may_get && !at_once &&
                       (even && !by_number_q ? !get_q || tokens < get_tokens_q : !skipped_q);
  // A walk by number that has found the first one finds no other, even if that one ends: it would
  // come before its turn. By number the first one; else a warp at a barrier, then the youngest one
  // of a CTA with the most
  assign better_lose = may_lose && (!lose_q ||
      (!by_number_q && !lose_waits_q && (waits || !even || tokens >= lose_tokens_q)));

  // Events of the period; the policy and the limit of fixed tokens in the cycle before.
  logic [15:0]   period_q;
  logic          reset_all;
  logic [2:0]    policy_q;
  logic [5:0]    fixed_limit_q;
  // reset_all: all tokens come back. swap: lose_warp_q loses its own. hand_over: its token is
  // for get_warp_q.
  logic          swap, hand_over;
  assign reset_all = policy_q != cfg_i.policy ||
      fixed_limit_q != cfg_i.fixed || out_q > cfg_i.limit;
  assign hand_over = get_q && lose_q &&
                     (!even || by_number_q || lose_tokens_q >= get_tokens_q + 6'd2) &&
                     (!split || by_number_q || get_fix_q);
  assign swap      = lose_q && (lose_waits_q || (hand_over && !some_left));
  assign next_warp = by_number_q ? WI'(at_q) : list[WI*at_q[WI-1:0]+:WI];
  assign look_o    = 6'(next_warp);
  assign next_at   = by_number_q ? (at_q == 6'(WARPS - 1) ? 6'd0 : at_q + 6'd1) : at_q + 6'd1;
  assign walk_end  = by_number_q ? next_at == 6'(after_q) : next_at >= count_q;
  assign give_warp = state_q == StGive ? get_warp_q : warp_q;
  assign take_warp = lose_warp_q;
  assign give      = !rest && !reset_all && (state_q == StGive ? get_q && some_left &&
      !held[get_warp_q] : state_q == StWalk && at_once);
  assign take      = !rest && !reset_all && state_q == StTake && swap && held[lose_warp_q] &&
                     !fixed[lose_warp_q];

  logic [WARPS-1:0] give_bit, take_bit, fix_bit;
  logic             fixes;          // what is given, or held, is a fixed token from now on
  assign fixes    = (give && split && fixed_count_q < cfg_i.fixed &&
      (state_q == StGive ? get_fix_q : may_fix)) ||
      (!rest && !reset_all && state_q == StWalk && fix_at_once);
  assign give_bit = give ? WARPS'(1) << give_warp : '0;
  assign take_bit = take ? WARPS'(1) << take_warp : '0;
  assign fix_bit  = fixes ? WARPS'(1) << give_warp : '0;

  always_ff @(posedge clk_i) begin
    policy_q      <= cfg_i.policy;
    fixed_limit_q <= cfg_i.fixed;
    granted_o     <= rst_ni && give;
    if (!rst_ni || reset_all || state_q == StClear) begin
      held_q        <= '0;
      fixed_q       <= '0;
      out_q         <= '0;
      fixed_count_q <= '0;
    end else begin
      held_q        <= (held_q & ~done_bit & ~take_bit) | give_bit;
      fixed_q       <= (fixed_q & ~done_bit) | fix_bit;
      out_q         <= out_q + 6'(give) - 6'(take || done_held);
      fixed_count_q <= fixed_count_q + 6'(fixes) - 6'(done_held && fixed[done_warp_i[WI-1:0]]);
    end
  end

  // ---- The walk
  always_ff @(posedge clk_i) begin
    if (!rst_ni || reset_all) begin
      state_q     <= StClear;
      at_q        <= '0;
      valid_q     <= 1'b0;
      by_number_q <= 1'b0;
    end else
      unique case (state_q)
        StClear: begin
          at_q <= at_q[3:0] == 4'd15 ? '0 : at_q + 6'd1;
          if (at_q[3:0] == 4'd15) state_q <= StWalk;
          {get_q, lose_q, last_q, older_q, skipped_q} <= '0;
          filled_q <= '0;
        end
        StWalk:
        if (!rest) begin
          // The warp that was read
          if (better_get) begin
            get_q        <= 1'b1;
            get_warp_q   <= warp_q;
            get_tokens_q <= tokens;
            get_fix_q    <= may_fix;
          end
          if (may_get && !at_once) skipped_q <= 1'b1;
          if (is_live && !is_fixed && !waits && !(may_fix && (is_held || at_once))) older_q <= 1'b1;
          if (better_lose) begin
            lose_q        <= 1'b1;
            lose_waits_q  <= waits;
            lose_warp_q   <= warp_q;
            lose_tokens_q <= tokens;
          end
          if (is_live && !waits && (is_held || at_once)) filled_q <= fill;
          // The next one
          valid_q <= !last_q;
          warp_q  <= next_warp;
          lines_q <= 12'(lines_i);
          at_q    <= next_at;
          last_q  <= walk_end;
          if (last_q) begin
            valid_q <= 1'b0;
            state_q <= StTake;
          end
        end
        StTake:
        if (!rest) begin
          // Between the two the token is back: a warp that has ended meanwhile gets none.
          state_q <= StGive;
        end
        default:
        if (!rest) begin
          // The turn is over when there was a token to be given.
          if (by_number_q && give) after_q <= get_warp_q == WI'(WARPS - 1) ? '0 : get_warp_q + 1'b1;
          state_q <= StWalk;
          {get_q, lose_q, lose_waits_q, older_q, skipped_q} <= '0;
          filled_q    <= '0;
          last_q      <= 1'b0;
          by_number_q <= turn;
          at_q        <= turn ? 6'(after_q) : '0;
        end
      endcase
    // The list moves up, and the walk with it.
    if (!reset_all && !by_number_q && at_q != '0 && passed[at_q-6'd1] && state_q == StWalk)
      at_q <= at_q - 6'd1;
    // What was found may end, or start anew, before it is used.
    if (done_valid_i && get_warp_q == done_warp_i[WI-1:0]) get_q <= 1'b0;
    if (done_valid_i && lose_warp_q == done_warp_i[WI-1:0]) lose_q <= 1'b0;
    if (done_valid_i && warp_q == done_warp_i[WI-1:0]) valid_q <= 1'b0;
    if (!rst_ni) after_q <= '0;
  end

  // ---- Rotation
  // What the period counts, of this cycle.
  logic [3:0]  events;
  logic [16:0] period_new;
  logic        expired;
  always_comb
    unique case (cfg_i.unit)
      smgpu_regs_pkg::SM_CFG_PRIO_ROTATE_UNIT_CYCLES:   events = 4'd1;
      smgpu_regs_pkg::SM_CFG_PRIO_ROTATE_UNIT_REQUESTS: events = requests_i;
      smgpu_regs_pkg::SM_CFG_PRIO_ROTATE_UNIT_INSTRUCTIONS:
        events = {2'b0, issued_i[0] && issued_i[1], issued_i[0] != issued_i[1]};
      default: events = '0;
    endcase
  assign period_new = {1'b0, period_q} + 17'(events);
  assign expired    = rotate && cfg_i.period != '0 && period_new >= {1'b0, cfg_i.period};
  always_ff @(posedge clk_i) begin
    period_q <= !rst_ni || !rotate || expired ? '0 : period_new[15:0];
    if (!rst_ni || !rotate) due_q <= 1'b0;
    else if (expired) due_q <= 1'b1;
    else if (state_q == StGive && !rest && turn) due_q <= 1'b0;
  end

  assign held_o = held_q;
  for (genvar g = 0; g < WARPS; g++) begin : gen_level
    assign level_o[2*g+:2] = !held_q[g] || (compiler && !asked_q[g]) ? '0 :
                             fixed_q[g] ? cfg_i.fixed_level : cfg_i.level;
  end

`ifdef FORMAL
`include "smprio_formal.svh"
`endif

`ifdef VERILATOR
  logic [5:0]  limit_q;
  int unsigned walks_q[WARPS];        // by number, in which a warp without a token got none
  always_ff @(posedge clk_i) begin
    limit_q <= cfg_i.limit;
    if (rst_ni) begin
      if (32'(out_q) != $countones(held_q))
        $fatal(1, "smprio: the tokens that are out are not those that warps have");
      if (32'(fixed_count_q) != $countones(fixed_q))
        $fatal(1, "smprio: the number of fixed tokens is wrong");
      if (out_q > limit_q) $fatal(1, "smprio: more tokens are out than the limit allows");
      if ((held_q & ~live_q) != '0) $fatal(1, "smprio: a warp that has ended has a token");
      if ((fixed_q & ~held_q) != '0) $fatal(1, "smprio: a fixed token that no warp has");
      if (32'(count_q) != $countones(live_q)) $fatal(1, "smprio: the list has not all live warps");
      if (start_valid_i && live[start_warp_i[WI-1:0]]) $fatal(1, "smprio: a live warp starts");
      if (done_valid_i && !live[done_warp_i[WI-1:0]])
        $fatal(1, "smprio: a warp ends that does not live");
    end
    for (int unsigned i = 0; i < WARPS; i++)
      if (!rst_ni || !live_q[i] || held_q[i] || barrier_q[i] || state_q == StClear) walks_q[i] <= 0;
      else if (give && state_q == StGive && by_number_q) begin
        walks_q[i] <= walks_q[i] + 1;
        if (walks_q[i] > WARPS) $fatal(1, "smprio: warp %0d is passed over", i);
      end
  end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
