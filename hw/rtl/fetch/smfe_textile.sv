// SPDX-License-Identifier: MIT
// Textile grants (US 2011/0072244, 0068-0070): warps of one tile sample one after the other. Each
// warp has a position {tile, phase, tex}; the SM has one global grant, a position. An instruction
// that counts (a texture instruction, a coherent load) waits until its warp's position is the
// grant, if the mode says so; then its warp is *admitted* and nothing but its operands and its pipe
// holds it back. A further part of a sample (smfe_parts) neither counts nor waits.
//
//   held ──▶ pick ──▶ take ──▶ settle ──▶ held       no warp holds the granted position: a warp
//   that waits takes a grant of its own
//     └────▶ break ───┘                              the watched warp has waited for timeout_i
//     cycles: it is the next, as soon as those admitted have issued
//
// - a position moves after its warp's instruction has issued, so an admitted warp keeps its
//   position, and the grant stays while there is one
// - the watched warp is the next in circular order that waits; the cycles it has waited while
//   watched are counted. So a warp is admitted after at most one timeout for each warp of the SM,
//   whatever others do
// - all comparisons are registers: an issue is in the comparison three cycles later, a warp is
//   admitted when it has waited for three

/* verilator lint_off UNUSEDSIGNAL */  // warp numbers are 6 bits in every preset
module smfe_textile #(
    parameter int unsigned WARPS = 16
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // {coherent loads, texture instructions} wait; none: all that wait are admitted
    input  logic [1:0]       mode_i,
    // a free grant goes to a warp of the same tile, if one waits
    input  logic             stay_i,
    input  logic [15:0]      timeout_i,        // 0: a grant is never broken
    input  logic             start_valid_i,
    input  smgpu_pkg::warp_t start_warp_i,
    input  logic [5:0]       start_tile_i,
    // Warps
    // these wait at an instruction that counts, or is a further part
    input  logic [WARPS-1:0] want_i,
    input  logic [WARPS-1:0] further_i,        // these at a further part
    // these have not ended or trapped: positions of others are nothing
    input  logic [WARPS-1:0] holds_i,
    output logic [WARPS-1:0] go_o,             // a pulse: this one waits no longer
    output logic [WARPS-1:0] admitted_o,
    output logic [WARPS-1:0] near_o,           // its tile and phase are those of the grant
    // Instructions for which that is so, as they issue: of each pod
    input  logic [1:0]       issued_i,
    input  logic [1:0]       issued_counts_i,  // it counts
    input  logic [11:0]      issued_warp_i,
    input  logic [1:0]       issued_phase_i,   // it begins a phase
    // Debug, counters
    input  smgpu_pkg::warp_t dbg_warp_i,
    output smgpu_pkg::textile_view_t       dbg_o,
    output logic             ev_grant_o,       // a warp takes a grant
    output logic             ev_timeout_o,     // after a timeout
    output logic             waits_o           // a warp waits
);

  localparam int unsigned WI = $clog2(WARPS);
  localparam int unsigned PW = smgpu_pkg::PositionW;
  typedef enum logic [2:0] {Held, Pick, Take, Settle, Break} state_e;

  function automatic logic [WARPS-1:0] lowest(input logic [WARPS-1:0] v);
    lowest = v & (~v + 1'b1);
  endfunction

  state_e               state_q;
  logic [WARPS*PW-1:0]  position_q;
  // freed_q: a further part goes on
  logic [WARPS-1:0]     match_q, tile_q, want1_q, want2_q, admitted_q, freed_q, sel_q;
  smgpu_pkg::position_t grant_q;
  logic                 valid_q, off;
  assign off = mode_i == '0;

  // ---- Positions
  logic [1:0]  issued_q, counts_q, phase_q;
  logic [11:0] warp_q;
  logic [WARPS-1:0] issues, moves, start;
  always_ff @(posedge clk_i) begin
    issued_q <= rst_ni ? issued_i : '0;
    counts_q <= issued_counts_i;
    phase_q  <= issued_phase_i;
    warp_q   <= issued_warp_i;
  end
  for (genvar i = 0; i < WARPS; i++) begin : gen_warp
    logic [1:0]    mine;
    logic          phase;
    logic [PW-1:0] p;        // position_t
    assign mine     = {issued_q[1] && warp_q[11:6] == 6'(i), issued_q[0] && warp_q[5:0] == 6'(i)};
    assign phase    = |(mine & phase_q);
    assign issues[i] = |mine;
    assign moves[i] = |(mine & counts_q);
    assign start[i] = start_valid_i && start_warp_i == 6'(i);
    assign p        = position_q[i*PW+:PW];
    always_ff @(posedge clk_i) begin
      if (start[i]) position_q[i*PW+:PW] <= {start_tile_i, 8'd0};
      else if (moves[i])
        position_q[i*PW+:PW] <= {p[13:8], p[7:3] + 5'(phase), phase ? 3'd0 : p[2:0] + 3'd1};
      match_q[i] <= valid_q && p == grant_q;
      tile_q[i]  <= valid_q && p[13:8] == grant_q.tile;
      near_o[i]  <= valid_q && p[13:3] == {grant_q.tile, grant_q.phase};
    end
  end

  // ---- Which warps wait, and which is watched
  logic [WARPS-1:0] waits, watched_q, admit, free;
  logic [15:0]      count_q;
  logic             expired;
  assign waits   = want_i & want1_q & want2_q & ~admitted_q & ~freed_q;
  assign admit   = off ? waits : state_q == Held ? waits & match_q : '0;
  assign free    = waits & further_i & ~admit;
  assign expired = timeout_i != '0 && count_q >= timeout_i;
  always_ff @(posedge clk_i) begin
    want1_q <= rst_ni ? want_i : '0;
    want2_q <= rst_ni ? want1_q : '0;
    if (!rst_ni) begin
      admitted_q <= '0;
      freed_q    <= '0;
      watched_q  <= WARPS'(1);
      count_q    <= '0;
      go_o       <= '0;
    end else begin
      admitted_q <= (admitted_q | admit) & holds_i & ~issues & ~start;
      freed_q    <= (freed_q | free) & holds_i & ~issues & ~start;
      go_o       <= admit | free;
      if ((waits & watched_q) == '0) begin
        watched_q <= {watched_q[WARPS-2:0], watched_q[WARPS-1]};
        count_q   <= '0;
      end else if (!expired) begin
        count_q   <= count_q + 16'd1;
      end
    end
  end
  assign admitted_o = off ? '0 : admitted_q;

  // ---- The grant. In circular order: above the last warp that took one, else from the lowest.
  logic [WARPS-1:0]     near, ring;
  smgpu_pkg::position_t chosen;
  // the watched warp still waits: the grant may have come to it meanwhile, and it may have ended
  logic                 over;
  assign over = expired && (waits & watched_q) != '0;
  assign near = stay_i && (waits & tile_q) != '0 ? waits & tile_q : waits;
  assign ring = near & ~((sel_q << 1) - 1'b1);
  always_comb begin
    chosen = '0;
    for (int unsigned i = 0; i < WARPS; i++)
      chosen = chosen | ({PW{sel_q[i]}} & position_q[i*PW+:PW]);
  end
  always_ff @(posedge clk_i) begin
    ev_grant_o   <= 1'b0;
    ev_timeout_o <= 1'b0;
    if (!rst_ni || off) begin
      state_q <= Held;
      valid_q <= 1'b0;
      sel_q   <= rst_ni ? sel_q : WARPS'(1) << (WARPS - 1);
    end else begin
      case (state_q)
        Held:
          if ((holds_i & match_q) == '0) begin
            if (waits != '0) state_q <= Pick;
          end else if (expired) begin
            state_q <= Break;
          end
        Pick: begin
          sel_q   <= lowest(ring != '0 ? ring : near);
          state_q <= near != '0 ? Take : Held;
        end
        Break:
          if (admitted_q == '0) begin
            sel_q        <= watched_q;
            ev_timeout_o <= over;
            state_q      <= over ? Take : Held;
          end
        Take: begin
          grant_q    <= chosen;
          valid_q    <= 1'b1;
          ev_grant_o <= 1'b1;
          state_q    <= Settle;
        end
        default: state_q <= Held;
      endcase
    end
  end

  // ---- Debug, counters
  smgpu_pkg::textile_view_t view;
  always_comb begin
    view          = '0;
    view.grant    = grant_q;
    view.valid    = valid_q;
    view.position = position_q[dbg_warp_i[WI-1:0]*PW+:PW];
    view.waits    = waits[dbg_warp_i[WI-1:0]];
    view.admitted = admitted_o[dbg_warp_i[WI-1:0]];
  end
  always_ff @(posedge clk_i) begin
    waits_o <= rst_ni && waits != '0;
    dbg_o   <= view;
  end

`ifdef VERILATOR
  // What counts is admitted, and at the grant.
  logic [WARPS-1:0] bound_q;   // admitted, and no mode without grants since
  always_ff @(posedge clk_i) begin
    bound_q <= !rst_ni || off ? '0 : (bound_q | admit) & ~issues;
    for (int unsigned i = 0; i < WARPS; i++)
      if (rst_ni && issues[i] && admitted_q[i] && bound_q[i] &&
          (!valid_q || position_q[i*PW+:PW] != grant_q))
        $fatal(1,
            "smfe_textile: warp %0d was admitted and issues at another position than the grant", i);
  end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
