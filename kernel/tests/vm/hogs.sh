#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest: a process of alice takes all it gets of one thing; another one of hers and one of
# bob's must still work.
status=0
# A kernel that watches itself is too slow to queue jobs for all of the memory.
if [ -e /sys/kernel/debug/kmemleak ]; then jobs=pile; else jobs=jobs; fi
for what in ${*:-vms channels card visible host maps $jobs}; do
	: >/tmp/hog	# what the last one said must not be taken for what this one says
	setsid as alice smgpu-uapi-test --hog $what >>/tmp/hog 2>&1 & hog=$!
	n=0
	until grep -q took /tmp/hog || ! kill -0 $hog 2>/dev/null || [ $n -gt 2000 ]; do
		n=$((n + 1))
		usleep 100000
	done
	why="$(cat /tmp/hog)"
	kill -0 $hog 2>/dev/null || why="it is gone; $why"
	grep -q 'took.*error -\(28\|12\)$' /tmp/hog && kill -0 $hog 2>/dev/null && rc=0 || rc=1
	for user in alice bob; do
		[ $rc -eq 0 ] || continue
		timeout 60 as $user smgpu-uapi-test many-works map-host >/tmp/o 2>&1 || {
			rc=1
			why="$user: $(grep '^not' /tmp/o)"
		}
	done
	if [ $rc -eq 0 ]; then
		echo "ok hog-$what # $why"
	else
		echo "not ok hog-$what: $why"
		status=1
	fi
	kill -9 -- -$hog 2>/dev/null
	wait $hog 2>/dev/null
	# What it had is given back after its end.
	n=0
	until as bob smgpu-uapi-test many-works >/dev/null 2>&1 || [ $n -gt 100 ]; do
		n=$((n + 1))
		usleep 100000
	done
done
# What a process has the driver allocate is its control group's: a page of the host for each table,
# and more. A kernel without groups has none to ask.
if mount -t cgroup2 cgroup /sys/fs/cgroup 2>/dev/null &&
	echo +memory >/sys/fs/cgroup/cgroup.subtree_control; then
	group=/sys/fs/cgroup/hog
	mkdir $group
	: >/tmp/hog
	(echo 0 >$group/cgroup.procs && exec smgpu-uapi-test --hog tables) >>/tmp/hog 2>&1 & hog=$!
	n=0
	until grep -q took /tmp/hog || ! kill -0 $hog 2>/dev/null || [ $n -gt 600 ]; do
		n=$((n + 1))
		usleep 100000
	done
	tables=$(sed -n 's/^took \([0-9]*\) tables.*/\1/p' /tmp/hog)
	kib=$(($(sed -n 's/^kernel //p' $group/memory.stat) / 1024))
	if [ "${tables:-0}" -gt 1000 ] && [ $kib -gt $((4 * tables)) ]; then
		echo "ok hog-group # $tables tables, $kib KiB"
	else echo "not ok hog-group: $tables tables, $kib KiB, $(cat /tmp/hog)"; status=1; fi
	kill $hog 2>/dev/null
	wait $hog 2>/dev/null
fi
if dmesg | grep -q "Out of memory"; then
	echo "not ok hog-no-oom: the kernel ran out of memory"
	status=1
else
	echo "ok hog-no-oom"
fi
exit $status
