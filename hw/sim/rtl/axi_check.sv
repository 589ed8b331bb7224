// SPDX-License-Identifier: MIT
// Rules of AXI4 between a master and what answers it, checked in every cycle of a simulation:
// - what is valid stays so, unchanged, until it is taken
// - bursts are incrementing, of whole beats, aligned to them, and stay in 4 KiB
// - an id is in use once in each direction until its last answer
// - a burst of data has as many beats as its address told, the last of them marked; addresses and
//   data of writes are in one order
// - no answer comes without a request, none to a write before all its data are taken

/* verilator lint_off BLKSEQ */
module axi_check #(
    parameter     NAME = "",
    parameter int BITS = 64          // of data
) (
    input logic              clk_i,
    input logic              rst_ni,
    input logic              aw_valid_i,
    input logic              aw_ready_i,
    input logic [39:0]       aw_addr_i,
    input logic [3:0]        aw_id_i,
    input logic [7:0]        aw_len_i,
    input logic [2:0]        aw_size_i,
    input logic [1:0]        aw_burst_i,
    input logic              w_valid_i,
    input logic              w_ready_i,
    input logic [BITS-1:0]   w_data_i,
    input logic [BITS/8-1:0] w_strb_i,
    input logic              w_last_i,
    input logic              b_valid_i,
    input logic              b_ready_i,
    input logic [3:0]        b_id_i,
    input logic [1:0]        b_resp_i,
    input logic              ar_valid_i,
    input logic              ar_ready_i,
    input logic [39:0]       ar_addr_i,
    input logic [3:0]        ar_id_i,
    input logic [7:0]        ar_len_i,
    input logic [2:0]        ar_size_i,
    input logic [1:0]        ar_burst_i,
    input logic              r_valid_i,
    input logic              r_ready_i,
    input logic [3:0]        r_id_i,
    input logic [BITS-1:0]   r_data_i,
    input logic [1:0]        r_resp_i,
    input logic              r_last_i
);

  localparam int unsigned Size = $clog2(BITS / 8);

  // ---- What waits is held
  typedef logic [56:0] address_t;
  logic                   aw_waits, w_waits, b_waits, ar_waits, r_waits;
  address_t               aw, ar, aw_was, ar_was;
  logic [BITS*9/8:0]      w, w_was;
  logic [5:0]             b, b_was;
  logic [BITS+6:0]        r, r_was;
  assign aw = {aw_addr_i, aw_id_i, aw_len_i, aw_size_i, aw_burst_i};
  assign ar = {ar_addr_i, ar_id_i, ar_len_i, ar_size_i, ar_burst_i};
  assign w  = {w_last_i, w_strb_i, w_data_i};
  assign b  = {b_id_i, b_resp_i};
  assign r  = {r_last_i, r_id_i, r_resp_i, r_data_i};

  // ---- What is under way
  logic [15:0] reading, writing, written;   // by id: asked for; all data are taken
  int          left[16];                    // beats of a read
  // of writes: addresses whose data have not been seen, data whose address has not
  int          lengths[$], bursts[$], beats;
  int          ids[$];

  function automatic void fail(input string what);
    $display("not ok axi_check: %s: %s", NAME, what);
    $fatal(1);
  endfunction

  function automatic void address(input logic [39:0] addr, input logic [7:0] len,
      input logic [2:0] size, input logic [1:0] burst);
    if (burst != 2'd1) fail("a burst does not increment");
    if (32'(size) != Size) fail("a beat is not as wide as the data");
    if ((addr & 40'((1 << Size) - 1)) != '0) fail("an address is not aligned");
    if (32'(addr[11:0]) + ((32'(len) + 1) << Size) > 4096) fail("a burst leaves its 4 KiB");
  endfunction

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      {aw_waits, w_waits, b_waits, ar_waits, r_waits} = '0;
      {reading, writing, written} = '0;
      lengths.delete();
      bursts.delete();
      ids.delete();
      beats = 0;
    end else begin
      if (aw_waits && !(aw_valid_i && aw == aw_was)) fail("a write address does not wait");
      if (w_waits && !(w_valid_i && w == w_was)) fail("write data do not wait");
      if (b_waits && !(b_valid_i && b == b_was)) fail("the answer to a write does not wait");
      if (ar_waits && !(ar_valid_i && ar == ar_was)) fail("a read address does not wait");
      if (r_waits && !(r_valid_i && r == r_was)) fail("read data do not wait");
      aw_waits = aw_valid_i && !aw_ready_i;
      w_waits  = w_valid_i && !w_ready_i;
      b_waits  = b_valid_i && !b_ready_i;
      ar_waits = ar_valid_i && !ar_ready_i;
      r_waits  = r_valid_i && !r_ready_i;
      aw_was   = aw;
      w_was    = w;
      b_was    = b;
      ar_was   = ar;
      r_was    = r;

      if (b_valid_i) begin
        if (!writing[b_id_i]) fail("an answer to no write");
        if (!written[b_id_i]) fail("an answer to a write before its data");
        if (b_ready_i) {writing[b_id_i], written[b_id_i]} = '0;
      end
      if (r_valid_i) begin
        if (!reading[r_id_i]) fail("data of no read");
        if (r_last_i != (left[r_id_i] == 0))
          fail("the last beat of a read is not where its length says");
        if (r_ready_i) begin
          reading[r_id_i] = !r_last_i;
          left[r_id_i]--;
        end
      end
      if (ar_valid_i && ar_ready_i) begin
        address(ar_addr_i, ar_len_i, ar_size_i, ar_burst_i);
        if (reading[ar_id_i]) fail("the id of a read is in use");
        reading[ar_id_i] = 1'b1;
        left[ar_id_i]    = 32'(ar_len_i);
      end
      if (aw_valid_i && aw_ready_i) begin
        address(aw_addr_i, aw_len_i, aw_size_i, aw_burst_i);
        if (writing[aw_id_i]) fail("the id of a write is in use");
        writing[aw_id_i] = 1'b1;
        lengths.push_back(32'(aw_len_i));
        ids.push_back(32'(aw_id_i));
      end
      if (w_valid_i && w_ready_i) begin
        if (w_last_i) bursts.push_back(beats);
        beats = w_last_i ? 0 : beats + 1;
      end
      if (lengths.size() != 0 && bursts.size() != 0) begin
        if (lengths.pop_front() != bursts.pop_front())
          fail("the last beat of a write is not where its length says");
        written[4'(ids.pop_front())] = 1'b1;
      end
    end
  end

endmodule
/* verilator lint_on BLKSEQ */
