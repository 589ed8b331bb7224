// SPDX-License-Identifier: MIT
// Host transactions of one direction: IDS ids, of which one may be an open burst.
// - a request for the line behind the last one of the open burst, in the same 128 bytes, joins it;
//   another one closes it and opens the next
// - a burst is closed when it is full, when another is to be opened, or when nothing has joined it
//   for Quiet cycles; it then goes to the address channel
// - a line in use by any transaction of either direction is not taken again before that has ended:
//   so requests for one line are served in order. Lines are told apart by their low bits; two lines
//   that have those in common wait for each other without need.
// - a transaction that has not ended after two ticks is old, to be given up. It keeps its id until
//   it ends.

module mem_host_side #(
    parameter int unsigned IDS = 16   // at most 16
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        tick_i,
    // The request that is next, and whether it is for this direction
    input  logic        head_i,
    input  logic [34:0] line_i,
    input  logic        held_i,         // the other direction uses its line
    output logic        holds_o,        // this direction does
    output logic        take_o,
    output logic [3:0]  take_id_o,
    output logic [1:0]  take_at_o,      // which line of the burst it is
    // Address channel
    input  logic        go_i,           // a burst may be closed
    output logic        issue_o,        // it is
    output logic [1:0]  issue_last_o,   // number of its last line
    output logic        a_valid_o,
    input  logic        a_ready_i,
    output logic [39:0] a_addr_o,
    output logic [3:0]  a_id_o,
    output logic [7:0]  a_len_o,
    // An answer: does it belong to a transaction that is not given up, which line is the last, and
    // it ends
    input  logic [3:0]  id_i,
    output logic        known_o,
    output logic [1:0]  last_o,
    input  logic        end_i,
    // What is to be given up, and is; last line of one that was given up
    output logic        old_o,
    output logic [3:0]  old_id_o,
    input  logic        lose_i,
    input  logic [3:0]  lost_id_i,
    output logic [1:0]  lost_last_o,
    output logic        lost_o,         // any is
    output logic        busy_o          // any other is under way
);

  localparam int unsigned Compared = 10;        // bits of the number of a block of 128 bytes
  localparam logic [2:0]  Quiet    = 3'd7;      // all ones
  localparam logic [15:0] Present  = 16'((17'd1 << IDS) - 17'd1);

  logic [15:0] used_q, lost_q;
  logic [15:0] old_q, older_q;                  // has seen one tick, two
  logic [15:0] holds;                           // has the line that is at hand
  logic [15:0] free, open_id, ends, old_id;     // opens, is joined, ends; is the old one
  logic [3:0]  line_hot;
  logic [1:0]  last_m[16];

  // ---- The open burst
  logic        open_q, adjacent, joins, opens, any_free;
  logic [3:0]  open_id_q, free_id;
  logic [34:0] open_line_q;                     // its last
  logic [1:0]  open_last_q;                     // the number of that
  logic [2:0]  quiet_q;
  always_comb begin
    any_free = 1'b0;
    free_id  = '0;
    old_o    = 1'b0;
    old_id_o = '0;
    for (int unsigned i = 16; i > 0; i--) begin
      if (Present[i-1] && !used_q[i-1]) begin
        any_free = 1'b1;
        free_id  = 4'(i - 1);
      end
      if (used_q[i-1] && older_q[i-1] && !lost_q[i-1]) begin
        old_o    = 1'b1;
        old_id_o = 4'(i - 1);
      end
    end
  end
  assign line_hot = {line_i[1:0] == 2'd3, line_i[1:0] == 2'd2, line_i[1:0] == 2'd1,
      line_i[1:0] == 2'd0};
  assign holds_o  = holds != '0;
  for (genvar g = 0; g < 16; g++) begin : gen_id
    logic [Compared-1:0] block_q;
    logic [3:0]          lines_q;               // of the block
    assign free[g]    = opens && free_id == 4'(g);
    assign ends[g]    = end_i && id_i == 4'(g);
    assign old_id[g]  = old_id_o == 4'(g);
    assign open_id[g] = joins && open_id_q == 4'(g);
    assign holds[g]   = used_q[g] && block_q == line_i[2+:Compared] && (lines_q & line_hot) != '0;
    always_ff @(posedge clk_i) begin
      if (free[g]) begin
        block_q <= line_i[2+:Compared];
        lines_q <= line_hot;
      end else if (open_id[g]) lines_q <= lines_q | line_hot;
    end
  end
  assign adjacent  = open_q && open_line_q[1:0] != 2'd3 &&
      line_i == {open_line_q[34:2], open_line_q[1:0] + 2'd1};
  assign joins     = head_i && !holds_o && !held_i && adjacent;
  assign issue_o   = open_q && go_i && (!a_valid_o || a_ready_i) && !joins &&
                     (open_line_q[1:0] == 2'd3 || (head_i && !adjacent) || quiet_q == Quiet);
  assign opens     = head_i && !holds_o && !held_i && !joins && any_free && (!open_q || issue_o);
  assign take_o    = joins || opens;
  assign take_id_o = joins ? open_id_q : free_id;
  assign take_at_o = joins ? open_last_q + 2'd1 : 2'd0;
  assign issue_last_o = open_last_q;

  assign known_o     = used_q[id_i] && !lost_q[id_i];
  assign last_o      = last_m[id_i];
  assign lost_last_o = last_m[lost_id_i];
  assign lost_o      = lost_q != '0;
  assign busy_o      = (used_q & ~lost_q) != '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q    <= '0;
      lost_q    <= '0;
      open_q    <= 1'b0;
      a_valid_o <= 1'b0;
    end else begin
      used_q <= ((used_q & ~ends) | free) & Present;
      lost_q <= ((lost_q & ~ends) | ({16{lose_i}} & old_id)) & Present;
      open_q <= opens || (open_q && !issue_o);
      a_valid_o <= issue_o || (a_valid_o && !a_ready_i);
    end
    old_q   <= (tick_i ? used_q : old_q) & ~free;
    older_q <= (tick_i ? old_q : older_q) & ~free;
    if (opens) open_id_q <= free_id;
    if (take_o) begin
      last_m[take_id_o] <= take_at_o;
      open_last_q       <= take_at_o;
      open_line_q       <= line_i;
    end
    if (take_o) quiet_q <= '0;
    else if (quiet_q != Quiet) quiet_q <= quiet_q + 3'd1;
    if (issue_o) begin
      a_addr_o <= {open_line_q[34:2], open_line_q[1:0] - open_last_q, 5'b0};
      a_id_o   <= open_id_q;
      a_len_o  <= {4'b0, open_last_q, 2'b11};
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (end_i && !used_q[id_i]) $fatal(1, "mem_host_side: the end of no transaction");
      if (lose_i && !old_o) $fatal(1, "mem_host_side: what is given up is not old");
      if ((lost_q & ~used_q) != '0) $fatal(1, "mem_host_side: an id is given up that is free");
      if (open_q && !used_q[open_id_q]) $fatal(1, "mem_host_side: the open burst has no id");
      if (open_q && open_line_q[1:0] < open_last_q)
        $fatal(1, "mem_host_side: a burst begins before its block");
    end
`endif

endmodule
