// SPDX-License-Identifier: MIT
// Writes of the card to host memory. A burst is cut into runs: dwords of which all bytes are
// enabled, or one dword of which some are. A run is a TLP, so a whole burst is one. The burst is
// answered when its last run is on the stream to the link: what goes there later comes later.
// Without bus master nothing is sent and the answer is an error.

/* verilator lint_off UNUSEDSIGNAL */  // a burst is aligned
module tlp_write (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    // Bus master enable, number of the function
    input  logic                      cfg_master_i,
    input  logic [15:0]               cfg_id_i,
    // AXI4 slave
    // Address of a burst; its length shows in w_last_i
    input  logic                      aw_valid_i,
    output logic                      aw_ready_o,
    input  logic [39:0]               aw_addr_i,
    input  logic [3:0]                aw_id_i,
    // Data, 64 bits a beat, any enables
    input  logic                      w_valid_i,
    output logic                      w_ready_o,
    input  logic [63:0]               w_data_i,
    input  logic [7:0]                w_strb_i,
    input  logic                      w_last_i,
    // The answer: SLVERR if a run could not be sent
    output logic                      b_valid_o,
    input  logic                      b_ready_i,
    output logic [3:0]                b_id_o,
    output logic [1:0]                b_resp_o,
    // A write, and its data from pair_i on
    // A run as a TLP. go: it is sent next; done: its last data are taken.
    output logic                      valid_o,
    output logic [tlp_pkg::HeadW-1:0] head_o,
    input  logic                      go_i,
    input  logic                      done_i,
    input  logic [3:0]                pair_i,
    output logic [63:0]               data_o
);

  // ---- Two bursts: one is cut, one is sent
  logic [32:0] block_m[2];                  // address of the block of 128 bytes
  // The AXI id, of each of the two bursts
  logic [3:0]  id_m[2];
  // in_q, out_q: the burst that is cut, and the one that is sent.
  // open_q: a burst is being cut. close: its last run is made.
  logic        in_q, out_q, open_q, open, close, burst_end;
  // Which of the two places have a burst, until its last run has left
  logic [1:0]  used_q;
  assign aw_ready_o = !open_q && !used_q[in_q];
  assign open       = aw_valid_i && aw_ready_o;

  // ---- Cutting: a beat, or a dword of it
  logic [4:0]  at_q, from_q;                // dword in the block; where the run begins
  // Dwords of the run, 0 while there is none
  logic [5:0]  length_q;
  logic        both;   // two full dwords in one step
  logic        full;   // all bytes of the dword
  logic        any;    // some bytes
  logic        run;
  logic        cut;    // a run is made before the dword
  logic        single; // a run is made of the dword alone
  logic        step;   // the dword is done with
  logic        beat;   // so is the beat
  logic        push;
  logic        push_ready;
  logic        last_q;                      // all beats are taken, what is left is the last run
  logic [3:0]  be;
  // Data of both bursts, even and odd dwords
  logic [31:0] even_m[32], odd_m[32];
  assign both      = !at_q[0] && w_strb_i == '1;
  assign be        = at_q[0] ? w_strb_i[7:4] : w_strb_i[3:0];
  assign full      = be == '1;
  assign any       = be != '0;
  assign run       = length_q != '0;
  assign cut       = open_q && !last_q && w_valid_i && !full && run;     // a run ends before it
  assign single    = open_q && !last_q && w_valid_i && !full && !run && any;
  // The last run closes the burst, even if it has no dwords.
  assign push      = cut || single || (open_q && last_q);
  assign step      = open_q && !last_q && w_valid_i && !cut && (!single || push_ready);
  assign beat      = step && (both || at_q[0]);
  assign w_ready_o = beat;
  assign close     = open_q && last_q && push_ready;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      in_q   <= 1'b0;
      out_q  <= 1'b0;
      used_q <= '0;
    end else begin
      open_q <= open || (open_q && !close);
      if (close) in_q <= !in_q;
      if (burst_end) out_q <= !out_q;
      used_q <= (used_q | {open && in_q, open && !in_q}) &
          ~{burst_end && out_q, burst_end && !out_q};
    end
    if (open) begin
      block_m[in_q] <= aw_addr_i[39:7];
      id_m[in_q]    <= aw_id_i;
      at_q          <= aw_addr_i[6:2];
      length_q      <= '0;
      last_q        <= 1'b0;
    end else begin
      if (step) at_q <= at_q + (both ? 5'd2 : 5'd1);
      if (beat) last_q <= w_last_i;
      if (step && full) begin
        length_q <= length_q + (both ? 6'd2 : 6'd1);
        if (!run) from_q <= at_q;
      end else if (cut && push_ready) length_q <= '0;
    end
    // A beat is written in each cycle that it is here, so it is there before its run is sent.
    if (open_q && !last_q && w_valid_i) begin
      even_m[{in_q, at_q[4:1]}] <= w_data_i[31:0];
      odd_m[{in_q, at_q[4:1]}]  <= w_data_i[63:32];
    end
  end

  // ---- Runs. none: it has no dwords, and only ends a burst. be: of a run of one dword.
  typedef struct packed {
    logic       last;
    logic       none;
    logic [3:0] be;
    logic [5:0] length;
    logic [4:0] from;
  } run_t;
  // put: the run that is made. head: the run that is sent.
  run_t put, head;
  logic head_valid, pop;
  assign put.last   = last_q;
  assign put.none   = last_q && !run;
  assign put.be     = single ? be : 4'hf;
  assign put.length = single ? 6'd1 : length_q;
  assign put.from   = single ? at_q : from_q;
  common_fifo #(
      .WIDTH(17),
      .DEPTH(4)
  ) u_runs (
      .clk_i,
      .rst_ni,
      .push_valid_i(push),
      .push_ready_o(push_ready),
      .push_data_i (put),
      .pop_valid_o (head_valid),
      .pop_ready_i (pop),
      .pop_data_o  (head)
  );

  // ---- Sending. What the link has begun with is not given up.
  // begun_q: tlp_tx has begun with the run. refused_q: a run of this burst was refused.
  logic        begun_q, refused_q, refuse, ready;
  // Row of the memories, of the pair that is sent
  logic [3:0]  row;
  logic [31:0] even, odd;
  assign ready     = !head.last || !b_valid_o || b_ready_i;   // its answer has a place
  assign refuse    = !cfg_master_i && !begun_q && !head.none;
  assign valid_o   = head_valid && ready && cfg_master_i && !begun_q && !head.none;
  // A run of no dwords, or one refused, leaves without the link.
  assign pop       = ready && (done_i || head.none || refuse);
  assign burst_end = head_valid && pop && head.last;
  assign head_o    = tlp_pkg::memory_head(1'b1, cfg_id_i, {4'd0, id_m[out_q]},
      {24'd0, block_m[out_q], head.from, 2'b0}, head.length,
      // A TLP of one dword has no last enables.
      {head.length == 6'd1 ? 4'd0 : 4'hf, head.be});
  assign row       = head.from[4:1] + pair_i;
  assign even      = even_m[{out_q, row + 4'(head.from[0])}];
  assign odd       = odd_m[{out_q, row}];
  assign data_o    = head.from[0] ? {even, odd} : {odd, even};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      begun_q   <= 1'b0;
      refused_q <= 1'b0;
      b_valid_o <= 1'b0;
    end else begin
      begun_q <= go_i || (begun_q && !done_i);
      if (head_valid && pop) refused_q <= !head.last && (refused_q || refuse);
      b_valid_o <= burst_end || (b_valid_o && !b_ready_i);
    end
    if (burst_end) begin
      b_id_o   <= id_m[out_q];
      b_resp_o <= {refused_q || refuse, 1'b0};
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (go_i && !valid_o) $fatal(1, "tlp_write: a run is sent that was not shown");
      if (done_i && !begun_q && !go_i) $fatal(1, "tlp_write: a run ends that has not begun");
      if (head_valid && !used_q[out_q]) $fatal(1, "tlp_write: a run of no burst");
      if (open_q && length_q > 6'd32) $fatal(1, "tlp_write: a run is longer than a block");
      if (beat && at_q[4:1] == '1 && !w_last_i) $fatal(1, "tlp_write: a burst goes past its block");
    end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
