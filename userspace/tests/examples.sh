#!/bin/sh
# SPDX-License-Identifier: MIT
# Examples and tools on the fake card. usage: examples.sh BUILD "PREFIX"
build=$1
prefix=$2
tmp=$build/tests
bad=0

try() {
	name=$1
	shift
	if out=$(env $prefix "$@" 2>&1); then
		echo "ok $name # $(echo "$out" | tail -n 1)"
	else
		echo "not ok $name: $(echo "$out" | tail -n 1)"
		bad=1
	fi
}

try sum "$build/examples/sum"
try saxpy "$build/examples/saxpy"
try saxpy-odd "$build/examples/saxpy" 1003
try saxpy-1 "$build/examples/saxpy" 1
try sgemm "$build/examples/sgemm" 64
try sgemm-padded "$build/examples/sgemm" 100
try mandelbrot "$build/examples/mandelbrot" 96 64 50 "$tmp/mandelbrot.png"
try hashtable "$build/examples/hashtable" 500 40
try hashtable-one-key "$build/examples/hashtable" 256 1
try triangle "$build/examples/triangle" 100 70 "$tmp/triangle.png"
try mesh "$build/examples/mesh" 100 70 256 "$tmp/mesh.png"
try animate "$build/examples/animate" 60 45 6 "$tmp/animate.png"
try animate-readable python3 tests/apng.py "$tmp/animate.png" 60 45 6
try info "$build/smgpu-info" /dev/dri/fake-smgpu
try top "$build/smgpu-top" 1 0
try run-list "$build/smgpu-run" "$build/examples/saxpy.elf" --list
try run "$build/smgpu-run" "$build/examples/saxpy.elf" --kernel saxpy --grid 2 --cta 64 \
	f:2.0 buf:1k:init=fiota buf:1k:init=fill=0x3f800000:out="$tmp/run.bin":print=2 i:256
if [ "$(od -An -tf4 -N12 "$tmp/run.bin" | tr -s ' ')" = " 1 3 5" ]; then echo "ok run-output"; \
	else echo "not ok run-output: wrong data"; bad=1; fi
try opencl "$build/smgpu-run" "$tmp/opencl.elf" --kernel reduce --grid 2 --cta 64 \
	buf:512:init=iota buf:8:out="$tmp/sum.bin" shared:256
if [ "$(od -An -td4 "$tmp/sum.bin" | tr -s ' ')" = " 2016 6112" ]; then echo "ok opencl-output"; \
	else echo "not ok opencl-output: wrong sums"; bad=1; fi
try dis "$build/smgpu-dis" "$build/examples/sgemm.elf"
if "$build/smgpu-dis" "$build/examples/sgemm.elf" |
	grep -q 'unknown'; then echo "not ok dis-all-known: unknown instructions"; bad=1; else \
	echo "ok dis-all-known"; fi
# a profile of looks that a file stands for: two warps where the result is stored, one of them in
# another window; one in a function of the header that was compiled in; one of another program
profile=$tmp/profile
mkdir -p "$profile"
"$build/cc/smcc" -g -o "$profile/k.elf" examples/mandelbrot.kernel.c
pc_of() { "$build/smgpu-dis" "$profile/k.elf" |
	awk -v w="$1" '$0 ~ w { sub(/:/, "", $1); print $1; exit }'; }
warp() { echo \
	"sm 0 warp $1 slot 0 pc 0x$2 active 0xffffffff state $3 dtoks 0 credit 0 grant 0 type compute working_set ~0"; }
{
	echo "sm 0 warps 4 of 4 fund 0 0"
	warp 0 "0$(pc_of '\tsw\t')" memory
	warp 1 "1$(pc_of '\tsw\t')" running
	warp 2 "0$(pc_of 'csrr.*0xcc3')" barrier
	warp 3 01ffff00 running
} >"$profile/warps"
expect() {	# NAME PATTERN FILE
	if grep -Eq "$2" "$3"; then echo "ok $1"; else echo "not ok $1: no $2 in $3"; bad=1; fi
}
row=$(grep -n 'out\[i\] = n' examples/mandelbrot.kernel.c | cut -d : -f 1)
env $prefix env SMGPU_DEBUGFS="$profile" "$build/smgpu-run" "$profile/k.elf" --kernel mandelbrot \
	--profile="$profile/flame.svg" \
	buf:1k i:16 i:16 i:4 f:-2 f:-1 f:0.1 >"$profile/text" 2>&1
