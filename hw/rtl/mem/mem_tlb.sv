// SPDX-License-Identifier: MIT
// Small fully associative TLB; an entry is a page of 4 KiB, 64 KiB, 2 MiB or 1 GiB, as the leaf of the walk was.
// - the answer to a request that hits is combinational; on a miss the requester keeps its request up while the page is walked, or takes it
//   away and comes again: other requests that hit are answered meanwhile
// - permissions are checked here, so that a page's rights need no second lookup; a fault is not cached: it answers the request that it
//   belongs to until the next walk begins
// - an answer of a walk that was under way during a flush is thrown away
// Replacement is round robin: with a handful of entries, recency costs more than it saves.
// Longest path: compare of a tag -> lowest match -> entry -> right. The entries' addresses and rights are in LUT RAM.

module mem_tlb #(
    parameter int unsigned ENTRIES = 8  // power of two, at least 4
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    // Lookup
    input  logic                            req_valid_i,
    input  logic                            req_walk_i,    // its page may be walked, if it isn't here and no walk is under way
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

  logic [ENTRIES-1:0] valid_q, giga_q, mega_q, block_q, match;
  logic [25:0]        tag_q[ENTRIES];   // {vm, vpn}
  logic [31:0]        data[ENTRIES];    // {r, w, x, ppn}
  logic [EI-1:0]      next_q, at;

  // ---- Lookup
  logic [25:0] tag;
  logic [31:0] entry;
  logic        hit, allowed, giga, mega, block;
  assign tag = {req_vm_i, req_va_i[31:12]};
  // Of two that match, which only a change of the page tables without a flush can bring about, the lower one counts.
  // It is found by fours, as a chain of all would be the longest part of the path.
  localparam int unsigned FOURS = ENTRIES / 4;
  logic [FOURS-1:0] some, first;
  always_comb begin
    for (int unsigned i = 0; i < ENTRIES; i++)
      match[i] = valid_q[i] && tag_q[i][25:18] == tag[25:18] && (giga_q[i] || tag_q[i][17:9] == tag[17:9]) &&
                 (mega_q[i] || tag_q[i][8:4] == tag[8:4]) && (block_q[i] || tag_q[i][3:0] == tag[3:0]);
    at = '0;
    for (int unsigned k = 0; k < FOURS; k++) begin
      some[k]  = match[4*k+:4] != '0;
      first[k] = some[k];
      for (int unsigned j = 0; j < k; j++) if (some[j]) first[k] = 1'b0;
      if (first[k]) at = at | EI'(4 * k) | EI'({!match[4*k] && !match[4*k+1], !match[4*k] && (match[4*k+1] || !match[4*k+2])});
    end
  end
  assign hit     = |match;
  assign entry   = data[at];
  assign giga    = giga_q[at];
  assign mega    = mega_q[at];
  assign block   = block_q[at];
  assign allowed = (req_access_i == smgpu_pkg::AccRead) ? entry[31] : (req_access_i == smgpu_pkg::AccWrite) ? entry[30] : entry[29];

  // ---- Walk
  typedef enum logic [1:0] {StIdle, StAsk, StWait} state_e;
  state_e      state_q;
  logic [25:0] walk_tag_q;
  logic        stale_q, fault_q, filled;
  smgpu_pkg::walk_rsp_t walk_rsp;
  assign walk_rsp         = walk_rsp_i;
  assign walk_req_valid_o = state_q == StAsk;
  assign walk_req_o       = walk_tag_q;
  assign filled           = state_q == StWait && walk_rsp_valid_i && !stale_q && !flush_i && !walk_rsp.fault;

  assign rsp_valid_o = req_valid_i && (hit || (fault_q && walk_tag_q == tag));
  assign rsp_fault_o = !hit || !allowed;
  assign rsp_pa_o    = {entry[28:18], giga ? req_va_i[29:21] : entry[17:9], mega ? req_va_i[20:16] : entry[8:4], block ? req_va_i[15:12] : entry[3:0],
                        req_va_i[11:0]};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= '0;
      next_q  <= '0;
      state_q <= StIdle;
      stale_q <= 1'b0;
      fault_q <= 1'b0;
    end else begin
      unique case (state_q)
        StIdle: begin
          stale_q <= 1'b0;
          // A fault waits for the request that it answers, and lasts one cycle of it.
          if (req_valid_i && fault_q && walk_tag_q == tag) fault_q <= 1'b0;
          else if (req_valid_i && req_walk_i && !hit && !flush_i) begin
            fault_q    <= 1'b0;
            walk_tag_q <= tag;
            state_q    <= StAsk;
          end
        end
        StAsk: if (walk_req_ready_i) state_q <= StWait;
        default:
        if (walk_rsp_valid_i) begin
          state_q <= StIdle;
          fault_q <= !stale_q && !flush_i && walk_rsp.fault;
          if (filled) begin
            valid_q[next_q] <= 1'b1;
            next_q          <= next_q + 1'b1;
          end
        end
      endcase
      if (flush_i) begin
        valid_q <= '0;
        fault_q <= 1'b0;
        if (state_q != StIdle) stale_q <= 1'b1;
      end
    end
    if (filled) begin
      tag_q[next_q]   <= walk_tag_q;
      giga_q[next_q]  <= walk_rsp.giga;
      mega_q[next_q]  <= walk_rsp.mega;
      block_q[next_q] <= walk_rsp.block;
      data[next_q]    <= {walk_rsp.r, walk_rsp.w, walk_rsp.x, walk_rsp.ppn};
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (filled && walk_rsp.giga && !walk_rsp.mega) $fatal(1, "mem_tlb: a page of 1 GiB that is smaller than one of 2 MiB");
      if (filled && walk_rsp.mega && !walk_rsp.block) $fatal(1, "mem_tlb: a page of 2 MiB that is smaller than one of 64 KiB");
      if (req_valid_i && !$onehot0(match)) $fatal(1, "mem_tlb: two pages match");
    end
`endif

endmodule
