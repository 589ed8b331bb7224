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

try saxpy "$build/examples/saxpy"
try saxpy-odd "$build/examples/saxpy" 1003
try saxpy-1 "$build/examples/saxpy" 1
try sgemm "$build/examples/sgemm" 64
try sgemm-padded "$build/examples/sgemm" 100
try mandelbrot "$build/examples/mandelbrot" 96 64 50 "$tmp/mandelbrot.png"
try hashtable "$build/examples/hashtable" 500 40
try hashtable-one-key "$build/examples/hashtable" 256 1
try triangle "$build/examples/triangle" 100 70 "$tmp/triangle.png"
try info "$build/smgpu-info" /dev/dri/fake-smgpu
try top "$build/smgpu-top" 1 0
try run-list "$build/smgpu-run" "$build/examples/saxpy.elf" --list
try run "$build/smgpu-run" "$build/examples/saxpy.elf" --kernel saxpy --grid 2 --cta 64 \
	f:2.0 buf:1k:init=fiota buf:1k:init=fill=0x3f800000:out="$tmp/run.bin":print=2 i:256
if [ "$(od -An -tf4 -N12 "$tmp/run.bin" | tr -s ' ')" = " 1 3 5" ]; then echo "ok run-output"; else echo "not ok run-output: wrong data"; bad=1; fi
try opencl "$build/smgpu-run" "$tmp/opencl.elf" --kernel reduce --grid 2 --cta 64 buf:512:init=iota buf:8:out="$tmp/sum.bin" shared:256
if [ "$(od -An -td4 "$tmp/sum.bin" | tr -s ' ')" = " 2016 6112" ]; then echo "ok opencl-output"; else echo "not ok opencl-output: wrong sums"; bad=1; fi
try dis "$build/smgpu-dis" "$build/examples/sgemm.elf"
if "$build/smgpu-dis" "$build/examples/sgemm.elf" | grep -q 'unknown'; then echo "not ok dis-all-known: unknown instructions"; bad=1; else echo "ok dis-all-known"; fi
exit $bad