expect profile-counts 'profile of mandelbrot: 3 samples in 1 looks, 1 of other programs' \
	"$profile/text"
expect profile-line " 2 +66\\.7 +1 +1 +0 +0  .*mandelbrot\\.kernel\\.c:$row  out.i. = n;" \
	"$profile/text"
expect profile-inlined ' 1 +33\.3 +0 +0 +1 +0  .*smgpu_kernel\.h:[0-9]+' "$profile/text"
expect profile-flame "<title>mandelbrot\\.kernel\\.c:$row \\(2 samples, 66\\.7 %\\)" \
	"$profile/flame.svg"
# once for all, and once for the function that the inlined one stands in
if [ "$(grep -o '<title>mandelbrot (3 samples' "$profile/flame.svg" | wc -l)" = 2 ]; then
	echo "ok profile-flame-callers"; else
	echo "not ok profile-flame-callers: mandelbrot() is not around all samples"; bad=1; fi
expect profile-flame-inlined '<title>smgpu_global_id_x \(1 samples' "$profile/flame.svg"
try profile-svg python3 -c "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])" \
	"$profile/flame.svg"
env $prefix env SMGPU_DEBUGFS="$profile" "$build/smgpu-top" --kernel "$profile/k.elf" 1 0 \
	>"$profile/top" 2>&1
expect profile-top "mandelbrot\\.kernel\\.c:$row" "$profile/top"
# tokens: what the levels above 0 have of L1 is one line; those of the L2 are for the card, and SM 0
# has got none
cat >"$profile/tasks" <<END
time 1
sm 0 state idle slot - free_warps 16 of 16 room 0 l1_levels 0 0 0 0 l1_tokens 4 OLDEST \
l2_tokens 0 of 0 schedule GTO age=0 gain=0
sm 1 state idle slot - free_warps 4 of 16 room 0 l1_levels 8 0 4 0 l1_tokens 4 OLDEST \
l2_tokens 3 of 6 schedule GTO age=0 gain=0
END
env $prefix env SMGPU_DEBUGFS="$profile" "$build/smgpu-top" 1 0 >"$profile/top" 2>&1
expect top-warps 'SM 1 .*  12\.0 of 16 warps taken' "$profile/top"
expect top-ptoks-l2 'SM 1 .* taken,   3\.0 of 6\.0 tokens of the L2 held$' "$profile/top"
expect top-no-ptoks-l2 'SM 0 .* of 16 warps taken$' "$profile/top"
held='  75\.0 % of the 200 of warps with a token, has no room for  10\.0 %$'
expect top-l2 "^L2    has  40\.0 % of lines,$held" "$profile/top"
expect top-l1 '^      L1 has  30\.0 % of lines, has no room for   5\.0 %, tokens 4$' "$profile/top"
expect top-level-0 '^      level 0   8\.0 warps, L1 has  10\.0 % of their 600 lines$' "$profile/top"
expect top-level-2 '^      level 2   4\.0 warps, L1 has  60\.0 % of their 400 lines$' "$profile/top"
if [ "$(grep -c '^      level' "$profile/top")" = 2 ]; then echo "ok top-levels"; else
	echo "not ok top-levels: others than 0 and 2"; bad=1; fi
env $prefix env SMGPU_DEBUGFS="$profile" "$build/smgpu-run" "$build/examples/mandelbrot.elf" \
	--kernel mandelbrot --profile buf:1k i:16 i:16 i:4 f:-2 f:-1 f:0.1 \
	>"$profile/bare" 2>&1
expect profile-no-lines 'no line table.*smcc -g' "$profile/bare"
expect profile-by-function '  mandelbrot\(\)' "$profile/bare"
env $prefix env SMGPU_DEBUGFS="$profile/none" "$build/smgpu-run" "$profile/k.elf" --kernel \
	mandelbrot --profile buf:1k i:16 i:16 i:4 f:-2 f:-1 f:0.1 >"$profile/refused" 2>&1
expect profile-refused 'needs the driver.s debugfs file warps' "$profile/refused"
exit $bad
