// SPDX-License-Identifier: MIT
// A board between the bridge and the card: its registers in BAR0, the flash, temperature and
// supplies, and the test of memory at power-up. The card leaves reset when the link is up, memory
// is calibrated and the test has passed. Until then accesses of the card are answered here: reads
// of BAR0 give all ones, accesses of BAR2 an error, writes do nothing.
//
// The link goes down: bridge and card are reset, the test is not done again. Memory that is not
// calibrated any more resets the card alone, which stays so until the next reset of the link: the
// bridge may have something of it under way.

module board_block #(
    // board_regs
    parameter logic [15:0] BOARD = smgpu_regs_pkg::BOARD_VERSION_BOARD_SIMULATION,
    parameter logic [31:0] BUILD = 32'd0,
    parameter logic [7:0]  MONITOR = smgpu_regs_pkg::BOARD_MONITOR_KIND_XADC,
    parameter logic [30:0] SPI_KIB = 31'd0,
    parameter logic        SPI_FALLBACK = 1'b0,
    parameter logic [31:0] SPI_UPDATE = 32'd0,
    // Address bits of card memory, for its test
    parameter int unsigned AW = 30
) (
    // rst_ni: of the bridge; low while the link is down. power_ni: of memory and its controller;
    // while it is low rst_ni is, too. card_rst_no: of the card
    input  logic           clk_i,
    input  logic           rst_ni,
    input  logic           power_ni,
    output logic           card_rst_no,
    // Nothing of a card in reset is under way in memory. For simulation
    output logic           quiet_o,
    // The test of memory has ended; it has found a wrong line
    output logic           test_done_o,
    output logic           test_failed_o,
    // ---- The board's state
    input  logic           clocks_locked_i,
    input  logic           dram_ready_i,    // calibration has ended
    input  logic           dram_error_i,    // it has failed
    input  logic [3:0]     link_lanes_i,
    input  logic [3:0]     link_speed_i,
    // KiB of card memory to be tested; it does not change
    input  logic [AW-10:0] test_kib_i,
    // Lamps: what they show by themselves, what they show
    input  logic [7:0]     led_i,
    output logic [7:0]     led_o,
    // ---- Registers of the XADC: board_monitor
    output logic           drp_en_o,
    output logic [6:0]     drp_addr_o,
    input  logic           drp_ready_i,
    input  logic [15:0]    drp_data_i,
    // ---- The flash: board_spi; chip select, active low
    output logic           spi_cs_no,
    output logic           spi_clk_o,
    output logic           spi_mosi_o,
    input  logic           spi_miso_i,
    // ---- BAR0: from the bridge, which has one access under way at a time
    input  logic           bar0_aw_valid_i,
    // Offset and data of a write
    input  logic [19:0]    bar0_aw_addr_i,
    output logic           bar0_aw_ready_o,
    input  logic           bar0_w_valid_i,
    input  logic [31:0]    bar0_w_data_i,
    output logic           bar0_w_ready_o,
    output logic           bar0_b_valid_o,
    input  logic           bar0_b_ready_i,
    input  logic           bar0_ar_valid_i,
    // Offset and data of a read
    input  logic [19:0]    bar0_ar_addr_i,
    output logic           bar0_ar_ready_o,
    output logic           bar0_r_valid_o,
    output logic [31:0]    bar0_r_data_o,
    input  logic           bar0_r_ready_i,
    // BAR0: to the card; addresses and data of accesses go past this module
    output logic           card_bar0_aw_valid_o,
    input  logic           card_bar0_aw_ready_i,
    output logic           card_bar0_w_valid_o,
    input  logic           card_bar0_w_ready_i,
    input  logic           card_bar0_b_valid_i,
    output logic           card_bar0_b_ready_o,
    output logic           card_bar0_ar_valid_o,
    input  logic           card_bar0_ar_ready_i,
    input  logic           card_bar0_r_valid_i,
    input  logic [31:0]    card_bar0_r_data_i,
    output logic           card_bar0_r_ready_o,
    // ---- BAR2: from the bridge, which has one access under way at a time
    input  logic           bar2_aw_valid_i,
    output logic           bar2_aw_ready_o,
    input  logic           bar2_w_valid_i,
    output logic           bar2_w_ready_o,
    output logic           bar2_b_valid_o,
    output logic [1:0]     bar2_b_resp_o,
    input  logic           bar2_b_ready_i,
    input  logic           bar2_ar_valid_i,
    output logic           bar2_ar_ready_o,
    output logic           bar2_r_valid_o,
    output logic [63:0]    bar2_r_data_o,
    output logic [1:0]     bar2_r_resp_o,
    input  logic           bar2_r_ready_i,
    // BAR2: to the card; addresses and data of accesses go past this module
    output logic           card_bar2_aw_valid_o,
    input  logic           card_bar2_aw_ready_i,
    output logic           card_bar2_w_valid_o,
    input  logic           card_bar2_w_ready_i,
    input  logic           card_bar2_b_valid_i,
    input  logic [1:0]     card_bar2_b_resp_i,
    output logic           card_bar2_b_ready_o,
    output logic           card_bar2_ar_valid_o,
    input  logic           card_bar2_ar_ready_i,
    input  logic           card_bar2_r_valid_i,
    input  logic [63:0]    card_bar2_r_data_i,
    input  logic [1:0]     card_bar2_r_resp_i,
    output logic           card_bar2_r_ready_o,
    // ---- Card memory: from the card
    // Addresses and data of writes
    input  logic           card_dram_aw_valid_i,
    output logic           card_dram_aw_ready_o,
    input  logic [39:0]    card_dram_aw_addr_i,
    input  logic [3:0]     card_dram_aw_id_i,
    input  logic           card_dram_w_valid_i,
    output logic           card_dram_w_ready_o,
    input  logic [255:0]   card_dram_w_data_i,
    input  logic [31:0]    card_dram_w_strb_i,
    // Answers: ids, data and errors go past this module
    output logic           card_dram_b_valid_o,
    input  logic           card_dram_b_ready_i,
    // Reads
    input  logic           card_dram_ar_valid_i,
    output logic           card_dram_ar_ready_o,
    input  logic [39:0]    card_dram_ar_addr_i,
    input  logic [3:0]     card_dram_ar_id_i,
    output logic           card_dram_r_valid_o,
    input  logic           card_dram_r_ready_i,
    // Card memory: to the controller, as from card_top
    output logic           dram_aw_valid_o,
    input  logic           dram_aw_ready_i,
    output logic [39:0]    dram_aw_addr_o,
    output logic [3:0]     dram_aw_id_o,
    output logic           dram_w_valid_o,
    input  logic           dram_w_ready_i,
    output logic [255:0]   dram_w_data_o,
    output logic [31:0]    dram_w_strb_o,
    input  logic           dram_b_valid_i,
    input  logic [3:0]     dram_b_id_i,
    output logic           dram_b_ready_o,
    output logic           dram_ar_valid_o,
    input  logic           dram_ar_ready_i,
    output logic [39:0]    dram_ar_addr_o,
    output logic [3:0]     dram_ar_id_o,
    input  logic           dram_r_valid_i,
    output logic           dram_r_ready_o,
    input  logic [3:0]     dram_r_id_i,
    input  logic [255:0]   dram_r_data_i,
    input  logic [1:0]     dram_r_resp_i
);

  // ---- Resets
  logic run;     // the card is out of reset
  logic run_q;
  logic lost_q;  // the card was reset without the bridge
  logic ready;   // memory answers
  logic quiet;   // the card has nothing under way
  logic testing; // the test has the way to memory
  logic test_running;
  logic test_done;
  logic test_failed;
  assign ready = dram_ready_i && !dram_error_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      run_q  <= 1'b0;
      lost_q <= 1'b0;
    end else begin
      run_q <= ready && test_done && !test_failed && !lost_q && (run_q || quiet);
      if (run_q && !ready) lost_q <= 1'b1;
    end
  end
  assign run         = run_q && rst_ni;
  assign card_rst_no = run;
  assign quiet_o     = quiet;

  // ---- BARs
  logic        own_write; // of the registers here
  logic        own_read;
  logic        own_ready;
  logic        own_data;
  logic        write;
  logic        read;
  logic        here_bar0; // an access to BAR0 that is answered here
  logic        here_write;
  logic        here_read;
  logic        unused_here;
  logic [2:0]  unused_own;
  logic [31:0] own_value;
  board_gate u_bar0 (
      .clk_i,
      .rst_ni,
      .run_i          (run),
      .own_write_i    (own_write),
      .own_read_i     (own_read),
      .own_ready_i    (own_ready),
      .own_write_o    (write),
      .own_read_o     (read),
      .here_b_o       (unused_here),
      .here_r_o       (here_bar0),
      .own_r_o        (own_data),
      .aw_valid_i     (bar0_aw_valid_i),
      .aw_ready_o     (bar0_aw_ready_o),
      .w_valid_i      (bar0_w_valid_i),
      .w_ready_o      (bar0_w_ready_o),
      .b_valid_o      (bar0_b_valid_o),
      .b_ready_i      (bar0_b_ready_i),
      .ar_valid_i     (bar0_ar_valid_i),
      .ar_ready_o     (bar0_ar_ready_o),
      .r_valid_o      (bar0_r_valid_o),
      .r_ready_i      (bar0_r_ready_i),
      .card_aw_valid_o  (card_bar0_aw_valid_o),
      .card_aw_ready_i  (card_bar0_aw_ready_i),
      .card_w_valid_o   (card_bar0_w_valid_o),
      .card_w_ready_i   (card_bar0_w_ready_i),
      .card_b_valid_i   (card_bar0_b_valid_i),
      .card_b_ready_o   (card_bar0_b_ready_o),
      .card_ar_valid_o  (card_bar0_ar_valid_o),
      .card_ar_ready_i  (card_bar0_ar_ready_i),
      .card_r_valid_i   (card_bar0_r_valid_i),
      .card_r_ready_o   (card_bar0_r_ready_o)
  );
  assign bar0_r_data_o = !here_bar0 ? card_bar0_r_data_i : own_data ? own_value : '1;
  board_gate u_bar2 (
      .clk_i,
      .rst_ni,
      .run_i          (run),
      .own_write_i    (1'b0),
      .own_read_i     (1'b0),
      .own_ready_i    (1'b1),
      .own_write_o    (unused_own[0]),
      .own_read_o     (unused_own[1]),
      .here_b_o       (here_write),
      .here_r_o       (here_read),
      .own_r_o        (unused_own[2]),
      .aw_valid_i     (bar2_aw_valid_i),
      .aw_ready_o     (bar2_aw_ready_o),
      .w_valid_i      (bar2_w_valid_i),
      .w_ready_o      (bar2_w_ready_o),
      .b_valid_o      (bar2_b_valid_o),
      .b_ready_i      (bar2_b_ready_i),
      .ar_valid_i     (bar2_ar_valid_i),
      .ar_ready_o     (bar2_ar_ready_o),
      .r_valid_o      (bar2_r_valid_o),
      .r_ready_i      (bar2_r_ready_i),
      .card_aw_valid_o  (card_bar2_aw_valid_o),
      .card_aw_ready_i  (card_bar2_aw_ready_i),
      .card_w_valid_o   (card_bar2_w_valid_o),
      .card_w_ready_i   (card_bar2_w_ready_i),
      .card_b_valid_i   (card_bar2_b_valid_i),
      .card_b_ready_o   (card_bar2_b_ready_o),
      .card_ar_valid_o  (card_bar2_ar_valid_o),
      .card_ar_ready_i  (card_bar2_ar_ready_i),
      .card_r_valid_i   (card_bar2_r_valid_i),
      .card_r_ready_o   (card_bar2_r_ready_o)
  );
  assign bar2_b_resp_o = here_write ? 2'b10 : card_bar2_b_resp_i;
  assign bar2_r_resp_o = here_read ? 2'b10 : card_bar2_r_resp_i;
  assign bar2_r_data_o = card_bar2_r_data_i;    // with an error nobody takes them

  // ---- Registers and what they show
  logic [AW-10:0] test_kib;
  logic [15:0]    test_errors;
  logic [AW-6:0]  test_line, test_at;
  logic [31:0]    test_bits;
  logic [1:0]     index;
  logic [11:0]    code, extreme;
  logic           spi_start, spi_busy;
  logic [7:0]     spi_data;
  board_regs #(
      .BOARD(BOARD), .BUILD(BUILD), .MONITOR(MONITOR), .SPI_KIB(SPI_KIB),
      .SPI_FALLBACK(SPI_FALLBACK), .SPI_UPDATE(SPI_UPDATE)
  ) u_regs (
      .clk_i,
      .rst_ni,
      .write_addr_i (bar0_aw_addr_i),
      .read_addr_i  (bar0_ar_addr_i),
      .own_write_o  (own_write),
      .own_read_o   (own_read),
      .write_shown_i(bar0_aw_valid_i),
      .ready_o      (own_ready),
      .write_i      (write),
      .data_i       (bar0_w_data_i),
      .read_i       (read),
      .data_o       (own_value),
      // The link is up, or nobody reads this.
      .status_i     ({run, test_failed, test_done, test_running, dram_error_i, ready,
                      clocks_locked_i, 1'b1}),
      .lanes_i      (link_lanes_i),
      .speed_i      (link_speed_i),
      .test_kib_i   (32'(test_kib)),
      .test_errors_i(test_errors),
      .test_line_i  (32'(test_line)),
      .test_bits_i  (test_bits),
      .index_o      (index),
      .now_i        (code),
      .extreme_i    (extreme),
      .led_i,
      .led_o,
      .spi_cs_no,
      .spi_start_o  (spi_start),
      .spi_busy_i   (spi_busy),
      .spi_data_i   (spi_data)
  );
  board_spi u_spi (
      .clk_i,
      .rst_ni,
      .start_i(spi_start),
      .data_i (bar0_w_data_i[7:0]),
      .busy_o (spi_busy),
      .data_o (spi_data),
      .spi_clk_o,
      .spi_mosi_o,
      .spi_miso_i
  );
  board_monitor u_monitor (
      .clk_i,
      .rst_ni   (power_ni),
      .drp_en_o,
      .drp_addr_o,
      .drp_ready_i,
      .drp_data_i,
      .index_i  (index),
      .now_o    (code),
      .extreme_o(extreme)
  );

  // ---- Card memory
  logic         test_aw_valid, test_aw_ready, test_w_valid, test_w_ready, test_ar_valid;
  logic         test_ar_ready;
  logic [255:0] test_w_data;
  board_test #(
      .AW(AW)
  ) u_test (
      .clk_i,
      .rst_ni    (power_ni),
      .start_i   (ready),
      .kib_i     (test_kib_i),
      .running_o (test_running),
      .done_o    (test_done),
      .failed_o  (test_failed),
      .kib_o     (test_kib),
      .errors_o  (test_errors),
      .line_o    (test_line),
      .bits_o    (test_bits),
      .aw_valid_o(test_aw_valid),
      .aw_ready_i(test_aw_ready),
      .w_valid_o (test_w_valid),
      .w_ready_i (test_w_ready),
      .w_data_o  (test_w_data),
      .b_valid_i (dram_b_valid_i),
      .b_id_i    (dram_b_id_i),
      .ar_valid_o(test_ar_valid),
      .ar_ready_i(test_ar_ready),
      .r_valid_i (dram_r_valid_i),
      .r_id_i    (dram_r_id_i),
      .r_data_i  (dram_r_data_i),
      .r_resp_i  (dram_r_resp_i),
      .at_o      (test_at)
  );
  assign testing       = !test_done;
  assign test_done_o   = test_done;
  assign test_failed_o = test_failed;
  board_memory #(
      .AW(AW)
  ) u_memory (
      .clk_i,
      .rst_ni         (power_ni),
      .run_i          (run),
      .test_i         (testing),
      .quiet_o        (quiet),
      .test_aw_valid_i(test_aw_valid),
      .test_aw_ready_o(test_aw_ready),
      .test_w_valid_i (test_w_valid),
      .test_w_ready_o (test_w_ready),
      .test_w_data_i  (test_w_data),
      .test_ar_valid_i(test_ar_valid),
      .test_ar_ready_o(test_ar_ready),
      .test_at_i      (test_at),
      .card_dram_aw_valid_i,
      .card_dram_aw_ready_o,
      .card_dram_aw_addr_i,
      .card_dram_aw_id_i,
      .card_dram_w_valid_i,
      .card_dram_w_ready_o,
      .card_dram_w_data_i,
      .card_dram_w_strb_i,
      .card_dram_b_valid_o,
      .card_dram_b_ready_i,
      .card_dram_ar_valid_i,
      .card_dram_ar_ready_o,
      .card_dram_ar_addr_i,
      .card_dram_ar_id_i,
      .card_dram_r_valid_o,
      .card_dram_r_ready_i,
      .dram_aw_valid_o,
      .dram_aw_ready_i,
      .dram_aw_addr_o,
      .dram_aw_id_o,
      .dram_w_valid_o,
      .dram_w_ready_i,
      .dram_w_data_o,
      .dram_w_strb_o,
      .dram_b_valid_i,
      .dram_b_ready_o,
      .dram_ar_valid_o,
      .dram_ar_ready_i,
      .dram_ar_addr_o,
      .dram_ar_id_o,
      .dram_r_valid_i,
      .dram_r_ready_o
  );

  logic unused;
  assign unused = ^{unused_here, unused_own};

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni && !power_ni) $fatal(1, "not ok board_block: the bridge runs without power");
`endif

endmodule
