// SPDX-License-Identifier: MIT
/*
 * Cards as the PCI bus shows them. Needs no driver.
 *
 * smgpu-info shows them, also when a driver is missing or is another one.
 *
 * Real boards have the IDs of their vendor, so a card is known by its driver there; the simulated
 * one by its IDs.
 */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>
#include <pci/pci.h>

#include "internal.h"

/* Empty if no driver is bound to the function. */
static void driver_name(const char *address, char *to, size_t room)
{
	char path[128], link[PATH_MAX];
	ssize_t n;

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/driver", address);
	n = readlink(path, link, sizeof(link) - 1);
	*to = 0;
	if (n < 0)
		return;
	link[n] = 0;
	snprintf(to, room, "%.31s", strrchr(link, '/') ? strrchr(link, '/') + 1 : link);
}

/* Empty if the driver has no render node, or there is no driver. */
static void render_node(const char *address, char *to, size_t room)
{
	char path[128];
	struct dirent *e;
	DIR *d;

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/drm", address);
	d = opendir(path);
	*to = 0;
	while (d && (e = readdir(d)))
		if (!strncmp(e->d_name, "renderD", 7))
			snprintf(to, room, "/dev/dri/%.32s", e->d_name);
	if (d)
		closedir(d);
}

/* Speed as a generation, width in lanes; all stay 0 for a function without PCI Express. Reading
 * the registers of capabilities may need root. */
static void link_state(struct pci_dev *d, struct smgpu_pci *p)
{
	struct pci_cap *cap = pci_find_cap(d, PCI_CAP_ID_EXP, PCI_CAP_NORMAL);
	uint32_t max;
	uint16_t now;

	if (!cap)
		return;
	max = pci_read_long(d, cap->addr + PCI_EXP_LNKCAP);
	now = pci_read_word(d, cap->addr + PCI_EXP_LNKSTA);
	p->link_gen_max = max & PCI_EXP_LNKCAP_SPEED;
	p->link_width_max = (max & PCI_EXP_LNKCAP_WIDTH) >> 4;
	p->link_gen = now & PCI_EXP_LNKSTA_SPEED;
	p->link_width = (now & PCI_EXP_LNKSTA_WIDTH) >> 4;
}

/* Fills at most @max entries and returns how many there are, so that a caller can come again
 * with more room. A negative errno on failure. */
EXPORT int smgpu_pci_list(struct smgpu_pci *list, int max)
{
	struct pci_access *a = pci_alloc();
	int n = 0;

	if (!a)
		return fail(-ENOMEM, "Out of memory.");
	/* libpci ends the program when it finds no way to the bus */
	if (access("/sys/bus/pci/devices", R_OK)) {
		pci_cleanup(a);
		return fail(-ENODEV, "This machine shows no PCI bus.");
	}
	pci_init(a);
	pci_scan_bus(a);
	for (struct pci_dev *d = a->devices; d; d = d->next) {
		struct smgpu_pci p = { 0 };

		pci_fill_info(d, PCI_FILL_IDENT | PCI_FILL_BASES | PCI_FILL_SIZES | PCI_FILL_CAPS);
		snprintf(p.address, sizeof(p.address), "%04x:%02x:%02x.%d",
			 (unsigned int)d->domain & 0xffff, d->bus, d->dev, d->func & 7);
		driver_name(p.address, p.driver, sizeof(p.driver));
		/* real boards keep their vendor's IDs: the driver that is bound tells of them */
		if (strcmp(p.driver, "smgpu") &&
		    (d->vendor_id != SMGPU_PCI_VENDOR_SIM ||
		     d->device_id != SMGPU_PCI_DEVICE_SIM))
			continue;
		p.vendor = d->vendor_id;
		p.device = d->device_id;
		render_node(p.address, p.node, sizeof(p.node));
		for (int i = 0; i < 6; i++) {
			p.bar[i] = d->base_addr[i] & PCI_ADDR_MEM_MASK;
			p.bar_bytes[i] = d->size[i];
		}
		link_state(d, &p);
		if (n < max)
			list[n] = p;
		n++;
	}
	pci_cleanup(a);
	return n;
}
