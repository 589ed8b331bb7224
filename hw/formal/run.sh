#!/bin/bash
# SPDX-License-Identifier: MIT
# Proves the assertions of one module by induction, then shows that the proof can fail: run.sh NAME DEPTH BROKEN-SED FILE...
# NAME is the top module. BROKEN-SED edits the first FILE; the solver must then find a counterexample.
set -u
name=$1 depth=$2 broken=$3
shift 3
out=${BUILD:-../../build/formal}/$name
mkdir -p "$out"
cd "$(dirname "$0")" || exit 1

solve() { # files... -> smt2 and both solver runs
	yosys -q -p "read_verilog -formal -sv $*; prep -top $name -flatten; memory -nordff; opt -full; async2sync; dffunmap; opt_clean; write_smt2 -wires $out/$name.smt2" >"$out/yosys.log" 2>&1 || return 2
	timeout 200 yosys-smtbmc -s z3 -t "$depth" "$out/$name.smt2" >"$out/base.log" 2>&1 || return 1
	timeout 200 yosys-smtbmc -s z3 -i -t "$depth" "$out/$name.smt2" >"$out/induction.log" 2>&1
}

solve "$@"
rc=$?
if [ $rc -eq 0 ]; then echo "ok formal.$name"; else echo "not ok formal.$name: no proof (code $rc, logs in $out)"; exit 1; fi
first=$1
shift
sed "$broken" "$first" >"$out/broken.sv"
cmp -s "$first" "$out/broken.sv" && { echo "not ok formal.$name.must_fail: the planted defect changes nothing"; exit 1; }
solve "$out/broken.sv" "$@"
rc=$?
if [ $rc -eq 1 ]; then echo "ok formal.$name.must_fail"; else echo "not ok formal.$name.must_fail: a planted defect was not found (code $rc)"; exit 1; fi
