// SPDX-License-Identifier: MIT
/*
 * A firmware that trips over an illegal instruction says where: in the progress register, in the
 * log and in an event. usage: panic IMAGE model|rtl PRESET
 */
#include <stdio.h>
#include <string.h>

#include "cardtest.h"
#include "smgpu_regs.h"

#define WFI	0x10500073u
#define MIE_OFF	0x30401073u	/* csrw mie, zero: what goes before the wfi of a panic */

/* A copy of the image in which the core, once it wakes for the first time, finds no instruction;
 * where that is, 0 on failure. */
static uint32_t damage(const char *image, const char *copy)
{
	static uint32_t words[SMGPU_FW_MAX_BYTES / 4];
	FILE *f = fopen(image, "rb");
	size_t n = f ? fread(words, 4, sizeof(words) / 4, f) : 0, at = 0;

	if (f)
		fclose(f);
	for (size_t i = 2; i < n; i++)
		if (words[i - 1] == WFI && words[i - 2] != MIE_OFF)
			at = i;
	words[at] = 0;
	f = fopen(copy, "wb");
	if (!f || fwrite(words, 4, n, f) != n)
		at = 0;
	if (f && fclose(f))
		at = 0;
	return (uint32_t)at * 4;
}

static bool panicked(struct ct *ct, void *arg)
{
	(void)arg;
	ct_poll_events(ct);
	return ct->panics;
}

static bool asleep(struct ct *ct, void *arg)
{
	(void)arg;
	return ct_read(ct, SMGPU_MCU_STATUS) & SMGPU_MCU_STATUS_SLEEPING_MASK;
}

#define REQUIRE(cond) do { \
	if (!(cond)) { \
		printf("not ok fw_card.panic: line %d: %s\n", __LINE__, #cond); \
		return 1; \
	} \
} while (0)

int main(int argc, char **argv)
{
	struct ct_config cfg = { .timeout = 50000000, .quiet = true };
	char copy[4096];
	uint32_t at;
	struct ct *ct;

	if (argc < 4) {
		fprintf(stderr, "usage: %s IMAGE model|rtl PRESET\n", argv[0]);
		return 2;
	}
	cfg.ops = strcmp(argv[2], "rtl") ? &card_backend_model : &card_backend_rtl;
	cfg.preset = argv[3];
	ct = cfg.ops ? ct_new(&cfg) : NULL;
	snprintf(copy, sizeof(copy), "%s.damaged", argv[1]);
	at = damage(argv[1], copy);
	REQUIRE(at);
	REQUIRE(ct && !ct_boot(ct, copy));
	remove(copy);
	REQUIRE(!ct_wait(ct, asleep, NULL, "sleep"));
	ct_write(ct, CARD_BAR0_DOORBELLS, 0);
	REQUIRE(!ct_wait(ct, panicked, NULL, "panic"));
	REQUIRE(ct->panics == 1);
	REQUIRE(ct->panic.u.panic.cause == 2);
	REQUIRE((ct->panic.u.panic.pc & 0xffff) == at);
	REQUIRE(ct_read(ct, SMGPU_HOST_PROGRESS) == (SMGPU_FW_PROGRESS_PANIC | 2));
	REQUIRE(strstr(ct->log, "panic: cause 2"));
	printf("ok fw_card.panic\n");
	ct_del(ct);
	return 0;
}
