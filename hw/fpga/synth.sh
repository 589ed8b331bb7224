#!/bin/bash
# SPDX-License-Identifier: MIT
# Synthesises each block of hw/fpga/blocks for the ECP5 and adds them up: LUTs, flip-flops, block RAMs, multipliers.
#
# usage: synth.sh OUT_DIR TSV [block...]
#
# A LUT count holds LUT4s, two for each bit pair of a carry chain (CCU2C) and six for each 16 x 4 distributed RAM (four of data, two of its write
# port). A block that fails or runs out of its LIMIT seconds (default 1500) is told, and the verdict is a failure: a sum without it says nothing.
# netlist.sh keeps the results of blocks that have not changed.
set -u
here=$(dirname "$(readlink -f "$0")")
out=$1 tsv=$2
shift 2
some=$#
count() { awk -v cell="$2" '$1 == cell { n = $2 } END { print n + 0 }' "$1"; }

printf 'block\tcopies\tLUT\tFF\tEBR\tDSP\n' >"$tsv"
lut=0 ff=0 ebr=0 dsp=0 bad=0
while IFS=$'\t' read -r module copies parameters; do
	case "$module" in ''|'#'*) continue ;; esac
	[ $# -gt 0 ] && case " $* " in *" $module "*) ;; *) continue ;; esac
	stat=$out/$module.stat
	if ! "$here/netlist.sh" "$out" "$module" $parameters; then
		printf '%s\t%s\t-\t-\t-\t-\n' "$module" "$copies" | tee -a "$tsv"
		bad=1
		continue
	fi
	l=$(( $(count "$stat" LUT4) + 2 * $(count "$stat" CCU2C) + 6 * $(count "$stat" TRELLIS_DPR16X4) ))
	f=$(count "$stat" TRELLIS_FF) e=$(count "$stat" DP16KD) d=$(count "$stat" MULT18X18D)
	printf '%s\t%s\t%d\t%d\t%d\t%d\n' "$module" "$copies" $((l * copies)) $((f * copies)) $((e * copies)) $((d * copies)) | tee -a "$tsv"
	lut=$((lut + l * copies)) ff=$((ff + f * copies)) ebr=$((ebr + e * copies)) dsp=$((dsp + d * copies))
done <"$here/blocks"
printf 'sum\t\t%d\t%d\t%d\t%d\nECP5-85F\t\t83640\t83640\t208\t156\n' $lut $ff $ebr $dsp | tee -a "$tsv"
[ $bad -eq 0 ] || echo "not all blocks were synthesised: see $out/*.log"
if [ $bad -eq 0 ] && [ $some -ne 0 ]; then
	echo "# some blocks only: no verdict"
elif [ $bad -eq 0 ] && [ $lut -le 83640 ] && [ $ff -le 83640 ] && [ $ebr -le 208 ] && [ $dsp -le 156 ]; then
	echo "ok synth.fits"
else
	echo "not ok synth.fits: over the ECP5-85F, or not all known"
	exit 1
fi
