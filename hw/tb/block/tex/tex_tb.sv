// SPDX-License-Identifier: MIT
// smtex_top with its instruction words taken apart, for the bench.
module tex_tb #(
    parameter int unsigned LANES = 8
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic                ls_valid_i,
    output logic                ls_ready_o,
    input  logic [5:0]          ls_warp_i,
    input  logic [7:0]          ls_seq_i,
    input  logic [31:0]         ls_insn_i,
    input  logic [31:0]         ls_mask_i,
    input  logic [2:0]          ls_beat_i,
    input  logic [LANES*32-1:0] ls_base_i,
    input  logic [LANES*32-1:0] ls_data_i,
    input  logic [LANES*32-1:0] ls_cmp_i,
    output logic                lw_valid_o,
    input  logic                lw_ready_i,
    output logic [5:0]          lw_warp_o,
    output logic [4:0]          lw_rd_o,
    output logic [7:0]          lw_seq_o,
    output logic [2:0]          lw_beat_o,
    output logic [LANES-1:0]    lw_mask_o,
    output logic [LANES*32-1:0] lw_data_o,
    output logic                lw_last_o,
    output logic                lsd_valid_o,
    output logic [5:0]          lsd_warp_o,
    output logic                m_valid_o,
    input  logic                m_ready_i,
    output logic [5:0]          m_warp_o,
    output logic [7:0]          m_seq_o,
    output logic [31:0]         m_insn_o,
    output logic [31:0]         m_mask_o,
    output logic [2:0]          m_beat_o,
    output logic [LANES*32-1:0] m_base_o,
    input  logic                m_lw_valid_i,
    output logic                m_lw_ready_o,
    input  logic [5:0]          m_lw_warp_i,
    input  logic [4:0]          m_lw_rd_i,
    input  logic [7:0]          m_lw_seq_i,
    input  logic [2:0]          m_lw_beat_i,
    input  logic [LANES-1:0]    m_lw_mask_i,
    input  logic [LANES*32-1:0] m_lw_data_i,
    input  logic                m_lw_last_i,
    input  logic                m_lsd_valid_i,
    input  logic [5:0]          m_lsd_warp_i,
    input  logic                m_lsf_valid_i,
    input  logic [5:0]          m_lsf_warp_i,
    output logic                taken_o,
    output logic                tex_o,
    output logic                tap_o
);

  smgpu_pkg::uop_t ls_uop;
  /* verilator lint_off UNUSEDSIGNAL */  // pc and pipe
  smgpu_pkg::uop_t m_uop;
  /* verilator lint_on UNUSEDSIGNAL */
  assign ls_uop = '{warp: ls_warp_i, seq: ls_seq_i, pc: 32'h1000, insn: ls_insn_i,
      mask: ls_mask_i, pipe: smgpu_pkg::PipeLs};
  assign m_warp_o = m_uop.warp;
  assign m_seq_o  = m_uop.seq;
  assign m_insn_o = m_uop.insn;
  assign m_mask_o = m_uop.mask;

  smtex_top #(.LANES(LANES)) u_tex (
    .clk_i, .rst_ni, .ls_valid_i, .ls_ready_o, .ls_uop_i(ls_uop), .ls_beat_i, .ls_base_i,
    .ls_data_i, .ls_cmp_i,
    .lw_valid_o, .lw_ready_i, .lw_warp_o, .lw_rd_o, .lw_seq_o, .lw_beat_o, .lw_mask_o, .lw_data_o,
    .lw_last_o, .lsd_valid_o, .lsd_warp_o,
    .m_valid_o, .m_ready_i, .m_uop_o(m_uop), .m_beat_o, .m_base_o, .m_lw_valid_i, .m_lw_ready_o,
    .m_lw_warp_i, .m_lw_rd_i, .m_lw_seq_i, .m_lw_beat_i,
    .m_lw_mask_i, .m_lw_data_i, .m_lw_last_i, .m_lsd_valid_i, .m_lsd_warp_i, .m_lsf_valid_i,
    .m_lsf_warp_i, .taken_o, .tex_o, .tap_o
  );

endmodule
