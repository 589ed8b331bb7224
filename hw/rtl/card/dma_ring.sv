// SPDX-License-Identifier: MIT
// Slots of a DMA engine's chunks, a ring. One is taken, has its data in any order, is written in
// its turn, and is free when that is acknowledged, in any order too. One whose data won't come is
// skipped in its turn.

module dma_ring #(
    parameter int unsigned SLOTS = 32               // a power of two
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    // The next slot: it can be taken. It is; its chunk has been taken care of, on to the next
    output logic [$clog2(SLOTS)-1:0] put_o,
    output logic                     free_o,
    input  logic                     open_i,
    input  logic                     next_i,
    // A slot has its data, or bad: they won't come
    input  logic                     fill_i,
    input  logic [$clog2(SLOTS)-1:0] fill_slot_i,
    input  logic                     fill_bad_i,
    // The next in turn: its data are there, or won't come. It is done with; without data
    output logic [$clog2(SLOTS)-1:0] send_o,
    output logic                     full_o,
    output logic                     bad_o,
    input  logic                     sent_i,
    input  logic                     skip_i,
    // A slot is free again
    input  logic                     end_i,
    input  logic [$clog2(SLOTS)-1:0] end_slot_i,
    // No slot is taken
    output logic                     none_o
);

  // Bits of a slot's number
  localparam int unsigned SW = $clog2(SLOTS);

  // taken; its data are there; or won't come
  logic [SLOTS-1:0] used_q, full_q, bad_q;
  logic [SLOTS-1:0] put_hot_q, send_hot_q;                // put_o and send_o, a bit each
  assign none_o = used_q == '0;
  assign free_o = (used_q & put_hot_q) == '0;
  assign full_o = (full_q & send_hot_q) != '0;
  assign bad_o  = (bad_q & send_hot_q) != '0;

  // The slot that has its data, and that comes free, as bits
  logic [SLOTS-1:0] fill_hot, end_hot;
  for (genvar g = 0; g < SLOTS; g++) begin : gen_slot
    assign fill_hot[g] = fill_i && fill_slot_i == SW'(g);
    assign end_hot[g]  = end_i && end_slot_i == SW'(g);
  end

  always_ff @(posedge clk_i)
    if (!rst_ni) begin
      used_q     <= '0;
      full_q     <= '0;
      bad_q      <= '0;
      put_o      <= '0;
      send_o     <= '0;
      put_hot_q  <= SLOTS'(1);
      send_hot_q <= SLOTS'(1);
    end else begin
      used_q <= (used_q & ~end_hot) | (put_hot_q & {SLOTS{open_i}});
      // Data of a slot are good until its chunk is sent. An error makes it bad.
      full_q <= (full_q & ~(send_hot_q & {SLOTS{sent_i}})) | (fill_hot & {SLOTS{!fill_bad_i}});
      bad_q  <= (bad_q & ~(send_hot_q & {SLOTS{skip_i}})) | (fill_hot & {SLOTS{fill_bad_i}});
      if (next_i) begin
        put_o     <= put_o + 1'b1;
        put_hot_q <= {put_hot_q[SLOTS-2:0], put_hot_q[SLOTS-1]};
      end
      if (sent_i) begin
        send_o     <= send_o + 1'b1;
        send_hot_q <= {send_hot_q[SLOTS-2:0], send_hot_q[SLOTS-1]};
      end
    end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    // What comes is for slots in use, or for the one that is taken. Positions as numbers and as
    // bits agree. Data are in slots in use.
    if (rst_ni) begin
      if ((end_i && !used_q[end_slot_i]) ||
          (fill_i && !used_q[fill_slot_i] && !(open_i && fill_slot_i == put_o)))
        $fatal(1, "not ok dma_ring: an answer for no chunk");
      if (open_i && !free_o) $fatal(1, "not ok dma_ring: a slot is taken twice");
      if (put_hot_q != SLOTS'(1) << put_o || send_hot_q != SLOTS'(1) << send_o)
        $fatal(1, "not ok dma_ring: the ring's ends are two");
      if ((full_q & bad_q) != '0 || ((full_q | bad_q) & ~used_q) != '0)
        $fatal(1, "not ok dma_ring: data in a slot that is not taken");
    end
`endif

endmodule
