// SPDX-License-Identifier: MIT
// Load/store unit of an SM; Documentation/hardware/loadstore.rst has its stages:
//   smls_addr ─┬─▶ smls_shared ───────────────────────────────┬─▶ smls_deliver ─▶ register file
//              └─▶ smls_split ─▶ smls_translate ─▶ smls_lookup ┘       │
//                                     └─ parked ─┘   └─▶ L2            └─▶ smls_table ─▶ front end
// Only wires, and the start of an instruction.

/* verilator lint_off UNUSEDSIGNAL */
module smls_top #(
    // Warps of the SM, lanes of a beat
    parameter int unsigned WARPS      = 16,
    parameter int unsigned LANES      = 16,
    // 4 KiB for each way of L1
    parameter int unsigned L1_KIB     = 16,
    parameter int unsigned PRIO       = 1,   // 0: no priority tokens
    parameter int unsigned SHARED_KIB = 32,
    // 1: L1's data RAM can be lent to shared memory
    parameter int unsigned LEND       = LANES > 4 ? 1 : 0,
    parameter int unsigned TLB        = LANES > 4 ? 32 : 16,  // pages, a power of two from 4 on
    // those of 4 KiB that the TLB has in block RAM: none, or a power of two from 16 on
    parameter int unsigned PAGES      = LANES > 4 ? 2048 : 0,
    parameter int unsigned WALKS      = 4,                    // pages walked at a time, at most 4
    // under way to the L2 and from it, a power of two, at most 32
    parameter int unsigned LINES      = LANES > 4 ? 32 : 16
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    input  logic [1:0]                      sm_id_i,
    // From execution
    // A beat: base addresses, what is stored, and what amocas compares with
    input  logic                            ls_valid_i,
    output logic                            ls_ready_o,
    input  smgpu_pkg::uop_t                 ls_uop_i,
    input  smgpu_pkg::beat_t                ls_beat_i,
    input  logic [LANES*32-1:0]             ls_base_i,
    input  logic [LANES*32-1:0]             ls_data_i,
    input  logic [LANES*32-1:0]             ls_cmp_i,
    // To execution: results
    // A beat until lw_ready_i. lw_last_o: the instruction has no further result.
    output logic                            lw_valid_o,
    input  logic                            lw_ready_i,
    output smgpu_pkg::warp_t                lw_warp_o,
    output logic [4:0]                      lw_rd_o,
    output logic [7:0]                      lw_seq_o,
    output smgpu_pkg::beat_t                lw_beat_o,
    output logic [LANES-1:0]                lw_mask_o,
    output logic [LANES*32-1:0]             lw_data_o,
    output logic                            lw_last_o,
    // To the front end
    // lsd_*: an instruction of the warp is complete, valid only
    output logic                            lsd_valid_o,
    output smgpu_pkg::warp_t                lsd_warp_o,
    // more of an access is served: a bank conflict, more lines than fit in its beats
    output logic [1:0]                      replay_valid_o,
    output logic [11:0]                     replay_warp_o,
    // lsf_*: a fault, valid only
    output logic                            lsf_valid_o,
    output smgpu_pkg::warp_t                lsf_warp_o,
    output logic [31:0]                     lsf_pc_o,
    output logic [7:0]                      lsf_cause_o,
    output logic [2:0]                      lsf_access_o,
    output logic [31:0]                     lsf_addr_o,
    // {the address is one thread's, its number in the warp}
    output logic [5:0]                      lsf_thread_o,
    // Context
    // Of a beat's warp, a cycle after its number
    output smgpu_pkg::warp_t                ctx_warp_o,
    input  smgpu_pkg::warp_ctx_t            ctx_i,
    // Shared memory clear
    // The part from first to last is cleared until done.
    input  logic                            smem_clear_i,
    input  logic [3:0]                      smem_clear_first_i,
    input  logic [3:0]                      smem_clear_last_i,
    output logic                            smem_clear_done_o,
    // L1's data RAM is lent; changes while no warp is there
    input  logic                            lent_i,
    // Memory
    // Requests to the L2, its answers in any order, and lines that L1 must drop
    output logic                            d_req_valid_o,
    input  logic                            d_req_ready_i,
    output smgpu_pkg::mem_req_t             d_req_o,
    input  logic                            d_rsp_valid_i,
    output logic                            d_rsp_ready_o,
    input  smgpu_pkg::mem_rsp_t             d_rsp_i,
    input  logic                            inv_valid_i,
    output logic                            inv_ready_o,
    input  logic [35:0]                     inv_pa_i,
    // Page walks
    output logic                            dw_req_valid_o,
    input  logic                            dw_req_ready_i,
    output smgpu_pkg::walk_req_t            dw_req_o,
    input  logic                            dw_rsp_valid_i,
    input  smgpu_pkg::walk_rsp_t            dw_rsp_i,
    input  smgpu_pkg::walk_row_t            dw_row_i,
    // Maintenance
    // quiesced_o: L and M are empty, no request and no walk is under way. Flushes are pulses.
    input  logic                            quiesce_i,
    output logic                            quiesced_o,
    input  smgpu_pkg::tlb_flush_t           tlb_flush_i,
    // nothing is under way that was translated before the last flush
    output logic                            drained_o,
    input  logic                            l1_flush_i,
    // Priority tokens: level of each warp in L1 and in the L2, policy of L1
    input  logic [2*WARPS-1:0]              level_i,
    input  logic [2*WARPS-1:0]              level_l2_i,
    input  smgpu_pkg::prio_t                prio_i,
    // Counters: l1_hits, l1_misses (all, of warps with a level), bypasses, mem_requests,
    // shared_accesses, shared_replays
    output smgpu_pkg::ls_perf_t             perf_ls_o,
    output smgpu_pkg::seen_t                seen_o
);

  localparam int unsigned Words = LANES > 8 ? LANES : 8;  // that L1 shows, and that operands go to
  localparam int unsigned Lent  = LEND != 0 ? L1_KIB : 0;
  // rows of a word of L1
  localparam int unsigned LI    = LEND != 0 ? $clog2(L1_KIB * 256 / Words) : 1;

  // ================ A: addresses; operands of stores wait in slots ================
  // a_*: the instruction that A has put together. start: it goes to S, P and the table.
  smgpu_pkg::uop_t     a;
  logic                a_valid, a_fault, a_told, start, put, slot_free;
  smgpu_pkg::uop_t            a_uop;
  smgpu_pkg::vm_t      a_vm;
  logic [31:0]         a_shared, a_local, a_fault_addr;
  logic [1023:0]       a_addr;
  logic [7:0]          a_fault_cause;
  logic [4:0]          a_fault_thread;
  logic [2:0]          a_slot, new_slot, put_slot;
  smls_addr #(.WARPS(WARPS), .LANES(LANES)) u_addr (
    .clk_i, .rst_ni, .sm_id_i, .ls_valid_i, .ls_ready_o, .ls_uop_i, .ls_beat_i, .ls_base_i,
    .slot_free_i(slot_free), .slot_i(new_slot), .put_o(put),
    .put_slot_o(put_slot), .ctx_warp_o, .ctx_i, .valid_o(a_valid), .ready_i(start), .uop_o(a_uop),
    .vm_o(a_vm), .shared_o(a_shared), .local_o(a_local),
    .addr_o(a_addr), .slot_o(a_slot), .fault_o(a_fault), .told_o(a_told),
    .fault_cause_o(a_fault_cause), .fault_addr_o(a_fault_addr),
    .fault_thread_o(a_fault_thread)
  );

  // An instruction starts when what it needs is free: an entry, shared memory, P. One with a fault
  // waits until all before it have been translated, so that its warp's faults come in order.
  // Its threads that access shared memory, and all others. rd is 0 if it has no destination.
  logic [31:0] to_shared, to_lines;
  logic [4:0]  a_rd;
  logic [2:0]  inst;
  logic        a_store, a_amo, a_writes, has_lines, has_shared, starts_shared, starts_lines,
      table_free;
  // What S, P, T and L say of themselves: free, in use, empty. l_near: L has a fault.
  logic        s_ready, p_ready, p_busy, p_valid, p_take, p_final, t_empty, l_empty, l_fault,
      l_near;
  assign a             = a_uop;
  assign a_store       = a.insn[6:2] == 5'h08;
  assign a_amo         = a.insn[6:2] == 5'h0b;
  assign a_rd          = a_store ? '0 : a.insn[11:7];
  assign to_shared     = a.mask & a_shared;
  assign to_lines      = a.mask & ~a_shared;
  assign a_writes      = a_rd != '0;
  assign has_lines     = to_lines != '0;
  assign has_shared    = to_shared != '0;
  assign starts_shared = has_shared && !a_fault;
  assign starts_lines  = has_lines && !a_fault;
  assign start         = a_valid && table_free && (s_ready || !starts_shared) &&
      (p_ready || !starts_lines) &&
                         (!a_fault || (a_told && !p_busy && t_empty && l_empty && !l_near));

  // Operands that S (s) and T (t) want of smls_operands, and who gets them
  logic                           s_want, s_go, s_end, t_want, t_go, t_end;
  logic [2:0]                     s_slot, t_slot;
  smgpu_pkg::beat_t               s_beat, t_beat, sm_beat;
  logic [1:0]                     s_size, t_size;
  logic [LANES*$clog2(LANES)-1:0] s_lane;
  logic [32*$clog2(LANES)-1:0]    t_lane;
  logic [$clog2(LANES)-1:0]       s_cmp, t_cmp;
  logic [Words*32-1:0]            words;
  logic [31:0]                    cmp;
  smls_operands #(.LANES(LANES)) u_operands (
    .clk_i, .rst_ni, .free_o(slot_free), .free_slot_o(new_slot), .put_i(put), .put_slot_i(put_slot),
    .put_beat_i(ls_beat_i), .data_i(ls_data_i),
    .cmp_i(ls_cmp_i), .start_i(start && (a_store || a_amo)), .start_slot_i(a_slot),
    .start_shared_i(starts_shared), .start_lines_i(starts_lines),
    .s_want_i(s_want), .s_go_o(s_go), .s_slot_i(s_slot), .s_beat_i(s_beat), .s_size_i(s_size),
    .s_lane_i(s_lane), .s_cmp_i(s_cmp), .s_end_i(s_end),
    .t_want_i(t_want), .t_go_o(t_go), .t_slot_i(t_slot), .t_beat_i(t_beat), .t_size_i(t_size),
    .t_lane_i(t_lane), .t_cmp_i(t_cmp), .t_end_i(t_end),
    .word_o(words), .cmp_o(cmp)
  );

  // ================ S: shared memory ================
  // sm_*: results of shared memory, on their way to D
  logic                           sm_stored, sm_valid, sm_stall, sm_fail, sm_final, sm_last,
      sm_needs, sm_replay;
  logic [2:0]                     sm_inst, sm_res_inst, sm_form;
  smgpu_pkg::warp_t               sm_warp;
  logic [LANES-1:0]               sm_mask;
  logic [LANES*32-1:0]            sm_word;
  logic [LANES*$clog2(LANES)-1:0] sm_bank;
  logic [LANES*2-1:0]             sm_byte;
  // The mode, and the way of S to L1's data RAM
  logic                           lent_q;
  logic [LANES-1:0]               lent_read;
  logic [LANES*LI-1:0]            lent_row, lent_wrow;
  logic [LANES*4-1:0]             lent_be;
  logic [LANES*32-1:0]            lent_wdata;
  logic [Words*32-1:0]            d_word;
  always_ff @(posedge clk_i) lent_q <= LEND != 0 && lent_i;
  smls_shared #(.WARPS(WARPS), .LANES(LANES), .KIB(SHARED_KIB), .LENT(Lent)) u_shared (
    .clk_i, .rst_ni, .start_i(start && starts_shared), .ready_o(s_ready), .uop_i(a_uop),
    .threads_i(to_shared), .only_i(!has_lines), .addr_i(a_addr),
    .inst_i(inst), .slot_i(a_slot), .want_o(s_want), .go_i(s_go), .slot_o(s_slot), .beat_o(s_beat),
    .size_o(s_size), .lane_o(s_lane), .cmp_o(s_cmp),
    .word_i(words[LANES*32-1:0]), .cmp_i(cmp), .end_o(s_end), .store_o(sm_stored), .inst_o(sm_inst),
    .res_valid_o(sm_valid), .res_stall_i(sm_stall),
    .res_mask_o(sm_mask), .res_word_o(sm_word), .res_bank_o(sm_bank), .res_byte_o(sm_byte),
    .res_form_o(sm_form), .res_fail_o(sm_fail),
    .res_beat_o(sm_beat), .res_inst_o(sm_res_inst), .res_needs_o(sm_needs), .res_final_o(sm_final),
    .res_last_o(sm_last), .replay_o(sm_replay), .replay_warp_o(sm_warp), .clear_i(smem_clear_i),
    .first_i(smem_clear_first_i), .last_i(smem_clear_last_i), .clear_done_o(smem_clear_done_o),
    .lent_i(lent_q), .lent_read_o(lent_read), .lent_row_o(lent_row),
    .lent_data_i(d_word[LANES*32-1:0]), .lent_be_o(lent_be), .lent_wrow_o(lent_wrow),
    .lent_wdata_o(lent_wdata)
  );

  // ================ P, T, L: memory ================
  // p_*: the group that P offers. t_*: the one that T gives to L, with page and line.
  smls_pkg::group_t p_group, t_group;
  logic             t_valid, t_ready, t_fault, walk, sweeps;
  logic [2:0]       p_slot;
  logic [1:0]       p_size;
  logic             p_replay;
  logic [28:0]      t_ppn;
  smgpu_pkg::line_t t_line;
  logic [31:0]      t_be;
  smls_split #(.LANES(LANES)) u_split (
    .clk_i, .rst_ni, .start_i(start && starts_lines), .ready_o(p_ready), .busy_o(p_busy),
    .uop_i(a_uop), .vm_i(a_vm), .threads_i(to_lines), .local_i(a_local),
    .addr_i(a_addr), .inst_i(inst), .slot_i(a_slot), .valid_o(p_valid), .take_i(p_take),
    .group_o(p_group), .slot_o(p_slot), .size_o(p_size),
    .final_o(p_final), .replay_o(p_replay)
  );
  smls_translate #(.LANES(LANES), .TLB(TLB), .PAGES(PAGES), .WALKS(WALKS)) u_translate (
    .clk_i, .rst_ni, .valid_i(p_valid), .take_o(p_take), .group_i(p_group), .slot_i(p_slot),
    .size_i(p_size), .final_i(p_final), .empty_o(t_empty),
    .want_o(t_want), .go_i(t_go), .slot_o(t_slot), .beat_o(t_beat), .size_o(t_size),
    .lane_o(t_lane), .cmp_o(t_cmp), .word_i(words[255:0]), .cmp_i(cmp),
    .end_o(t_end), .valid_o(t_valid), .ready_i(t_ready), .group_o(t_group), .ppn_o(t_ppn),
    .fault_o(t_fault), .line_o(t_line), .be_o(t_be),
    .dw_req_valid_o, .dw_req_ready_i, .dw_req_o, .dw_rsp_valid_i, .dw_rsp_i, .dw_row_i,
    .walk_o(walk), .sweeps_o(sweeps), .quiesce_i, .tlb_flush_i
  );

  // old: L has something of the era before.
  logic                  old;
  assign drained_o = !old && !sweeps;
  // l_*: what L tells the table, and faults. d_*: what it gives to D.
  logic [1:0]          l_more;
  logic                l_drop, l_bus, l_stored, d_free, d_take, d_hit, d_write, d_plain, d_needs,
      busy, sent, missed, high_hits, high_missed, bypass, bypass_q;
  logic [2:0]          l_inst, l_stored_inst, l_fault_inst, l_access, d_new_inst, hits;
  logic [7:0]          dead;
  logic [31:0]         l_addr, d_mask;
  logic [4:0]          l_thread;
  smgpu_pkg::line_t    d_line;
  logic [223:0]        d_offs;
  smls_lookup #(.LANES(LANES), .KIB(L1_KIB), .WARPS(WARPS), .PRIO(PRIO), .LINES(LINES),
      .LEND(LEND)) u_lookup (
    .clk_i, .rst_ni, .valid_i(t_valid), .ready_o(t_ready), .group_i(t_group), .ppn_i(t_ppn),
    .fault_i(t_fault), .line_i(t_line), .be_i(t_be),
    .empty_o(l_empty), .inst_o(l_inst), .more_o(l_more), .drop_o(l_drop), .dead_i(dead),
    .fault_o(l_fault), .fault_near_o(l_near), .fault_bus_o(l_bus),
    .fault_inst_o(l_fault_inst), .fault_access_o(l_access), .fault_addr_o(l_addr),
    .fault_thread_o(l_thread), .stored_o(l_stored), .stored_inst_o(l_stored_inst),
    .d_free_i(d_free), .d_take_o(d_take), .d_hit_o(d_hit), .d_write_o(d_write), .d_plain_o(d_plain),
    .d_line_o(d_line), .d_word_o(d_word),
    .d_mask_o(d_mask), .d_offs_o(d_offs), .d_inst_o(d_new_inst), .d_req_valid_o, .d_req_ready_i,
    .d_req_o, .d_rsp_valid_i, .d_rsp_i, .inv_valid_i,
    .inv_ready_o, .inv_pa_i, .l1_flush_i, .tlb_flush_i(tlb_flush_i.valid), .busy_o(busy),
        .old_o(old),
    .hits_o(hits), .sent_o(sent), .missed_o(missed),
    .level_i, .level_l2_i, .prio_i, .high_hits_o(high_hits), .high_missed_o(high_missed),
    .bypass_o(bypass), .seen_o,
    .lent_i(lent_q), .lent_read_i(Words'(lent_read)), .lent_row_i((Words*LI)'(lent_row)),
    .lent_be_i((Words*4)'(lent_be)), .lent_wrow_i((Words*LI)'(lent_wrow)),
    .lent_wdata_i((Words*32)'(lent_wdata))
  );
  assign d_rsp_ready_o = 1'b1;

  // ================ D: results ================
  // d_*: the group in D. end_*: an instruction that is complete. finish: it ends in this cycle.
  logic        d_done, d_only, end_valid, end_owes, end_written, finish;
  logic [2:0]  d_inst, lw_inst, end_inst;
  smls_pkg::info_t            d_info;
  smls_pkg::dest_t            s_dest;
  smls_pkg::dest_t            end_dest;
  smls_deliver #(.LANES(LANES)) u_deliver (
    .clk_i, .rst_ni, .free_o(d_free), .take_i(d_take), .hit_i(d_hit), .write_i(d_write),
    .plain_i(d_plain), .line_i(d_line), .l1_word_i(d_word),
    .mask_i(d_mask), .offs_i(d_offs), .inst_i(d_new_inst), .needs_i(d_needs), .done_o(d_done),
    .inst_o(d_inst), .info_i(d_info), .only_i(d_only), .s_valid_i(sm_valid),
    .s_stall_o(sm_stall), .s_mask_i(sm_mask), .s_word_i(sm_word), .s_bank_i(sm_bank),
    .s_byte_i(sm_byte), .s_form_i(sm_form), .s_fail_i(sm_fail),
    .s_beat_i(sm_beat), .s_last_i(sm_last), .s_inst_i(sm_res_inst), .s_dest_i(s_dest),
    .s_needs_i(sm_needs), .end_owes_i(end_owes), .end_inst_i(end_inst),
    .end_dest_i(end_dest), .end_written_o(end_written), .lw_valid_o, .lw_ready_i,
    .lw_inst_o(lw_inst), .lw_warp_o, .lw_rd_o, .lw_seq_o, .lw_beat_o,
    .lw_mask_o, .lw_data_o, .lw_last_o
  );

  // ================ Instructions under way, end, faults ================
  smls_pkg::dest_t a_dest;
  smls_pkg::info_t a_info;
  always_comb begin
    a_dest.warp   = a.warp;
    a_dest.rd     = a_rd;
    a_dest.seq    = a.seq;
    a_info.dest   = a_dest;
    a_info.funct3 = a.insn[14:12];
  end
  // Of a fault that L has found
  smgpu_pkg::warp_t fault_warp;
  logic [31:0] fault_pc, lsf_pc;
  smls_table u_table (
    .clk_i, .rst_ni, .free_o(table_free), .free_id_o(inst), .start_i(start),
    // The shared part of an instruction is complete with its last result (or, for a store, its last
    // beat).
    .start_shared_i(starts_shared), .start_lw_i(a_writes), .info_i(a_info), .pc_i(a.pc),
    .start_sent_i(!starts_lines),
    .p_id_i(p_group.inst), .up_i(p_take), .sent_i(p_final), .t_id_i(l_inst), .more_i(l_more),
    .drop_i(l_drop), .dead_i(l_near && !l_bus), .dead_o(dead),
    .sm_id_i(sm_inst), .store_done_i(sm_stored), .n_id_i(d_new_inst), .n_needs_o(d_needs),
    .d_id_i(d_inst), .d_done_i(d_done), .d_info_o(d_info), .d_only_o(d_only), .s_id_i(sm_res_inst),
    // A store may end in the cycle in which the result of the instruction before it is taken at
    // last.
    .s_done_i(sm_valid && !sm_stall && sm_final), .s_dest_o(s_dest), .w_id_i(l_stored_inst),
    .w_done_i(l_stored), .r_id_i(l_fault_inst),
    .r_warp_o(fault_warp), .r_pc_o(fault_pc), .lw_i(lw_valid_o && lw_ready_i && lw_last_o),
    .lw_id_i(lw_inst), .end_o(end_valid),
    .end_owes_o(end_owes), .end_dest_o(end_dest), .end_id_o(end_inst), .finish_i(finish)
  );
  assign finish      = end_valid && (!end_owes || end_written);
  assign lsd_valid_o = finish;
  assign lsd_warp_o  = end_dest.warp;

  always_ff @(posedge clk_i) begin
    replay_valid_o <= rst_ni ? {p_replay, sm_replay} : '0;
    replay_warp_o  <= {p_group.warp, sm_warp};
  end

  // Faults of L go before those of A: an instruction with one starts only while L has none.
  assign lsf_valid_o  = l_fault || (start && a_fault);
  assign lsf_warp_o   = l_near ? fault_warp : a.warp;
  assign lsf_pc       = l_near ? fault_pc : a.pc;
  assign lsf_pc_o     = {lsf_pc[31:1], 1'b0};
  assign lsf_cause_o  = l_bus ? smgpu_hw_pkg::ErrBus : l_near ? smgpu_hw_pkg::ErrPageFault
      : a_fault_cause;
  assign lsf_access_o = l_near ? l_access : a_store ? smgpu_hw_pkg::AccessWrite
      : a_amo ? smgpu_hw_pkg::AccessAtomic : smgpu_hw_pkg::AccessRead;
  assign lsf_addr_o   = l_near ? l_addr : a_fault_addr;
  assign lsf_thread_o = {!lsf_pc[0], l_near ? l_thread : a_fault_thread};

  // T holds its groups while quiesce_i is high.
  assign quiesced_o = !busy && !walk && l_empty;

  always_ff @(posedge clk_i) bypass_q <= rst_ni && bypass;
  always_comb begin
    perf_ls_o.l1_bypasses     = 6'(bypass_q);
    perf_ls_o.l1_misses_prio  = 6'(missed && high_missed);
    perf_ls_o.l1_hits_prio    = high_hits ? 6'(hits) : '0;
    perf_ls_o.shared_replays  = 6'(sm_replay);
    perf_ls_o.shared_accesses = 6'(start && has_shared);
    perf_ls_o.mem_requests    = {3'b0, hits + {2'b0, sent}};
    perf_ls_o.l1_misses       = 6'(missed);
    perf_ls_o.l1_hits         = 6'(hits);
  end

`ifdef VERILATOR
  initial if (LEND != 0 && (LANES < 8 || L1_KIB > SHARED_KIB)) $fatal(1,
      "smls_top: L1 lends to shared memory from 8 lanes on, and at most as much as that has");
  always_ff @(posedge clk_i)
    // The mode changes only while nothing is under way.
    if (rst_ni && LEND != 0 && lent_i != lent_q &&
        (busy || !l_empty || !t_empty || p_busy || s_want || sm_valid || a_valid))
      $fatal(1, "smls_top: L1 is lent, or comes back, while it is in use");
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
