// SPDX-License-Identifier: MIT
// Coalescing of queue items: how many a CTA gets, and whether there are enough for one now.
// - enough: at least the minimum, or one that has waited for the timeout since the slot's last
//   launch, or since there was none
// - one slot is looked at each cycle (scan_i); a launch looks at its own in the next, before that
//   slot can launch again: no CTA starts on what an earlier one took

module launcher_queue (
    input  logic        clk_i,
    input  logic        rst_ni,
    // Register writes
    // COALESCE: least and most items of a CTA; TIMEOUT: how long the least is waited for
    input  logic        coalesce_we_i,
    input  logic        timeout_we_i,
    input  logic        fill_i,         // CTRL
    input  smgpu_pkg::slot_t slot_i,
    input  logic [31:0] wdata_i,
    // The launch of a CTA
    input  logic        go_i,
    input  smgpu_pkg::slot_t go_slot_i,
    input  logic [31:0] go_left_i,      // items that no CTA has yet
    output logic [15:0] items_o,        // of this CTA
    // The slot looked at
    input  logic [3:0]  scan_i,
    input  logic [31:0] scan_left_i,
    // Slots with items enough for a CTA
    output logic [15:0] enough_o
);

  // COALESCE and TIMEOUT of each slot; since: when its items began to wait
  logic [15:0] min_m[16], max_m[16];
  logic [31:0] timeout_m[16], since_m[16];
  // Time in cycles; it wraps, as differences of it do
  logic [31:0] now_q;
  // enough_q: what ready looks at
  logic [15:0] enough_q, restart_q;     // restart: the wait begins when the scan passes

  // What a launch leaves is compared in the cycle after it
  logic        went_q;
  smgpu_pkg::slot_t went_slot_q;
  // What the launch has left
  logic [31:0] after_q;
  assign items_o = go_left_i > 32'(max_m[go_slot_i]) ? max_m[go_slot_i] : go_left_i[15:0];
  always_ff @(posedge clk_i) begin
    went_q      <= rst_ni && go_i;
    went_slot_q <= go_slot_i;
    after_q     <= go_left_i - 32'(items_o);
  end

  // waited: items have waited for the slot's time. Fewer than the least are enough then.
  logic scan_enough, waited;
  assign waited      = now_q - since_m[scan_i] >= timeout_m[scan_i] && !restart_q[scan_i];
  assign scan_enough = scan_left_i >= 32'(min_m[scan_i]) || (scan_left_i != '0 && waited);

  always_ff @(posedge clk_i) begin
    if (coalesce_we_i) begin
      min_m[slot_i] <= wdata_i[15:0];
      max_m[slot_i] <= wdata_i[31:16];
    end
    if (timeout_we_i) timeout_m[slot_i] <= wdata_i;
    if (go_i || restart_q[scan_i]) since_m[go_i ? go_slot_i : scan_i] <= now_q;
  end

  // Items wait from when there are some: while a queue is empty the wait begins anew with each
  // scan.
  for (genvar g = 0; g < 16; g++) begin : gen_slot
    logic scanned, launched, went;
    assign scanned  = scan_i == 4'(g);
    assign launched = go_i && go_slot_i == 4'(g);
    assign went     = went_q && went_slot_q == 4'(g);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        enough_q[g]  <= 1'b0;
        restart_q[g] <= 1'b0;
      end else if (fill_i && slot_i == 4'(g)) begin
        enough_q[g]  <= 1'b0;
        restart_q[g] <= 1'b1;
      end else begin
        if (went) enough_q[g] <= after_q >= 32'(min_m[went_slot_q]);
        else if (scanned && !launched) enough_q[g] <= scan_enough;
        if (launched) restart_q[g] <= 1'b0;
        else if (scanned) restart_q[g] <= scan_left_i == '0 || (restart_q[g] && go_i);
      end
    end
  end
  assign enough_o = enough_q;

  always_ff @(posedge clk_i) now_q <= rst_ni ? now_q + 32'd1 : '0;

endmodule
