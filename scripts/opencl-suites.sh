#!/bin/bash
# SPDX-License-Identifier: MIT
#
# OpenCL programs of others as Debian has them, on the fake card: piglit's OpenCL tests, CLBlast's
# tests (CLBLAST_ROUTINES and CLBLAST_SECONDS for each limit them), hashcat (the hash modes
# HASHCAT_MODES), ffmpeg's OpenCL filters beside pocl, pyopencl's examples and tests
# (PYOPENCL_TESTS=DIR: those of another source), and a list of programs that takes minutes. The
# suites that end in -vm run in the virtual machine, on the model card; their programs are in the
# cache after a run of the suite without -vm. Figures go to build/opencl-suites.tsv, logs to
# build/opencl-suites/. Not a part of make check. Installs what it runs if it is missing.
#
# usage: opencl-suites.sh [piglit | piglit-vm | programs | programs-vm | clblast | hashcat | ffmpeg
# | pyopencl-examples | pyopencl ...]
set -eu
cd "$(dirname "$0")/.."
top=$PWD
build=$top/build/userspace
logs=$top/build/opencl-suites
tsv=$top/build/opencl-suites.tsv
. scripts/apt.sh

missing=$(apt_missing piglit clblast-tests hashcat ffmpeg clinfo clpeak clfft-client \
	pocl-opencl-icd python3-pyopencl python3-pytest python3-mako python3-pil python3-imageio)
[ -z "$missing" ] || apt_install $missing >/dev/null

make -s -C userspace all "$build/tests/fake.so"
mkdir -p "$logs"
[ -e "$tsv" ] || printf '# name\tvalue\tunit; of scripts/opencl-suites.sh\n' >"$tsv"

on_fake() {
	env OCL_ICD_VENDORS="$build/opencl/vendors" XDG_CACHE_HOME="$logs/cache" \
		SMGPU_DEVICE=/dev/dri/fake-smgpu FAKE_LEAKS_OK=1 \
		FAKE_LIMIT=20000000000 LD_PRELOAD="$build/tests/fake.so" "$@"
}

# NAME VALUE UNIT: takes the place of what an earlier run found
figure() {
	sed -i "/^$1\t/d" "$tsv"
	printf '%s\t%s\t%s\n' "$1" "$2" "$3" | tee -a "$tsv"
}

judge_piglit() { # NAME: piglit's summary is in NAME.txt
	grep -E ': (fail|crash|timeout|warn|incomplete)$' "$logs/$1.txt" || true
	# subtests too, as piglit counts them
	count() { awk -v k="$2:" '$1 == k { print $2 }' "$logs/$1.txt"; }
	local passed skipped total
	passed=$(count "$1" pass) skipped=$(count "$1" skip) total=$(count "$1" total)
	figure "opencl.$1_pass_pct" "$(awk -v p="$passed" -v s="$skipped" -v n="$total" \
		'BEGIN { printf "%.1f", 100 * p / (n - s) }')" \
		"% of the tests that ran: $passed passed, $skipped skipped, $total in all"
}

# PIGLIT_ARGS: more for piglit, such as -t and a pattern of names
run_piglit() {
	rm -rf "$logs/piglit"
	on_fake piglit run -1 --timeout 120 ${PIGLIT_ARGS:-} cl "$logs/piglit" \
		>"$logs/piglit.log" 2>&1
	piglit summary console "$logs/piglit" >"$logs/piglit.txt"
	judge_piglit piglit
}

