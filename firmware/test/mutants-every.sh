#!/bin/bash
# SPDX-License-Identifier: MIT
# Every comparison and assignment of core/ changed, one at a time (mutants_places.c), or a sample of
# them. Says which ones no test notices, and how many in a hundred.
#   FILE="wdu.c tmu.c"   these files only                MUTANTS=N MUTANT_SEED=S   N of the places,
#                        drawn by S; without, all of them
#   LEFT=1                 those that the last run left, and that are not explained
#   QUICK=1              without sanitizers, and with two DMA engines only        JOBS=N   mutants
#                        at a time
# A mutant is compiled and linked with tests without sanitizers; what these do not notice is tried
# with sanitizers and with one DMA engine. What does not compile is no mutant, and what compiles to
# the code that was there changes nothing. An endless loop is noticed by its CPU time.
# test/mutants.txt has those that may survive, with a reason: `same` are not counted, as they change
# nothing that can be seen from outside; `left` are.
set -u
if [ "${1:-}" != one ]; then
	cd "$(dirname "$0")/.." || exit 2
	DIR=${BUILD:-../build/firmware}/mutants
	[ -e "$DIR/left" ] && mv "$DIR/left" "$DIR.left"
	rm -rf "$DIR"
	mkdir -p "$DIR/fast" "$DIR/safe" "$DIR/out" "$DIR/tree/kernel"
	DIR=$(cd "$DIR" && pwd)
	export DIR
	# Of the sources as they are now, whatever is edited meanwhile
	cp -r ../firmware "$DIR/tree/"
	cp -r ../kernel/abi ../kernel/include "$DIR/tree/kernel/"
