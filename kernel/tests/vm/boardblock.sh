#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest: what a board block tells, and its flash, on the fake card. /data/image is an image
# of two blocks, /data/other differs from it in one byte, /data/none has no sync word.
suite=board-
. /data/report.sh
card=$(readlink -f /sys/class/drm/renderD128/device)
device=$(basename "$card")
driver=/sys/bus/pci/drivers/smgpu

tells() { # file of the group, what it must say
	report "sysfs-$1" [ "$(cat "$card/board/$1")" = "$2" ]
}
tells name simulation
tells version 1
tells build 0badcafe
tells link "gen 1 x4"
tells dram calibrated
tells memory_test "passed, 1024 KiB, 0 wrong lines"

measures() { # file of hwmon, code, formula of it
	want=$(awk "BEGIN { c = $2; printf \"%.0f\", $3 }")
	report "hwmon-$1" [ "$(cat "$card"/hwmon/hwmon*/"$1")" = "$want" ]
}
kelvin='(c * 503.975 / 4096 - 273.15) * 1000'
volts='c * 3 / 4096 * 1000'
measures temp1_input 2599 "$kelvin"
measures temp1_highest 2697 "$kelvin"
measures in0_input 1365 "$volts"
measures in0_lowest 1350 "$volts"
measures in1_input 2458 "$volts"
measures in1_lowest 2441 "$volts"
measures in2_input 1366 "$volts"
measures in2_lowest 1351 "$volts"
labels() {
	[ "$(cat "$card"/hwmon/hwmon*/*_label | tr '\n' ' ')" = "VCCINT VCCAUX VCCBRAM FPGA " ]
}
report hwmon-labels labels

parts() { grep -q "01000000 00010000 \"fallback\"" /proc/mtd &&
	grep -q "01000000 00010000 \"update\"" /proc/mtd; }
report mtd parts
mtd() { # part: number of its device
	basename "$(dirname "$(grep -lx "$1" "$card"/flash/spi_master/spi*/spi*/mtd/mtd*/name)")"
}
update=/dev/$(mtd update)
says() { smgpu-info >/tmp/info && grep -qE "$1" /tmp/info; }
report info-board says "^  board  *simulation, map version 1, bitstream 0badcafe$"
report info-monitor says "^  temperature  *46.6 C, highest 58.7 C$"
report info-flash says "^  flash  *$update for updates$"

flash() { # exit code, sentence, arguments
	code=$1 text=$2
	shift 2
	smgpu-flash "$@" >/tmp/flash 2>&1
	[ $? -eq "$code" ] && grep -q "$text" /tmp/flash && return
	cat /tmp/flash
	false
}
report flash-no-image flash 3 "no sync word" /data/none
report flash-protected flash 5 "load the module smgpu with write_fallback=1" --fallback /data/other
report flash-empty flash 4 "$update differs from the image at" --verify-only /data/image
report flash-writes flash 0 "$update has the image" /data/image
same() { dd if="$update" bs=4096 count=1 2>/dev/null | cmp -s - /tmp/head; }
head -c 4096 /data/image >/tmp/head
report flash-has-it same
report flash-differs flash 4 "$update differs from the image at 0x64" --verify-only /data/other

beside() { # arguments: a process that is amid its work with the flash
	smgpu-flash "$@" >/tmp/beside 2>&1 & beside=$!
	i=0
	while [ $i -lt 1000 ] && ! ls -l /proc/$beside/fd 2>/dev/null | grep -q /dev/mtd; do
		i=$((i + 1))
		usleep 20000
	done
	usleep 200000
}

# Resets of the card come between two messages.
beside --verify-only /data/image
echo 1 >"$card/reset"
wait $beside
report flash-beside-reset [ $? -eq 0 ]

# The card goes while its flash is written, and while it is open.
beside /data/image
echo "$device" >$driver/unbind
wait $beside
report unbind-ends-transfer [ $? -eq 1 ]
report unbind-sentence grep -qE "$update can't be (erased|written) at 0x.*: No such device; the b" \
	/tmp/beside
echo "$device" >$driver/bind
sleep 1000 3<"$update" & holder=$!
usleep 100000
echo "$device" >$driver/unbind
gone() { ! dd if="$update" of=/dev/null bs=512 count=1 2>/tmp/dd && grep -q "No such dev" /tmp/dd; }
report unbind-open gone
report open-keeps-module eval "! rmmod smgpu 2>/dev/null"
echo "$device" >$driver/bind
report bind-again flash 0 "$update has the image" /data/image
kill $holder
wait $holder 2>/dev/null
report unload rmmod smgpu
report unload-mtd eval "! grep -q update /proc/mtd"

insmod /lib/modules/smgpu.ko simulation_slowdown=60 write_fallback=1
report load-again flash 0 "$update has the image" --verify-only /data/image
head -c 5000 /data/image >/tmp/small
report fallback flash 0 "/dev/$(mtd fallback) has the image" --fallback /tmp/small
report unload-again rmmod smgpu
exit $status
