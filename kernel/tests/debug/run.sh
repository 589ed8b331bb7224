#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# The driver's tests under the kernels of build.sh, on four processors: the card is reached over
# vfio-user. A complaint of the kernel is a failure (hw/sim/vm/run.sh looks for them); each suite
# leaves its kernel log in build/vm/debug-SUITE.log, and says how many seconds it took.
#
# usage: run.sh [SUITE]...     (none: all but backport)
#   uapi      KUnit, every ioctl case, a leak scan at the end
#   unplug, foreign, slot, hogs, reset: as in ../vm/run.sh
#   debugfs   the same; freed memory is overwritten, so that its use shows; without kmemleak
#   fuzz      SMGPU_FUZZ_CALLS (10^7) random calls, or as many as SMGPU_FUZZ_SECONDS (240) allow,
#             from CHECK_SEED (1)
#   boardblock  the flash of the fake card's board, beside resets, and open while the card goes
#             (with tools of build/userspace)
#   deaths    the firmware of the fake card dies at each kind of command, before it and after
#   failslab  allocations that fail: the caller is told, and the card serves the next one as if
#             nothing had been
#   iommu     the card behind an IOMMU that translates, then behind one that does not
#   kcsan     data races, on the kernel of `build.sh kcsan`; those without a part of the driver are
#             counted, and are no failure
#   backport  uapi on the kernel of `build.sh backport`
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../../.." || exit 1
# Virtual processors share those of the host: one that waits for its turn is not one that hangs.
machine_args="rcupdate.rcu_cpu_stall_timeout=300 workqueue.watchdog_thresh=0"
status=0
mkdir -p build/vm

use() { # directory of the kernel
	export SMGPU_KERNEL_TREE=$PWD/build/$1
	out=$SMGPU_KERNEL_TREE/smgpu
}

guest() { # name, run.sh's arguments
	local name=$1 rc began=$SECONDS
	shift
	hw/sim/vm/run.sh --module "$out/smgpu.ko" --add "$out/tests/smgpu-uapi-test" \
		--add kernel/tests/vm/report.sh:/data/report.sh \
		--firmware build/firmware/smgpu_fw_v1.bin --cpus 4 \
		--wait /dev/dri/renderD128 --memory 1536 --timeout 5400 \
		--klog "build/vm/debug-$name.log" "$@" 2>&1
	rc=$?
	if [ $rc -eq 0 ]; then echo "ok debug-$name-log-clean ($((SECONDS - began)) s)"
	else
		echo "not ok debug-$name: exit $rc after $((SECONDS - began)) s" \
			"(log: build/vm/debug-$name.log)"
		status=1
	fi
}

processors() { # suite: a machine that lost some on its way up shows less than it should
	if grep -q 'smp: Brought up 1 node, 4 CPUs' "build/vm/debug-$1.log"; then
		echo "ok debug-$1-processors"
	else echo "not ok debug-$1-processors: the kernel did not bring up four"; status=1; fi
}

kunit() { # suite
	local passed failed
	passed=$(grep -cE '^ +ok [0-9]+ smgpu_test' "build/vm/debug-$1.log")
	failed=$(grep -cE '^ +not ok [0-9]+ smgpu_test' "build/vm/debug-$1.log")
	if [ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]; then echo "ok debug-$1-kunit ($passed cases)"
	else echo "not ok debug-$1-kunit: $passed passed, $failed failed"; status=1; fi
}

races() { # the log of the suite kcsan
	local watched own others
	watched=$(sed -n 's/.*kcsan: watched \([0-9]*\) accesses.*/\1/p' "$1" | tail -n 1)
	if [ "${watched:-0}" -ge 10000 ]; then echo "ok debug-kcsan-watched ($watched accesses)"
	else
		echo "not ok debug-kcsan-watched: ${watched:-no} accesses were watched," \
			"which shows little"
		status=1
	fi
	awk -v own="build/vm/debug-kcsan-own.txt" -v others="build/vm/debug-kcsan-others.txt" \
		-f kernel/tests/debug/races.awk "$1"
	own=$(grep -c 'BUG: KCSAN' build/vm/debug-kcsan-own.txt)
	others=$(grep -c 'BUG: KCSAN' build/vm/debug-kcsan-others.txt)
	if [ "$own" -eq 0 ]; then
		echo "ok debug-kcsan-races ($others reports without a part of the driver:" \
			"build/vm/debug-kcsan-others.txt)"
	else
		cat build/vm/debug-kcsan-own.txt
		echo "not ok debug-kcsan-races: $own reports in which the driver has a part," \
			"$others in which it has none"
		status=1
	fi
}

leaks='echo scan >/sys/kernel/debug/kmemleak; sleep 6; echo scan >/sys/kernel/debug/kmemleak
	if [ -s /sys/kernel/debug/kmemleak ]; then
		cat /sys/kernel/debug/kmemleak
		echo "not ok debug-leaks: see above"
		exit 1
	fi
	echo "ok debug-leaks"'
