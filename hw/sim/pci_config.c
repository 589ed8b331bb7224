// SPDX-License-Identifier: MIT
#include "pci_config.h"

#include <linux/pci_regs.h>
#include <string.h>

#include "card.h"

#define MSI_CAP 0x40
#define EXP_CAP 0x60
/* of an endpoint */
#define PM_CAP 0x40
#define MSIX_CAP 0x9c
#define CARD_ID 0x0100	/* bus 1, device 0: a guest's numbers do not reach this process */
#define MAX_PAYLOAD 1	/* 256 bytes */
#define LANES (4 << 4)	/* in the registers of the link */

static uint32_t get(const struct pci_config *c, unsigned off, unsigned len)
{
	uint32_t v = 0;

	for (unsigned i = 0; i < len; i++)
		v |= (uint32_t)c->b[off + i] << (8 * i);
	return v;
}

static void put(struct pci_config *c, unsigned off, uint32_t v, unsigned len)
{
	for (unsigned i = 0; i < len; i++)
		c->b[off + i] = (uint8_t)(v >> (8 * i));
}

static void endpoint_capabilities(struct pci_config *c)
{
	put(c, PCI_CAPABILITY_LIST, PM_CAP, 1);
	put(c, PM_CAP, PCI_CAP_ID_PM | EXP_CAP << 8, 2);
	put(c, PM_CAP + PCI_PM_PMC, 3, 2);
	put(c, PM_CAP + PCI_PM_CTRL, PCI_PM_CTRL_NO_SOFT_RESET, 2);
	put(c, EXP_CAP, PCI_CAP_ID_EXP | MSIX_CAP << 8, 2);
	put(c, EXP_CAP + PCI_EXP_FLAGS, 2 | PCI_EXP_TYPE_ENDPOINT << 4, 2);
	put(c, EXP_CAP + PCI_EXP_DEVCAP, PCI_EXP_DEVCAP_RBER | MAX_PAYLOAD, 4);
	put(c, EXP_CAP + PCI_EXP_DEVCTL,
	    PCI_EXP_DEVCTL_RELAX_EN | PCI_EXP_DEVCTL_NOSNOOP_EN | PCI_EXP_DEVCTL_READRQ_512B, 2);
	put(c, EXP_CAP + PCI_EXP_LNKCAP, LANES | c->link_speed, 4);
	put(c, EXP_CAP + PCI_EXP_LNKSTA, LANES | c->link_speed, 2);
	/* All speeds up to it, from bit 1 on */
	put(c, EXP_CAP + PCI_EXP_LNKCAP2, (2u << c->link_speed) - 2, 4);
	put(c, MSIX_CAP, PCI_CAP_ID_MSIX, 2);
	put(c, MSIX_CAP + PCI_MSIX_TABLE, CARD_MSIX_TABLE, 4);
	put(c, MSIX_CAP + PCI_MSIX_PBA, CARD_MSIX_PENDING, 4);
}

void pci_config_reset(struct pci_config *c)
{
	memset(c->b, 0, sizeof(c->b));
	put(c, PCI_VENDOR_ID, SMGPU_PCI_VENDOR_SIM, 2);
	put(c, PCI_DEVICE_ID, SMGPU_PCI_DEVICE_SIM, 2);
	put(c, PCI_STATUS, PCI_STATUS_CAP_LIST, 2);
	put(c, PCI_REVISION_ID, CARD_CLASS << 8 | 1, 4);
	put(c, PCI_SUBSYSTEM_VENDOR_ID, SMGPU_PCI_VENDOR_SIM, 2);
	put(c, PCI_SUBSYSTEM_ID, SMGPU_PCI_DEVICE_SIM, 2);
	put(c, PCI_INTERRUPT_PIN, 1, 1);
	if (c->endpoint) {
		endpoint_capabilities(c);
		return;
	}
	put(c, PCI_CAPABILITY_LIST, MSI_CAP, 1);
	put(c, MSI_CAP, PCI_CAP_ID_MSI | EXP_CAP << 8, 2);
	put(c, MSI_CAP + PCI_MSI_FLAGS, PCI_MSI_FLAGS_64BIT, 2);
	/* On the root bus, without a link of its own */
	put(c, EXP_CAP, PCI_CAP_ID_EXP, 2);
	put(c, EXP_CAP + PCI_EXP_FLAGS, 2 | PCI_EXP_TYPE_RC_END << 4, 2);
	put(c, EXP_CAP + PCI_EXP_DEVCAP, PCI_EXP_DEVCAP_FLR | PCI_EXP_DEVCAP_RBER, 4);
}

#define DEVCTL_ERRORS                                                                     \
	(PCI_EXP_DEVCTL_CERE | PCI_EXP_DEVCTL_NFERE | PCI_EXP_DEVCTL_FERE | PCI_EXP_DEVCTL_URRE | \
	 PCI_EXP_DEVCTL_RELAX_EN | PCI_EXP_DEVCTL_NOSNOOP_EN)

/* Bits of the word at off (a multiple of 4) that the guest may change, of an endpoint's
 * capabilities */
static uint32_t endpoint_writable(unsigned off)
{
	switch (off) {
	case PM_CAP + PCI_PM_CTRL:
		return PCI_PM_CTRL_STATE_MASK;
	case EXP_CAP + PCI_EXP_DEVCTL:
		return DEVCTL_ERRORS | PCI_EXP_DEVCTL_PAYLOAD | PCI_EXP_DEVCTL_READRQ;
	case EXP_CAP + PCI_EXP_LNKCTL:
		return PCI_EXP_LNKCTL_ASPMC | PCI_EXP_LNKCTL_RCB | PCI_EXP_LNKCTL_CCC |
		       PCI_EXP_LNKCTL_ES;
	case MSIX_CAP:
		return (uint32_t)(PCI_MSIX_FLAGS_ENABLE | PCI_MSIX_FLAGS_MASKALL) << 16;
	default:
		return 0;
	}
}

