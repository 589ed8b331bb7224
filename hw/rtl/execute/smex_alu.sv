// SPDX-License-Identifier: MIT
// Integer ALU of one lane: RV32I, Zba, Zbb, Zicond, and the comparisons of branches. Combinational.
//
// One adder serves addition, subtraction and all comparisons; one rotator serves all shifts (a shift is a rotation and a mask);
// one population count serves clz, ctz and cpop: the zeros below the lowest set bit of x are the ones of ~x & (x - 1).
// Nothing is evaluated while v_i is low; the outputs are undefined then.
module smex_alu (
  input  logic              v_i,
  input  smex_pkg::alu_op_t op_i,
  input  logic [31:0]       a_i,
  input  logic [31:0]       b_i,
  output logic [31:0]       res_o,
  output logic              lt_o,  // a < b, signedness by op_i.uns; needs op_i.neg
  output logic              eq_o
);

  function automatic logic [31:0] reverse(input logic [31:0] x);
    for (int i = 0; i < 32; i++) reverse[i] = x[31-i];
  endfunction

  function automatic logic [5:0] ones(input logic [31:0] x);
    ones = '0;
    for (int i = 0; i < 32; i++) ones = ones + {5'b0, x[i]};
  endfunction

  logic [31:0] bx, a_sh, rot, mask, cnt_in, cnt_x;
  logic [32:0] sum;
  logic [4:0]  amount;

  always_comb begin
    res_o  = 'x;
    lt_o   = 'x;
    eq_o   = 'x;
    bx     = 'x;
    a_sh   = 'x;
    rot    = 'x;
    mask   = 'x;
    cnt_in = 'x;
    cnt_x  = 'x;
    sum    = 'x;
    amount = 'x;
    if (v_i) begin
      bx   = b_i ^ {32{op_i.neg}};
      a_sh = a_i << op_i.shadd;
      sum  = {~op_i.uns & a_i[31], a_sh} + {(~op_i.uns & b_i[31]) ^ op_i.neg, bx} + {32'b0, op_i.neg};
      lt_o = sum[32];
      eq_o = a_i == b_i;
      case (op_i.sel)
        smex_pkg::AluAdd: res_o = sum[31:0];
        smex_pkg::AluSlt: res_o = {31'b0, sum[32]};
        smex_pkg::AluLogic:
          case (op_i.sub[1:0])
            2'd0:    res_o = a_i ^ bx;
            2'd1:    res_o = a_i | bx;
            default: res_o = a_i & bx;
          endcase
        smex_pkg::AluShift: begin
          amount = op_i.sub[0] ? 5'd0 - b_i[4:0] : b_i[4:0];
          rot    = amount[4] ? {a_i[15:0], a_i[31:16]} : a_i;
          rot    = amount[3] ? {rot[7:0], rot[31:8]} : rot;
          rot    = amount[2] ? {rot[3:0], rot[31:4]} : rot;
          rot    = amount[1] ? {rot[1:0], rot[31:2]} : rot;
          rot    = amount[0] ? {rot[0], rot[31:1]} : rot;
          mask   = 32'hffff_ffff >> amount;
          if (op_i.sub[0]) mask = ~mask;
          if (op_i.sub[1] || b_i[4:0] == 5'd0) mask = 32'hffff_ffff;
          res_o  = (rot & mask) | ({32{op_i.sub[2] & a_i[31]}} & ~mask);
        end
        smex_pkg::AluMinMax: res_o = (sum[32] ^ op_i.sub[0]) ? a_i : b_i;
        smex_pkg::AluCz:     res_o = ((b_i == 32'b0) ^ op_i.sub[0]) ? 32'b0 : a_i;
        smex_pkg::AluCount: begin
          cnt_x  = op_i.sub[1:0] == 2'd0 ? reverse(a_i) : a_i;
          cnt_in = op_i.sub[1] ? a_i : ~cnt_x & (cnt_x - 32'd1);
          res_o  = {26'b0, ones(cnt_in)};
        end
        default:
          case (op_i.sub)
            3'd0:    res_o = {{24{a_i[7]}}, a_i[7:0]};
            3'd1:    res_o = {{16{a_i[15]}}, a_i[15:0]};
            3'd2:    res_o = {16'b0, a_i[15:0]};
            3'd3:    res_o = {{8{|a_i[31:24]}}, {8{|a_i[23:16]}}, {8{|a_i[15:8]}}, {8{|a_i[7:0]}}};
            default: res_o = {a_i[7:0], a_i[15:8], a_i[23:16], a_i[31:24]};
          endcase
      endcase
    end
  end

endmodule
