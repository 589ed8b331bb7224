/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef FAKE_H
#define FAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <smgpu_fw_abi.h>
#include <smgpu_regs.h>

#include "card.h"

#define FAKE_HZ	75000000u

struct fake_board;
struct fake_flash;

struct fake_channel {
	bool used, dead;
	uint32_t vm, entries, put, get;
	uint64_t ring;
};

struct fake {
	const struct card_host_ops *host;
	void *ctx;
	unsigned char *dram;
	uint64_t dram_bytes, timebase, steps, doorbells;
	char failure[16];
	unsigned int countdown;		/* commands until the failure; 0: none */
	uint32_t die_op;		/* command at which the firmware dies ... */
	/* ... each time it was asked so often, so many times in all */
	unsigned int die_every, die_seen, die_left;
	bool ones, darkens, running, stopped, restoring, lagged, forgotten, die_one;
	bool late, late_next;
	unsigned int speed, slowness;	/* of the timebase */
	uint64_t resume;		/* milliseconds; 0: the firmware does not pause */
	uint32_t paused_at;		/* one more than the command before which it did */
	uint64_t msis;
	/* what the host had asked to forget when the firmware died */
	uint64_t doomed_vms, doomed_channels;
	uint32_t progress, scratch[2], cmd_get, cmd_put;
	struct smgpu_fw_boot boot;
	struct smgpu_fw_shared shared;
	uint64_t root[SMGPU_MAX_VMS];	/* bit 0: set */
	struct fake_channel channel[SMGPU_MAX_CHANNELS];
	bool flash_told;
	struct fake_board *board;	/* NULL: there is no board block */
};

/* is it the failure that FAKE asks for? */
static inline bool fails(const struct fake *f, const char *name)
{
	return !strcmp(f->failure, name);
}

uint64_t fake_milliseconds(void);
/* of the card: its PCI function and what lies in DRAM stay */
void fake_card_reset(struct fake *f);
void fake_boot(struct fake *f);
/* the commands that the host has put into the ring */
void fake_commands(struct fake *f);
/* "n", "n:OP" or "n:OP:late" */
void fake_parse_die(struct fake *f, const char *want);
void fake_msi(struct fake *f);
int fake_read_host(struct fake *f, uint64_t at, void *to, size_t bytes);

void fake_event(struct fake *f, const struct smgpu_fw_event *event);
void fake_channel_error(struct fake *f, uint32_t id, uint32_t code, uint32_t va, uint32_t access);
bool fake_channel_run(struct fake *f, uint32_t id);
void fake_board_create(struct fake *f, const char *mode);
void fake_board_destroy(struct fake *f);
/* does it hold the card in reset? */
bool fake_board_holds(const struct fake *f);
bool fake_board_has(const struct fake *f, uint32_t off);
uint32_t fake_board_read(struct fake *f, uint32_t off);
void fake_board_write(struct fake *f, uint32_t off, uint32_t value);
void fake_flash_stale(struct fake *f, const char *what, unsigned int byte);
struct fake_flash *fake_flash_create(void);
void fake_flash_destroy(struct fake_flash *s);
void fake_flash_select(struct fake *f, struct fake_flash *s, bool on);
/* sends a byte, and returns what the flash sends meanwhile */
uint8_t fake_flash_byte(struct fake *f, struct fake_flash *s, uint8_t out);

#endif
