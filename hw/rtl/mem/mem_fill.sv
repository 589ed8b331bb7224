// SPDX-License-Identifier: MIT
// Lines on their way back beside the pipeline of the L2: from DRAM into its data RAM, from DRAM or
// the host to S2 as an answer.
// - a line that a read asked for is written and answers the read, in a cycle in which S1 answers
//   nothing (that of a miss, say); if S1 answers all the time, a cycle of P stays empty for it
// - a line that a store or atomic asked for is written, then the request goes through the pipeline
//   as one that hits
// - so does the request of a line that does not come or comes with an error, which is answered with
//   that error
// - the line of a read that passes (priority tokens) answers it, with an error too, and is not
//   written

module mem_fill #(
    parameter int unsigned AW = 11    // of the data RAM
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    // From the MSHRs: a line, or one that is given up
    input  logic          fill_valid_i,
    output logic          fill_ready_o,
    input  logic [3:0]    fill_mshr_i,
    input  logic          fill_read_i,     // a read asked for it
    input  logic          fill_pass_i,     // one that passes
    input  logic          fill_err_i,
    input  logic          fill_lost_i,
    input  logic [3:0]    fill_port_i,
    input  logic [7:0]    fill_id_i,
    input  logic [AW-1:0] fill_at_i,
    input  smgpu_pkg::line_t fill_data_i,
    // From the host
    input  logic          host_valid_i,
    output logic          host_ready_o,
    input  logic [3:0]    host_port_i,
    input  logic [7:0]    host_id_i,
    input  logic          host_err_i,
    input  smgpu_pkg::line_t host_data_i,
    // The pipeline
    input  logic          stall_i,         // all before S2 stand
    input  logic          respond_i,       // S1 answers
    output logic          hold_o,          // it leaves a cycle empty
    // A line is written
    output logic          we_o,
    output logic [AW-1:0] at_o,
    output smgpu_pkg::line_t data_o,
    // An answer to S2
    output logic          answer_o,
    output logic [3:0]    port_o,
    output logic [7:0]    id_o,
    output logic          err_o,
    // The MSHR whose read is answered, or will be as soon as S1 lets it
    output logic          read_o,
    output logic          served_o,
    output logic          lost_o,          // and its line is given up,
    output logic          failed_o,        // or came with an error
    output logic [3:0]    mshr_o,
    // To P: the request of this MSHR goes through the pipeline
    output logic          again_valid_o,
    input  logic          again_ready_i,
    output logic [3:0]    again_mshr_o,
    output logic          again_err_o,
    output logic          again_lost_o,
    output logic          busy_o
);

  logic          valid_q, host_q, read_q, pass_q, err_q, lost_q;
  logic [3:0]    mshr_q, port_q;
  logic [7:0]    id_q;
  logic [AW-1:0] at_q;
  smgpu_pkg::line_t data_q;
  logic          again_q, again_err_q, again_lost_q;
  logic [3:0]    again_mshr_q;
  logic          blocked_q, asked_q;       // S1 answered instead; P was asked for an empty cycle
  logic          straight, goes, room;
  assign straight = host_q || (read_q && (!err_q || pass_q));           // it is the answer
  assign room     = !again_q || again_ready_i;
  assign goes     = valid_q && !stall_i && (straight ? !respond_i : room);
  assign answer_o = goes && straight;
  assign we_o     = goes && !host_q && !err_q && !pass_q;
  assign {at_o, data_o, port_o, id_o, mshr_o} = {at_q, data_q, port_q, id_q, mshr_q};
  assign err_o    = err_q;
  assign read_o   = valid_q && straight && !host_q;
  assign served_o = answer_o && !host_q;
  assign lost_o   = served_o && err_q && lost_q;
  assign failed_o = served_o && err_q && !lost_q;
  assign hold_o   = blocked_q && !asked_q;
  assign {again_valid_o, again_mshr_o, again_err_o, again_lost_o} =
      {again_q, again_mshr_q, again_err_q, again_lost_q};
  assign busy_o   = valid_q;

  // What comes is taken when there is room for it: a line from DRAM goes before the host's answer.
  logic takes;
  assign takes        = !valid_q || goes;
  assign fill_ready_o = takes;
  assign host_ready_o = takes && !fill_valid_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q   <= 1'b0;
      again_q   <= 1'b0;
      blocked_q <= 1'b0;
      asked_q   <= 1'b0;
    end else begin
      if (takes) valid_q <= fill_valid_i || host_valid_i;
      again_q   <= (again_q && !again_ready_i) || (goes && !straight);
      blocked_q <= valid_q && straight && !goes;
      asked_q   <= !goes && (asked_q || (hold_o && !stall_i));
    end
    if (takes) begin
      host_q <= !fill_valid_i;
      read_q <= fill_read_i;
      pass_q <= fill_pass_i;
      err_q  <= fill_valid_i ? fill_err_i : host_err_i;
      lost_q <= fill_lost_i;
      mshr_q <= fill_mshr_i;
      port_q <= fill_valid_i ? fill_port_i : host_port_i;
      id_q   <= fill_valid_i ? fill_id_i : host_id_i;
      at_q   <= fill_at_i;
      data_q <= fill_valid_i ? fill_data_i : host_data_i;
    end
    if (goes && !straight) {again_mshr_q, again_err_q, again_lost_q} <= {mshr_q, err_q, lost_q};
  end

`ifdef VERILATOR
  logic [4:0] waits_q;
  always_ff @(posedge clk_i) begin
    waits_q <= (!rst_ni || !valid_q || goes) ? '0 : waits_q + 5'(!stall_i);
    if (rst_ni && waits_q == '1) $fatal(1, "not ok mem_fill: an answer waits for S1 without end");
  end
`endif

`ifdef FORMAL
`include "mem_fill_formal.svh"
`endif

endmodule
