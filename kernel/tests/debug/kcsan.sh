#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest of KCSAN: what lets many tasks meet in the driver, on four processors.
device=$(readlink -f /sys/class/drm/renderD*/device)
files=/sys/kernel/debug/dri/128
suite=kcsan- began=$(date +%s)
. /data/report.sh
right() { smgpu-uapi-test "$@" >/tmp/right 2>&1 || { grep '^not' /tmp/right; false; }; }

# Clients that make and destroy all they can, others that must get what is right, readers of each
# file, and memory that the kernel wants back. The first are one user's: so much of all things stays
# for the others.
busy() { [ $(($(date +%s) - began)) -lt 150 ]; }
for seed in 1 2; do
	as alice smgpu-fuzz --seed $seed --calls 1000000000 --seconds 150 --processes 2 \
		--threads 4 >/tmp/fuzz.$seed 2>&1 &
done
for n in 1 2; do
	while busy; do
		smgpu-uapi-test many-works map-card map-host timeline-chain destroy-busy random \
			>/tmp/right.$n 2>&1 || cat /tmp/right.$n >>/tmp/wrong
	done &
done
while busy; do
	cat $files/* /proc/*/fdinfo/* >/dev/null 2>&1
	echo 2 >/proc/sys/vm/drop_caches
done &
# What is shown without the card is read as often as a shell can: what it reads is written seldom.
while busy; do
	for i in 1 2 3 4 5 6 7 8 9 10; do
		for file in card channels mmio; do read -r line <$files/$file; done
	done
done &
wait
[ ! -e /tmp/wrong ] || grep -m 5 '^not' /tmp/wrong
report crowd [ ! -e /tmp/wrong ]

# A card that is reset under them
for n in 1 2; do smgpu-uapi-test --churn 40 >/tmp/churn.$n 2>&1 & eval "churn$n=$!"; done
while [ ! -e /tmp/enough ]; do cat $files/* >/dev/null 2>&1; done & reader=$!
resets=0
for i in 1 2 3 4; do sleep 2; echo 1 >"$device/reset" && resets=$((resets + 1)); done
wait $churn1 && wait $churn2 && rc=0 || rc=1
touch /tmp/enough
wait $reader
[ $rc -eq 0 ] || cat /tmp/churn.*
report reset [ $rc$resets = 04 ]
report hogs sh /data/hogs.sh vms channels
report uapi right vm submit life queue

# A card that is taken from its driver under them
driver=/sys/bus/pci/drivers/smgpu
unbind() {
	for round in 1 2 3; do
		for n in 1 2; do
			# what the last one said must not be taken for what this one says
			: >/tmp/load.$n
			smgpu-uapi-test --load >>/tmp/load.$n 2>&1 & eval "load$n=$!"
		done
		i=0
		until grep -q loading /tmp/load.1 && grep -q loading /tmp/load.2 ||
			[ $i -ge 600 ]; do
			i=$((i + 1))
			usleep 100000
		done
		usleep 300000
		echo "${device##*/}" >$driver/unbind
		wait $load1 && wait $load2 && rc=0 || rc=1
		echo "${device##*/}" >$driver/bind
		[ $rc -eq 0 ] && [ -e "$driver/${device##*/}" ] || { cat /tmp/load.*; return 1; }
	done
}
setsid smgpu-uapi-test --readers & readers=$!
report unbind unbind
kill -- -$readers
wait $readers
report unload rmmod smgpu
exit $status
