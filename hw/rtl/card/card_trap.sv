// SPDX-License-Identifier: MIT
// Trap FIFO: records of stopped warps from all SMs, one taken a cycle, from SMs that have one in
// turn. A turn that came round without asking which is there could pass an SM by for ever: two
// warps that give way to each other offer theirs only every few cycles. A full FIFO makes the SMs
// hold theirs. With a slot's event 3 its records go: no trap is told of a task that is no more. But
// for the first record once its TRAP_INFO has been read: it stays until it is popped, or the
// firmware would read parts of two and pop a third.

/* verilator lint_off UNUSEDSIGNAL */
module card_trap #(
    parameter int unsigned SMS = 1
) (
    input  logic                              clk_i,
    // Reset of the SMs: all records go
    input  logic                              rst_ni,
    // Register bus: read data in the next cycle, 0 if not addressed
    input  logic                              reg_valid_i,
    input  logic                              reg_write_i,
    input  logic [15:0]                       reg_addr_i,
    input  logic [31:0]                       reg_wdata_i,
    output logic [31:0]                       reg_rdata_o,
    // Records of the SMs, held until they are taken
    input  logic [SMS-1:0]                    trap_valid_i,
    output logic [SMS-1:0]                    trap_ready_o,
    input  logic [SMS*smgpu_pkg::TrapW-1:0]   trap_i,
    // this slot has been killed and is drained
    input  logic                              killed_i,
    input  smgpu_pkg::slot_t                  killed_slot_i,
    // A record waits: an interrupt of the MCU
    output logic                              pending_o
);

  localparam int unsigned TW = smgpu_pkg::TrapW;

  // turn_q: the SM that is first in turn. from: the SM whose record is taken.
  logic [1:0]    turn_q, from;
  logic [3:0]    valid4, after;  // after: those whose turn has not been in this round
  // push_ready: the FIFO has room
  logic          push_ready, pop_valid;
  // The record that is taken next, if its SM has one
  smgpu_pkg::trap_t chosen;
  assign valid4 = 4'(trap_valid_i);
  assign after  = valid4 & (4'b1111 << turn_q);

  always_comb begin
    // The lowest SM of those in turn, else the lowest of all
    from = '0;
    for (int unsigned i = 0; i < 4; i++) if (valid4[3-i]) from = 2'(3 - i);
    for (int unsigned i = 0; i < 4; i++) if (after[3-i]) from = 2'(3 - i);
    chosen = '0;
    for (int unsigned i = 0; i < SMS; i++) begin
      trap_ready_o[i] = push_ready && from == 2'(i);
      if (from == 2'(i)) chosen = trap_i[TW*i+:TW];
    end
  end

  // ---- Records; those of a slot that has been killed are skipped
  // {SM, record}
  logic [TW+1:0] records[16];
  logic [TW+1:0] head;
  // The ring: its first record and the first free place
  logic [4:0]    head_q, tail_q;
  // Records whose slot has been killed since they came
  logic [15:0]   dead_q;
  logic [63:0]   slot_q;      // 4 bits each
  // held_q: TRAP_INFO of the first record was read. It is cleared as the record is popped.
  logic          push, skip, pop, held_q;
  // The ring is full with 16 records.
  assign push_ready = (tail_q - head_q) != 5'd16;
  assign push       = valid4 != '0 && push_ready;
  // A dead record leaves by itself, one a cycle, unless it is held.
  assign skip       = head_q != tail_q && dead_q[head_q[3:0]] && !held_q;
  assign pop_valid  = head_q != tail_q && (!dead_q[head_q[3:0]] || held_q);
  assign pop        = pop_valid && reg_valid_i && reg_write_i &&
      reg_addr_i == smgpu_regs_pkg::TRAP_POP;
  assign head       = records[head_q[3:0]];
  assign pending_o  = pop_valid;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q <= '0;
      tail_q <= '0;
      held_q <= 1'b0;
    end else begin
      held_q <= pop_valid && !pop &&
                (held_q || (reg_valid_i && !reg_write_i &&
                            reg_addr_i == smgpu_regs_pkg::TRAP_INFO));
      if (push) tail_q <= tail_q + 5'd1;
      if (skip || pop) head_q <= head_q + 5'd1;
    end
    for (int unsigned i = 0; i < 16; i++)
      // A new record is not dead.
      if (push && tail_q[3:0] == 4'(i)) dead_q[i] <= 1'b0;
      else if (killed_i && slot_q[4*i+:4] == killed_slot_i) dead_q[i] <= 1'b1;
    if (push) begin
      records[tail_q[3:0]]        <= {from, chosen};
      slot_q[4*tail_q[3:0]+:4] <= chosen.slot;
    end
  end

  smgpu_pkg::trap_t trap;
  assign trap = head[TW-1:0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) turn_q <= '0;
    else if (push) turn_q <= (from == 2'(SMS - 1)) ? '0 : from + 2'd1;
    reg_rdata_o <= '0;
    // Without a record all registers read 0.
    if (reg_valid_i && pop_valid)
      unique case (reg_addr_i)
        smgpu_regs_pkg::TRAP_INFO:  reg_rdata_o <=
            {1'b1, 4'b0, trap.access, trap.cause, trap.gen, 4'b0, trap.slot};
        smgpu_regs_pkg::TRAP_WHERE: reg_rdata_o <=
            {10'b0, trap.by_thread, trap.thread, 2'b0, trap.warp, 6'b0, head[TW+:2]};
        smgpu_regs_pkg::TRAP_PC:    reg_rdata_o <= trap.pc;
        smgpu_regs_pkg::TRAP_ADDR:  reg_rdata_o <= trap.addr;
        default: ;
      endcase
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
