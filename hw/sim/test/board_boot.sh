#!/bin/bash
# SPDX-License-Identifier: MIT
# Debian's kernel boots with the card behind a PCIe endpoint: packets, bridge and card are those of
# a board. Programs of users run, cases of the driver, and one of the link: its interrupts are
# MSI-X. With SMGPU_CARD=acorn or zcu106 all of it is that board's top, DRAM controller and all.
# usage: board_boot.sh
set -u
cd "$(dirname "$0")/../../.."
export SMGPU_CARD=${SMGPU_CARD:-board}
name=$SMGPU_CARD
out=build/vm/$name
mkdir -p $out
case $name in
acorn) board="SQRL Acorn CLE-215+" ;;
zcu106) board="Xilinx ZCU106" ;;
*) board=simulation ;;
esac
link="gen 2 x4" flash=1
[ $name != zcu106 ] || link="gen 3 x4" flash=
add=()
for e in sum saxpy; do
	add+=(--add build/userspace/examples/$e
		--add build/userspace/examples/$e.elf:/usr/local/bin/$e.elf)
done
kernel/tests/vm/image.sh 2000 $out
hw/sim/vm/run.sh --module build/kernel/smgpu.ko --firmware build/firmware/smgpu_fw_v1.bin \
	--wait /dev/dri/renderD128 "${add[@]}" --add build/userspace/bin/smgpu-info \
	--add build/kernel/tests/smgpu-uapi-test --stats --timeout 500 \
	--modprobe mtd --modprobe spi-nor --add build/userspace/smgpu-flash \
	--add $out/image:/data/image \
	--klog $out/kernel.log -- "name=$name board='$board' link='$link' flash=$flash"'
cd /tmp
bad=0
try() {
	n=$1
	shift
	if "$@" >/tmp/o 2>&1; then
		echo "ok $name-$n # $(tail -n 1 /tmp/o)"
	else
		echo "not ok $name-$n: exit $? $(tail -n 1 /tmp/o)"
		bad=1
	fi
}
try sum as alice sum
try saxpy as alice saxpy 1003
try more-than-caches as alice saxpy 20000
try msix grep -E " [1-9][0-9]* +PCI-MSIX.*smgpu" /proc/interrupts
try name grep -qx "$board" /sys/bus/pci/devices/*/board/name
try link sh -c "smgpu-info | grep -q \"link  *$link of $link\""
try agrees grep -qx "$link" /sys/bus/pci/devices/*/board/link
try memory grep -q "^passed, 256 KiB, 0 wrong" /sys/bus/pci/devices/*/board/memory_test
temperature=$(cat /sys/class/hwmon/hwmon*/temp1_input)
try temperature test "$temperature" -ge 44900 -a "$temperature" -le 45100
[ -z "$flash" ] || try flash smgpu-flash /data/image
smgpu-uapi-test nothing many-works faults readonly >/tmp/o 2>&1 || bad=1
sed "s/ok /ok $name-/" /tmp/o
try unload rmmod smgpu
exit $bad' >$out/out 2>&1
rc=$?
cat $out/out
[ $rc -eq 0 ] || echo "not ok $name-boot: exit $rc, see $out/kernel.log"
if grep -qE '[1-9][0-9]* MSIs \(0 dropped\), 0 DMA refused' $out/out; then
	echo "ok $name-nothing-refused"
else
	echo "not ok $name-nothing-refused: $(grep MSIs $out/out)"
	rc=1
fi
exit $rc
