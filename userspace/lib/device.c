// SPDX-License-Identifier: MIT
/*
 * A card: its node is found and opened, and what it has is asked once. Everything else of the
 * library hangs below a device: VMs, and in them buffers, modules and queues (internal.h).
 *
 * $SMGPU_DEVICE chooses a card for programs that do not choose one themselves. Nothing here needs
 * rights beyond those on the render node.
 *
 * A device is opened once by a program, or by each of its parts; two of one card share nothing but
 * the card.
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include <xf86drm.h>

#include "internal.h"

/* The descriptor of @node, or a negative errno. A node of another driver is refused, because its
 * ioctl numbers may mean something else there. */
static int open_node(const char *node)
{
	int fd = open(node, O_RDWR | O_CLOEXEC);
	drmVersionPtr v;
	bool ours;

	if (fd < 0)
		return fail(-errno, "Cannot open %s: %s.", node, strerror(errno));
	v = drmGetVersion(fd);
	ours = v && !strcmp(v->name, "smgpu");
	drmFreeVersion(v);
	if (!ours) {
		close(fd);
		return fail(-ENODEV, "%s is not an smgpu card.", node);
	}
	return fd;
}

/* Is the card at the PCI address @which, written as lspci -D does? */
static bool has_address(const drmDevice *d, const char *which)
{
	char address[32];

	if (d->bustype != DRM_BUS_PCI)
		return false;
	snprintf(address, sizeof(address), "%04x:%02x:%02x.%u", d->businfo.pci->domain,
		 d->businfo.pci->bus, d->businfo.pci->dev, d->businfo.pci->func);
	return !strcmp(address, which);
}

/* @which: a path if it has a slash, else a PCI address; NULL takes the first card that opens.
 * The node's path goes to @node. Returns a descriptor, or the errno of the last try. */
static int open_device(const char *which, char *node, size_t room)
{
	drmDevicePtr list[64];
	int n, fd;

	fd = fail(-ENODEV, "No smgpu card with a driver%s%s.", which ? " is " : " was found",
		  which ? which : "");
	/* A path is taken as it is: it may be outside of /dev. */
	if (which && strchr(which, '/')) {
		snprintf(node, room, "%s", which);
		return open_node(which);
	}
	/* Cards in the kernel's order. One that this program may not open does not hide the
	 * next. */
	n = drmGetDevices2(0, list, 64);
	for (int i = 0; i < n && fd < 0; i++) {
		if (!(list[i]->available_nodes & 1 << DRM_NODE_RENDER) ||
		    (which && !has_address(list[i], which)))
			continue;
		snprintf(node, room, "%s", list[i]->nodes[DRM_NODE_RENDER]);
		fd = open_node(node);
	}
	if (n > 0)
		drmFreeDevices(list, n);
	return fd;
}

/* The caller's structure may be newer than the driver: what the driver does not fill stays 0. */
static int query(struct smgpu_device *dev, uint32_t type, void *to, uint32_t bytes)
{
	struct drm_smgpu_dev_query q = { .type = type, .size = bytes, .pointer = (uintptr_t)to };

	memset(to, 0, bytes);
	return dev_ioctl(dev, DRM_IOCTL_SMGPU_DEV_QUERY, &q, "DEV_QUERY");
}

/* Asks the driver once, as nothing of it changes while the device is open. A driver that does
 * not know a field leaves 0, which here becomes what its cards have. */
