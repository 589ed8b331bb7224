#!/bin/sh
# SPDX-License-Identifier: MIT
# Defects of firmware and RTL that tests of the whole card must find: see ../../mutants_lib.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree="firmware hw/model hw/host hw/isa hw/sim kernel/abi kernel/include userspace/device"
. "$here/../../mutants_lib.sh"

# card: the RTL has the defect; firmware: the firmware, on the card that is built already. Then the program of this folder that must find it
build() {
	cards=${BUILD_ROOT:-$root/build}
	make -C "$work/t/firmware" BUILD="$work/b/firmware" "$work/b/firmware/smgpu_fw_v1.bin"
	if [ "$1" = card ]; then
		cards=$work/b
		make -C "$work/t/hw/model" BUILD_ROOT="$cards" "$cards/hw/model/libsmgpu-model.a"
		make -C "$work/t/hw/sim/rtl" BUILD_ROOT="$cards" PRESETS=default PROFILE=0 OPT=-O1 backend "$cards/hw/sim-rtl/default/libVcard_default.a"
	fi
	make -C "$work/t/hw/tb/card/whole" BUILD_ROOT="$cards" OUT="$work/b/tb/card" "$work/b/tb/card/$2-default"
}

red() {
	! limited 300 "$work/b/tb/card/$2-default" "$work/b/firmware/smgpu_fw_v1.bin" rtl default >"$work/log" 2>&1 && grep -m1 -E '^not ok|Assertion' "$work/log"
}

try ptoks_of_another_cache ../../firmware/core/intake/tmd.c 's/(uint8_t)(tmd->l1_tokens ==/(uint8_t)(tmd->l2_tokens ==/' firmware ptoks
try ptoks_cut ../../firmware/core/place/schedule.c 's/(t->l1_tokens \& LIMIT);/(t->l1_tokens \& LIMIT \& 1);/' firmware ptoks
try ptoks_of_the_setting ../../firmware/core/place/schedule.c 's/(prio \& ~LIMIT) | (t->l1_tokens \& LIMIT)/prio/' firmware ptoks
try ptoks_of_half_the_limit sm/sm_top.sv 's/prio.limit = prio_limit;/prio.limit = prio_limit >> 1;/' card ptoks
exit $bad
