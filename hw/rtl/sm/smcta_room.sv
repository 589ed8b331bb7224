// SPDX-License-Identifier: MIT
// How many more CTAs of the launcher's task fit, now: the least of what warps (each has its
// registers), shared memory and contexts (each has its barrier) allow.
// - warps: left_q of them are not enough for one more CTA, and count_q CTAs fit in the others. A
//   CTA is moved each cycle, so after a task with other CTAs the answer grows to the right one in
//   at most 16 cycles, and then stays right
// - shared memory: a granule is looked at each cycle, all in sixteen, and again. A launch takes one
//   from the answer at once; a look during which there was a launch has seen some granules before
//   it, and lets the answer grow no more

module smcta_room #(
    // Warps of the SM.
    parameter int unsigned WARPS = 16
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [5:0]  warps_i,        // of a CTA
    input  logic [4:0]  need_i,         // granules of a CTA
    input  logic        launch_i,       // one is accepted
    input  logic        end_i,          // one has ended
    input  logic        warp_start_i,
    input  logic        warp_done_i,
    input  logic [5:0]  free_warps_i,
    input  logic [15:0] granules_i,     // in use
    // How many more CTAs of warps_i warps and need_i granules fit.
    output logic [4:0]  room_o
);

  // ---- Warps. That one starts or is done is known late: it chooses between sums and comparisons
  // that need nothing of it, and is added last.
  // The free warps are count_q CTAs of warps_q warps each, and left_q more (asserted below).
  logic [5:0]        warps_q, count_q;
  logic [6:0]        left_q;
  logic signed [7:0] beyond;          // warps that are left beyond those of one more CTA
  // A warp is freed, or taken. up, down: a CTA's warps move from left_q to count_q, or back.
  logic              plus, minus, up, down;
  assign beyond = $signed({1'b0, left_q}) - $signed({2'b0, warps_q});
  assign plus   = warp_done_i && !warp_start_i;
  assign minus  = warp_start_i && !warp_done_i;
  assign up     = warps_q != '0 && (beyond > 0 || (beyond == 0 && !minus) ||
      (beyond == -8'sd1 && plus));
  assign down   = left_q == '0 && minus;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      warps_q <= '0;
      count_q <= '0;
      left_q  <= 7'(WARPS);
    end else begin
      warps_q <= warps_i;
      if (warps_q != warps_i) begin
        count_q <= '0;
        left_q  <= 7'(free_warps_i) + 7'(warp_done_i) - 7'(warp_start_i);
      end else begin
        if (up || down) count_q <= up ? count_q + 6'd1 : count_q - 6'd1;
        left_q <= (down ? 7'(warps_q) : up ? beyond[6:0] : left_q) + {{6{minus}}, plus || minus};
      end
    end
  end

  // ---- Shared memory: runs of free granules. found_q counts those of the look, without the
  // granule of this cycle
  // need_q: the look is for it. run_q: free granules in a row. blocks_q: the answer, CTAs that fit.
  logic [4:0] need_q, run_q, run, found_q, found, blocks_q;
  logic [3:0] at_q;
  // launched_q: there was a launch since the look began.
  logic       same, free_q, whole, last_q, launched_q;
  assign same  = need_q == need_i;
  assign run   = run_q + 5'd1;
  assign whole = free_q && run == need_q;
  assign found = found_q + 5'(whole);
  always_ff @(posedge clk_i) begin
    // free_q, last_q: the granule that was looked at, the last one of the look
    need_q <= need_i;
    free_q <= same && !granules_i[at_q];
    last_q <= same && at_q == 4'd15;
    at_q   <= !rst_ni || !same ? '0 : at_q + 4'd1;
    if (!rst_ni || !same || last_q) begin
      run_q   <= '0;
      found_q <= '0;
    end else begin
      run_q   <= free_q && !whole ? run : '0;
      found_q <= found;
    end
    launched_q <= launch_i || (launched_q && !last_q);
    if (!rst_ni) blocks_q <= '0;
    else if (launch_i) blocks_q <= blocks_q - 5'(blocks_q != '0);
    else if (last_q && same && !(launched_q && found > blocks_q)) blocks_q <= found;
  end

  // ---- Contexts
  // Free contexts, and the least of the three.
  logic [4:0] contexts_q, room;
  always_ff @(posedge clk_i)
    if (!rst_ni) contexts_q <= 5'd16;
    else contexts_q <= contexts_q + 5'(end_i) - 5'(launch_i);

  always_comb begin
    room = contexts_q;
    if (6'(room) > count_q) room = count_q[4:0];
    if (need_q != '0 && room > blocks_q) room = blocks_q;
  end
  assign room_o = room;

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni && 32'(count_q) * 32'(warps_q) + 32'(left_q) != 32'(free_warps_i))
      $fatal(1, "smcta_room: CTAs that fit, and what is left, are not the free warps");
`endif

endmodule
