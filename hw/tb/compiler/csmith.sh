#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs of Csmith, where it is installed (Debian: csmith, libcsmith-dev), by smcc on the model
# card against the host's compiler: one thread, as the programs change global variables.
# usage: csmith.sh BUILD PROGRAMS SEED DIRECTORY
build=$1 programs=$2 seed=$3 dir=$4 bad=0 ran=0
here=$(cd "$(dirname "$0")" && pwd)
if ! command -v csmith >/dev/null || [ ! -e /usr/include/csmith/safe_math.h ]; then
	echo "# csmith is not installed: its programs are left out"
	exit 0
fi
mkdir -p "$dir"
ln -sfn /usr/include/csmith "$dir/csmith"
levels=(-O0 -O1 -O2 -O3 -Os "-O2 --regs 16" "-Os --regs 24" "-O1 -g")
flags="-w -fwrapv -fno-strict-aliasing -I$here/csmith -I$dir"
for ((i = seed; i < seed + programs; i++)); do
	level=${levels[i % 8]} src=$dir/csmith-$i.c
	# long has two sizes: constants go without its suffix
	(cd "$dir" && csmith --seed "$i" --no-packed-struct --no-volatiles --no-float --no-argc \
		--max-funcs 8) | sed -E \
		's/\b(0x[0-9A-F]+|[0-9]+)(U?)L\b/\1\2/g; s/^int main/static &/' >"$src"
	# shellcheck disable=SC2086
	if ! ${CC:-cc} -DNATIVE -O1 $flags -o "$dir/native" "$src"; then
		echo "not ok csmith.$i: the host's compiler failed"
		bad=1
		continue
	fi
	want=$(timeout 2 "$dir/native") || { rm -f "$src"; continue; }	# endless, or too long
	# shellcheck disable=SC2086
	if ! "$build/userspace/cc/smcc" $level $flags -o "$dir/csmith.elf" "$src"; then
		echo "not ok csmith.$i: smcc $level failed ($src)"
		bad=1
		continue
	fi
	got=$("$build/hw/cardrun" --fw "$build/firmware/smgpu_fw_v1.bin" --elf "$dir/csmith.elf" \
		--kernel k --cta 1 --timeout 200000000 \
		--arg buf:4096,dump=1 2>"$dir/csmith.log" | awk '$1 == "arg" { print $3 }')
	ran=$((ran + 1))
	if [ "$got" = "$want" ]; then
		echo "ok csmith.$i # $level"
		rm -f "$src"
	else
		echo "not ok csmith.$i: ${got:-nothing}, not $want ($level; $src)"
		bad=1
	fi
done
if [ "$ran" -eq 0 ] && [ "$programs" -gt 0 ]; then
	echo "not ok csmith: no program ran"
	bad=1
fi
exit $bad
