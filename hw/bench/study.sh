#!/bin/bash
# SPDX-License-Identifier: MIT
# study.sh PROGRAM PRESET FIRMWARE ELF-DIR TSV: every textbook kernel under every policy of warp
# scheduling (POLICIES, KERNELS: some of them), all by run-time registers; two programs at a time.
# RUNS (1): how often; a run differs from the others by when its launches come. TSV: policy, kernel,
# DRAM latency, cycles, victims, replays, L1 hits, L1 misses, each the mean of the runs. Then two
# figures, each the best that one policy does for all kernels:
#   sched.worst_vs_baseline  of the policies of credits, the one whose worst kernel does best:
#                            cycles over those of the best baseline there
#   sched.l1_misses_vs_lrr   L1 misses of all kernels over those of LRR
set -eu
program=$1 preset=$2 firmware=$3 elf=$4 tsv=$5
kernels='vecadd4k vecadd16k sgemm64 matmul64i diverge4k transpose scan4k reduce64k stencil128'
kernels=${KERNELS:-$kernels histogram64k spmv}
latency=${LATENCY:-60} runs=${RUNS:-1}
# Policies of register SCHED by the names that it has for them; A, B, C and D come with the age of
# CTAs as well (X_age), or with it as a summand (X_addN: age_scale N), and D gains 3
regs=$(dirname "$(readlink -f "$0")")/../../kernel/abi/smgpu_regs.h
# NAME: its number
field() { awk -v name="SMGPU_SM_CFG_SCHED_$1" '$2 == name { print $3 + 0; found = 1 }
	END { exit !found }' "$regs"; }
policies=
for p in ${POLICIES:-LRR GTO TWO_LEVEL A A_age A_LITERAL B B_age C C_age D D_age}; do
	name=${p%_age} add=0
	[ "$name" = "${name%_add?}" ] || { add=${name: -1} name=${name%_add?}; }
	number=$(field "POLICY_$name")
	shift=$(field AGE_SCALE_SHIFT)
	[ "$p" = "${p%_age}" ] || number=$((number | 1 << shift))
	[ $add = 0 ] || number=$((number | add << shift | 1 << $(field ADDITIVE_SHIFT)))
	shift=$(field GAIN_SHIFT)
	[ "$name" != D ] || number=$((number | 3 << shift))
	policies+=" $p=$number"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A bonus of vertex threads, of which there are none: setting it takes a while and changes nothing
idle=$(sed -n 's/^#define SMGPU_SM_CFG_SCHED_TYPES(b)\t(\(0x[0-9a-f]*\)u .*/\1/p' "$regs")=0x100
run() { # POLICY=NUMBER RUN
	local later=() i
	for ((i = 0; i < $2; i++)); do later+=(-r "$idle"); done
	"$program" -p "$preset" -l "$latency" -s "${1#*=}" "${later[@]}" "$firmware" "$elf" \
		rtl "$kernels" >"$work/$1.$2" 2>"$work/$1.err" ||
		{ cat "$work/$1.err" >&2; return 1; }
	awk -F'\t' -v OFS='\t' '$1 ~ /\.sched$/ {
		split($1, n, "."); print n[2], $2, $4, $5, $6, $7 }' \
		"$work/$1.$2" >"$work/$1.$2.rows"
	echo "# ${1%%=*}, run $2: $(wc -l <"$work/$1.$2.rows") kernels"
}
export -f run
export program preset firmware elf kernels latency work idle
for p in $policies; do for ((i = 0; i < runs; i++)); do echo "$p $i"; done; done |
	xargs -P 2 -I{} bash -c 'run {}'
{
	printf 'policy\tkernel\tlatency\tcycles\tvictims\treplays\tl1_hits\tl1_misses\n'
	for p in $policies; do
		cat "$work/$p".*.rows | awk -F'\t' -v OFS='\t' -v p="${p%%=*}" -v l="$latency" '
			!($1 in runs) { name[n++] = $1 }
			{ runs[$1]++; for (i = 2; i <= 6; i++) sum[$1, i] += $i }
			END { for (k = 0; k < n; k++) {
				row = p OFS name[k] OFS l
				for (i = 2; i <= 6; i++)
					row = row OFS sprintf("%.0f",
						sum[name[k], i] / runs[name[k]])
				print row } }'
	done
} >"$tsv"
awk -F'\t' '
	NR == 1 { next }
	{ cycles[$1, $2] = $4; missed[$1] += $8; kernel[$2]; policy[$1] }
	$1 ~ /^(LRR|GTO|TWO_LEVEL)$/ && (!($2 in best) || $4 < best[$2]) { best[$2] = $4 }
	END {
		for (p in policy) if (p !~ /^(LRR|GTO|TWO_LEVEL|A_LITERAL)$/) {
			worst = 0
			for (k in kernel) if (cycles[p, k] / best[k] > worst) {
				worst = cycles[p, k] / best[k]; at = k
			}
			if (!least || worst < least) { least = worst; which = p; where = at }
			if (!fewest || missed[p] < fewest) { fewest = missed[p]; misser = p }
		}
		printf "sched.worst_vs_baseline\t%.3f\t" \
			"cycles of %s over those of the best baseline, kernel %s\n",
			least, which, where
		if (missed["LRR"]) printf "sched.l1_misses_vs_lrr\t%.3f\t" \
			"L1 misses of %s over those of LRR, all kernels; GTO %.3f\n",
			fewest / missed["LRR"], misser, missed["GTO"] / missed["LRR"]
	}' "$tsv"
