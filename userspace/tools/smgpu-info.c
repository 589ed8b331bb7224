// SPDX-License-Identifier: MIT
/*
 * What cards there are. What the PCI bus tells needs no driver; the rest comes from it.
 *
 * Ends with 1 if no card was found or one could not be asked, so that scripts can tell. The fields
 * are those of struct smgpu_info, in smgpu.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "common.h"
#include "smgpu.h"

#define MAX_CARDS 32	/* the library counts all, but more are not shown */

/* Rounded down. */
static void print_bytes(const char *name, uint64_t bytes)
{
	if (bytes >= 1u << 20)
		printf("  %-20s %" PRIu64 " MiB\n", name, bytes >> 20);
	else
		printf("  %-20s %" PRIu64 " KiB\n", name, bytes >> 10);
}

/* What the bus tells, of a card without a driver, too. */
static void print_pci(const struct smgpu_pci *p)
{
	printf("%s  %04x:%04x  driver %s  node %s\n", p->address, p->vendor, p->device,
	       *p->driver ? p->driver : "none", *p->node ? p->node : "none");
	for (int i = 0; i < 6; i++)
		if (p->bar_bytes[i])
			printf("  BAR%d                 0x%" PRIx64 ", %" PRIu64 " KiB\n", i,
			       p->bar[i], p->bar_bytes[i] >> 10);
	if (p->link_width)
		printf("  link                 gen %u x%u of gen %u x%u\n", p->link_gen,
		       p->link_width, p->link_gen_max, p->link_width_max);
	else
		printf("  link                 no PCIe capability\n");
}

/* What the driver tells of the board around the card. */
static void print_board(const struct smgpu_pci *p)
{
	char folder[BOARD_FOLDER_ROOM];

	board_folder(p->address, folder);
	board_print(folder);
}

/* What the driver tells; 1 if it can't be asked. */
static int print_card(const char *node)
{
	struct smgpu_device *dev = smgpu_device_new(node);
	const struct smgpu_info *i;
	struct smgpu_memory m;
	uint64_t timebase;

	if (!dev) {
		fprintf(stderr, "smgpu-info: %s\n", smgpu_last_error());
		return 1;
	}
	i = smgpu_device_info(dev);
	printf("  hardware, firmware   %u.%u, %u.%u\n", i->hw_version >> 16, i->hw_version & 0xffff,
	       i->fw_version >> 16, i->fw_version & 0xffff);
	printf("  SMs                  %u, each %u warps of 32 threads on %u lanes\n", i->sm_count,
	       i->warps_per_sm, i->lanes);
	printf("  token queue          %u divergence tokens for each warp\n", i->dtok_depth);
	printf("  task slots           %u, channels %u, address spaces %u\n", i->task_slots,
	       i->max_channels, i->max_vms);
	printf("  constant operands    %s\n",
	       i->constants ? "yes" : "no: compile kernels with smcc -mno-constants");
	printf("  quotas of launches   %s\n", i->turns ? "yes" : "no");
	printf("  texture unit         %s\n",
	       i->textures ? "yes" : "no: compile kernels without SMGPU_TEX");
	printf("  attribute cache      %s\n",
	       i->attributes ? "yes" : "no: compile kernels without SMGPU_ATTRIBUTES");
	print_bytes("shared memory per SM", i->shared_bytes);
	print_bytes("  in throttle mode", i->throttle_shared_bytes);
	print_bytes("L1 per SM", i->l1_bytes);
	print_bytes("L2", i->l2_bytes);
	printf("  banks of the L2      %u\n", i->l2_banks);
	printf("  addresses            0x%" PRIx64 " .. 0x%" PRIx64 ", shared 0x%" PRIx64
	       ", local 0x%" PRIx64 "\n",
	       i->va_start, i->va_end, i->shared_base, i->local_base);
	/* What the driver does not tell is left out, and is no error. */
	if (!smgpu_device_memory(dev, &m)) {
		print_bytes("card memory", m.card_total);
		print_bytes("  free", m.card_free);
		print_bytes("  CPU can map", m.visible_total);
	}
	if (!smgpu_device_timestamp(dev, &timebase, NULL))
		printf("  timebase             %" PRIu64 " at %u Hz\n", timebase, i->timebase_hz);
	smgpu_device_unref(dev);
	return 0;
}

static const char usage[] = "usage: smgpu-info [render node]";

/* All cards of the bus, or the one with this node. */
int main(int argc, char **argv)
{
	struct smgpu_pci list[MAX_CARDS];
	int n, bad = 0;

	if (argc > 1 && argv[1][0] == '-')
		other_option(argv[1], usage);
	if (argc > 2)
		usage_error("%s: one card at a time", argv[2]);
	/* A node may be of a card that is not on this bus, so the bus is not asked. */
	if (argc == 2)
		return print_card(argv[1]);
	n = smgpu_pci_list(list, MAX_CARDS);
	if (n < 0)
		give_up("PCI");
	if (!n) {
		printf("no smgpu card on the PCI bus\n");
		return 1;
	}
	for (int i = 0; i < n && i < MAX_CARDS; i++) {
		print_pci(&list[i]);
		print_board(&list[i]);
		if (*list[i].node)
			bad |= print_card(list[i].node);
	}
	return bad;
}
