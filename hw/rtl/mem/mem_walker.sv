// SPDX-License-Identifier: MIT
// Page walks of all TLBs: a shared L2 TLB in front of a walker for Sv39-format tables (RISC-V privileged architecture), which reads
// through the L2 cache.
// - a leaf needs V and U, no W without R, no reserved or out-of-range bits, and an aligned superpage; anything else is a fault
// - a leaf of 4 KiB with N is one of 16 that say the same of 64 KiB (Svnapot): the lowest bits of its page number are 1000, others are a fault
// - leaves of 64 KiB, 2 MiB and 1 GiB are answered as the 4 KiB page that was asked for, with the size of the leaf: the clients keep them whole, the
//   shared TLB keeps the part
// - one walk at a time; the clients take turns
// - the last table of 4 KiB leaves that a walk came to is kept until a flush: the next walk in its 2 MiB is one read, not three

module mem_walker #(
    parameter int unsigned CLIENTS = 4,
    parameter int unsigned ENTRIES = 64   // of the shared TLB, power of two
) (
    input  logic                                    clk_i,
    input  logic                                    rst_ni,
    input  logic [CLIENTS-1:0]                      req_valid_i,
    output logic [CLIENTS-1:0]                      req_ready_o,
    input  logic [CLIENTS*smgpu_pkg::WalkReqW-1:0]  req_i,
    output logic [CLIENTS-1:0]                      rsp_valid_o,
    output logic [CLIENTS*smgpu_pkg::WalkRspW-1:0]  rsp_o,
    // Root tables
    input  logic                                    root_we_i,
    input  logic [5:0]                              root_vm_i,
    input  logic [28:0]                             root_i,        // {valid, ppn}
    input  logic                                    flush_i,
    // To the L2
    output logic                                    mem_valid_o,
    input  logic                                    mem_ready_i,
    output logic [smgpu_pkg::MemReqW-1:0]           mem_o,
    input  logic                                    mem_rsp_valid_i,
    input  logic                                    mem_rsp_err_i,
    input  logic [255:0]                            mem_rsp_data_i,
    // Counters
    output logic                                    miss_o,
    output logic                                    walk_o
);

  localparam int unsigned EI = $clog2(ENTRIES);
  localparam int unsigned CI = (CLIENTS > 1) ? $clog2(CLIENTS) : 1;

  typedef enum logic [2:0] {StIdle, StLook, StAsk, StWait, StPte, StAnswer} state_e;
  state_e        state_q;
  logic [CI-1:0] client_q;
  logic [25:0]   tag_q;       // {vm, vpn}
  logic [1:0]    level_q;
  logic [27:0]   table_q;     // ppn of the table of this level
  logic [63:0]   pte_q;
  smgpu_pkg::walk_rsp_t answer_q;

  // ---- Clients take turns
  logic          any;
  logic [CI-1:0] next;
  always_comb begin
    any  = 1'b0;
    next = client_q;
    for (int unsigned i = CLIENTS; i > 0; i--) begin
      if (req_valid_i[i-1] && CI'(i - 1) <= client_q) begin
        any  = 1'b1;
        next = CI'(i - 1);
      end
    end
    for (int unsigned i = CLIENTS; i > 0; i--) begin
      if (req_valid_i[i-1] && CI'(i - 1) > client_q) begin
        any  = 1'b1;
        next = CI'(i - 1);
      end
    end
  end
  always_comb begin
    req_ready_o       = '0;
    rsp_valid_o       = '0;
    req_ready_o[next] = state_q == StIdle && any;
    rsp_valid_o[client_q] = state_q == StAnswer;
  end
  assign rsp_o = {CLIENTS{answer_q}};

  // ---- Root tables and the shared TLB
  logic [27:0]        roots_q[64];
  logic [27:0]        root_q;
  logic [63:0]        root_valid_q;
  logic               root_there_q;
  logic [ENTRIES-1:0] valid_q;
  localparam int unsigned LeafW = smgpu_pkg::WalkRspW - 1;
  localparam int unsigned RowW  = 26 - EI + LeafW;
  logic [RowW-1:0]    tlb_q[ENTRIES];   // {tag without index, walk_rsp_t without fault}
  logic [RowW-1:0]    row_q;
  logic               row_valid_q;
  logic [EI-1:0]      index;
  assign index = tag_q[EI-1:0];
  logic               tlb_we;
  logic [25:0]        ask;
  assign ask = req_i[smgpu_pkg::WalkReqW*next+:smgpu_pkg::WalkReqW];
  always_ff @(posedge clk_i) begin
    if (root_we_i) roots_q[root_vm_i] <= root_i[27:0];
    root_q       <= roots_q[ask[25:20]];
    root_there_q <= root_valid_q[ask[25:20]];
    if (tlb_we) tlb_q[index] <= {tag_q[25:EI], answer_q[LeafW-1:0]};
    row_q       <= tlb_q[ask[EI-1:0]];
    row_valid_q <= valid_q[ask[EI-1:0]];
  end
  logic hit;
  logic stale_q;  // a flush came while walking: answer, but don't remember
  logic        near_q;        // there is a table that is kept
  logic [16:0] near_tag_q;    // {vm, vpn[19:9]}
  logic [27:0] near_table_q;
  logic        near, begins, keeps;
  assign hit    = row_valid_q && row_q[RowW-1:LeafW] == tag_q[25:EI];
  assign tlb_we = state_q == StAnswer && !answer_q.fault && !stale_q;
  assign near   = near_q && near_tag_q == tag_q[25:9];
  assign begins = state_q == StLook && !hit && root_there_q;

  // ---- The entry at hand
  logic [8:0] vpn;
  always_comb begin
    unique case (level_q)
      2'd2:    vpn = {7'b0, tag_q[19:18]};
      2'd1:    vpn = tag_q[17:9];
      default: vpn = tag_q[8:0];
    endcase
  end
  assign mem_valid_o = state_q == StAsk;
  assign mem_o = {smgpu_pkg::MemRead, 5'b0, 11'b0, 2'b0, 8'b0, 1'b0, table_q, vpn[8:2], 5'b0, 32'b0, 256'b0};

  logic leaf, bad, leaf_bad, block;
  assign leaf  = |pte_q[3:1];
  assign block = pte_q[63];
  assign bad   = !pte_q[0] || pte_q[62:38] != '0 || (pte_q[2] && !pte_q[1]) || (block && !leaf);
  always_comb begin
    unique case (level_q)
      2'd2:    leaf_bad = pte_q[27:10] != '0 || block;
      2'd1:    leaf_bad = pte_q[18:10] != '0 || block;
      default: leaf_bad = block && pte_q[13:10] != 4'b1000;
    endcase
    leaf_bad = leaf_bad || !pte_q[4];
  end
  logic [27:0] leaf_ppn;
  always_comb begin
    unique case (level_q)
      2'd2:    leaf_ppn = {pte_q[37:28], tag_q[17:0]};
      2'd1:    leaf_ppn = {pte_q[37:19], tag_q[8:0]};
      default: leaf_ppn = {pte_q[37:14], block ? tag_q[3:0] : pte_q[13:10]};
    endcase
  end

  assign keeps = state_q == StPte && !bad && !leaf && !pte_q[8] && level_q == 2'd1;

  assign miss_o = state_q == StLook && !hit;
  assign walk_o = begins;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q  <= StIdle;
      client_q <= '0;
      valid_q  <= '0;
      stale_q  <= 1'b0;
      near_q   <= 1'b0;
      root_valid_q <= '0;
    end else begin
      if (root_we_i) root_valid_q[root_vm_i] <= root_i[28];
      if (keeps) near_q <= !stale_q;
      unique case (state_q)
        StIdle: begin
          stale_q <= 1'b0;
          if (any) begin
            client_q <= next;
            state_q  <= StLook;
          end
        end
        StLook: state_q <= hit ? StAnswer : root_there_q ? StAsk : StAnswer;
        StAsk:  if (mem_ready_i) state_q <= StWait;
        StWait: if (mem_rsp_valid_i) state_q <= mem_rsp_err_i ? StAnswer : StPte;
        StPte:  state_q <= (bad || leaf || level_q == '0 || pte_q[8]) ? StAnswer : StAsk;
        default: begin
          state_q <= StIdle;
          if (tlb_we) valid_q[index] <= 1'b1;
        end
      endcase
      if (flush_i) begin
        valid_q <= '0;
        stale_q <= 1'b1;
      end
      if (flush_i || root_we_i) near_q <= 1'b0;
    end
    if (keeps) begin
      near_tag_q   <= tag_q[25:9];
      near_table_q <= pte_q[37:10];
    end
    if (state_q == StIdle && any) begin
      tag_q    <= ask;
      level_q  <= 2'd2;
      answer_q <= {1'b1, {LeafW{1'b0}}};
    end
    if (state_q == StLook) begin
      table_q <= near ? near_table_q : root_q;
      if (near) level_q <= '0;
      if (hit) answer_q <= {1'b0, row_q[LeafW-1:0]};
    end
    if (state_q == StWait && mem_rsp_valid_i) pte_q <= mem_rsp_data_i[{vpn[1:0], 6'b0}+:64];
    if (state_q == StPte) begin
      if (!bad && leaf && !leaf_bad) answer_q <= {1'b0, pte_q[1], pte_q[2], pte_q[3], level_q == 2'd2, level_q != 2'd0, level_q != 2'd0 || block, pte_q[8],
                                                   leaf_ppn};
      table_q <= pte_q[37:10];
      level_q <= level_q - 2'd1;
    end
  end

  logic unused_bits;
  assign unused_bits = ^{pte_q[9], pte_q[7:5]};

endmodule
