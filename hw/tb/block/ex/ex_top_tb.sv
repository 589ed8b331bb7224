// SPDX-License-Identifier: MIT
// smex_top with its structs taken apart, for the bench.
module ex_top_tb #(
  parameter int unsigned LANES = 8,
  parameter int unsigned FP_UNITS = LANES,
  parameter int unsigned PODS = 2,
  parameter int unsigned ALUS = PODS,
  parameter int unsigned LS_QUEUE = 8,
  parameter int unsigned FP_QUEUE = 4,
  parameter int unsigned UNIFORM = 1,
  parameter int unsigned WARPS = 16
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                start_valid_i,
  input  logic [5:0]          start_warp_i,
  input  logic [1:0]          iss_valid_i,
  output logic [1:0]          iss_ready_o,
  output logic [1:0]          iss_reads_o,     // it waits for a turn to read
  input  logic [5:0]          iss_warp_i [2],
  input  logic [7:0]          iss_seq_i [2],
  input  logic [31:0]         iss_pc_i [2],
  input  logic [31:0]         iss_insn_i [2],
  input  logic [31:0]         iss_mask_i [2],
  input  logic [1:0]          iss_pipe_i [2],
  output logic [1:0]          wb_valid_o,
  output logic [5:0]          wb_warp_o [2],
  output logic [4:0]          wb_rd_o [2],
  output logic [3:0]          wb_pipe_o,
  output logic [1:0]          beat_o,
  output logic [1:0]          once_o,
  output logic [1:0]          tr_valid_o,
  output logic [5:0]          tr_warp_o [2],
  output logic [7:0]          tr_seq_o [2],
  output logic [4:0]          tr_rd_o [2],
  output logic [2:0]          tr_beat_o [2],
  output logic [1:0]          tr_all_o,
  output logic [31:0]         tr_mask_o [2],
  output logic [1023:0]       tr_data_o [2],
  output logic [1:0]          br_valid_o,
  output logic [1:0]          base_valid_o,
  output logic [5:0]          br_warp_o [2],
  output logic [31:0]         br_mask_o [2],
  output logic [31:0]         br_target_o [2],
  output logic [7:0]          br_seq_o [2],
  output logic                ext_valid_o,
  output logic [5:0]          ext_warp_o,
  output logic [31:0]         ext_pc_o,
  output logic                ls_valid_o,
  input  logic                ls_ready_i,
  output logic [5:0]          ls_warp_o,
  output logic [7:0]          ls_seq_o,
  output logic [2:0]          ls_beat_o,
  output logic [1023:0]       ls_base_o,
  output logic [1023:0]       ls_data_o,
  output logic [1023:0]       ls_cmp_o,
  input  logic                lw_valid_i,
  output logic                lw_ready_o,
  input  logic [5:0]          lw_warp_i,
  input  logic [4:0]          lw_rd_i,
  input  logic [7:0]          lw_seq_i,
  input  logic [2:0]          lw_beat_i,
  input  logic [31:0]         lw_mask_i,
  input  logic [1023:0]       lw_data_i,
  input  logic                lw_last_i,
  output logic [5:0]          ctx_warp_o,
  // Context fields: ctaid, ntid, nctaid, linear, param, local bytes, warp in CTA
  input  logic [31:0]         ctaid_i [3],
  input  logic [10:0]         ntid_i [3],
  input  logic [31:0]         nctaid_i [3],
  input  logic [31:0]         linear_i,
  input  logic [31:0]         param_i,
  input  logic [16:0]         local_bytes_i,
  input  logic [4:0]          warp_in_cta_i
);

  localparam int unsigned WbW = smgpu_pkg::TraceWbW + 33*LANES;

  smgpu_pkg::uop_t      uop0, uop1, ls_uop;
  function automatic logic slow(input smgpu_pkg::uop_t uop);
    slow = uop.pipe == smgpu_pkg::PipeSpecial && smex_pkg::is_slow(uop.insn);
  endfunction
  smgpu_pkg::warp_ctx_t ctx;
  logic [2*WbW-1:0]     tr;
  logic [2*smgpu_pkg::TraceBrW-1:0] br;
  logic [1:0]           br_valid;
  logic [11:0]          br_warp, wb_warp;
  logic [9:0]           wb_rd;
  logic [5:0]           iss_wait;
  logic [63:0]          br_mask, br_target;
  logic [7:0]           cause;

  assign uop0 = '{warp: iss_warp_i[0], seq: iss_seq_i[0], pc: iss_pc_i[0], insn: iss_insn_i[0],
      mask: iss_mask_i[0], pipe: iss_pipe_i[0]};
  assign uop1 = '{warp: iss_warp_i[1], seq: iss_seq_i[1], pc: iss_pc_i[1], insn: iss_insn_i[1],
      mask: iss_mask_i[1], pipe: iss_pipe_i[1]};

  always_comb begin
    ctx                 = '0;
    ctx.cta.x           = ctaid_i[0];
    ctx.cta.y           = ctaid_i[1];
    ctx.cta.z           = ctaid_i[2];
    ctx.cta.cta_x       = ntid_i[0];
    ctx.cta.cta_y       = ntid_i[1];
    ctx.cta.cta_z       = ntid_i[2];
    ctx.cta.grid_x      = nctaid_i[0];
    ctx.cta.grid_y      = nctaid_i[1];
    ctx.cta.grid_z      = nctaid_i[2];
    ctx.cta.linear      = linear_i;
    ctx.cta.param       = param_i;
    ctx.cta.local_bytes = local_bytes_i;
    ctx.cta.recip_x     = 21'((32'h10_0000 + 32'(ntid_i[0]) - 1) / 32'(ntid_i[0]));
    ctx.cta.recip_xy    = 21'((32'h10_0000 + 32'(ntid_i[0]) * 32'(ntid_i[1]) -
        1) / (32'(ntid_i[0]) * 32'(ntid_i[1])));
    ctx.warp_in_cta     = warp_in_cta_i;
  end

  smex_top #(.LANES(LANES), .WARPS(WARPS), .FP_UNITS(FP_UNITS), .PODS(PODS), .ALUS(ALUS),
      .LS_QUEUE(LS_QUEUE), .FP_QUEUE(FP_QUEUE), .UNIFORM(UNIFORM), .TRACE(1)) u_top (
    .clk_i, .rst_ni, .sm_id_i(2'd2), .timebase_i(64'h1_2345_6789), .start_valid_i, .start_warp_i,
    .iss_valid_i, .iss_ready_o, .iss_wait_o(iss_wait), .rf_reads_o(), .rf_writes_o(), .beat_o,
    .once_o,
    .iss_uop_i({uop1, uop0}), .iss_slow_i({slow(uop1), slow(uop0)}), .wb_valid_o,
    .wb_warp_o(wb_warp),
    .wb_rd_o(wb_rd), .wb_pipe_o, .br_valid_o(br_valid), .br_warp_o(br_warp), .br_mask_o(br_mask),
    .br_target_o(br_target), .base_valid_o, .tex_taken_i(1'b0),
    .ext_valid_o, .ext_warp_o, .ext_pc_o, .ext_cause_o(cause), .ls_valid_o, .ls_ready_i,
    .ls_uop_o(ls_uop), .ls_beat_o,
    .ls_base_o(ls_base_o[LANES*32-1:0]), .ls_data_o(ls_data_o[LANES*32-1:0]),
    .ls_cmp_o(ls_cmp_o[LANES*32-1:0]),
    .lw_valid_i, .lw_ready_o, .lw_warp_i, .lw_rd_i, .lw_seq_i, .lw_beat_i,
    .lw_mask_i(lw_mask_i[LANES-1:0]),
    .lw_data_i(lw_data_i[LANES*32-1:0]), .lw_last_i, .ctx_warp_o, .ctx_i(ctx), .trace_wb_o(tr),
    .trace_br_o(br)
  );

  assign ls_warp_o = ls_uop.warp;
  assign ls_seq_o  = ls_uop.seq;

  for (genvar p = 0; p < 2; p++) begin : g_trace
    smgpu_pkg::trace_wb_t wb;
    smgpu_pkg::trace_br_t branch;
    assign {wb, tr_mask_o[p][LANES-1:0], tr_data_o[p][LANES*32-1:0]} = tr[p*WbW+:WbW];
    assign branch         = br[p*smgpu_pkg::TraceBrW+:smgpu_pkg::TraceBrW];
    assign tr_valid_o[p]  = wb.valid;
    assign tr_warp_o[p]   = wb.warp;
    assign tr_seq_o[p]    = wb.seq;
    assign tr_rd_o[p]     = wb.rd;
    assign tr_beat_o[p]   = wb.beat;
    assign tr_all_o[p]    = wb.all;
    assign iss_reads_o[p] = iss_wait[p*3+2];
    assign wb_warp_o[p]   = wb_warp[p*6+:6];
    assign wb_rd_o[p]     = wb_rd[p*5+:5];
    assign br_valid_o[p]  = br_valid[p];
    assign br_warp_o[p]   = br_warp[p*6+:6];
    assign br_mask_o[p]   = br_mask[p*32+:32];
    assign br_target_o[p] = br_target[p*32+:32];
    assign br_seq_o[p]    = branch.seq;
  end

endmodule
