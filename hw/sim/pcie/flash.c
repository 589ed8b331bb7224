// SPDX-License-Identifier: MIT
#include "flash.h"

#include <stdlib.h>
#include <string.h>

enum status { WIP = 0x01, WEL = 0x02, E_ERR = 0x20, P_ERR = 0x40 };
enum command {
	WRR = 0x01,
	PP = 0x02,
	READ = 0x03,
	WRDI = 0x04,
	RDSR = 0x05,
	WREN = 0x06,
	FAST = 11,
	FAST4 = 0x0c,
	PP4 = 0x12,
	READ4 = 0x13,
	BRRD = 0x16,
	BRWR = 0x17,
	CLSR = 0x30,
	RDCR = 0x35,
	RSFDP = 0x5a,
	RDID = 0x9f,
	BULK = 0xc7,
	SECTOR = 0xd8,
	SECTOR4 = 0xdc,
	RESET = 0xf0,
};
#define EXTADD 0x80 /* of the bank register: commands of three address bytes take four */

static const uint8_t identity[] = { 0x01, 0x02, 0x19, 0x4d, 0x01, 0x80 };

bool flash_init(struct flash *f)
{
	memset(f, 0, sizeof(*f));
	f->erased = calloc(1, FLASH_BYTES);
	return f->erased;
}

void flash_free(struct flash *f)
{
	free(f->erased);
	f->erased = NULL;
}

uint8_t flash_byte(const struct flash *f, uint32_t addr)
{
	return (uint8_t)~f->erased[addr % FLASH_BYTES];
}

static bool busy(const struct flash *f)
{
	return f->now < f->busy_until;
}

/* Bytes of an address behind the command */
static unsigned addr_bytes(const struct flash *f)
{
	switch (f->command) {
	case READ4:
	case FAST4:
	case PP4:
	case SECTOR4:
		return 4;
	case READ:
	case FAST:
	case PP:
	case SECTOR:
		return f->bank & EXTADD ? 4 : 3;
	default:
		return 0;
	}
}

/* With three bytes the bank register has the bit above. */
static uint32_t address(const struct flash *f)
{
	uint32_t high = addr_bytes(f) == 3 ? (uint32_t)(f->bank & 1) << 24 : 0;

	return (f->addr | high) % FLASH_BYTES;
}

/* What the chip sends in the byte that begins now */
static uint8_t next_out(const struct flash *f)
{
	unsigned first = 1 + addr_bytes(f) + (f->command == FAST || f->command == FAST4);

	if (!f->bytes)
		return 0xff;
	switch (f->command) {
	case RDID:
		return f->bytes <= sizeof(identity) ? identity[f->bytes - 1] : 0xff;
	case RDSR:
		return (uint8_t)(f->status | (busy(f) ? WIP : 0));
	case RDCR:
		return f->config;
	case BRRD:
		return f->bank;
	case READ:
	case READ4:
	case FAST:
	case FAST4:
		if (busy(f) || f->bytes < first)
			return 0xff;
		return flash_byte(f, address(f) + f->bytes - first);
	default:
		return 0xff;
	}
}

/* While it is busy, the chip takes what reads its status. */
static bool refused(struct flash *f)
{
	bool writes = f->command == PP || f->command == PP4 || f->command == SECTOR ||
		      f->command == SECTOR4 || f->command == BULK || f->command == WRR;

	if ((busy(f) && f->command != RDSR && f->command != RDCR && f->command != RESET) ||
	    (writes && !(f->status & WEL))) {
		f->bad++;
		return true;
	}
	return false;
}

static void byte_in(struct flash *f, uint8_t byte)
{
	unsigned first = 1 + addr_bytes(f);

	if (!f->bytes) {
		f->command = byte;
		f->addr = 0;
		memset(f->page, 0xff, sizeof(f->page));
	} else if (f->bytes < first) {
		f->addr = f->addr << 8 | byte;
	} else if (f->command == PP || f->command == PP4) {
		/* A page's address wraps around. */
		f->page[(address(f) + f->bytes - first) % FLASH_PAGE] = byte;
	} else if (f->command == BRWR || (f->command == WRR && f->bytes == 2)) {
		f->page[f->bytes - 1] = byte;
	}
	f->bytes++;
}

static void program(struct flash *f)
{
	uint32_t page = address(f) / FLASH_PAGE * FLASH_PAGE;
	unsigned i;

	for (i = 0; i < FLASH_PAGE; i++) {
		/* A bit that is to be 1 and is 0: the page was not erased. */
		if (f->page[i] & f->erased[page + i] && f->page[i] != 0xff) {
			f->status |= P_ERR;
			f->bad++;
		}
		f->erased[page + i] |= (uint8_t)~f->page[i];
	}
	f->busy_until = f->now + FLASH_PROGRAM;
}

/* Chip select rises: the command is done, if it has all its bytes and no part of one. */
static void execute(struct flash *f)
{
	unsigned head = 1 + addr_bytes(f);

	if (f->bits || f->bytes < head || !f->bytes || refused(f))
		return;
	switch (f->command) {
	case WREN:
		f->status |= WEL;
		break;
	case WRDI:
		f->status &= (uint8_t)~WEL;
		break;
	case CLSR:
		f->status &= (uint8_t) ~(E_ERR | P_ERR);
		break;
	case RESET:
		f->status = f->config = f->bank = 0;
		break;
	case BRWR:
		f->bank = f->page[0];
		break;
	case WRR:
		if (f->bytes >= 3)
			f->config = f->page[1];
		f->status &= (uint8_t)~WEL;
		break;
	case PP:
	case PP4:
		if (f->bytes > head)
			program(f);
		f->bad += f->bytes > head + FLASH_PAGE;
		f->status &= (uint8_t)~WEL;
		break;
	case SECTOR:
	case SECTOR4:
		memset(f->erased + address(f) / FLASH_SECTOR * FLASH_SECTOR, 0, FLASH_SECTOR);
		f->busy_until = f->now + FLASH_ERASE;
		f->status &= (uint8_t)~WEL;
		break;
	case BULK:
		memset(f->erased, 0, FLASH_BYTES);
		f->busy_until = f->now + FLASH_ERASE;
		f->status &= (uint8_t)~WEL;
		break;
	case RDID:
	case RDSR:
	case RDCR:
	case BRRD:
	case RSFDP: /* a chip without the table takes the command, and drives no answer */
	case READ:
	case READ4:
	case FAST:
	case FAST4:
		break;
	default:
		f->bad++;
	}
}

bool flash_pins(struct flash *f, uint64_t now, bool cs_n, bool clk, bool mosi)
{
	f->now = now;
	if (cs_n) {
		if (f->selected)
			execute(f);
		f->selected = false;
		f->clk = clk;
		return true; /* nobody drives the line */
	}
	if (!f->selected) {
		f->selected = true;
		f->bytes = f->bits = 0;
		f->out = 0xff;
		f->clk = clk;
	}
	if (clk && !f->clk) {
		f->in = (uint8_t)(f->in << 1 | mosi);
		if (++f->bits == 8) {
			f->bits = 0;
			byte_in(f, f->in);
		}
	} else if (!clk && f->clk) {
		if (!f->bits)
			f->out = next_out(f);
		f->miso = f->out & 0x80;
		f->out = (uint8_t)(f->out << 1);
	}
	f->clk = clk;
	return f->miso;
}
