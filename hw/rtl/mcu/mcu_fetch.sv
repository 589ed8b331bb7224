// SPDX-License-Identifier: MIT
// Fetch stage of the control core: the TCM takes the address of what follows; its word comes to
// decode in the next cycle. What follows is the next word, or where mcu_predict says.

module mcu_fetch (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] reset_vector_i,  // TCM offset
    // TCM: data in the next cycle, always read
    output logic [smgpu_hw_pkg::TcmFetchW-1:0] fetch_addr_o,
    input  logic [31:0] fetch_rdata_i,
    // The instruction in decode: there is one, its address, its word; fetch has followed it as a
    // branch or jump that was taken the last time. Only the first cycle out of reset has none.
    output logic        valid_o,
    output logic [31:0] pc_o,
    output logic [31:0] insn_o,
    output logic        hit_o,
    input  logic        go_i,            // it leaves decode
    // The program goes on elsewhere: nothing that was fetched counts
    input  logic        flush_i,
    input  logic [31:0] next_i,
    // What the prediction learns of a branch: mcu_predict
    input  logic        learn_i,
    input  logic        taken_i,
    input  logic [smgpu_hw_pkg::TcmFetchW-1:0] learn_pc_i,
    input  logic [smgpu_hw_pkg::TcmFetchW-1:0] learn_target_i
);

  // FW: bits of an offset in the first part of the TCM, which has the instructions
  localparam int unsigned FW = smgpu_hw_pkg::TcmFetchW;
  localparam logic [31:FW] FetchBase = (32 - FW)'(smgpu_hw_pkg::McuTcm >> FW);

  logic [31:0] fetch_pc_q;  // of the word that the TCM delivers now
  logic [31:0] fetch_next, fetch_on;
  // decode did not move: it has its instruction from hold_insn_q, and what follows is fetched again
  logic        hold_q, hold_hit_q;
  logic [31:0] hold_pc_q, hold_insn_q;
  assign pc_o   = hold_q ? hold_pc_q : fetch_pc_q;
  assign insn_o = hold_q ? hold_insn_q : fetch_rdata_i;

  // The word in hand is a branch or jump that was taken the last time.
  logic          f_hit;
  logic [FW-1:0] f_target;
  mcu_predict u_predict (
      .clk_i,
      .fetch_addr_i(fetch_addr_o),
      .pc_i        (fetch_pc_q[FW-1:0]),
      .stay_i      (hold_q),
      .redirect_i  (flush_i || !rst_ni),
      .hit_o       (f_hit),
      .target_o    (f_target),
      .learn_i,
      .taken_i,
      .learn_pc_i,
      .learn_target_i
  );
  assign hit_o = hold_q ? hold_hit_q : f_hit;

  always_comb begin
    if (hold_q) fetch_on = fetch_pc_q;
    else        fetch_on = f_hit ? {FetchBase, f_target} : fetch_pc_q + 32'd4;
  end
  assign fetch_next = flush_i ? next_i : fetch_on;
  assign fetch_addr_o = fetch_next[FW-1:0];

  always_ff @(posedge clk_i) begin
    fetch_pc_q  <= fetch_next;
    hold_pc_q   <= pc_o;
    hold_insn_q <= insn_o;
    hold_hit_q  <= hit_o;
    hold_q      <= valid_o && !go_i && !flush_i;
    valid_o     <= 1'b1;
    // hold_q: the first cycle out of reset fetches fetch_pc_q, the reset vector.
    if (!rst_ni) begin
      fetch_pc_q <= smgpu_hw_pkg::McuTcm + reset_vector_i;
      hold_q     <= 1'b1;
      valid_o    <= 1'b0;
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni && valid_o && fetch_pc_q[1:0] != '0) $fatal(1, "mcu_fetch: a pc is not aligned");
`endif

endmodule
