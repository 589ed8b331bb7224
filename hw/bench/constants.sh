#!/bin/bash
# SPDX-License-Identifier: MIT
# Figures of constant operands, one `name<TAB>value<TAB>unit` a line: what they spare the textbook
# kernels, as compiled; and examples on the Verilated preset default (or on BACKEND: constants.sh
# [model|rtl]). Run after `make -C hw/tb/card/whole all`.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build out=$root/build/hw/bench/constants backend=${1:-rtl}
fw=$build/firmware/smgpu_fw_v1.bin smcc=$build/userspace/cc/smcc
cardrun=$build/hw/cardrun$([ "$backend" = rtl ] && echo -rtl || true)
mkdir -p "$out"
rm -f "$out"/*.s

# Loads of arguments: the stub's from the bank, and those of the kernel from its stack's copy. A
# fetch is one of them, or xsm.cld.
for kernel in "$root"/hw/bench/text/*.kernel.c; do
	name=$(basename "$kernel" .kernel.c)
	[ "${name#slots}" = "$name" ] || continue	# those are an example's
	for way in no-constants constants; do
		"$smcc" -S -m$way -o "$out/$name.$way.s" "$kernel"
	done
done
awk '{ way = FILENAME ~ /no-constants/ ? 0 : 1 }
	/^\tl[bhw]u?\t(a[0-7]|t1), -?[0-9]+\(t0\)/ ||
		/^\tl[bhw]u?\t.*\(sp\)$/ { loads[way]++; fetches[way]++ }
	/# xsm\.cld / { fetches[way]++ }
	END {
		if (!loads[0]) exit 1
		printf "sm.const_loads_removed_pct\t%.1f\t" \
			"of %d loads of arguments in the textbook kernels as compiled\n",
			100 * (1 - loads[1] / loads[0]), loads[0]
		printf "sm.const_fetches_removed_pct\t%.1f\t" \
			"of the same, if a load of a constant into a register counts as well\n",
			100 * (1 - fetches[1] / fetches[0])
	}' "$out"/*.s

run() { # NAME OPTIONS...: cycles, warp instructions, loads
	local name=$1
	shift
	"$cardrun" --backend "$backend" --fw "$fw" --elf "$out/$name.elf" "$@" 2>/dev/null |
		awk '$1 == "state" && $2 == 3 && $4 == 0 { c = $8; i = $10 }
			$1 == "sm0.loads" { l = $2 } END { print c, i, l + 0 }'
}
example() { # NAME OPTIONS...
	local name=$1 way
	shift
	for way in no-constants constants; do
		"$smcc" -m$way -o "$out/$name-$way.elf" "$root/userspace/examples/$name.kernel.c"
		echo "$name $way $(run "$name-$way" --kernel "$name" "$@")"
	done
}
{
	example saxpy --grid 4 --cta 128 --arg f:2 --arg buf:32768,fcount --arg buf:32768,fcount \
		--arg 8192
	example sgemm --grid 1 --cta 256 --arg buf:16384,fcount --arg buf:16384,fcount --arg \
		buf:16384 --arg 64
	example mandelbrot --grid 4 --cta 128 --arg buf:8192 --arg 64 --arg 32 --arg 32 --arg \
		f:-2 --arg f:-1 --arg f:0.05
} >"$out/runs.txt"
awk 'NF != 5 { print "a kernel failed: " $0 >"/dev/stderr"; exit bad = 1 }
	{ way = $2 == "constants"; cycles[$1, way] = $3; instr[way] += $4; loads[way] += $5 }
	way { printf "sm.const_%s_cycles\t%.4f\tcycles with constant operands over those without\n",
		$1, cycles[$1, 1] / cycles[$1, 0] }
	END { if (!bad) {
		printf "sm.const_instr_saved_pct\t%.1f\t" \
			"of %d warp instructions of saxpy, sgemm and mandelbrot as run\n",
			100 * (1 - instr[1] / instr[0]), instr[0]
		printf "sm.const_loads_saved_pct\t%.1f\tof %d loads of the same\n",
			100 * (1 - loads[1] / loads[0]), loads[0] } }' "$out/runs.txt"
