#!/bin/sh
# SPDX-License-Identifier: MIT
# Plants one defect at a time in a copy of the RTL; the litmus tests on four SMs must show an outcome that the memory model forbids.
# usage: mutants.sh [LAUNCHES [NAME]] (takes minutes)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=${BUILD_ROOT:-$root/build}/tb/litmus/mutants
bad=0

# name, test, file, sed expression
try() {
	[ -z "$only" ] || [ "$only" = "$1" ] || return 0
	rm -rf "$work/t"
	mkdir -p "$work/t/hw/tb" "$work/t/build"
	cp -r "$root/hw/rtl" "$root/hw/sim" "$root/hw/model" "$root/hw/host" \
		"$root/hw/isa" "$work/t/hw/"
	cp -r "$here" "$work/t/hw/tb/litmus"
	ln -s "$root/kernel" "$root/userspace" "$work/t/"
	sed -i "$4" "$work/t/hw/rtl/$3"
	if cmp -s "$work/t/hw/rtl/$3" "$root/hw/rtl/$3"; then
		echo "not ok litmus.mutant_$1: the defect does not apply"
		bad=1
		return
	fi
	{
		make -C "$work/t/hw/model" "$work/t/build/hw/model/libsmgpu-model.a" &&
		make -C "$work/t/hw/sim/rtl" PROFILE=0 PRESETS=quad backend "$work/t/build/hw/sim-rtl/quad/libVcard_quad.a" &&
		make -C "$work/t/hw/tb/litmus" PRESETS=quad "$work/t/build/tb/litmus-quad/litmus"
	} >"$work/log" 2>&1 || { tail -20 "$work/log"; echo "not ok litmus.mutant_$1: it does not build"; bad=1; return; }
	"$work/t/build/tb/litmus-quad/litmus" rtl quad "${launches}" "$2" >"$work/log" 2>&1 || true
	if grep -q FORBIDDEN "$work/log"; then
		grep -B 20 FORBIDDEN "$work/log" | grep -e '^# litmus' -e FORBIDDEN | tail -2
		echo "ok litmus.mutant_$1"
	else
		echo "not ok litmus.mutant_$1: not found"
		bad=1
	fi
}

launches=${1:-12}
only=${2:-}
try hit_under_miss CoRR loadstore/smls_pending.sv "s/assign same_o\[b\] = .*/assign same_o[b] = 1'b0;/"
try release_ignored MP+rl+aq fetch/smfe_decode.sv "s/insn_i\[26:25\] != '0/1'b0/"
try store_unacknowledged MP mem/mem_answer.sv '/assign go          = /,/;/c assign go = 1'"'"'b1;'
rm -rf "$work"
exit $bad
