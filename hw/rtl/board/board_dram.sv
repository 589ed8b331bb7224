// SPDX-License-Identifier: MIT
// Between the card's AXI master to DRAM, whose line is one beat of 256 bits, and a DRAM controller
// with 128 bits that has a port for each bank of the chip (LiteDRAM, native ports). A line is two
// commands of its bank's port, the lower half first. A bank serves its commands in order; banks go
// on beside each other, so lines are answered in any order. A bank that opens a row holds up no
// other one.
//
// The controller takes the data of at most one write in a cycle and gives those of at most one
// read, whatever their banks, and can't wait for either. So lines stand in memories that the card's
// ids address, and for each bank the ids of its lines in their order.

module board_dram #(
    parameter int unsigned AW    = 30,    // bits of an address of the controller
    parameter int unsigned BANK  = 11,    // the lowest of the bits that number the bank
    parameter int unsigned BANKS = 8,     // of the chip, a power of two
    parameter int unsigned TURN  = 8      // lines of one direction while one of the other waits
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // Card
    // AXI4 slave without bursts, all addresses are those of lines. An id is in use from its
    // address to its answer; the card never has it in use twice in a direction. The address of a
    // write is taken before its data: the card offers data when their address is taken.
    input  logic             dram_aw_valid_i,
    output logic             dram_aw_ready_o,
    input  logic [39:0]      dram_aw_addr_i,
    input  logic [3:0]       dram_aw_id_i,
    input  logic             dram_w_valid_i,
    output logic             dram_w_ready_o,
    // 32 bytes and their enables, with the address or later
    input  logic [255:0]     dram_w_data_i,
    input  logic [31:0]      dram_w_strb_i,
    // A write is answered when the controller has taken both halves.
    output logic             dram_b_valid_o,
    input  logic             dram_b_ready_i,
    output logic [3:0]       dram_b_id_o,
    output logic [1:0]       dram_b_resp_o,
    // Reads: answers of different banks come in any order
    input  logic             dram_ar_valid_i,
    output logic             dram_ar_ready_o,
    input  logic [39:0]      dram_ar_addr_i,
    input  logic [3:0]       dram_ar_id_i,
    // The whole line is one beat, and never an error.
    output logic             dram_r_valid_o,
    input  logic             dram_r_ready_i,
    output logic [255:0]     dram_r_data_o,
    output logic [3:0]       dram_r_id_o,
    output logic [1:0]       dram_r_resp_o,
    output logic             dram_r_last_o,
    // Controller: a command goes to one bank; words have 16 bytes
    // Command: a bit of valid and ready for each bank. The bank must be that of the address.
    output logic [BANKS-1:0] cmd_valid_o,
    input  logic [BANKS-1:0] cmd_ready_i,
    // Of the command: a write; the number of its word
    output logic             cmd_we_o,
    output logic [AW-5:0]    cmd_addr_o,
    // Data of writes: the bank whose oldest write the controller takes data of now
    input  logic [BANKS-1:0] wdata_ready_i,
    output logic [127:0]     wdata_data_o,
    output logic [15:0]      wdata_we_o,
    // Data of reads: the bank whose oldest read they belong to; they can't wait
    input  logic [BANKS-1:0] rdata_valid_i,
    input  logic [127:0]     rdata_data_i
);

  // BW: bits of a bank's number. TW: bits that count a turn.
  localparam int unsigned BW = $clog2(BANKS);
  localparam int unsigned TW = $clog2(TURN + 1);

  // ---- Which line is next: those of one direction while they come, but no more than TURN while
  // the other one waits
  logic          busy_q;  // a line is being asked for
  logic          upper_q; // its lower half is asked
  logic          write_q; // it is a write, and which direction had the last turn
  logic          done;    // its upper half is taken now
  logic          free;    // the next line can be taken in this cycle
  logic          take_read;
  logic          take_write;
  logic          can_write;
  // The address of a write that waits for its data
  logic          aw_held_q;
  logic [AW-1:0] aw_addr_q;
  logic [3:0]    aw_id_q;
  // Number of the line, without the 5 bits in it
  logic [AW-6:0] line_q;
  // Lines that the direction may still take while the other one waits
  logic [TW-1:0] turn_q;
  logic [BW-1:0] take_bank;
  logic [AW-1:0] take_addr;
  logic [3:0]    take_id;
  // The command with the upper half is taken: the controller has all of the line.
  assign done       = busy_q && upper_q && (cmd_valid_o & cmd_ready_i) != '0;
  assign free       = !busy_q || done;
  assign can_write  = aw_held_q && dram_w_valid_i;
  // A write goes first if its turn lasts, or if the turn of reads is over.
  assign take_read  = free && dram_ar_valid_i && !(can_write && (write_q != (turn_q == '0)));
  assign take_write = free && can_write && !take_read;
  assign take_addr  = take_read ? dram_ar_addr_i[AW-1:0] : aw_addr_q;
  assign take_id    = take_read ? dram_ar_id_i : aw_id_q;
  assign take_bank  = take_addr[BANK+:BW];
  assign dram_ar_ready_o = take_read;
  assign dram_aw_ready_o = !aw_held_q || take_write;
  assign dram_w_ready_o  = take_write;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q    <= 1'b0;
      write_q   <= 1'b0;
      turn_q    <= '0;
      aw_held_q <= 1'b0;
    end else begin
      aw_held_q <= dram_aw_valid_i || (aw_held_q && !take_write);
      if (take_read || take_write) begin
        busy_q  <= 1'b1;
        write_q <= take_write;
        // The direction changes: this line is the first of a new turn.
        if (take_write != write_q) turn_q <= TW'(TURN - 1);
        else if (turn_q != '0) turn_q <= turn_q - 1'b1;
      end else if (done) busy_q <= 1'b0;
    end
    if (dram_aw_ready_o) begin
      aw_addr_q <= dram_aw_addr_i[AW-1:0];
      aw_id_q   <= dram_aw_id_i;
    end
    if (take_read || take_write) begin
      upper_q <= 1'b0;
      line_q  <= take_addr[AW-1:5];
    end else if ((cmd_valid_o & cmd_ready_i) != '0) upper_q <= 1'b1;
  end
  assign cmd_valid_o = BANKS'(busy_q) << line_q[BANK-5+:BW];
  assign cmd_we_o    = write_q;
  assign cmd_addr_o  = {line_q, upper_q};

  // ---- Order of the lines of each bank. The controller serves one bank in a cycle in each
  // direction.
  logic [3:0] write_id, read_id;
  logic       write_upper, read_upper, write_end, read_end;
  board_order #(
      .BANKS(BANKS)
  ) u_writes (
      .clk_i,
      .rst_ni,
      .take_i (take_write),
      .bank_i (take_bank),
      .id_i   (take_id),
      .word_i (wdata_ready_i),
      .id_o   (write_id),
      .upper_o(write_upper),
      .end_o  (write_end)
  );
  board_order #(
      .BANKS(BANKS)
  ) u_reads (
      .clk_i,
      .rst_ni,
      .take_i (take_read),
      .bank_i (take_bank),
      .id_i   (take_id),
      .word_i (rdata_valid_i),
      .id_o   (read_id),
      .upper_o(read_upper),
      .end_o  (read_end)
  );

  // ---- Data of writes: kept from the card's beat until the controller takes both halves
  // By id: enables and data of each half
  logic [143:0] write_low[16], write_high[16];
  always_ff @(posedge clk_i) begin
    if (take_write) begin
      write_low[take_id] <= {dram_w_strb_i[15:0], dram_w_data_i[127:0]};
      write_high[take_id] <= {dram_w_strb_i[31:16], dram_w_data_i[255:128]};
    end
  end
  assign {wdata_we_o, wdata_data_o} =
      write_upper ? write_high[write_id] : write_low[write_id];
  // Answers that wait for the card: the ids in use are 16 at most, so there is room
  logic unused_b;
  common_fifo #(
      .WIDTH(4),
      .DEPTH(16)
  ) u_b (
      .clk_i,
      .rst_ni,
      .push_valid_i(write_end),
      .push_ready_o(unused_b),
      .push_data_i (write_id),
      .pop_valid_o (dram_b_valid_o),
      .pop_ready_i (dram_b_ready_i),
      .pop_data_o  (dram_b_id_o)
  );
  assign dram_b_resp_o = 2'b00;

  // ---- Data of reads: kept until the card takes the line
  // By id. A line is not overwritten: its id is in use until the card has taken it.
  logic [127:0] read_low[16], read_high[16];
  always_ff @(posedge clk_i) begin
    if (rdata_valid_i != '0 && !read_upper) read_low[read_id] <= rdata_data_i;
    if (read_end) read_high[read_id] <= rdata_data_i;
  end
  // Lines that are whole, and wait for the card
  logic unused_r;
  common_fifo #(
      .WIDTH(4),
      .DEPTH(16)
  ) u_r (
      .clk_i,
      .rst_ni,
      .push_valid_i(read_end),
      .push_ready_o(unused_r),
      .push_data_i (read_id),
      .pop_valid_o (dram_r_valid_o),
      .pop_ready_i (dram_r_ready_i),
      .pop_data_o  (dram_r_id_o)
  );
  assign dram_r_data_o = {read_high[dram_r_id_o], read_low[dram_r_id_o]};
  assign dram_r_resp_o = 2'b00;
  assign dram_r_last_o = 1'b1;

  // DRAM is smaller than the card's addresses, which say nothing above AW.
  logic unused;
  assign unused = ^{dram_aw_addr_i[39:AW], dram_ar_addr_i[39:AW], take_addr[4:0], unused_b,
      unused_r};

`ifdef VERILATOR
  // The card and the controller keep to what this block relies on: no id twice, one word of one
  // bank a cycle, words only of lines under way, whole lines.
  logic [15:0] write_ids_q, read_ids_q;    // under way
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {write_ids_q, read_ids_q} <= '0;
    else begin
      write_ids_q <= (write_ids_q | (16'(take_write) << take_id)) &
          ~(16'(dram_b_valid_o && dram_b_ready_i) << dram_b_id_o);
      read_ids_q <= (read_ids_q | (16'(take_read) << take_id)) &
          ~(16'(dram_r_valid_o && dram_r_ready_i) << dram_r_id_o);
    end
    if (rst_ni && ((take_write && write_ids_q[take_id]) || (take_read && read_ids_q[take_id])))
      $fatal(1, "not ok board_dram: the id is in use");
    if (rst_ni && ((wdata_ready_i & (wdata_ready_i - 1'b1)) != '0 ||
        (rdata_valid_i & (rdata_valid_i - 1'b1)) != '0))
      $fatal(1, "not ok board_dram: words of two banks in a cycle");
    if (rst_ni && ((wdata_ready_i != '0 && !write_ids_q[write_id]) ||
        (rdata_valid_i != '0 && !read_ids_q[read_id])))
      $fatal(1, "not ok board_dram: a word of no line");
    if (rst_ni && ((dram_aw_valid_i && dram_aw_addr_i[4:0] != '0) ||
        (dram_ar_valid_i && dram_ar_addr_i[4:0] != '0))) $fatal(1,
        "not ok board_dram: the address is no line's");
  end
`endif

endmodule
