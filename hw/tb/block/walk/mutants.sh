#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../../mutants_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=""
. "$here/../../mutants_lib.sh"

build() {
	make -C "$work/t/hw/tb/block/walk" BUILD="$work/b" "$work/b/walks4/Vmem_walker"
}

red() {
	! limited 100 "$work/b/walks4/Vmem_walker" 1 >"$work/log" 2>&1 || return 1
	grep -m1 -E '^not ok' "$work/log" || echo hangs
}

try near_outlives_flush mem/mem_walker.sv 's/if (flush || root_we_i) near_q/if (root_we_i) near_q/'
try near_outlives_root mem/mem_walker.sv 's/if (flush || root_we_i) near_q/if (flush) near_q/'
try near_of_stale_walk mem/mem_walker.sv "s/if (keeps) near_q <= .*/if (keeps) near_q <= 1'b1;/"
try near_of_other_space mem/mem_walker.sv 's/near_tag_q == look_tag\[25:9\]/near_tag_q[10:0] == look_tag[19:9]/'
try near_of_five_bits mem/mem_walker.sv 's/near_tag_q == look_tag\[25:9\]/near_tag_q[15:0] == look_tag[24:9]/'
try root_of_five_bits mem/mem_walker.sv 's/roots_q\[root_vm_i\]/roots_q[{1'"'b0"', root_vm_i[4:0]}]/; s/roots_q\[ask.vm\]/roots_q[{1'"'b0"', ask.vm[4:0]}]/'
try near_of_other_2_mib mem/mem_walker.sv 's/near_tag_q == look_tag\[25:9\]/near_tag_q[16:1] == look_tag[25:10]/'
try near_of_level_above mem/mem_walker.sv "s/ && level == 2'd1;/;/"
try near_unused mem/mem_walker.sv "s/assign near     = .*/assign near = 1'b0;/"
try near_at_root mem/mem_walker.sv "s/near ? 2'd0 : 2'd2/2'd2/"
try walk_uncounted mem/mem_walker.sv "s/assign walk_o   = .*/assign walk_o = begins \&\& !near;/"
try tlb_of_stale_walk mem/mem_walker.sv 's/!fault_q \&\& !stale_q.*;/!fault_q;/'
try tlb_outlives_flush mem/mem_pages.sv '/assign hit_o  = /{N;s/ &&\n.*/;/}'
try tlb_outlives_flush_of_all mem/mem_pages.sv 's/era == era_q/1==1/'
try flush_ends_other_spaces mem/mem_pages.sv 's/flush_i.every || gens/flush_i.valid || gens/'
try never_swept mem/mem_pages.sv 's/assign sweep    = .*/assign sweep = 1'"'b0"';/'
try range_unheard mem/mem_pages.sv 's/put_i || drop_i || !swept/put_i || !swept/'
try range_not_barred mem/mem_range.sv 's/assign bars_o = .*/assign bars_o = 1'"'"'b0;/'
try range_ends_all mem/mem_range.sv "s/begins \&\& wide/begins/"
try wide_range_unheard mem/mem_range.sv 's/ || (begins \&\& wide)//'
try second_range_alone mem/mem_range.sv 's/ \&\& !flush_i.every \&\& !on_o;/ \&\& !flush_i.every;/'
try range_in_other_space mem/mem_range.sv 's/assign drop_page_o = .*/assign drop_page_o = {6'"'"'d0, row_q};/'
try range_of_one_row mem/mem_range.sv 's/assign last_row    = .*/assign last_row = 1'"'"'b1;/'
try row_of_one_page mem/mem_walker.sv "/assign there = /,/;/c assign there = 2'(g) == tag[1:0] && pte[0];"
try row_of_any_entries mem/mem_walker.sv "/assign there = /,/;/c assign there = 1'b1;"
try block_of_any_ppn mem/mem_walker.sv "s/block \&\& pte_q\[13:10\] != 4'b1000/1'b0/"
try block_of_2_mib mem/mem_walker.sv "s/pte_q\[18:10\] != '0 || block/pte_q[18:10] != '0/"
try block_is_a_page mem/mem_walker.sv "s/assign blocks.g. = .*/assign blocks[g] = level != '0;/"
try block_of_one_page mem/mem_walker.sv "s/pte.63. ? {tag.3:2., low} : pte/pte/"
try reserved_bit_of_any mem/mem_walker.sv "s/pte_q.62:38. != '0/pte_q[61:38] != '0/; s/pte.62:38. == '0/pte[61:38] == '0/"
try giga_at_a_mega mem/mem_walker.sv "s/leaf_bad = pte_q.27:10. != '0/leaf_bad = pte_q[18:10] != '0/"
try table_in_a_block mem/mem_walker.sv 's/ || (block \&\& !leaf)//'
try drained_at_once mem/mem_walker.sv "s/assign drained_o = .*/assign drained_o = 1'b1;/"
try flushed_as_it_comes mem/mem_walker.sv 's/(used_q\[g\] || here_accept)/used_q[g]/'
try answer_with_other_id mem/mem_walker.sv 's/rsp.id    = id_q\[answer_at_q\]/rsp.id    = id_q[0]/'
try answer_to_other_client mem/mem_walker.sv 's/rsp_valid_o\[client_q\[answer_at_q\]\]/rsp_valid_o[client_q[0]]/'
try word_of_other_walk mem/mem_walker.sv "s/assign rsp_tag  = .*/assign rsp_tag = tag_q[0];/"
try two_answers_at_a_time mem/mem_walker.sv 's/look_q \&\& !pte_valid_q/look_q/'
try unreadable_entry mem/mem_walker.sv "s/mem_rsp_i.err ? '0 : //"
exit $bad
