// SPDX-License-Identifier: MIT
// BAR0: an AXI4-Lite slave that makes register accesses and rings doorbells.
// - one access at a time; a register access waits for the shared register bus
// - the upper half of BAR0 is doorbell pages: a word written to offset 0 of page c rings channel c;
//   nothing else is there
// - a doorbell waits until BAR2 writes that came before it are done (bell_go_i), so that it can't
//   overtake them

// AXI carries protection bits and byte lanes that registers don't use
/* verilator lint_off UNUSEDSIGNAL */
module host_bar0 (
    input  logic        clk_i,
    input  logic        rst_ni,
    // AXI4-Lite slave
    // A write is taken when its address and its data are both there.
    input  logic        aw_valid_i,
    output logic        aw_ready_o,
    input  logic [19:0] aw_addr_i,
    input  logic        w_valid_i,
    output logic        w_ready_o,
    input  logic [31:0] w_data_i,
    output logic        b_valid_o,
    input  logic        b_ready_i,
    input  logic        ar_valid_i,
    output logic        ar_ready_o,
    input  logic [19:0] ar_addr_i,
    output logic        r_valid_o,
    input  logic        r_ready_i,
    output logic [31:0] r_data_o,
    // To the register bus
    output logic        reg_valid_o,
    input  logic        reg_ready_i,   // taken; read data come in the next cycle
    output logic        reg_write_o,
    output logic [15:0] reg_addr_o,
    output logic [31:0] reg_wdata_o,
    input  logic [31:0] reg_rdata_i,
    // Doorbells
    output logic        ring_o,
    output logic [5:0]  ring_channel_o,
    output logic [31:0] ring_value_o,
    output logic        bell_o,        // one waits
    input  logic        bell_go_i
);

  // StWrite, StRead: on the register bus. StRing: a doorbell waits for its turn.
  // StData: read data come. StAnswerW, StAnswerR: the host has to take the answer.
  typedef enum logic [2:0] {StIdle, StWrite, StRing, StRead, StData, StAnswerW, StAnswerR} state_e;
  state_e      state_q;
  // Of the access under way: its offset in BAR0, and data written or read
  logic [19:0] addr_q;
  logic [31:0] data_q;

  // A write goes before a read that came with it.
  logic start_write;
  assign start_write = state_q == StIdle && aw_valid_i && w_valid_i;
  assign aw_ready_o  = start_write;
  assign w_ready_o   = start_write;
  assign ar_ready_o  = state_q == StIdle && ar_valid_i && !start_write;

  assign reg_valid_o = state_q == StWrite || state_q == StRead;
  assign reg_write_o = state_q == StWrite;
  assign reg_addr_o  = addr_q[15:0];
  assign reg_wdata_o = data_q;
  assign b_valid_o   = state_q == StAnswerW;
  assign r_valid_o   = state_q == StAnswerR;
  assign r_data_o    = data_q;

  // Only offset 0 of the pages of channels 0 to 63 rings; the write is answered in any case.
  assign bell_o         = state_q == StRing;
  assign ring_o         = bell_o && bell_go_i && addr_q[11:0] == '0 && addr_q[18] == 1'b0;
  assign ring_channel_o = addr_q[17:12];
  assign ring_value_o   = data_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= StIdle;
    end else begin
      unique case (state_q)
        StIdle: begin
          if (start_write) begin
            addr_q  <= aw_addr_i;
            data_q  <= w_data_i;
            // Between the registers and the doorbells nothing is there: it is answered at once.
            state_q <= aw_addr_i[19] ? StRing : (aw_addr_i[18:16] != '0) ? StAnswerW : StWrite;
          end else if (ar_valid_i) begin
            addr_q  <= ar_addr_i;
            data_q  <= '0;
            state_q <= (ar_addr_i[19:16] != '0) ? StAnswerR : StRead;
          end
        end
        StWrite:   if (reg_ready_i) state_q <= StAnswerW;
        StRing:    if (bell_go_i) state_q <= StAnswerW;
        StRead:    if (reg_ready_i) state_q <= StData;
        StData: begin
          data_q  <= reg_rdata_i;
          state_q <= StAnswerR;
        end
        StAnswerW: if (b_ready_i) state_q <= StIdle;
        default:   if (r_ready_i) state_q <= StIdle;
      endcase
    end
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
