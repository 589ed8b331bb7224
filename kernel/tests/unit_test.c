// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The driver's pure logic on the host.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "smgpu_fw_check.h"
#include "smgpu_hangcheck.h"
#include "smgpu_pte.h"
#include "smgpu_ring.h"
#include "smgpu_launch.h"
#include "smgpu_monitor.h"
#include "smgpu_progress.h"
#include "smgpu_schedule.h"
#include "smgpu_ptok.h"
#include "smgpu_share.h"
#include "smgpu_usage.h"

static const char *why, *why_file;
static int why_line;

#define LOGIC_ARGS void
#define EXPECT(cond) do { \
	if (!(cond) && !why) { \
		why = #cond; \
		why_file = __FILE__; \
		why_line = __LINE__; \
	} } while (0)

#include "logic.h"

int main(void)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} cases[] = {
#define X(name) { #name, name },
		SMGPU_TEST_LOGIC_CASES(X)
#undef X
	};
	int failed = 0;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		why = NULL;
		cases[i].run();
		failed += !!why;
		if (why)
			printf("not ok %s: %s:%d: %s\n", cases[i].name, why_file, why_line, why);
		else
			printf("ok %s\n", cases[i].name);
	}
	return !!failed;
}
