// SPDX-License-Identifier: MIT
// What is added to the credit of each warp of a pod (US 2011/0072244, table 3): its age, scaled,
// and with SCHED.additive the bonuses of
//   texture  tile and phase of its position are those of the textile grant
//   types    by the type of its threads
//   op       its next instruction is for PipeInt or PipeFp, and fewer instructions of that pipe
//   than of the other one are under way in the pod. The source
//            balances two pipes that each take instructions the other can't; these two are ours
// SCHED_BONUS.pixel keeps texture, and the age with SCHED.additive, to pixel threads, as the source
// does. Three stages: does op hold; the bonuses' sum; the age and that sum. So a change of the pipe
// is in the order five cycles later, of position or type four, of an age three.

module smfe_bonus #(
    parameter int unsigned NW = 8,
    parameter int unsigned WI = 3,
    parameter int unsigned CW = 8,           // bits of a credit
    parameter int unsigned W  = CW + WI      // do not override: bits of a weight
) (
    input  logic             clk_i,
    input  logic             additive_i,
    input  logic [CW:0]      times_i,        // what an age counts
    /* verilator lint_off UNUSEDSIGNAL */    // the types of slots are not its concern
    input  smgpu_pkg::bonus_t bonus_i,
    /* verilator lint_on UNUSEDSIGNAL */
    input  logic [NW*2-1:0]  type_i,         // of the warps' threads
    input  logic [NW*WI-1:0] age_i,
    input  logic [NW-1:0]    near_i,         // these are at tile and phase of the grant
    input  logic [NW*2-1:0]  pipe_i,         // of the heads
    input  logic [3:0]       fewer_i,        // smfe_oversub
    output logic [NW*W-1:0]  extra_o
);

  localparam int unsigned BW = 8;            // bits of a sum of three bonuses

  logic [NW-1:0]     op_q;
  logic [NW*BW-1:0]  sum, sum_q;
  logic [NW*W-1:0]   extra;
  logic              counts;                 // is texture for it, and the age
  logic [5:0]        texture, of_type, op;
  logic [WI-1:0]     age;

  always_comb begin
    {sum, extra} = '0;
    for (int unsigned i = 0; i < NW; i++) begin
      counts  = !bonus_i.pixel_only || type_i[i*2+:2] == smgpu_hw_pkg::ThreadPixel;
      texture = near_i[i] && counts ? bonus_i.texture : '0;
      op      = op_q[i] ? bonus_i.op : '0;
      of_type = '0;
      for (int unsigned t = 0; t < 4; t++)
        if (type_i[i*2+:2] == 2'(t)) of_type = of_type | bonus_i.types[t*6+:6];
      if (additive_i) sum[i*BW+:BW] = BW'(texture) + BW'(of_type) + BW'(op);
      age           = counts || !additive_i ? age_i[i*WI+:WI] : '0;
      extra[i*W+:W] = W'(age) * W'(times_i) + W'(sum_q[i*BW+:BW]);
    end
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < NW; i++) op_q[i] <= fewer_i[pipe_i[i*2+:2]];
    sum_q   <= sum;
    extra_o <= extra;
  end

endmodule
