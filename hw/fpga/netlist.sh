#!/bin/bash
# SPDX-License-Identifier: MIT
# Synthesises one module for the ECP5: OUT_DIR/MODULE.json (netlist), .stat (cells), .log.
#
# usage: netlist.sh [-k] OUT_DIR MODULE [PARAMETER=VALUE...]
#
# -k: makes nothing; succeeds if the kept result is that of the present sources
# Modules are mapped one by one and flattened at the end, so nothing is shared across their borders. A result is kept until the elaborated module,
# this script or Yosys changes. Fails after LIMIT seconds (default 1500).
set -eu
here=$(dirname "$(readlink -f "$0")")
keep=false
[ "$1" != -k ] || { keep=true; shift; }
rtl=$here/../rtl out=$1 module=$2
shift 2
mkdir -p "$out"
chparam=
for p; do chparam="$chparam -chparam ${p/=/ }"; done
cd "$rtl"
packages=$(ls common/*_pkg.sv sm/*_pkg.sv)
sources=$(find common card host mcu mem sm -name '*.sv' ! -name '*_pkg.sv' | LC_ALL=C sort)
sources=$(echo $packages $sources)
# What the module is made of, without where it stands in the files
key=$({ yosys -V; cat "$here/netlist.sh"; yosys -q -p "read_verilog -defer -sv $sources; hierarchy -check -top $module $chparam; write_rtlil" 2>/dev/null |
	grep -v 'attribute \\src'; } | md5sum)
[ -s "$out/$module.stat" ] && [ -s "$out/$module.json" ] && [ "$key" = "$(cat "$out/$module.key" 2>/dev/null)" ] && exit 0
! $keep || exit 1
rm -f "$out/$module".{key,stat,json}
timeout "${LIMIT:-1500}" yosys -q -l "$out/$module.log" -p "read_verilog -sv $sources; hierarchy -check -top $module $chparam; \
	synth_ecp5 -noflatten -nowidelut -run begin:; flatten; tee -q -o $out/$module.stat stat; write_json $out/$module.json" >/dev/null 2>&1
echo "$key" >"$out/$module.key"
