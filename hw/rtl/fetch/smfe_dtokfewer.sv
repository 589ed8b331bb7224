// SPDX-License-Identifier: MIT
// Is it the smaller part of the active threads that takes a branch? Combinational.

module smfe_dtokfewer (
    // Threads that are active; mask_i: those that take the branch.
    input  logic [31:0] active_i,
    input  logic [31:0] mask_i,
    output logic        fewer_o
);

  logic [5:0] n_taken, n_active;
  always_comb begin
    n_taken  = '0;
    n_active = '0;
    for (int unsigned i = 0; i < 32; i++) begin
      n_taken  = n_taken + 6'(active_i[i] && mask_i[i]);
      n_active = n_active + 6'(active_i[i]);
    end
  end
  // Less than half: of equal parts neither is the smaller one.
  assign fewer_o = {n_taken, 1'b0} < {1'b0, n_active};

endmodule