fi
cd "$DIR/tree/firmware" || exit 2
CC=${CC:-cc}
fast="-std=gnu11 -O1 -w -DFW_HOST_TEST -D_GNU_SOURCE"
fast="$fast -I../kernel/include/uapi -I../kernel/abi -Icore -Idrivers -Itest"
traps="-fsanitize=undefined -fsanitize-undefined-trap-on-error"
safe="$fast -fsanitize=address,undefined -fno-sanitize-recover=all"
lib="$(echo core/*.c core/*/*.c drivers/*.c test/mock_*.c test/invariants.c)"
# Those that notice most in least time first
suites=""
for n in slot coalesce channel policy work child death end job order share random ahead user \
	schedule ring limits bad recenter \
	$(cd test && ls ./*_test.c | sed 's/.*\///; s/_test.c//'); do
	case " $suites " in *" $n "*) continue;; esac
	[ -e "test/${n}_test.c" ] && suites="$suites $n"
done

build() { # kind flags
	local f
	for f in $lib; do echo "$CC $2 -c $f -o $DIR/$1/$(basename "$f" .c).o"; done \
		>"$DIR/commands"
	for f in $suites; do
		echo "$CC $2 -Dmain=main_$f -c test/${f}_test.c -o $DIR/$1/test_$f.o"; done \
		>>"$DIR/commands"
	echo "$CC $2 -c $DIR/all.c -o $DIR/$1/all.o" >>"$DIR/commands"
	xargs -P"${JOBS:-2}" -d'\n' -n1 sh -c <"$DIR/commands" || exit 2
}

# True if a test fails with the object in place of the file's own
noticed() { # kind file object suite-first
	local objects="" f
	for f in $lib; do f=$(basename "$f" .c); [ "$f" = "$2" ] && objects="$objects $3" ||
		objects="$objects $DIR/$1/$f.o"; done
	for f in $suites; do objects="$objects $DIR/$1/test_$f.o"; done
	# shellcheck disable=SC2086
	$CC $([ "$1" = safe ] && echo -fsanitize=address,undefined) -o "$3.exe" "$DIR/$1/all.o" \
		$objects || { echo broken >"$DIR/broken"; return 0; }
	ASAN_OPTIONS=detect_leaks=0 MOCK_STOP=1 \
		MOCK_SECONDS=$([ "$1" = safe ] && echo 60 || echo 4) SEEDS=${SEEDS:-8} timeout \
		120 "$3.exe" "$2" >"$3.log" 2>&1 || return 0
	return 1
}

# One mutant: its result in $DIR/out
one() { # number file place
	local out=$DIR/out/$1 name
	name=$(basename "$2" .c)
	mkdir -p "$out"
	"$DIR/places" "$2" "$3" >"$out/$name.c"
	# The same compiler on the same name: the same code is the same object.
	if ! (cd "$out" && $CC $abs -O2 -c "$name.c" -o same.o 2>/dev/null); then
		echo none >"$out.result"
	elif cmp -s "$out/same.o" "$DIR/same/$name.o"; then
		echo same >"$out.result"
	else
		# shellcheck disable=SC2086
		$CC $fast $traps -c "$out/$name.c" -o "$out/m.o"
		if noticed fast "$name" "$out/m.o"; then
			echo "noticed $(grep -m1 '^not ok' "$out/m.o.log" | cut -c8-80)" \
				>"$out.result"
		elif [ -n "${QUICK:-}" ]; then
			echo survived >"$out.result"
		elif export MOCK_DMA_ENGINES=1 && noticed fast "$name" "$out/m.o"; then
			echo "noticed $(grep -m1 '^not ok' "$out/m.o.log" | cut -c8-80)" \
				>"$out.result"
		else
			unset MOCK_DMA_ENGINES
			# shellcheck disable=SC2086
			$CC $safe -c "$out/$name.c" -o "$out/m.o"
			if noticed safe "$name" "$out/m.o"; then
				echo "noticed $(grep -m1 '^not ok' "$out/m.o.log" | cut -c8-80)" \
					>"$out.result"
			else
				echo survived >"$out.result"
			fi
		fi
	fi
	rm -rf "$out"
}

abs="${fast//-I/-I$PWD/}"
if [ "${1:-}" = one ]; then
	one "$2" "$3" "$4"
	exit 0
fi

$CC -O1 -Wall -Wextra -o "$DIR/places" test/mutants_places.c || exit 2
{
	echo '#include <string.h>'
	for f in $suites; do echo "int main_$f(void);"; done
	echo 'int main(int argc, char **argv) { const char *first = argc > 1 ? argv[1] : "";'
	for f in $suites; do echo "if (!strcmp(first, \"$f\") && main_$f()) return 1;"; done
	echo 'if ((!strcmp(first, "task") || !strcmp(first, "tmd")) &&'
	echo '(main_limits() || main_bad())) return 1;'
	for f in $suites; do echo "if (strcmp(first, \"$f\") && main_$f()) return 1;"; done
	echo 'return 0; }'
} >"$DIR/all.c"
build fast "$fast $traps"
[ -n "${QUICK:-}" ] || build safe "$safe"
mkdir "$DIR/same"
for f in core/*.c core/*/*.c; do
	cp "$f" "$DIR/same/"
	(cd "$DIR/same" && $CC $abs -O2 -c "$(basename "$f")" -o "$(basename "$f" .c).o") || exit 2
done
for kind in fast ${QUICK:-safe}; do
	[ "$kind" = 1 ] && continue
	noticed "$kind" none "$DIR/none" &&
		{ echo "not ok fw_mutants: a test fails without a mutant"; cat "$DIR/none.log"; \
		exit 1; }
done

for f in ${FILE:-core/*.c core/*/*.c}; do
	f=$(find core -name "$(basename "$f")")
	"$DIR/places" "$f" | awk -v f="$f" '{ print f "\t" NR - 1 "\t" $0 }'
done >"$DIR/all"
total=$(wc -l <"$DIR/all")
if [ -n "${LEFT:-}" ]; then
	awk -F'\t' 'FNR == NR { left[$0]; next } ($1 "\t" $4 "\t" $5) in left' "$DIR.left" \
		"$DIR/all" >"$DIR/some"
	mv "$DIR/some" "$DIR/all"
fi
if [ -n "${MUTANTS:-}" ]; then
	awk -v s="${MUTANT_SEED:-1}" 'BEGIN { srand(s) } { printf "%.9f\t%s\n", rand(), $0 }' \
		"$DIR/all" | sort | cut -f2- | head -n "$MUTANTS"
else
	cat "$DIR/all"
fi >"$DIR/drawn"
export JOBS QUICK SEEDS
awk -F'\t' '{ print NR, $1, $2 }' "$DIR/drawn" |
	xargs -P"${JOBS:-2}" -n3 "$PWD/test/mutants-every.sh" one
[ -e "$DIR/broken" ] && { echo "not ok fw_mutants: the tests do not link"; exit 1; }
awk -F'\t' '{ getline r < (dir "/out/" NR ".result"); print $0 "\t" r }' dir="$DIR" \
	"$DIR/drawn" | sort -t$'\t' -k1,1 -k3,3n -s >"$DIR/results"
awk -F'\t' -v total="$total" -v left="$DIR/left" -v \
	whole="$([ -z "${MUTANTS:-}${FILE:-}${LEFT:-}" ] && echo 1)" -f test/mutants.awk \
	test/mutants.txt "$DIR/results"
