// SPDX-License-Identifier: MIT
// Instruction queues of a pod's warps: two lines of eight words each, with what was decoded of each
// word as its line came. A line is written as a warp takes it from the bus, by the lowest bit of
// its address; a word of any line is read.
module smfe_queue #(
    // Warps of the pod.
    parameter int unsigned NW = 8,
    parameter int unsigned WI = $clog2(NW) // do not override
) (
    input  logic                         clk_i,
    // A warp takes the line on the bus, into one of its two places.
    input  logic                         fill_i,
    input  logic [WI-1:0]                fill_warp_i,
    input  logic                         fill_slot_i,
    input  smgpu_pkg::line_t             fill_data_i,
    input  logic [8*smfe_pkg::PreW-1:0]  fill_pre_i,
    // The word that is loaded: warp, place of the line, word in the line. It is read in the same
    // cycle.
    input  logic [WI-1:0]                load_warp_i,
    input  logic                         load_slot_i,
    input  logic [2:0]                   load_at_i,
    output smfe_pkg::pre_t               pre_o,
    output logic [31:0]                  word_o
);

  localparam int unsigned QW = 32 + smfe_pkg::PreW;
  // pre_t and word each
  logic [QW-1:0] queue_m0[2*NW], queue_m1[2*NW], queue_m2[2*NW], queue_m3[2*NW];
  logic [QW-1:0] queue_m4[2*NW], queue_m5[2*NW], queue_m6[2*NW], queue_m7[2*NW];
  always_ff @(posedge clk_i)
    if (fill_i) begin
      queue_m0[{fill_warp_i, fill_slot_i}] <= {fill_pre_i[0*smfe_pkg::PreW+:smfe_pkg::PreW],
          fill_data_i[31:0]};
      queue_m1[{fill_warp_i, fill_slot_i}] <= {fill_pre_i[1*smfe_pkg::PreW+:smfe_pkg::PreW],
          fill_data_i[63:32]};
      queue_m2[{fill_warp_i, fill_slot_i}] <= {fill_pre_i[2*smfe_pkg::PreW+:smfe_pkg::PreW],
          fill_data_i[95:64]};
      queue_m3[{fill_warp_i, fill_slot_i}] <= {fill_pre_i[3*smfe_pkg::PreW+:smfe_pkg::PreW],
          fill_data_i[127:96]};
      queue_m4[{fill_warp_i, fill_slot_i}] <= {fill_pre_i[4*smfe_pkg::PreW+:smfe_pkg::PreW],
          fill_data_i[159:128]};
      queue_m5[{fill_warp_i, fill_slot_i}] <= {fill_pre_i[5*smfe_pkg::PreW+:smfe_pkg::PreW],
          fill_data_i[191:160]};
      queue_m6[{fill_warp_i, fill_slot_i}] <= {fill_pre_i[6*smfe_pkg::PreW+:smfe_pkg::PreW],
          fill_data_i[223:192]};
      queue_m7[{fill_warp_i, fill_slot_i}] <= {fill_pre_i[7*smfe_pkg::PreW+:smfe_pkg::PreW],
          fill_data_i[255:224]};
    end

  always_comb
    case (load_at_i)
      3'd0:    {pre_o, word_o} = queue_m0[{load_warp_i, load_slot_i}];
      3'd1:    {pre_o, word_o} = queue_m1[{load_warp_i, load_slot_i}];
      3'd2:    {pre_o, word_o} = queue_m2[{load_warp_i, load_slot_i}];
      3'd3:    {pre_o, word_o} = queue_m3[{load_warp_i, load_slot_i}];
      3'd4:    {pre_o, word_o} = queue_m4[{load_warp_i, load_slot_i}];
      3'd5:    {pre_o, word_o} = queue_m5[{load_warp_i, load_slot_i}];
      3'd6:    {pre_o, word_o} = queue_m6[{load_warp_i, load_slot_i}];
      default: {pre_o, word_o} = queue_m7[{load_warp_i, load_slot_i}];
    endcase

endmodule
