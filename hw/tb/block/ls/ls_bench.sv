// SPDX-License-Identifier: MIT
// Surroundings of the load/store unit for its bench: contexts of warps, a memory of 64 KiB (which
// repeats) that answers after LATENCY cycles or sooner, in the order of the requests, and page
// tables in which every page is mapped to itself: in 0x1000_0000 as pages of 2 MiB, else of 4 KiB;
// in 0x7000_0000 there is none. What other parts of the card do to the unit comes from the bench:
// lines change with an invalidation or without, pages move, and it is quiesced. From 0x8000_0000 on
// a load tells how a page was translated: {version_i as its walk began, page, bits 11:7}. There are
// leaves of 4 KiB, in 0x9000_0000 of 2 MiB, in 0xa000_0000 of 64 KiB, in 0xc000_0000 of 1 GiB. With
// unlike_i no two lines of the space of physical addresses have the same words.

/* verilator lint_off UNUSEDSIGNAL */
module ls_bench #(
    parameter int unsigned LANES   = 32,
    parameter int unsigned LATENCY = 20
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic                ls_valid_i,
    output logic                ls_ready_o,
    input  logic [5:0]          warp_i,
    input  logic [7:0]          seq_i,
    input  logic [31:0]         insn_i,
    input  logic [31:0]         mask_i,
    input  logic [2:0]          beat_i,
    input  logic [LANES*32-1:0] base_i,
    input  logic [LANES*32-1:0] data_i,
    output logic                lw_valid_o,
    output logic [5:0]          lw_warp_o,
    output logic [7:0]          lw_seq_o,
    output logic [2:0]          lw_beat_o,
    output logic [LANES-1:0]    lw_mask_o,
    output logic [LANES*32-1:0] lw_data_o,
    output logic                lw_last_o,
    output logic                lsd_valid_o,
    output logic [5:0]          lsd_warp_o,
    output logic                lsf_valid_o,
    input  logic                tlb_flush_i,
    input  logic                flush_every_i,  // all spaces, else these pages of the warps'
    input  logic [19:0]         flush_first_i,
    input  logic [19:0]         flush_last_i,
    input  logic [6:0]          version_i,
    output logic                drained_o,
    input  logic                l1_flush_i,
    // warps have all of shared memory, and not a KiB each
    input  logic                whole_i,
    input  logic                lent_i,         // L1's RAM is part of it
    input  logic                clear_i,        // these granules of it are cleared
    input  logic [3:0]          clear_first_i,
    input  logic [3:0]          clear_last_i,
    output logic                cleared_o,
    input  logic                quiesce_i,
    output logic                quiesced_o,
    // a line is invalidated, and changes as that is acknowledged
    input  logic                inv_valid_i,
    output logic                inv_ready_o,
    input  logic                poke_i,         // the line changes, and L1 is not told
    input  logic [35:0]         line_i,
    input  logic [31:0]         value_i,        // of all its words
    input  logic                lw_ready_i,
    input  logic                req_ready_i,
    // memory answers so many cycles sooner; changes while nothing is under way
    input  logic [3:0]          sooner_i,
    input  logic [15:0]         walk_cycles_i,
    input  logic [31:0]         level_i,        // priority tokens: of each warp, policy
    input  logic [smgpu_pkg::PrioW-1:0] prio_i,
    input  logic                moved_i,        // pages of 4 KiB are 32 KiB from where they were
    // memory has words that tell their line; odd pages of 0x5000_0000 are
    input  logic                unlike_i,
    // the even ones below them, with these bits of their number the other way
    input  logic [28:0]         apart_i,
    output logic                walk_o,         // a walk begins,
    output logic                walking_o,      // is under way
    output logic                sent_o,         // a request
    // nothing may ask for this page any more, or still wait for its answer
    input  logic                left_i,
    input  logic [28:0]         left_ppn_i,
    output logic [15:0]         late_o,         // requests that do
    output logic                owed_o,         // memory has a request that it has not answered
    output logic [5:0]          hits_o,         // counters of L1
    output logic [5:0]          high_hits_o,
    output logic [5:0]          high_misses_o,
    output logic [5:0]          bypasses_o,
    // a load's lookup of L1, as smprio_sets samples it
    output logic [smgpu_pkg::SeenW-1:0] seen_o
);

  // ---- Contexts
  logic [5:0]           ctx_warp;
  smgpu_pkg::warp_ctx_t ctx_q;
  always_ff @(posedge clk_i) begin
    ctx_q                  <= '0;
    ctx_q.cta.vm           <= 6'd3;
    ctx_q.cta.shared_bytes <= !whole_i ? 18'd1024 : lent_i ? 18'd49152 : 18'd32768;
    ctx_q.cta.local_bytes  <= 17'd64;
    ctx_q.cta.local_va     <= 32'h30_0000;
    ctx_q.shared_base      <= whole_i ? '0 : {4'b0, ctx_warp[3:0], 10'b0};
  end

  // ---- Memory
  logic                req_valid;
  smgpu_pkg::mem_req_t req;
  logic [255:0]        mem[2048];
  logic [LATENCY-1:0]  pipe_valid_q;
  logic [$clog2(LATENCY)-1:0] answers;   // the place in the pipe that answers
  smgpu_pkg::mem_rsp_t pipe_q[LATENCY];
  ls_bench_pkg::place_t place;
  ls_bench_pkg::told_t  word;
  assign place = req.pa;
  assign word  = '{version: place.version, page: place.page, row: place.offset[11:7]};
  initial for (int i = 0; i < 2048; i++) for (int k = 0; k < 8; k++) mem[i][32*k+:32] =
      32'h5000_0000 + 32'(32*i + 4*k);
  always_ff @(posedge clk_i) begin
    pipe_valid_q[0] <= rst_ni && sent_o;
    for (int i = 1; i < LATENCY; i++)
      pipe_valid_q[i] <= rst_ni && pipe_valid_q[i-1] && answers != $bits(answers)'(i - 1);
    pipe_q[0]    <= '{id: req.id, err: 1'b0, data: unlike_i ? {8{told_of(req.pa[40:5])}} :
        place.tells ? {8{word}} : mem[req.pa[15:5]]};
    for (int i = 1; i < LATENCY; i++) pipe_q[i] <= pipe_q[i-1];
    if (rst_ni && sent_o && req.op == smgpu_pkg::MemWrite)
      for (int i = 0; i < 32; i++) if (req.be[i]) mem[req.pa[15:5]][8*i+:8] <= req.data[8*i+:8];
    if (rst_ni && sent_o && req.op == smgpu_pkg::MemAmo) begin
      pipe_q[0] <= '{id: req.id, err: 1'b0, data: 256'(line[32*req.pa[4:2]+:32])};
      for (int k = 0; k < 8; k++)
        if (req.be == '0 && req.pa[4:2] == 3'(k))
          mem[req.pa[15:5]][32*k+:32] <= changed(line[32*k+:32], req.data[31:0]);
        else if (req.be[4*k])
          mem[req.pa[15:5]][32*k+:32] <= changed(line[32*k+:32], req.data[32*k+:32]);
    end
    if (rst_ni && (poke_i || (inv_valid_i && inv_ready_o))) mem[line_i[10:0]] <= {8{value_i}};
  end
  logic [255:0] line;
  assign line = mem[req.pa[15:5]];
  function automatic logic [31:0] changed(input logic [31:0] old, input logic [31:0] by);
    case (req.amo)
      5'h00:   return old + by;
      5'h04:   return old ^ by;
      5'h08:   return old | by;
      5'h0c:   return old & by;
      5'h10:   return ($signed(old) < $signed(by)) ? old : by;
      5'h14:   return ($signed(old) > $signed(by)) ? old : by;
      5'h18:   return (old < by) ? old : by;
      5'h1c:   return (old > by) ? old : by;
      default: return by;
    endcase
  endfunction
  assign sent_o = req_valid && req_ready_i;
  assign owed_o = pipe_valid_q != '0;
  function automatic logic [31:0] told_of(input logic [35:0] number);
    told_of = 32'((number * 36'h9e3779b97) >> 4);
  endfunction

  // ---- Requests of a page that was left; of those under way the answers, as they come
  logic [28:0] ppn_q[LATENCY];
  always_ff @(posedge clk_i) begin
    ppn_q[0] <= req.pa[40:12];
    for (int unsigned i = 1; i < LATENCY; i++) ppn_q[i] <= ppn_q[i-1];
    if (!rst_ni || !left_i) late_o <= '0;
    else late_o <= late_o + 16'(sent_o && req.pa[40:12] == left_ppn_i) +
        16'(pipe_valid_q[answers] && ppn_q[answers] == left_ppn_i);
  end
  assign answers = $bits(answers)'(LATENCY - 1) - $bits(answers)'(sooner_i);

  // ---- Walks
  // Four places, each of a walk
  logic                 walk_valid, walk_done;
  logic [1:0]           walk_at;
  logic [3:0]           walk_busy_q;
  logic [15:0]          walk_q[4];
  smgpu_pkg::walk_req_t walk, done;
  logic [smgpu_pkg::WalkReqW-1:0] walks_q[4];
  logic [6:0]           versions_q[4];
  logic                 told, block;
  smgpu_pkg::walk_rsp_t walk_rsp;
  ls_bench_pkg::place_t to;
  smgpu_pkg::page_t     page;
  logic [smgpu_pkg::WalkRowW-1:0] walk_row;
  assign walk_o    = walk_valid;
  assign walking_o = walk_busy_q != '0;
  always_comb begin
    walk_done = 1'b0;
    walk_at   = '0;
    for (int unsigned i = 0; i < 4; i++)
      if (walk_busy_q[i] && walk_q[i] == '0) begin
        walk_done = 1'b1;
        walk_at   = 2'(i);
      end
  end
  always_ff @(posedge clk_i)
    for (int unsigned i = 0; i < 4; i++)
      if (!rst_ni) walk_busy_q[i] <= 1'b0;
      else if (walk_o && walk.id == 2'(i)) begin
        walk_busy_q[i] <= 1'b1;
        walks_q[i]     <= walk;
        versions_q[i]  <= version_i;
        walk_q[i]      <= walk_cycles_i;
      end else if (walk_done && walk_at == 2'(i)) walk_busy_q[i] <= 1'b0;
      else if (walk_q[i] != '0) walk_q[i] <= walk_q[i] - 16'd1;
  assign done = walks_q[walk_at];
  always_comb begin
    walk_rsp       = '0;
    walk_rsp.id    = done.id;
    walk_rsp.r     = 1'b1;
    walk_rsp.w     = 1'b1;
    walk_rsp.fault = done.vpn[19:16] == 4'h7;
    told           = done.vpn[19];
    walk_rsp.giga  = done.vpn[19:18] == 2'h3;
    walk_rsp.mega  = walk_rsp.giga || done.vpn[18:16] == 3'h1;
    walk_rsp.block = walk_rsp.mega || done.vpn[19:16] == 4'h6 || done.vpn[19:16] == 4'ha;
    block          = walk_rsp.block || told;
    to             = '0;
    to.tells       = told;
    to.version     = told ? versions_q[walk_at] : '0;
    to.page        = done.vpn;
    to.page[3]     = done.vpn[3] ^ (moved_i && !block);
    walk_rsp.ppn   = to[40:12];
    if (unlike_i && done.vpn[19:16] == 4'h5)
      walk_rsp.ppn = {9'b0, done.vpn[19:1], 1'b0} ^ (done.vpn[0] ? apart_i : '0);
    for (int unsigned i = 0; i < 4; i++) begin
      page = '{there: !walk_rsp.fault, r: 1'b1, w: 1'b1, x: 1'b0,
          ppn: {walk_rsp.ppn[28:2], 2'(i)}};
      if (unlike_i && done.vpn[19:16] == 4'h5)
        page.ppn = {9'b0, done.vpn[19:2], 1'(i / 2), 1'b0} ^ (i % 2 == 1 ? apart_i : '0);
      walk_row[smgpu_pkg::PageW*i+:smgpu_pkg::PageW] = page;
    end
  end

  logic       rsp_ready;
  logic       ready;
  logic [7:0] cause;
  logic [4:0] rd;
  logic [2:0] access;
  logic [31:0] pc, addr;
  logic [5:0] lsf_warp, lsf_thread;
  smgpu_pkg::ls_perf_t perf;
  assign hits_o        = perf.l1_hits;
  assign high_hits_o   = perf.l1_hits_prio;
  assign high_misses_o = perf.l1_misses_prio;
  assign bypasses_o    = perf.l1_bypasses;
  logic [1:0]  replays;
  logic [11:0] replay_warp;
  smgpu_pkg::uop_t uop;
  assign uop        = '{warp: warp_i, seq: seq_i, pc: {22'b0, seq_i, 2'b0}, insn: insn_i,
      mask: mask_i, pipe: smgpu_pkg::PipeLs};
  assign ls_ready_o = ready;
  smgpu_pkg::tlb_flush_t flush;
  assign flush = '{valid: tlb_flush_i, every: flush_every_i, vm: 6'd3,
      first: flush_first_i[19:2], last: flush_last_i[19:2]};
  smls_top #(.WARPS(16), .LANES(LANES), .L1_KIB(16), .SHARED_KIB(32)) u_ls (
      .clk_i, .rst_ni, .sm_id_i(2'd0), .ls_valid_i, .ls_ready_o(ready), .ls_uop_i(uop),
      .ls_beat_i(beat_i), .ls_base_i(base_i), .ls_data_i(data_i),
      .ls_cmp_i('0), .lw_valid_o, .lw_ready_i, .lw_warp_o, .lw_rd_o(rd), .lw_seq_o, .lw_beat_o,
      .lw_mask_o, .lw_data_o, .lw_last_o,
      .lsd_valid_o, .lsd_warp_o, .replay_valid_o(replays), .replay_warp_o(replay_warp),
      .lsf_valid_o, .lsf_warp_o(lsf_warp), .lsf_pc_o(pc), .lsf_cause_o(cause),
      .lsf_access_o(access), .lsf_addr_o(addr),
      .lsf_thread_o(lsf_thread),
      .ctx_warp_o(ctx_warp), .ctx_i(ctx_q), .smem_clear_i(clear_i),
      .smem_clear_first_i(clear_first_i), .smem_clear_last_i(clear_last_i),
      .smem_clear_done_o(cleared_o), .lent_i,
      .d_req_valid_o(req_valid), .d_req_ready_i(req_ready_i), .d_req_o(req),
      .d_rsp_valid_i(pipe_valid_q[answers]), .d_rsp_ready_o(rsp_ready),
      .d_rsp_i(pipe_q[answers]), .inv_valid_i, .inv_ready_o, .inv_pa_i(line_i),
      .dw_req_valid_o(walk_valid), .dw_req_ready_i(1'b1),
      .dw_req_o(walk), .dw_rsp_valid_i(walk_done), .dw_rsp_i(walk_rsp), .dw_row_i(walk_row),
      .quiesce_i, .quiesced_o,
      .tlb_flush_i(flush), .drained_o, .l1_flush_i, .level_i, .level_l2_i('0), .prio_i,
      .perf_ls_o(perf),
      .seen_o
  );

endmodule
/* verilator lint_on UNUSEDSIGNAL */