# COMMANDS in the virtual machine, on the model card. The guest's /usr is the host's, with programs
# and clang; in_usr runs one. What a run on the fake card has compiled is in the cache. What the
# commands leave in /out arrives in $logs/NAME. VM_SECONDS: for everything
in_vm() { # NAME COMMANDS OPTIONS...
	local name=$1 commands=$2 opencl_cache=$logs/cache

	shift 2
	. scripts/opencl-vm.sh
	rm -rf "${logs:?}/$name"
	mkdir -p "$logs/$name"
	tar -C / -cf "$logs/alternatives.tar" etc/alternatives
	hw/sim/vm/run.sh --module build/kernel/smgpu.ko --firmware build/firmware/smgpu_fw_v1.bin \
		--wait /dev/dri/renderD128 "${opencl_vm[@]}" --memory 3072 \
		--add "$logs/alternatives.tar:/data/alternatives.tar" "$@" \
		--out "$logs/$name" --klog "$logs/$name-kernel.log" --timeout \
			"${VM_SECONDS:-7200}" -- "$opencl_guest"'
		r=/tmp/root
		mkdir -p $r/usr $r/dev $r/proc $r/sys $r/tmp $r/etc $r/opt/share $r/opt/lib
		for d in bin sbin lib lib64; do ln -s usr/$d $r/$d; done
		mount --bind /tmp/host $r/usr
		for d in dev proc sys; do mount --bind /$d $r/$d; done
		cp /etc/passwd /etc/group $r/etc
		tar -C $r -xf /data/alternatives.tar	# libblas.so.3 is one
		cp /usr/local/lib/libsmgpu-opencl.so /lib/smgpu/libsmgpu.so* $r/opt/lib
		cp -r /usr/local/share/smcc $r/opt/share
		mv /tmp/cache $r/tmp
		echo /opt/lib/libsmgpu-opencl.so >$r/opt/smgpu.icd
		in_usr() {
			chroot $r /usr/bin/env -i PATH=/usr/bin HOME=/tmp OCL_ICD_VENDORS=/opt \
				LD_LIBRARY_PATH=/opt/lib XDG_CACHE_HOME=/tmp/cache "$@"
		}
		'"$commands" >"$logs/$name.log" 2>&1 || { tail -n 5 "$logs/$name.log"; return 1; }
}

run_piglit_vm() {
	in_vm piglit-vm "
		in_usr piglit run -1 --timeout 1000 ${PIGLIT_ARGS:-} cl /tmp/results
		in_usr piglit summary console /tmp/results >/out/piglit_vm.txt
		cp -r \$r/tmp/results /out"
	cp "$logs/piglit-vm/piglit_vm.txt" "$logs"
	judge_piglit piglit_vm
}

# Programs as Debian has them, or those that the pattern PROGRAMS names: a name and a command that
# fails if the program, or what it says of itself, does. ffmpeg's pictures are to be those of pocl.
programs() {
	local filter

	cat <<-'list'
		clinfo clinfo | grep 'Device Name.*smgpu'
		clFFT clFFT-client -x 64 -b 1 | grep PASS
		clpeak clpeak --kernel-latency | grep 'latency : [0-9]'
		CLBlast clblast_test_xscal | grep ' 0 test(s) failed'
	list
	echo "hashcat echo 8743b52063cd84097a65d1633f5c74f5 >hash; echo hashcat >words;" \
		"hashcat --force --potfile-disable --logfile-disable -m 0 -a 0 -n 1 -u 1 -T 32" \
		"-w 1 hash words | tee hashcat.all.out | grep '^Status.*: Cracked'"
	cat <<-'list'
		demo.py /usr/bin/python3 demo.py
		demo_array.py /usr/bin/python3 demo_array.py
		demo-struct-reduce.py /usr/bin/python3 demo-struct-reduce.py
		demo_elementwise_complex.py /usr/bin/python3 demo_elementwise_complex.py
		demo_meta_template.py /usr/bin/python3 demo_meta_template.py
		median-filter.py /usr/bin/python3 median-filter.py
		n-body.py /usr/bin/python3 n-body.py -n 64 -i 2
	list
	for filter in sobel_opencl boxblur_opencl=2:1 nlmeans_opencl=s=2:p=3:r=5; do
		picture="ffmpeg -v error -init_hw_device opencl=ocl:0.0 -filter_hw_device ocl \
			-f lavfi -i testsrc=size=64x48:rate=1 -frames:v 1 \
			-vf format=yuv420p,hwupload,$filter,hwdownload,format=yuv420p -f md5 -"
		sum=$(OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd POCL_CACHE_DIR=$logs/pocl \
			$picture </dev/null)
		echo "ffmpeg-${filter%%_*} $picture | grep $sum"
	done
}

# FIGURE, LOG with lines "ok NAME" and "not ok NAME"
judge_programs() {
	grep '^not ok' "$2" || true
	[ "$(grep -c 'ok ' "$2")" = "$(wc -l <"$logs/programs.list")" ] ||
		{ echo "programs: not all have ended, see $2"; return 1; }
	figure "$1" "$(grep -c '^not ok' "$2" || true)" \
		"programs of $(wc -l <"$logs/programs.list")"
}

