// SPDX-License-Identifier: MIT
// Load/store unit of an SM. Stages:
// - smls_addr collects an instruction and turns its addresses
// - P holds one instruction and works through its threads: first those that address shared memory, a beat at a time, then the others,
//   grouped by line (atomics: thread by thread)
// - T translates a group, looks up L1, and hits, or sends a request to the L2; up to 32 requests are under way
// - D spreads a line over the threads of a group, a beat a cycle
// Results go straight to the register file, group by group; the last write of an instruction is marked. An instruction's entry in the
// table lives until everything of it is acknowledged.
// A line that an invalidation or an own store touches while its fill is under way is delivered, but not kept.

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
  localparam int unsigned DW = LANES * 32;

  // ================ Addresses ================
  logic                  a_valid, a_ready, a_fault;
  logic [smgpu_pkg::UopW-1:0] a_uop;
  logic [5:0]            a_vm;
  logic [31:0]           a_shared, a_fault_addr;
  logic [1023:0]         a_addr, a_data, a_cmp;
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
      .ls_data_i,
      .ls_cmp_i,
      .ctx_warp_o,
      .ctx_i,
      .valid_o      (a_valid),
      .ready_i      (a_ready),
      .uop_o        (a_uop),
      .vm_o         (a_vm),
      .shared_o     (a_shared),
      .addr_o       (a_addr),
      .data_o       (a_data),
      .cmp_o        (a_cmp),
      .fault_o      (a_fault),
      .fault_cause_o(a_fault_cause),
      .fault_addr_o (a_fault_addr)
  );

  // ================ P: the instruction at hand ================
  typedef enum logic [1:0] {StIdle, StFault, StShared, StLines} state_e;
  state_e          state_q;
  smgpu_pkg::uop_t p_uop;
  logic [smgpu_pkg::UopW-1:0] p_uop_q;
  logic [5:0]      p_vm_q;
  logic [1023:0]   p_addr_q, p_data_q, p_cmp_q;
  logic [31:0]     p_shared_q, p_rem_q, p_fault_addr_q;   // rem: threads with lines still to be grouped
  logic [7:0]      p_fault_cause_q;
  logic [2:0]      p_inst_q;
  logic [1:0]      p_beat_q;
  logic            p_store, p_amo, p_lr;
  logic [2:0]      p_access;
  assign p_uop    = p_uop_q;
  assign p_store  = p_uop.insn[6:2] == 5'h08;
  assign p_amo    = p_uop.insn[6:2] == 5'h0b;
  assign p_lr     = p_amo && p_uop.insn[31:27] == 5'd2;
  assign p_access = p_store ? 3'd2 : p_amo ? 3'd4 : 3'd1;

  // ================ Table of instructions under way ================
  logic [7:0]  in_used_q, in_sent_q, in_lw_q;             // used; all groups are out; a last write is owed
  logic [23:0] in_info_q[8];                              // {warp, rd, seq, funct3}: 22 bits used
  logic [31:0] in_pc_q[8];
  logic [7:0]  in_count_q[8];                             // groups not yet complete
  logic [2:0]  free_in, end_in;
  logic        any_in, any_end;
  always_comb begin
    any_in  = 1'b0;
    free_in = '0;
    any_end = 1'b0;
    end_in  = '0;
    for (int unsigned i = 8; i > 0; i--) begin
      if (!in_used_q[i-1]) begin
        any_in  = 1'b1;
        free_in = 3'(i - 1);
      end
      if (in_used_q[i-1] && in_sent_q[i-1] && in_count_q[i-1] == '0) begin
        any_end = 1'b1;
        end_in  = 3'(i - 1);
      end
    end
  end
  logic start;
  // The next instruction comes in the cycle in which the last line of this one leaves.
  logic finishing;
  assign finishing = state_q == StLines && p_rem_q == '0 && (!g_valid_q || (t_done && !t_fault));
  assign a_ready   = (state_q == StIdle || finishing) && any_in;
  assign start   = a_valid && a_ready;

  // ================ Shared memory ================
  logic                sm_valid, sm_ready, sm_res_valid, sm_stall, sm_replay;
  logic [LANES-1:0]    sm_mask, sm_res_mask;
  logic [LANES*18-1:0] sm_addr;
  logic [DW-1:0]       sm_data, sm_cmp, sm_res_data;
  logic [1:0]          res_beat_q;
  logic                res_last_q;
  logic [2:0]          res_inst_q;
  assign sm_mask  = p_uop.mask[p_beat_q*LANES+:LANES] & p_shared_q[p_beat_q*LANES+:LANES];
  logic [4:0]          first_thread;
  assign first_thread = 5'(32'(p_beat_q) * LANES);
  assign sm_valid = state_q == StShared && sm_mask != '0;
  assign sm_data  = p_data_q[p_beat_q*DW+:DW];
  assign sm_cmp   = p_cmp_q[p_beat_q*DW+:DW];
  for (genvar g = 0; g < LANES; g++) begin : gen_sm_addr
    assign sm_addr[18*g+:18] = p_addr_q[(32'(p_beat_q)*LANES+g)*32+:18];
  end
  smls_smem #(
      .LANES(LANES),
      .KIB  (SHARED_KIB)
  ) u_smem (
      .clk_i,
      .rst_ni,
      .valid_i     (sm_valid),
      .ready_o     (sm_ready),
      .mask_i      (sm_mask),
      .addr_i      (sm_addr),
      .data_i      (sm_data),
      .cmp_i       (sm_cmp),
      .store_i     (p_store),
      .amo_i       (p_amo),
      .funct5_i    (p_uop.insn[31:27]),
      .funct3_i    (p_uop.insn[14:12]),
      .owner_i     ({p_uop.warp, first_thread}),
      .res_valid_o (sm_res_valid),
      .res_mask_o  (sm_res_mask),
      .res_data_o  (sm_res_data),
      .stall_i     (sm_stall),
      .replay_o    (sm_replay),
      .clear_i     (smem_clear_i),
      .first_i     (smem_clear_first_i),
      .last_i      (smem_clear_last_i),
      .clear_done_o(smem_clear_done_o)
  );
  logic more_shared, beat_done, only_shared;
  always_comb begin
    more_shared = 1'b0;
    for (int unsigned b = 0; b < B; b++)
      if (2'(b) > p_beat_q && (p_uop.mask[b*LANES+:LANES] & p_shared_q[b*LANES+:LANES]) != '0) more_shared = 1'b1;
  end
  assign beat_done   = state_q == StShared && (sm_mask == '0 || sm_ready);
  assign only_shared = p_rem_q == '0;

  // ================ Groups: threads of one line ================
  logic [4:0]    lead;
  logic [31:0]   lead_va, group;
  always_comb begin
    lead = '0;
    for (int unsigned i = 32; i > 0; i--) if (p_rem_q[i-1]) lead = 5'(i - 1);
    lead_va = p_addr_q[32*lead+:32];
    for (int unsigned i = 0; i < 32; i++)
      group[i] = p_rem_q[i] && (p_amo ? lead == 5'(i) : p_addr_q[32*i+5+:27] == lead_va[31:5]);
  end

  logic          g_valid_q, g_built_q, g_tags_q;         // built: a store's line is complete; tags: the lookup is of this group
  logic [31:0]   g_va_q, g_mask_q, g_left_q;             // left: threads not yet in the store's line
  logic [31:0]   g_be_q;
  logic [255:0]  g_line_q;
  logic          g_take, t_done;
  assign g_take = state_q == StLines && p_rem_q != '0 && (!g_valid_q || t_done);

  // A store's line, a beat of threads at a time
  logic [1:0]          build_beat;
  logic [LANES-1:0]    build_mask;
  logic [255:0]        build_line;
  logic [31:0]         build_be;
  always_comb begin
    build_beat = '0;
    for (int unsigned b = B; b > 0; b--) if (g_left_q[(b-1)*LANES+:LANES] != '0) build_beat = 2'(b - 1);
    build_mask = g_left_q[build_beat*LANES+:LANES];
    build_line = g_line_q;
    build_be   = g_be_q;
    for (int unsigned i = 0; i < LANES; i++) begin
      logic [4:0]  off;
      logic [31:0] d;
      off = p_addr_q[(32'(build_beat)*LANES+i)*32+:5];
      d   = p_data_q[(32'(build_beat)*LANES+i)*32+:32];
      if (build_mask[i]) begin
        unique case (p_uop.insn[13:12])
          2'd0: begin
            build_line[8*off+:8] = d[7:0];
            build_be[off]        = 1'b1;
          end
          2'd1: begin
            build_line[{off[4:1], 4'b0}+:16] = d[15:0];
            build_be[{off[4:1], 1'b0}+:2]    = '1;
          end
          default: begin
            build_line[{off[4:2], 5'b0}+:32] = d;
            build_be[{off[4:2], 2'b0}+:4]    = '1;
          end
        endcase
      end
    end
  end

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
    logic [35:0]  line;      // pa[40:5]
  } entry_t;
  localparam int unsigned EW = 269;
  logic [EW-1:0]  entries[32];
  logic [35:0]    en_line_q[32];
  logic [31:0]    en_used_q, en_nokeep_q;
  logic [4:0]     free_en;
  logic           any_en;
  always_comb begin
    any_en  = 1'b0;
    free_en = '0;
    for (int unsigned i = 32; i > 0; i--)
      if (!en_used_q[i-1]) begin
        any_en  = 1'b1;
        free_en = 5'(i - 1);
      end
  end

  // Responses wait in a FIFO as deep as there are entries.
  logic                          r_valid, r_take;
  logic [smgpu_pkg::MemRspW-1:0] r_rsp;
  logic                          rsp_room;
  common_fifo #(
      .WIDTH(smgpu_pkg::MemRspW),
      .DEPTH(32)
  ) u_rsp (
      .clk_i,
      .rst_ni,
      .push_valid_i(d_rsp_valid_i),
      .push_ready_o(rsp_room),
      .push_data_i (d_rsp_i),
      .pop_valid_o (r_valid),
      .pop_ready_i (r_take),
      .pop_data_o  (r_rsp)
  );
  assign d_rsp_ready_o = rsp_room;
  entry_t      r_entry;
  logic [4:0]  r_id;
  logic        r_err;
  assign r_id    = r_rsp[261:257];
  assign r_err   = r_rsp[256];
  assign r_entry = entries[r_id];

  // ================ T: translate and look up ================
  logic         tlb_valid, tlb_rsp, tlb_fault;
  logic [40:0]  tlb_pa;
  assign tlb_valid = g_valid_q && !quiesce_i;
  mem_tlb #(
      .ENTRIES(8)
  ) u_tlb (
      .clk_i,
      .rst_ni,
      .req_valid_i     (tlb_valid),
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

  logic         l1_hit, l1_read, l1_update, l1_amo, l1_fill, l1_drop;
  logic [255:0] l1_data;
  logic [6:0]   l1_set, l1_tag_set_q, f_set, f_set_q;
  logic         f_valid_q, f_keep_q, i_valid_q;          // a fill, an invalidation in its second cycle
  logic [35:0]  f_line_q;
  logic [255:0] f_data_q;
  logic         d_free;

  logic t_ready, t_fault, t_hit, t_send, null_page;
  assign null_page = g_va_q[31:12] == '0;
  assign t_ready   = tlb_valid && tlb_rsp && g_tags_q && (build_done || !p_store);
  assign t_fault   = t_ready && (tlb_fault || null_page) && !lsf_taken;
  assign t_hit     = t_ready && !tlb_fault && !null_page && !p_store && !p_amo && l1_hit && d_free && !r_take;
  // A store or atomic beside a fill could be of the same line: it waits a cycle and then finds it.
  assign t_send    = t_ready && !tlb_fault && !null_page && (((p_store || p_amo) && !l1_fill) || (!p_store && !p_amo && !l1_hit)) && any_en;
  assign t_done    = t_fault || t_hit || (t_send && d_req_ready_i);

  logic [31:0] amo_data, amo_cmp;
  logic [4:0]  g_lead;
  always_comb begin
    g_lead = '0;
    for (int unsigned i = 0; i < 32; i++) if (g_mask_q[i]) g_lead = 5'(i);
    amo_data = p_data_q[32*g_lead+:32];
    amo_cmp  = p_cmp_q[32*g_lead+:32];
  end
  assign d_req_valid_o = t_send;
  assign d_req_o = {p_store ? smgpu_pkg::MemWrite : p_amo ? smgpu_pkg::MemAmo : smgpu_pkg::MemRead, p_uop.insn[31:27], {p_uop.warp, g_lead}, 2'b0,
                    {3'b0, free_en}, p_amo ? {tlb_pa[40:2], 2'b0} : {tlb_pa[40:5], 5'b0}, be_now,
                    p_amo ? {192'b0, amo_cmp, amo_data} : line_now};
  logic [159:0] g_offs;
  for (genvar g = 0; g < 32; g++) begin : gen_offs
    assign g_offs[5*g+:5] = p_addr_q[32*g+:5];
  end

  // A line is sent in the cycle that completes it.
  logic         build_done;
  logic [255:0] line_now;
  logic [31:0]  be_now;
  assign build_done = g_built_q || build_rest == '0;
  assign line_now   = g_built_q ? g_line_q : build_line;
  assign be_now     = g_built_q ? g_be_q : build_be;

  // ---- The other lookup port: a fill or an invalidation, two cycles each; a fill's second may be the next one's first
  logic steal_fill, steal_inv;
  assign r_take     = r_valid && d_free && !(f_valid_q && r_entry.line[6:0] == f_set_q) && !i_valid_q && !(r_err && lsf_p);
  assign steal_fill = r_take && r_entry.load && !r_err;
  assign steal_inv  = inv_valid_i && !steal_fill && !f_valid_q && !i_valid_q;
  assign inv_ready_o = i_valid_q;
  assign l1_set     = g_take ? lead_va[11:5] : g_va_q[11:5];
  assign f_set      = steal_fill ? r_entry.line[6:0] : inv_pa_i[6:0];
  assign l1_fill    = f_valid_q && f_keep_q;  // nothing can come between a fill's two cycles
  // An atomic drops the line as it leaves: the warp's next load must not find what was there before it.
  assign l1_amo     = t_send && d_req_ready_i && p_amo;
  assign l1_drop    = l1_amo;
  assign l1_read    = t_hit;
  assign l1_update  = t_send && d_req_ready_i && p_store;

  smls_l1 #(
      .KIB(L1_KIB)
  ) u_l1 (
      .clk_i,
      .rst_ni,
      .flush_i  (l1_flush_i),
      .set_i    (l1_set),
      .tag_set_i(l1_tag_set_q),
      .tag_i    (tlb_pa[40:12]),
      .hit_o    (l1_hit),
      .read_i   (l1_read),
      .data_o   (l1_data),
      .update_i (l1_update),
      .be_i     (be_now),
      .wdata_i  (line_now),
      .drop_i   (l1_drop),
      .f_set_i  (f_set),
      .f_tag_set_i(f_set_q),
      .f_tag_i  (f_valid_q ? f_line_q[35:7] : inv_pa_i[35:7]),
      .fill_i   (l1_fill),
      .f_data_i (f_data_q),
      .f_drop_i (i_valid_q)
  );

  // ================ D: spread over threads ================
  logic          d_valid_q, d_from_l1_q, d_write_q, d_plain_q;
  logic [255:0]  d_line_q, d_line;
  logic [31:0]   d_mask_q;
  logic [159:0]  d_offs_q;
  logic [2:0]    d_inst_q, d_f3;
  logic [1:0]    d_beat;
  logic [31:0]   d_after;
  logic [DW-1:0] d_data;
  logic          d_lw, d_end;
  assign d_line = d_from_l1_q ? l1_data : d_line_q;
  assign d_f3   = in_info_q[d_inst_q][2:0];
  always_comb begin
    d_beat = '0;
    for (int unsigned b = B; b > 0; b--) if (d_mask_q[(b-1)*LANES+:LANES] != '0) d_beat = 2'(b - 1);
    d_after = d_mask_q;
    d_after[d_beat*LANES+:LANES] = '0;
  end
  for (genvar g = 0; g < LANES; g++) begin : gen_spread
    logic [4:0]  off;
    logic [31:0] word;
    assign off  = d_plain_q ? d_offs_q[(32'(d_beat)*LANES+g)*5+:5] : '0;
    assign word = d_line[{off[4:2], 5'b0}+:32];
    smls_extract u_extract (
        .word_i  (word),
        .byte_i  (off[1:0]),
        .funct3_i(d_f3),
        .value_o (d_data[32*g+:32])
    );
  end
  // Results of stores and of instructions without a destination need no write.
  logic d_needs;
  assign d_needs = !d_write_q && d_mask_q != '0 && in_info_q[d_inst_q][15:11] != '0;
  assign d_lw    = d_valid_q && d_needs;
  logic d_sent;
  assign d_sent  = d_lw && lw_d && lw_ready_i;
  assign d_end   = d_valid_q && (!d_needs || (d_sent && d_after == '0));
  assign d_free  = !d_valid_q || d_end;

  // ================ Register writes: shared memory, D, and what is owed at the end ================
  logic lw_s, lw_d, lw_e, e_now, d_last, s_last, s_needs;
  assign s_needs = in_info_q[res_inst_q][15:11] != '0;
  assign lw_s    = sm_res_valid && s_needs;
  assign lw_d    = d_lw && !lw_s;
  assign e_now   = any_end && in_lw_q[end_in];
  assign lw_e    = e_now && !lw_s && !lw_d;
  assign sm_stall = lw_s && !lw_ready_i;
  assign d_last  = d_after == '0 && in_sent_q[d_inst_q] && in_count_q[d_inst_q] == 8'd1;
  assign s_last  = res_last_q;
  logic [2:0]  lw_inst;
  logic [23:0] lw_info;
  assign lw_inst    = lw_s ? res_inst_q : lw_d ? d_inst_q : end_in;
  assign lw_info    = in_info_q[lw_inst];
  assign lw_valid_o = lw_s || lw_d || lw_e;
  assign lw_warp_o  = lw_info[21:16];
  assign lw_rd_o    = lw_info[15:11];
  assign lw_seq_o   = lw_info[10:3];
  assign lw_beat_o  = lw_s ? res_beat_q : lw_d ? d_beat : '0;
  assign lw_mask_o  = lw_s ? sm_res_mask : lw_d ? d_mask_q[d_beat*LANES+:LANES] : '0;
  assign lw_data_o  = lw_s ? sm_res_data : d_data;
  assign lw_last_o  = lw_s ? s_last : lw_d ? d_last : 1'b1;

  // ================ End, faults ================
  logic finish;
  assign finish      = any_end && (!in_lw_q[end_in] || (lw_e && lw_ready_i));
  assign lsd_valid_o = finish;
  assign lsd_warp_o  = in_info_q[end_in][21:16];

  logic lsf_p, lsf_taken, lsf_r;
  assign lsf_p     = state_q == StFault;
  assign lsf_r     = r_take && r_err;
  assign lsf_taken = lsf_r;                               // a bus error goes before a group's fault
  assign lsf_valid_o  = lsf_p || lsf_r || t_fault;
  assign lsf_warp_o   = lsf_r ? in_info_q[r_entry.inst][21:16] : p_uop.warp;
  assign lsf_pc_o     = lsf_r ? in_pc_q[r_entry.inst] : p_uop.pc;
  assign lsf_cause_o  = lsf_r ? smgpu_pkg::ErrBus : lsf_p ? p_fault_cause_q : smgpu_pkg::ErrPageFault;
  assign lsf_access_o = lsf_r ? r_entry.access : p_access;
  assign lsf_addr_o   = lsf_r ? r_entry.va : lsf_p ? p_fault_addr_q : g_va_q;

  logic walk_q;                                           // a walk is under way
  assign quiesced_o = en_used_q == '0 && !dw_req_valid_o && !walk_q && !f_valid_q && !t_send;

  // ================ State ================
  logic [2:0] up_inst;
  logic       count_up, count_up_s, count_down, s_res_done;
  assign count_up     = t_hit || (t_send && d_req_ready_i);
  assign count_down   = d_end;
  // The shared part of an instruction counts as one group, complete with its last result (or, for a store, its last beat).
  assign count_up_s   = start && (a_shared & a_mask) != '0 && !a_fault;
  logic s_store_done;
  assign s_store_done = beat_done && !more_shared && p_store;
  // A store may end in the cycle in which the result of the instruction before it is taken at last.
  assign s_res_done   = sm_res_valid && !sm_stall && res_final_q;
  logic res_final_q;                                      // the result is the last of the shared part
  assign up_inst = p_inst_q;

  for (genvar g = 0; g < 8; g++) begin : gen_inst
    logic up, up_s, down, down_st, down_res;
    assign up     = count_up && up_inst == 3'(g);
    assign up_s   = count_up_s && free_in == 3'(g);
    assign down   = count_down && d_inst_q == 3'(g);
    assign down_st  = s_store_done && p_inst_q == 3'(g);
    assign down_res = s_res_done && res_inst_q == 3'(g);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) in_count_q[g] <= '0;
      else in_count_q[g] <= in_count_q[g] + {7'b0, up} + {7'b0, up_s} - {7'b0, down} - {7'b0, down_st} - {7'b0, down_res};
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q     <= StIdle;
      in_used_q   <= '0;
      in_sent_q   <= '0;
      in_lw_q     <= '0;
      en_used_q   <= '0;
      en_nokeep_q <= '0;
      g_valid_q   <= 1'b0;
      g_tags_q    <= 1'b0;
      d_valid_q   <= 1'b0;
      f_valid_q   <= 1'b0;
      i_valid_q   <= 1'b0;
      walk_q      <= 1'b0;
    end else begin
      if (dw_req_valid_o && dw_req_ready_i) walk_q <= 1'b1;
      else if (dw_rsp_valid_i) walk_q <= 1'b0;
      // Instruction at hand
      unique case (state_q)
        StIdle: ;
        StFault: begin
          if (!lsf_r) begin
            in_sent_q[p_inst_q] <= 1'b1;
            state_q             <= StIdle;
          end
        end
        StShared: begin
          if (beat_done && !more_shared) begin
            if (only_shared) in_sent_q[p_inst_q] <= 1'b1;
            state_q <= only_shared ? StIdle : StLines;
          end
        end
        default:
        if (t_fault || (p_rem_q == '0 && (!g_valid_q || t_done))) begin
          in_sent_q[p_inst_q] <= 1'b1;
          state_q             <= StIdle;
        end
      endcase
      if (start) begin
        state_q            <= a_fault ? StFault : ((a_shared & a_mask) != '0) ? StShared : StLines;
        in_used_q[free_in] <= 1'b1;
        in_sent_q[free_in] <= 1'b0;
        in_lw_q[free_in]   <= a_has_rd;
      end
      if (lw_valid_o && lw_ready_i && lw_last_o) in_lw_q[lw_inst] <= 1'b0;
      if (finish) in_used_q[end_in] <= 1'b0;

      // Group
      if (g_take) g_valid_q <= !t_fault;
      else if (t_done) g_valid_q <= 1'b0;
      // The lookup is of this group if it had the port in the cycle before and no fill changed the tags of its set meanwhile.
      g_tags_q <= (g_take || g_valid_q) && !(l1_fill && l1_set == f_set_q);

      // Entries
      for (int unsigned i = 0; i < 32; i++) begin
        if (i_valid_q && en_line_q[i] == inv_pa_i) en_nokeep_q[i] <= 1'b1;
        if ((l1_update || l1_amo) && en_line_q[i] == tlb_pa[40:5]) en_nokeep_q[i] <= 1'b1;
      end
      if (t_send && d_req_ready_i) begin
        en_used_q[free_en]   <= 1'b1;
        en_nokeep_q[free_en] <= p_store || p_amo || tlb_pa[40];
      end
      if (r_take) en_used_q[r_id] <= 1'b0;

      f_valid_q <= steal_fill;
      i_valid_q <= steal_inv;

      // D
      if (r_take) d_valid_q <= 1'b1;
      else if (t_hit) d_valid_q <= 1'b1;
      else if (d_end) d_valid_q <= 1'b0;
    end

    if (start) begin
      p_uop_q          <= a_uop;
      p_vm_q           <= a_vm;
      p_addr_q         <= a_addr;
      p_data_q         <= a_data;
      p_cmp_q          <= a_cmp;
      p_shared_q       <= a_shared;
      p_rem_q          <= a_mask & ~a_shared;
      p_fault_addr_q   <= a_fault_addr;
      p_fault_cause_q  <= a_fault_cause;
      p_inst_q         <= free_in;
      p_beat_q         <= '0;
      in_info_q[free_in] <= {2'b0, a_warp, a_rd, a_seq, a_f3};
      in_pc_q[free_in] <= a_pc;
    end else begin
      if (beat_done && B > 1) p_beat_q <= p_beat_q + 2'd1;
      if (g_take) p_rem_q <= t_fault ? '0 : p_rem_q & ~group;
      else if (t_fault) p_rem_q <= '0;
    end

    if (g_take) begin
      g_va_q    <= lead_va;
      g_mask_q  <= group;
      g_left_q  <= group;
      g_be_q    <= '0;
      g_built_q <= 1'b0;
    end else if (p_store && g_valid_q && !g_built_q) begin
      g_line_q  <= build_line;
      g_be_q    <= build_be;
      g_left_q[build_beat*LANES+:LANES] <= '0;
      g_built_q <= build_rest == '0;
    end

    if (t_send && d_req_ready_i) begin
      entries[free_en]   <= {!p_store && !p_amo, !p_amo, p_store, p_inst_q, p_access, g_mask_q, g_offs, g_va_q, tlb_pa[40:5]};
      en_line_q[free_en] <= tlb_pa[40:5];
    end

    l1_tag_set_q <= l1_set;
    f_set_q      <= f_set;
    if (steal_fill) begin
      f_line_q <= r_entry.line;
      f_data_q <= r_rsp[255:0];
      f_keep_q <= !en_nokeep_q[r_id] && !((l1_update || l1_amo) && en_line_q[r_id] == tlb_pa[40:5]);
    end

    if (r_take || t_hit) begin
      d_from_l1_q <= !r_take;
      d_write_q   <= r_take && (r_entry.write || r_err);
      d_plain_q   <= !r_take || r_entry.plain;
      d_line_q    <= r_rsp[255:0];
      d_mask_q    <= r_take ? r_entry.mask : g_mask_q;
      d_offs_q    <= r_take ? r_entry.offs : g_offs;
      d_inst_q    <= r_take ? r_entry.inst : p_inst_q;
    end else if (d_sent) begin
      d_mask_q <= d_after;
    end

    // Results of shared memory come a cycle after the beat was served.
    if (!sm_stall) begin
      res_beat_q  <= p_beat_q;
      res_inst_q  <= p_inst_q;
      res_final_q <= beat_done && !more_shared;
      res_last_q  <= beat_done && !more_shared && only_shared;
    end
  end

  logic [31:0] build_rest;
  always_comb begin
    build_rest = g_left_q;
    build_rest[build_beat*LANES+:LANES] = '0;
  end

  // ---- Fields of the instruction that comes in
  smgpu_pkg::uop_t a;
  logic [31:0] a_mask, a_pc;
  logic [5:0]  a_warp;
  logic [4:0]  a_rd;
  logic [7:0]  a_seq;
  logic [2:0]  a_f3;
  logic        a_has_rd;
  assign a        = a_uop;
  assign a_mask   = a.mask;
  assign a_pc     = a.pc;
  assign a_warp   = a.warp;
  assign a_seq    = a.seq;
  assign a_f3     = a.insn[14:12];
  assign a_rd     = (a.insn[6:2] == 5'h08) ? '0 : a.insn[11:7];
  assign a_has_rd = a_rd != '0;

  assign perf_ls_o = {5'b0, sm_replay, 5'b0, start && (a_shared & a_mask) != '0, 5'b0, count_up, 5'b0, t_send && d_req_ready_i && !p_store && !p_amo, 5'b0, t_hit};

endmodule
/* verilator lint_on UNUSEDSIGNAL */
