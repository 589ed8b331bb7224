// SPDX-License-Identifier: MIT
// Picks the requester with the greatest weight, the lowest index among equals. Combinational tree of comparators.

/* verilator lint_off UNUSEDSIGNAL */  // node 0 of the tree does not exist
module smfe_pick #(
    parameter int unsigned N  = 8,
    parameter int unsigned W  = 6,
    parameter int unsigned IW = 3            // bits of an index, at least clog2(N)
) (
    input  logic [N-1:0]   req_i,
    input  logic [N*W-1:0] weight_i,
    output logic           any_o,
    output logic [IW-1:0]  index_o
);

  // A tree of the next power of two; {requests, weight} of a node is at least that of its children.
  localparam int unsigned D = $clog2(N);
  localparam int unsigned P = 1 << D;
  logic [2*P*(W+1)-1:0] key;   // node n (1 = root) at n * (W+1)
  logic [2*P*IW-1:0]    index;

  always_comb begin
    key   = '0;
    index = '0;
    for (int unsigned i = 0; i < N; i++) begin
      key[(P+i)*(W+1)+:W+1] = {req_i[i], req_i[i] ? weight_i[i*W+:W] : {W{1'b0}}};
      index[(P+i)*IW+:IW]   = IW'(i);
    end
    for (int unsigned n = P - 1; n > 0; n--) begin
      if (key[(2*n+1)*(W+1)+:W+1] > key[(2*n)*(W+1)+:W+1]) begin
        key[n*(W+1)+:W+1] = key[(2*n+1)*(W+1)+:W+1];
        index[n*IW+:IW]   = index[(2*n+1)*IW+:IW];
      end else begin
        key[n*(W+1)+:W+1] = key[(2*n)*(W+1)+:W+1];
        index[n*IW+:IW]   = index[(2*n)*IW+:IW];
      end
    end
  end

  assign any_o   = key[(W+1)+W];
  assign index_o = index[IW+:IW];

endmodule
/* verilator lint_on UNUSEDSIGNAL */
