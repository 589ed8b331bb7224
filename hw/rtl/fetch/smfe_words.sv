// SPDX-License-Identifier: MIT
// Words of a pod's warps: their queues, and which queued word becomes a head. The warp in the issue
// stage comes first, because it is about to need one; else smfe_load chooses. Kept of each warp are
// its head, where that is, and the line of its next word.

/* verilator lint_off UNUSEDSIGNAL */  // of the head in the issue stage what follows it
module smfe_words #(
    parameter int unsigned NW         = 8,  // warps of the pod
    parameter int unsigned CONSTANTS  = 1,  // 0: no instructions with constant operands
    parameter int unsigned ATTRIBUTES = 1,  // 0: no instructions with attributes
    parameter int unsigned TEXTILE    = 1,  // 0: no textile grants
    parameter int unsigned WI         = $clog2(NW)  // do not override
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    // A warp takes the line on the bus, into one of its two places
    input  logic                        fill_i,
    input  logic [WI-1:0]               fill_warp_i,
    input  logic                        fill_slot_i,
    input  smgpu_pkg::line_t            fill_data_i,
    input  logic [8*smfe_pkg::PreW-1:0] fill_pre_i,
    // A warp starts or goes on elsewhere: the line of its next word
    input  logic                        jump_i,
    input  logic [WI-1:0]               jump_warp_i,
    input  logic [31:5]                 jump_line_i,
    // The warps: they want a word; they may; place of their next word: line of the queue, word in
    // it, it can't be fetched, it is at the line of a jump
    input  logic [NW-1:0]               ok_i,
    input  logic [NW-1:0]               may_i,
    input  logic [NW-1:0]               next_slot_i,
    input  logic [NW*3-1:0]             next_at_i,
    input  logic [NW-1:0]               next_bad_i,
    input  logic [NW-1:0]               jumped_i,
    // The issue stage: a word follows the head that comes; the head that is there, and it issues
    input  logic                        follows_i,
    input  logic                        p1_valid_i,
    input  logic [WI-1:0]               p1_warp_i,
    input  smfe_pkg::head_t             p1_i,
    input  logic                        fire_i,
    output logic [31:0]                 p1_insn_o,
    output logic [31:2]                 p1_pc_o,
    // The word that becomes a head: whose; it is the last of its line; what was decoded of it;
    // registers that it needs; it is an atomic that acquires, it moves its warp's position
    input  logic [1:0]                  textile_i,   // what counts for that: SM_CFG.textile
    output logic [NW-1:0]               load_o,
    output logic                        load_last_o,
    output smfe_pkg::pre_t              load_pre_o,
    output logic [31:0]                 load_need_o,
    output logic                        load_acquires_o,
    output logic                        load_textile_o,
    // It takes a constant or an attribute
    output logic                        load_attribute_o,
    output logic                        const_load_o,
    output logic                        attr_load_o,
    output logic [WI-1:0]               word_warp_o,
    output logic [11:0]                 word_index_o,
    // Debug: where the next word of a warp is
    input  logic [WI-1:0]               dbg_warp_i,
    output logic [31:2]                 dbg_next_o
);

  // ---- A queued word becomes a head. A warp's next word is in line step_m, or at jump_m if
  // it has loaded none since it jumped: a write port each.
  logic            follow, other_any, load_any, load_slot, load_bad, choose, other_slot_q,
      other_bad_q, other_jumped_q;
  logic [2:0]      load_at, other_at, other_at_q;
  logic [WI-1:0]   other_sel, load_warp;
  logic [NW-1:0]   choice;
  logic [31:2]     load_pc;
  logic [31:0]     word;
  smfe_pkg::pre_t  word_pre;
  logic [31:5]     jump_m[NW], step_m[NW];   // the places in their lines are with the warps
  logic [31:2]     pc_m[NW];
  logic [31:0]     head_m[NW];

  smfe_load #(.NW(NW), .WI(WI)) u_load (
    .clk_i, .rst_ni, .next_i(follows_i), .follow_o(follow), .want_i(ok_i), .may_i,
    .choose_o(choose), .choice_o(choice), .any_o(other_any), .other_o(other_sel)
  );
  always_comb begin
    other_at = '0;
    for (int unsigned i = 0; i < NW; i++) other_at = other_at |
        ({3{choice[i]}} & next_at_i[i*3+:3]);
  end
  always_ff @(posedge clk_i)
    if (choose) begin
      other_slot_q   <= |(choice & next_slot_i);
      other_at_q     <= other_at;
      other_bad_q    <= |(choice & next_bad_i);
      other_jumped_q <= |(choice & jumped_i);
    end
  assign load_any    = follow ? fire_i : other_any;
  assign load_warp   = follow ? p1_warp_i : other_sel;
  assign load_slot   = follow ? p1_i.slot : other_slot_q;
  assign load_bad    = follow ? p1_i.bad : other_bad_q;
  assign load_o      = load_any ? NW'(1) << load_warp : '0;
  assign load_at     = follow ? p1_i.at : other_at_q;
  assign load_pc     = {!follow && other_jumped_q ? jump_m[load_warp] : step_m[load_warp], load_at};
  assign load_last_o = load_at == '1;
  smfe_queue #(.NW(NW)) u_queue (
    .clk_i, .fill_i, .fill_warp_i, .fill_slot_i, .fill_data_i, .fill_pre_i,
    .load_warp_i(load_warp), .load_slot_i(load_slot), .load_at_i(load_at), .pre_o(word_pre),
    .word_o(word)
  );
  always_comb begin
    load_pre_o = word_pre;
    if (CONSTANTS == 0 && ATTRIBUTES == 0) load_pre_o.constant = 1'b0;
    if (load_bad) begin
      load_pre_o        = '0;
      load_pre_o.kind   = smfe_pkg::KindTrap;
      load_pre_o.drains = 1'b1;
    end
  end
  assign load_acquires_o = !load_bad && word[6:0] == 7'h2f && word[26];
  assign load_textile_o  = TEXTILE != 0 && load_pre_o.kind == smfe_pkg::KindExec &&
      ((textile_i[0] && smfe_pkg::is_texture(word)) ||
      (textile_i[1] && smfe_pkg::is_coherent(word)));
  smfe_need u_need (.insn_i(word), .pre_i(load_pre_o), .need_o(load_need_o));

  // What its constant or attribute is looked up by
  assign load_attribute_o = ATTRIBUTES != 0 && smfe_pkg::is_attribute(word);
  assign const_load_o     = load_any && load_pre_o.constant && !load_attribute_o;
  assign attr_load_o      = load_any && load_pre_o.constant && load_attribute_o;
  assign word_warp_o      = load_warp;
  assign word_index_o     = word[6:0] == xsm_pkg::OPCODE_WARP &&
      word[14] ? word[31:20] : {7'd0, word[24:20]};

  always_ff @(posedge clk_i) begin
    if (load_any) begin
      head_m[load_warp] <= word;
      pc_m[load_warp]   <= load_pc;
      step_m[load_warp] <= load_pc[31:5] + 27'(load_last_o);
    end
    if (jump_i) jump_m[jump_warp_i] <= jump_line_i;
  end

  // ---- The head in the issue stage, and the next word of a warp for the debug view
  assign p1_insn_o  = head_m[p1_warp_i];
  assign p1_pc_o    = pc_m[p1_warp_i];
  assign dbg_next_o = {jumped_i[dbg_warp_i] ? jump_m[dbg_warp_i] : step_m[dbg_warp_i],
      next_at_i[dbg_warp_i*3+:3]};

`ifdef VERILATOR
  // What was looked up the cycle before is still so. A warp's own view of its next word counts.
  always_ff @(posedge clk_i)
    if (rst_ni && load_any && (load_slot != next_slot_i[load_warp] ||
        load_at != next_at_i[load_warp*3+:3] || load_bad != next_bad_i[load_warp] ||
        (!follow && other_jumped_q) != jumped_i[load_warp]))
      $fatal(1, "smfe_words: a warp loads from where its next word is not");
    else if (rst_ni && follow && !(p1_valid_i && p1_i.follows))
      $fatal(1, "smfe_words: the port is for a word that does not follow");
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
