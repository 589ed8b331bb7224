#!/bin/bash
# SPDX-License-Identifier: MIT
# Illegal sets are refused with the sentence that says why. hw/presets/presets.toml has some for
# each rule. All are read by slang, one by Verilator and Yosys, too.
set -u
cd "$(dirname "$0")"
. ./common.sh
"$root/scripts/venv.sh" || exit 1
bad=0
fail() { echo "not ok refused.$1"; bad=1; }

# tool, name of the case, set, sentence
refuses() {
	if $1 $3 >"$out/refused.log" 2>&1; then fail "$2: $1 takes $3"; return; fi
	if grep -qF "$4" "$out/refused.log"; then
		echo "ok refused.$1.$2"
	else
		fail "$2: $1 refuses $3 without the sentence: $4"
	fi
}

sets=$("$root/hw/presets/gen.py" --refused) || exit 1
while IFS='|' read -r set sentence; do
	refuses slang "${set// /_}" "$set" "$sentence"
done <<<"$sets"
small='WARPS=8 PODS=1 ALUS=1 LANES=4 CONST_KIB=0 ATTR_KIB=0 TEX=0'
refuses verilate LS_QUEUE=3 "$small LS_QUEUE=3" "LS_QUEUE must be"
refuses yosys_reads L1_KIB=12 "$small L1_KIB=12" "L1_KIB must be"
exit $bad
