#!/bin/bash
# SPDX-License-Identifier: MIT
# usage: lint.sh slang|verilate [--small] SEED COUNT: so many drawn sets are read by slang, or by
# Verilator with all warnings
set -u
cd "$(dirname "$0")"
. ./common.sh
"$root/scripts/venv.sh" || exit 1
tool=$1
shift
bad=0
at=0
while read -r name set; do
	at=$((at + 1))
	if $tool $set TRACE=1 >"$out/lint.log" 2>&1; then
		echo "ok lint.$tool.$name"
	else
		grep -E '^%|error:' "$out/lint.log" | head -10
		echo "not ok lint.$tool.$name: see above; $set"
		bad=1
	fi
done < <(./draw.py "$@")
[ $at -eq "${@: -1}" ] || { echo "not ok lint.draw: $at sets, not ${*: -1}"; bad=1; }
exit $bad
