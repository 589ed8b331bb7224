// SPDX-License-Identifier: MIT
/*
 * Prints the rate of this processor's time stamp counter in kHz, nothing if it has none.
 *
 * QEMU gives it to the guest as it is. A guest that measures it on a busy host is wrong now and
 * then, up to twenty times, and its clock with it. Here the host's clock and the counter are read
 * in pairs; of many tries the closest pair counts, so that being interrupted does no harm.
 */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#ifdef __x86_64__
static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void pair(uint64_t *ns, uint64_t *tsc)
{
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < 100; i++) {
		uint64_t before = now(), counter = __builtin_ia32_rdtsc(), after = now();

		if (after - before < best) {
			best = after - before;
			*ns = before + best / 2;
			*tsc = counter;
		}
	}
}

int main(void)
{
	const struct timespec wait = { 0, 50000000 };
	uint64_t ns[2], tsc[2];

	pair(&ns[0], &tsc[0]);
	nanosleep(&wait, NULL);
	pair(&ns[1], &tsc[1]);
	printf("%llu\n",
	       (unsigned long long)((double)(tsc[1] - tsc[0]) * 1e6 / (double)(ns[1] - ns[0])));
	return 0;
}
#else
int main(void)
{
	return 0;
}
#endif
