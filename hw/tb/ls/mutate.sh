#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects that this bench must find: see ../mutate_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=""
. "$here/../mutate_lib.sh"

# lanes
build() {
	make -C "$work/t/hw/tb/ls" BUILD="$work/b" "$work/b/lanes$1/Vls_bench"
}

red() {
	! timeout 100 "$work/b/lanes$1/Vls_bench" >"$work/log" 2>&1 || return 1
	grep -m1 -E '^not ok|Assertion' "$work/log" || echo hangs
}

try invalidation_beside_request loadstore/smls_lookup.sv 's/assign touch       = i_valid_q /assign touch       = (i_valid_q \&\& !put) /' 8
try invalidation_beside_answer loadstore/smls_lookup.sv 's/assign touch       = i_valid_q /assign touch       = (i_valid_q \&\& !r_valid) /' 8
try invalidation_beside_hit loadstore/smls_lookup.sv 's/\.f_drop_i   (i_valid_q \&\& /.f_drop_i   (i_valid_q \&\& !d_hit_o \&\& /' 8
try quiesced_with_rest loadstore/smls_lookup.sv 's/assign busy_o    = m_valid_q || /assign busy_o    = /' 8
try quiesced_with_group loadstore/smls_top.sv 's/ \&\& l_empty;$/;/' 8
try quiesced_with_walk loadstore/smls_top.sv 's/assign quiesced_o = !busy \&\& !walk /assign quiesced_o = !busy /' 8
try quiesced_with_request loadstore/smls_lookup.sv 's/assign busy_o    = m_valid_q || pending /assign busy_o    = m_valid_q /' 8
try quiesce_unheard loadstore/smls_translate.sv 's/!quiesce_i \&\& //; s/(!quiesce_i \&\& ready_i)/ready_i/' 8
try hit_behind_miss loadstore/smls_lookup.sv "s/(m_free || missing == '0)/m_free/" 16
try rest_of_hit_lost loadstore/smls_lookup.sv "s/(m_free || missing == '0) \&\& //" 16
try given_again loadstore/smls_lookup.sv 's/look_q \&\& !given_q \&\& !dead/look_q \&\& !dead/' 8
try store_delivered loadstore/smls_lookup.sv "s/assign r_stored    = .*/assign r_stored    = 1'b0;/; s/d_write_o = r_err/d_write_o = r_write || r_err/" 16
try hit_passes_load loadstore/smls_lookup.sv 's/same_pending\[b\] || (.*/same_pending[b];/' 8
exit $bad
