// SPDX-License-Identifier: MIT
// Samples in parts. Threads of a warp that sample different textures, or in different branches, do
// so in several instructions: parts of one sample, of which textile grants count the first. An
// instruction is a further part if all of its threads have taken no part since the last one that
// counted.
// - the threads that have not are kept for each warp as its instructions issue
// - whether an instruction that waits is a further part is found out for one warp a cycle, so it is
//   known after NW cycles at the latest. The active threads of a warp do not change while it waits

module smfe_parts #(
    parameter int unsigned NW = 8,
    parameter int unsigned WI = 3
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    input  logic [NW-1:0] start_i,
    // An instruction that grants may count issues
    input  logic          issue_i,
    input  logic [WI-1:0] warp_i,
    input  logic [31:0]   active_i,
    input  logic [31:0]   live_i,
    // It is no further part: it moves its warp's position.
    output logic          counts_o,
    // Instructions that wait
    input  logic [NW-1:0] want_i,
    output logic [WI-1:0] look_warp_o,    // whose active threads are these?
    input  logic [31:0]   look_active_i,
    output logic [NW-1:0] further_o       // this one waits at a further part
);

  logic [31:0]   rest_m[NW], rest, look_rest;  // threads that have not taken part
  logic [NW-1:0] some_q;                       // there are some
  logic [WI-1:0] look_q;
  logic          look_further;
  assign rest         = (counts_o ? live_i : rest_m[warp_i]) & ~active_i;
  assign counts_o     = !some_q[warp_i] || (active_i & ~rest_m[warp_i]) != '0;
  assign look_warp_o  = look_q;
  assign look_rest    = rest_m[look_q];
  assign look_further = some_q[look_q] && (look_active_i & ~look_rest) == '0;

  always_ff @(posedge clk_i) begin
    if (issue_i) rest_m[warp_i] <= rest;
    look_q <= !rst_ni || look_q == WI'(NW - 1) ? '0 : look_q + 1'b1;
    for (int unsigned i = 0; i < NW; i++) begin
      if (!rst_ni || start_i[i]) some_q[i] <= 1'b0;
      else if (issue_i && warp_i == WI'(i)) some_q[i] <= rest != '0;
      further_o[i] <= rst_ni && want_i[i] && (further_o[i] || (look_q == WI'(i) && look_further));
    end
  end

endmodule
