// SPDX-License-Identifier: MIT
// Barriers of the CTAs in an SM. Looks at one CTA a cycle: its barrier opens when all its warps
// have been started and every one that has not ended waits there. So a warp that ends while the
// others wait lets them go, and there are no counters to keep right. The CTA looked at is that of a
// warp that has just come to its barrier, has ended or was the last one started; every fourth
// cycle, and without such a warp, it is the next in turn, so that no CTA depends on the events
// alone.
//
//   event ─▶ e: which CTA ─▶ l: its warps ─▶ r: release

module smfe_barrier #(
    // Warps of the SM.
    parameter int unsigned WARPS = 16
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // A warp starts, of this CTA context.
    input  logic             start_valid_i,
    input  smgpu_pkg::warp_t start_warp_i,
    input  logic [3:0]       start_cta_i,
    input  logic             start_last_i,   // the last warp of its CTA
    input  logic [WARPS-1:0] member_i,       // has not ended
    // at_bar_i: levels, until release_o lets them go. release_o: a pulse.
    input  logic [WARPS-1:0] at_bar_i,
    output logic [WARPS-1:0] release_o
);

  logic [15:0]        complete_q;  // all warps of the CTA have been started
  logic [WARPS*4-1:0] cta;
  // look_q: the CTA of stage l. scan_q: the next one in turn.
  logic [3:0]         scan_q, look_q, event_cta;
  logic [1:0]         turn_q;
  // event_q: these have come, ended or started since their CTA was looked at. event_one: the
  // lowest.
  logic [WARPS-1:0]   waiting, missing, release_q, member_q, at_bar_q, event_q, event_now,
      event_one;
  logic               open, by_event;

  // A warp that was released is still at its barrier for a cycle; it counts as one that has left.
  for (genvar i = 0; i < WARPS; i++) begin : gen_warp
    logic [3:0] cta_q;
    always_ff @(posedge clk_i) if (start_valid_i && start_warp_i == 6'(i)) cta_q <= start_cta_i;
    assign cta[i*4+:4] = cta_q;
    assign waiting[i]  = member_i[i] && cta[i*4+:4] == look_q && at_bar_i[i] && !release_q[i];
    assign missing[i]  = member_i[i] && cta[i*4+:4] == look_q && !(at_bar_i[i] && !release_q[i]);
    assign event_now[i] = (at_bar_i[i] && !at_bar_q[i]) || (!member_i[i] && member_q[i]) ||
        (start_valid_i && start_last_i && start_warp_i == 6'(i));
  end

  assign event_one = event_q & (~event_q + 1'b1);
  assign by_event  = |event_q && turn_q != '0;
  always_comb begin
    event_cta = '0;
    for (int unsigned i = 0; i < WARPS; i++) if (event_one[i]) event_cta = event_cta | cta[i*4+:4];
  end

  assign open      = missing == '0 && complete_q[look_q];
  assign release_o = release_q;
  always_ff @(posedge clk_i)
    if (!rst_ni) begin
      complete_q <= '0;
      scan_q     <= '0;
      turn_q     <= '0;
      look_q     <= '0;
      release_q  <= '0;
      member_q   <= '0;
      at_bar_q   <= '0;
      event_q    <= '0;
    end else begin
      member_q  <= member_i;
      at_bar_q  <= at_bar_i;
      event_q   <= (by_event ? event_q & ~event_one : event_q) | event_now;
      turn_q    <= turn_q + 2'd1;
      look_q    <= by_event ? event_cta : scan_q;
      if (!by_event) scan_q <= scan_q + 4'd1;
      release_q <= open ? waiting : '0;
      // A new CTA in the context is not complete before its last warp has been started.
      if (start_valid_i)
        complete_q <= (complete_q & ~(16'd1 << start_cta_i)) |
            (start_last_i ? 16'd1 << start_cta_i : '0);
    end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni && (release_q & ~at_bar_i) != '0)
      $fatal(1, "smfe_barrier: a warp is released that does not wait");
`endif

endmodule
