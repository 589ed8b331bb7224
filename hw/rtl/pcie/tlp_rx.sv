// SPDX-License-Identifier: MIT
// Tells completions from requests. Completions pass at once; all else waits in a buffer, in order.
// Who sends may begin a request while the buffer says that it has room for two of its kind, so it
// never stands in the way of a completion behind it. Payloads have at most 1,024 bytes.

module tlp_rx #(
    parameter int unsigned DEPTH = 512,   // beats of requests that wait
    parameter int unsigned LONGEST = 65   // beats of the longest request: 1,024 bytes
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // TLPs from the link
    input  logic         rx_valid_i,
    output logic         rx_ready_o,
    input  logic [127:0] rx_data_i,
    input  logic         rx_last_i,
    // BARs that a request hits, with its first beat; no bit is none
    input  logic [1:0]   rx_bar_i,
    // While it is low, at most one more request of the kind may begin
    output logic         rx_p_ok_o,
    output logic         rx_np_ok_o,
    // Completions: beats of the stream
    output logic         cpl_valid_o,
    input  logic         cpl_ready_i,
    // Requests, from the buffer
    output logic         req_valid_o,
    input  logic         req_ready_i,
    output logic [127:0] req_data_o,
    output logic         req_last_o,
    output logic [1:0]   req_bar_o
);

  // Bits of a count of beats
  localparam int unsigned RW = $clog2(DEPTH) + 1;
  // The longest request that is not posted: an atomic of 128 bits that compares
  localparam int unsigned Short = 3;

  // inside_q: not at a header. cpl_q, cpl: the TLP is a completion; of this beat
  logic          inside_q, cpl_q, cpl, push_ready;
  logic [RW-1:0] room;
  // The header's type tells completions from all else; locked ones count as completions.
  assign cpl         = inside_q ? cpl_q : rx_data_i[28:25] == tlp_pkg::TypeComplete[4:1];
  // Completions are not buffered: their data are rx_data_i.
  assign cpl_valid_o = rx_valid_i && cpl;
  assign rx_ready_o  = cpl ? cpl_ready_i : push_ready;

  tlp_fifo #(
      .WIDTH(131),
      .DEPTH(DEPTH)
  ) u_requests (
      .clk_i,
      .rst_ni,
      .push_valid_i(rx_valid_i && !cpl),
      .push_ready_o(push_ready),
      .push_data_i ({rx_last_i, rx_bar_i, rx_data_i}),
      .pop_valid_o (req_valid_o),
      .pop_ready_i (req_ready_i),
      .pop_data_o  ({req_last_o, req_bar_o, req_data_o}),
      .room_o      (room)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      inside_q   <= 1'b0;
      rx_p_ok_o  <= 1'b0;
      rx_np_ok_o <= 1'b0;
    end else begin
      // The next beat is a header after the last beat of a TLP.
      if (rx_valid_i && rx_ready_o) inside_q <= !rx_last_i;
      // Room for two of the longest and two short ones; for what is not posted, one more of the
      // longest.
      rx_p_ok_o  <= room >= RW'(2 * LONGEST + 2 * Short + 1);
      rx_np_ok_o <= room >= RW'(3 * LONGEST + 2 * Short + 1);
    end
    if (!inside_q) cpl_q <= cpl;
  end

`ifdef FORMAL
`include "tlp_rx_formal.svh"
`endif

endmodule
