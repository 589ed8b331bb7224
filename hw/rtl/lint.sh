#!/bin/bash
# SPDX-License-Identifier: MIT
# Lints a module and all below it: one line, `ok NAME`, or what is wrong and `not ok NAME`.
#
# usage: lint.sh NAME TOP "TOOL..." "PARAMETER=VALUE..." FILE...
#   verilator  with all warnings
#   unused     the same, but for signals that nothing uses
#   yosys      reads it and resolves the hierarchy. Of a struct that a generate block declares Yosys
#              0.23 finds no field: it makes up a new name of one bit, and says so in a warning.
#   processes  yosys, and neither loops nor several drivers once processes are logic
#   slang      a strict front end (from PyPI: scripts/venv.sh)
set -u
name=$1 top=$2 tools=$3 parameters=$4
shift 4
root=$(cd "$(dirname "$0")/../.." && pwd)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
given=() chosen=
for p in $parameters; do
	given+=("-G$p")
	chosen="$chosen -chparam ${p/=/ }"
done

run_tool() {
	local resolve="hierarchy -check -top $top$chosen"
	case $1 in
	verilator)
		verilator --lint-only -Wall -sv --top-module "$top" "${given[@]}" "${files[@]}" ;;
	unused)
		verilator --lint-only -Wall -Wno-UNUSEDSIGNAL -sv --top-module "$top" \
			"${given[@]}" "${files[@]}" ;;
	yosys)
		yosys -q -p "read_verilog -sv ${files[*]}" -p "$resolve" ;;
	processes)
		yosys -q -p "read_verilog -sv ${files[*]}" -p "$resolve" \
			-p 'proc -noopt' -p 'check -assert' ;;
	slang)
		"$root/build/venv/bin/python" "$root/hw/rtl/slang_lint.py" "$top" \
			"${given[@]}" "${files[@]}" ;;
	*)
		echo "lint.sh: no tool is named $1"
		return 1 ;;
	esac
}

files=("$@")
for tool in $tools; do
	if ! run_tool "$tool" >"$log" 2>&1 ||
		grep -qE 'Warning: .*(implicitly declared|out of bounds)' "$log"; then
		grep -vE '^Warning: Replacing memory' "$log" | tail -40
		echo "not ok $name: $tool, see above"
		exit 1
	fi
done
echo "ok $name"
