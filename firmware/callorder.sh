#!/bin/bash
# SPDX-License-Identifier: MIT
# callorder.sh OBJECTS: files of core/ call and include only what stands behind them in this order,
# which is the way of a launch through them. So no calls of files form a circle.
set -euo pipefail
cd "$(dirname "$0")"
order="main boot cmd table warps dump death ring child frontend work accept tmd finish pending wdu coalesce order isolation victim recenter progress tmu schedule l2tokens tune end requests queue usage channel job client eupool slots task event lots log"
{
	for f in core/*.c; do
		n=$(basename "$f" .c)
		sed -n 's/^#include "core\/\(.*\)\.h"$/'"$n"' include \1/p' "$f"
	done
	for o in "$@"; do
		nm "$o" | awk -v n="$(basename "$o" .o)" \
			'NF == 3 && $2 == "T" { print n, "has", $3 } $1 == "U" { print n, "calls", $2 }'
	done
} | awk -v order="$order" '
	BEGIN { n = split(order, o); for (i = 1; i <= n; i++) at[o[i]] = i }
	!($1 in at) { print "# core/" $1 ".c has no place in the order"; bad = 1; next }
	{ seen[$1] = 1 }
	$2 == "has" { owner[$3] = $1 }
	$2 == "calls" { call[$1, $3] = 1 }
	$2 == "include" && $3 != "types" && at[$3] < at[$1] { print "# core/" $1 ".c includes core/" $3 ".h, which stands above it"; bad = 1 }
	END {
		for (c in call) {
			split(c, p, SUBSEP)
			if (!(p[2] in owner)) continue
			calls++
			if (at[owner[p[2]]] >= at[p[1]]) continue
			print "# core/" p[1] ".c calls " p[2] "() of core/" owner[p[2]] ".c, which stands above it"
			bad = 1
		}
		for (f in at) if (!(f in seen)) { print "# core/" f ".c is not there"; bad = 1 }
		if (!calls) bad = 1
		print (bad ? "not ok" : "ok") " fw_callorder # " n " files, " calls " calls, none goes up"
		exit bad
	}'
