#!/bin/sh
# SPDX-License-Identifier: MIT
# Stands before Verilator while benches of mutants are built (run.py). In $MUTANT_NOTES it leaves
#	refused		Verilator does not take the source, or warns as lint would
#	differs		the C++ is not that of the RTL without a change
# With MUTANT_BASE set it keeps what that C++ is, and with "only" a bench is not compiled. A signal
# that a defect leaves unused is no reason to refuse it.
set -u
directory= prefix= top= build= makeflags= before=
for word in "$@"; do
	case $before in
	--Mdir | -Mdir) directory=$word ;;
	--prefix) prefix=$word ;;
	--top-module) top=$word ;;
	-MAKEFLAGS) makeflags=$word ;;
	esac
	before=$word
	shift
	if [ "$word" = --build ]; then build=1; else set -- "$@" "$word"; fi
done
[ -n "$directory" ] || exec "$MUTANT_VERILATOR" "$@"
if ! "$MUTANT_VERILATOR" "$@" -Wno-UNUSEDSIGNAL -Wno-UNUSEDPARAM -Wno-UNDRIVEN; then
	: >"$MUTANT_NOTES/refused"
	exit 1
fi
sum=$(cat "$directory"/*.cpp "$directory"/*.h | sha256sum)
if [ -n "${MUTANT_BASE:-}" ]; then
	echo "$sum" >"$directory.base"
elif [ "$sum" != "$(cat "$directory.base")" ]; then
	: >"$MUTANT_NOTES/differs"
fi
if [ -z "$build" ] || [ "${MUTANT_BASE:-}" = only ]; then exit 0; fi
# A mutant's bench runs for seconds.
makeflags=$(echo "$makeflags" | sed 's/OPT_FAST=-O2/OPT_FAST=-O1/')
# shellcheck disable=SC2086	# words
exec make -C "$directory" -f "${prefix:-V$top}.mk" -j 2 $makeflags