all='uapi unplug debugfs foreign slot hogs fuzz reset boardblock deaths failslab iommu kcsan'
for suite in ${*:-$all}; do
	use kernel-debug
	# The cases of KUnit run once: each load of the module would take more than a minute.
	case $suite in
	uapi|backport) export SMGPU_KERNEL_ARGS="$machine_args" ;;
	*) export SMGPU_KERNEL_ARGS="$machine_args kunit.enable=0" ;;
	esac
	case $suite in
	uapi)
		guest uapi -- "smgpu-uapi-test; rc=\$?; rmmod smgpu; $leaks; exit \$rc"
		processors uapi
		kunit uapi ;;
	backport)
		use kernel-debug-backport
		guest backport -- "smgpu-uapi-test; rc=\$?; rmmod smgpu; $leaks; exit \$rc"
		processors backport
		kunit backport ;;
	debugfs)
		# Readers allocate all the time; kmemleak takes one lock for each allocation, and
		# for a scan.
		SMGPU_KERNEL_ARGS="$SMGPU_KERNEL_ARGS init_on_free=1 kmemleak=off" guest debugfs \
			--script kernel/tests/vm/debugfs.sh ;;
	foreign)
		make -s -C kernel/tests TOP="$PWD" OUT="$out/tests" KDIR="$SMGPU_KERNEL_TREE/obj" \
			foreign >"$out/foreign.log" 2>&1 || {
			echo "not ok debug-foreign-build"
			status=1
			continue
		}
		guest foreign --module "$out/tests/foreign/smgpu_foreign_test.ko" \
			--script kernel/tests/vm/foreign.sh ;;
	slot)
		make -s -C kernel/tests TOP="$PWD" OUT="$out/tests" KDIR="$SMGPU_KERNEL_TREE/obj" \
			fake slot >"$out/slot.log" 2>&1 || {
			echo "not ok debug-slot-build"
			status=1
			continue
		}
		FAKE=slot guest slot --card "$out/tests/smgpu-card-fake" \
			--module "$out/tests/slot/smgpu_slot_test.ko" \
			--script kernel/tests/vm/slot.sh ;;
	unplug|hogs|reset)
		guest "$suite" --script "kernel/tests/vm/$suite.sh" ;;
	fuzz)
		d=$(mktemp -d)
		echo "--seed ${CHECK_SEED:-1} --calls ${SMGPU_FUZZ_CALLS:-10000000}" \
			"--seconds ${SMGPU_FUZZ_SECONDS:-240}" >"$d/fuzz-args"
		guest fuzz --add "$out/tests/smgpu-fuzz" --add "$d/fuzz-args:/data/fuzz-args" \
			--script kernel/tests/vm/fuzz.sh
		rm -rf "$d" ;;
	deaths)
		make -s -C kernel/tests TOP="$PWD" OUT="$PWD/build/kernel/tests" fake || {
			echo "not ok debug-fake-build"
			status=1
			continue
		}
		FAKE=die:3 guest deaths --card build/kernel/tests/smgpu-card-fake \
			-- 'smgpu-uapi-test --churn 150 && smgpu-uapi-test vm submit' ;;
	boardblock)
		make -s -C kernel/tests TOP="$PWD" OUT="$PWD/build/kernel/tests" fake || {
			echo "not ok debug-fake-build"
			status=1
			continue
		}
		d=$(mktemp -d)
		kernel/tests/vm/image.sh 90000 "$d"
		FAKE=board guest boardblock --card build/kernel/tests/smgpu-card-fake \
			--modprobe mtd --modprobe spi-nor --add build/userspace/smgpu-info \
			--add build/userspace/smgpu-flash --add "$d/none:/data/none" \
			--add "$d/image:/data/image" --add "$d/other:/data/other" \
			--script kernel/tests/vm/boardblock.sh
		rm -rf "$d" ;;
	failslab)
		guest failslab --script kernel/tests/debug/failslab.sh ;;
	iommu)
		echo "mem maps vm submit queue life" >build/vm/debug-iommu-cases
		guest iommu --iommu --add build/vm/debug-iommu-cases:/data/cases \
			--script kernel/tests/vm/iommu.sh ;;
	kcsan)
		use kernel-kcsan
		guest kcsan --add kernel/tests/vm/hogs.sh:/data/hogs.sh --ignore 'BUG: KCSAN' \
			--add "$out/tests/smgpu-fuzz" --script kernel/tests/debug/kcsan.sh
		processors kcsan
		races build/vm/debug-kcsan.log ;;
	*)
		echo "not ok debug-$suite: no such suite"; status=1 ;;
	esac
done
exit $status
