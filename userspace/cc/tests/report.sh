#!/bin/sh
# SPDX-License-Identifier: MIT
# What smcc says: --report-divergence, and errors for what the card has not.
# usage: report.sh SMCC DIRECTORY
smcc=$1 dir=$2 bad=0

suite=report
. "$(dirname "$0")/../../tests/verdict.sh"

said() {	# name, words of a pattern
	name=$1
	shift
	grep -Eq "$*" "$dir/report.txt"
	verdict "$name" $? "no line like $*"
}

cat >"$dir/report.cl" <<'END'
__kernel void parted(__global int *out, int n)
{
	int i = get_local_id(0);

	if (i & 1)
		out[i] = n;
	for (int k = 0; k < n; k++)
		atomic_add(&out[k], 1);
	while (atomic_xchg(&out[n], 1))
		;
}
END
"$smcc" --report-divergence -o "$dir/report.elf" "$dir/report.cl" 2>"$dir/report.txt"
verdict compiles $? "$(head -n 1 "$dir/report.txt")"
said divergent \
	'report\.cl:5:[0-9]+: parted: branch may diverge: depends on the thread index; SSY before' \
	'it for the meeting point .*report\.cl:[0-9]+:[0-9]+'
said sync 'report\.cl:[0-9]+:[0-9]+: parted: SYNC to the meeting point'
said uniform \
	'report\.cl:7:[0-9]+: parted: branch uniform, nothing inserted for it: its condition is' \
	'the same for the whole launch'
said yield 'report\.cl:9:[0-9]+: parted: YIELD where the loop goes round'
said atomic 'report\.cl:9:[0-9]+: parted: branch may diverge: depends on the result of an atomic'

cat >"$dir/rounds.cl" <<'END'
__kernel void counted(__global int *key, int n)
{
	for (int k = get_local_id(0); k < n; k += 32)
		if (key[k] > key[k + 1])
			key[k + 2] = key[k] * 3;
}

__kernel void taken(__global int *in, __global volatile int *out, int n)
{
	int i = 0;

	while (i < n) {
		if (atomic_xchg(&in[i], 0)) {
			out[i] = i;
			i++;
		}
	}
}
END
"$smcc" --report-divergence -o "$dir/rounds.elf" "$dir/rounds.cl" 2>"$dir/report.txt"
verdict rounds $? "$(head -n 1 "$dir/report.txt")"
said counted-branch 'rounds\.cl:4:[0-9]+: counted: branch may diverge: '
! grep -q 'counted: YIELD' "$dir/report.txt"
verdict counted-no-yield $? "YIELD in a loop whose counter decides when it is left"
said taken-yield 'rounds\.cl:[0-9]+:[0-9]+: taken: YIELD where the loop goes round'

"$smcc" -o "$dir/plain.elf" "$dir/report.cl"
for f in report plain; do
	llvm-objcopy-19 -O binary --only-section=.text "$dir/$f.elf" "$dir/$f.bin"
done
[ -s "$dir/plain.bin" ] && cmp -s "$dir/report.bin" "$dir/plain.bin"
verdict same-code $? "the report changes the code"
exit $bad
