// SPDX-License-Identifier: MIT
// Lines of a pod's warps: whose line is asked for next, and which warp takes the line on the bus.

module smfe_lines #(
    parameter int unsigned NW = 8,          // warps of the pod
    parameter int unsigned WI = $clog2(NW)  // do not override
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             policy_i,       // SM_CFG.fetch_policy: all in turn, not the oldest
    input  logic [NW*NW-1:0] older_i,        // which of two warps was started first
    // Warps that lack a line; those that may ask for it; fetch_line_t of each
    input  logic [NW-1:0]    want_i,
    input  logic [NW-1:0]    ask_i,
    input  logic [NW*smgpu_pkg::FetchLineW-1:0] line_i,
    // The line that is asked for
    output logic             fetch_valid_o,
    output smgpu_pkg::fetch_line_t fetch_line_o,
    input  logic             fetch_taken_i,
    // The line on the bus: who waits for it, who takes it in this cycle
    input  logic [NW-1:0]    match_i,
    input  logic             fill_valid_i,
    output logic [NW-1:0]    fill_take_o,
    output logic [WI-1:0]    fill_warp_o,
    output logic             fill_any_o,
    output logic             fill_more_o     // more than one warp waits for it
);

  // ---- Fetch arbiter: the oldest, but for turns that keep it from starving others; or all in turn
  logic [NW-1:0]    fetch_one;
  logic [NW*2-1:0]  fetch_weight;
  logic [WI-1:0]    fetch_sel, fetch_last_q, fetch_turn;
  logic             fetch_turn_valid;
  for (genvar i = 0; i < NW; i++) begin : gen_fetch_weight
    assign fetch_weight[i*2+:2] = {!policy_i && fetch_turn_valid && fetch_turn == WI'(i),
        policy_i && smfe_pkg::below(5'(fetch_last_q), 5'(i))};
  end
  smfe_turn #(.NW(NW), .WI(WI)) u_fetch_turn (.clk_i, .rst_ni, .want_i(want_i & ~fill_take_o),
      .valid_o(fetch_turn_valid), .warp_o(fetch_turn));
  smfe_pick #(.N(NW), .W(2), .IW(WI)) u_fetch (.req_i(ask_i), .weight_i(fetch_weight),
      .older_i(older_i & {NW*NW{!policy_i}}), .any_o(fetch_valid_o), .grant_o(fetch_one),
      .index_o(fetch_sel));
  // Multiplexers of AND and OR: a variable part select of an odd width would become a multiplier
  // and a shifter.
  always_comb begin
    fetch_line_o = '0;
    for (int unsigned i = 0; i < NW; i++)
      fetch_line_o = fetch_line_o | ({smgpu_pkg::FetchLineW{fetch_one[i]}} &
          line_i[i*smgpu_pkg::FetchLineW+:smgpu_pkg::FetchLineW]);
  end
  always_ff @(posedge clk_i)
    if (!rst_ni) fetch_last_q <= '0;
    else if (fetch_taken_i) fetch_last_q <= fetch_sel;

  // ---- Fill: one warp a cycle takes the line from the bus
  logic [NW-1:0] fill_one;
  for (genvar i = 0; i < NW; i++) begin : gen_fill_one
    if (i == 0) assign fill_one[i] = match_i[i];
    else assign fill_one[i] = match_i[i] && match_i[i-1:0] == '0;
  end
  assign fill_take_o = fill_valid_i ? fill_one : '0;
  assign fill_any_o  = |match_i;
  assign fill_more_o = |(match_i & ~fill_one);
  always_comb begin
    fill_warp_o = '0;
    for (int unsigned i = 0; i < NW; i++) if (fill_one[i]) fill_warp_o = fill_warp_o | WI'(i);
  end

endmodule
