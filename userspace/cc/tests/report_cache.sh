#!/bin/sh
# SPDX-License-Identifier: MIT
# --report-cache: loops in which it must, and must not, find threads that walk rows of their own.
# usage: report_cache.sh SMCC DIRECTORY
smcc=$1 dir=$2 bad=0

suite=rows
. "$(dirname "$0")/../../tests/verdict.sh"

own() {		# kernel, words of what the line says
	kernel=$1 says='the threads of this loop walk rows of their own'
	shift
	grep -Eq "^[^ ]*rows\.c[l]*:[0-9]+:[0-9]+: $kernel: $says: $*\$" "$dir/rows.txt"
	verdict "$kernel" $? "no line of $kernel that says $*"
}

loops() {	# kernel, loops, those with rows
	grep -Fxq "kernel $1: $2 loops, in $3 of them threads walk rows of their own" \
		"$dir/rows.txt"
	verdict "$1-loops" $? "$(grep "^kernel $1:" "$dir/rows.txt")"
}

cat >"$dir/rows.cl" <<'END'
#define ARGS __global const float *a, __global const float *x, __global float *y, int n
#define EACH(...) float s = 0; int i = get_global_id(0); __VA_ARGS__ y[i] = s;

__kernel void pitch(ARGS) { EACH(for (int k = 0; k < n; k++) s += a[i * n + k] * x[k];) }
__kernel void fixed(ARGS) { EACH(for (int k = 0; k < 600; k++) s += a[i * 600 + k] * x[k];) }
__kernel void backwards(ARGS) { EACH(for (int k = n; k > 0; k--) s += a[i * 64 + k];) }
__kernel void bytes(__global const uchar *b, ARGS)
{
	EACH(for (int k = 0; k < n && b[i * 64 + k]; k++) s += b[i * 64 + k];)
}
__kernel void sparse(__global const int *begin, __global const int *col, ARGS)
{
	EACH(for (int k = begin[i]; k < begin[i + 1]; k++) s += a[k] * x[col[k]];)
}
__kernel void unrolled(ARGS)
{
	int i = get_global_id(0);
	float s = 0, t = 0;

	for (int k = 0; k < n; k += 16) {
#pragma unroll
		for (int j = 0; j < 16; j++) {
			s += a[i * 1024 + k + j];
			t += x[i * 1024 + 4 * k + j * 64];
		}
	}
	y[i] = s * t;
}
__kernel void inner(ARGS)
{
	int i = get_global_id(0);

	for (int j = 0; j < n; j++) {
		float s = 0;

		for (int k = 0; k < n; k++)
			s += a[i * n + k] * x[j * n + k];
		y[j * n + i] = s;
	}
}
__kernel void carried(ARGS)
{
	__global const float *p = a + get_global_id(0) * n;
	float s = 0;

	for (int j = 0; *p > 0; j++)
		for (int k = (int)x[j] + 1; k > 0; k--)
			s += *p++;
	y[get_global_id(0)] = s;
}
__kernel void outer(ARGS)
{
	EACH(for (int j = 0; j < n; j++)
		for (int k = 0; k < n; k++)
			s += ((volatile __global const float *)a)[i * n + j] * x[k];)
}

