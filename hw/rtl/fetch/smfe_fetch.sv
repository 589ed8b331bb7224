// SPDX-License-Identifier: MIT
// Instruction fetch of an SM: one line at a time from the instruction cache, put on a bus for all
// warps that wait for it.
// - direct mapped, a line of 8 instructions; the index is virtual, the tag physical, so two names
//   of a page are two copies: harmless, because nothing writes here
// - a line is decoded once, when it has come from memory: two words a cycle, and what the decoders
//   find is kept beside the line
// - two stages: a line is looked up, and in the next cycle it is on the bus; while it is looked up
//   each warp finds out whether it wants it
// - a line stays on the bus until every warp that waited for it then has it (one of each pod a
//   cycle): one access for all
// - the pods' arbiters are served in turn, and told whose line is taken. One miss is under way at
//   most; the answer of an address that is not wanted any more is simply not taken
// - a line belongs to a VM: warps of several may be resident. When a VM's number is given back all
//   lines go, and the one that is being fetched is not kept
// - lines of the constant cache and the attribute cache come this way, too, one at a time beside
//   those of the pods, with their own lookup and their own request. Such a line has a row of its
//   own in the RAM: instructions keep theirs. It goes to its cache in the place of the decoders'
//   words, which takes five cycles in which nothing else is looked up
// - the TLB walks a page at a time, and whoever has missed first looks first when the walk has
//   ended: its answer is not another's

