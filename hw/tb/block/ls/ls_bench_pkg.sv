// SPDX-License-Identifier: MIT
// What ls_bench's memory tells of an address that it does not keep words for.
/* verilator lint_off UNUSEDPARAM */  // sizes, for fields.py
package ls_bench_pkg;

  // A physical address
  typedef struct packed {
    logic        host;
    logic        tells;    // its words tell their place
    logic [6:0]  version;  // of the page tables
    logic [19:0] page;
    logic [11:0] offset;
  } place_t;
  localparam int unsigned PlaceW = 41;

  // Each of those words
  typedef struct packed {
    logic [6:0]  version;
    logic [19:0] page;
    logic [4:0]  row;      // of 128 bytes
  } told_t;
  localparam int unsigned ToldW = 32;

endpackage
/* verilator lint_on UNUSEDPARAM */
