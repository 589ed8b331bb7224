#!/bin/bash
# SPDX-License-Identifier: MIT
# Synthesises each block of hw/fpga/blocks for a target and adds them up: LUTs, flip-flops, block
# RAMs, multipliers.
#
# usage: synth.sh TARGET OUT_DIR TSV PRESET [block...]
#
# ecp5, LUT4s: one for each LUT, two for each bit pair of a carry chain (CCU2C) and six for each 16
# x 4 distributed RAM (four of data, two of its write port). a200t, LUT6s: one for each LUT,
# inverter and shift register, two or four for each distributed RAM, and one for each bit of a carry
# chain that gets something else than a LUT's output; a RAMB18 is half a block RAM. A block that
# fails or runs out of its LIMIT seconds (default 1500) is told, and the verdict is a failure: a sum
# without it says nothing. netlist.sh keeps the results of blocks that have not changed.
set -u
here=$(dirname "$(readlink -f "$0")")
target=$1 out=$2 tsv=$3 preset=$4
shift 4
some=$#
case $target in
ecp5) part=ECP5-85F has=(83640 83640 208 156) goal=65000 ;;
a200t) part=XC7A200T has=(134600 269200 365 740) goal=95000 ;;
*) echo "synth.sh: no target $target" >&2; exit 2 ;;
esac

printf 'block\tcopies\tLUT\tFF\tBRAM\tDSP\n' >"$tsv"
sum=(0 0 0 0) bad=0
while IFS=$'\t' read -r module copies parameters; do
	case "$module" in ''|'#'*) continue ;; esac
	[ $# -gt 0 ] && case " $* " in *" $module "*) ;; *) continue ;; esac
	copies=$(declare $preset; echo $((copies)))
	if ! "$here/netlist.sh" "$target" "$out" "$preset" "$module" $parameters ||
		! counts=$(python3 "$here/count.py" "$target" "$out/$module.json"); then
		printf '%s\t%s\t-\t-\t-\t-\n' "$module" "$copies" | tee -a "$tsv"
		bad=1
		continue
	fi
	i=0 row=
	for n in $counts; do
		row=$row$'\t'$((n * copies)) sum[i]=$((sum[i] + n * copies)) i=$((i + 1))
	done
	printf '%s\t%s%s\n' "$module" "$copies" "$row" | tee -a "$tsv"
done <"$here/blocks"
printf 'sum\t\t%d\t%d\t%d\t%d\n%s\t\t%d\t%d\t%d\t%d\n' "${sum[@]}" $part "${has[@]}" | tee -a "$tsv"
[ $bad -eq 0 ] || echo "not all blocks were synthesised: see $out/*.log"
fits=$((sum[0] <= goal && sum[1] <= has[1] && sum[2] <= has[2] && sum[3] <= has[3]))
if [ $bad -eq 0 ] && [ $some -ne 0 ]; then
	echo "# some blocks only: no verdict"
elif [ $bad -eq 0 ] && [ $fits -eq 1 ]; then
	echo "ok synth.$target.fits"
else
	echo "not ok synth.$target.fits: over $goal LUTs or over the $part, or not all known"
	exit 1
fi
