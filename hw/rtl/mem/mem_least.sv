// SPDX-License-Identifier: MIT
// How many of 16 bits are set, up to four: a tree without adders.

module mem_least (
    input  logic [15:0] bits_i,
    output logic [3:0]  least_o   // bit k: more than k are set
);

  // Of each four bits, of each eight
  logic [15:0] four;
  logic [7:0]  eight;

  function automatic logic [3:0] both(input logic [3:0] a, input logic [3:0] b);
    both[0] = a[0] || b[0];
    both[1] = a[1] || b[1] || (a[0] && b[0]);
    both[2] = a[2] || b[2] || (a[1] && b[0]) || (a[0] && b[1]);
    both[3] = a[3] || b[3] || (a[2] && b[0]) || (a[1] && b[1]) || (a[0] && b[2]);
  endfunction

  for (genvar g = 0; g < 4; g++) begin : gen_four
    logic [3:0] x;
    assign x          = bits_i[4*g+:4];
    assign four[4*g] = x != '0;
    assign four[4*g+1] = (x[0] && x[1]) || (x[2] && x[3]) || (x[1:0] != '0 && x[3:2] != '0);
    assign four[4*g+2] = (x[1:0] == '1 && x[3:2] != '0) || (x[1:0] != '0 && x[3:2] == '1);
    assign four[4*g+3] = x == '1;
  end
  assign eight   = {both(four[15:12], four[11:8]), both(four[7:4], four[3:0])};
  assign least_o = both(eight[7:4], eight[3:0]);

endmodule
