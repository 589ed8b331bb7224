#!/bin/bash
# SPDX-License-Identifier: MIT
# Unpacks Debian's 6.12 kernel image, headers and kbuild under build/kernel-deb. Nothing is
# installed: /boot, the boot loader and the host's own kernel stay as they are. Does nothing when
# that version is there already.
#
# usage: fetch-kernel.sh [--print]     --print: only say which version is unpacked
set -eu
cd "$(dirname "$0")/../../.."
tree=${SMGPU_KERNEL_TREE:-$PWD/build/kernel-deb}
debs=$PWD/build/kernel-debs
. scripts/apt.sh

say() { echo "kernel: $*"; }
unpacked() { # the version in $tree, if it is complete
	cat "$tree/.version" 2>/dev/null || true
}

if [ "${1-}" = --print ]; then
	[ -n "$(unpacked)" ] || { say "none unpacked yet" >&2; exit 1; }
	unpacked
	exit 0
fi

meta=linux-image-6.12-amd64
[ -n "$(unpacked)" ] || apt_know "$meta" || true
image=$(apt-cache depends "$meta" 2>/dev/null |
	awk '/Depends: linux-image-6\.12/ { print $2; exit }')
if [ -z "$image" ]; then
	if [ -n "$(unpacked)" ]; then
		say "apt knows no $meta; using $(unpacked), which is unpacked"
		exit 0
	fi
	say "apt knows no $meta: add bookworm-security (or bookworm-backports) to the sources" >&2
	exit 1
fi
version=${image#linux-image-}
if [ "$(unpacked)" = "$version" ]; then
	# The tree may have been moved since: the one absolute path in it must follow.
	grep -q "^include $tree/" "$tree/usr/src/linux-headers-$version/Makefile" &&
		{ say "$version is unpacked"; exit 0; }
fi

base=${version%-amd64}
say "downloading $version (about 120 MB)"
mkdir -p "$debs"
packages=("linux-image-$version" "linux-headers-$version" "linux-headers-$base-common" \
	"linux-kbuild-$base")
apt_download "$debs" "${packages[@]}" || true
found=()
for p in "${packages[@]}"; do
	deb=$(ls -t "$debs/${p}"_*.deb 2>/dev/null | head -1)
	if [ -z "$deb" ]; then
		[ -z "$(unpacked)" ] || { say "could not download $p; staying with $(unpacked)"; \
			exit 0; }
		say "could not download $p" >&2
		exit 1
	fi
	found+=("$deb")
done
rm -rf "$tree"
mkdir -p "$tree"
for deb in "${found[@]}"; do
	say "unpacking $(basename "$deb" | cut -d_ -f1)"
	dpkg -x "$deb" "$tree"
done
sed -i "s|^include .*/usr/src/|include $tree/usr/src/|
	s|^include /usr/src/|include $tree/usr/src/|" \
	"$tree/usr/src/linux-headers-$version/Makefile"
# kbuild finds its scripts through a link that is absolute in the package
for l in scripts tools; do
	link=$tree/usr/src/linux-headers-$base-common/$l
	[ -e "$link" ] || ln -sfn "../../lib/linux-kbuild-$base/$l" "$link"
	[ -e "$link" ] || ln -sfn "../linux-kbuild-$base/$l" "$link"
done
# With it kbuild would want pahole, to give modules type information that nothing here uses
rm -f "$tree/usr/src/linux-headers-$version/vmlinux"
say "indexing modules"
PATH=$PATH:/sbin:/usr/sbin depmod -b "$tree" "$version"
echo "$version" >"$tree/.version"
say "$version is in ${tree#"$PWD"/}"
