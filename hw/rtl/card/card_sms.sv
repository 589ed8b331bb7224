// SPDX-License-Identifier: MIT
// The SMs of a card with what starts and watches them: launcher, policies, traps. Memory and walk
// ports: data of SM s is 2s, instructions 2s + 1.

module card_sms #(
    // Parameters as card_top has them.
    // SMs of the card
    parameter int unsigned SMS        = 1,
    // Warps of an SM
    parameter int unsigned WARPS      = 16,
    // Threads that execution takes in a cycle
    parameter int unsigned LANES      = 16,
    // Lanes of a beat that the floating-point pipe takes in a cycle
    parameter int unsigned FP_UNITS   = LANES,
    // Pods of an SM; each issues an instruction a cycle
    parameter int unsigned PODS       = 2,
    // Integer pipes of an SM
    parameter int unsigned ALUS       = PODS,
    // Beats of each pod that wait for load/store, and for the floating-point pipe; 0: none
    parameter int unsigned LS_QUEUE   = 8,
    parameter int unsigned FP_QUEUE   = 4,
    // 1: a pod keeps the last rs1 of each warp
    parameter int unsigned KEEP       = 1,
    // 1: an instruction with the same operands in all threads runs one beat
    parameter int unsigned UNIFORM    = 1,
    // 1: credit policies
    parameter int unsigned CREDIT     = 1,
    // 1: priority tokens of L1, and of the L2
    parameter int unsigned PRIO       = 1,
    parameter int unsigned PRIO_L2    = 1,
    // 1: sampled working sets of warps
    parameter int unsigned PREDICT    = 1,
    // 1: bonuses of the additive weight
    parameter int unsigned BONUS      = 1,
    // Tokens of a warp's queue
    parameter int unsigned DTOKS      = 64,
    // L1 and instruction cache of an SM
    parameter int unsigned L1_KIB     = 16,
    parameter int unsigned ICACHE_KIB = 4,
    // 1: quotas of launched CTAs
    parameter int unsigned TURNS      = 1,
    // Constant cache and attribute cache of an SM; 0: there is none
    parameter int unsigned CONST_KIB  = 2,
    parameter int unsigned ATTR_KIB   = 2,
    // 1: a texture unit; 1: textile grants
    parameter int unsigned TEX        = 1,
    parameter int unsigned TEXTILE    = 1,
    // Shared memory of an SM; LEND: the data RAM of L1 is part of it in throttle mode
    parameter int unsigned SHARED_KIB = 32,
    parameter int unsigned LEND       = 1,
    // Entries of the TLB of load/store, and pages that it has in block RAM beside them
    parameter int unsigned TLB        = 32,
    parameter int unsigned PAGES      = 2048,
    // Page walks and requests of load/store under way
    parameter int unsigned WALKS      = 4,
    parameter int unsigned LINES      = 32,
    // 1: counters; 1: trace port, for simulation
    parameter int unsigned PERF       = 1,
    parameter int unsigned TRACE      = 0,
    parameter int unsigned TraceW     = 1,   // of an SM
    // do not override
    // Increments of an SM's counters
    parameter int unsigned PW         = smgpu_perf_pkg::SM_COUNT * smgpu_pkg::PerfIncW
) (
    input  logic                                clk_i,
    // Reset of SMs, launcher and traps
    input  logic                                rst_ni,
    // Reset of the card
    input  logic                                rst_card_ni,    // of the policies
    // Register bus: read data in the next cycle, 0 if no block here is addressed
    input  logic                                reg_valid_i,
    input  logic                                reg_write_i,
    input  logic [15:0]                         reg_addr_i,
    input  logic [31:0]                         reg_wdata_i,
    output logic [31:0]                         reg_rdata_o,
    input  logic [63:0]                         timebase_i,
    // What the launcher and the traps tell
    // The event FIFO is not empty; a bell is pending; a trap waits
    output logic                                launch_event_o,
    output logic                                bell_o,
    output logic                                trap_pending_o,
    // A CTA is in flight, or items wait for their time
    output logic                                busy_o,
    // Counters: a CTA is launched, so many end in this cycle
    output logic                                launched_o,
    output logic [2:0]                          completed_o,
    // Memory
    // Requests and answers of the L2. An answer is always taken.
    output logic [2*SMS-1:0]                    req_valid_o,
    input  logic [2*SMS-1:0]                    req_ready_i,
    output logic [2*SMS*smgpu_pkg::MemReqW-1:0] req_o,
    input  logic [2*SMS-1:0]                    rsp_valid_i,
    output logic [2*SMS-1:0]                    rsp_ready_o,
    input  logic [2*SMS*smgpu_pkg::MemRspW-1:0] rsp_i,
    // Lines that an L1 has to drop; a store waits until it has
    input  logic [SMS-1:0]                      inv_valid_i,
    output logic [SMS-1:0]                      inv_ready_o,
    input  logic [SMS*36-1:0]                   inv_pa_i,
    // Page walks of the TLBs; the row goes with the answer
    output logic [2*SMS-1:0]                    walk_req_valid_o,
    input  logic [2*SMS-1:0]                    walk_req_ready_i,
    output logic [2*SMS*smgpu_pkg::WalkReqW-1:0] walk_req_o,
    input  logic [2*SMS-1:0]                    walk_rsp_valid_i,
    input  logic [2*SMS*smgpu_pkg::WalkRspW-1:0] walk_rsp_i,
    input  smgpu_pkg::walk_row_t                walk_row_i,
    // Maintenance
    // SMs begin no access; an SM has none under way
    input  logic                                quiesce_i,
    output logic [SMS-1:0]                      quiesced_o,
    // Translations to drop; nothing older is under way in an SM
    input  smgpu_pkg::tlb_flush_t               tlb_flush_i,
    output logic [SMS-1:0]                      drained_o,
    // L1s and instruction caches drop everything
    input  logic                                l1_flush_i,
    input  logic                                code_flush_i,
    input  logic                                forget_i,        // a VM's number is given back
    // Priority tokens of the L2: some are out, or may be; reads without get no line
    output logic                                levels_o,
    output logic                                never_o,
    output logic                                order_o,
    // Counters, trace
    // Increments of each SM's counters in this cycle
    output logic [SMS*PW-1:0]                   perf_o,
    output logic [SMS*9-1:0]                    deepest_o,  // SM_DTOK_DEEPEST
    // A record of each SM and cycle, for lockstep in simulation
    output logic [SMS*TraceW-1:0]               trace_o
);

  // Bits of a launch, a request, an answer, a walk and its answer, a trap
  localparam int unsigned LW = smgpu_pkg::CtaLaunchW;
  localparam int unsigned QW = smgpu_pkg::MemReqW;
  localparam int unsigned RW = smgpu_pkg::MemRspW;
  localparam int unsigned WQ = smgpu_pkg::WalkReqW;
  localparam int unsigned WR = smgpu_pkg::WalkRspW;
  localparam int unsigned TL = smgpu_pkg::TrapW;

  // Of launcher, traps and policies; what is not addressed gives 0
  logic [31:0] rd_launch, rd_trap, rd_smcfg;
  assign reg_rdata_o = rd_launch | rd_trap | rd_smcfg;

  // ---- Launcher
  // launch_valid: the SM gets a CTA now. launch_fits: the one that it is shown fits.
  // split: its shared memory is as large as the launch says.
  logic [SMS-1:0]    launch_valid, launch_fits, split, cta_done_valid;
  // What each SM is shown: words of its task, with the CTA's index
  logic [SMS*LW-1:0] launch;
  // Free warps, and CTAs of that task for which there is room
  logic [SMS*6-1:0]  free_warps;
  logic [SMS*5-1:0]  room;
  // A CTA ends, of this slot; slots that have anything in the SM
  logic [SMS*4-1:0]  cta_done_slot;
  logic [SMS*16-1:0] slot_busy;
  // Slots whose warps have to end
  logic [15:0]       kill;
  // Instructions that pods issue, two pods an SM, and the slots that these are of
  logic [SMS*2-1:0]  issue_valid;
  logic [SMS*8-1:0]  issue_slot;
  // The instruction rings its slot's bell.
  logic [SMS*2-1:0]  bell;
  // A killed slot is drained: its traps go with it
  logic              killed;
  smgpu_pkg::slot_t  killed_slot;
  launcher #(
      .SMS (SMS),
      .PODS(PODS),
      .TURNS(TURNS)
  ) u_launcher (
      .clk_i,
      .rst_ni,
      .reg_valid_i,
      .reg_write_i,
      .reg_addr_i,
      .reg_wdata_i,
      .reg_rdata_o     (rd_launch),
      .event_o         (launch_event_o),
      .busy_o,
      .launch_valid_o  (launch_valid),
      .launch_o        (launch),
      .launch_fits_i   (launch_fits),
      .split_i         (split),
      .free_warps_i    (free_warps),
      .room_i          (room),
      .cta_done_valid_i(cta_done_valid),
      .cta_done_slot_i (cta_done_slot),
      .slot_busy_i     (slot_busy),
      .kill_o          (kill),
      .issue_valid_i   (issue_valid),
      .issue_slot_i    (issue_slot),
      .bell_i          (bell),
      .bell_o,
      .killed_o        (killed),
      .killed_slot_o   (killed_slot),
      .launched_o,
      .completed_o
  );

  // Policies of each SM, and what it shows of the warp that is looked at
  logic [SMS*smgpu_pkg::SmCfgW-1:0] sm_cfg;
  logic [SMS*smgpu_pkg::SmDbgW-1:0] sm_dbg;
  card_smcfg #(
      .SMS   (SMS),
      .DTOKS(DTOKS),
      .TEXTILE(TEXTILE),
      .PRIO  (PRIO),
      .PRIO_L2(PRIO_L2),
      .PREDICT(PREDICT),
      .BONUS (BONUS)
  ) u_smcfg (
      .clk_i,
      .rst_ni     (rst_card_ni),
      .reg_valid_i,
      .reg_write_i,
      .reg_addr_i,
      .reg_wdata_i,
      .reg_rdata_o(rd_smcfg),
      .cfg_o      (sm_cfg),
      .dbg_i      (sm_dbg)
  );

  /* verilator lint_off UNUSEDSIGNAL */  // fields that concern the SM alone
  smgpu_pkg::sm_cfg_t cfg;
  /* verilator lint_on UNUSEDSIGNAL */
  // Of any SM: a limit is above 0, reads of level 0 get no way, levels order requests.
  // The L2 sees them in the next cycle.
  logic               levels, never, order;
  always_comb begin
    levels = 1'b0;
    never  = 1'b0;
    order  = 1'b0;
    for (int unsigned i = 0; i < SMS; i++) begin
      cfg    = sm_cfg[smgpu_pkg::SmCfgW*i+:smgpu_pkg::SmCfgW];
      levels = levels || cfg.prio_l2.limit != '0;
      never  = never || cfg.prio_l2.never;
      order  = order || cfg.prio_l2.order;
    end
  end
  always_ff @(posedge clk_i) begin
    levels_o <= rst_card_ni && levels;
    never_o  <= rst_card_ni && never;
    order_o  <= rst_card_ni && order;
  end

  // A stopped warp's record waits in its SM until the FIFO takes it.
  logic [SMS-1:0]    trap_valid, trap_ready;
  logic [SMS*TL-1:0] trap;
  logic [SMS-1:0]    inv_ready;
  card_trap #(
      .SMS(SMS)
  ) u_trap (
      .clk_i,
      .rst_ni,
      .reg_valid_i,
      .reg_write_i,
      .reg_addr_i,
      .reg_wdata_i,
      .reg_rdata_o (rd_trap),
      .trap_valid_i(trap_valid),
      .trap_ready_o(trap_ready),
      .trap_i      (trap),
      .killed_i    (killed),
      .killed_slot_i(killed_slot),
      .pending_o   (trap_pending_o)
  );

  for (genvar g = 0; g < SMS; g++) begin : gen_sm
    logic [1:0] valid, ready;   // requests; answers taken
    sm_top #(
        .WARPS     (WARPS),
        .LANES     (LANES),
        .FP_UNITS(FP_UNITS),
        .PODS      (PODS),
        .ALUS      (ALUS),
        .LS_QUEUE  (LS_QUEUE),
        .FP_QUEUE  (FP_QUEUE),
        .KEEP      (KEEP),
        .UNIFORM   (UNIFORM),
        .CREDIT    (CREDIT),
        .PRIO      (PRIO),
        .PRIO_L2   (PRIO_L2),
        .PREDICT   (PREDICT),
        .BONUS     (BONUS),
        .DTOKS     (DTOKS),
        .L1_KIB    (L1_KIB),
        .ICACHE_KIB(ICACHE_KIB),
        .CONST_KIB (CONST_KIB),
        .ATTR_KIB  (ATTR_KIB),
        .TEX       (TEX),
        .TEXTILE   (TEXTILE),
        .SHARED_KIB(SHARED_KIB),
        .LEND      (LEND),
        .TLB       (TLB),
        .PAGES     (PAGES),
        .WALKS     (WALKS),
        .LINES     (LINES),
        .PERF      (PERF),
        .TRACE     (TRACE)
    ) u_sm (
        .clk_i,
        .rst_ni,
        .sm_id_i         (2'(g)),
        .timebase_i,
        .cfg_i           (sm_cfg[smgpu_pkg::SmCfgW*g+:smgpu_pkg::SmCfgW]),
        .dbg_o           (sm_dbg[smgpu_pkg::SmDbgW*g+:smgpu_pkg::SmDbgW]),
        .perf_o          (perf_o[PW*g+:PW]),
        .deepest_o       (deepest_o[9*g+:9]),
        .launch_valid_i  (launch_valid[g]),
        .launch_i        (launch[LW*g+:LW]),
        .launch_fits_o   (launch_fits[g]),
        .free_warps_o    (free_warps[6*g+:6]),
        .room_o          (room[5*g+:5]),
        .split_o         (split[g]),
        .cta_done_valid_o(cta_done_valid[g]),
        .cta_done_slot_o (cta_done_slot[4*g+:4]),
        .slot_busy_o     (slot_busy[16*g+:16]),
        .kill_i          (kill),
        .issue_valid_o   (issue_valid[2*g+:2]),
        .issue_slot_o    (issue_slot[8*g+:8]),
        .bell_o          (bell[2*g+:2]),
        .trap_valid_o    (trap_valid[g]),
        .trap_ready_i    (trap_ready[g]),
        .trap_o          (trap[TL*g+:TL]),
        .d_req_valid_o   (valid[0]),
        .d_req_ready_i   (req_ready_i[2*g]),
        .d_req_o         (req_o[QW*2*g+:QW]),
        .d_rsp_valid_i   (rsp_valid_i[2*g]),
        .d_rsp_ready_o   (ready[0]),
        .d_rsp_i         (rsp_i[RW*2*g+:RW]),
        .i_req_valid_o   (valid[1]),
        .i_req_ready_i   (req_ready_i[2*g+1]),
        .i_req_o         (req_o[QW*(2*g+1)+:QW]),
        .i_rsp_valid_i   (rsp_valid_i[2*g+1]),
        .i_rsp_ready_o   (ready[1]),
        .i_rsp_i         (rsp_i[RW*(2*g+1)+:RW]),
        .inv_valid_i     (inv_valid_i[g]),
        .inv_ready_o     (inv_ready[g]),
        .inv_pa_i        (inv_pa_i[36*g+:36]),
        .dw_req_valid_o  (walk_req_valid_o[2*g]),
        .dw_req_ready_i  (walk_req_ready_i[2*g]),
        .dw_req_o        (walk_req_o[WQ*2*g+:WQ]),
        .dw_rsp_valid_i  (walk_rsp_valid_i[2*g]),
        .dw_rsp_i        (walk_rsp_i[WR*2*g+:WR]),
        .dw_row_i        (walk_row_i),
        .iw_req_valid_o  (walk_req_valid_o[2*g+1]),
        .iw_req_ready_i  (walk_req_ready_i[2*g+1]),
        .iw_req_o        (walk_req_o[WQ*(2*g+1)+:WQ]),
        .iw_rsp_valid_i  (walk_rsp_valid_i[2*g+1]),
        .iw_rsp_i        (walk_rsp_i[WR*(2*g+1)+:WR]),
        .quiesce_i,
        .quiesced_o      (quiesced_o[g]),
        .tlb_flush_i,
        .drained_o       (drained_o[g]),
        .l1_flush_i,
        .icache_flush_i  (code_flush_i),
        .forget_i,
        .trace_o         (trace_o[TraceW*g+:TraceW])
    );
    // An SM in reset asks for nothing and takes the answers that are still owed to it.
    assign req_valid_o[2*g+:2] = valid & {2{rst_ni}};
    assign rsp_ready_o[2*g+:2] = ready | {2{!rst_ni}};
  end
  // An SM in reset takes what it is told to drop.
  assign inv_ready_o = inv_ready | {SMS{!rst_ni}};

endmodule
