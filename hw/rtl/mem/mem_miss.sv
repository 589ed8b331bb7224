// SPDX-License-Identifier: MIT
// Misses of the L2: MSHRs (mem_fetch), lines on their way back beside the pipeline (mem_fill) and
// requests that wait for them (mem_wait). An MSHR is done with when its line has come, the request
// that asked for it is served and none that waited for it is left.

module mem_miss #(
    parameter int unsigned SI    = 9,    // bits of a set's number
    parameter int unsigned MSHRS = 16,   // 4 to 16
    parameter int unsigned WAITS = 1,    // 0: no request waits here
    parameter int unsigned PRIO  = 0     // 0: no read passes
) (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    // A tick: a read that DRAM owes for two of them is given up
    input  logic                           tick_i,
    // reads of DRAM have their turns by levels
    input  logic                           order_i,
    input  logic                           stall_i,        // all before S2 stand
    // R: ways of this line's set whose lines are on their way, and the MSHR of each; whether a read
    // of it passes
    input  logic [26:0]                    look_line_i,
    output logic [3:0]                     look_pending_o,
    output logic [15:0]                    look_mshr_o,
    output logic                           passing_o,
    // S1: its request takes an MSHR, or waits for the line of one; the MSHRs that are free
    input  smgpu_pkg::mem_req_t            req_i,
    input  logic [3:0]                     port_i,
    // put: it takes an MSHR, for a line that goes to this way, or, as it passes, to none
    input  logic                           put_i,
    input  logic [1:0]                     put_way_i,
    input  logic                           put_pass_i,
    // The MSHR that it gets. any, two: so many are free. stuck: none will come free.
    output logic [3:0]                     put_mshr_o,
    output logic                           any_o,
    output logic                           two_o,
    output logic                           stuck_o,
    input  logic                           join_i,
    input  logic [3:0]                     join_mshr_i,
    output logic                           room_o,         // it may join
    // S1: it answers; the request is one that asked for a line that has come, or one that waited
    // for it, as these were offered
    input  logic                           respond_i,
    // The request asked for the line (again), or waited for it (waited)
    input  logic                           again_i,
    input  logic                           waited_i,
    // MSHR of the line, or place in mem_wait. err, lost: how the line came.
    input  logic [3:0]                     id_i,
    input  logic                           err_i,
    input  logic                           lost_i,
    output logic                           last_o,         // no request that waits is left
    output logic                           wait_err_o,     // of the line that was waited for
    // this MSHR was done with in the cycle before
    output logic                           done_o,
    output logic [3:0]                     done_mshr_o,
    // P: requests that waited; those that asked; a cycle is to be left empty
    // A request is offered until it is taken. again: its line did not answer it beside the
    // pipeline.
    output logic                           wait_valid_o,
    input  logic                           wait_take_i,
    output logic [3:0]                     wait_slot_o,
    output logic [3:0]                     wait_port_o,
    output smgpu_pkg::mem_req_t            wait_req_o,
    output logic                           again_valid_o,
    input  logic                           again_take_i,
    // The MSHR of the line; err and lost say how it came
    output logic [3:0]                     again_mshr_o,
    output logic [3:0]                     again_port_o,
    output smgpu_pkg::mem_req_t            again_req_o,
    output logic                           again_err_o,
    output logic                           again_lost_o,
    output logic                           hold_o,
    // A line is written; it is the answer to a read, as is what comes from the host
    // Where the line goes: {way, set}
    output logic                           we_o,
    output logic [SI+1:0]                  at_o,
    output smgpu_pkg::line_t               line_o,
    output logic                           answer_o,
    // Whose answer it is, with the line itself
    output logic [3:0]                     port_o,
    output logic [7:0]                     id_o,
    output logic                           err_o,
    // the line of a read that passes is given up, or comes with an error
    output logic                           pass_lost_o,
    output logic                           pass_failed_o,
    // From the host
    // An answer takes the place of a line in S2
    input  logic                           host_rsp_valid_i,
    output logic                           host_rsp_ready_o,
    input  logic [3:0]                     host_rsp_port_i,
    input  logic [7:0]                     host_rsp_id_i,
    input  logic                           host_rsp_err_i,
    input  smgpu_pkg::line_t               host_rsp_data_i,
    // AXI4 master to DRAM, reads
    // The id is the MSHR.
    output logic                           ar_valid_o,
    input  logic                           ar_ready_i,
    output logic [39:0]                    ar_addr_o,
    output logic [3:0]                     ar_id_o,
    input  logic                           r_valid_i,
    output logic                           r_ready_o,
    input  logic [3:0]                     r_id_i,
    input  logic                           r_err_i,
    input  smgpu_pkg::line_t               r_data_i,
    // Something is on its way, or waits
    output logic                           busy_o
);

  // mem_fetch's answer: it is for a read, which passes; its line has an error, or is given up
  logic          fill_valid, fill_ready;
  logic          fill_read, fill_pass;
  logic          fill_err, fill_lost;
  logic          fetching, lines_busy, waiting;   // parts that are busy
  // MSHR, port and id of the request; line_mshr: of the line in mem_fill
  logic [3:0]    fill_id, fill_port, line_mshr;
  logic [7:0]    fill_rid;
  // Where its line goes
  logic [SI+1:0] fill_at;
  // a line is an answer, perhaps now; it is, now
  logic          line_read, line_served;
  // requests wait for the line that is served
  logic          waits, wait_room, wait_last, wait_lost;
  // MSHR whose list is served, and MSHR that is done with
  logic [3:0]    wait_mshr, done_id;
  logic          done;

  assign last_o      = waited_i ? wait_last : !waits;
  // The request in S1 is the last of its line, or the line has answered its read and none waits.
  assign done        = ((again_i || waited_i) && last_o && !stall_i) || (line_served && !waits);
  assign done_id     = waited_i ? wait_mshr : again_i ? id_i : line_mshr;
  always_ff @(posedge clk_i)
    if (!rst_ni) done_o <= 1'b0;
    else if (!stall_i) begin
      done_o      <= done;
      done_mshr_o <= done_id;
    end
  // A line that is served in this cycle, or was in the last, can't be joined any more.
  assign room_o = wait_room && !(line_read && line_mshr == join_mshr_i) &&
                  !(done_o && done_mshr_o == join_mshr_i);
  assign busy_o = fetching || lines_busy || waiting;

  mem_fetch #(
      .SI   (SI),
      .MSHRS(MSHRS),
      .PRIO (PRIO)
  ) u_fetch (
      .clk_i,
      .rst_ni,
      .tick_i,
      .order_i,
      // While S2 stands, S1 does nothing.
      .put_i       (put_i && !stall_i),
      .put_req_i   (req_i),
      .put_port_i  (port_i),
      .put_way_i,
      .put_pass_i,
      .put_id_o    (put_mshr_o),
      .any_o,
      .two_o,
      .stuck_o,
      .look_line_i,
      .look_pending_o,
      .look_mshr_o,
      .passing_o,
      .fill_valid_o(fill_valid),
      .fill_ready_i(fill_ready),
      .fill_id_o   (fill_id),
      .fill_err_o  (fill_err),
      .fill_lost_o (fill_lost),
      .fill_read_o (fill_read),
      .fill_pass_o (fill_pass),
      .fill_rid_o  (fill_rid),
      .fill_port_o (fill_port),
      .fill_at_o   (fill_at),
      .again_id_i  (again_mshr_o),
      .again_req_o,
      .again_port_o,
      .done_i      (done),
      .done_lost_i (waited_i ? wait_lost : again_i ? lost_i : pass_lost_o),
      .done_id_i   (done_id),
      .ar_valid_o,
      .ar_ready_i,
      .ar_addr_o,
      .ar_id_o,
      .r_valid_i,
      .r_ready_o,
      .r_id_i,
      .r_err_i,
      .busy_o      (fetching)
  );
  mem_fill #(
      .AW(SI + 2)
  ) u_fill (
      .clk_i,
      .rst_ni,
      .fill_valid_i (fill_valid),
      .fill_ready_o (fill_ready),
      .fill_mshr_i  (fill_id),
      .fill_read_i  (fill_read),
      .fill_pass_i  (fill_pass),
      .fill_err_i   (fill_err),
      .fill_lost_i  (fill_lost),
      .fill_port_i  (fill_port),
      .fill_id_i    (fill_rid),
      .fill_at_i    (fill_at),
      .fill_data_i  (r_data_i),
      .host_valid_i (host_rsp_valid_i),
      .host_ready_o (host_rsp_ready_o),
      .host_port_i  (host_rsp_port_i),
      .host_id_i    (host_rsp_id_i),
      .host_err_i   (host_rsp_err_i),
      .host_data_i  (host_rsp_data_i),
      .stall_i,
      .respond_i,
      .hold_o,
      .we_o,
      .at_o,
      .data_o       (line_o),
      .answer_o,
      .port_o,
      .id_o,
      .err_o,
      .read_o       (line_read),
      .served_o     (line_served),
      .lost_o       (pass_lost_o),
      .failed_o     (pass_failed_o),
      .mshr_o       (line_mshr),
      .again_valid_o,
      .again_ready_i(again_take_i),
      .again_mshr_o,
      .again_err_o,
      .again_lost_o,
      .busy_o       (lines_busy)
  );
  if (WAITS != 0) begin : gen_wait
    mem_wait u_wait (
        .clk_i,
        .rst_ni,
        .busy_o       (waiting),
        .room_o       (wait_room),
        .join_i       (join_i && !stall_i),
        .join_mshr_i,
        .join_port_i  (port_i),
        .join_req_i   (req_i),
        .fill_i       ((again_i && !stall_i) || line_served),
        .fill_mshr_i  (again_i ? id_i : line_mshr),
        .waited_o     (waits),
        .fill_err_i   (again_i && err_i),
        .fill_lost_i  (again_i && lost_i),
        .offer_valid_o(wait_valid_o),
        .offer_slot_o (wait_slot_o),
        .offer_port_o (wait_port_o),
        .offer_o      (wait_req_o),
        .take_i       (wait_take_i),
        .serve_i      (waited_i && !stall_i),
        .serve_slot_i (id_i),
        .last_o       (wait_last),
        .mshr_o       (wait_mshr),
        .err_o        (wait_err_o),
        .lost_o       (wait_lost)
    );
  end else begin : gen_no_wait
    // Without places to wait, a request for a line on its way is turned down.
    assign {waiting, wait_room, waits, wait_valid_o, wait_last, wait_err_o, wait_lost} = '0;
    assign {wait_slot_o, wait_port_o, wait_mshr, wait_req_o} = '0;
    logic unused;
    assign unused = ^{join_i, err_i, wait_take_i};
  end

endmodule
