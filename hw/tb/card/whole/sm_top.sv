// SPDX-License-Identifier: MIT
// An SM without warps, for benches of the card around it: nothing ever fits.
/* verilator lint_off UNUSEDSIGNAL */
/* verilator lint_off UNUSEDPARAM */
module sm_top #(
    parameter int unsigned WARPS = 16, parameter int unsigned LANES = 16,
        parameter int unsigned FP_UNITS = LANES, parameter int unsigned PODS = 2,
        parameter int unsigned ALUS = PODS, parameter int unsigned LS_QUEUE = 8,
        parameter int unsigned FP_QUEUE = 4, parameter int unsigned KEEP = 1,
        parameter int unsigned UNIFORM = 1, parameter int unsigned CREDIT = 1,
        parameter int unsigned PRIO = 1, parameter int unsigned PRIO_L2 = 1,
        parameter int unsigned PREDICT = 1, parameter int unsigned BONUS = 1,
        parameter int unsigned DTOKS = 64, parameter int unsigned L1_KIB = 16,
    parameter int unsigned ICACHE_KIB = 4, parameter int unsigned CONST_KIB = 0,
        parameter int unsigned ATTR_KIB = 0, parameter int unsigned TEX = 0,
        parameter int unsigned TEXTILE = 0, parameter int unsigned SHARED_KIB = 32,
        parameter int unsigned LEND = 0, parameter int unsigned TLB = 32,
        parameter int unsigned PAGES = 0, parameter int unsigned WALKS = 4,
        parameter int unsigned LINES = 32, parameter int unsigned PERF = 1,
        parameter int unsigned TRACE = 0,
    parameter int unsigned TraceW = smgpu_pkg::trace_bits(LANES)
) (
    input  logic clk_i, input logic rst_ni, input logic [1:0] sm_id_i,
        input logic [63:0] timebase_i,
    input  logic [smgpu_pkg::SmCfgW-1:0] cfg_i, output logic [smgpu_pkg::SmDbgW-1:0] dbg_o,
        output logic [smgpu_perf_pkg::SM_COUNT*6-1:0] perf_o, output logic [8:0] deepest_o,
    input  logic launch_valid_i, input logic [smgpu_pkg::CtaLaunchW-1:0] launch_i,
        output logic launch_fits_o, output logic [5:0] free_warps_o, output logic [4:0] room_o,
        output logic split_o,
    output logic cta_done_valid_o, output logic [3:0] cta_done_slot_o,
        output logic [15:0] slot_busy_o, input logic [15:0] kill_i,
    output logic [1:0] issue_valid_o, output logic [7:0] issue_slot_o, output logic [1:0] bell_o,
    output logic trap_valid_o, input logic trap_ready_i, output logic [smgpu_pkg::TrapW-1:0] trap_o,
    output logic d_req_valid_o, input logic d_req_ready_i,
        output logic [smgpu_pkg::MemReqW-1:0] d_req_o,
    input  logic d_rsp_valid_i, output logic d_rsp_ready_o,
        input logic [smgpu_pkg::MemRspW-1:0] d_rsp_i,
    output logic i_req_valid_o, input logic i_req_ready_i,
        output logic [smgpu_pkg::MemReqW-1:0] i_req_o,
    input  logic i_rsp_valid_i, output logic i_rsp_ready_o,
        input logic [smgpu_pkg::MemRspW-1:0] i_rsp_i,
    input  logic inv_valid_i, output logic inv_ready_o, input logic [35:0] inv_pa_i,
    output logic dw_req_valid_o, input logic dw_req_ready_i,
        output logic [smgpu_pkg::WalkReqW-1:0] dw_req_o,
    input  logic dw_rsp_valid_i, input logic [smgpu_pkg::WalkRspW-1:0] dw_rsp_i,
        input logic [smgpu_pkg::WalkRowW-1:0] dw_row_i,
    output logic iw_req_valid_o, input logic iw_req_ready_i,
        output logic [smgpu_pkg::WalkReqW-1:0] iw_req_o,
    input  logic iw_rsp_valid_i, input logic [smgpu_pkg::WalkRspW-1:0] iw_rsp_i,
    input  logic quiesce_i, output logic quiesced_o,
        input logic [smgpu_pkg::TlbFlushW-1:0] tlb_flush_i, output logic drained_o,
        input logic l1_flush_i, input logic icache_flush_i, input logic forget_i,
    output logic [TraceW-1:0] trace_o
);
  assign {dbg_o, perf_o, deepest_o, launch_fits_o, free_warps_o, room_o, split_o, cta_done_valid_o,
      cta_done_slot_o, slot_busy_o, issue_valid_o, issue_slot_o, bell_o, trap_valid_o, trap_o,
          d_req_valid_o, d_req_o, i_req_valid_o, i_req_o, dw_req_valid_o, dw_req_o, iw_req_valid_o,
              iw_req_o, trace_o} = '0;
  assign {d_rsp_ready_o, i_rsp_ready_o, inv_ready_o, quiesced_o, drained_o} = '1;
endmodule
/* verilator lint_on UNUSEDPARAM */
/* verilator lint_on UNUSEDSIGNAL */
