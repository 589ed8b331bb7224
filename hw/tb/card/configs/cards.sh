#!/bin/bash
# SPDX-License-Identifier: MIT
# The card's tests (hw/model/tests; TESTS: these of them) on so many drawn cards, whose registers
# and memories hold something else each time when they wake up.
#
# usage: cards.sh [--small|--least] SEED COUNT
#        cards.sh SEED NAME=VALUE...	this set, as a line before the cases of each card says
set -u
cd "$(dirname "$0")"
. ./common.sh
small=
case ${1:-} in --small | --least) small=$1; shift ;; esac
seed=$1
shift
make -s -C "$root/hw/model" all || exit 1
make -s -C "$root/firmware" all || exit 1
firmware=$build/firmware/smgpu_fw_v1.bin
model=$build/hw/model/libsmgpu-model.a
tests=${TESTS:-card launch choice lend queue warps fault const attr tex service fw reuse}
flags="-std=gnu11 -O2 -Wall -Wextra -I$root/hw/model -I$root/hw/host -I$root/hw/model/tests"
flags="$flags -I$root/hw/isa -I$root/hw/sim -I$root/userspace/device"
flags="$flags -I$root/kernel/abi -I$root/kernel/include/uapi"
for t in $tests; do cc $flags -c "$root/hw/model/tests/${t}_test.c" -o "$out/$t.o" || exit 1; done
cc $flags -c wake.c -o "$out/wake.o" || exit 1
bad=0

card() { # name, set
	local dir=$out/$1 t first
	echo "# $1: hw/tb/card/configs/cards.sh $seed $2"
	if ! make -C "$root/hw/sim/rtl" backend "$dir/drawn/libVcard_drawn.a" OUT="$dir" \
		PRESETS=drawn preset_drawn="$2" PROFILE=0 OPT=-O1 </dev/null >"$out/$1.log" \
		2>&1; then
		tail -20 "$out/$1.log"
		echo "not ok $1.build: see above"
		bad=1
		return
	fi
	for t in wake $tests; do
		# The firmware's test fills queues of 64 tokens.
		case $t$2 in fw*DTOKS=64\ *) ;; fw*) continue ;; esac
		if ! g++ -pthread "$out/$t.o" -Wl,-u,card_backend_model "$model" \
			-Wl,-u,card_backend_rtl -Wl,-u,rtl_model_drawn "$dir/libsmgpu-rtl.a" \
			"$dir/drawn/libVcard_drawn.a" "$model" -lm -o "$dir/$t"; then
			echo "not ok $1.$t: does not link"
			bad=1
			continue
		fi
		first= last=
		case $t in fw|reuse) first=$firmware ;; wake) last="$seed 8" ;; esac
		# Seconds of CPU, as other work takes none of them
		if (ulimit -t 600; SMGPU_SEED=$seed exec "$dir/$t" $first rtl drawn $last) \
			</dev/null >"$out/$1.$t.log" 2>&1 && grep -q '^ok ' "$out/$1.$t.log"; then
			echo "ok $1.$t # $(grep -c '^ok ' "$out/$1.$t.log") cases"
		else
			grep -v '^ok ' "$out/$1.$t.log" | head -5
			echo "not ok $1.$t: see above, and $out/$1.$t.log"
			bad=1
		fi
	done
	rm -rf "$dir"
}

case ${1:-} in
*=*) card asked "$*" ;;
*)	at=0
	while read -r name set; do
		at=$((at + 1))
		card "$name" "$set"
	done < <(./draw.py $small "$seed" "$1")
	[ $at -eq "$1" ] || { echo "not ok cards.draw: $at sets, not $1"; bad=1; }
	;;
esac
exit $bad
