#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Runs the driver's tests in the VM, one line for each case.
#
# usage: run.sh [--cpus N] [--backport] [--only "CASE..."] [SUITE]...     (none: all but iommu,
# boardblock and boardlink)
#   --cpus N    processors of the guest, more than one over vfio-user (default 1, on QEMU's proxy)
#   --backport  the newest kernel of trixie-backports, and the module for it
#   --only "CASE..."  of the suites uapi, iommu and boardlink these groups and cases
#   uapi      all ioctl cases, as root
#   users     as alice beside bob, and as mallory, who may not open the node
#   hogs      clients that take all they get, beside others who need a little
#   unplug    unbind, rebind, unload under load
#   debugfs   unbind beside readers of debugfs; fences that outlive the card (freed memory is
#             overwritten, so that its use shows)
#   foreign   jobs behind a fence of another driver (tests/foreign) that does not end
#   slot      errors of the card's slot (tests/slot, on the fake card), and another DRM device that
#             goes
#   coherent  mappings of DMA memory behind an IOMMU and without one (QEMU's "edu" devices, on one
#             processor)
#   iommu     the card behind an IOMMU that translates, then behind one that does not; the second
#             with bounce buffers, too (over vfio-user)
#   bounced   a machine whose DMA goes through bounce buffers
#   fuzz      random calls, beside a client who does sensible work: SMGPU_FUZZ_CALLS (100000) of
#             them, from CHECK_SEED (1)
#   reset     function-level reset while bound, sleep to memory
#   fake      failing cards (a fake one, without SMs)
#   boardblock  a fake card with a board block: what it tells, its flash, boards that fail (with
#             tools of build/userspace)
#   boardlink  the Verilated board behind a root port: resets of the link, a link that is down,
#             removal, bus master off, a card that is held in reset
# The card is SMGPU_CARD (model, rtl, board, acorn or zcu106); its firmware is
# build/firmware/smgpu_fw_v1.bin.
set -u
top=$(cd "$(dirname "$0")/../../.." && pwd)
cd "$top" || exit 1
out=build/kernel/tests
fw=build/firmware/smgpu_fw_v1.bin
module=build/kernel/smgpu.ko kdir=$(echo "$top"/build/kernel-deb/usr/src/linux-headers-*-amd64)
cpus=1 tag='' build=all only='' tools=$PATH
while [ $# -gt 0 ]; do
	case $1 in
	--cpus) cpus=$2 tag=${tag}smp-; shift ;;
	--backport)
		build=backport tag=${tag}backport- module=build/kernel-backport/smgpu.ko
		export SMGPU_KERNEL_TREE=$top/build/trixie ;;
	--only) only=$2; shift ;;
	*) break ;;
	esac
	shift
done
suites=${*:-uapi users hogs unplug debugfs foreign slot coherent bounced fuzz reset fake}
args= limit=600 cases= alice='args submit sm dump throttle task-schedule'
bob='map-card map-host readonly split-and-replace large-pages random destroy-busy two-processes'
bob="$bob fence-outlives-channel"
if [ "${SMGPU_CARD:-model}" != model ]; then
	# Some thousand times slower: what fills memory or counts to a thousand is left out.
	limit=1800 alice='nothing many-works grid faults unmap-beside-work next-tenant throttle'
	alice="$alice task-schedule" bob='map-card readonly timeline-chain'
	cases='tasks dump args broken-rings cleared partial malformed destroy-busy bad-tmds'
	cases="$cases $alice $bob"
fi
# Virtual processors take turns on those of the host.
[ "$cpus" = 1 ] || limit=$((limit * 3))
cases=${only:-$cases}
status=0

mkdir -p build/vm
# Suites of make check run side by side.
exec 8>build/kernel/lock
flock 8
make -s -C kernel all >build/kernel/build.log 2>&1 || {
	tail -5 build/kernel/build.log
	echo "not ok kernel-build"
	exit 1
}
if [ $build = backport ]; then
	make -s -C kernel backport >build/kernel/backport.log 2>&1 || {
		tail -5 build/kernel/backport.log
		echo "not ok kernel-backport-build"
		exit 1
	}
	kdir=$(echo "$top"/build/trixie/usr/src/linux-headers-*-amd64)
	# its compiler for modules, not its QEMU for machines
	tools=$top/build/trixie/bin:$PATH
