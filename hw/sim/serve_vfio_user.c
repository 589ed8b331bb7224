// SPDX-License-Identifier: MIT
#include "serve_vfio_user.h"

#include <errno.h>
#include <linux/vfio.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "link.h"
#include "vfio_user.h"

#define CONFIG_BYTES 256u

/* What the versions are agreed with. Pages of 4 KiB, since a guest's IOMMU maps each by itself. */
static const char capabilities[] =
	"{\"capabilities\":{\"max_msg_fds\":8,\"max_data_xfer_size\":65536,\"max_dma_maps\":65535,\"pgsizes\":4096,"
	"\"write_multiple\":true}}";
_Static_assert(VFIO_USER_XFER_MAX == 65536 && LINK_FDS == 8 && GUEST_MEM_RANGES == 65535,
	       "as the text says");

struct vfio_user {
	struct engine *engine;
	bool agreed;			/* on a version */

	pthread_mutex_t lock;		/* of msi_fd: MSIs come from the backend's thread */
	int msi_fd;			/* -1: nobody takes it */

	struct vfio_user_header head;
	uint32_t len;			/* of the payload: the request's, then the reply's */
	int fd[LINK_FDS];		/* that came along; -1 for one that was kept */
	unsigned fds;
	union {
		unsigned char raw[VFIO_USER_PAYLOAD_MAX];
		struct vfio_user_version version;
		struct vfio_user_map map;
		struct vfio_user_unmap unmap;
		struct vfio_device_info device;
		struct vfio_region_info region_info;
		struct vfio_irq_info irq;
		struct vfio_irq_set irqs;
		struct vfio_user_region region;
		struct vfio_user_multi multi;
	} u;
};

static void set_msi_fd(struct vfio_user *v, int fd)
{
	pthread_mutex_lock(&v->lock);
	if (v->msi_fd >= 0)
		close(v->msi_fd);
	v->msi_fd = fd;
	pthread_mutex_unlock(&v->lock);
}

void vfio_user_msi(struct vfio_user *v)
{
	const uint64_t one = 1;

	pthread_mutex_lock(&v->lock);
	if (v->msi_fd >= 0 && write(v->msi_fd, &one, sizeof(one)) != sizeof(one) && errno != EAGAIN)
		fprintf(stderr, "card: the machine does not take an interrupt: %s\n",
			strerror(errno));
	pthread_mutex_unlock(&v->lock);
}

static int version(struct vfio_user *v)
{
	if (v->u.version.major != 0)
		return -EPROTO;
	v->agreed = true;
	v->u.version.minor = 0;
	memcpy(v->u.version.capabilities, capabilities, sizeof(capabilities));
	v->len = sizeof(v->u.version) + sizeof(capabilities);
	return 0;
}

/* Memory without a descriptor is another device's: DMA there is refused, as it is on the other
 * transport. */
static int dma_map(struct vfio_user *v)
{
	const struct vfio_user_map *m = &v->u.map;

	v->len = 0;
	if (!(m->flags & VFIO_DMA_MAP_FLAG_READ) ||
	    m->flags & ~(VFIO_DMA_MAP_FLAG_READ | VFIO_DMA_MAP_FLAG_WRITE) || v->fds > 1)
		return -EINVAL;
	if (!v->fds)
		return 0;
	return engine_dma_map(v->engine, m->iova, m->size, v->fd[0], m->offset,
			      m->flags & VFIO_DMA_MAP_FLAG_WRITE);
}

static int dma_unmap(struct vfio_user *v)
{
	const struct vfio_user_unmap *m = &v->u.unmap;
	int r;

	if (m->flags & ~VFIO_DMA_UNMAP_FLAG_ALL)
		return -EINVAL;
	if (m->flags)
		r = m->iova || m->size ? -EINVAL : engine_dma_unmap(v->engine, 0, UINT64_MAX);
	else
		r = engine_dma_unmap(v->engine, m->iova, m->size);
	v->len = sizeof(*m);
	return r < 0 ? r : 0;
}

