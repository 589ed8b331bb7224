// SPDX-License-Identifier: MIT
// Sends packets to the hard block's streams RQ and CC, in the clock of the block, in the order that
// PCI Express asks for.
// - a completion waits until the block has put the writes before it on their way: the two streams
//   keep no order between them. The block tells by the number of a request, which is 1 for writes.
// - reads wait in a queue of their own while the host gives no credit; writes and completions pass
//   them. A read passes no write.
// - a packet that comes in has no gaps, so one that goes out has none.

module usp_send #(
    parameter int unsigned READS = 16     // reads that wait, a power of two
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // Packets: completion, or a write, or else a read of one beat; enables {last, first}
    input  logic         valid_i,
    output logic         ready_o,
    input  logic         completion_i,
    input  logic         write_i,
    input  logic [127:0] data_i,
    input  logic [3:0]   keep_i,
    input  logic         last_i,
    input  logic [7:0]   be_i,
    // Stream RQ; its numbers that come back, two in a cycle at most
    output logic         rq_valid_o,
    input  logic         rq_ready_i,
    output logic [127:0] rq_data_o,
    output logic [3:0]   rq_keep_o,
    output logic         rq_last_o,
    output logic [7:0]   rq_be_o,
    output logic         rq_number_o,
    input  logic [1:0]   passed_i,        // a write is on its way
    // Stream CC
    output logic         cc_valid_o,
    input  logic         cc_ready_i,
    output logic [127:0] cc_data_o,
    output logic [3:0]   cc_keep_o,
    output logic         cc_last_o,
    // Credit for a read. What is used shows two cycles after the read.
    input  logic         credit_i,
    // Bus master enable: without it the block drops requests, and does not tell their numbers
    input  logic         master_i
);

  // inside_q: not at the first beat of a packet. ask: a read leaves the queue.
  logic         inside_q, rq_free, cc_free, ask, put, answer, keep_read;
  logic         read_valid, read_room;
  logic [127:0] read_data;
  logic [7:0]   read_be;
  // Writes that are not on their way; cycles until the credit is that of now
  logic [5:0]   writes_q;
  logic [1:0]   old_q, passed;
  logic         begun;
  assign rq_free   = !rq_valid_o || rq_ready_i;
  assign cc_free   = !cc_valid_o || cc_ready_i;
  // Between the beats of a write nothing else goes.
  assign ask       = read_valid && credit_i && old_q == '0 && !(rq_valid_o && !rq_number_o) &&
      rq_free && !(inside_q && write_i);
  assign put       = valid_i && write_i && rq_free && !ask && (inside_q || writes_q < 6'd60);
  assign answer    = valid_i && completion_i && cc_free && (inside_q || writes_q == '0);
  assign keep_read = valid_i && !write_i && !completion_i && read_room;
  assign ready_o   = put || answer || keep_read;
  assign begun     = put && !inside_q;
  assign passed    = 2'(passed_i[0]) + 2'(passed_i[1]);

  common_fifo #(
      .WIDTH(136),
      .DEPTH(READS)
  ) u_reads (
      .clk_i,
      .rst_ni,
      .push_valid_i(valid_i && !write_i && !completion_i),
      .push_ready_o(read_room),
      .push_data_i ({be_i, data_i}),
      .pop_valid_o (read_valid),
      .pop_ready_i (ask),
      .pop_data_o  ({read_be, read_data})
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      inside_q   <= 1'b0;
      rq_valid_o <= 1'b0;
      cc_valid_o <= 1'b0;
      writes_q   <= '0;
      old_q      <= '0;
    end else begin
      if (ready_o) inside_q <= !last_i;
      rq_valid_o <= ask || put || (rq_valid_o && !rq_ready_i);
      cc_valid_o <= answer || (cc_valid_o && !cc_ready_i);
      if (!master_i || 6'(passed) > writes_q + 6'(begun)) writes_q <= '0;
      else writes_q <= writes_q + 6'(begun) - 6'(passed);
      // While a read is on the stream, and for two cycles and one more
      if (rq_valid_o && !rq_number_o) old_q <= 2'd3;
      else if (old_q != '0) old_q <= old_q - 2'd1;
    end
    if (ask || put) begin
      rq_data_o   <= ask ? read_data : data_i;
      rq_keep_o   <= ask ? 4'hf : keep_i;
      rq_last_o   <= ask || last_i;
      rq_be_o     <= ask ? read_be : be_i;
      rq_number_o <= !ask;
    end
    if (answer) begin
      cc_data_o <= data_i;
      cc_keep_o <= keep_i;
      cc_last_o <= last_i;
    end
  end

endmodule
