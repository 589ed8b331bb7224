// SPDX-License-Identifier: MIT
// Memory of a pod's token queues: two rings of R tokens for each warp, one read and one write port,
// block RAM.

module smfe_dtokmem #(
    parameter int unsigned NW = 8,           // warps of the pod
    parameter int unsigned R  = 64,          // tokens of a ring
    // Bits of a warp's number.
    parameter int unsigned WI = 3,
    parameter int unsigned RI = $clog2(R)    // do not override
) (
    input  logic          clk_i,
    // A read: warp, half (which of its two rings), place in the ring.
    input  logic          rd_i,
    input  logic [WI-1:0] rd_warp_i,
    input  logic          rd_half_i,
    input  logic [RI-1:0] rd_at_i,
    output logic [67:0]   token_o,           // {type, address, mask}, a cycle later
    // A write, likewise.
    input  logic          wr_i,
    input  logic [WI-1:0] wr_warp_i,
    input  logic          wr_half_i,
    input  logic [RI-1:0] wr_at_i,
    input  logic [67:0]   token_i
`ifdef FORMAL
    , input  logic [WI-1:0]     view_warp_i   // both rings of a warp, for the proofs
    , output logic [2*R*68-1:0] view_o
`endif
);

  (* no_rw_check *)  // what it reads while it is written is not used
  logic [67:0] token_m[NW*2*R];
  always_ff @(posedge clk_i) if (rd_i) token_o <= token_m[{rd_warp_i, rd_half_i, rd_at_i}];
  always_ff @(posedge clk_i) if (wr_i) token_m[{wr_warp_i, wr_half_i, wr_at_i}] <= token_i;

`ifdef FORMAL
  for (genvar i = 0; i < 2 * R; i++) begin : gen_view
    assign view_o[i*68+:68] = token_m[{view_warp_i, (RI+1)'(i)}];
  end
`endif

endmodule
