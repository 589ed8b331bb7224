// SPDX-License-Identifier: MIT
// Instruction fetch of an SM: one line at a time from the instruction cache, put on a bus for all warps that wait for it.
// - direct mapped, a line of 8 instructions; the index is virtual, the tag physical, so two names of a page are two copies: harmless,
//   because nothing writes here
// - a line is decoded once, when it has come from memory: two words a cycle, and what the decoders find is kept beside the line
// - two stages: a line is looked up, and in the next cycle it is on the bus; while it is looked up each warp finds out whether it wants it
// - a line stays on the bus until every warp that waited for it then has it (one of each pod a cycle): one access for all
// - the pods' arbiters are served in turn, and told whose line is taken. One miss is under way at most; the answer of an address that is not wanted any more
//   is simply not taken
// - a line belongs to a VM: warps of several may be resident. When a VM's number is given back all lines go, and the one that is being fetched is not kept
// - lines of the constant cache and the attribute cache come this way, too, before those of the pods: the line passes through the place that it would have
//   as instructions, which is empty then, and from there in the place of the decoders' words to its cache

/* verilator lint_off UNUSEDSIGNAL */  // lines: the offset of an address and the id of a response say nothing
module smfe_fetch #(
    parameter int unsigned ICACHE_KIB = 4,
    parameter int unsigned TLB        = 4,
    parameter int unsigned PODS       = 2,
    parameter int unsigned CONSTANTS  = 1,
    parameter int unsigned ATTRIBUTES = 1,
    parameter int unsigned TEX        = 1
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // The pods
    input  logic [1:0]   fetch_valid_i,
    input  logic [65:0]  fetch_line_i,   // {VM, line} of each pod
    output logic [1:0]   fetch_taken_o,  // this pod's is the next
    output logic         look_valid_o,   // this line is looked up
    output logic [26:0]  look_line_o,
    output logic [5:0]   look_vm_o,
    input  logic [1:0]   fill_any_i,
    input  logic [1:0]   fill_more_i,
    output logic         fill_open_o,    // the bus is free for what is looked up
    output logic         fill_valid_o,
    output logic [26:0]  fill_line_o,
    output logic [1:0]   fill_err_o,
    output logic [255:0] fill_data_o,
    output logic [8*smfe_pkg::PreW-1:0] fill_pre_o,  // smfe_pkg::pre_t of each word
    // Constant cache, attribute cache: a line, two words a cycle, or why there is none
    input  logic         data_valid_i,
    output logic         data_ready_o,
    input  logic [32:0]  data_line_i,    // {VM, line}
    output logic         data_fill_o,
    output logic [1:0]   data_pair_o,    // 3: the last
    output logic [63:0]  data_words_o,
    output logic         data_fail_o,
    output logic [2:0]   data_err_o,
    // Memory
    output logic                            req_valid_o,
    input  logic                            req_ready_i,
    output logic [smgpu_pkg::MemReqW-1:0]   req_o,
    input  logic                            rsp_valid_i,
    output logic                            rsp_ready_o,
    input  logic [smgpu_pkg::MemRspW-1:0]   rsp_i,
    // Walks
    output logic                            walk_req_valid_o,
    input  logic                            walk_req_ready_i,
    output logic [smgpu_pkg::WalkReqW-1:0]  walk_req_o,
    input  logic                            walk_rsp_valid_i,
    input  logic [smgpu_pkg::WalkRspW-1:0]  walk_rsp_i,
    // Maintenance
    input  logic         quiesce_i,
    output logic         quiesced_o,
    input  logic [smgpu_pkg::TlbFlushW-1:0] tlb_flush_i,
    output logic         drained_o,
    input  logic         flush_i,
    input  logic         forget_i,       // a VM's number is given back
    // Counters
    output logic         ev_hit_o,
    output logic         ev_miss_o,
    output logic         ev_shared_o
);

  localparam int unsigned Lines = ICACHE_KIB * 32;
  localparam int unsigned LI    = $clog2(Lines);
  localparam int unsigned PreW  = smfe_pkg::PreW;

  typedef enum logic [2:0] {StLook, StReq, StWait, StRead, StDecode, StLast, StShow, StBus} fsm_e;
  fsm_e        fsm_q;
  logic        cur_q, missed_q, taken_q, turn_q, data_q;  // data_q: for one of those caches
  logic [26:0] line_q;
  logic [5:0]  cur_vm_q;
  logic [40:0] pa_q;

  // ---- Choice of the next line
  logic        next_any, next_data, next_pod, advance, load;
  logic [32:0] next_line;
  assign next_pod  = PODS == 2 && (fetch_valid_i[turn_q] ? turn_q : !turn_q);
  assign next_data = (CONSTANTS != 0 || ATTRIBUTES != 0) && data_valid_i;
  assign next_any  = (|fetch_valid_i || next_data) && !quiesce_i;
  assign next_line = next_data ? data_line_i : next_pod ? fetch_line_i[65:33] : fetch_line_i[32:0];
  assign load      = advance || !cur_q;
  assign fetch_taken_o = load && next_any && !next_data ? {next_pod, !next_pod} : 2'b00;

  // ---- Lookup
  logic        tlb_valid, tlb_waits, tlb_busy, tlb_sweeps, tlb_room, tlb_fault, tag_hit, fails;
  logic [40:0] tlb_pa;
  (* no_rw_check *)  // a line is written while the lookup waits
  logic [284:0] ram[Lines];
  logic [284:0] ram_q;
  logic [8*PreW-1:0] pre_q;    // of its words
  logic [Lines-1:0] valid_q;
  logic [LI-1:0] rd_at;

  mem_tlb #(.ENTRIES(TLB)) u_tlb (
    .clk_i, .rst_ni, .next_i(1'b0), .next_page_i('0),
    .req_valid_i(cur_q && fsm_q == StLook && fill_open_o), .req_first_i(1'b1), .req_ahead_i(1'b0), .req_vm_i(cur_vm_q), .req_va_i({line_q, 5'd0}), .req_access_i(data_q ? smgpu_pkg::AccRead : smgpu_pkg::AccExec),
    .rsp_valid_o(tlb_valid), .rsp_pa_o(tlb_pa), .rsp_fault_o(tlb_fault), .waits_o(tlb_waits), .busy_o(tlb_busy), .sweeps_o(tlb_sweeps), .room_o(tlb_room),
    .walk_req_valid_o, .walk_req_ready_i, .walk_req_o, .walk_rsp_valid_i, .walk_rsp_i, .walk_row_i('0), .flush_i(tlb_flush_i)
  );
  assign tag_hit = valid_q[line_q[LI-1:0]] && ram_q[284:256] == tlb_pa[40:12];
  assign fails   = fill_open_o && ((fsm_q == StLook && tlb_valid && tlb_fault) || fsm_q == StBus);
  assign advance = cur_q && (fails || (fill_open_o && fsm_q == StLook && tlb_valid && tag_hit && !data_q) || (data_fill_o && data_pair_o == '1));
  assign {look_valid_o, look_line_o, look_vm_o} = {cur_q && !data_q, line_q, cur_vm_q};
  assign data_ready_o = load && next_data && !quiesce_i;
  assign data_fail_o  = cur_q && data_q && fails;
  assign data_err_o   = fsm_q == StBus ? smfe_pkg::WhyConstBus : smfe_pkg::WhyConstFault;

  // ---- Line bus
  assign fill_open_o = !fill_valid_o || fill_more_i == '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) fill_valid_o <= 1'b0;
    else if (fill_open_o) fill_valid_o <= advance && !data_q;
    if (fill_open_o) begin
      fill_line_o <= line_q;
      fill_err_o  <= fsm_q == StBus ? smfe_pkg::FetchBus : tlb_fault ? smfe_pkg::FetchFault : smfe_pkg::FetchOk;
      fill_data_o <= ram_q[255:0];
      fill_pre_o  <= pre_q;
    end
  end

  // ---- Memory
  smgpu_pkg::mem_req_t req;
  smgpu_pkg::mem_rsp_t rsp;
  logic                fill;
  assign rsp = rsp_i;
  always_comb begin
    req    = '0;
    req.op = smgpu_pkg::MemRead;
    req.pa = pa_q;
  end
  assign req_o       = req;
  assign req_valid_o = fsm_q == StReq;
  assign rsp_ready_o = 1'b1;
  assign fill        = rsp_valid_i && fsm_q == StWait && !rsp.err;
  assign quiesced_o  = quiesce_i && !cur_q && !fill_valid_o;

  // The line that was being fetched as TLBs were flushed may have been translated before that.
  smgpu_pkg::tlb_flush_t flush;
  logic                  old_q;
  assign flush     = tlb_flush_i;
  assign drained_o = !old_q;
  always_ff @(posedge clk_i)
    if (!rst_ni || advance) old_q <= 1'b0;
    else if (flush.valid) old_q <= cur_q;

  logic passing_q;      // the line that is being fetched was asked for before lines were forgotten
  always_ff @(posedge clk_i)
    if (!rst_ni || advance) passing_q <= 1'b0;
    else if (forget_i) passing_q <= cur_q;
    else if (fill) passing_q <= 1'b0;

  logic reread;
  assign reread = fsm_q == StRead || fsm_q == StShow;
  assign rd_at  = reread ? line_q[LI-1:0] : next_line[LI-1:0];
  always_ff @(posedge clk_i) begin
    if (load || reread) ram_q <= ram[rd_at];
    if (fill) ram[line_q[LI-1:0]] <= {pa_q[40:12], rsp.data};
  end

  // ---- Decoders: of the line that has just been filled. The RAM shows it late, so they have its words a cycle later.
  logic [1:0]        pair_q, decode_pair_q;   // words 2 pair_q and 2 pair_q + 1
  logic [63:0]       words, decode_q;
  logic              decodes_q;
  logic [2*PreW-1:0] pre;
  assign words = ram_q[64*pair_q+:64];
  assign data_fill_o  = data_q && fsm_q == StDecode;
  assign data_pair_o  = pair_q;
  assign data_words_o = words;
  always_ff @(posedge clk_i) begin
    decode_q      <= words;
    decode_pair_q <= pair_q;
    decodes_q     <= fsm_q == StDecode && !data_q;   // data are not decoded, and the next line is here already
  end
  for (genvar i = 0; i < 2; i++) begin : gen_decode
    smfe_decode #(.CONSTANTS(CONSTANTS), .ATTRIBUTES(ATTRIBUTES), .TEX(TEX)) u_decode (.insn_i(decode_q[i*32+:32]), .pre_o(pre[i*PreW+:PreW]));
  end
  for (genvar i = 0; i < 4; i++) begin : gen_pre
    (* no_rw_check *)  // a pair is written while the lookup waits
    logic [2*PreW-1:0] pre_m[Lines];
    always_ff @(posedge clk_i) begin
      if (load || reread) pre_q[2*PreW*i+:2*PreW] <= pre_m[rd_at];
      if (decodes_q && decode_pair_q == 2'(i)) pre_m[line_q[LI-1:0]] <= pre;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fsm_q    <= StLook;
      cur_q    <= 1'b0;
      missed_q <= 1'b0;
      taken_q  <= 1'b0;
      turn_q   <= 1'b0;
      data_q   <= 1'b0;
      valid_q  <= '0;
    end else begin
      if (load) begin
        cur_q    <= next_any;
        missed_q <= 1'b0;
        data_q   <= next_data;
        if (next_any && !next_data) turn_q <= !next_pod;
      end
      taken_q <= !fill_open_o;
      case (fsm_q)
        StLook:
          if (cur_q && tlb_valid && !tlb_fault && (!tag_hit || data_q)) begin
            fsm_q    <= StReq;
            missed_q <= 1'b1;
          end
        StReq:   if (req_ready_i) fsm_q <= StWait;
        StWait:  if (rsp_valid_i) fsm_q <= rsp.err ? StBus : StRead;
        StRead: begin
          fsm_q  <= StDecode;
          pair_q <= '0;
        end
        StDecode: begin
          if (pair_q == '1) fsm_q <= data_q ? StLook : StLast;
          pair_q <= pair_q + 2'd1;
        end
        StLast:  fsm_q <= StShow;
        StShow:  fsm_q <= StLook;
        default: if (advance) fsm_q <= StLook;
      endcase
      if (flush_i || forget_i) valid_q <= '0;
      else if (fill) valid_q <= (valid_q & ~(Lines'(1) << line_q[LI-1:0])) | (data_q || passing_q ? '0 : Lines'(1) << line_q[LI-1:0]);
    end
    if (load) begin
      line_q   <= next_line[26:0];
      cur_vm_q <= next_line[32:27];
    end
    if (fsm_q == StLook) pa_q <= {tlb_pa[40:5], 5'd0};
  end

  assign ev_hit_o    = advance && fsm_q == StLook && !missed_q && !tlb_fault;
  assign ev_miss_o   = fsm_q == StReq && req_ready_i && !data_q;
  assign ev_shared_o = fill_valid_o && fill_open_o && fill_err_o == smfe_pkg::FetchOk && (taken_q || fill_any_i == 2'b11);

endmodule
/* verilator lint_on UNUSEDSIGNAL */
