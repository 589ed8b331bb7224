#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest: takes the card from its driver while every file of its debugfs, and fdinfo, are read
# without a pause and a process binds memory; many times. Then fences that outlive the card, and
# keep the module until they are closed.
. /data/report.sh
rounds=${1:-10}
device=$(basename "$(readlink -f /sys/class/drm/renderD*/device)")
driver=/sys/bus/pci/drivers/smgpu

setsid smgpu-uapi-test --readers & readers=$!

ends() { # seconds, process: true if it ended by then
	n=0
	while kill -0 "$2" 2>/dev/null; do
		n=$((n + 1))
		[ $n -gt $((20 * $1)) ] && return 1
		usleep 50000
	done
}

# word, file, process: false if it is not there after a minute; a process that has ended is not
# waited for
says() {
	n=0
	until grep -q "$1" "$2" || ! kill -0 "$3" 2>/dev/null; do
		n=$((n + 1))
		[ $n -gt 1200 ] && return 1
		usleep 50000
	done
}

round=0
while [ $round -lt $rounds ]; do
	round=$((round + 1))
	smgpu-uapi-test --load >/tmp/load 2>&1 & load=$!
	usleep $((100000 + round * 37000 % 250000))
		(echo "$device" >$driver/unbind) & unbind=$!
	if ! ends 60 $unbind; then
		echo "not ok unplug-debugfs-readers: unbind hangs in round $round"
		cat /proc/$unbind/stack
		exit 1
	fi
	ends 60 $load || {
		echo "not ok unplug-debugfs-readers: load hangs in round $round"
		exit 1
	}
	echo "$device" >$driver/bind
done
report unplug-debugfs-readers [ -e $driver/"$device" ]
kill -- -$readers
wait $readers 2>/dev/null

# The owner of a user queue that reads its ring all the time
round=0
while [ $round -lt 3 ]; do
	round=$((round + 1))
	: >/tmp/ring	# what the last one said must not be taken for what this one says
	smgpu-uapi-test --ring >>/tmp/ring 2>&1 & owner=$!
	says holding /tmp/ring $owner ||
		echo "# round $round: the owner of the ring has not begun after a minute"
	echo "$device" >$driver/unbind
	ends 60 $owner
	echo "$device" >$driver/bind || {
		echo "# round $round: the card does not come back"
		dmesg | tail -n 20 | sed 's/^/# /'
	}
	grep -q 'the ring of a lost card stays' /tmp/ring || {
		cat /tmp/ring
		ls -l /dev/dri $driver
		dmesg | tail -n 20 | sed 's/^/# /'
		break
	}
done
report ring-outlives-device grep -q 'the ring of a lost card stays' /tmp/ring

smgpu-uapi-test --outlive >/tmp/outlive 2>&1 & holder=$!
says holding /tmp/outlive $holder
echo "$device" >$driver/unbind
says outlive /tmp/outlive $holder
grep -q 'fences outlive their device' /tmp/outlive || cat /tmp/outlive
report fences-outlive-device grep -q 'fences outlive their device' /tmp/outlive
rmmod smgpu 2>/dev/null && gone=1 || gone=0
report fences-keep-module [ $gone -eq 0 ]
kill $holder
wait $holder 2>/dev/null
i=0
until rmmod smgpu 2>/dev/null || [ $i -ge 40 ]; do i=$((i + 1)); usleep 50000; done
report unload-after-fences [ ! -e $driver ]
exit $status
