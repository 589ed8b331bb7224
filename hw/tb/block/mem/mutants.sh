#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../../mutants_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree="hw/sim kernel/include hw/tb/amo.h hw/tb/presets_pkg.sv"
. "$here/../../mutants_lib.sh"

build() {
	make -C "$work/t/hw/tb/block/mem" BUILD="$work/b" "$work/b/lanes8/Vmem_bench" "$work/b/lanes4/Vmem_bench"
}

red() {
	for run in "8 1 1000000 reserve" "8 1 60000 random" "8 1 60000 hot" "4 1 60000 hot" "4 1 200000 whole" "4 3 200000 whole" "4 10 200000 whole" "4 3 60000 random" "8 1 40000 kept" "8 1 60000 rows" "8 1 60000 flood" "8 1 60000 lent" "8 1 60000 resident" "8 1 60000 strided" "8 1 60000 apart" "8 1 60000 twice" "8 2 150000 random" "8 3 150000 random" "8 4 150000 random" "4 6 1000000 whole"; do
		if ! limited 100 "$work/b/lanes${run%% *}/Vmem_bench" ${run#* } >"$work/log" 2>&1; then
			echo "$run"
			return
		fi
	done
	return 1
}

try keep_touched loadstore/smls_pending.sv "s/assign keep_o = .*/assign keep_o = 1'b1;/"
try keep_touched_now loadstore/smls_pending.sv 's/ || touched\[id_q\]//'
try touch_forgotten loadstore/smls_pending.sv "s/end else if (touched\[g\]) begin/end else if (1'b0) begin/"
try no_invalidation loadstore/smls_banks.sv 's/\.f_drop_i    (i_valid_q/.f_drop_i    (1'"'"'b0/'
try amo_keeps_line loadstore/smls_lookup.sv 's/\.drop_i(l1_drop/.drop_i(l1_drop \&\& t.store/'
try store_keeps_line loadstore/smls_lookup.sv 's/\.drop_i(l1_drop/.drop_i(l1_drop \&\& t.amo/'
try store_leaves_line loadstore/smls_banks.sv 's/\.update_i    (update_i/.update_i    (1'"'"'b0/'
try fill_unseen loadstore/smls_banks.sv "s/assign fill_here_o\[b\] = .*/assign fill_here_o[b] = 1'b0;/; s/assign fill_next_o\[b\] = .*/assign fill_next_o[b] = 1'b0;/"
try store_beside_fill loadstore/smls_lookup.sv 's/^ *(fill_bank & lines) == .0 \&\& !i_valid_q;/!i_valid_q;/'
try store_error_lost loadstore/smls_lookup.sv 's/r_write \&\& !r_err;/r_write;/'
try store_counts_twice loadstore/smls_lookup.sv 's/= r_valid \&\& !r_stored \&\& /= r_valid \&\& /'
try given_twice loadstore/smls_lookup.sv 's/assign may_look   = !given_q \&\& !dead/assign may_look   = !dead/'
try warp_overtakes loadstore/smls_translate.sv "s/assign behind    = .*/assign behind    = 1'b0;/"
try rest_after_fault loadstore/smls_lookup.sv "s/assign dead     = .*/assign dead = 1'b0;/"
try thread_of_group loadstore/smls_fault.sv "s/: group_i\.lead;/: '0;/"
try thread_of_line loadstore/smls_fault.sv 's/? lead :/? group_i.lead :/'
try thread_of_beat loadstore/smls_addr.sv "s/5'(check_beat_q \* 6'(LANES)) | //"
try operands_of_other loadstore/smls_operands.sv 's/assign t_go_o = .*/assign t_go_o = t_want_i;/; s/if (s_go_o \&\& t_go_o)/if (1'"'"'b0)/'
try line_waits_on loadstore/smls_operands.sv 's/assign s_go_o = .*/assign s_go_o = s_want_i;/'
try combined_lost loadstore/smls_build.sv 's/(pair_q\[1\] \&\& !pair_keeps) ? of_pair : /1'"'"'b0 ? of_pair : /'
try word_while_written loadstore/smls_smem.sv "s/(same_q & {LANES{rmw_q}})/(same_q \& {LANES{1'b0}})/"
try beat_of_group loadstore/smls_build.sv 's/assign next = done_o ? group_i : rest;/assign next = group_i;/; s/if (left_q != .0 \&\& (now/if (1'"'"'b0 \&\& (now/'
try words_uncombined loadstore/smls_build.sv 's/if (take_i || run_i || combine_q) begin/if (take_i || run_i) begin/'
try lent_word_of_own loadstore/smls_smem.sv 's/assign rdata  *= far_q ? .*/assign rdata = own;/'
try lent_never_written loadstore/smls_smem.sv 's/assign lent_be_o\[4\*g+:4\]  *= wbe & .*/assign lent_be_o[4*g+:4] = 4'"'"'b0;/'
try lent_and_filled loadstore/smls_l1.sv 's/ || (LEND != 0 \&\& lent_i)//'
try page_of_another_size mem/mem_tlb.sv 's/mega ? req_va_i\[20:16\] : entry\[8:4\]/entry[8:4]/'
try invalidation_uncoloured loadstore/smls_banks.sv "s/assign i_set       = .*/assign i_set       = SI'(inv_pa_i[6:K]);/"
try unspread mem/mem_spread.sv 's/i < 27; i++/i < SI; i++/'
try invalidation_spread mem/mem_address.sv 's/\.line_i(inv_i\[36\*g+:27\])/.line_i(inv_i[36*g+:27] ^ 27'"'"'d1)/'
try victim_lost mem/mem_tags.sv 's/assign victim_dirty_o   = .*/assign victim_dirty_o   = 1'"'"'b0;/'
try victim_refetched mem/mem_decide.sv 's/assign lacks    = wb_waits || /assign lacks = /'
try amo_hazard mem/mem_answer.sv 's/assign hold    = .*/assign hold    = 1'"'"'b0;/'
try amo_early mem/mem_answer.sv 's/ \&\& (last_q || !is_amo);/ \&\& (step_q || !is_amo);/'
try amo_follows_of_other_line mem/mem_answer.sv 's/is_amo \&\& same_line_i \&\& follows_q/is_amo \&\& follows_q/; s/follows_q   <= /follows_q   <= behind_i.pa[31:7] == req_i.pa[31:7] \&\& /'
try amo_takes_other_word mem/mem_answer.sv 's/assign takes   = .*/assign takes   = follows;/'
try amo_reads_old_word mem/mem_answer.sv "s/assign takes   = .*/assign takes   = 1'b0;/"
try amo_several_follow mem/mem_answer.sv 's/behind_i.be == .0 && one_q;/one_q;/'
try amo_behind_several mem/mem_answer.sv 's/ \&\& one_q;/;/'
try amo_last_word_early mem/mem_answer.sv 's/last_q    <= (left_q & ~word) == .0;/last_q    <= 1'"'"'b1;/'
try amo_operand_of_word_0 mem/mem_answer.sv "s/fetch      = is_amo .*/fetch = 1'b0;/"
try amo_row_of_one mem/mem_answer.sv 's/several_q ? news : {7{amo_new}}/{7{amo_new}}/'
try amo_row_keeps_all mem/mem_answer.sv 's/{write \& ~keeps, amo_write/{write, amo_write/'
try amo_row_next_line mem/mem_answer.sv 's/if (!last_q) olds_q <= line/if (last_q) olds_q <= line/'
try amo_row_lost mem/mem_lines.sv 's/g%(4\*AMO_UNITS)/g%4/'
try amo_never_in_vain mem/mem_answer.sv 's/if (amo_we_o || !last_q) old_q/if (go || !last_q) old_q/'
try row_of_any loadstore/smls_group.sv '/group_o\[i\] = (word_i || row_i)/{N;s/ \&\&\n.*//}'
try row_in_word_0 loadstore/smls_translate.sv 's/(g.amo \&\& !g.row) ? /g.amo ? /'
try invalidation_unwaited mem/mem_answer.sv '/assign go          = /,/;/c assign go = 1'"'"'b1;'
try sharer_forgotten mem/mem_share.sv 's/holders_o = known_i | me;/holders_o = known_i;/'
try sharers_untold mem/mem_share.sv 's/tell_o    = known_i \& ~me;/tell_o    = known_i \& me;/'
try victim_stays_in_l1 mem/mem_l2.sv 's/assign victim_tell = .*/assign victim_tell = '"'"'0;/'
try all_told mem/mem_l2.sv 's/assign known  *= .*/assign known = '"'"'1;/'
try tags_unforwarded mem/mem_way.sv 's/forward_q <= .*/forward_q <= 1'"'"'b0;/'
try tags_right_behind mem/mem_way.sv 's/s1_over_o <= .*/s1_over_o <= 1'"'"'b0;/'
try victim_of_before mem/mem_tags.sv 's/assign any_victim_o     = .*/assign any_victim_o     = any_q;/'
try order_right_behind mem/mem_tags.sv 's/assign order_s0 = .*/assign order_s0 = order_read_q;/; s/\.old_i    (.*/.old_i    (3'"'"'b111),/'
try evicting_unseen mem/mem_evict.sv 's/ || (put_i \&\& put_line_i == line_i)//'
try evicting_unseen_in_s0 mem/mem_decide.sv 's/wb_waits  <= next_waits_i || .*/wb_waits  <= next_waits_i;/'
try buffer_that_is_not_there mem/mem_evict.sv 's/assign two_o   = .*/assign two_o   = free_least_q[1];/'
try mshr_that_is_not_there mem/mem_fetch.sv 's/assign two_o   = .*/assign two_o   = free_least_q[1];/'
try turned_down_overtaken mem/mem_flow.sv 's/assign s0_back   = .*/assign s0_back   = 1'"'"'b0;/'
try turned_down_overtaken_in_r mem/mem_flow.sv 's/assign r_back    = .*/assign r_back    = 1'"'"'b0;/'
try waiters_not_joined mem/mem_miss.sv '/assign room_o = /,/;/c assign room_o = 1'"'"'b0;'
try waiters_early mem/mem_wait.sv 's/assign last_o        = .*/assign last_o        = 1'"'"'b1;/'
try joined_as_served mem/mem_miss.sv 's/room_o = wait_room \&\& !(line_read [^)]*)/room_o = wait_room/'
try joined_once_served mem/mem_miss.sv '/room_o = wait_room/{N;s/ \&\&\n.*;/;/}'
try served_unseen mem/mem_way.sv "s/assign ends = .*/assign ends = 1'b0;/"
try missed_twice mem/mem_way.sv "s/pending_q <= .*/pending_q <= '0;/"
try line_beside_answer mem/mem_fill.sv 's/(straight ? !respond_i : room)/(straight || room)/'
try line_waits mem/mem_fill.sv "s/assign hold_o   = .*/assign hold_o = 1'b0;/"
try lines_of_store_lost mem/mem_fill.sv 's/ || (goes \&\& !straight);/;/'
try waiting_tags_late mem/mem_l2.sv 's/(mine ? last || !s1_err : good_hit)/(mine ? last : good_hit)/'
try miss_tells_sharers mem/mem_l2.sv "s/assign holders_after = .*/assign holders_after = holders_new;/"
try newest_evicted mem/mem_victim.sv 's/order_o\[0\] = .*/order_o[0] = old_i[0];/'
try no_host_senior mem/mem_decide.sv 's/ || no_host;/;/; s/ \&\& !no_host \&\& / \&\& /'
try host_lines_reordered mem/mem_host_side.sv "s/assign holds_o  = .*/assign holds_o = 1'b0;/"
try host_read_passes_write mem/mem_host.sv "s/\.held_i      (w_holds)/.held_i      (1'b0)/"
try host_burst_too_long mem/mem_host_side.sv "s/a_len_o  <= .*/a_len_o  <= {4'b0, open_last_q + 2'd1, 2'b11};/"
try host_beats_mixed mem/mem_host.sv 's/assign r_at      = .*/assign r_at = at_m[r_id_i];/'
try host_burst_changes mem/mem_host_side.sv 's/ \&\& (!a_valid_o || a_ready_i) \&\& / \&\& /'
try leaving_without_room mem/mem_leave.sv "s/assign full_o      = .*/assign full_o = 1'b0;/"
try left_line_unwaited mem/mem_leave.sv "s/assign same_o      = .*/assign same_o = 1'b0;/"
try left_line_of_now mem/mem_leave.sv 's/(put\[g\] ? put_line_i : line_q\[27\*g+:27\]) == next_line_i/line_q[27*g+:27] == next_line_i/'
try told_of_another mem/mem_leave.sv 's/assign told_o      = .*/assign told_o = inv_ready_i;/'
try oldest_withdrawn mem/mem_leave.sv 's/place = at_q + PI.(k);/place = PI'"'"'(k);/'
try passed_and_written mem/mem_fill.sv 's/ \&\& !err_q \&\& !pass_q;/ \&\& !err_q;/'
try passed_unknown_to_mshrs mem/mem_fetch.sv "s/assign passing_o = pass != '0;/assign passing_o = 1'b0;/"
try passed_right_behind mem/mem_pass.sv 's/ || (put_q \&\& same_line_i);/;/'
try passed_two_behind mem/mem_pass.sv 's/ || (put_i \&\& r_line_i == line_i);/;/'
try passed_and_pending mem/mem_fetch.sv "s/put_pass_i ? '0 : 4'd1/4'd1/"
try passed_holders_forgotten mem/mem_l2.sv "s/INCLUDES ? passed :/INCLUDES ? '0 :/"
try passed_holders_flushed mem/mem_pass.sv 's/if (!rst_ni || flushed_i)/if (!rst_ni || port_i[0])/'
try stores_pass mem/mem_l2.sv 's/\.next_must_i     (.*/.next_must_i     (1'"'"'b0),/'
try levels_lost mem/mem_level.sv "s/levels_new\[4\*way_i+:4\] = .*/levels_new[4*way_i+:4] = {turn_q, 2'b0};/"
try level_falls mem/mem_level.sv 's/kept > level_i ? kept : level_i/level_i/'
try level_of_any mem/mem_level.sv 's/low_o\[i\] = .*/low_o[i] = 1'"'"'b1;/'
try never_ignored mem/mem_tags.sv 's/(s0_none || (never_i .*/s0_none;/'
try bank_of_any_line mem/mem_ask.sv 's/line\[SI-1-:BI\])/req_i.id[BI-1:0])/'
try bank_not_turned_back mem/mem_spread.sv 's/from\[(i+BI)%SI\] = line_i\[i\]/from[i] = line_i[i]/'
try data_wait_for_address mem/mem_evict.sv 's/second_q || offer/second_q || (aw_valid_o \&\& aw_ready_i)/'
try bank_waits_for_address mem/mem_dram.sv 's/\.push_valid_i(offer)/.push_valid_i(aw_valid_o \&\& aw_ready_i)/'
try data_of_other_bank mem/mem_dram.sv 's/\.push_data_i (aw_bank)/.push_data_i (~aw_bank)/'
try answer_to_other_bank mem/mem_dram.sv "s/r_id_i\[3-:BI\] == BI'(g)/r_id_i[3-:BI] != BI'(g)/"
try answers_at_once mem/mem_banks.sv "s/rsp_wait\[b\] = 1'b1/rsp_wait[b] = 1'b0/"
try invalidations_at_once mem/mem_meet.sv 's/assign ready_o    = .*/assign ready_o    = {BANKS{ready_i}};/'
try answer_without_turn_lost mem/mem_answer.sv 's/!rsp_wait_i \&\& tell_left/tell_left/; s/rsp_valid_o = rsp_want_o \& {PORTS{go}}/rsp_valid_o = rsp_want_o \& {PORTS{go \&\& !rsp_wait_i}}/'
try narrow_store_holds mem/mem_answer.sv "s/\.store_i ((is_write /.store_i ((is_write \&\& req.be == (req.be \& 32'h11111111) * 15 /"
try hold_of_half mem/mem_answer.sv 's/\.HOLD (256 \* /.HOLD (128 * /'
try hold_of_no_line mem/mem_answer.sv 's/\.hit_i   (req.pa\[39:5\] == held_line)/.hit_i(req.pa[31:5] == held_line[26:0] || req.pa[31:6] == held_line[26:1])/'
exit $bad
