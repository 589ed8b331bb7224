// SPDX-License-Identifier: MIT
// Small fully associative TLB of 4 KiB pages.
// - the answer to a request that hits is combinational; on a miss the requester keeps its request up while the page is walked
// - permissions are checked here, so that a page's rights need no second lookup; a fault is not cached and answers once per walk
// - an answer of a walk that was under way during a flush is thrown away
// Replacement is round robin: with a handful of entries, recency costs more than it saves.

module mem_tlb #(
    parameter int unsigned ENTRIES = 8  // power of two
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    // Lookup
    input  logic                            req_valid_i,
    input  logic [5:0]                      req_vm_i,
    input  logic [31:0]                     req_va_i,
    input  logic [1:0]                      req_access_i,  // smgpu_pkg::Acc*
    output logic                            rsp_valid_o,
    output logic [40:0]                     rsp_pa_o,
    output logic                            rsp_fault_o,
    // Walk port
    output logic                            walk_req_valid_o,
    input  logic                            walk_req_ready_i,
    output logic [smgpu_pkg::WalkReqW-1:0]  walk_req_o,
    input  logic                            walk_rsp_valid_i,
    input  logic [smgpu_pkg::WalkRspW-1:0]  walk_rsp_i,
    input  logic                            flush_i
);

  localparam int unsigned EI = $clog2(ENTRIES);

  logic [ENTRIES-1:0] valid_q, match;
  logic [25:0]        tag_q[ENTRIES];   // {vm, vpn}
  logic [31:0]        data_q[ENTRIES];  // {r, w, x, ppn}
  logic [EI-1:0]      next_q;

  // ---- Lookup
  logic [25:0] tag;
  logic [31:0] data;
  logic        hit, allowed;
  assign tag = {req_vm_i, req_va_i[31:12]};
  always_comb begin
    data = '0;
    for (int unsigned i = 0; i < ENTRIES; i++) begin
      match[i] = valid_q[i] && tag_q[i] == tag;
      if (match[i]) data = data | data_q[i];
    end
  end
  assign hit     = |match;
  assign allowed = (req_access_i == smgpu_pkg::AccRead) ? data[31] : (req_access_i == smgpu_pkg::AccWrite) ? data[30] : data[29];

  // ---- Walk
  typedef enum logic [1:0] {StIdle, StAsk, StWait} state_e;
  state_e      state_q;
  logic [25:0] walk_tag_q;
  logic        stale_q, fault_q;
  smgpu_pkg::walk_rsp_t walk_rsp;
  assign walk_rsp         = walk_rsp_i;
  assign walk_req_valid_o = state_q == StAsk;
  assign walk_req_o       = walk_tag_q;

  assign rsp_valid_o = req_valid_i && (hit || (fault_q && walk_tag_q == tag));
  assign rsp_fault_o = !hit || !allowed;
  assign rsp_pa_o    = {data[28:0], req_va_i[11:0]};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= '0;
      next_q  <= '0;
      state_q <= StIdle;
      stale_q <= 1'b0;
      fault_q <= 1'b0;
    end else begin
      fault_q <= 1'b0;
      unique case (state_q)
        StIdle: begin
          stale_q <= 1'b0;
          if (req_valid_i && !rsp_valid_o && !flush_i) begin
            walk_tag_q <= tag;
            state_q    <= StAsk;
          end
        end
        StAsk: if (walk_req_ready_i) state_q <= StWait;
        default:
        if (walk_rsp_valid_i) begin
          state_q <= StIdle;
          if (!stale_q && !flush_i) begin
            fault_q <= walk_rsp.fault;
            if (!walk_rsp.fault) begin
              valid_q[next_q] <= 1'b1;
              tag_q[next_q]   <= walk_tag_q;
              data_q[next_q]  <= {walk_rsp.r, walk_rsp.w, walk_rsp.x, walk_rsp.ppn};
              next_q          <= next_q + 1'b1;
            end
          end
        end
      endcase
      if (flush_i) begin
        valid_q <= '0;
        if (state_q != StIdle) stale_q <= 1'b1;
      end
    end
  end

endmodule
