#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../mutate_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=""
. "$here/../mutate_lib.sh"

build() {
	make -C "$work/t/hw/tb/walk" BUILD="$work/b" "$work/b/Vmem_walker"
}

red() {
	! timeout 100 "$work/b/Vmem_walker" 1 >"$work/log" 2>&1 || return 1
	grep -m1 -E '^not ok' "$work/log" || echo hangs
}

try near_outlives_flush mem/mem_walker.sv 's/if (flush_i || root_we_i) near_q/if (root_we_i) near_q/'
try near_outlives_root mem/mem_walker.sv 's/if (flush_i || root_we_i) near_q/if (flush_i) near_q/'
try near_of_stale_walk mem/mem_walker.sv "s/if (keeps) near_q <= .*/if (keeps) near_q <= 1'b1;/"
try near_of_other_space mem/mem_walker.sv 's/near_tag_q == tag_q\[25:9\]/near_tag_q[10:0] == tag_q[19:9]/'
try near_of_other_2_mib mem/mem_walker.sv 's/near_tag_q == tag_q\[25:9\]/near_tag_q[16:1] == tag_q[25:10]/'
try near_of_level_above mem/mem_walker.sv "s/level_q == 2'd1;/level_q != 2'd0;/"
try near_unused mem/mem_walker.sv "s/assign near   = .*/assign near = 1'b0;/"
try near_at_root mem/mem_walker.sv "s/if (near) level_q/if (1'b0) level_q/"
try walk_uncounted mem/mem_walker.sv "s/assign walk_o = .*/assign walk_o = begins \&\& !near;/"
try tlb_of_stale_walk mem/mem_walker.sv 's/!answer_q.fault \&\& !stale_q/!answer_q.fault/'
try tlb_outlives_flush mem/mem_walker.sv "s/^        valid_q <= '0;$/;/"
try block_of_any_ppn mem/mem_walker.sv "s/block \&\& pte_q\[13:10\] != 4'b1000/1'b0/"
try block_of_2_mib mem/mem_walker.sv "s/pte_q\[18:10\] != '0 || block/pte_q[18:10] != '0/"
try block_is_a_page mem/mem_walker.sv "s/level_q != 2'd0 || block, /level_q != 2'd0, /"
try block_of_one_page mem/mem_walker.sv 's/block ? tag_q\[3:0\] : pte_q\[13:10\]/pte_q[13:10]/'
try table_in_a_block mem/mem_walker.sv 's/ || (block \&\& !leaf)//'
exit $bad
