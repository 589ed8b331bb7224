// SPDX-License-Identifier: MIT
// Which line of a set of four makes room for another: the one that a tree says was used longest ago.
// The tree has a bit for the pair of ways (0: the victim is in ways 0 and 1) and one for each pair (0: it is the lower way). A use of a way
// turns the bits on its path away from it.

module mem_victim (
    input  logic [2:0] order_i,    // {of ways 2 and 3, of ways 0 and 1, of the pairs}
    input  logic [3:0] valid_i,
    input  logic [3:0] pending_i,  // can't be victims
    output logic       any_o,
    output logic [1:0] victim_o,   // a way that is not valid, else as the tree says, else the first that is not pending
    // A use of a way
    input  logic [2:0] old_i,
    input  logic [1:0] use_i,
    output logic [2:0] order_o
);

  logic [1:0] tree;
  assign tree = {order_i[0], order_i[0] ? order_i[2] : order_i[1]};
  always_comb begin
    any_o    = pending_i != '1;
    victim_o = tree;
    if (pending_i[tree]) victim_o = tree ^ 2'd1;
    if (pending_i[tree] && pending_i[tree^2'd1]) victim_o = {!tree[1], pending_i[{!tree[1], 1'b0}]};
    for (int unsigned i = 4; i > 0; i--) if (!valid_i[i-1] && !pending_i[i-1]) victim_o = 2'(i - 1);
    order_o    = old_i;
    order_o[0] = !use_i[1];
    if (use_i[1]) order_o[2] = !use_i[0];
    else order_o[1] = !use_i[0];
  end

`ifdef VERILATOR
  always_comb if (any_o && pending_i[victim_o]) $fatal(1, "not ok mem_victim: way %0d is pending", victim_o);
`endif

endmodule
