// SPDX-License-Identifier: MIT
// What the CSRs of a warp read, but for the rounding mode and flags: combinational from the warp's
// context.
//
// A value that differs between threads is described: thread t reads ({base, t} >> shift) & keep.
// That covers the lane number and the thread index of CTAs whose inner dimensions are powers of
// two; the index in others must be counted (walk).
/* verilator lint_off UNUSEDSIGNAL */  // the context has fields for others
module smex_csr (
  // A CSR is read: its number. While v_i is low the result is undefined.
  input  logic                 v_i,
  input  logic [11:0]          csr_i,
  // Context and active threads of the warp, and the counters, in the same cycle
  input  smgpu_pkg::warp_ctx_t ctx_i,
  input  logic [31:0]          mask_i,
  input  logic [1:0]           sm_id_i,
  input  logic [63:0]          cycle_i,
  input  logic [63:0]          time_i,
  input  logic [63:0]          instret_i,
  // What threads get, by value or by description; known is low if there is no such CSR.
  output smex_pkg::csr_t       csr_o
);

  // Position of the only bit that is set
  function automatic logic [3:0] place(input logic [10:0] x);
    place = {|x[10:8], |x[7:4], x[2] | x[3] | x[6] | x[7] | x[10],
        x[1] | x[3] | x[5] | x[7] | x[9]};
  endfunction

  // Is a size a power of two, or one? A size less one is then the mask of its index.
  logic        x_pow, y_pow, y_one, z_one;
  logic [10:0] x_less, y_less;
  logic [3:0]  x_log, y_log;

  always_comb begin
    {x_pow, y_pow, y_one, z_one, x_less, y_less, x_log, y_log} = 'x;
    csr_o = 'x;
    if (v_i) begin
      x_less = ctx_i.cta.cta_x - 11'd1;
      y_less = ctx_i.cta.cta_y - 11'd1;
      x_pow  = (ctx_i.cta.cta_x & x_less) == 11'd0;
      y_pow  = (ctx_i.cta.cta_y & y_less) == 11'd0;
      x_log  = place(ctx_i.cta.cta_x);
      y_log  = place(ctx_i.cta.cta_y);
      y_one  = ctx_i.cta.cta_y == 11'd1;
      z_one  = ctx_i.cta.cta_z == 11'd1;
      csr_o       = '0;
      // As for a CSR that is the same in all threads; the cases change what differs.
      csr_o.known = 1'b1;
      csr_o.base  = ctx_i.warp_in_cta;
      csr_o.keep  = 10'h3ff;
      case (csr_i)
        12'h001, 12'h002, 12'h003: csr_o.value = 32'b0;  // in smex_fcsr
        // Cycles, time, instructions of the warp: lower and upper halves
        12'hc00: csr_o.value = cycle_i[31:0];
        12'hc80: csr_o.value = cycle_i[63:32];
        12'hc01: csr_o.value = time_i[31:0];
        12'hc81: csr_o.value = time_i[63:32];
        12'hc02: csr_o.value = instret_i[31:0];
        12'hc82: csr_o.value = instret_i[63:32];
        // Thread index x. In a CTA of one dimension it is the number of the thread, with no bit cut
        // off.
        12'hcc0: begin
          csr_o.lane = 1'b1;
          csr_o.walk = ~(y_one & z_one) & ~x_pow;
          if (~(y_one & z_one)) csr_o.keep = x_less[9:0];
        end
        // Thread index y, which is 0 in a CTA of one dimension
        12'hcc1: begin
          csr_o.lane  = ~(y_one & z_one);
          csr_o.walk  = csr_o.lane & ~(x_pow & (z_one | y_pow));
          csr_o.shift = x_log;
          if (~z_one) csr_o.keep = y_less[9:0];
        end
        // Thread index z, above the bits of x and y
        12'hcc2: begin
          csr_o.lane  = ~z_one;
          csr_o.walk  = ~z_one & ~(x_pow & y_pow);
          csr_o.shift = x_log + y_log;
        end
        // Index of the CTA, size of a CTA, size of the grid, address of the parameters
        12'hcc3: csr_o.value = ctx_i.cta.x;
        12'hcc4: csr_o.value = ctx_i.cta.y;
        12'hcc5: csr_o.value = ctx_i.cta.z;
        12'hcc6: csr_o.value = {21'b0, ctx_i.cta.cta_x};
        12'hcc7: csr_o.value = {21'b0, ctx_i.cta.cta_y};
        12'hcc8: csr_o.value = {21'b0, ctx_i.cta.cta_z};
        12'hcc9: csr_o.value = ctx_i.cta.grid_x;
        12'hcca: csr_o.value = ctx_i.cta.grid_y;
        12'hccb: csr_o.value = ctx_i.cta.grid_z;
        12'hccc: csr_o.value = ctx_i.cta.param;
        // Number of the lane: without the number of the warp
        12'hccd: begin
          csr_o.lane = 1'b1;
          csr_o.base = 5'd0;
        end
        12'hcce: csr_o.value = {27'b0, ctx_i.warp_in_cta};
        12'hccf: csr_o.value = {30'b0, sm_id_i};
        // End of local memory, where the stack begins
        12'hcd0: csr_o.value = smgpu_hw_pkg::VaLocal + {15'b0, ctx_i.cta.local_bytes};
        12'hcd1: csr_o.value = mask_i;
        12'hcd2: csr_o.value = ctx_i.cta.linear;
        default: csr_o.known = 1'b0;
      endcase
    end
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
