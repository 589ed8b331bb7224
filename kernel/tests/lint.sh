#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# sparse and W=1 of the module, kernel-doc, checkpatch --strict. One line for each; a tool that is not there is a failure.
# usage: KDIR=... lint.sh TOP
set -u
top=$1
src=$top/build/kernel/src
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

# All objects again: a warning of an earlier build must not be missed.
find "$src" -name '*.o' -delete
if command -v sparse >/dev/null; then check="C=2"; else check=; echo "not ok kernel-sparse: sparse is not installed"; status=1; fi
make -C "$KDIR" M="$src" W=1 $check CF="-D__CHECK_ENDIAN__" modules >"$d/build" 2>&1 || echo "build failed" >"$d/complaints"
grep -E 'warning:|error:|ERROR:|WARNING:|undefined|Error [0-9]' "$d/build" >>"$d/complaints"
verdict sparse-and-W1 "$d/complaints"

make -C "$KDIR" M="$src" CONFIG_KUNIT=y W=1 tests/smgpu_kunit.o >"$d/build" 2>&1 || cp "$d/build" "$d/kunit"
touch "$d/kunit"
verdict kunit-compiles "$d/kunit"

doc=$(ls "$KDIR"/scripts/kernel-doc 2>/dev/null)
if [ -n "$doc" ]; then
	"$doc" -none kernel/*.[ch] kernel/include/uapi/drm/smgpu_drm.h kernel/include/uapi/drm/smgpu_hw.h 2>&1 |
		grep -E 'warning|error' >"$d/doc"
	verdict kernel-doc "$d/doc"
else
	echo "not ok kernel-doc: $KDIR has no scripts/kernel-doc"
	status=1
fi

if "$top/kernel/tests/fetch-checkpatch.sh" "$top" 2>"$d/patch"; then
	# X-macros are lists, not expressions.
	(cd build/checkpatch && perl ./checkpatch.pl --no-tree --strict --terse --max-line-length=100 \
		--ignore COMPLEX_MACRO,MACRO_ARG_UNUSED -f "$top"/kernel/*.[ch]) 2>&1 | grep -v '^total:' >"$d/patch"
fi
verdict checkpatch "$d/patch"
exit $status
