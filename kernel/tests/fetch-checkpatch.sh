#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Takes checkpatch out of Debian's kernel source package, the only one that has it, into
# build/checkpatch. Nothing is installed.
# usage: fetch-checkpatch.sh TOP
set -eu
out=$1/build/checkpatch
[ -x "$out/checkpatch.pl" ] && [ -e "$out/spelling.txt" ] && exit 0
. "$1/scripts/apt.sh"
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
cd "$d"
apt_download . linux-source-6.12 || true
deb=$(ls linux-source-6.12_*.deb 2>/dev/null) || {
	echo "could not download linux-source-6.12" >&2
	exit 1
}
mkdir new
# The second tar stops reading when it has all three: the writers before it then complain of a
# broken pipe.
dpkg-deb --fsys-tarfile "$deb" 2>/dev/null | tar -xO ./usr/src/linux-source-6.12.tar.xz |
	tar -xJ -C new --strip-components=2 --occurrence=1 \
		linux-source-6.12/scripts/checkpatch.pl linux-source-6.12/scripts/spelling.txt \
		linux-source-6.12/scripts/const_structs.checkpatch
mkdir -p "$out"
mv new/* "$out"
