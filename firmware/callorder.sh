#!/bin/bash
# SPDX-License-Identifier: MIT
# callorder.sh OBJECTS: files of core/ call and include only what stands behind them in this order.
# So neither files nor rooms, the folders of core/, form a circle.
set -euo pipefail
cd "$(dirname "$0")"
order="main boot
	host/cmd host/table host/warps host/dump
	finish/death finish/finish
	intake/ring intake/child intake/frontend intake/work intake/accept intake/tmd intake/pending
	place/wdu place/coalesce place/order place/isolation place/victim place/recenter
	place/progress place/tmu place/schedule place/l2tokens place/tune place/eupool
	state/end state/requests state/queue state/usage state/channel state/job state/client
	state/slots state/task state/event state/lots state/log"
{
	for f in core/*.c core/*/*.c; do
		n=${f#core/}
		sed -n 's|^#include "\(.*\)\.h"$|'"${n%.c}"' include \1|p' "$f"
	done
	for o in "$@"; do
		n=${o##*/core/}
		nm "$o" | awk -v n="${n%.o}" \
			'NF == 3 && $2 == "T" { print n, "has", $3 }
			$1 == "U" { print n, "calls", $2 }'
	done
} | awk -v order="$order" '
	BEGIN {
		n = split(order, o)
		for (i = 1; i <= n; i++) {
			at[o[i]] = i
			room = o[i] ~ "/" ? substr(o[i], 1, index(o[i], "/")) : "."
			if (room != last && room in rooms) {
				print "# files of " room " stand apart in the order"
				bad = 1
			}
			rooms[last = room]
		}
	}
	!($1 in at) { print "# core/" $1 ".c has no place in the order"; bad = 1; next }
	{ seen[$1] = 1 }
	$2 == "has" { owner[$3] = $1 }
	$2 == "calls" { call[$1, $3] = 1 }
	$2 == "include" && $3 in at && at[$3] < at[$1] {
		print "# core/" $1 ".c includes core/" $3 ".h, which stands above it"
		bad = 1
	}
	END {
		for (c in call) {
			split(c, p, SUBSEP)
			if (!(p[2] in owner)) continue
			calls++
			if (at[owner[p[2]]] >= at[p[1]]) continue
			print "# core/" p[1] ".c calls " p[2] "() of core/" owner[p[2]] ".c, " \
				"which stands above it"
			bad = 1
		}
		for (f in at) if (!(f in seen)) { print "# core/" f ".c is not there"; bad = 1 }
		if (!calls) bad = 1
		print (bad ? "not ok" : "ok") " fw_callorder # " n " files, " calls " calls" \
			(bad ? "" : ", none goes up")
		exit bad
	}'
