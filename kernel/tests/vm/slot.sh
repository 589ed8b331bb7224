#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest, with tests/slot and the fake card: errors of the card's slot, those that it outlives
# and those that it does not, and another DRM device that goes.
suite=slot- said=/tmp/said
. /data/report.sh
device=$(basename "$(readlink -f /sys/class/drm/renderD128/device)")
driver=/sys/bus/pci/drivers/smgpu
slot=/dev/smgpu-slot
resets() { sed -n 's/^resets //p' /sys/kernel/debug/dri/128/card; }
again() { # The card is gone; it comes back.
	echo "$device" >$driver/unbind
	echo bright >$slot
	echo "$device" >$driver/bind
	[ -e /dev/dri/renderD128 ] && smgpu-uapi-test vm
}
there() { [ -e /dev/dri/renderD128 ] || again >/dev/null 2>&1; } # after a case that failed

# Errors after which it goes on: with all its jobs; with its VMs
before=$(resets)
report normal smgpu-uapi-test --kept "echo normal >$slot && grep -qx recovered $slot"
report normal-without-reset [ "$(resets)" = "$before" ]
report normal-silent smgpu-uapi-test \
	--through-silence "echo normal-silent >$slot && grep -qx recovered $slot"
report frozen smgpu-uapi-test --through "echo frozen >$slot && grep -qx recovered $slot"
report frozen-reset smgpu-uapi-test \
	--through "echo frozen-reset >$slot && grep -qx recovered $slot"
there

# The card is found silent before the core has told of the error: the same, whatever looks at its
# registers meanwhile
report normal-late smgpu-uapi-test --kept "echo normal-late >$slot && grep -qx recovered $slot"
there
report frozen-late smgpu-uapi-test --through "echo frozen-late >$slot && grep -qx recovered $slot"
there
# A simulated card has 15 seconds to come back from a reset, and recovery tries several times; here
# a second is enough.
rmmod smgpu && insmod /lib/modules/smgpu.ko simulation_slowdown=4
report frozen-recovery smgpu-uapi-test \
	--through "echo frozen-recovery >$slot && grep -qx recovered $slot"
there
rmmod smgpu && insmod /lib/modules/smgpu.ko simulation_slowdown=60

# Another DRM device goes while a process of this card waits for what another one holds.
mkfifo /tmp/go
smgpu-uapi-test --waiting </tmp/go >/tmp/waiting 2>&1 & waiting=$!
exec 4>/tmp/go
until grep -q ready /tmp/waiting || ! kill -0 $waiting; do usleep 20000; done
echo hold >$slot & hold=$!
usleep 300000
echo go >&4
usleep 300000
echo unplug >$slot
ms=$(cat $slot)
report other-unplug-meanwhile kill -0 $hold $waiting
report other-unplug [ "$ms" -lt 1000 ]
echo "    # it took $ms ms"
exec 4>&-
wait $hold $waiting 2>/dev/null

# Errors after which the card is gone
for how in frozen-dead perm frozen-forgotten untold twice; do
	report $how smgpu-uapi-test --doomed "echo $how >$slot && grep -qx failed $slot"
	report $how-again again
done
report unload rmmod smgpu
exit $status
