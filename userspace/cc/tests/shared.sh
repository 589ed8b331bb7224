#!/bin/sh
# SPDX-License-Identifier: MIT
# Where __local and __shared variables stand, and how many bytes of shared memory each kernel needs.
# usage: shared.sh SMCC DIRECTORY
smcc=$1 dir=$2 bad=0

verdict() {	# NAME CONDITION...
	name=$1
	shift
	if [ "$@" ]; then
		echo "ok shared/$name"
	else
		echo "not ok shared/$name: $*"
		bad=1
	fi
}

# FILES...: sets bytes, a number for each kernel in order, and places, "name address" for each
# variable
place() {
	if ! "$smcc" -o "$dir/shared.elf" "$@" || ! "$smcc" -S -o "$dir/shared.s" "$@"; then
		echo "not ok shared/compiles: $*"
		exit 1
	fi
	llvm-objcopy-19 -O binary --only-section=.smgpu.kernels --set-section-flags \
		.smgpu.kernels=alloc "$dir/shared.elf" "$dir/shared.meta"
	# header of four words {magic, version, count, bytes of an entry}; the bytes are word 4 of
	# an entry
	bytes=$(od -An -v -t u4 -w4 "$dir/shared.meta" |
		awk 'NR == 3 { n = $1 } NR == 4 { e = $1 / 4 }
			NR > 4 && NR <= 4 + n * e && (NR - 5) % e == 4 { printf "%s%s", s, $1;
			s = " " }')
	places=$(awk '$1 == ".set" && $3 ~ /^0xf/ { sub(",", "", $2); print $2, $3 }' \
		"$dir/shared.s" | sort | tr '\n' ' ')
}

# Each kernel has its own, in the same place; a call adds that of the kernel that is called.
cat >"$dir/shared.cl" <<'END'
kernel void one(global int *o)
{
	local int a[1000];
	int i = get_local_id(0);

	a[i] = o[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	o[i] = a[i ^ 1];
}
kernel void two(global int *o)
{
	local int b[2000];
	local char c[3];
	int i = get_local_id(0);

	b[i] = o[i];
	c[i & 1] = 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	o[i] = b[i ^ 1] + c[1];
}
kernel void three(global int *o) { o[0] = 1; }
kernel void four(global int *o)
{
	local int d[10];

	one(o);
	int i = get_local_id(0);
	d[i] = o[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	o[i] = d[i ^ 1];
}
END
place "$dir/shared.cl"
verdict kernels "$bytes" = "4000 8003 0 4040"
verdict places "$places" = "four.d 0xf0000fa0 one.a 0xf0000000 two.b 0xf0000000 two.c 0xf0001f40 "

# A function's variable is that of all kernels that may come to it, also through a pointer; one
# whose address stands in data is everyone's.
cat >"$dir/shared.c" <<'END'
#include <smgpu_kernel.h>
extern __shared int everywhere[4];
static __attribute__((noinline)) int helper(int i)
{
	static __shared int h[64];

	h[threadIdx.x] = i;
	smgpu_barrier();
	return h[threadIdx.x ^ 1];
}
static __attribute__((noinline)) int pointed(int i)
{
	static __shared int p[32];

	p[threadIdx.x] = i;
	smgpu_barrier();
	return p[threadIdx.x ^ 1];
}
int (*const table[1])(int) = { pointed };
SMGPU_KERNEL void k1(int *o)
{
	static __shared int a[8];

	a[threadIdx.x & 7] = o[0];
	smgpu_barrier();
	o[threadIdx.x] = helper(a[1]);
}
SMGPU_KERNEL void k2(int *o) { o[threadIdx.x] = helper(o[1]); }
SMGPU_KERNEL void k3(int *o) { o[threadIdx.x] = table[o[0]](o[1]); }
SMGPU_KERNEL void k4(int *o) { o[threadIdx.x] = everywhere[1]; }
SMGPU_KERNEL void k5(int *o) { o[threadIdx.x] = 1; }
END
cat >"$dir/shared2.c" <<'END'
#include <smgpu_kernel.h>
__shared int everywhere[4];
static __shared int everyone[2];
int *volatile where = everyone;
static __shared int h[16] __attribute__((aligned(64)));
SMGPU_KERNEL void k6(int *o)
{
	h[threadIdx.x] = o[0];
	smgpu_barrier();
	o[threadIdx.x] = h[0] + *where;
}
END
place "$dir/shared.c" "$dir/shared2.c"
verdict functions "$bytes" = "296 264 136 24 8 128"
"$smcc" -g -o "$dir/shared.elf" "$dir/shared.cl" &&
	"$smcc" -g -S -o "$dir/shared.s" "$dir/shared.cl"
verdict debug "$(grep -c 'set.*, 0xf0000000' "$dir/shared.s")" -eq 2

# Too much is told with the kernel's name.
cat >"$dir/big.cl" <<'END'
kernel void big(global int *o)
{
	local int a[9000];
	int i = get_local_id(0);

	a[i] = o[i];
	barrier(1);
	o[i] = a[i ^ 1];
}
END
"$smcc" -o "$dir/big.elf" "$dir/big.cl" 2>"$dir/big.txt"
verdict too-much "$(cat "$dir/big.txt")" = \
	"smcc: big: the __local or __shared variables of the kernel take 36000 bytes; a CTA has at most 32768 bytes of shared memory."
exit $bad
