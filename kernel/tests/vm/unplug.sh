#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest: takes the card from its driver while processes work with it, gives it back, five
# times; then unloads.
suite=unplug-
. /data/report.sh
device=$(basename "$(readlink -f /sys/class/drm/renderD*/device)")
driver=/sys/bus/pci/drivers/smgpu

loads() {
	for user in alice bob; do
		# what the last one said must not be taken for what this one says
		: >/tmp/load.$user
		as $user smgpu-uapi-test --load >>/tmp/load.$user 2>&1 &
		eval "pid_$user=$!"
	done
	for user in alice bob; do
		i=0
		while ! grep -q loading /tmp/load.$user && [ $i -lt 400 ]; do
			i=$((i + 1))
			usleep 25000
		done
	done
	usleep 100000
}

for round in 1 2 3 4 5; do
	loads
	echo "$device" >$driver/unbind
	for user in alice bob; do
		eval "wait \$pid_$user" && rc=0 || rc=$?
		[ $rc -eq 0 ] || cat /tmp/load.$user
		report "load-ends-$user-$round" [ $rc -eq 0 ]
	done
	echo "$device" >$driver/bind
	report "bind-$round" [ -e $driver/"$device" ]
	chgrp render /dev/dri/renderD* && chmod 660 /dev/dri/renderD*
	smgpu-uapi-test nothing many-works >/tmp/again 2>&1
	report "works-again-$round" grep -q '^ok submit-many-works' /tmp/again
done

# The card may still answer what was aborted, and the driver resets it: neither is an error.
quiet() { ! dmesg | grep -e 'not waited for' -e 'needs a reset'; }
report quiet quiet

# A file that stays open across unbind and bind keeps the module, not the card.
sleep 1000 3<>/dev/dri/renderD128 &
holder=$!
usleep 100000
echo "$device" >$driver/unbind
echo "$device" >$driver/bind
report rebind-with-open-file [ -e $driver/"$device" ]
kill $holder
wait $holder 2>/dev/null
i=0
until rmmod smgpu 2>/dev/null || [ $i -ge 40 ]; do i=$((i + 1)); usleep 50000; done
report unload [ ! -e $driver ]
insmod /lib/modules/smgpu.ko simulation_slowdown=60
report load-again [ -e $driver/"$device" ]

# The module parameter: one that is understood, and some that are not
with() { # parameter, what the file must say
	rmmod smgpu && insmod /lib/modules/smgpu.ko simulation_slowdown=60 "schedule=$1" &&
		[ "$(cat /sys/kernel/debug/dri/128/schedule)" = "$2" ] &&
		[ "$(grep -c "^sm .* schedule $2\$" /sys/kernel/debug/dri/128/tasks)" = \
			"$(grep -c '^sm ' /sys/kernel/debug/dri/128/tasks)" ]
}
ignored() { # parameter
	dmesg -c >/dev/null
	with "$1" "GTO age=0 gain=0" && dmesg | grep -q 'parameter schedule=.* is ignored'
}
report parameter with c,age=4 "C age=4 gain=0"
report parameter-unknown ignored fastest
report parameter-option ignored c,age=9
report parameter-empty ignored ,
progress() { # parameter, what the file must say after it: what the card's registers hold
	rmmod smgpu && insmod /lib/modules/smgpu.ko "progress=$1" &&
		grep -q "^$2\$" /sys/kernel/debug/dri/128/progress
}
report parameter-progress progress yield=always,backstop=99,shift=0,branch=taken,full=drop \
	"branch=TAKEN yield=ALWAYS .* full=drop backstop=99 shift=0 least=.*"
report parameter-progress-default progress default "branch=AUTO yield=NTH period=4 .* full=stop .*"
dmesg -c >/dev/null
report parameter-progress-unknown progress yield=often \
	"branch=AUTO yield=NTH period=4 .* full=stop .*"
