#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../../mutants_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree="kernel/abi"
. "$here/../../mutants_lib.sh"

# bench
build() {
	make -C "$work/t/hw/tb/block/drain" BUILD="$work/b" "$work/b/$1"
}

red() {
	! limited 100 "$work/b/$1" >"$work/log" 2>&1 || return 1
	grep -m1 -E '^not ok|Assertion' "$work/log" || echo hangs
}

dma=dma/Vdma
fetch=fetch/Vsmfe_fetch
try always_drained card/dma.sv "s/assign drained_o  = !hold_q;/assign drained_o  = 1'b1;/" $dma
try chunks_not_waited_for card/dma.sv "s/assign quiet      = none \&\& /assign quiet      = /" $dma
try chunk_at_hand_goes_on card/dma.sv "s/ \&\& (state_q == StIdle || state_q == StSource || state_q == StDrain);/;/; s/if (holds) state_q <= StSource;/if (1'b0) ;/" $dma
try not_concerned card/dma.sv 's/(src_sp_q == SpVm || dst_sp_q == SpVm)/(src_sp_q == SpVm)/' $dma
try concerned_by_all card/dma.sv 's/ \&\& (tlb_flush_i.every || tlb_flush_i.vm == vm_q);/;/' $dma
try concerned_by_five_bits card/dma.sv 's/tlb_flush_i.vm == vm_q)/tlb_flush_i.vm[4:0] == vm_q[4:0])/' $dma
try hold_for_ever card/dma.sv "s/else if (quiet) hold_q <= 1'b0;//" $dma
try source_ends_at_4_gib card/dma_place.sv 's/src_line_q <= .*/src_line_q <= {src_o[39:32], src_o[31:5] + 27'"'"'d1};/' $dma
try destination_ends_at_4_gib card/dma_place.sv 's/dst_line_q <= .*/dst_line_q <= {dst_o[39:32], dst_o[31:5] + 27'"'"'d1};/' $dma
try destination_ends_at_512_gib card/dma_place.sv 's/dst_line_q <= .*/dst_line_q <= {dst_o[39], dst_o[38:5] + 34'"'"'d1};/' $dma
try source_below_4_gib card/dma_place.sv "s/src_o\[39:32\] <= .*/src_o[39:32] <= '0;/" $dma
try destination_below_4_gib card/dma_place.sv "s/dst_o\[39:32\] <= .*/dst_o[39:32] <= '0;/" $dma
try error_ends_at_4_gib card/dma.sv "s/{came.39:12. - 28'(from > came.11:2.), from/{came[39:32], came[31:12] - 20'(from > came[11:2]), from/" $dma
try error_that_comes_first card/dma.sv "s/SW'(newest - rsp_slot) > SW'(newest - err_slot_q))/1'b0)/" $dma
try error_that_comes_last card/dma.sv "s/SW'(newest - rsp_slot) > SW'(newest - err_slot_q))/1'b1)/" $dma
try error_of_the_lower_slot card/dma.sv "s/SW'(newest - rsp_slot) > SW'(newest - err_slot_q))/rsp_slot < err_slot_q)/" $dma
try line_not_waited_for fetch/smfe_fetch.sv "s/assign drained_o = .*/assign drained_o = 1'b1;/" $fetch
try line_forgotten fetch/smfe_fetch.sv 's/old_q <= cur_q;/old_q <= cur_q \&\& fsm_q == StLook;/' $fetch
try drained_as_asked fetch/smfe_fetch.sv 's/if (!rst_ni || advance) old_q/if (!rst_ni || advance || (req_valid_o \&\& req_ready_i)) old_q/' $fetch
try line_for_ever fetch/smfe_fetch.sv "s/if (!rst_ni || advance) old_q/if (!rst_ni) old_q/" $fetch
try line_without_host_bit fetch/smfe_fetch.sv 's/ram_q\[284:256\] == tlb_pa\[40:12\]/ram_q[283:256] == tlb_pa[39:12]/' $fetch
try line_without_lowest_bit fetch/smfe_fetch.sv 's/ram_q\[284:256\] == tlb_pa\[40:12\]/ram_q[284:257] == tlb_pa[40:13]/' $fetch
try line_of_five_bits_of_vm fetch/smfe_fetch.sv "s/data_line_i\[32:27\] : cur_vm_q/data_line_i[32:27] : {1'b0, cur_vm_q[4:0]}/" $fetch
try line_of_shorter_address fetch/smfe_fetch.sv "s/data_line_i\[26:0\] : line_q, 5/data_line_i[26:0] : {1'b0, line_q[25:0]}, 5/" $fetch
try data_not_waited_for fetch/smfe_fetch.sv "s/assign drained_o = .*/assign drained_o = !old_q;/" $fetch
try data_forgotten fetch/smfe_fetch.sv 's/data_old_q <= data_q != DtIdle;/data_old_q <= data_q == DtWait;/' $fetch
try data_drained_as_asked fetch/smfe_fetch.sv 's/if (ends) data_old_q/if (ends || (req_ready_i \&\& data_asks)) data_old_q/' $fetch
try data_for_ever fetch/smfe_fetch.sv "s/if (ends) data_old_q <= 1'b0;/if (1'b0) ;/" $fetch
try line_over_line fetch/smfe_fetch.sv 's/assign put_at = data_comes ? .* : /assign put_at = /' $fetch
try line_not_read_again fetch/smfe_fetch.sv 's/ || data_last;/;/' $fetch
try anothers_answer fetch/smfe_fetch.sv "s/assign comes       = .*/assign comes = rsp_valid_i;/" $fetch
exit $bad
