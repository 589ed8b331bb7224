// SPDX-License-Identifier: MIT
/*
 * The card's counters, as rates. Needs CAP_PERFMON.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <drm/smgpu_perf.h>

#include "common.h"
#include "smgpu.h"

static const char *const card_name[] = {
#define X(name, unit, text) #name,
	SMGPU_PERF_CARD_NAMES
#undef X
};

static const char *const sm_name[] = {
#define X(name, unit, text) #name,
	SMGPU_PERF_SM_NAMES
#undef X
};

static void print(const struct smgpu_info *info, const uint64_t *was, const uint64_t *is, uint32_t n)
{
	for (uint32_t i = 0; i < SMGPU_PERF_CARD_COUNT && i < n; i++)
		printf("card  %-24s %16" PRIu64 "\n", card_name[i], is[i] - was[i]);
	for (uint32_t s = 0; s < info->sm_count; s++) {
		for (uint32_t i = 0; i < SMGPU_PERF_SM_COUNT; i++) {
			uint32_t at = (s + 1) * SMGPU_PERF_BLOCK + i;

			if (at < n && is[at] != was[at])
				printf("SM %-2u %-24s %16" PRIu64 "\n", s, sm_name[i], is[at] - was[at]);
		}
	}
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 0, seconds = argc > 2 ? strtoul(argv[2], NULL, 0) : 1;
	struct smgpu_device *dev;
	const struct smgpu_info *info;
	uint64_t *was, *is, *spare;

	if (argc > 3 || (argc > 1 && argv[1][0] == '-'))
		usage_error("usage: smgpu-top [rounds [seconds]]");
	dev = smgpu_device_new(NULL);
	if (!dev)
		give_up("device");
	info = smgpu_device_info(dev);
	was = calloc(info->perf_counters + 1, sizeof(*was));
	is = calloc(info->perf_counters + 1, sizeof(*is));
	if (smgpu_device_perf(dev, was, info->perf_counters) < 0)
		give_up("counters");
	for (unsigned int i = 0; !rounds || i < rounds; i++) {
		sleep(seconds);
		if (smgpu_device_perf(dev, is, info->perf_counters) < 0)
			give_up("counters");
		printf("---- %u s\n", seconds);
		print(info, was, is, info->perf_counters);
		fflush(stdout);
		spare = was;
		was = is;
		is = spare;
	}
	free(was);
	free(is);
	smgpu_device_unref(dev);
	return 0;
}
