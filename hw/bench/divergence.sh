#!/bin/bash
# SPDX-License-Identifier: MIT
# Figures of the divergence mechanism, one `name<TAB>value<TAB>unit` a line, on the Verilated preset
# default (litmus_passed: on the model).
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build out=$root/build/hw/bench/divergence
fw=$build/firmware/smgpu_fw_v1.bin smcc=$build/userspace/cc/smcc
mkdir -p "$out"
make -s -C "$root/hw/tb/progress/forward" all >"$out/build.log" 2>&1
make -s -C "$root/hw/tb/progress/divergence" all >>"$out/build.log" 2>&1
make -s -C "$root/hw/tb/card/whole" all >>"$out/build.log" 2>&1

# What forward progress costs loops that depend on memory and wait for nobody
"$root/hw/bench/progress.py" "$build/hw/cardrun-rtl" "$fw" "$smcc" "$out"

# What divergence control costs kernels that part little: the same source with it and with none at
# all
cycles() { # NAME.elf KERNEL OPTIONS...
	local elf=$1 kernel=$2
	shift 2
	"$build/hw/cardrun-rtl" --backend rtl --fw "$fw" --elf "$out/$elf" --kernel "$kernel" \
		"$@" 2>/dev/null | awk '$1 == "state" && $2 == 3 && $4 == 0 { print $8 }'
}
kernel() { # NAME OPTIONS...
	local name=$1 with none
	shift
	"$smcc" -o "$out/$name.elf" "$root/userspace/examples/$name.kernel.c"
	"$smcc" -fno-divergence -o "$out/$name-none.elf" "$root/userspace/examples/$name.kernel.c"
	with=$(cycles "$name.elf" "$name" "$@") none=$(cycles "$name-none.elf" "$name" "$@")
	printf '%s\t%s\t%s\n' "$name" "$with" "$none"
}
{
	kernel saxpy --grid 4 --cta 128 --arg f:2 --arg buf:32768,fcount --arg buf:32768,fcount \
		--arg 8192
	kernel sgemm --grid 1 --cta 256 --arg buf:16384,fcount --arg buf:16384,fcount --arg \
		buf:16384 --arg 64
	kernel mandelbrot --grid 4 --cta 128 --arg buf:8192 --arg 64 --arg 32 --arg 32 --arg f:-2 \
		--arg f:-1 --arg f:0.05
} >"$out/overhead.tsv"
awk -F'\t' 'NF != 3 || !$2 || !$3 { print "a kernel failed: " $0 >"/dev/stderr"; exit 1 }
	{ printf "divergence.%s_control\t%.4f\t" \
		"cycles with divergence control over those without any\n",
		$1, $2 / $3 }' "$out/overhead.tsv"

"$build/tb/progress-default/locks" "$fw" "$build/tb/progress-default/locks.elf" \
	"$build/userspace/examples/hashtable.elf" rtl figures
"$build/hw/model/fw_test-rtl" "$fw" rtl default | sed -n 's/^# \(divergence\.\)/\1/p'
"$build/tb/progress-default/litmus" "$fw" model | sed -n 's/^# \(divergence\.litmus_passed\)/\1/p'
"$build/tb/divergence-default/random" "$fw" model 3072 |
	sed -n 's/^# \(divergence\.random_runs\)/\1/p'
