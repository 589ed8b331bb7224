// SPDX-License-Identifier: MIT
// First stage of load/store: takes the beats of an instruction and turns each thread's address into what the rest works with.
// - waits a cycle for the warp's context, then takes a beat a cycle
// - a thread's address becomes a byte offset in the SM's shared memory, or a virtual address (local memory: its backing)
// - finds the lowest thread with a misaligned address, else the lowest with an address outside its shared or local memory

/* verilator lint_off UNUSEDSIGNAL */  // instruction and context fields that concern others
module smls_addr #(
    parameter int unsigned WARPS = 16,
    parameter int unsigned LANES = 16
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    input  logic [1:0]                      sm_id_i,
    // From execution
    input  logic                            ls_valid_i,
    output logic                            ls_ready_o,
    input  logic [smgpu_pkg::UopW-1:0]      ls_uop_i,
    input  logic [1:0]                      ls_beat_i,
    input  logic [LANES*32-1:0]             ls_base_i,
    // Context of the warp, a cycle after its number
    output logic [5:0]                      ctx_warp_o,
    input  logic [smgpu_pkg::WarpCtxW-1:0]  ctx_i,
    // The whole instruction
    output logic                            valid_o,
    input  logic                            ready_i,
    output logic [smgpu_pkg::UopW-1:0]      uop_o,
    output logic [5:0]                      vm_o,
    output logic [31:0]                     shared_o,   // threads that address shared memory
    output logic [31:0]                     local_o,    // threads that address their local memory
    output logic [1023:0]                   addr_o,
    // Its other operands lie in smls_operands
    output logic                            take_o,
    output logic                            slot_o,
    output logic                            fault_o,
    output logic [7:0]                      fault_cause_o,
    output logic [31:0]                     fault_addr_o
);

  localparam int unsigned B = 32 / LANES;

  smgpu_pkg::uop_t      uop, uop_q;
  smgpu_pkg::warp_ctx_t ctx;
  assign uop = ls_uop_i;
  assign ctx = ctx_i;

  logic        ctx_ok_q, full_q, mis_q, oob_q;
  logic [5:0]  ctx_warp_q;
  logic        take;
  assign ctx_warp_o = uop.warp;
  assign ls_ready_o = !full_q && ctx_ok_q && ctx_warp_q == uop.warp;
  assign take       = ls_valid_i && ls_ready_o;

  logic        is_store, is_amo;
  logic [31:0] imm;
  logic [2:0]  bytes;
  assign is_store = uop.insn[6:2] == 5'h08;
  assign is_amo   = uop.insn[6:2] == 5'h0b;
  assign imm      = is_amo ? '0 : is_store ? {{20{uop.insn[31]}}, uop.insn[31:25], uop.insn[11:7]} : {{20{uop.insn[31]}}, uop.insn[31:20]};
  assign bytes    = 3'd1 << uop.insn[13:12];

  // Backing of the warp's local memory
  logic [7:0]  place;
  logic [31:0] local_base;
  assign place      = 8'(sm_id_i) * 8'(WARPS) + 8'(uop.warp);
  assign local_base = ctx.cta.local_va + {3'b0, 24'(place) * 24'(ctx.cta.local_bytes), 5'b0};

  // An aligned access goes over the end if it starts beyond this. Atomics don't go to local memory at all.
  logic [18:0] shared_last, local_last;
  assign shared_last = {1'b0, ctx.cta.shared_bytes} - 19'(bytes);
  assign local_last  = is_amo ? '1 : {2'b0, ctx.cta.local_bytes} - 19'(bytes);

  logic [LANES-1:0]    lane_shared, lane_local, lane_mis, lane_oob;
  logic [LANES*32-1:0] lane_va, lane_addr;
  for (genvar g = 0; g < LANES; g++) begin : gen_lane
    logic [31:0] va, offset, base;
    logic [4:0]  thread;
    logic        local_w, shared_w, active;
    logic [18:0] last;
    assign va       = ls_base_i[32*g+:32] + imm;
    assign thread   = 5'(ls_beat_i * 6'(LANES)) + 5'(g);
    assign shared_w = va[31:27] == smgpu_pkg::VaShared[31:27];
    assign local_w  = va[31:27] == smgpu_pkg::VaLocal[31:27];
    assign active   = uop.mask[thread];
    assign last     = shared_w ? shared_last : local_last;
    assign lane_shared[g] = shared_w;
    assign lane_local[g]  = local_w;
    assign lane_mis[g]    = active && ((bytes[1] && va[0]) || (bytes[2] && va[1:0] != '0));
    assign lane_oob[g]    = active && (shared_w || local_w) && (last[18] || va[26:18] != '0 || va[17:0] > last[17:0]);
    assign offset = local_w ? {10'b0, va[16:2], thread, va[1:0]} : {va[31:18] & {14{!shared_w}}, va[17:0]};
    assign base   = ({32{local_w}} & local_base) | ({32{shared_w}} & {14'b0, ctx.shared_base});
    assign lane_va[32*g+:32]   = va;
    assign lane_addr[32*g+:32] = offset + base;
  end

  // Lowest offender of the beat; a misaligned one makes the others count for nothing
  logic        any_mis;
  logic [31:0] bad_va;
  logic [LANES-1:0] lane_bad;
  logic [$clog2(LANES)-1:0] bad;
  assign any_mis  = |lane_mis;
  assign lane_bad = any_mis ? lane_mis : lane_oob;
  always_comb begin
    bad = '0;
    for (int unsigned i = LANES; i > 0; i--) if (lane_bad[i-1]) bad = $clog2(LANES)'(i - 1);
  end
  assign bad_va = lane_va[32*bad+:32];

  logic        slot_q, mis_before, oob_before;
  logic [31:0] bad_va_q;
  assign mis_before = ls_beat_i != '0 && mis_q;
  assign oob_before = ls_beat_i != '0 && oob_q;
  assign take_o        = take;
  assign slot_o        = slot_q;
  assign valid_o       = full_q;
  assign uop_o         = uop_q;
  assign fault_o       = mis_q || oob_q;
  assign fault_cause_o = mis_q ? smgpu_pkg::ErrMisaligned : smgpu_pkg::ErrAccess;
  assign fault_addr_o  = bad_va_q;

  always_ff @(posedge clk_i) begin
    ctx_warp_q <= uop.warp;
    if (!rst_ni) begin
      full_q   <= 1'b0;
      ctx_ok_q <= 1'b0;
      slot_q   <= 1'b0;
    end else begin
      if (full_q && ready_i) slot_q <= !slot_q;
      ctx_ok_q <= ls_valid_i;
      if (take && ls_beat_i == 2'(B - 1)) full_q <= 1'b1;
      else if (ready_i) full_q <= 1'b0;
    end
    if (take) begin
      uop_q <= uop;
      vm_o  <= ctx.cta.vm;
      mis_q <= mis_before || any_mis;
      oob_q <= oob_before || |lane_oob;
      if (!mis_before && (any_mis || !oob_before)) bad_va_q <= bad_va;
      for (int unsigned b = 0; b < B; b++)
        if (ls_beat_i == 2'(b)) begin
          shared_o[b*LANES+:LANES]     <= lane_shared;
          local_o[b*LANES+:LANES]      <= lane_local;
          addr_o[b*LANES*32+:LANES*32] <= lane_addr;
        end
    end
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
