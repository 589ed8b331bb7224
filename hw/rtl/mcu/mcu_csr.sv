// SPDX-License-Identifier: MIT
// Machine-mode CSRs of the control core: the trap state, one external interrupt, and two counters.

module mcu_csr (
    input  logic        clk_i,
    input  logic        rst_ni,
    // The external interrupt, as mip shows it: a level.
    input  logic        irq_i,
    // Access by an instruction; reads are combinational. Whether there is such a CSR is asked a
    // stage earlier.
    input  logic [11:0] asked_i,
    output logic        known_o,
    input  logic [11:0] addr_i,
    output logic [31:0] rdata_o,
    // The write of a CSR instruction, to addr_i: one cycle, and never with trap_i.
    input  logic        we_i,
    input  logic [31:0] wdata_i,
    // Events, each a pulse. A trap comes with what mcause, mepc and mtval take over.
    input  logic        trap_i,
    input  logic        trap_irq_i,     // the trap is the interrupt
    input  logic [31:0] trap_cause_i,
    input  logic [31:0] trap_pc_i,
    input  logic [31:0] trap_value_i,
    input  logic        mret_i,
    // The instruction that retires in this cycle, for minstret.
    input  logic        retired_i,
    // State: where a trap goes on, and where mret does.
    output logic [31:0] vector_o,
    output logic [31:0] mepc_o,
    output logic        in_trap_o,      // an exception is being handled
    output logic        irq_enabled_o,  // mstatus.MIE and mie.MEIE
    // An enabled interrupt is pending: it ends wfi, whatever mstatus.MIE says.
    output logic        irq_wakes_o
);

  // mstatus.MIE and MPIE, mie.MEIE. in_trap_q: an exception was taken since the last mret.
  logic        mie_q, mpie_q, meie_q, in_trap_q;
  // The CSRs of these names. The low two bits of mepc and mtvec are 0: code is words, mtvec direct.
  logic [31:0] mtvec_q, mepc_q, mcause_q, mtval_q, mscratch_q;
  // mcycle and minstret.
  logic [63:0] cycle_q, instret_q;

  always_comb begin
    unique case (addr_i)
      // mstatus shows machine mode in MPP, as there is no other mode.
      12'h300: rdata_o = {19'b0, 2'b11, 3'b0, mpie_q, 3'b0, mie_q, 3'b0};
      12'h301: rdata_o = 32'h40001100;  // RV32IM
      12'h304: rdata_o = {20'b0, meie_q, 11'b0};
      12'h305: rdata_o = mtvec_q;
      12'h340: rdata_o = mscratch_q;
      12'h341: rdata_o = mepc_q;
      12'h342: rdata_o = mcause_q;
      12'h343: rdata_o = mtval_q;
      12'h344: rdata_o = {20'b0, irq_i, 11'b0};
      12'hb00: rdata_o = cycle_q[31:0];
      12'hb80: rdata_o = cycle_q[63:32];
      12'hb02: rdata_o = instret_q[31:0];
      12'hb82: rdata_o = instret_q[63:32];
      default: rdata_o = '0;            // mhartid
    endcase
  end

  // The CSRs that are there; another address is an illegal instruction.
  always_comb begin
    unique case (asked_i)
      12'h300, 12'h301, 12'h304, 12'h305, 12'h340, 12'h341, 12'h342, 12'h343, 12'h344, 12'hb00,
          12'hb80, 12'hb02, 12'hb82, 12'hf14:
        known_o = 1'b1;
      default: known_o = 1'b0;
    endcase
  end

  assign vector_o      = mtvec_q;
  assign mepc_o        = mepc_q;
  assign in_trap_o     = in_trap_q;
  assign irq_enabled_o = mie_q & meie_q;
  assign irq_wakes_o   = irq_i & meie_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      mie_q     <= 1'b0;
      mpie_q    <= 1'b0;
      meie_q    <= 1'b0;
      in_trap_q <= 1'b0;
      mtvec_q   <= '0;
      mepc_q    <= '0;
      mcause_q  <= '0;
      mtval_q   <= '0;
      mscratch_q <= '0;
      cycle_q   <= '0;
      instret_q <= '0;
    end else begin
      cycle_q <= cycle_q + 64'd1;
      if (retired_i) instret_q <= instret_q + 64'd1;
      // At most one of the three: a trap and mret flush what is younger.
      if (trap_i) begin
        mpie_q    <= mie_q;
        mie_q     <= 1'b0;
        mepc_q    <= trap_pc_i;
        mcause_q  <= trap_cause_i;
        mtval_q   <= trap_value_i;
        in_trap_q <= in_trap_q | ~trap_irq_i;
      // mret restores the enable, and an exception may come again without a lock-up.
      end else if (mret_i) begin
        mie_q     <= mpie_q;
        mpie_q    <= 1'b1;
        in_trap_q <= 1'b0;
      end else if (we_i) begin
        unique case (addr_i)
          12'h300: begin
            mie_q  <= wdata_i[3];
            mpie_q <= wdata_i[7];
          end
          12'h304: meie_q     <= wdata_i[11];
          12'h305: mtvec_q    <= {wdata_i[31:2], 2'b0};
          12'h340: mscratch_q <= wdata_i;
          12'h341: mepc_q     <= {wdata_i[31:2], 2'b0};
          12'h342: mcause_q   <= wdata_i;
          12'h343: mtval_q    <= wdata_i;
          // A write of a counter replaces one half; the other half still counts.
          12'hb00: cycle_q[31:0]    <= wdata_i;
          12'hb80: cycle_q[63:32]   <= wdata_i;
          12'hb02: instret_q[31:0]  <= wdata_i;
          12'hb82: instret_q[63:32] <= wdata_i;
          default: ;
        endcase
      end
    end
  end

endmodule
