#!/bin/bash
# SPDX-License-Identifier: MIT
# Lint of what has changed: files that differ from the last commit, or from the commit before it if
# none does. The RTL is read in one preset, the module is built for one kernel. `make lint` is the
# whole.
set -u
cd "$(dirname "$0")/.."
changed=$(git diff --name-only HEAD; git ls-files --others --exclude-standard)
[ -n "$changed" ] || changed=$(git diff --name-only HEAD~1)
rc=0
touched() { grep -qE "$1" <<<"$changed"; }

touched '^hw/rtl/.*\.(sv|mk)$' && { make -s -C hw/rtl lint-structs lint-verilator-default \
	lint-yosys-a200t || rc=1; }
if touched '^kernel/[^/]*\.[ch]$|^kernel/(abi|include)/'; then
	make -s -C kernel module >build/kernel/quick.log 2>&1 ||
		echo 'error: no module' >>build/kernel/quick.log
	if grep -qE 'warning:|error:' build/kernel/quick.log; then
		echo 'not ok module: see build/kernel/quick.log'
		grep -E 'warning:|error:' build/kernel/quick.log | head
		rc=1
	else
		echo 'ok module'
	fi
fi
while read -r f; do
	[ -f "$f" ] || continue
	case $f in
	kernel/*.[ch])
		if (kernel/tests/fetch-checkpatch.sh "$PWD" && cd build/checkpatch &&
			perl ./checkpatch.pl --no-tree --strict --terse \
			--max-line-length=100 --ignore COMPLEX_MACRO,MACRO_ARG_UNUSED -f \
				"../../$f") >build/checkpatch.log 2>&1; then
			echo "ok checkpatch.$f"
		else
			grep -v '^total' build/checkpatch.log
			echo "not ok checkpatch.$f: see above"
			rc=1
		fi ;;
	*.sh|scripts/*) case $(head -c 40 "$f") in *bash*) bash -n "$f" && echo "ok syntax.$f" ||
		{ echo "not ok syntax.$f"; rc=1; } ;; esac ;;
	*.py) python3 -m py_compile "$f" && echo "ok syntax.$f" ||
		{ echo "not ok syntax.$f"; rc=1; } ;;
	esac
done <<<"$changed"
echo "ok lint-changed # $(grep -c . <<<"$changed") files"
exit $rc
