#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest: what takes the card's state while it is bound and used. A channel that was idle and
# one that was busy are told, their VMs work on.
status=0
device=$(readlink -f /sys/class/drm/renderD*/device)

files=/sys/kernel/debug/dri/128

# The file of the schedule and the register of each SM say @1, the file bonuses, too, as the card
# has them; and so for the choice of SMs, which is round_robin, and for priority tokens, whose limit
# for a stretch of code is read from the card. How many tokens of the L2 an SM has got depends on
# what runs.
options='texture=8 op=2 vertex=4 pixel_only oversub_low=3 oversub_high=9 textile_timeout=500'
options="$options fetch_in_turn"
progress='branch=HIGHER yield=RANDOM period=9 threshold=99 seed=4660 depth=5 full=drop backstop=777'
progress="$progress shift=3 least=17"
sm='^sm .* l1_tokens 8 EVEN lru l2_tokens [0-9]* of [0-9]*'
scheduled() {
	[ "$(cat $files/launch)" = round_robin ] && [ "$(cat $files/isolation)" = exclusive ] &&
		grep -qx "launch round_robin" $files/tasks &&
		[ "$(cat $files/schedule)" = "$1 $options" ] &&
		[ "$(cat $files/l1_tokens)" = "8 EVEN lru" ] &&
		[ "$(cat $files/l1_tokens_pc)" = "0x01000100 0x01000200 512 4" ] &&
		[ "$(cat $files/l2_tokens)" = "12 ROTATE never" ] &&
		[ "$(cat $files/progress)" = "$progress" ] &&
		[ "$(grep -c "$sm schedule $1\$" $files/tasks)" = "$(grep -c '^sm ' $files/tasks)" ]
}

through() { # name, command
	if smgpu-uapi-test --through "$2" >/tmp/through 2>&1; then
		echo "ok reset-$1"
	else
		echo "not ok reset-$1: $(tail -n 1 /tmp/through)"
		status=1
	fi
	if scheduled "B additive age=3 gain=0"; then
		echo "ok reset-schedule-$1"
	else
		echo "not ok reset-schedule-$1: $(grep -e '^sm ' -e '^launch ' $files/tasks)"
		status=1
	fi
}

echo b additive age=3 texture=8 op=2 vertex=4 pixel_only oversub_low=3 oversub_high=9 \
	textile_timeout=500 fetch_in_turn >$files/schedule
echo round_robin >$files/launch
echo exclusive >$files/isolation
echo 8 even lru >$files/l1_tokens
echo 0x01000100 0x01000200 512 4 >$files/l1_tokens_pc
echo 12 rotate never >$files/l2_tokens
echo branch=higher yield=random threshold=99 period=9 seed=4660 depth=5 full=drop backstop=777 \
	shift=3 least=17 >$files/progress

# A card behind an endpoint, which MSI-X tells, has no function-level reset.
function=yes
! grep -q 'PCI-MSIX.*smgpu' /proc/interrupts || function=
[ -z $function ] || for round in 1 2 3; do
	through function-$round "echo 1 >$device/reset"
done
# Everything of a sleep but the last step, then all of it, until the clock wakes the machine. An
# alarm that rings before the machine sleeps would be lost: the kernel is told to end the way there
# if one does (wakeup_count), and the next has twice the time. The first has that of the rehearsal
# and two seconds.
cat >/tmp/sleep <<'END'
alarm=$1
for try in 1 2 3 4 5; do
	cat /sys/power/wakeup_count >/tmp/wakeups &&
		cat /tmp/wakeups >/sys/power/wakeup_count || continue
	echo 0 >/sys/class/rtc/rtc0/wakealarm
	echo "+$alarm" >/sys/class/rtc/rtc0/wakealarm
	echo mem >/sys/power/state && exit
	echo "an alarm after $alarm s rang before the machine slept"
	alarm=$((alarm * 2))
done
exit 1
END
began=$(date +%s)
echo core >/sys/power/pm_test 2>/dev/null && through sleep-rehearsed "echo mem >/sys/power/state"
echo none >/sys/power/pm_test 2>/dev/null
through sleep "sh /tmp/sleep $((2 + $(date +%s) - began))"
[ -z $function ] || through function-after-sleep "echo 1 >$device/reset"
if smgpu-uapi-test nothing many-works >/tmp/after 2>&1; then
	echo "ok reset-works-after"
else
	cat /tmp/after
	status=1
fi
# A reset that waits for the card would not get the device from its driver.
if rmmod smgpu; then echo "ok reset-unload"; else echo "not ok reset-unload"; status=1; fi
exit $status
