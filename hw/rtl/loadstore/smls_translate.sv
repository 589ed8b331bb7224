// SPDX-License-Identifier: MIT
// Stage T of load/store: a group's page is translated while L1 reads the tags of its sets, and a
// store's line is put together (smls_build), a beat of threads a cycle.
// - a group whose page has to be walked is parked (smls_park), and so is a younger one of a warp
//   that has a parked one: accesses of a warp stay in order, those of others go on
// - the page of the first parked group is walked, and those of groups that are parked behind it,
//   WALKS at a time. The first one is tried again when its walk has ended, before any other group.
//   While it waits and nothing else is here, those behind it come by turns to see that theirs begin
//   (ahead)
// - a group leaves P only if it could be parked
// - a group leaves as soon as the next stage would take it, wherever it goes then: the next one
//   comes without waiting for the TLB
// Longest path: threads of a beat -> what a store's line wants of them (smls_build) -> line.

/* verilator lint_off UNUSEDSIGNAL */  // fields of a group, bits of an address that concern others
module smls_translate #(
    // Lanes of a beat; entries of the TLB, pages in its block RAM, walks at a time
    parameter int unsigned LANES = 16,
    parameter int unsigned TLB   = 32,
    parameter int unsigned PAGES = 2048,
    parameter int unsigned WALKS = 4
) (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    // Groups of P
    // take_o: the group is taken, to T or to w. slot_i, size_i: where its operands are, how wide.
    // final_i: P's last one.
    input  logic                           valid_i,
    output logic                           take_o,
    input  smls_pkg::group_t               group_i,
    input  logic [2:0]                     slot_i,
    input  logic [1:0]                     size_i,
    input  logic                           final_i,
    output logic                           empty_o,     // no group here
    // Operands of a beat
    // want_o: the store's line wants a beat of operands. go_i: they are there in this cycle.
    output logic                           want_o,
    input  logic                           go_i,
    output logic [2:0]                     slot_o,
    output smgpu_pkg::beat_t               beat_o,
    output logic [1:0]                     size_o,
    output logic [32*$clog2(LANES)-1:0]    lane_o,
    output logic [$clog2(LANES)-1:0]       cmp_o,
    input  logic [255:0]                   word_i,
    input  logic [31:0]                    cmp_i,
    output logic                           end_o,       // the instruction's last line has them
    // To the lookup
    // A group with its physical page, or with a fault; L takes it in this cycle
    output logic                           valid_o,
    input  logic                           ready_i,
    output smls_pkg::group_t               group_o,
    output logic [28:0]                    ppn_o,
    output logic                           fault_o,
    output smgpu_pkg::line_t               line_o,
    output logic [31:0]                    be_o,
    // Page walks
    output logic                           dw_req_valid_o,
    input  logic                           dw_req_ready_i,
    output smgpu_pkg::walk_req_t           dw_req_o,
    input  logic                           dw_rsp_valid_i,
    input  smgpu_pkg::walk_rsp_t           dw_rsp_i,
    input  smgpu_pkg::walk_row_t           dw_row_i,
    output logic                           walk_o,      // one is under way
    output logic                           sweeps_o,    // a range of pages is being dropped
    // quiesce_i holds groups here. A flush ends the pages of its range.
    input  logic                           quiesce_i,
    input  smgpu_pkg::tlb_flush_t           tlb_flush_i
);

  localparam int unsigned B  = 32 / LANES;
  localparam int unsigned BI = $clog2(LANES);
  localparam int unsigned BW = smgpu_pkg::BeatW;

  // g: the group in T. head: the parked one that is shown. next: what comes if T is free.
  smls_pkg::group_t g, g_q, head, next;
  // w: the group that waits
  smls_pkg::group_t w_q;
  // back: it is the first of the parked ones; ahead: one behind it
  // valid_q: there is a group in T. final: it is the last of its instruction.
  logic             valid_q, back_q, ahead_q, final_q;
  logic             w_valid_q, w_final_q;
  logic [2:0]       slot_q, w_slot_q;
  logic [1:0]       size_q, w_size_q;
  logic             open;  // T is free or its group leaves
  logic             back;
  logic             ahead;
  logic             load;  // the next group is one of P's
  logic             leave;
  logic             go;
  logic             miss;
  logic             park;
  logic             built; // its line is done
  logic             behind;
  logic             null_page;
  logic             asks;
  // waits: the first parked group's page is being walked. room: another walk could begin.
  logic             park_empty, park_room, park_warp, park_more, waits, room;
  smgpu_pkg::line_t head_line;
  logic [31:0]      head_be;
  assign g = g_q;

  // ---- The next group. A second one of P can wait (w), so that P's part of the unit does not
  // depend on the lookup. Which one it is does not wait for open, which is known late: back and
  // load tell what comes if one does.
  assign open   = !valid_q || leave;
  assign back   = !park_empty && !waits && !(valid_q && back_q);
  assign take_o = valid_i && !w_valid_q && park_room;
  assign load   = !back && (w_valid_q || take_o);
  assign ahead  = !back && !load && waits && room && park_more && !(valid_q && ahead_q);
  assign next   = (back || ahead) ? head : w_valid_q ? w_q : group_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q   <= 1'b0;
      w_valid_q <= 1'b0;
    end else begin
      if (open) valid_q <= back || ahead || load;
      w_valid_q <= (w_valid_q || take_o) && !(open && load);
    end
    if (!w_valid_q) begin
      w_q       <= group_i;
      w_slot_q  <= slot_i;
      w_size_q  <= size_i;
      w_final_q <= final_i;
    end
    if (open) begin
      g_q     <= next;
      back_q  <= back;
      ahead_q <= ahead;
      slot_q  <= w_valid_q ? w_slot_q : slot_i;
      size_q  <= w_valid_q ? w_size_q : size_i;
      final_q <= w_valid_q ? w_final_q : final_i;
    end
  end

  // ---- A store's line, an atomic's operand
  // Of the threads of the beat: place in the line, word, bytes
  logic [LANES*7-1:0] offs;
  logic [223:0]       g_offs;
  logic [LANES*3-1:0] beat_word;
  logic [LANES*4-1:0] beat_be;
  logic [31:0]        stores;         // threads of the next group with operands
  assign g_offs = g.offs;
  always_comb begin
    offs = g_offs[LANES*7-1:0];
    for (int unsigned b = 1; b < B; b++) if (beat_o == BW'(b)) offs = g_offs[b*LANES*7+:LANES*7];
  end
  for (genvar i = 0; i < LANES; i++) begin : gen_beat
    logic [4:0] off;
    assign off               = offs[7*i+:5];
    assign beat_word[3*i+:3] = (g.amo && !g.row) ? '0 : off[4:2];
    assign beat_be[4*i+:4]   = (size_q == 2'd0) ? 4'b0001 << off[1:0] : (size_q == 2'd1)
        ? {{2{off[1]}}, {2{!off[1]}}} : '1;
  end
  assign stores = next.mask & {32{load && (next.store || next.amo)}};
  smls_build #(
      .LANES(LANES)
  ) u_build (
      .clk_i,
      .rst_ni,
      .take_i     (open),
      .group_i    (stores),
      .load_i     (back || ahead),
      .load_line_i(head_line),
      .load_be_i  (head_be),
      .want_o,
      .run_i      (go_i),
      .beat_o,
      .word_i     (beat_word),
      .be_i       (beat_be),
      .lane_o,
      .data_i     (word_i),
      .amo_i      (g.amo && !g.row),
      .funct5_i   (g.funct5),
      .lead_i     (g.lead),
      .cmp_i,
      .line_o,
      .be_o,
      .done_o     (built)
  );
  assign slot_o = slot_q;
  assign size_o = size_q;
  assign cmp_o  = g.lead[BI-1:0];
  assign end_o  = valid_q && !back_q && !ahead_q && leave && final_q && (g.store || g.amo);

  // ---- Its page
  // Answer of the TLB, in the cycle of the question
  logic        tlb_rsp, tlb_fault;
  logic [40:0] pa;
  // Page 0 is never there: it faults without a walk.
  assign null_page = g.page == '0;
  // An older group of its warp is parked, so this one is parked behind it.
  assign behind    = park_warp && !back_q && !ahead_q;
  // It asks only if the answer can be used: a fault is given once.
  assign asks      = valid_q && built && !quiesce_i && !behind && !null_page && ready_i;
  mem_tlb #(
      .ENTRIES(TLB),
      .WALKS  (WALKS),
      .PAGES  (PAGES)
  ) u_tlb (
      .clk_i,
      .rst_ni,
      .next_i          (open),
      .next_page_i     ({next.vm, next.page}),
      .req_valid_i     (asks),
      .req_first_i     (back_q || park_empty),
      .req_ahead_i     (ahead_q),
      .req_vm_i        (g.vm),
      .req_va_i        ({g.page, 12'b0}),
      .req_access_i    ((g.store || (g.amo && g.funct5 != 5'd2)) ? smgpu_hw_pkg::AccWrite
          : smgpu_hw_pkg::AccRead),
      .rsp_valid_o     (tlb_rsp),
      .rsp_pa_o        (pa),
      .rsp_fault_o     (tlb_fault),
      .waits_o         (waits),
      .busy_o          (walk_o),
      .sweeps_o,
      .room_o          (room),
      .walk_req_valid_o(dw_req_valid_o),
      .walk_req_ready_i(dw_req_ready_i),
      .walk_req_o      (dw_req_o),
      .walk_rsp_valid_i(dw_rsp_valid_i),
      .walk_rsp_i      (dw_rsp_i),
      .walk_row_i      (dw_row_i),
      .flush_i         (tlb_flush_i)
  );
  // go: it goes to L. park: it is parked. leave: it goes somewhere.
  assign miss    = asks && !tlb_rsp;
  assign go      = valid_q && !ahead_q && built && !quiesce_i && !behind && ready_i &&
                   (null_page || tlb_rsp);
  assign park    = !back_q && !ahead_q && (miss || (valid_q && built && behind));
  assign leave   = valid_q && built && (behind || ahead_q || (!quiesce_i && ready_i));
  assign valid_o = go;
  assign group_o = g_q;
  assign ppn_o   = pa[40:12];
  assign fault_o = null_page || tlb_fault;

  smls_park u_park (
      .clk_i,
      .rst_ni,
      .empty_o(park_empty),
      .room_o (park_room),
      .put_i  (park),
      .group_i(g_q),
      .line_i (line_o),
      .be_i   (be_o),
      .behind_i(WALKS > 1 && !back),
      .more_o (park_more),
      .next_i (open && ahead),
      .group_o(head),
      .line_o (head_line),
      .be_o   (head_be),
      .pop_i  (go && back_q),
      .warp_i (g.warp),
      .warp_o (park_warp)
  );
  assign empty_o = !valid_q && !w_valid_q && park_empty;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
