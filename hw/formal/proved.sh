# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# To be sourced by run.sh and prove.sh. A result holds as long as nothing that it was made of changes: it is kept under the hash of
# the tools' versions, these scripts, the parameters and every file that is read. PROVE_AGAIN=1 does all again.
# PROOFS, if it is set, names the proofs that are wanted.

wanted() { # name
	case " ${PROOFS-$1} " in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

# solve(), which the sourcing script defines, or what it said of the same before. Counterexamples are kept too: of planted defects.
known=
solve_once() { # files... -> what solve returns
	local words=("$name" "${top:-}" "${k:-$depth}" "${parameters:-}" "${CLOCKS:-}" "${PACKAGES:-}") key kept rc w
	known=
	key=$({ yosys -V; z3 --version; cadical --version; cat run.sh prove.sh proved.sh unroll.c ./*.svh; printf '%s\n' "${words[@]}"
		for w in ${PACKAGES:-} "$@"; do [ ! -f "$w" ] || { basename "$w"; cat "$w"; }; done; } | sha256sum | cut -c1-40)
	kept=${BUILD:-../../build/formal}/proved/$key
	if [ -z "${PROVE_AGAIN:-}" ] && [ -s "$kept" ]; then
		known=' # nothing that it reads has changed since'
		return "$(cat "$kept")"
	fi
	solve "$@"
	rc=$?
	mkdir -p "${kept%/*}"
	[ $rc -gt 1 ] || echo $rc >"$kept"
	return $rc
}
