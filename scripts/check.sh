#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs test suites and gives one verdict.
#
# usage: check.sh [--long] [suite...]        (no suite: all of scripts/suites, with --long those of scripts/suites-long too)
#
# Each line of these files is: name, seconds it may take, command. A command prints one line for each case, `ok NAME` or
# `not ok NAME: why` (cmocka programs do it in TAP), and exits non-zero if a case failed. A suite that exits non-zero
# without naming a failed case, runs out of time, or runs no case at all counts as one failure. Two suites run side by side,
# except those whose name ends in `!`, which run alone. Random suites start from CHECK_SEED, a number made of the commit.
set -u
cd "$(dirname "$0")/.."
out=build/check
mkdir -p $out
start=$SECONDS
export CMOCKA_MESSAGE_OUTPUT=TAP
if [ -z "${CHECK_SEED:-}" ]; then
	commit=$(git rev-parse --short=6 HEAD 2>/dev/null) || commit=1
	CHECK_SEED=$((16#$commit % 1000000 + 1))
fi
export CHECK_SEED
lists=scripts/suites
[ "${1:-}" = --long ] && { lists="scripts/suites scripts/suites-long"; shift; }
echo "seed of random suites: CHECK_SEED=$CHECK_SEED"

run_one() { # name seconds command...
	local name=$1 limit=$2 t0=$SECONDS passed failed rc
	shift 2
	timeout -k 10 "$limit" bash -c "$*" >"$out/$name.log" 2>&1 </dev/null
	rc=$?
	passed=$(grep -cE '^ok ' "$out/$name.log")
	failed=$(grep -cE '^not ok ' "$out/$name.log")
	# A limit is reached by a defect or by a machine that has other work: the message says so, and what the load was.
	if [ $rc -eq 124 ] || [ $rc -eq 137 ]; then
		echo "not ok $name: time-out: it did not end in $limit s (load $(cut -d' ' -f1 /proc/loadavg) on $(nproc) processors)" >>"$out/$name.log"
		failed=$((failed + 1))
	elif [ $rc -ne 0 ] && [ "$failed" -eq 0 ]; then
		if grep -qE 'Error 124$' "$out/$name.log"; then
			echo "not ok $name: time-out: one of its steps did not end in time (load $(cut -d' ' -f1 /proc/loadavg) on $(nproc) processors)" >>"$out/$name.log"
		fi
		failed=1
	fi
	if [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ]; then failed=1; echo "not ok $name: ran no case" >>"$out/$name.log"; fi
	echo "$passed $failed" >"$out/$name.result"
	printf '%5ds  %-22s %4d passed %3d failed  (%d s)\n' $((SECONDS - start)) "$name" "$passed" "$failed" $((SECONDS - t0))
	if [ "$failed" -ne 0 ]; then
		{ grep -E '^not ok ' "$out/$name.log"; grep -E '[Ee]rror' "$out/$name.log" | grep -vE '^(not )?ok '; } |
			head -15 | sed 's/^/           /'
		[ $rc -ne 0 ] && tail -5 "$out/$name.log" | sed 's/^/           | /'
		echo "           log: $out/$name.log"
	fi
}

names=()
while read -r name limit command; do
	case "$name" in ''|'#'*) continue ;; esac
	plain=${name%!}
	if [ $# -gt 0 ]; then
		case " $* " in *" $plain "*) ;; *) continue ;; esac
	fi
	rm -f "$out/$plain.result"
	names+=("$plain")
	if [ "$name" != "$plain" ]; then
		wait
		run_one "$plain" "$limit" "$command"
	else
		while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
		run_one "$plain" "$limit" "$command" &
	fi
done < <(cat $lists)
wait

passed=0 failed=0
for n in "${names[@]}"; do
	read -r p f <"$out/$n.result" || { p=0 f=1; }
	passed=$((passed + p)) failed=$((failed + f))
done
[ ${#names[@]} -eq 0 ] && { echo "no such suite: $*"; failed=1; }
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
