#!/bin/bash
# SPDX-License-Identifier: MIT
# Every comparison and assignment of core/ changed, one at a time (mutate.c), or a sample of them: MUTANTS=N of all, drawn by MUTANT_SEED. A mutant that
# does not compile is none. Says which ones no test noticed, and how many in a hundred. FILES="wdu tmu" looks at some files.
set -u
cd "$(dirname "$0")/.."
want=${MUTANTS:-60} seed=${MUTANT_SEED:-1} dir=$(mktemp -d) tried=0 survived=0
trap 'rm -rf "$dir"' EXIT
files=$(for f in core/*.c; do n=$(basename "$f" .c); case " ${FILES:-$n} " in *" $n "*) echo "$f";; esac; done)
flags="-std=gnu11 -O1 -w -fsanitize=address,undefined -fno-sanitize-recover=all -DFW_HOST_TEST -D_GNU_SOURCE -I../kernel/include/uapi -I../kernel/abi -Iinclude -Itest"
${CC:-cc} -O1 -Wall -Wextra -o "$dir/mutate" test/mutate.c || exit 2
for f in core/*.c drivers/*.c test/mock_*.c test/invariants.c test/*_test.c; do
	# shellcheck disable=SC2086
	${CC:-cc} $flags -c "$f" -o "$dir/$(basename "$f" .c).o" || exit 2
done
lib=$(for f in core/*.c drivers/*.c test/mock_*.c test/invariants.c; do basename "$f" .c; done)
tests=$(for f in test/*_test.c; do basename "$f" .c; done)

# True if a test fails with the object in place of the file's own
noticed() { # file object
	local t name=$1 objects
	for t in $tests; do
		objects=$(for f in $lib; do [ "$f" = "$name" ] && echo "$2" || echo "$dir/$f.o"; done)
		# shellcheck disable=SC2086
		${CC:-cc} -fsanitize=address,undefined -o "$dir/test" "$dir/$t.o" $objects || return 0
		SEEDS=${SEEDS:-3} timeout "${LIMIT:-60}" "$dir/test" >"$dir/out" 2>&1 || return 0
		grep -q '^not ok' "$dir/out" && return 0
	done
	return 1
}

noticed none none && { echo "not ok fw_mutants: a test fails without a mutant"; exit 1; }
for f in $files; do
	"$dir/mutate" "$f" | awk -v f="$f" '{ print f "\t" NR - 1 "\t" $0 }'
done >"$dir/all"
all=$(wc -l <"$dir/all")
awk -v s="$seed" 'BEGIN { srand(s) } { printf "%.9f\t%s\n", rand(), $0 }' "$dir/all" | sort | cut -f2- >"$dir/drawn"
while IFS=$'\t' read -r f n line what; do
	[ "$tried" -ge "$want" ] && break
	"$dir/mutate" "$f" "$n" >"$dir/mutant.c"
	# shellcheck disable=SC2086
	${CC:-cc} $flags -c "$dir/mutant.c" -o "$dir/mutant.o" 2>/dev/null || continue
	tried=$((tried + 1))
	noticed "$(basename "$f" .c)" "$dir/mutant.o" && continue
	survived=$((survived + 1))
	echo "# fw_mutant $f:$line survived: $what"
done <"$dir/drawn"
[ "$tried" -gt 0 ] || { echo "not ok fw_mutants: none compiled"; exit 1; }
echo "# $tried of $all places tried, $survived survived"
awk -v s="$survived" -v t="$tried" -v a="$all" 'BEGIN { printf "fw.mutants_survived_pct\t%.1f\tof %d of %d mutants of core/\n", 100 * s / t, t, a }'