__kernel void columns(ARGS) { EACH(for (int k = 0; k < n; k++) s += a[k * n + i] * x[k];) }
__kernel void together(ARGS)
{
	float s = 0;

	for (int k = get_local_id(0); k < n; k += 32)
		s += a[k];
	y[get_global_id(0)] = s;
}
__kernel void narrow(ARGS) { EACH(for (int k = 0; k < n; k++) s += a[4 * i + k];) }
__kernel void apart(ARGS) { EACH(for (int k = 0; k < n; k++) s += a[64 * i + 16 * k];) }
__kernel void again(ARGS)
{
	EACH(for (int k = 0; k < n; k++) s += ((volatile __global const float *)a)[64 * i];)
}
__kernel void in_shared(__local float *tile, ARGS)
{
	EACH(tile[get_local_id(0)] = a[i]; barrier(CLK_LOCAL_MEM_FENCE);
		for (int k = 0; k < n; k++) s += tile[64 * get_local_id(0) + k];)
}
__kernel void hashed(ARGS)
{
	EACH(for (uint k = i * 2654435761u; a[k & (n - 1)] != x[i]; k++) s += 1;)
}
__kernel void chained(__global const int *next, ARGS)
{
	EACH(for (int k = i; k; k = next[k]) s += 1;)
}
END
"$smcc" --report-cache -o "$dir/rows.elf" "$dir/rows.cl" 2>"$dir/rows.txt"
verdict compiles $? "$(head -n 1 "$dir/rows.txt")"
own pitch 'lw at [^ ]*rows\.cl:4:[0-9]+ goes on by 4 bytes in each round,' \
	'how far away the next thread is depends on a value of the launch'
own fixed 'lw at [^ ]*rows\.cl:5:[0-9]+ goes on by 80 bytes in each round,' \
	'the next thread is 2400 bytes away'
own backwards 'lw at [^ ]*rows\.cl:6:[0-9]+ goes on by -4 bytes in each round,' \
	'the next thread is 256 bytes away'
own bytes 'lbu at [^ ]*rows\.cl:9:[0-9]+ goes on by 1 byte in each round,' \
	'the next thread is 64 bytes away'
own sparse 'lw at [^ ]*rows\.cl:13:[0-9]+ goes on by 4 bytes in each round,' \
	'where a thread begins depends on a value it loaded'
own unrolled 'lw at [^ ]*rows\.cl:23:[0-9]+ goes on by 64 bytes in each round,' \
	'the next thread is 4096 bytes away'
own inner 'lw at [^ ]*rows\.cl:37:[0-9]+ goes on by 4 bytes in each round, .*'
for k in pitch fixed backwards bytes sparse unrolled; do
	loops $k 1 1
done
own carried 'lw at [^ ]*rows\.cl:48:[0-9]+ goes on by 4 bytes in each round, .*'
own outer 'lw at [^ ]*rows\.cl:53:[0-9]+ goes on by 4 bytes in each round, .*'
for k in inner carried outer; do
	loops $k 2 1
done
for k in columns together narrow apart again in_shared hashed chained; do
	loops $k 1 0
done
verdict x-of-unrolled "$(grep -c 'unrolled: .*rows\.cl:24:' "$dir/rows.txt")" \
	"a load of every second line of a row counts as one of all of it"

# kernels in C, whose shared memory is a variable
cat >"$dir/rows.c" <<'END'
#include <smgpu_kernel.h>
static __shared float tile[64 * 32];

SMGPU_KERNEL void in_c(const float *a, float *y, uint32_t n)
{
	float s = 0;

	tile[threadIdx.x] = a[threadIdx.x];
	smgpu_barrier();
	for (uint32_t k = 0; k < n; k++)
		s += tile[64 * threadIdx.x + k];
	for (uint32_t k = 0; k < n; k++)
		s += a[(blockIdx.x * blockDim.x + threadIdx.x) * n + k];
	y[threadIdx.x] = s;
}
END
"$smcc" --report-cache -g -o "$dir/rows-c.elf" "$dir/rows.c" 2>"$dir/rows.txt"
verdict compiles-c $? "$(head -n 1 "$dir/rows.txt")"
own in_c 'lw at [^ ]*rows\.c:13:[0-9]+ goes on by 4 bytes in each round,' \
	'how far away the next thread is depends on a value of the launch'
loops in_c 2 1

"$smcc" -o "$dir/plain.elf" "$dir/rows.cl"
for f in rows plain; do
	llvm-objcopy-19 -O binary --only-section=.text "$dir/$f.elf" "$dir/$f.bin"
done
[ -s "$dir/plain.bin" ] && cmp -s "$dir/rows.bin" "$dir/plain.bin"
verdict same-code $? "the report changes the code"
exit $bad
