// SPDX-License-Identifier: MIT
// The control core in the card: its TCM, whose data port the two DMA engines share with it, and its
// way to registers and card memory. An access to card memory is one line access through the L2. A
// core that is stopped in the middle of it leaves the answer to be thrown away: the memory port is
// not reset with the core.

/* verilator lint_off UNUSEDSIGNAL */  // a DRAM address is 30 bits wide, a register address 16
module card_mcu (
    input  logic                           clk_i,
    input  logic                           rst_ni,      // of the core
    input  logic                           rst_bus_ni,  // of the access under way
    // The firmware runs, from the reset vector on; an interrupt is pending and enabled
    input  logic                           run_i,
    input  logic [31:0]                    reset_vector_i,
    input  logic                           irq_i,
    // State of the core, for registers: in wfi; stopped for good; where it is
    output logic                           sleeping_o,
    output logic                           locked_up_o,
    output logic [31:0]                    pc_o,
    // An instruction has ended
    output logic                           retired_o,
    // Registers
    // An access to a register, held until it is taken
    output logic                           reg_valid_o,
    input  logic                           reg_ready_i,
    output logic                           reg_write_o,
    output logic [15:0]                    reg_addr_o,
    output logic [31:0]                    reg_wdata_o,
    input  logic [31:0]                    reg_rdata_i,   // the cycle after reg_ready_i
    // Memory
    // A line access; one is under way at a time
    output logic                           req_valid_o,
    input  logic                           req_ready_i,
    output smgpu_pkg::mem_req_t            req_o,
    input  logic                           rsp_valid_i,
    output logic                           rsp_ready_o,
    input  smgpu_pkg::mem_rsp_t            rsp_i,
    // A line access is under way: a reset waits for its end
    output logic                           mem_busy_o,
    // TCM, from DMA engine 0 and 1 (1 high)
    // A word each, held until it is granted; read data in the cycle after
    input  logic [1:0]                     tcm_valid_i,
    output logic [1:0]                     tcm_ready_o,
    input  logic [1:0]                     tcm_write_i,
    input  logic [2*smgpu_hw_pkg::TcmW-1:0]   tcm_addr_i,
    input  logic [63:0]                    tcm_wdata_i,
    output logic [31:0]                    tcm_rdata_o
);

  // ---- TCM: the engine that was not served last goes first
  // last_q: the engine that was served last. chosen: the one that is next.
  // dma_en: an engine is served. data_en: the core is.
  logic        last_q, chosen, dma_en, data_en;
  logic [3:0]  data_we;
  // Words of the core's two ports, and of the chosen engine
  logic [smgpu_hw_pkg::TcmFetchW-1:0] fetch_addr;
  logic [smgpu_hw_pkg::TcmW-1:0] data_addr, dma_addr;
  logic [31:0] fetch_rdata, data_wdata, data_low, data_high;
  assign dma_addr = chosen ? tcm_addr_i[smgpu_hw_pkg::TcmW+:smgpu_hw_pkg::TcmW]
      : tcm_addr_i[0+:smgpu_hw_pkg::TcmW];
  assign chosen      = (&tcm_valid_i) ? ~last_q : tcm_valid_i[1];
  assign tcm_ready_o = {tcm_valid_i[1] & chosen & dma_en, tcm_valid_i[0] & ~chosen & dma_en};
  always_ff @(posedge clk_i) begin
    if (!rst_bus_ni) last_q <= 1'b0;
    else if (dma_en) last_q <= chosen;
  end

  // The core's data go before the engines': it makes no access while it waits, and none in the
  // cycle after a jump, so that each loop leaves them some.
  assign dma_en = |tcm_valid_i && !data_en;
  mcu_tcm u_tcm (
      .clk_i,
      .fetch_addr_i (fetch_addr),
      .fetch_rdata_o(fetch_rdata),
      .data_en_i    (data_en || |tcm_valid_i),
      .data_we_i    (data_en ? data_we : {4{chosen ? tcm_write_i[1] : tcm_write_i[0]}}),
      .data_addr_i  (data_en ? data_addr : dma_addr),
      .data_wdata_i (data_en ? data_wdata : chosen ? tcm_wdata_i[63:32] : tcm_wdata_i[31:0]),
      .data_low_o   (data_low),
      .data_high_o  (data_high)
  );
  // Which half of TCM the engine's word came from, in the cycle after its grant
  logic dma_high_q;
  always_ff @(posedge clk_i)
    dma_high_q <= dma_addr[smgpu_hw_pkg::TcmW-1:smgpu_hw_pkg::TcmFetchW] != '0;
  assign tcm_rdata_o = dma_high_q ? data_high : data_low;

  // ---- Core
  // The core's accesses outside TCM: card memory (dram), else registers.
  // posted: a register write is taken. ready: an access has ended, with read data.
  logic        bus_valid, bus_write, bus_dram, bus_posted, bus_ready, bus_error;
  logic [29:0] bus_addr;
  logic [3:0]  bus_be;
  logic [31:0] bus_wdata, bus_rdata;
  mcu_core u_core (
      .clk_i,
      .rst_ni,
      .run_i,
      .reset_vector_i,
      .irq_i,
      .sleeping_o,
      .locked_up_o,
      .pc_o,
      .retired_o,
      .fetch_addr_o (fetch_addr),
      .fetch_rdata_i(fetch_rdata),
      .data_en_o    (data_en),
      .data_we_o    (data_we),
      .data_addr_o  (data_addr),
      .data_wdata_o (data_wdata),
      .data_low_i   (data_low),
      .data_high_i  (data_high),
      .bus_valid_o(bus_valid),
      .bus_write_o(bus_write),
      .bus_dram_o (bus_dram),
      .bus_addr_o (bus_addr),
      .bus_be_o   (bus_be),
      .bus_wdata_o(bus_wdata),
      .bus_posted_i(bus_posted),
      .bus_ready_i(bus_ready),
      .bus_error_i(bus_error),
      .bus_rdata_i(bus_rdata)
  );

  // ---- Accesses outside TCM: a register write is done when the bus takes it, a register read a
  // cycle later; a line's word is put into a register before the core has it
  typedef enum logic [2:0] {StIdle, StRegister, StSend, StWait, StAnswer} state_e;
  state_e state_q;
  logic   stale_q;   // the core that asked is gone
  logic   alive;
  // The core is there to take an answer.
  assign alive = rst_ni && run_i;

  assign reg_valid_o = state_q == StIdle && bus_valid && !bus_dram;
  assign reg_write_o = bus_write;
  assign reg_addr_o  = bus_addr[15:0];
  assign reg_wdata_o = bus_wdata;

  // The access under way: its word stands in a line
  logic        write_q;
  logic [29:0] addr_q;
  logic [3:0]  be_q;
  logic [31:0] wdata_q, be_line;
  always_comb begin
    be_line = '0;
    be_line[{addr_q[4:2], 2'b0}+:4] = be_q;
  end
  assign req_valid_o = state_q == StSend;
  always_comb begin
    req_o          = '0;
    req_o.op       = write_q ? smgpu_pkg::MemWrite : smgpu_pkg::MemRead;
    req_o.pa[29:5] = addr_q[29:5];
    req_o.be       = be_line;
    req_o.data     = {8{wdata_q}};
  end
  assign rsp_ready_o = 1'b1;
  assign mem_busy_o  = state_q == StSend || state_q == StWait;

  // How the line came, and its word
  logic        error_q;
  logic [31:0] rdata_q;
  assign bus_posted = reg_valid_o && reg_write_o && reg_ready_i;
  assign bus_ready  = state_q == StRegister || (state_q == StAnswer && !stale_q);
  assign bus_error  = state_q == StAnswer && error_q;
  assign bus_rdata  = (state_q == StRegister) ? reg_rdata_i : rdata_q;

  always_ff @(posedge clk_i) begin
    if (!rst_bus_ni) begin
      state_q <= StIdle;
      stale_q <= 1'b0;
    end else begin
      unique case (state_q)
        StIdle: begin
          // An access that is chosen now belongs to a core that is there.
          stale_q <= !alive;
          if (bus_valid && alive) begin
            if (bus_dram) state_q <= StSend;
            else if (reg_ready_i && !bus_write) state_q <= StRegister;
          end
        end
        StSend: begin
          // The core stops: its access goes on, but the answer is for nobody.
          if (!alive) stale_q <= 1'b1;
          if (req_ready_i) state_q <= StWait;
        end
        StWait: begin
          if (!alive) stale_q <= 1'b1;
          if (rsp_valid_i) state_q <= StAnswer;
        end
        default: state_q <= StIdle;  // StRegister, StAnswer
      endcase
    end
    // The access is kept as it was when it began.
    if (state_q == StIdle) begin
      write_q <= bus_write;
      addr_q  <= bus_addr;
      be_q    <= bus_be;
      wdata_q <= bus_wdata;
    end
    error_q <= rsp_i.err;
    // the byte that is addressed is the lowest
    rdata_q <= rsp_i.data[{addr_q[4:2], 5'b0}+:32] >> {addr_q[1:0], 3'b0};
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
