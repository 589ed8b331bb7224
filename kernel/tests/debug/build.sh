#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Builds Debian's 6.12 source as a small kernel that watches itself (KASAN, lockdep, kmemleak, DMA-API, KUnit) into build/kernel-debug, which then
# serves the VM as SMGPU_KERNEL_TREE, and smgpu.ko for it. Takes about six minutes on two cores the first time.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
tree=$top/build/kernel-debug
src=$tree/source
. "$top/scripts/apt.sh"

say() { echo "debug kernel: $*"; }
mkdir -p "$tree"
if [ ! -e "$src/.unpacked" ]; then
	d=$(mktemp -d "$tree/download.XXXXXX")
	trap 'rm -rf "$d"' EXIT
	say "downloading linux-source-6.12 (150 MB)"
	apt_download "$d" linux-source-6.12 || true
	ls "$d"/linux-source-6.12_*.deb >/dev/null 2>&1 || { say "linux-source-6.12 could not be downloaded" >&2; exit 1; }
	rm -rf "$src"
	mkdir "$src"
	dpkg-deb --fsys-tarfile "$d"/linux-source-6.12_*.deb | tar -xO ./usr/src/linux-source-6.12.tar.xz | tar -xJ -C "$src" --strip-components=1
	# DRM's libraries have no prompt of their own: something must select them.
	cat "$here/Kconfig" >>"$src/drivers/gpu/drm/Kconfig"
	touch "$src/.unpacked"
fi
if ! cmp -s "$here/config" "$tree/config"; then
	make -s -C "$src" tinyconfig
	(cd "$src" && scripts/kconfig/merge_config.sh -m .config "$here/config" >/dev/null)
	make -s -C "$src" olddefconfig
	lost=$(grep -v '^#' "$here/config" | grep -v '=n$' | grep -vxFf "$src/.config" || true)
	[ -z "$lost" ] || { say "these options were not taken: $lost" >&2; exit 1; }
	say "building (log: $tree/build.log)"
	make -C "$src" -j"$(nproc)" CC="ccache gcc" bzImage modules >"$tree/build.log" 2>&1 || { tail -20 "$tree/build.log"; exit 1; }
	version=$(make -s -C "$src" kernelrelease)
	mkdir -p "$tree/boot"
	cp "$src/arch/x86/boot/bzImage" "$tree/boot/vmlinuz-$version"
	make -s -C "$src" INSTALL_MOD_PATH="$tree" modules_install
	echo "$version" >"$tree/.version"
	cp "$here/config" "$tree/config"
fi
make -s -C "$top/kernel" module uapi-test OUT="$tree/smgpu" KDIR="$src"
say "$(cat "$tree/.version") and smgpu.ko are in ${tree#"$top"/}"
