#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Builds Debian's kernel source as a small kernel of several processors that watches itself, and
# smgpu.ko for it. The tree then serves the VM as SMGPU_KERNEL_TREE: boot/, lib/modules/, .version;
# obj/ is what a module is built against, smgpu/ has the driver and its tests.
#
# usage: build.sh [kasan | kcsan | backport]     (default kasan)
#   kasan     6.12 with KASAN, lockdep, kmemleak, DMA-API checks, KUnit, failslab:
#             build/kernel-debug
#   kcsan     6.12 with KCSAN, for DRM, dma-buf and the driver: build/kernel-kcsan
#   backport  as kasan, of the newest kernel of trixie-backports: build/kernel-debug-backport
# A kernel takes six minutes on two cores the first time. The sources,
# build/kernel-source/VERSION, are shared.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
. "$top/scripts/apt.sh"
which=${1:-kasan} tools=kasan sources=$top/build/kernel-source series=6.12
case $which in
kasan) tree=$top/build/kernel-debug ;;
kcsan) tree=$top/build/kernel-kcsan tools=kcsan ;;
backport)
	tree=$top/build/kernel-debug-backport
	"$top/hw/sim/vm/fetch-trixie.sh"
	series=$("$top/hw/sim/vm/fetch-trixie.sh" --print | sed -E 's/^([0-9]+\.[0-9]+).*/\1/') ;;
*) echo "usage: build.sh [kasan | kcsan | backport]" >&2; exit 2 ;;
esac
src=$sources/$series obj=$tree/obj

say() { echo "$which kernel: $*"; }

unpack() {
	local package=linux-source-$series d

	d=$(mktemp -d "$sources/download.XXXXXX")
	say "downloading $package (160 MB)"
	if [ $which = backport ]; then
		(cd "$d" && APT_CONFIG=$top/build/trixie-apt/apt.conf apt-get -qq download \
			"$package") || true
	else apt_download "$d" "$package" || true; fi
	if ! ls "$d/${package}"_*.deb >/dev/null 2>&1; then
		rm -rf "$d"
		say "$package could not be downloaded" >&2
		exit 1
	fi
	rm -rf "$src"
	mkdir "$src"
	dpkg-deb --fsys-tarfile "$d/${package}"_*.deb | tar -xO "./usr/src/$package.tar.xz" |
		tar -xJ -C "$src" --strip-components=1
	rm -rf "$d"
	# DRM's libraries have no prompt of their own: something must select them.
	cat "$here/Kconfig" >>"$src/drivers/gpu/drm/Kconfig"
	# These are instrumented although the rest is not, see below.
	for d in drivers/gpu/drm drivers/dma-buf; do
		echo 'KCSAN_SANITIZE := y' >>"$src/$d/Makefile"
	done
	touch "$src/.unpacked"
}

mkdir -p "$sources" "$tree" "$obj"
exec 8>"$sources/lock"
flock 8
[ -e "$src/.unpacked" ] || unpack
flock -u 8
# KCSAN is for what the driver has a part in. With all of the kernel instrumented a virtual machine
# is slow, and of the accesses that can be watched few are the driver's.
[ $tools = kasan ] || export KCSAN_SANITIZE=n
cat "$here/config" "$here/older.config" "$here/$tools.config" "$here/Kconfig" >"$tree/wanted"
if ! cmp -s "$tree/wanted" "$tree/config" || [ "$src/.unpacked" -nt "$tree/config" ]; then
	make -s -C "$src" O="$obj" tinyconfig
	(cd "$obj" && "$src/scripts/kconfig/merge_config.sh" -m .config "$here/config" \
		"$here/older.config" "$here/$tools.config" \
		>/dev/null)
	make -s -C "$src" O="$obj" olddefconfig
	lost=$(cat "$here/config" "$here/$tools.config" | grep -v '^#' | grep -v '=n$' |
		grep -vxFf "$obj/.config" || true)
	[ -z "$lost" ] || { say "these options were not taken: $lost" >&2; exit 1; }
	say "building (log: $tree/build.log)"
	make -C "$src" O="$obj" -j"${JOBS:-$(nproc)}" CC="ccache gcc" bzImage modules \
		>"$tree/build.log" 2>&1 || {
		tail -20 "$tree/build.log"
		exit 1
	}
	version=$(make -s -C "$src" O="$obj" kernelrelease)
	rm -rf "$tree/boot" "$tree/lib"
	mkdir -p "$tree/boot"
	cp "$obj/arch/x86/boot/bzImage" "$tree/boot/vmlinuz-$version"
	make -s -C "$src" O="$obj" INSTALL_MOD_PATH="$tree" modules_install
	echo "$version" >"$tree/.version"
	mv "$tree/wanted" "$tree/config"
fi
env -u KCSAN_SANITIZE make -s -C "$top/kernel" module uapi-test OUT="$tree/smgpu" KDIR="$obj"
say "$(cat "$tree/.version") and smgpu.ko are in ${tree#"$top"/}"