static int read_info(struct smgpu_device *dev)
{
	struct drm_smgpu_query_card c;
	int err = query(dev, DRM_SMGPU_QUERY_CARD, &c, sizeof(c));

	if (err)
		return err;
	dev->info = (struct smgpu_info){
		.hw_version = c.hw_version,
		.fw_version = c.fw_version,
		.sm_count = c.sm_count,
		.warps_per_sm = c.warps_per_sm,
		.lanes = c.lanes,
		.dtok_depth = c.dtok_depth,
		.shared_bytes = c.shared_bytes,
		.l1_bytes = c.l1_bytes,
		.l2_bytes = c.l2_bytes,
		.task_slots = c.task_slots,
		.timebase_hz = c.timebase_hz,
		.perf_counters = c.perf_counters,
		.va_start = c.va_start,
		.va_end = c.va_end,
		.shared_base = c.shared_base,
		.local_base = c.local_base,
		.max_channels = c.max_channels,
		.max_vms = c.max_vms,
		.watchdog_max_cycles = c.watchdog_max_cycles,
		.throttle_shared_bytes = c.throttle_shared_bytes ? c.throttle_shared_bytes
								 : c.shared_bytes,
		.constants = c.features & DRM_SMGPU_FEATURE_CONSTANTS,
		.turns = !!(c.features & DRM_SMGPU_FEATURE_TURNS),
		.textures = !!(c.features & DRM_SMGPU_FEATURE_TEXTURES),
		.attributes = !!(c.features & DRM_SMGPU_FEATURE_ATTRIBUTES),
		.l2_banks = c.l2_banks ? c.l2_banks : 1,
	};
	return 0;
}

/* $SMGPU_DUMP names a directory that files are written to, so a program with more rights than
 * its caller does not follow it. */
EXPORT struct smgpu_device *smgpu_device_new(const char *which)
{
	struct smgpu_device *dev = calloc(1, sizeof(*dev));
	const char *dump;

	if (!dev) {
		fail(-ENOMEM, "Out of memory.");
		return NULL;
	}
	if (!which)
		which = getenv("SMGPU_DEVICE");
	dev->refs = 1;
	dump = secure_getenv("SMGPU_DUMP");
	dev->dump_dir = dump && *dump ? strdup(dump) : NULL;
	dev->fd = open_device(which && *which ? which : NULL, dev->node, sizeof(dev->node));
	if (dev->fd < 0) {
		free(dev->dump_dir);
		free(dev);
		return NULL;
	}
	/* What follows relies on the numbers, so a card without them is of no use. */
	if (read_info(dev)) {
		smgpu_device_unref(dev);
		return NULL;
	}
	return dev;
}

EXPORT struct smgpu_device *smgpu_device_ref(struct smgpu_device *dev)
{
	dev->refs++;
	return dev;
}

/* VMs hold references, so the last one comes when no VM is left. */
EXPORT void smgpu_device_unref(struct smgpu_device *dev)
{
	if (!dev || --dev->refs)
		return;
	close(dev->fd);
	free(dev->handle_refs);
	free(dev->dump_dir);
	free(dev);
}

EXPORT const struct smgpu_info *smgpu_device_info(const struct smgpu_device *dev)
{
	return &dev->info;
}

EXPORT const char *smgpu_device_node(const struct smgpu_device *dev)
{
	return dev->node;
}

EXPORT int smgpu_device_fd(const struct smgpu_device *dev)
{
	return dev->fd;
}

/* Asks the driver each time: other programs use the card's memory too. */
EXPORT int smgpu_device_memory(struct smgpu_device *dev, struct smgpu_memory *mem)
{
	struct drm_smgpu_query_memory m;
	int err = query(dev, DRM_SMGPU_QUERY_MEMORY, &m, sizeof(m));

	if (!err)
		*mem = (struct smgpu_memory){ m.card_total, m.card_free, m.visible_total,
					       m.visible_free };
	return err;
}

/* The two are of one moment, so that a program can put both clocks side by side. */
EXPORT int smgpu_device_timestamp(struct smgpu_device *dev, uint64_t *timebase, uint64_t *cpu_ns)
{
	struct drm_smgpu_timestamp t = { 0 };
	int err = dev_ioctl(dev, DRM_IOCTL_SMGPU_TIMESTAMP, &t, "TIMESTAMP");

	if (err)
		return err;
	if (timebase)
		*timebase = t.timebase;
	if (cpu_ns)
		*cpu_ns = t.cpu_ns;
	return 0;
}

/* Fills at most @max counters; returns how many the card has, or a negative errno. */
EXPORT int smgpu_device_perf(struct smgpu_device *dev, uint64_t *values, uint32_t max)
{
	struct drm_smgpu_perf p = { .count = max, .pointer = (uintptr_t)values };
	int err = dev_ioctl(dev, DRM_IOCTL_SMGPU_PERF, &p, "PERF");

	return err ? err : (int)p.count;
}
