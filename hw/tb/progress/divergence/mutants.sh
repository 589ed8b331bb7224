#!/bin/sh
# SPDX-License-Identifier: MIT
# mutants.sh OUT MODEL-DIR FIRMWARE: plants one defect at a time in the model's divergence and expects the nested programs to find it as wrong results,
# or as a task that does not end. Called by make with MUTANT_CC (compiler, flags, sources) and MUTANT_LIBS.
# mutants.sh -n, in this folder: each changes something, nothing is built.
set -u
apply=
if [ "$1" = -n ]; then
	apply=1 out=$(mktemp -d) model=../../../model
	trap 'rm -rf "$out"' EXIT
else
	out=$1/mutants model=$2 firmware=$3
fi
mkdir -p "$out"
bad=0

# try NAME FILE SED-EXPRESSION
try() {
	name=divergence.must_fail.nested.$1
	sed "$3" "$model/$2.c" >"$out/$2.c"
	if cmp -s "$model/$2.c" "$out/$2.c"; then
		echo "not ok $name: the defect changes nothing"
		bad=1
		return
	fi
	[ -z "$apply" ] || { echo "ok $name.applies"; return; }
	$MUTANT_CC -o "$out/run" "$out/$2.c" $MUTANT_LIBS || exit 2
	timeout 60 "$out/run" "$firmware" model 252 >"$out/log" 2>&1
	# 1: the program has found something; anything else is a crash or a hang of the test itself
	if [ $? = 1 ] && grep -q '^not ok divergence.nested\.' "$out/log"; then
		echo "ok $name"
	else
		echo "not ok $name: not found"
		bad=1
	fi
}

try lost_arrivals warp_ctrl '/case OP_DIS/,/case OP_BAR/ s/t->mask |= w->active;/t->mask = w->active;/'
try dis_at_any_address dtok 's/if (t->type == type \&\& t->addr == addr)/if (t->type == type)/'
try yield_drops_threads warp_ctrl '/^static bool give_way/,/^}/ s/t->mask |= who;/;/'
try yields_merge_anywhere dtok 's/if (t->type == XSM_DTOK_YIELD \&\& t->addr == addr)/if (t->type == XSM_DTOK_YIELD)/'
try release_loses_a_group warp_ctrl '/^void warp_release/,/^}/ s/for (i = 0; i < w->parked; i++)$/for (i = 1; i < w->parked; i++)/'
try park_loses_threads warp_ctrl 's/w->park\[i\].mask |= w->active/w->park[i].mask = w->active/'
try link_for_all_threads warp_ctrl 's/warp_commit(w, d->rd, same, link);/warp_commit(w, d->rd, WARP_ALL, link);/'
try spilled_dtoks_forgotten warp_ctrl 's/if (w->q.spilled \&\& !dtok_front(&w->q))/if (0)/'
try barrier_without_the_rest warp_ctrl 's/if (w->active == w->live) {/if (1) {/'
try barrier_without_the_cta sm 's/cta->arrived < cta->live/0/'
exit $bad
