#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../../mutants_lib.sh. The controller is not made again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree="hw/boards"
. "$here/../../mutants_lib.sh"

build() {
	mkdir -p "$work/t/build"
	ln -sfn "$root/build/boards" "$work/t/build/boards"
	make -C "$work/t/hw/tb/block/dram" BUILD="$work/b" all
}

red() {
	! limited 100 "$work/b/Vdram_bench" 1 >"$work/log" 2>&1 || return 1
	grep -m1 -E '^(#|not ok)' "$work/log" || echo hangs
}

try halves_swapped board/board_dram.sv 's/{r_data_i, lower_q}/{lower_q, r_data_i}/'
try written_twice board/board_dram.sv 's/upper_q ? dram_w_data_i\[255:128\]/upper_q ? dram_w_data_i[127:0]/'
try strobes_of_the_lower board/board_dram.sv 's/upper_q ? dram_w_strb_i\[31:16\]/upper_q ? dram_w_strb_i[15:0]/'
try taken_too_early board/board_dram.sv 's/dram_w_ready_o = upper_q \&\& w_ready_i/dram_w_ready_o = w_ready_i/'
try lower_overwritten board/board_dram.sv 's/if (r_valid_i \&\& !half_q) begin/if (r_valid_i) begin/'
try upper_not_waited_for board/board_dram.sv 's/r_ready_o      = !half_q || dram_r_ready_i/r_ready_o      = 1/'
exit $bad
