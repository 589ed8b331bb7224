// SPDX-License-Identifier: MIT
// Constant cache of an SM: gives each warp whose head takes a word of its task's constant bank that
// word, one a cycle for all pods. The bank is the memory from the task's PARAM on, in its VM. With
// ATTR it is the attribute cache: a warp's words are where its last xsm.attr.base said, or at 0.
//
//   ask ─▶ s1 header, address ─▶ s2 storage ─▶ s3 is it here ─▶ output buffers of the pods, an
//   entry for each warp
//                                                 └─ no: the warp sleeps; one miss is under way, in
//                                                 smfe_fetch
//
// - header table: VM and PARAM of each task slot that has a CTA here
// - storage: LINES lines of each slot, direct mapped. A row is two words with their tag, so a line
//   that is being replaced is either line, row by row. Attributes: every slot may have all lines;
//   the place of a line and its tag say whose it is
// - a line is that of its slot as long as the slot has a CTA here: its valid bits are cleared when
//   the first warp of another task starts. Attributes: one group of lines a cycle is looked through
//   for lines of such slots, and until that has ended nothing of these is here. Lines of other
//   slots stay
// - a warp whose lookup misses sleeps. One of those that sleep, by turns, owns the miss engine
//   until it has been served or stopped: no other warp's miss takes its line away before. When a
//   line has come all look again; hits are served meanwhile
// - nothing of a warp is here when its place goes to another: looked_o keeps it

