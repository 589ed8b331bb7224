#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that these benches must find: see ../../mutants_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree="hw/model hw/isa kernel/include kernel/abi userspace/device"
. "$here/../../mutants_lib.sh"

# bench, mix
build() {
	case $1 in
	lane) bench=$work/b/hw/tb/block/ex/lane/Vex_lane_tb ;;
	*) bench=$work/b/hw/tb/block/ex/$1/Vex_top_tb ;;
	esac
	make -C "$work/t/hw/tb/block/ex" BUILD_ROOT="$work/b" "$bench"
}

red() {
	case $1 in
	lane) n=400000 ;;
	top4*) n=100000 ;;	# fewer instructions in as many cycles
	*) n=40000 ;;
	esac
	! limited 100 "$bench" $n 1 ${2:-} >"$work/log" 2>&1
}

try alu_rev8 execute/smex_alu.sv 's/k % 2 == 1 ?/k % 2 == 0 ?/' lane
try alu_cut execute/smex_alu.sv 's/cut <= (op_i.left/cut < (op_i.left/' lane
try alu_max execute/smex_alu.sv 's/(sum\[32\] == op_i.other)/~sum[32]/' lane
try alu_clz execute/smex_pkg.sv "s/4'b0011 : 4'b0101/4'b0011 : 4'b0011/" lane
try alu_tz_zero execute/smex_alu.sv 's/if (op_i.slt) res_o\[0\]/if (op_i.slt \& ~op_i.count) res_o[0]/' lane
try ones execute/smex_pkg.sv 's/(s & t & (c | d))/(s \& t \& c)/' lane
try zero_data execute/smex_wb.sv "s/if (block_i) w_data_o <= '0;/if (1'b0) w_data_o <= '0;/" top8
try pair_moves execute/smex_pod.sv 's/d_b_q\[RowW\/2-1:0\] <= d_b_q\[RowW-1:RowW\/2\];//' top8
try fma_sticky execute/smex_fma.sv "s/{placed, lost}/{placed, 1'b0}/" lane
try fma_borrow execute/smex_fma.sv "s/high == 26'b0 | ~u\[49\] : t/~u[49] : t/" lane
try fma_tiny execute/smex_fma.sv 's/s5_q.half & up2)/s5_q.half)/' lane
try fdiv_sticky execute/smex_divsqrt.sv 's/sticky_d = sticky_q | quo_q\[0\]/sticky_d = sticky_q/' lane
try wrote_start execute/smex_pod.sv 's/if (start_valid_i) wrote_q.*$//' top8
try written_old execute/smex_pod.sv 's/{{31{wrote_q\[n_idx\]}}, 1.b0}/32\x27hffff_fffe/' top8
try addend_cvt execute/smex_pod.sv 's/, insn\[31:30\] == 2.b11}/, 1\x27b0}/' top8
try zero_fill execute/smex_pod.sv 's/n_sets & (~n_whole |/n_sets \& (1\x27b0 |/' top8
try csr_order execute/smex_admit.sv 's/slow_csr_q & slow_warp_q == uop0_i.warp/1'"'"'b0/' top32 flags
try flags_wait execute/smex_special.sv 's/~(w_fcsr_q \& busy_i)/1'"'"'b1/' top32 flags
try frm_old execute/smex_fcsr.sv 's/if (start_valid_i) own_q.*$//' top8
try slow_two execute/smex_admit.sv 's/(slow_i\[0\] & (slow_q | /(slow_i[0] \& (/' top8
try instret_fast execute/smex_pkg.sv 's/~insn\[26\] & insn\[25:21\]/~insn[26] \& insn[25:22]/' top16
try gather execute/smex_special.sv 's/w_free | (~s0_mul_q/1'"'"'b1 | (~s0_mul_q/' top8
try csr_held execute/smex_special.sv 's/s0_first_q ? csr_now : csr_held_q/csr_now/' top16
try csr_leader execute/smex_special.sv "s/5'(t - 1)/5'd0/" top32 flags
try context_walk execute/smex_special.sv 's/ & ~w_walk_q;$/;/' top16
try vote_inactive execute/smex_special.sv 's/(~a_q\[l\*32+:32\] & {32{s0_mask\[l\]}})/~a_q[l*32+:32]/' top8
try tid_mask execute/smex_csr.sv 's/if (~z_one) csr_o.keep/if (1'"'"'b0) csr_o.keep/' top32
try iter_buffer execute/smex_iter.sv 's/ab_m\[beat_i\[NW-1:0\]\]/ab_m[0]/' top8
try slow_csrr execute/smex_special.sv 's/w_leave     = w_beat_done/w_leave     = ~o_valid_q \& w_beat_done/' top32 rate
try copy_hold execute/smex_pod.sv 's/COPIES == 2 ? r_need_q\[1\] : r_src\[1\]/r_src[1]/' top32
try copy_rs3 execute/smex_pod.sv 's/r_pend_q\[2\] & ~r_pend_q\[0\]/r_pend_q[2]/' top32
try one_copy execute/smex_top.sv 's/COPIES = LANES == 32 ? 2 : 1/COPIES = 1/' top32 rate
try fma_distance execute/smex_fma.sv 's/s4_d.norm ? lead : s3_q.room/lead | s3_q.room/' lane
try fp_part execute/smex_fp.sv "s/s6_q.part == PW'(p)/s6_q.part != PW'(p)/" top4x2
try jalr_leader execute/smex_int.sv 's/lead   = lead_q;/lead   = 1'"'"'b0;/' top8
try branch_both execute/smex_top.sv 's/begin : g_int1/&\n    logic x; assign br_valid_o[1] = x \& ~int_br_valid;/; s/br_valid_o(br_valid_o\[1\])/br_valid_o(x)/' top8
try branch_pod execute/smex_top.sv "s/{int_br_valid & int_br_warp\[0\], int_br_valid & ~int_br_warp\[0\]}/{1'b0, int_br_valid}/" top4x1a1
try queue_unused execute/smex_queue.sv 's/assign ready_o = third_i .*/assign ready_o = passes;/' top32 rate
try queue_order execute/smex_queue.sv "s/assign valid_o = any || valid_i;/assign valid_o = valid_i;/; s/= any ? first : in;/= in;/; s/pop_ready_i(ready_i)/pop_ready_i(1'b0)/" top32
try queue_third execute/smex_queue.sv 's/ready_o = third_i .*/ready_o = room;/; s/ \&\& !(third_i \&\& THIRD == 0);/;/' top32
try queue_flags execute/smex_top.sv "s/busy_i(fp_busy | f_busy != '0)/busy_i(fp_busy)/" top16 flags
try queue_operand execute/smex_queue.sv 's/assign in = {c_i, /assign in = {b_i, /' top16
try int_turns execute/smex_top.sv 's/valid_i(want1\[0\])/valid_i(want1[0] \& ~want0[0])/; s/want1\[0\] & int1_ready/want1[0] \& ~want0[0] \& int1_ready/' top32 rate
try wait_reason execute/smex_pod.sv 's/r_free ? reads_q : t_adv/t_adv/' top32 rate
try const_rs2 execute/smex_pod.sv "s/5'h16, 5'h1e: operands = 4'b1001;/5'h16, 5'h1e: operands = 4'b1011;/" top8
try const_cld execute/smex_pod.sv "s/, insn\[14:12\] != 3'd6}/, 1'b1}/" top8
try attr_fma_operand execute/smex_pod.sv "s/ & ~smex_pkg::is_attr_fma(insn)//" top8
try attr_fma_sign execute/smex_fp.sv "s/uop_i.insn\[3\] & uop_i.insn\[6\]/uop_i.insn[3]/" top8
try attr_base_leader execute/smex_int.sv "s/lead   = lead_q;/lead   = lead_q \& ~e1_base_q;/" top8
try const_add execute/smex_fp.sv "s/FpAdd ? word : 32'b0/FpAdd ? 32'b0 : 32'b0/" top8
try same_load execute/smex_pod.sv "s/<= n_agrees;/<= n_agrees | n_uop.insn[6:2] == 5'h00;/" top8
try same_mask execute/smex_pod.sv 's/n_once   = n_whole & n_same/n_once   = n_same/' top8
try same_lane execute/smex_pkg.sv '/is_alike = ~is_slow/{N;s/ &\n.*;/;/}' top8
try same_vote execute/smex_pod.sv 's/n_whole & n_uop.insn\[6:2\] == 5.h0a/n_uop.insn[6:2] == 5\x27h0a/' top8
try fill_rows execute/smex_wb.sv "s/2'(Rows - 1)/2'd0/" top8
try fill_zero execute/smex_pod.sv "s/r_zero_q != '0 & ~w_fill_i/r_zero_q != '0/" top8
try once_branch execute/smex_int.sv 's/e1_jalr_q | e1_taken_q\[0\]}/e1_jalr_q}/' top8
try once_div execute/smex_iter.sv 's/once ? StRead : StLoad/StLoad/' top8
try once_never execute/smex_pod.sv 's/n_once   = n_whole/n_once   = 1\x27b0/' top16
try kept_written execute/smex_pod.sv 's/if (n_ops\[3\] & n_uop.insn\[11:7\] == (n_keeps/if (1\x27b0 \& n_uop.insn[11:7] == (n_keeps/' top8
try kept_once execute/smex_pod.sv 's/<= ~n_once | Pairs == 1;/<= 1\x27b1;/' top8
try kept_other execute/smex_pod.sv '/assign n_kept = /{N;s/ &\n.*;/;/}' top32
try kept_never execute/smex_pod.sv 's/assign n_kept = n_need\[0\]/assign n_kept = 1\x27b0/' top32 rate
try fp_held execute/smex_fp.sv 's/held_q ? last_q : result/result/' top4x1p1u0
try fp_held_moves execute/smex_fp.sv "s/out      = ~held_q;/out      = 1'b1;/" top4x1p1u0
try fcsr_late execute/smex_special.sv 's/w_fcsr_q    <= s0_fcsr/w_fcsr_q    <= s0_csr_q \& w_uop_q.insn[31:22] == 10\x27d0/' top4x1p1u0
try csr_read_traps execute/smex_special.sv 's/~csr.known | (s0_write/~csr.known | (1\x27b1/' top8
try tid_context execute/smex_tid.sv 's/ctx_i.cta.cta_x, ctx_i.cta.cta_y};/ctx_i.cta.cta_y, ctx_i.cta.cta_x};/' top8
try fp_bubble execute/smex_fp.sv 's/if (v_q\[2\] & adv\[3\]) s3_q/if (v_q[2]) s3_q/' top8
exit $bad
