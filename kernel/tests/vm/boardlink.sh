#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest, with the Verilated board behind a root port: what happens to the link. The card
# process does what a byte of configuration space asks for (SMGPU_LINK_EVENTS); errors that the port
# reports come from aer_inject. /data/cases has the cases.
suite=boardlink- said=/tmp/said
. /data/report.sh
card=$(readlink -f /sys/class/drm/renderD128/device)
device=$(basename "$card")
port=$(basename "$(dirname "$card")")
driver=/sys/bus/pci/drivers/smgpu
ones="card is lost: its registers read all ones"
export card port

# Commands for here and for the shells of smgpu-uapi-test
cat >/tmp/link <<'END'
count() { dmesg | grep -c "$1"; }
await() { # text, how often the log has it already
	tries=0
	until [ "$(count "$1")" -gt "$2" ]; do
		tries=$((tries + 1))
		[ $tries -lt 900 ] || { echo "no '$1' in the log"; return 1; }
		usleep 100000
	done
}
config() { # offset, byte in an octal escape
	printf "$2" | dd of="$card/config" bs=1 seek="$1" conv=notrunc 2>/dev/null
}
event() { config 240 "$1"; } # letters of hw/sim/pci_config.h
# Of the port, which is on bus 0
aer() { # bits of the uncorrectable status, the first two bytes in octal escapes
	number=${port#*:*:} number=${number%.*}
	printf "\\000\\$(printf %o $((0x$number)))\\000\\000$1\\000\\000" >/tmp/aer
	head -c 24 /dev/zero >>/tmp/aer
	cat /tmp/aer >/dev/aer_inject
}
fatal() { aer '\040\000'; } # surprise down
harmless() { aer '\000\100'; } # completion time-out
# An event of the link that the port reports
reported() { # letter, text of the log that ends it
	before=$(count "$2")
	event "$1"
	fatal
	await "$2" "$before"
}
END
. /tmp/link

refused() { # Calls end, with an error.
	timeout 60 smgpu-uapi-test nothing
	[ $? -eq 1 ]
}
back() { # The link is up; the system finds the card, and the driver binds to it.
	event b
	[ ! -e "$driver/$device" ] || echo "$device" >$driver/unbind
	echo 1 >"$card/remove"
	echo 1 >/sys/bus/pci/rescan
	[ -e "$driver/$device" ] && smgpu-uapi-test nothing
}

# Software resets the link; the driver is told before and afterwards.
case_hot_reset() {
	report hot-reset smgpu-uapi-test --through 'echo 1 >$card/reset'
}

# It is down for a moment (PERST, training), and comes back when the port has reset it. The system
# has found the card with its BARs off, as after a hot plug: what it saved then is not enough.
case_reported() {
	rmmod smgpu
	config 4 '\000'
	echo 1 >"$card/remove"
	echo 1 >/sys/bus/pci/rescan
	insmod /lib/modules/smgpu.ko simulation_slowdown=60
	report reported smgpu-uapi-test --through '. /tmp/link && reported r "card runs again"'
}

# The same, and it takes some time after the reset.
case_slow() {
	report slow smgpu-uapi-test --through '. /tmp/link && reported s "card runs again"'
}

# An error that lost nothing
case_harmless() {
	report harmless smgpu-uapi-test --kept '. /tmp/link
		before=$(count "device recovery successful")
		harmless && await "device recovery successful" $before'
}

# It was down for a moment, and nobody tells the driver: the card has forgotten where its BARs are.
case_untold() {
	before=$(count "$ones")
	event r
	report untold-calls refused
	report untold await "$ones" "$before"
	report untold-back back
}

# It stays down: the reset by the port does not help.
case_down() {
	report down smgpu-uapi-test --doomed '. /tmp/link && event d && fatal'
	report down-sentence await "card is lost: its slot" 0
	report down-back back
}

# The card is pulled out, amid all kinds of calls. Then nothing binds to its place.
case_pulled() {
	before=$(count "$ones")
	report pulled smgpu-uapi-test --doomed '. /tmp/link && event p'
	report pulled-sentence await "$ones" "$before"
	report pulled-unload rmmod smgpu
	before=$(count "card does not answer: its registers read all ones")
	insmod /lib/modules/smgpu.ko simulation_slowdown=60
	report pulled-empty await "card does not answer: its registers read all ones" "$before"
	report pulled-back back
}

# Software has taken bus master away: no command is answered, until recovery has given it back. A
# driver waits ten seconds for firmware, here four times as long.
case_master() {
	rmmod smgpu && insmod /lib/modules/smgpu.ko simulation_slowdown=4
	config 4 '\002'
	report master-calls smgpu-uapi-test --churn 3
	report master await "firmware runs again" 0
	rmmod smgpu && insmod /lib/modules/smgpu.ko simulation_slowdown=60
}

# Memory is not calibrated, so the card is in reset: the board answers in its place. A driver that
# binds waits.
case_in_reset() {
	rmmod smgpu
	event p
	event h
	event b
	echo 1 >"$card/remove"
	echo 1 >/sys/bus/pci/rescan
	echo 1 >"$card/enable"
	bar0=$(head -n 1 "$card/resource" | cut -d ' ' -f 1)
	bar2=$(sed -n 3p "$card/resource" | cut -d ' ' -f 1)
	says() { # address, what it reads
		value=$(devmem $(($1)))
		[ "$value" = "$2" ] || { echo "$1 reads $value"; false; }
	}
	report in-reset-board says "bar0 + 0x12000" 0x534D4742
	report in-reset-register says "bar0" 0xFFFFFFFF
	devmem $((bar0 + 0x50)) 32 1
	devmem $((bar2)) 32 1
	report in-reset-memory says "bar2" 0xFFFFFFFF
	# Clocks are locked, the link is up, nothing else.
	report in-reset-state eval '[ $(($(devmem $((bar0 + 0x1200c))) & 0xff)) = 3 ]'
	insmod /lib/modules/smgpu.ko simulation_slowdown=60 & binds=$!
	waits() { grep -q smgpu_board_wait "/proc/$binds/stack"; }
	stays() { # It comes to its wait, and is there half a second later.
		until waits; do
			grep -q "State:.[SDR]" "/proc/$binds/status" || return
			usleep 20000
		done
		usleep 500000
		waits || waits || waits
	}
	report in-reset-waits stays
	event g
	wait $binds
	report in-reset-bind smgpu-uapi-test nothing
}

for c in $(cat /data/cases); do
	case_"$c"
	[ -e /dev/dri/renderD128 ] || back
done
report unload rmmod smgpu
exit $status