fi
flock -u 8

vm() {
	hw/sim/vm/run.sh --module $module$args --add $out/smgpu-uapi-test \
		--add kernel/tests/vm/report.sh:/data/report.sh --cpus "$cpus" \
		--timeout $limit "$@"
}

guest() { # name, run.sh's arguments
	local name=$1 rc
	shift
	vm --klog "build/vm/kernel-$tag$name.log" "$@" 2>&1
	rc=$?
	if [ $rc -eq 0 ]; then
		echo "ok kernel-$tag$name-log-clean"
	else
		echo "not ok kernel-$tag$name: exit $rc"
		status=1
	fi
}

# name, failure, text the kernel log must have, command: the driver's answer to a fake card that
# fails
expect() {
	local name=$1 failure=$2 text=$3 log
	log=$(FAKE=$failure vm --card $out/smgpu-card-fake --firmware "${4:-$fw}" \
		--klog "build/vm/kernel-${tag}fake-$name.log" -- \
		"${5:-true}; dmesg; rmmod smgpu && echo unloaded" 2>&1)
	if grep -qF "$text" <<<"$log" && grep -q '^unloaded' <<<"$log"; then
		echo "ok kernel-${tag}fake-$name"
	else
		echo "not ok kernel-${tag}fake-$name: no '$text' in the kernel log"
		grep 'smgpu' <<<"$log" | tail -5
		: >"$d/failed"
	fi
}

# name, failure, command that must succeed, text the kernel log must not have: a card that fails and
# a driver that goes on
survives() {
	local name=$1 failure=$2 log why=
	log=$(FAKE=$failure vm --card $out/smgpu-card-fake --firmware $fw \
		--klog "build/vm/kernel-${tag}fake-$name.log" --wait /dev/dri/renderD128 -- \
		"$3 && echo survived; dmesg; rmmod smgpu && echo unloaded" 2>&1)
	grep -q '^survived' <<<"$log" || why="the command failed"
	grep -q '^unloaded' <<<"$log" || why="no end"
	[ -z "${4-}" ] || ! grep -qF "$4" <<<"$log" || why="the kernel log has '$4'"
	! grep -q STALE <<<"$log" || why=$(grep -m 1 STALE <<<"$log")
	if [ "$failure" = die:3 ]; then
		# Each kind of command, before it is done and after; one reset for each, and none of
		# a card that is well
		[ "$(grep -c 'card (.*): dies' <<<"$log")" -eq 20 ] ||
			why="the firmware did not die at each kind of command"
		[ "$(grep -c 'needs a reset' <<<"$log")" -eq 20 ] ||
			why="$(grep -c 'needs a reset' <<<"$log") resets for 20 deaths"
	fi
	if [ -z "$why" ]; then echo "ok kernel-${tag}fake-$name"; else
		echo "not ok kernel-${tag}fake-$name: $why"
		grep -E 'smgpu|not ok|card \(' <<<"$log" | tail -8
		: >"$d/failed"
	fi
}

# Two at a time: a machine with a fake card mostly boots, on one processor. A case that failed
# leaves $d/failed.
beside() { # expect or survives, and its arguments
	while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
	"$@" &
}

