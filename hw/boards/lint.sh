#!/bin/bash
# SPDX-License-Identifier: MIT
# Lints a board's top with what is generated for it.
#
# usage: lint.sh BOARD OUT "OURS" "GENERATED"
#
# OUT: the board's folder below build/boards, with card_parameters.svh and stubs.v. OURS: sources
# of the project, the top among them. GENERATED: those of LiteDRAM, which are not held to the
# warnings of ours. The card has no trace here, so what only the trace uses is unused.
set -u
here=$(cd "$(dirname "$0")" && pwd)
board=$1 out=$2 ours="$3 $here/$1/stubs.sv" generated="$2/stubs.v $4"
log=$out/lint.log bad=0
{
	echo '`verilator_config'
	for file in $generated; do echo "lint_off -file \"*${file##*/}\""; done
} >"$out/lint.vlt"

if verilator --lint-only -Wall -Wno-TIMESCALEMOD -Wno-COMBDLY -Wno-UNUSEDSIGNAL -sv \
		--top-module top -I"$out" -I"$here" "$out/lint.vlt" $ours $generated >"$log" 2>&1
then echo "ok boards.$board.verilator"
else
	grep -E '^%' "$log" | head -20
	echo "not ok boards.$board.verilator: see above"
	bad=1
fi
# The controller's program is read from its own folder.
cd "$out/gateware" || exit 1
if yosys -q -p "read_verilog -sv -I$out -I$here $ours" -p "read_verilog $generated" \
		-p 'hierarchy -check -top top' >"$log" 2>&1
then echo "ok boards.$board.yosys"
else
	grep -vE '^Warning: Replacing memory' "$log" | tail -20
	echo "not ok boards.$board.yosys: see above"
	bad=1
fi
exit $bad
