// SPDX-License-Identifier: MIT
// Host memory: requests for lines become bursts of up to 128 bytes on the host's AXI4 master, IDS
// under way in each direction. Nothing is cached.
// - requests wait in a queue of two; data of writes wait beside it, in rows that the write data
//   channel takes in the same order
// - the first one joins or opens a burst (mem_host_side); a table keeps whose each line is
// - the beats of a line are collected, those of several ids may come interleaved; the fourth
//   answers its request, with an error if any of them had one. The answer to a write burst answers
//   each of its requests. Answers go back through the L2's response stage, one a cycle.
// A transaction that does not end within two ticks is given up: its requests are answered with an
// error, and so are all others that come, until it has ended after all. Its answer is taken and
// dropped; no later request can be given it.

module mem_host #(
    parameter int unsigned IDS = 16   // a power of two, 2 to 16
) (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    // A tick: a transaction that has not ended within two of them is given up
    input  logic                           tick_i,
    // From the L2
    // Lines to read or write, with their port; data with a write
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [3:0]                     req_port_i,
    input  smgpu_pkg::mem_req_t            req_i,
    // Back to the L2
    // Port and id of the request; data of a read
    output logic                           rsp_valid_o,
    input  logic                           rsp_ready_i,
    output logic [3:0]                     rsp_port_o,
    output logic [7:0]                     rsp_id_o,
    output logic                           rsp_err_o,
    output smgpu_pkg::line_t               rsp_data_o,
    // AXI4 master
    // Writes: bursts of whole lines, their data in the order of the addresses
    output logic                           aw_valid_o,
    input  logic                           aw_ready_i,
    output logic [39:0]                    aw_addr_o,
    output logic [3:0]                     aw_id_o,
    output logic [7:0]                     aw_len_o,
    output logic                           w_valid_o,
    input  logic                           w_ready_i,
    output logic [63:0]                    w_data_o,
    output logic [7:0]                     w_strb_o,
    output logic                           w_last_o,
    // An answer for each burst
    input  logic                           b_valid_i,
    output logic                           b_ready_o,
    input  logic [3:0]                     b_id_i,
    input  logic [1:0]                     b_resp_i,
    // Reads: beats of several ids may be mixed
    output logic                           ar_valid_o,
    input  logic                           ar_ready_i,
    output logic [39:0]                    ar_addr_o,
    output logic [3:0]                     ar_id_o,
    output logic [7:0]                     ar_len_o,
    input  logic                           r_valid_i,
    output logic                           r_ready_o,
    input  logic [3:0]                     r_id_i,
    input  logic [63:0]                    r_data_i,
    input  logic [1:0]                     r_resp_i,
    output logic                           busy_o,       // a request is not answered yet
    output logic                           lost_o,       // a transaction is given up, or
    output logic                           failed_o,     // ended with an error
    // Counters: bytes / 4 of this cycle
    output logic [5:0]                     read_words_o,
    output logic [5:0]                     write_words_o
);

  logic req_write, dead;                                  // dead: all requests are refused
  // Atomics on host memory do not come here: the L2 refuses them.
  assign req_write = req_i.op == smgpu_pkg::MemWrite;

  // ---- Queue of requests without their data
  typedef struct packed {
    logic        write;
    logic [3:0]  port;
    logic [7:0]  id;
    logic [34:0] line;
  } head_t;
  // push: what comes. head: the first of the queue.
  // take_r, take_w: it is in a burst now. refused: it is answered with an error.
  head_t push, head;
  logic  push_ready, head_valid, pop, take_r, take_w, refused;
  always_comb begin
    push.write = req_write;
    push.port  = req_port_i;
    push.id    = req_i.id;
    push.line  = req_i.pa[39:5];
  end
  common_fifo #(
      .WIDTH(48),
      .DEPTH(2)
  ) u_queue (
      .clk_i,
      .rst_ni,
      .push_valid_i(req_valid_i && req_ready_o),
      .push_ready_o(push_ready),
      .push_data_i (push),
      .pop_valid_o (head_valid),
      .pop_ready_i (pop),
      .pop_data_o  (head)
  );
  assign pop = take_r || take_w || refused;

  // ---- Data of writes: of those that are in a burst, then of those in the queue. The latter are
  // dropped when all requests are refused.
  // Rows of 32 bytes and their enables
  logic [255:0] data_m[16];
  logic [31:0]  be_m[16];
  // Row that is sent; first that is in no burst; first that is free
  logic [4:0]   row_q, row_taken_q, row_tail_q;
  // row_done: all of a row is sent. lost: something is given up and has not ended.
  logic         row_room, row_done, lost;
  assign row_room    = (row_tail_q - row_q) != 5'd16;
  // What is in the queue when it is over is refused still.
  // While a transaction is given up, requests come in to be refused; writes need no row then.
  assign req_ready_o = push_ready && (dead ? lost : !req_write || row_room);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      row_q       <= '0;
      row_taken_q <= '0;
      row_tail_q  <= '0;
    end else begin
      if (row_done) row_q <= row_q + 5'd1;
      if (take_w) row_taken_q <= row_taken_q + 5'd1;
      // Data of writes that are refused are dropped.
      if (dead) row_tail_q <= row_taken_q;
      else if (req_valid_i && req_ready_o && req_write) row_tail_q <= row_tail_q + 5'd1;
    end
    if (req_valid_i && req_ready_o && req_write && !dead) begin
      data_m[row_tail_q[3:0]] <= req_i.data;
      be_m[row_tail_q[3:0]]   <= req_i.be;
    end
  end

  // ---- Transactions
  // of reads and of writes, as mem_host_side has them
  // holds: a transaction of this direction has the line at hand
  logic       r_holds, w_holds;
  // A burst is closed, and its address offered
  logic       r_issue, w_issue;
  // The answer belongs to a transaction that has not been given up
  logic       r_known, b_known;
  // The transaction ends now
  logic       r_end, b_end;
  // A transaction has seen two ticks; it is given up now; given up ones have not ended
  logic       r_old, w_old;
  logic       r_lose, w_lose;
  logic       r_lost, w_lost;
  // Something of this direction is under way
  logic       r_busy, w_busy;
  // Which transaction, and which of its four lines
  logic [3:0] r_take_id, w_take_id, r_old_id, w_old_id, gone_id_q;
  logic [1:0] r_take_at, w_take_at;
  logic [1:0] r_issue_last, w_issue_last;
  logic [1:0] r_last, b_last;
  logic [1:0] r_gone_last, w_gone_last;
  // The write channel can begin with a burst
  logic       w_room;
  mem_host_side #(
      .IDS(IDS)
  ) u_reads (
      .clk_i,
      .rst_ni,
      .tick_i,
      .head_i      (head_valid && !head.write && !dead),
      .line_i      (head.line),
      .held_i      (w_holds),
      .holds_o     (r_holds),
      .take_o      (take_r),
      .take_id_o   (r_take_id),
      .take_at_o   (r_take_at),
      .go_i        (1'b1),
      .issue_o     (r_issue),
      .issue_last_o(r_issue_last),
      .a_valid_o   (ar_valid_o),
      .a_ready_i   (ar_ready_i),
      .a_addr_o    (ar_addr_o),
      .a_id_o      (ar_id_o),
      .a_len_o     (ar_len_o),
      .id_i        (r_id_i),
      .known_o     (r_known),
      .last_o      (r_last),
      .end_i       (r_end),
      .old_o       (r_old),
      .old_id_o    (r_old_id),
      .lose_i      (r_lose),
      .lost_id_i   (gone_id_q),
      .lost_last_o (r_gone_last),
      .lost_o      (r_lost),
      .busy_o      (r_busy)
  );
  mem_host_side #(
      .IDS(IDS)
  ) u_writes (
      .clk_i,
      .rst_ni,
      .tick_i,
      .head_i      (head_valid && head.write && !dead),
      .line_i      (head.line),
      .held_i      (r_holds),
      .holds_o     (w_holds),
      .take_o      (take_w),
      .take_id_o   (w_take_id),
      .take_at_o   (w_take_at),
      .go_i        (w_room),
      .issue_o     (w_issue),
      .issue_last_o(w_issue_last),
      .a_valid_o   (aw_valid_o),
      .a_ready_i   (aw_ready_i),
      .a_addr_o    (aw_addr_o),
      .a_id_o      (aw_id_o),
      .a_len_o     (aw_len_o),
      .id_i        (b_id_i),
      .known_o     (b_known),
      .last_o      (b_last),
      .end_i       (b_end),
      .old_o       (w_old),
      .old_id_o    (w_old_id),
      .lose_i      (w_lose),
      .lost_id_i   (gone_id_q),
      .lost_last_o (w_gone_last),
      .lost_o      (w_lost),
      .busy_o      (w_busy)
  );

  // ---- Write data: the burst that was closed last
  logic       w_valid_q;
  // w_left_q: lines left behind the one that is sent
  logic [1:0] w_beat_q, w_left_q;
  assign w_valid_o = w_valid_q;
  assign w_data_o  = data_m[row_q[3:0]][{w_beat_q, 6'b0}+:64];
  assign w_strb_o  = be_m[row_q[3:0]][{w_beat_q, 3'b0}+:8];
  assign w_last_o  = w_beat_q == 2'd3 && w_left_q == '0;
  assign row_done  = w_valid_q && w_ready_i && w_beat_q == 2'd3;
  assign w_room    = !w_valid_q || (w_ready_i && w_last_o);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) w_valid_q <= 1'b0;
    else w_valid_q <= w_issue || (w_valid_q && !(w_ready_i && w_last_o));
    if (w_issue) begin
      w_beat_q <= '0;
      w_left_q <= w_issue_last;
    end else if (w_valid_q && w_ready_i) begin
      w_beat_q <= w_beat_q + 2'd1;
      if (w_beat_q == 2'd3) w_left_q <= w_left_q - 2'd1;
    end
  end

  // ---- Read data: three beats of a line wait for the fourth
  logic [4:0]   at_m[16];                                 // error of the line so far, line, beat
  logic [191:0] early;
  logic [15:0]  fresh_q;                                  // no beat has come
  // r_at: {error so far, line, beat} of the id that a beat comes for
  logic [4:0]   r_at;
  logic         r_whole, r_err, r_answer, r_fire;
  assign r_at      = fresh_q[r_id_i] ? '0 : at_m[r_id_i];
  // whole: the line's last beat. answer: so the line is answered. fire: the beat is taken.
  assign r_whole   = r_at[1:0] == 2'd3;
  assign r_err     = r_at[4] || r_resp_i[1];
  assign r_answer  = r_valid_i && r_known && r_whole;
  assign r_ready_o = !r_answer || rsp_ready_i;            // comes before all other answers
  assign r_fire    = r_valid_i && r_ready_o;
  assign r_end     = r_fire && r_whole && r_at[3:2] == r_last;
  always_ff @(posedge clk_i) begin
    if (take_r && r_take_at == '0) fresh_q[r_take_id] <= 1'b1;
    if (r_fire) begin
      fresh_q[r_id_i] <= 1'b0;
      at_m[r_id_i]    <= {r_err && !r_whole, r_at[3:0] + 4'd1};
    end
  end
  for (genvar g = 0; g < 3; g++) begin : gen_beat
    logic [63:0] beat_m[16];
    assign early[64*g+:64] = beat_m[r_id_i];
    // One that ends no line is always taken.
    always_ff @(posedge clk_i) if (r_valid_i && r_at[1:0] == 2'(g)) beat_m[r_id_i] <= r_data_i;
  end

  // ---- Acknowledged writes
  // b_answer: an answer to a burst is here. b_go: one of its lines is answered now.
  // b_line_q: which line of the burst.
  logic       b_answer, b_go;
  logic [1:0] b_line_q;
  assign b_answer  = b_valid_i && b_known;
  assign b_go      = b_answer && !r_answer && rsp_ready_i;
  assign b_ready_o = b_known ? b_go && b_line_q == b_last : 1'b1;
  assign b_end     = b_valid_i && b_ready_o;
  always_ff @(posedge clk_i)
    if (!rst_ni || b_end) b_line_q <= '0;
    else if (b_go) b_line_q <= b_line_q + 2'd1;

  // ---- Given up: one at a time, each of its requests that has no answer yet. Not while it is
  // being answered.
  // gone_q: a transaction is being given up. gone_go: one of its lines is answered.
  // over_q: requests are refused until none of them is left.
  logic       gone_q, gone_write_q, gone_go, over_q;
  logic [1:0] gone_line_q;
  assign r_lose  = r_old && !gone_q && !(r_valid_i && r_id_i == r_old_id);
  assign w_lose  = w_old && !gone_q && !r_lose && !(b_valid_i && b_id_i == w_old_id);
  assign gone_go = gone_q && !r_answer && !b_answer && rsp_ready_i;
  assign lost    = r_lost || w_lost || gone_q;
  assign dead    = lost || over_q;
  assign refused = head_valid && dead && !r_answer && !b_answer && !gone_q && rsp_ready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      gone_q <= 1'b0;
      over_q <= 1'b0;
    end else begin
      gone_q <= r_lose || w_lose || (gone_q && !(gone_go &&
          gone_line_q == (gone_write_q ? w_gone_last : r_gone_last)));
      over_q <= dead && (head_valid || (req_valid_i && req_ready_o));
    end
    if (r_lose || w_lose) begin
      gone_write_q <= w_lose;
      gone_id_q    <= r_lose ? r_old_id : w_old_id;
      // Lines of a read that were answered before need no error.
      gone_line_q  <= (w_lose || fresh_q[r_old_id]) ? '0 : at_m[r_old_id][3:2];
    end else if (gone_go) gone_line_q <= gone_line_q + 2'd1;
  end

  // ---- Whose lines they are: {write, id, line}
  localparam int unsigned IW = (IDS > 1) ? $clog2(IDS) : 1;
  // Port and id of each line's request
  logic [11:0]   who_m[8*IDS], who;
  logic [IW+2:0] who_at;
  assign who_at = r_answer ? {1'b0, r_id_i[IW-1:0], r_at[3:2]} : b_answer
      ? {1'b1, b_id_i[IW-1:0], b_line_q} : {gone_write_q, gone_id_q[IW-1:0], gone_line_q};
  assign who    = who_m[who_at];
  always_ff @(posedge clk_i)
    if (take_r || take_w)
      who_m[take_w ? {1'b1, w_take_id[IW-1:0], w_take_at}
          : {1'b0, r_take_id[IW-1:0], r_take_at}] <= {head.port, head.id};

  // Answers in this order: reads, writes, given up, refused. Data are those of reads.
  assign rsp_valid_o = r_answer || b_answer || gone_q || (head_valid && dead);
  assign {rsp_port_o, rsp_id_o} = (r_answer || b_answer || gone_q) ? who : {head.port, head.id};
  assign rsp_err_o   = r_answer ? r_err : b_answer ? b_resp_i[1] : 1'b1;
  assign rsp_data_o  = {r_data_i, early};

  assign busy_o   = head_valid || r_busy || w_busy || gone_q;
  assign lost_o   = r_lose || w_lose;
  // Pulses, once for each line or transaction
  assign failed_o = (r_answer && r_err && rsp_ready_i) || (b_go && b_resp_i[1]);
  assign read_words_o  = r_fire ? 6'd2 : 6'd0;
  // Counted: words in which a byte is written
  assign write_words_o = (w_valid_o && w_ready_i)
      ? {4'b0, {1'b0, |w_strb_o[3:0]} + {1'b0, |w_strb_o[7:4]}} : 6'd0;

  logic unused;
  assign unused = ^{req_i.op, req_i.amo, req_i.owner, req_i.prio, req_i.pa[40], req_i.pa[4:0],
      r_resp_i[0],
      b_resp_i[0], r_issue, r_issue_last, w_take_id};

`ifdef VERILATOR
  // One direction takes the first request. A burst that is sent has its data.
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (take_r && take_w) $fatal(1, "not ok mem_host: two requests taken at once");
      if (w_valid_q && row_q == row_taken_q) $fatal(1, "not ok mem_host: a burst without its data");
    end
`endif

endmodule
