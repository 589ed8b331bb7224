// SPDX-License-Identifier: MIT
// HOST and MCU registers: identity and shape, timebase, resets, handover words, control of the MCU.
// - the timebase counts core cycles; a simulation may move it forward with skip_i while nothing
//   runs
// - reset depths: 1 SMs and launcher, 2 also MCU and DMA, 3 everything. Each is held until 16
//   cycles after the last memory access of what is reset has been answered; only then, at depth 3,
//   are memory and registers reset for 16 more: nothing gets an answer it did not ask for. Memory
//   always answers: in the end with an error. A reset that is asked for during another one starts
//   it again with the larger depth.

/* verilator lint_off UNUSEDSIGNAL */
module card_sys #(
    // Core cycles in a second, shown in HOST.TIMEBASE_HZ
    parameter int unsigned CLOCK_HZ   = smgpu_regs_pkg::HOST_TIMEBASE_HZ_VALUE_RESET,
    // Parameters as card_top has them; they are shown in the registers CONFIG.
    // SMs, and DMA engines
    parameter int unsigned SMS        = 1,
    parameter int unsigned DMAS       = 2,
    // 1: credit policies
    parameter int unsigned CREDIT     = 1,
    // 1: priority tokens of L1, and of the L2
    parameter int unsigned PRIO       = 1,
    parameter int unsigned PRIO_L2    = 1,
    // 1: sampled working sets; 1: bonuses of the additive weight
    parameter int unsigned PREDICT    = 1,
    parameter int unsigned BONUS      = 1,
    // 1: invalidations may name a range; banks of the L2
    parameter int unsigned RANGES     = 1,
    parameter int unsigned L2_BANKS   = 1,
    // 1: quotas of launched CTAs
    parameter int unsigned TURNS      = 1,
    // Constant cache and attribute cache; 0: there is none
    parameter int unsigned CONST_KIB  = 2,
    parameter int unsigned ATTR_KIB   = 2,
    // 1: a texture unit; 1: textile grants
    parameter int unsigned TEX        = 1,
    parameter int unsigned TEXTILE    = 1,
    // Warps of an SM, threads a cycle, tokens of a warp's queue
    parameter int unsigned WARPS      = 16,
    parameter int unsigned LANES      = 16,
    parameter int unsigned DTOKS      = 64,
    // L1 of an SM, the L2, shared memory of an SM
    parameter int unsigned L1_KIB     = 16,
    parameter int unsigned L2_KIB     = 64,
    parameter int unsigned SHARED_KIB = 32,
    // 1: the data RAM of L1 is part of shared memory in throttle mode
    parameter int unsigned LEND       = 1
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // MiB of card memory
    input  logic [15:0] dram_mib_i,
    // Registers: read data in the next cycle, 0 if not addressed
    input  logic        reg_valid_i,
    input  logic        reg_write_i,
    // The access is the host's, else the MCU's
    input  logic        reg_by_host_i,
    input  logic [15:0] reg_addr_i,
    input  logic [31:0] reg_wdata_i,
    output logic [31:0] reg_rdata_o,
    // Timebase
    // A simulation moves the timebase to this value
    input  logic        skip_i,
    input  logic [63:0] skip_to_i,
    output logic [63:0] timebase_o,
    // MCU
    // The MCU runs, from this address on
    output logic        mcu_run_o,
    output logic [31:0] mcu_vector_o,
    // State of the MCU
    input  logic        mcu_sleeping_i,
    input  logic        mcu_locked_up_i,
    input  logic [31:0] mcu_pc_i,
    // Out
    // An interrupt for the host, a pulse
    output logic        msi_o,
    // Resets by depth, low while they last; resetting: accesses wait
    output logic        rst_sm_no,
    output logic        rst_mcu_no,
    output logic        rst_card_no,
    output logic        resetting_o,
    input  logic        drained_i,      // no memory access is under way
    input  logic [4:0]  fault_i,        // of DRAM and host memory, as in HOST.MEMORY
    input  logic [26:0] lost_line_i     // whose data were lost, with fault_i[4]
);


  // Counts cycles; no reset but power-on clears it
  logic [63:0] timebase_q;
  // hi: the upper half, as it was when its user read the lower one.
  // progress: HOST.PROGRESS. vector: where the MCU begins.
  logic [31:0] hi_host_q, hi_mcu_q, progress_q, vector_q;
  // Words that host and firmware hand over; cleared at depth 3
  logic [31:0] scratch_q[4];
  // The MCU runs; any reset of it clears the bit
  logic        run_q;
  // Depth of the reset under way, 0 for none
  logic [1:0]  depth_q;
  // hold_q: cycles of the reset that are left. fault_q: sticky, cleared by writing ones.
  logic [4:0]  hold_q, fault_q;
  // The line whose data were lost last
  logic [26:0] lost_line_q;

  assign timebase_o   = timebase_q;
  assign mcu_run_o    = run_q;
  assign mcu_vector_o = vector_q;

  // ask: a reset is asked for, with its key. Another value does nothing.
  logic sel, ask;
  assign sel = reg_valid_i && reg_addr_i[15:9] == '0;
  assign ask = sel && reg_write_i && reg_addr_i == smgpu_regs_pkg::HOST_RESET &&
      reg_wdata_i[31:16] == smgpu_regs_pkg::HOST_RESET_KEY_VALUE;

  // Registers: half the card hears them. They come up low, so that no block works before its first
  // reset. The register bus chooses its next access in the cycle after a reset was asked for.
  initial {resetting_o, rst_sm_no, rst_mcu_no, rst_card_no} = 4'b1000;
  always_ff @(posedge clk_i) begin
    resetting_o <= !rst_ni || depth_q != 2'd0 || ask;
    rst_sm_no   <= rst_ni && depth_q == 2'd0;
    rst_mcu_no  <= rst_ni && depth_q < smgpu_regs_pkg::HOST_RESET_DEPTH_MCU;
    // Memory is reset in the last cycles alone, when it owes nothing.
    rst_card_no <= rst_ni &&
        !(depth_q == smgpu_regs_pkg::HOST_RESET_DEPTH_CARD && !hold_q[4]);
  end

  always_ff @(posedge clk_i) begin
    msi_o <= 1'b0;
    if (!rst_ni) begin
      timebase_q <= '0;
      depth_q    <= '0;
      hold_q     <= '0;
      fault_q    <= '0;
    end else begin
      // A fault in the cycle of a clear stays.
      fault_q <= fault_q & ~((sel && reg_write_i && reg_addr_i == smgpu_regs_pkg::HOST_MEMORY)
          ? reg_wdata_i[4:0] : '0) | fault_i;
      timebase_q <= skip_i ? skip_to_i : timebase_q + 64'd1;
      // The first half of the reset begins anew as long as memory owes an answer.
      if (hold_q[4] && !drained_i) hold_q <= 5'd31;
      else if (hold_q != '0) hold_q <= hold_q - 5'd1;
      else depth_q <= '0;
      if (ask) begin
        // Of two resets the deeper one counts.
        depth_q <= (reg_wdata_i[1:0] < depth_q) ? depth_q : reg_wdata_i[1:0];
        hold_q  <= 5'd31;
      end
    end
    if (fault_i[4]) lost_line_q <= lost_line_i;
    // The firmware of before does not run on.
    if (!rst_mcu_no) begin
      run_q <= 1'b0;
    end else if (sel && reg_write_i && reg_addr_i == smgpu_regs_pkg::MCU_CTRL) begin
      run_q <= reg_wdata_i[0];
    end
    if (!rst_card_no) begin
      progress_q <= '0;
      vector_q   <= '0;
      for (int unsigned i = 0; i < 4; i++) scratch_q[i] <= '0;
    end else if (sel && reg_write_i) begin
      unique case (reg_addr_i)
        smgpu_regs_pkg::HOST_PROGRESS:    progress_q <= reg_wdata_i;
        smgpu_regs_pkg::HOST_MSI:         msi_o <= reg_wdata_i[0];
        smgpu_regs_pkg::MCU_RESET_VECTOR: vector_q <= reg_wdata_i;
        default: ;
      endcase
      if (reg_addr_i[15:4] == smgpu_regs_pkg::HOST_SCRATCH[15:4])
        scratch_q[reg_addr_i[3:2]] <= reg_wdata_i;
    end
    // One read of the lower half keeps the upper one, for the host and for the MCU.
    if (sel && !reg_write_i && reg_addr_i == smgpu_regs_pkg::HOST_TIMEBASE_LO) begin
      if (reg_by_host_i) hi_host_q <= timebase_q[63:32];
      else hi_mcu_q <= timebase_q[63:32];
    end
  end

  always_ff @(posedge clk_i) begin
    reg_rdata_o <= '0;
    if (sel)
      unique case (reg_addr_i)
        smgpu_regs_pkg::HOST_MAGIC:       reg_rdata_o <= smgpu_regs_pkg::HOST_MAGIC_VALUE_RESET;
        smgpu_regs_pkg::HOST_VERSION:     reg_rdata_o <=
            {smgpu_regs_pkg::HOST_VERSION_MAJOR_RESET, smgpu_regs_pkg::HOST_VERSION_MINOR_RESET};
        smgpu_regs_pkg::HOST_CONFIG0:     reg_rdata_o <=
            {1'(TEX), 1'(PRIO), 1'(CONST_KIB != 0), 1'(CREDIT), 4'(DMAS), 8'(LANES), 8'(WARPS),
            8'(SMS)};
        smgpu_regs_pkg::HOST_CONFIG1:     reg_rdata_o <= {8'd64, 8'd16, 16'(DTOKS)};
        smgpu_regs_pkg::HOST_CONFIG2:     reg_rdata_o <= {16'(L2_KIB), 16'(L1_KIB)};
        smgpu_regs_pkg::HOST_CONFIG3:     reg_rdata_o <=
            {16'(smgpu_hw_pkg::TcmBytes / 1024), 16'(SHARED_KIB)};
        smgpu_regs_pkg::HOST_CONFIG4:     reg_rdata_o <=
            {21'b0, 3'(L2_BANKS), 1'b0, 1'(RANGES), 1'(BONUS), 1'(PREDICT), 1'(PRIO_L2),
            1'(ATTR_KIB != 0), 1'(TEXTILE), 1'(TURNS)};
        smgpu_regs_pkg::HOST_THROTTLE:    reg_rdata_o <=
            {16'b0, 16'(SHARED_KIB + (LEND != 0 ? L1_KIB : 0))};
        smgpu_regs_pkg::HOST_DRAM_MIB:    reg_rdata_o <= {16'b0, dram_mib_i};
        smgpu_regs_pkg::HOST_TIMEBASE_HZ: reg_rdata_o <= CLOCK_HZ;
        smgpu_regs_pkg::HOST_TIMEBASE_LO: reg_rdata_o <= timebase_q[31:0];
        smgpu_regs_pkg::HOST_TIMEBASE_HI: reg_rdata_o <= reg_by_host_i ? hi_host_q : hi_mcu_q;
        smgpu_regs_pkg::HOST_RESET:       reg_rdata_o <= {30'b0, depth_q};
        smgpu_regs_pkg::HOST_MEMORY:      reg_rdata_o <= {27'b0, fault_q};
        smgpu_regs_pkg::HOST_LOST_LINE:   reg_rdata_o <= {lost_line_q, 5'b0};
        smgpu_regs_pkg::HOST_PROGRESS:    reg_rdata_o <= progress_q;
        smgpu_regs_pkg::MCU_CTRL:         reg_rdata_o <= {31'b0, run_q};
        smgpu_regs_pkg::MCU_STATUS:       reg_rdata_o <= {30'b0, mcu_locked_up_i, mcu_sleeping_i};
        smgpu_regs_pkg::MCU_RESET_VECTOR: reg_rdata_o <= vector_q;
        smgpu_regs_pkg::MCU_PC:           reg_rdata_o <= mcu_pc_i;
        default: if (reg_addr_i[15:4] == smgpu_regs_pkg::HOST_SCRATCH[15:4]) reg_rdata_o <=
            scratch_q[reg_addr_i[3:2]];
      endcase
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
