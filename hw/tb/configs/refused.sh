#!/bin/bash
# SPDX-License-Identifier: MIT
# Illegal sets are refused with the sentence that says why. refused.txt has some for each sentence of card_legal, of which the tables of
# Documentation/hardware/configuration.rst are made. All are read by slang, one by Verilator and Yosys, too.
set -u
cd "$(dirname "$0")"
. ./common.sh
"$root/scripts/venv.sh" || exit 1
legal=$root/hw/rtl/card/card_legal.sv
bad=0
fail() { echo "not ok refused.$1"; bad=1; }

# tool, name of the case, set, the beginning of a sentence
refuses() {
	local sentence
	sentence=$(grep -oE "\\\$error\\(\"$4[ ,][^\"]*" "$legal" | cut -d'"' -f2)
	if [ -z "$sentence" ]; then fail "$2: card_legal says nothing about $4"; return; fi
	if $1 $3 >"$out/refused.log" 2>&1; then fail "$2: $1 takes $3"; return; fi
	if grep -qF "$sentence" "$out/refused.log"; then echo "ok refused.$1.$2"; else fail "$2: $1 refuses $3 without the sentence"; fi
}

while IFS='|' read -r set about; do
	case $set in ''|'#'*) continue ;; esac
	name=${set// /_}
	refuses slang "$name" "$set" "$about"
done <refused.txt
small='WARPS=8 PODS=1 ALUS=1 LANES=4 CONST_KIB=0 ATTR_KIB=0 TEX=0'
refuses verilate LS_QUEUE=3 "$small LS_QUEUE=3" LS_QUEUE
refuses yosys_reads L1_KIB=12 "$small L1_KIB=12" L1_KIB

# Each sentence has a case.
while read -r sentence; do
	about=${sentence%% must be *}
	grep -q "|${about%%,*}\$" refused.txt || fail "$about: no case of refused.txt asks for this sentence"
done < <(grep -oE '\$error\("[^"]*' "$legal" | cut -d'"' -f2)
[ $bad -eq 0 ] && echo 'ok refused.table'
exit $bad
