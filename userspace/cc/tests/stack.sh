#!/bin/sh
# SPDX-License-Identifier: MIT
# How many bytes of stack the metadata give a thread: exact behind pointers, with what --stack adds
# where there is no bound.
# usage: stack.sh SMCC DIRECTORY
smcc=$1 dir=$2 bad=0

cat >"$dir/stack.c" <<'END'
#include <smgpu_kernel.h>
static __attribute__((noinline)) int deep(int *in, int n)
{
	volatile int a[700];

	for (int i = 0; i < 700; i++)
		a[i] = in[i & 31];
	return a[n & 511];
}
static int shallow(int *in, int n) { return in[n & 31]; }
int (*const table[2])(int *, int) = { deep, shallow };
SMGPU_KERNEL void pointer(int *in, int *out, int n)
{
	out[threadIdx.x] = table[(n + threadIdx.x) & 1](in, n);
}
SMGPU_KERNEL void variable(int *in, int *out, int n)
{
	volatile int fixed[1500], a[n];

	for (int i = 0; i < n; i++)
		a[i] = fixed[i & 1023] = in[i & 31];
	out[threadIdx.x] = a[n / 2] + fixed[n];
}
static __attribute__((noinline)) int again(int *in, int n)
{
	volatile int a[40];

	a[n & 31] = in[n & 31];
	return n ? again(in, n - 1) * 3 + a[n & 31] : 1;
}
SMGPU_KERNEL void recursive(int *in, int *out, int n) { out[threadIdx.x] = again(in, n); }
SMGPU_KERNEL void none(int *out) { out[threadIdx.x] = 1; }
END

measure() {	# OPTIONS...: sets pointer, variable, recursive, none
	"$smcc" "$@" -o "$dir/stack.elf" "$dir/stack.c" || { echo "not ok stack/compiles"; exit 1; }
	llvm-objcopy-19 -O binary --only-section=.smgpu.kernels --set-section-flags \
		.smgpu.kernels=alloc "$dir/stack.elf" "$dir/stack.meta"
	# header of four words {magic, version, count, bytes of an entry}; the stack is word 5 of an
	# entry
	# shellcheck disable=SC2046
	set -- $(od -An -v -t u4 -w4 "$dir/stack.meta" |
		awk 'NR == 3 { n = $1 } NR == 4 { e = $1 / 4 }
			NR > 4 && NR <= 4 + n * e && (NR - 5) % e == 5 { print $1 }')
	pointer=$1 variable=$2 recursive=$3 none=$4
}

verdict() {	# NAME CONDITION...
	name=$1
	shift
	if [ "$@" ]; then
		echo "ok stack/$name"
	else
		echo "not ok stack/$name: $*"
		bad=1
	fi
}

for level in -O0 -O2; do
	measure $level
	verdict "pointer$level" "$pointer" -ge 2800
	verdict "pointer-exact$level" "$pointer" -lt 3200
	verdict "variable$level" "$variable" -ge 7024
	verdict "recursive$level" "$recursive" -ge 1184
	verdict "none$level" "$none" -le 16
	p=$pointer v=$variable r=$recursive n=$none
	measure $level --stack 9216
	verdict "pointer-kept$level" "$pointer" -eq "$p"
	verdict "variable-raised$level" "$variable" -eq $((v + 8192))
	verdict "recursive-raised$level" "$recursive" -eq $((r + 8192))
	verdict "none-kept$level" "$none" -eq "$n"
done
exit $bad
