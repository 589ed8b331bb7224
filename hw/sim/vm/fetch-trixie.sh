#!/bin/bash
# SPDX-License-Identifier: MIT
# Unpacks, from Debian's trixie-backports, what Debian 12 has no version of: a QEMU with
# vfio-user-pci, the newest kernel (image, modules, headers) and the compiler that its modules are
# built with. All of it lies below build/trixie and runs from there: each program's loader and
# library path are set to that tree. Nothing is installed, and no step needs root. Does nothing when
# the tree is there already.
#
# usage: fetch-trixie.sh [--update | --print | --env]
#   --update  look whether the archive has newer versions     --print  only say which kernel is
#             unpacked
#   --env     say the settings with which kernel/ builds its module for that kernel:
#             env $(hw/sim/vm/fetch-trixie.sh --env) make -C kernel module OUT=...
# The tree: bin/ (QEMU, x86_64-linux-gnu-gcc-14, binutils), usr/src/linux-headers-VERSION, and what
# SMGPU_KERNEL_TREE wants (boot/vmlinuz-VERSION, lib/modules/VERSION, .version). DEBIAN_MIRROR
# (http://deb.debian.org/debian): where from. SMGPU_FETCH_SECONDS (1800): how long all of it may
# take, for a server that answers no more, or one byte at a time.
set -eu
cd "$(dirname "$0")/../../.."
tree=$PWD/build/trixie
apt=$PWD/build/trixie-apt
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
want="qemu-system-x86 linux-image-amd64 linux-headers-amd64"
limit=${SMGPU_FETCH_SECONDS:-1800} deadline=
. scripts/apt.sh

say() { echo "trixie: $*"; }
fail() { say "$* (nothing else needs this tree: the suites that do not boot it still run)" >&2; \
	exit 1; }
# The tree names its own place in every program, so one that was moved is none.
whole() { [ "$(cat "$tree/.place" 2>/dev/null)" = "$tree" ]; }

case ${1-} in
--print|--env)
	whole || { say "not unpacked yet: run hw/sim/vm/fetch-trixie.sh" >&2; exit 1; }
	version=$(cat "$tree/.version")
	if [ "$1" = --print ]; then echo "$version"; else
		echo "PATH=$tree/bin:$PATH KDIR=$tree/usr/src/linux-headers-$version"; fi
	exit 0 ;;
--update|'') ;;
*) echo "usage: fetch-trixie.sh [--update | --print | --env]" >&2; exit 2 ;;
esac

mkdir -p "$apt"
exec 9>"$apt/lock"
flock 9	# two suites may want the tree at once
if whole && [ "${1-}" != --update ]; then exit 0; fi

apt_private "$apt" "$mirror" trixie trixie-updates trixie-backports ||
	fail "no apt of its own"
export APT_CONFIG=$apt/apt.conf LC_ALL=C

late() { [ $SECONDS -ge "$deadline" ]; }
bounded() { ! late && timeout $((deadline - SECONDS)) "$@"; }

fetch() { # the newest of everything
	apt_fetch "$apt/uris" bounded $want
} >"$apt/log" 2>&1

command -v patchelf >/dev/null || fail "patchelf is missing: run scripts/setup.sh"
log=${apt#"$PWD"/}/log
if [ "${1-}" = --update ]; then
	say "looking for newer versions"
else
	say "downloading QEMU, kernel and compiler of trixie-backports (235 MB, log: $log)"
fi
deadline=$((SECONDS + limit))	# the wait for another one that fetches does not count
for try in 1 2 last; do
	fetch && break
	if [ $try = last ] || late; then
		if whole; then say \
			"the archive can't be reached; staying with $(cat "$tree/.version")"; \
			exit 0; fi
		# Archives of an earlier time are as good, if they are all there
		[ -s "$apt/uris" ] && say \
			"the archive can't be reached; using what was downloaded before" && break
		! late || fail \
			"$mirror did not deliver the packages within $limit s; another server can be named with DEBIAN_MIRROR"
		why=$(grep -m 1 '^E:' "$apt/log")
		fail "the packages could not be downloaded from $mirror: $why"
	fi
	sleep $((try * 5))
done
names=$(apt_named "$apt/uris")
[ -n "$names" ] || fail "apt named no package (log: ${apt#"$PWD"/}/log)"
if whole && [ "$(cat "$tree/.packages")" = "$names" ]; then say \
	"$(cat "$tree/.version") is the newest"; exit 0; fi

say "unpacking"
new=$tree.new
rm -rf "$new"
mkdir -p "$new/bin" "$new/boot"
for deb in $names; do
	# of an installed system
	case $deb in dracut*|systemd*|e2fsprogs*|udev*|debconf*) continue ;; esac
	[ -r "$apt/archives/$deb" ] || fail "$deb was not downloaded"
	dpkg-deb --fsys-tarfile "$apt/archives/$deb" |
		tar -x -C "$new" --exclude=./usr/share/doc --exclude=./usr/share/man \
		--exclude=./usr/share/locale ||
		fail "$deb could not be unpacked"
done
ln -s usr/lib "$new/lib"
for f in "$new"/usr/bin/x86_64-linux-gnu-* "$new/usr/bin/qemu-system-x86_64"; do ln -s \
	"../usr/bin/${f##*/}" "$new/bin/"; done
version=$(basename "$new"/usr/lib/modules/*)
ln -s "../usr/lib/modules/$version/vmlinuz" "$new/boot/vmlinuz-$version"
headers=$new/usr/src/linux-headers-$version
sed -i "s|/usr/src/|$tree/usr/src/|" "$headers/Makefile"
# With it kbuild would want pahole, to give modules type information that nothing here uses
rm -f "$headers/vmlinux"
PATH=$PATH:/sbin:/usr/sbin depmod -b "$new" "$version"
apt_place "$tree" "$new"/usr/{bin,libexec} "$new"/usr/lib/linux-kbuild-* ||
	fail "a program could not be pointed at its libraries"
rm -rf "$tree"
mv "$new" "$tree"
echo "$names" >"$tree/.packages"
echo "$version" >"$tree/.version"
"$tree/bin/qemu-system-x86_64" -device vfio-user-pci,help >/dev/null ||
	fail "the unpacked QEMU has no vfio-user-pci or does not run"
"$tree/bin/x86_64-linux-gnu-gcc-14" --version >/dev/null ||
	fail "the unpacked compiler does not run"
echo "$tree" >"$tree/.place"
qemu=$("$tree/bin/qemu-system-x86_64" --version | head -1)
say "kernel $version and $qemu are in ${tree#"$PWD"/}"
