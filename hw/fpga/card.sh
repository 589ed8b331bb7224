#!/bin/bash
# SPDX-License-Identifier: MIT
# Places and routes the whole card of a preset, behind the narrow port of narrow/card_narrow.sv, on
# an ECP5-85F of speed grade 8.
#
# usage: card.sh OUT_DIR VENV TSV PRESET
#
# Writes fmax.ecp5_card and its LUTs to TSV, and the log to OUT_DIR/card_narrow.pnr.log. Yosys takes
# six minutes of one core; nextpnr takes more than half an hour and 1.4 GiB. A result is kept until
# the netlist or the flow changes. A card that is not routed in LIMIT seconds (default 10800) is
# told with its frequency after placement.
set -eu
here=$(dirname "$(readlink -f "$0")")
out=$1 venv=$2 tsv=$3 preset=$4
goal=60 base=$out/card_narrow
LIMIT=${SYNTH_LIMIT:-7200} "$here/netlist.sh" ecp5 "$out" "$preset" card_narrow
key=$(cat "$base.key" "$here/card.sh" "$here/nextpnr.sh" | md5sum)
if [ ! -s "$base.config" ] || [ "$key" != "$(cat "$base.routed" 2>/dev/null)" ]; then
	rm -f "$base".{config,rep,routed}
	"$here/nextpnr.sh" "$venv"
	(cd "$out" && timeout "${LIMIT:-10800}" "$here/nextpnr.sh" "$venv" --freq $goal \
		--lpf-allow-unconstrained --json card_narrow.json \
		--textcfg card_narrow.config --report card_narrow.rep >card_narrow.pnr.log \
			2>&1) || [ $? -eq 124 ] ||
		{ tail -3 "$base.pnr.log"
			echo "not ok fmax.ecp5_card: not placed, see $base.pnr.log"; exit 1; }
	[ ! -s "$base.config" ] || echo "$key" >"$base.routed"
fi
python3 "$here/path.py" ecp5_card "$base.rep" "$base.pnr.log" >"$tsv.part"
read -r lut _ < <(python3 "$here/count.py" ecp5 "$base.json")
printf 'synth.ecp5_card.lut4\t%s\tLUT4\n' "$lut" >>"$tsv.part"
mv "$tsv.part" "$tsv"
cat "$tsv"
if awk -F'\t' -v goal=$goal \
	'$1 == "fmax.ecp5_card" { exit !($2 >= goal && $3 !~ /placed only/) }' "$tsv"; then
	echo "ok fmax.ecp5_card: routed, $goal MHz or more"
else
	echo "not ok fmax.ecp5_card: not routed at $goal MHz"
	exit 1
fi
