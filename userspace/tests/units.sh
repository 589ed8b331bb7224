#!/bin/sh
# SPDX-License-Identifier: MIT
# Kernels with instructions that not every card has: on a card that has them, refused on a card that
# has not. usage: units.sh BUILD "PREFIX"
build=$1 prefix=$2 tmp=$1/tests bad=0
here=$(dirname "$0")
. "$here/verdict.sh"

# run FILE LAST-ARGUMENT ASSIGNMENTS: words 0 to 31 of the output are 0 where the unit and software
# agree, the others are results
run() {
	file=$1 last=$2
	shift 2
	rm -f "$tmp/units.bin"
	env "$@" $prefix "$build/smgpu-run" "$file" --kernel $suite --cta 32 \
		buf:256:init=fill=0xdeadbeef:out="$tmp/units.bin" $buffers "i:$last" \
		>"$tmp/units.txt" 2>&1
}

right() {
	[ "$(od -An -v -tx4 -w128 -N128 "$tmp/units.bin" 2>/dev/null | tr -d ' 0')" = "" ] &&
		[ -s "$tmp/units.bin" ] &&
		! od -An -v -tx4 -j128 "$tmp/units.bin" | grep -q deadbeef
}

# unit SUITE MACRO PATTERN-OF-ITS-INSTRUCTIONS WITHOUT WHAT-A-MODULE-HAS NAME-IN-SMGPU-INFO BUFFERS
unit() {
	suite=$1 macro=$2 pattern=$3 without=SMGPU_FAKE_NO_$4=1 has=$5 name=$6 buffers=$7
	"$build/cc/smcc" -D$macro -o "$tmp/unit.elf" "$here/$suite.c" &&
		"$build/cc/smcc" -o "$tmp/soft.elf" "$here/$suite.c"
	verdict compile $? "smcc failed"
	"$build/smgpu-dis" "$tmp/unit.elf" | grep -q "$pattern"
	verdict instructions $? "no such instruction"
	! "$build/smgpu-dis" "$tmp/soft.elf" | grep -q "$pattern"
	verdict software $? "such an instruction without $macro"
	run "$tmp/unit.elf" 0 && right
	verdict same $? "$(tail -n 1 "$tmp/units.txt")"
	run "$tmp/unit.elf" 3 && right
	verdict differing $? "$(tail -n 1 "$tmp/units.txt")"
	run "$tmp/soft.elf" 3 $without && right
	verdict card-without $? "$(tail -n 1 "$tmp/units.txt")"
	run "$tmp/unit.elf" 3 $without
	[ $? -ne 0 ] && grep -q "$has, which this card has not: compile it without $macro" \
		"$tmp/units.txt"
	verdict refused $? "$(tail -n 1 "$tmp/units.txt")"
	env $prefix "$build/smgpu-info" /dev/dri/fake-smgpu | grep -q "$name *yes"
	verdict info $? "smgpu-info does not show it"
	env $without $prefix "$build/smgpu-info" /dev/dri/fake-smgpu | grep -q "$name *no"
	verdict info-without $? "smgpu-info shows what is not there"
}

unit textures SMGPU_TEX 'xsm\.tex' TEXTURES 'texture instructions' 'texture unit' \
	'buf:128 buf:512:init=iota'
unit attributes SMGPU_ATTRIBUTES 'xsm\.attr' ATTRIBUTES 'instructions with attributes' \
	'attribute cache' 'buf:1k:init=fiota'
exit $bad
