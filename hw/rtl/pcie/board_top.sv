// SPDX-License-Identifier: MIT
// The card behind a stream of TLPs (tlp_pkg): bridge, board block and card. What is left to a board
// is a shim for its PCIe block, a DRAM controller, and what the block measures and drives. The last
// group of ports is for simulation, as that of card_top.

module board_top #(
    // Core cycles in a second
    parameter int unsigned CLOCK_HZ = smgpu_regs_pkg::HOST_TIMEBASE_HZ_VALUE_RESET,
    // A read that the link does not answer ends in the bridge, after 2^LINK_TIMEOUT to
    // 2^(LINK_TIMEOUT+1) cycles: before half of 2^TIMEOUT, when the card gives it up. At 80 MHz
    // these are 3 ms and 13 ms at most.
    parameter int unsigned LINK_TIMEOUT = 17,
    parameter int unsigned TIMEOUT = 20,
    // What the board's registers say (board_regs)
    parameter logic [15:0] BOARD = smgpu_regs_pkg::BOARD_VERSION_BOARD_SIMULATION,
    parameter logic [31:0] BUILD = 32'd0,
    parameter logic [7:0] MONITOR = smgpu_regs_pkg::BOARD_MONITOR_KIND_XADC,
    parameter logic [30:0] SPI_KIB = 31'd0,
    parameter logic SPI_FALLBACK = 1'b0,
    parameter logic [31:0] SPI_UPDATE = 32'd0,
    // Address bits of card memory
    parameter int unsigned DRAM_AW = 30,
    // Parameters: made by hw/presets/gen.py until "end"
    parameter int unsigned SMS = 1,
    parameter int unsigned PODS = 2,
    parameter int unsigned WARPS = 16,
    parameter int unsigned LANES = 16,
    parameter int unsigned FP_UNITS = LANES,
    parameter int unsigned ALUS = PODS,
    parameter int unsigned LS_QUEUE = 8,
    parameter int unsigned FP_QUEUE = 4,
    parameter int unsigned KEEP = 1,
    parameter int unsigned UNIFORM = 1,
    parameter int unsigned CREDIT = 1,
    parameter int unsigned BONUS = 1,
    parameter int unsigned TEXTILE = 1,
    parameter int unsigned DTOKS = 64,
    parameter int unsigned PRIO = 1,
    parameter int unsigned PRIO_L2 = 1,
    parameter int unsigned PREDICT = 1,
    parameter int unsigned CONST_KIB = 2,
    parameter int unsigned ATTR_KIB = 2,
    parameter int unsigned TEX = 1,
    parameter int unsigned L1_KIB = 16,
    parameter int unsigned SHARED_KIB = 32,
    parameter int unsigned LEND = LANES > 4 ? 1 : 0,
    parameter int unsigned TLB = LANES > 4 ? 32 : 16,
    parameter int unsigned PAGES = LANES > 4 ? 2048 : 0,
    parameter int unsigned WALKS = 4,
    parameter int unsigned LINES = LANES > 4 ? 32 : 16,
    parameter int unsigned L2_BANKS = 1,
    parameter int unsigned L2_KIB = 64,
    parameter int unsigned MSHRS = 16,
    parameter int unsigned EVICTS = 16,
    parameter int unsigned AMO_UNITS = 8,
    parameter int unsigned WAITS = 1,
    parameter int unsigned HOST_IDS = 16,
    parameter int unsigned DMAS = 2,
    parameter int unsigned DMA_SLOTS = 32,
    parameter int unsigned TURNS = 1,
    parameter int unsigned PERF = 1
    // end
) (
    // One clock for all. rst_ni: low while the link is down. power_ni: that of the memory; while it
    // is low, rst_ni is, too
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         power_ni,
    // MiB of card memory, from the board; it does not change
    input  logic [15:0]  dram_mib_i,
    // Stream from and to the link, and what the PCIe block says: tlp_bridge
    // TLPs from the link: requests of the host, and completions of reads of the card
    input  logic         rx_valid_i,
    output logic         rx_ready_o,
    input  logic [127:0] rx_data_i,
    input  logic [3:0]   rx_keep_i,
    input  logic         rx_last_i,
    input  logic [2:0]   rx_bar_i,
    // Room for posted requests, and for those that want an answer
    output logic         rx_p_ok_o,
    output logic         rx_np_ok_o,
    // TLPs to the link: completions, reads and writes of the card, interrupts
    output logic         tx_valid_o,
    input  logic         tx_ready_i,
    output logic [127:0] tx_data_o,
    output logic [3:0]   tx_keep_o,
    output logic         tx_last_o,
    // Credits for writes, and for reads
    input  logic         tx_p_ok_i,
    input  logic         tx_np_ok_i,
    // What the configuration space says: number of the function, bus master enable
    input  logic [15:0]  cfg_id_i,
    input  logic         cfg_master_i,
    // The greatest payload and read request; TLPs of the bridge have 128 bytes at most in any case
    input  logic [2:0]   cfg_payload_i,
    input  logic [2:0]   cfg_read_i,
    // Completion boundary, MSI-X enable, MSI-X function mask
    input  logic         cfg_rcb_i,
    input  logic         cfg_msix_i,
    input  logic         cfg_mask_i,
    // Pulses for the error registers of the PCIe block
    output logic         err_ur_o,
    output logic         err_late_o,
    output logic         err_unexpected_o,
    output logic         err_poison_o,
    // The board: board_block
    // The test of memory has ended; it has found a wrong line
    output logic         test_done_o,
    output logic         test_failed_o,
    // The board's state
    input  logic         clocks_locked_i,
    input  logic         dram_ready_i,    // calibration has ended
    input  logic         dram_error_i,    // it has failed
    input  logic [3:0]   link_lanes_i,
    input  logic [3:0]   link_speed_i,
    // KiB of card memory to be tested; it does not change
    input  logic [DRAM_AW-10:0] test_kib_i,
    // Lamps: what they show by themselves, what they show
    input  logic [7:0]   led_i,
    output logic [7:0]   led_o,
    // Registers of the XADC: board_monitor
    output logic         drp_en_o,
    output logic [6:0]   drp_addr_o,
    input  logic         drp_ready_i,
    input  logic [15:0]  drp_data_i,
    // The flash: board_spi; chip select, active low
    output logic         spi_cs_no,
    output logic         spi_clk_o,
    output logic         spi_mosi_o,
    input  logic         spi_miso_i,
    // Card memory, AXI4 master: a line is one beat of 32 bytes
    // Writes have an enable for each byte.
    // All DRAM ids have four bits; an answer has the id of its access.
    output logic         dram_aw_valid_o,
    input  logic         dram_aw_ready_i,
    output logic [39:0]  dram_aw_addr_o,
    output logic [3:0]   dram_aw_id_o,
    output logic         dram_w_valid_o,
    input  logic         dram_w_ready_i,
    output logic [255:0] dram_w_data_o,
    output logic [31:0]  dram_w_strb_o,
    // Answers of writes; an error makes the line bad in the L2
    input  logic         dram_b_valid_i,
    output logic         dram_b_ready_o,
    input  logic [3:0]   dram_b_id_i,
    input  logic [1:0]   dram_b_resp_i,
    // Reads
    output logic         dram_ar_valid_o,
    input  logic         dram_ar_ready_i,
    output logic [39:0]  dram_ar_addr_o,
    output logic [3:0]   dram_ar_id_o,
    // Answers of different ids may come in any order.
    input  logic         dram_r_valid_i,
    output logic         dram_r_ready_o,
    input  logic [255:0] dram_r_data_i,
    input  logic [3:0]   dram_r_id_i,
    input  logic [1:0]   dram_r_resp_i,
    // Simulation
    // idle_o: nothing happens until the timer or the host starts something
    output logic         idle_o,
    // The timer of the MCU: whether it is set, and to which time
    output logic         timer_armed_o,
    output logic [63:0]  timer_o,
    // The timebase. skip_i moves it to skip_to_i while the card is idle.
    output logic [63:0]  timebase_o,
    input  logic         skip_i,
    input  logic [63:0]  skip_to_i
);

  // BAR0: AXI4-Lite from the bridge to the card. Signals have the names of the card's ports; valid
  // and ready of a channel share a line.
  // Address of a write: an offset in BAR0
  logic bar0_aw_valid, bar0_aw_ready;
  logic [19:0] bar0_aw_addr;
  // A dword; registers have no byte enables
  logic bar0_w_valid, bar0_w_ready;
  logic [31:0] bar0_w_data;
  // Answer of a write
  logic bar0_b_valid, bar0_b_ready;
  // Address of a read, and the dword that it gives
  logic bar0_ar_valid, bar0_ar_ready;
  logic [19:0] bar0_ar_addr;
  logic bar0_r_valid, bar0_r_ready;
  logic [31:0] bar0_r_data;
  // BAR2: AXI4 with single beats of 64 bits, from the bridge to the card
  logic bar2_aw_valid, bar2_aw_ready;
  logic [25:0] bar2_aw_addr;
  // Data of a write, an enable for each byte
  logic bar2_w_valid, bar2_w_ready;
  logic [63:0] bar2_w_data;
  logic [7:0] bar2_w_strb;
  // Answer of a write; an access that memory refuses ends with SLVERR
  logic bar2_b_valid, bar2_b_ready;
  logic [1:0] bar2_b_resp;
  // Address of a read, and its 64 bits
  logic bar2_ar_valid, bar2_ar_ready;
  logic [25:0] bar2_ar_addr;
  logic bar2_r_valid, bar2_r_ready;
  logic [63:0] bar2_r_data;
  logic [1:0] bar2_r_resp;
  // The card's interrupt, a pulse; the bridge makes an MSI-X of it
  logic msi;
  // Host memory: AXI4 from the card to the bridge. A burst lies in an aligned block of 128 bytes.
  logic host_aw_valid, host_aw_ready;
  logic [39:0] host_aw_addr;
  logic [3:0] host_aw_id;
  logic [7:0] host_aw_len;
  // Data of a write, 64 bits a beat
  logic host_w_valid, host_w_ready;
  logic [63:0] host_w_data;
  logic [7:0] host_w_strb;
  logic host_w_last;
  // A write is answered when its last TLP is on the stream to the link.
  logic host_b_valid, host_b_ready;
  logic [3:0] host_b_id;
  logic [1:0] host_b_resp;
  // Address of a read; its id is the tag of the TLP
  logic host_ar_valid, host_ar_ready;
  logic [39:0] host_ar_addr;
  logic [3:0] host_ar_id;
  logic [7:0] host_ar_len;
  // Data of reads. Beats of several ids may be mixed, those of one are in order.
  logic host_r_valid, host_r_ready;
  logic [3:0] host_r_id;
  logic [63:0] host_r_data;
  logic [1:0] host_r_resp;
  logic host_r_last;

  // The card's reset, and its side of card memory; answers go to it from the controller
  logic card_rst_n, unused_quiet;
  logic card_dram_aw_valid, card_dram_aw_ready;
  logic [39:0] card_dram_aw_addr;
  logic [3:0] card_dram_aw_id;
  logic card_dram_w_valid, card_dram_w_ready;
  logic [255:0] card_dram_w_data;
  logic [31:0] card_dram_w_strb;
  logic card_dram_b_valid, card_dram_b_ready;
  logic card_dram_ar_valid, card_dram_ar_ready;
  logic [39:0] card_dram_ar_addr;
  logic [3:0] card_dram_ar_id;
  logic card_dram_r_valid, card_dram_r_ready;

  board_shell #(
      .TIMEOUT(LINK_TIMEOUT), .BOARD(BOARD), .BUILD(BUILD), .MONITOR(MONITOR),
      .SPI_KIB(SPI_KIB), .SPI_FALLBACK(SPI_FALLBACK), .SPI_UPDATE(SPI_UPDATE), .AW(DRAM_AW)
  ) u_shell (
      .clk_i,
      .rst_ni,
      .power_ni,
      .rx_valid_i, .rx_ready_o,
      .rx_data_i,
      .rx_keep_i,
      .rx_last_i,
      .rx_bar_i,
      .rx_p_ok_o,
      .rx_np_ok_o,
      .tx_valid_o, .tx_ready_i,
      .tx_data_o,
      .tx_keep_o,
      .tx_last_o,
      .tx_p_ok_i,
      .tx_np_ok_i,
      .cfg_id_i,
      .cfg_master_i,
      .cfg_payload_i,
      .cfg_read_i,
      .cfg_rcb_i,
      .cfg_msix_i,
      .cfg_mask_i,
      .err_ur_o,
      .err_late_o,
      .err_unexpected_o,
      .err_poison_o,
      .quiet_o(unused_quiet),
      .test_done_o,
      .test_failed_o,
      .clocks_locked_i,
      .dram_ready_i,
      .dram_error_i,
      .link_lanes_i,
      .link_speed_i,
      .test_kib_i,
      .led_i,
      .led_o,
      .drp_en_o,
      .drp_addr_o,
      .drp_ready_i,
      .drp_data_i,
      .spi_cs_no,
      .spi_clk_o,
      .spi_mosi_o,
      .spi_miso_i,
      .card_rst_no(card_rst_n),
      .bar0_aw_valid_o(bar0_aw_valid), .bar0_aw_ready_i(bar0_aw_ready),
      .bar0_aw_addr_o(bar0_aw_addr),
      .bar0_w_valid_o(bar0_w_valid), .bar0_w_ready_i(bar0_w_ready),
      .bar0_w_data_o(bar0_w_data),
      .bar0_b_valid_i(bar0_b_valid), .bar0_b_ready_o(bar0_b_ready),
      .bar0_ar_valid_o(bar0_ar_valid), .bar0_ar_ready_i(bar0_ar_ready),
      .bar0_ar_addr_o(bar0_ar_addr),
      .bar0_r_valid_i(bar0_r_valid), .bar0_r_ready_o(bar0_r_ready),
      .bar0_r_data_i(bar0_r_data),
      .bar2_aw_valid_o(bar2_aw_valid), .bar2_aw_ready_i(bar2_aw_ready),
      .bar2_aw_addr_o(bar2_aw_addr),
      .bar2_w_valid_o(bar2_w_valid), .bar2_w_ready_i(bar2_w_ready),
      .bar2_w_data_o(bar2_w_data),
      .bar2_w_strb_o(bar2_w_strb),
      .bar2_b_valid_i(bar2_b_valid), .bar2_b_ready_o(bar2_b_ready),
      .bar2_b_resp_i(bar2_b_resp),
      .bar2_ar_valid_o(bar2_ar_valid), .bar2_ar_ready_i(bar2_ar_ready),
      .bar2_ar_addr_o(bar2_ar_addr),
      .bar2_r_valid_i(bar2_r_valid), .bar2_r_ready_o(bar2_r_ready),
      .bar2_r_data_i(bar2_r_data),
      .bar2_r_resp_i(bar2_r_resp),
      .msi_i(msi),
      .host_aw_valid_i(host_aw_valid), .host_aw_ready_o(host_aw_ready),
      .host_aw_addr_i(host_aw_addr),
      .host_aw_id_i(host_aw_id),
      .host_aw_len_i(host_aw_len),
      .host_w_valid_i(host_w_valid), .host_w_ready_o(host_w_ready),
      .host_w_data_i(host_w_data),
      .host_w_strb_i(host_w_strb),
      .host_w_last_i(host_w_last),
      .host_b_valid_o(host_b_valid), .host_b_ready_i(host_b_ready),
      .host_b_id_o(host_b_id),
      .host_b_resp_o(host_b_resp),
      .host_ar_valid_i(host_ar_valid), .host_ar_ready_o(host_ar_ready),
      .host_ar_addr_i(host_ar_addr),
      .host_ar_id_i(host_ar_id),
      .host_ar_len_i(host_ar_len),
      .host_r_valid_o(host_r_valid), .host_r_ready_i(host_r_ready),
      .host_r_id_o(host_r_id),
      .host_r_data_o(host_r_data),
      .host_r_resp_o(host_r_resp),
      .host_r_last_o(host_r_last),
      .card_dram_aw_valid_i(card_dram_aw_valid), .card_dram_aw_ready_o(card_dram_aw_ready),
      .card_dram_aw_addr_i(card_dram_aw_addr),
      .card_dram_aw_id_i(card_dram_aw_id),
      .card_dram_w_valid_i(card_dram_w_valid), .card_dram_w_ready_o(card_dram_w_ready),
      .card_dram_w_data_i(card_dram_w_data),
      .card_dram_w_strb_i(card_dram_w_strb),
      .card_dram_b_valid_o(card_dram_b_valid), .card_dram_b_ready_i(card_dram_b_ready),
      .card_dram_ar_valid_i(card_dram_ar_valid), .card_dram_ar_ready_o(card_dram_ar_ready),
      .card_dram_ar_addr_i(card_dram_ar_addr),
      .card_dram_ar_id_i(card_dram_ar_id),
      .card_dram_r_valid_o(card_dram_r_valid), .card_dram_r_ready_i(card_dram_r_ready),
      .dram_aw_valid_o, .dram_aw_ready_i,
      .dram_aw_addr_o,
      .dram_aw_id_o,
      .dram_w_valid_o, .dram_w_ready_i,
      .dram_w_data_o,
      .dram_w_strb_o,
      .dram_b_valid_i, .dram_b_ready_o,
      .dram_b_id_i,
      .dram_ar_valid_o, .dram_ar_ready_i,
      .dram_ar_addr_o,
      .dram_ar_id_o,
      .dram_r_valid_i, .dram_r_ready_o,
      .dram_r_id_i,
      .dram_r_data_i,
      .dram_r_resp_i
  );

  /* verilator lint_off PINCONNECTEMPTY */  // no trace; bursts of one kind
  card_top #(
      .CLOCK_HZ(CLOCK_HZ),
      .TIMEOUT(TIMEOUT),
      // Card: made by hw/presets/gen.py until "end"
      .SMS(SMS), .PODS(PODS), .WARPS(WARPS), .LANES(LANES), .FP_UNITS(FP_UNITS), .ALUS(ALUS),
      .LS_QUEUE(LS_QUEUE), .FP_QUEUE(FP_QUEUE), .KEEP(KEEP), .UNIFORM(UNIFORM), .CREDIT(CREDIT),
      .BONUS(BONUS), .TEXTILE(TEXTILE), .DTOKS(DTOKS), .PRIO(PRIO), .PRIO_L2(PRIO_L2),
      .PREDICT(PREDICT), .CONST_KIB(CONST_KIB), .ATTR_KIB(ATTR_KIB), .TEX(TEX), .L1_KIB(L1_KIB),
      .SHARED_KIB(SHARED_KIB), .LEND(LEND), .TLB(TLB), .PAGES(PAGES), .WALKS(WALKS), .LINES(LINES),
      .L2_BANKS(L2_BANKS), .L2_KIB(L2_KIB), .MSHRS(MSHRS), .EVICTS(EVICTS), .AMO_UNITS(AMO_UNITS),
      .WAITS(WAITS), .HOST_IDS(HOST_IDS), .DMAS(DMAS), .DMA_SLOTS(DMA_SLOTS), .TURNS(TURNS),
      .PERF(PERF)
      // end
  ) u_card (
      .clk_i,
      .rst_ni(card_rst_n),
      .dram_mib_i,
      // BAR0
      .bar0_aw_valid_i(bar0_aw_valid), .bar0_aw_ready_o(bar0_aw_ready),
      .bar0_aw_addr_i(bar0_aw_addr),
      .bar0_w_valid_i(bar0_w_valid), .bar0_w_ready_o(bar0_w_ready),
      .bar0_w_data_i(bar0_w_data),
      .bar0_b_valid_o(bar0_b_valid), .bar0_b_ready_i(bar0_b_ready),
      .bar0_ar_valid_i(bar0_ar_valid), .bar0_ar_ready_o(bar0_ar_ready),
      .bar0_ar_addr_i(bar0_ar_addr),
      .bar0_r_valid_o(bar0_r_valid), .bar0_r_ready_i(bar0_r_ready),
      .bar0_r_data_o(bar0_r_data),
      // BAR2
      .bar2_aw_valid_i(bar2_aw_valid), .bar2_aw_ready_o(bar2_aw_ready),
      .bar2_aw_addr_i(bar2_aw_addr),
      .bar2_w_valid_i(bar2_w_valid), .bar2_w_ready_o(bar2_w_ready),
      .bar2_w_data_i(bar2_w_data),
      .bar2_w_strb_i(bar2_w_strb),
      .bar2_b_valid_o(bar2_b_valid), .bar2_b_ready_i(bar2_b_ready),
      .bar2_b_resp_o(bar2_b_resp),
      .bar2_ar_valid_i(bar2_ar_valid), .bar2_ar_ready_o(bar2_ar_ready),
      .bar2_ar_addr_i(bar2_ar_addr),
      .bar2_r_valid_o(bar2_r_valid), .bar2_r_ready_i(bar2_r_ready),
      .bar2_r_data_o(bar2_r_data),
      .bar2_r_resp_o(bar2_r_resp),
      // Interrupt
      .msi_o(msi),
      // Card memory
      .dram_aw_valid_o(card_dram_aw_valid), .dram_aw_ready_i(card_dram_aw_ready),
      .dram_aw_addr_o(card_dram_aw_addr),
      .dram_aw_id_o(card_dram_aw_id),
      .dram_aw_len_o(),
      .dram_aw_size_o(),
      .dram_aw_burst_o(),
      .dram_w_valid_o(card_dram_w_valid), .dram_w_ready_i(card_dram_w_ready),
      .dram_w_data_o(card_dram_w_data),
      .dram_w_strb_o(card_dram_w_strb),
      .dram_w_last_o(),
      .dram_b_valid_i(card_dram_b_valid), .dram_b_ready_o(card_dram_b_ready),
      .dram_b_id_i,
      .dram_b_resp_i,
      .dram_ar_valid_o(card_dram_ar_valid), .dram_ar_ready_i(card_dram_ar_ready),
      .dram_ar_addr_o(card_dram_ar_addr),
      .dram_ar_id_o(card_dram_ar_id),
      .dram_ar_len_o(),
      .dram_ar_size_o(),
      .dram_ar_burst_o(),
      .dram_r_valid_i(card_dram_r_valid), .dram_r_ready_o(card_dram_r_ready),
      .dram_r_data_i,
      .dram_r_id_i,
      .dram_r_resp_i,
      .dram_r_last_i(1'b1),
      // Host memory. The bridge takes one size and one kind of burst.
      .host_aw_valid_o(host_aw_valid), .host_aw_ready_i(host_aw_ready),
      .host_aw_addr_o(host_aw_addr),
      .host_aw_id_o(host_aw_id),
      .host_aw_len_o(host_aw_len),
      .host_aw_size_o(),
      .host_aw_burst_o(),
      .host_w_valid_o(host_w_valid), .host_w_ready_i(host_w_ready),
      .host_w_data_o(host_w_data),
      .host_w_strb_o(host_w_strb),
      .host_w_last_o(host_w_last),
      .host_b_valid_i(host_b_valid), .host_b_ready_o(host_b_ready),
      .host_b_id_i(host_b_id),
      .host_b_resp_i(host_b_resp),
      .host_ar_valid_o(host_ar_valid), .host_ar_ready_i(host_ar_ready),
      .host_ar_addr_o(host_ar_addr),
      .host_ar_id_o(host_ar_id),
      .host_ar_len_o(host_ar_len),
      .host_ar_size_o(),
      .host_ar_burst_o(),
      .host_r_valid_i(host_r_valid), .host_r_ready_o(host_r_ready),
      .host_r_id_i(host_r_id),
      .host_r_data_i(host_r_data),
      .host_r_resp_i(host_r_resp),
      .host_r_last_i(host_r_last),
      // Simulation
      .idle_o,
      .timer_armed_o,
      .timer_o,
      .timebase_o,
      .skip_i,
      .skip_to_i,
      .trace_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  logic unused;
  assign unused = unused_quiet;

endmodule
