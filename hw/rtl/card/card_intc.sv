// SPDX-License-Identifier: MIT
// Interrupt controller of the MCU and the doorbells: latest value and a pending bit for each
// channel, never a queue.

/* verilator lint_off UNUSEDSIGNAL */
module card_intc (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        rst_dma_ni,      // clears what the engines have raised
    // Registers: read data in the next cycle, 0 if not addressed
    input  logic        reg_valid_i,
    input  logic        reg_write_i,
    // An offset in BAR0
    input  logic [15:0] reg_addr_i,
    input  logic [31:0] reg_wdata_i,
    output logic [31:0] reg_rdata_o,
    // Sources
    // A doorbell of BAR0: a channel and the value written
    input  logic        ring_i,
    input  logic [5:0]  ring_channel_i,
    input  logic [31:0] ring_value_i,
    // Sources of interrupts: pulses of the engines; the others stay as long as they have cause
    input  logic [1:0]  dma_done_i,
    input  logic        launch_event_i,
    input  logic        trap_i,
    input  logic        bell_i,
    // The timer compares with this
    input  logic [63:0] timebase_i,
    // To the MCU
    output logic        irq_o,
    output logic        timer_armed_o,   // for a simulation that is idle
    output logic [63:0] timer_o
);

  // pending_q: a channel has rung; the firmware clears it. timer_q: all ones is off.
  logic [63:0] pending_q, timer_q;
  // The value that each channel rang with last
  // A channel's value has no reset: it means something after a ring.
  logic [31:0] value_q[64];
  logic [31:0] value_data_q;
  // An engine has ended a transfer; DMA_ACK clears it
  logic [1:0]  dma_q;
  // Bits of both: doorbells, DMA engines, launcher, traps, timer, bells
  logic [6:0]  enable_q, pending;
  // timer_due_q: the timer's time has come
  logic        sel, we, timer_due_q;

  assign sel     = reg_valid_i && reg_addr_i[15:9] == smgpu_regs_pkg::INTC_BASE[15:9];
  assign we      = sel && reg_write_i;
  assign pending = {bell_i, timer_due_q, trap_i, launch_event_i, dma_q, |pending_q};
  assign irq_o   = |(pending & enable_q);
  assign timer_o = timer_q;
  // A timer whose interrupt is not enabled wakes nobody.
  assign timer_armed_o = timer_q != '1 && enable_q[5];

  always_ff @(posedge clk_i) begin
    // A later ring takes the place of an earlier value.
    if (ring_i) value_q[ring_channel_i] <= ring_value_i;
    value_data_q <= value_q[reg_addr_i[7:2]];
  end

  always_ff @(posedge clk_i) begin
    timer_due_q <= timebase_i >= timer_q;
    if (!rst_ni) begin
      pending_q   <= '0;
      dma_q       <= '0;
      enable_q    <= '0;
      timer_q     <= '1;
      timer_due_q <= 1'b0;
    end else begin
      if (we && reg_addr_i == smgpu_regs_pkg::INTC_ENABLE) enable_q <= reg_wdata_i[6:0];
      // With a new half of its time the timer is not due until it has been compared.
      if (we && reg_addr_i == smgpu_regs_pkg::INTC_TIMER_LO) begin
        timer_q[31:0] <= reg_wdata_i;
        timer_due_q   <= 1'b0;
      end
      if (we && reg_addr_i == smgpu_regs_pkg::INTC_TIMER_HI) begin
        timer_q[63:32] <= reg_wdata_i;
        timer_due_q    <= 1'b0;
      end
      if (we && reg_addr_i == smgpu_regs_pkg::INTC_DMA_ACK)
        dma_q <= (dma_q & ~reg_wdata_i[2:1]) | dma_done_i;
      else dma_q <= dma_q | dma_done_i;
      if (!rst_dma_ni) dma_q <= '0;
      if (we && reg_addr_i == smgpu_regs_pkg::INTC_DB_PENDING)
        pending_q[31:0] <= pending_q[31:0] & ~reg_wdata_i;
      if (we && reg_addr_i == smgpu_regs_pkg::INTC_DB_PENDING + 16'd4)
        pending_q[63:32] <= pending_q[63:32] & ~reg_wdata_i;
      // A ring in the cycle of a clear stays pending.
      if (ring_i) pending_q[ring_channel_i] <= 1'b1;
    end
  end

  logic [31:0] rdata_q;
  logic        from_value_q;
  always_ff @(posedge clk_i) begin
    rdata_q      <= '0;
    from_value_q <= sel && reg_addr_i[8];
    if (sel)
      unique case (reg_addr_i)
        smgpu_regs_pkg::INTC_PENDING:  rdata_q <= {25'b0, pending};
        smgpu_regs_pkg::INTC_ENABLE:   rdata_q <= {25'b0, enable_q};
        smgpu_regs_pkg::INTC_TIMER_LO: rdata_q <= timer_q[31:0];
        smgpu_regs_pkg::INTC_TIMER_HI: rdata_q <= timer_q[63:32];
        smgpu_regs_pkg::INTC_DB_PENDING: rdata_q <= pending_q[31:0];
        smgpu_regs_pkg::INTC_DB_PENDING + 16'd4: rdata_q <= pending_q[63:32];
        default: ;
      endcase
  end
  assign reg_rdata_o = from_value_q ? value_data_q : rdata_q;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
