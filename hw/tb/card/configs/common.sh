# SPDX-License-Identifier: MIT
# What the scripts here share. Sourced in their folder.
root=$(cd ../../../.. && pwd)
build=${BUILD_ROOT:-$root/build}
out=$build/tb/configs
mkdir -p "$out"
sources=$(make -s --no-print-directory -f - sources <<MAKE
RTL := $root/hw/rtl
include $root/hw/rtl/files.mk
sources:
	@echo \$(RTL_FILES)
MAKE
)

# NAME=VALUE...: how a front end is given a parameter, once each
given() { local p; for p in "$@"; do printf -- '-G%s ' "$p"; done; }

slang() { "$build/venv/bin/python" "$root/hw/rtl/slang_lint.py" card_top $(given "$@") $sources; }
verilate() { verilator --lint-only -Wall -sv --top-module card_top $(given "$@") $sources; }
yosys_reads() {
	local p set=
	for p in "$@"; do set="$set -chparam ${p/=/ }"; done
	yosys -q -p "read_verilog -sv $sources; hierarchy -check -top card_top $set"
}
