// SPDX-License-Identifier: MIT
// BAR2: an AXI4 slave (64-bit data, single beats) on the first 64 MiB of card memory, through the
// L2 like everything else.
// - one access at a time: bulk data take the DMA engines. An access that memory answers with an
//   error ends with SLVERR; a read gives all ones then
// - a write goes before a read that came with it or after it, so a read passes no write that was
//   there before it. A write that comes later goes before it at most once: however many writes
//   come, a read waits for the access under way and one write, and a write for the access under way
//   and one read
// - a doorbell waits for the writes that were there when it came, and for no later ones

/* verilator lint_off UNUSEDSIGNAL */  // the byte of a 64-bit lane is in the strobes
module host_bar2 (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    // AXI4 slave
    // Addresses are offsets in BAR2. A write is taken when its address and its data are
    // both there.
    input  logic                           aw_valid_i,
    output logic                           aw_ready_o,
    input  logic [25:0]                    aw_addr_i,
    input  logic                           w_valid_i,
    output logic                           w_ready_o,
    input  logic [63:0]                    w_data_i,
    input  logic [7:0]                     w_strb_i,
    output logic                           b_valid_o,
    output logic [1:0]                     b_resp_o,
    input  logic                           b_ready_i,
    input  logic                           ar_valid_i,
    output logic                           ar_ready_o,
    input  logic [25:0]                    ar_addr_i,
    output logic                           r_valid_o,
    input  logic                           r_ready_i,
    output logic [63:0]                    r_data_o,
    output logic [1:0]                     r_resp_o,
    // Memory
    // One line access at a time; its answer is taken when it comes
    output logic                           req_valid_o,
    input  logic                           req_ready_i,
    output smgpu_pkg::mem_req_t            req_o,
    input  logic                           rsp_valid_i,
    output logic                           rsp_ready_o,
    input  smgpu_pkg::mem_rsp_t            rsp_i,
    // Doorbells
    // one waits: the writes that are here when it comes go before it
    input  logic                           bell_i,
    output logic                           bell_go_o        // these are done
);

  typedef enum logic [2:0] {StIdle, StSend, StWait, StAnswerW, StAnswerR} state_e;
  // Of the access under way. write_q: it is a write. err_q: memory answered with an error.
  state_e      state_q;
  logic        write_q;
  logic [25:0] addr_q;
  logic [63:0] data_q;
  logic [7:0]  strb_q;
  logic        err_q;

  logic start_write, behind_q;   // behind_q: a write has begun since the read came that waits
  assign start_write = state_q == StIdle && aw_valid_i && w_valid_i && !(ar_valid_i && behind_q);
  assign aw_ready_o  = start_write;
  assign w_ready_o   = start_write;
  assign ar_ready_o  = state_q == StIdle && ar_valid_i && !start_write;

  // ---- Doorbells
  logic       writing, bell_q;
  // writes that it still waits for: one is under way, one has its address here
  logic [1:0] ahead, ahead_q;
  // writing: the access under way is a write that memory has not answered.
  // bell_q: the doorbell was here in the cycle before, so no later write counts.
  // ahead: each such write that memory answers takes one away.
  assign writing   = write_q && (state_q == StSend || state_q == StWait);
  assign ahead     = bell_q ? ahead_q : {writing && aw_valid_i, writing != aw_valid_i};
  assign bell_go_o = ahead == '0;

  // The 8 bytes stand in one of four places of the line; byte enables choose it.
  logic [31:0] be;
  always_comb begin
    be = '0;
    be[{addr_q[4:3], 3'b0}+:8] = strb_q;
  end
  assign req_valid_o = state_q == StSend;
  always_comb begin
    req_o          = '0;
    req_o.op       = write_q ? smgpu_pkg::MemWrite : smgpu_pkg::MemRead;
    req_o.pa[25:5] = addr_q[25:5];
    req_o.be       = be;
    req_o.data     = {4{data_q}};
  end
  assign rsp_ready_o = 1'b1;
  assign b_valid_o   = state_q == StAnswerW;
  assign r_valid_o   = state_q == StAnswerR;
  assign r_data_o    = data_q;
  assign b_resp_o    = {err_q, 1'b0};
  assign r_resp_o    = {err_q, 1'b0};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q  <= StIdle;
      write_q  <= 1'b0;
      behind_q <= 1'b0;
      bell_q   <= 1'b0;
    end else begin
      bell_q  <= bell_i;
      ahead_q <= ahead - 2'(ahead != '0 && writing && rsp_valid_i);
      if (start_write) behind_q <= ar_valid_i;
      else if (ar_ready_o) behind_q <= 1'b0;
      unique case (state_q)
        StIdle: begin
          write_q <= start_write;
          if (start_write) begin
            addr_q  <= aw_addr_i;
            data_q  <= w_data_i;
            strb_q  <= w_strb_i;
            state_q <= StSend;
          end else if (ar_valid_i) begin
            addr_q  <= ar_addr_i;
            state_q <= StSend;
          end
        end
        StSend: if (req_ready_i) state_q <= StWait;
        StWait:
        if (rsp_valid_i) begin
          if (!write_q) data_q <= rsp_i.err ? '1 : rsp_i.data[{addr_q[4:3], 6'b0}+:64];
          err_q   <= rsp_i.err;
          state_q <= write_q ? StAnswerW : StAnswerR;
        end
        StAnswerW: if (b_ready_i) state_q <= StIdle;
        default:   if (r_ready_i) state_q <= StIdle;
      endcase
    end
  end

`ifdef FORMAL
`include "host_bar2_formal.svh"
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
