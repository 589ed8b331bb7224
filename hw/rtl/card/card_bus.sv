// SPDX-License-Identifier: MIT
// Register bus of BAR0 and the MCU, the host first, because its accesses are rare. An access is
// chosen in one cycle and made in the next, in which its port is told (ready; what is read comes a
// cycle later), so that blocks see registers and a port's ready depends on nothing but these.
// - while the MCU runs, the host's writes reach only the registers that are its own; others are
//   answered and dropped
// - during a reset, identity and state (the blocks HOST and MCU) can be read and another reset be
//   asked for; all else waits. Counters are held back while a snapshot is being copied

module card_bus (
    input  logic        clk_i,
    input  logic        rst_ni,
    // From BAR0
    // Held until ready, which is for one cycle; the word that was read comes in the next
    input  logic        host_valid_i,
    output logic        host_ready_o,
    input  logic        host_write_i,
    input  logic [15:0] host_addr_i,
    input  logic [31:0] host_wdata_i,
    // From the MCU
    input  logic        mcu_valid_i,
    output logic        mcu_ready_o,
    input  logic        mcu_write_i,
    input  logic [15:0] mcu_addr_i,
    input  logic [31:0] mcu_wdata_i,
    // State
    // The MCU runs; a reset is under way; counters are copied
    input  logic        mcu_run_i,
    input  logic        resetting_i,
    input  logic        perf_busy_i,
    // To the register blocks
    // An access of one cycle; by_host: of the host, else of the MCU
    output logic        reg_valid_o,
    output logic        reg_write_o,
    output logic        reg_by_host_o,
    output logic [15:0] reg_addr_o,
    output logic [31:0] reg_wdata_o
);

  // own: the host may write it while the MCU runs. dropped: it may not. go: chosen now.
  logic host_own, host_dropped, host_go, mcu_go;
  logic host_always;  // answered during a reset too
  assign host_always = host_write_i ? host_addr_i == smgpu_regs_pkg::HOST_RESET
      : host_addr_i[15:9] == '0;
  assign host_own = host_addr_i == smgpu_regs_pkg::HOST_MEMORY ||
      host_addr_i == smgpu_regs_pkg::HOST_RESET || host_addr_i == smgpu_regs_pkg::MCU_CTRL ||
                    host_addr_i == smgpu_regs_pkg::MCU_RESET_VECTOR ||
                        host_addr_i[15:4] == smgpu_regs_pkg::HOST_SCRATCH[15:4];
  assign host_dropped = host_write_i && mcu_run_i && !host_own;

  assign host_go = host_valid_i && (!resetting_i || host_always) &&
      !(perf_busy_i && host_addr_i[15]);
  assign mcu_go  = mcu_valid_i && !resetting_i && !(perf_busy_i && mcu_addr_i[15]) && !host_go;

  logic host_q, mcu_q, dropped_q;  // an access is made
  assign host_ready_o  = host_q;
  assign mcu_ready_o   = mcu_q;
  assign reg_valid_o   = (host_q && !dropped_q) || mcu_q;
  assign reg_by_host_o = host_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) {host_q, mcu_q} <= '0;
    else {host_q, mcu_q} <= {host_go, mcu_go} & {2{!host_q && !mcu_q}};
    dropped_q   <= host_dropped;
    reg_write_o <= host_go ? host_write_i : mcu_write_i;
    reg_addr_o  <= host_go ? {host_addr_i[15:2], 2'b0} : {mcu_addr_i[15:2], 2'b0};
    reg_wdata_o <= host_go ? host_wdata_i : mcu_wdata_i;
  end

`ifdef VERILATOR
  // The port still asks for what is made. (An MCU that has just been reset asks for nothing.)
  always_ff @(posedge clk_i)
    if (rst_ni && ((host_q && !(host_valid_i && host_write_i == reg_write_o &&
        host_addr_i[15:2] == reg_addr_o[15:2])) ||
                   (mcu_q && mcu_valid_i && !(mcu_write_i == reg_write_o &&
                       mcu_addr_i[15:2] == reg_addr_o[15:2]))))
      $fatal(1, "card_bus: a port changed its access");
`endif

  logic unused_addr;
  assign unused_addr = ^{host_addr_i[1:0], mcu_addr_i[1:0]};

endmodule
