// SPDX-License-Identifier: MIT
// Collects the traps of an SM and sends them one by one. Execution and load/store report without
// being able to wait, so each has a buffer with room for every warp: only the first trap of a
// warp's life is kept from them. Load/store knows late that it has one: a register takes what it
// says, and stops the warp a cycle later, still before the access can end. A pod has a register, so
// that what it hears does not depend on what others send in that cycle. A trap of a killed slot is
// dropped.

// warp numbers are 6 bits in every preset; the buffers never refuse
/* verilator lint_off UNUSEDSIGNAL */
module smfe_trap #(
    // Warps and pods of the SM.
    parameter int unsigned WARPS = 16,
    parameter int unsigned PODS  = 2
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // A level for each slot: traps of its warps are dropped.
    input  logic [15:0]       kill_i,
    // A warp starts: it may trap again, for this slot and generation.
    input  logic              start_valid_i,
    input  smgpu_pkg::warp_t  start_warp_i,
    input  logic [11:0]       start_meta_i,   // {slot, gen}
    // From execution: valid only, nothing is refused. Each warp has a place in the buffer.
    input  logic              ext_valid_i,
    input  smgpu_pkg::warp_t  ext_warp_i,
    input  logic [31:0]       ext_pc_i,
    input  logic [7:0]        ext_cause_i,
    // From load/store
    input  logic              lsf_valid_i,
    input  smgpu_pkg::warp_t  lsf_warp_i,
    input  logic [31:0]       lsf_pc_i,
    input  logic [7:0]        lsf_cause_i,
    input  logic [2:0]        lsf_access_i,
    input  logic [31:0]       lsf_addr_i,
    input  logic [5:0]        lsf_thread_i,   // {known, thread}
    // From the pods: {warp, cause, access, pc, addr}
    input  logic [1:0]        pod_valid_i,
    output logic [1:0]        pod_ready_o,
    input  logic [161:0]      pod_trap_i,
    // These warps must stop; a trap of these is still here.
    output logic [WARPS-1:0]  stop_o,
    output logic [WARPS-1:0]  queued_o,
    output logic              ev_trap_o,
    // To the card
    output logic              trap_valid_o,
    input  logic              trap_ready_i,
    output smgpu_pkg::trap_t            trap_o
);

  localparam int unsigned WIdx  = $clog2(WARPS);
  localparam int unsigned Depth = 1 << WIdx;
  localparam int unsigned W     = 81;

  // seen_q: a trap of the warp was taken from execution or load/store. Its next start clears it.
  logic [WARPS-1:0] seen_q, queued_q;
  logic             ext_push, lsf_push, ext_valid, lsf_valid, ext_pop, lsf_pop;
  logic [W-1:0]     lsf_trap, out;
  logic [5:0]       lsf_thread_q, lsf_thread, thread;
  logic [45:0]      ext_trap;   // {warp, cause, pc}: those of execution have no address
  logic             ext_ready, lsf_ready;  // always 1: room for all warps
  logic             lsf_valid_q;
  logic [W-1:0]     lsf_q;
  smgpu_pkg::warp_t lsf_warp;
  assign lsf_warp = lsf_q[75+:6];
  assign lsf_push = lsf_valid_q && !seen_q[lsf_warp[WIdx-1:0]];
  assign ext_push = ext_valid_i && !seen_q[ext_warp_i[WIdx-1:0]] &&
      !(lsf_push && ext_warp_i == lsf_warp);
  always_ff @(posedge clk_i) begin
    lsf_valid_q <= rst_ni && lsf_valid_i;
    lsf_q       <= {lsf_warp_i, lsf_cause_i, lsf_access_i, lsf_pc_i, lsf_addr_i};
    lsf_thread_q <= lsf_thread_i;
  end

  common_fifo #(.WIDTH(46), .DEPTH(Depth)) u_ext (
    .clk_i, .rst_ni, .push_valid_i(ext_push), .push_ready_o(ext_ready),
    .push_data_i({ext_warp_i, ext_cause_i, ext_pc_i}),
    .pop_valid_o(ext_valid), .pop_ready_i(ext_pop), .pop_data_o(ext_trap)
  );
  common_fifo #(.WIDTH(6 + W), .DEPTH(Depth)) u_lsf (
    .clk_i, .rst_ni, .push_valid_i(lsf_push), .push_ready_o(lsf_ready),
    .push_data_i({lsf_thread_q, lsf_q}),
    .pop_valid_o(lsf_valid), .pop_ready_i(lsf_pop), .pop_data_o({lsf_thread, lsf_trap})
  );

  // Pods: a register each. One that is empty takes what its pod says.
  logic [1:0]     pod_valid_q, pod_pop;
  logic [2*W-1:0] pod_trap_q;
  assign pod_ready_o = ~pod_valid_q;
  always_ff @(posedge clk_i)
    for (int unsigned p = 0; p < 2; p++) begin
      if (!rst_ni || p >= PODS) pod_valid_q[p] <= 1'b0;
      else pod_valid_q[p] <= pod_valid_q[p] ? !pod_pop[p] : pod_valid_i[p];
      if (!pod_valid_q[p]) pod_trap_q[W*p+:W] <= pod_trap_i[W*p+:W];
    end

  // ---- One of the sources, buffers first
  // meta: slot and generation of the warp. drop: its slot is killed.
  logic             any, drop, sent;
  logic [11:0]      meta_m[WARPS];
  logic [11:0]      meta;
  always_comb begin
    out = PODS == 1 || pod_valid_q[0] ? pod_trap_q[W-1:0] : pod_trap_q[2*W-1:W];
    if (lsf_valid) out = lsf_trap;
    // Other traps are the whole warp's.
    thread = lsf_valid && !ext_valid ? lsf_thread : '0;
    if (ext_valid) out = {ext_trap[45:32], 3'd0, ext_trap[31:0], 32'd0};
  end
  assign meta = meta_m[out[75+:WIdx]];
  assign any  = ext_valid || lsf_valid || |pod_valid_q;
  assign drop = kill_i[meta[11:8]];
  assign sent = any && (drop || trap_ready_i);
  always_comb begin
    {trap_o.warp, trap_o.cause, trap_o.access, trap_o.pc, trap_o.addr} = out;
    {trap_o.slot, trap_o.gen}                                    = meta;
    {trap_o.by_thread, trap_o.thread}                            = thread;
  end
  assign trap_valid_o   = any && !drop;
  assign ext_pop        = sent && ext_valid;
  assign lsf_pop        = sent && !ext_valid && lsf_valid;
  assign pod_pop[0]     = sent && !ext_valid && !lsf_valid && pod_valid_q[0];
  assign pod_pop[1]     = sent && !ext_valid && !lsf_valid && !pod_valid_q[0];

  assign stop_o    = (ext_valid_i ? WARPS'(1) << ext_warp_i : '0) |
      (lsf_valid_q ? WARPS'(1) << lsf_warp : '0);
  // A warp may have one trap in a buffer and another in its pod's register.
  assign queued_o  = queued_q | (pod_valid_q[0] ? WARPS'(1) << pod_trap_q[75+:WIdx] : '0) |
                     (pod_valid_q[1] ? WARPS'(1) << pod_trap_q[W+75+:WIdx] : '0);
  assign ev_trap_o = trap_valid_o && trap_ready_i;

  // What changes for one warp in this cycle: it starts, or its trap comes in or leaves a buffer.
  logic [WARPS-1:0] start_bit, ext_bit, lsf_bit, pop_bit;
  assign start_bit = start_valid_i ? WARPS'(1) << start_warp_i[WIdx-1:0] : '0;
  assign ext_bit   = ext_push ? WARPS'(1) << ext_warp_i[WIdx-1:0] : '0;
  assign lsf_bit   = lsf_push ? WARPS'(1) << lsf_warp[WIdx-1:0] : '0;
  assign pop_bit   = ext_pop || lsf_pop ? WARPS'(1) << out[75+:WIdx] : '0;
  always_ff @(posedge clk_i)
    if (!rst_ni) begin
      seen_q   <= '0;
      queued_q <= '0;
    end else begin
      seen_q   <= (seen_q & ~start_bit) | ext_bit | lsf_bit;
      queued_q <= (queued_q & ~pop_bit) | ext_bit | lsf_bit;
    end
  always_ff @(posedge clk_i) if (start_valid_i) meta_m[start_warp_i[WIdx-1:0]] <= start_meta_i;

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni && start_valid_i && queued_o[start_warp_i[WIdx-1:0]])
      $fatal(1, "smfe_trap: a warp starts whose predecessor's trap is still here");
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
