#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs test suites and gives one verdict.
#
# usage: check.sh [--long | --quick] [suite...]
#        no suite: all of scripts/suites; --long: those of scripts/suites-long too; --quick: those
#        of scripts/suites-quick
#
# Each line of these files is: name, seconds it may take, targets of the top Makefile that are built
# before ("-": none, or several with commas), command. What the chosen suites need is built first. A
# command prints one line for each case, `ok NAME` or `not ok NAME: why` (cmocka programs do it in
# TAP), and exits non-zero if a case failed. A suite that exits non-zero without naming a failed
# case, runs out of time, or runs no case at all counts as one failure. Two suites run side by side,
# except those whose name ends in `!`, which run alone. Random suites start from CHECK_SEED, a
# number made of the commit.
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
case "${1:-}" in
--long)
	lists="scripts/suites scripts/suites-long"
	export PROVE_AGAIN=1 EVERY_WIDTH=1
	shift ;;
--quick) lists=scripts/suites-quick; shift ;;
esac
echo "seed of random suites: CHECK_SEED=$CHECK_SEED"

run_one() { # name seconds command...
	local name=$1 limit=$2 t0=$SECONDS passed failed rc cpu
	local TIMEFORMAT='%U %S'
	shift 2
	{ time timeout -k 10 "$limit" bash -c "$*" >"$out/$name.log" 2>&1 </dev/null; } \
		2>"$out/$name.cpu"
	rc=$?
	cpu=$(awk '{ print int($1 + $2 + 0.5) }' "$out/$name.cpu" | tee "$out/$name.seconds")
	passed=$(grep -cE '^ok ' "$out/$name.log")
	failed=$(grep -cE '^not ok ' "$out/$name.log")
	# A limit is reached by a defect or by a machine that has other work: the message says so,
	# and what the load was.
	if [ $rc -eq 124 ] || [ $rc -eq 137 ]; then
		echo "not ok $name: time-out: it did not end in $limit s (load" \
			"$(cut -d' ' -f1 /proc/loadavg) on $(nproc) processors)" >>"$out/$name.log"
		failed=$((failed + 1))
	elif [ $rc -ne 0 ] && [ "$failed" -eq 0 ]; then
		if grep -qE 'Error 124$' "$out/$name.log"; then
			echo "not ok $name: time-out: one of its steps did not end in time (load" \
				"$(cut -d' ' -f1 /proc/loadavg) on $(nproc) processors)" \
				>>"$out/$name.log"
		fi
		failed=1
	fi
	if [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ]; then
		failed=1
		echo "not ok $name: ran no case" >>"$out/$name.log"; fi
	echo "$passed $failed" >"$out/$name.result"
	printf '%5ds  %-22s %4d passed %3d failed  (%d s, %d of a processor)\n' \
		$((SECONDS - start)) "$name" "$passed" "$failed" $((SECONDS - t0)) "${cpu:-0}"
	if [ "$failed" -ne 0 ]; then
		{ grep -E '^(not ok |run\.sh: )' "$out/$name.log"
		grep -E '[Ee]rror' "$out/$name.log" | grep -vE '^((not )?ok |run\.sh: )'; } |
			head -15 | sed 's/^/           /'
		[ $rc -ne 0 ] && tail -5 "$out/$name.log" | sed 's/^/           | /'
		echo "           log: $out/$name.log"
	fi
}

asked=" $* "
wanted() { # name: is it a suite that was asked for?
	case "$1" in ''|'#'*) return 1 ;; esac
	[ "$asked" = '  ' ] && return 0
	case "$asked" in *" ${1%!} "*) return 0 ;; *) return 1 ;; esac
}

# Hardware and software share the firmware alone, so they are built side by side.
needs=" $(while read -r name _ need _; do
	wanted "$name" && [ "$need" != - ] && tr , '\n' <<<"$need"
done < <(cat $lists) | sort -u | tr '\n' ' ')"
parts() { local p; for p in "$@"; do case "$needs" in *" $p "*) printf '%s ' "$p" ;; esac; done; }
targets="firmware kernel-tree model kernel userspace sim rtl-sim board-sim acorn-sim zcu106-sim"
unknown=$(for n in $needs; do
	case " $targets " in
	*" $n "*) ;;
	*) echo "$n" ;;
	esac
done)
[ -z "$unknown" ] || { echo \
	"check.sh: a suite wants to have this built, which is no target of its own: $unknown"; \
	exit 2; }
if [ "$needs" != ' ' ] && [ "$needs" != '  ' ]; then
	first=$(parts firmware kernel-tree) software=$(parts kernel userspace) \
		hardware=$(parts model sim rtl-sim board-sim acorn-sim zcu106-sim)
	[ -z "$first" ] || make $first || exit 2
	built=0
	[ -z "$software" ] || { make $software & builds=$!; }
	[ -z "$hardware" ] || make $hardware || built=2
	[ -z "$software" ] || wait "$builds" || built=2
	[ "$built" -eq 0 ] || exit 2
fi

names=()
while read -r name limit need command; do
	wanted "$name" || continue
	plain=${name%!}
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
echo "$((SECONDS - start)) s; seconds of a processor, the most first:"
for n in "${names[@]}"; do
	printf '%7d  %s\n' "$(cat "$out/$n.seconds")" "$n"
done | sort -rn | head -12
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
