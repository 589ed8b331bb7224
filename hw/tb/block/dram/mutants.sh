#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../../mutants_lib.sh. The controller is not made again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree="hw/sim/dram.c hw/sim/dram.h"
. "$here/../../mutants_lib.sh"

build() {
	mkdir -p "$work/t/build"
	ln -sfn "$root/build/boards" "$work/t/build/boards"
	make -C "$work/t/hw/tb/block/dram" BUILD="$work/b" BOARDS="$root/hw/boards" all
}

red() {
	! limited 100 "$work/b/Vdram_bench" 1 >"$work/log" 2>&1 || return 1
	grep -m1 -E '^(#|not ok)' "$work/log" || echo hangs
}

try halves_swapped board/board_dram.sv 's/{read_high\[dram_r_id_o\], read_low/{read_low[dram_r_id_o], read_low/'
try written_twice board/board_dram.sv 's/write_upper ? write_high\[write_id\]/write_upper ? write_low[write_id]/'
try strobes_of_the_lower board/board_dram.sv 's/{dram_w_strb_i\[31:16\], dram_w_data_i/{dram_w_strb_i[15:0], dram_w_data_i/'
try same_word board/board_dram.sv "s/cmd_addr_o  = {line_q, upper_q}/cmd_addr_o  = {line_q, 1'b0}/"
try bank_of_another_bit board/board_dram.sv 's/take_addr\[BANK+:BW\]/take_addr[BANK-1+:BW]/'
try answered_at_half board/board_order.sv "s/end_o   = word_i != '0 \&\& upper_o/end_o   = word_i != '0/"
try order_of_one_bank board/board_order.sv "s/= order\[{bank, head_q/= order[{BW'(0), head_q/"
try order_is_given_up board/board_order.sv 's/if (word_i\[i\] \&\& upper_q\[i\])/if (word_i[i])/'
try turns_of_one_line board/board_dram.sv "s/turn_q <= TW'(TURN - 1)/turn_q <= '0/"
try waits_for_data board/board_dram.sv 's/dram_aw_ready_o = !aw_held_q || take_write/dram_aw_ready_o = (!aw_held_q || take_write) \&\& dram_w_valid_i/'
try banks_in_turn board/board_dram.sv "s/free       = !busy_q || done;/free       = (!busy_q || done) \&\& {write_ids_q, read_ids_q} == '0;/"
exit $bad
