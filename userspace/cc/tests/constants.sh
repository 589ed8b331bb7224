#!/bin/sh
# SPDX-License-Identifier: MIT
# Arguments as constant operands: every form is used, and none where the word may be another. What
# the kernels compute is in check.c.
# usage: constants.sh SMCC DIRECTORY
smcc=$1 dir=$2 bad=0 here=$(dirname "$0")

suite=constants
. "$(dirname "$0")/../../tests/verdict.sh"

compile() {	# file, options
	file=$1
	shift
	"$smcc" -S -mconstants "$@" -o "$dir/constants.s" "$file" 2>"$dir/constants.txt"
	verdict "compiles $*" $? "$(head -n 1 "$dir/constants.txt")"
}

body() {	# function: its text
	awk -v f="$1:" '$0 == f { on = 1 } on { print } on && /^\.Lfunc_end/ { exit }' \
		"$dir/constants.s"
}

has() {	# name, function, pattern
	body "$2" | grep -Eq "$3"
	verdict "$1" $? "no line like $3 in $2"
}

has_not() {
	[ -n "$(body "$2")" ] && ! body "$2" | grep -Eq "$3"
	verdict "$1" $? "$(body "$2" | grep -E "$3" | head -n 1)"
}

# clang makes no fsgnjx of two values
compile "$here/kernels_calls.c" -O2
for form in \
	$(grep -o '^xsm\.c\.[a-z0-9.]*' "$here/../../../hw/isa/xsm.opcodes" | grep -v fsgnjx); do
	has "form $form" k_operands "# $form "
done
has small-integers k_operands 'lh	a7, 28\(t0\)'

cat >"$dir/constants.c" <<'END'
#include <smgpu_kernel.h>
SMGPU_KERNEL void index32(int *o, int a0, int a1, int a2, int a3, int a4, int a5, int a6, int a7,
	int a8, int a9, int a10, int a11, int a12, int a13, int a14, int a15, int a16, int a17,
	int a18, int a19, int a20, int a21, int a22, int a23, int a24, int a25, int a26, int a27,
	int a28, int a29, int a30, int a31)
{
	o[threadIdx.x] = (threadIdx.x ^ a30) * a31;
}
SMGPU_KERNEL void no_stack(int *o, int n)
{
	o[threadIdx.x] = threadIdx.x * n;
}
SMGPU_KERNEL void assembly(int *o, int n, int m)
{
	int r;

	asm volatile("add %0, %1, %2" : "=r"(r) : "r"(n), "r"(m));
	o[threadIdx.x] = r;
}
SMGPU_KERNEL void written(int *o, int n, int m)
{
	int r = threadIdx.x;

	asm volatile("addi %0, %0, 1; add %0, %0, %2" : "+r"(n) : "r"(r), "r"(m));
	o[threadIdx.x] = r + n;
}
SMGPU_KERNEL void called(int *o, int n)
{
	o[threadIdx.x] += n;
}
SMGPU_KERNEL void calls(int *o, int n)
{
	called(o, n + 1);
}
SMGPU_KERNEL void rounds(float *o, float x)
{
	o[threadIdx.x] = __builtin_fminf(o[threadIdx.x] + x, x);
}
END
compile "$dir/constants.c" -O2
has index-31 index32 'xsm\.c\.xor .*, c\[31\]'
has index-32 index32 'xsm\.cld [a-z0-9]*, c\[32\]'
has_not index-32-operand index32 'xsm\.c\.[a-z0-9]+ .*c\[32\]'
has_not no-stack index32 '\(sp\)'
has_not no-address no_stack '0xccc'
has_not no-loads no_stack 'lw	'
has assembly assembly '^	add	'
has_not assembly-operands assembly 'xsm\.c\.add'
has_not written written 'xsm\.c\.add .*c\[1\]'
has entry-of-called called.start 'xsm\.c\.'
has_not called called 'xsm\.c'
has rounds rounds 'xsm\.c\.fadd\.s'

cat >>"$dir/constants.c" <<'END'
SMGPU_KERNEL void set_rounding(int *o)
{
	asm volatile("csrwi 2, 1");
}
SMGPU_KERNEL void raw(int *o, int n)
{
	asm volatile(".word 0x00100013");
	o[threadIdx.x] = threadIdx.x + n;
}
END
compile "$dir/constants.c" -O2
has_not dynamic-rounding rounds 'xsm\.c\.fadd\.s'
has_not raw raw 'xsm\.c\.'
has no-rounding rounds 'xsm\.c\.fmin\.s'
"$smcc" -S -O2 -mno-constants -o "$dir/constants.s" "$dir/constants.c"
! grep -q 'xsm\.c' "$dir/constants.s"
verdict off $? "-mno-constants left $(grep -m 1 'xsm\.c' "$dir/constants.s")"

# flag 4 of each entry; flags are word 6
flags() {	# source, options
	"$smcc" -o "$dir/constants.elf" "$@" &&
		llvm-objcopy-19 -O binary --only-section=.smgpu.kernels --set-section-flags \
			.smgpu.kernels=alloc "$dir/constants.elf" "$dir/constants.meta" &&
		od -An -v -t u4 -w4 "$dir/constants.meta" |
			awk 'NR == 3 { n = $1 } NR == 4 { e = $1 / 4 }
			NR > 4 && NR <= 4 + n * e && (NR - 5) % e == 6 {
				flags = flags " " int($1 / 4) % 2 }
			END { print flags }'
}
[ "$(flags "$dir/constants.c" -mconstants)" = " 1 1 1 1 1 1 1 1 1" ]
verdict flag-on $? "flags$(flags "$dir/constants.c" -mconstants)"
[ "$(flags "$dir/constants.c" -mno-constants)" = " 0 0 0 0 0 0 0 0 0" ]
verdict flag-off $? "flags$(flags "$dir/constants.c" -mno-constants)"
cat >"$dir/macro.c" <<'END'
#include <smgpu_kernel.h>
static __attribute__((noinline)) int word(void)
{
	int r;

	asm volatile(__SMGPU_XSM_CLD("%0", "0") : "=r"(r));
	return r;
}
SMGPU_KERNEL void k(int *o)
{
	o[0] = word();
}
END
[ "$(flags "$dir/macro.c" -mno-constants)" = " 1" ]
verdict flag-of-own $? "the program's own constant operands are not told"
exit $bad
