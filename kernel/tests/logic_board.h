/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Codes of the board's monitor; part of logic.h.
 */
#ifndef SMGPU_TEST_LOGIC_BOARD_H
#define SMGPU_TEST_LOGIC_BOARD_H

/*
 * Made with exact fractions of code * 503.975 / 4096 - 273.15, code * 509.314 / 4096 - 280.231 and
 * code * 3 / 4096, times thousand. Of 256 and 2048 one of them lies in the middle between two
 * integers.
 */
static void smgpu_test_monitor(LOGIC_ARGS)
{
	static const struct {
		__u32 code;
		int xadc, sysmon, millivolts;	/* millidegrees of both kinds */
	} cases[] = {
		{ 0, -273150, -280231, 0 }, { 1, -273027, -280107, 1 },
		{ 256, -241652, -248399, 188 }, { 1000, -150109, -155887, 732 },
		{ 1365, -105199, -110501, 1000 }, { 2048, -21162, -25574, 1500 },
		{ 2219, -123, -4311, 1625 }, { 2220, 1, -4187, 1626 },
		{ 2423, 24978, 21055, 1775 }, { 2601, 46879, 43188, 1905 },
		{ 2731, 62874, 59353, 2000 }, { 3000, 95972, 92802, 2197 },
		{ 3200, 120580, 117671, 2344 }, { 3333, 136945, 134208, 2441 },
		{ 4095, 230702, 228959, 2999 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		EXPECT(smgpu_monitor_millidegrees(SMGPU_BOARD_MONITOR_KIND_XADC, cases[i].code) ==
		       cases[i].xadc);
		EXPECT(smgpu_monitor_millidegrees(SMGPU_BOARD_MONITOR_KIND_SYSMON, cases[i].code) ==
		       cases[i].sysmon);
		EXPECT(smgpu_monitor_millivolts(cases[i].code) == cases[i].millivolts);
	}
}

#endif
