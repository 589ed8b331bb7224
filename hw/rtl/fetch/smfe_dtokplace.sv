// SPDX-License-Identifier: MIT
// Places in the rings that a step of the token unit writes and reads. Combinational.

/* verilator lint_off UNUSEDSIGNAL */  // of a step only its places; counts are wider than places
module smfe_dtokplace #(
    parameter int unsigned RI = 6              // bits of a place in the ring
) (
    input  smfe_pkg::dtok_step_t step_i,
    input  logic                 bar_i,        // a barrier: a scan is of parked groups
    // The queue's head, its tokens, those ahead of the YIELD tokens; parked groups
    input  logic [RI-1:0]        head_i,
    input  logic [RI:0]          count_i,
    input  logic [RI:0]          front_i,
    input  logic [RI:0]          groups_i,
    // The token that a scan looks at; the one of an access
    input  logic [RI:0]          index_i,
    input  logic [RI-1:0]        entry_i,
    output logic [RI-1:0]        wr_at_o,
    output logic [RI-1:0]        rd_at_o
);

  logic [RI-1:0] base;                         // where a scan begins
  assign base = bar_i ? '0 : head_i;
  always_comb begin
    case (step_i.wr_at)
      smfe_pkg::AtEnd:    wr_at_o = head_i + count_i[RI-1:0];
      smfe_pkg::AtScan:   wr_at_o = base + index_i[RI-1:0];
      smfe_pkg::AtGroups: wr_at_o = groups_i[RI-1:0];
      smfe_pkg::AtEntry:  wr_at_o = head_i + entry_i;
      default:            wr_at_o = head_i - 1'b1;
    endcase
    case (step_i.rd_at)
      smfe_pkg::AtNext:  rd_at_o = head_i + 1'b1;
      smfe_pkg::AtBack:  rd_at_o = head_i + front_i[RI-1:0];
      smfe_pkg::AtScan:  rd_at_o = base + index_i[RI-1:0] + 1'b1;
      smfe_pkg::AtZero:  rd_at_o = '0;
      smfe_pkg::AtEntry: rd_at_o = head_i + entry_i;
      default:           rd_at_o = head_i;
    endcase
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
