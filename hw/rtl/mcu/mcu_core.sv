// SPDX-License-Identifier: MIT
// Control core: RV32IM_Zicsr, machine mode only, four stages: fetch, decode, execute, memory.
// Documentation/hardware/mcu.rst has the stages.
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

  // ==== Fetch: the TCM takes the address of what follows; its word comes to decode in the next
  // cycle
  logic [31:0] fetch_pc_q;  // of the word that the TCM delivers now
  logic [31:0] fetch_next, fetch_on;
  // decode did not move: it has its instruction from hold_insn_q, and what follows is fetched again
  logic        hold_q;
  // Decode has an instruction. Only the first cycle out of reset has none.
  logic        d_valid_q;
  logic [31:0] hold_pc_q, hold_insn_q, d_pc, d_insn;

  assign d_pc   = hold_q ? hold_pc_q : fetch_pc_q;
  assign d_insn = hold_q ? hold_insn_q : fetch_rdata_i;

  // The word in hand is a branch or jump that was taken the last time.
  logic        f_hit, d_hit, hold_hit_q, m_learn, m_learn_q, m_taken_q;
  logic [FW-1:0] f_target;
  // m_address_q: the address of an access, the mtval of a trap, or where the program goes on.
  logic [31:0] m_pc_q, m_address_q;
  mcu_predict u_predict (
      .clk_i,
      .fetch_addr_i  (fetch_addr_o),
      .pc_i          (fetch_pc_q[FW-1:0]),
      .stay_i        (hold_q),
      .redirect_i    (m_flush || !alive),
      .hit_o         (f_hit),
      .target_o      (f_target),
      .learn_i       (m_learn),
      .taken_i       (m_taken_q),
      .learn_pc_i    (m_pc_q[FW-1:0]),
      .learn_target_i(m_address_q[FW-1:0])
  );
  assign d_hit = hold_q ? hold_hit_q : f_hit;

  always_comb begin
    if (hold_q) fetch_on = fetch_pc_q;
    else        fetch_on = f_hit ? {FetchBase, f_target} : fetch_pc_q + 32'd4;
  end
  assign fetch_next = m_flush ? m_next : fetch_on;
  assign fetch_addr_o = fetch_next[FW-1:0];

  always_ff @(posedge clk_i) begin
    fetch_pc_q  <= fetch_next;
    hold_pc_q   <= d_pc;
    hold_insn_q <= d_insn;
    hold_hit_q  <= d_hit;
    hold_q      <= d_valid_q && !d_go && !m_flush;
    d_valid_q   <= 1'b1;
    // hold_q: the first cycle out of reset fetches fetch_pc_q, the reset vector.
    if (!alive) begin
      fetch_pc_q <= smgpu_hw_pkg::McuTcm + reset_vector_i;
      hold_q     <= 1'b1;
      d_valid_q  <= 1'b0;
    end
  end

  // ==== Decode
  logic [6:0] d_opcode, d_funct7;
  logic [2:0] d_funct3;
  logic [4:0] d_rs1, d_rs2, d_rd;
  assign d_opcode = d_insn[6:0];
  assign d_funct3 = d_insn[14:12];
  assign d_funct7 = d_insn[31:25];
  assign d_rd     = d_insn[11:7];
  assign d_rs1    = d_insn[19:15];
  assign d_rs2    = d_insn[24:20];

  logic is_lui, is_auipc, is_jal, is_jalr, is_branch, is_load, is_store, is_imm, is_op, is_mul,
      is_fence, is_csr, is_ecall, is_ebreak, is_mret,
        is_wfi, csr_known, csr_writes;
  assign is_lui    = d_opcode == 7'h37;
  assign is_auipc  = d_opcode == 7'h17;
  assign is_jal    = d_opcode == 7'h6f;
  assign is_jalr   = d_opcode == 7'h67 && d_funct3 == 3'd0;
  assign is_branch = d_opcode == 7'h63 && d_funct3[2:1] != 2'b01;
  assign is_load   = d_opcode == 7'h03 && (d_funct3[1:0] != 2'd3) && (d_funct3 != 3'd6);
  assign is_store  = d_opcode == 7'h23 && d_funct3 < 3'd3;
  assign is_imm    = d_opcode == 7'h13 && (d_funct3 == 3'd1 ? d_funct7 == '0 : d_funct3 == 3'd5
      ? (d_funct7 & 7'h5f) == '0 : 1'b1);
  assign is_op     = d_opcode == 7'h33 && (d_funct7 == '0 ||
      (d_funct7 == 7'h20 && (d_funct3 == 3'd0 || d_funct3 == 3'd5)));
  assign is_mul    = d_opcode == 7'h33 && d_funct7 == 7'h01;
  assign is_fence  = d_opcode == 7'h0f && d_funct3 < 3'd2;
  assign csr_writes = d_funct3[1:0] == 2'd1 || d_rs1 != '0;
  // A CSR whose address begins with 11 is read only.
  assign is_csr    = d_opcode == 7'h73 && d_funct3[1:0] != 2'd0 && csr_known &&
      !(csr_writes && d_insn[31:30] == 2'b11);
  assign is_ecall  = d_insn == 32'h00000073;
  assign is_ebreak = d_insn == 32'h00100073;
  assign is_mret   = d_insn == 32'h30200073;
  assign is_wfi    = d_insn == 32'h10500073;

  logic d_alone;    // goes through an empty pipeline
  // d_irq: the interrupt comes instead of this instruction, which is fetched again after mret.
  logic d_pc_ok, d_irq, d_replay, d_legal, d_does;
  // irq_q: the port, registered. It may trap (irq_enabled), or end wfi (irq_wakes).
  logic irq_q, irq_enabled, irq_wakes;
  assign d_alone = is_csr | is_mret | is_wfi;
  assign d_pc_ok = d_pc[31:FW] == FetchBase;
  assign d_irq   = irq_q & irq_enabled;
  // An old prediction for what is no branch: the instruction does nothing, and is fetched again
  // when the prediction is gone.
  assign d_replay = d_hit & ~(d_insn[6] & d_insn[5] & ~d_insn[4]);
  assign d_does  = d_pc_ok & ~d_irq & ~d_replay;  // the instruction does what it says
  assign d_legal = is_lui | is_auipc | is_jal | is_jalr | is_branch | is_load | is_store | is_imm |
      is_op | is_mul | is_fence | is_csr | is_mret | is_wfi;

  logic [3:0]  d_cause;
  logic [31:0] d_value;  // mtval
  assign d_cause = d_irq ? EcallM : !d_pc_ok ? FetchFault : is_ecall ? EcallM : is_ebreak
      ? Breakpoint : Illegal;
  assign d_value = d_irq ? '0 : (!d_pc_ok || d_replay || is_ebreak) ? d_pc : is_ecall ? '0 : d_insn;

  // Operand a: a register or 0. Operand b: a register or an immediate. The third one is added to a
  // for an address, or is the value of a trap. What an illegal instruction seems to use makes it
  // wait at most.
  logic d_uses1, d_uses2;
  assign d_uses1 = !d_insn[2] || d_insn[6:3] == 4'b1100;  // all but LUI, AUIPC, JAL; JALR does
  assign d_uses2 = d_insn[5] & ~d_insn[2] & ~(d_insn[6] & d_insn[4]);  // branches, stores, OP
  // Immediates: of operand b; of an address, or the value of a trap; of what is relative to the pc.
  logic [31:0] d_imm_b, d_imm_address, d_imm_target;
  assign d_imm_b       = is_lui ? {d_insn[31:12], 12'b0} : {{20{d_insn[31]}}, d_insn[31:20]};
  always_comb begin
    if (!d_does || !(is_load || is_store || is_jalr)) d_imm_address = d_value;
    else d_imm_address = {{20{d_insn[31]}}, d_insn[31:25], is_store ? d_insn[11:7] : d_insn[24:20]};
    if (is_auipc)    d_imm_target = {d_insn[31:12], 12'b0};
    else if (is_jal)
      d_imm_target = {{12{d_insn[31]}}, d_insn[19:12], d_insn[20], d_insn[30:21], 1'b0};
    else             d_imm_target = {{20{d_insn[31]}}, d_insn[7], d_insn[30:25], d_insn[11:8],
        1'b0};
  end

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
  assign d_a = ({32{e_hit1 & ~is_lui}} & e_alu) | ({32{m_hit1 & ~e_hit1 & ~is_lui}} & m_result) |
               ({32{~m_hit1 & ~e_hit1 & ~is_lui & (d_rs1 != '0)}} & d_reg1);
  assign d_b = ({32{e_hit2 & d_uses2}} & e_alu) | ({32{m_hit2 & ~e_hit2 & d_uses2}} & m_result) |
               ({32{~m_hit2 & ~e_hit2 & d_uses2 & (d_rs2 != '0)}} & d_reg2) |
                   ({32{~d_uses2}} & d_imm_b);

  logic e_alone_q, m_alone_q, posted_q, e_done;
  // Decode waits for a late result, for an empty pipeline, or behind an instruction that is alone.
  assign d_hazard = (e_late_q && ((d_uses1 && e_hit1) || (d_uses2 && e_hit2))) ||
                    (d_alone && (e_valid_q || m_valid_q || posted_q)) ||
                        (e_valid_q && e_alone_q) || (m_valid_q && m_alone_q);
  assign d_go = d_valid_q && !d_hazard && (!e_valid_q || e_done) && !m_stall && !m_flush;

  // ==== Execute
  // The decoded instruction: no later stage looks at its word.
  logic        e_sub_q, e_alt_q, e_unsigned_q, e_branch_q, e_jal_q, e_jalr_q, e_load_q, e_store_q,
      e_mul_q, e_csr_q, e_csr_writes_q, e_auipc_q,
               e_mret_q, e_wfi_q, e_trap_q, e_irq_q, e_hit_q, e_replay_q;
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
      e_op_q       <= (is_imm | is_op) ? d_funct3 : '0;
      e_sub_q      <= is_branch | ((is_op | is_imm) & d_funct3[2:1] == 2'd1) | (is_op & d_insn[30]);
      e_alt_q      <= d_insn[30];
      e_unsigned_q <= is_branch ? d_funct3[1] : d_funct3[0];
      e_writes_q   <= (is_lui | is_auipc | is_jal | is_jalr | is_load | is_imm | is_op | is_mul |
          is_csr) & d_does & d_rd != '0;
      e_late_q     <= is_auipc | is_jal | is_jalr | is_load | is_mul | is_csr;
      e_branch_q   <= is_branch & d_does;
      e_jal_q      <= is_jal & d_does;
      e_jalr_q     <= is_jalr & d_does;
      e_auipc_q    <= is_auipc;
      e_load_q     <= is_load & d_does;
      e_store_q    <= is_store & d_does;
      e_mul_q      <= is_mul & d_does;
      e_csr_q      <= is_csr & d_does;
      e_csr_writes_q <= csr_writes;
      e_csr_addr_q <= d_insn[31:20];
      e_mret_q     <= is_mret & d_does;
      e_wfi_q      <= is_wfi & d_does;
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

  // ---- Result: of each byte, the source, one-hot and known before the data are. The second byte
  // and the two above are also filled with the sign of what is shorter.
  logic        m_word_low_q, m_word_high_q, m_word_bus_q, m_half_bus_q, m_byte_bus_q, m_alu_sel_q,
      m_is_byte_q, fill;
  logic [1:0]  m_half_low_q, m_half_high_q, m_sign_bus_q;
  logic [3:0]  m_byte_low_q, m_byte_high_q, m_sign_low_q, m_sign_high_q;
  logic        e_high, e_low;
  logic [1:0]  e_half;
  logic [3:0]  e_byte, e_sign;
  assign e_high = e_load_q && at_tcm && e_address[TW-1:FW] != '0;
  assign e_low  = e_load_q && at_tcm && e_address[TW-1:FW] == '0;
  assign e_byte = 4'b0001 << e_address[1:0];
  assign e_half = {e_address[1], ~e_address[1]};
  assign e_sign = (e_funct3_q == 3'd0) ? e_byte : (e_funct3_q == 3'd1)
      ? {e_half[1], 1'b0, e_half[0], 1'b0} : '0;
  always_ff @(posedge clk_i) begin
    if (!m_stall) begin
      m_byte_low_q  <= {4{e_low}} & e_byte;
      m_byte_high_q <= {4{e_high}} & e_byte;
      m_byte_bus_q  <= e_load_q & ~at_tcm;
      m_half_low_q  <= {2{e_low & (e_funct3_q[1:0] != '0)}} & e_half;
      m_half_high_q <= {2{e_high & (e_funct3_q[1:0] != '0)}} & e_half;
      m_half_bus_q  <= e_load_q & ~at_tcm & (e_funct3_q[1:0] != '0);
      m_word_low_q  <= e_low & e_funct3_q[1];
      m_word_high_q <= e_high & e_funct3_q[1];
      m_word_bus_q  <= e_load_q & ~at_tcm & e_funct3_q[1];
      m_sign_low_q  <= {4{e_low}} & e_sign;
      m_sign_high_q <= {4{e_high}} & e_sign;
      m_sign_bus_q  <= {2{e_load_q & ~at_tcm}} & {e_funct3_q == 3'd1, e_funct3_q == 3'd0};
      m_alu_sel_q   <= ~e_load_q;
      m_is_byte_q   <= e_funct3_q[1:0] == '0;
    end
  end
  assign fill = |(m_sign_low_q & {data_low_i[31], data_low_i[23], data_low_i[15], data_low_i[7]}) |
                |(m_sign_high_q & {data_high_i[31], data_high_i[23], data_high_i[15],
                    data_high_i[7]}) |
                |(m_sign_bus_q & {bus_rdata_i[15], bus_rdata_i[7]});
  always_comb begin
    m_result = {32{m_alu_sel_q}} & m_alu_q;
    for (int unsigned k = 0; k < 4; k++)
      m_result[7:0] = m_result[7:0] | ({8{m_byte_low_q[k]}} & data_low_i[8*k+:8]) |
          ({8{m_byte_high_q[k]}} & data_high_i[8*k+:8]);
    m_result[7:0] = m_result[7:0] | ({8{m_byte_bus_q}} & bus_rdata_i[7:0]);
    for (int unsigned k = 0; k < 2; k++)
      m_result[15:8] = m_result[15:8] | ({8{m_half_low_q[k]}} & data_low_i[16*k+8+:8]) |
          ({8{m_half_high_q[k]}} & data_high_i[16*k+8+:8]);
    m_result[15:8]  = m_result[15:8] | ({8{m_half_bus_q}} & bus_rdata_i[15:8]) |
        {8{fill & m_is_byte_q}};
    m_result[31:16] = m_result[31:16] | ({16{m_word_low_q}} & data_low_i[31:16]) |
        ({16{m_word_high_q}} & data_high_i[31:16]) |
                      ({16{m_word_bus_q}} & bus_rdata_i[31:16]) | {16{fill}};
  end

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
      if (fetch_pc_q[1:0] != '0) $fatal(1, "mcu_core: a pc is not aligned");
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
