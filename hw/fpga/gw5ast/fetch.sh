#!/bin/bash
# SPDX-License-Identifier: MIT
# Unpacks nextpnr for Gowin's parts from Debian's forky in DIRECTORY, with the part's database and
# the libraries that it needs (22 MB to download), and prints the program's path. The one of PyPI
# is WebAssembly: it has one thread, and takes several times as long. Nothing is installed, and no
# step needs root. DEBIAN_MIRROR (http://deb.debian.org/debian): where from.
#
# usage: fetch.sh DIRECTORY
set -eu
. "$(dirname "$0")/../../../scripts/apt.sh"
mkdir -p "$1"
tree=$(readlink -f "$1") package=nextpnr-himbaechel-gowin
program=$tree/root/usr/bin/$package
exec 9>"$tree/lock"
flock 9
# The tree names its own place in the program, so one that was moved is none.
if [ "$(cat "$tree/.place" 2>/dev/null)" != "$tree" ]; then
	command -v patchelf >/dev/null ||
		{ echo "gw5ast: patchelf is missing: run scripts/setup.sh" >&2; exit 1; }
	apt_private "$tree/apt" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" forky
	export APT_CONFIG=$tree/apt/apt.conf LC_ALL=C
	apt_fetch "$tree/uris" "timeout 900" $package >"$tree/log" 2>&1 || {
		echo "gw5ast: $package of forky could not be downloaded (log: $tree/log)" >&2
		exit 1
	}
	rm -rf "$tree/root"
	mkdir "$tree/root"
	for deb in $(apt_named "$tree/uris"); do
		dpkg-deb --fsys-tarfile "$tree/apt/archives/$deb" |
			tar -x -C "$tree/root" --exclude=./usr/share/doc --exclude=./usr/share/man
	done
	apt_place "$tree/root" "$tree/root/usr/bin"
	"$program" --version >/dev/null 2>&1
	echo "$tree" >"$tree/.place"
fi
echo "$program"
