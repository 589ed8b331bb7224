#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest: firmware files that must be refused, each with its own message, then a good one.
# /data/fw has those files, and in "device" the PCI device id of the card.
status=0
driver=/sys/bus/pci/drivers/smgpu
device=$(basename "$(dirname "$(grep -lf /data/fw/device /sys/bus/pci/devices/*/device)")")
mkdir -p /lib/firmware/smgpu

try() { # name, text the log must have
	dmesg -c >/dev/null
	echo "$device" >$driver/bind 2>/dev/null
	if dmesg | grep -qF "$2" && [ ! -e $driver/"$device" ]; then echo "ok files-$1"
	else echo "not ok files-$1: no '$2' in the kernel log"; dmesg | grep smgpu; status=1; fi
}

try missing "can't be read"
for case in "magic:wrong magic" "major:ABI major version differs" \
	"length:length in the header differs" \
	"crc:checksum does not match" "short:shorter than its header"; do
	cp "/data/fw/${case%%:*}" /lib/firmware/smgpu/smgpu_fw_v1.bin
	try "${case%%:*}" "${case#*:}"
done
cp /lib/firmware/other.bin /lib/firmware/smgpu/smgpu_fw_v1.bin
echo "$device" >$driver/bind
if [ -e $driver/"$device" ]; then
	echo "ok files-good"
else
	echo "not ok files-good: not bound"
	status=1
fi
exit $status
