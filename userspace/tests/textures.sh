#!/bin/sh
# SPDX-License-Identifier: MIT
# Kernels with texture instructions: on a card that has them, refused on a card that has not. usage: textures.sh BUILD "PREFIX"
build=$1 prefix=$2 tmp=$1/tests bad=0
source=$(dirname "$0")/textures.c

suite=textures
. "$(dirname "$0")/verdict.sh"

run() {	# file, differing handles, assignments
	file=$1 handles=$2
	shift 2
	rm -f "$tmp/textures.bin"
	env "$@" $prefix "$build/smgpu-run" "$file" --kernel textures --cta 32 buf:256:init=fill=0xdeadbeef:out="$tmp/textures.bin" buf:128 \
		buf:512:init=iota "i:$handles" >"$tmp/textures.txt" 2>&1
}

right() {
	[ "$(od -An -v -tx4 -w128 -N128 "$tmp/textures.bin" 2>/dev/null | tr -d ' 0')" = "" ] && [ -s "$tmp/textures.bin" ] &&
		! od -An -v -tx4 -j128 "$tmp/textures.bin" | grep -q deadbeef
}

"$build/cc/smcc" -DSMGPU_TEX -o "$tmp/unit.elf" "$source" && "$build/cc/smcc" -o "$tmp/soft.elf" "$source"
verdict compile $? "smcc failed"
"$build/smgpu-dis" "$tmp/unit.elf" | grep -q 'xsm\.tex\.t'
verdict instructions $? "no texture instruction"
! "$build/smgpu-dis" "$tmp/soft.elf" | grep -q 'xsm\.tex'
verdict software $? "a texture instruction without SMGPU_TEX"
run "$tmp/unit.elf" 0 && right
verdict same-handle $? "$(tail -n 1 "$tmp/textures.txt")"
run "$tmp/unit.elf" 3 && right
verdict handles $? "$(tail -n 1 "$tmp/textures.txt")"
run "$tmp/soft.elf" 3 SMGPU_FAKE_NO_TEXTURES=1 && right
verdict card-without $? "$(tail -n 1 "$tmp/textures.txt")"
run "$tmp/unit.elf" 3 SMGPU_FAKE_NO_TEXTURES=1
[ $? -ne 0 ] && grep -q 'texture instructions, which this card has not: compile it without SMGPU_TEX' "$tmp/textures.txt"
verdict refused $? "$(tail -n 1 "$tmp/textures.txt")"
env $prefix "$build/smgpu-info" /dev/dri/fake-smgpu | grep -q 'texture unit *yes'
verdict info $? "smgpu-info does not show it"
env SMGPU_FAKE_NO_TEXTURES=1 $prefix "$build/smgpu-info" /dev/dri/fake-smgpu | grep -q 'texture unit *no'
verdict info-without $? "smgpu-info shows what is not there"
exit $bad
