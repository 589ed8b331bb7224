// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "uapi.h"

const struct test_case sm_cases[] = {
	{ }
};
