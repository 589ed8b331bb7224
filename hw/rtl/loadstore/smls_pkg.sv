// SPDX-License-Identifier: MIT
// What goes from stage to stage in load/store. Fixed at 32 lanes; with fewer the bits of banks that
// are not there stay constant.
/* verilator lint_off UNUSEDPARAM */  // a package of constants: each user takes some
package smls_pkg;

  // Bank of the L1 (the lowest bits, as many as there are banks) of a line, of address bits 6:5 and
  // 11:10. Lines side by side lie in different banks, and so do those that are 1 or 2 KiB apart.
  function automatic logic [1:0] bank_of(input logic [1:0] low, input logic [1:0] high);
    bank_of = low ^ {high[0], high[1]};
  endfunction

  // A group: threads that access lines of one page, at most one line in each bank of the L1 (LANES
  // / 8 banks). Stores: one line; atomics: one thread, one word, or a row of words.
  typedef struct packed {
    logic [5:0]   warp;
    logic [5:0]   vm;
    logic [2:0]   inst;      // entry in smls_table
    logic         store;
    logic         amo;
    logic         row;       // an atomic of several words
    logic [4:0]   funct5;    // of an atomic
    logic         backing;   // it is local memory
    logic [4:0]   lead;      // its lowest thread
    logic [1:0]   first;     // that thread's bank
    logic [31:0]  mask;      // its threads
    logic [19:0]  page;      // va[31:12]
    logic [3:0]   lines;     // banks with a line
    logic [47:0]  low;       // for each bank va[11:0] of its lowest thread
    logic [223:0] offs;      // for each thread {bank, va[4:0]}
  } group_t;
  localparam int unsigned GroupW = 359;

  // Where an instruction's result goes
  typedef struct packed {
    logic [5:0] warp;
    logic [4:0] rd;          // 0: it has none
    logic [7:0] seq;
  } dest_t;
  localparam int unsigned DestW = 19;

  // What smls_table keeps of an instruction
  typedef struct packed {
    logic [18:0] dest;       // dest_t
    logic [2:0]  funct3;
  } info_t;
  localparam int unsigned InfoW = 22;

endpackage
/* verilator lint_on UNUSEDPARAM */
