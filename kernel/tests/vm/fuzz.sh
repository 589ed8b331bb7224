#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest: random calls of alice's, beside bob, who does sensible work and checks it, and after
# it the driver's own cases. Arguments of smgpu-fuzz are in /data/fuzz-args.
status=0
# The kernel asks for memory back, again and again.
while :; do echo 2 >/proc/sys/vm/drop_caches; usleep 300000; done & shrink=$!
as alice smgpu-fuzz $(cat /data/fuzz-args) & fuzz=$!
rounds=0
while kill -0 $fuzz 2>/dev/null; do
	if as bob smgpu-uapi-test map-card map-host many-works timeline-chain >/tmp/bob 2>&1; then
		rounds=$((rounds + 1))
	else
		grep '^not ok' /tmp/bob
		echo "not ok fuzz-bystander: in round $rounds"
		status=1
		break
	fi
done
wait $fuzz || status=1
kill $shrink
[ $status -eq 0 ] && [ $rounds -gt 0 ] && echo "ok fuzz-bystander # $rounds rounds"
[ $rounds -gt 0 ] || { echo "not ok fuzz-bystander: no round was finished"; status=1; }
# What the fuzzer had is free again.
n=0
until grep -q '^jobs_in_flight 0$' /sys/kernel/debug/dri/128/card || [ $n -gt 200 ]; do
	n=$((n + 1))
	usleep 100000
done
files=/sys/kernel/debug/dri/128
if [ "$(grep -c . $files/vms)$(grep -c . $files/channels)" = 00 ]; then
	echo "ok fuzz-leaves-nothing"
else
	cat /sys/kernel/debug/dri/128/vms /sys/kernel/debug/dri/128/channels | head -5
	echo "not ok fuzz-leaves-nothing"
	status=1
fi
smgpu-uapi-test vm submit >/tmp/after 2>&1 && echo "ok fuzz-after" || {
	grep '^not' /tmp/after
	echo "not ok fuzz-after"
	status=1
}
resets=$(sed -n 's/^resets //p' /sys/kernel/debug/dri/128/card)
[ "$resets" = 0 ] && echo "ok fuzz-no-reset" || {
	echo "not ok fuzz-no-reset: $resets resets of the card"
	status=1
}
exit $status
