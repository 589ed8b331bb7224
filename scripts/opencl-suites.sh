#!/bin/bash
# SPDX-License-Identifier: MIT
#
# OpenCL programs of others on the fake card, as Debian has them: piglit's OpenCL tests, CLBlast's tests (CLBLAST_ROUTINES and
# CLBLAST_SECONDS for each limit them), hashcat (the hash modes HASHCAT_MODES), ffmpeg's OpenCL filters beside pocl, and with PYOPENCL_TESTS=DIR the tests of pyopencl's source. Figures go to build/opencl-suites.tsv, logs to build/opencl-suites/. Not a part of
# make check. Installs piglit, clblast-tests, hashcat, ffmpeg, pocl and python3-pyopencl if they are missing.
#
# usage: opencl-suites.sh [piglit | clblast | hashcat | ffmpeg | pyopencl ...]
set -eu
cd "$(dirname "$0")/.."
top=$PWD
build=$top/build/userspace
logs=$top/build/opencl-suites
tsv=$top/build/opencl-suites.tsv
. scripts/apt.sh

missing=$(apt_missing piglit clblast-tests hashcat ffmpeg pocl-opencl-icd python3-pyopencl python3-pytest)
[ -z "$missing" ] || apt_install $missing >/dev/null

make -s -C userspace all "$build/tests/fake.so"
mkdir -p "$logs"
[ -e "$tsv" ] || printf '# name\tvalue\tunit; of scripts/opencl-suites.sh\n' >"$tsv"

on_fake() {
	env OCL_ICD_VENDORS="$build/opencl/vendors" XDG_CACHE_HOME="$logs/cache" SMGPU_DEVICE=/dev/dri/fake-smgpu FAKE_LEAKS_OK=1 \
		FAKE_LIMIT=20000000000 LD_PRELOAD="$build/tests/fake.so" "$@"
}

# NAME VALUE UNIT: takes the place of what an earlier run found
figure() {
	sed -i "/^$1\t/d" "$tsv"
	printf '%s\t%s\t%s\n' "$1" "$2" "$3" | tee -a "$tsv"
}

run_piglit() {
	rm -rf "$logs/piglit"
	on_fake piglit run -1 --timeout 120 cl "$logs/piglit" >"$logs/piglit.log" 2>&1
	piglit summary console "$logs/piglit" >"$logs/piglit.txt"
	grep -E ': (fail|crash|timeout|warn)$' "$logs/piglit.txt" || true
	count() { awk -v k="$1:" '$1 == k { print $2 }' "$logs/piglit.txt"; }	# subtests too, as piglit counts them
	figure opencl.piglit_pass_pct "$(awk -v p="$(count pass)" -v s="$(count skip)" -v n="$(count total)" 'BEGIN { printf "%.1f", 100 * p / (n - s) }')" \
		"% of the tests that ran: $(count pass) passed, $(count skip) skipped, $(count total) in all"
}

# Each routine in the four precisions that the device has; tests that CBLAS gives no answer for are skipped by CLBlast.
run_clblast() {
	local r said passed=0 failed=0 cut=0

	for r in ${CLBLAST_ROUTINES:-$(cd /usr/bin && ls clblast_test_x*)}; do
		said=0
		on_fake timeout "${CLBLAST_SECONDS:-900}" "$r" >"$logs/$r.log" 2>&1 || said=$?
		[ $said != 124 ] || { echo "$r: not finished in ${CLBLAST_SECONDS:-900} s; what it said until then counts"; cut=$((cut + 1)); }
		set -- $(sed 's/\x1b\[[0-9;]*m//g' "$logs/$r.log" | awk '/test\(s\) passed/ { p += $1 } /test\(s\) failed/ { f += $1 } END { print p + 0, f + 0 }')
		echo "$r: $1 passed, $2 failed"
		passed=$((passed + $1))
		failed=$((failed + $2))
	done
	figure opencl.clblast_failed "$failed" "tests; $passed passed, $cut routines did not end in time"
}

