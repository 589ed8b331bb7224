#!/bin/bash
# SPDX-License-Identifier: MIT
# What the token queues cost in area: the token unit of a pod of eight warps against
# baseline/smfe_stack.sv, a plain reconvergence stack of the same depth behind the same ports.
# Counts as synth.sh does.
#
# usage: overhead.sh OUT_DIR SYNTH_TSV >TSV
#
# divergence.lut_overhead = LUTs of the SM (smfe_top, smex_top, smls_top and smcta of SYNTH_TSV)
# over those of the same SM with a plain stack in place of its token unit: the preset ecp5 has one
# pod, of eight warps. Left out while SYNTH_TSV does not have all four.
set -eu
here=$(dirname "$(readlink -f "$0")")
rtl=$here/../rtl out=$1 synth=$2
mkdir -p "$out"
sources="$(echo "$rtl"/common/*_pkg.sv "$rtl"/{fetch,execute,loadstore}/*_pkg.sv)"
sources="$sources $(ls "$rtl"/fetch/smfe_{dtok*,pick}.sv)"
sources="$sources $here/baseline/smfe_stack.sv"
luts() {
	timeout "${LIMIT:-1500}" yosys -q -l "$out/$1.log" -p \
		"read_verilog -sv $sources
		hierarchy -check -top $1 -chparam NW 8 -chparam DTOKS 64; \
		synth_ecp5 -nowidelut -run begin:; flatten; tee -q -o $out/$1.stat stat" >/dev/null
	awk '$1 == "LUT4" { n += $2 } $1 == "CCU2C" { n += 2 * $2 }
		$1 == "TRELLIS_DPR16X4" { n += 6 * $2 } END { print n }' "$out/$1.stat"
}
cell() { awk -v cell="$2" '$1 == cell { n = $2 } END { print n + 0 }' "$out/$1.stat"; }
token=$(luts smfe_dtok) stack=$(luts smfe_stack)
printf 'divergence.dtok_unit_lut\t%d\tLUT4 of a pod (%d FF, %d EBR)\n' "$token" \
	"$(cell smfe_dtok TRELLIS_FF)" "$(cell smfe_dtok DP16KD)"
printf 'divergence.stack_unit_lut\t%d\tLUT4 of a plain stack of 64 (%d FF, %d EBR)\n' "$stack" \
	"$(cell smfe_stack TRELLIS_FF)" "$(cell smfe_stack DP16KD)"
[ ! -f "$synth" ] || awk -F'\t' -v more=$((token - stack)) \
	'$1 ~ /^(smfe_top|smex_top|smls_top|smcta)$/ && $3 > 0 { sm += $3; n++ }
	END { if (n == 4) printf "divergence.lut_overhead\t%.4f\t" \
		"LUTs of an SM over those with a plain stack (%d more of %d)\n",
		sm / (sm - more), more, sm }' "$synth"
