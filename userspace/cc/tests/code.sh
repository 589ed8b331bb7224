#!/bin/sh
# SPDX-License-Identifier: MIT
# What the code of small kernels may not contain.
# usage: code.sh SMCC DIRECTORY
smcc=$1 dir=$2 bad=0

# name, pattern, how many lines of the assembly of the kernel (standard input) have it
count() {
	{ echo '#include <smgpu_kernel.h>'; cat; } >"$dir/$1.c"
	"$smcc" -S -o "$dir/$1.s" "$dir/$1.c" || bad=1
	n=$(grep -Ec "$2" "$dir/$1.s")
	if [ "$n" -eq "$3" ]; then
		echo "ok code/$1"
	else
		echo "not ok code/$1: $n lines like $2, not $3"
		bad=1
	fi
}

control='# (SSY|SYNC)' branch='^	b[a-z]+	'

# threads that have nothing left to do but end do not meet first
count end "$control" 0 <<'END'
SMGPU_KERNEL void k(int *x, int n)
{
	int i = smgpu_global_id_x();

	if (i < n)
		x[i] = 1;
}
END

# those that leave the inner loop meet where the cases do
count twice '# SSY' 2 <<'END'
SMGPU_KERNEL void k(int *x)
{
	uint32_t i = threadIdx.x, s = x[i];

	for (uint32_t r = s & 7; r; r--) {
		switch (s >> 4 & 3) {
		case 0:
			s += x[s];
			break;
		case 1:
			for (uint32_t k = s & 7; k; k--)
				s += s >> k;
			break;
		case 2:
			s = x[s + 5] * 3;
			break;
		default:
			s ^= x[s + 9];
		}
	}
	x[i] = s;
}
END

# they meet before that if more than one instruction follows
count between '# SSY' 3 <<'END'
SMGPU_KERNEL void k(int *x)
{
	uint32_t i = threadIdx.x, s = x[i];

	for (uint32_t r = s & 7; r; r--) {
		switch (s >> 4 & 3) {
		case 0:
			s += x[s];
			break;
		case 1:
			for (uint32_t k = s & 7; k; k--)
				s += s >> k;
			s = (s * 3 ^ r) * 5;
			break;
		case 2:
			s = x[s + 5] * 3;
			break;
		default:
			s ^= x[s + 9];
		}
	}
	x[i] = s;
}
END

# a branch compares what was not turned round
count turned 'xori' 0 <<'END'
SMGPU_KERNEL void k(int *x, int *y, uint32_t size)
{
	uint32_t i = threadIdx.x;

	if ((x[i] > y[i]) == !(i & size))
		x[i] = y[i];
}
END

# unless something else reads that
count read 'xori' 1 <<'END'
SMGPU_KERNEL void k(int *x, int *y, uint32_t size)
{
	uint32_t i = threadIdx.x, least = x[i] <= y[i];

	y[i + 1024] = least;
	if (least == !(i & size))
		x[i] = y[i];
}
END

# a thread's index in its CTA, and the CTA's size, have limits
count index "$branch" 0 <<'END'
SMGPU_KERNEL void k(int *x)
{
	if (threadIdx.x < 1024 && threadIdx.y < 1024 && blockDim.z && blockDim.x <= 1024 && gridDim.y && smgpu_lane() < 32)
		x[threadIdx.x] = 1;
}
END

count guard "$branch" 1 <<'END'
SMGPU_KERNEL void k(int *x)
{
	for (uint32_t p = threadIdx.x; p < 8192; p += blockDim.x)
		x[p] = 1;
}
END

# four rounds at most are four stores, and a test that can only fail before the last
count bounded '^	sw	' 4 <<'END'
SMGPU_KERNEL void k(int *x)
{
	for (uint32_t p = threadIdx.x; p < 2048; p += 512)
		x[p] = 1;
}
END

count bounded-tests "$branch" 1 <<'END'
SMGPU_KERNEL void k(int *x)
{
	for (uint32_t p = threadIdx.x; p < 2048; p += 512)
		x[p] = 1;
}
END

# how often it runs is known at run time only: one copy
count unbounded '^	sw	' 1 <<'END'
SMGPU_KERNEL void k(int *x, uint32_t n)
{
	for (uint32_t p = threadIdx.x; p < n; p++)
		x[p] = 1;
}
END

# what waits for a load stands behind the loop's branch, in front of the loop and behind it
count overlapped '^	mul	' 2 <<'END'
SMGPU_KERNEL void k(int *x, int *y, uint32_t n)
{
	int s = 1;

	for (uint32_t p = threadIdx.x; p < n; p += 32)
		s *= x[p];
	y[threadIdx.x] = s;
}
END

# atomics too
count overlapped-atomic '^	amoadd' 2 <<'END'
SMGPU_KERNEL void k(int *x, int *y, uint32_t n)
{
	for (uint32_t p = threadIdx.x; p < n; p += 32)
		smgpu_atomic_add(&y[x[p]], 1);
}
END

# not if the branch needs it
count needed '^	mul	' 1 <<'END'
SMGPU_KERNEL void k(int *x, int *y, int n)
{
	int s = 1, p = threadIdx.x;

	do {
		s *= x[p];
		p += s;
	} while (p < n);
	y[threadIdx.x] = s;
}
END

# nor what the threads of a warp do together, nor what stands in front of that
count together '^	mul	' 1 <<'END'
SMGPU_KERNEL void k(int *x, int *y, uint32_t n)
{
	int s = 1;

	for (uint32_t p = 0; p < n; p += 32)
		s += smgpu_shfl_xor(x[p + threadIdx.x] * s, 1);
	y[threadIdx.x] = s;
}
END
exit $bad
