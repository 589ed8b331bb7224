// SPDX-License-Identifier: MIT
// Puts TLPs of four sources on the stream to the link, one after the other: a header, then two
// dwords of data a cycle. Completions go first and wait for no credit, then interrupts; reads and
// writes take turns. A write without credit does not hold back a read, nor the reverse.

module tlp_tx (
    input  logic                         clk_i,
    input  logic                         rst_ni,
    // The stream to the link; a beat stays until it is taken
    output logic                         tx_valid_o,
    input  logic                         tx_ready_i,
    output logic [127:0]                 tx_data_o,
    output logic [3:0]                   tx_keep_o,
    output logic                         tx_last_o,
    // Credits for writes and interrupts, and for reads
    input  logic                         tx_p_ok_i,
    input  logic                         tx_np_ok_i,
    // Sources: read, write, interrupt, completion. Each keeps what it shows from go_o until done_o.
    input  logic [3:0]                   valid_i,
    input  logic [4*tlp_pkg::HeadW-1:0]  heads_i,
    output logic [3:0]                   go_o,        // it is sent next
    output logic [3:0]                   done_o,
    // Data: dwords 2n and 2n+1 of it
    // The pair of the TLP that is sent; a source shows it in the same cycle
    output logic [3:0]                   pair_o,
    input  logic [63:0]                  write_data_i,
    input  logic [31:0]                  msix_data_i,
    input  logic [63:0]                  cpl_data_i
);

  localparam int unsigned HW = tlp_pkg::HeadW;

  // StLow: the first dwords of a beat, StHigh: the others
  typedef enum logic [1:0] {StIdle, StHead, StLow, StHigh} state_e;
  state_e      state_q;
  // A bit for each source: it may be next; it is next; it is sent
  logic [3:0]  can, pick, sel_q;
  // free: a beat can be made. wrote_q: the last of reads and writes was a write.
  // four_q: the header had four dwords. ends: no data are left behind this step.
  // one: the TLP has one dword of data.
  logic        free, wrote_q, four_q, ends, one;
  logic [5:0]  left_q;                                // dwords of data that are in no beat
  // carry_q: the second dword of the pair before. d0, d1: the pair at hand.
  logic [31:0] carry_q, d0, d1;
  tlp_pkg::tlp_head_t head;
  assign free = !tx_valid_o || tx_ready_i;
  // Interrupts are writes; completions need no credit.
  assign can  = valid_i & {1'b1, tx_p_ok_i, tx_p_ok_i, tx_np_ok_i};
  always_comb begin
    pick = '0;
    if (can[3]) pick = 4'b1000;
    else if (can[2]) pick = 4'b0100;
    // Reads and writes take turns where both may go.
    else if (can[1] && !(can[0] && wrote_q)) pick = 4'b0010;
    else if (can[0]) pick = 4'b0001;
  end
  assign go_o   = (state_q == StIdle && free) ? pick : '0;
  assign head   = (heads_i[0+:HW] & {HW{sel_q[0]}}) | (heads_i[HW+:HW] & {HW{sel_q[1]}}) |
      (heads_i[2*HW+:HW] & {HW{sel_q[2]}}) | (heads_i[3*HW+:HW] & {HW{sel_q[3]}});
  // Each source has a bit of sel_q, so one of the data comes through.
  assign {d1, d0} = (write_data_i & {64{sel_q[1]}}) | ({32'd0, msix_data_i} & {64{sel_q[2]}}) |
      (cpl_data_i & {64{sel_q[3]}});

  // Behind a header of 3 dwords the second of a pair goes to the next beat.
  assign one    = head.count == 6'd1;
  assign ends   = state_q == StHead ? head.count == '0 || (!head.four && one)
      : state_q == StLow ? free && (four_q ? left_q <= 6'd2 : left_q <= 6'd3)
      : state_q == StHigh && (four_q ? left_q <= 6'd2 : left_q == 6'd1);
  assign done_o = ends ? sel_q : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q    <= StIdle;
      tx_valid_o <= 1'b0;
    end else begin
      // The beat is taken; a new one may follow at once.
      if (tx_ready_i) tx_valid_o <= 1'b0;
      unique case (state_q)
        StIdle:
        if (go_o != '0) begin
          state_q <= StHead;
          if (go_o[1:0] != 2'b0) wrote_q <= go_o[1];
        end
        StHead: begin
          state_q    <= ends ? StIdle : StLow;
          tx_valid_o <= 1'b1;
        end
        StLow:
        if (free) begin
          state_q    <= ends ? StIdle : StHigh;
          tx_valid_o <= ends;
        end
        default: begin
          state_q    <= ends ? StIdle : StLow;
          tx_valid_o <= 1'b1;
        end
      endcase
    end

    // pair 0 stands ready with the header.
    if (state_q == StIdle) begin
      sel_q  <= go_o;
      pair_o <= '0;
    end
    if (state_q == StHead) begin
      tx_data_o <= {head.four ? head.h3 : d0, head.h2, head.h1, head.h0};
      tx_keep_o <= {head.four || head.count != '0, 3'b111};
      tx_last_o <= ends;
      four_q    <= head.four;
      left_q    <= head.count - 6'(!head.four);
      carry_q   <= d1;
      // Where the header has four dwords, its beat has no data.
      pair_o    <= 4'(!head.four);
    end
    if (state_q == StLow && free) begin
      tx_data_o[31:0]  <= four_q ? d0 : carry_q;
      tx_data_o[63:32] <= four_q ? d1 : d0;
      tx_data_o[95:64] <= d1;
      // A beat whose lower half ends the TLP
      tx_keep_o        <= {1'b0, !four_q && left_q[1:0] == 2'd3, left_q[1:0] != 2'd1, 1'b1};
      tx_last_o        <= ends;
      left_q           <= left_q - (four_q ? 6'd2 : 6'd3);
      pair_o           <= pair_o + 4'd1;
    end
    if (state_q == StHigh) begin
      if (four_q) tx_data_o[95:64] <= d0;
      tx_data_o[127:96] <= four_q ? d1 : d0;
      carry_q           <= d1;
      tx_keep_o         <= {!four_q || left_q != 6'd1, 3'b111};
      tx_last_o         <= ends;
      left_q            <= left_q - (four_q ? 6'd2 : 6'd1);
      pair_o            <= pair_o + 4'd1;
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (state_q != StIdle && $countones(sel_q) != 1)
        $fatal(1, "tlp_tx: a TLP of no source, or of two");
      if (state_q == StHead && head.count > 6'd32)
        $fatal(1, "tlp_tx: more data than a TLP may have");
      if ((state_q == StHigh || (state_q == StLow && free)) && left_q == '0)
        $fatal(1, "tlp_tx: a beat without data");
    end
`endif

endmodule
