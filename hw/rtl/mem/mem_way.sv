// SPDX-License-Identifier: MIT
// Tags of one way of the L2; see mem_tags. What S1 wrote last (last_i) stands in for what was read,
// if it went to this way of the same set.

module mem_way #(
    parameter int unsigned SI   = 9,         // bits of a set's number
    parameter int unsigned TagW = 27 - SI,   // do not override
    parameter int unsigned EW   = TagW + 11, // do not override
    parameter int unsigned MW   = TagW + 6   // do not override
) (
    input  logic             clk_i,
    input  logic             init_i,         // clear this set
    input  logic [SI-1:0]    init_set_i,
    input  logic             next_i,         // R goes to S0, S0 to S1
    // R
    input  logic [SI-1:0]    read_set_i,
    input  logic             read_pending_i, // its line is on its way,
    input  logic [3:0]       read_mshr_i,    // asked for by this MSHR
    input  logic             done_i,         // this MSHR waits for nothing any more
    input  logic [3:0]       done_mshr_i,
    // S0
    input  logic [26:0]      next_line_i,
    output logic             s0_forward_o,   // last_i stands in
    output logic             s0_valid_o,
    output logic             s0_pending_o,
    // S1
    input  logic [SI-1:0]    set_i,
    input  logic             we_i,
    input  logic [MW-1:0]    new_i,
    // new_i of the cycle before, and whether its line is on its way
    input  logic [EW-1:0]    last_i,
    output logic             s1_over_o,      // last_i stands in,
    output logic             s1_hit_o,       // else it is the line
    output logic             s1_valid_o,
    output logic             s1_pending_o,
    output logic             s1_dirty_o,
    output logic [3:0]       s1_mshr_o,
    output logic [3:0]       s1_holders_o,
    output logic [TagW-1:0]  s1_tag_o
);

  // Whether a line is on its way is known to the MSHRs, the rest is in memory
  typedef struct packed {
    logic            pending;
    logic [3:0]      mshr;      // if pending
    logic            dirty;
    logic            valid;
    logic [3:0]      holders;   // L1s that may hold it
    logic [TagW-1:0] tag;
  } entry_t;

  (* no_rw_check *)  // what S1 writes while it is read is forwarded
  logic [MW-1:0] tags[2**SI];
  logic [MW-1:0] read_q;
  logic [4:0]    pending_q;
  logic [EW-1:0] s1_q;
  logic          forward_q, ends;
  entry_t        s0, s1;
  assign s0   = forward_q ? last_i : {pending_q, read_q};
  assign s1   = s1_q;
  assign ends = done_i && s0.mshr == done_mshr_i;
  always_ff @(posedge clk_i) begin
    if (we_i || init_i) tags[init_i ? init_set_i : set_i] <= init_i ? '0 : new_i;
    if (next_i) begin
      read_q    <= tags[read_set_i];
      pending_q <= {read_pending_i, read_mshr_i};
      forward_q <= we_i && set_i == read_set_i;
      s1_q      <= {s0.pending && !ends, s0[EW-2:0]};
      s1_hit_o  <= s0.valid && s0.tag == next_line_i[26:SI];
      s1_over_o <= we_i && set_i == next_line_i[SI-1:0];
    end
  end
  assign s0_forward_o = forward_q;
  assign s0_valid_o   = s0.valid;
  assign s0_pending_o = s0.pending;
  assign s1_valid_o   = s1.valid;
  assign s1_pending_o = s1.pending;
  assign s1_dirty_o   = s1.dirty;
  assign s1_mshr_o    = s1.mshr;
  assign s1_holders_o = s1.holders;
  assign s1_tag_o     = s1.tag;

`ifdef FORMAL
  (* anyconst *) logic [SI-1:0] f_set;
  logic [MW-1:0] f_row;
  assign f_row = tags[f_set];
`endif

endmodule
