// SPDX-License-Identifier: MIT
// What mem_bench tells its C beside the types of the card.
package mem_bench_pkg;

  // What a load/store unit writes: some threads' results
  typedef struct packed {
    logic       last;     // of the instruction
    logic [2:0] beat;
    logic [7:0] seq;
    logic [4:0] rd;
    logic [5:0] warp;
  } written_t;
  localparam int unsigned WrittenW = 23;

endpackage
