// SPDX-License-Identifier: MIT
// The board's registers (BOARD in hw/regs/smgpu.rdl).

module board_regs #(
    // What stands in VERSION, BUILD, MONITOR, SPI_SIZE and SPI_UPDATE
    parameter logic [15:0] BOARD = smgpu_regs_pkg::BOARD_VERSION_BOARD_SIMULATION,
    parameter logic [31:0] BUILD = 32'd0,
    parameter logic [7:0]  MONITOR = smgpu_regs_pkg::BOARD_MONITOR_KIND_XADC,
    parameter logic [30:0] SPI_KIB = 31'd0,
    parameter logic        SPI_FALLBACK = 1'b0,
    parameter logic [31:0] SPI_UPDATE = 32'd0
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // Accesses, from the bridge
    // The address that is shown is of a register here
    input  logic [19:0] write_addr_i,
    input  logic [19:0] read_addr_i,
    output logic        own_write_o,
    output logic        own_read_o,
    // The one that is shown can be done now: it has not to wait for the flash
    input  logic        write_shown_i,
    output logic        ready_o,
    // Now it is done; a read has its data in the next cycle, until the next read
    input  logic        write_i,
    input  logic [31:0] data_i,
    input  logic        read_i,
    output logic [31:0] data_o,
    // The board's state: STATUS without a field for the link's lanes and speed
    input  logic [7:0]  status_i,
    input  logic [3:0]  lanes_i,
    input  logic [3:0]  speed_i,
    // The test of memory
    input  logic [31:0] test_kib_i,
    input  logic [15:0] test_errors_i,
    input  logic [31:0] test_line_i,
    input  logic [31:0] test_bits_i,
    // The monitor: a code and its extreme of the quantity index_o
    output logic [1:0]  index_o,
    input  logic [11:0] now_i,
    input  logic [11:0] extreme_i,
    // Lamps: what they show by themselves; what they show
    input  logic [7:0]  led_i,
    output logic [7:0]  led_o,
    // The flash: chip select, active low; transfers
    output logic        spi_cs_no,
    output logic        spi_start_o,
    input  logic        spi_busy_i,
    input  logic [7:0]  spi_data_i
);

  localparam logic Monitors = MONITOR != smgpu_regs_pkg::BOARD_MONITOR_KIND_NONE;
  localparam logic Flash = SPI_KIB != '0;

  assign own_write_o = write_addr_i[19:12] == smgpu_regs_pkg::BOARD_BASE[19:12];
  assign own_read_o  = read_addr_i[19:12] == smgpu_regs_pkg::BOARD_BASE[19:12];

  // Registers begin at a multiple of 4 KiB, so the lower bits of their addresses name them.
  // ---- Writes
  logic [15:0] leds_q;
  logic        select_q, at_leds, at_ctrl, at_data;
  assign at_leds = write_addr_i[11:0] == smgpu_regs_pkg::BOARD_LEDS[11:0];
  assign at_ctrl = write_addr_i[11:0] == smgpu_regs_pkg::BOARD_SPI_CTRL[11:0];
  assign at_data = write_addr_i[11:0] == smgpu_regs_pkg::BOARD_SPI_DATA[11:0];
  // Selecting waits as well, so a byte always ends; a read of SPI_DATA has the byte of the
  // transfer before it.
  assign ready_o = !(Flash && spi_busy_i && (write_shown_i ? at_ctrl || at_data
      : read_addr_i[11:0] == smgpu_regs_pkg::BOARD_SPI_DATA[11:0]));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      leds_q   <= '0;
      select_q <= 1'b0;
    end else if (write_i) begin
      if (at_leds) leds_q <= data_i[15:0];
      if (at_ctrl) select_q <= data_i[0] && Flash;
    end
  end
  assign led_o       = (leds_q[7:0] & leds_q[15:8]) | (led_i & ~leds_q[15:8]);
  assign spi_cs_no   = !select_q;
  assign spi_start_o = write_i && at_data && Flash;

  // ---- Reads
  logic [31:0] now, data_q;
  assign index_o = read_addr_i[3:2] - smgpu_regs_pkg::BOARD_TEMPERATURE[3:2];
  always_comb begin
    now = '0;
    unique case (read_addr_i[11:0])
      smgpu_regs_pkg::BOARD_ID[11:0]: now = smgpu_regs_pkg::BOARD_ID_VALUE_RESET;
      smgpu_regs_pkg::BOARD_VERSION[11:0]: now = {BOARD, smgpu_regs_pkg::BOARD_VERSION_MAP_RESET};
      smgpu_regs_pkg::BOARD_BUILD[11:0]: now = BUILD;
      smgpu_regs_pkg::BOARD_STATUS[11:0]: begin
        now[7:0] = status_i;
        now[smgpu_regs_pkg::BOARD_STATUS_LINK_LANES_LSB+:4] = lanes_i;
        now[smgpu_regs_pkg::BOARD_STATUS_LINK_SPEED_LSB+:4] = speed_i;
      end
      smgpu_regs_pkg::BOARD_TEST_KIB[11:0]: now = test_kib_i;
      smgpu_regs_pkg::BOARD_TEST_ERRORS[11:0]: now = 32'(test_errors_i);
      smgpu_regs_pkg::BOARD_TEST_LINE[11:0]: now = test_line_i;
      smgpu_regs_pkg::BOARD_TEST_BITS[11:0]: now = test_bits_i;
      smgpu_regs_pkg::BOARD_MONITOR[11:0]: now = 32'(MONITOR);
      smgpu_regs_pkg::BOARD_TEMPERATURE[11:0], smgpu_regs_pkg::BOARD_VCCINT[11:0],
      smgpu_regs_pkg::BOARD_VCCAUX[11:0], smgpu_regs_pkg::BOARD_VCCBRAM[11:0]:
      if (Monitors) now = {4'd0, extreme_i, 4'd0, now_i};
      smgpu_regs_pkg::BOARD_LEDS[11:0]: now = 32'(leds_q);
      smgpu_regs_pkg::BOARD_SPI_CTRL[11:0]: now = {spi_busy_i && Flash, 30'd0, select_q};
      smgpu_regs_pkg::BOARD_SPI_DATA[11:0]: if (Flash) now = 32'(spi_data_i);
      smgpu_regs_pkg::BOARD_SPI_SIZE[11:0]: now = {SPI_FALLBACK, SPI_KIB};
      smgpu_regs_pkg::BOARD_SPI_UPDATE[11:0]: now = SPI_UPDATE;
      default:                ;
    endcase
  end
  always_ff @(posedge clk_i) if (read_i) data_q <= now;
  assign data_o = data_q;

  logic unused;
  assign unused = ^data_i[31:16];

endmodule
