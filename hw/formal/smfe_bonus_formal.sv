// SPDX-License-Identifier: MIT
// smfe_bonus: what is added to a warp's credit is its age, scaled, and the bonuses that it has,
// each by its rule and none for another warp's reason; and no sum of it and a credit has more bits
// than a weight.

module smfe_bonus_formal #(
    parameter int unsigned N  = 4,
    parameter int unsigned IW = 2,
    parameter int unsigned CW = 8
) (
    input logic            clk_i,
    input logic            rst_ni,
    input logic [2:0]      age_scale_i,
    input logic [smgpu_pkg::BonusW-1:0] bonus_i,
    input logic [N*2-1:0]  type_i,
    input logic [N*IW-1:0] age_i,
    input logic [N-1:0]    near_i,
    input logic [N*2-1:0]  pipe_i,
    input logic [3:0]      fewer_i,
    input logic [CW-1:0]   credit_i
);

  localparam int unsigned W = CW + IW;
  (* anyconst *) logic          f_additive;
  (* anyconst *) logic [IW-1:0] f_me;
  logic [1:0]     f_known_q = 2'd0;   // cycles, as far as they matter
  smgpu_pkg::bonus_t bonus;
  logic [CW:0]    times;
  logic [N*W-1:0] extra;
  logic [W-1:0]   mine;
  logic [1:0]     my_type, my_pipe;
  logic [IW-1:0]  my_age;
  logic           my_near;
  assign bonus = bonus_i;
  assign times = age_scale_i == '0 ? '0 : f_additive ? (CW + 1)'(1) << (age_scale_i - 3'd1)
      : (CW + 1)'(1) << CW;
  smfe_bonus #(.NW(N), .WI(IW), .CW(CW)) u (
    .clk_i, .additive_i(f_additive), .times_i(times), .bonus_i, .type_i, .age_i, .near_i, .pipe_i,
    .fewer_i, .extra_o(extra)
  );
  always_comb begin
    {mine, my_type, my_pipe, my_age, my_near} = '0;
    for (int unsigned i = 0; i < N; i++)
      if (f_me == IW'(i))
        {mine, my_type, my_pipe, my_age, my_near} =
            {extra[i*W+:W], type_i[i*2+:2], pipe_i[i*2+:2], age_i[i*IW+:IW], near_i[i]};
  end

  // The rules, with bits to spare
  logic          pixel, f_op_q;
  logic [W+3:0]  age, texture, of_type, op, f_sum_q, f_extra_q;
  assign pixel = my_type == 2'd3;
  always_comb begin
    case (my_type)
      2'd0: of_type = bonus.types[5:0];
      2'd1: of_type = bonus.types[11:6];
      2'd2: of_type = bonus.types[17:12];
      default: of_type = bonus.types[23:18];
    endcase
    texture = my_near && (pixel || !bonus.pixel_only) ? bonus.texture : '0;
    op      = f_op_q ? bonus.op : '0;
    age     = f_additive && bonus.pixel_only && !pixel ? '0 : my_age * times;
  end
  always_ff @(posedge clk_i) begin
    if (f_known_q != 2'd3) f_known_q <= f_known_q + 2'd1;
    f_op_q    <= (my_pipe == 2'd0 && fewer_i[0]) || (my_pipe == 2'd1 && fewer_i[1]);
    f_sum_q   <= f_additive ? texture + of_type + op : '0;
    f_extra_q <= age + f_sum_q;
  end

  always_comb begin
    assume (rst_ni);
    assume (fewer_i[3:2] == 2'b00);
    if (f_known_q == 2'd3) begin
      assert (mine == f_extra_q);
      assert (f_extra_q + credit_i < (1 << W));
    end
  end

endmodule
