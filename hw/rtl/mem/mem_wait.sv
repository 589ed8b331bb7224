// SPDX-License-Identifier: MIT
// Requests that wait for a line on its way from DRAM: a list for each MSHR, 16 requests in all.
// When the line has come and the request that asked for it is served, those of its list go into the
// pipeline in order. Until the last of them is in S1, the line counts as on its way and requests
// for it join the list: so all are served in the order in which the pipeline saw them.

module mem_wait (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    // Requests wait
    output logic                           busy_o,
    // S1: a request joins
    // It gets the next free place. room is known a cycle before.
    output logic                           room_o,
    input  logic                           join_i,
    input  logic [3:0]                     join_mshr_i,
    input  logic [3:0]                     join_port_i,
    input  smgpu_pkg::mem_req_t            join_req_i,
    // A line has come
    // From now on its list may be served, when it is this line's turn
    input  logic                           fill_i,
    input  logic [3:0]                     fill_mshr_i,
    output logic                           waited_o,       // requests wait for it
    // With an error, or given up: each request of the list hears of it
    input  logic                           fill_err_i,
    input  logic                           fill_lost_i,
    // The next request
    // Valid until it is taken; slot names its place until it is served
    output logic                           offer_valid_o,
    output logic [3:0]                     offer_slot_o,
    output logic [3:0]                     offer_port_o,
    output smgpu_pkg::mem_req_t            offer_o,
    input  logic                           take_i,
    // S1: it is served; how its line came
    // last: no other waits for the line. mshr, err, lost: of the list that is served.
    input  logic                           serve_i,
    input  logic [3:0]                     serve_slot_i,
    output logic                           last_o,
    output logic [3:0]                     mshr_o,
    output logic                           err_o,
    output logic                           lost_o
);

  localparam int unsigned RW = smgpu_pkg::MemReqW;

  // slots; MSHRs that are waited for; of those, with lines that have come
  logic [15:0]    used_q, waited_q, come_q;
  // {port, request} of each place
  logic [RW+3:0]  req_m[16];
  // The next place of the list
  logic [3:0]     next_m[16];
  // The list of each MSHR: its first place, its last, and how its line came
  logic [3:0]     first_m[16];
  logic [3:0]     last_m[16];
  logic [1:0]     line_m[16];
  // free: a free place, found in the cycle before; next: another
  logic [3:0]     free_q, next, mshr;
  // A free place, and a line that has come: the lowest of each
  logic           any_next, any_come;
  // A bit for each place or MSHR, of what happens in this cycle
  logic [15:0]    free_hot, join_hot, fill_hot, start_hot, serve_hot, last_hot;
  // The list that is served
  // serving_q: a list is served. ready_q: its next place is in slot_q. start: a list is next.
  // joins: a request joins just this list.
  logic           serving_q, ready_q, joins, start;
  // MSHR, the place that is offered, and the last place
  logic [3:0]     mshr_q, slot_q, last_q;
  // {error, given up} of the line
  logic [1:0]     line_q;
  always_comb begin
    any_next = 1'b0;
    next     = '0;
    any_come = 1'b0;
    mshr     = '0;
    for (int unsigned i = 16; i > 0; i--) begin
      if (!used_q[i-1] && !(room_o && free_q == 4'(i - 1))) begin
        any_next = 1'b1;
        next     = 4'(i - 1);
      end
      if (come_q[i-1]) begin
        any_come = 1'b1;
        mshr     = 4'(i - 1);
      end
    end
    for (int unsigned i = 0; i < 16; i++) begin
      free_hot[i]  = join_i && free_q == 4'(i);
      join_hot[i]  = join_i && join_mshr_i == 4'(i);
      fill_hot[i]  = fill_i && waited_q[i] && fill_mshr_i == 4'(i);
      start_hot[i] = start && mshr == 4'(i);
      serve_hot[i] = serve_i && serve_slot_i == 4'(i);
      last_hot[i]  = serve_i && last_o && mshr_q == 4'(i);
    end
  end
  assign waited_o = waited_q[fill_mshr_i];
  assign busy_o   = used_q != '0;

  // ---- The list that is served
  // One list is served at a time, to its end.
  assign start         = !serving_q && any_come;
  assign joins         = join_i && join_mshr_i == (serving_q ? mshr_q : mshr);
  assign offer_valid_o = ready_q;
  assign offer_slot_o  = slot_q;
  assign {offer_port_o, offer_o} = req_m[slot_q];
  assign last_o        = serve_slot_i == last_q;
  assign mshr_o        = mshr_q;
  assign {err_o, lost_o} = line_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q    <= '0;
      waited_q  <= '0;
      come_q    <= '0;
      serving_q <= 1'b0;
      ready_q   <= 1'b0;
      room_o    <= 1'b0;
    end else begin
      used_q    <= (used_q | free_hot) & ~serve_hot;
      waited_q  <= (waited_q | join_hot) & ~last_hot;
      come_q    <= (come_q | fill_hot) & ~start_hot;
      serving_q <= (serving_q || start) && last_hot == '0;
      if (start) ready_q <= 1'b1;
      // The last place was taken: nothing is offered until another request joins.
      else if (serving_q && (take_i || !ready_q)) ready_q <= joins || (ready_q && slot_q != last_q);
      if (join_i || !room_o) room_o <= any_next;
    end
    if (join_i || !room_o) free_q <= next;
    if (join_i) begin
      req_m[free_q] <= {join_port_i, join_req_i};
      // The list has a last place already: the new one hangs on it.
      if (waited_q[join_mshr_i]) next_m[last_m[join_mshr_i]] <= free_q;
      else first_m[join_mshr_i] <= free_q;
      last_m[join_mshr_i] <= free_q;
    end
    if (fill_i) line_m[fill_mshr_i] <= {fill_err_i, fill_lost_i};
    // Behind a place comes the next one of the list, or the request that just joins.
    if (start) begin
      mshr_q <= mshr;
      slot_q <= first_m[mshr];
      line_q <= line_m[mshr];
    end else if (take_i || !ready_q) slot_q <= (ready_q && slot_q != last_q) ? next_m[slot_q]
        : free_q;
    if (start || joins) last_q <= joins ? free_q : last_m[mshr];
  end

`ifdef VERILATOR
  // A request that joins has room. Only requests of the list in turn are served, one a cycle,
  // and a line comes once.
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (join_i && !room_o) $fatal(1, "not ok mem_wait: no room");
      if (serve_i && (!serving_q || !used_q[serve_slot_i]))
        $fatal(1, "not ok mem_wait: served what does not wait");
      if (join_i && serve_i) $fatal(1, "not ok mem_wait: two requests in S1");
      if (fill_i && come_q[fill_mshr_i]) $fatal(1, "not ok mem_wait: a line comes twice");
    end
`endif

`ifdef FORMAL
`include "mem_wait_formal.svh"
`endif

endmodule
