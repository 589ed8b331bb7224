#!/bin/sh
# SPDX-License-Identifier: MIT
# Kernels with constant operands: on a card that has them, refused on a card that has not. usage:
# constants.sh BUILD "PREFIX"
build=$1 prefix=$2 tmp=$1/tests bad=0
source=$(dirname "$0")/../examples/saxpy.kernel.c

suite=constants
. "$(dirname "$0")/verdict.sh"

run() {	# file, assignments
	file=$1
	shift
	rm -f "$tmp/constants.bin"
	env "$@" $prefix "$build/smgpu-run" "$file" --kernel saxpy --grid 2 --cta 64 f:2.0 \
		buf:1k:init=fiota \
		buf:1k:init=fill=0x3f800000:out="$tmp/constants.bin" i:256 >"$tmp/constants.txt" \
			2>&1
}

right() {
	[ "$(od -An -tf4 -N12 "$tmp/constants.bin" 2>/dev/null | tr -s ' ')" = " 1 3 5" ]
}

"$build/cc/smcc" -mconstants -o "$tmp/constants.elf" "$source" &&
	"$build/cc/smcc" -mno-constants -o "$tmp/registers.elf" "$source"
verdict compile $? "smcc failed"
"$build/smgpu-dis" "$tmp/constants.elf" | grep -q 'xsm\.c\.sh2add.*, c\[[0-9]*\]'
verdict operands $? "no instruction with a constant operand"
! "$build/smgpu-dis" "$tmp/registers.elf" | grep -q 'xsm\.c\.\|xsm\.cld'
verdict registers $? "-mno-constants left constant operands"
run "$tmp/constants.elf" && right
verdict runs $? "$(tail -n 1 "$tmp/constants.txt")"
run "$tmp/registers.elf" SMGPU_FAKE_NO_CONSTANTS=1 && right
verdict card-without $? "$(tail -n 1 "$tmp/constants.txt")"
run "$tmp/constants.elf" SMGPU_FAKE_NO_CONSTANTS=1
[ $? -ne 0 ] && grep -q \
	'constant operands, which this card has not: compile it with smcc -mno-constants' \
	"$tmp/constants.txt"
verdict refused $? "$(tail -n 1 "$tmp/constants.txt")"
env $prefix "$build/smgpu-info" /dev/dri/fake-smgpu | grep -q 'constant operands *yes'
verdict info $? "smgpu-info does not show them"
env SMGPU_FAKE_NO_CONSTANTS=1 $prefix "$build/smgpu-info" /dev/dri/fake-smgpu |
	grep -q 'constant operands *no'
verdict info-without $? "smgpu-info shows what is not there"
exit $bad
