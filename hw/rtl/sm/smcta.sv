// SPDX-License-Identifier: MIT
// CTA and warp contexts of an SM.
// - accepts a CTA when a context, enough warps and enough shared memory are free; then starts its
//   warps, one a cycle
// - shared memory is given in granules of 1/16 of the whole, first fit: 16 contexts, so finer
//   grains would rarely help
// - L1's RAM is part of it if the message says so (throttle mode): granules of 1/8 of what the SM
//   has without, and as many more of these as L1 has. The SM changes over when it has no CTA, and
//   until then takes none that wants the other (split_o: it has what the message says)
// - granules remember the VM that had them last: what a CTA gets from another VM is cleared before
//   its first warp starts; after a change, and when a VM's number is given back, all is as if it
//   were another VM's: no client may see what L1 has read, or the one before it left
// - frees a CTA when its last warp is done; a killed slot starts no more warps, its CTAs end with
//   the warps they have
// - says how many more CTAs of the message would fit (smcta_room)
// - counts nothing for each context: what ends looks at all warps (all contexts) whether another is
//   left of its CTA (slot)

// warp numbers are 6 bits in every preset; the launch message is mostly stored whole
/* verilator lint_off UNUSEDSIGNAL */
module smcta #(
    parameter int unsigned WARPS      = 16,
    parameter int unsigned SHARED_KIB = 32,
    parameter int unsigned LENT_KIB   = 0    // of L1, 0: it lends nothing
) (
    input  logic                              clk_i,
    input  logic                              rst_ni,
    // From the launcher: launch_fits_o and split_o follow from launch_i in the same cycle
    // only in a cycle with launch_fits_o
    input  logic                              launch_valid_i,
    input  smgpu_pkg::cta_launch_t            launch_i,
    output logic                              launch_fits_o,
    output logic [5:0]                        free_warps_o,
    // how many more CTAs of launch_i fit
    output logic [4:0]                        room_o,
    // L1's RAM is shared memory or L1, as launch_i has it
    output logic                              split_o,
    output logic                              lent_o,
    // A level for each slot: its warps must stop. A CTA has ended: valid only.
    input  logic [15:0]                       kill_i,
    output logic                              cta_done_valid_o,
    output smgpu_pkg::slot_t                  cta_done_slot_o,
    // A slot has a CTA here.
    output logic [15:0]                       slot_busy_o,
    input  logic                              forget_i,         // a VM's number is given back
    // To and from the front end
    // A warp starts: one cycle, and the front end always takes it.
    output logic                              start_valid_o,
    output smgpu_pkg::warp_start_t            start_o,
    output logic [4:0]                        start_warp_in_cta_o,  // for the trace
    output logic [31:0]                       start_linear_o,
    output logic [31:0]                       start_param_o,
    // A warp has ended or was killed, and nothing of it is in flight.
    input  logic                              warp_done_valid_i,
    input  smgpu_pkg::warp_t                  warp_done_i,
    // To the shared memory: a level until smem_clear_done_i
    output logic                              smem_clear_o,
    output logic [3:0]                        smem_clear_first_o,   // granules, first and last
    output logic [3:0]                        smem_clear_last_o,
    input  logic                              smem_clear_done_i,
    // Contexts, one cycle after the address
    input  smgpu_pkg::warp_t                  ctx_warp_ex_i,
    output smgpu_pkg::warp_ctx_t              ctx_ex_o,         // what CSRs show
    input  smgpu_pkg::warp_t                  ctx_warp_ls_i,
    // VM, shared and local memory; the rest is 0
    output smgpu_pkg::warp_ctx_t              ctx_ls_o
);

  // GB: bits of a place in a granule. WI: bits of a warp's number. LentGranules: those that there
  // are while L1's RAM is lent.
  localparam int unsigned GranuleBytes = SHARED_KIB * 64;  // 1/16
  localparam int unsigned GB = $clog2(GranuleBytes);
  localparam int unsigned WI = $clog2(WARPS);
  localparam int unsigned LentGranules = 8 + LENT_KIB * 8 / SHARED_KIB;

  // The message of the CTA whose warps start.
  smgpu_pkg::cta_launch_t cur_q;

  // ---- Contexts
  logic [15:0] cta_valid_q;                 // in use
  logic [15:0] cta_starting_q;              // warps are still to be started (at most one bit)
  logic [63:0] cta_slot_q;                  // 4 bits each
  logic [15:0] cta_live_q;                  // a started warp has not ended
  logic [15:0] cta_map_q[16];               // its granules
  logic [15:0] granules_q;                  // granules in use
  // A warp lives: from its start to warp_done_i.
  logic [WARPS-1:0] warp_busy_q;
  logic [5:0]  free_warps_q;
  logic [4*WARPS-1:0] warp_cta_q;           // 4 bits each
  logic [4:0]  warp_index_q[WARPS];         // warp in CTA
  logic [15:0] granule_known_q;             // has been given out since the reset
  logic [95:0] granule_vm_q;                // 6 bits each

  // ---- What is free
  // The lowest free context and the lowest free warp.
  logic [3:0]  free_cta;
  logic        any_free_cta;
  smgpu_pkg::warp_t free_warp;
  always_comb begin
    any_free_cta = 1'b0;
    free_cta     = '0;
    for (int unsigned i = 16; i > 0; i--)
      if (!cta_valid_q[i-1]) begin
        any_free_cta = 1'b1;
        free_cta     = 4'(i - 1);
      end
    free_warp = '0;
    for (int unsigned i = WARPS; i > 0; i--) if (!warp_busy_q[i-1]) free_warp = 6'(i - 1);
  end
  assign free_warps_o = free_warps_q;

  // ---- First run of free granules that is long enough. run_2k: k granules from here on are free;
  // fits: so are as many as the bits of need that were looked at say
  // need: granules of a CTA, rounded up. A granule is twice as large while L1's RAM is lent.
  logic [4:0]  need;
  logic [15:0] need_mask, place_mask, run1, run2, run4, run8, run16;
  logic [16:0] fits0, fits1, fits2, fits3;
  logic [15:0] fits;
  // place: the first granule of the run. need_mask: as many bits as granules.
  logic [3:0]  place;
  logic        place_ok;
  assign need = lent_o
      ? 5'(launch_i.shared_bytes >> (GB + 1)) + {4'b0, |launch_i.shared_bytes[GB:0]}
      : 5'(launch_i.shared_bytes >> GB) + {4'b0, |launch_i.shared_bytes[GB-1:0]};
  assign run1  = ~granules_q;
  assign run2  = run1 & {1'b0, run1[15:1]};
  assign run4  = run2 & {2'b0, run2[15:2]};
  assign run8  = run4 & {4'b0, run4[15:4]};
  assign run16 = run8 & {8'b0, run8[15:8]};
  assign fits0 = need[0] ? {1'b0, run1} : '1;
  assign fits1 = need[1] ? {1'b0, run2 & {1'b0, fits0[16:2]}} : fits0;
  assign fits2 = need[2] ? {1'b0, run4 & {3'b0, fits1[16:4]}} : fits1;
  assign fits3 = need[3] ? {1'b0, run8 & {7'b0, fits2[16:8]}} : fits2;
  assign fits  = need[4] ? run16 & {15'b0, fits3[16]} : fits3[15:0];
  always_comb begin
    place    = '0;
    place_ok = need == '0 || fits != '0;
    for (int unsigned i = 16; i > 0; i--) begin
      if (fits[i-1]) place = 4'(i - 1);
    end
    if (need == '0) place = '0;
    need_mask  = ~(16'hffff << need);
    place_mask = need_mask << place;
  end

  // ---- Start of warps
  // Clear: shared memory is being cleared. Start: a warp starts each cycle until the last.
  typedef enum logic [1:0] {StIdle, StClear, StStart} state_e;
  state_e      state_q;
  // cur_cta_q: the context of cur_q. index_q: the next warp of the CTA.
  logic [3:0]  cur_cta_q;
  logic [5:0]  index_q;
  logic [10:0] left_q;                      // threads not yet started
  // starting: a register, as what starts is told to all of the SM in that cycle
  // foreign: a granule of the CTA was another VM's last, or nobody knows whose.
  logic        foreign, accept, last, starts, cur_killed_q, starting;
  logic [3:0]  clear_first_q, clear_last_q;

  always_comb begin
    foreign = 1'b0;
    for (int unsigned i = 0; i < 16; i++)
      if (place_mask[i] && (!granule_known_q[i] || granule_vm_q[6*i+:6] != launch_i.vm))
        foreign = 1'b1;
  end
  assign smem_clear_first_o = clear_first_q;
  assign smem_clear_last_o  = clear_last_q;
  assign launch_fits_o = state_q == StIdle && any_free_cta && place_ok &&
      free_warps_q >= launch_i.warps && split_o &&
                         !kill_i[launch_i.slot];
  assign accept        = launch_valid_i;
  assign smem_clear_o  = state_q == StClear;
  assign last          = cur_killed_q || index_q + 6'd1 == cur_q.warps;
  always_comb
    unique case (state_q)
      StIdle:  starts = accept && !foreign;
      StClear: starts = smem_clear_done_i;
      default: starts = !last;
    endcase

  always_comb begin
    start_o.warp      = free_warp;
    start_o.pc        = cur_q.entry;
    // The last warp has only as many threads as are left.
    start_o.live      = (left_q >= 11'd32) ? 32'hffffffff : ~(32'hffff_ffff << left_q[4:0]);
    start_o.slot      = cur_q.slot;
    start_o.gen       = cur_q.gen;
    start_o.vm        = cur_q.vm;
    start_o.cta_id    = cur_cta_q;
    start_o.cta_warps = cur_q.warps;
  end
  assign start_valid_o       = starting;
  assign start_warp_in_cta_o = index_q[4:0];
  assign start_linear_o      = cur_q.linear;
  assign start_param_o       = cur_q.param;

  // ---- L1's RAM
  // change: the SM changes over in this cycle. All contexts are free, so no CTA loses anything.
  logic change;
  if (LENT_KIB != 0) begin : gen_lent
    logic lent_q;
    assign split_o = launch_i.lent == lent_q;
    assign change  = !split_o && cta_valid_q == '0;
    assign lent_o  = lent_q;
    always_ff @(posedge clk_i)
      if (!rst_ni) lent_q <= 1'b0;
      else if (change) lent_q <= launch_i.lent;
  end else begin : gen_not_lent
    assign {split_o, change, lent_o} = 3'b100;
  end

  // ---- End of CTAs: one a cycle
  // A CTA ends when its warps have been started and none lives, also if a kill let none start.
  logic [15:0] ended;
  logic        any_ended;
  logic [3:0]  end_cta;
  always_comb begin
    any_ended = 1'b0;
    end_cta   = '0;
    for (int unsigned i = 16; i > 0; i--) begin
      ended[i-1] = cta_valid_q[i-1] && !cta_starting_q[i-1] && !cta_live_q[i-1];
      if (ended[i-1]) begin
        any_ended = 1'b1;
        end_cta   = 4'(i - 1);
      end
    end
  end
  assign cta_done_valid_o = any_ended;
  assign cta_done_slot_o  = cta_slot_q[4*end_cta+:4];

  smcta_room #(.WARPS(WARPS)) u_room (
      .clk_i, .rst_ni, .warps_i(launch_i.warps), .need_i(need), .launch_i(accept),
          .end_i(any_ended),
      .warp_start_i(starting),
      .warp_done_i(warp_done_valid_i), .free_warps_i(free_warps_q), .granules_i(granules_q), .room_o
  );

  // Whether the CTA of a warp that is done has another one, and the slot of a CTA that has ended
  // another CTA
  logic [3:0]  done_cta;
  logic [15:0] slot_busy_q;
  logic        warp_left, cta_left;
  assign done_cta = warp_cta_q[4*warp_done_i[WI-1:0]+:4];
  always_comb begin
    warp_left = 1'b0;
    for (int unsigned i = 0; i < WARPS; i++)
      if (warp_busy_q[i] && WI'(i) != warp_done_i[WI-1:0] && warp_cta_q[4*i+:4] == done_cta)
        warp_left = 1'b1;
    cta_left = 1'b0;
    for (int unsigned i = 0; i < 16; i++)
      if (cta_valid_q[i] && 4'(i) != end_cta && cta_slot_q[4*i+:4] == cta_done_slot_o)
        cta_left = 1'b1;
  end
  assign slot_busy_o = slot_busy_q;

  // One bit each: of the context that is taken, the one that starts, the one that ends, and so on
  logic [15:0]      new_bit, cur_bit, end_bit, done_bit, new_slot_bit, end_slot_bit;
  logic [WARPS-1:0] start_bit, warp_done_bit;
  logic             take;
  assign take          = state_q == StIdle && accept;
  assign new_bit       = take ? 16'd1 << free_cta : '0;
  assign new_slot_bit  = take ? 16'd1 << launch_i.slot : '0;
  assign cur_bit       = 16'd1 << cur_cta_q;
  assign end_bit       = any_ended ? 16'd1 << end_cta : '0;
  assign end_slot_bit  = any_ended && !cta_left ? 16'd1 << cta_done_slot_o : '0;
  assign done_bit      = warp_done_valid_i && !warp_left ? 16'd1 << done_cta : '0;
  assign start_bit     = starting ? WARPS'(1) << free_warp : '0;
  assign warp_done_bit = warp_done_valid_i ? WARPS'(1) << warp_done_i : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      cta_valid_q    <= '0;
      cta_starting_q <= '0;
      granules_q     <= '0;
      warp_busy_q    <= '0;
      free_warps_q   <= 6'(WARPS);
      cta_live_q     <= '0;
      slot_busy_q    <= '0;
      state_q        <= StIdle;
    end else begin
      free_warps_q <= free_warps_q + 6'(warp_done_valid_i) - 6'(starting);
      warp_busy_q  <= (warp_busy_q | start_bit) & ~warp_done_bit;
      cta_live_q   <= (cta_live_q & ~done_bit) | (starting ? cur_bit : '0);
      cta_valid_q  <= (cta_valid_q & ~end_bit) | new_bit;
      slot_busy_q  <= (slot_busy_q & ~end_slot_bit) | new_slot_bit;
      // The granules that a context gives back and those that the new one takes are never the same.
      granules_q <= (granules_q & ~(any_ended ? cta_map_q[end_cta] : '0)) |
                    ((accept && need != '0) ? place_mask : '0);
      // those that there are not are in use
      if (change) granules_q <= launch_i.lent ? 16'hffff << LentGranules : '0;
      unique case (state_q)
        StIdle:
        if (accept) begin
          cta_starting_q  <= new_bit;
          granule_known_q <= granule_known_q | place_mask;
          state_q         <= foreign ? StClear : StStart;
        end else if (change) begin
          granule_known_q <= '0;
        end
        StClear: if (smem_clear_done_i) state_q <= StStart;
        default:
        if (last) begin
          cta_starting_q <= '0;
          state_q        <= StIdle;
        end
      endcase
    end
    // Forgotten: every granule counts as another VM's.
    if (!rst_ni || forget_i) granule_known_q <= '0;
    cur_killed_q <= !take && kill_i[cur_q.slot];
    starting     <= rst_ni && starts && (take || !kill_i[cur_q.slot]);
    if (take) begin
      cur_cta_q           <= free_cta;
      cta_map_q[free_cta] <= (need != '0) ? place_mask : '0;
      cur_q               <= launch_i;
      clear_first_q       <= place;
      clear_last_q        <= place + 4'(need - 5'd1);
      index_q             <= '0;
      left_q              <= launch_i.threads;
    end else if (starting) begin
      warp_index_q[free_warp[WI-1:0]] <= index_q[4:0];
      index_q                         <= index_q + 6'd1;
      left_q                          <= left_q - 11'd32;
    end
    // Parts of a long word are written by a condition each: a variable place in it would be a
    // shifter of its whole length.
    for (int unsigned i = 0; i < 16; i++) begin
      if (new_bit[i]) cta_slot_q[4*i+:4] <= launch_i.slot;
      if (take && place_mask[i]) granule_vm_q[6*i+:6] <= launch_i.vm;
    end
    for (int unsigned i = 0; i < WARPS; i++) if (start_bit[i]) warp_cta_q[4*i+:4] <= cur_cta_q;
  end

  // ---- Context reads: a block RAM for each reader, of what it looks at, behind the CTA of the
  // warp
  // What the CSRs of execution show of a CTA.
  typedef struct packed {
    logic [31:0] param;
    logic [31:0] grid_x;
    logic [31:0] grid_y;
    logic [31:0] grid_z;
    logic [10:0] cta_x;
    logic [10:0] cta_y;
    logic [10:0] cta_z;
    logic [20:0] recip_x;
    logic [20:0] recip_xy;
    logic [16:0] local_bytes;
    logic [31:0] x;
    logic [31:0] y;
    logic [31:0] z;
    logic [31:0] linear;
  } ex_row_t;
  localparam int unsigned ExW = 348;
  // What load/store looks at.
  typedef struct packed {
    logic [5:0]  vm;
    logic [17:0] shared_bytes;
    logic [16:0] local_bytes;
    logic [31:0] local_va;
    logic [4:0]  place;        // in sixteenths of what the SM has without L1
  } ls_row_t;
  localparam int unsigned LsW = 78;
  ex_row_t new_ex, row_ex;
  ls_row_t new_ls, row_ls;
  always_comb begin
    new_ex.param        = launch_i.param;
    new_ex.grid_x       = launch_i.grid_x;
    new_ex.grid_y       = launch_i.grid_y;
    new_ex.grid_z       = launch_i.grid_z;
    new_ex.cta_x        = launch_i.cta_x;
    new_ex.cta_y        = launch_i.cta_y;
    new_ex.cta_z        = launch_i.cta_z;
    new_ex.recip_x      = launch_i.recip_x;
    new_ex.recip_xy     = launch_i.recip_xy;
    new_ex.local_bytes  = launch_i.local_bytes;
    new_ex.x            = launch_i.x;
    new_ex.y            = launch_i.y;
    new_ex.z            = launch_i.z;
    new_ex.linear       = launch_i.linear;
    new_ls.vm           = launch_i.vm;
    new_ls.shared_bytes = launch_i.shared_bytes;
    new_ls.local_bytes  = launch_i.local_bytes;
    new_ls.local_va     = launch_i.local_va;
    // The CTA's place in shared memory, in sixteenths also while granules are eighths.
    new_ls.place        = lent_o ? {place, 1'b0} : {1'b0, place};
  end
  (* ram_style = "block", no_rw_check *) logic [ExW-1:0] ctx_ex_m[16];
  (* ram_style = "block", no_rw_check *) logic [LsW-1:0] ctx_ls_m[16];
  // The output of the block RAMs, and what the warp adds to the row of its CTA.
  logic [ExW-1:0] row_ex_q;
  logic [LsW-1:0] row_ls_q;
  logic [3:0]     cta_ex_q;
  logic [4:0]     index_ex_q;
  assign row_ex = row_ex_q;
  assign row_ls = row_ls_q;
  always_ff @(posedge clk_i) begin
    if (take) begin
      ctx_ex_m[free_cta] <= new_ex;
      ctx_ls_m[free_cta] <= new_ls;
    end
    row_ex_q   <= ctx_ex_m[warp_cta_q[4*ctx_warp_ex_i[WI-1:0]+:4]];
    row_ls_q   <= ctx_ls_m[warp_cta_q[4*ctx_warp_ls_i[WI-1:0]+:4]];
    cta_ex_q   <= warp_cta_q[4*ctx_warp_ex_i[WI-1:0]+:4];
    index_ex_q <= warp_index_q[ctx_warp_ex_i[WI-1:0]];
  end

  always_comb begin
    ctx_ex_o             = '0;
    ctx_ex_o.cta_id      = cta_ex_q;
    ctx_ex_o.warp_in_cta = index_ex_q;
    ctx_ex_o.cta.param       = row_ex.param;
    ctx_ex_o.cta.grid_x      = row_ex.grid_x;
    ctx_ex_o.cta.grid_y      = row_ex.grid_y;
    ctx_ex_o.cta.grid_z      = row_ex.grid_z;
    ctx_ex_o.cta.cta_x       = row_ex.cta_x;
    ctx_ex_o.cta.cta_y       = row_ex.cta_y;
    ctx_ex_o.cta.cta_z       = row_ex.cta_z;
    ctx_ex_o.cta.recip_x     = row_ex.recip_x;
    ctx_ex_o.cta.recip_xy    = row_ex.recip_xy;
    ctx_ex_o.cta.local_bytes = row_ex.local_bytes;
    ctx_ex_o.cta.x           = row_ex.x;
    ctx_ex_o.cta.y           = row_ex.y;
    ctx_ex_o.cta.z           = row_ex.z;
    ctx_ex_o.cta.linear      = row_ex.linear;
    ctx_ls_o             = '0;
    ctx_ls_o.cta.vm           = row_ls.vm;
    ctx_ls_o.cta.shared_bytes = row_ls.shared_bytes;
    ctx_ls_o.cta.local_bytes  = row_ls.local_bytes;
    ctx_ls_o.cta.local_va     = row_ls.local_va;
    ctx_ls_o.shared_base = 18'({row_ls.place, {GB{1'b0}}});
  end

`ifdef VERILATOR
  logic [WARPS-1:0] unused_warps;
  assign unused_warps = ~warp_busy_q;
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (32'(free_warps_q) != $countones(unused_warps))
        $fatal(1, "smcta: the number of free warps is not that of warps that are not busy");
      if (starting != (state_q == StStart && !cur_killed_q))
        $fatal(1, "smcta: a warp starts, or none does, against the state");
      if (warp_done_valid_i && !warp_busy_q[warp_done_i[WI-1:0]])
        $fatal(1, "smcta: a warp is done that was not started");
      if (launch_valid_i && !launch_fits_o) $fatal(1, "smcta: a CTA is launched that does not fit");
    end
`endif

`ifdef FORMAL
`include "smcta_formal.svh"
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
