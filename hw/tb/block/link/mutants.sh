#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../../mutants_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=
. "$here/../../mutants_lib.sh"

build() {
	make -C "$work/t/hw/tb/block/link" BUILD="$work/b" all
}

red() {
	for s in 1 2; do
		limited 100 "$work/b/Vboard_link" $s >"$work/log" 2>&1 || {
			grep -m1 -E '^(#|not ok)' "$work/log" || echo hangs
			return 0
		}
	done
	return 1
}

try headers_swapped board/board_rx.sv 's/dword_lower = first_q ? data_i/dword_lower = first_q \&\& upper_q ? data_i/'
try four_is_three board/board_rx.sv 's/(!upper_q || four) ?/!upper_q ?/'
try four_of_the_last board/board_rx.sv 's/      four_q  <= four;/      if (first_q \&\& last_i) four_q <= four;/'
try lower_half_waits board/board_rx.sv "s/(upper_q || last_i);\$/(upper_q || (last_i \&\& both_i));/"
try bar_of_later_beats board/board_rx.sv 's/first_q \&\& !upper_q ? bar : bar_q/first_q ? bar : bar_q/'
try half_of_a_bar board/board_link.sv 's/|m_axis_rx_tuser_i\[5:4\]/m_axis_rx_tuser_i[4]/'
try first_of_two board/board_rx.sv 's/else if (upper_q) first_q <= 1/else first_q <= 1/'
try data_of_a_header board/board_tx.sv 's/!upper_q || data_i\[29\]/1'"'"'b1/'
try upper_is_lost board/board_tx.sv 's/!upper_q \&\& keep_i\[2\]/!upper_q \&\& keep_i[3]/'
try last_too_early board/board_tx.sv 's/last_i \&\& !more/last_i/'
try stays_first board/board_tx.sv 's/if (!more) first_q <= last_i;/if (last_i) first_q <= 1;/'
try config_torn board/board_value.sv 's/else if (valid) value_q <= next;/else value_q <= {value_i[WIDTH-1:10], valid ? next[9:0] : value_q[9:0]};/'
try payload_is_read board/board_link.sv 's/cfg_dcommand_i\[7:5\], cfg_dcommand_i\[14:12\]/cfg_dcommand_i[14:12], cfg_dcommand_i[7:5]/'
try error_of_another board/board_link.sv 's/{err_ur_i, err_late_i, err_unexpected_i/{err_late_i, err_late_i, err_unexpected_i/'
try errors_dropped board/board_pulses.sv "s/room ? pulse_i : wait_q | pulse_i/room ? '0 : wait_q | pulse_i/"
try room_is_made_up board/board_link.sv 's/ok_meta_q <= rx_np_ok_i/ok_meta_q <= 1/'
exit $bad
