// SPDX-License-Identifier: MIT
// What the control core does in each cycle, for profiles of its firmware: rtl_mcu in pins.h.
module mcu_watch (
    input logic        clk_i,
    input logic        alive_i,
    input logic [31:0] pc_i,        // of the oldest instruction that is not done
    input logic        retired_i,
    input logic        stalled_i,   // it waits for the bus
    input logic        sleeping_i,
    input logic        read_i,      // a register is read
    input logic [15:0] addr_i,
    input logic [31:0] rdata_i
);
  import "DPI-C" function void rtl_mcu_cycle(input int unsigned pc, input int unsigned what,
      input int unsigned addr, input int unsigned data);

  always_ff @(posedge clk_i)
    if (alive_i)
      rtl_mcu_cycle(pc_i, {28'b0, read_i, sleeping_i, stalled_i, retired_i}, {16'b0, addr_i},
          rdata_i);
endmodule

bind mcu_core mcu_watch u_watch (
    .clk_i,
    .alive_i   (alive),
    .pc_i      (m_valid_q ? m_pc_q : e_valid_q ? e_pc_q : d_pc),
    .retired_i (retired_o),
    .stalled_i (m_access && m_stall),
    .sleeping_i(sleeping_o),
    .read_i    (bus_valid_o && !bus_write_o && !bus_dram_o && bus_ready_i),
    .addr_i    (bus_addr_o[15:0]),
    .rdata_i   (bus_rdata_i)
);
