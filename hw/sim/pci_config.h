/* SPDX-License-Identifier: MIT */
/*
 * The card's PCI configuration space: identity, two 32-bit memory BARs, interrupts and PCI Express.
 * A card on the root bus has a 64-bit MSI and a function-level reset. One behind an endpoint block
 * has what the block has: MSI-X with one vector, power management, a link, and no function-level
 * reset.
 */
#ifndef SMGPU_SIM_PCI_CONFIG_H
#define SMGPU_SIM_PCI_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include <drm/smgpu_hw.h>

#define CARD_CLASS	0x120000	/* processing accelerator */

/* A byte of an endpoint's configuration space, for tests: what the guest writes there happens to
 * the link, if SMGPU_LINK_EVENTS is set. It is no part of the card, and answers without it. */
#define CARD_LINK_EVENT	0xf0
#define CARD_LINK_RESET	'r'	/* it is down for a moment: PERST, hot reset, training */
#define CARD_LINK_DOWN	'd'	/* it is down until CARD_LINK_BACK */
#define CARD_LINK_SLOW	's'	/* it is down until it was looked for some times */
#define CARD_LINK_PULLED 'p'	/* it is down until CARD_LINK_BACK, and the card has no power */
#define CARD_LINK_BACK	'b'
/* The board's memory is not calibrated; it is again */
#define CARD_LINK_HOLD	'h'
#define CARD_LINK_GO	'g'

struct card_link;

struct pci_config {
	bool endpoint;		/* set before the first reset */
	unsigned link_speed;	/* so is this: 1 for 2.5 GT/s, 2 for 5, 3 for 8 */
	uint8_t b[256];
};

void pci_config_reset(struct pci_config *c);
uint32_t pci_config_read(const struct pci_config *c, unsigned off, unsigned len);
/* True: this resets the function; nothing was written. */
bool pci_config_write(struct pci_config *c, unsigned off, uint32_t val, unsigned len);

/* Which BAR (0 or 2) decodes this bus address, and the offset in it; -1 = none. */
int pci_config_decode(const struct pci_config *c, uint64_t addr, uint32_t *off);

/* Whether the card answers at its BARs. */
bool pci_config_memory(const struct pci_config *c);

bool pci_config_bus_master(const struct pci_config *c);

/* What the endpoint tells the card */
void pci_config_link(const struct pci_config *c, struct card_link *link);

/* False while the guest has MSIs disabled. */
bool pci_config_msi(const struct pci_config *c, unsigned vector, uint64_t *addr, uint32_t *data);

#endif
