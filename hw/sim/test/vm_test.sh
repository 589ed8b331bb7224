#!/bin/bash
# SPDX-License-Identifier: MIT
# Debian's kernel meets the loopback card: probe, BARs, DMA, MSI; users, files and exit status of
# run.sh; its failures.
# usage: vm_test.sh CARD_PROGRAM [smp]      smp: only the card's own cases, over vfio-user with four
# processors, without and
#                                           with an IOMMU
set -u
cd "$(dirname "$0")/../../.."
card=$1 run=hw/sim/vm/run.sh out=build/vm/test rc=0
mkdir -p $out
say() { if [ "$2" -eq 0 ]; then echo "ok vm.$1"; else echo "not ok vm.$1: $3"; rc=1; fi; }
hw/sim/vm/fetch-kernel.sh >/dev/null 2>&1 ||
	{ echo "not ok vm.kernel: hw/sim/vm/fetch-kernel.sh failed"; exit 1; }
version=$(hw/sim/vm/fetch-kernel.sh --print)

mkdir -p build/hw/sim/module/sub build/hw/sim/module/drm
cp hw/sim/test/module/{Kbuild,smgpu_loop.c} build/hw/sim/module/sub/
cp hw/sim/test/loopback.h build/hw/sim/module/
cp kernel/include/uapi/drm/smgpu_hw.h build/hw/sim/module/drm/
make -s -C "build/kernel-deb/usr/src/linux-headers-$version" M="$PWD/build/hw/sim/module/sub" \
	modules >$out/module.log 2>&1
say module_builds $? "see $out/module.log"

if [ "${2-}" = smp ]; then
	for way in smp iommu; do
		[ $way = smp ] && option= wanted='# processors: 4, IOMMU translates: 0' ||
			{ option=--iommu wanted='# processors: 4, IOMMU translates: 1'; }
		$run --cpus 4 $option --card "$card" --module \
			build/hw/sim/module/sub/smgpu_loop.ko --klog $out/$way.log --timeout 300 \
			-- \
			'cat /sys/kernel/debug/smgpu_loop' >$out/$way.out 2>&1
		say $way-boots $? "see $out/$way.out"
		sed "s/ vm\./ vm.$way-/" $out/$way.out
		grep -q '^not ok' $out/$way.out && rc=1
		test "$(grep -c '^ok vm' $out/$way.out)" -eq 11 &&
			grep -qF "$wanted" $out/$way.out; say $way-all_cases_ran $? \
			"see $out/$way.out"
	done
	exit $rc
fi

# Everything in one boot; the guest's `not ok` lines fail the suite by themselves
rm -rf $out/files
$run --card "$card" --stats --module build/hw/sim/module/sub/smgpu_loop.ko --out $out/files \
	--klog $out/kernel.log --timeout 90 -- '
cat /sys/kernel/debug/smgpu_loop
test "$(as alice id -u):$(as alice id -G)" = "1000:1000 105" && echo "ok vm.user_in_render" ||
	echo "not ok vm.user_in_render: $(as alice id)"
test "$(as mallory id -G)" = 1002 && echo "ok vm.user_not_in_render" ||
	echo "not ok vm.user_not_in_render: $(as mallory id)"
head -c 300000 /dev/zero | tr "\0" x >/out/blob
exit 7' >$out/stdout 2>$out/stderr
r=$?
cat $out/stdout
grep -q '^not ok' $out/stdout && rc=1
cat $out/stderr | sed 's/^/# /'
test "$(grep -c '^ok vm' $out/stdout)" -eq 13; say all_cases_ran $? \
	"fewer cases than expected in $out/stdout"
test $r -eq 7; say exit_status $? "got $r, wanted 7"
test "$(head -c 400000 $out/files/blob 2>/dev/null | tr -d '\n' | wc -c)" = 300000; say files $? \
	"the file did not arrive"

$run --card none --klog $out/warn.log --timeout 60 -- 'echo "WARNING: planted" >/dev/kmsg' \
	>/dev/null 2>&1
test $? -eq 123; say kernel_warning_fails $? "a warning in the kernel log was not noticed"
$run --card none --klog $out/oops.log --timeout 60 -- 'echo c >/proc/sysrq-trigger; sleep 30' \
	>/dev/null 2>&1
test $? -eq 123; say kernel_panic_fails $? "a panic was not noticed"
$run --card none --klog $out/slow.log --timeout 6 -- 'sleep 60' >/dev/null 2>&1
test $? -eq 124; say timeout $? "time did not run out"

# If the card dies, so does the machine, at once
( $run --card "$card" --klog $out/dead.log --timeout 300 -- 'echo up; sleep 250' >$out/dead.out \
	2>/dev/null; echo $? >$out/dead.rc ) &
for i in $(seq 1200); do grep -q up $out/dead.out 2>/dev/null && break; sleep 0.1; done
pid=$(ps -eo pid,args | awk -v c="$card" '$2 == c { print $1; exit }')
start=$SECONDS
[ -n "$pid" ] && kill -9 "$pid"
wait
grep -q up $out/dead.out && test "$(cat $out/dead.rc)" -eq 125 &&
	test $((SECONDS - start)) -lt 60; say card_death_ends_the_machine $? \
	"status $(cat $out/dead.rc)"
exit $rc
