#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest: jobs behind a fence of another driver that does not end. Neither a channel, a
# process, a reset nor an unbind waits for it.
suite=foreign-
. /data/report.sh
device=$(basename "$(readlink -f /sys/class/drm/renderD*/device)")
driver=/sys/bus/pci/drivers/smgpu
until_said() { # text
	n=0
	until grep -q "$1" /tmp/said || ! kill -0 $holder 2>/dev/null || [ $n -gt 400 ]; do
		n=$((n + 1))
		usleep 50000
	done
	grep -q "$1" /tmp/said || { cat /tmp/said; return 1; }
}
# What the last one said must not be taken for what this one says.
hold() { : >/tmp/said; smgpu-uapi-test --foreign >>/tmp/said 2>&1 & holder=$!; until_said holding; }

smgpu-uapi-test foreign || status=1

hold && echo 1 >/sys/bus/pci/devices/"$device"/reset
report reset until_said 'ended -125'
kill $holder
wait $holder 2>/dev/null

hold && echo "$device" >$driver/unbind
report unbind until_said 'ended -19'
# Of the driver nothing is left, though the fence is.
n=0
until rmmod smgpu 2>/dev/null || [ $n -ge 100 ]; do n=$((n + 1)); usleep 50000; done
report unload [ ! -e $driver ]
report fence-is-there kill -0 $holder
kill $holder
wait $holder 2>/dev/null
report other-unloads rmmod smgpu_foreign_test
exit $status
