// SPDX-License-Identifier: MIT
// How many instructions of a pod each type of pipes has under way, and which types are
// oversubscribed (US 2011/0072244, 0082): from the lower threshold on warps that want the type come
// after others, from the upper one on none issues to it. An instruction counts from its issue to
// its last result or, of load/store, to its end. Branches do not count: their warp waits for them
// anyhow. full_o is as of the issue of the cycle before, over_o of the one before that. Longest
// path: a type's count -> less what ended -> threshold -> did one issue -> flag.

module smfe_oversub #(
    parameter int unsigned CREDIT = 1          // 0: no type is ever oversubscribed
) (
    input  logic       clk_i,
    input  logic       rst_ni,
    // smgpu_regs_pkg::SM_CFG_SCHED_POLICY_*: thresholds act on those of credits
    input  logic [3:0] policy_i,
    input  logic [7:0] low_i,                  // 0, or more than there can be: none
    input  logic [7:0] high_i,
    input  logic       issue_i,
    input  logic [1:0] pipe_i,
    input  logic       result_i,               // the last result of an instruction
    // load/store: does not count, as access_i tells of its end
    input  logic [1:0] result_pipe_i,
    input  logic       access_i,
    input  logic       idle_i,                 // no warp has an instruction under way
    output logic [3:0] over_o,
    output logic [3:0] full_o,
    // of PipeInt fewer are under way than of PipeFp, and the other way; as over_o
    output logic [3:0] fewer_o
);

  if (CREDIT == 0) begin : gen_none
    logic unused;
    assign {over_o, full_o, fewer_o} = '0;
    assign unused                    = ^{clk_i, rst_ni, policy_i, low_i, high_i, issue_i, pipe_i,
        result_i, result_pipe_i, access_i, idle_i};
  end else begin : gen_count
    // bits of a count: load/store holds 8 instructions, the other pipes no more than they have
    // stages
    localparam int unsigned W = 6;
    localparam logic [W-1:0] None = '1;        // a threshold that no count reaches
    function automatic logic [W-1:0] threshold(input logic acts, input logic [7:0] value);
      threshold = !acts || value == '0 || value > 8'(None) ? None : value[W-1:0];
    endfunction

    logic [W-1:0] low_q, high_q, last_q;       // last_q: one below high_q
    logic [3:0]   more, less_q;
    logic         acts;
    assign acts = smfe_pkg::is_credit(policy_i);
    assign more = issue_i ? 4'd1 << pipe_i : '0;
    always_ff @(posedge clk_i) begin
      low_q  <= threshold(acts, low_i);
      high_q <= threshold(acts, high_i);
      last_q <= threshold(acts, high_i) - 1'b1;
      less_q <= !rst_ni ? '0 : ((result_i && result_pipe_i != smgpu_pkg::PipeLs)
          ? 4'd1 << result_pipe_i : '0) | (access_i ? 4'd1 << smgpu_pkg::PipeLs : '0);
    end

    logic [4*W-1:0] count_q;
    logic [W-1:0]   ints, floats;
    assign ints   = count_q[smgpu_pkg::PipeInt*W+:W];
    assign floats = count_q[smgpu_pkg::PipeFp*W+:W];
    always_ff @(posedge clk_i) begin
      fewer_o                     <= '0;
      fewer_o[smgpu_pkg::PipeInt] <= rst_ni && ints < floats;
      fewer_o[smgpu_pkg::PipeFp]  <= rst_ni && floats < ints;
    end
    for (genvar p = 0; p < 4; p++) begin : gen_type
      logic [W-1:0] now;
      assign now = count_q[p*W+:W] - W'(less_q[p]);
      always_ff @(posedge clk_i) begin
        if (!rst_ni) count_q[p*W+:W] <= '0;
        else count_q[p*W+:W] <= now + W'(more[p]);
        over_o[p] <= rst_ni && count_q[p*W+:W] >= low_q;
        full_o[p] <= rst_ni && (more[p] ? now >= last_q : now >= high_q);
      end
`ifdef VERILATOR
      always_ff @(posedge clk_i)
        if (rst_ni) begin
          if (less_q[p] && count_q[p*W+:W] == '0)
            $fatal(1, "smfe_oversub: an instruction ends that pipe type %0d has not under way", p);
          if (more[p] && count_q[p*W+:W] == '1)
            $fatal(1,
                "smfe_oversub: pipe type %0d has more instructions under way than are counted", p);
          if (idle_i && less_q == '0 && count_q[p*W+:W] != '0)
            $fatal(1, "smfe_oversub: no warp has an instruction under way, pipe type %0d has %0d",
                p, count_q[p*W+:W]);
        end
`endif
    end
    logic unused;
    assign unused = idle_i;
  end

endmodule
