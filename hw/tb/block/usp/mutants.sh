#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../../mutants_lib.sh. The last words of each are the tests
# that look for it, one after the other.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=
. "$here/../../mutants_lib.sh"
VENV=$root/build/tb/cocotb
LINK=3
export VENV LINK
[ -n "$dry" ] || "$root/scripts/requirements.sh" "$here/requirements.txt" "$VENV"

build() {
	make -C "$work/t/hw/tb/block/usp" BUILD="$work/b" all
}

# What stands still is ended by time-outs of the tests, in simulated time.
red() {
	for test in "$@"; do
		TESTS=$test limited 300 "$here/run.sh" "$work/b" 1 >"$work/log" 2>&1 || {
			grep -m1 '^not ok' "$work/log" || echo hangs
			return 0
		}
	done
	return 1
}

u=board/board_usp.sv
try hold_not_whole board/usp_hold.sv 's/whole_q != head_q && (/tail_q != head_q \&\& (/' answers_pass_no_write
try hold_drops_nothing board/usp_hold.sv 's/push_last_i && push_drop_i ? whole_q : //; s/push_last_i && !push_drop_i/push_last_i/' broken_answers
try hold_stays_dropped board/usp_hold.sv 's/push_last_i && push_drop_i ? whole_q : //' broken_answers
try enables_swapped board/usp_cq.sv 's/data_i\[103:96\], be_i/data_i[103:96], be_i[3:0], be_i[7:4]/' byte_enables
try bar_of_high_half board/usp_cq.sv "s/bar == 3'd2/bar == 3'd3/" enumeration
try any_bar board/usp_cq.sv "s/else if (bar == 3'd2)/else/" unsupported
try attributes_lost board/usp_cq.sv "s/4'd0, attr\[1:0\]/4'd0, 2'd0/" unsupported
try class_lost board/usp_cq.sv "s/1'b0, tc, 1'b0, attr\[2\]/1'b0, 3'd0, 1'b0, attr[2]/" unsupported
try locked_is_plain board/usp_cq.sv 's/kind == ReadLocked) tlp_type/1'"'"'b0) tlp_type/' unsupported
try writes_want_answers board/usp_cq.sv 's/!message && kind != MemWrite/!message/' byte_enables
try stale_tag board/usp_rc.sv 's/assign lost   = code == CodeTag/assign lost   = 1'"'"'b0/' broken_answers
try over_is_not_told board/usp_rc.sv 's/assign over   = data_i\[30\]/assign over   = 1'"'"'b0/' broken_answers
try always_over board/usp_rc.sv 's/assign over   = data_i\[30\]/assign over   = 1'"'"'b1/' broken_answers
try poison_by_its_bit board/usp_rc.sv 's/(data_i\[46\] || code == CodePoison)/data_i[46]/' broken_answers
try id_of_the_link board/usp_rc.sv 's/{cfg_id_i, data_i\[71:64\]/{data_i[63:48], data_i[71:64]/' broken_answers
try data_of_a_failure board/usp_rc.sv 's/if (first_q) drop_q <= !good/drop_q <= 1'"'"'b0/' broken_answers
try bytes_of_a_page board/usp_cc.sv "s/{h1\[11:0\] == '0, h1/{1'b0, h1/" byte_enables
try without_request board/usp_cc.sv 's/&& !request_q \&\& fails);$/\&\& 1'"'"'b0);/; s/last_i && !fails/last_i/; s/request_q <= first_q.*/request_q <= 1'"'"'b0;/' unsupported
try request_of_another board/usp_cc.sv 's/first_q ? ends : ends_q/first_q ? 1 : ends_q/' unsupported
try ends_too_late board/usp_cc.sv 's/first_q ? ends : ends_q/first_q ? 0 : ends_q/' byte_enables
try address_of_an_answer board/usp_cc.sv "s/3'd0, h2\[6:0\]}/3'd0, h2[6:2], 2'd0}/" byte_enables
try id_is_ours board/usp_cc.sv "s/h0\[22:20\], 1'b0, h1/h0[22:20], 1'b1, h1/" unsupported
try never_moves_up board/usp_rq.sv "s/assign shift = data && !four/assign shift = 1'b0/" answers_pass_no_write
try last_dword_lost board/usp_rq.sv "s/last_i && (first_q ? shift : shift_q && keep_i\[3\])/last_i \&\& first_q \&\& shift/" card_memory
try low_memory_alone board/usp_rq.sv "s/four ? data_i\[95:64\] : '0/'0/" card_memory
try enables_of_one board/usp_rq.sv "s/= h1\[7:0\]/= {4'd0, h1[3:0]}/" answers_pass_no_write
try answers_pass board/usp_send.sv "s/(inside_q || writes_q == '0);/1'b1;/" answers_pass_no_write
try lost_numbers board/usp_send.sv 's/!master_i || //' answers_pass_no_write
try reads_without_credit board/usp_send.sv 's/read_valid && credit_i/read_valid/' credits_for_reads
try credit_of_before board/usp_send.sv "s/old_q <= 2'd3/old_q <= 2'd0/" credits_for_reads
try read_in_a_write board/usp_send.sv 's/ && !(inside_q \&\& write_i);/;/' credits_for_reads
try place_too_many $u "s/grant_q          <= CW'(REQUESTS)/grant_q          <= CW'(REQUESTS + 1)/" enumeration
try places_lost $u "s/CW'(answered && waits)/CW'(0)/" byte_enables
try full_buffer $u 's/rx_np_ok_i && (!np/1 \&\& (!np/' places
try requests_first $u 's/turn_q : !cpl_valid/turn_q : req_valid/' places
try tail_overtaken $u 's/tx_cpl && !rq_tail)/tx_cpl)/; s/cc_ready && !rq_tail/cc_ready/' answers_pass_no_write
try boundary_lost $u "s/cfg_rcb_status_i\[0\]/1'b0/" lengths
try mask_lost $u 's/cfg_interrupt_msix_mask_i\[0\]/1'"'"'b0/' interrupts
try errors_swapped $u 's/{cfg_err_cor_o, cfg_err_uncor_o} =/{cfg_err_uncor_o, cfg_err_cor_o} =/' unsupported
try first_is_broken $u 's/CqDiscontinue = 41/CqDiscontinue = 40/' enumeration
try answers_never_broken $u 's/RcDiscontinue = 42/RcDiscontinue = 43/' broken_answers
exit $bad