/* Bits of the word at off (a multiple of 4) that the guest may change. */
static uint32_t writable(const struct pci_config *c, unsigned off)
{
	if (c->endpoint && off >= PM_CAP)
		return endpoint_writable(off);
	switch (off) {
	case PCI_COMMAND:
		return PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER | PCI_COMMAND_INTX_DISABLE;
	case PCI_BASE_ADDRESS_0:
		return ~(CARD_BAR0_BYTES - 1);
	case PCI_BASE_ADDRESS_2:
		return ~(CARD_BAR2_BYTES - 1);
	case PCI_CACHE_LINE_SIZE:
		return 0xffff;
	case PCI_INTERRUPT_LINE:
		return 0xff;
	case EXP_CAP + PCI_EXP_DEVCTL:	/* the bit that resets the function reads 0 */
		return DEVCTL_ERRORS;
	case MSI_CAP:
		return (uint32_t)PCI_MSI_FLAGS_ENABLE << 16;
	case MSI_CAP + PCI_MSI_ADDRESS_LO:
		return ~3u;
	case MSI_CAP + PCI_MSI_ADDRESS_HI:
		return ~0u;
	case MSI_CAP + PCI_MSI_DATA_64:
		return 0xffff;
	default:
		return 0;
	}
}

uint32_t pci_config_read(const struct pci_config *c, unsigned off, unsigned len)
{
	if (len > 4 || off > sizeof(c->b) - len)
		return len < 4 ? (1u << 8 * len) - 1 : ~0u;
	return get(c, off, len);
}

bool pci_config_write(struct pci_config *c, unsigned off, uint32_t val, unsigned len)
{
	const unsigned reset = EXP_CAP + PCI_EXP_DEVCTL + 1;	/* byte */

	if (len > 4 || off > sizeof(c->b) - len)
		return false;
	if (!c->endpoint && off <= reset && reset < off + len &&
	    val >> 8 * (reset - off) & PCI_EXP_DEVCTL_BCR_FLR >> 8)
		return true;
	for (unsigned i = 0; i < len; i++) {
		uint8_t may = (uint8_t)(writable(c, (off + i) & ~3u) >> 8 * ((off + i) & 3));
		uint8_t *b = &c->b[off + i];

		*b = (uint8_t)((*b & ~may) | (val >> 8 * i & may));
	}
	return false;
}

bool pci_config_memory(const struct pci_config *c)
{
	return get(c, PCI_COMMAND, 2) & PCI_COMMAND_MEMORY;
}

int pci_config_decode(const struct pci_config *c, uint64_t addr, uint32_t *off)
{
	static const struct {
		unsigned bar, reg;
		uint32_t bytes;
	} bars[] = {
		{ 0, PCI_BASE_ADDRESS_0, CARD_BAR0_BYTES },
		{ 2, PCI_BASE_ADDRESS_2, CARD_BAR2_BYTES },
	};

	if (!pci_config_memory(c))
		return -1;
	for (unsigned i = 0; i < sizeof(bars) / sizeof(bars[0]); i++) {
		uint64_t base = get(c, bars[i].reg, 4);

		if (base && addr >= base && addr - base < bars[i].bytes) {
			*off = (uint32_t)(addr - base);
			return (int)bars[i].bar;
		}
	}
	return -1;
}

bool pci_config_bus_master(const struct pci_config *c)
{
	return get(c, PCI_COMMAND, 2) & PCI_COMMAND_MASTER;
}

void pci_config_link(const struct pci_config *c, struct card_link *link)
{
	uint32_t control = get(c, EXP_CAP + PCI_EXP_DEVCTL, 2),
		 msix = get(c, MSIX_CAP + PCI_MSIX_FLAGS, 2);

	*link = (struct card_link){
		.bus_master = pci_config_bus_master(c),
		.msix_enable = msix & PCI_MSIX_FLAGS_ENABLE,
		.msix_mask = msix & PCI_MSIX_FLAGS_MASKALL,
		.max_payload = (uint16_t)(128u << (control >> 5 & 7)),
		.max_read = (uint16_t)(128u << (control >> 12 & 7)),
		.boundary = get(c, EXP_CAP + PCI_EXP_LNKCTL, 2) & PCI_EXP_LNKCTL_RCB ? 128 : 64,
		.id = CARD_ID,
		.bar0 = get(c, PCI_BASE_ADDRESS_0, 4),
		.bar2 = get(c, PCI_BASE_ADDRESS_2, 4),
	};
}

bool pci_config_msi(const struct pci_config *c, unsigned vector, uint64_t *addr, uint32_t *data)
{
	if (vector || c->endpoint || !(get(c, MSI_CAP + PCI_MSI_FLAGS, 2) & PCI_MSI_FLAGS_ENABLE))
		return false;
	*addr = get(c, MSI_CAP + PCI_MSI_ADDRESS_LO, 4) |
		(uint64_t)get(c, MSI_CAP + PCI_MSI_ADDRESS_HI, 4) << 32;
	*data = get(c, MSI_CAP + PCI_MSI_DATA_64, 2);
	return true;
}