static int device_info(struct vfio_user *v)
{
	v->u.device = (struct vfio_device_info){ .argsz = 16,
						  .flags = VFIO_DEVICE_FLAGS_RESET |
							   VFIO_DEVICE_FLAGS_PCI,
						  .num_regions = VFIO_PCI_NUM_REGIONS,
						  .num_irqs = VFIO_PCI_NUM_IRQS };
	v->len = 16;
	return 0;
}

static uint32_t region_bytes(uint32_t region)
{
	switch (region) {
	case VFIO_PCI_BAR0_REGION_INDEX:
		return CARD_BAR0_BYTES;
	case VFIO_PCI_BAR2_REGION_INDEX:
		return CARD_BAR2_BYTES;
	case VFIO_PCI_CONFIG_REGION_INDEX:
		return CONFIG_BYTES;
	default:
		return 0;
	}
}

static int region_info(struct vfio_user *v)
{
	struct vfio_region_info *r = &v->u.region_info;
	uint32_t index = r->index;

	if (index >= VFIO_PCI_NUM_REGIONS)
		return -EINVAL;
	*r = (struct vfio_region_info){ .argsz = sizeof(*r),
					 .index = index,
					 .size = region_bytes(index) };
	if (r->size)
		r->flags = VFIO_REGION_INFO_FLAG_READ | VFIO_REGION_INFO_FLAG_WRITE;
	v->len = sizeof(*r);
	return 0;
}

static int irq_info(struct vfio_user *v)
{
	struct vfio_irq_info *i = &v->u.irq;
	uint32_t index = i->index;

	if (index >= VFIO_PCI_NUM_IRQS)
		return -EINVAL;
	*i = (struct vfio_irq_info){ .argsz = 16, .index = index };
	if (index == VFIO_PCI_INTX_IRQ_INDEX) {
		i->flags = VFIO_IRQ_INFO_EVENTFD | VFIO_IRQ_INFO_MASKABLE |
			   VFIO_IRQ_INFO_AUTOMASKED;
		i->count = 1;
	} else if (index == VFIO_PCI_MSI_IRQ_INDEX || index == VFIO_PCI_ERR_IRQ_INDEX) {
		i->flags = VFIO_IRQ_INFO_EVENTFD | VFIO_IRQ_INFO_NORESIZE;
		i->count = 1;
	}
	v->len = 16;
	return 0;
}

static int set_irqs(struct vfio_user *v)
{
	const struct vfio_irq_set *s = &v->u.irqs;
	uint32_t data = s->flags & VFIO_IRQ_SET_DATA_TYPE_MASK,
		 action = s->flags & VFIO_IRQ_SET_ACTION_TYPE_MASK;

	v->len = 0;
	if (s->flags & ~(VFIO_IRQ_SET_DATA_TYPE_MASK | VFIO_IRQ_SET_ACTION_TYPE_MASK) || s->start ||
	    s->count > 1)
		return -EINVAL;
	/* The card never pulls its pin, and reports no error by itself. */
	if (s->index == VFIO_PCI_INTX_IRQ_INDEX || s->index == VFIO_PCI_ERR_IRQ_INDEX)
		return 0;
	if (s->index != VFIO_PCI_MSI_IRQ_INDEX || action != VFIO_IRQ_SET_ACTION_TRIGGER)
		return -EINVAL;
	if (data == VFIO_IRQ_SET_DATA_EVENTFD && s->count && v->fds == 1) {
		set_msi_fd(v, v->fd[0]);
		v->fd[0] = -1;
		return 0;
	}
	if (v->fds)
		return -EINVAL;
	if (data == VFIO_IRQ_SET_DATA_EVENTFD || (data == VFIO_IRQ_SET_DATA_NONE && !s->count)) {
		set_msi_fd(v, -1);
		return 0;
	}
	if (data != VFIO_IRQ_SET_DATA_NONE)
		return -EINVAL;
	vfio_user_msi(v);
	return 0;
}

