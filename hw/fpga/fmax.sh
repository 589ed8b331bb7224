#!/bin/bash
# SPDX-License-Identifier: MIT
# Places and routes blocks of hw/fpga/blocks and hw/fpga/parts, each by itself, on an ECP5-85F of
# speed grade 8, and tells how fast each would run.
#
# usage: fmax.sh OUT_DIR VENV TSV PRESET [block...]
#
# nextpnr.sh installs the tool in VENV. A block takes a minute to an hour; a result is kept until
# its netlist or the flow changes, so that TSV has every block that is known whichever are named.
# Each port has a register of its own clock (ports.py): fmax.BLOCK counts paths between the block's
# own registers; paths from and to ports are in its text. A placement begins at random, and the
# clock of one netlist differs by some percent from seed to seed: seeds 1, 2, ... SEEDS (default 4)
# are tried until one reaches the goal, and the fastest counts; its number, and how many were tried,
# is in the text. A block that does not route in LIMIT seconds (default 3600) is told with its
# frequency after placement; what can't be placed fails.
set -eu
here=$(dirname "$(readlink -f "$0")")
out=$1 venv=$2 tsv=$3 preset=$4
shift 4
mkdir -p "$out/fmax"
# An SM's goal is that of the whole card.
reaches() { # MHZ MODULE
	awk -v mhz="$1" -v module="$2" 'BEGIN { exit !(mhz >= (module == "sm_top" ? 60 : 80)) }'
}
"$here/nextpnr.sh" "$venv"

place_and_route() { # MODULE PARAMETERS...: one row
	local module=$1 base=$out/fmax/$1 key seed tried=0 best=0 mhz
	"$here/netlist.sh" ecp5 "$out" "$preset" "$@" || return 1
	key=$(cat "$out/$module.key" "$here"/{fmax,nextpnr}.sh "$here/ports.py" | md5sum)
	if [ ! -s "$base.row" ] || [ "$key" != "$(cat "$base.key" 2>/dev/null)" ]; then
		rm -f "$base".{row,key}
		python3 "$here/ports.py" "$out/$module.json" "$base.json" || return 1
		for ((seed = 1; seed <= ${SEEDS:-4}; seed++)); do
			rm -f "$base.rep"
			(cd "$out/fmax" && SEED=$seed timeout "${LIMIT:-3600}" "$here/nextpnr.sh" \
				"$venv" --out-of-context --freq 100 --json "$module.json" \
				--detailed-timing-report \
				--report "$module.rep" >"$module.log" 2>&1) || [ $? -eq 124 ] ||
					return 1
			python3 "$here/path.py" "$module" "$base.rep" "$base.log" \
				>"$base.row.part" || return 1
			mhz=$(cut -f2 "$base.row.part") tried=$seed
			if awk "BEGIN { exit !($mhz > $best) }"; then
				best=$mhz
				sed "s/\$/; seed $seed/" "$base.row.part" >"$base.row.best"
			fi
			! reaches "$mhz" "$module" || break
		done
		sed "s/\$/ of $tried/" "$base.row.best" >"$base.row.part" &&
			mv "$base.row.part" "$base.row"
		echo "$key" >"$base.key"
	fi
}

known=0 all=0 bad=0
while IFS=$'\t' read -r module _ parameters; do
	case "$module" in ''|'#'*) continue ;; esac
	all=$((all + 1))
	row=$out/fmax/$module.row
	if [ $# -eq 0 ] || [[ " $* " == *" $module "* ]]; then
		if place_and_route "$module" $parameters; then
			cat "$row"
		else
			rm -f "$row"
			echo "not ok fmax.$module: see $out/$module.log and $out/fmax/$module.log"
			bad=1
		fi
	fi
	[ -s "$row" ] && { [[ " $* " == *" $module "* ]] ||
		"$here/netlist.sh" -k ecp5 "$out" "$preset" "$module" $parameters; } || continue
	known=$((known + 1))
	rows+=("$(cat "$row")")
done < <(cat "$here/parts" "$here/blocks")
{
	[ $known -eq 0 ] || printf '%s\n' "${rows[@]}"
	[ $known -eq 0 ] || printf '%s\n' "${rows[@]}" | sort -t$'\t' -k2,2n |
		awk -F'\t' -v known=$known -v all=$all \
			'NR == 1 { print "fmax.worst\t" $2 "\tMHz: " $1 ", the slowest of " known " (of " all " blocks)" }'
} >"$tsv"
tail -1 "$tsv"
[ $bad -eq 0 ] || exit 1
slow=0
while IFS=$'\t' read -r name mhz _; do
	[ "$name" = fmax.worst ] || reaches "$mhz" "${name#fmax.}" || slow=$((slow + 1))
done <"$tsv"
if [ $known -lt $all ]; then
	echo "# $known of $all blocks: no verdict"
elif [ "$slow" -eq 0 ]; then
	echo "ok fmax.goal: every block reaches 80 MHz, sm_top 60"
else
	echo "not ok fmax.goal: $slow of $all blocks do not reach 80 MHz (sm_top 60)"
	exit 1
fi
