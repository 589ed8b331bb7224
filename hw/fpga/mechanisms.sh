#!/bin/bash
# SPDX-License-Identifier: MIT
# What the mechanisms of the front end cost in area: smfe_top of preset a200t as it is, and with one
# of them on that is off there, or off that is on. LUT6 as synth.sh counts them.
#
# usage: mechanisms.sh OUT_DIR PRESET FULL SYNTH_TSV [MECHANISM...] >TSV
#
# A MECHANISM is a parameter of smfe_top (default: those below). PRESET and FULL are parameters of a
# card; what PRESET has not is on as in FULL. synth.NAME_lut_pct is the share of the whole card's
# LUTs; it is left out while SYNTH_TSV has not the sum of all blocks.
set -euo pipefail
shopt -s inherit_errexit
here=$(dirname "$(readlink -f "$0")")
out=$1 preset=$2 full=$3 synth=$4
shift 4
[ $# -gt 0 ] || set -- CREDIT BONUS TEXTILE CONST_KIB ATTR_KIB
parameters=$(awk -F'\t' '$1 == "smfe_top" { print $3 }' "$here/blocks")
luts() { # PARAMETER=VALUE...: instead of the preset's
	local changed=$preset p
	for p; do changed=$(sed -E "s/\b${p%%=*}=[0-9]+/$p/" <<<"$changed"); done
	"$here/netlist.sh" a200t "$out/${1:-as-it-is}" "$changed" smfe_top $parameters
	python3 "$here/count.py" a200t "$out/${1:-as-it-is}/smfe_top.json" | cut -d' ' -f1
}
blocks=$(grep -cE '^[a-z]' "$here/blocks")
card=0
[ "$(grep -cE '^[a-z0-9_]+	[0-9]+	[0-9]+' "$synth" 2>/dev/null)" != "$blocks" ] ||
	card=$(awk -F'\t' '$1 == "sum" { print $3 }' "$synth")
present=$(luts)
for name; do
	if [ "$(declare $preset; echo "${!name}")" != 0 ]; then
		with=$present without=$(luts "$name=0")
	else
		without=$present with=$(luts "$name=$(declare $full; echo "${!name}")")
	fi
	key=synth.$(tr A-Z a-z <<<"${name%_KIB}")
	printf '%s_lut\t%d\tLUT6 of smfe_top (%d with, %d without; preset a200t)\n' "$key" \
		$((with - without)) "$with" "$without"
	[ "$card" = 0 ] || awk -v k="$key" -v n=$((with - without)) -v card="$card" \
		'BEGIN { printf "%s_lut_pct\t%.2f\t%% of the %d LUT6 of a200t\n",
			k, 100 * n / card, card }'
done
