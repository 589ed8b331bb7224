// SPDX-License-Identifier: MIT
// Control core: RV32IM_Zicsr, machine mode only, four stages: fetch (mcu_fetch), decode
// (mcu_decode), execute, memory (mcu_load). Documentation/hardware/mcu.rst has the stages.
// - register writes are posted: the core goes on, and the next access waits for them; all others
//   are waited for in the memory stage
// - CSR instructions, mret and wfi go through an empty pipeline with no write under way
// - one external interrupt; wfi sleeps until it is enabled in mie and pending, whatever mstatus.MIE
//   says
// - an exception while one is being handled (before mret) locks the core up, visibly

module mcu_core (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        run_i,           // 0 holds the core in reset
    input  logic [31:0] reset_vector_i,  // TCM offset
    // The external interrupt: a level, registered before use.
    input  logic        irq_i,
    // For registers and counters. A core that sleeps has wfi in the memory stage.
    output logic        sleeping_o,
    output logic        locked_up_o,
    output logic [31:0] pc_o,            // of the last instruction in execute
    output logic        retired_o,
    // TCM, instructions: data in the next cycle, always read
    output logic [smgpu_hw_pkg::TcmFetchW-1:0] fetch_addr_o,
    input  logic [31:0] fetch_rdata_i,
    // TCM, data: always served, data in the next cycle
    output logic        data_en_o,
    output logic [3:0]  data_we_o,
    output logic [smgpu_hw_pkg::TcmW-1:0] data_addr_o,
    output logic [31:0] data_wdata_o,
    input  logic [31:0] data_low_i,      // of the part with instructions, and of the other
    input  logic [31:0] data_high_i,
    // Everything else: valid until posted (register writes) or ready (all others); rdata and error
    // with ready. The byte that is addressed is the lowest of rdata.
    output logic        bus_valid_o,
    output logic        bus_write_o,
    output logic        bus_dram_o,      // 0: registers
    output logic [29:0] bus_addr_o,      // byte address in the region
    output logic [3:0]  bus_be_o,
    output logic [31:0] bus_wdata_o,
    input  logic        bus_posted_i,
    input  logic        bus_ready_i,
    input  logic        bus_error_i,
    input  logic [31:0] bus_rdata_i
);

  // TW: bits of an offset in the TCM. FW: of one in its first part, which has the instructions.
  localparam int unsigned TW = smgpu_hw_pkg::TcmW;
  localparam logic [31:TW] TcmBase = (32 - TW)'(smgpu_hw_pkg::McuTcm >> TW);
  localparam int unsigned FW = smgpu_hw_pkg::TcmFetchW;
  localparam logic [31:FW] FetchBase = (32 - FW)'(smgpu_hw_pkg::McuTcm >> FW);
  // mcause: codes of exceptions. EcallM is also the code of the external interrupt.
  localparam logic [3:0] JumpMisaligned = 4'd0, FetchFault = 4'd1, Illegal = 4'd2,
      Breakpoint = 4'd3, LoadFault = 4'd5, StoreFault = 4'd7,
                         EcallM = 4'd11;

  // 0: the core is in reset.
  logic alive;
  assign alive = rst_ni && run_i;

  // ---- What moves, and what is thrown away
  logic d_go;         // decode -> execute
  logic e_go;         // execute -> memory
  logic m_stall;      // memory stage waits, and all before it
  // the memory stage goes on elsewhere than fetch did (trap, mret, unforeseen jump): nothing
  // younger lives
  logic m_flush;
  logic [31:0] m_next;

  // ==== Fetch
  // The instruction in decode, and that fetch has followed it as a branch or jump that is taken.
  // Only in the first cycle out of reset there is none.
  logic        d_valid, d_hit;
  logic [31:0] d_pc, d_insn;
  // m_address_q: the address of an access, the mtval of a trap, or where the program goes on.
  logic [31:0] m_pc_q, m_address_q;
  // A branch went elsewhere than fetch did: to m_address_q if it was taken
  logic        m_learn, m_learn_q, m_taken_q;
  mcu_fetch u_fetch (
      .clk_i,
      .rst_ni        (alive),
      .reset_vector_i,
      .fetch_addr_o,
      .fetch_rdata_i,
      .valid_o       (d_valid),
      .pc_o          (d_pc),
      .insn_o        (d_insn),
      .hit_o         (d_hit),
      .go_i          (d_go),
      .flush_i       (m_flush),
      .next_i        (m_next),
      .learn_i       (m_learn),
      .taken_i       (m_taken_q),
      .learn_pc_i    (m_pc_q[FW-1:0]),
      .learn_target_i(m_address_q[FW-1:0])
  );

  // ==== Decode
  // What the instruction in decode is (mcu_decode), and whether it is anything. d_uses: its
  // operands are registers.
  smgpu_pkg::mcu_insn_t d_is;
  logic        d_legal, d_uses1, d_uses2, csr_known, csr_writes;
  logic [2:0]  d_funct3;
  logic [4:0]  d_rs1, d_rs2, d_rd;
  // Immediates: of operand b, of an address, of what is relative to the pc
  logic [31:0] d_imm_b, d_offset, d_imm_target;
  assign d_funct3 = d_insn[14:12];
  assign d_rd     = d_insn[11:7];
  assign d_rs1    = d_insn[19:15];
  assign d_rs2    = d_insn[24:20];
  mcu_decode u_decode (
      .insn_i      (d_insn),
      .csr_known_i (csr_known),
      .is_o        (d_is),
      .legal_o     (d_legal),
      .csr_writes_o(csr_writes),
      .uses1_o     (d_uses1),
      .uses2_o     (d_uses2),
      .imm_b_o     (d_imm_b),
      .offset_o    (d_offset),
      .target_o    (d_imm_target)
  );

  logic d_alone;    // goes through an empty pipeline
  // d_irq: the interrupt comes instead of this instruction, which is fetched again after mret.
  logic d_pc_ok, d_irq, d_replay, d_does;
  // irq_q: the port, registered. It may trap (irq_enabled), or end wfi (irq_wakes).
  logic irq_q, irq_enabled, irq_wakes;
  assign d_alone = d_is.csr | d_is.mret | d_is.wfi;
  assign d_pc_ok = d_pc[31:FW] == FetchBase;
  assign d_irq   = irq_q & irq_enabled;
  // An old prediction for what is no branch: the instruction does nothing, and is fetched again
  // when the prediction is gone.
  assign d_replay = d_hit & ~(d_insn[6] & d_insn[5] & ~d_insn[4]);
  assign d_does  = d_pc_ok & ~d_irq & ~d_replay;  // the instruction does what it says

  logic [3:0]  d_cause;
  logic [31:0] d_value;  // mtval
  assign d_cause = d_irq ? EcallM : !d_pc_ok ? FetchFault : d_is.ecall ? EcallM : d_is.ebreak
      ? Breakpoint : Illegal;
  assign d_value = d_irq ? '0 : (!d_pc_ok || d_replay || d_is.ebreak) ? d_pc : d_is.ecall ? '0
      : d_insn;

  // Operand a: a register or 0. Operand b: a register or an immediate. The third one is added to a
  // for an address, or is the value of a trap.
  logic [31:0] d_imm_address;
  assign d_imm_address = !d_does || !(d_is.load || d_is.store || d_is.jalr) ? d_value : d_offset;

  // ---- Registers, and results that are on their way to them
  logic [31:0] regs[32];
  logic [31:0] d_reg1, d_reg2, d_a, d_b, e_alu, m_result;
  logic [4:0]  e_rd_q, m_rd_q;
  // A stage has an instruction; it writes a register. e_late_q: the result is not that of the ALU.
  logic        e_valid_q, e_writes_q, e_late_q, m_valid_q, m_writes_q, m_we;
  assign d_reg1 = regs[d_rs1];
  assign d_reg2 = regs[d_rs2];
  always_ff @(posedge clk_i) if (m_we) regs[m_rd_q] <= m_result;

  // An operand of decode is the result of the instruction in execute, or of that in memory.
  logic e_hit1, e_hit2, m_hit1, m_hit2, d_hazard;
  assign e_hit1 = e_valid_q && e_writes_q && e_rd_q == d_rs1;
  assign e_hit2 = e_valid_q && e_writes_q && e_rd_q == d_rs2;
  assign m_hit1 = m_valid_q && m_writes_q && m_rd_q == d_rs1;
  assign m_hit2 = m_valid_q && m_writes_q && m_rd_q == d_rs2;
  // Selects are one-hot: a result that comes late passes one gate.
  assign d_a = ({32{e_hit1 & ~d_is.lui}} & e_alu) |
               ({32{m_hit1 & ~e_hit1 & ~d_is.lui}} & m_result) |
               ({32{~m_hit1 & ~e_hit1 & ~d_is.lui & (d_rs1 != '0)}} & d_reg1);
  assign d_b = ({32{e_hit2 & d_uses2}} & e_alu) | ({32{m_hit2 & ~e_hit2 & d_uses2}} & m_result) |
               ({32{~m_hit2 & ~e_hit2 & d_uses2 & (d_rs2 != '0)}} & d_reg2) |
                   ({32{~d_uses2}} & d_imm_b);

  logic e_alone_q, m_alone_q, posted_q, e_done;
  // Decode waits for a late result, for an empty pipeline, or behind an instruction that is alone.
  assign d_hazard = (e_late_q && ((d_uses1 && e_hit1) || (d_uses2 && e_hit2))) ||
                    (d_alone && (e_valid_q || m_valid_q || posted_q)) ||
                        (e_valid_q && e_alone_q) || (m_valid_q && m_alone_q);
  assign d_go = d_valid && !d_hazard && (!e_valid_q || e_done) && !m_stall && !m_flush;

  // ==== Execute
  // The decoded instruction: no later stage looks at its word.
  logic        e_sub_q, e_alt_q, e_unsigned_q;  // of the ALU
  logic        e_branch_q;
  logic        e_jal_q;
  logic        e_jalr_q;
  logic        e_load_q;
  logic        e_store_q;
  logic        e_mul_q;
  logic        e_csr_q, e_csr_writes_q;
  logic        e_auipc_q;
  logic        e_mret_q;
  logic        e_wfi_q;
  logic        e_trap_q, e_irq_q;               // it traps; that is the interrupt
  logic        e_hit_q, e_replay_q;             // d_hit, d_replay
  logic [2:0]  e_funct3_q, e_op_q;
  logic [3:0]  e_cause_q;
  logic [4:0]  e_rs1_q;
  logic [11:0] e_csr_addr_q;
  logic [31:0] e_pc_q, e_a_q, e_b_q, e_imm_q, e_target_q;

  always_ff @(posedge clk_i) begin
    if (!alive || m_flush) e_valid_q <= 1'b0;
    else if (d_go)         e_valid_q <= 1'b1;
    else if (e_go)         e_valid_q <= 1'b0;
    if (!e_valid_q || e_go) begin
      e_pc_q       <= d_pc;
      e_a_q        <= d_a;
      e_b_q        <= d_b;
      e_imm_q      <= d_imm_address;
      e_target_q   <= d_pc + d_imm_target;
      e_rd_q       <= d_rd;
      e_rs1_q      <= d_rs1;
      e_funct3_q   <= d_funct3;
      e_op_q       <= (d_is.imm | d_is.op) ? d_funct3 : '0;
      e_sub_q      <= d_is.branch | ((d_is.op | d_is.imm) & d_funct3[2:1] == 2'd1) |
          (d_is.op & d_insn[30]);
      e_alt_q      <= d_insn[30];
      e_unsigned_q <= d_is.branch ? d_funct3[1] : d_funct3[0];
      e_writes_q   <= (d_is.lui | d_is.auipc | d_is.jal | d_is.jalr | d_is.load | d_is.imm |
          d_is.op | d_is.mul | d_is.csr) & d_does & d_rd != '0;
      e_late_q     <= d_is.auipc | d_is.jal | d_is.jalr | d_is.load | d_is.mul | d_is.csr;
      e_branch_q   <= d_is.branch & d_does;
      e_jal_q      <= d_is.jal & d_does;
      e_jalr_q     <= d_is.jalr & d_does;
      e_auipc_q    <= d_is.auipc;
      e_load_q     <= d_is.load & d_does;
      e_store_q    <= d_is.store & d_does;
      e_mul_q      <= d_is.mul & d_does;
      e_csr_q      <= d_is.csr & d_does;
      e_csr_writes_q <= csr_writes;
      e_csr_addr_q <= d_insn[31:20];
      e_mret_q     <= d_is.mret & d_does;
      e_wfi_q      <= d_is.wfi & d_does;
      e_alone_q    <= d_alone & d_does;
      e_trap_q     <= d_irq | ~d_pc_ok | (~d_replay & ~d_legal);
      e_replay_q   <= d_replay;
      e_irq_q      <= d_irq;
      e_hit_q      <= d_hit;
      e_cause_q    <= d_cause;
    end
  end

  // e_goes: the program goes on at e_target_q. The target of jalr is e_address.
  logic e_eq, e_lt, e_taken, e_goes;
  mcu_alu u_alu (
      .funct3_i  (e_op_q),
      .alt_i     (e_alt_q),
      .subtract_i(e_sub_q),
      .unsigned_i(e_unsigned_q),
      .a_i       (e_a_q),
      .b_i       (e_b_q),
      .result_o  (e_alu),
      .eq_o      (e_eq),
      .lt_o      (e_lt)
  );
  assign e_taken = e_branch_q & ((e_funct3_q[2] ? e_lt : e_eq) ^ e_funct3_q[0]);
  assign e_goes  = e_jal_q | e_taken;

  logic        mul_done;
  logic [31:0] mul_result;
  mcu_muldiv u_muldiv (
      .clk_i,
      .rst_ni  (alive),
      .valid_i (e_valid_q & e_mul_q & ~m_flush),
      .funct3_i(e_funct3_q),
      .a_i     (e_a_q),
      .b_i     (e_b_q),
      .done_o  (mul_done),
      .take_i  (e_go),
      .result_o(mul_result)
  );

  // ---- Addresses
  logic [31:0] e_address;
  logic        e_mem, at_tcm, at_regs, at_dram, misaligned, e_mem_fault, e_jump_fault;
  assign e_address  = e_a_q + e_imm_q;
  assign e_mem      = e_load_q | e_store_q;
  assign at_tcm     = e_address[31:TW] == TcmBase;
  assign at_regs    = e_address[31:16] == smgpu_hw_pkg::McuRegs[31:16] &&
      e_funct3_q[1:0] == 2'd2;
  assign at_dram    = e_address[31:30] == 2'b01;
  assign misaligned = (e_funct3_q[1:0] == 2'd1 && e_address[0]) ||
      (e_funct3_q[1:0] == 2'd2 && e_address[1:0] != '0);
  assign e_mem_fault  = e_mem && (misaligned || !(at_tcm || at_regs || at_dram));
  assign e_jump_fault = (e_jalr_q && e_address[1]) || (e_goes && e_target_q[1]);

  logic e_moves;  // it would go on to the memory stage if it were done
  assign e_moves    = e_valid_q && !m_stall && !m_flush;
  // Decode has what fetch took to follow. With no hit that is the next word.
  logic        e_at_target, e_redirect;
  logic [31:0] e_pc4, e_next;
  assign e_at_target = e_hit_q && d_pc[FW-1:2] == e_target_q[FW-1:2] &&
      e_target_q[31:FW] == FetchBase;
  // jalr always redirects: its target is not predicted.
  assign e_redirect  = e_jalr_q || (e_goes ? !e_at_target : e_hit_q);
  assign e_pc4       = e_pc_q + 32'd4;
  assign e_next      = e_jalr_q ? {e_address[31:1], 1'b0} : e_goes ? e_target_q : e_pc4;

  // Byte enables of a store. The data are in every place that they can name.
  logic [3:0]  e_be;
  always_comb begin
    unique case (e_funct3_q[1:0])
      2'd0:    begin e_be = 4'b0001 << e_address[1:0]; data_wdata_o = {4{e_b_q[7:0]}}; end
      2'd1:    begin e_be = {{2{e_address[1]}}, {2{~e_address[1]}}}; data_wdata_o =
          {2{e_b_q[15:0]}}; end
      default: begin e_be = 4'b1111; data_wdata_o = e_b_q; end
    endcase
  end
  // The TCM is read for other addresses, too; nobody takes what comes then.
  assign data_en_o   = e_moves && e_mem;
  assign data_we_o   = (e_store_q && at_tcm && !misaligned) ? e_be : '0;
  assign data_addr_o = e_address[TW-1:0];

  // ---- CSRs: read in the first cycle, written in the second
  // csr_read_q: the first cycle is over, and csr_rdata_q has the CSR.
  logic        csr_read_q, csr_we, in_trap, locked_q, m_trap, m_irq_q, m_mret_q;
  logic [3:0]  m_cause;
  logic [31:0] csr_rdata, csr_rdata_q, csr_operand, csr_wdata, trap_vector, mepc;
  assign csr_operand = e_funct3_q[2] ? {27'b0, e_rs1_q} : e_a_q;
  always_comb begin
    unique case (e_funct3_q[1:0])
      2'd1:    csr_wdata = csr_operand;
      2'd2:    csr_wdata = csr_rdata_q | csr_operand;
      default: csr_wdata = csr_rdata_q & ~csr_operand;
    endcase
  end
  assign csr_we = e_go && e_csr_q && e_csr_writes_q;
  always_ff @(posedge clk_i) begin
    csr_rdata_q <= csr_rdata;
    csr_read_q  <= alive && e_valid_q && e_csr_q && !e_go;
    irq_q       <= irq_i;
  end
  mcu_csr u_csr (
      .clk_i,
      .rst_ni       (alive),
      .irq_i        (irq_q),
      .asked_i      (d_insn[31:20]),
      .known_o      (csr_known),
      .addr_i       (e_csr_addr_q),
      .rdata_o      (csr_rdata),
      .we_i         (csr_we),
      .wdata_i      (csr_wdata),
      .trap_i       (m_trap),
      .trap_irq_i   (m_irq_q),
      .trap_cause_i ({m_irq_q, 27'b0, m_cause}),
      .trap_pc_i    (m_pc_q),
      .trap_value_i (m_address_q),
      .mret_i       (m_valid_q && m_mret_q),
      .retired_i    (retired_o),
      .vector_o     (trap_vector),
      .mepc_o       (mepc),
      .in_trap_o    (in_trap),
      .irq_enabled_o(irq_enabled),
      .irq_wakes_o  (irq_wakes)
  );

  assign e_done = (!e_mul_q || mul_done) && (!e_csr_q || csr_read_q);
  assign e_go   = e_moves && e_done;

  // ==== Memory
  // m_redirect_q: the program goes on at m_address_q. m_replay_q: with this instruction again.
  logic        m_store_q, m_bus_q, m_wfi_q, m_trap_q, m_redirect_q, m_replay_q;
  logic [3:0]  m_be_q, m_cause_q;
  logic [31:0] m_alu_q, m_wdata_q;
  always_ff @(posedge clk_i) begin
    if (!alive)        m_valid_q <= 1'b0;
    else if (!m_stall) m_valid_q <= e_go;
    if (!m_stall) begin
      m_pc_q      <= e_pc_q;
      m_alu_q     <= e_mul_q ? mul_result : e_csr_q ? csr_rdata_q : e_auipc_q ? e_target_q
          : (e_jal_q | e_jalr_q) ? e_pc4 : e_alu;
      m_address_q <= (e_trap_q | e_replay_q) ? e_imm_q : e_mem ? e_address : e_next;
      m_wdata_q   <= data_wdata_o;
      m_be_q      <= e_be;
      m_rd_q      <= e_rd_q;
      m_writes_q  <= e_writes_q;
      m_store_q   <= e_store_q;
      m_bus_q     <= e_mem && !at_tcm && !e_mem_fault;
      m_wfi_q     <= e_wfi_q;
      m_mret_q    <= e_mret_q;
      m_alone_q   <= e_alone_q;
      m_irq_q     <= e_irq_q;
      m_redirect_q <= e_redirect;
      m_replay_q  <= e_replay_q;
      // A wrong prediction is learnt, also that there is no branch.
      m_learn_q   <= e_redirect && !e_jalr_q;
      m_taken_q   <= e_goes && e_target_q[31:FW] == FetchBase;
      m_trap_q    <= e_trap_q | e_mem_fault | e_jump_fault;
      // 4 to 7: load or store, misaligned or a fault.
      m_cause_q   <= e_trap_q ? e_cause_q : e_mem ? {2'b01, e_store_q, ~misaligned}
          : JumpMisaligned;
    end
  end

  // ---- Result: the ALU's, or what a load brings
  mcu_load u_load (
      .clk_i,
      .stall_i (m_stall),
      .load_i  (e_load_q),
      .tcm_i   (at_tcm),
      .upper_i (e_address[TW-1:FW] != '0),
      .byte_i  (e_address[1:0]),
      .funct3_i(e_funct3_q),
      .alu_i   (m_alu_q),
      .low_i   (data_low_i),
      .high_i  (data_high_i),
      .bus_i   (bus_rdata_i),
      .result_o(m_result)
  );

  // ---- The bus: a register write that is not taken at once goes on from here, and the next access
  // waits
  // m_access: this instruction needs the bus. m_posts: its write need not be answered.
  logic        m_access, m_posts, m_bus_error;
  // The write that is kept while posted_q is set.
  logic [15:0] posted_addr_q;
  logic [31:0] posted_wdata_q;
  assign m_access    = m_valid_q && m_bus_q;
  assign m_posts     = m_store_q && !m_address_q[30];
  assign bus_valid_o = posted_q || m_access;
  assign bus_write_o = posted_q || m_store_q;
  assign bus_dram_o  = !posted_q && m_address_q[30];
  assign bus_addr_o  = posted_q ? {14'b0, posted_addr_q} : m_address_q[30] ? m_address_q[29:0]
      : {14'b0, m_address_q[15:0]};
  assign bus_be_o    = posted_q ? 4'b1111 : m_be_q;
  assign bus_wdata_o = posted_q ? posted_wdata_q : m_wdata_q;
  always_ff @(posedge clk_i) begin
    if (!alive)                                      posted_q <= 1'b0;
    else if (posted_q)                               posted_q <= !bus_posted_i;
    else if (m_access && m_posts && !bus_posted_i)   posted_q <= 1'b1;
    if (!posted_q) begin
      posted_addr_q  <= m_address_q[15:0];
      posted_wdata_q <= m_wdata_q;
    end
  end

  // An access waits for the write before it, then for its own answer; wfi waits for an interrupt.
  assign m_stall = locked_q || (m_access && (posted_q || !(m_posts || bus_ready_i))) ||
      (m_valid_q && m_wfi_q && !irq_wakes);
  assign m_bus_error = m_access && !posted_q && !m_posts && bus_ready_i && bus_error_i;
  assign m_trap      = (m_valid_q && m_trap_q) || m_bus_error;
  assign m_cause     = m_trap_q ? m_cause_q : m_store_q ? StoreFault : LoadFault;
  assign m_flush     = m_trap || (m_valid_q && (m_mret_q || m_redirect_q));
  assign m_next      = m_trap ? trap_vector : m_mret_q ? mepc : m_address_q;
  assign m_we        = m_valid_q && m_writes_q && !m_stall && !m_trap;
  assign retired_o   = m_valid_q && !m_stall && !m_trap && !m_replay_q;
  always_ff @(posedge clk_i) begin
    // Only a reset unlocks the core.
    if (!alive)                             locked_q <= 1'b0;
    else if (m_trap && !m_irq_q && in_trap) locked_q <= 1'b1;
  end

  assign m_learn     = m_valid_q && m_learn_q;
  assign sleeping_o  = m_valid_q && m_wfi_q && !locked_q;
  assign locked_up_o = locked_q;
  assign pc_o        = e_pc_q;

`ifdef VERILATOR
  // ---- What always holds
  // The request of the cycle before, which nobody has answered yet.
  logic        was_alive_q, was_asked_q;
  logic [67:0] asked_q, asked;
  assign asked = {bus_write_o, bus_dram_o, bus_addr_o, bus_be_o, bus_write_o ? bus_wdata_o : '0};
  always_ff @(posedge clk_i) begin
    was_alive_q <= alive;
    was_asked_q <= alive && bus_valid_o && !bus_posted_i && !bus_ready_i;
    asked_q     <= asked;
    if (was_alive_q && alive) begin
      if (was_asked_q && !(bus_valid_o && asked == asked_q))
        $fatal(1, "mcu_core: a request on the bus does not stay");
      if ((bus_posted_i || bus_ready_i) && !bus_valid_o)
        $fatal(1, "mcu_core: an answer to no request");
      if (bus_posted_i && !(bus_write_o && !bus_dram_o))
        $fatal(1, "mcu_core: what is no register write is posted");
      if (m_we && m_rd_q == '0) $fatal(1, "mcu_core: x0 is written");
      if (m_valid_q && m_alone_q && (posted_q || e_valid_q))
        $fatal(1, "mcu_core: a CSR instruction is not alone");
      if (e_valid_q && !$onehot0({e_branch_q, e_jal_q, e_jalr_q, e_load_q, e_store_q, e_mul_q,
          e_csr_q, e_mret_q, e_wfi_q, e_trap_q}))
        $fatal(1, "mcu_core: an instruction is of two kinds");
      if (m_valid_q && !$onehot0({m_bus_q, m_wfi_q, m_mret_q, m_trap_q}))
        $fatal(1, "mcu_core: the memory stage has two tasks");
      if (m_flush && (m_stall || e_go || d_go))
        $fatal(1, "mcu_core: a trap does not stop what is younger");
      if (data_we_o != '0 && data_en_o && m_trap) $fatal(1, "mcu_core: a store behind a trap");
      if (locked_q && (m_valid_q || retired_o || data_en_o))
        $fatal(1, "mcu_core: a locked core goes on");
    end
  end
`endif

endmodule