/* verilator lint_off UNUSEDSIGNAL */  // takes its fields of the start message
module smfe_const #(
    // Size of the SM, and of the cache in KiB: a power of two.
    parameter int unsigned WARPS     = 16,
    parameter int unsigned PODS      = 2,
    parameter int unsigned KIB       = 2,
    parameter int unsigned ATTR      = 0,            // 1: attributes
    parameter int unsigned NW        = WARPS / PODS, // do not override
    parameter int unsigned WI        = $clog2(NW)    // do not override
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // Starting warps; slots that have a CTA here
    input  logic              start_valid_i,
    input  smgpu_pkg::warp_start_t           start_i,
    input  logic [31:0]       start_param_i,
    input  logic [15:0]       slot_busy_i,
    // Attributes: these warps issue xsm.attr.base; what it says, of each pod
    input  logic [WARPS-1:0]  base_set_i,
    input  logic [1:0]        base_valid_i,
    input  logic [2*WI-1:0]   base_warp_i,     // of the pod
    input  logic [63:0]       base_i,
    // Heads: number of the word, of each pod
    input  logic [1:0]        load_valid_i,
    input  logic [2*WI-1:0]   load_warp_i,     // of the pod
    input  logic [23:0]       load_index_i,
    input  logic [WARPS-1:0]  want_i,          // its head waits for its word, and the warp runs
    output logic [WARPS-1:0]  looked_o,        // a lookup of it is under way
    // Words
    output logic              word_valid_o,    // goes to the buffer; told_o says whether it counts
    output smgpu_pkg::warp_t  word_warp_o,
    output logic [31:0]       word_o,          // with an error its address
    output logic [2:0]        word_err_o,      // smfe_pkg::FetchOk or Const*
    output logic [WARPS-1:0]  told_o,
    // Misses: a line from smfe_fetch, two words a cycle, or an error
    input  logic              quiesce_i,
    output logic              req_valid_o,
    input  logic              req_ready_i,
    output logic [32:0]       req_line_o,      // {VM, line}
    input  logic              fill_valid_i,
    input  logic [1:0]        fill_pair_i,     // 3: the last
    input  logic [63:0]       fill_data_i,
    input  logic              fail_i,
    input  logic [2:0]        fail_err_i,
    // Counters
    output logic              ev_hit_o,
    output logic              ev_miss_o,
    output logic              ev_word_o
);

  // AW: bits of a row's address, of which four are its group. A row has a tag and two words.
  localparam int unsigned LINES = 2 * KIB;         // of a slot
  localparam int unsigned LB    = $clog2(LINES);
  localparam int unsigned TagW  = 27 - LB;
  localparam int unsigned RowW  = TagW + 64;
  localparam int unsigned AW    = 6 + LB;


  // ---- Header table. Slots that have a CTA here are known from their first warp on; another task
  // in the same slot has another generation.
  logic [15:0] known_q;
  logic [31:0] param_m[16];
  logic [5:0]  vm_m[16];
  logic [7:0]  gen_m[16];
  logic [3:0]  slot_m[WARPS];
  logic        fresh;
  assign fresh = start_valid_i && (!known_q[start_i.slot] || gen_m[start_i.slot] != start_i.gen);
  always_ff @(posedge clk_i)
    if (!rst_ni) known_q <= '0;
    else known_q <= (known_q & slot_busy_i) | (start_valid_i ? 16'd1 << start_i.slot : '0);
  always_ff @(posedge clk_i)
    if (start_valid_i) begin
      param_m[start_i.slot]                   <= start_param_i;
      vm_m[start_i.slot]                      <= start_i.vm;
      gen_m[start_i.slot]                     <= start_i.gen;
      slot_m[start_i.warp[$clog2(WARPS)-1:0]] <= start_i.slot;
    end

  // ---- Which word a warp's head takes
  logic [11:0] index_m0[NW], index_m1[NW];
  always_ff @(posedge clk_i) begin
    if (load_valid_i[0]) index_m0[load_warp_i[WI-1:0]] <= load_index_i[11:0];
    if (PODS == 2 && load_valid_i[1]) index_m1[load_warp_i[2*WI-1:WI]] <= load_index_i[23:12];
  end

  // ---- Choice: in circular order
  localparam int unsigned AI = $clog2(WARPS);
  // sleep_q: it has missed, and waits for a line to come. late: those behind the last one chosen.
  logic [WARPS-1:0] sleep_q, ask, late, pool, under, later_q;
  // The warp in each stage, one-hot and as a number. own_q: the owner of the miss engine.
  logic [WARPS-1:0] one, s1_one_q, s2_one_q, s3_one_q;
  logic [AI-1:0]    sel, s1_warp_q, s2_warp_q, s3_warp_q, own_q;
  logic [WARPS-1:0] settled;      // nothing is under way that says where its words begin
  assign looked_o = s1_one_q | s2_one_q | s3_one_q;
  assign ask      = want_i & settled & ~looked_o & ~sleep_q;
  assign late     = ask & later_q;
  assign pool     = |late ? late : ask;
  assign under[0] = 1'b0;
  for (genvar i = 1; i < WARPS; i++) begin : gen_under
    assign under[i] = |pool[i-1:0];
  end
  assign one = pool & ~under;
  always_comb begin
    sel = '0;
    for (int unsigned i = 0; i < WARPS; i++) if (one[i]) sel = sel | AI'(i);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {s1_one_q, s2_one_q, s3_one_q, later_q} <= '0;
    else begin
      {s1_one_q, s2_one_q, s3_one_q} <= {one, s1_one_q, s2_one_q};
      if (ask != '0) later_q <= under;
    end
    {s1_warp_q, s2_warp_q, s3_warp_q} <= {sel, s1_warp_q, s2_warp_q};
  end

  // ---- s1: address
  smgpu_pkg::slot_t s1_slot;
  logic [11:0]   s1_index;
  logic [31:0]   s1_va, s1_base;
  logic [WI-1:0] s1_at;
  assign s1_at    = s1_warp_q[PODS-1+:WI];
  assign s1_slot  = slot_m[s1_warp_q];
  assign s1_index = PODS == 2 && s1_warp_q[0] ? index_m1[s1_at] : index_m0[s1_at];
  assign s1_va    = s1_base + {18'd0, s1_index, 2'b00};

  // Lines of a group lie side by side. A group is a slot's, or its number comes from the slot and
  // the line, and slot and line from it and the rest of the line.
  function automatic logic [3:0] group_of(input logic [3:0] slot, input logic [26:0] line);
    group_of = ATTR != 0 ? slot ^ line[LB+:4] : slot;
  endfunction

  // ---- Where the words of a warp begin
  // based_q: it has executed xsm.attr.base since it started. under_way_q: one is in execution.
  logic [WARPS-1:0] based_q, under_way_q, said;
  logic [31:2]      base_m0[NW], base_m1[NW];
  always_ff @(posedge clk_i) begin
    if (ATTR != 0 && base_valid_i[0]) base_m0[base_warp_i[WI-1:0]] <= base_i[31:2];
    if (ATTR != 0 && PODS == 2 && base_valid_i[1]) base_m1[base_warp_i[2*WI-1:WI]] <= base_i[63:34];
  end
  for (genvar i = 0; i < WARPS; i++) begin : gen_base
    assign said[i] = ATTR != 0 && base_valid_i[i%PODS] &&
        base_warp_i[(i%PODS)*WI+:WI] == WI'(i / PODS);
    always_ff @(posedge clk_i)
      if (!rst_ni || ATTR == 0 || (start_valid_i && start_i.warp == 6'(i)))
        {based_q[i], under_way_q[i]} <= '0;
      else begin
        based_q[i]     <= based_q[i] || said[i];
        under_way_q[i] <= base_set_i[i] || (under_way_q[i] && !said[i]);
      end
  end
  assign settled = ~under_way_q;
  assign s1_base = ATTR == 0 ? param_m[s1_slot]
      : {{30{based_q[s1_warp_q]}} & (PODS == 2 && s1_warp_q[0] ? base_m1[s1_at] : base_m0[s1_at]),
      2'b00};

  // ---- s2: storage
  // Idle: no owner; those that sleep get their turn. Call: the owner is looked up. Ask: its line is
  // asked for. Wait: the line comes. Mark: the line becomes valid. Serve: the owner is looked up
  // again.
  typedef enum logic [2:0] {StIdle, StCall, StAsk, StWait, StMark, StServe} fsm_e;
  fsm_e          fsm_q;
  (* ram_style = "block", no_rw_check *)  // what is read while something is written does not count
  logic [RowW-1:0] ram[1 << AW];
  logic [RowW-1:0] row_q;
  logic [LINES-1:0] valid_m[16];      // of each group
  logic [3:0]    s1_group, s2_group_q, own_group;
  logic [LINES-1:0] s2_valids, own_valids;
  logic [31:0]   s2_va_q;
  smgpu_pkg::slot_t s2_slot_q, own_slot_q;
  logic [26:0]   own_line_q;
  smgpu_pkg::vm_t own_vm_q;
  // s2_wrote_q: a row was written in the cycle of the read, so what was read does not count.
  logic          s2_wrote_q, s2_own, s3_own, sweeps;
  logic [4:0]    sweep_q;         // groups that are still to be looked through
  logic [15:0]   forget_q;        // slots whose lines go
  logic [2:0]    s2_err, own_err_q;
  always_ff @(posedge clk_i) begin
    row_q <= ram[{s1_group, s1_va[5+:LB], s1_va[4:3]}];
    if (fill_valid_i)
      ram[{own_group, own_line_q[LB-1:0], fill_pair_i}] <= {own_line_q[26:LB], fill_data_i};
    s2_wrote_q <= fill_valid_i;
    s2_va_q    <= s1_va;
    s2_slot_q  <= s1_slot;
    s2_group_q <= s1_group;
  end
  assign s1_group  = group_of(s1_slot, s1_va[31:5]);
  assign own_group = group_of(own_slot_q, own_line_q);
  assign s2_valids = valid_m[s2_group_q];
  assign s2_own    = s2_warp_q == own_q;
  assign s3_own    = s3_warp_q == own_q && |s3_one_q;
  always_comb begin
    s2_err = fsm_q == StServe && s2_own ? own_err_q : smfe_pkg::WhyOk;
    if (s2_va_q[31:28] == '1) s2_err = smfe_pkg::WhyConstFault;   // shared and local memory
    if (s2_va_q[1:0] != '0) s2_err = smfe_pkg::WhyConstAlign;
  end

  // ---- s3: is it here?
  logic [31:0]     s3_va_q, s3_word_q;
  smgpu_pkg::slot_t s3_slot_q;
  logic [TagW-1:0] s3_tag_q;
  // served: its word is here, or the reason why there is none. missed: neither, and it still waits.
  logic            s3_here_q, served, missed;
  logic [2:0]      s3_err_q;
  always_ff @(posedge clk_i) begin
    s3_va_q   <= s2_va_q;
    s3_slot_q <= s2_slot_q;
    s3_tag_q  <= row_q[RowW-1:64];
    s3_word_q <= s2_err != smfe_pkg::WhyOk ? s2_va_q : s2_va_q[2] ? row_q[63:32] : row_q[31:0];
    s3_here_q <= s2_valids[s2_va_q[5+:LB]] && !s2_wrote_q && !forget_q[s2_slot_q];
    s3_err_q  <= s2_err;
  end
  assign served       = s3_err_q != smfe_pkg::WhyOk || (s3_here_q && s3_tag_q == s3_va_q[31:5+LB]);
  assign missed       = |(s3_one_q & want_i) && !served;
  assign word_valid_o = |s3_one_q;
  assign word_warp_o  = 6'(s3_warp_q);
  assign word_o       = s3_word_q;
  assign word_err_o   = s3_err_q;
  assign told_o       = s3_one_q & {WARPS{served}};

  // ---- Misses
  // own_dead_q: the owner was stopped meanwhile. stale_q: its slot has another task.
  logic own_wants, own_dead_q, stale_q, mark, begins, call, wake;
  assign own_wants = want_i[own_q];
  assign begins    = missed && !quiesce_i && ((fsm_q == StIdle && sleep_q == '0) ||
      (fsm_q == StCall && s3_own));
  assign call      = fsm_q == StIdle && !quiesce_i && sleep_q[own_q];
  assign mark      = fsm_q == StMark && !fresh && !sweeps;
  assign wake      = mark || (fsm_q == StWait && fail_i);
  always_ff @(posedge clk_i)
    if (!rst_ni) begin
      fsm_q   <= StIdle;
      own_q   <= '0;
      sleep_q <= '0;
    end else begin
      for (int unsigned i = 0; i < WARPS; i++)
        sleep_q[i] <= want_i[i] && !wake && !(call && own_q == AI'(i)) &&
            (sleep_q[i] || (missed && s3_one_q[i]));
      case (fsm_q)
        StIdle:
          if (begins) fsm_q <= StAsk;
          else if (call) fsm_q <= StCall;
        StCall:
          if (begins) fsm_q <= StAsk;
          else if (s3_own || !own_wants) fsm_q <= StIdle;
        StAsk:
          if (req_ready_i) fsm_q <= StWait;
          else if (!own_wants) fsm_q <= StIdle;
        StWait:
          if (fail_i) fsm_q <= own_wants && !own_dead_q ? StServe : StIdle;
          else if (fill_valid_i && fill_pair_i == '1) fsm_q <= StMark;
        StMark:
          if (mark) fsm_q <= own_wants && !own_dead_q ? StServe : StIdle;
        default: if (s3_own || !own_wants) fsm_q <= StIdle;
      endcase
      if (begins) own_q <= s3_warp_q;
      else if (fsm_q == StIdle && !call && sleep_q != '0)
        own_q <= own_q == AI'(WARPS - 1) ? '0 : own_q + 1'b1;
    end
  always_ff @(posedge clk_i) begin
    if (begins) begin
      own_line_q <= s3_va_q[31:5];
      own_slot_q <= s3_slot_q;
      own_vm_q   <= vm_m[s3_slot_q];
    end
    own_dead_q <= !begins && (own_dead_q || !own_wants);
    stale_q    <= !begins && (stale_q || (fresh && start_i.slot == own_slot_q));
    if (begins) own_err_q <= smfe_pkg::WhyOk;
    else if (fail_i) own_err_q <= fail_err_i;
  end
  // What is cleared: a slot's lines at once, or those of it in all groups, one after the other. A
  // line that comes is its owner's already: some of its rows may be here.
  logic             clear, comes;
  logic [3:0]       valid_at;
  logic [LINES-1:0] old_valids, own_one, stays;
  assign valid_at   = ATTR == 0 ? (fresh ? start_i.slot : own_group) : sweeps ? sweep_q[3:0]
      : own_group;
  assign clear      = ATTR != 0 ? sweeps : fresh;
  assign sweeps     = sweep_q != '0;
  assign comes      = fsm_q == StAsk || fsm_q == StWait || fsm_q == StMark;
  assign own_one    = LINES'(1) << own_line_q[LB-1:0];
  assign old_valids = valid_m[valid_at];
  assign own_valids = old_valids | own_one;
`ifdef FORMAL
  logic [3:0]         f_group;         // of which the owners of lines are seen
  logic [4*LINES-1:0] f_owners;
`endif
  if (ATTR != 0) begin : gen_forget
    for (genvar i = 0; i < LINES; i++) begin : gen_line
      logic [3:0] owner_m[16];      // slot, by group
      always_ff @(posedge clk_i)
        if (mark && !stale_q && own_one[i]) owner_m[valid_at] <= own_slot_q;
      assign stays[i] = !forget_q[owner_m[valid_at]] &&
                        !(comes && own_one[i] && own_group == valid_at && forget_q[own_slot_q]);
`ifdef FORMAL
      assign f_owners[4*i+:4] = owner_m[f_group];
`endif
    end
    always_ff @(posedge clk_i)
      if (!rst_ni) begin
        sweep_q  <= 5'd16;          // of all, as nobody knows what is there
        forget_q <= '1;
      end else begin
        if (fresh) sweep_q <= 5'd16;
        else if (sweeps) sweep_q <= sweep_q - 5'd1;
        forget_q <= (sweep_q[4:1] == '0 ? '0 : forget_q) | (fresh ? 16'd1 << start_i.slot : '0);
      end
  end else begin : gen_no_forget
    assign {stays, sweep_q, forget_q} = '0;
    logic unused_comes;
    assign unused_comes = comes;
  end

  assign req_valid_o = fsm_q == StAsk;
  assign req_line_o  = {own_vm_q, own_line_q};
  always_ff @(posedge clk_i)
    if (clear || (mark && !stale_q)) valid_m[valid_at] <= clear ? old_valids & stays : own_valids;

  // A lookup that found its word is a hit, but for that of the owner after its miss.
  assign ev_word_o = served && |s3_one_q && s3_err_q == smfe_pkg::WhyOk;
  assign ev_hit_o  = ev_word_o && !(fsm_q == StServe && s3_own);
  assign ev_miss_o = fsm_q == StAsk && req_ready_i;

`ifdef VERILATOR
  logic swept_q;     // since the line of the owner was marked
  always_ff @(posedge clk_i) swept_q <= fsm_q == StServe && (swept_q || clear || fresh);
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (!$onehot0(s1_one_q) || !$onehot0(told_o)) $fatal(1, "smfe_const: two warps at once");
      if ((s1_one_q & sleep_q) != '0) $fatal(1, "smfe_const: a warp that sleeps is looked up");
      if (|s1_one_q && s1_one_q != WARPS'(1) << s1_warp_q)
        $fatal(1, "smfe_const: another warp is looked up than that which was chosen");
      if (|(s1_one_q & want_i) && !known_q[s1_slot])
        $fatal(1, "smfe_const: a lookup for a slot that has no CTA here");
      if (ATTR == 0 && start_valid_i && !fresh &&
          (param_m[start_i.slot] != start_param_i || vm_m[start_i.slot] != start_i.vm))
        $fatal(1, "smfe_const: warps of one task with different constant banks");
      if ((base_set_i & under_way_q & ~said) != '0 || (said & ~under_way_q) != '0)
        $fatal(1, "smfe_const: what says where attributes are is not under way, or twice");
      if (start_valid_i && looked_o[start_i.warp[AI-1:0]])
        $fatal(1, "smfe_const: a warp starts while a lookup of its predecessor is under way");
      if (fsm_q == StServe && s3_own && |(s3_one_q & want_i) && !served && !swept_q)
        $fatal(1, "smfe_const: the line that has just come is not here");
      if ((fill_valid_i || fail_i) && fsm_q != StWait)
        $fatal(1, "smfe_const: a line that was not asked for");
    end
  initial if (KIB == 0 || (KIB & (KIB - 1)) != 0) $fatal(1, "smfe_const: KIB is a power of two");
`endif

`ifdef FORMAL
`include "smfe_const_formal.svh"
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
