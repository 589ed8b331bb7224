// SPDX-License-Identifier: MIT
// DMA engine: copies or fills, in words, between card memory, host memory, TCM and a VM.
// - the transfer is cut into chunks that stay in one 32-byte line on both sides; up to 8 chunks are in flight, each in a slot
// - a slot is filled by a line read, by TCM words or with the pattern, turned to the destination's position, then written
// - done when all writes are acknowledged; a fault lets the chunks in flight finish and reports the first error

/* verilator lint_off UNUSEDSIGNAL */  // registers and addresses are wider than what an engine forms
module dma #(
    parameter logic [15:0] BASE = 16'h0200  // of its registers
) (
    input  logic                              clk_i,
    input  logic                              rst_ni,
    // Registers: read data in the next cycle, 0 if not addressed
    input  logic                              reg_valid_i,
    input  logic                              reg_write_i,
    input  logic [15:0]                       reg_addr_i,
    input  logic [31:0]                       reg_wdata_i,
    output logic [31:0]                       reg_rdata_o,
    output logic                              done_pulse_o,
    output logic                              busy_o,
    // Memory
    output logic                              req_valid_o,
    input  logic                              req_ready_i,
    output logic [smgpu_pkg::MemReqW-1:0]     req_o,
    input  logic                              rsp_valid_i,
    output logic                              rsp_ready_o,
    input  logic [smgpu_pkg::MemRspW-1:0]     rsp_i,
    // Page walks
    output logic                              walk_req_valid_o,
    input  logic                              walk_req_ready_i,
    output logic [smgpu_pkg::WalkReqW-1:0]    walk_req_o,
    input  logic                              walk_rsp_valid_i,
    input  logic [smgpu_pkg::WalkRspW-1:0]    walk_rsp_i,
    // TCM port, granted per word; read data in the cycle after the grant
    output logic                              tcm_valid_o,
    input  logic                              tcm_ready_i,
    output logic                              tcm_write_o,
    output logic [smgpu_pkg::TcmW-1:0]        tcm_addr_o,
    output logic [31:0]                       tcm_wdata_o,
    input  logic [31:0]                       tcm_rdata_i,
    // Maintenance
    input  logic                              quiesce_i,
    output logic                              quiesced_o,
    input  logic                              tlb_flush_i,
    // Counter
    output logic [5:0]                        bytes_o        // moved in this cycle
);

  localparam logic [2:0] SpHost = 3'd1, SpTcm = 3'd2, SpVm = 3'd3, SpFill = 3'd4;

  // ---- Registers
  logic        busy_q, done_q, err_dst_q;
  logic        sel, we;
  logic [5:0]  off;
  assign sel = reg_valid_i && reg_addr_i[15:6] == BASE[15:6];
  assign off = reg_addr_i[5:0];
  assign we  = sel && reg_write_i && !busy_q;

  logic [39:0] src_q, dst_q;
  logic [31:0] src_hi_q, dst_hi_q, len_q, fill_q;
  logic [39:0] fault_q;
  logic [2:0]  src_sp_q, dst_sp_q;
  logic [5:0]  vm_q;
  logic [1:0]  err_q;

  // ---- Chunks in flight
  logic [7:0]   slot_used_q, slot_full_q, slot_sent_q;  // allocated; data there; write issued
  logic [7:0]   slot_mask_m[8];   // words to write
  logic [35:0]  slot_line_m[8];   // of the destination
  logic [2:0]   slot_turn_m[8];   // words to turn right by
  logic [39:0]  slot_src_m[8];    // where it begins on either side, for an error
  logic [39:0]  slot_dst_m[8];
  logic [2:0]   free_slot, full_slot;
  logic         any_free, any_full;
  always_comb begin
    any_free  = 1'b0;
    free_slot = '0;
    any_full  = 1'b0;
    full_slot = '0;
    for (int unsigned i = 8; i > 0; i--) begin
      if (!slot_used_q[i-1]) begin
        any_free  = 1'b1;
        free_slot = 3'(i - 1);
      end
      if (slot_full_q[i-1] && !slot_sent_q[i-1]) begin
        any_full  = 1'b1;
        full_slot = 3'(i - 1);
      end
    end
  end

  // ---- The chunk at hand
  typedef enum logic [2:0] {StIdle, StSource, StDest, StIssue, StTcmRead, StTcmWrite, StDrain} state_e;
  state_e      state_q;
  logic [40:0] src_pa_q, dst_pa_q;
  logic [2:0]  slot_q;
  logic [3:0]  word_q, got_q;
  logic        got_valid_q;

  logic [5:0]  src_room, dst_room, room, chunk;
  assign src_room = (src_sp_q == SpFill) ? 6'd32 : 6'd32 - {1'b0, src_q[4:0]};
  assign dst_room = 6'd32 - {1'b0, dst_q[4:0]};
  assign room     = (src_room < dst_room) ? src_room : dst_room;
  assign chunk    = (len_q < {26'b0, room}) ? len_q[5:0] : room;
  logic [3:0]  chunk_words;
  assign chunk_words = chunk[5:2];
  logic [7:0]  word_mask, send_mask;
  logic [31:0] send_be;
  assign word_mask = 8'(((9'd1 << chunk_words) - 9'd1) << dst_q[4:2]);
  assign send_mask = slot_mask_m[full_slot];
  for (genvar g = 0; g < 8; g++) begin : gen_be
    assign send_be[4*g+:4] = {4{send_mask[g]}};
  end

  // ---- Translation, one side at a time
  logic        tlb_valid, tlb_rsp, tlb_fault;
  logic [40:0] tlb_pa;
  assign tlb_valid = (state_q == StSource && src_sp_q == SpVm || state_q == StDest && dst_sp_q == SpVm) && !quiesce_i;
  mem_tlb #(
      .ENTRIES(4)
  ) u_tlb (
      .clk_i,
      .rst_ni,
      .req_valid_i     (tlb_valid),
      .req_walk_i      (1'b1),
      .req_vm_i        (vm_q),
      .req_va_i        (state_q == StSource ? src_q[31:0] : dst_q[31:0]),
      .req_access_i    (state_q == StSource ? smgpu_pkg::AccRead : smgpu_pkg::AccWrite),
      .rsp_valid_o     (tlb_rsp),
      .rsp_pa_o        (tlb_pa),
      .rsp_fault_o     (tlb_fault),
      .walk_req_valid_o(walk_req_valid_o),
      .walk_req_ready_i(walk_req_ready_i),
      .walk_req_o      (walk_req_o),
      .walk_rsp_valid_i(walk_rsp_valid_i),
      .walk_rsp_i      (walk_rsp_i),
      .flush_i         (tlb_flush_i)
  );

  // ---- Memory: writes of full slots go before new reads, so that slots come free
  logic         send_write, send_read;
  logic [255:0] slot_data;
  assign send_write = any_full && dst_sp_q != SpTcm;
  assign send_read  = state_q == StIssue && src_sp_q != SpTcm && src_sp_q != SpFill && any_free && !send_write && !quiesce_i;
  assign req_valid_o = send_write || send_read;
  assign req_o = {send_write ? smgpu_pkg::MemWrite : smgpu_pkg::MemRead, 5'b0, 11'b0, 2'b0,
                  send_write ? {5'd1, full_slot} : {5'd0, free_slot},
                  send_write ? {slot_line_m[full_slot], 5'b0} : {src_pa_q[40:5], 5'b0},
                  send_write ? send_be : 32'b0, slot_data};
  assign rsp_ready_o = 1'b1;
  logic [2:0]   rsp_slot;
  logic         rsp_is_write, rsp_err;
  logic [255:0] rsp_data;
  assign rsp_slot     = rsp_i[259:257];
  assign rsp_is_write = rsp_i[260];
  assign rsp_err      = rsp_i[256];
  assign rsp_data     = rsp_i[255:0];

  // A line turned right by whole words: source word w goes to word (w + turn) mod 8.
  logic [511:0] twice;
  logic [255:0] rsp_turned;
  assign twice      = {rsp_data, rsp_data};
  assign rsp_turned = twice[{1'b0, 3'd0 - slot_turn_m[rsp_slot], 5'b0}+:256];

  // ---- TCM
  localparam int unsigned TW = smgpu_pkg::TcmW;
  logic tcm_reading, tcm_writing;
  assign tcm_reading = state_q == StTcmRead && word_q != chunk_words;
  assign tcm_writing = state_q == StTcmWrite && slot_full_q[slot_q] && word_q != chunk_words;
  assign tcm_valid_o = tcm_reading || tcm_writing;
  assign tcm_write_o = tcm_writing;
  assign tcm_addr_o  = (tcm_writing ? dst_q[TW-1:0] : src_q[TW-1:0]) + TW'({word_q, 2'b0});
  logic [2:0] tcm_word;
  assign tcm_word    = dst_q[4:2] + word_q[2:0];
  assign tcm_wdata_o = slot_data[{tcm_word, 5'b0}+:32];

  logic [2:0] got_word;
  assign got_word = dst_q[4:2] + got_q[2:0];

  // ---- Data of the slots: a memory for each word of a line. Lines, TCM words and the pattern never come in one transfer, nor do
  // the two kinds of destination, so one port each way serves.
  logic         line_in, fill_in;
  logic [2:0]   in_slot, out_slot;
  assign line_in  = rsp_valid_i && !rsp_is_write;
  assign fill_in  = state_q == StIssue && any_free && src_sp_q == SpFill;
  assign in_slot  = line_in ? rsp_slot : fill_in ? free_slot : slot_q;
  assign out_slot = dst_sp_q == SpTcm ? slot_q : full_slot;
  for (genvar g = 0; g < 8; g++) begin : gen_word
    logic [31:0] data_m[8];
    logic [31:0] in;
    assign in = line_in ? rsp_turned[32*g+:32] : fill_in ? fill_q : tcm_rdata_i;
    always_ff @(posedge clk_i) if (line_in || fill_in || (got_valid_q && got_word == 3'(g))) data_m[in_slot] <= in;
    assign slot_data[32*g+:32] = data_m[out_slot];
  end

  logic advance;  // the chunk at hand has been taken care of: on to the next
  assign advance = (state_q == StIssue && !quiesce_i && any_free && (src_sp_q == SpFill || (send_read && req_ready_i)) && dst_sp_q != SpTcm) ||
                   (state_q == StTcmRead && got_valid_q && got_q + 4'd1 == chunk_words && dst_sp_q != SpTcm) ||
                   (state_q == StTcmWrite && word_q == chunk_words);
  assign bytes_o    = advance ? chunk : '0;
  assign busy_o     = busy_q;
  // Translations made before a flush are not used after it: the chunk at hand starts over.
  assign quiesced_o = slot_used_q == '0 && !walk_req_valid_o && (state_q == StIdle || state_q == StSource || state_q == StDrain);

  logic src_past_tcm, dst_past_tcm;
  assign src_past_tcm = src_q[39:TW] != '0 || {16'b0, src_q[TW-1:0]} + {1'b0, len_q} > 33'(smgpu_pkg::TcmKib * 1024);
  assign dst_past_tcm = dst_q[39:TW] != '0 || {16'b0, dst_q[TW-1:0]} + {1'b0, len_q} > 33'(smgpu_pkg::TcmKib * 1024);

  logic space_bad;
  assign space_bad = reg_wdata_i[2:0] > SpFill || reg_wdata_i[6:4] > SpVm || (src_q[1:0] != '0 && reg_wdata_i[2:0] != SpFill) || dst_q[1:0] != '0 || len_q[1:0] != '0 ||
                     (reg_wdata_i[2:0] == SpTcm && src_past_tcm) ||
                     (reg_wdata_i[6:4] == SpTcm && dst_past_tcm) ||
                     (src_hi_q[31:8] != '0 && reg_wdata_i[2:0] != SpFill) || dst_hi_q[31:8] != '0;

  always_ff @(posedge clk_i) begin
    done_pulse_o <= 1'b0;
    got_valid_q  <= tcm_reading && tcm_ready_i;
    got_q        <= word_q;
    if (!rst_ni) begin
      state_q     <= StIdle;
      busy_q      <= 1'b0;
      done_q      <= 1'b0;
      err_q       <= '0;
      err_dst_q   <= 1'b0;
      slot_used_q <= '0;
      slot_full_q <= '0;
      slot_sent_q <= '0;
    end else begin
      // Responses
      if (rsp_valid_i) begin
        if (rsp_err && err_q == '0) begin
          err_q     <= 2'd2;
          err_dst_q <= rsp_is_write;
        end
        if (rsp_is_write || rsp_err) begin
          slot_used_q[rsp_slot] <= 1'b0;
          slot_full_q[rsp_slot] <= 1'b0;
          slot_sent_q[rsp_slot] <= 1'b0;
        end else begin
          slot_full_q[rsp_slot] <= 1'b1;
        end
      end
      if (send_write && req_ready_i) slot_sent_q[full_slot] <= 1'b1;

      unique case (state_q)
        StIdle:
        if (we && off == 6'h18) begin
          busy_q    <= 1'b1;
          done_q    <= 1'b0;
          err_q     <= space_bad ? 2'd3 : 2'd0;
          err_dst_q <= 1'b0;
          state_q   <= (space_bad || len_q == '0) ? StDrain : StSource;
        end
        StSource: begin
          if (quiesce_i) state_q <= StSource;
          else if (err_q != '0 || len_q == '0) state_q <= StDrain;
          else if (src_sp_q != SpVm) state_q <= StDest;
          else if (tlb_rsp) begin
            state_q <= tlb_fault ? StDrain : StDest;
            if (tlb_fault) err_q <= 2'd1;
          end
        end
        StDest: begin
          if (quiesce_i) state_q <= StSource;
          else if (dst_sp_q != SpVm) state_q <= StIssue;
          else if (tlb_rsp) begin
            state_q   <= tlb_fault ? StDrain : StIssue;
            err_dst_q <= tlb_fault;
            if (tlb_fault) err_q <= 2'd1;
          end
        end
        StIssue:
        if (quiesce_i) begin
          state_q <= StSource;
        end else if (any_free) begin
          if (src_sp_q == SpTcm) begin
            slot_used_q[free_slot] <= 1'b1;
            state_q                <= StTcmRead;
          end else if (src_sp_q == SpFill) begin
            slot_used_q[free_slot] <= 1'b1;
            slot_full_q[free_slot] <= 1'b1;
            state_q                <= (dst_sp_q == SpTcm) ? StTcmWrite : StSource;
          end else if (send_read && req_ready_i) begin
            slot_used_q[free_slot] <= 1'b1;
            state_q                <= (dst_sp_q == SpTcm) ? StTcmWrite : StSource;
          end
        end
        StTcmRead:
        if (got_valid_q && got_q + 4'd1 == chunk_words) begin
          slot_full_q[slot_q] <= 1'b1;
          state_q             <= (dst_sp_q == SpTcm) ? StTcmWrite : StSource;
        end
        StTcmWrite: begin
          // The slot may still wait for its line; a failed read gives it up.
          if (word_q == chunk_words || !slot_used_q[slot_q]) begin
            slot_used_q[slot_q] <= 1'b0;
            slot_full_q[slot_q] <= 1'b0;
            state_q             <= StSource;
          end
        end
        default:  // StDrain
        if (slot_used_q == '0) begin
          busy_q       <= 1'b0;
          done_q       <= 1'b1;
          done_pulse_o <= 1'b1;
          state_q      <= StIdle;
        end
      endcase
    end

    // Data
    if (state_q == StSource) begin
      word_q   <= '0;
      src_pa_q <= (src_sp_q == SpVm) ? tlb_pa : {src_sp_q == SpHost, src_q};
      if (src_sp_q == SpVm && tlb_rsp && tlb_fault) fault_q <= {8'b0, src_q[31:0]};
    end
    if (state_q == StDest && dst_sp_q == SpVm && tlb_rsp && tlb_fault) fault_q <= {8'b0, dst_q[31:0]};
    if (rsp_valid_i && rsp_err && err_q == '0) fault_q <= rsp_is_write ? slot_dst_m[rsp_slot] : slot_src_m[rsp_slot];
    if (state_q == StDest) dst_pa_q <= (dst_sp_q == SpVm) ? tlb_pa : {dst_sp_q == SpHost, dst_q};
    if (state_q == StIssue && any_free) begin
      slot_q                 <= free_slot;
      slot_mask_m[free_slot] <= word_mask;
      slot_line_m[free_slot] <= dst_pa_q[40:5];
      slot_src_m[free_slot]  <= src_q;
      slot_dst_m[free_slot]  <= dst_q;
      slot_turn_m[free_slot] <= dst_q[4:2] - src_q[4:2];
    end
    if ((tcm_reading && tcm_ready_i) || (tcm_writing && tcm_ready_i)) word_q <= word_q + 4'd1;
    else if (state_q == StTcmRead && got_valid_q && got_q + 4'd1 == chunk_words) word_q <= '0;
    if (advance) begin
      src_q <= src_q + 40'(chunk);
      dst_q <= dst_q + 40'(chunk);
      len_q <= len_q - 32'(chunk);
    end
    if (we) begin
      unique case (off)
        6'h00: src_q[31:0] <= reg_wdata_i;
        6'h04: begin
          src_q[39:32] <= reg_wdata_i[7:0];
          src_hi_q     <= reg_wdata_i;
        end
        6'h08: dst_q[31:0] <= reg_wdata_i;
        6'h0c: begin
          dst_q[39:32] <= reg_wdata_i[7:0];
          dst_hi_q     <= reg_wdata_i;
        end
        6'h10: len_q <= reg_wdata_i;
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
        6'h00:   reg_rdata_o <= src_q[31:0];
        6'h04:   reg_rdata_o <= src_hi_q;
        6'h08:   reg_rdata_o <= dst_q[31:0];
        6'h0c:   reg_rdata_o <= dst_hi_q;
        6'h10:   reg_rdata_o <= len_q;
        6'h14:   reg_rdata_o <= fill_q;
        6'h18:   reg_rdata_o <= {18'b0, vm_q, 1'b0, dst_sp_q, 1'b0, src_sp_q};
        6'h1c:   reg_rdata_o <= {25'b0, err_dst_q, err_q, 2'b0, done_q, busy_q};
        6'h20:   reg_rdata_o <= fault_q[31:0];
        6'h24:   reg_rdata_o <= {24'b0, fault_q[39:32]};
        default: ;
      endcase
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
