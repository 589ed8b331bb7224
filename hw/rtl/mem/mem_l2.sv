// SPDX-License-Identifier: MIT
// L2 cache and atomics: 4 ways of 32-byte lines, write-back, non-blocking.
// - S0 picks a source (a line back from DRAM, a host response, a port) and reads the set's tags
// - S1 looks up; accepts the request or turns it down, in which case its port offers it again; reads or writes the data
// - S2 answers: one response a cycle, the only place where atomics compute and from which L1s are told of stores
// A miss takes an MSHR and a way marked pending, a dirty victim moves to the write buffer. Turned down are: a line that is pending, a
// line that is still in the write buffer, no free MSHR, way or buffer, and what another port has waited for longer (mem_senior). A store of a
// whole line needs no fetch. A request is answered with an error if its line can't be fetched (mem_fetch) or is bad (mem_evict).
// Ports: data and instruction side of each SM (2s, 2s+1), DMA 0, DMA 1, MCU, BAR2, page walker.

/* verilator lint_off UNUSEDSIGNAL */  // addresses are wider than the card's memory; priority levels travel but are not used yet
module mem_l2 #(
    parameter int unsigned SMS    = 1,
    parameter int unsigned WARPS  = 16,   // of an SM
    parameter int unsigned PORTS  = 7,
    parameter int unsigned L2_KIB = 64
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    input  logic [15:0]                           dram_mib_i,
    input  logic                                  tick_i,        // what memory owes for two of them is given up
    input  logic                                  forget_i,      // bad lines are good again
    // Ports: offers of mem_port
    input  logic [PORTS-1:0]                      offer_valid_i,
    input  logic [PORTS*smgpu_pkg::MemReqW-1:0]   offer_i,
    output logic [PORTS-1:0]                      ahead_o,
    output logic [PORTS-1:0]                      pop_o,
    // Responses, always taken
    output logic [PORTS-1:0]                      rsp_valid_o,
    output logic [smgpu_pkg::MemRspW-1:0]         rsp_o,
    // Invalidations of L1s
    output logic [SMS-1:0]                        inv_valid_o,
    input  logic [SMS-1:0]                        inv_ready_i,
    output logic [35:0]                           inv_pa_o,
    // Host engine
    output logic                                  host_valid_o,
    input  logic                                  host_ready_i,
    output logic [3:0]                            host_port_o,
    output logic [smgpu_pkg::MemReqW-1:0]         host_o,
    input  logic                                  host_rsp_valid_i,
    output logic                                  host_rsp_ready_o,
    input  logic [3:0]                            host_rsp_port_i,
    input  logic [7:0]                            host_rsp_id_i,
    input  logic                                  host_rsp_err_i,
    input  logic [255:0]                          host_rsp_data_i,
    // AXI4 master to DRAM: one beat of 256 bits each
    output logic                                  aw_valid_o,
    input  logic                                  aw_ready_i,
    output logic [39:0]                           aw_addr_o,
    output logic [3:0]                            aw_id_o,
    output logic                                  w_valid_o,
    input  logic                                  w_ready_i,
    output logic [255:0]                          w_data_o,
    input  logic                                  b_valid_i,
    output logic                                  b_ready_o,
    input  logic [3:0]                            b_id_i,
    input  logic                                  b_err_i,
    output logic                                  ar_valid_o,
    input  logic                                  ar_ready_i,
    output logic [39:0]                           ar_addr_o,
    output logic [3:0]                            ar_id_o,
    input  logic                                  r_valid_i,
    output logic                                  r_ready_o,
    input  logic [3:0]                            r_id_i,
    input  logic                                  r_err_i,
    input  logic [255:0]                          r_data_i,
    // State
    output logic                                  idle_o,
    output logic                                  writing_o,     // lines are on their way to DRAM
    output logic                                  lost_o,        // a read of DRAM was given up, or
    output logic                                  failed_o,      // ended with an error
    output logic                                  bad_o,         // a line becomes bad
    output logic [26:0]                           bad_line_o,
    output logic                                  hit_o,
    output logic                                  miss_o
);

  localparam int unsigned Sets = L2_KIB * 8;           // 4 ways x 32 bytes
  localparam int unsigned SI   = $clog2(Sets);
  localparam int unsigned TagW = 32 - 5 - SI;          // the card forms 32 bits of DRAM address
  localparam int unsigned RW   = smgpu_pkg::MemReqW;
  localparam int unsigned EW   = TagW + 3;             // {pending, dirty, valid, tag}
  localparam int unsigned SetW = 4 * EW + 3;           // {order of use, ways}

  // ================ S0: pick ================
  typedef enum logic [1:0] {SrcNone, SrcFill, SrcHost, SrcPort} src_e;
  src_e            s0_src;
  logic [3:0]      s0_port, turn_q;
  smgpu_pkg::mem_req_t s0_req, s1_req, s2_req;
  logic [SI-1:0]   s0_set;
  logic            stall, hazard, s1_nack;

  // State of S1, needed here to avoid its set
  src_e            s1_src_q;
  logic [3:0]      s1_port_q;
  logic [RW-1:0]   s1_req_q;
  logic [3:0]      s1_mshr_q;
  logic [255:0]    s1_data_q;                          // a line from DRAM or the host
  logic            s1_err_q;
  logic [SI-1:0]   s1_set;
  assign s1_req = s1_req_q;
  assign s1_set = s1_req.pa[5+:SI];

  // A line back from DRAM
  logic            fill_valid, fill_err, fill_lost, s1_lost_q;
  logic [3:0]      fill_id, fill_port;
  logic [1:0]      fill_way, s1_way_q;
  logic [RW-1:0]   fill_req;

  // A port whose request S1 may turn down this cycle must not be picked behind it.
  logic [PORTS-1:0] pickable;
  logic             any_port;
  always_comb begin
    for (int unsigned i = 0; i < PORTS; i++) pickable[i] = offer_valid_i[i] && !(s1_nack && s1_port_q == 4'(i));
    any_port = 1'b0;
    s0_port  = '0;
    for (int unsigned i = PORTS; i > 0; i--)
      if (pickable[i-1] && 4'(i - 1) <= turn_q) begin
        any_port = 1'b1;
        s0_port  = 4'(i - 1);
      end
    for (int unsigned i = PORTS; i > 0; i--)
      if (pickable[i-1] && 4'(i - 1) > turn_q) begin
        any_port = 1'b1;
        s0_port  = 4'(i - 1);
      end
  end

  logic init_q;                                        // tags are being cleared
  logic s1_busy, s1_amo;
  logic [RW-1:0] picked;
  assign picked = fill_valid ? fill_req : offer_i[RW*s0_port+:RW];
  assign s0_req = picked;
  assign s0_set = s0_req.pa[5+:SI];
  assign s1_busy = s1_src_q != SrcNone;
  assign s1_amo  = s1_busy && s1_src_q != SrcHost && s1_req.op == smgpu_pkg::MemAmo;
  // S1 may change the tags of its set; an atomic writes its data one cycle later than a store.
  assign hazard  = s1_busy && ((s1_src_q != SrcHost && s1_set == s0_set) || s1_amo);
  always_comb begin
    s0_src = SrcNone;
    if (!stall && !init_q) begin
      if (fill_valid) begin
        if (!hazard) s0_src = SrcFill;
      end else if (host_rsp_valid_i) begin
        s0_src = SrcHost;
      end else if (any_port && !hazard) begin
        s0_src = SrcPort;
      end
    end
  end
  assign host_rsp_ready_o = s0_src == SrcHost;

  always_comb begin
    ahead_o = '0;
    for (int unsigned i = 0; i < PORTS; i++) ahead_o[i] = s1_src_q == SrcPort && s1_port_q == 4'(i);
  end

  // ---- Tags
  (* no_rw_check *)  // what S1 may change is not picked
  logic [SetW-1:0] tags[Sets];
  logic [SetW-1:0] tags_q, tags_new;
  logic            tags_we;
  logic [SI-1:0]   init_set_q;
  always_ff @(posedge clk_i) begin
    if (tags_we || init_q) tags[init_q ? init_set_q : s1_set] <= init_q ? '0 : tags_new;
    if (!stall) tags_q <= tags[s0_set];
  end

  // ================ S1: look up ================
  logic [3:0] way_hit, way_pending, way_valid, way_dirty;
  logic [1:0] hit_way, victim, use_way;
  logic [2:0] order_new;                               // the way at hand is the one used last
  logic       hit, pending, any_victim;
  logic [TagW-1:0] s1_tag, victim_tag;
  assign s1_tag = s1_req.pa[31:5+SI];
  always_comb begin
    hit_way = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      way_valid[i]   = tags_q[EW*i+TagW];
      way_dirty[i]   = tags_q[EW*i+TagW+1];
      way_pending[i] = tags_q[EW*i+TagW+2];
      way_hit[i]     = way_valid[i] && tags_q[EW*i+:TagW] == s1_tag;
      if (way_hit[i]) hit_way = 2'(i);
    end
  end
  mem_victim u_victim (
      .order_i  (tags_q[4*EW+:3]),
      .valid_i  (way_valid),
      .pending_i(way_pending),
      .any_o    (any_victim),
      .victim_o (victim),
      .use_i    (use_way),
      .order_o  (order_new)
  );
  assign victim_tag = tags_q[EW*victim+:TagW];
  assign hit     = |way_hit;
  assign pending = way_pending[hit_way];

  // ---- MSHRs and write buffers
  logic         fetch;
  logic         s2_evict_q;   // S2 moves this dirty victim to the write buffer
  logic [26:0]  s2_victim_q;
  logic [255:0] data_q;
  logic any_mshr, two_mshr, mshr_stuck, two_wb, three_wb, wb_stuck, wb_waits, wb_bad, fetching;
  mem_fetch u_fetch (
      .clk_i,
      .rst_ni,
      .tick_i,
      .put_i       (fetch),
      .put_req_i   (s1_req_q),
      .put_port_i  (s1_port_q),
      .put_way_i   (victim),
      .any_o       (any_mshr),
      .two_o       (two_mshr),
      .stuck_o     (mshr_stuck),
      .fill_valid_o(fill_valid),
      .fill_ready_i(s0_src == SrcFill),
      .fill_id_o   (fill_id),
      .fill_err_o  (fill_err),
      .fill_lost_o (fill_lost),
      .fill_req_o  (fill_req),
      .fill_port_o (fill_port),
      .fill_way_o  (fill_way),
      .done_i      (s1_src_q == SrcFill && !stall),
      .done_lost_i (s1_lost_q),
      .done_id_i   (s1_mshr_q),
      .ar_valid_o,
      .ar_ready_i,
      .ar_addr_o,
      .ar_id_o,
      .r_valid_i,
      .r_ready_o,
      .r_id_i,
      .r_err_i,
      .busy_o      (fetching)
  );
  assign lost_o   = s0_src == SrcFill && fill_lost;
  assign failed_o = s0_src == SrcFill && fill_err && !fill_lost;
  mem_evict u_evict (
      .clk_i,
      .rst_ni,
      .tick_i,
      .forget_i,
      .line_i      (s1_req.pa[31:5]),
      .waits_o     (wb_waits),
      .bad_o       (wb_bad),
      .put_i       (s2_evict_q && !stall),
      .put_line_i  (s2_victim_q),
      .put_data_i  (data_q),
      .two_o       (two_wb),
      .three_o     (three_wb),
      .stuck_o     (wb_stuck),
      .aw_valid_o,
      .aw_ready_i,
      .aw_addr_o,
      .aw_id_o,
      .w_valid_o,
      .w_ready_i,
      .w_data_o,
      .b_valid_i,
      .b_ready_o,
      .b_id_i,
      .b_err_i,
      .busy_o      (writing_o),
      .fault_o     (bad_o),
      .fault_line_o(bad_line_o)
  );

  // ---- Decision
  logic out_of_range, to_host, is_write, is_amo, whole_line, evict, refuse;
  logic accept, alloc, respond, s1_write_data, wb_conflict;
  assign to_host      = s1_req.pa[40];
  assign out_of_range = !to_host && (s1_req.pa[39:32] != '0 || {4'b0, s1_req.pa[31:20]} >= dram_mib_i);
  assign is_write     = s1_req.op == smgpu_pkg::MemWrite;
  assign is_amo       = s1_req.op == smgpu_pkg::MemAmo;
  assign whole_line   = is_write && s1_req.be == '1;
  assign evict        = way_valid[victim] && way_dirty[victim];
  assign wb_conflict  = wb_waits || (s2_evict_q && s2_victim_q == s1_req.pa[31:5]);
  // No such memory; nothing that could bring the line will come free; its data are lost
  assign refuse       = out_of_range || (to_host && is_amo) ||
                        (!to_host && !hit && (wb_bad || (!whole_line && mshr_stuck) || (evict && wb_stuck && !two_wb)));
  localparam int unsigned Freeze = 128;
  logic no_host, no_way, spare, nothing, lacks, unused_same_set, unused_freeze;
  assign lacks        = wb_conflict || !any_victim || no_way || (evict && !(spare ? three_wb : two_wb)) || (!whole_line && !(spare ? two_mshr : any_mshr));
  always_comb begin
    s1_nack = 1'b0;
    alloc   = 1'b0;
    fetch   = 1'b0;
    respond = 1'b0;
    unique case (s1_src_q)
      SrcNone: ;
      SrcFill, SrcHost: respond = 1'b1;
      default: begin
        if (refuse) respond = 1'b1;
        else if (to_host) s1_nack = !host_ready_i || no_host;
        else if (hit) begin
          if (pending) s1_nack = 1'b1;
          else respond = 1'b1;
        end else if (lacks) s1_nack = 1'b1;
        else begin
          alloc   = 1'b1;
          fetch   = !whole_line;
          respond = whole_line;
        end
        if (nothing) begin
          s1_nack = 1'b1;
          alloc   = 1'b0;
          fetch   = 1'b0;
          respond = 1'b0;
        end
      end
    endcase
    if (stall) begin
      respond = 1'b0;
      alloc   = 1'b0;
      fetch   = 1'b0;
      s1_nack = 1'b0;
    end
  end
  assign accept       = s1_src_q == SrcPort && !s1_nack && !stall;
  assign host_valid_o = s1_src_q == SrcPort && to_host && !is_amo && !no_host && !nothing && !stall;
  // Other ports get no host engine that a senior waits for; and no way of its set, not the last MSHR and write buffer if it waits for those.
  mem_senior #(
      .PORTS (PORTS),
      .SI    (SI),
      .FREEZE(0),
      .MOST  (PORTS)
  ) u_host_senior (
      .clk_i,
      .rst_ni,
      .port_i    (s1_port_q),
      .set_i     (s1_set),
      .nack_i    (s1_nack && to_host),
      .accept_i  (accept),
      .counted_i (to_host),
      .other_o   (no_host),
      .same_set_o(unused_same_set),
      .freeze_o  (unused_freeze),
      .offer_valid_i
  );
  mem_senior #(
      .PORTS (PORTS),
      .SI    (SI),
      .FREEZE(Freeze),
      .MOST  (PORTS * (Freeze + PORTS))
  ) u_card_senior (
      .clk_i,
      .rst_ni,
      .port_i    (s1_port_q),
      .set_i     (s1_set),
      .nack_i    (s1_nack && !to_host),
      .accept_i  (accept),
      .counted_i (1'b1),
      .other_o   (spare),
      .same_set_o(no_way),
      .freeze_o  (nothing),
      .offer_valid_i
  );
  assign host_port_o  = s1_port_q;
  assign host_o       = s1_req_q;
  always_comb begin
    pop_o = '0;
    for (int unsigned i = 0; i < PORTS; i++) pop_o[i] = accept && s1_port_q == 4'(i);
  end

  // ---- New tags
  logic good_hit;
  assign good_hit = s1_src_q == SrcPort && !to_host && !refuse && hit && !pending && !nothing;
  assign use_way  = (s1_src_q == SrcFill) ? s1_way_q : hit ? hit_way : victim;
  always_comb begin
    tags_new = tags_q;
    tags_we  = 1'b0;
    if (!stall) begin
      if (s1_src_q == SrcFill) begin
        tags_we = 1'b1;
        tags_new[EW*use_way+TagW+:3] = s1_err_q ? '0 : {1'b0, is_write || is_amo, 1'b1};
      end else if (alloc) begin
        tags_we = 1'b1;
        tags_new[EW*use_way+:EW] = {fetch, whole_line, 1'b1, s1_tag};
      end else if (good_hit) begin
        tags_we = 1'b1;
        if (is_write || is_amo) tags_new[EW*use_way+TagW+1] = 1'b1;
      end
      tags_new[4*EW+:3] = order_new;
    end
  end

  // ---- Data: a store, a whole line or a fill writes here; an atomic in S2
  logic [255:0] line_in;
  logic [31:0]  line_be;
  logic         s2_amo_write;
  logic [31:0]  amo_new;
  logic [SI+1:0] s1_at, s2_at_q, at;
  logic [255:0] write_data;
  logic [31:0]  write_be;
  always_comb begin
    for (int unsigned i = 0; i < 32; i++)
      line_in[8*i+:8] = (s1_src_q == SrcFill && !(is_write && s1_req.be[i])) ? s1_data_q[8*i+:8] : s1_req.data[8*i+:8];
    line_be = (s1_src_q == SrcFill) ? '1 : s1_req.be;
  end
  assign s1_at         = {use_way, s1_set};
  assign s1_write_data = !stall && ((s1_src_q == SrcFill && !s1_err_q) || ((good_hit || alloc) && is_write && respond));
  // Nothing is in S1 when an atomic writes: one port is enough, which reads what it overwrites.
  assign at            = s2_amo_write ? s2_at_q : s1_at;
  assign write_data    = s2_amo_write ? {8{amo_new}} : line_in;
  assign write_be      = s2_amo_write ? (32'hf << {s2_req.pa[4:2], 2'b0}) : s1_write_data ? line_be : '0;
  for (genvar g = 0; g < 32; g++) begin : gen_data
    logic [7:0] mem[Sets*4];
    always_ff @(posedge clk_i)
      if (!stall) begin
        if (write_be[g]) mem[at] <= write_data[8*g+:8];
        data_q[8*g+:8] <= mem[at];
      end
  end

  // ================ S2: answer ================
  src_e          s2_src_q;
  logic          s2_respond_q, s2_err_q, s2_fill_q;
  logic [3:0]    s2_port_q;
  logic [RW-1:0] s2_req_q;
  logic [255:0]  s2_line_q;
  logic          s2_go;        // the answer leaves S2: no L1 still has to take its invalidation
  assign s2_req = s2_req_q;

  logic [255:0] line;
  logic [31:0]  old;
  logic         amo_write, sc_ok, s2_is_amo, s2_is_write, s2_sc, s2_lr;
  assign line        = s2_fill_q ? s2_line_q : data_q;
  assign old         = line[{s2_req.pa[4:2], 5'b0}+:32];
  assign s2_is_amo   = s2_respond_q && !s2_err_q && s2_src_q != SrcHost && s2_req.op == smgpu_pkg::MemAmo;
  assign s2_is_write = s2_respond_q && !s2_err_q && s2_src_q != SrcHost && s2_req.op == smgpu_pkg::MemWrite;
  assign s2_sc       = s2_is_amo && s2_req.amo == 5'd3;
  assign s2_lr       = s2_is_amo && s2_req.amo == 5'd2;
  mem_amo u_amo (
      .amo_i    (s2_req.amo),
      .old_i    (old),
      .operand_i(s2_req.data[31:0]),
      .compare_i(s2_req.data[63:32]),
      .new_o    (amo_new),
      .write_o  (amo_write)
  );
  // A thread of the card, and whether it is one: only SMs reserve.
  localparam int unsigned WI = $clog2(SMS * WARPS);
  logic [WI+4:0] s2_who;
  logic [34:0]   held_line;
  logic          s2_thread;
  assign s2_who    = (WI + 5)'({s2_port_q[3:1], s2_req.owner[5+:$clog2(WARPS)], s2_req.owner[4:0]});
  assign s2_thread = s2_port_q < 4'(2 * SMS);
  mem_reserve #(
      .AW   (35),
      .WARPS(SMS * WARPS),
      .HOLD (256 * SMS * WARPS)
  ) u_reserve (
      .clk_i,
      .rst_ni,
      .lr_i    (s2_lr && s2_thread && s2_go),
      .sc_i    (s2_sc && s2_thread && s2_go),
      .store_i ((s2_is_write || (s2_is_amo && amo_write && !s2_sc)) && s2_go),
      .thread_i(s2_thread),
      .hit_i   (s2_req.pa[39:5] == held_line),
      .addr_i  (s2_req.pa[39:5]),
      .who_i   (s2_who),
      .addr_o  (held_line),
      .sc_ok_o (sc_ok)
  );
  assign s2_amo_write = s2_is_amo && (s2_sc ? sc_ok : amo_write) && s2_go;

  // ---- Invalidations: every other L1 of a store, every L1 of an atomic; the answer waits until all have taken theirs.
  logic [SMS-1:0] inv_need, inv_done_q;
  always_comb begin
    for (int unsigned i = 0; i < SMS; i++)
      inv_need[i] = (s2_is_write && s2_port_q != 4'(2 * i)) || (s2_is_amo && (s2_sc ? sc_ok : amo_write));
  end
  assign inv_valid_o = inv_need & ~inv_done_q;
  assign inv_pa_o    = {s2_req.pa[40:5]};
  assign s2_go       = (inv_need & ~inv_done_q & ~inv_ready_i) == '0;
  assign stall       = !s2_go;

  always_comb begin
    rsp_valid_o = '0;
    for (int unsigned i = 0; i < PORTS; i++) rsp_valid_o[i] = s2_respond_q && s2_go && s2_port_q == 4'(i);
  end
  assign rsp_o = {s2_req.id, s2_err_q, s2_is_amo ? {224'b0, s2_sc ? {31'b0, !sc_ok} : old} : line};

  // ================ State ================
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      init_q       <= 1'b1;
      init_set_q   <= '0;
      s1_src_q     <= SrcNone;
      s2_respond_q <= 1'b0;
      s2_evict_q   <= 1'b0;
      turn_q       <= '0;
      inv_done_q   <= '0;
    end else begin
      if (init_q) begin
        init_set_q <= init_set_q + 1'b1;
        if (init_set_q == '1) init_q <= 1'b0;
      end
      inv_done_q <= stall ? inv_done_q | (inv_valid_o & inv_ready_i) : '0;
      if (!stall) begin
        s1_src_q     <= s0_src;
        s2_respond_q <= respond;
        s2_evict_q   <= alloc && evict;
        if (s0_src == SrcPort) turn_q <= s0_port;
      end
    end
    if (!stall) begin
      if (s0_src != SrcNone) begin
        s1_port_q <= (s0_src == SrcFill) ? fill_port : (s0_src == SrcHost) ? host_rsp_port_i : s0_port;
        s1_req_q  <= (s0_src == SrcHost) ? {smgpu_pkg::MemRead, 5'b0, 11'b0, 2'b0, host_rsp_id_i, 41'h10000000000, 32'b0, 256'b0} : picked;
        s1_mshr_q <= fill_id;
        s1_way_q  <= fill_way;
        s1_lost_q <= fill_lost;
        s1_data_q <= (s0_src == SrcHost) ? host_rsp_data_i : r_data_i;
        s1_err_q  <= (s0_src == SrcHost) ? host_rsp_err_i : s0_src == SrcFill && fill_err;
      end
      s2_src_q <= s1_src_q;
      if (respond || alloc) begin
        s2_port_q   <= s1_port_q;
        s2_req_q    <= s1_req_q;
        s2_at_q     <= s1_at;
        s2_fill_q   <= s1_src_q != SrcPort;
        s2_line_q   <= s1_data_q;
        s2_err_q    <= (s1_src_q == SrcPort) ? refuse : s1_err_q;
        s2_victim_q <= {victim_tag, s1_set};
      end
    end
  end

  assign idle_o = !s1_busy && !s2_respond_q && !s2_evict_q && !fetching && offer_valid_i == '0 && !host_rsp_valid_i && host_ready_i;
  assign hit_o  = good_hit && !stall;
  assign miss_o = alloc;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
