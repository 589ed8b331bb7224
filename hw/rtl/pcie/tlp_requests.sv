// SPDX-License-Identifier: MIT
// Requests of the host, one at a time and in order.
// - a write is split into accesses: a dword of BAR0, 64 bits of BAR2. The next begins when the one
//   before is answered. Registers are dwords: a write of a part of one does nothing.
// - a read is done in the same accesses. Its data are gathered up to the next completion boundary,
//   then sent; nothing waits for a register while it holds the stream to the link.
// - what is no read or write of memory, or hits no BAR, is dropped; if it wants an answer, it is
//   told that it is unsupported. A read of BAR2 that fails ends as aborted.

/* verilator lint_off UNUSEDSIGNAL */  // fields of a header that say nothing here
module tlp_requests (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    // Number of the function, and the completion boundary
    input  logic [15:0]                cfg_id_i,
    input  logic                       cfg_rcb_i,
    // Pulses: an unsupported request, poisoned data
    output logic                       err_ur_o,
    output logic                       err_poison_o,
    // Beats of requests
    // From the buffer of tlp_rx, one beat after the other
    input  logic                       req_valid_i,
    output logic                       req_ready_o,
    input  logic [127:0]               req_data_i,
    input  logic                       req_last_i,
    input  logic [1:0]                 req_bar_i,
    // A completion, and its data from pair_i on
    // Both stay as they are until cpl_done_i.
    output logic                       cpl_valid_o,
    output logic [tlp_pkg::HeadW-1:0]  cpl_head_o,
    input  logic                       cpl_done_i,
    input  logic [3:0]                 pair_i,
    output logic [63:0]                cpl_data_o,
    // Registers of MSI-X
    // One cycle each: a write takes effect, a read has its data at once
    output logic                       msix_write_o,
    output logic                       msix_pending_o,   // pending bits, else the table
    output logic [9:0]                 msix_addr_o,      // dword
    output logic [31:0]                msix_wdata_o,
    input  logic [31:0]                msix_rdata_i,
    // BAR0
    // A dword an access. bar0_aw, bar0_w: a write; bar0_b: its answer; bar0_ar, bar0_r: a read
    output logic                       bar0_aw_valid_o,
    input  logic                       bar0_aw_ready_i,
    output logic [19:0]                bar0_aw_addr_o,
    output logic                       bar0_w_valid_o,
    input  logic                       bar0_w_ready_i,
    output logic [31:0]                bar0_w_data_o,
    input  logic                       bar0_b_valid_i,
    output logic                       bar0_b_ready_o,
    output logic                       bar0_ar_valid_o,
    input  logic                       bar0_ar_ready_i,
    output logic [19:0]                bar0_ar_addr_o,
    input  logic                       bar0_r_valid_i,
    output logic                       bar0_r_ready_o,
    input  logic [31:0]                bar0_r_data_i,
    // BAR2
    // 64 bits an access. The channels are those of BAR0, with byte enables.
    output logic                       bar2_aw_valid_o,
    input  logic                       bar2_aw_ready_i,
    output logic [25:0]                bar2_aw_addr_o,
    output logic                       bar2_w_valid_o,
    input  logic                       bar2_w_ready_i,
    output logic [63:0]                bar2_w_data_o,
    output logic [7:0]                 bar2_w_strb_o,
    input  logic                       bar2_b_valid_i,
    output logic                       bar2_b_ready_o,
    output logic                       bar2_ar_valid_o,
    input  logic                       bar2_ar_ready_i,
    output logic [25:0]                bar2_ar_addr_o,
    input  logic                       bar2_r_valid_i,
    output logic                       bar2_r_ready_o,
    input  logic [63:0]                bar2_r_data_i,
    input  logic                       bar2_r_resp_i     // an error
);

  typedef enum logic [3:0] {
    StHead, StDrop,                                   // a header; the rest of the TLP is left out
    StTake, StWrite, StWritten,                       // a dword of data; an access of a write
    StNext, StRead, StData,                           // an access of a read
    StSend                                            // a completion
  } state_e;
  state_e      state_q;

  // ---- Header
  // The first two dwords of the header
  logic [31:0] h0, h1;
  logic        four;      // the header has four dwords
  logic        data;
  logic        is_memory;
  logic        is_message;
  logic        is_posted; // it wants no answer
  logic        is_ours;   // memory, and in a BAR
  logic        drops;     // its data, if any, are thrown away
  logic        take_head; // the header is taken note of
  // Byte enables of the first dword and of the last one; where the request begins, in dwords
  logic [3:0]  h_first, h_end;
  logic [23:0] h_at;
  assign h0         = req_data_i[31:0];
  assign h1         = req_data_i[63:32];
  assign four       = h0[29];
  assign data       = h0[30];
  assign is_memory  = h0[28:24] == tlp_pkg::TypeMemory && !h0[31];
  assign is_message = h0[28:27] == 2'b10;
  assign is_posted  = (is_memory && data) || is_message || h0[31];
  assign is_ours    = is_memory && req_bar_i != '0;
  assign drops      = !is_ours || !data || h0[14];    // nothing of its data is used
  assign take_head  = state_q == StHead && req_valid_i;
  assign h_first    = h1[3:0];
  // A request of one dword has only the first enables.
  assign h_end      = h0[9:0] == 10'd1 ? h_first : h1[7:4];
  assign h_at       = four ? req_data_i[98+:24] : req_data_i[66+:24];

  // Messages are dropped without an error.
  assign err_ur_o     = take_head && !is_ours && !is_message;
  assign err_poison_o = take_head && data && h0[14];

  // Of the request: bar2_q: in BAR2. answer_q: it wants an answer. ours_q: it can be done.
  // locked_q: a locked read. sized_q: its completion counts bytes.
  logic        bar2_q, answer_q, ours_q, locked_q, sized_q;
  // What a completion repeats: traffic class, attributes, tag, requester
  logic [2:0]  tc_q, attr_q;
  logic [7:0]  tag_q;
  logic [15:0] id_q;
  // Enables of the last dword
  logic [3:0]  last_be_q;
  logic [1:0]  lead_q, trail_q;                       // bytes at the ends that are not asked for
  always_ff @(posedge clk_i)
    if (take_head) begin
      bar2_q    <= req_bar_i[tlp_pkg::BarMemory];
      answer_q  <= !is_posted;
      ours_q    <= is_ours;
      locked_q  <= h0[28:24] == tlp_pkg::TypeLocked;
      sized_q   <= h0[28:25] == tlp_pkg::TypeMemory[4:1];
      tc_q      <= h0[22:20];
      attr_q    <= {h0[18], h0[13:12]};
      tag_q     <= h1[15:8];
      id_q      <= h1[31:16];
      last_be_q <= h_end;
      lead_q    <= h_first[0] ? 2'd0 : h_first[1] ? 2'd1 : h_first[2] ? 2'd2 :
          h_first[3] ? 2'd3 : 2'd0;
      trail_q   <= h_end[3] ? 2'd0 : h_end[2] ? 2'd1 : h_end[1] ? 2'd2 : 2'd3;
    end

  // ---- Where the request is
  // The next access, from the dword at_q on
  logic [23:0] at_q, next_at;                         // dword
  logic [10:0] left_q;                                // dwords
  // take: a dword of a write. got: data of a read. two: an access of two dwords.
  // skips: a dword makes no access. done: an access of a write is done.
  logic        take, got, two, skips, done;

  // ---- Data of a write: a dword a cycle
  // Which dword of the beat is taken
  logic [1:0]  lane_q;
  logic [3:0]  be, be_q;                              // of this dword; of the next
  // whole: the access has all its dwords. hole: nothing is to be written.
  // over_q: the TLP is over with this dword.
  logic        final_dword, short_tlp, whole, hole, over_q;
  logic [31:0] dword;
  // The access: data and enables; BAR0 uses the lower dword
  logic [63:0] word_q;
  logic [7:0]  strb_q;
  assign dword       = req_data_i[{lane_q, 5'b0}+:32];
  assign final_dword = left_q == 11'd1;
  assign short_tlp   = lane_q == 2'd3 && req_last_i;  // at the latest it is over here
  assign be          = final_dword ? last_be_q : be_q;
  assign take        = state_q == StTake && req_valid_i;
  // what is taken ends an access, of which no byte is enabled
  assign whole       = !bar2_q || at_q[0] || final_dword;
  assign hole        = bar2_q ? {be, at_q[0] ? strb_q[3:0] : 4'd0} == '0 : be != '1;
  assign skips       = take && !(whole && !hole);
  always_ff @(posedge clk_i) begin
    if (take_head) begin
      lane_q <= four ? 2'd0 : 2'd3;
      be_q   <= h_first;
      strb_q <= '0;
      over_q <= 1'b0;
    end else if (take) begin
      lane_q <= lane_q + 2'd1;
      be_q   <= '1;
      if (bar2_q && at_q[0]) strb_q[7:4] <= be;
      else strb_q <= {4'd0, be};
      if (bar2_q && at_q[0]) word_q[63:32] <= dword;
      else word_q[31:0] <= dword;
      over_q <= req_last_i && (lane_q == 2'd3 || final_dword);
    end
  end

  // ---- Accesses
  logic aw_done_q; // the address of this access is taken
  logic w_done_q;  // so are its data
  logic in_msix;   // MSI-X registers, which are served here
  logic aw_ready;
  logic w_ready;
  logic b_valid;
  logic ar_ready;
  logic r_valid;
  assign in_msix  = !bar2_q && at_q[17:11] == tlp_pkg::MsixTable[19:13];
  // Of the BAR that the request hits
  assign aw_ready = bar2_q ? bar2_aw_ready_i : bar0_aw_ready_i;
  assign w_ready  = bar2_q ? bar2_w_ready_i : bar0_w_ready_i;
  assign b_valid  = bar2_q ? bar2_b_valid_i : bar0_b_valid_i;
  assign ar_ready = bar2_q ? bar2_ar_ready_i : bar0_ar_ready_i;
  assign r_valid  = bar2_q ? bar2_r_valid_i : bar0_r_valid_i;
  assign bar0_aw_valid_o = state_q == StWrite && !bar2_q && !in_msix && !aw_done_q;
  assign bar2_aw_valid_o = state_q == StWrite && bar2_q && !aw_done_q;
  assign bar0_w_valid_o  = state_q == StWrite && !bar2_q && !in_msix && !w_done_q;
  assign bar2_w_valid_o  = state_q == StWrite && bar2_q && !w_done_q;
  assign bar0_b_ready_o  = state_q == StWritten && !bar2_q;
  assign bar2_b_ready_o  = state_q == StWritten && bar2_q;
  assign bar0_ar_valid_o = state_q == StRead && !bar2_q && !in_msix;
  assign bar2_ar_valid_o = state_q == StRead && bar2_q;
  assign bar0_r_ready_o  = state_q == StData && !bar2_q;
  assign bar2_r_ready_o  = state_q == StData && bar2_q;
  assign bar0_aw_addr_o  = {at_q[17:0], 2'b0};
  assign bar0_ar_addr_o  = {at_q[17:0], 2'b0};
  assign bar2_aw_addr_o  = {at_q[23:1], 3'b0};
  assign bar2_ar_addr_o  = {at_q[23:1], 3'b0};
  assign bar0_w_data_o   = word_q[31:0];
  assign bar2_w_data_o   = word_q;
  assign bar2_w_strb_o   = strb_q;
  assign msix_write_o    = state_q == StWrite && in_msix;
  // The pending bits stand behind the table.
  assign msix_pending_o  = at_q[10];
  assign msix_addr_o     = at_q[9:0];
  assign msix_wdata_o    = word_q[31:0];
  // A write of MSI-X registers is done at once, others with their answer.
  assign done            = msix_write_o || (state_q == StWritten && b_valid);
  always_ff @(posedge clk_i) begin
    aw_done_q <= state_q == StWrite && (aw_done_q || aw_ready);
    w_done_q  <= state_q == StWrite && (w_done_q || w_ready);
  end

  // ---- Data of a read, up to the boundary: a dword has the place that it has in 128 bytes
  // Even and odd dwords in a memory each, so that a pair has one read of each
  logic [31:0] even_m[16], odd_m[16], even, odd, low, high;
  logic [3:0]  row;
  logic [4:0]  from_q;                                // the first
  logic [5:0]  count_q;                               // dwords
  // fails: memory answers with an error. abort_q: so this completion is an abort.
  // first_q: the first completion of the request. full: a completion is to be sent now.
  logic        fails, abort_q, first_q, none, full, sent;
  assign none    = left_q == 11'd1 && last_be_q == '0;  // no bytes: one dword, no access
  assign two     = bar2_q && !at_q[0] && left_q != 11'd1; // of one access
  assign got     = (state_q == StData && r_valid) || (state_q == StRead && in_msix);
  assign fails   = bar2_q && bar2_r_resp_i;
  assign next_at = at_q + (two && got ? 24'd2 : 24'd1);
  // It ends, it fails, or the next dword is behind a completion boundary.
  assign full    = left_q == (two ? 11'd2 : 11'd1) || fails ||
      (next_at[3:0] == '0 && !(cfg_rcb_i && next_at[4]));
  assign low     = bar2_q ? bar2_r_data_i[31:0] : in_msix ? msix_rdata_i : bar0_r_data_i;
  assign high    = bar2_q ? bar2_r_data_i[63:32] : low;
  assign sent    = state_q == StSend && cpl_done_i;
  always_ff @(posedge clk_i) begin
    if (got) begin
      if (bar2_q || !at_q[0]) even_m[at_q[4:1]] <= low;
      if (bar2_q || at_q[0]) odd_m[at_q[4:1]] <= high;
      abort_q <= fails;
    end
    // The next completion begins where this one has ended.
    if (take_head || sent) begin
      from_q  <= take_head ? h_at[4:0] : at_q[4:0];
      count_q <= '0;
      first_q <= take_head;
      abort_q <= 1'b0;
    end else if (got || (state_q == StNext && none)) count_q <= count_q + (two ? 6'd2 : 6'd1);
    if (take_head) begin
      at_q   <= h_at;
      left_q <= {h0[9:0] == '0, h0[9:0]};
    end else begin
      if (skips || done || got) at_q <= next_at;
      if (take || got || (state_q == StNext && none))
        left_q <= left_q - (two && got ? 11'd2 : 11'd1);
    end
  end
  // The pairs begin at an odd dword if the first one is odd.
  assign row        = from_q[4:1] + pair_i;
  assign even       = even_m[row + 4'(from_q[0])];
  assign odd        = odd_m[row];
  assign cpl_data_o = from_q[0] ? {even, odd} : {odd, even};

  // ---- Completion. What is left does not count what is gathered.
  // bytes: those left with the ones of this completion, as its header tells them
  logic [11:0] bytes;
  logic [2:0]  status;
  logic        good;
  logic [5:0]  length;
  // Only a success has data.
  assign good        = ours_q && !abort_q;
  assign status      = !ours_q ? tlp_pkg::StatusUr : abort_q ? tlp_pkg::StatusCa
      : tlp_pkg::StatusOk;
  assign length      = good ? count_q : 6'd0;
  assign bytes       = !sized_q ? 12'd4 : {left_q[9:0] + 10'(count_q), 2'b0} - 12'(trail_q) -
      (first_q ? 12'(lead_q) : 12'd0);
  assign cpl_valid_o = state_q == StSend;
  // Fields of a completion's header, dword by dword
  assign cpl_head_o  = {1'b0, length, 1'b0, good, 1'b0, tlp_pkg::TypeComplete[4:1], locked_q,
      1'b0, tc_q, 1'b0, attr_q[2], 4'd0, attr_q[1:0], 2'd0, 4'd0, length, cfg_id_i, status, 1'b0,
      bytes, id_q, tag_q, 1'b0, sized_q ? {from_q, first_q ? lead_q : 2'd0} : 7'd0, 32'd0};

  // ---- States
  // A beat leaves with its last dword. A header leaves at once, unless data stand in its beat.
  assign req_ready_o = (state_q == StHead && (drops || four)) || state_q == StDrop ||
      (state_q == StTake && (lane_q == 2'd3 || final_dword));
  state_e more;                                       // behind an access of a write
  // The TLP is over, has more data, or has beats that nothing is made of.
  assign more = over_q ? StHead : left_q != '0 ? StTake : StDrop;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= StHead;
    end else begin
      unique case (state_q)
        StHead:
        if (req_valid_i) begin
          if (!req_last_i) state_q <= drops ? StDrop : StTake;
          else if (drops) state_q <= is_posted ? StHead : is_ours ? StNext : StSend;
          else if (!four) state_q <= StTake;
        end
        StDrop:
        if (req_valid_i && req_last_i) state_q <= !answer_q ? StHead : ours_q ? StNext : StSend;
        StTake:
        if (req_valid_i) begin
          if (whole && !hole) state_q <= StWrite;
          else if (final_dword || short_tlp) state_q <= req_last_i ? StHead : StDrop;
        end
        StWrite:
        if (in_msix) state_q <= more;
        else if ((aw_done_q || aw_ready) && (w_done_q || w_ready)) state_q <= StWritten;
        StWritten: if (b_valid) state_q <= more;
        StNext:    state_q <= none ? StSend : StRead;
        StRead:
        if (in_msix) state_q <= full ? StSend : StNext;
        else if (ar_ready) state_q <= StData;
        StData:    if (r_valid) state_q <= full ? StSend : StNext;
        // An aborted read has one completion, whatever is left.
        default:   if (cpl_done_i) state_q <= good && left_q != '0 ? StNext : StHead;
      endcase
    end
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
