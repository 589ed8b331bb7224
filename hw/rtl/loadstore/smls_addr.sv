// SPDX-License-Identifier: MIT
// Stage A of load/store: takes the beats of an instruction and turns each thread's address into
// what the rest works with.
// - two beats can wait (i), so that ready depends on nothing else; the context of a beat's warp
//   comes in the cycle after it
// - a thread's address becomes a byte offset in the SM's shared memory, or a virtual address (local
//   memory: its backing)
// - finds misaligned addresses, and those outside of shared or local memory; a cycle later, while
//   the beat's addresses are where they are wanted, the lowest thread with one of the former, else
//   of the latter. That there is one is known at once, which one a cycle later
// Longest path: context -> place of the warp's local memory -> sum with the thread's address.

/* verilator lint_off UNUSEDSIGNAL */  // instruction and context fields that concern others
module smls_addr #(
    // Warps of the SM, lanes of a beat
    parameter int unsigned WARPS = 16,
    parameter int unsigned LANES = 16
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    input  logic [1:0]                      sm_id_i,
    // From execution
    // Beats of an instruction in order; each stays until ls_ready_o.
    input  logic                            ls_valid_i,
    output logic                            ls_ready_o,
    input  smgpu_pkg::uop_t                 ls_uop_i,
    input  smgpu_pkg::beat_t                ls_beat_i,
    input  logic [LANES*32-1:0]             ls_base_i,
    // Place of its other operands
    // One is free, and which. put_o: the beat is of a store or atomic, and goes to put_slot_o.
    input  logic                            slot_free_i,
    input  logic [2:0]                      slot_i,
    output logic                            put_o,      // those of the beat that is taken
    output logic [2:0]                      put_slot_o,
    // Context of the warp, a cycle after its number
    output smgpu_pkg::warp_t                ctx_warp_o,
    input  smgpu_pkg::warp_ctx_t            ctx_i,
    // The whole instruction
    // It stays until ready_i.
    output logic                            valid_o,
    input  logic                            ready_i,
    output smgpu_pkg::uop_t                 uop_o,
    output smgpu_pkg::vm_t                  vm_o,
    output logic [31:0]                     shared_o,   // threads that address shared memory
    output logic [31:0]                     local_o,    // threads that address their local memory
    output logic [1023:0]                   addr_o,
    output logic [2:0]                      slot_o,
    // fault_o: with valid_o, a thread must not access what it wants. Nothing of it is executed.
    output logic                            fault_o,
    // with a fault: cause, address and thread are there
    output logic                            told_o,
    output logic [7:0]                      fault_cause_o,
    output logic [31:0]                     fault_addr_o,
    output logic [4:0]                      fault_thread_o
);

  localparam int unsigned B  = 32 / LANES;
  localparam int unsigned BW = smgpu_pkg::BeatW;

  // ---- Beats that wait
  smgpu_pkg::uop_t     uop, wait_uop;
  // Two places: the beat that is worked on, and the one behind it
  logic [smgpu_pkg::UopW-1:0] uop_q[2];
  logic [BW-1:0]       beat_q[2];
  logic [2:0]          slot_q[2];
  logic [LANES*32-1:0] base_q[2];
  logic [1:0]          valid_q;
  // get: a beat comes. step: the first one becomes part of an instruction. load: its place is free.
  // full_q: all beats are there, until ready_i. fresh_q: the first beat is new, as is ctx_i.
  logic                get, load, step, full_q, writes, fresh_q;
  smgpu_pkg::beat_t    beat;
  logic [LANES*32-1:0] bases;
  // Slot of the instruction whose beats come
  logic [2:0]          put_slot_q;
  assign uop        = uop_q[0];
  assign wait_uop   = uop_q[1];
  assign beat       = beat_q[0];
  assign bases      = base_q[0];
  assign ls_ready_o = !valid_q[1] && slot_free_i;
  assign get        = ls_valid_i && ls_ready_o;
  assign step       = valid_q[0] && (!full_q || ready_i);
  assign load       = !valid_q[0] || !full_q || ready_i;
  assign writes     = ls_uop_i.insn[6:2] == 5'h08 || ls_uop_i.insn[6:2] == 5'h0b;
  assign put_o      = get && writes;
  // Its first beat takes a free slot, the others follow.
  assign put_slot_o = (ls_beat_i == '0) ? slot_i : put_slot_q;
  // The warp whose beat comes next to be worked on, if that is not the same one again: its context
  // is kept
  assign ctx_warp_o = valid_q[1] ? wait_uop.warp : ls_uop_i.warp;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= '0;
    else begin
      if (load) valid_q <= {1'b0, valid_q[1] || get};
      else if (get) valid_q[1] <= 1'b1;
    end
    fresh_q <= load;
    if (put_o) put_slot_q <= put_slot_o;
    if (load) begin
      uop_q[0]  <= valid_q[1] ? uop_q[1] : ls_uop_i;
      beat_q[0] <= valid_q[1] ? beat_q[1] : ls_beat_i;
      slot_q[0] <= valid_q[1] ? slot_q[1] : put_slot_o;
      base_q[0] <= valid_q[1] ? base_q[1] : ls_base_i;
    end
    // Whether the first one goes is known late: the place behind it is written as long as it is
    // empty.
    if (!valid_q[1]) begin
      uop_q[1]  <= ls_uop_i;
      beat_q[1] <= ls_beat_i;
      slot_q[1] <= put_slot_o;
      base_q[1] <= ls_base_i;
    end
  end

  // ---- Context
  // What load/store wants of the context
  typedef struct packed {
    logic [5:0]  vm;
    logic [17:0] shared_base;
    logic [17:0] shared_bytes;
    logic [16:0] local_bytes;
    logic [31:0] local_va;
  } ctx_t;
  ctx_t                 ctx_now, ctx_q;
  smgpu_pkg::vm_t       vm;
  logic [17:0]          shared_base, shared_bytes;
  logic [16:0]          local_bytes;
  logic [31:0]          local_va;
  always_comb begin
    // A beat that waits keeps what came in its first cycle.
    ctx_now = ctx_q;
    if (fresh_q) begin
      ctx_now.vm           = ctx_i.cta.vm;
      ctx_now.shared_base  = ctx_i.shared_base;
      ctx_now.shared_bytes = ctx_i.cta.shared_bytes;
      ctx_now.local_bytes  = ctx_i.cta.local_bytes;
      ctx_now.local_va     = ctx_i.cta.local_va;
    end
  end
  assign vm           = ctx_now.vm;
  assign shared_base  = ctx_now.shared_base;
  assign shared_bytes = ctx_now.shared_bytes;
  assign local_bytes  = ctx_now.local_bytes;
  assign local_va     = ctx_now.local_va;
  always_ff @(posedge clk_i) ctx_q <= ctx_now;

  // ---- Addresses
  logic        is_store, is_amo;
  logic [31:0] imm;
  logic [2:0]  bytes;
  assign is_store = uop.insn[6:2] == 5'h08;
  assign is_amo   = uop.insn[6:2] == 5'h0b;
  // Atomics have no offset.
  assign imm      = is_amo ? '0 : is_store ? {{20{uop.insn[31]}}, uop.insn[31:25], uop.insn[11:7]}
      : {{20{uop.insn[31]}}, uop.insn[31:20]};
  assign bytes    = 3'd1 << uop.insn[13:12];

  // Backing of the warp's local memory
  // place: number of the warp among those of all SMs
  logic [7:0]  place;
  logic [31:0] local_base;
  assign place      = 8'(sm_id_i) * 8'(WARPS) + 8'(uop.warp);
  assign local_base = local_va + {3'b0, 24'(place) * 24'(local_bytes), 5'b0};

  // An aligned access goes over the end if it starts beyond this. Atomics don't go to local memory
  // at all.
  logic [18:0] shared_last, local_last;
  assign shared_last = {1'b0, shared_bytes} - 19'(bytes);
  assign local_last  = is_amo ? '1 : {2'b0, local_bytes} - 19'(bytes);

  logic [LANES-1:0]    lane_shared, lane_local, lane_active;
  logic [LANES*32-1:0] lane_va, lane_addr;
  for (genvar g = 0; g < LANES; g++) begin : gen_lane
    logic [31:0] va, offset, base;
    logic [4:0]  thread;
    logic        local_w, shared_w;
    assign va       = bases[32*g+:32] + imm;
    assign thread   = 5'(beat * 6'(LANES)) + 5'(g);
    assign shared_w = va[31:27] == smgpu_hw_pkg::VaShared[31:27];
    assign local_w  = va[31:27] == smgpu_hw_pkg::VaLocal[31:27];
    assign lane_shared[g] = shared_w;
    assign lane_local[g]  = local_w;
    assign lane_active[g] = uop.mask[thread];
    // Local memory has each word of all 32 threads side by side.
    assign offset = local_w ? {10'b0, va[16:2], thread, va[1:0]}
        : {va[31:18] & {14{!shared_w}}, va[17:0]};
    assign base   = ({32{local_w}} & local_base) | ({32{shared_w}} & {14'b0, shared_base});
    assign lane_va[32*g+:32]   = va;
    assign lane_addr[32*g+:32] = offset + base;
  end

  // ---- Checks, of which the result is a register: that of the beat that has just been worked on
  // decides whether its instruction starts
  // there is one; it is the first of its instruction
  logic                check_q, first_q, any_mis, any_oob;
  smgpu_pkg::beat_t    check_beat_q;
  logic [LANES-1:0]    mis_now, oob_now, lane_mis, lane_oob, lane_bad;
  logic [LANES*32-1:0] va_q;
  for (genvar g = 0; g < LANES; g++) begin : gen_check
    logic [31:0] va;
    logic [18:0] last;
    // Bit 18 says that the memory is smaller than the access, or that it takes no atomics.
    assign va         = lane_va[32*g+:32];
    assign last       = lane_shared[g] ? shared_last : local_last;
    assign mis_now[g] = lane_active[g] && ((bytes[1] && va[0]) || (bytes[2] && va[1:0] != '0));
    assign oob_now[g] = lane_active[g] && (lane_shared[g] || lane_local[g]) &&
        (last[18] || va[26:18] != '0 || va[17:0] > last[17:0]);
  end
  always_ff @(posedge clk_i) begin
    check_q      <= rst_ni && step;
    first_q      <= beat == '0;
    check_beat_q <= beat;
    lane_mis     <= mis_now;
    lane_oob     <= oob_now;
    va_q         <= lane_va;
  end

  // Lowest offender of the beat; a misaligned one makes the others count for nothing
  // Its address, and its lane
  logic [31:0] bad_va;
  logic [$clog2(LANES)-1:0] bad;
  assign any_mis  = |lane_mis;
  assign any_oob  = |lane_oob;
  assign lane_bad = any_mis ? lane_mis : lane_oob;
  always_comb begin
    bad = '0;
    for (int unsigned i = LANES; i > 0; i--) if (lane_bad[i-1]) bad = $clog2(LANES)'(i - 1);
  end
  assign bad_va = va_q[32*bad+:32];

  // Offenders of the beats so far; before: those of earlier beats of the same instruction
  logic        mis_q, oob_q, mis_before, oob_before;
  logic [31:0] bad_va_q;
  logic [4:0]  bad_q;                  // its thread
  assign mis_before = mis_q && !(check_q && first_q);
  assign oob_before = oob_q && !(check_q && first_q);
  always_ff @(posedge clk_i) begin
    if (check_q) begin
      mis_q <= mis_before || any_mis;
      oob_q <= oob_before || any_oob;
      // The first one is kept, but a misaligned one replaces one that is out of bounds.
      if (!mis_before && (any_mis || !oob_before)) begin
        bad_va_q <= bad_va;
        bad_q    <= 5'(check_beat_q * 6'(LANES)) | 5'(bad);
      end
    end
  end
  assign told_o        = !check_q;
  assign fault_o       = mis_before || oob_before || (check_q && (any_mis || any_oob));
  logic fills;                         // the beat completes an instruction
  assign fills         = valid_q[0] && beat == BW'(B - 1);
  assign valid_o       = full_q;
  assign fault_cause_o = mis_q ? smgpu_hw_pkg::ErrMisaligned : smgpu_hw_pkg::ErrAccess;
  assign fault_addr_o  = bad_va_q;
  assign fault_thread_o = bad_q;

  always_ff @(posedge clk_i) begin
    // The last beat completes it in the cycle in which the one before leaves, at the earliest.
    full_q <= rst_ni && ((full_q && !ready_i) || (fills && (!full_q || ready_i)));
    if (step) begin
      uop_o  <= uop_q[0];
      vm_o   <= vm;
      slot_o <= slot_q[0];
      for (int unsigned b = 0; b < B; b++)
        if (beat == BW'(b)) begin
          shared_o[b*LANES+:LANES]     <= lane_shared;
          local_o[b*LANES+:LANES]      <= lane_local;
          addr_o[b*LANES*32+:LANES*32] <= lane_addr;
        end
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (ready_i && !full_q) $fatal(1, "smls_addr: an instruction is taken that is not there");
      if (valid_q == 2'b10) $fatal(1, "smls_addr: a beat waits behind nothing");
      if (get && 32'(ls_beat_i) >= B) $fatal(1, "smls_addr: more beats than an instruction has");
    end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
