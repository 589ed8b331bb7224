#!/bin/sh
# SPDX-License-Identifier: MIT
# What the tools say of wrong usage, on the fake card, and the README's kernel as it stands there.
# usage: words.sh BUILD "PREFIX"
build=$1 prefix=$2 bad=0 suite=words
. "$(dirname "$0")/verdict.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
dir=$build/tests/words
rm -rf "$dir"
mkdir -p "$dir/build/userspace"
ln -s "$build/bin" "$dir/build/userspace/bin"
cd "$dir" || exit 1
PATH=$build/bin:$PATH

# the N-th block of the section of the README that has this title
block() {
	awk -v title="## $1" -v want="$2" '/^## / { here = $0 == title }
		/^```/ { if (here && !(inside = !inside)) n++; next }
		here && inside && n + 1 == want' "$top/README.md"
}
block 'A kernel of your own' 1 >make.sh
block 'A kernel of your own' 2 >run.sh
[ -s make.sh ] && [ -s run.sh ] && sh -e make.sh >said 2>&1
verdict readme-compiles $? "$(cat said)"
env FAKE_LEAKS_OK=1 $prefix sh -e run.sh >said 2>&1
verdict readme-runs $? "$(cat said)"
[ "$(od -An -td4 -N16 x.bin | tr -s ' ')" = ' 0 2 4 6' ]
verdict readme-result $? "x.bin has other words"

cat >k.c <<'END'
#include <smgpu_kernel.h>
static __attribute__((noinline)) int deep(int n)
{
	volatile int x[64];

	x[n & 63] = n;
	return n ? deep(n - 1) + x[n & 63] : 0;
}
SMGPU_KERNEL void recurse(int *x, int n)
{
	x[0] = deep(n);
}
END
smcc -o k.elf k.c
# NAME STATUS PATTERN COMMAND...: it ends with this status, and one line says this
says() {
	name=$1 status=$2 pattern=$3
	shift 3
	env FAKE_LEAKS_OK=1 $prefix "$@" >said 2>&1
	got=$?
	[ $got -eq "$status" ] && grep -Eq "$pattern" said && [ "$(wc -l <said)" -eq 1 ]
	verdict "$name" $? "exit $got: $(head -c 300 said)"
}
twice='smgpu-run twice.elf --kernel twice'
says grid-negative 2 'smgpu-run: -1: expected x,y,z' $twice --grid -1 buf:1k
says grid-word 2 'smgpu-run: 4294967296: expected x,y,z' $twice --grid 4294967296 buf:1k
says grid-product 1 'A grid of 4000000000 x 70000 x 1 CTAs is more than a task can have' $twice \
	--grid 4000000000,70000 buf:1k
says flash-image 3 'smgpu-flash: k.c is no bitstream of the 7 series: it has no sync word' \
	smgpu-flash k.c
printf '\000\011\017\360\017\360 a .bit file' >k.bit
says flash-bit 3 'smgpu-flash: k.bit is a .bit file' smgpu-flash k.bit
says flash-missing 3 'smgpu-flash: missing.bin: No such file' smgpu-flash missing.bin
says flash-two 2 'smgpu-flash: b: one image at a time' smgpu-flash a b
says flash-none 2 'smgpu-flash: no image is named' smgpu-flash --fallback
says pointer-integer 2 'i:5: argument x is a global address' $twice i:5
says pointer-shared 2 'shared:64: argument x is a global address' $twice shared:64
says integer-buffer 2 'buf:1k: argument n is a int' smgpu-run k.elf --kernel recurse buf:1k buf:1k
says integer-range 2 'i:99999999999: argument n is a int' smgpu-run k.elf --kernel recurse buf:1k \
	i:99999999999
says hexadecimal 2 'x:zz: expected a word' $twice x:zz
says stack 1 'The stack of [1-9][0-9]* bytes overflowed in deep\.' smgpu-run k.elf --kernel \
	recurse buf:1k i:100
says no-stack 1 'used an address that is not bound' $twice x:40
says priority 1 'There is no priority 99: they go from 1, the most urgent, to 10\.' $twice \
	--priority 99 buf:1k
says priority-permission 1 \
	'Priority 3 is more urgent than the queue may ask for: it begins with 5\.' $twice \
	--priority 3 buf:1k
head -c 3000 twice.elf >cut.elf
says cut-off 1 'The file is cut off: it has 3000 bytes of [0-9]+\.' smgpu-run cut.elf --list
says profile 2 'debugfs file warps, and this card has no device file .* set SMGPU_DEBUGFS' $twice \
	--profile buf:1k
says value 2 'smgpu-run: --grid needs a value' smgpu-run --grid
for t in smgpu-run smgpu-top smgpu-info smgpu-dump smgpu-dis; do
	says $t-option 2 "^$t: --gird: there is no such option; $t --help lists all$" $t --gird
done
for t in smgpu-run smgpu-top smgpu-info smgpu-dump smgpu-dis smcc; do
	says $t-version 0 "^$t [0-9]+\.[0-9]+\.[0-9]+$" $t --version
done
exit $bad
