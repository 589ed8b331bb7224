// SPDX-License-Identifier: MIT
// Write port of one pod's register file: takes one beat a cycle from the four pipes and writes it
// in the next cycle. Order: special, load/store, FP, integer. While no stage of the FP pipe is
// empty its result goes before one of load/store: if that pipe stood still no beat could begin
// there, and load/store has places for what waits. Load/store waits Wait cycles at most. The lower
// ones can't starve: what they compete with has been dispatched by the same pod, which dispatches
// no faster than one beat a cycle and stops when they stop; loads in flight are bounded. The result
// of an instruction that was executed once (its beat 0 is the last one) goes to both banks, and in
// the cycles after that to the register's other rows.
module smex_wb #(
  // Lanes of a beat; UNIFORM 0: no result stands for all threads
  parameter int unsigned LANES = 8,
  parameter int unsigned UNIFORM = 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  // the port has other work in the next cycle: it writes zero, which is the data then. Not with
  // fill_o
  input  logic                  block_i,
  // in the next cycle it writes another row with what it writes in this one
  output logic                  fill_o,
  input  logic                  fp_full_i, // the FP pipe had no empty stage in the cycle before
  // From the pipes, x0 too: the front end hears of its end, nothing is written. 0 special, 1
  // load/store, 2 FP, 3 integer
  input  logic [3:0]            valid_i,
  output logic [3:0]            ready_o,
  input  smex_pkg::meta_t       meta0_i,
  input  smex_pkg::meta_t       meta1_i,
  input  smex_pkg::meta_t       meta2_i,
  input  smex_pkg::meta_t       meta3_i,
  input  logic [4*LANES-1:0]    mask_i,
  input  logic [4*LANES*32-1:0] data_i,
  // What is written in the next cycle
  output logic                  next_valid_o,
  output smex_pkg::meta_t       next_meta_o,
  output logic [1:0]            next_pipe_o,  // smgpu_pkg::Pipe*
  // To the register file and the trace
  output logic                  w_valid_o,
  // to both banks; with w_valid_o the first row, which the trace sees
  output logic                  w_all_o,
  output smex_pkg::meta_t       w_meta_o,
  output logic [LANES-1:0]      w_mask_o,
  output logic [LANES*32-1:0]   w_data_o
);

  // Rows: pairs of beats, so rows of a register in each bank
  localparam bit          Once = UNIFORM != 0 && LANES != 32;
  localparam int unsigned Rows = LANES > 16 ? 1 : 16 / LANES;

  // A result of load/store waits for those of a full FP pipe, but not longer than this.
  localparam int unsigned Wait = 7;
  // free: the port takes a result. next_once: it stands for all threads. wait_q: how long
  // load/store waits.
  logic       free, next_once, fp_first;
  logic [2:0] wait_q;
  assign free       = ~block_i & ~fill_o;
  assign fp_first   = valid_i[2] & fp_full_i & wait_q != 3'(Wait);
  assign ready_o[0] = free;
  assign ready_o[1] = free & ~valid_i[0] & ~fp_first;
  assign ready_o[2] = free & ~valid_i[0] & (~valid_i[1] | fp_first);
  assign ready_o[3] = free & valid_i[2:0] == 3'b0;

  always_ff @(posedge clk_i)
    if (!rst_ni | ~valid_i[1] | ready_o[1]) wait_q <= '0;
    else if (wait_q != 3'(Wait)) wait_q <= wait_q + 1'b1;

  logic [1:0]       pick;
  smex_pkg::meta_t  meta;
  assign pick = valid_i[0] ? 2'd0 : valid_i[1] & ~fp_first ? 2'd1 : valid_i[2] ? 2'd2 : 2'd3;

  always_comb
    case (pick)
      2'd0:    meta = meta0_i;
      2'd1:    meta = meta1_i;
      2'd2:    meta = meta2_i;
      default: meta = meta3_i;
    endcase

  assign next_valid_o = free & valid_i != 4'b0;
  // Load/store never executes once, but its pieces of beats come in any order.
  assign next_once    = Once & next_valid_o & meta.last & meta.beat == '0 & pick != 2'd1;
  assign next_meta_o  = meta;
  always_comb
    case (pick)
      2'd0:    next_pipe_o = smgpu_pkg::PipeSpecial;
      2'd1:    next_pipe_o = smgpu_pkg::PipeLs;
      2'd2:    next_pipe_o = smgpu_pkg::PipeFp;
      default: next_pipe_o = smgpu_pkg::PipeInt;
    endcase

  if (Once && Rows > 1) begin : g_fill
    logic [1:0] left_q;    // rows that are still to be written after this cycle's
    assign fill_o = left_q != 2'd0;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) left_q <= 2'd0;
      else left_q <= next_once ? 2'(Rows - 1) : left_q - {1'b0, fill_o};
    end
  end else begin : g_no_fill
    assign fill_o = 1'b0;
  end

  // Loads whenever something is offered: while the port is blocked w_valid_o says that it does not
  // count.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) w_valid_o <= 1'b0;
    else w_valid_o <= next_valid_o;
    w_all_o <= next_once | fill_o;
    if (fill_o) begin
      w_meta_o.beat <= w_meta_o.beat + 3'd2;
    end else if (valid_i != 4'b0) begin
      w_meta_o <= meta;
      w_mask_o <= meta.rd == '0 ? '0 : mask_i[pick*LANES+:LANES];
    end
    if (block_i) w_data_o <= '0;
    else if (~fill_o & valid_i != 4'b0) w_data_o <= data_i[pick*LANES*32+:LANES*32];
  end

endmodule
