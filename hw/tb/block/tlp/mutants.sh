#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../../mutants_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree="hw/sim/rtl/axi_check.sv"
. "$here/../../mutants_lib.sh"

build() {
	make -C "$work/t/hw/tb/block/tlp" BUILD="$work/b" all
}

red() {
	for s in 1 2 3; do
		for m in "" enables; do
			limited 100 "$work/b/Vtlp_bridge" $s 60000 $m >"$work/log" 2>&1 || {
				grep -m1 -E '^not ok' "$work/log" || echo hangs
				return 0
			}
		done
	done
	# Reads that fail for long while others of lower tags fail again and again
	limited 100 "$work/b/Vtlp_bridge" 683476 150000 >"$work/log" 2>&1 && return 1
	grep -m1 -E '^not ok' "$work/log" || echo hangs
}

# What comes from the link; the proof of tlp_rx has the room of reads
try request_without_room pcie/tlp_rx.sv 's/rx_p_ok_o  <= room >= .*/rx_p_ok_o <= 1;/'
try completions_wait pcie/tlp_rx.sv 's/cpl ? cpl_ready_i : push_ready/cpl ? cpl_ready_i \&\& !req_valid_o : push_ready/'
try bar_of_later_beats pcie/tlp_requests.sv "s/if (take_head) begin\$/if (take_head || take) begin/"
# The host's requests
try digest_is_data pcie/tlp_requests.sv "s/: left_q != '0 ? StTake : StDrop;/: StTake;/"
try dword_lost pcie/tlp_requests.sv "s/if (bar2_q || at_q.0.) odd_m/if (bar2_q) odd_m/"
try half_register_read pcie/tlp_requests.sv "s/if (bar2_q || !at_q.0.) even_m/if (1'b1) even_m/"
try first_enables pcie/tlp_requests.sv "s/be_q   <= h_first/be_q <= '1/"
try last_enables pcie/tlp_requests.sv "s/final_dword ? last_be_q : be_q/be_q/"
try enables_stay pcie/tlp_requests.sv "s/else strb_q <= {4'd0, be};/else strb_q[3:0] <= be;/"
try part_of_a_register pcie/tlp_requests.sv "s/ : be != '1;/ : be == '0;/"
try empty_access pcie/tlp_requests.sv "s/assign hole        = bar2_q ? .*/assign hole = !bar2_q \&\& be != '1;/"
try reads_without_bytes pcie/tlp_requests.sv "s/assign none    = .*/assign none = 1'b0;/"
try one_dword_of_bar2 pcie/tlp_requests.sv "s/assign two     = .*/assign two = 1'b0;/"
try boundary_64_is_128 pcie/tlp_requests.sv "s/!(cfg_rcb_i \&\& next_at.4.)/!next_at[4]/"
try boundary_128_is_64 pcie/tlp_requests.sv "s/ \&\& !(cfg_rcb_i \&\& next_at.4.))/)/"
try bytes_before pcie/tlp_requests.sv "s/(first_q ? 12'(lead_q) : 12'd0)/12'(lead_q)/"
try bytes_behind pcie/tlp_requests.sv "s/ - 12'(trail_q) -/ -/"
try low_address pcie/tlp_requests.sv "s/{from_q, first_q ? lead_q : 2'd0}/{from_q, 2'd0}/"
try dwords_of_1024 pcie/tlp_requests.sv "s/left_q <= {h0.9:0. == '0, /left_q <= {1'b0, /"
try abort_as_data pcie/tlp_requests.sv "s/assign fails   = .*/assign fails = 1'b0;/"
try abort_goes_on pcie/tlp_requests.sv "s/good \&\& left_q != '0 ? StNext/left_q != '0 ? StNext/"
try posted_is_answered pcie/tlp_requests.sv "s/is_posted  = .*/is_posted = is_memory \&\& data;/"
try locked_is_memory pcie/tlp_requests.sv "s/assign is_memory  = .*/assign is_memory = h0[28:25] == 4'd0 \&\& !h0[31];/"
try locked_not_told pcie/tlp_requests.sv "s/locked_q  <= .*/locked_q <= 1'b0;/"
try attributes pcie/tlp_requests.sv "s/attr_q    <= .*/attr_q <= '0;/"
try class pcie/tlp_requests.sv "s/tc_q      <= .*/tc_q <= '0;/"
try poison_is_written pcie/tlp_requests.sv "s/!is_ours || !data || h0.14.;/!is_ours || !data;/"
try no_bar_is_written pcie/tlp_requests.sv "s/is_memory \&\& req_bar_i != '0;/is_memory;/"
try four_dwords_of_header pcie/tlp_requests.sv "s/lane_q <= four ? 2'd0 : 2'd3;/lane_q <= 2'd3;/"
try write_before_answer pcie/tlp_requests.sv "s/state_q <= StWritten;/state_q <= more;/"
# MSI-X
try interrupt_masked pcie/tlp_msix.sv "s/ \&\& !cfg_mask_i \&\&/ \&\&/"
try vector_masked pcie/tlp_msix.sv "s/ \&\& !mask_q \&\&/ \&\&/"
try pending_unseen pcie/tlp_msix.sv "s/{31'd0, wait_q \&\& .*/'0;/"
try interrupt_lost pcie/tlp_msix.sv "s/msi_i || (wait_q \&\& !go_i)/msi_i/"
try interrupt_twice pcie/tlp_msix.sv "s/wait_q \&\& !go_i/wait_q/"
try vector_open pcie/tlp_msix.sv "s/rdata_o = {31'd0, mask_q}/rdata_o = '0/"
try table_half pcie/tlp_msix.sv "s/2'd1:    high_q <= wdata_i;/2'd1: high_q <= '0;/"
try interrupt_without_master pcie/tlp_msix.sv "s/ \&\& cfg_master_i;/;/"
# Writes to the host
try early_answer pcie/tlp_write.sv "s/assign pop       = .*/assign pop = ready \&\& (done_i || go_i || head.none || refuse);/"
try interrupt_overtakes pcie/tlp_write.sv "s/b_valid_o <= burst_end ||/b_valid_o <= (open \&\& !b_valid_o) ||/"
try partial_runs_on pcie/tlp_write.sv "s/w_valid_i \&\& !full \&\& run; .*/w_valid_i \&\& !any \&\& run;/"
try run_of_two pcie/tlp_write.sv "s/head.length == 6'd1 ? 4'd0/head.length == 6'd2 ? 4'd0/"
try gaps_in_a_run pcie/tlp_write.sv "s/assign single    = .*/assign single = 1'b0;/; s/if (step \&\& full) begin/if (step \&\& (full || (any \&\& !run))) begin if (!run) be_0 <= be;/; s/assign put.be     = .*/assign put.be = be_0;/; s/logic        run;/logic run; logic [3:0] be_0;/"
try odd_run pcie/tlp_write.sv "s/assign data_o    = .*/assign data_o = {odd, even};/"
try hole_is_sent pcie/tlp_write.sv "s/ \&\& !run \&\& any;/ \&\& !run;/"
try banks_meet pcie/tlp_write.sv "s/!open_q \&\& !used_q.in_q./!open_q/"
try next_burst_in_bank pcie/tlp_write.sv "s/if (open_q \&\& !last_q \&\& w_valid_i) begin/if (w_valid_i) begin/"
try write_without_master pcie/tlp_write.sv "s/assign refuse    = .*/assign refuse = 1'b0;/; s/ready \&\& cfg_master_i \&\& !begun_q/ready \&\& !begun_q/"
try refusal_not_told pcie/tlp_write.sv "s/b_resp_o <= .*/b_resp_o <= '0;/"
try refusal_of_last_alone pcie/tlp_write.sv "s/refused_q <= !head.last \&\& .*/refused_q <= 1'b0;/"
# Reads of the host
try read_without_master pcie/tlp_read.sv "s/(!cfg_master_i || barred_q.id_q.)/barred_q[id_q]/"
try lowest_fails_first pcie/tlp_read.sv "s/behind != '0 ? behind.i-1. : fails_q.i-1./fails_q[i-1]/"
try barred_tag_used pcie/tlp_read.sv "s/(!cfg_master_i || barred_q.id_q.)/!cfg_master_i/"
try tag_barred_for_ever pcie/tlp_read.sv "s/ \&$/ \&/; s/~(barred_old_q . {16{long_tick}})/~16'd0/"
try never_unbarred pcie/tlp_read.sv "s/~(head_hot . {16{ours \&\& ends}})/~16'd0/"
try unbarred_by_first pcie/tlp_read.sv "s/{16{ours \&\& ends}}/{16{ours}}/"
try never_late pcie/tlp_read.sv "s/assign tick      = .*/assign tick = 1'b0;/"
try late_at_once pcie/tlp_read.sv "s/waits_q \& old_q \&/waits_q \&/"
try status_unseen pcie/tlp_read.sv "s/assign good      = .*/assign good = h0[30];/"
try poison_unseen pcie/tlp_read.sv "s/state_q == StFail || poison_q/state_q == StFail/"
try poison_untold pcie/tlp_read.sv "s/assign err_poison_o     = .*/assign err_poison_o = 1'b0;/"
try bytes_unseen pcie/tlp_read.sv "s/good \&\& h1.11:0. == {4'd0, missing, 3'd0} \&\&/good \&\&/"
try cut_off_unseen pcie/tlp_read.sv "s/assign cut_off   = .*/assign cut_off = 1'b0;/"
try other_function pcie/tlp_read.sv "s/ \&\& h2.31:16. == cfg_id_i;/;/"
try other_tag pcie/tlp_read.sv "s/h2.15:12. == '0 \&\&//"
try unexpected_untold pcie/tlp_read.sv "s/assign err_unexpected_o = .*/assign err_unexpected_o = 1'b0;/"
try error_not_whole pcie/tlp_read.sv "s/r_last_o  = missing == 5'd1/r_last_o = state_q == StFail || missing == 5'd1/"
# To the link
try write_without_credit pcie/tlp_tx.sv "s/{1'b1, tx_p_ok_i, tx_p_ok_i, tx_np_ok_i}/{1'b1, 1'b1, 1'b1, tx_np_ok_i}/"
try read_without_credit pcie/tlp_tx.sv "s/tx_p_ok_i, tx_np_ok_i}/tx_p_ok_i, 1'b1}/"
try completion_needs_credit pcie/tlp_tx.sv "s/{1'b1, tx_p_ok_i, tx_p_ok_i/{tx_p_ok_i, tx_p_ok_i, tx_p_ok_i/"
try write_needs_both pcie/tlp_tx.sv "s/{1'b1, tx_p_ok_i, tx_p_ok_i, tx_np_ok_i}/{1'b1, tx_p_ok_i, tx_p_ok_i \&\& tx_np_ok_i, tx_np_ok_i}/"
try read_needs_both pcie/tlp_tx.sv "s/tx_p_ok_i, tx_np_ok_i}/tx_p_ok_i, tx_p_ok_i \&\& tx_np_ok_i}/"
try beat_not_held pcie/tlp_tx.sv "s/if (free) begin/if (1'b1) begin/"
try keep_of_the_last pcie/tlp_tx.sv "s/left_q.1:0. == 2'd3, left_q/1'b1, left_q/"
try short_header pcie/tlp_pkg.sv "s/four = addr.63:32. != '0;/four = 1'b0;/"
exit $bad
