// SPDX-License-Identifier: MIT
// Stand-in for load/store in this bench only: each beat is performed at once by the bench's C
// memory, results come back in order after a fixed delay. Ports as smls_top.
/* verilator lint_off UNUSEDSIGNAL */
/* verilator lint_off UNUSEDPARAM */
module smls_top #(
    parameter int unsigned WARPS = 16, parameter int unsigned LANES = 16,
        parameter int unsigned L1_KIB = 16, parameter int unsigned PRIO = 1,
        parameter int unsigned SHARED_KIB = 32, parameter int unsigned LEND = 0,
        parameter int unsigned TLB = 32, parameter int unsigned PAGES = 0,
        parameter int unsigned WALKS = 4, parameter int unsigned LINES = 32
) (
    input  logic clk_i, input logic rst_ni, input logic [1:0] sm_id_i,
    input  logic ls_valid_i, output logic ls_ready_o, input logic [smgpu_pkg::UopW-1:0] ls_uop_i,
        input logic [2:0] ls_beat_i,
    input  logic [LANES*32-1:0] ls_base_i, input logic [LANES*32-1:0] ls_data_i,
        input logic [LANES*32-1:0] ls_cmp_i,
    output logic lw_valid_o, input logic lw_ready_i, output logic [5:0] lw_warp_o,
        output logic [4:0] lw_rd_o, output logic [7:0] lw_seq_o,
    output logic [2:0] lw_beat_o, output logic [LANES-1:0] lw_mask_o,
        output logic [LANES*32-1:0] lw_data_o, output logic lw_last_o,
    output logic lsd_valid_o, output logic [5:0] lsd_warp_o, output logic lsf_valid_o,
        output logic [5:0] lsf_warp_o, output logic [31:0] lsf_pc_o,
    output logic [7:0] lsf_cause_o, output logic [2:0] lsf_access_o,
        output logic [31:0] lsf_addr_o, output logic [5:0] lsf_thread_o,
    output logic [5:0] ctx_warp_o, input logic [smgpu_pkg::WarpCtxW-1:0] ctx_i,
    input  logic smem_clear_i, input logic [3:0] smem_clear_first_i,
        input logic [3:0] smem_clear_last_i, output logic smem_clear_done_o, input logic lent_i,
    output logic d_req_valid_o, input logic d_req_ready_i,
        output logic [smgpu_pkg::MemReqW-1:0] d_req_o,
    input  logic d_rsp_valid_i, output logic d_rsp_ready_o,
        input logic [smgpu_pkg::MemRspW-1:0] d_rsp_i,
    input  logic inv_valid_i, output logic inv_ready_o, input logic [35:0] inv_pa_i,
    output logic dw_req_valid_o, input logic dw_req_ready_i,
        output logic [smgpu_pkg::WalkReqW-1:0] dw_req_o,
    input  logic dw_rsp_valid_i, input logic [smgpu_pkg::WalkRspW-1:0] dw_rsp_i,
        input logic [smgpu_pkg::WalkRowW-1:0] dw_row_i,
    input  logic quiesce_i, output logic quiesced_o,
        input logic [smgpu_pkg::TlbFlushW-1:0] tlb_flush_i, output logic drained_o,
        input logic l1_flush_i, output logic [smgpu_pkg::LsPerfW-1:0] perf_ls_o,
        output logic [smgpu_pkg::SeenW-1:0] seen_o,
    input  logic [2*WARPS-1:0] level_i, input logic [2*WARPS-1:0] level_l2_i,
        input logic [smgpu_pkg::PrioW-1:0] prio_i,
    output logic [1:0] replay_valid_o, output logic [11:0] replay_warp_o
);
  localparam int unsigned B     = 32 / LANES;
  localparam int unsigned Delay = 12;
  import "DPI-C" function int ls_access(input int insn, input int base, input int data,
      input int cmp, input int warp, input int lane, output int result);

  import "DPI-C" function int ls_held();   // the bench holds all accesses up

  assign {d_req_valid_o, d_req_o, dw_req_valid_o, dw_req_o, perf_ls_o, seen_o, ctx_warp_o,
      replay_valid_o, replay_warp_o} = '0;
  assign {d_rsp_ready_o, inv_ready_o, smem_clear_done_o} = '1;
  assign quiesced_o = quiesce_i;
  assign drained_o  = 1'b1;

  smgpu_pkg::uop_t uop;
  assign uop = ls_uop_i;

  typedef struct packed {
    logic [5:0]  warp;
    logic [4:0]  rd;
    logic [7:0]  seq;
    logic [2:0]  beat;
    logic [31:0] due;
    logic [LANES-1:0]    mask;
    logic [LANES*32-1:0] data;
  } out_t;
  out_t        q[64];
  logic [5:0]  head_q, tail_q;
  logic [31:0] now_q;
  out_t        o;
  assign o          = q[head_q];
  logic        held_q;
  assign ls_ready_o = tail_q - head_q < 6'd60 && !held_q;
  always_ff @(posedge clk_i) held_q <= ls_held() != 0;

  int          code, value;
  out_t        n;
  logic        faulted_q, fault;
  logic [31:0] fault_addr;
  always_ff @(posedge clk_i) begin
    lsf_valid_o <= 1'b0;
    if (!rst_ni) begin
      tail_q    <= '0;
      now_q     <= '0;
      faulted_q <= 1'b0;
    end else begin
      now_q <= now_q + 1;
      if (ls_valid_i && ls_ready_o) begin
        /* verilator lint_off BLKSEQ */
        n.warp = uop.warp;
        n.rd   = uop.insn[6:0] == 7'h23 ? 5'd0 : uop.insn[11:7];
        n.seq  = uop.seq;
        n.beat = ls_beat_i;
        n.due  = now_q + Delay;
        n.data = '0;
        n.mask = uop.mask[ls_beat_i*LANES+:LANES];
        fault  = ls_beat_i != '0 && faulted_q;
        for (int unsigned l = 0; l < LANES; l++)
          if (n.mask[l] && !fault) begin
            code = ls_access(uop.insn, ls_base_i[l*32+:32], ls_data_i[l*32+:32],
                ls_cmp_i[l*32+:32], 32'(uop.warp), 32'(ls_beat_i) * LANES + l, value);
            n.data[l*32+:32] = value;
            if (code != 0) begin
              fault        = 1'b1;
              lsf_valid_o  <= 1'b1;
              lsf_warp_o   <= uop.warp;
              lsf_pc_o     <= uop.pc;
              lsf_cause_o  <= code[7:0];
              lsf_access_o <= 3'd1;
              lsf_addr_o   <= value;
              lsf_thread_o <= {1'b1, 5'(32'(ls_beat_i) * LANES + l)};
            end
          end
        if (fault) n.mask = '0;
        q[tail_q] <= n;
        tail_q    <= tail_q + 1'b1;
        faulted_q <= fault;
        /* verilator lint_on BLKSEQ */
      end
    end
  end

  logic due, write, pop;
  assign due        = head_q != tail_q && now_q >= o.due;
  assign write      = due && o.rd != '0;
  assign lw_valid_o = write;
  assign {lw_warp_o, lw_rd_o, lw_seq_o, lw_beat_o, lw_mask_o, lw_data_o} =
      {o.warp, o.rd, o.seq, o.beat, o.mask, o.data};
  assign lw_last_o  = 32'(o.beat) == B - 1;
  assign pop        = due && (!write || lw_ready_i);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) head_q <= '0;
    else if (pop) head_q <= head_q + 1'b1;
    lsd_valid_o <= rst_ni && pop && lw_last_o;
    lsd_warp_o  <= o.warp;
  end
endmodule
/* verilator lint_on UNUSEDPARAM */
/* verilator lint_on UNUSEDSIGNAL */
