// SPDX-License-Identifier: MIT
// Host memory: line requests become bursts of four 64-bit beats on the host's AXI4 master. One at a time; nothing is cached. Only beats with
// byte enables are strobed. The response goes back through the L2's response stage.
// A transaction that does not end within two ticks is given up: its request is answered with an error, and so is each that follows, until
// the transaction has ended after all. Its answer is taken and dropped; no later request can be given it.

module mem_host (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    input  logic                           tick_i,
    // From the L2
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [3:0]                     req_port_i,
    input  logic [smgpu_pkg::MemReqW-1:0]  req_i,
    // Back to the L2
    output logic                           rsp_valid_o,
    input  logic                           rsp_ready_i,
    output logic [3:0]                     rsp_port_o,
    output logic [7:0]                     rsp_id_o,
    output logic                           rsp_err_o,
    output logic [255:0]                   rsp_data_o,
    // AXI4 master
    output logic                           aw_valid_o,
    input  logic                           aw_ready_i,
    output logic [39:0]                    aw_addr_o,
    output logic                           w_valid_o,
    input  logic                           w_ready_i,
    output logic [63:0]                    w_data_o,
    output logic [7:0]                     w_strb_o,
    output logic                           w_last_o,
    input  logic                           b_valid_i,
    output logic                           b_ready_o,
    input  logic [1:0]                     b_resp_i,
    output logic                           ar_valid_o,
    input  logic                           ar_ready_i,
    output logic [39:0]                    ar_addr_o,
    input  logic                           r_valid_i,
    output logic                           r_ready_o,
    input  logic [63:0]                    r_data_i,
    input  logic [1:0]                     r_resp_i,
    output logic                           lost_o,       // a transaction is given up, or
    output logic                           failed_o,     // ended with an error
    // Counters: bytes / 4 of this cycle
    output logic [5:0]                     read_words_o,
    output logic [5:0]                     write_words_o
);

  typedef enum logic [2:0] {StIdle, StAw, StW, StB, StAr, StR, StAnswer} state_e;
  state_e      state_q;
  smgpu_pkg::mem_req_t req, req_q;
  logic [3:0]   port_q;
  logic [255:0] data_q;
  logic [31:0]  be_q;
  logic [1:0]   beat_q;
  logic         err_q;
  assign req = req_i;

  // Given up: the transaction under way is nobody's; refuse: a request is to be answered with an error.
  logic         lost_q, refuse_q, old_q, older_q, give_up;
  logic [3:0]   refuse_port_q;
  logic [7:0]   refuse_id_q;
  assign give_up     = older_q && !lost_q && state_q != StIdle && state_q != StAnswer;
  assign lost_o      = give_up;
  assign failed_o    = state_q == StAnswer && !lost_q && err_q && rsp_ready_i;
  assign req_ready_o = (state_q == StIdle || lost_q) && !refuse_q;
  assign rsp_valid_o = (state_q == StAnswer && !lost_q) || refuse_q;
  assign rsp_port_o  = refuse_q ? refuse_port_q : port_q;
  assign rsp_id_o    = refuse_q ? refuse_id_q : req_q.id;
  assign rsp_err_o   = refuse_q || err_q;
  assign rsp_data_o  = data_q;
  assign aw_valid_o  = state_q == StAw;
  assign aw_addr_o   = {req_q.pa[39:5], 5'b0};
  assign w_valid_o   = state_q == StW;
  assign w_data_o    = data_q[63:0];
  assign w_strb_o    = be_q[7:0];
  assign w_last_o    = beat_q == 2'd3;
  assign b_ready_o   = state_q == StB;
  assign ar_valid_o  = state_q == StAr;
  assign ar_addr_o   = {req_q.pa[39:5], 5'b0};
  assign r_ready_o   = state_q == StR;
  assign read_words_o  = (r_valid_i && state_q == StR) ? 6'd2 : 6'd0;
  assign write_words_o = (w_ready_i && state_q == StW) ? {4'b0, {1'b0, |be_q[3:0]} + {1'b0, |be_q[7:4]}} : 6'd0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q  <= StIdle;
      lost_q   <= 1'b0;
      refuse_q <= 1'b0;
    end else begin
      if (give_up) lost_q <= 1'b1;
      else if (state_q == StIdle || state_q == StAnswer) lost_q <= 1'b0;
      if (give_up || (lost_q && req_valid_i && req_ready_o && state_q != StIdle)) refuse_q <= 1'b1;
      else if (rsp_ready_i) refuse_q <= 1'b0;
      unique case (state_q)
        StIdle: if (req_valid_i && req_ready_o) state_q <= (req.op == smgpu_pkg::MemWrite) ? StAw : StAr;
        StAw:   if (aw_ready_i) state_q <= StW;
        StW:    if (w_ready_i && beat_q == 2'd3) state_q <= StB;
        StB:    if (b_valid_i) state_q <= StAnswer;
        StAr:   if (ar_ready_i) state_q <= StR;
        StR:    if (r_valid_i && beat_q == 2'd3) state_q <= StAnswer;
        default: if (rsp_ready_i || lost_q) state_q <= StIdle;
      endcase
    end
    if (give_up) begin
      refuse_port_q <= port_q;
      refuse_id_q   <= req_q.id;
    end else if (lost_q && req_valid_i && req_ready_o) begin
      refuse_port_q <= req_port_i;
      refuse_id_q   <= req.id;
    end
    if (state_q == StIdle) begin
      old_q   <= 1'b0;
      older_q <= 1'b0;
    end else if (tick_i) begin
      old_q   <= 1'b1;
      older_q <= old_q;
    end
    if (state_q == StIdle && req_valid_i && req_ready_o) begin
      req_q  <= req;
      port_q <= req_port_i;
      data_q <= req.data;
      be_q   <= req.be;
      beat_q <= '0;
      err_q  <= 1'b0;
    end
    if ((state_q == StW && w_ready_i) || (state_q == StR && r_valid_i)) begin
      beat_q <= beat_q + 2'd1;
      data_q <= {r_data_i, data_q[255:64]};
      be_q   <= {8'b0, be_q[31:8]};
    end
    if (state_q == StR && r_valid_i && r_resp_i[1]) err_q <= 1'b1;
    if (state_q == StB && b_valid_i && b_resp_i[1]) err_q <= 1'b1;
  end

  logic unused_req;
  assign unused_req = ^{req_q.op, req_q.amo, req_q.owner, req_q.prio, req_q.pa[40], req_q.pa[4:0], req_q.be, req_q.data, r_resp_i[0], b_resp_i[0]};

endmodule
