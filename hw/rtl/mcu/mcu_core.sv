// SPDX-License-Identifier: MIT
// Control core: RV32IM_Zicsr, machine mode only.
// - one instruction at a time; ALU instructions and branches take one cycle, because the next fetch goes out while they execute
// - TCM loads and stores two cycles, products three, register and DRAM accesses until they are answered
// - one external interrupt; wfi sleeps until it is enabled in mie and pending, whatever mstatus.MIE says
// - an exception while one is being handled (before mret) locks the core up, visibly

module mcu_core (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        run_i,           // 0 holds the core in reset
    input  logic [31:0] reset_vector_i,  // TCM offset
    input  logic        irq_i,
    output logic        sleeping_o,
    output logic        locked_up_o,
    output logic [31:0] pc_o,
    output logic        retired_o,
    // TCM, data in the next cycle
    output logic        tcm_en_o,
    output logic [3:0]  tcm_we_o,
    output logic [smgpu_pkg::TcmW-1:0] tcm_addr_o,
    output logic [31:0] tcm_wdata_o,
    input  logic [31:0] tcm_rdata_i,
    // Everything else: valid until ready; rdata with ready
    output logic        bus_valid_o,
    output logic        bus_write_o,
    output logic        bus_dram_o,      // 0: registers
    output logic [29:0] bus_addr_o,      // byte address in the region
    output logic [3:0]  bus_be_o,
    output logic [31:0] bus_wdata_o,
    input  logic        bus_ready_i,
    input  logic        bus_error_i,
    input  logic [31:0] bus_rdata_i
);

  typedef enum logic [2:0] {StFetch, StExec, StLoad, StBus, StMul, StSleep, StLocked} state_e;
  state_e      state_q, state_d;
  localparam int unsigned TW = smgpu_pkg::TcmW;
  localparam logic [31:TW] TcmBase = (32 - TW)'(32'h10000000 >> TW);
  logic [31:0] pc_q, pc_d;
  logic [31:0] insn_q;          // of a multi-cycle instruction
  logic [31:0] addr_q;

  // ---- Decode
  logic [31:0] insn;
  assign insn = (state_q == StExec) ? tcm_rdata_i : insn_q;
  logic [6:0] opcode;
  logic [2:0] funct3;
  logic [6:0] funct7;
  assign opcode = insn[6:0];
  assign funct3 = insn[14:12];
  assign funct7 = insn[31:25];

  logic is_lui, is_auipc, is_jal, is_jalr, is_branch, is_load, is_store, is_imm, is_op, is_mul, is_fence, is_system;
  assign is_lui    = opcode == 7'h37;
  assign is_auipc  = opcode == 7'h17;
  assign is_jal    = opcode == 7'h6f;
  assign is_jalr   = opcode == 7'h67 && funct3 == 3'd0;
  assign is_branch = opcode == 7'h63 && funct3[2:1] != 2'b01;
  assign is_load   = opcode == 7'h03 && (funct3[1:0] != 2'd3) && (funct3 != 3'd6);
  assign is_store  = opcode == 7'h23 && funct3 < 3'd3;
  assign is_imm    = opcode == 7'h13 && (funct3 == 3'd1 ? funct7 == '0 : funct3 == 3'd5 ? (funct7 & 7'h5f) == '0 : 1'b1);
  assign is_op     = opcode == 7'h33 && (funct7 == '0 || (funct7 == 7'h20 && (funct3 == 3'd0 || funct3 == 3'd5)));
  assign is_mul    = opcode == 7'h33 && funct7 == 7'h01;
  assign is_fence  = opcode == 7'h0f;
  assign is_system = opcode == 7'h73;

  logic is_csr, is_ecall, is_ebreak, is_mret, is_wfi;
  assign is_csr    = is_system && funct3[1:0] != 2'd0;
  assign is_ecall  = insn == 32'h00000073;
  assign is_ebreak = insn == 32'h00100073;
  assign is_mret   = insn == 32'h30200073;
  assign is_wfi    = insn == 32'h10500073;

  logic [31:0] imm_i, imm_s, imm_b, imm_u, imm_j;
  assign imm_i = {{20{insn[31]}}, insn[31:20]};
  assign imm_s = {{20{insn[31]}}, insn[31:25], insn[11:7]};
  assign imm_b = {{20{insn[31]}}, insn[7], insn[30:25], insn[11:8], 1'b0};
  assign imm_u = {insn[31:12], 12'b0};
  assign imm_j = {{12{insn[31]}}, insn[19:12], insn[20], insn[30:21], 1'b0};

  // ---- Registers
  logic [31:0] regs[32];
  logic [31:0] rs1, rs2;
  assign rs1 = (insn[19:15] == '0) ? '0 : regs[insn[19:15]];
  assign rs2 = (insn[24:20] == '0) ? '0 : regs[insn[24:20]];
  logic        rd_we;
  logic [31:0] rd_data;
  always_ff @(posedge clk_i) if (rd_we && insn[11:7] != '0) regs[insn[11:7]] <= rd_data;

  // ---- Execute
  logic [31:0] alu_b, alu_result;
  logic        eq, lt, ltu, taken;
  assign alu_b = (is_op || is_branch) ? rs2 : imm_i;
  mcu_alu u_alu (
      .funct3_i(funct3),
      .alt_i   (insn[30] & (is_op | (funct3 == 3'd5))),
      .a_i     (rs1),
      .b_i     (alu_b),
      .result_o(alu_result),
      .eq_o    (eq),
      .lt_o    (lt),
      .ltu_o   (ltu)
  );
  always_comb begin
    unique case (funct3[2:1])
      2'd0:    taken = eq;
      2'd2:    taken = lt;
      default: taken = ltu;
    endcase
    taken = taken ^ funct3[0];
  end

  logic        mul_done, mul_start;
  logic [31:0] mul_result;
  mcu_muldiv u_muldiv (
      .clk_i,
      .rst_ni  (rst_ni & run_i),
      .start_i (mul_start),
      .funct3_i(funct3),
      .a_i     (rs1),
      .b_i     (rs2),
      .done_o  (mul_done),
      .result_o(mul_result)
  );

  // ---- Addresses
  logic [31:0] mem_addr;
  assign mem_addr = rs1 + (is_store ? imm_s : imm_i);
  logic at_tcm, at_regs, at_dram, misaligned;
  assign at_tcm  = mem_addr[31:TW] == TcmBase;
  assign at_regs = mem_addr[31:16] == 16'h2000 && funct3[1:0] == 2'd2;
  assign at_dram = mem_addr[31:30] == 2'b01;
  assign misaligned = (funct3[1:0] == 2'd1 && mem_addr[0]) || (funct3[1:0] == 2'd2 && mem_addr[1:0] != '0);

  logic [3:0]  st_be;
  logic [31:0] st_data;
  always_comb begin
    unique case (funct3[1:0])
      2'd0:    begin st_be = 4'b0001 << mem_addr[1:0]; st_data = {4{rs2[7:0]}}; end
      2'd1:    begin st_be = 4'b0011 << mem_addr[1:0]; st_data = {2{rs2[15:0]}}; end
      default: begin st_be = 4'b1111; st_data = rs2; end
    endcase
  end

  logic [31:0] ld_word, ld_shifted, ld_data;
  assign ld_word    = (state_q == StBus) ? bus_rdata_i : tcm_rdata_i;
  assign ld_shifted = ld_word >> {addr_q[1:0], 3'b0};
  always_comb begin
    unique case (funct3)
      3'd0:    ld_data = {{24{ld_shifted[7]}}, ld_shifted[7:0]};
      3'd1:    ld_data = {{16{ld_shifted[15]}}, ld_shifted[15:0]};
      3'd4:    ld_data = {24'b0, ld_shifted[7:0]};
      3'd5:    ld_data = {16'b0, ld_shifted[15:0]};
      default: ld_data = ld_shifted;
    endcase
  end

  // ---- Traps and CSRs
  logic        trap, irq_taken, csr_ok, csr_we;
  logic [31:0] trap_cause, trap_value, csr_rdata, csr_wdata, trap_vector, mepc;
  logic        in_trap, mie_enabled, irq_wakes;
  logic        leave_trap;
  mcu_csr u_csr (
      .clk_i,
      .rst_ni       (rst_ni & run_i),
      .irq_i,
      .addr_i       (insn[31:20]),
      .ok_o         (csr_ok),
      .rdata_o      (csr_rdata),
      .we_i         (csr_we),
      .wdata_i      (csr_wdata),
      .trap_i       (trap | irq_taken),
      .trap_irq_i   (irq_taken),
      .trap_cause_i (irq_taken ? 32'h8000000b : trap_cause),
      .trap_pc_i    (pc_q),
      .trap_value_i (irq_taken ? '0 : trap_value),
      .mret_i       (leave_trap),
      .retired_i    (retired_o),
      .vector_o     (trap_vector),
      .mepc_o       (mepc),
      .in_trap_o    (in_trap),
      .irq_enabled_o(mie_enabled),
      .irq_wakes_o  (irq_wakes)
  );
  logic [31:0] csr_operand;
  assign csr_operand = funct3[2] ? {27'b0, insn[19:15]} : rs1;
  always_comb begin
    unique case (funct3[1:0])
      2'd1:    csr_wdata = csr_operand;
      2'd2:    csr_wdata = csr_rdata | csr_operand;
      default: csr_wdata = csr_rdata & ~csr_operand;
    endcase
  end
  logic csr_writes, csr_legal;
  assign csr_writes = funct3[1:0] == 2'd1 || insn[19:15] != '0;
  assign csr_legal  = csr_ok && !(csr_writes && insn[31:30] == 2'b11);

  logic pc_ok;
  assign pc_ok = pc_q[31:TW] == TcmBase;

  // ---- Control
  logic [31:0] next_pc;
  always_comb begin
    state_d    = state_q;
    pc_d       = pc_q;
    next_pc    = pc_q + 32'd4;
    rd_we      = 1'b0;
    rd_data    = alu_result;
    trap       = 1'b0;
    trap_cause = 32'd2;
    trap_value = insn;
    irq_taken  = 1'b0;
    csr_we     = 1'b0;
    leave_trap = 1'b0;
    mul_start  = 1'b0;
    retired_o  = 1'b0;
    tcm_we_o   = '0;
    tcm_en_o   = 1'b0;
    tcm_addr_o = pc_q[TW-1:0];

    unique case (state_q)
      StFetch: begin
        tcm_en_o = 1'b1;
        state_d  = StExec;
      end
      StExec: begin
        if (mie_enabled && irq_i) begin
          irq_taken = 1'b1;
        end else if (!pc_ok || pc_q[1:0] != '0) begin
          trap       = 1'b1;
          trap_cause = pc_ok ? 32'd0 : 32'd1;
          trap_value = pc_q;
        end else if (is_lui || is_auipc || is_imm || is_op) begin
          rd_we     = 1'b1;
          rd_data   = is_lui ? imm_u : is_auipc ? pc_q + imm_u : alu_result;
          retired_o = 1'b1;
        end else if (is_jal || is_jalr) begin
          rd_we     = 1'b1;
          rd_data   = pc_q + 32'd4;
          next_pc   = is_jal ? pc_q + imm_j : {mem_addr[31:1], 1'b0};
          retired_o = 1'b1;
        end else if (is_branch) begin
          if (taken) next_pc = pc_q + imm_b;
          retired_o = 1'b1;
        end else if (is_load || is_store) begin
          if (misaligned || !(at_tcm || at_regs || at_dram)) begin
            trap       = 1'b1;
            trap_cause = {28'b0, 1'b0, 1'b1, is_store, ~misaligned};  // 4 5 loads, 6 7 stores
            trap_value = mem_addr;
          end else if (at_tcm) begin
            tcm_en_o   = 1'b1;
            tcm_addr_o = mem_addr[TW-1:0];
            tcm_we_o   = is_store ? st_be : '0;
            state_d    = is_store ? StFetch : StLoad;
            if (is_store) begin
              pc_d      = next_pc;
              retired_o = 1'b1;
            end
          end else begin
            state_d = StBus;
          end
        end else if (is_mul) begin
          mul_start = 1'b1;
          state_d   = StMul;
        end else if (is_csr && csr_legal) begin
          rd_we     = 1'b1;
          rd_data   = csr_rdata;
          csr_we    = csr_writes;
          retired_o = 1'b1;
        end else if (is_mret) begin
          leave_trap = 1'b1;
          next_pc    = mepc;
          retired_o  = 1'b1;
        end else if (is_wfi) begin
          retired_o = 1'b1;
          state_d   = StSleep;
          pc_d      = next_pc;
        end else if (is_fence) begin
          retired_o = 1'b1;
        end else begin
          trap       = 1'b1;
          trap_cause = is_ecall ? 32'd11 : is_ebreak ? 32'd3 : 32'd2;
          trap_value = (is_ecall || is_ebreak) ? '0 : insn;
        end
        // The common case: fetch what follows in the same cycle.
        if (state_d == StExec) begin
          pc_d       = (trap || irq_taken) ? trap_vector : next_pc;
          tcm_en_o   = 1'b1;
          tcm_addr_o = pc_d[TW-1:0];
          if (trap && in_trap) state_d = StLocked;
        end
      end
      StLoad: begin
        rd_we      = 1'b1;
        rd_data    = ld_data;
        retired_o  = 1'b1;
        pc_d       = next_pc;
        tcm_en_o   = 1'b1;
        tcm_addr_o = next_pc[TW-1:0];
        state_d    = StExec;
      end
      StBus: begin
        rd_data = ld_data;
        if (bus_ready_i) begin
          state_d = StFetch;
          if (bus_error_i) begin
            trap       = 1'b1;
            trap_cause = is_store ? 32'd7 : 32'd5;
            trap_value = addr_q;
            pc_d       = trap_vector;
            if (in_trap) state_d = StLocked;
          end else begin
            rd_we     = is_load;
            retired_o = 1'b1;
            pc_d      = next_pc;
          end
        end
      end
      StMul: begin
        rd_data = mul_result;
        if (mul_done) begin
          rd_we      = 1'b1;
          retired_o  = 1'b1;
          pc_d       = next_pc;
          tcm_en_o   = 1'b1;
          tcm_addr_o = next_pc[TW-1:0];
          state_d    = StExec;
        end
      end
      StSleep: if (irq_wakes) state_d = StFetch;
      default: ;  // StLocked
    endcase
  end

  assign tcm_wdata_o = st_data;
  assign bus_valid_o = state_q == StBus;
  assign bus_write_o = is_store;
  assign bus_dram_o  = addr_q[31:30] == 2'b01;
  assign bus_addr_o  = bus_dram_o ? addr_q[29:0] : {14'b0, addr_q[15:0]};
  assign sleeping_o  = state_q == StSleep;
  assign locked_up_o = state_q == StLocked;
  assign pc_o        = pc_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !run_i) begin
      state_q <= StFetch;
      pc_q    <= 32'h10000000 + reset_vector_i;
    end else begin
      state_q <= state_d;
      pc_q    <= pc_d;
      if (state_q == StExec) begin
        insn_q      <= insn;
        addr_q      <= mem_addr;
        bus_be_o    <= st_be;
        bus_wdata_o <= st_data;
      end
    end
  end

endmodule
