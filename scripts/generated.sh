#!/bin/bash
# SPDX-License-Identifier: MIT
# The committed generated files are what their generators make, and nothing else lies in the tree:
# each file has a name of letters, digits and "_.-", is of a kind that the project has, and is
# committed or ignored. The book is made without a warning: its pages are well-formed, and what they
# refer to exists. The words of pages keep the rules of scripts/prose.py. The table of files of each
# README names what its folder has (scripts/files.py), that of ports in a chapter of the hardware
# what its module has (scripts/ports.py).
set -u
cd "$(dirname "$0")/.."
rc=0
verdict() { # NAME, STATUS, what a status other than 0 means
	if [ "$2" -eq 0 ]; then echo "ok $1"; else
		echo "not ok $1: ${3:-stale, run the generator and commit}"
		rc=1
	fi
}
python3 hw/isa/gen.py --check; verdict generated.isa $?
scripts/venv.sh && build/venv/bin/python hw/regs/gen.py --check; verdict generated.registers $?
python3 hw/regs/headers.py --check; verdict generated.headers $?
python3 scripts/facts.py
verdict generated.facts $? "a fact has a copy, or does not follow its source, see above"
python3 Documentation/figures/dtoks.py --check; verdict generated.figures $?
python3 hw/presets/gen.py --check; verdict generated.presets $?
scripts/docs.sh
verdict generated.pages $? "the book cannot be made without a warning, see above"
/usr/bin/python3 scripts/prose.py
verdict generated.prose $? "words to be mended, see above; scripts/prose.py has the rules"
python3 scripts/files.py
verdict generated.tables $? "tables of files and folders differ, see above (scripts/files.py)"
python3 scripts/ports.py
verdict generated.ports $? "tables of ports and modules differ, see above (scripts/ports.py)"

# The page of errors has the codes of the header, and MAINTAINERS names what is there.
errors=Documentation/reference/errors.rst
codes() {
	sed -nE "s/^[ \t*-]*(SMGPU_ERR_[A-Z_]+) = ([0-9]+),/\2 \1/p" \
		kernel/include/uapi/drm/smgpu_hw.h
}
told() {
	sed -nE '/^   \* - [0-9]+$/{N
		s/[^0-9]*([0-9]+)\n     - ``(SMGPU_ERR_[A-Z_]+)``$/\1 \2/p
	}' $errors
}
diff <(codes) <(told); verdict generated.errors $? "$errors has other codes than smgpu_hw.h"
awk '/^[FC]:/ { print $2 }' MAINTAINERS | xargs ls -d >/dev/null
verdict generated.maintainers $? "see above"
python3 scripts/width.py
verdict generated.width $? "lines of more than 100 columns, see above"

version=$(cat VERSION) stale=
grep -qx "PACKAGE_VERSION=\"$version\"" kernel/dkms.conf || stale=kernel/dkms.conf
for f in README.md Documentation/user/install.rst; do
	grep -q "smgpu/$version\b" $f || stale="$stale $f"
done
[ -z "$stale" ]; verdict generated.version $? "another version than in VERSION: $stale"

kinds=' c h S inc toml ld sv svh cpp rdl opcodes in cl py sh awk mk rst md scd txt svg png conf '
kinds="$kinds rules config spvasm patch yml tsv tcl xdc ys cst "
names=' VERSION Makefile Kbuild Kconfig suites suites-long suites-quick run init config '
names="$names blocks parts .gitignore .clang-format .editorconfig MAINTAINERS "
strays() { # PATHS on standard input: those that are no file of this project
	awk -F/ -v kinds="$kinds" -v names="$names" '{
		bad = 0
		for (i = 1; i <= NF; i++)
			bad = bad || $i !~ /^\.?[A-Za-z0-9][A-Za-z0-9_.-]*$/
		n = split($NF, part, ".")
		if (bad || (!index(names, " " $NF " ") && (n < 2 ||
		!index(kinds, " " part[n] " "))))
			print
	}'
}
tell() { # NAME WHAT, and paths on standard input
	local list
	list=$(tr '\n' ' ')
	if [ -z "$list" ]; then echo "ok $1"; else echo "not ok $1: $2: $list"; rc=1; fi
}
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
	tell generated.stray \
		"the project has no files of this name or kind (scripts/generated.sh lists the kinds)" \
		< <(git ls-files | grep -v '/corpus/' | strays)
	tell generated.untracked "commit, ignore or remove" \
		< <(git ls-files --others --exclude-standard)
else
	echo "not ok generated.stray: this is not a git checkout, so what belongs to the tree is" \
		"not known"
	rc=1
fi
exit $rc
