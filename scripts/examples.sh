#!/bin/bash
# SPDX-License-Identifier: MIT
# examples.sh [NAME...]: carries out Documentation/developer/add-NAME.rst on a scratch copy of the
# tree, build/examples/NAME, as scripts/steps.py reads it; without a NAME, each such page. A page
# that is not true any more is to be mended, or its patch.
#
# The copy is what would be committed, as it is in the work tree, in a repository of its own. It
# shares build/venv, and the kernel's headers of `make kernel-tree`.
set -u
cd "$(dirname "$0")/.."
top=$PWD rc=0
pages=Documentation/developer
export CMOCKA_MESSAGE_OUTPUT=TAP
unset BUILD_ROOT MAKEFLAGS MAKELEVEL MFLAGS	# of the tree that asks for this

copy() { # DIRECTORY
	rm -rf "$1" && mkdir -p "$1/build" && git ls-files -z --cached --others --exclude-standard |
		while IFS= read -r -d '' f; do [ ! -e "$f" ] || printf '%s\0' "$f"; done |
		xargs -0 cp -p --parents -t "$1" &&
		ln -s "$top/build/venv" "$top/build/kernel-deb" "$1/build" &&
		git -C "$1" init -q && git -C "$1" add -A
}

[ $# -gt 0 ] || set -- $(ls $pages/add-*.rst | sed 's#.*/add-##; s#\.rst$##')
scripts/venv.sh || rc=1
for name in "$@"; do
	scratch=build/examples/$name
	if [ ! -e "$pages/add-$name.rst" ]; then
		echo "not ok example.$name: there is no page $pages/add-$name.rst"
		rc=1
	elif ! copy "$scratch"; then
		echo "not ok example.$name: the tree could not be copied to $scratch"
		rc=1
	else
		python3 scripts/steps.py "$name" "$pages/add-$name.rst" "$scratch" || rc=1
	fi
done

alone=$(for p in $pages/examples/*.patch; do grep -qE "^ +git apply .*$p( |\$)" $pages/add-*.rst ||
	echo "$p"; done)
if [ -z "$alone" ]; then echo "ok example.patches"; else
	echo "not ok example.patches: no page applies $alone"; rc=1; fi
exit $rc
