#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest, with a fake card that takes twenty seconds for a FILL and another card that DRM
# drives: the other one can go while this one's caller waits.
status=0
other=$(basename "$(readlink -f /sys/bus/pci/drivers/bochs-drm/0000:*)")
files=/sys/kernel/debug/dri/128
number() { sed -n "s/^commands_$1 //p" $files/card; }
# A command waits, and is not one of the quick ones
pending() {
	got=$(number got)
	usleep 300000
	[ "$(number put)" != "$got" ] && [ "$(number got)" = "$got" ]
}

smgpu-uapi-test map-card >/tmp/filler 2>&1 & filler=$!
n=0
until pending || [ $n -gt 100 ]; do n=$((n + 1)); done
if [ $n -le 100 ]; then
	echo "ok other-pending"
else
	echo "not ok other-pending: no command waits"
	status=1
fi
began=$(date +%s)
echo "$other" >/sys/bus/pci/drivers/bochs-drm/unbind
if [ -e "/sys/bus/pci/drivers/bochs-drm/$other" ] || ! [ -e "/sys/bus/pci/devices/$other" ]; then
	echo "not ok other-unbound: '$other'"
	status=1
fi
if [ "$(number got)" = "$got" ] && kill -0 $filler 2>/dev/null; then
	echo "ok other-unplug"
else
	echo "not ok other-unplug: it waited $(($(date +%s) - began)) s for a command of this card"
	status=1
fi
wait $filler || { cat /tmp/filler; status=1; }
exit $status
