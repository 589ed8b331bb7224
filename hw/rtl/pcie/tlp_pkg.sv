// SPDX-License-Identifier: MIT
// The stream of TLPs between the bridge and a PCIe endpoint, and the fields of a header.
// - a TLP begins at lane 0 of a beat and ends with `last`; its dwords stand in order, dword 0 in
//   bits 31:0. A bit of `keep` tells that the dword is there; it is 0 behind the end alone.
// - a dword of a header has byte 0 of PCI Express (format and type) in bits 31:24; a dword of data
//   has byte 0 in bits 7:0. Data stand directly behind the header, of 3 or 4 dwords.

/* verilator lint_off UNUSEDPARAM */  // a package of constants: each user takes some
package tlp_pkg;

  typedef struct packed {
    logic         last;
    logic [3:0]   keep;
    logic [127:0] data;
  } tlp_beat_t;
  localparam int unsigned BeatW = 133;

  // BARs of a request, a bit each
  localparam int unsigned BarRegs = 0;      // BAR0
  localparam int unsigned BarMemory = 1;    // BAR2
  localparam int unsigned BarNone = 2;

  // Dword 0: {format, type}. Format: bit 0: 4 dwords of header; bit 1: with data
  localparam logic [4:0] TypeMemory   = 5'b00000;
  localparam logic [4:0] TypeLocked   = 5'b00001;
  localparam logic [4:0] TypeComplete = 5'b01010;
  // Status of a completion
  localparam logic [2:0] StatusOk = 3'd0;
  localparam logic [2:0] StatusUr = 3'd1;   // unsupported request
  localparam logic [2:0] StatusCa = 3'd4;   // completer abort

  // A TLP to be sent: its header, and dwords of data behind it, at most 32
  typedef struct packed {
    logic        four;                      // dwords of header: 4, else 3
    logic [5:0]  count;                     // dwords of data
    logic [31:0] h0, h1, h2, h3;
  } tlp_head_t;
  localparam int unsigned HeadW = 135;

  // A read or write of `length` dwords at an address, with the enables {last, first}
  function automatic logic [HeadW-1:0] memory_head(input logic write, input logic [15:0] id,
      input logic [7:0] tag, input logic [63:0] addr, input logic [5:0] length,
      input logic [7:0] be);
    logic four;
    four = addr[63:32] != '0;
    memory_head = {four, write ? length : 6'd0, 1'b0, write, four, TypeMemory, 14'd0, 4'd0, length,
        id, tag, be, four ? addr[63:32] : addr[31:0], addr[31:0]};
  endfunction

  // MSI-X: one vector. Its table and its pending bits stand in BAR0, between registers and
  // doorbells.
  localparam logic [19:0] MsixTable   = 20'h10000;
  localparam logic [19:0] MsixPending = 20'h11000;

endpackage
/* verilator lint_on UNUSEDPARAM */
