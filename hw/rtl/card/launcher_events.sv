// SPDX-License-Identifier: MIT
// Ends of slots, in their order, until the firmware has read them: register LAUNCH_EVENT.

module launcher_events (
    input  logic              clk_i,
    input  logic              rst_ni,
    // The end of a slot: LAUNCH_EVENT.kind, and generation of its task
    input  logic              push_i,
    input  logic [1:0]        kind_i,
    input  logic [7:0]        gen_i,
    input  smgpu_pkg::slot_t  slot_i,
    output logic              full_o,
    // The first one, as the register shows it; it is taken
    output logic              valid_o,
    output logic [31:0]       word_o,
    input  logic              pop_i
);

  localparam int unsigned EventW = 14;
  typedef struct packed {
    logic [1:0] kind;
    logic [7:0] gen;
    logic [3:0] slot;
  } event_t;
  event_t      ending, head;
  logic [31:0] head_word;
  logic        ready;
  always_comb begin
    ending.kind = kind_i;
    ending.gen  = gen_i;
    ending.slot = slot_i;
  end
  always_comb begin
    head_word = '0;
    head_word[smgpu_regs_pkg::LAUNCH_EVENT_VALID_LSB] = 1'b1;
    head_word[smgpu_regs_pkg::LAUNCH_EVENT_KIND_LSB+:smgpu_regs_pkg::LAUNCH_EVENT_KIND_W] =
        head.kind;
    head_word[smgpu_regs_pkg::LAUNCH_EVENT_GEN_LSB+:smgpu_regs_pkg::LAUNCH_EVENT_GEN_W]   =
        head.gen;
    head_word[smgpu_regs_pkg::LAUNCH_EVENT_SLOT_LSB+:smgpu_regs_pkg::LAUNCH_EVENT_SLOT_W] =
        head.slot;
  end
  common_fifo #(
      .WIDTH(EventW),
      .DEPTH(32)
  ) u_fifo (
      .clk_i,
      .rst_ni,
      .push_valid_i(push_i),
      .push_ready_o(ready),
      .push_data_i (ending),
      .pop_valid_o (valid_o),
      .pop_ready_i (pop_i),
      .pop_data_o  (head)
  );
  assign full_o = !ready;
  assign word_o = valid_o ? head_word : '0;

endmodule
