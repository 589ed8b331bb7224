// SPDX-License-Identifier: MIT
// Stage P of load/store: one instruction, whose threads that access memory leave as groups
// (smls_group), one a cycle. The next instruction comes in the cycle in which the last group
// leaves. Below eight lanes, where an instruction takes eight cycles to come, a group takes two
// cycles (STEP of smls_group), and the next instruction comes a cycle after the last group has
// left: then A waits for none of what decides whether a group leaves.

/* verilator lint_off UNUSEDSIGNAL */  // instruction fields that concern others
module smls_split #(
    // Lanes of a beat
    parameter int unsigned LANES = 16
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    // An instruction
    // It comes with start_i, while ready_o is high.
    input  logic                       start_i,
    output logic                       ready_o,
    output logic                       busy_o,     // there is one
    input  smgpu_pkg::uop_t            uop_i,
    input  smgpu_pkg::vm_t             vm_i,
    input  logic [31:0]                threads_i,  // that access memory
    input  logic [31:0]                local_i,
    input  logic [1023:0]              addr_i,
    input  logic [2:0]                 inst_i,
    input  logic [2:0]                 slot_i,
    // Its groups
    // A group, until take_i
    output logic                       valid_o,
    input  logic                       take_i,
    output smls_pkg::group_t           group_o,
    output logic [2:0]                 slot_o,     // smls_operands
    output logic [1:0]                 size_o,     // log2 of a thread's bytes
    output logic                       final_o,    // the last one
    // a group leaves beyond those for which an instruction has beats
    output logic                       replay_o
);

  localparam int unsigned BANKS = LANES > 8 ? LANES / 8 : 1;
  localparam bit          STEP  = LANES < 8;

  smgpu_pkg::uop_t            uop;
  smgpu_pkg::uop_t            uop_q;
  smgpu_pkg::vm_t vm_q;
  // rem: threads that have not left yet. rest: those left behind this group.
  logic [31:0]   rem_q, local_q, rest;
  logic [1023:0] addr_q;
  logic [2:0]    inst_q, slot_q;
  assign uop = uop_q;

  logic                store, amo, combine, others;
  logic                row_q, chosen_q;              // of an atomic that is combined
  // the threads that are left are others than a cycle ago; smls_group tells of them
  logic                fresh_q, told;
  logic [4:0]          lead;
  logic [1:0]          first;
  logic [31:0]         va, group;
  logic [BANKS-1:0]    lines;
  logic [BANKS*12-1:0] low;
  logic [223:0]        offs;
  assign store = uop.insn[6:2] == 5'h08;
  assign amo   = uop.insn[6:2] == 5'h0b;
  // An atomic whose result nothing wants: what its threads do to one word is done to it at once, or
  // what they do to a row of words. All such operations can be taken in any order. A cycle before
  // the group leaves says which: a word if it is not one thread's alone.
  assign combine = amo && uop.insn[11:7] == '0 && uop.insn[28:27] == 2'b0;
  smls_group #(
      .BANKS(BANKS),
      .STEP (STEP)
  ) u_group (
      .clk_i,
      .left_i  (rem_q),
      .addr_i  (addr_q),
      .line_i  (store),
      .single_i(amo),
      .word_i  (combine && !row_q),
      .row_i   (combine && row_q),
      .others_o(others),
      .lead_o  (lead),
      .first_o (first),
      .va_o    (va),
      .lines_o (lines),
      .low_o   (low),
      .group_o (group)
  );
  for (genvar g = 0; g < 32; g++) begin : gen_offs
    assign offs[7*g+:7] = {smls_pkg::bank_of(addr_q[32*g+5+:2], addr_q[32*g+10+:2]) &
        2'(BANKS - 1), addr_q[32*g+:5]};
  end

  always_comb begin
    group_o         = '0;
    group_o.warp    = uop.warp;
    group_o.vm      = vm_q;
    group_o.inst    = inst_q;
    group_o.store   = store;
    group_o.amo     = amo;
    group_o.row     = combine && row_q && others;
    group_o.funct5  = uop.insn[31:27];
    group_o.backing = local_q[lead];
    group_o.lead    = lead;
    group_o.first   = first;
    group_o.mask    = group;
    group_o.page    = va[31:12];
    group_o.lines   = 4'(lines);
    group_o.low     = 48'(low);
    group_o.offs    = offs;
  end
  assign rest    = rem_q & ~group;
  assign told    = !STEP || !fresh_q;
  // An atomic that is combined waits for the choice between word and row.
  assign valid_o = rem_q != '0 && told && (!combine || chosen_q);
  assign busy_o  = rem_q != '0;
  assign final_o = rest == '0;
  assign slot_o  = slot_q;
  assign size_o  = uop.insn[13:12];
  localparam int unsigned Free = LANES < 8 ? 4 : 32 / LANES;   // a row of words
  logic [2:0] left_q;                                         // groups that have left, Free at most
  assign replay_o = take_i && left_q == 3'(Free);
  always_ff @(posedge clk_i)
    if (!rst_ni || start_i) left_q <= '0;
    else if (take_i && left_q != 3'(Free)) left_q <= left_q + 3'd1;

  assign ready_o = rem_q == '0 || (!STEP && take_i && final_o);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) rem_q <= '0;
    else if (start_i) rem_q <= threads_i;
    else if (take_i) rem_q <= rest;
    // An instruction starts while there is none or as the last group leaves, and start_i is known
    // late.
    fresh_q  <= !busy_o || take_i;
    chosen_q <= told && busy_o && !take_i;
    row_q    <= told && busy_o && !take_i && (chosen_q ? row_q : !others);
    if (ready_o) begin
      uop_q   <= uop_i;
      vm_q    <= vm_i;
      local_q <= local_i;
      addr_q  <= addr_i;
      inst_q  <= inst_i;
      slot_q  <= slot_i;
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      // A group is taken when it is there, and its threads have not left before.
      if (start_i && !ready_o) $fatal(1, "smls_split: an instruction comes while there is one");
      if (take_i && !valid_o) $fatal(1, "smls_split: a group is taken that is not there");
      if (valid_o && (group == '0 || (group & ~rem_q) != '0))
        $fatal(1, "smls_split: a group of other threads than those that are left");
    end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
