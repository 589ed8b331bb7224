#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the guest's initramfs: busybox, the kernel modules that are needed in the order in which
# they load, and whatever is to run, with its shared libraries.
#
# usage: mkinitramfs.sh -o FILE [-m MODULE.ko[:ARGS]]... [-f FIRMWARE[:NAME]]... [-a
# FILE_OR_DIR[:DESTINATION]]...
#                       [-k KERNEL_MODULE_NAME]... [-n NODE] -j JOB_SCRIPT
#   -m  module to load last, in the given order; what modinfo says it depends on is loaded before
#   -k  module of Debian's kernel to load too, by name
#   -f  firmware file, under /lib/firmware/NAME (default smgpu/<basename>)
#   -a  file or directory to bring along (default destination /usr/local/bin/<basename> for
#       programs, /data/<basename> else)
#   -n  device node to wait for after loading
#   -j  shell script that the guest runs
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
tree=${SMGPU_KERNEL_TREE:-$root/build/kernel-deb}
version=$("$here/fetch-kernel.sh" --print)
export PATH=$PATH:/sbin:/usr/sbin

out= job= node= modules=() firmware=() files=() extra=()
while getopts o:m:f:a:k:n:j: c; do
	case $c in
	o) out=$OPTARG ;; j) job=$OPTARG ;; n) node=$OPTARG ;;
	m) modules+=("$OPTARG") ;; f) firmware+=("$OPTARG") ;; a) files+=("$OPTARG") ;; k) \
		extra+=("$OPTARG") ;;
	*) exit 2 ;;
	esac
done
[ -n "$out" ] && [ -n "$job" ] || { echo "mkinitramfs: -o and -j are needed" >&2; exit 2; }

d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
chmod 755 "$d"	# the guest's /
mkdir -p "$d"/{bin,sbin,dev,proc,sys,etc,tmp,out,data,root,home/alice,home/bob,home/mallory} \
	"$d"/{lib/modules,lib/firmware,lib/smgpu,lib64,usr/bin,usr/local/bin}
chmod 777 "$d"/home/*

cp /bin/busybox "$d/bin/busybox"
if ldd "$d/bin/busybox" >/dev/null 2>&1; then
	echo "mkinitramfs: /bin/busybox is not static: install busybox-static" >&2
	exit 1
fi
for a in $("$d/bin/busybox" --list); do
	[ "$a" = busybox ] || ln -s busybox "$d/bin/$a"
done
gcc -O2 -static -o "$d/bin/as" "$here/as.c"

cat >"$d/etc/passwd" <<-END
	root:x:0:0::/root:/bin/sh
	alice:x:1000:1000::/home/alice:/bin/sh
	bob:x:1001:1001::/home/bob:/bin/sh
	mallory:x:1002:1002::/home/mallory:/bin/sh
END
cat >"$d/etc/group" <<-END
	root:x:0:
	render:x:105:alice,bob
	alice:x:1000:
	bob:x:1001:
	mallory:x:1002:
END

# --- modules
: >"$d/etc/modules-to-load"
declare -A loaded=()
load() { # name: Debian's module and what it needs, once
	local name=${1//-/_} line path
	[ -n "${loaded[$name]-}" ] && return 0
	loaded[$name]=1
	if grep -qE "/${name//_/[-_]}\.ko" "$tree/lib/modules/$version/modules.builtin"; then \
		return 0; fi
	line=$(grep -E "^[^:]*/${name//_/[-_]}\.ko(\.xz)?:" \
		"$tree/lib/modules/$version/modules.dep" | head -1)
	[ -n "$line" ] || { echo "mkinitramfs: this kernel has no module $name" >&2; exit 1; }
	for path in ${line#*:}; do
		path=${path##*/}
		load "${path%%.ko*}"
	done
	path=${line%%:*}
	case $path in
	*.xz) xz -dc "$tree/lib/modules/$version/$path" >"$d/lib/modules/$name.ko" ;;
	*) cp "$tree/lib/modules/$version/$path" "$d/lib/modules/$name.ko" ;;
	esac
	echo "/lib/modules/$name.ko" >>"$d/etc/modules-to-load"
}
for m in ${extra+"${extra[@]}"}; do load "$m"; done
own=" "	# modules given by path depend on each other by their order
for m in ${modules+"${modules[@]}"}; do
	path=${m%%:*} args=
	[ "$path" = "$m" ] || args=${m#*:}
	for dep in $(modinfo -F depends "$path" | tr , ' '); do
		case $own in *" ${dep//-/_} "*) ;; *) load "$dep" ;; esac
	done
	name=$(basename "$path" .ko)
	# On hardware the driver waits for seconds, and this host may take minutes for what the card
	# does in one.
	[ "$name" != smgpu ] || args="simulation_slowdown=60 $args"
	own="$own${name//-/_} "
	cp "$path" "$d/lib/modules/$name.ko"
	echo "/lib/modules/$name.ko $args" >>"$d/etc/modules-to-load"
done
[ -z "$node" ] || echo "$node" >"$d/etc/wait-for-node"

for f in ${firmware+"${firmware[@]}"}; do
	path=${f%%:*} name=smgpu/$(basename "${f%%:*}")
	[ "$path" = "$f" ] || name=${f#*:}
	install -D -m 644 "$path" "$d/lib/firmware/$name"
done

# --- programs and their libraries
libraries() { # of one ELF file
	local l
	case $(LC_ALL=C head -c 4 "$1" | tr -d '\0') in $'\x7fELF') ;; *) return 0 ;; esac
	while read -r l; do
		case ${l##*/} in
		ld-linux-x86-64.so.2) cp -nL "$l" "$d/lib64/" ;;
		*) cp -nL "$l" "$d/lib/smgpu/" ;;
		esac
	done < <(u=$root/build/userspace
		LD_LIBRARY_PATH=${LD_LIBRARY_PATH-}:$u:$u/lib ldd "$1" 2>/dev/null |
		grep -oE '/[^ ]+\.so[^ ]*')
}
for f in ${files+"${files[@]}"}; do
	path=${f%%:*} to=
	[ "$path" = "$f" ] || to=${f#*:}
	if [ -d "$path" ]; then
		to=${to:-/data/$(basename "$path")}
		mkdir -p "$d$to"
		cp -rL "$path/." "$d$to/"
	else
		if [ -z "$to" ]; then
			if [ -x "$path" ]; then to=/usr/local/bin/$(basename "$path"); else \
				to=/data/$(basename "$path"); fi
		fi
		install -D -m "$([ -x "$path" ] && echo 755 || echo 644)" "$path" "$d$to"
	fi
	while read -r l; do libraries "$l"; done < <(find "$d$to" -type f)
done
[ -e "$d/lib64/ld-linux-x86-64.so.2" ] || rmdir "$d/lib64"

install -m 755 "$here/init" "$d/init"
install -m 644 "$job" "$d/job"
mkdir -p "$(dirname "$out")"
(cd "$d" && find . | LC_ALL=C sort | cpio --quiet -o -H newc -R 0:0) | gzip -1 >"$out.new"
mv "$out.new" "$out"
