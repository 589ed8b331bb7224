// SPDX-License-Identifier: MIT
// What L1s are told: lines that have left the L2, which wait here beside the pipeline, and the line
// of the store or atomic in S2, which waits for it.
// - each L1 is told of one line at a time, the lines that have left first, the oldest of them
//   first; several L1s at once, each of another line
// - a store or atomic to a line that has left waits until the L1s that may hold it have dropped it:
//   the L2 does not know them any more

module mem_leave #(
    parameter int unsigned SMS    = 1,
    parameter int unsigned PLACES = 4   // a power of two
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // A line leaves
    input  logic              put_i,
    input  logic [SMS-1:0]    put_holders_i,
    input  logic [26:0]       put_line_i,
    output logic              full_o,        // it has to wait
    // A request comes to S2; the one in S2 is for a line that has left, and an L1 has not yet
    // dropped it
    input  logic              next_i,
    input  logic [26:0]       next_line_i,
    output logic              same_o,
    // L1s that S2 tells, and those that have heard it now
    input  logic [SMS-1:0]    tell_i,
    input  logic [35:0]       tell_pa_i,
    output logic [SMS-1:0]    told_o,
    // Invalidations of L1s
    output logic [SMS-1:0]    inv_valid_o,
    input  logic [SMS-1:0]    inv_ready_i,
    output logic [SMS*36-1:0] inv_pa_o,
    output logic              busy_o
);

  localparam int unsigned PI = $clog2(PLACES);

  // L1s that are still to be told; but for those that have heard it now; those that are told now
  logic [PLACES*SMS-1:0] left_q, left, tells;
  logic [PLACES*27-1:0]  line_q;
  logic [PLACES-1:0]     same_q, some, put;     // it is the line of S2; some L1 is still to be told
  // where the next one goes, which is behind the oldest
  logic [PI-1:0]         at_q, place;
  logic [SMS-1:0]        waits;
  logic                  found;
  always_comb begin
    tells    = '0;
    inv_pa_o = '0;
    waits    = '0;
    for (int unsigned s = 0; s < SMS; s++) begin
      found = 1'b0;
      for (int unsigned k = 0; k < PLACES; k++) begin
        place = at_q + PI'(k);
        if (!found && left_q[SMS*place+s]) begin
          inv_pa_o[36*s+:36]   = {9'b0, line_q[27*place+:27]};
          tells[SMS*place+s] = 1'b1;
          found                = 1'b1;
        end
      end
      if (!found) inv_pa_o[36*s+:36] = tell_pa_i;
      waits[s] = found;
    end
  end
  always_comb begin
    left = left_q & ~(tells & {PLACES{inv_ready_i}});
    for (int unsigned i = 0; i < PLACES; i++) begin
      some[i] = left[SMS*i+:SMS] != '0;
      put[i]  = put_i && at_q == PI'(i);
    end
  end
  assign inv_valid_o = waits | tell_i;
  assign told_o      = inv_ready_i & ~waits;
  assign full_o      = some[at_q];
  assign same_o      = (same_q & some) != '0;
  assign busy_o      = left_q != '0;

  for (genvar g = 0; g < PLACES; g++) begin : gen_place
    always_ff @(posedge clk_i) begin
      if (put[g]) line_q[27*g+:27] <= put_line_i;
      left_q[SMS*g+:SMS] <= put[g] ? put_holders_i : left[SMS*g+:SMS];
      if (next_i) same_q[g] <= (put[g] ? put_line_i : line_q[27*g+:27]) == next_line_i;
      if (!rst_ni) left_q[SMS*g+:SMS] <= '0;
    end
  end
  always_ff @(posedge clk_i)
    if (!rst_ni) at_q <= '0;
    else if (put_i) at_q <= at_q + 1'b1;

`ifdef VERILATOR
  logic [SMS-1:0]    inv_valid_q, inv_ready_q;
  logic [SMS*36-1:0] inv_pa_q;
  logic [26:0]       here_q;      // the line of S2, if there was one yet
  logic              any_q;
  always_ff @(posedge clk_i) begin
    inv_valid_q <= rst_ni ? inv_valid_o : '0;
    inv_ready_q <= inv_ready_i;
    inv_pa_q    <= inv_pa_o;
    any_q       <= rst_ni && (any_q || next_i);
    if (next_i) here_q <= next_line_i;
    for (int unsigned i = 0; i < PLACES; i++)
      if (rst_ni && any_q && some[i] && line_q[27*i+:27] == here_q && !same_o)
        $fatal(1, "not ok mem_leave: S2 does not know that an L1 may hold its line");
    if (rst_ni && put_i && some[at_q]) $fatal(1, "not ok mem_leave: no room");
    for (int unsigned s = 0; s < SMS; s++)
      if (rst_ni && inv_valid_q[s] && !inv_ready_q[s]) begin
        if (!inv_valid_o[s]) $fatal(1, "not ok mem_leave: an invalidation is withdrawn");
        if (inv_pa_q[36*s+:36] != inv_pa_o[36*s+:36])
          $fatal(1, "not ok mem_leave: an invalidation changes while it waits");
      end
  end
`endif

endmodule
