// SPDX-License-Identifier: MIT
// Load/store unit of an SM. Stages:
// - smls_addr collects an instruction and turns its addresses
// - P holds one instruction and works through its threads: first those that address shared memory, a beat at a time, then the others,
//   grouped by line (smls_group; atomics: thread by thread)
// - T translates a group, looks up L1, and hits, or sends a request to the L2 (a store's line: smls_build); up to 32 requests are under way
//   (smls_pending)
// - smls_deliver spreads a line over the threads of a group, a beat a cycle
// Results go straight to the register file, group by group; the last write of an instruction is marked. An instruction's entry in the
// table (smls_table) lives until everything of it is acknowledged.
// A line that an invalidation, a store or an atomic touches while its fill is under way is delivered, but not kept. A load does not hit while
// an older one of the warp, of the same set, is under way: loads of one address stay in order.

/* verilator lint_off UNUSEDSIGNAL */
module smls_top #(
    parameter int unsigned WARPS      = 16,
    parameter int unsigned LANES      = 16,
    parameter int unsigned L1_KIB     = 16,
    parameter int unsigned SHARED_KIB = 32
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    input  logic [1:0]                      sm_id_i,
    // From execution
    input  logic                            ls_valid_i,
    output logic                            ls_ready_o,
    input  logic [smgpu_pkg::UopW-1:0]      ls_uop_i,
    input  logic [1:0]                      ls_beat_i,
    input  logic [LANES*32-1:0]             ls_base_i,
    input  logic [LANES*32-1:0]             ls_data_i,
    input  logic [LANES*32-1:0]             ls_cmp_i,
    // To execution: results
    output logic                            lw_valid_o,
    input  logic                            lw_ready_i,
    output logic [5:0]                      lw_warp_o,
    output logic [4:0]                      lw_rd_o,
    output logic [7:0]                      lw_seq_o,
    output logic [1:0]                      lw_beat_o,
    output logic [LANES-1:0]                lw_mask_o,
    output logic [LANES*32-1:0]             lw_data_o,
    output logic                            lw_last_o,
    // To the front end
    output logic                            lsd_valid_o,
    output logic [5:0]                      lsd_warp_o,
    output logic                            lsf_valid_o,
    output logic [5:0]                      lsf_warp_o,
    output logic [31:0]                     lsf_pc_o,
    output logic [7:0]                      lsf_cause_o,
    output logic [2:0]                      lsf_access_o,
    output logic [31:0]                     lsf_addr_o,
    // Context
    output logic [5:0]                      ctx_warp_o,
    input  logic [smgpu_pkg::WarpCtxW-1:0]  ctx_i,
    // Shared memory clear
    input  logic                            smem_clear_i,
    input  logic [3:0]                      smem_clear_first_i,
    input  logic [3:0]                      smem_clear_last_i,
    output logic                            smem_clear_done_o,
    // Memory
    output logic                            d_req_valid_o,
    input  logic                            d_req_ready_i,
    output logic [smgpu_pkg::MemReqW-1:0]   d_req_o,
    input  logic                            d_rsp_valid_i,
    output logic                            d_rsp_ready_o,
    input  logic [smgpu_pkg::MemRspW-1:0]   d_rsp_i,
    input  logic                            inv_valid_i,
    output logic                            inv_ready_o,
    input  logic [35:0]                     inv_pa_i,
    // Page walks
    output logic                            dw_req_valid_o,
    input  logic                            dw_req_ready_i,
    output logic [smgpu_pkg::WalkReqW-1:0]  dw_req_o,
    input  logic                            dw_rsp_valid_i,
    input  logic [smgpu_pkg::WalkRspW-1:0]  dw_rsp_i,
    // Maintenance
    input  logic                            quiesce_i,
    output logic                            quiesced_o,
    input  logic                            tlb_flush_i,
    input  logic                            l1_flush_i,
    // Counters: l1_hits, l1_misses, mem_requests, shared_accesses, shared_replays
    output logic [29:0]                     perf_ls_o
);

  localparam int unsigned B  = 32 / LANES;
  localparam int unsigned BI = $clog2(LANES);
  localparam int unsigned DW = LANES * 32;

  // ================ Addresses ================
  logic                  a_valid, a_ready, a_fault, a_take, a_slot;
  logic [smgpu_pkg::UopW-1:0] a_uop;
  logic [5:0]            a_vm;
  logic [31:0]           a_shared, a_local, a_fault_addr;
  logic [1023:0]         a_addr;
  logic [7:0]            a_fault_cause;
  smls_addr #(
      .WARPS(WARPS),
      .LANES(LANES)
  ) u_addr (
      .clk_i,
      .rst_ni,
      .sm_id_i,
      .ls_valid_i,
      .ls_ready_o,
      .ls_uop_i,
      .ls_beat_i,
      .ls_base_i,
      .ctx_warp_o,
      .ctx_i,
      .valid_o      (a_valid),
      .ready_i      (a_ready),
      .uop_o        (a_uop),
      .vm_o         (a_vm),
      .shared_o     (a_shared),
      .local_o      (a_local),
      .addr_o       (a_addr),
      .take_o       (a_take),
      .slot_o       (a_slot),
      .fault_o      (a_fault),
      .fault_cause_o(a_fault_cause),
      .fault_addr_o (a_fault_addr)
  );
  // Fields of the instruction that comes in
  smgpu_pkg::uop_t a;
  logic [31:0] a_mask;
  logic [4:0]  a_rd;
  logic        a_has_shared;
  assign a            = a_uop;
  assign a_mask       = a.mask;
  assign a_rd         = (a.insn[6:2] == 5'h08) ? '0 : a.insn[11:7];
  assign a_has_shared = (a_shared & a_mask) != '0;

  // ================ P: the instruction at hand ================
  typedef enum logic [1:0] {StIdle, StFault, StShared, StLines} state_e;
  state_e          state_q;
  smgpu_pkg::uop_t p_uop;
  logic [smgpu_pkg::UopW-1:0] p_uop_q;
  logic [5:0]      p_vm_q;
  logic [1023:0]   p_addr_q;
  logic [31:0]     p_shared_q, p_local_q, p_rem_q, p_fault_addr_q;   // rem: threads with lines still to be grouped
  logic [7:0]      p_fault_cause_q;
  logic [2:0]      p_inst_q;
  logic [1:0]      p_beat_q;
  logic            p_slot_q, p_store, p_amo, p_lr;
  logic [2:0]      p_access;
  assign p_uop    = p_uop_q;
  assign p_store  = p_uop.insn[6:2] == 5'h08;
  assign p_amo    = p_uop.insn[6:2] == 5'h0b;
  assign p_lr     = p_amo && p_uop.insn[31:27] == 5'd2;
  assign p_access = p_store ? 3'd2 : p_amo ? 3'd4 : 3'd1;

  logic start, finishing, any_in;
  logic g_valid_q;              // a group of threads, one line, is looked up
  logic t_done, t_fault;        // the lookup ends in this cycle, by a fault
  logic [4:0] g_lead_q;         // its first thread
  logic [2:0] free_in;
  // The next instruction comes in the cycle in which the last line of this one leaves.
  assign finishing = state_q == StLines && p_rem_q == '0 && (!g_valid_q || (t_done && !t_fault));
  assign a_ready   = (state_q == StIdle || finishing) && any_in;
  assign start     = a_valid && a_ready;

  // ---- The beat that goes to shared memory, into a store's line or to the L2 as an atomic
  logic                in_shared;
  logic [1:0]          beat, build_beat;
  logic [LANES*32-1:0] beat_addr;
  logic [LANES*18-1:0] beat_off;
  logic [LANES*4-1:0]  beat_be;
  logic [LANES*3-1:0]  beat_word;
  logic [DW-1:0]       beat_data, beat_cmp, words;
  logic [31:0]         amo_cmp;
  logic [BI-1:0]       sm_first, amo_lane;
  assign in_shared = state_q == StShared;
  assign beat      = in_shared ? p_beat_q : build_beat;
  assign amo_lane  = in_shared ? sm_first : g_lead_q[BI-1:0];
  assign amo_cmp   = beat_cmp[32*amo_lane+:32];
  always_comb begin
    beat_addr = p_addr_q[DW-1:0];
    for (int unsigned b = 1; b < B; b++) if (beat == 2'(b)) beat_addr = p_addr_q[b*DW+:DW];
  end
  for (genvar g = 0; g < LANES; g++) begin : gen_beat
    logic [17:0] off;
    assign off                 = beat_addr[32*g+:18];
    assign beat_off[18*g+:18]  = off;
    assign beat_word[3*g+:3]   = p_amo ? '0 : off[4:2];
    assign beat_be[4*g+:4]     = (p_uop.insn[13:12] == 2'd0) ? 4'b0001 << off[1:0] : (p_uop.insn[13:12] == 2'd1) ? {{2{off[1]}}, {2{!off[1]}}} : '1;
  end
  smls_operands #(
      .LANES(LANES)
  ) u_operands (
      .clk_i,
      .we_i      (a_take),
      .row_i     ({a_slot, ls_beat_i}),
      .data_i    (ls_data_i),
      .cmp_i     (ls_cmp_i),
      .read_row_i({p_slot_q, beat}),
      .data_o    (beat_data),
      .cmp_o     (beat_cmp)
  );
  logic [LANES*BI-1:0]   bank_lane;
  logic [32*BI-1:0]      build_lane;
  logic [LANES*4*BI-1:0] byte_lane;
  for (genvar g = 0; g < LANES * 4; g++) begin : gen_byte_lane
    if (g < 32) begin : gen_both
      assign byte_lane[BI*g+:BI] = in_shared ? bank_lane[BI*(g/4)+:BI] : build_lane[BI*g+:BI];
    end else begin : gen_bank
      assign byte_lane[BI*g+:BI] = bank_lane[BI*(g/4)+:BI];
    end
  end
  smls_xbar #(
      .LANES(LANES)
  ) u_xbar (
      .data_i(beat_data),
      .size_i(p_uop.insn[13:12]),
      .lane_i(byte_lane),
      .word_o(words)
  );

  // ================ Shared memory ================
  logic                sm_valid, sm_ready, sm_res_valid, sm_stall, sm_replay, sm_fail;
  logic [LANES-1:0]    sm_mask, sm_res_mask;
  logic [DW-1:0]       sm_word;
  logic [LANES*BI-1:0] sm_bank;
  logic [LANES*2-1:0]  sm_byte;
  logic [2:0]          sm_form;
  logic [1:0]          res_beat_q;
  logic                res_last_q, res_final_q;           // final: the last of the shared part; last: of the instruction
  logic [2:0]          res_inst_q;
  logic [31:0]         p_in_shared;
  logic [4:0]          first_thread;
  logic                more_shared, beat_done, only_shared;
  assign p_in_shared  = p_uop.mask & p_shared_q;
  assign first_thread = 5'(32'(p_beat_q) * LANES);
  assign sm_valid     = in_shared && sm_mask != '0;
  always_comb begin
    sm_mask     = p_in_shared[LANES-1:0];
    more_shared = 1'b0;
    for (int unsigned b = 1; b < B; b++) begin
      if (p_beat_q == 2'(b)) sm_mask = p_in_shared[b*LANES+:LANES];
      if (2'(b) > p_beat_q && p_in_shared[b*LANES+:LANES] != '0) more_shared = 1'b1;
    end
  end
  smls_smem #(
      .WARPS(WARPS),
      .LANES(LANES),
      .KIB  (SHARED_KIB)
  ) u_smem (
      .clk_i,
      .rst_ni,
      .valid_i     (sm_valid),
      .ready_o     (sm_ready),
      .mask_i      (sm_mask),
      .addr_i      (beat_off),
      .be_i        (beat_be),
      .store_i     (p_store),
      .amo_i       (p_amo),
      .funct5_i    (p_uop.insn[31:27]),
      .funct3_i    (p_uop.insn[14:12]),
      .owner_i     ({p_uop.warp, first_thread}),
      .lane_o      (bank_lane),
      .data_i      (words),
      .first_o     (sm_first),
      .cmp_i       (amo_cmp),
      .res_valid_o (sm_res_valid),
      .res_mask_o  (sm_res_mask),
      .res_word_o  (sm_word),
      .res_bank_o  (sm_bank),
      .res_byte_o  (sm_byte),
      .res_form_o  (sm_form),
      .res_fail_o  (sm_fail),
      .stall_i     (sm_stall),
      .replay_o    (sm_replay),
      .clear_i     (smem_clear_i),
      .first_i     (smem_clear_first_i),
      .last_i      (smem_clear_last_i),
      .clear_done_o(smem_clear_done_o)
  );
  assign beat_done   = in_shared && (sm_mask == '0 || sm_ready);
  assign only_shared = p_rem_q == '0;

  // ================ Groups: threads of one line ================
  logic [4:0]    lead;
  logic [31:0]   lead_va, group;
  smls_group u_group (
      .left_i  (p_rem_q),
      .addr_i  (p_addr_q),
      .single_i(p_amo),
      .lead_o  (lead),
      .va_o    (lead_va),
      .group_o (group)
  );
  logic          g_tags_q;                                // tags: the lookup is of this group
  logic          g_local_q;                               // it is local memory
  logic [31:0]   g_va_q, g_mask_q;
  logic          g_take, build_done;
  logic [255:0]  line;
  logic [31:0]   be;
  assign g_take = state_q == StLines && p_rem_q != '0 && (!g_valid_q || t_done);
  smls_build #(
      .LANES(LANES)
  ) u_build (
      .clk_i,
      .take_i (g_take),
      .group_i(group),
      .run_i  (p_store && g_valid_q),
      .beat_o (build_beat),
      .word_i (beat_word),
      .be_i   (beat_be),
      .lane_o (build_lane),
      .data_i (words[255:0]),
      .line_o (line),
      .be_o   (be),
      .done_o (build_done)
  );

  // ================ Requests under way ================
  typedef struct packed {
    logic         load;      // its line may be kept
    logic         plain;     // the answer is a line (load), not one word (AMO)
    logic         write;     // nothing comes back
    logic [2:0]   inst;
    logic [2:0]   access;
    logic [31:0]  mask;
    logic [159:0] offs;      // byte in the line, for each thread
    logic [31:0]  va;
    logic [28:0]  tag;       // pa[40:12]
  } entry_t;
  localparam int unsigned EW = 262;
  entry_t        r_entry;
  logic [EW-1:0] r_entry_bits;
  logic [35:0]   r_line, touch_line;
  logic [255:0]  r_data;
  logic [159:0]  g_offs;
  logic [40:0]   tlb_pa;
  logic [4:0]    free_en;
  logic          any_en, en_busy, en_put, same, r_valid, r_take, r_err, r_keep, touch;
  for (genvar g = 0; g < 32; g++) begin : gen_offs
    assign g_offs[5*g+:5] = p_addr_q[32*g+:5];
  end
  smls_pending #(
      .WIDTH(EW)
  ) u_pending (
      .clk_i,
      .rst_ni,
      .free_o      (any_en),
      .free_id_o   (free_en),
      .put_i       (en_put),
      .entry_i     ({!p_store && !p_amo, !p_amo, p_store, p_inst_q, p_access, g_mask_q, g_offs, g_va_q, tlb_pa[40:12]}),
      .line_i      (tlb_pa[40:5]),
      .nokeep_i    (p_store || p_amo || tlb_pa[40]),
      .load_i      (!p_store && !p_amo),
      .warp_i      (p_uop.warp),
      .set_i       (g_va_q[11:5]),
      .same_o      (same),
      .any_o       (en_busy),
      .touch_i     (touch),
      .touch_line_i(touch_line),
      .rsp_valid_i (d_rsp_valid_i),
      .rsp_i       (d_rsp_i),
      .valid_o     (r_valid),
      .take_i      (r_take),
      .err_o       (r_err),
      .data_o      (r_data),
      .entry_o     (r_entry_bits),
      .keep_o      (r_keep)
  );
  assign d_rsp_ready_o = 1'b1;
  assign r_entry       = r_entry_bits;
  assign r_line        = {r_entry.tag, r_entry.va[11:5]};

  // ================ T: translate and look up ================
  logic         tlb_valid, tlb_rsp, tlb_fault;
  assign tlb_valid = g_valid_q && !quiesce_i;
  mem_tlb #(
      .ENTRIES(32)
  ) u_tlb (
      .clk_i,
      .rst_ni,
      .req_valid_i     (tlb_valid),
      .req_walk_i      (1'b1),
      .req_vm_i        (p_vm_q),
      .req_va_i        (g_va_q),
      .req_access_i    ((p_store || (p_amo && !p_lr)) ? smgpu_pkg::AccWrite : smgpu_pkg::AccRead),
      .rsp_valid_o     (tlb_rsp),
      .rsp_pa_o        (tlb_pa),
      .rsp_fault_o     (tlb_fault),
      .walk_req_valid_o(dw_req_valid_o),
      .walk_req_ready_i(dw_req_ready_i),
      .walk_req_o      (dw_req_o),
      .walk_rsp_valid_i(dw_rsp_valid_i),
      .walk_rsp_i      (dw_rsp_i),
      .flush_i         (tlb_flush_i)
  );

  logic         l1_hit, l1_update, l1_drop, l1_fill;
  logic [255:0] l1_data;
  logic [6:0]   l1_set, l1_tag_set_q, f_set, f_set_q;
  logic         f_valid_q, f_keep_q, i_valid_q;          // a fill, an invalidation in its second cycle
  logic [28:0]  f_tag_q;
  logic [255:0] f_data_q;
  logic         d_free;

  logic t_ready, t_hit, t_send, null_page, t_good, fill_here;
  logic lsf_p, lsf_r;   // faults of the instruction's start, of an answer from memory
  // In the cycle of a fill no lookup of its set counts.
  assign fill_here = l1_fill && l1_tag_set_q == f_set_q;
  assign null_page = g_va_q[31:12] == '0;
  assign t_ready   = tlb_valid && tlb_rsp && g_tags_q && (build_done || !p_store);
  assign t_good    = t_ready && !tlb_fault && !null_page;
  assign t_fault   = t_ready && (tlb_fault || null_page) && !lsf_r;   // a bus error goes before a group's fault
  assign t_hit     = t_good && !p_store && !p_amo && l1_hit && !same && d_free && !r_take && !fill_here;
  // A store or atomic beside a fill or invalidation could be of the same line: it waits a cycle and then finds it.
  assign t_send    = t_good && ((p_store || p_amo) ? !l1_fill && !i_valid_q : (!l1_hit || same) && !fill_here) && any_en;
  assign en_put    = t_send && d_req_ready_i;
  assign t_done    = t_fault || t_hit || en_put;

  assign d_req_valid_o = t_send;
  assign d_req_o = {p_store ? smgpu_pkg::MemWrite : p_amo ? smgpu_pkg::MemAmo : smgpu_pkg::MemRead, p_uop.insn[31:27], {p_uop.warp, g_lead_q}, 2'b0,
                    {3'b0, free_en}, tlb_pa[40:5], p_amo ? tlb_pa[4:2] : 3'b0, 2'b0, be, line[255:64], p_amo ? amo_cmp : line[63:32], line[31:0]};

  // ---- The other lookup port: a fill or an invalidation, two cycles each; a fill's second may be the next one's first
  logic steal_fill, steal_inv;
  assign r_take     = r_valid && d_free && !(f_valid_q && r_line[6:0] == f_set_q) && !i_valid_q && !(r_err && lsf_p);
  assign steal_fill = r_take && r_entry.load && !r_err;
  assign steal_inv  = inv_valid_i && !steal_fill && !f_valid_q && !i_valid_q;
  assign inv_ready_o = i_valid_q;
  assign l1_set     = g_take ? lead_va[11:5] : g_va_q[11:5];
  assign f_set      = steal_fill ? r_line[6:0] : inv_pa_i[6:0];
  assign l1_fill    = f_valid_q && f_keep_q;  // nothing can come between a fill's two cycles
  // A store or atomic drops the line as it leaves: the next load follows it to the L2, and no other warp of the SM sees what those of the
  // other SMs can't see yet. Local memory is its thread's alone: its stores update the line.
  assign l1_drop    = en_put && (p_amo || (p_store && !g_local_q));
  assign l1_update  = en_put && p_store && g_local_q;
  assign touch      = i_valid_q || l1_update || l1_drop;
  assign touch_line = i_valid_q ? inv_pa_i : tlb_pa[40:5];

  smls_l1 #(
      .KIB(L1_KIB)
  ) u_l1 (
      .clk_i,
      .rst_ni,
      .flush_i    (l1_flush_i),
      .set_i      (l1_set),
      .tag_set_i  (l1_tag_set_q),
      .tag_i      (tlb_pa[40:12]),
      .hit_o      (l1_hit),
      .read_i     (t_hit),
      .data_o     (l1_data),
      .update_i   (l1_update),
      .be_i       (be),
      .wdata_i    (line),
      .drop_i     (l1_drop),
      .f_set_i    (f_set),
      .f_tag_set_i(f_set_q),
      .f_tag_i    (f_valid_q ? f_tag_q : inv_pa_i[35:7]),
      .fill_i     (l1_fill),
      .f_data_i   (f_data_q),
      .f_drop_i   (i_valid_q)
  );

  // ================ Results ================
  logic        d_done, d_only, end_valid, end_owes, end_written, finish;
  logic [2:0]  d_inst, lw_inst, end_in;
  logic [21:0] d_info;
  logic [18:0] s_info, end_info;
  smls_deliver #(
      .LANES(LANES)
  ) u_deliver (
      .clk_i,
      .rst_ni,
      .free_o       (d_free),
      .take_i       (r_take),
      .hit_i        (t_hit),
      .write_i      (r_entry.write || r_err),
      .plain_i      (r_entry.plain),
      .line_i       (r_data),
      .l1_line_i    (l1_data),
      .mask_i       (r_take ? r_entry.mask : g_mask_q),
      .offs_i       (r_take ? r_entry.offs : g_offs),
      .inst_i       (r_take ? r_entry.inst : p_inst_q),
      .done_o       (d_done),
      .inst_o       (d_inst),
      .info_i       (d_info),
      .only_i       (d_only),
      .s_valid_i    (sm_res_valid),
      .s_stall_o    (sm_stall),
      .s_mask_i     (sm_res_mask),
      .s_word_i     (sm_word),
      .s_bank_i     (sm_bank),
      .s_byte_i     (sm_byte),
      .s_form_i     (sm_form),
      .s_fail_i     (sm_fail),
      .s_beat_i     (res_beat_q),
      .s_last_i     (res_last_q),
      .s_inst_i     (res_inst_q),
      .s_info_i     (s_info),
      .end_owes_i   (end_valid && end_owes),
      .end_inst_i   (end_in),
      .end_info_i   (end_info),
      .end_written_o(end_written),
      .lw_valid_o,
      .lw_ready_i,
      .lw_inst_o    (lw_inst),
      .lw_warp_o,
      .lw_rd_o,
      .lw_seq_o,
      .lw_beat_o,
      .lw_mask_o,
      .lw_data_o,
      .lw_last_o
  );

  // ================ Instructions under way, end, faults ================
  logic        sent;
  logic [5:0]  r_warp;
  logic [31:0] r_pc;
  smls_table u_table (
      .clk_i,
      .rst_ni,
      .free_o        (any_in),
      .free_id_o     (free_in),
      .start_i       (start),
      // The shared part of an instruction counts as one group, complete with its last result (or, for a store, its last beat).
      .start_shared_i(a_has_shared && !a_fault),
      .start_lw_i    (a_rd != '0),
      .info_i        ({a.warp, a_rd, a.seq, a.insn[14:12]}),
      .pc_i          (a.pc),
      .p_id_i        (p_inst_q),
      .sent_i        (sent),
      .up_i          (t_hit || en_put),
      .store_done_i  (beat_done && !more_shared && p_store),
      .d_id_i        (d_inst),
      .d_done_i      (d_done),
      .d_info_o      (d_info),
      .d_only_o      (d_only),
      .s_id_i        (res_inst_q),
      // A store may end in the cycle in which the result of the instruction before it is taken at last.
      .s_done_i      (sm_res_valid && !sm_stall && res_final_q),
      .s_info_o      (s_info),
      .r_id_i        (r_entry.inst),
      .r_warp_o      (r_warp),
      .r_pc_o        (r_pc),
      .lw_i          (lw_valid_o && lw_ready_i && lw_last_o),
      .lw_id_i       (lw_inst),
      .end_o         (end_valid),
      .end_owes_o    (end_owes),
      .end_info_o    (end_info),
      .end_id_o      (end_in),
      .finish_i      (finish)
  );
  assign finish      = end_valid && (!end_owes || end_written);
  assign lsd_valid_o = finish;
  assign lsd_warp_o  = end_info[18:13];

  assign lsf_p        = state_q == StFault;
  assign lsf_r        = r_take && r_err;
  assign lsf_valid_o  = lsf_p || lsf_r || t_fault;
  assign lsf_warp_o   = lsf_r ? r_warp : p_uop.warp;
  assign lsf_pc_o     = lsf_r ? r_pc : p_uop.pc;
  assign lsf_cause_o  = lsf_r ? smgpu_pkg::ErrBus : lsf_p ? p_fault_cause_q : smgpu_pkg::ErrPageFault;
  assign lsf_access_o = lsf_r ? r_entry.access : p_access;
  assign lsf_addr_o   = lsf_r ? r_entry.va : lsf_p ? p_fault_addr_q : g_va_q;

  logic walk_q;                                           // a walk is under way
  assign quiesced_o = !en_busy && !dw_req_valid_o && !walk_q && !f_valid_q && !t_send;

  // ================ State ================
  state_e state_next;
  always_comb begin
    sent       = 1'b0;
    state_next = state_q;
    unique case (state_q)
      StIdle: ;
      StFault:
      if (!lsf_r) begin
        sent       = 1'b1;
        state_next = StIdle;
      end
      StShared:
      if (beat_done && !more_shared) begin
        sent       = only_shared;
        state_next = only_shared ? StIdle : StLines;
      end
      default:
      if (t_fault || (p_rem_q == '0 && (!g_valid_q || t_done))) begin
        sent       = 1'b1;
        state_next = StIdle;
      end
    endcase
    if (start) state_next = a_fault ? StFault : a_has_shared ? StShared : StLines;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q     <= StIdle;
      g_valid_q   <= 1'b0;
      g_tags_q    <= 1'b0;
      f_valid_q   <= 1'b0;
      i_valid_q   <= 1'b0;
      walk_q      <= 1'b0;
    end else begin
      if (dw_req_valid_o && dw_req_ready_i) walk_q <= 1'b1;
      else if (dw_rsp_valid_i) walk_q <= 1'b0;
      state_q <= state_next;
      if (g_take) g_valid_q <= !t_fault;
      else if (t_done) g_valid_q <= 1'b0;
      // The lookup is of this group if it had the port in the cycle before and no fill changed the tags of its set meanwhile.
      g_tags_q  <= (g_take || g_valid_q) && !(l1_fill && l1_set == f_set_q);
      f_valid_q <= steal_fill;
      i_valid_q <= steal_inv;
    end

    if (start) begin
      p_uop_q          <= a_uop;
      p_vm_q           <= a_vm;
      p_addr_q         <= a_addr;
      p_slot_q         <= a_slot;
      p_shared_q       <= a_shared;
      p_local_q        <= a_local;
      p_rem_q          <= a_mask & ~a_shared;
      p_fault_addr_q   <= a_fault_addr;
      p_fault_cause_q  <= a_fault_cause;
      p_inst_q         <= free_in;
      p_beat_q         <= '0;
    end else begin
      if (beat_done && B > 1) p_beat_q <= p_beat_q + 2'd1;
      if (t_fault) p_rem_q <= '0;
      else if (g_take) p_rem_q <= p_rem_q & ~group;
    end

    if (g_take) begin
      g_va_q   <= lead_va;
      g_mask_q <= group;
      g_lead_q <= lead;
      g_local_q <= p_local_q[lead];
    end

    l1_tag_set_q <= l1_set;
    f_set_q      <= f_set;
    if (steal_fill) begin
      f_tag_q  <= r_entry.tag;
      f_data_q <= r_data;
      f_keep_q <= r_keep;
    end

    // Results of shared memory come a cycle after the beat was served.
    if (!sm_stall) begin
      res_beat_q  <= p_beat_q;
      res_inst_q  <= p_inst_q;
      res_final_q <= beat_done && !more_shared;
      res_last_q  <= beat_done && !more_shared && only_shared;
    end
  end

  assign perf_ls_o = {5'b0, sm_replay, 5'b0, start && a_has_shared, 5'b0, t_hit || en_put, 5'b0, en_put && !p_store && !p_amo, 5'b0, t_hit};

endmodule
/* verilator lint_on UNUSEDSIGNAL */
