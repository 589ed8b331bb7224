#!/bin/bash
# SPDX-License-Identifier: MIT
#
# OpenCL programs of others on the fake card, as Debian has them: piglit's OpenCL tests, CLBlast's tests (CLBLAST_ROUTINES and
# CLBLAST_SECONDS for each limit them), and with PYOPENCL_TESTS=DIR the tests of pyopencl's source. Figures go to build/opencl-suites.tsv, logs to build/opencl-suites/. Not a part of
# make check. Installs piglit, clblast-tests and python3-pyopencl if they are missing.
#
# usage: opencl-suites.sh [piglit | clblast | pyopencl ...]
set -eu
cd "$(dirname "$0")/.."
top=$PWD
build=$top/build/userspace
logs=$top/build/opencl-suites
tsv=$top/build/opencl-suites.tsv
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo

missing=
for p in piglit clblast-tests python3-pyopencl python3-pytest; do
	dpkg-query -W -f='${Status}' $p 2>/dev/null | grep -q 'install ok installed' || missing="$missing $p"
done
[ -z "$missing" ] || $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null

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

run_pyopencl() {
	[ -n "${PYOPENCL_TESTS:-}" ] || { echo "pyopencl: not run; PYOPENCL_TESTS=DIR names the folder test of its source"; return; }
	# PYOPENCL_ARGS: more for pytest, such as -k or names of files
	(cd "$PYOPENCL_TESTS" && PYOPENCL_NO_CACHE=1 on_fake /usr/bin/python3 -m pytest -p no:cacheprovider -q --tb=line -rf ${PYOPENCL_ARGS:-.} \
		>"$logs/pyopencl.log" 2>&1) || true
	tail -n 1 "$logs/pyopencl.log"
	grep '^FAILED' "$logs/pyopencl.log" || true
	figure opencl.pyopencl_failed "$(grep -c '^FAILED' "$logs/pyopencl.log" || true)" "tests; $(tail -n 1 "$logs/pyopencl.log" | tr -d '=')"
}

for suite in ${*:-piglit clblast pyopencl}; do
	run_"$suite"
done
