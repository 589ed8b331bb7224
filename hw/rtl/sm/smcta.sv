// SPDX-License-Identifier: MIT
// CTA and warp contexts of an SM.
// - accepts a CTA when a context, enough warps and enough shared memory are free; then starts its warps, one a cycle
// - shared memory is given in granules of 1/16 of the whole, first fit: 16 contexts, so finer grains would rarely help
// - granules remember the VM that had them last: what a CTA gets from another VM is cleared before its first warp starts
// - frees a CTA when its last warp is done; a killed slot starts no more warps, its CTAs end with the warps they have

/* verilator lint_off UNUSEDSIGNAL */  // warp numbers are 6 bits in every preset; the launch message is mostly stored whole
module smcta #(
    parameter int unsigned WARPS      = 16,
    parameter int unsigned SHARED_KIB = 32
) (
    input  logic                              clk_i,
    input  logic                              rst_ni,
    // From the launcher
    input  logic                              launch_valid_i,   // only in a cycle with launch_fits_o
    input  logic [smgpu_pkg::CtaLaunchW-1:0]  launch_i,
    output logic                              launch_fits_o,
    output logic [5:0]                        free_warps_o,
    input  logic [15:0]                       kill_i,
    output logic                              cta_done_valid_o,
    output logic [3:0]                        cta_done_slot_o,
    output logic [15:0]                       slot_busy_o,
    // To and from the front end
    output logic                              start_valid_o,
    output logic [smgpu_pkg::WarpStartW-1:0]  start_o,
    output logic [4:0]                        start_warp_in_cta_o,  // for the trace
    output logic [31:0]                       start_linear_o,
    input  logic                              warp_done_valid_i,
    input  logic [5:0]                        warp_done_i,
    // To the shared memory
    output logic                              smem_clear_o,
    output logic [3:0]                        smem_clear_first_o,   // granules, first and last
    output logic [3:0]                        smem_clear_last_o,
    input  logic                              smem_clear_done_i,
    // Contexts, one cycle after the address
    input  logic [5:0]                        ctx_warp_fe_i,
    output logic [smgpu_pkg::WarpCtxW-1:0]    ctx_fe_o,
    input  logic [5:0]                        ctx_warp_ex_i,
    output logic [smgpu_pkg::WarpCtxW-1:0]    ctx_ex_o,
    input  logic [5:0]                        ctx_warp_ls_i,
    output logic [smgpu_pkg::WarpCtxW-1:0]    ctx_ls_o
);

  localparam int unsigned GranuleBytes = SHARED_KIB * 64;  // 1/16
  localparam int unsigned GB = $clog2(GranuleBytes);
  localparam int unsigned WI = $clog2(WARPS);

  smgpu_pkg::cta_launch_t launch, cur;
  assign launch = launch_i;

  // ---- Contexts
  logic [15:0] cta_valid_q;                 // in use
  logic [15:0] cta_starting_q;              // warps are still to be started (at most one bit)
  logic [63:0] cta_slot_q;                  // 4 bits each
  logic [6:0]  cta_live_q[16];              // started warps that have not ended
  logic [15:0] cta_map_q[16];               // its granules
  logic [15:0] granules_q;                  // granules in use
  logic [WARPS-1:0] warp_busy_q;
  logic [8:0]  warp_cta_q[WARPS];           // {cta, warp in cta}
  logic [smgpu_pkg::CtaLaunchW+3:0] ctx_q[16];  // {first granule, launch message}
  logic [15:0] granule_known_q;             // has been given out since the reset
  logic [5:0]  granule_vm_q[16];

  // ---- What is free
  logic [3:0]  free_cta;
  logic        any_free_cta;
  logic [5:0]  free_warp;
  always_comb begin
    any_free_cta = 1'b0;
    free_cta     = '0;
    for (int unsigned i = 16; i > 0; i--)
      if (!cta_valid_q[i-1]) begin
        any_free_cta = 1'b1;
        free_cta     = 4'(i - 1);
      end
    free_warp    = '0;
    free_warps_o = '0;
    for (int unsigned i = WARPS; i > 0; i--)
      if (!warp_busy_q[i-1]) begin
        free_warp    = 6'(i - 1);
        free_warps_o = free_warps_o + 6'd1;
      end
  end

  // ---- First run of free granules that is long enough
  logic [4:0]  need;
  logic [15:0] need_mask, place_mask;
  logic [3:0]  place;
  logic        place_ok;
  always_comb begin
    need      = 5'(launch.shared_bytes >> GB) + {4'b0, |launch.shared_bytes[GB-1:0]};
    need_mask = 16'((17'd1 << need) - 17'd1);
    place     = '0;
    place_ok  = need == '0;
    for (int unsigned i = 16; i > 0; i--)
      if ((granules_q & (need_mask << (i - 1))) == '0 && 6'(i - 1) + {1'b0, need} <= 6'd16) begin
        place    = 4'(i - 1);
        place_ok = 1'b1;
      end
    place_mask = need_mask << place;
  end

  // ---- Start of warps
  typedef enum logic [1:0] {StIdle, StClear, StStart} state_e;
  state_e      state_q;
  logic [3:0]  cur_cta_q;
  logic [5:0]  index_q;
  logic [10:0] left_q;                      // threads not yet started
  logic        foreign, accept, cur_killed, starting;
  logic [3:0]  clear_first_q, clear_last_q;

  always_comb begin
    foreign = 1'b0;
    for (int unsigned i = 0; i < 16; i++)
      if (place_mask[i] && (!granule_known_q[i] || granule_vm_q[i] != launch.vm)) foreign = 1'b1;
  end
  assign smem_clear_first_o = clear_first_q;
  assign smem_clear_last_o  = clear_last_q;
  assign launch_fits_o = state_q == StIdle && any_free_cta && place_ok && free_warps_o >= launch.warps &&
                         !kill_i[launch.slot];
  assign accept        = launch_valid_i;
  assign smem_clear_o  = state_q == StClear;
  assign cur           = ctx_q[cur_cta_q][smgpu_pkg::CtaLaunchW-1:0];
  assign cur_killed    = kill_i[cur.slot];
  assign starting      = state_q == StStart && !cur_killed;

  smgpu_pkg::warp_start_t start;
  always_comb begin
    start.warp      = free_warp;
    start.pc        = cur.entry;
    start.live      = (left_q >= 11'd32) ? 32'hffffffff : (32'd1 << left_q[4:0]) - 32'd1;
    start.slot      = cur.slot;
    start.gen       = cur.gen;
    start.vm        = cur.vm;
    start.cta_id    = cur_cta_q;
    start.cta_warps = cur.warps;
  end
  assign start_valid_o       = starting;
  assign start_o             = start;
  assign start_warp_in_cta_o = index_q[4:0];
  assign start_linear_o      = cur.linear;

  // ---- End of CTAs: one a cycle
  logic [15:0] ended;
  logic        any_ended;
  logic [3:0]  end_cta;
  always_comb begin
    any_ended = 1'b0;
    end_cta   = '0;
    for (int unsigned i = 16; i > 0; i--) begin
      ended[i-1] = cta_valid_q[i-1] && !cta_starting_q[i-1] && cta_live_q[i-1] == '0;
      if (ended[i-1]) begin
        any_ended = 1'b1;
        end_cta   = 4'(i - 1);
      end
    end
  end
  assign cta_done_valid_o = any_ended;
  assign cta_done_slot_o  = cta_slot_q[4*end_cta+:4];

  always_comb begin
    slot_busy_o = '0;
    for (int unsigned i = 0; i < 16; i++) if (cta_valid_q[i]) slot_busy_o[cta_slot_q[4*i+:4]] = 1'b1;
  end

  logic [3:0] done_cta;
  assign done_cta = warp_cta_q[warp_done_i[WI-1:0]][8:5];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      cta_valid_q    <= '0;
      cta_starting_q <= '0;
      granules_q     <= '0;
      warp_busy_q    <= '0;
      state_q        <= StIdle;
      granule_known_q <= '0;
    end else begin
      if (any_ended) cta_valid_q[end_cta] <= 1'b0;
      granules_q <= (granules_q & ~(any_ended ? cta_map_q[end_cta] : '0)) | ((accept && need != '0) ? place_mask : '0);
      if (warp_done_valid_i) warp_busy_q[warp_done_i[WI-1:0]] <= 1'b0;
      unique case (state_q)
        StIdle:
        if (accept) begin
          cta_valid_q[free_cta]    <= 1'b1;
          cta_starting_q[free_cta] <= 1'b1;
          granule_known_q          <= granule_known_q | place_mask;
          state_q                  <= foreign ? StClear : StStart;
        end
        StClear: if (smem_clear_done_i) state_q <= StStart;
        default: begin
          if (starting) warp_busy_q[free_warp[WI-1:0]] <= 1'b1;
          if (cur_killed || index_q + 6'd1 == cur.warps) begin
            cta_starting_q[cur_cta_q] <= 1'b0;
            state_q                   <= StIdle;
          end
        end
      endcase
    end
    if (state_q == StIdle && accept) begin
      cur_cta_q                  <= free_cta;
      cta_slot_q[4*free_cta+:4]  <= launch.slot;
      cta_map_q[free_cta]        <= (need != '0) ? place_mask : '0;
      ctx_q[free_cta]            <= {place, launch_i};
      clear_first_q              <= place;
      clear_last_q               <= place + 4'(need - 5'd1);
      for (int unsigned i = 0; i < 16; i++) if (place_mask[i]) granule_vm_q[i] <= launch.vm;
      index_q                    <= '0;
      left_q                     <= launch.threads;
    end else if (starting) begin
      warp_cta_q[free_warp[WI-1:0]]      <= {cur_cta_q, index_q[4:0]};
      index_q                    <= index_q + 6'd1;
      left_q                     <= left_q - 11'd32;
    end
  end

  // Started and ended warps of each CTA, in one place so that both may come in one cycle.
  for (genvar g = 0; g < 16; g++) begin : gen_live
    logic up, down;
    assign up   = starting && cur_cta_q == 4'(g);
    assign down = warp_done_valid_i && done_cta == 4'(g);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) cta_live_q[g] <= '0;
      else if (up && !down) cta_live_q[g] <= cta_live_q[g] + 7'd1;
      else if (down && !up) cta_live_q[g] <= cta_live_q[g] - 7'd1;
    end
  end

  // ---- Context reads
  logic [8:0] at_fe, at_ex, at_ls;
  assign at_fe = warp_cta_q[ctx_warp_fe_i[WI-1:0]];
  assign at_ex = warp_cta_q[ctx_warp_ex_i[WI-1:0]];
  assign at_ls = warp_cta_q[ctx_warp_ls_i[WI-1:0]];
  logic [smgpu_pkg::CtaLaunchW+3:0] row_fe, row_ex, row_ls;
  assign row_fe = ctx_q[at_fe[8:5]];
  assign row_ex = ctx_q[at_ex[8:5]];
  assign row_ls = ctx_q[at_ls[8:5]];
  localparam int unsigned LW = smgpu_pkg::CtaLaunchW;
  always_ff @(posedge clk_i) begin
    ctx_fe_o <= {row_fe[LW-1:0], at_fe, 18'({row_fe[LW+3:LW], {GB{1'b0}}})};
    ctx_ex_o <= {row_ex[LW-1:0], at_ex, 18'({row_ex[LW+3:LW], {GB{1'b0}}})};
    ctx_ls_o <= {row_ls[LW-1:0], at_ls, 18'({row_ls[LW+3:LW], {GB{1'b0}}})};
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
