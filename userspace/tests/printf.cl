// SPDX-License-Identifier: MIT
/*
 * What printf does with every kind of argument.
 */
__kernel void scalars(int n, float x)
{
	printf("%d %i %u %5d|%-5d|%+d|%05d|% d %x %#X %o %c%%\n", n, -n, 4000000000u, n, n, n, n, n,
	       255, 255, 8, 'A' + n);
	printf("%hhd %hd %hu %ld %lu %lx\n", (char)-2, (short)-300, (ushort)65535, -5000000000L,
	       18446744073709551615UL, 0x123456789abcdefL);
	printf("%f %.3f %e %g %G %a %10.2f| %F\n", x, x, x, x, 1e-9f, 1.0f, x, INFINITY);
	printf("%s and %10s|%-10s|%.2s\n", "one", "two", "three", "four");
	printf("%p\n", (__global int *)0x1234);
	printf("no arguments\n");
}

__kernel void vectors(int n, float x)
{
	float4 f = (float4)(x, 1, 2, 3);
	uchar16 c = (uchar16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255);

	printf("%v4hlf %v2hlf|%.1v3hlf|%v4f\n", f, f.xy, f.xyz, f);
	printf("%d %v4hld %v3hd %v2hd %v8hx\n", n, (int4)(n, -1, -2, -3), (short3)(1, -2, 3),
	       (short2)(-4, 5), (ushort8)(17));
	printf("%v16hhu %v4hhd %v3hhd %v2hhd\n", c, (char4)(-1, 2, -3, 4), (char3)(1, -2, 3),
	       (char2)(-1, -2));
	printf("%v2ld %v4lu %d %v2lf %v8hlX\n", (long2)(-1, 1L << 40), (ulong4)(1, 2, 3, ~0UL), n,
	       (double2)(0.5, -0.25), (uint8)(n + 8));
}

__kernel void every(int n)
{
	if (get_global_id(0) % 3 == n)
		printf("thread %u of %u\n", (uint)get_global_id(0), (uint)get_global_size(0));
}

/* The value of printf: 0, or -1 when the buffer is full. */
__kernel void flood(__global int *out, int n)
{
	int lost = 0;

	for (int i = 0; i < n; i++)
		lost += printf("%d %ld\n", i, (long)i) != 0;
	atomic_add(out, lost);
}

__kernel void dimensions(__global uint *out)
{
	out[get_global_id(0)] = get_work_dim();
}

/*
 * Writes over the buffer: what the host finds there is noise, or records of
 * noise with a format of this module.
 */
__kernel void vandal(uint seed, int records)
{
	__constant char format[] =
		"%d %s %v16ld %500.500f %c %p %a %v3hlf %s %x %hd %ld %llq %v5d %";
	__global uint *b;
	uint *bank;

	__asm__("csrr %0, 0xccc" : "=r"(bank));
	b = (__global uint *)bank[-1];
	for (int i = 0; i < 4000; i++) {
		seed = seed * 1664525 + 1013904223;
		b[4 + i] = seed;
	}
	for (int at = 0; records && at < 3900; at += b[4 + at]) {
		b[4 + at] = 2 + (b[4 + at] >> 26);
		b[4 + at + 1] = (b[4 + at + 1] >> 30) ? (uint)format : (uint)format - (seed >> 29);
		b[4 + at + 3] = (uint)format + (b[4 + at + 3] >> 29);
	}
	b[0] = ~0u;
	b[1] = records ? 4000 : seed;
	if (!seed)
		printf(format);	/* so that there is a buffer */
}
