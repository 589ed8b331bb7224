// SPDX-License-Identifier: MIT
// The colour of a page: where its lines lie among L1's sets. A line's set is its number in the
// page, without the bits that choose the bank, and the colour, added up. It is made of those bits
// of the page that one of 2 MiB does not translate; the sum is nearly what is left of the line's
// number by a division by SETS - 1. A group's tags are read before its page is known, with a guess:
// what physical colours were more than virtual ones, for pages with the same lowest bits.
module smls_guess #(
    parameter int unsigned SI = 6
) (
    input  logic          clk_i,
    input  logic          next_i,      // tags are read for the next group,
    input  logic [8:0]    page_i,      // of this virtual page
    input  logic          again_i,     // they are read again for the group that is here,
    input  logic [8:0]    here_page_i, // of this virtual page
    input  logic [8:0]    here_ppn_i,  // and that physical one
    input  logic [8:0]    other_ppn_i, // of a line that is invalidated
    output logic [SI-1:0] guess_o,     // for the next group
    output logic [SI-1:0] colour_o,    // of the group that is here,
    output logic          right_o,     // with which its tags were read
    output logic [SI-1:0] other_o
);

  function automatic logic [SI-1:0] colour_of(input logic [8:0] page);
    colour_of = page[SI-1:0] + SI'(page[8:SI]);
  endfunction
  // a + b == c without a carry chain: of each bit the carry that must come in is the one that the
  // bit below gives
  function automatic logic is_colour(input logic [8:0] page, input logic [SI-1:0] c);
    logic [SI-1:0] a, b;
    a = page[SI-1:0];
    b = SI'(page[8:SI]);
    is_colour = (a ^ b ^ c) == SI'({(a & b) | ((a | b) & ~c), 1'b0});
  endfunction

  // physical colour - virtual colour, by the lowest bits of the virtual page
  logic [SI-1:0] shift_m[16];
  logic [SI-1:0] guess_q;              // with which tags were read
  assign colour_o = colour_of(here_ppn_i);
  assign guess_o  = colour_of(page_i) + shift_m[page_i[3:0]];
  assign right_o  = is_colour(here_ppn_i, guess_q);
  assign other_o  = colour_of(other_ppn_i);
  always_ff @(posedge clk_i) begin
    if (again_i) shift_m[here_page_i[3:0]] <= colour_o - colour_of(here_page_i);
    if (again_i) guess_q <= colour_o;
    else if (next_i) guess_q <= guess_o;
  end

endmodule
