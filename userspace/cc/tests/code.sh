#!/bin/sh
# SPDX-License-Identifier: MIT
# What the code of small kernels may not contain.
# usage: code.sh SMCC DIRECTORY
smcc=$1 dir=$2 bad=0 opt=

# name, pattern, how many lines of the assembly of the kernel (standard input) have it
count() {
	{ echo '#include <smgpu_kernel.h>'; cat; } >"$dir/$1.c"
	"$smcc" $opt -S -o "$dir/$1.s" "$dir/$1.c" || bad=1
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
	if (threadIdx.x < 1024 && threadIdx.y < 1024 && blockDim.z && blockDim.x <= 1024 &&
	    gridDim.y && smgpu_lane() < 32)
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

# a loop waits for another thread only through what may see a store of it
yield='# YIELD'

count chase "$yield" 0 <<'END'
SMGPU_KERNEL void k(uint32_t *next, uint32_t *out)
{
	uint32_t n = 0, at = threadIdx.x;

	while ((at = next[at]) != ~0u)
		n++;
	out[threadIdx.x] = n;
}
END

count volatile "$yield" 1 <<'END'
SMGPU_KERNEL void k(volatile uint32_t *next, uint32_t *out)
{
	uint32_t n = 0, at = threadIdx.x;

	while ((at = next[at]) != ~0u)
		n++;
	out[threadIdx.x] = n;
}
END

count relaxed "$yield" 1 <<'END'
SMGPU_KERNEL void k(unsigned char *flag)
{
	while (!__atomic_load_n(flag + threadIdx.x, __ATOMIC_RELAXED))
		;
}
END

# the hint that marks them is gone
count hint 'ntl|zihintntl' 0 <<'END'
SMGPU_KERNEL void k(volatile double *x)
{
	while (!*x)
		;
}
END

# a volatile structure is copied by the code generator
count copied "$yield" 1 <<'END'
struct s { int a[9]; };
SMGPU_KERNEL void k(volatile struct s *p)
{
	struct s x;

	do
		x = *p;
	while (!x.a[7]);
}
END

# loads behind a fence, in the loop or in what it calls, and behind a compiler's fence
count fences "$yield" 4 <<'END'
static __attribute__((noinline)) void fence(void)
{
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
}
SMGPU_KERNEL void k(int *x, int *y)
{
	while (!x[0])
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
	while (!x[1])
		fence();
	while (!x[2])
		__asm__ volatile("" ::: "memory");
	while (!x[3])
		__atomic_fetch_add(y, 1, __ATOMIC_ACQUIRE);
}
END

# a release fence orders stores; an atomic whose result nothing reads, and which orders nothing,
# tells nothing
count no-fences "$yield" 0 <<'END'
SMGPU_KERNEL void k(int *x, int *y, int *z)
{
	for (int i = threadIdx.x; x[i]; i = x[i]) {
		__atomic_thread_fence(__ATOMIC_RELEASE);
		*(volatile int *)&y[i] = 1;
		smgpu_atomic_add(z, 1);
	}
}
END

# by a load in a function, from memory that the function writes, and in inline assembly
count callee "$yield" 3 <<'END'
static __attribute__((noinline)) int poll(volatile int *p) { return *p; }
static __attribute__((noinline)) int sum(int *p) { return p[0] + p[1]; }
static __attribute__((noinline)) void tell(int *p, int *to)
{
	*to = __atomic_load_n(p, __ATOMIC_RELAXED);
}
SMGPU_KERNEL void k(int *x, int *y)
{
	int v = 0;

	while (!poll(x))
		;
	while (!v)
		tell(x, &v);
	do
		__asm__ volatile("lw %0, 0(%1)" : "=r"(v) : "r"(x));
	while (!v);
	while (!sum(y))
		++*x;
}
END

# a loop that meets at a barrier in each round gives way there
count barrier "$yield" 0 <<'END'
SMGPU_KERNEL void k(int *x, int *y)
{
	int go;

	do {
		smgpu_barrier();
		go = *(volatile int *)x;
		y[threadIdx.x] += go;
	} while (go);
}
END

count some-barrier "$yield" 1 <<'END'
SMGPU_KERNEL void k(int *x, int *y)
{
	int go;

	do {
		if (y[threadIdx.x] & 1)
			smgpu_barrier();
		go = *x;
		y[threadIdx.x] += go;
	} while (go);
}
END

# votes and shuffles see threads that are there: the loop over the handles of a warp waits for
# nobody
count handles "$yield" 0 <<'END'
#define SMGPU_TEX
#include <smgpu_texture.h>
SMGPU_KERNEL void k(float *u, uint32_t *handle, uint32_t *out)
{
	out[threadIdx.x] = smgpu_tex2d(u[threadIdx.x], u[0], handle[threadIdx.x]);
}
END

# without optimisation, too
opt=-O0
count plain-stack "$yield" 1 <<'END'
SMGPU_KERNEL void k(int *x, volatile int *y)
{
	int v = 0;

	for (int i = threadIdx.x; x[i] != 3; i = x[i])
		x[i] = 4;
	for (int i = 0; i < 5;) {
		v = y[i];
		if (v)
			i++;
	}
}
END
opt=

# each round of a loop that waits has two instructions of control: its branch, and the YIELD behind
# it
control_of_round='^	(j|b[a-z]+)	'
count round "$control_of_round" 4 <<'END'
SMGPU_KERNEL void k(int *x, volatile int *y, uint32_t n)
{
	for (uint32_t i = threadIdx.x; i < n; ) {
		if (y[i] > 3) {
			x[i] = 5;
			i++;
		}
	}
}
END
exit $bad
