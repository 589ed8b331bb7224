// SPDX-License-Identifier: MIT
// Token service port of an SM: the DTOK registers, through which the firmware moves tokens between
// card memory and the queue of a warp that was stopped for it. One operation at a time; the token
// unit of the warp's pod does it between two operations of its warps. A warp that the SM has not
// got is not stopped: no pod hears of it.

/* verilator lint_off UNUSEDSIGNAL */  // a register takes its bits of the data
module smfe_dtokport #(
    parameter int unsigned WARPS = 16,       // of the SM
    parameter int unsigned PODS  = 2
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // A write of a DTOK register.
    input  logic        we_i,
    input  logic [2:0]  reg_i,               // offset / 4 from DTOK_SELECT
    input  logic [31:0] data_i,
    // What the registers show: the last answer, and the token in hand.
    output smgpu_pkg::dtok_view_t           view_o,
    // To the pods: the operation is valid until it is acknowledged
    output logic [1:0]  valid_o,
    output smfe_pkg::dtok_acc_t           acc_o,
    input  logic [1:0]  ack_i,
    input  logic [2*smfe_pkg::DtokAnsW-1:0] ans_i
);

  // acc_q: the operation, built up by writes. ans_q: the last answer. busy_q: until it is
  // acknowledged.
  smfe_pkg::dtok_acc_t acc_q;
  smfe_pkg::dtok_ans_t ans, ans_q;
  logic               busy_q, pod, there, ack;

  assign pod     = PODS == 2 && acc_q.warp[0];
  assign there   = 32'(acc_q.warp) < WARPS;
  // Nobody answers for a warp that is not there: the operation ends at once.
  assign ack     = there ? ack_i[pod] : busy_q;
  assign ans     = there ? ans_i[smfe_pkg::DtokAnsW*pod+:smfe_pkg::DtokAnsW] : '0;
  assign valid_o = busy_q && there ? (pod ? 2'b10 : 2'b01) : 2'b00;
  assign acc_o   = acc_q;

  always_ff @(posedge clk_i) begin
    // DTOK_SELECT, DTOK_QUEUE and DTOK_RESUME start an operation. Writes while one is under way are
    // lost.
    if (!rst_ni) busy_q <= 1'b0;
    else if (busy_q) busy_q <= !ack;
    else if (we_i) busy_q <= reg_i == 3'd0 || reg_i == 3'd5 || reg_i == 3'd6;
    if (we_i && !busy_q)
      case (reg_i)
        3'd0: begin
          acc_q.op    <= data_i[31] ? smfe_pkg::DtokPut : smfe_pkg::DtokGet;
          acc_q.warp  <= data_i[5:0];
          acc_q.index <= data_i[15:8];
        end
        3'd2: acc_q.mask <= data_i;
        3'd3: acc_q.addr <= data_i;
        3'd4: acc_q.kind <= data_i[3:0];
        3'd5: begin
          acc_q.op      <= smfe_pkg::DtokQueue;
          acc_q.count   <= data_i[8:0];
          acc_q.yields  <= data_i[20:12];
          acc_q.grow    <= data_i[30:24];
          acc_q.spilled <= data_i[31];
        end
        3'd6: acc_q.op <= smfe_pkg::DtokResume;
        default: ;
      endcase
    if (ack) begin
      ans_q <= ans;
      if (acc_q.op == smfe_pkg::DtokGet)
        {acc_q.kind, acc_q.addr, acc_q.mask} <= {ans.kind, ans.addr, ans.mask};
    end
  end

  always_comb begin
    view_o.busy    = busy_q;
    view_o.stopped = ans_q.stopped;
    view_o.count   = ans_q.count;
    view_o.yields  = ans_q.yields;
    view_o.spilled = ans_q.spilled;
    view_o.kind    = acc_q.kind;
    view_o.addr    = acc_q.addr;
    view_o.mask    = acc_q.mask;
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
