#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that these benches must find: see ../../mutants_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree="kernel/abi kernel/include/uapi hw/isa hw/model/tests"
. "$here/../../mutants_lib.sh"

# bench
build() {
	make -C "$work/t/hw/tb/block/control" BUILD="$work/b" "$work/b/$1/bench"
}

red() {
	! limited 100 "$work/b/$1/bench" >"$work/log" 2>&1 || return 1
	grep -m1 -E '^not ok|Assertion' "$work/log" || echo hangs
}

# Seen before what is in flight, or lost
try doorbell_first card/card_control.sv 's/\.bell_go_i     (bell_go \&\& !resetting)/.bell_go_i     (!resetting)/' bells
try doorbell_unasked host/host_bar0.sv "s/ring_o         = bell_o \&\& bell_go_i/ring_o         = bell_o/" bells
try doorbell_once_sent host/host_bar2.sv "s/(state_q == StSend || state_q == StWait);/(state_q == StSend);/" bells
try doorbell_before_its_address host/host_bar2.sv "s/{writing \&\& aw_valid_i, writing != aw_valid_i}/{1'b0, writing}/" bells
try doorbell_behind_one_write host/host_bar2.sv "s/{writing \&\& aw_valid_i, writing != aw_valid_i}/{1'b0, writing || aw_valid_i}/" bells
try doorbell_behind_a_read host/host_bar2.sv "s/ahead != '0 \&\& writing \&\& rsp_valid_i/ahead != '0 \&\& rsp_valid_i/" bells
try doorbell_lost_as_cleared card/card_intc.sv "s/if (ring_i) pending_q.*/if (ring_i \&\& !we) pending_q[ring_channel_i] <= 1'b1;/" intc
try doorbell_lost_as_its_half_is_cleared card/card_intc.sv "s/if (ring_i) pending_q.*/if (ring_i \&\& !(we \&\& reg_addr_i == smgpu_regs_pkg::INTC_DB_PENDING)) pending_q[ring_channel_i] <= 1'b1;/" intc
try doorbells_cleared_by_halves card/card_intc.sv "s/pending_q\[63:32\] <= pending_q\[63:32\] \& ~reg_wdata_i/pending_q <= pending_q \& ~{2{reg_wdata_i}}/" intc
try dma_lost_as_acknowledged card/card_intc.sv "s/dma_q <= (dma_q \& ~reg_wdata_i\[2:1\]) | dma_done_i;/dma_q <= (dma_q | dma_done_i) \& ~reg_wdata_i[2:1];/" intc
try timer_of_32_bits card/card_intc.sv "s/timebase_i >= timer_q/timebase_i[31:0] >= timer_q[31:0]/" intc
try rate_of_another_clock card/card_sys.sv "s/<= CLOCK_HZ;/<= CLOCK_HZ >> 1;/" bells
# A record that is being read
try reading_forgotten card/card_trap.sv "/held_q <= pop_valid/,/;/c held_q <= 1'b0;" trap
try reading_for_a_cycle card/card_trap.sv "s/(held_q || (reg_valid_i/(reg_valid_i/; s/== smgpu_regs_pkg::TRAP_INFO));/== smgpu_regs_pkg::TRAP_INFO);/" trap
try record_overwritten card/card_trap.sv "s/assign push_ready = .*/assign push_ready = 1'b1;/" trap
try record_overwritten_when_full card/card_trap.sv "s/!= 5'd16;/!= 5'd17;/" trap
try dead_record_shown card/card_trap.sv "s/(!dead_q\[head_q\[3:0\]\] || held_q)/1'b1/" trap
try killed_as_taken card/card_trap.sv "s/if (push \&\& tail_q\[3:0\] == 4'(i)) dead_q/if (push \&\& tail_q[3:0] == 4'(i) \&\& !killed_i) dead_q/" trap
try turn_stays card/card_trap.sv "s/else if (push) turn_q <= .*/else if (push) turn_q <= from;/" trap
# Quiet for eight cycles, all clients
try quiet_for_one_cycle card/card_maint.sv "s/ \&\& settle_q == '0) state_q <= StFlush;/) state_q <= StFlush;/" maint
try quiet_for_seven_cycles card/card_maint.sv "s/(&quiesced_i \&\& settle_q == '0) state_q <= StFlush;/(\&quiesced_i \&\& settle_q == 3'd1) state_q <= StFlush;/" maint
try quiet_in_pieces card/card_maint.sv "s/settle_q - 3'd1 : '1;/settle_q - 3'd1 : settle_q;/" maint
try quiet_but_one card/card_maint.sv "s/(&quiesced_i)/(\&quiesced_i[CLIENTS-1:1])/; s/if (&quiesced_i \&\&/if (\&quiesced_i[CLIENTS-1:1] \&\&/" maint
try quiet_any card/card_maint.sv "s/&quiesced_i/|quiesced_i/g" maint
try cache_asked_for_late card/card_maint.sv "s/held_q   <= caches;/held_q   <= 1'b1;/; s/(state_q == StFlush \&\& held_q)/(state_q == StFlush \&\& caches)/" maint
try not_settled card/card_maint.sv "s/state_q  <= held_q ? StSettle : StDrain;/state_q  <= StDrain;/" maint
try drained_but_the_walker card/card_maint.sv "s/(&drained_i)/(\&drained_i[CLIENTS-1:0])/" maint
try not_drained card/card_maint.sv "s/if (&drained_i) state_q/if (1'b1) state_q/" maint
try second_space_alone card/card_maint.sv "s/every_q  <= tlb_waits || /every_q  <= /" maint
try forgotten_alone card/card_maint.sv "s/(tlb_waits \&\& forget_q) ||/1'b0 ||/" maint
exit $bad
