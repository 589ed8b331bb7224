#!/bin/bash
# SPDX-License-Identifier: MIT
# study.sh PROGRAM PRESET FIRMWARE ELF-DIR TSV: every textbook kernel under every policy of warp scheduling (POLICIES, KERNELS: some of them), all by run-time
# registers; two runs at a time.
# TSV: policy, kernel, DRAM latency, cycles, victims, replays, L1 hits, L1 misses. Then two figures, each the best that one policy does for all kernels:
#   sched.worst_vs_baseline  of the policies of credits, the one whose worst kernel does best: cycles over those of the best baseline there
#   sched.l1_misses_vs_lrr   L1 misses of all kernels over those of LRR
set -eu
program=$1 preset=$2 firmware=$3 elf=$4 tsv=$5
kernels=${KERNELS:-vecadd4k vecadd16k sgemm64 matmul64i diverge4k transpose scan4k reduce64k stencil128 histogram64k spmv}
latency=${LATENCY:-60}
# Policies of register SCHED by the names that it has for them; A, B, C and D come with the age of CTAs as well, and D gains 3
regs=$(dirname "$(readlink -f "$0")")/../../kernel/abi/smgpu_regs.h
field() { awk -v name="SMGPU_SM_CFG_SCHED_$1" '$2 == name { print $3 + 0; found = 1 } END { exit !found }' "$regs"; } # NAME: its number
policies=
for p in ${POLICIES:-LRR GTO TWO_LEVEL A A_age A_LITERAL B B_age C C_age D D_age}; do
	number=$(field "POLICY_${p%_age}")
	shift=$(field AGE_SCALE_SHIFT)
	[ "$p" = "${p%_age}" ] || number=$((number | 1 << shift))
	shift=$(field GAIN_SHIFT)
	[ "${p%_age}" != D ] || number=$((number | 3 << shift))
	policies+=" $p=$number"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
run() { # POLICY=NUMBER
	"$program" -p "$preset" -l "$latency" -s "${1#*=}" "$firmware" "$elf" rtl "$kernels" >"$work/$1" 2>"$work/$1.err" || { cat "$work/$1.err" >&2; return 1; }
	awk -F'\t' -v OFS='\t' -v p="${1%%=*}" -v l="$latency" '$1 ~ /\.sched$/ { split($1, n, "."); print p, n[2], l, $2, $4, $5, $6, $7 }' "$work/$1" >"$work/$1.rows"
	echo "# ${1%%=*}: $(wc -l <"$work/$1.rows") kernels"
}
export -f run
export program preset firmware elf kernels latency work
printf '%s\n' $policies | xargs -P 2 -I{} bash -c 'run {}'
{
	printf 'policy\tkernel\tlatency\tcycles\tvictims\treplays\tl1_hits\tl1_misses\n'
	for p in $policies; do cat "$work/$p.rows"; done
} >"$tsv"
awk -F'\t' '
	NR == 1 { next }
	{ cycles[$1, $2] = $4; missed[$1] += $8; kernel[$2]; policy[$1] }
	$1 ~ /^(LRR|GTO|TWO_LEVEL)$/ && (!($2 in best) || $4 < best[$2]) { best[$2] = $4 }
	END {
		for (p in policy) if (p !~ /^(LRR|GTO|TWO_LEVEL|A_LITERAL)$/) {
			worst = 0
			for (k in kernel) if (cycles[p, k] / best[k] > worst) { worst = cycles[p, k] / best[k]; at = k }
			if (!least || worst < least) { least = worst; which = p; where = at }
			if (!fewest || missed[p] < fewest) { fewest = missed[p]; misser = p }
		}
		printf "sched.worst_vs_baseline\t%.3f\tcycles of %s over those of the best baseline, kernel %s\n", least, which, where
		printf "sched.l1_misses_vs_lrr\t%.3f\tL1 misses of %s over those of LRR, all kernels; GTO %.3f\n", fewest / missed["LRR"], misser, missed["GTO"] / missed["LRR"]
	}' "$tsv"
