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
    parameter int unsigned L2_KIB = 64,
    parameter bit          INCLUDES = SMS > 1   // an L1 holds no line that the L2 doesn't
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
  localparam int unsigned RW   = smgpu_pkg::MemReqW;

  // ================ S0: pick ================
  typedef enum logic [1:0] {SrcNone, SrcFill, SrcHost, SrcPort} src_e;
  src_e            s0_src;
  logic [3:0]      s0_port, turn_q;
  smgpu_pkg::mem_req_t s0_req, s1_req;
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

  logic init;
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
    if (!stall && !init) begin
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

  // ================ S1: look up ================
  logic [1:0]     way, use_way;
  logic           hit, pending, dirty, any_victim, evict, tags_we;
  logic [SMS-1:0] holders, holders_new, victim_holders;
  logic [26:0]    victim_line;
  logic           is_write, is_amo, whole_line, fetch;
  mem_tags #(
      .SMS(SMS),
      .SI (SI)
  ) u_tags (
      .clk_i,
      .rst_ni,
      .init_o          (init),
      .read_i          (!stall),
      .read_set_i      (s0_set),
      .line_i          (s1_req.pa[31:5]),
      .hit_o           (hit),
      .pending_o       (pending),
      .dirty_o         (dirty),
      .holders_o       (holders),
      .way_o           (way),
      .any_victim_o    (any_victim),
      .victim_dirty_o  (evict),
      .victim_holders_o(victim_holders),
      .victim_line_o   (victim_line),
      .we_i            (tags_we),
      .way_i           (use_way),
      .valid_i         (!(s1_src_q == SrcFill && s1_err_q)),
      .pending_i       (fetch),
      .dirty_i         (!fetch && ((hit && dirty) || is_write || is_amo)),
      .holders_i       (holders_new)
  );

  // ---- MSHRs and write buffers
  logic         s2_evict, s2_busy;                    // S2 moves a dirty victim to the write buffer
  logic [26:0]  s2_victim;
  logic [255:0] data_q;
  logic any_mshr, two_mshr, mshr_stuck, two_wb, three_wb, wb_stuck, wb_waits, wb_bad, fetching;
  mem_fetch u_fetch (
      .clk_i,
      .rst_ni,
      .tick_i,
      .put_i       (fetch),
      .put_req_i   (s1_req_q),
      .put_port_i  (s1_port_q),
      .put_way_i   (way),
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
      .put_i       (s2_evict && !stall),
      .put_line_i  (s2_victim),
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
  logic out_of_range, to_host, refuse;
  logic accept, alloc, respond, s1_write_data, wb_conflict, s1_err;
  assign s1_err = (s1_src_q == SrcPort) ? refuse : s1_err_q;
  assign to_host      = s1_req.pa[40];
  assign out_of_range = !to_host && (s1_req.pa[39:32] != '0 || {4'b0, s1_req.pa[31:20]} >= dram_mib_i);
  assign is_write     = s1_req.op == smgpu_pkg::MemWrite;
  assign is_amo       = s1_req.op == smgpu_pkg::MemAmo;
  assign whole_line   = is_write && s1_req.be == '1;
  assign wb_conflict  = wb_waits || (s2_evict && s2_victim == s1_req.pa[31:5]);
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
  assign use_way  = (s1_src_q == SrcFill) ? s1_way_q : way;
  assign tags_we  = !stall && (s1_src_q == SrcFill || alloc || good_hit);

  // ---- L1s that may hold the line: those of SMs that loaded it since it was stored to last; if it was not in the L2, those that loaded it before.
  // A store to local memory leaves the line in the L1 of its own SM, so that one goes on holding it.
  logic [SMS-1:0] me, known, tell, victim_tell;
  assign victim_tell = INCLUDES ? victim_holders : '0;
  always_comb begin
    for (int unsigned i = 0; i < SMS; i++) me[i] = s1_port_q == 4'(2 * i);
    known       = hit ? holders : INCLUDES ? '0 : '1;
    tell        = '0;
    holders_new = known;
    if (!fetch && is_write) begin
      tell        = known & ~me;
      holders_new = known & me;
    end else if (!fetch && is_amo && s1_req.amo != 5'd2) begin
      tell        = known;
      holders_new = '0;
    end else if (!fetch && !is_amo) begin
      holders_new = known | me;
    end
    if (s1_src_q == SrcHost || s1_err || to_host) tell = '0;
  end

  // ---- Data: a store, a whole line or a fill writes here; an atomic in S2
  logic [255:0] line_in;
  logic [31:0]  line_be;
  logic         amo_we;
  logic [31:0]  amo_data;
  logic [2:0]   amo_word;
  logic [SI+1:0] s1_at, amo_at, at;
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
  assign at            = amo_we ? amo_at : s1_at;
  assign write_data    = amo_we ? {8{amo_data}} : line_in;
  assign write_be      = amo_we ? (32'hf << {amo_word, 2'b0}) : s1_write_data ? line_be : '0;
  for (genvar g = 0; g < 32; g++) begin : gen_data
    logic [7:0] mem[Sets*4];
    always_ff @(posedge clk_i)
      if (!stall) begin
        if (write_be[g]) mem[at] <= write_data[8*g+:8];
        data_q[8*g+:8] <= mem[at];
      end
  end

  // ================ S2: answer ================
  mem_answer #(
      .SMS  (SMS),
      .WARPS(WARPS),
      .PORTS(PORTS),
      .AW   (SI + 2)
  ) u_answer (
      .clk_i,
      .rst_ni,
      .stall_o      (stall),
      .respond_i    (respond),
      .alloc_i      (alloc),
      .port_i       (s1_port_q),
      .req_i        (s1_req_q),
      .host_i       (s1_src_q == SrcHost),
      .straight_i   (s1_src_q != SrcPort),
      .line_i       (s1_data_q),
      .err_i        (s1_err),
      .tell_i       (tell),
      .at_i         (s1_at),
      .evict_i      (evict),
      .victim_i     (victim_line),
      .victim_tell_i(victim_tell),
      .data_i       (data_q),
      .amo_we_o     (amo_we),
      .amo_at_o     (amo_at),
      .amo_data_o   (amo_data),
      .amo_word_o   (amo_word),
      .evict_o      (s2_evict),
      .victim_o     (s2_victim),
      .busy_o       (s2_busy),
      .rsp_valid_o,
      .rsp_o,
      .inv_valid_o,
      .inv_ready_i,
      .inv_pa_o
  );

  // ================ State ================
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s1_src_q <= SrcNone;
      turn_q   <= '0;
    end else if (!stall) begin
      s1_src_q <= s0_src;
      if (s0_src == SrcPort) turn_q <= s0_port;
    end
    if (!stall && s0_src != SrcNone) begin
      s1_port_q <= (s0_src == SrcFill) ? fill_port : (s0_src == SrcHost) ? host_rsp_port_i : s0_port;
      s1_req_q  <= (s0_src == SrcHost) ? {smgpu_pkg::MemRead, 5'b0, 11'b0, 2'b0, host_rsp_id_i, 41'h10000000000, 32'b0, 256'b0} : picked;
      s1_mshr_q <= fill_id;
      s1_way_q  <= fill_way;
      s1_lost_q <= fill_lost;
      s1_data_q <= (s0_src == SrcHost) ? host_rsp_data_i : r_data_i;
      s1_err_q  <= (s0_src == SrcHost) ? host_rsp_err_i : s0_src == SrcFill && fill_err;
    end
  end

  assign idle_o = !s1_busy && !s2_busy && !fetching && offer_valid_i == '0 && !host_rsp_valid_i && host_ready_i;
  assign hit_o  = good_hit && !stall;
  assign miss_o = alloc;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