/* The largest naturally aligned access at off that fits into what is left */
static unsigned piece(uint32_t off, uint32_t left, unsigned most)
{
	unsigned n = most;

	while (n > left || off & (n - 1))
		n /= 2;
	return n;
}

static bool inside(uint32_t region, uint64_t off, uint32_t count)
{
	uint32_t bytes = region_bytes(region);

	return count && count <= bytes && off <= bytes - count;
}

static void write_pieces(struct vfio_user *v, uint32_t region, uint32_t off,
			 const unsigned char *from, uint32_t count)
{
	unsigned n;

	for (; count; off += n, from += n, count -= n) {
		uint64_t val = 0;

		n = piece(off, count, region == VFIO_PCI_CONFIG_REGION_INDEX ? 4 : 8);
		memcpy(&val, from, n);
		if (region == VFIO_PCI_CONFIG_REGION_INDEX)
			engine_config_write(v->engine, off, (uint32_t)val, n);
		else
			engine_region_write(v->engine, (int)region, off, val, n);
	}
}

static int region_read(struct vfio_user *v)
{
	struct vfio_user_region *r = &v->u.region;
	uint32_t off, left;
	unsigned char *to = r->data;
	unsigned n;

	if (r->count > VFIO_USER_XFER_MAX || !inside(r->region, r->offset, r->count))
		return -EINVAL;
	for (off = (uint32_t)r->offset, left = r->count; left; off += n, to += n, left -= n) {
		uint64_t val;

		n = piece(off, left, r->region == VFIO_PCI_CONFIG_REGION_INDEX ? 4 : 8);
		if (r->region == VFIO_PCI_CONFIG_REGION_INDEX)
			val = engine_config_read(v->engine, off, n);
		else
			val = engine_region_read(v->engine, (int)r->region, off, n);
		memcpy(to, &val, n);
	}
	v->len = (uint32_t)sizeof(*r) + r->count;
	return 0;
}

static int region_write(struct vfio_user *v)
{
	const struct vfio_user_region *r = &v->u.region;

	if (r->count != v->len - sizeof(*r) || !inside(r->region, r->offset, r->count))
		return -EINVAL;
	write_pieces(v, r->region, (uint32_t)r->offset, r->data, r->count);
	v->len = sizeof(*r);
	return 0;
}

/* All or nothing: none is done if one of them is nonsense. */
static int region_write_multi(struct vfio_user *v)
{
	const struct vfio_user_multi *m = &v->u.multi;

	if (m->count != (v->len - sizeof(*m)) / sizeof(m->write[0]) ||
	    (v->len - sizeof(*m)) % sizeof(m->write[0]))
		return -EINVAL;
	for (unsigned i = 0; i < m->count; i++)
		if (m->write[i].count > sizeof(m->write[i].data) ||
		    !inside(m->write[i].region, m->write[i].offset, m->write[i].count))
			return -EINVAL;
	for (unsigned i = 0; i < m->count; i++)
		write_pieces(v, m->write[i].region, (uint32_t)m->write[i].offset, m->write[i].data,
			     m->write[i].count);
	v->len = sizeof(*m);
	return 0;
}

static int reset(struct vfio_user *v)
{
	engine_reset(v->engine);
	v->len = 0;
	return 0;
}

