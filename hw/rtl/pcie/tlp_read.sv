// SPDX-License-Identifier: MIT
// Reads of the card from host memory. The tag of a read is its id; completions of several may come
// in any order, those of one come in the order of its data.
// - a completion that is no success, tells another number of bytes than is missing, or is not as
//   long as it says fails the read; poisoned data fail themselves. So does a read without bus
//   master, before it is sent.
// - a read that has waited for two ticks is late: it fails, and its tag is barred until its last
//   completion comes, or for a long time. A read with a barred tag fails at once.
// - a read that fails gives an error for each beat that it has not given. At most one of these
//   goes before a completion that waits.

/* verilator lint_off UNUSEDSIGNAL */  // fields of a header that say nothing here
module tlp_read #(
    parameter int unsigned TIMEOUT = 17,  // 2^TIMEOUT cycles are a tick
    parameter int unsigned LONG = 6       // a tag is barred for 2^LONG to 2^(LONG+1) ticks
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    // Bus master enable, number of the function
    input  logic                      cfg_master_i,
    input  logic [15:0]               cfg_id_i,
    // Pulses: a read is late; a completion that nothing waits for; poisoned data
    output logic                      err_late_o,
    output logic                      err_unexpected_o,
    output logic                      err_poison_o,
    // AXI4 slave
    // A read: bursts of 64 bits a beat; the length is beats less one
    input  logic                      ar_valid_i,
    output logic                      ar_ready_o,
    input  logic [39:0]               ar_addr_i,
    input  logic [3:0]                ar_id_i,
    input  logic [3:0]                ar_len_i,
    // Data, 64 bits a beat. All ones with SLVERR where the read fails.
    output logic                      r_valid_o,
    input  logic                      r_ready_i,
    output logic [3:0]                r_id_o,
    output logic [63:0]               r_data_o,
    output logic [1:0]                r_resp_o,
    output logic                      r_last_o,
    // A read to be sent
    // A header without data. go: it is sent next; done: it is on the stream.
    output logic                      valid_o,
    output logic [tlp_pkg::HeadW-1:0] head_o,
    input  logic                      go_i,
    input  logic                      done_i,
    // Completions: beats of the stream
    input  logic                      cpl_valid_i,
    output logic                      cpl_ready_o,
    input  logic [127:0]              cpl_data_i,
    input  logic                      cpl_last_i
);

  // ---- A read that is to be sent
  // ask_q: a read is here. begun_q: tlp_tx sends its header. refuse: it fails and is not sent.
  logic        ask_q, begun_q, refuse, sent;
  logic [39:0] addr_q;
  logic [3:0]  id_q, len_q;
  // A bit for each tag: it is barred; it is that of the read here
  logic [15:0] barred_q, ask_hot;
  assign ar_ready_o = !ask_q;
  assign refuse     = ask_q && !begun_q && (!cfg_master_i || barred_q[id_q]);
  assign valid_o    = ask_q && !begun_q && !refuse;
  assign sent       = done_i;
  assign head_o     = tlp_pkg::memory_head(1'b0, cfg_id_i, {4'd0, id_q}, {24'd0, addr_q},
      // Two dwords a beat; all bytes are wanted.
      {1'b0, len_q, 1'b0} + 6'd2, 8'hff);
  assign ask_hot    = 16'd1 << id_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ask_q   <= 1'b0;
      begun_q <= 1'b0;
    end else begin
      // The read leaves when it is sent or refused; the next can come then.
      ask_q   <= (ask_q || ar_valid_i) && !(ask_q && (refuse || sent));
      begun_q <= go_i || (begun_q && !sent);
    end
    if (!ask_q) begin
      addr_q <= ar_addr_i;
      id_q   <= ar_id_i;
      len_q  <= ar_len_i;
    end
  end

  // ---- Beats of each: how many it wants, less one; how many it has got
  logic [3:0]  len_m[16], got_m[16], now_id, got;     // now: the one that gets data
  logic [15:0] fresh_q, now_hot;            // fresh: it has got none
  // Beats that the read at hand has not got
  logic [4:0]  missing;
  logic        fire;
  assign got     = fresh_q[now_id] ? '0 : got_m[now_id];
  assign missing = {1'b0, len_m[now_id]} + 5'd1 - {1'b0, got};
  always_ff @(posedge clk_i) begin
    // The length is written again while the read is here, which does no harm.
    if (ask_q) len_m[id_q] <= len_q;
    if (fire) got_m[now_id] <= got + 4'd1;
    fresh_q <= (fresh_q & ~({16{fire}} & now_hot)) | ({16{ask_q}} & ask_hot);
  end

  // ---- Completions
  typedef enum logic [1:0] {StHead, StData, StDrop, StFail} state_e;
  // StHead: a header is next, or a read that fails. StData: its data go to the card.
  // StDrop: the rest of the TLP is thrown away. StFail: a read gets its errors.
  state_e      state_q;
  // carry_q: the last dword of the beat before, the first of the next pair
  logic [31:0] h0, h1, h2, carry_q;
  // waits_q: its read is sent and not answered. fails_q: its read has to get errors.
  logic [15:0] waits_q, fails_q, head_hot, late;
  logic [3:0]  r_id_q, fail_id;
  // ours: the completion is for this function and has a tag of it.
  // good: success, with data. fits: its lengths are what the read waits for.
  // ends: it is the last of its read. half_q: the second pair of a beat is next.
  logic        ours, known, barred, good, fits, ends, take_head, any_fail, failed_q, poison_q,
      half_q, enough, pop, cut_off;
  logic [4:0]  pairs_q;                     // left of this completion
  assign h0        = cpl_data_i[31:0];
  assign h1        = cpl_data_i[63:32];
  assign h2        = cpl_data_i[95:64];
  // The tag stands in the third dword of the header; r_id_q keeps it for the data.
  assign now_id    = state_q == StHead ? h2[11:8] : r_id_q;
  assign now_hot   = 16'd1 << now_id;
  assign ours      = h2[15:12] == '0 && h2[31:16] == cfg_id_i;
  assign known     = ours && (waits_q & now_hot) != '0;
  assign barred    = ours && (barred_q & now_hot) != '0;
  assign good      = h1[15:13] == tlp_pkg::StatusOk && h0[30];
  // The bytes left, as the header tells them, are those that are missing here. Data are whole
  // pairs, no more than that.
  assign fits      = good && h1[11:0] == {4'd0, missing, 3'd0} && h0[9:6] == '0 && !h0[0] &&
      h0[5:1] != '0 && h0[5:1] <= missing && !cpl_last_i;
  assign ends      = !good || h1[11:0] == {h0[9:0], 2'b0};      // nothing comes behind it
  // A read that fails goes first once; then the completion is next, whatever else fails.
  assign take_head = state_q == StHead && cpl_valid_i && !(any_fail && !failed_q);
  assign head_hot  = now_hot & {16{take_head}};
  // A beat is two pairs: the last dword of the beat before with its first, and the two behind.
  assign enough    = pairs_q == 5'd1;
  assign fire      = r_valid_o && r_ready_i;
  assign pop       = state_q == StData && fire && (half_q || enough);
  // The TLP ends before its length says so.
  assign cut_off   = pop && cpl_last_i && !enough;
  assign cpl_ready_o = take_head || pop || state_q == StDrop;

  assign r_valid_o = (state_q == StData && cpl_valid_i) || state_q == StFail;
  assign r_id_o    = r_id_q;
  assign r_data_o  = (half_q ? cpl_data_i[95:32] : {cpl_data_i[31:0], carry_q}) |
      // A failing read gives ones.
      {64{state_q == StFail}};
  assign r_resp_o  = {state_q == StFail || poison_q, 1'b0};
  assign r_last_o  = missing == 5'd1;

  // The next tag of those that fail, behind the last one that did: each has its turn.
  logic [15:0] passed_q, behind;    // tags up to the last one; tags that fail behind it
  assign behind = fails_q & ~passed_q;
  always_comb begin
    any_fail = fails_q != '0;
    fail_id  = '0;
    for (int unsigned i = 16; i > 0; i--)
      if (behind != '0 ? behind[i-1] : fails_q[i-1]) fail_id = 4'(i - 1);
  end
  always_ff @(posedge clk_i)
    if (!rst_ni) passed_q <= '0;
    else if (state_q == StHead && !take_head && any_fail)
      passed_q <= 16'hffff >> (4'd15 - fail_id);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q  <= StHead;
      failed_q <= 1'b0;
    end else begin
      unique case (state_q)
        StHead:
        // A completion that does not fit is dropped with all its data.
        if (take_head) begin
          state_q  <= known && fits ? StData : cpl_last_i ? StHead : StDrop;
          failed_q <= 1'b0;
        end else if (any_fail) state_q <= StFail;
        StData:
        if (pop && (enough || cpl_last_i)) state_q <= cpl_last_i ? StHead : StDrop;
        StDrop:
        if (cpl_valid_i && cpl_last_i) state_q <= StHead;
        default:
        if (fire && r_last_o) begin
          state_q  <= StHead;
          failed_q <= 1'b1;
        end
      endcase
    end
    if (state_q == StHead) begin
      r_id_q   <= take_head ? now_id : fail_id;
      poison_q <= h0[14];
      half_q   <= 1'b0;
      pairs_q  <= h0[5:1];
    end else if (fire) begin
      half_q   <= !half_q;
      pairs_q  <= pairs_q - 5'd1;
    end
    // The dword that the next pair begins with
    if (take_head || pop) carry_q <= cpl_data_i[127:96];
  end

  // ---- Time
  // tick_q: time within a tick. long_q: ticks within a long tick.
  logic [TIMEOUT-1:0] tick_q;
  logic [LONG-1:0]    long_q;
  // Tags that were waiting at the last tick, or barred at the last long one
  logic [15:0]        old_q, barred_old_q, all_got;
  logic               tick, long_tick;
  assign tick      = tick_q == '1;
  assign long_tick = tick && long_q == '1;
  // not while a completion of it is here
  assign late      = waits_q & old_q & {16{tick}} &
      ~(now_hot & {16{state_q == StData || (state_q == StHead && cpl_valid_i)}});
  // The last beat of a read, with data or an error
  assign all_got   = now_hot & {16{fire && r_last_o}};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      tick_q   <= '0;
      long_q   <= '0;
      waits_q  <= '0;
      fails_q  <= '0;
      barred_q <= '0;
    end else begin
      tick_q   <= tick_q + 1'b1;
      if (tick) long_q <= long_q + 1'b1;
      // A read waits from its sending to its last beat, or until it is late or spoiled.
      waits_q  <= (waits_q | (ask_hot & {16{sent}})) & ~late & ~all_got &
          ~(head_hot & {16{known && !fits}}) & ~(now_hot & {16{cut_off}});
      // It fails until it has got an error for each beat that is missing.
      fails_q  <= ((fails_q | (ask_hot & {16{refuse}})) & ~all_got) | late |
          (head_hot & {16{known && !fits}}) | (now_hot & {16{cut_off}});
      // A tag is barred as long as completions of it may still come.
      barred_q <= (barred_q & ~(head_hot & {16{ours && ends}}) &
          ~(barred_old_q & {16{long_tick}})) | late | (head_hot & {16{known && !fits && !ends}}) |
          (now_hot & {16{cut_off}});
    end
    old_q        <= (tick ? waits_q : old_q) & ~(ask_hot & {16{sent}});
    barred_old_q <= (long_tick ? barred_q : barred_old_q) & barred_q;
  end
  // Several reads that are late in one tick give one pulse.
  assign err_late_o       = late != '0;
  // Completions of barred tags are expected: they are dropped without a word.
  assign err_unexpected_o = take_head && !known && !barred;
  assign err_poison_o     = take_head && known && fits && h0[14];

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (begun_q && !ask_q) $fatal(1, "tlp_read: a header of no read is sent");
      if (sent && ((waits_q | fails_q | barred_q) & ask_hot) != '0)
        $fatal(1, "tlp_read: tag %0d is sent twice", id_q);
      if ((waits_q & fails_q) != '0) $fatal(1, "tlp_read: a read waits and has failed");
      if (state_q == StData && (waits_q & now_hot) == '0) $fatal(1, "tlp_read: data of no read");
      if (state_q == StFail && (fails_q & now_hot) == '0)
        $fatal(1, "tlp_read: errors of a read that has not failed");
      if (fire && missing == '0) $fatal(1, "tlp_read: more data than the read wants");
    end
`endif

`ifdef FORMAL
`include "tlp_read_formal.svh"
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
