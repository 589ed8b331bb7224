#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../../mutants_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree="hw/tb/amo.h kernel/include"
. "$here/../../mutants_lib.sh"

# lanes
build() {
	make -C "$work/t/hw/tb/block/ls" BUILD="$work/b" "$work/b/lanes$1/Vls_bench"
}

red() {
	! limited 100 "$work/b/lanes$1/Vls_bench" >"$work/log" 2>&1 || return 1
	grep -m1 -E '^not ok|Assertion' "$work/log" || echo hangs
}

try invalidation_beside_request loadstore/smls_lookup.sv 's/assign touch       = i_valid_q /assign touch       = (i_valid_q \&\& !put) /' 8
try invalidation_beside_answer loadstore/smls_lookup.sv 's/assign touch       = i_valid_q /assign touch       = (i_valid_q \&\& !r_valid) /' 8
try invalidation_beside_hit loadstore/smls_banks.sv 's/\.f_drop_i    (i_valid_q \&\& /.f_drop_i    (i_valid_q \&\& !delivers_i \&\& /' 8
try quiesced_with_rest loadstore/smls_lookup.sv 's/assign busy_o    = m_valid_q || /assign busy_o    = /' 8
try quiesced_with_group loadstore/smls_top.sv 's/ \&\& l_empty;$/;/' 8
try quiesced_with_walk loadstore/smls_top.sv 's/assign quiesced_o = !busy \&\& !walk /assign quiesced_o = !busy /' 8
try quiesced_with_request loadstore/smls_lookup.sv 's/assign busy_o    = m_valid_q || pending /assign busy_o    = m_valid_q /' 8
try drained_with_group loadstore/smls_lookup.sv 's/assign old_o     = (valid_q \&\& era_q != now_q) || /assign old_o     = /' 8
try drained_with_rest loadstore/smls_lookup.sv 's/ || (m_valid_q \&\& m_era_q != now_q)//' 8
try drained_with_request loadstore/smls_lookup.sv 's/ || old_pending;/;/' 8
try era_of_another loadstore/smls_lookup.sv 's/m_era_q   <= era_q;/m_era_q   <= now_q;/' 8
try flush_unheard mem/mem_tlb.sv 's/else if (ends_all || (ends_entry .*))/else if (1'"'"'b0)/' 4
try range_unheard mem/mem_tlb.sv 's/ends_all || (ends_entry .*)) valid_q/ends_all) valid_q/' 8
try range_of_rows_unheard mem/mem_pages.sv 's/put_i || drop_i || !swept/put_i || !swept/' 8
try range_ends_all mem/mem_range.sv 's/assign begins = .*/assign begins = 1'"'"'b0;/' 8
try range_ends_rows mem/mem_range.sv 's/begins \&\& wide/begins/' 8
try range_not_barred mem/mem_range.sv 's/assign bars_o = .*/assign bars_o = 1'"'"'b0;/' 4
try row_not_barred mem/mem_pages.sv 's/ \&\& !bars_i;/;/' 8
try range_walked_early mem/mem_tlb.sv 's/!hit \&\& !bars/!hit/' 4
try range_of_other_entries mem/mem_tlb.sv 's/fours\[next_q\] <= done_tag/fours[turn] <= done_tag/' 4
try second_range_alone mem/mem_range.sv 's/ \&\& !flush_i.every \&\& !on_o;/ \&\& !flush_i.every;/' 8
try late_answer_kept mem/mem_tlb.sv 's/stale_q | told | covered/stale_q | covered/' 8
try last_four_stays mem/mem_range.sv 's/<= last_q;/< last_q;/' 8
try one_walk_at_a_time mem/mem_tlb.sv 's/start\[i\] = wants \&\& !busy_q\[i\] \&\& .*;/;/' 16
try walked_twice mem/mem_tlb.sv 's/ \&\& here == .0;/;/' 16
try first_never_walked mem/mem_tlb.sv 's/ \&\& !again_q//' 8
try walk_not_caught_up loadstore/smls_translate.sv 's/waits \&\& room \&\& park_more/1'"'"'b0/' 8
try quiesce_unheard loadstore/smls_translate.sv 's/!quiesce_i \&\& //; s/(!quiesce_i \&\& ready_i)/ready_i/' 8
try full_for_ever loadstore/smls_lookup.sv "s/(m_hit || m_found_q == '0) \&\& left/m_hit \&\& left/" 4
try hit_behind_miss loadstore/smls_lookup.sv "s/(m_free || missing == '0)/m_free/" 16
try rest_of_hit_lost loadstore/smls_lookup.sv "s/(m_free || missing == '0) \&\& //" 16
try given_again loadstore/smls_lookup.sv 's/assign may_look   = !given_q \&\& !dead/assign may_look   = !dead/' 8
try store_delivered loadstore/smls_lookup.sv "s/assign r_stored    = .*/assign r_stored    = 1'b0;/; s/d_write_o = r_err/d_write_o = r_write || r_err/" 16
try hit_passes_load loadstore/smls_lookup.sv '/same\[b\] *= same_pending/,/;/c assign same[b] = same_pending[b];' 8
try level_ignored loadstore/smls_victim.sv 's/ \&\& (!rules_i || level\[2\*g+:2\] <= fill_level_i);/;/' 8
try equal_level_kept loadstore/smls_victim.sv 's/level\[2\*g+:2\] <= fill_level_i/level[2*g+:2] < fill_level_i/' 8
try never_raised loadstore/smls_victim.sv "s/assign raise         = .*/assign raise         = 1'b0;/" 8
try hit_lowers loadstore/smls_victim.sv 's/ \&\& request > level\[2\*g+:2\];/;/' 8
try there_not_raised loadstore/smls_victim.sv "s/(fill_i ? fill_there_i\[g\] : used\[g\])/(!fill_i \&\& used[g])/" 8
try hits_unused loadstore/smls_victim.sv 's/(lru_i \&\& (fill_i ? there : used_i))/(lru_i \&\& fill_i \&\& there)/' 8
try hits_always_used loadstore/smls_victim.sv 's/(lru_i \&\& (fill_i ? there : used_i))/(fill_i ? there : used_i)/' 8
try free_way_unused loadstore/smls_victim.sv "s/assign free  = .*/assign free  = '0;/" 8
try zero_allocates loadstore/smls_victim.sv "s/ \&\& !(never_i .*/;/" 8
try all_ways loadstore/smls_l1.sv "s/assign ways\[g\] = .*/assign ways[g] = 1'b1;/" 8
try ways_not_cleared loadstore/smls_banks.sv "s/assign refit    = .*/assign refit    = 1'b0;/" 8
try level_of_answer loadstore/smls_banks.sv "s/f_level_q <= r_level_i;/f_level_q <= '0;/" 8
try level_of_hit loadstore/smls_banks.sv "s/used_level_q <= .*/used_level_q <= '0;/" 8
try page_uncoloured loadstore/smls_guess.sv "s/colour_of = page.*/colour_of = '0;/" 8
try guess_trusted loadstore/smls_lookup.sv 's/assign look     = .*/assign look     = look_q;/' 8
try block_walked_again mem/mem_tlb.sv 's/block_q\[i\] || PAGES != 0);/mega_q[i]);/' 4
try page_of_block mem/mem_tlb.sv 's/block ? req_va_i\[15:12\] : entry\[3:0\]/mega ? req_va_i[15:12] : entry[3:0]/' 4
try row_outlives_flush mem/mem_pages.sv 's/ && era == era_q//' 8
try row_unused mem/mem_tlb.sv 's/assign page_hit = .*/assign page_hit = 1'"'"'b0;/' 8
try row_walked_again mem/mem_tlb.sv 's/(PAGES != 0 || walk_tag_q/(1==0 || walk_tag_q/' 8
try lookups_untold loadstore/smls_lookup.sv "s/came_q <= rst_ni .*/came_q <= 1'b0;/" 16
try stores_told loadstore/smls_lookup.sv 's/= came_q \&\& load;/= came_q;/' 8
try line_of_another_bank loadstore/smls_lookup.sv 's/seen_low\[7\*b+:7\] = low\[12\*b+5+:7\]/seen_low[7*b+:7] = low[5+:7]/' 16
try sc_of_before loadstore/smls_smem.sv 's/assign sc_ok = .*/assign sc_ok = sc_ok_q;/' 4
try sc_not_kept loadstore/smls_smem.sv 's/if (sc_q) sc_ok_q <= mine;/if (sc_q) sc_ok_q <= 1'"'"'b1;/' 4
try reserve_any_word loadstore/smls_smem.sv 's/hit_q  <= |hits_held;/hit_q  <= 1'"'"'b1;/' 4
try hold_half_as_long loadstore/smls_smem.sv 's/256 \* WARPS/128 * WARPS/' 8
try hold_outlives_bytes loadstore/smls_smem.sv 's/go \&\& (store_i ||/go \&\& ((store_i \&\& funct3_i[1]) ||/' 8
try hold_outlives_amocas loadstore/smls_smem.sv "s/(amo_i \&\& !lr \&\& !sc)/(amo_i \&\& !lr \&\& !sc \&\& funct5_i != 5'd5)/" 8
try hold_of_fewer_bits loadstore/smls_smem.sv 's/addr_i\[18\*i+2+:16\] == held_word/addr_i[18*i+2+:12] == held_word[11:0]/' 8
try hold_of_any_warp loadstore/smls_smem.sv "s/who_q  <= {owner_i\[5+:WI\], first_lane}/who_q <= {WI'(0), first_lane}/" 8
try clear_without_last_row loadstore/smls_smem.sv "s/RI'({last_i, {(OI - 4) {1'b1}}})/RI'({last_i, {(OI - 5) {1'b1}}, 1'b0})/" 8
try clear_without_first_row loadstore/smls_smem.sv "s/RI'({first_i, {(OI - 4) {1'b0}}})/RI'({first_i, {(OI - 5) {1'b0}}, 1'b1})/" 8
try lent_without_last_row loadstore/smls_smem.sv "s/{last_i, {(OI - 3) {1'b1}}}/{last_i, {(OI - 4) {1'b1}}, 1'b0}/" 8
try lent_without_first_row loadstore/smls_smem.sv "s/{first_i, {(OI - 3) {1'b0}}}/{first_i, {(OI - 4) {1'b0}}, 1'b1}/" 8
try own_without_last_row loadstore/smls_smem.sv "s/clear_last  = {last_i, {(OI - 4) {1'b1}}};/clear_last = {last_i, {(OI - 5) {1'b1}}, 1'b0};/" 4
try tag_without_bit_31 loadstore/smls_l1.sv "s/ tag_q\[g\] == tag_i;/ ((tag_q[g] ^ tag_i) \& ~(29'd1 << 19)) == '0;/" 8
try tag_of_few_bits loadstore/smls_l1.sv "s/ tag_q\[g\] == tag_i;/ tag_q[g][28:7] == tag_i[28:7];/" 8
try page_without_bit_31 loadstore/smls_lookup.sv "s/assign m_line = {m_ppn_q, /assign m_line = {m_ppn_q \& ~(29'd1 << 19), /" 8
exit $bad
