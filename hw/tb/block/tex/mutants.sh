#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../../mutants_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree="hw/isa userspace/device"
. "$here/../../mutants_lib.sh"

# lanes
build() {
	make -C "$work/t/hw/tb/block/tex" BUILD="$work/b" "$work/b/lanes$1/Vtex_tb"
}

red() {
	! limited 100 "$work/b/lanes$1/Vtex_tb" 3000 1 >"$work/log" 2>&1 || return 1
	grep -m1 -E '^not ok|Assertion|%Error' "$work/log" || echo hangs
}

try taps_swapped texture/smtex_addr.sv 's/.second_i (mixed\[3\])/.second_i (mixed[4])/' 8
try fraction_late texture/smtex_addr.sv "s/assign past  = .*/assign past  = walked_q[Latency-1];/" 16
try group_by_first_thread texture/smtex_walk.sv "s/groups\[g\] = mask_i\[4\*g+:4\] != '0;/groups[g] = mask_i[4*g];/" 8
try group_that_is_not_active texture/smtex_walk.sv "s/above        = groups \&/above        = 8'hff \&/" 8
try beat_ends_late texture/smtex_filter.sv 's/assign f0_ends = last_group || .*/assign f0_ends = last_group;/' 8
try beat_is_last texture/smtex_filter.sv 's/out_last_o  <= f3_done_q;/out_last_o  <= f3_ends_q;/' 8
try result_elsewhere texture/smtex_filter.sv "s/place_of(f3_group_q) == GI'(p)/place_of(f2_group_q) == GI'(p)/" 16
try word_and_group texture/smtex_filter.sv 's/assign step    = go \&\& !word_ask_i;/assign step    = go;/' 8
try word_of_other_instruction texture/smtex_filter.sv 's/word_ask_i ? {word_id_i,/word_ask_i ? {id_i,/' 8
try loads_before_addresses texture/smtex_top.sv "s/{1'b0, row_tap} < ready_taps/{1'b0, row_tap} <= ready_taps/" 8
try taps_of_last_instruction texture/smtex_addr.sv "s/      ready_o        <= '0;//" 8
try row_of_other_group texture/smtex_addr.sv 's/waddr_i({at\[4:3\], row_of(at\[2:0\])})/waddr_i({at[4:3], row_of(past[2:0])})/' 8
try place_of_other_group texture/smtex_addr.sv 's/<< (32.(place_of(at\[2:0\])) \* T)/<< (32'"'"'(place_of(past[2:0])) * T)/' 16
try round texture/smtex_filter.sv "s/f2_first_q ? 25'd32768/f2_first_q ? 25'd32767/" 8
try weights texture/smtex_filter.sv "s/assign wy = f1_tap_q\[1\]/assign wy = f1_tap_q[0]/" 8
try byte_channels texture/smtex_filter.sv "s/c == 3 ? 8'hff : 8'h00/c == 3 ? 8'h00 : 8'h00/" 8
try level_beyond texture/smtex_top.sv "s/handle_q\[3:0\] >= levels ? levels - 4'd1 :/handle_q[3:0] > levels ? levels - 4'd1 :/" 8
try side_of_nothing texture/smtex_top.sv "s/d_height_q | 13'(d_height_q == '0)/d_height_q/" 8
try handle_of_any texture/smtex_top.sv 's/if (!n_comes_q || !n_have_q) n_handle_q/if (1) n_handle_q/' 8
try coordinates_of_other_instruction texture/smtex_top.sv 's/{a_id_q, uv_row}/{d_id_q, uv_row}/' 8
try texels_of_other_instruction texture/smtex_top.sv 's/a_match ? a_id_q : b_id_q/b_id_q/' 8
try fractions_of_other_instruction texture/smtex_top.sv 's/.frac_id_i(a_id_q)/.frac_id_i(b_id_q)/' 8
try fault_unseen texture/smtex_top.sv "s/assign a_fault = .*/assign a_fault = a_fault_q;/" 8
try fault_of_others texture/smtex_top.sv 's/m_lsf_valid_i \&\& m_lsf_warp_i == a.warp/m_lsf_valid_i/' 8
try fault_left_behind texture/smtex_top.sv 's/d_moves ? {d_left, d_owed, d_fault}/d_moves ? {d_left, d_owed, 1'"'"'b0}/' 8
try end_left_behind texture/smtex_top.sv 's/a_moves ? {a_left, a_owed, a_fault}/a_moves ? {a_left, a_owed_q, a_fault}/' 8
try result_left_behind texture/smtex_top.sv 's/a_moves ? {a_left, a_owed, a_fault}/a_moves ? {a_left_q, a_owed, a_fault}/' 8
try results_of_others texture/smtex_top.sv 's/m_lw_warp_i == d.warp \&\& m_lw_rd_i == d.insn\[11:7\]/m_lw_warp_i == d.warp/' 8
try second_of_a_warp texture/smtex_top.sv 's/ \&\& !(b_busy \&\& n.warp == b.warp);/;/' 8
try own_warp_passes texture/smtex_top.sv "s/!(a_busy \&\& uop.warp == a.warp) \&\&$//" 8
try next_warp_passes texture/smtex_top.sv "s/!(n_full_q \&\& uop.warp == n.warp) \&\&$//" 8
try room_too_early texture/smtex_top.sv "s/assign taken_o = begins;/assign taken_o = take \&\& ls_beat_i == BW'(B - 1);/" 8
try ends_doubled texture/smtex_top.sv "s/assign swallow     = .*/assign swallow     = 1'b0;/" 8
try end_taken_away texture/smtex_top.sv "s/(!m_lsd_valid_i || swallow);/1'b1;/" 8
try ends_too_early texture/smtex_top.sv "s/ends        = b_q == BEnd \&\& b_owed_q == '0 \&\&/ends        = b_q == BEnd \&\&/" 8
try cut_in texture/smtex_top.sv 's/pass       = !is_tex \&\& (mid_q ? !mid_a_q \&\& !mid_d_q :/pass       = !is_tex \&\& (/; s/a_filled_q \&\& (!mid_q || mid_a_q)/a_filled_q/; s/(mid_q ? mid_d_q : !own_a)/!own_a/' 8
try cut_in_by_taps texture/smtex_top.sv 's/a_filled_q \&\& (!mid_q || mid_a_q)/a_filled_q/; s/(mid_q ? mid_d_q : !own_a)/!own_a/' 8
try withdrawn texture/smtex_top.sv 's/assign ours         = want \&\& !ls_wait_q;/assign ours         = want;/' 8
try mask_of_beat texture/smtex_top.sv "s/(6'(out_beat) \* 6'(LANES))/6'd0/" 8
try wrap_below texture/smtex_coord.sv "s/below ? (repeat_i ? last : '0)/below ? '0/" 8
try wrap_above texture/smtex_coord.sv "s/above ? (repeat_i ? '0 : last)/above ? last/" 8
try nan texture/smtex_coord.sv "s/number_q <= nan ? '0 :/number_q <= 1'b0 ? '0 :/" 8
try negative_floor texture/smtex_coord.sv 's/>>> by_q/>> by_q/' 8
try mirror texture/smtex_coord.sv "s/low\[23:0\] ^ {24{low\[24\]}}/low[23:0]/" 8
try clamp_low texture/smtex_coord.sv "s/neg_q ? '0 : big_q/1'b0 ? '0 : big_q/" 8
try clamp_high texture/smtex_coord.sv "s/big_q ? '1 : low/1'b0 ? '1 : low/" 8
try far texture/smtex_coord.sv "s/over_q ? {25{!neg_q}} : shifted/1'b0 ? 25'd0 : shifted/" 8
exit $bad
