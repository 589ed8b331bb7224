#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest: runs ioctl cases while allocations of that process fail, more and more rarely; they
# may fail with an errno, but nothing may hang, leak or crash. Then the same cases must pass.
f=/sys/kernel/debug/failslab
# kmalloc only: Linux 6.12's buddy allocator itself frees a block that is still in its tree when it
# can't get memory for its other half.
echo Y >$f/cache-filter
for cache in /sys/kernel/slab/kmalloc-*; do echo 1 >"$cache/failslab" 2>/dev/null; done
echo Y >$f/task-filter
echo 0 >$f/verbose
echo -1 >$f/times
echo 10 >$f/probability
echo N >$f/ignore-gfp-wait
failures=0
for interval in 1 2 3 5 8 13 21 34 55; do
	echo $interval >$f/interval
	for case in map-card map-host random grid many-works destroy-busy timeline-chain; do
		sh -c "echo 1 >/proc/self/make-it-fail; exec timeout 60 smgpu-uapi-test $case" \
			>/tmp/out 2>&1
		rc=$?
		[ $rc -eq 124 ] && { echo "not ok failslab-$case: hangs"; exit 1; }
		[ $rc -eq 0 ] || failures=$((failures + 1))
	done
done
[ $failures -gt 0 ] || {
	echo "not ok failslab: no allocation failed, the test shows nothing"
	exit 1
}
echo "ok failslab ($failures of 63 runs met a failure)"
echo 0 >$f/probability
smgpu-uapi-test map-card map-host random grid many-works destroy-busy timeline-chain || exit 1
rmmod smgpu || exit 1
echo scan >/sys/kernel/debug/kmemleak; sleep 6; echo scan >/sys/kernel/debug/kmemleak
if [ -s /sys/kernel/debug/kmemleak ]; then
	cat /sys/kernel/debug/kmemleak
	echo "not ok failslab-leaks: see above"
	exit 1
fi
echo "ok failslab-leaks"
