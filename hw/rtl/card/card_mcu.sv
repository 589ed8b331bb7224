// SPDX-License-Identifier: MIT
// The control core in the card: its TCM, whose second port the two DMA engines share, and its way to registers and card memory.
// An access to card memory is one line access through the L2. A core that is stopped in the middle of it leaves the answer to be
// thrown away: the memory port is not reset with the core.

/* verilator lint_off UNUSEDSIGNAL */  // a DRAM address is 30 bits wide, a register address 16
module card_mcu (
    input  logic                           clk_i,
    input  logic                           rst_ni,      // of the core
    input  logic                           rst_bus_ni,  // of the access under way
    input  logic                           run_i,
    input  logic [31:0]                    reset_vector_i,
    input  logic                           irq_i,
    output logic                           sleeping_o,
    output logic                           locked_up_o,
    output logic [31:0]                    pc_o,
    output logic                           retired_o,
    // Registers
    output logic                           reg_valid_o,
    input  logic                           reg_ready_i,
    output logic                           reg_write_o,
    output logic [15:0]                    reg_addr_o,
    output logic [31:0]                    reg_wdata_o,
    input  logic [31:0]                    reg_rdata_i,   // the cycle after reg_ready_i
    // Memory
    output logic                           req_valid_o,
    input  logic                           req_ready_i,
    output logic [smgpu_pkg::MemReqW-1:0]  req_o,
    input  logic                           rsp_valid_i,
    output logic                           rsp_ready_o,
    input  logic [smgpu_pkg::MemRspW-1:0]  rsp_i,
    output logic                           mem_busy_o,
    // TCM, from DMA engine 0 and 1 (1 high)
    input  logic [1:0]                     tcm_valid_i,
    output logic [1:0]                     tcm_ready_o,
    input  logic [1:0]                     tcm_write_i,
    input  logic [2*smgpu_pkg::TcmW-1:0]   tcm_addr_i,
    input  logic [63:0]                    tcm_wdata_i,
    output logic [31:0]                    tcm_rdata_o
);

  // ---- TCM: the engine that was not served last goes first
  logic last_q, chosen;
  assign chosen      = (&tcm_valid_i) ? ~last_q : tcm_valid_i[1];
  assign tcm_ready_o = {tcm_valid_i[1] & chosen, tcm_valid_i[0] & ~chosen};
  always_ff @(posedge clk_i) begin
    if (!rst_bus_ni) last_q <= 1'b0;
    else if (|tcm_valid_i) last_q <= chosen;
  end

  logic        tcm_en;
  logic [3:0]  tcm_we;
  logic [smgpu_pkg::TcmW-1:0] tcm_addr;
  logic [31:0] tcm_wdata, tcm_rdata;
  mcu_tcm u_tcm (
      .clk_i,
      .a_en_i   (tcm_en),
      .a_we_i   (tcm_we),
      .a_addr_i (tcm_addr),
      .a_wdata_i(tcm_wdata),
      .a_rdata_o(tcm_rdata),
      .b_en_i   (|tcm_valid_i),
      .b_we_i   ({4{chosen ? tcm_write_i[1] : tcm_write_i[0]}}),
      .b_addr_i (tcm_addr_i[smgpu_pkg::TcmW*chosen+:smgpu_pkg::TcmW]),
      .b_wdata_i(chosen ? tcm_wdata_i[63:32] : tcm_wdata_i[31:0]),
      .b_rdata_o(tcm_rdata_o)
  );

  // ---- Core
  logic        bus_valid, bus_write, bus_dram, bus_ready, bus_error;
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
      .tcm_en_o   (tcm_en),
      .tcm_we_o   (tcm_we),
      .tcm_addr_o (tcm_addr),
      .tcm_wdata_o(tcm_wdata),
      .tcm_rdata_i(tcm_rdata),
      .bus_valid_o(bus_valid),
      .bus_write_o(bus_write),
      .bus_dram_o (bus_dram),
      .bus_addr_o (bus_addr),
      .bus_be_o   (bus_be),
      .bus_wdata_o(bus_wdata),
      .bus_ready_i(bus_ready),
      .bus_error_i(bus_error),
      .bus_rdata_i(bus_rdata)
  );

  // ---- Accesses outside TCM
  typedef enum logic [1:0] {StIdle, StRegister, StSend, StWait} state_e;
  state_e state_q;
  logic   stale_q;   // the core that asked is gone
  logic   alive;
  assign alive = rst_ni && run_i;

  assign reg_valid_o = state_q == StIdle && bus_valid && !bus_dram;
  assign reg_write_o = bus_write;
  assign reg_addr_o  = bus_addr[15:0];
  assign reg_wdata_o = bus_wdata;

  logic        write_q;
  logic [29:0] addr_q;
  logic [3:0]  be_q;
  logic [31:0] wdata_q, be_line;
  always_comb begin
    be_line = '0;
    be_line[{addr_q[4:2], 2'b0}+:4] = be_q;
  end
  assign req_valid_o = state_q == StSend;
  assign req_o = {write_q ? smgpu_pkg::MemWrite : smgpu_pkg::MemRead, 5'b0, 11'b0, 2'b0, 8'b0, 11'b0, addr_q[29:5], 5'b0, be_line, {8{wdata_q}}};
  assign rsp_ready_o = 1'b1;
  assign mem_busy_o  = state_q == StSend || state_q == StWait;

  logic answered;
  assign answered  = state_q == StWait && rsp_valid_i;
  assign bus_ready = state_q == StRegister || (answered && !stale_q);
  assign bus_error = answered && rsp_i[256];
  assign bus_rdata = (state_q == StRegister) ? reg_rdata_i : rsp_i[{1'b0, addr_q[4:2], 5'b0}+:32];

  always_ff @(posedge clk_i) begin
    if (!rst_bus_ni) begin
      state_q <= StIdle;
      stale_q <= 1'b0;
    end else begin
      unique case (state_q)
        StIdle: begin
          stale_q <= !alive;
          if (bus_valid && alive) begin
            if (bus_dram) state_q <= StSend;
            else if (reg_ready_i) state_q <= StRegister;
          end
        end
        StSend: begin
          if (!alive) stale_q <= 1'b1;
          if (req_ready_i) state_q <= StWait;
        end
        StWait: begin
          if (!alive) stale_q <= 1'b1;
          if (rsp_valid_i) state_q <= StIdle;
        end
        default: state_q <= StIdle;  // StRegister
      endcase
    end
    if (state_q == StIdle) begin
      write_q <= bus_write;
      addr_q  <= bus_addr;
      be_q    <= bus_be;
      wdata_q <= bus_wdata;
    end
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