report parameter-progress-told eval "dmesg | grep -q 'parameter progress=.* is ignored'"
launching() { # parameter, what the file must say
	dmesg -c >/dev/null
	rmmod smgpu && insmod /lib/modules/smgpu.ko simulation_slowdown=60 "launch=$1" &&
		[ "$(cat /sys/kernel/debug/dri/128/launch)" = "$2" ] &&
		grep -qx "launch $2" /sys/kernel/debug/dri/128/tasks
}
report launch launching round_robin round_robin
report launch-order launching balance,0 \
	"$(echo balance $(seq 0 $(($(grep -c '^sm ' /sys/kernel/debug/dri/128/tasks) - 1))))"
isolated() { # parameter, what the file must say
	dmesg -c >/dev/null
	rmmod smgpu && insmod /lib/modules/smgpu.ko simulation_slowdown=60 "isolation=$1" &&
		[ "$(cat /sys/kernel/debug/dri/128/isolation)" = "$2" ]
}
report isolation isolated exclusive exclusive
not_isolated() {
	isolated alone shared && dmesg | grep -q 'parameter isolation=.* is ignored' &&
		! echo alone 2>/dev/null >/sys/kernel/debug/dri/128/isolation
}
report isolation-unknown not_isolated
ptoks() { # name, parameter, what the file must say
	dmesg -c >/dev/null
	rmmod smgpu && insmod /lib/modules/smgpu.ko simulation_slowdown=60 "$1=$2" &&
		[ "$(cat /sys/kernel/debug/dri/128/$1)" = "$3" ]
}
tunes() {
	ptoks l1_tokens tune,compiler "tune COMPILER" &&
		smgpu-uapi-test vm submit >/dev/null 2>&1 &&
		echo 4 oldest at_barrier >/sys/kernel/debug/dri/128/l1_tokens &&
		[ "$(cat /sys/kernel/debug/dri/128/l1_tokens)" = "4 OLDEST at_barrier" ]
}
report ptoks tunes
predicts() { # sets of L1's lines are sampled, so the L2 has no such policy
	ptoks l1_tokens all,predict,wait "63 PREDICT wait" &&
		smgpu-uapi-test vm submit >/dev/null 2>&1 &&
		! echo all predict 2>/dev/null >/sys/kernel/debug/dri/128/l2_tokens
}
report ptoks-predict predicts
of_code() { # a text that is understood, and one that is not
	file=/sys/kernel/debug/dri/128/l1_tokens_pc
	echo 0x1000000,0x1000040,64,2 >$file &&
		[ "$(cat $file)" = "0x01000000 0x01000040 64 2" ] &&
		! echo 0x1000040 0x1000000 64 2 2>/dev/null >$file &&
		[ "$(cat $file)" = "0x01000000 0x01000040 64 2" ] &&
		echo off >$file && [ "$(cat $file)" = off ]
}
report ptoks-of-code of_code
no_number() { # name, the first that is too large
	ptoks "$1" "$2" "off OLDEST" && dmesg | grep -q "parameter $1=.* is ignored"
}
report ptoks-unknown no_number l1_tokens 64
of_l2() { # a parameter, then texts: one that is understood, and what there is for L1 alone
	ptoks l2_tokens 252,split,never,order "252 SPLIT never order" &&
		smgpu-uapi-test vm submit >/dev/null 2>&1 &&
		echo 6 even at_barrier >/sys/kernel/debug/dri/128/l2_tokens &&
		! echo tune 2>/dev/null >/sys/kernel/debug/dri/128/l2_tokens &&
		! echo 6 wait 2>/dev/null >/sys/kernel/debug/dri/128/l2_tokens &&
		[ "$(cat /sys/kernel/debug/dri/128/l2_tokens)" = "6 EVEN at_barrier" ]
}
report ptoks-l2 of_l2
report ptoks-l2-unknown no_number l2_tokens 253
unknown() { launching balance,9 "$1" && dmesg | grep -q 'parameter launch=.* is ignored'; }
report launch-unknown unknown "$(cat /sys/kernel/debug/dri/128/launch)"
exit $status