programs_files() {
	pyopencl_folder programs-files
	programs | grep -E "^(${PROGRAMS:-.*}) " >"$logs/programs.list"
	cat >"$logs/programs-files/programs.sh" <<-'each'
		while read -r name command; do
			from=$(date +%s)
			if timeout $1 sh -c "$command" >"$name.out" 2>&1 </dev/null; then
				echo "ok $name $(($(date +%s) - from)) s"
			else echo "not ok $name: exit $? $(tail -n 1 "$name.out")"; fi
		done
	each
}

run_programs() {
	programs_files
	rm -rf "$logs/cache/hashcat"	# what it keeps itself is for a device of this name only
	(cd "$logs/programs-files" && HOME=$PWD PYOPENCL_NO_CACHE=1 on_fake sh programs.sh 900 \
		<"$logs/programs.list" >"$logs/programs.log")
	judge_programs opencl.programs_failed "$logs/programs.log"
}

run_programs_vm() {
	programs_files
	in_vm programs-vm 'cp -r /data/files $r/tmp
		in_usr PYOPENCL_NO_CACHE=1 sh -c "cd /tmp/files && sh programs.sh 900" \
			</data/programs.list
		cp $r/tmp/files/*.out /out' \
		--add "$logs/programs-files:/data/files" \
			--add "$logs/programs.list:/data/programs.list"
	judge_programs opencl.programs_vm_failed "$logs/programs-vm.log"
}

# Each routine in the four precisions that the device has; tests that CBLAS gives no answer for are
# skipped by CLBlast.
run_clblast() {
	local r said passed=0 failed=0 cut=0

	for r in ${CLBLAST_ROUTINES:-$(cd /usr/bin && ls clblast_test_x*)}; do
		said=0
		on_fake timeout "${CLBLAST_SECONDS:-900}" "$r" >"$logs/$r.log" 2>&1 || said=$?
		[ $said != 124 ] || { cut=$((cut + 1)); echo "$r: not finished in" \
			"${CLBLAST_SECONDS:-900} s; what it said until then counts"; }
		set -- $(sed 's/\x1b\[[0-9;]*m//g' "$logs/$r.log" | awk '
			/test\(s\) passed/ { p += $1 } /test\(s\) failed/ { f += $1 }
			END { print p + 0, f + 0 }')
		echo "$r: $1 passed, $2 failed"
		passed=$((passed + $1))
		failed=$((failed + $2))
	done
	figure opencl.clblast_failed "$failed" \
		"tests; $passed passed, $cut routines did not end in time"
}

# hashcat's own self-test of a mode, then its example hash, of which it is given the password among
# others. --force: it warns of devices that it does not know. One work-item a thread and one round,
# as its measurement of what suits the device would take hours on a simulated one.
run_hashcat() {
	local mode said cracked=0 failed=0

	mkdir -p "$logs/hashcat"
	example() { hashcat --hash-info -m "$mode" | sed -n "s/^ *Example.$1\\.*: *//p"; }
	for mode in ${HASHCAT_MODES:-0 10 100 900 1000 1400 1700 2600 5500}; do
		example Hash >"$logs/hashcat/$mode.hash"
		{ echo apple; example Pass; echo zebra; } >"$logs/hashcat/$mode.words"
		said=0
		HOME="$logs/hashcat" on_fake timeout 900 hashcat --force --potfile-disable \
			--logfile-disable -m "$mode" -a 0 -n 1 -u 1 -T 32 -w 1 \
			"$logs/hashcat/$mode.hash" \
			"$logs/hashcat/$mode.words" >"$logs/hashcat/$mode.log" 2>&1 </dev/null ||
				said=$?
		if [ $said = 0 ] && grep -aq '^Status\.*: Cracked' "$logs/hashcat/$mode.log" &&
			grep -aq 'Finished self-test' "$logs/hashcat/$mode.log" &&
			! grep -aqi 'self-test failed' "$logs/hashcat/$mode.log"; then
			cracked=$((cracked + 1))
		else
			echo "hashcat mode $mode: see $logs/hashcat/$mode.log"
			failed=$((failed + 1))
		fi
	done
	figure opencl.hashcat_failed "$failed" \
		"hash modes; $cracked passed their self-test and found the password"
}

