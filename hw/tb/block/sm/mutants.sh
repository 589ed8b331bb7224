#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects of the front end that this bench must find: see ../../mutants_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree="hw/tb/card/lockstep hw/tb/amo.h hw/model hw/isa kernel/include kernel/abi userspace/device"
. "$here/../../mutants_lib.sh"

# lanes and pods, as in LANE_COUNTS
build() {
	bench=$work/b/hw/tb/block/sm/lanes$1/Vsm_bench
	make -C "$work/t/hw/tb/block/sm" BUILD_ROOT="$work/b" "$bench"
}

# The bench itself reports a hang: a run that only exceeds its CPU seconds is slow, not red. It ends behind the first line that is.
red() {
	limited 300 stdbuf -oL "$bench" 60 2>&1 | grep -m1 -E '^not ok|^seed|Assertion'
}

try scoreboard_rs2 fetch/smfe_need.sv "s/(pre_i.use2 && insn_i\[24:20\] == 5'(i))/1'b0/" 8p1
try issue_no_turns fetch/smfe_turn.sv "s/valid_o <= want_i\[next\];/valid_o <= 1'b0;/" 8p1
try barrier_open fetch/smfe_barrier.sv 's/assign open      = .*/assign open      = complete_q[look_q];/' 8p1
try barrier_waits_for_ended fetch/smfe_barrier.sv 's/assign missing\[i\]  = member_i\[i\] \&\& /assign missing[i]  = /' 8p1
try kill_of_last_slot sm/smcta.sv 's/<= !take \&\& kill_i/<= kill_i/' 8p1
try kill_unheard sm/smcta.sv 's/starts \&\& (take || !kill_i\[cur_q.slot\])/starts/' 8p1
try stop_unheard fetch/smfe_warp.sv 's/ || halt_i || stop_i || svc_i)))/ || halt_i || svc_i)))/' 8p1
try backstop_of_branch fetch/smfe_dtok.sv '/else if (d.give) op <= /d' 8p1
try trap_place_given fetch/smfe_trap.sv '/assign queued_o  = /,/;/c assign queued_o = queued_q;' 8p1
try end_with_result fetch/smfe_warp.sv "s/^ *pend_q == '0 \&\& ls_q/ls_q/" 8p1
try dtok_backstop_late fetch/smfe_dtokask.sv 's/backward_i >= cfg_i.backstop/backward_i > cfg_i.backstop/' 8p1
try const_other_slot fetch/smfe_const.sv "s/s1_slot  = slot_m\[s1_warp_q\];/s1_slot  = slot_m[s1_warp_q] \& 4'he;/" 8p1
try const_no_wait fetch/smfe_warp.sv 's/ \&\& !waits_q \&\& !picked_i/ \&\& !picked_i/' 8p1
try const_stale_line fetch/smfe_const.sv "s/<= clear ? old_valids \& stays : own_valids/<= own_valids/" 8p1
try const_stale_fill fetch/smfe_const.sv 's/mark \&\& !stale_q/mark/' 8p1
try const_tag fetch/smfe_const.sv 's/s3_here_q \&\& s3_tag_q == s3_va_q\[31:5+LB\]/s3_here_q/' 8p1
try const_fault fetch/smfe_const.sv 's/fsm_q == StServe \&\& s2_own ? own_err_q/own_err_q != smfe_pkg::WhyOk ? own_err_q/' 8p1
try const_forgotten fetch/smfe_const.sv "s/own_q == AI'(WARPS - 1) ? '0 : own_q + 1'b1/own_q/" 8p1
try attr_no_slot fetch/smfe_const.sv 's/? slot ^ line\[LB+:4\] : slot/? line[LB+:4] : slot/' 8p1
try attr_not_swept fetch/smfe_const.sv "s/if (fresh) sweep_q <= 5'd16;/if (fresh) sweep_q <= 5'd0;/" 8p1
try attr_seen_while_swept fetch/smfe_const.sv 's/ \&\& !s2_wrote_q \&\& !forget_q\[s2_slot_q\];/ \&\& !s2_wrote_q;/' 8p1
try attr_all_swept fetch/smfe_const.sv "s/old_valids \& stays/LINES'(0)/" 8p1
try fetch_turn_without_line fetch/smfe_lines.sv 's/else if (fetch_taken_i) fetch_last_q/else if (fetch_valid_o) fetch_last_q/' 8p1
try fetch_blocked_by_data fetch/smfe_fetch.sv 's/assign look = cur_q \&\& /assign look = cur_q \&\& data_idle \&\& /' 8p1
try attr_base_not_awaited fetch/smfe_const.sv 's/assign settled = ~under_way_q;/assign settled = ~under_way_q | {WARPS{1'"'"'b1}};/' 8p1
try attr_base_of_leader execute/smex_int.sv 's/lead   = 1.b1;/lead   = ~e1_base_q;/' 8p1
try weight_ignored fetch/smfe_order.sv "s/if (later_i\[i\] != later_i\[j\]) begin/if (1'b0) begin/" 8p1
try last_before_ptoks fetch/smfe_issue.sv 's/!later_i\[i\] \&\& (greedy/(greedy/' 8p1
try access_unheld fetch/smfe_warp.sv "s/(ptok_hold_i \&\& load_pre_i.pipe == smgpu_pkg::PipeLs)/1'b0/" 8p1
try limit_of_no_stretch sm/sm_top.sv 's/prio.limit = prio_limit;/prio.limit = cfg_i.prio.limit;/' 8p1
try pod_tells_no_place fetch/smfe_pod.sv "s/assign fired_at_o   = .*/assign fired_at_o   = 1'b0;/" 8p1
try bonus_of_other_slot fetch/smfe_pod.sv "s/start_slot_i(start_i.slot), .older_i/start_slot_i(start_i.slot \& 4'hc), .older_i/" 8p1
try bonus_only_admitted fetch/smfe_top.sv 's/= tex_near\[PODS\*i+p\]/= tex_admitted[PODS*i+p]/' 8p1
try five_ops_of_four fetch/smfe_counts.sv 's/five_ops_q <= const_word_i \&\& attr_word_i/five_ops_q <= const_word_i/' 32
try four_ops_of_a_pod fetch/smfe_counts.sv "s/four_ops_q <= const_word_i \&\& rf_reads_i == 2'b11/four_ops_q <= const_word_i \&\& rf_reads_i != '0/" 32
try bonus_of_no_pipe fetch/smfe_pod.sv "s/.fewer_i(fewer)/.fewer_i(4'd0)/" 32
try line_of_another_vm fetch/smfe_warp.sv "s/vm_q == look_vm_i/vm_q[4:0] == look_vm_i[4:0]/" 8p1
try line_of_any_vm fetch/smfe_warp.sv "s/ \&\& vm_q == look_vm_i//" 8p1
try room_of_lost_warps sm/smcta_room.sv "s/+ {{6{minus}}, plus || minus}/- {{6{minus}}, plus || minus}/" 8p1
try bell_of_tokrel fetch/smfe_pod.sv "s/OPCODE_WARP \&\& !p1_insn\[13\];/OPCODE_WARP \&\& p1_insn[13];/" 8p1
exit $bad
