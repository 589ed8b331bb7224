// SPDX-License-Identifier: MIT
// MMU registers: root tables (kept by mem_top) and maintenance; when busy falls it has been done.
// - an invalidation of a range of a space drops its translations in all TLBs at once and then waits
//   until what was translated before has ended, and until TLBs have been looked through. Nothing is
//   stopped for that but a DMA transfer of the space. The range is as it was written before, for
//   one invalidation; else it is all of the space
// - when the number of a space is given back SMs forget what they keep under numbers of spaces,
//   those of others as well: that is rare, and needs no comparison. They do so in the cycle of the
//   flush, so before busy falls
// - before caches are flushed SMs and DMA engines start no access, until none is in flight. What is
//   asked for as an invalidation of TLBs alone begins waits for the next one

/* verilator lint_off UNUSEDSIGNAL */
module card_maint #(
    // SMs and DMA engines
    parameter int unsigned CLIENTS = 3,  // that answer quiesce
    parameter int unsigned RANGES  = 1   // 0: TLBs drop all of a space
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    // Registers: read data in the next cycle, 0 if not addressed
    input  logic               reg_valid_i,
    input  logic               reg_write_i,
    input  logic [15:0]        reg_addr_i,
    input  logic [31:0]        reg_wdata_i,
    output logic [31:0]        reg_rdata_o,
    // Root tables
    // Written in one cycle, from the register bus: {valid, page}
    output logic               root_we_o,
    output smgpu_pkg::vm_t     root_vm_o,
    output smgpu_pkg::root_t   root_o,
    // Maintenance
    // No access is to begin; a client has none under way
    output logic               quiesce_o,
    input  logic [CLIENTS-1:0] quiesced_i,
    // A flush of translations, one cycle
    output smgpu_pkg::tlb_flush_t           tlb_flush_o,
    output logic               forget_o,       // what is kept under the number of a space
    // nothing is under way that was translated before the last flush; the last one is the walker
    input  logic [CLIENTS:0]   drained_i,
    // Something is asked for that is not done: MMU.STATUS
    output logic               busy_o,
    // L1s, or instruction caches: one cycle, while all clients are quiet
    output logic               l1_flush_o,
    output logic               code_flush_o
);

  // StQuiesce: clients end what is under way. StFlush: the one cycle of the flush.
  // StSettle: clients stay held for a while. StDrain: what was translated before ends.
  typedef enum logic [2:0] {StIdle, StQuiesce, StFlush, StSettle, StDrain} state_e;
  state_e     state_q;
  // What is asked for: an invalidation, of every space, with forgetting; L1, instruction caches
  logic       tlb_q, every_q, forget_q, l1_q, code_q, caches;
  logic       held_q;         // clients are held for what is under way: it is a flush of caches
  // The space of the invalidation
  smgpu_pkg::vm_t vm_q;
  // Cycles that are left in which all have to be quiet
  logic [2:0] settle_q;
  // The range, in fours of pages
  logic [17:0] first, last;
  // Writes that ask for an invalidation, for a flush of caches
  logic       sel, we, want_tlb, want_cache;
  logic       tlb_waits, l1_waits, code_waits;  // asked for, and not done in this cycle

  assign sel        = reg_valid_i && reg_addr_i[15:9] == smgpu_regs_pkg::MMU_BASE[15:9];
  assign we         = sel && reg_write_i;
  assign want_tlb   = we && reg_addr_i == smgpu_regs_pkg::MMU_INVALIDATE;
  assign want_cache = we && reg_addr_i == smgpu_regs_pkg::MMU_CACHE;

  assign root_we_o = we && reg_addr_i[8];
  assign root_vm_o = reg_addr_i[7:2];
  assign root_o    = {reg_wdata_i[31], reg_wdata_i[27:0]};

  // What is done in this cycle no longer waits; what comes meanwhile does.
  assign tlb_waits  = tlb_q && state_q != StFlush;
  assign l1_waits   = l1_q && !l1_flush_o;
  assign code_waits = code_q && !code_flush_o;

  assign caches       = l1_q || code_q;
  assign busy_o       = state_q != StIdle || tlb_q || caches;
  assign quiesce_o    = state_q == StQuiesce || (state_q == StFlush && held_q) ||
                        state_q == StSettle;
  always_comb begin
    tlb_flush_o.valid = state_q == StFlush && tlb_q;
    tlb_flush_o.every = every_q;
    tlb_flush_o.vm    = vm_q;
    tlb_flush_o.first = first;
    tlb_flush_o.last  = last;
  end
  assign forget_o     = state_q == StFlush && tlb_q && forget_q;
  assign l1_flush_o   = state_q == StFlush && held_q && l1_q;
  assign code_flush_o = state_q == StFlush && held_q && code_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      tlb_q   <= 1'b0;
      l1_q    <= 1'b0;
      code_q  <= 1'b0;
    end else begin
      unique case (state_q)
        StIdle:
        if (tlb_q || caches) begin
          state_q  <= caches ? StQuiesce : StFlush;
          held_q   <= caches;
          settle_q <= '1;
        end
        StQuiesce: begin
          // Quiet for 8 cycles in a row: covers what is on its way between pipeline stages.
          settle_q <= (&quiesced_i) ? settle_q - 3'd1 : '1;
          if (&quiesced_i && settle_q == '0) state_q <= StFlush;
        end
        StFlush: begin
          settle_q <= '1;
          state_q  <= held_q ? StSettle : StDrain;
        end
        StDrain: if (&drained_i) state_q <= StIdle;
        default: begin
          settle_q <= settle_q - 3'd1;
          if (settle_q == '0) state_q <= StIdle;
        end
      endcase
      tlb_q  <= tlb_waits || want_tlb;
      l1_q   <= l1_waits || (want_cache && reg_wdata_i[smgpu_regs_pkg::MMU_CACHE_L1_LSB]);
      code_q <= code_waits || (want_cache && reg_wdata_i[smgpu_regs_pkg::MMU_CACHE_CODE_LSB]);
      if (want_tlb) begin
        // A second one before the first has begun: all spaces
        // So no page of the first range is missed.
        every_q  <= tlb_waits || reg_wdata_i[smgpu_regs_pkg::MMU_INVALIDATE_EVERY_LSB];
        forget_q <= (tlb_waits && forget_q) ||
            reg_wdata_i[smgpu_regs_pkg::MMU_INVALIDATE_FORGET_LSB];
        vm_q    <=
            reg_wdata_i[smgpu_regs_pkg::MMU_INVALIDATE_VM_LSB+:smgpu_regs_pkg::MMU_INVALIDATE_VM_W];
      end
    end
  end

  // ---- The range, in fours of pages: of the next invalidation, of this one
  if (RANGES != 0) begin : gen_range
    // The next range is all of a space again once it is used.
    logic [17:0] next_first_q, next_last_q, first_q, last_q;
    assign first = first_q;
    assign last  = last_q;
    always_ff @(posedge clk_i) begin
      if (want_tlb) {first_q, last_q} <= {next_first_q, next_last_q};
      if (!rst_ni || want_tlb) {next_first_q, next_last_q} <= {18'h0, 18'h3ffff};
      else if (we && reg_addr_i == smgpu_regs_pkg::MMU_FIRST) next_first_q <= reg_wdata_i[19:2];
      else if (we && reg_addr_i == smgpu_regs_pkg::MMU_LAST) next_last_q <= reg_wdata_i[19:2];
    end
  end else begin : gen_no_range
    assign first = '0;
    assign last  = '1;
  end

  // A copy for reads: mem_top's is not readable here.
  logic [31:0] roots_q[64];
  logic [31:0] root_data_q;
  logic [63:0] root_set_q;     // written since the reset
  logic        from_root_q, busy_q;
  always_ff @(posedge clk_i) begin
    if (root_we_o) roots_q[root_vm_o] <= reg_wdata_i;
    // Roots that were not written read 0: the copy has no reset.
    root_data_q <= root_set_q[root_vm_o] ? roots_q[root_vm_o] : '0;
    if (!rst_ni) root_set_q <= '0;
    else if (root_we_o) root_set_q[root_vm_o] <= 1'b1;
    from_root_q <= sel && reg_addr_i[8];
    busy_q      <= sel && reg_addr_i == smgpu_regs_pkg::MMU_STATUS && busy_o;
  end
  assign reg_rdata_o = from_root_q ? root_data_q : {31'b0, busy_q};

endmodule
/* verilator lint_on UNUSEDSIGNAL */
