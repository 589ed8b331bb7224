// SPDX-License-Identifier: MIT
// Thread index in a CTA whose inner dimensions are no powers of two: that of the warp's first
// thread by multiplication with the reciprocals (as ceil(2^20 / d) is exact for dividends up to
// 1023, so is the quotient), then two threads a step by counting. The context must be there from
// the second cycle of on_i until the last step.
/* verilator lint_off UNUSEDSIGNAL */  // the context has fields for others
module smex_tid (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // An instruction that asks for an index is in w, from its first cycle there to its last
  input  logic                 on_i,
  input  logic                 step_i,   // two threads have been taken
  input  logic                 last_i,   // they were the warp's last
  // 0 x, 1 y, 2 z
  input  logic [1:0]           axis_i,
  input  smgpu_pkg::warp_ctx_t ctx_i,
  // The indices of the next two threads are there.
  output logic                 ready_o,
  output logic [2*11-1:0]      index_o   // of two threads
);

  logic [2:0]  state_q;  // 0: the context comes, 1 to 4: a multiplication each, 5: counting
  // Index of the thread at hand, and of the one two threads on
  logic [10:0] tx_q, ty_q, tz_q, tx, ty, tz;
  // the CTA's: block RAM shows its context 4 ns after the clock, and counting compares twice
  logic [10:0] x_q, y_q;
  // One multiplier, which each state uses for its own factors
  logic [10:0] mul_a;
  logic [20:0] mul_b;
  logic [31:0] mul_p;
  logic [9:0]  first;

  assign first   = {ctx_i.warp_in_cta, 5'b0};
  assign ready_o = state_q == 3'd5;

  always_comb begin
    {mul_a, mul_b, mul_p} = 'x;
    if (on_i) begin
      case (state_q)
        // 1: plane of the first thread. 2: its row, counted through all planes.
        3'd1:    {mul_a, mul_b} = {1'b0, first, ctx_i.cta.recip_xy};
        3'd2:    {mul_a, mul_b} = {1'b0, first, ctx_i.cta.recip_x};
        // 3: threads in the rows before. 4: rows in the planes before.
        3'd3:    {mul_a, mul_b} = {ty_q, 10'b0, ctx_i.cta.cta_x};
        default: {mul_a, mul_b} = {tz_q, 10'b0, ctx_i.cta.cta_y};
      endcase
      mul_p = {21'b0, mul_a} * {11'b0, mul_b};
    end
  end

  always_comb begin
    index_o = 'x;
    {tx, ty, tz} = {tx_q, ty_q, tz_q};
    if (on_i & ready_o) begin
      for (int p = 0; p < 2; p++) begin
        index_o[p*11+:11] = axis_i[1] ? tz : axis_i[0] ? ty : tx;
        tx = tx + 11'd1;
        // A row ends, and with its last row a plane.
        if (tx == x_q) begin
          tx = '0;
          ty = ty + 11'd1;
          if (ty == y_q) begin
            ty = '0;
            tz = tz + 11'd1;
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    // The last step of an instruction, and the time between two of them, begin anew.
    if (!rst_ni) state_q <= 3'd0;
    else if (~on_i | (step_i & last_i)) state_q <= 3'd0;
    else if (~ready_o) state_q <= state_q + 3'd1;
    {x_q, y_q} <= {ctx_i.cta.cta_x, ctx_i.cta.cta_y};
    case (state_q)
      3'd1: tz_q <= mul_p[30:20];
      3'd2: ty_q <= mul_p[30:20];
      3'd3: tx_q <= {1'b0, first} - mul_p[10:0];
      3'd4: ty_q <= ty_q - mul_p[10:0];
      default: if (step_i) {tx_q, ty_q, tz_q} <= {tx, ty, tz};
    endcase
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i) if (rst_ni && step_i && !(on_i && ready_o)) $fatal(1,
      "smex_tid: a step without an index");
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
