// SPDX-License-Identifier: MIT
// MSHRs of the L2: lines on their way from DRAM. The AXI id of a read is its MSHR.
// - a read that is not answered within two ticks is given up: it comes out as an answer with an error. Its MSHR stays taken until the late
//   answer comes, which is dropped: no later read can be mistaken for it. When all are lost so, stuck_o says that none will come free.
// - an answer to nothing is dropped

module mem_fetch (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    input  logic                           tick_i,
    // A new one; the ones that are free
    input  logic                           put_i,
    input  logic [smgpu_pkg::MemReqW-1:0]  put_req_i,
    input  logic [3:0]                     put_port_i,
    output logic [3:0]                     put_id_o,
    output logic                           any_o,
    output logic                           two_o,
    output logic                           stuck_o,
    // Answers, taken by the pipeline, and back when it is done with one
    output logic                           fill_valid_o,
    input  logic                           fill_ready_i,
    output logic [3:0]                     fill_id_o,
    output logic                           fill_err_o,
    output logic                           fill_lost_o,
    output logic [smgpu_pkg::MemReqW-1:0]  fill_req_o,
    output logic [3:0]                     fill_port_o,
    input  logic                           done_i,
    input  logic                           done_lost_i,
    input  logic [3:0]                     done_id_i,
    // AXI4
    output logic                           ar_valid_o,
    input  logic                           ar_ready_i,
    output logic [39:0]                    ar_addr_o,
    output logic [3:0]                     ar_id_o,
    input  logic                           r_valid_i,
    output logic                           r_ready_o,
    input  logic [3:0]                     r_id_i,
    input  logic                           r_err_i,
    output logic                           busy_o       // answers are owed to the pipeline
);

  localparam int unsigned RW = smgpu_pkg::MemReqW;

  logic [15:0]   used_q, sent_q, taken_q, dead_q, old_q, older_q;  // taken: by the pipeline; dead: given up; old, older: has seen one tick, two
  logic [RW-1:0] req_m[16];
  logic [3:0]    port_m[16];
  logic          held_q;                                  // offered and not yet taken
  logic [3:0]    held_id_q, free, send, late;
  logic          any_send, any_late, live;

  always_comb begin
    any_o    = 1'b0;
    two_o    = 1'b0;
    free     = '0;
    any_send = 1'b0;
    send     = '0;
    any_late = 1'b0;
    late     = '0;
    for (int unsigned i = 16; i > 0; i--) begin
      if (!used_q[i-1]) begin
        two_o = any_o;
        any_o = 1'b1;
        free  = 4'(i - 1);
      end
      if (used_q[i-1] && !sent_q[i-1]) begin
        any_send = 1'b1;
        send     = 4'(i - 1);
      end
      if (used_q[i-1] && older_q[i-1] && !taken_q[i-1] && !dead_q[i-1]) begin
        any_late = 1'b1;
        late     = 4'(i - 1);
      end
    end
    // What AXI was offered stays until it is taken.
    if (held_q) send = held_id_q;
  end
  assign stuck_o = &dead_q;
  assign busy_o  = (used_q & ~dead_q) != '0;

  assign put_id_o     = free;
  assign live         = used_q[r_id_i] && sent_q[r_id_i] && !taken_q[r_id_i] && !dead_q[r_id_i];
  assign fill_lost_o  = any_late;
  assign fill_valid_o = any_late || (r_valid_i && live);
  assign fill_id_o    = any_late ? late : r_id_i;
  assign fill_err_o   = any_late || r_err_i;
  assign fill_req_o   = req_m[fill_id_o];
  assign fill_port_o  = port_m[fill_id_o];
  // The late answer to a read that is being given up waits until that is done.
  assign r_ready_o    = live ? fill_ready_i && !any_late : !taken_q[r_id_i];

  logic [RW-1:0] send_req;
  assign send_req   = req_m[send];
  assign ar_valid_o = any_send;
  assign ar_id_o    = send;
  assign ar_addr_o  = {8'b0, send_req[288+5+:27], 5'b0};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q  <= '0;
      sent_q  <= '0;
      taken_q <= '0;
      dead_q  <= '0;
      held_q  <= 1'b0;
    end else begin
      held_q <= ar_valid_o && !ar_ready_i;
      if (ar_valid_o && ar_ready_i) sent_q[send] <= 1'b1;
      if (put_i) used_q[free] <= 1'b1;
      if (fill_valid_o && fill_ready_i) taken_q[fill_id_o] <= 1'b1;
      if (done_i) begin
        taken_q[done_id_i] <= 1'b0;
        if (done_lost_i) begin
          dead_q[done_id_i] <= 1'b1;
        end else begin
          used_q[done_id_i] <= 1'b0;
          sent_q[done_id_i] <= 1'b0;
        end
      end
      if (r_valid_i && r_ready_o && dead_q[r_id_i] && sent_q[r_id_i]) begin
        used_q[r_id_i] <= 1'b0;
        sent_q[r_id_i] <= 1'b0;
        dead_q[r_id_i] <= 1'b0;
      end
    end
    if (tick_i) begin
      old_q   <= used_q;
      older_q <= used_q & old_q;
    end
    if (put_i) begin
      old_q[free]   <= 1'b0;
      older_q[free] <= 1'b0;
      req_m[free]   <= put_req_i;
      port_m[free]  <= put_port_i;
    end
    held_id_q <= send;
  end

  logic unused_req;
  assign unused_req = ^{send_req[RW-1:320], send_req[292:0]};

endmodule