# A picture through each filter, on this device and on pocl: it must come out the same, to the bit.
run_ffmpeg() {
	local n=0 failed=0 format filter of

	filtered() { # FILE COMMAND...
		of=$1
		shift
		"$@" ffmpeg -v error -y -init_hw_device opencl=ocl:0.0 -filter_hw_device ocl -f \
			lavfi -i testsrc=size=64x48:rate=1 -frames:v 1 \
			-vf "format=$format,hwupload,$filter,hwdownload,format=$format" -f \
				rawvideo "$logs/$of" >"$logs/$of.log" 2>&1 </dev/null
	}
	while read -r format filter; do
		n=$((n + 1))
		rm -f "$logs/ffmpeg.smgpu" "$logs/ffmpeg.pocl"
		filtered ffmpeg.pocl env OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd \
			POCL_CACHE_DIR="$logs/pocl" ||
			{ echo "ffmpeg: pocl can't do $filter"; cat "$logs/ffmpeg.pocl.log"; }
		filtered ffmpeg.smgpu on_fake || cat "$logs/ffmpeg.smgpu.log"
		cmp "$logs/ffmpeg.smgpu" "$logs/ffmpeg.pocl" ||
			{ echo "ffmpeg: $filter differs"; failed=$((failed + 1)); }
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

# pyopencl's examples and tests, in a folder to run them in
pyopencl_folder() { # NAME
	rm -rf "$logs/$1"
	mkdir -p "$logs/$1"
	apt_download "$logs/$1" python-pyopencl-doc
	dpkg --fsys-tarfile "$logs/$1"/*.deb |
		tar -x -C "$logs/$1" --strip-components=6 \
		./usr/share/doc/python-pyopencl-doc/examples
	rm "$logs/$1"/*.deb
}

# With sizes for a simulated card where they can be given. Not those that draw with OpenGL, want a
# module that Debian lacks (demo_meta_codepy) or measure with ever larger arrays (transpose,
# dump-performance). Each says itself what is wrong.
run_pyopencl_examples() {
	local n=0 failed=0 name args

	pyopencl_folder pyopencl-examples
	while read -r name args; do
		n=$((n + 1))
		(cd "$logs/pyopencl-examples" &&
			HOME=$PWD PYOPENCL_NO_CACHE=1 on_fake timeout 600 /usr/bin/python3 \
			"$name" $args >"$name.log" 2>&1 </dev/null) ||
			{ echo "$name: $(tail -n 1 "$logs/pyopencl-examples/$name.log")"; \
				failed=$((failed + 1)); }
	done <<-'examples'
		black-hole-accretion.py -n -s 32
		demo-struct-reduce.py
		demo.py
		demo_array.py
		demo_elementwise.py
		demo_elementwise_complex.py
		demo_mandelbrot.py
		demo_meta_template.py
		dump-properties.py
		median-filter.py
		n-body.py -n 64 -i 2
		narray.py
		pi-monte-carlo.py -i 100000 -b 1 -e 4 -f 1 -l 4 -r 1
	examples
	figure opencl.pyopencl_examples_failed "$failed" "examples of $n"
}

run_pyopencl() {
	[ -n "${PYOPENCL_TESTS:-}" ] || pyopencl_folder pyopencl-tests
	# PYOPENCL_ARGS: more for pytest, such as -k or names of files
	(cd "${PYOPENCL_TESTS:-$logs/pyopencl-tests}" &&
		PYOPENCL_NO_CACHE=1 on_fake /usr/bin/python3 -m pytest -p no:cacheprovider -q \
		--tb=line -rf ${PYOPENCL_ARGS:-.} \
		>"$logs/pyopencl.log" 2>&1) || true
	tail -n 1 "$logs/pyopencl.log"
	grep '^FAILED' "$logs/pyopencl.log" || true
	figure opencl.pyopencl_failed "$(grep -c '^FAILED' "$logs/pyopencl.log" || true)" \
		"tests; $(tail -n 1 "$logs/pyopencl.log" | tr -d '=')"
}

for suite in ${*:-piglit programs clblast hashcat ffmpeg pyopencl-examples pyopencl}; do
	run_"${suite//-/_}"
done
