// SPDX-License-Identifier: MIT
// SM_CFG registers: policies of each SM and a look at one of its warps.

/* verilator lint_off UNUSEDSIGNAL */
module card_smcfg #(
    parameter int unsigned SMS    = 1,
    parameter int unsigned TOKENS = 64
) (
    input  logic                             clk_i,
    input  logic                             rst_ni,
    input  logic                             reg_valid_i,
    input  logic                             reg_write_i,
    input  logic [15:0]                      reg_addr_i,
    input  logic [31:0]                      reg_wdata_i,
    output logic [31:0]                      reg_rdata_o,
    output logic [SMS*smgpu_pkg::SmCfgW-1:0] cfg_o,
    input  logic [SMS*smgpu_pkg::SmDbgW-1:0] dbg_i
);

  logic [7:0] off;
  assign off = reg_addr_i[7:0];
  logic [SMS*32-1:0] rdata_q;

  // A write of a TOK register goes to its SM a cycle later.
  localparam logic [2:0] TokBlock = smgpu_regs_pkg::SM_CFG_TOK_SELECT[7:5];
  localparam logic [8:0] Deepest  = 9'(TOKENS);
  logic [2:0]  tok_reg_q;
  logic [31:0] tok_data_q;
  logic [8:0]  depth;
  always_ff @(posedge clk_i)
    if (reg_valid_i && reg_write_i) begin
      tok_reg_q  <= off[4:2];
      tok_data_q <= reg_wdata_i;
    end
  always_comb begin
    depth = reg_wdata_i[8:0] < 9'd2 ? 9'd2 : reg_wdata_i[8:0];
    if (reg_wdata_i[8:0] == '0 || reg_wdata_i[8:0] > Deepest) depth = Deepest;
  end

  for (genvar g = 0; g < SMS; g++) begin : gen_sm
    logic sel, we;
    assign sel = reg_valid_i && reg_addr_i[15:10] == smgpu_regs_pkg::SM_CFG_BASE[15:10] && reg_addr_i[9:8] == 2'(g);
    assign we  = sel && reg_write_i;

    logic [3:0]  sched_q;
    logic [1:0]  branch_q, mode_q;
    logic [7:0]  period_q, threshold_q, low_q, high_q;
    logic [15:0] seed_q, backstop_q;
    logic        fetch_q;
    logic [5:0]  warp_q;
    logic [8:0]  depth_q;
    logic        drop_q, tok_we_q;
    assign cfg_o[smgpu_pkg::SmCfgW*g+:smgpu_pkg::SmCfgW] = {backstop_q, tok_we_q, tok_reg_q, tok_data_q, depth_q, drop_q, sched_q, branch_q, mode_q, period_q, threshold_q, seed_q, low_q, high_q, fetch_q, warp_q};

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        sched_q     <= smgpu_regs_pkg::SM_CFG_SCHED_POLICY_RESET;
        branch_q    <= smgpu_regs_pkg::SM_CFG_BRANCH_POLICY_RESET;
        mode_q      <= smgpu_regs_pkg::SM_CFG_YIELD_MODE_RESET;
        period_q    <= smgpu_regs_pkg::SM_CFG_YIELD_PERIOD_RESET;
        threshold_q <= smgpu_regs_pkg::SM_CFG_YIELD_THRESHOLD_RESET;
        low_q       <= smgpu_regs_pkg::SM_CFG_OVERSUB_LOW_RESET;
        high_q      <= smgpu_regs_pkg::SM_CFG_OVERSUB_HIGH_RESET;
        fetch_q     <= smgpu_regs_pkg::SM_CFG_FETCH_POLICY_RESET;
        seed_q      <= smgpu_regs_pkg::SM_CFG_YIELD_SEED_VALUE_RESET;
        warp_q      <= '0;
        depth_q     <= Deepest;
        drop_q      <= smgpu_regs_pkg::SM_CFG_TOKENS_ON_FULL_RESET;
        backstop_q  <= smgpu_regs_pkg::SM_CFG_BACKSTOP_LIMIT_RESET;
      end else if (we) begin
        unique case (off)
          8'h00: sched_q <= reg_wdata_i[3:0];
          8'h04: branch_q <= reg_wdata_i[1:0];
          8'h08: begin
            mode_q      <= reg_wdata_i[1:0];
            period_q    <= reg_wdata_i[15:8];
            threshold_q <= reg_wdata_i[23:16];
          end
          8'h0c: begin
            low_q  <= reg_wdata_i[7:0];
            high_q <= reg_wdata_i[15:8];
          end
          8'h10: fetch_q <= reg_wdata_i[0];
          8'h14: seed_q <= reg_wdata_i[15:0];
          8'h18: begin
            depth_q <= depth;
            drop_q  <= reg_wdata_i[16];
          end
          8'h1c: backstop_q <= reg_wdata_i[15:0];
          8'h48: warp_q <= reg_wdata_i[5:0];
          default: ;
        endcase
      end
    end

    always_ff @(posedge clk_i) tok_we_q <= rst_ni && we && off[7:5] == TokBlock;

    logic [smgpu_pkg::SmDbgW-1:0] dbg;
    assign dbg = dbg_i[smgpu_pkg::SmDbgW*g+:smgpu_pkg::SmDbgW];
    logic [31:0] rdata;
    assign rdata_q[32*g+:32] = rdata;
    always_ff @(posedge clk_i) begin
      rdata <= '0;
      if (sel)
        unique case (off)
          8'h00: rdata <= {28'b0, sched_q};
          8'h04: rdata <= {30'b0, branch_q};
          8'h08: rdata <= {8'b0, threshold_q, period_q, 6'b0, mode_q};
          8'h0c: rdata <= {16'b0, high_q, low_q};
          8'h10: rdata <= {31'b0, fetch_q};
          8'h14: rdata <= {16'b0, seed_q};
          8'h18: rdata <= {15'b0, drop_q, 7'b0, depth_q};
          8'h1c: rdata <= {16'b0, backstop_q};
          8'h40: rdata <= dbg[111:80];                 // live, 31:0
          8'h44: rdata <= {16'b0, dbg[127:112]};
          8'h48: rdata <= {26'b0, warp_q};
          8'h4c: rdata <= dbg[79:48];                  // pc
          8'h50: rdata <= dbg[47:16];                  // active
          8'h54: rdata <= {12'b0, dbg[3:0], dbg[11:4], 4'b0, dbg[12], dbg[13], dbg[14], dbg[15]};
          8'h64: rdata <= {30'b0, dbg[215], dbg[216] || tok_we_q};  // tok_view_t: stopped, busy
          8'h68: rdata <= dbg[159:128];
          8'h6c: rdata <= dbg[191:160];
          8'h70: rdata <= {28'b0, dbg[195:192]};
          8'h74: rdata <= {dbg[196], 10'b0, dbg[205:197], 3'b0, dbg[214:206]};
          default: ;
        endcase
    end
  end

  always_comb begin
    reg_rdata_o = '0;
    for (int unsigned i = 0; i < SMS; i++) reg_rdata_o = reg_rdata_o | rdata_q[32*i+:32];
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
