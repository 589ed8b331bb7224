#!/bin/bash
# SPDX-License-Identifier: MIT
# As run.sh, for blocks that z3 doesn't finish: unrolled to one SAT problem by unroll.c, solved by
# cadical. prove.sh TOP K BROKEN-SED FILE... Proved is that the assertions hold in the first K steps
# from reset, and after any K steps in which they held: together, always. BROKEN-SED edits the first
# FILE that it changes; one of the two must then have a counterexample. Of several edits, with "##"
# between them, one is tried, which CHECK_SEED chooses; with DEFECTS=all each of them; with
# DEFECTS=apply nothing is solved, and each has to change something. PACKAGES is read before the
# files. PARAMETERS ("NAME=VALUE ...") are those of TOP, and the case is called AS.
# CLOCKS=clk2fflogic: of several clocks, each an input that changes when it likes. mux_undef: what a
# memory's data input carries while it does not write is left out. Else it could be anything there,
# and unroll.c would not see which memory bits only ever receive 0.
set -u
top=$1 k=$2 broken=$3
shift 3
cd "$(dirname "$0")" || exit 1
name=${AS:-$top}
. ./proved.sh
wanted "$name" || exit 0
out=${BUILD:-../../build/formal}/$name
mkdir -p "$out"
parameters=
for p in ${PARAMETERS:-}; do parameters="$parameters -chparam ${p%%=*} ${p#*=}"; done
${CC:-cc} -O2 -Wall -Wextra -o "$out/unroll" unroll.c || exit 1

# CPU seconds, as in run.sh
sat() { # mode steps -> 10 satisfiable, 20 not, 3 out of time
	"$out/unroll" "$1" "$2" "$out/circuit.aag" "$out/$1.cnf" "$out/$1.names" || return 2
	(ulimit -t "${SOLVER_SECONDS:-500}"; exec cadical -q "$out/$1.cnf") >"$out/$1.out" 2>&1
	local rc=$?
	[ $rc -eq 10 ] || [ $rc -eq 20 ] || rc=3
	return $rc
}

solve() { # files... -> 0 proved, 1 counterexample, 2 not read, 3 out of time
	rm -f "$out"/*.aag
	timeout 300 yosys -q -p \
		"read_verilog -defer -formal -sv -I. ${PACKAGES:-} $*
		hierarchy -top $top$parameters; proc; flatten; opt_clean;
		opt_expr -mux_undef t:\$memwr* %ci1:+[DATA] t:\$memwr* %d %ci1 t:\$mux %i; \
			memory_collect; memory_map;
		opt_expr; opt_clean; setundef -undriven -anyseq; ${CLOCKS:-async2sync; dffunmap}; \
			opt_clean; techmap; opt_expr; opt_merge; opt_clean;
		abc -fast -g AND; opt_clean; write_aiger -ascii -symbols \
			$out/circuit.aag" >"$out/yosys.log" 2>&1 || return 2
	# no assertion is no proof
	[ "$(awk 'NR == 1 { print $7 }' "$out/circuit.aag")" -gt 0 ] || return 2
	sat reset $((k + 1))
	case $? in 10) return 1 ;; 20) ;; *) return 3 ;; esac
	sat induct "$k"
	case $? in 10) return 1 ;; 20) return 0 ;; *) return 3 ;; esac
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
if [ "${DEFECTS:-one}" != apply ]; then
	solve_once "$@"
	verdict "formal.$name" $? 0 "no proof"
fi
[ "${DEFECTS:-one}" != none ] || exit 0
defects=()
while [ -n "$broken" ]; do
	defects+=("${broken%%##*}")
	case $broken in *"##"*) broken=${broken#*##} ;; *) broken= ;; esac
done
for n in "${!defects[@]}"; do
	[ "${DEFECTS:-one}" != one ] || [ "$n" -eq $((${CHECK_SEED:-0} % ${#defects[@]})) ] ||
		continue
	broken=${defects[n]} n=$((n + 1)) files=("$@")
	for i in "${!files[@]}"; do
		sed "$broken" "${files[i]}" >"$out/broken.sv"
		cmp -s "${files[i]}" "$out/broken.sv" || { files[i]=$out/broken.sv; break; }
	done
	[ "${files[i]}" = "$out/broken.sv" ] ||
		{ echo "not ok formal.$name.must_fail$n: the planted defect changes nothing"; \
		exit 1; }
	[ "${DEFECTS:-one}" != apply ] || { echo "ok formal.$name.applies$n"; continue; }
	solve_once "${files[@]}"
	verdict "formal.$name.must_fail$n" $? 1 "a planted defect was not found"
done
