#!/bin/sh
# SPDX-License-Identifier: MIT
# Plants one defect at a time in a copy of the RTL; the bench of that unit must go red. usage: mutate.sh (takes minutes)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

# name, file, sed expression, bench, mix
try() {
	rm -rf "$work/t"
	mkdir -p "$work/t/hw/tb" "$work/t/kernel"
	cp -r "$root/hw/rtl" "$root/hw/model" "$root/hw/isa" "$work/t/hw/"
	cp -r "$here" "$work/t/hw/tb/ex"
	cp -r "$root/kernel/include" "$root/kernel/abi" "$work/t/kernel/"
	sed -i "$3" "$work/t/hw/rtl/execute/$2"
	if cmp -s "$work/t/hw/rtl/execute/$2" "$root/hw/rtl/execute/$2"; then
		echo "not ok mutant_$1: the defect does not apply"
		bad=1
		return
	fi
	case $4 in
	lane) target=lane/Vex_lane_tb; args=400000 ;;
	*) target=$4/Vex_top_tb; args=40000 ;;
	esac
	make -C "$work/t/hw/tb/ex" BUILD_ROOT="$work/t/build" "$work/t/build/hw/tb/ex/$target" >"$work/log" 2>&1 || { cat "$work/log"; bad=1; return; }
	if timeout 100 "$work/t/build/hw/tb/ex/$target" $args 1 ${5:-} >"$work/log" 2>&1; then
		echo "not ok mutant_$1: not found"
		bad=1
	else
		echo "ok mutant_$1"
	fi
}

try alu_rev8 smex_alu.sv 's/op_i.rev & k % 2 == 1/op_i.rev \& k % 2 == 0/' lane
try alu_cut smex_alu.sv 's/cut <= (op_i.left/cut < (op_i.left/' lane
try alu_max smex_alu.sv 's/(sum\[32\] == op_i.other)/~sum[32]/' lane
try alu_clz smex_pkg.sv "s/4'b0011 : 4'b0101/4'b0011 : 4'b0011/" lane
try ones smex_pkg.sv 's/(s & t & (c | d))/(s \& t \& c)/' lane
try zero_data smex_wb.sv "s/if (block_i) w_data_o <= '0;/if (1'b0) w_data_o <= '0;/" top8
try pair_moves smex_pod.sv 's/d_b_q\[RowW\/2-1:0\] <= d_b_q\[RowW-1:RowW\/2\];//' top8
try fma_sticky smex_fma.sv "s/{placed, lost}/{placed, 1'b0}/" lane
try fma_tiny smex_fma.sv 's/s5_q.half & up2)/s5_q.half)/' lane
try fdiv_sticky smex_divsqrt.sv 's/sticky_d = sticky_q | quo_q\[0\]/sticky_d = sticky_q/' lane
try zero_fill smex_pod.sv 's/n_uop.mask != 32.hffff_ffff |//' top8
try csr_order smex_top.sv 's/slow_csr_q & slow_warp_q == uop0.warp/1'"'"'b0/' top32 flags
try flags_wait smex_special.sv 's/~(w_fcsr \& busy_i)/1'"'"'b1/' top32 flags
try slow_two smex_top.sv 's/slow\[0\] & (slow_q | /slow[0] \& (/' top8
try instret_fast smex_pkg.sv 's/~insn\[26\] & insn\[25:21\]/~insn[26] \& insn[25:22]/' top16
try gather smex_special.sv 's/w_free | (~s0_mul_q/1'"'"'b1 | (~s0_mul_q/' top8
try csr_held smex_special.sv 's/s0_first_q ? csr_now : csr_held_q/csr_now/' top16
try csr_leader smex_special.sv "s/5'(t - 1)/5'd0/" top32 flags
try context_walk smex_special.sv 's/ & ~w_walk_q;$/;/' top16
try vote_inactive smex_special.sv 's/(~a_q\[l\*32+:32\] & {32{s0_mask\[l\]}})/~a_q[l*32+:32]/' top8
try tid_mask smex_csr.sv 's/if (~z_one) csr_o.keep/if (1'"'"'b0) csr_o.keep/' top32
try iter_buffer smex_iter.sv 's/a_m\[beat_i\[$clog2(Beats)-1:0\]\]/a_m[0]/' top8
try slow_csrr smex_special.sv 's/w_leave     = w_beat_done/w_leave     = ~o_valid_q \& w_beat_done/' top32 rate
try copy_hold smex_pod.sv 's/COPIES == 2 ? r_need_q\[1\] : r_src\[1\]/r_src[1]/' top32
try copy_rs3 smex_pod.sv 's/r_pend_q\[2\] & ~r_pend_q\[0\]/r_pend_q[2]/' top32
try one_copy smex_top.sv 's/COPIES = LANES == 32 ? 2 : 1/COPIES = 1/' top32 rate
try fma_distance smex_fma.sv 's/s4_d.norm ? lead : s3_q.room/lead | s3_q.room/' lane
try fp_part smex_fp.sv "s/s6_q.part == PW'(p)/s6_q.part != PW'(p)/" top4x2
try jalr_leader smex_int.sv 's/lead   = lead_q;/lead   = 1'"'"'b0;/' top8
try branch_both smex_top.sv 's/begin : g_int1/&\n    logic x; assign br_valid_o[1] = x \& ~int_br_valid;/; s/br_valid_o(br_valid_o\[1\])/br_valid_o(x)/' top8
try branch_pod smex_top.sv "s/{int_br_valid & int_br_warp\[0\], int_br_valid & ~int_br_warp\[0\]}/{1'b0, int_br_valid}/" top4x1a1
try int_turns smex_top.sv 's/valid_i(want1\[0\])/valid_i(want1[0] \& ~want0[0])/; s/want1\[0\] & int1_ready/want1[0] \& ~want0[0] \& int1_ready/' top32 rate
try wait_reason smex_pod.sv 's/r_free ? reads_q : t_adv/t_adv/' top32 rate
exit $bad