/* Payloads may be longer than `least`: their argsz says what the other side knows. */
static const struct {
	int (*answer)(struct vfio_user *v);
	uint32_t least;
} commands[VFIO_USER_COMMANDS] = {
	[VFIO_USER_VERSION] = { version, sizeof(struct vfio_user_version) },
	[VFIO_USER_DMA_MAP] = { dma_map, sizeof(struct vfio_user_map) },
	[VFIO_USER_DMA_UNMAP] = { dma_unmap, sizeof(struct vfio_user_unmap) },
	[VFIO_USER_DEVICE_GET_INFO] = { device_info, 16 },
	[VFIO_USER_DEVICE_GET_REGION_INFO] = { region_info, sizeof(struct vfio_region_info) },
	[VFIO_USER_DEVICE_GET_IRQ_INFO] = { irq_info, 16 },
	[VFIO_USER_DEVICE_SET_IRQS] = { set_irqs, sizeof(struct vfio_irq_set) },
	[VFIO_USER_REGION_READ] = { region_read, sizeof(struct vfio_user_region) },
	[VFIO_USER_REGION_WRITE] = { region_write, sizeof(struct vfio_user_region) },
	[VFIO_USER_DEVICE_RESET] = { reset, 0 },
	[VFIO_USER_REGION_WRITE_MULTI] = { region_write_multi, sizeof(struct vfio_user_multi) },
};

static int handle(struct vfio_user *v)
{
	uint16_t c = v->head.command;

	if (c >= VFIO_USER_COMMANDS || !commands[c].answer)
		return -ENOTSUP;
	if (v->len < commands[c].least || (!v->agreed && c != VFIO_USER_VERSION))
		return -EINVAL;
	return commands[c].answer(v);
}

static int reply(struct vfio_user *v, int fd, int err)
{
	struct {
		struct vfio_user_header head;
		unsigned char payload[];
	} *m;
	int r;

	if (err)
		v->len = 0;
	m = malloc(sizeof(*m) + v->len);
	if (!m)
		return -ENOMEM;
	m->head = (struct vfio_user_header){ v->head.id, v->head.command,
					      (uint32_t)sizeof(*m) + v->len,
					      VFIO_USER_REPLY | (err ? VFIO_USER_ERROR : 0),
					      (uint32_t)-err };
	memcpy(m->payload, v->u.raw, v->len);
	r = link_write(fd, m, sizeof(*m) + v->len);
	free(m);
	return r;
}

/* 1 = a request was answered, 0 = closed, negative = errno */
static int one(struct vfio_user *v, int fd)
{
	int r = link_read_fds(fd, &v->head, sizeof(v->head), v->fd, &v->fds);
	int err;

	if (r <= 0)
		return r;
	if (v->head.size < sizeof(v->head) || v->head.size - sizeof(v->head) > sizeof(v->u))
		return -EMSGSIZE;
	v->len = v->head.size - (uint32_t)sizeof(v->head);
	r = link_read(fd, &v->u, v->len);
	if (r)
		return r;
	if (v->head.flags & VFIO_USER_TYPE)	/* the card asks for nothing */
		return -EPROTO;
	err = handle(v);
	if (err)
		fprintf(stderr, "card: vfio-user command %u is refused: %s\n", v->head.command,
			strerror(-err));
	r = v->head.flags & VFIO_USER_NO_REPLY ? 0 : reply(v, fd, err);
	return r ? r : 1;
}

int vfio_user_serve(struct vfio_user *v, int fd, struct engine *e)
{
	int r;

	v->engine = e;
	do {
		r = one(v, fd);
		for (unsigned i = 0; i < v->fds; i++)
			if (v->fd[i] >= 0)
				close(v->fd[i]);
	} while (r > 0);
	set_msi_fd(v, -1);
	if (r < 0 && r != -ECONNRESET && r != -EPIPE)
		fprintf(stderr, "card: the link to the machine failed: %s\n", strerror(-r));
	return r;
}

struct vfio_user *vfio_user_new(void)
{
	struct vfio_user *v = calloc(1, sizeof(*v));

	if (!v)
		return NULL;
	v->msi_fd = -1;
	pthread_mutex_init(&v->lock, NULL);
	return v;
}

void vfio_user_del(struct vfio_user *v)
{
	set_msi_fd(v, -1);
	pthread_mutex_destroy(&v->lock);
	free(v);
}
