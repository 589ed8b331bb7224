#!/bin/bash
# SPDX-License-Identifier: MIT
# As run.sh, for blocks that z3 doesn't finish: unrolled to one SAT problem by unroll.c, solved by cadical. prove.sh TOP K BROKEN-SED FILE...
# Proved is that the assertions hold in the first K steps from reset, and after any K steps in which they held: together, always.
# BROKEN-SED edits the first FILE; one of the two must then have a counterexample. Several edits, with "##" between them, are tried one by one.
# PACKAGES is read before the files.
set -u
top=$1 k=$2 broken=$3
shift 3
cd "$(dirname "$0")" || exit 1
out=${BUILD:-../../build/formal}/$top
mkdir -p "$out"
${CC:-cc} -O2 -Wall -Wextra -o "$out/unroll" unroll.c || exit 1

sat() { # mode steps -> 10 satisfiable, 20 not, else trouble
	"$out/unroll" "$1" "$2" "$out/circuit.aag" "$out/$1.cnf" "$out/$1.names" || return 2
	timeout 500 cadical -q "$out/$1.cnf" >"$out/$1.out" 2>&1
}

solve() { # files... -> 0 proved, 1 counterexample, 2 neither
	rm -f "$out"/*.aag
	timeout 300 yosys -q -p "read_verilog -defer -formal -sv -I. ${PACKAGES:-} $*; hierarchy -top $top; proc; flatten; opt_clean; memory_collect; memory_map;
		opt_expr; opt_clean; setundef -undriven -anyseq; async2sync; dffunmap; opt_clean; techmap; opt_expr; opt_merge; opt_clean;
		abc -fast -g AND; opt_clean; write_aiger -ascii -symbols $out/circuit.aag" >"$out/yosys.log" 2>&1 || return 2
	[ "$(awk 'NR == 1 { print $7 }' "$out/circuit.aag")" -gt 0 ] || return 2  # no assertion is no proof
	sat reset $((k + 1))
	case $? in 10) return 1 ;; 20) ;; *) return 2 ;; esac
	sat induct "$k"
	case $? in 10) return 1 ;; 20) return 0 ;; *) return 2 ;; esac
}

solve "$@"
rc=$?
if [ $rc -eq 0 ]; then echo "ok formal.$top"; else echo "not ok formal.$top: no proof (code $rc, logs in $out)"; exit 1; fi
first=$1
shift
n=0
while [ -n "$broken" ]; do
	n=$((n + 1))
	sed "${broken%%##*}" "$first" >"$out/broken.sv"
	cmp -s "$first" "$out/broken.sv" && { echo "not ok formal.$top.must_fail$n: the planted defect changes nothing"; exit 1; }
	solve "$out/broken.sv" "$@"
	rc=$?
	if [ $rc -eq 1 ]; then echo "ok formal.$top.must_fail$n"; else echo "not ok formal.$top.must_fail$n: a planted defect was not found (code $rc)"; exit 1; fi
	case $broken in *"##"*) broken=${broken#*##} ;; *) broken= ;; esac
done
