// SPDX-License-Identifier: MIT
// DMA engine: copies or fills, in words, between card memory, host memory, TCM and a VM.
// - the transfer is cut into chunks that stay in one 32-byte line on both sides. They go round a
//   ring of SLOTS (dma_ring), with their data in LUT RAM (dma_data)
// - a chunk is filled by a line read, whenever that comes, by TCM words or with the pattern. Then
//   it is its turn, in order, to be turned to the destination's position and written. Its slot is
//   free again when the write is acknowledged
// - done when all writes are acknowledged; a fault lets the chunks in flight finish. Memory answers
//   in any order: of several errors the one nearest to the transfer's beginning is reported

// registers and addresses are wider than what an engine forms
/* verilator lint_off UNUSEDSIGNAL */
module dma #(
    parameter logic [15:0] BASE  = 16'h0200, // of its registers
    parameter int unsigned SLOTS = 32        // chunks under way, a power of two, 16 to 64
) (
    input  logic                              clk_i,
    input  logic                              rst_ni,
    // Registers: read data in the next cycle, 0 if not addressed
    input  logic                              reg_valid_i,
    input  logic                              reg_write_i,
    input  logic [15:0]                       reg_addr_i,
    input  logic [31:0]                       reg_wdata_i,
    output logic [31:0]                       reg_rdata_o,
    // A transfer has ended, a pulse; one is under way
    output logic                              done_pulse_o,
    output logic                              busy_o,
    // Memory
    // A line each, with valid and ready. Answers are always taken; an id names a write or a read,
    // and its slot.
    output logic                              req_valid_o,
    input  logic                              req_ready_i,
    output smgpu_pkg::mem_req_t               req_o,
    input  logic                              rsp_valid_i,
    output logic                              rsp_ready_o,
    input  smgpu_pkg::mem_rsp_t               rsp_i,
    // Page walks
    // One page at a time; the answer is a pulse
    output logic                              walk_req_valid_o,
    input  logic                              walk_req_ready_i,
    output smgpu_pkg::walk_req_t              walk_req_o,
    input  logic                              walk_rsp_valid_i,
    input  smgpu_pkg::walk_rsp_t              walk_rsp_i,
    // TCM port, granted per word; read data in the cycle after the grant
    output logic                              tcm_valid_o,
    input  logic                              tcm_ready_i,
    // Words of the source are read, those of the destination written
    output logic                              tcm_write_o,
    output logic [smgpu_hw_pkg::TcmW-1:0]        tcm_addr_o,
    output logic [31:0]                       tcm_wdata_o,
    input  logic [31:0]                       tcm_rdata_i,
    // Maintenance
    // No access is to begin; none is under way
    input  logic                              quiesce_i,
    output logic                              quiesced_o,
    // Translations to drop; no chunk made with older ones is under way
    input  smgpu_pkg::tlb_flush_t             tlb_flush_i,
    output logic                              drained_o,
    // Counter
    output logic [5:0]                        bytes_o        // moved in this cycle
);

  // Spaces of both sides; what is none of these is card memory
  localparam logic [2:0] SpHost = smgpu_regs_pkg::DMA_CTRL_SRC_SPACE_HOST,
      SpTcm = smgpu_regs_pkg::DMA_CTRL_SRC_SPACE_TCM,
      SpVm = smgpu_regs_pkg::DMA_CTRL_SRC_SPACE_VM,
      SpFill = smgpu_regs_pkg::DMA_CTRL_SRC_SPACE_FILL;

  // ---- Registers
  // A transfer is under way; one has ended. err_dst_q: the error is the destination's.
  logic        busy_q, done_q, err_dst_q;
  // A register of this engine. Writes count only between transfers.
  logic        sel, we;
  logic [5:0]  off;
  assign sel = reg_valid_i && reg_addr_i[15:6] == BASE[15:6];
  assign off = reg_addr_i[5:0];
  assign we  = sel && reg_write_i && !busy_q;

  // Where the transfer has come to, on both sides, and what is left of it
  logic [39:0] src, dst;
  logic [31:0] len;
  // Upper words as they were written, of which a part is an address; the pattern of a fill
  logic [31:0] src_hi, dst_hi, fill_q;
  // The address that FAULT shows
  logic [39:0] fault_q;
  // Spaces of source and destination, and the VM of addresses
  logic [2:0]  src_sp_q, dst_sp_q;
  smgpu_pkg::vm_t vm_q;
  // The error that STATUS tells; 0: none
  logic [1:0]  err_q;

  // ---- Chunks in flight
  // Bits of a slot's number
  localparam int unsigned SW = $clog2(SLOTS);
  typedef struct packed {
    logic [2:0]  words;       // less one
    logic [28:0] dst_page;    // of the destination, physical
    logic [9:0]  dst;         // in words: where it begins in its 4 KiB
    logic [9:0]  src;
    // words that its line is to be turned by: source word w goes to word (w + turn) mod 8
    logic [2:0]  turn;
  } chunk_t;
  // A chunk_t of each slot
  logic [54:0]      chunk_m[SLOTS];
  // The next slot to be filled, the next to be written, and what they are
  logic [SW-1:0]    put_at, send_at;
  chunk_t           put, send;
  // slot_free: put_at can be taken. none: no slot is taken.
  logic             slot_free, none;
  // any_free: the next slot can be taken. any_full: the next in turn can be written.
  // any_bad, skip: it can't. sent: it is done with.
  logic             any_free, any_full, any_bad, skip, sent;
  // After an error no slot is taken: what is kept of its chunk stays.
  assign any_free = err_q == '0 && slot_free;

  // ---- The chunk at hand
  // StSource, StDest: addresses of both sides. StIssue: it gets a slot and its line is asked for.
  // StTcmRead: its words come from TCM. StDrain: chunks under way end.
  typedef enum logic [2:0] {StIdle, StSource, StDest, StIssue, StTcmRead, StDrain} state_e;
  state_e      state_q;
  // Physical addresses of the chunk
  logic [40:0] src_pa_q, dst_pa_q;
  // word_q: words of TCM that were granted. got_q: which of them comes now.
  logic [3:0]  word_q, got_q;
  logic        got_valid_q;

  // Bytes of the chunk, and words
  logic [5:0]  chunk;
  logic [3:0]  chunk_words;
  assign chunk_words = chunk[5:2];

  // ---- Maintenance. A transfer of a space whose translations are dropped begins no chunk until
  // those under way have been written.
  // concerned: a flush of this space, or of all. hold_q: its chunks are not written yet.
  // holds: no chunk begins. quiet: none is under way.
  logic                  concerned, hold_q, holds, quiet;
  assign concerned = tlb_flush_i.valid &&
      (src_sp_q == SpVm || dst_sp_q == SpVm) && (tlb_flush_i.every || tlb_flush_i.vm == vm_q);
  assign holds     = quiesce_i || hold_q;
  // Translations made before are not used after it: the chunk at hand starts over.
  assign quiet      = none && (state_q == StIdle || state_q == StSource || state_q == StDrain);
  assign quiesced_o = quiet && !walk_req_valid_o;
  assign drained_o  = !hold_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) hold_q <= 1'b0;
    else if (concerned) hold_q <= 1'b1;
    else if (quiet) hold_q <= 1'b0;
  end

  // ---- Translation, one side at a time
  // The answer, or a fault; the rest concerns users of more than one lookup
  logic        tlb_valid, tlb_rsp, tlb_fault, tlb_waits, tlb_busy, tlb_sweeps, tlb_room;
  logic [40:0] tlb_pa;
  assign tlb_valid = (state_q == StSource && src_sp_q == SpVm || state_q == StDest &&
      dst_sp_q == SpVm) && !holds;
  mem_tlb #(
      .ENTRIES(4)
  ) u_tlb (
      .clk_i,
      .rst_ni,
      .next_i          (1'b0),
      .next_page_i     ('0),
      .req_valid_i     (tlb_valid),
      .req_first_i     (1'b1),
      .req_ahead_i     (1'b0),
      .req_vm_i        (vm_q),
      .req_va_i        (state_q == StSource ? src[31:0] : dst[31:0]),
      .req_access_i    (state_q == StSource ? smgpu_hw_pkg::AccRead : smgpu_hw_pkg::AccWrite),
      .rsp_valid_o     (tlb_rsp),
      .rsp_pa_o        (tlb_pa),
      .rsp_fault_o     (tlb_fault),
      .waits_o         (tlb_waits),
      .busy_o          (tlb_busy),
      .sweeps_o        (tlb_sweeps),
      .room_o          (tlb_room),
      .walk_req_valid_o,
      .walk_req_ready_i,
      .walk_req_o,
      .walk_rsp_valid_i,
      .walk_rsp_i,
      .walk_row_i      ('0),
      .flush_i         (tlb_flush_i)
  );

  // ---- Memory: writes go before new reads, so that slots come free. Ids: {write, slot}
  localparam int unsigned TW = smgpu_hw_pkg::TcmW;
  // send: the chunk that is written
  logic         send_write, send_read, tcm_writing;
  // Words of the destination's line that are written, as words and as bytes
  logic [7:0]   send_mask;
  logic [31:0]  send_be;
  // Words of the chunk, and its line, turned
  logic [3:0]   send_words;
  smgpu_pkg::line_t send_line;
  assign send_write  = any_full && dst_sp_q != SpTcm;
  assign send_read   = state_q == StIssue && src_sp_q != SpTcm && src_sp_q != SpFill && any_free &&
      !send_write && !holds;
  assign send_words  = {1'b0, send.words} + 4'd1;
  assign send_mask   = 8'(((9'd1 << send_words) - 9'd1) << send.dst[2:0]);
  for (genvar g = 0; g < 8; g++) begin : gen_be
    assign send_be[4*g+:4] = {4{send_mask[g]}};
  end
  assign req_valid_o = send_write || send_read;
  always_comb begin
    req_o       = '0;
    req_o.op    = send_write ? smgpu_pkg::MemWrite : smgpu_pkg::MemRead;
    req_o.id    = send_write ? {2'd1, 6'(send_at)} : {2'd0, 6'(put_at)};
    req_o.pa    = send_write ? {send.dst_page, send.dst[9:3], 5'b0} : {src_pa_q[40:5], 5'b0};
    req_o.be    = send_write ? send_be : 32'b0;
    req_o.data  = send_line;
  end
  assign rsp_ready_o = 1'b1;
  // What an answer is for
  logic [SW-1:0] rsp_slot;
  logic          rsp_is_write;
  assign rsp_slot     = rsp_i.id[SW-1:0];
  assign rsp_is_write = rsp_i.id[6];

  // ---- TCM: words of the chunk at hand, or of the one that is to be written, which come first
  logic       tcm_reading;
  logic [2:0] out_q;          // words written
  assign tcm_writing = any_full && dst_sp_q == SpTcm;
  assign tcm_reading = state_q == StTcmRead && word_q != chunk_words && !tcm_writing;
  assign tcm_valid_o = tcm_reading || tcm_writing;
  assign tcm_write_o = tcm_writing;
  assign tcm_addr_o  = tcm_writing ? {send.dst_page[TW-13:0], send.dst[9:3], send.dst[2:0] + out_q,
      2'b0} : {src[TW-1:5], src[4:2] + word_q[2:0], 2'b0};
  // Where in the destination's line the word from TCM belongs
  logic [2:0] got_word;
  assign got_word    = dst[4:2] + got_q[2:0];

  // ---- Data of the slots. Lines, TCM words and the pattern never come in one transfer.
  // line_in: a line has come. fill_in: the pattern is put in all words.
  logic          line_in, fill_in;
  logic [SW-1:0] in_slot;
  // The word that is put, and where the one that goes to TCM stands in the line as it came
  logic [31:0]   word_in;
  logic [2:0]    out_word;
  assign line_in  = rsp_valid_i && !rsp_is_write;
  assign fill_in  = state_q == StIssue && any_free && src_sp_q == SpFill;
  assign in_slot  = line_in ? rsp_slot : put_at;
  assign word_in  = (src_sp_q == SpFill) ? fill_q : tcm_rdata_i;
  assign out_word = send.dst[2:0] - send.turn + out_q;
  dma_data #(
      .SLOTS(SLOTS)
  ) u_data (
      .clk_i,
      .slot_i    (in_slot),
      .line_in_i (line_in),
      .line_i    (rsp_i.data),
      .fill_in_i (fill_in),
      .word_in_i (got_valid_q),
      .word_at_i (got_word),
      .word_i    (word_in),
      .send_i    (send_at),
      .turn_i    (send.turn),
      .line_o    (send_line),
      .out_word_i(out_word),
      .word_o    (tcm_wdata_o)
  );

  // ---- Whether anything went to TCM behind the first words: one look tells the firmware that a
  // TMD asks for nothing special
  logic [3:0] head_q;         // words gone, at most RestFrom
  logic       late_q;         // a word behind them went
  logic [31:0] went_q;        // the word, looked at a cycle later, off the path of the data
  logic       rest_q;
  localparam logic [3:0] RestFrom = 4'd12;

  // The next in the ring has been written, or won't be. Of one that is not, and of TCM, no
  // acknowledgement comes.
  assign skip = any_bad && !(rsp_valid_i && rsp_is_write);
  assign sent = (send_write && req_ready_i) ||
      (tcm_writing && tcm_ready_i && out_q == send.words) || skip;

  // ---- The first error: chunks in flight lie before one whose page is missing. The low bits that
  // are kept of a chunk tell its beginning, with where the transfer has come to since
  // An error takes the place of one further on in the transfer.
  logic          bus_error;
  // newest: the slot taken last. err_slot_q: that of the error.
  logic [SW-1:0] newest, err_slot_q, look;
  assign newest    = put_at - 1'b1;
  assign bus_error = rsp_valid_i && rsp_i.err && (err_q != smgpu_regs_pkg::DMA_STATUS_ERROR_BUS ||
      SW'(newest - rsp_slot) > SW'(newest - err_slot_q));
  // Where the transfer is now, and the chunk's beginning in its 4 KiB
  logic [39:0]   came;
  logic [9:0]    from;
  // All chunks have ended
  logic          finished;
  assign finished = state_q == StDrain && none;
  assign look     = finished ? err_slot_q : send_at;
  assign send     = chunk_m[look];
  assign came     = err_dst_q ? dst : src;
  assign from     = err_dst_q ? send.dst : send.src;

  // the chunk at hand has been taken care of: on to the next; and all its words have come from TCM
  logic advance, tcm_read;
  assign tcm_read = state_q == StTcmRead && got_valid_q && got_q + 4'd1 == chunk_words;
  assign advance  = (state_q == StIssue && !holds && any_free &&
      (src_sp_q == SpFill || (send_read && req_ready_i))) || tcm_read;
  assign bytes_o    = advance ? chunk : '0;
  assign busy_o     = busy_q;

  // Such a transfer is refused.
  logic refused;
  dma_legal u_legal (
      .src_sp_i   (reg_wdata_i[2:0]),
      .dst_sp_i   (reg_wdata_i[6:4]),
      .src_i      (src),
      .dst_i      (dst),
      .src_above_i(src_hi[31:8]),
      .dst_above_i(dst_hi[31:8]),
      .len_i      (len),
      .refuse_o   (refused)
  );

  // A page fault ends the transfer, unless an error was there before.
  logic page_fault;
  assign page_fault = tlb_rsp && tlb_fault && tlb_valid && err_q == '0;
  dma_place u_place (
      .clk_i,
      .we_i     (we),
      .off_i    (off),
      .wdata_i  (reg_wdata_i),
      .src_o    (src),
      .src_hi_o (src_hi),
      .dst_o    (dst),
      .dst_hi_o (dst_hi),
      .len_o    (len),
      .fill_i   (src_sp_q == SpFill),
      .chunk_o  (chunk),
      .advance_i(advance)
  );
  always_comb begin
    put.words    = 3'(chunk_words - 4'd1);
    put.dst_page = dst_pa_q[40:12];
    put.dst      = dst[11:2];
    put.src      = src[11:2];
    put.turn     = (src_sp_q == SpTcm) ? '0 : dst[4:2] - src[4:2];
  end
  logic opens, fills, frees;   // a slot is taken; has its data; is free
  // The slot that comes free
  logic [SW-1:0] free_slot;
  assign opens     = state_q == StIssue && !holds && any_free &&
      (src_sp_q == SpTcm || src_sp_q == SpFill || (send_read && req_ready_i));
  assign fills     = line_in || (fill_in && opens) || tcm_read;
  assign frees     = (rsp_valid_i && rsp_is_write) || (sent && !send_write);
  assign free_slot = (rsp_valid_i && rsp_is_write) ? rsp_slot : send_at;
  dma_ring #(
      .SLOTS(SLOTS)
  ) u_ring (
      .clk_i,
      .rst_ni,
      .put_o      (put_at),
      .free_o     (slot_free),
      .open_i     (opens),
      .next_i     (advance),
      .fill_i     (fills),
      .fill_slot_i(in_slot),
      .fill_bad_i (line_in && rsp_i.err),
      .send_o     (send_at),
      .full_o     (any_full),
      .bad_o      (any_bad),
      .sent_i     (sent),
      .skip_i     (skip),
      .end_i      (frees),
      .end_slot_i (free_slot),
      .none_o     (none)
  );

  always_ff @(posedge clk_i) begin
    done_pulse_o <= 1'b0;
    // TCM's word comes in the cycle after its grant.
    got_valid_q  <= tcm_reading && tcm_ready_i;
    got_q        <= word_q;
    if (!rst_ni) begin
      state_q   <= StIdle;
      busy_q    <= 1'b0;
      done_q    <= 1'b0;
      err_q     <= '0;
      err_dst_q <= 1'b0;
      out_q     <= '0;
    end else begin
      if (sent) out_q <= '0;
      else if (tcm_writing && tcm_ready_i) out_q <= out_q + 3'd1;
      if (bus_error) begin
        // A bus error is of memory, and takes the place of a page fault.
        err_q     <= smgpu_regs_pkg::DMA_STATUS_ERROR_BUS;
        err_dst_q <= rsp_is_write;
      end else if (page_fault) begin
        err_q     <= smgpu_regs_pkg::DMA_STATUS_ERROR_PAGE_FAULT;
        err_dst_q <= state_q == StDest;
      end

      unique case (state_q)
        StIdle:
        // A write of CTRL begins a transfer. Refused and empty ones end at once.
        if (we && off == 6'h18) begin
          busy_q    <= 1'b1;
          done_q    <= 1'b0;
          err_q     <= refused ? smgpu_regs_pkg::DMA_STATUS_ERROR_PROGRAM : '0;
          err_dst_q <= 1'b0;
          state_q   <= (refused || len == '0) ? StDrain : StSource;
        end
        StSource:
        // While it is held, the chunk at hand starts over.
        if (holds) state_q <= StSource;
        else if (err_q != '0 || len == '0) state_q <= StDrain;
        else if (src_sp_q != SpVm) state_q <= StDest;
        else if (tlb_rsp) state_q <= tlb_fault ? StDrain : StDest;
        StDest:
        if (holds) state_q <= StSource;
        else if (dst_sp_q != SpVm) state_q <= StIssue;
        else if (tlb_rsp) state_q <= tlb_fault ? StDrain : StIssue;
        StIssue:
        // After an error no chunk begins.
        if (holds || err_q != '0) state_q <= StSource;
        else if (opens) state_q <= (src_sp_q == SpTcm) ? StTcmRead : StSource;
        StTcmRead: if (tcm_read) state_q <= StSource;
        default:  // StDrain
        if (finished) begin
          busy_q       <= 1'b0;
          done_q       <= 1'b1;
          done_pulse_o <= 1'b1;
          state_q      <= StIdle;
        end
      endcase
    end

    // Data
    // The summary begins anew with each transfer.
    if (we && off == 6'h18) begin
      head_q <= '0;
      rest_q <= 1'b0;
    end else begin
      if (tcm_writing && tcm_ready_i && head_q != RestFrom) head_q <= head_q + 4'd1;
      if (late_q && went_q != '0) rest_q <= 1'b1;
    end
    late_q <= tcm_writing && tcm_ready_i && head_q == RestFrom;
    went_q <= tcm_wdata_o;
    if (state_q == StSource) begin
      word_q   <= '0;
      // On both sides, the address after translation; bit 40 is host memory.
      src_pa_q <= (src_sp_q == SpVm) ? tlb_pa : {src_sp_q == SpHost, src};
    end
    if (state_q == StDest) dst_pa_q <= (dst_sp_q == SpVm) ? tlb_pa : {dst_sp_q == SpHost, dst};
    // The chunk of a bus error lies before where the transfer has come to, maybe in the page
    // before.
    if (page_fault) fault_q <= {8'b0, (state_q == StSource) ? src[31:0] : dst[31:0]};
    else if (finished && err_q == smgpu_regs_pkg::DMA_STATUS_ERROR_BUS)
      fault_q <= {came[39:12] - 28'(from > came[11:2]), from, 2'b0};
    if (bus_error) err_slot_q <= rsp_slot;
    if (opens)
      chunk_m[put_at] <= put;
    if (tcm_reading && tcm_ready_i) word_q <= word_q + 4'd1;
    if (we) begin
      // Registers, by their offset
      unique case (off)
        6'h14: fill_q <= reg_wdata_i;
        6'h18: begin
          src_sp_q <= reg_wdata_i[2:0];
          dst_sp_q <= reg_wdata_i[6:4];
          vm_q     <= reg_wdata_i[13:8];
        end
        default: ;
      endcase
    end
  end

  // ---- Register reads
  always_ff @(posedge clk_i) begin
    reg_rdata_o <= '0;
    if (sel)
      unique case (off)
        6'h00:   reg_rdata_o <= src[31:0];
        6'h04:   reg_rdata_o <= src_hi;
        6'h08:   reg_rdata_o <= dst[31:0];
        6'h0c:   reg_rdata_o <= dst_hi;
        6'h10:   reg_rdata_o <= len;
        6'h14:   reg_rdata_o <= fill_q;
        6'h18:   reg_rdata_o <= {18'b0, vm_q, 1'b0, dst_sp_q, 1'b0, src_sp_q};
        6'h1c:   reg_rdata_o <= {25'b0, err_dst_q, err_q, 2'b0, done_q, busy_q};
        // FAULT: the address, low and high word
        6'h20:   reg_rdata_o <= fault_q[31:0];
        6'h24:   reg_rdata_o <= {24'b0, fault_q[39:32]};
        6'h28:   reg_rdata_o <= {31'b0, rest_q};
        default: ;
      endcase
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