# hashcat's own self-test of a mode, then its example hash, of which it is given the password among others. --force: it warns of devices that it does not know. One work-item a
# thread and one round, as its measurement of what suits the device would take hours on a simulated one.
run_hashcat() {
	local mode said cracked=0 failed=0

	mkdir -p "$logs/hashcat"
	example() { hashcat --hash-info -m "$mode" | sed -n "s/^ *Example.$1\\.*: *//p"; }
	for mode in ${HASHCAT_MODES:-0 10 100 900 1000 1400 1700 2600 5500}; do
		example Hash >"$logs/hashcat/$mode.hash"
		{ echo apple; example Pass; echo zebra; } >"$logs/hashcat/$mode.words"
		said=0
		HOME="$logs/hashcat" on_fake timeout 900 hashcat --force --potfile-disable --logfile-disable -m "$mode" -a 0 -n 1 -u 1 -T 32 -w 1 "$logs/hashcat/$mode.hash" \
			"$logs/hashcat/$mode.words" >"$logs/hashcat/$mode.log" 2>&1 </dev/null || said=$?
		if [ $said = 0 ] && grep -aq '^Status\.*: Cracked' "$logs/hashcat/$mode.log" && grep -aq 'Finished self-test' "$logs/hashcat/$mode.log" &&
			! grep -aqi 'self-test failed' "$logs/hashcat/$mode.log"; then
			cracked=$((cracked + 1))
		else
			echo "hashcat mode $mode: see $logs/hashcat/$mode.log"
			failed=$((failed + 1))
		fi
	done
	figure opencl.hashcat_failed "$failed" "hash modes; $cracked passed their self-test and found the password"
}

# A picture through each filter, on this device and on pocl: it must come out the same, to the bit.
run_ffmpeg() {
	local n=0 failed=0 format filter of

	filtered() { # FILE COMMAND...
		of=$1
		shift
		"$@" ffmpeg -v error -y -init_hw_device opencl=ocl:0.0 -filter_hw_device ocl -f lavfi -i testsrc=size=64x48:rate=1 -frames:v 1 \
			-vf "format=$format,hwupload,$filter,hwdownload,format=$format" -f rawvideo "$logs/$of" >"$logs/$of.log" 2>&1 </dev/null
	}
	while read -r format filter; do
		n=$((n + 1))
		rm -f "$logs/ffmpeg.smgpu" "$logs/ffmpeg.pocl"
		filtered ffmpeg.pocl env OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd POCL_CACHE_DIR="$logs/pocl" || { echo "ffmpeg: pocl can't do $filter"; cat "$logs/ffmpeg.pocl.log"; }
		filtered ffmpeg.smgpu on_fake || cat "$logs/ffmpeg.smgpu.log"
		cmp "$logs/ffmpeg.smgpu" "$logs/ffmpeg.pocl" || { echo "ffmpeg: $filter differs"; failed=$((failed + 1)); }
	done <<-'filters'
		rgba avgblur_opencl=sizeX=3
		yuv444p avgblur_opencl=sizeX=4
		rgba boxblur_opencl=2:1
		rgba unsharp_opencl
		yuv420p unsharp_opencl=lx=7:ly=7:la=1.5
		rgba sobel_opencl
		rgba prewitt_opencl
		rgba roberts_opencl
		gray erosion_opencl
		gray dilation_opencl=threshold0=30
		rgba convolution_opencl=-2 -1 0 -1 1 1 0 1 2:-2 -1 0 -1 1 1 0 1 2
		yuv420p transpose_opencl=2
		rgba colorkey_opencl=blue:0.4:0.2
		yuv420p pad_opencl=80:60:4:4
		yuv420p nlmeans_opencl=s=2:p=3:r=5
	filters
	figure opencl.ffmpeg_failed "$failed" "filters of $n whose picture is not that of pocl"
}

run_pyopencl() {
	[ -n "${PYOPENCL_TESTS:-}" ] || { echo "pyopencl: not run; PYOPENCL_TESTS=DIR names the folder test of its source"; return; }
	# PYOPENCL_ARGS: more for pytest, such as -k or names of files
	(cd "$PYOPENCL_TESTS" && PYOPENCL_NO_CACHE=1 on_fake /usr/bin/python3 -m pytest -p no:cacheprovider -q --tb=line -rf ${PYOPENCL_ARGS:-.} \
		>"$logs/pyopencl.log" 2>&1) || true
	tail -n 1 "$logs/pyopencl.log"
	grep '^FAILED' "$logs/pyopencl.log" || true
	figure opencl.pyopencl_failed "$(grep -c '^FAILED' "$logs/pyopencl.log" || true)" "tests; $(tail -n 1 "$logs/pyopencl.log" | tr -d '=')"
}

for suite in ${*:-piglit clblast hashcat ffmpeg pyopencl}; do
	run_"$suite"
done
