// SPDX-License-Identifier: MIT
// The round-robin arbiter as the pods have it twice (load, token unit): smfe_pick with "bits above
// the last one" as weights, last_q held while nothing is granted. A requester chosen by the solver,
// which asks until it is served, is waited for at most N grants.

module smfe_pick_formal #(
    parameter int unsigned N  = 8,
    parameter int unsigned IW = 3
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic [N-1:0] req_i,
    input logic         take_i      // the unit behind is free
);

  (* anyconst *) logic [IW-1:0] f_me;
  logic          any, reset_q = 1'b0, wait_q;
  logic [IW-1:0] sel, last_q, ahead;
  logic [IW:0]   grants_q;
  logic [N-1:0]  grant, after;
  assign after = ~((N'(2) << last_q) - 1'b1);
  smfe_pick #(.N(N), .W(1), .IW(IW)) u (.req_i, .weight_i(after), .older_i('0), .any_o(any),
      .index_o(sel));
  assign grant = any && take_i ? N'(1) << sel : '0;
  assign ahead = f_me - last_q - IW'(1);       // others that may come first

  always_ff @(posedge clk_i) begin
    reset_q <= 1'b1;
    if (!rst_ni) begin
      last_q   <= '0;
      wait_q   <= 1'b0;
      grants_q <= '0;
    end else begin
      if (any && take_i) last_q <= sel;
      wait_q   <= req_i[f_me] && !grant[f_me];
      grants_q <= (req_i[f_me] && !grant[f_me]) ? grants_q + (IW + 1)'(grant != '0) : '0;
    end
  end

  always_comb begin
    assume (rst_ni == reset_q);
    if (wait_q) assume (req_i[f_me]);           // it asks until it is served
    if (reset_q) begin
      assert ((grant & (grant - 1'b1)) == '0);  // one
      assert ((grant & ~req_i) == '0);          // a requester
      assert (any == (req_i != '0));            // no pause while a warp asks
      assert ({1'b0, ahead} + grants_q < (IW + 1)'(N));
      assert (grants_q < (IW + 1)'(N));         // after N - 1 others at most
      if (!wait_q) assert (grants_q == '0);
    end
  end

endmodule
