#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest: the card behind an IOMMU. Each DMA mapping of the driver is a mapping of its own,
# and is gone at once when the driver ends it; then the same card with an IOMMU that is told to
# translate nothing. Cases of smgpu-uapi-test are in /data/cases (none: all).
status=0
device=$(readlink -f /sys/class/drm/renderD*/device)
driver=/sys/bus/pci/drivers/smgpu
name=$(basename "$device")
kind=$(cat "$device/iommu_group/type")
if [ "$kind" = DMA ]; then
	echo "ok iommu-translates"
else
	echo "not ok iommu-translates: the kind is $kind"
	status=1
fi
smgpu-uapi-test $(cat /data/cases) || status=1

# The ring of a user queue is DMA memory in a process: pages that the IOMMU has gathered ("mm" in
# smaps), or frames. Its owner keeps it when the card goes.
ring_and_unbind() { # what the ring is, mappings that are made of pages
	: >/tmp/ring
	smgpu-uapi-test --ring >>/tmp/ring 2>&1 & owner=$!
	n=0
	until grep -q holding /tmp/ring || ! kill -0 $owner 2>/dev/null || [ $n -gt 1200 ]; do
		n=$((n + 1))
		usleep 50000
	done
	gathered=$(grep -c 'VmFlags:.* mm' /proc/$owner/smaps)
	echo "$name" >$driver/unbind
	wait $owner
	if [ "$gathered" = "$2" ] && grep -q 'the ring of a lost card stays' /tmp/ring; then
		echo "ok iommu-ring-of-$1"
	else
		cat /tmp/ring
		echo "not ok iommu-ring-of-$1: $gathered mappings are made of pages"
		status=1
	fi
}
# What the card asked for was mapped, while it was mapped: the IOMMU and the card have nothing to
# say.
if dmesg | grep -iE 'DMAR:.*fault|DMA of the host failed|smgpu.*card is lost'; then
	echo "not ok iommu-no-fault: see above"
	status=1
else
	echo "ok iommu-no-fault"
fi
ring_and_unbind pages 1
echo identity >"$device/iommu_group/type"
echo "$name" >$driver/bind
kind=$(cat "$device/iommu_group/type")
if [ "$kind" = identity ]; then
	echo "ok iommu-identity"
else
	echo "not ok iommu-identity: the kind is $kind"
	status=1
fi
smgpu-uapi-test queue maps submit-many-works | sed 's/ok /ok identity-/' >/tmp/identity
cat /tmp/identity
! grep -q '^not' /tmp/identity && [ -s /tmp/identity ] || status=1
ring_and_unbind frames 0
if rmmod smgpu; then echo "ok iommu-unload"; else echo "not ok iommu-unload"; status=1; fi
exit $status
