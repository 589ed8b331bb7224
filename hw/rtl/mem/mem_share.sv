// SPDX-License-Identifier: MIT
// Which L1s may hold a line, and which of them a request makes drop it. Those of the SMs that
// loaded the line since it was stored to last, or changed by an atomic; if it was not in the L2
// (and INCLUDES is 0), any may hold it. A store to local memory leaves the line in the L1 of its
// own SM, so that one goes on holding it.

module mem_share #(
    parameter int unsigned SMS = 1
) (
    input  logic [3:0]     port_i,
    input  logic           write_i,
    input  logic           amo_i,      // atomic,
    input  logic           lr_i,       // of which LR writes nothing
    input  logic [SMS-1:0] known_i,
    output logic [SMS-1:0] holders_o,  // after the request
    output logic [SMS-1:0] tell_o
);

  logic [SMS-1:0] me;
  always_comb begin
    for (int unsigned i = 0; i < SMS; i++) me[i] = port_i == 4'(2 * i);
    tell_o    = '0;
    holders_o = known_i;
    if (write_i) begin
      tell_o    = known_i & ~me;
      holders_o = known_i & me;
    end else if (amo_i && !lr_i) begin
      tell_o    = known_i;
      holders_o = '0;
    end else if (!amo_i) begin
      holders_o = known_i | me;
    end
  end

endmodule