# file, offset, bytes in octal escapes: a copy of the firmware that is damaged there
patch_firmware() {
	cp $fw "$1"
	printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

for suite in $suites; do
	case $suite in
	uapi)
		guest uapi --firmware $fw --wait /dev/dri/renderD128 -- smgpu-uapi-test $cases ;;
	users)
		guest users --firmware $fw --wait /dev/dri/renderD128 -- '
			as alice smgpu-uapi-test '"$alice"' >/tmp/alice & a=$!
			as bob smgpu-uapi-test '"$bob"' >/tmp/bob & b=$!
			wait $a; ra=$?; wait $b; rb=$?
			sed "s/ok /ok alice-/" /tmp/alice; sed "s/ok /ok bob-/" /tmp/bob
			if as mallory smgpu-uapi-test nothing dev-query >/dev/null; then
				rm=1
				echo "not ok mallory opened the node"
			else
				rm=0
				echo "ok mallory-kept-out"
			fi
			[ $ra$rb$rm = 000 ]' ;;
	hogs)
		guest hogs --firmware $fw --wait /dev/dri/renderD128 \
			--script kernel/tests/vm/hogs.sh ;;
	unplug)
		guest unplug --firmware $fw --wait /dev/dri/renderD128 \
			--script kernel/tests/vm/unplug.sh ;;
	debugfs)
		SMGPU_KERNEL_ARGS="init_on_free=1 ${SMGPU_KERNEL_ARGS-}" \
			guest debugfs --firmware $fw --wait /dev/dri/renderD128 \
			--script kernel/tests/vm/debugfs.sh ;;
	foreign)
		PATH=$tools make -s -C kernel/tests TOP="$top" OUT="$top/$out" KDIR="$kdir" \
			foreign >/dev/null 2>&1 ||
			{ echo "not ok kernel-foreign-build"; status=1; continue; }
		guest foreign --firmware $fw --module $out/foreign/smgpu_foreign_test.ko \
			--wait /dev/dri/renderD128 --script kernel/tests/vm/foreign.sh ;;
	slot)
		make -s -C kernel/tests TOP="$top" OUT="$top/$out" KDIR="$kdir" fake slot \
			>build/kernel/slot.log 2>&1 ||
			{ echo "not ok kernel-slot-build"; status=1; continue; }
		FAKE=slot guest slot --card $out/smgpu-card-fake --firmware $fw \
			--module $out/slot/smgpu_slot_test.ko --timeout $((limit * 2)) \
			--wait /dev/dri/renderD128 \
			--script kernel/tests/vm/slot.sh ;;
	fuzz)
		d=$(mktemp -d)
		echo "--seed ${CHECK_SEED:-1} --calls ${SMGPU_FUZZ_CALLS:-100000}" >"$d/fuzz-args"
		guest fuzz --firmware $fw --wait /dev/dri/renderD128 --add $out/smgpu-fuzz \
			--add "$d/fuzz-args:/data/fuzz-args" \
			--script kernel/tests/vm/fuzz.sh
		rm -rf "$d" ;;
	coherent)
		PATH=$tools make -s -C kernel/tests TOP="$top" OUT="$top/$out" KDIR="$kdir" \
			coherent >/dev/null 2>&1 ||
			{ echo "not ok kernel-coherent-build"; status=1; continue; }
		SMGPU_KERNEL_ARGS="intel_iommu=on" hw/sim/vm/run.sh --card none --machine q35 \
			--device intel-iommu --device edu --device edu \
			--module $out/coherent/smgpu_coherent_test.ko \
			--add $out/smgpu-coherent-test --timeout 200 \
			--script kernel/tests/coherent/guest.sh 2>&1
		rc=$?
		if [ $rc -eq 0 ]; then
			echo "ok kernel-coherent-log-clean"
		else
			echo "not ok kernel-coherent: exit $rc"
			status=1
		fi ;;
	iommu)
		echo "$cases" >"build/vm/iommu-cases"
		guest iommu --iommu --firmware $fw --wait /dev/dri/renderD128 \
			--add build/vm/iommu-cases:/data/cases --script kernel/tests/vm/iommu.sh
		SMGPU_KERNEL_ARGS="iommu=pt swiotlb=force ${SMGPU_KERNEL_ARGS-}" \
			guest iommu-bounced --iommu --firmware $fw --wait /dev/dri/renderD128 -- '
			kind=$(cat /sys/bus/pci/drivers/smgpu/*/iommu_group/type)
			[ "$kind" = identity ] && smgpu-uapi-test --bounced || {
				echo "not ok iommu-bounced: the IOMMU is of kind $kind"
				false
			}' ;;
	bounced)
		SMGPU_KERNEL_ARGS="swiotlb=force ${SMGPU_KERNEL_ARGS-}" \
			guest bounced --firmware $fw --wait /dev/dri/renderD128 -- \
			smgpu-uapi-test --bounced ;;
	reset)
		guest reset --firmware $fw --wait /dev/dri/renderD128 \
			--script kernel/tests/vm/reset.sh ;;
	fake)
		make -s -C kernel/tests TOP="$top" OUT="$top/$out" fake || {
			echo "not ok kernel-fake-build"
			exit 1
		}
		d=$(mktemp -d)
		beside expect ones ones 'card does not answer: its registers read all ones'
		beside expect magic magic 'not an smgpu card: magic is 0x12345678'
		beside expect version version 'hardware interface is version 7.0'
		beside expect silent silent 'firmware does not answer: progress 0x0000'
		beside expect refuse refuse \
			'firmware refuses to boot: it does not accept the ABI version'
		beside expect bootpanic bootpanic 'firmware panicked while booting'
		beside expect abi abi 'running firmware speaks ABI 9.'
		beside expect loadfail loadfail 'firmware copy to the card failed'
		mkdir "$d/fw"
		patch_firmware "$d/fw/magic" 0 'XXXX'
		patch_firmware "$d/fw/major" 4 '\011'
		patch_firmware "$d/fw/length" 8 '\010'
		patch_firmware "$d/fw/crc" 100 'XXXX'
		head -c 20 $fw >"$d/fw/short"
		sed -n 's/^#define SMGPU_PCI_DEVICE_SIM[\t ]*//p' \
			kernel/include/uapi/drm/smgpu_hw.h >"$d/fw/device"
		wait
		guest files --card $out/smgpu-card-fake --firmware $fw:other.bin \
			--add "$d/fw:/data/fw" \
			--script kernel/tests/vm/files.sh
		beside expect hang hang:60 'firmware runs again' $fw \
			'smgpu-uapi-test vm; smgpu-uapi-test vm submit'
		beside expect panic panic:60 'firmware runs again' $fw \
			'smgpu-uapi-test vm; smgpu-uapi-test vm submit'
		beside expect wiped wipe:60 'it was reset, and not by the driver' $fw \
			'smgpu-uapi-test vm; smgpu-uapi-test vm submit'
		beside expect user-queue doorbell \
			'the owner of a user queue was told of the reset' $fw \
			'smgpu-uapi-test --dead'
		beside survives no-credits none 'f=/sys/kernel/debug/dri/128/schedule
			! echo b >$f 2>/tmp/said && grep -q "not supported" /tmp/said &&
			dmesg | grep -q "schedule warps by credits" &&
			[ "$(cat $f)" = "GTO age=0 gain=0" ] && echo lrr >$f &&
			[ "$(cat $f)" = "LRR age=0 gain=0" ]'
		beside survives deaths die:3 \
			'smgpu-uapi-test --churn 150 && smgpu-uapi-test vm submit'
		beside survives lost-interrupts nomsi:24 'smgpu-uapi-test --slow 10' 'needs a reset'
		beside survives long-job still 'smgpu-uapi-test --slow 21000' 'needs a reset'
		beside survives forgotten-job forget 'smgpu-uapi-test --forgotten' 'needs a reset'
		beside survives crowded lag 'smgpu-uapi-test --crowded'
		beside survives expiry-and-reset expire \
			'for f in /sys/devices/virtual/workqueue/smgpu-[0-9]*/max_active; do
				echo 1 >$f || exit
			done
			smgpu-uapi-test --expiring'
		beside survives unbindable die:1:VM_INVALIDATE 'smgpu-uapi-test --unbindable'
		beside survives breaking die:1:VM_INVALIDATE:late 'smgpu-uapi-test --breaking' \
			'did not destroy'
		beside survives vanished away 'smgpu-uapi-test --vanished'
		beside survives vanished-unbind away \
			'unbind=/sys/bus/pci/drivers/smgpu/unbind
			smgpu-uapi-test --vanished "echo 0000:00:03.0 >$unbind"' \
			'does not come back'
		beside expect lost lost:60 'card is lost: its registers read all ones' $fw \
			'smgpu-uapi-test vm'
		# The first command is that of the parameter: probe is not over yet.
		args=:launch=balance
		beside expect lost-early lost:1 'no node is left' $fw \
			'sleep 2; ls /dev/dri/render* 2>/dev/null || echo "no node is left"'
		args=
		wait
		FAKE=lazy guest other --card $out/smgpu-card-fake --firmware $fw \
			--wait /dev/dri/renderD128 --modprobe bochs --device bochs-display \
			--script kernel/tests/vm/other.sh
		[ ! -e "$d/failed" ] || status=1
		rm -rf "$d" ;;
	boardblock)
		make -s -C kernel/tests TOP="$top" OUT="$top/$out" fake || {
			echo "not ok kernel-fake-build"
			exit 1
		}
		d=$(mktemp -d)
		kernel/tests/vm/image.sh 90000 "$d"
		FAKE=board guest boardblock --card $out/smgpu-card-fake --firmware $fw \
			--modprobe mtd --modprobe spi-nor --add build/userspace/smgpu-info \
			--add build/userspace/smgpu-flash --add "$d/none:/data/none" \
			--add "$d/image:/data/image" --add "$d/other:/data/other" \
			--wait /dev/dri/renderD128 --script kernel/tests/vm/boardblock.sh \
			>"$d/said"
		cat "$d/said"
		if grep -q STALE "$d/said"; then
			echo "not ok kernel-boardblock-bus: $(grep -m 1 STALE "$d/said")"
			status=1
		else
			echo "ok kernel-boardblock-bus"
		fi
		# On this card a wall second is one.
		args=:simulation_slowdown=1
		beside survives board-slow board:slow 'dmesg | grep -q "memory test of 65536 KiB"'
		beside survives board-sysmon board:sysmon '
			[ "$(cat /sys/class/hwmon/hwmon*/temp1_input)" = 42940 ]'
		beside survives board-none none '
			! ls /sys/bus/pci/drivers/smgpu/*/board /sys/class/hwmon/*/name'
		beside expect board-dram board:dram \
			"calibration of the card's memory failed: the card stays in reset"
		beside expect board-test board:test \
			'found 7 wrong lines, first at 0x40000020, bits 0x00800001'
		beside expect board-clocks board:clocks 'clocks of the board are not locked'
		beside expect board-never board:never \
			'did not come up in time: its memory is not calibrated'
		beside expect board-stuck board:stuck \
			'did not come up in time: its memory test is at 1024 KiB'
		wait
		args=
		FAKE=board:lost:20000 guest boardblock-lost --card $out/smgpu-card-fake \
			--firmware $fw --modprobe mtd --modprobe spi-nor \
			--add build/userspace/smgpu-flash --add "$d/image:/data/image" \
			--wait /dev/dri/renderD128 -- '
			smgpu-flash /data/image >/tmp/said 2>&1
			[ $? -eq 1 ] && grep "No such device" /tmp/said && rmmod smgpu &&
				echo "ok board-lost"'
		[ ! -e "$d/failed" ] || status=1
		rm -rf "$d" ;;
	boardlink)
		board=build/hw/smgpu-card-board
		case ${SMGPU_CARD:-} in acorn|zcu106) board=build/hw/smgpu-card-$SMGPU_CARD ;; esac
		all='hot_reset reported slow harmless untold master in_reset pulled down'
		echo "${only:-$all}" >build/vm/boardlink-cases
		SMGPU_LINK_EVENTS=1 guest boardlink --port --card $board \
			--firmware $fw --modprobe aer_inject --timeout 1800 \
			--add build/vm/boardlink-cases:/data/cases \
			--wait /dev/dri/renderD128 --script kernel/tests/vm/boardlink.sh ;;
	*)
		echo "not ok kernel-suite-$suite: no such suite"; status=1 ;;
	esac
done
exit $status
