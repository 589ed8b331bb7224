# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# To be sourced by run.sh and prove.sh. A result holds as long as nothing that it was made of
# changes: it is kept under the hash of the tools' versions, these scripts, the parameters and every
# file that is read. PROVE_AGAIN=1 does all again. PROOFS, if it is set, names the proofs that are
# wanted.

wanted() { # name
	case " ${PROOFS-$1} " in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

key_of() { # files...: the hash of all that a result is made of
	local words=("$name" "${top:-}" "${k:-$depth}" "${parameters:-}" "${CLOCKS:-}" \
		"${PACKAGES:-}") w
	{ yosys -V; z3 --version; cadical --version; cat run.sh prove.sh proved.sh unroll.c \
		./*.svh; printf '%s\n' "${words[@]}"
		for w in ${PACKAGES:-} "$@"; do [ ! -f "$w" ] ||
			{ basename "$w"; cat "$w"; }; done; } | sha256sum | cut -c1-40
}

# `make check` does a quarter of the proofs, which CHECK_SEED chooses, and those that read something
# else than the proof of the same name in proved.txt. `make -C hw/formal list` writes that file;
# check-long does all again.
listed() { # files...: is it one of the others?
	[ -n "${CHECK_SEED:-}" ] && [ -z "${PROVE_AGAIN:-}" ] && [ "${DEFECTS:-one}" = one ] ||
		return 1
	[ $((($(cksum <<<"$name" | cut -d' ' -f1) + CHECK_SEED) % 4)) -ne 0 ] || return 1
	grep -qx "$(key_of "$@") $name" proved.txt
}

# solve(), which the sourcing script defines, or what it said of the same before. Counterexamples
# are kept too: of planted defects.
known=
solve_once() { # files... -> what solve returns
	local key kept rc
	known=
	key=$(key_of "$@")
	kept=${BUILD:-../../build/formal}/proved/$key
	if [ -z "${PROVE_AGAIN:-}" ] && [ -s "$kept" ]; then
		known=' # nothing that it reads has changed since'
		rc=$(cat "$kept")
	else
		solve "$@"
		rc=$?
		mkdir -p "${kept%/*}"
		[ $rc -gt 1 ] || echo $rc >"$kept"
	fi
	[ $rc -ne 0 ] || [ -z "${PROVED_LIST:-}" ] || echo "$key $name" >>"$PROVED_LIST"
	return $rc
}
