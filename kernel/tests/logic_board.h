/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Codes of the board's monitor; part of logic.h.
 */
#ifndef SMGPU_TEST_LOGIC_BOARD_H
#define SMGPU_TEST_LOGIC_BOARD_H

/*
 * Made with exact fractions of code * 503.975 / 4096 - 273.15 and code * 3 / 4096, times thousand.
 * Of 256 and 2048 one of them lies in the middle between two integers.
 */
static void smgpu_test_monitor(LOGIC_ARGS)
{
	static const struct {
		__u32 code;
		int millidegrees, millivolts;
	} cases[] = {
		{ 0, -273150, 0 }, { 1, -273027, 1 }, { 256, -241652, 188 },
		{ 1000, -150109, 732 }, { 1365, -105199, 1000 }, { 2048, -21162, 1500 },
		{ 2219, -123, 1625 }, { 2220, 1, 1626 }, { 2423, 24978, 1775 },
		{ 2601, 46879, 1905 }, { 2731, 62874, 2000 }, { 3000, 95972, 2197 },
		{ 3200, 120580, 2344 }, { 3333, 136945, 2441 }, { 4095, 230702, 2999 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		EXPECT(smgpu_monitor_millidegrees(cases[i].code) == cases[i].millidegrees);
		EXPECT(smgpu_monitor_millivolts(cases[i].code) == cases[i].millivolts);
	}
}

#endif
