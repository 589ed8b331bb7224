#!/bin/bash
# SPDX-License-Identifier: MIT
# Proves the assertions of one module by induction, then shows that the proof can fail: run.sh NAME
# DEPTH BROKEN-SED FILE... NAME is the top module. BROKEN-SED edits the first FILE; the solver must
# then find a counterexample. A solver gets CPU seconds, not seconds of a clock: other work on the
# machine does not end it. One that runs out of them has found nothing, and the case says so.
set -u
name=$1 depth=$2 broken=$3
shift 3
cd "$(dirname "$0")" || exit 1
. ./proved.sh
wanted "$name" || exit 0
out=${BUILD:-../../build/formal}/$name
mkdir -p "$out"

smt() { # log, arguments -> 0 holds, 1 counterexample, 3 out of time
	local log=$1 rc
	shift
	(ulimit -t "${SOLVER_SECONDS:-200}"; exec yosys-smtbmc -s z3 "$@" "$out/$name.smt2") \
		>"$log" 2>&1
	rc=$?
	if [ $rc -eq 0 ]; then return 0; fi
	if grep -q 'Status: [Ff]' "$log"; then return 1; fi
	return 3
}

solve() { # files... -> 0 proved, 1 counterexample, 2 not read, 3 out of time
	yosys -q -p \
		"read_verilog -formal -sv $*; prep -top $name -flatten; memory -nordff; opt -full
		async2sync; dffunmap; opt_clean; write_smt2 -wires $out/$name.smt2" \
		>"$out/yosys.log" 2>&1 || return 2
	smt "$out/base.log" -t "$depth" || return $?
	smt "$out/induction.log" -i -t "$depth"
}

verdict() { # case, code, code that is right, what another one means
	if [ "$2" -eq "$3" ]; then echo "ok $1$known"; return; fi
	if [ "$2" -eq 3 ]; then echo "not ok $1: time-out: the solver used up its CPU seconds"; \
		else echo "not ok $1: $4 (code $2, logs in $out)"; fi
	exit 1
}

if listed "$@"; then
	echo "ok formal.$name # proved.txt has it, and nothing that it reads has changed since"
	exit 0
fi
if [ "${DEFECTS:-one}" != apply ]; then	# as in prove.sh
	solve_once "$@"
	verdict "formal.$name" $? 0 "no proof"
fi
[ "${DEFECTS:-one}" != none ] || exit 0
first=$1
shift
sed "$broken" "$first" >"$out/broken.sv"
cmp -s "$first" "$out/broken.sv" &&
	{ echo "not ok formal.$name.must_fail: the planted defect changes nothing"; exit 1; }
[ "${DEFECTS:-one}" != apply ] || { echo "ok formal.$name.applies"; exit; }
solve_once "$out/broken.sv" "$@"
verdict "formal.$name.must_fail" $? 1 "a planted defect was not found"
