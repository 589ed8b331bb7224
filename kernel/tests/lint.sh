#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# sparse and W=1 of the module for both kernels, kernel-doc of all types and functions, width, no
# drm_dev_enter(), checkpatch --strict. One line for each; a tool that is not there is a failure.
# usage: KDIR=... lint.sh TOP
set -u
top=$1
status=0

verdict() { # name, file with complaints
	if [ -s "$2" ]; then
		echo "not ok kernel-$1: $(wc -l <"$2") lines"
		head -20 "$2"
		status=1
	else
		echo "ok kernel-$1"
	fi
}

d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
cd "$top" || exit 1

# name, folder of the module, kernel's headers: sparse, W=1 and KUnit, with the tools that PATH has
compiles() {
	local out=$2 kdir=$3 checked sources

	make -s -C kernel tree OUT="$out" || { echo "not ok kernel-$1-tree"; status=1; return; }
	# All objects again: a warning of an earlier build must not be missed.
	find "$out/src" -name '*.o' -delete
	: >"$d/complaints"
	# By this name, not as C=2: with that kbuild asks a script whether sparse is young enough,
	# which Debian's headers do not have, and then leaves it out.
	make -C "$kdir" M="$out/src" W=1 KBUILD_CHECKSRC=2 \
		CF="-D__CHECK_ENDIAN__ -include $top/kernel/tests/sparse.h" modules \
		>"$d/build" 2>&1 ||
		echo "build failed" >>"$d/complaints"
	checked=$(grep -c '^ *CHECK ' "$d/build")
	sources=$(ls kernel/*.c | wc -l)
	[ "$checked" -eq "$sources" ] ||
		echo "sparse has looked at $checked of $sources files" >>"$d/complaints"
	grep -E 'warning:|error:|ERROR:|WARNING:|undefined|Error [0-9]|\*\*\*' "$d/build" |
		grep -v 'pahole version differs' >>"$d/complaints"
	verdict "$1-sparse-and-W1" "$d/complaints"

	: >"$d/kunit"
	make -C "$kdir" M="$out/src" CONFIG_KUNIT=y W=1 tests/smgpu_kunit.o >"$d/build" 2>&1 ||
		cp "$d/build" "$d/kunit"
	verdict "$1-kunit-compiles" "$d/kunit"
	without "$@"
}

# A kernel may have neither SPI nor hwmon: then nothing is asked of what is not built.
printf '#undef CONFIG_%s\n' HWMON HWMON_MODULE SPI SPI_MASTER >"$d/without.h"
without() { # name, folder of the module, kernel's headers
	local objects="smgpu_board.o smgpu_drv.o smgpu_device.o" o

	: >"$d/without"
	(cd "$2/src" && rm -f $objects)
	make -C "$3" M="$2/src" KCFLAGS="-include $d/without.h" $objects >"$d/build" 2>&1 ||
		cp "$d/build" "$d/without"
	(cd "$2/src" && nm -u $objects | grep -E 'smgpu_(flash|hwmon)_'
		rm -f $objects) >>"$d/without"
	verdict "$1-without-spi-and-hwmon" "$d/without"
}

compiles stable "$top/build/kernel" "$KDIR"
if hw/sim/vm/fetch-trixie.sh >"$d/fetch" 2>&1; then
	# Each setting is an argument of its own.
	# shellcheck disable=SC2046
	(
		export $(hw/sim/vm/fetch-trixie.sh --env)
		compiles backport "$top/build/kernel-backport" "$KDIR"
		exit $status
	) || status=1
else
	echo "not ok kernel-backport: $(tail -1 "$d/fetch")"
	status=1
fi

headers=$(echo kernel/*.h kernel/include/uapi/drm/*.h kernel/abi/*.h)
doc=$(ls "$KDIR"/scripts/kernel-doc 2>/dev/null)
if [ -n "$doc" ]; then
	"$doc" -none kernel/*.c $headers 2>&1 | grep -E 'warning|error' |
		grep -v 'no structured comments found' >"$d/doc"
	verdict kernel-doc "$d/doc"

	# The tool is silent about what has no comment that it knows, so the types it has read are
	# compared with those there are.
	for f in kernel/*.c $headers; do
		"$doc" -rst -sphinx-version 3.1.0 "$f" 2>/dev/null |
			sed -nE 's/^\.\. c:(struct|union|enum):: ([a-z0-9_]+)$/\1 \2/p' >"$d/known"
		sed -nE 's/^(struct|union|enum) ([a-z0-9_]+) \{.*/\1 \2/p' "$f" |
			grep -vxFf "$d/known" | sed "s|^|$f: undocumented: |"
	done >"$d/types"
	verdict documented "$d/types"
else
	echo "not ok kernel-doc: $KDIR has no scripts/kernel-doc"
	status=1
fi

# What is waited for between drm_dev_enter() and drm_dev_exit() holds up the end of every other DRM
# device.
grep -nH 'drm_dev_enter *(' kernel/*.c | grep -v ':[0-9]*: \* ' >"$d/enter"
verdict no-drm-dev-enter "$d/enter"

# A text that is searched for in logs stays in one piece, so a line may end beyond the width in a
# string.
for f in kernel/*.c $headers; do
	expand "$f" | awk -v f="$f" '
		length > 100 && !/^ *([A-Za-z_]+\([^"]*)?"[^"]*"[,;)]*$/ {
			print f ":" NR ": " length " columns"
		}'
done >"$d/wide"
verdict width "$d/wide"

if "$top/kernel/tests/fetch-checkpatch.sh" "$top" 2>"$d/patch"; then
	# X-macros are lists, not expressions.
	(cd build/checkpatch && perl ./checkpatch.pl --no-tree --strict --terse \
		--max-line-length=100 --ignore COMPLEX_MACRO,MACRO_ARG_UNUSED \
		-f "$top"/kernel/*.[ch]) 2>&1 | grep -v '^total:' >"$d/patch"
fi
verdict checkpatch "$d/patch"
exit $status
