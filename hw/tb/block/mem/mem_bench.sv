// SPDX-License-Identifier: MIT
// Memory bench: two load/store units and six plain ports on one memory system. All stimulus and all
// checks are in C: each step function is called once a cycle with what the block shows, and gives
// what it is to see from the next cycle on.

/* verilator lint_off UNUSEDSIGNAL */
module mem_bench #(
    parameter int unsigned LANES = 8,
    parameter int unsigned WARPS = 8,
    parameter bit          INCLUDES = LANES != 16,  // both kinds of L2 are tried
    parameter int unsigned BANKS = LANES == 8 ? 2 : LANES == 32 ? 4 : 1
) (
    input logic clk_i,
    input logic rst_ni
);
  import "DPI-C" function void bench_ls(input int sm, input bit ready, input bit lw_valid,
      input bit lw_ready, input bit [mem_bench_pkg::WrittenW-1:0] lw_written,
      input bit [31:0] lw_mask,
      input bit [1023:0] lw_data, input bit lsd_valid, input int lsd_warp, input bit lsf_valid,
          input int lsf_warp, input int lsf_cause,
      input int lsf_pc, input int lsf_access, input int lsf_addr, input int lsf_thread,
      output bit valid, output bit [smgpu_pkg::UopW-1:0] uop, output int beat,
          output bit [1023:0] base,
          output bit [1023:0] data, output bit [1023:0] cmp,
      output bit lw_ready_next);
  import "DPI-C" function void bench_quiet(input int sm, input bit quiesced, input bit active,
      output bit quiesce, output bit tlb_flush, output bit l1_flush);
  import "DPI-C" function void bench_hits(input int n);
  import "DPI-C" function bit bench_lent();   // shared memory is in L1's RAM
  import "DPI-C" function void bench_prio(input int sm, input int hits, input int bypasses,
      output bit [smgpu_pkg::PrioW-1:0] prio, output int levels);
  import "DPI-C" function void bench_port(input int port, input bit ready, input bit rsp_valid,
      input bit [smgpu_pkg::MemRspW-1:0] rsp, output bit valid,
      output bit [smgpu_pkg::MemReqW-1:0] req);
  import "DPI-C" function void bench_dram(input bit aw, input bit [39:0] aw_addr, input int aw_id,
      input bit w, input bit [255:0] w_data,
      input bit ar, input bit [39:0] ar_addr, input int ar_id, input bit b_taken, input bit r_taken,
      output bit aw_ready, output bit w_ready, output bit both, output bit ar_ready,
          output bit b_valid,
          output int b_id, output bit r_valid, output int r_id,
      output bit [255:0] r_data);
  import "DPI-C" function void bench_host(input bit aw, input bit [39:0] aw_addr, input int aw_id,
      input int aw_len, input bit w, input bit [63:0] w_data,
      input bit [7:0] w_strb, input bit w_last, input bit ar, input bit [39:0] ar_addr,
          input int ar_id, input int ar_len, input bit b_taken, input bit r_taken,
      output bit ready, output bit w_ready, output bit b_valid, output int b_id,
          output bit r_valid, output int r_id, output bit r_last,
      output bit [63:0] r_data);
  import "DPI-C" function void bench_root(output bit we, output int vm, output int root);
  import "DPI-C" function void bench_l2(output bit levels, output bit never, output bit order);
  import "DPI-C" function void bench_end(input bit idle, input bit [smgpu_pkg::MemPerfW-1:0] perf,
      input int told);

  localparam int unsigned S  = 2;
  localparam int unsigned N  = 2 * S + 4;
  localparam int unsigned M  = 2 * S + 2;
  localparam int unsigned RW = smgpu_pkg::MemReqW;
  localparam int unsigned AW = smgpu_pkg::MemRspW;

  logic [N-1:0]    req_valid, req_ready, rsp_valid, rsp_ready;
  logic [N*RW-1:0] req;
  logic [N*AW-1:0] rsp;
  logic [S-1:0]    inv_valid, inv_ready;
  logic [S*36-1:0] inv_pa;
  logic [M-1:0]    walk_valid, walk_ready, walk_rsp_valid;
  logic [M*smgpu_pkg::WalkReqW-1:0] walk;
  logic [M*smgpu_pkg::WalkRspW-1:0] walk_rsp;
  logic [smgpu_pkg::WalkRowW-1:0] walk_row;
  logic            idle, writing;
  logic [4:0]      fault;
  logic [26:0]     lost_line;
  smgpu_pkg::mem_perf_t perf;

  bit        root_we, tlb_inval, walks_drained, levels_l2, never_l2, order_l2;
  int        root_vm, root;
  bit        aw_ready, w_ready, ar_ready, b_valid, r_valid, h_ready, hw_ready, hb_valid, hr_valid,
      hr_last;
  int        b_id, r_id, hb_id, hr_id;
  bit [255:0] r_data;
  bit [63:0] hr_data;
  logic      aw_valid, w_valid, ar_valid, b_ready, r_ready, haw_valid, hw_valid, har_valid,
      hb_ready, hr_ready, hw_last;
  logic [39:0] aw_addr, ar_addr, haw_addr, har_addr;
  logic [3:0]  aw_id, ar_id, haw_id, har_id;
  logic [7:0]  haw_len, har_len;
  logic [255:0] w_data;
  logic [63:0] hw_data;
  logic [7:0]  hw_strb;

  // With four lanes the memory of a small part: fewer lines under way, no place for requests that
  // wait for one of them; and an L2 so small that lines leave it all the time
  localparam bit Small = LANES == 4;  // as in the preset ecp5, else as in default
  mem_top #(
    .SMS(S), .L2_KIB(Small ? 1 : 32), .L2_BANKS(BANKS),
    .AMO_UNITS(Small ? presets_pkg::ECP5_AMO_UNITS : presets_pkg::DEFAULT_AMO_UNITS),
    .MSHRS(Small ? presets_pkg::ECP5_MSHRS : presets_pkg::DEFAULT_MSHRS),
    .EVICTS(Small ? presets_pkg::ECP5_EVICTS : presets_pkg::DEFAULT_EVICTS),
    .WAITS(Small ? presets_pkg::ECP5_WAITS : presets_pkg::DEFAULT_WAITS),
    .HOST_IDS(Small ? presets_pkg::ECP5_HOST_IDS : presets_pkg::DEFAULT_HOST_IDS),
    .WALKS(Small ? presets_pkg::ECP5_WALKS : presets_pkg::DEFAULT_WALKS),
    .PRIO(1), .INCLUDES(INCLUDES)
  ) u_mem (
      .clk_i, .rst_ni, .rst_walk_ni(rst_ni), .dram_mib_i(16'd16), .req_valid_i(req_valid),
      .req_ready_o(req_ready), .req_i(req), .rsp_valid_o(rsp_valid),
      .rsp_ready_i(rsp_ready), .rsp_o(rsp), .inv_valid_o(inv_valid), .inv_ready_i(inv_ready),
      .inv_pa_o(inv_pa),
      .walk_req_valid_i(walk_valid), .walk_req_ready_o(walk_ready), .walk_req_i(walk),
      .walk_rsp_valid_o(walk_rsp_valid), .walk_rsp_o(walk_rsp), .walk_row_o(walk_row),
      .root_we_i(root_we), .root_vm_i(root_vm[5:0]), .root_i(root[28:0]),
      .tlb_flush_i(tlb_flush_all), .walks_drained_o(walks_drained),
      .levels_i(levels_l2), .never_i(never_l2), .order_i(order_l2), .flushed_i(&l1_flush_q),
      .dram_aw_valid_o(aw_valid), .dram_aw_ready_i(aw_ready), .dram_aw_addr_o(aw_addr),
      .dram_aw_id_o(aw_id),
      .dram_w_valid_o(w_valid), .dram_w_ready_i(w_ready), .dram_w_data_o(w_data),
      .dram_b_valid_i(b_valid), .dram_b_ready_o(b_ready), .dram_b_id_i(b_id[3:0]),
      .dram_b_err_i(1'b0),
      .dram_ar_valid_o(ar_valid), .dram_ar_ready_i(ar_ready), .dram_ar_addr_o(ar_addr),
      .dram_ar_id_o(ar_id),
      .dram_r_valid_i(r_valid), .dram_r_ready_o(r_ready), .dram_r_id_i(r_id[3:0]),
      .dram_r_err_i(1'b0), .dram_r_data_i(r_data),
      .host_aw_valid_o(haw_valid), .host_aw_ready_i(h_ready), .host_aw_addr_o(haw_addr),
      .host_aw_id_o(haw_id), .host_aw_len_o(haw_len),
      .host_w_valid_o(hw_valid), .host_w_ready_i(hw_ready),
      .host_w_data_o(hw_data), .host_w_strb_o(hw_strb), .host_w_last_o(hw_last),
      .host_b_valid_i(hb_valid), .host_b_ready_o(hb_ready), .host_b_id_i(hb_id[3:0]),
      .host_b_resp_i('0), .host_ar_valid_o(har_valid), .host_ar_ready_i(h_ready),
      .host_ar_addr_o(har_addr),
      .host_ar_id_o(har_id), .host_ar_len_o(har_len), .host_r_valid_i(hr_valid),
      .host_r_id_i(hr_id[3:0]),
      .host_r_ready_o(hr_ready), .host_r_data_i(hr_data), .host_r_resp_i('0), .idle_o(idle),
      .writing_o(writing), .fault_o(fault), .lost_line_o(lost_line), .perf_o(perf)
  );
  axi_check #(
      .NAME("dram"),
      .BITS(256)
  ) u_check_dram (
      .clk_i, .rst_ni, .aw_valid_i(aw_valid), .aw_ready_i(aw_ready), .aw_addr_i(aw_addr),
      .aw_id_i(aw_id), .aw_len_i('0), .aw_size_i(3'd5), .aw_burst_i(2'd1),
      .w_valid_i(w_valid), .w_ready_i(w_ready), .w_data_i(w_data), .w_strb_i('1), .w_last_i(1'b1),
      .b_valid_i(b_valid), .b_ready_i(b_ready),
      .b_id_i(b_id[3:0]), .b_resp_i('0), .ar_valid_i(ar_valid), .ar_ready_i(ar_ready),
      .ar_addr_i(ar_addr), .ar_id_i(ar_id), .ar_len_i('0), .ar_size_i(3'd5),
      .ar_burst_i(2'd1), .r_valid_i(r_valid), .r_ready_i(r_ready), .r_id_i(r_id[3:0]),
      .r_data_i(r_data), .r_resp_i('0), .r_last_i(1'b1)
  );
  axi_check #(
      .NAME("host"),
      .BITS(64)
  ) u_check_host (
      .clk_i, .rst_ni, .aw_valid_i(haw_valid), .aw_ready_i(h_ready), .aw_addr_i(haw_addr),
      .aw_id_i(haw_id), .aw_len_i(haw_len), .aw_size_i(3'd3),
      .aw_burst_i(2'd1), .w_valid_i(hw_valid), .w_ready_i(hw_ready), .w_data_i(hw_data),
      .w_strb_i(hw_strb), .w_last_i(hw_last), .b_valid_i(hb_valid),
      .b_ready_i(hb_ready), .b_id_i(hb_id[3:0]), .b_resp_i('0), .ar_valid_i(har_valid),
      .ar_ready_i(h_ready), .ar_addr_i(har_addr), .ar_id_i(har_id),
      .ar_len_i(har_len), .ar_size_i(3'd3), .ar_burst_i(2'd1), .r_valid_i(hr_valid),
      .r_ready_i(hr_ready), .r_id_i(hr_id[3:0]), .r_data_i(hr_data),
      .r_resp_i('0), .r_last_i(hr_last)
  );
  smgpu_pkg::tlb_flush_t tlb_flush_all;
  assign tlb_flush_all = '{valid: tlb_inval, every: 1'b1, vm: '0, first: '0, last: '1};
  assign walk_valid[M-1:M-2] = '0;
  assign walk[M*smgpu_pkg::WalkReqW-1-:2*smgpu_pkg::WalkReqW] = '0;

  // ---- Load/store units
  bit [S-1:0] tlb_flush_q, l1_flush_q;
  assign tlb_inval = |tlb_flush_q;
  for (genvar g = 0; g < S; g++) begin : gen_sm
    bit                   valid, lw_ready, quiesce, tlb_flush, l1_flush;
    bit [smgpu_pkg::UopW-1:0]  uop;
    bit [smgpu_pkg::PrioW-1:0] prio; // policy of priority tokens, a level for each warp
    int                   levels;
    int                   beat;
    bit [1023:0]          base, data, cmp;
    logic                 ready, lw_valid, lw_last, lsd, lsf, quiesced, drained, clear_done;
    logic [5:0]           lw_warp, lsd_warp, lsf_warp, lsf_thread, ctx_warp;
    logic [4:0]           lw_rd;
    logic [7:0]           lw_seq, cause;
    logic [2:0]           lw_beat;
    logic [LANES-1:0]     lw_mask;
    logic [LANES*32-1:0]  lw_data;
    logic [2:0]           access;
    logic [31:0]          pc, addr;
    /* verilator lint_off UNUSEDSIGNAL */  // the bench counts hits only
    smgpu_pkg::ls_perf_t  perf_ls;
    logic [1:0]           replays;
    logic [11:0]          replay_warp;
    /* verilator lint_on UNUSEDSIGNAL */
    smgpu_pkg::warp_ctx_t ctx_q;

    // Each warp has a VM of three, a KiB of shared memory, 64 bytes of local memory a thread. L1's
    // RAM lies behind 16 KiB of shared memory.
    always_ff @(posedge clk_i) begin
      ctx_q                  <= '0;
      ctx_q.cta.vm           <= 6'(32'(ctx_warp) % 3);
      ctx_q.cta.shared_bytes <= 18'd1024;
      ctx_q.cta.local_bytes  <= 17'd64;
      ctx_q.cta.local_va     <= 32'h30_0000;
      ctx_q.shared_base      <= {3'b0, lent, 1'b0, ctx_warp[2:0], 10'b0};
    end

    smgpu_pkg::tlb_flush_t tlb_flush_own;
    assign tlb_flush_own = '{valid: tlb_flush, every: 1'b1, vm: '0, first: '0, last: '1};

    bit clear_q, lent;
    initial lent = LANES > 4 && bench_lent();
    always_ff @(posedge clk_i) clear_q <= !rst_ni ? 1'b1 : clear_done ? 1'b0 : clear_q;

    smls_top #(
      .WARPS(WARPS), .LANES(LANES), .L1_KIB(8), .SHARED_KIB(16),
      .WALKS(Small ? presets_pkg::ECP5_WALKS : presets_pkg::DEFAULT_WALKS)
    ) u_ls (
        .clk_i, .rst_ni, .sm_id_i(2'(g)), .ls_valid_i(valid && !clear_q), .ls_ready_o(ready),
        .ls_uop_i(uop), .ls_beat_i(beat[2:0]),
        .ls_base_i(base[beat*LANES*32+:LANES*32]), .ls_data_i(data[beat*LANES*32+:LANES*32]),
        .ls_cmp_i(cmp[beat*LANES*32+:LANES*32]),
        .lw_valid_o(lw_valid), .lw_ready_i(lw_ready), .lw_warp_o(lw_warp), .lw_rd_o(lw_rd),
        .lw_seq_o(lw_seq), .lw_beat_o(lw_beat),
        .lw_mask_o(lw_mask), .lw_data_o(lw_data), .lw_last_o(lw_last), .lsd_valid_o(lsd),
        .lsd_warp_o(lsd_warp), .replay_valid_o(replays), .replay_warp_o(replay_warp),
        .lsf_valid_o(lsf),
        .lsf_warp_o(lsf_warp), .lsf_pc_o(pc), .lsf_cause_o(cause), .lsf_access_o(access),
        .lsf_addr_o(addr), .lsf_thread_o(lsf_thread), .ctx_warp_o(ctx_warp), .ctx_i(ctx_q),
        .smem_clear_i(clear_q), .smem_clear_first_i(lent ? 4'd8 : 4'd0),
        .smem_clear_last_i(lent ? 4'd11 : 4'd15), .smem_clear_done_o(clear_done), .lent_i(lent),
        .d_req_valid_o(req_valid[2*g]), .d_req_ready_i(req_ready[2*g]),
        .d_req_o(req[RW*2*g+:RW]), .d_rsp_valid_i(rsp_valid[2*g]), .d_rsp_ready_o(rsp_ready[2*g]),
        .d_rsp_i(rsp[AW*2*g+:AW]),
        .inv_valid_i(inv_valid[g]), .inv_ready_o(inv_ready[g]), .inv_pa_i(inv_pa[36*g+:36]),
        .dw_req_valid_o(walk_valid[2*g]),
        .dw_req_ready_i(walk_ready[2*g]),
        .dw_req_o(walk[smgpu_pkg::WalkReqW*2*g+:smgpu_pkg::WalkReqW]),
        .dw_rsp_valid_i(walk_rsp_valid[2*g]),
        .dw_rsp_i(walk_rsp[smgpu_pkg::WalkRspW*2*g+:smgpu_pkg::WalkRspW]), .dw_row_i(walk_row),
        .quiesce_i(quiesce), .quiesced_o(quiesced),
        .tlb_flush_i(tlb_flush_own), .drained_o(drained),
        .l1_flush_i(l1_flush), .level_i(levels[2*WARPS-1:0]),
        .level_l2_i(levels[4*WARPS-1:2*WARPS]), .prio_i(prio),
        .perf_ls_o(perf_ls),
        /* verilator lint_off PINCONNECTEMPTY */ .seen_o() /* verilator lint_on PINCONNECTEMPTY */
    );
    assign tlb_flush_q[g] = tlb_flush;
    assign l1_flush_q[g]  = l1_flush;
    assign walk_valid[2*g+1] = 1'b0;
    assign walk[smgpu_pkg::WalkReqW*(2*g+1)+:smgpu_pkg::WalkReqW] = '0;

    bit                  n_valid, n_lw_ready, n_quiesce, n_tlb, n_l1;
    bit [smgpu_pkg::UopW-1:0]  n_uop;
    int                  n_beat;
    bit [1023:0]         n_base, n_data, n_cmp;
    bit [smgpu_pkg::PrioW-1:0] n_prio;
    int                  n_levels;
    mem_bench_pkg::written_t written;
    assign written = '{last: lw_last, beat: lw_beat, seq: lw_seq, rd: lw_rd, warp: lw_warp};
    always @(posedge clk_i) if (rst_ni) begin
      bench_ls(g, ready && !clear_q, lw_valid, lw_ready,
          written, 32'(lw_mask), 1024'(lw_data), lsd, 32'(lsd_warp), lsf, 32'(lsf_warp), 32'(cause),
          pc, 32'(access), addr, 32'(lsf_thread), n_valid, n_uop, n_beat, n_base, n_data, n_cmp,
          n_lw_ready);
      valid <= n_valid; uop <= n_uop; beat <= n_beat; base <= n_base; data <= n_data; cmp <=
          n_cmp; lw_ready <= n_lw_ready;
      bench_quiet(g, quiesced, req_valid[2*g] || walk_valid[2*g], n_quiesce, n_tlb, n_l1);
      bench_hits(32'(perf_ls.l1_hits));
      bench_prio(g, 32'(perf_ls.l1_hits_prio), 32'(perf_ls.l1_bypasses), n_prio, n_levels);
      prio <= n_prio; levels <= n_levels;
      quiesce <= n_quiesce; tlb_flush <= n_tlb; l1_flush <= n_l1;
    end else {valid, lw_ready, quiesce, tlb_flush, l1_flush, beat, prio, levels} <= '0;
  end

  // ---- Plain ports: the instruction sides, then DMA 0, 1, MCU, BAR2
  for (genvar g = 0; g < 6; g++) begin : gen_port
    localparam int unsigned P = (g < S) ? 2 * g + 1 : g + S;
    bit       valid, n_valid;
    bit [RW-1:0] r, n_r;
    assign req_valid[P]     = valid;
    assign req[RW*P+:RW]    = r;
    assign rsp_ready[P]     = 1'b1;
    always @(posedge clk_i) if (rst_ni) begin
      bench_port(g, req_ready[P], rsp_valid[P], rsp[AW*P+:AW], n_valid, n_r);
      valid <= n_valid; r <= n_r;
    end else valid <= '0;
  end

  // ---- Memories
  bit n_aw_ready, n_w_ready, n_both, n_ar_ready, n_b_valid, n_r_valid, n_h_ready, n_hw_ready,
      n_hb_valid, n_hr_valid, n_hr_last, n_root_we, n_levels_l2, n_never_l2, n_order_l2;
  int n_b_id, n_r_id, n_hb_id, n_hr_id, n_root_vm, n_root;
  bit [255:0] n_r_data;
  bit [63:0]  n_hr_data;
  always @(posedge clk_i) if (rst_ni) begin
    bench_dram(aw_valid && aw_ready, aw_addr, 32'(aw_id), w_valid && w_ready, w_data, ar_valid &&
        ar_ready, ar_addr, 32'(ar_id), b_valid && b_ready,
               r_valid && r_ready, n_aw_ready, n_w_ready, n_both, n_ar_ready, n_b_valid, n_b_id,
                   n_r_valid, n_r_id, n_r_data);
    // both: an address and its data are taken together
    aw_ready <= n_both ? aw_valid && w_valid && !aw_ready : n_aw_ready;
    w_ready <= n_both ? aw_valid && w_valid && !aw_ready : n_w_ready;
    ar_ready <= n_ar_ready; b_valid <=
        n_b_valid; b_id <= n_b_id; r_valid <= n_r_valid;
    r_id <= n_r_id; r_data <= n_r_data;
    bench_host(haw_valid && h_ready, haw_addr, 32'(haw_id), 32'(haw_len), hw_valid && hw_ready,
        hw_data, hw_strb, hw_last, har_valid && h_ready, har_addr,
               32'(har_id), 32'(har_len), hb_valid && hb_ready, hr_valid && hr_ready, n_h_ready,
                   n_hw_ready, n_hb_valid, n_hb_id, n_hr_valid, n_hr_id,
               n_hr_last, n_hr_data);
    h_ready <= n_h_ready; hw_ready <= n_hw_ready; hb_valid <= n_hb_valid; hb_id <=
        n_hb_id; hr_valid <= n_hr_valid; hr_id <= n_hr_id; hr_last <= n_hr_last;
    hr_data <= n_hr_data;
    bench_root(n_root_we, n_root_vm, n_root);
    root_we <= n_root_we; root_vm <= n_root_vm; root <= n_root;
    bench_l2(n_levels_l2, n_never_l2, n_order_l2);
    levels_l2 <= n_levels_l2; never_l2 <= n_never_l2; order_l2 <= n_order_l2;
    bench_end(idle, perf, $countones(inv_valid & inv_ready));
  end else {aw_ready, w_ready, ar_ready, b_valid, r_valid, h_ready, hw_ready, hb_valid, hr_valid,
      root_we, levels_l2, never_l2, order_l2} <= '0;
endmodule
/* verilator lint_on UNUSEDSIGNAL */
