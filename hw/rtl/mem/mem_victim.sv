// SPDX-License-Identifier: MIT
// Which line of a set of four makes room for another: the one that a tree says was used longest
// ago. The tree has a bit for the pair of ways (0: the victim is in ways 0 and 1) and one for each
// pair (0: it is the lower way). A use of a way turns the bits on its path away from it. With
// priority tokens a line of a higher level than the request's makes no room for it; a request that
// must have a way takes any line if all have higher levels.

module mem_victim (
    input  logic [2:0] order_i,    // {of ways 2 and 3, of ways 0 and 1, of the pairs}
    input  logic [3:0] valid_i,
    input  logic [3:0] pending_i,  // can't be victims
    input  logic [3:0] low_i,      // lines of levels that are not higher than the request's
    input  logic       must_i,     // the request must have a way
    output logic       any_o,
    output logic       none_o,     // some are not pending, but all of these have higher levels
    // a way that is not valid, else as the tree says, else the first that may be
    output logic [1:0] victim_o,
    // A use of a way
    input  logic [2:0] old_i,
    input  logic [1:0] use_i,
    output logic [2:0] order_o
);

  logic [1:0] tree;
  logic [3:0] ok, may;
  assign ok     = ~pending_i & (low_i | ~valid_i);
  assign may    = (must_i && ok == '0) ? ~pending_i : ok;
  assign none_o = ok == '0 && pending_i != '1;
  assign tree = {order_i[0], order_i[0] ? order_i[2] : order_i[1]};
  always_comb begin
    any_o    = may != '0;
    victim_o = tree;
    if (!may[tree]) victim_o = tree ^ 2'd1;
    if (!may[tree] && !may[tree^2'd1]) victim_o = {!tree[1], !may[{!tree[1], 1'b0}]};
    for (int unsigned i = 4; i > 0; i--) if (!valid_i[i-1] && !pending_i[i-1]) victim_o = 2'(i - 1);
    order_o    = old_i;
    order_o[0] = !use_i[1];
    if (use_i[1]) order_o[2] = !use_i[0];
    else order_o[1] = !use_i[0];
  end

`ifdef VERILATOR
  always_comb if (any_o && pending_i[victim_o])
    $fatal(1, "not ok mem_victim: way %0d is pending", victim_o);
  always_comb if (any_o && !must_i && valid_i[victim_o] && !low_i[victim_o])
    $fatal(1, "not ok mem_victim: the line of way %0d has a higher level", victim_o);
`endif

endmodule
