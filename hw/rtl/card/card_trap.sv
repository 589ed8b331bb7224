// SPDX-License-Identifier: MIT
// Trap FIFO: records of stopped warps from all SMs, one taken a cycle in turn. A full FIFO makes the SMs hold theirs.

/* verilator lint_off UNUSEDSIGNAL */
module card_trap #(
    parameter int unsigned SMS = 1
) (
    input  logic                              clk_i,
    input  logic                              rst_ni,
    input  logic                              reg_valid_i,
    input  logic                              reg_write_i,
    input  logic [15:0]                       reg_addr_i,
    input  logic [31:0]                       reg_wdata_i,
    output logic [31:0]                       reg_rdata_o,
    input  logic [SMS-1:0]                    trap_valid_i,
    output logic [SMS-1:0]                    trap_ready_o,
    input  logic [SMS*smgpu_pkg::TrapW-1:0]   trap_i,
    output logic                              pending_o
);

  localparam int unsigned TW = smgpu_pkg::TrapW;

  logic [1:0]    turn_q;
  logic [3:0]    valid4;
  logic          push_ready, pop_valid;
  logic [TW-1:0] chosen;
  assign valid4 = 4'(trap_valid_i);

  always_comb begin
    chosen = '0;
    for (int unsigned i = 0; i < SMS; i++) begin
      trap_ready_o[i] = push_ready && turn_q == 2'(i);
      if (turn_q == 2'(i)) chosen = trap_i[TW*i+:TW];
    end
  end

  logic [TW+1:0] head;
  common_fifo #(
      .WIDTH(TW + 2),
      .DEPTH(16)
  ) u_fifo (
      .clk_i,
      .rst_ni,
      .push_valid_i(valid4[turn_q]),
      .push_ready_o(push_ready),
      .push_data_i ({turn_q, chosen}),
      .pop_valid_o (pop_valid),
      .pop_ready_i (reg_valid_i && reg_write_i && reg_addr_i == smgpu_regs_pkg::TRAP_POP),
      .pop_data_o  (head)
  );
  assign pending_o = pop_valid;

  smgpu_pkg::trap_t trap;
  assign trap = head[TW-1:0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) turn_q <= '0;
    else turn_q <= (turn_q == 2'(SMS - 1)) ? '0 : turn_q + 2'd1;
    reg_rdata_o <= '0;
    if (reg_valid_i && pop_valid)
      unique case (reg_addr_i)
        smgpu_regs_pkg::TRAP_INFO:  reg_rdata_o <= {1'b1, 4'b0, trap.access, trap.cause, trap.gen, 4'b0, trap.slot};
        smgpu_regs_pkg::TRAP_WHERE: reg_rdata_o <= {16'b0, 2'b0, trap.warp, 6'b0, head[TW+:2]};
        smgpu_regs_pkg::TRAP_PC:    reg_rdata_o <= trap.pc;
        smgpu_regs_pkg::TRAP_ADDR:  reg_rdata_o <= trap.addr;
        default: ;
      endcase
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
