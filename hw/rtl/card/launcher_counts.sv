// SPDX-License-Identifier: MIT
// Counts of the task in each slot, for the registers: CTAs that ended, and instructions. There is
// a memory for each SM and for each of its pods, since all count in one cycle. A filling makes the
// slot's counts invalid, that is 0.

module launcher_counts #(
    parameter int unsigned SMS  = 1,
    parameter int unsigned PODS = 2         // of an SM
) (
    input  logic              clk_i,
    // The slot whose registers are accessed; it is filled
    input  logic              fill_i,
    input  smgpu_pkg::slot_t  slot_i,
    // CTAs that end, one an SM and cycle; instructions of each pod
    input  logic [SMS-1:0]    cta_done_valid_i,
    input  logic [SMS*4-1:0]  cta_done_slot_i,
    /* verilator lint_off UNUSEDSIGNAL */  // of two pods, one may not be there
    input  logic [SMS*2-1:0]  issue_valid_i,
    input  logic [SMS*8-1:0]  issue_slot_i,
    /* verilator lint_on UNUSEDSIGNAL */
    // Counts of that slot
    output logic [31:0]       done_o,
    output logic [31:0]       instr_o
);

  logic [SMS*3*32-1:0] counts;
  for (genvar g = 0; g < SMS * 3; g++) begin : gen_count
    if (g % 3 == 1 && PODS == 1) begin : gen_none
      assign counts[32*g+:32] = '0;
    end else begin : gen_some
      logic        up;
      smgpu_pkg::slot_t slot;
      logic [31:0] count_m[16];
      logic [31:0] old;
      logic [15:0] valid_bits_q;
      if (g % 3 == 2) begin : gen_done
        assign up   = cta_done_valid_i[g/3];
        assign slot = cta_done_slot_i[4*(g/3)+:4];
      end else begin : gen_instr
        assign up   = issue_valid_i[2*(g/3)+g%3];
        assign slot = issue_slot_i[8*(g/3)+4*(g%3)+:4];
      end
      assign old = valid_bits_q[slot] && !(fill_i && slot_i == slot) ? count_m[slot] : '0;
      always_ff @(posedge clk_i) begin
        if (up) count_m[slot] <= old + 32'd1;
        if (fill_i) valid_bits_q[slot_i] <= 1'b0;
        if (up) valid_bits_q[slot] <= 1'b1;
      end
      assign counts[32*g+:32] = valid_bits_q[slot_i] ? count_m[slot_i] : '0;
    end
  end
  always_comb begin
    done_o  = '0;
    instr_o = '0;
    for (int unsigned i = 0; i < SMS; i++) begin
      instr_o = instr_o + counts[96*i+:32] + counts[96*i+32+:32];
      done_o  = done_o + counts[96*i+64+:32];
    end
  end

endmodule
