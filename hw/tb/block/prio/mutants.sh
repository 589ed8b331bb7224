#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../../mutants_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=""
. "$here/../../mutants_lib.sh"

build() {
	bench=${1:-warps16/Vsmprio}
	make -C "$work/t/hw/tb/block/prio" BUILD="$work/b" "$work/b/$bench"
}

red() {
	for s in 1 2 3 4 5 6; do
		if ! limited 100 "$work/b/$bench" $s >"$work/log" 2>&1; then
			grep -m1 -oE '^not ok.*|Assertion.*' "$work/log" || echo hangs
			return
		fi
	done
	return 1
}

try limit_exceeded sm/smprio.sv 's/assign some_left   = out_q < cfg_i.limit;/assign some_left   = out_q <= cfg_i.limit;/'
try kept_at_end sm/smprio.sv 's/(held_q & ~done_bit & ~take_bit)/(held_q \& ~take_bit)/'
try limit_lowered_unseen sm/smprio.sv 's/ || out_q > cfg_i.limit;/;/'
try any_age sm/smprio.sv 's/ \&\& !skipped_q \&\& !even/ \&\& !even/'
try list_unmoved sm/smprio.sv "s/at_q <= at_q - 6'd1;/at_q <= at_q;/"
try barrier_unheard sm/smprio.sv "/assign waits       = /,/;/c assign waits = 1'b0;"
try uneven sm/smprio.sv "s/lose_tokens_q >= get_tokens_q + 6'd2/1'b0/"
try blocked_keeps sm/smprio.sv 's/ || (eligible \&\& blocked\[warp_q\]) ||$/ ||/'
try no_turn sm/smprio.sv "s/assign turn = .*/assign turn = 1'b0;/"
try turn_stays sm/smprio.sv "s/if (by_number_q \&\& give) after_q <= .*/;/"
try fixed_handed_on sm/smprio.sv 's/is_held \&\& !is_fixed \&\& !may_fix/is_held \&\& !may_fix/; /assign take /{N;s/ \&\&\n.*;/;/}'
try fixed_is_any sm/smprio.sv 's/ \&\& !older_q;/;/'
try tokens_of_cta_lost sm/smprio.sv 's/tokens_we  = state_q == StClear || give || take || done_held/tokens_we  = state_q == StClear || give || take/'
try unasked sm/smprio.sv 's/^ *(compiler \&\& !asked\[warp_q\]) || //'
try released_unheard sm/smprio.sv 's/ \& ~rel_i//'
try asks_for_its_successor sm/smprio.sv 's/ \& ~done_bit \& ~start_bit;/;/'
try waits_for_ever sm/smprio.sv 's/ | (ticked_q \& {WARPS{tick}})//'
try waits_for_a_tick sm/smprio.sv 's/(ticked_q \& {WARPS{tick}})/{WARPS{tick}}/'
try tick_of_the_access sm/smprio.sv 's/accesses_i) \& ~go \& (ticked_q/accesses_i) \& ~go_q \& (ticked_q/'
try level_of_the_released sm/smprio.sv 's/!held_q\[g\] || (compiler \&\& !asked_q\[g\])/!held_q[g]/'
try access_passes sm/smprio.sv 's/(accesses_i \& {WARPS{!cfg_i.hold}})/accesses_i/'
try accesses_held_by_none sm/smprio.sv "s/hold_q    <= ~held_q/hold_q    <= '0/"
try access_is_blocked sm/smprio.sv 's/blocked_i \& ~accesses_i;/blocked_i;/'
try access_asks sm/smprio.sv 's/(asked_q | want_i) \&/(asked_q | want_i | accesses_i) \&/'
try stretch_with_its_end sm/smprio_pc.sv 's/pc_q < cfg_i.to/pc_q <= cfg_i.to/' pc16x2/Vsmprio_pc
try stretch_without_its_start sm/smprio_pc.sv 's/pc_q >= cfg_i.from/pc_q > cfg_i.from/' pc16x2/Vsmprio_pc
try inactive_threads_count sm/smprio_pc.sv "s/sum + 6'(mask_q\[i\])/sum + 6'd1/" pc16x2/Vsmprio_pc
try dead_warps_count sm/smprio_pc.sv 's/!rst_ni || !live_i\[i\]/!rst_ni/' pc16x2/Vsmprio_pc
try each_round_counts sm/smprio_pc.sv "s/last \&\& round_q == '1/last/" pc16x2/Vsmprio_pc
try more_than_the_threads sm/smprio_pc.sv 's/sum >= cfg_i.threads/sum > cfg_i.threads/' pc16x2/Vsmprio_pc
try sum_of_all_rounds sm/smprio_pc.sv "s/sum_q <= last ? '0 : sum;/sum_q <= sum;/" pc16x2/Vsmprio_pc
try place_forgotten sm/smprio_pc.sv "s/in_q\[i\] <= we_threads.*/if (we_threads[(i%PODS)*6+:6] != '0) in_q[i] <= 1'b1;/" pc16x2/Vsmprio_pc
try stretch_of_none sm/smprio_pc.sv "s/here_q \&\& cfg_i.threads != '0;/here_q;/" pc16x2/Vsmprio_pc
try barrier_of_all sm/smprio.sv 's/waiting_q\[round_cta\] \&\& live/(waiting_q != 0) \&\& live/'
try barrier_waits sm/smprio.sv 's/ | (accesses_i \& late_q) |$/ |/'
try barrier_of_the_dead sm/smprio.sv 's/(at_barrier_i) \& live;/(at_barrier_i);/'
try barrier_for_ever sm/smprio.sv "s/gather_q <= round_end ? '0 : gather;/gather_q <= gather;/"
try barrier_of_those_away sm/smprio.sv 's/(at_barrier_i) \& live;/(at_barrier_i | away_i) \& live;/'
try sets_unheard sm/smprio.sv 's/ || !fits;/;/'
try room_of_none sm/smprio.sv "s/ || filled_q == '0 || fill/ || fill/"
try streams_fill sm/smprio.sv "s/ || lines_q == '0 || / || /"
try walks_on_filled sm/smprio.sv "s/^          filled_q    <= '0;/;/"
try kept_whatever_fits sm/smprio.sv "s/(12'(room_i) >> 2)/12'(room_i)/"
try given_back_at_once sm/smprio.sv "s/(12'(room_i) >> 2)/12'd0/"
try set_of_the_next sm/smprio.sv "s/assign look_o    = .*/assign look_o    = 6'(list[WI*next_at[WI-1:0]+:WI]);/"
try no_move_to_front sm/smprio_sets.sv "s/from\[i\] = .*/from[i] = match == '0;/" sets16x2/Vsmprio_sets
try second_line_only sm/smprio_sets.sv 's/seen_i.lines\[b\] \&\&/seen_i.lines[b] \&\& b == 0 \&\&/' sets16x2/Vsmprio_sets
try of_any_warp sm/smprio_sets.sv 's/ \&\& seen_i.warp\[WI-1:0\] == at_q//' sets8x1/Vsmprio_sets
try streams_have_sets sm/smprio_sets.sv "s/score_q < 0 ? '0 : //; s/-15'sd1/15'sd0/" sets8x1/Vsmprio_sets
try samples_for_all sm/smprio_sets.sv 's/assign mask = .*/assign mask = ~(4'"'"'he << ratio_q);/' sets8x1/Vsmprio_sets
try few_say_all sm/smprio_sets.sv "s/ \&\& samples_q == 4'(Enough)//" sets8x1/Vsmprio_sets
try silence_for_ever sm/smprio_sets.sv "s/clock_q == '0/1'b0/" sets8x1/Vsmprio_sets
try known_of_its_predecessor sm/smprio_sets.sv 's/ \& ~done_bit \& ~start_bit;/;/' sets8x1/Vsmprio_sets
try last_forgotten sm/smprio_sets.sv 's/last_q      <= found;/;/' sets8x1/Vsmprio_sets
try ratio_unheard sm/smprio_sets.sv "s/assign changed   = .*/assign changed   = 1'b0;/" sets8x1/Vsmprio_sets
try farthest sm/smprio_sets.sv "s/set_q - 7'd1/set_q/" sets16x2/Vsmprio_sets
try page_unseen sm/smprio_sets.sv "s/line = {seen_i.page, /line = {20'd0, /; s/class_of({seen_i.page, /class_of({20'd0, /" sets8x1/Vsmprio_sets
exit $bad
