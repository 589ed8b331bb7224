#!/bin/sh
# SPDX-License-Identifier: MIT
# Plants one defect at a time in a copy of the RTL; the bench must go red. usage: mutate.sh [NAME] (takes minutes; NAME: only that one)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

only=${1:-}

# name, lanes, file, sed expression
try() {
	[ -z "$only" ] || [ "$only" = "$1" ] || return 0
	rm -rf "$work/t"
	mkdir -p "$work/t/hw/tb"
	cp -r "$root/hw/rtl" "$work/t/hw/"
	cp -r "$here" "$work/t/hw/tb/ls"
	sed -i 's/ -Wall / -Wall -Wno-UNUSEDSIGNAL /' "$work/t/hw/tb/ls/Makefile"	# what a defect leaves unused
	sed -i "$4" "$work/t/hw/rtl/loadstore/$3"
	if cmp -s "$work/t/hw/rtl/loadstore/$3" "$root/hw/rtl/loadstore/$3"; then
		echo "not ok mutant_$1: the defect does not apply"
		bad=1
		return
	fi
	make -C "$work/t/hw/tb/ls" BUILD="$work/b" "$work/b/lanes$2/Vls_bench" >"$work/log" 2>&1 || { cat "$work/log"; bad=1; return; }
	if timeout 100 "$work/b/lanes$2/Vls_bench" >"$work/log" 2>&1; then
		echo "not ok mutant_$1: not found"
		bad=1
	else
		echo "ok mutant_$1 # $(grep -m1 -E '^not ok|Assertion' "$work/log" || echo hangs)"
	fi
}

try invalidation_beside_request 8 smls_lookup.sv 's/assign touch       = i_valid_q /assign touch       = (i_valid_q \&\& !put) /'
try invalidation_beside_answer 8 smls_lookup.sv 's/assign touch       = i_valid_q /assign touch       = (i_valid_q \&\& !r_valid) /'
try invalidation_beside_hit 8 smls_lookup.sv 's/\.f_drop_i   (i_valid_q \&\& /.f_drop_i   (i_valid_q \&\& !d_hit_o \&\& /'
try quiesced_with_rest 8 smls_lookup.sv 's/assign busy_o    = m_valid_q || /assign busy_o    = /'
try quiesced_with_group 8 smls_top.sv 's/ \&\& l_empty;$/;/'
try quiesced_with_walk 8 smls_top.sv 's/assign quiesced_o = !busy \&\& !walk /assign quiesced_o = !busy /'
try quiesced_with_request 8 smls_lookup.sv 's/assign busy_o    = m_valid_q || pending /assign busy_o    = m_valid_q /'
try quiesce_unheard 8 smls_translate.sv 's/!quiesce_i \&\& //; s/(!quiesce_i \&\& ready_i)/ready_i/'
try hit_behind_miss 16 smls_lookup.sv "s/(m_free || missing == '0)/m_free/"
try rest_of_hit_lost 16 smls_lookup.sv "s/(m_free || missing == '0) \&\& //"
try given_again 8 smls_lookup.sv 's/look_q \&\& !given_q \&\& !dead/look_q \&\& !dead/'
try store_delivered 16 smls_lookup.sv "s/assign r_stored    = .*/assign r_stored    = 1'b0;/; s/d_write_o = r_err/d_write_o = r_entry.write || r_err/"
try hit_passes_load 8 smls_lookup.sv 's/same_pending\[b\] || (.*/same_pending[b];/'
exit $bad
