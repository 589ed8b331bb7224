#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# The driver's tests in the VM under the kernel of build.sh. A complaint of the kernel is a failure (hw/sim/vm/run.sh looks for them); each suite leaves
# its kernel log in build/vm/debug-SUITE.log.
#
# usage: run.sh [uapi | unplug | debugfs | foreign | slot | hogs | fuzz | reset | deaths | failslab]...     (none: all)
#   uapi      KUnit, every ioctl case, a leak scan at the end      debugfs   freed memory is overwritten, so that its use shows
#   fuzz      SMGPU_FUZZ_CALLS (10^7) random calls, or as many as SMGPU_FUZZ_SECONDS (240) allow, from CHECK_SEED (1)
#   deaths    the firmware of the fake card dies at each kind of command, before it and after
#   failslab  allocations that fail: the caller is told, and the card serves the next one as if nothing had been
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../../.." || exit 1
export SMGPU_KERNEL_TREE=$PWD/build/kernel-debug
# Under KASAN the machine's ACPI code for interrupt routing takes half a minute for each bind; MSI does not need it.
export SMGPU_KERNEL_ARGS=acpi=noirq
out=$SMGPU_KERNEL_TREE/smgpu
status=0

guest() { # name, run.sh's arguments
	local name=$1 rc
	shift
	hw/sim/vm/run.sh --module "$out/smgpu.ko" --add "$out/tests/smgpu-uapi-test" --firmware build/firmware/smgpu_fw_v1.bin \
		--wait /dev/dri/renderD128 --memory 1024 --timeout 2400 --klog "build/vm/debug-$name.log" "$@" 2>&1
	rc=$?
	if [ $rc -eq 0 ]; then echo "ok debug-$name-log-clean"; else echo "not ok debug-$name: exit $rc (log: build/vm/debug-$name.log)"; status=1; fi
}

kunit() {
	local passed failed
	passed=$(grep -cE '^ +ok [0-9]+ smgpu_test' build/vm/debug-uapi.log)
	failed=$(grep -cE '^ +not ok [0-9]+ smgpu_test' build/vm/debug-uapi.log)
	if [ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]; then echo "ok debug-kunit ($passed cases)"; else echo "not ok debug-kunit: $passed passed, $failed failed"; status=1; fi
}

leaks='echo scan >/sys/kernel/debug/kmemleak; sleep 6; echo scan >/sys/kernel/debug/kmemleak
	if [ -s /sys/kernel/debug/kmemleak ]; then cat /sys/kernel/debug/kmemleak; echo "not ok debug-leaks: see above"; exit 1; else echo "ok debug-leaks"; fi'
for suite in ${*:-uapi unplug debugfs foreign slot hogs fuzz reset deaths failslab}; do
	case $suite in
	uapi)
		guest uapi -- "smgpu-uapi-test; rc=\$?; rmmod smgpu; $leaks; exit \$rc"
		kunit ;;
	debugfs)
		SMGPU_KERNEL_ARGS="$SMGPU_KERNEL_ARGS init_on_free=1" guest debugfs --script kernel/tests/vm/debugfs.sh ;;
	foreign)
		make -s -C kernel/tests TOP="$PWD" OUT="$out/tests" KDIR="$SMGPU_KERNEL_TREE/source" foreign >"$out/foreign.log" 2>&1 || { echo "not ok debug-foreign-build"; status=1; continue; }
		guest foreign --module "$out/tests/foreign/smgpu_foreign_test.ko" --script kernel/tests/vm/foreign.sh ;;
	slot)
		make -s -C kernel/tests TOP="$PWD" OUT="$out/tests" KDIR="$SMGPU_KERNEL_TREE/source" fake slot >"$out/slot.log" 2>&1 || { echo "not ok debug-slot-build"; status=1; continue; }
		FAKE=slot guest slot --card "$out/tests/smgpu-card-fake" --module "$out/tests/slot/smgpu_slot_test.ko" --script kernel/tests/vm/slot.sh ;;
	unplug|hogs|reset)
		guest "$suite" --script "kernel/tests/vm/$suite.sh" ;;
	fuzz)
		d=$(mktemp -d)
		echo "--seed ${CHECK_SEED:-1} --calls ${SMGPU_FUZZ_CALLS:-10000000} --seconds ${SMGPU_FUZZ_SECONDS:-240}" >"$d/fuzz-args"
		guest fuzz --add "$out/tests/smgpu-fuzz" --add "$d/fuzz-args:/data/fuzz-args" --script kernel/tests/vm/fuzz.sh
		rm -rf "$d" ;;
	deaths)
		make -s -C kernel/tests TOP="$PWD" OUT="$PWD/build/kernel/tests" fake || { echo "not ok debug-fake-build"; status=1; continue; }
		FAKE=die:3 guest deaths --card build/kernel/tests/smgpu-card-fake -- 'smgpu-uapi-test --churn 150 && smgpu-uapi-test vm submit' ;;
	failslab)
		guest failslab --script kernel/tests/debug/failslab.sh ;;
	*)
		echo "not ok debug-$suite: no such suite"; status=1 ;;
	esac
done
exit $status
