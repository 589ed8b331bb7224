#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../../mutants_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree="hw/sim/pcie kernel/abi"
. "$here/../../mutants_lib.sh"

build() {
	make -C "$work/t/hw/tb/block/board" BUILD="$work/b" all
}

red() {
	for s in 1 2; do
		limited 100 "$work/b/Vboard_block" $s >"$work/log" 2>&1 || {
			grep -m1 -E '^(#|not ok)' "$work/log" || echo hangs
			return 0
		}
	done
	return 1
}

try same_words board/board_test.sv "s/first    = 32'(line) ^ (32'(line) <</first    = 32'(line[LW-1:1]) ^ (32'(line[LW-1:1]) <</"
try no_inverse board/board_test.sv 's/inverse    = state_q == StWriteInverse || state_q == StReadInverse/inverse    = 1'"'"'b0/'
try last_line board/board_test.sv 's/last_q <= next_line == {kib_i/last_q <= next_line + 1 == {kib_i/'
try id_twice board/board_test.sv 's/!last_q \&\& !busy_q\[line_q\[3:0\]\]/!last_q/'
try upper_words board/board_test.sv 's/i < 8; i++) differ_bits = /i < 7; i++) differ_bits = /'
try last_error board/board_test.sv "s/errors_o == '0 || differ_line_q < line_o/1'b1/"
try refused_passes board/board_test.sv "s/ || refused2_q//"
try starts_on_bad board/board_block.sv 's/ready \&\& test_done \&\& !test_failed/ready \&\& test_done/'
try starts_early board/board_block.sv 's/ready \&\& test_done \&\& !test_failed/ready \&\& !test_failed \&\& !test_running/'
try error_is_ready board/board_block.sv 's/assign ready = dram_ready_i \&\& !dram_error_i/assign ready = dram_ready_i/'
try does_not_wait board/board_block.sv 's/ \&\& (run_q || quiet)//'
try comes_back board/board_block.sv "s/if (run_q \&\& !ready) lost_q <= 1'b1;//"
try link_tests_again board/board_block.sv 's/      .rst_ni    (power_ni),/      .rst_ni    (rst_ni),/'
try owes_data board/board_memory.sv "s/assign owes = .*/assign owes = 1'b0;/"
try owed_bytes board/board_memory.sv 's/(card_dram_w_strb_i \& {32{run_i}})/card_dram_w_strb_i/'
try answers_kept board/board_memory.sv 's/dram_r_ready_o      = !run_i || /dram_r_ready_o      = test_i || /'
try hangs_in_reset board/board_gate.sv 's/here_r_q || !run_i/here_r_q/; s/(!run_i \&\& (ar_valid_i || ar_q))/1'"'"'b0/'
try write_hangs board/board_gate.sv 's/here_w_q || !run_i/here_w_q/; s/(!run_i \&\& (aw_valid_i || w_valid_i || aw_q || w_q))/1'"'"'b0/'
try no_error board/board_block.sv "s/here_read ? 2'b10/here_read ? 2'b00/"
try zeros_in_reset board/board_block.sv "s/own_data ? own_value : '1/own_data ? own_value : '0/"
try ours_to_card board/board_gate.sv 's/card_aw_valid_o = aw_valid_i \&\& !own_w/card_aw_valid_o = aw_valid_i/'
try mode_three board/board_spi.sv 's/busy_q \&\& phase_q\[1\]/busy_q \&\& !phase_q[1]/'
try lowest_first board/board_spi.sv "s/{in_q\[6:0\], spi_miso_i}/{spi_miso_i, in_q[7:1]}/"
try does_not_wait_spi board/board_regs.sv 's/at_ctrl || at_data$/at_ctrl/'
try reads_early board/board_regs.sv "s/      : read_addr_i\[11:0\] == .*SPI_DATA.*/      : 1'b0));/"
try another_supply board/board_monitor.sv "s/3'd4:    drp_addr_o = 7'h02/3'd4:    drp_addr_o = 7'h01/"
try lamp_of_another board/board_regs.sv 's/(led_i \& ~leds_q\[15:8\])/(led_i \& ~leds_q[7:0])/'
exit $bad