// lines: the offset of an address and the id of a response say nothing
/* verilator lint_off UNUSEDSIGNAL */
module smfe_fetch #(
    // Size of the cache, entries of its TLB.
    parameter int unsigned ICACHE_KIB = 4,
    parameter int unsigned TLB        = 4,
    parameter int unsigned PODS       = 2,
    // 0: no lines for the constant cache, or for the attribute cache. TEX: see smfe_decode.
    parameter int unsigned CONSTANTS  = 1,
    parameter int unsigned ATTRIBUTES = 1,
    parameter int unsigned TEX        = 1
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // The pods
    input  logic [1:0]   fetch_valid_i,
    input  logic [2*smgpu_pkg::FetchLineW-1:0] fetch_line_i,  // fetch_line_t of each pod
    output logic [1:0]   fetch_taken_o,  // this pod's is the next
    output logic         look_valid_o,   // this line is looked up
    output logic [26:0]  look_line_o,
    output smgpu_pkg::vm_t look_vm_o,
    // A warp of the pod waits for the line on the bus; more than one does.
    input  logic [1:0]   fill_any_i,
    input  logic [1:0]   fill_more_i,
    output logic         fill_open_o,    // the bus is free for what is looked up
    // The line on the bus: its address, how its fetch ended (smfe_pkg), its words.
    output logic         fill_valid_o,
    output logic [26:0]  fill_line_o,
    output logic [1:0]   fill_err_o,
    output smgpu_pkg::line_t fill_data_o,
    output logic [8*smfe_pkg::PreW-1:0] fill_pre_o,  // smfe_pkg::pre_t of each word
    // Constant cache, attribute cache: a line, two words a cycle, or why there is none
    input  logic         data_valid_i,
    output logic         data_ready_o,
    // {VM, line} of the one that was taken last, until that is known
    input  logic [32:0]  data_line_i,
    output logic         data_fill_o,
    output logic [1:0]   data_pair_o,    // 3: the last
    output logic [63:0]  data_words_o,
    output logic         data_fail_o,
    output logic [2:0]   data_err_o,
    // Memory: the id tells lines of instructions (0) from those of data (1).
    output logic                            req_valid_o,
    input  logic                            req_ready_i,
    output smgpu_pkg::mem_req_t             req_o,
    input  logic                            rsp_valid_i,
    output logic                            rsp_ready_o,
    input  smgpu_pkg::mem_rsp_t             rsp_i,
    // Walks
    output logic                            walk_req_valid_o,
    input  logic                            walk_req_ready_i,
    output smgpu_pkg::walk_req_t            walk_req_o,
    input  logic                            walk_rsp_valid_i,
    input  smgpu_pkg::walk_rsp_t            walk_rsp_i,
    // Maintenance. quiesce_i is a level: no line is begun. flush_i drops all lines, a pulse.
    input  logic         quiesce_i,
    output logic         quiesced_o,
    input  smgpu_pkg::tlb_flush_t           tlb_flush_i,
    output logic         drained_o,
    input  logic         flush_i,
    input  logic         forget_i,       // a VM's number is given back
    // Counters: a line was found; one is asked for; one went to more than one warp.
    output logic         ev_hit_o,
    output logic         ev_miss_o,
    output logic         ev_shared_o
);

  localparam int unsigned Lines = ICACHE_KIB * 32;
  localparam int unsigned LI    = $clog2(Lines);
  localparam int unsigned PreW  = smfe_pkg::PreW;

  localparam bit          DATA  = CONSTANTS != 0 || ATTRIBUTES != 0;
  localparam int unsigned Rows  = Lines + 32'(DATA);   // the last one is that of data

  // Look: the cache. Req, Wait: memory. Read, Decode, Last, Show: the line that came is decoded and
  // read again. Bus: memory has failed, and the warps hear of it.
  typedef enum logic [2:0] {StLook, StReq, StWait, StRead, StDecode, StLast, StShow, StBus} fsm_e;
  fsm_e        fsm_q;
  // cur_q: a line is at hand, line_q of cur_vm_q. missed_q: it was not in the cache. taken_q: the
  // bus was not free. turn_q: the pod that comes first.
  logic        cur_q, missed_q, taken_q, turn_q;
  logic [26:0] line_q;
  smgpu_pkg::vm_t cur_vm_q;
  logic [40:0] pa_q;

  // ---- Choice of the next line
  // advance: the line at hand goes to the bus. load: the next one is taken.
  logic        next_any, next_pod, advance, load;
  smgpu_pkg::fetch_line_t next_line;
  // data: its page is looked up; its line leaves the RAM; its request is the one that is offered
  logic        data_look, data_sends, data_asks;
  assign next_pod  = PODS == 2 && (fetch_valid_i[turn_q] ? turn_q : !turn_q);
  assign next_any  = |fetch_valid_i && !quiesce_i;
  assign next_line = next_pod ? fetch_line_i[2*smgpu_pkg::FetchLineW-1:smgpu_pkg::FetchLineW] :
      fetch_line_i[smgpu_pkg::FetchLineW-1:0];
  assign load      = advance || (!cur_q && !data_sends);
  assign fetch_taken_o = load && next_any ? {next_pod, !next_pod} : 2'b00;

  // ---- Lookup
  // ram: {tag, words}, a row for each line and one for data. valid_q: the line is one that counts.
  logic        look;
  logic        tlb_valid;
  logic        tlb_waits;
  logic        tlb_busy;
  logic        tlb_sweeps;
  logic        tlb_room;
  logic        tlb_fault;
  logic        tag_hit;
  logic [40:0] tlb_pa;
  (* no_rw_check *)  // a line is written while the lookup waits
  logic [284:0] ram[Rows];
  logic [284:0] ram_q;
  logic [8*PreW-1:0] pre_q;    // of its words
  logic [Lines-1:0] valid_q;
  logic [LI-1:0] rd_at;
  assign look = cur_q && fsm_q == StLook && fill_open_o && !data_look && !data_sends;

  mem_tlb #(.ENTRIES(TLB)) u_tlb (
    .clk_i, .rst_ni, .next_i(1'b0), .next_page_i('0),
    .req_valid_i(look || data_look), .req_first_i(1'b1), .req_ahead_i(1'b0),
    .req_vm_i(data_look ? data_line_i[32:27] : cur_vm_q),
    .req_va_i({data_look ? data_line_i[26:0] : line_q, 5'd0}),
    .req_access_i(data_look ? smgpu_hw_pkg::AccRead : smgpu_hw_pkg::AccExec),
    .rsp_valid_o(tlb_valid), .rsp_pa_o(tlb_pa), .rsp_fault_o(tlb_fault), .waits_o(tlb_waits),
    .busy_o(tlb_busy), .sweeps_o(tlb_sweeps), .room_o(tlb_room),
    .walk_req_valid_o, .walk_req_ready_i, .walk_req_o, .walk_rsp_valid_i, .walk_rsp_i,
    .walk_row_i('0), .flush_i(tlb_flush_i)
  );
  assign tag_hit = valid_q[line_q[LI-1:0]] && ram_q[284:256] == tlb_pa[40:12];
  assign advance = (look && tlb_valid && (tlb_fault || tag_hit)) ||
      (cur_q && fsm_q == StBus && fill_open_o && !data_sends);
  assign {look_valid_o, look_line_o, look_vm_o} = {cur_q, line_q, cur_vm_q};

  // ---- Line bus
  assign fill_open_o = !fill_valid_o || fill_more_i == '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) fill_valid_o <= 1'b0;
    else if (fill_open_o) fill_valid_o <= advance;
    if (fill_open_o) begin
      fill_line_o <= line_q;
      fill_err_o  <= fsm_q == StBus ? smfe_pkg::FetchBus : tlb_fault ? smfe_pkg::FetchFault
          : smfe_pkg::FetchOk;
      fill_data_o <= ram_q[255:0];
      fill_pre_o  <= pre_q;
    end
  end

  // ---- Memory
  // comes: the line at hand. fill: it is written. data_idle: no line of data is under way.
  logic                comes, fill, data_waits, data_comes, data_idle, data_old_q;
  logic [40:5]         data_pa_q;
  always_comb begin
    req_o    = '0;
    req_o.op = smgpu_pkg::MemRead;
    req_o.id = {7'd0, data_asks};
    req_o.pa = data_asks ? {data_pa_q, 5'd0} : pa_q;
  end
  assign req_valid_o = fsm_q == StReq || data_waits;
  assign rsp_ready_o = 1'b1;
  assign comes       = rsp_valid_i && (!DATA || !rsp_i.id[0]);
  assign data_comes  = DATA && rsp_valid_i && rsp_i.id[0];
  assign fill        = comes && fsm_q == StWait && !rsp_i.err;
  assign quiesced_o  = quiesce_i && !cur_q && !fill_valid_o && data_idle;

  // The line that was being fetched as TLBs were flushed may have been translated before that.
  logic                  old_q;
  assign drained_o = !old_q && !data_old_q;
  always_ff @(posedge clk_i)
    if (!rst_ni || advance) old_q <= 1'b0;
    else if (tlb_flush_i.valid) old_q <= cur_q;

  logic passing_q;      // the line that is being fetched was asked for before lines were forgotten
  always_ff @(posedge clk_i)
    if (!rst_ni || advance) passing_q <= 1'b0;
    else if (forget_i) passing_q <= cur_q;
    else if (fill) passing_q <= 1'b0;

  // The line that is looked up is read again when one of data has left the RAM.
  logic                    reread, data_reads, data_last;
  logic [$clog2(Rows)-1:0] ram_at, put_at;
  assign reread = (fsm_q == StRead && !data_sends) || fsm_q == StShow || data_last;
  assign rd_at  = reread ? line_q[LI-1:0] : next_line.line[LI-1:0];
  assign ram_at = data_reads ? ($clog2(Rows))'(Lines) : ($clog2(Rows))'(rd_at);
  assign put_at = data_comes ? ($clog2(Rows))'(Lines) : ($clog2(Rows))'(line_q[LI-1:0]);
  always_ff @(posedge clk_i) begin
    if (load || reread || data_reads) ram_q <= ram[ram_at];
    if (fill || data_comes) ram[put_at] <= {pa_q[40:12], rsp_i.data};
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (look && tlb_valid && tag_hit && ram_q != ram[($clog2(Rows))'(line_q[LI-1:0])])
        $fatal(1, "smfe_fetch: what is at hand is not the line that is looked up");
      if (fill && passing_q && valid_q[line_q[LI-1:0]])
        $fatal(1, "smfe_fetch: a line is replaced by one that is not kept, and counts on");
      if (DATA && data_fill_o && ram_q != ram[Rows-1])
        $fatal(1, "smfe_fetch: what goes to the caches of data is not their line");
    end
`endif

  // ---- Decoders: of the line that has just been filled. The RAM shows it late, so they have its
  // words a cycle later.
  logic [1:0]        pair_q, decode_pair_q;   // words 2 pair_q and 2 pair_q + 1
  logic [63:0]       words, decode_q;
  logic              decodes_q;
  logic [2*PreW-1:0] pre;
  assign words = ram_q[64*pair_q+:64];
  assign data_pair_o  = pair_q;
  assign data_words_o = words;
  always_ff @(posedge clk_i) begin
    decode_q      <= words;
    decode_pair_q <= pair_q;
    decodes_q     <= fsm_q == StDecode;
  end
  for (genvar i = 0; i < 2; i++) begin : gen_decode
    smfe_decode #(.CONSTANTS(CONSTANTS), .ATTRIBUTES(ATTRIBUTES),
        .TEX(TEX)) u_decode (.insn_i(decode_q[i*32+:32]), .pre_o(pre[i*PreW+:PreW]));
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
      pair_q   <= '0;
      valid_q  <= '0;
    end else begin
      if (load) begin
        cur_q    <= next_any;
        missed_q <= 1'b0;
        if (next_any) turn_q <= !next_pod;
      end
      taken_q <= !fill_open_o;
      if (fsm_q == StDecode || data_fill_o) pair_q <= pair_q + 2'd1;   // comes back to 0
      case (fsm_q)
        StLook:
          if (look && tlb_valid && !tlb_fault && !tag_hit) begin
            fsm_q    <= StReq;
            missed_q <= 1'b1;
          end
        StReq:   if (req_ready_i && !data_asks) fsm_q <= StWait;
        StWait:  if (comes) fsm_q <= rsp_i.err ? StBus : StRead;
        StRead:  if (!data_sends) fsm_q <= StDecode;
        StDecode: if (pair_q == '1) fsm_q <= StLast;
        StLast:  fsm_q <= StShow;
        StShow:  fsm_q <= StLook;
        default: if (advance) fsm_q <= StLook;
      endcase
      if (flush_i || forget_i) valid_q <= '0;
      // One that passes had no bit since lines were forgotten: none was filled meanwhile.
      else if (fill && !passing_q) valid_q <= valid_q | Lines'(1) << line_q[LI-1:0];
    end
    if (load) begin
      line_q   <= next_line.line;
      cur_vm_q <= next_line.vm;
    end
    if (look) pa_q <= {tlb_pa[40:5], 5'd0};
  end

  // ---- Data
  if (DATA) begin : gen_data
    // Idle, Look (the TLB), Ask (memory), Wait, Here (the line is in the RAM), Send (two words a
    // cycle).
    typedef enum logic [2:0] {DtIdle, DtLook, DtAsk, DtWait, DtHere, DtSend} data_e;
    data_e data_q;
    // a page of instructions has missed, one of data; its request has been offered
    logic  walks_q, data_walks_q, held_q, ends;
    assign data_ready_o = data_q == DtIdle && data_valid_i && !quiesce_i;
    assign data_idle    = data_q == DtIdle;
    assign data_look    = data_q == DtLook && (data_walks_q ? !tlb_busy : !walks_q);
    assign data_waits   = data_q == DtAsk;
    assign data_asks    = data_waits && (held_q || fsm_q != StReq);
    // Not while a line is decoded, which is in ram_q
    assign data_reads   = data_q == DtHere && (fsm_q == StLook || fsm_q == StReq ||
        fsm_q == StWait || fsm_q == StBus);
    assign data_fill_o  = data_q == DtSend;
    assign data_sends   = data_reads || data_fill_o;
    assign data_last    = data_fill_o && pair_q == '1;
    assign data_fail_o  = (data_look && tlb_valid && tlb_fault) || (data_comes && rsp_i.err);
    assign data_err_o   = data_comes ? smfe_pkg::WhyConstBus : smfe_pkg::WhyConstFault;
    assign ends         = data_fail_o || data_last;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        data_q       <= DtIdle;
        walks_q      <= 1'b0;
        data_walks_q <= 1'b0;
        held_q       <= 1'b0;
        data_old_q   <= 1'b0;
      end else begin
        case (data_q)
          DtIdle:  if (data_ready_o) data_q <= DtLook;
          DtLook:  if (data_look && tlb_valid) data_q <= tlb_fault ? DtIdle : DtAsk;
          DtAsk:   if (req_ready_i && data_asks) data_q <= DtWait;
          DtWait:  if (data_comes) data_q <= rsp_i.err ? DtIdle : DtHere;
          DtHere:  if (data_reads) data_q <= DtSend;
          default: if (data_last) data_q <= DtIdle;
        endcase
        if (look) walks_q <= !tlb_valid;
        if (data_look) data_walks_q <= !tlb_valid;
        held_q <= data_asks && !req_ready_i;
        // As that of instructions
        if (ends) data_old_q <= 1'b0;
        else if (tlb_flush_i.valid) data_old_q <= data_q != DtIdle;
      end
      if (data_look) data_pa_q <= tlb_pa[40:5];
    end

`ifdef VERILATOR
    logic [32:0] line_was_q;
    logic        was_q;
    always_ff @(posedge clk_i) begin
      line_was_q <= data_line_i;
      was_q      <= rst_ni && data_q != DtIdle;
      if (rst_ni && was_q && data_q != DtIdle && data_line_i != line_was_q)
        $fatal(1, "smfe_fetch: another line of data than was asked for");
      if (rst_ni && data_comes && data_q != DtWait)
        $fatal(1, "smfe_fetch: a line of data that was not asked for");
    end
`endif
  end else begin : gen_no_data
    assign {data_ready_o, data_look, data_waits, data_asks, data_reads, data_fill_o, data_sends,
        data_last, data_fail_o, data_err_o, data_pa_q, data_old_q} = '0;
    assign data_idle = 1'b1;
  end

  assign ev_hit_o    = advance && fsm_q == StLook && !missed_q && !tlb_fault;
  assign ev_miss_o   = fsm_q == StReq && req_ready_i && !data_asks;
  assign ev_shared_o = fill_valid_o && fill_open_o && fill_err_o == smfe_pkg::FetchOk &&
      (taken_q || fill_any_i == 2'b11);

endmodule
/* verilator lint_on UNUSEDSIGNAL */
