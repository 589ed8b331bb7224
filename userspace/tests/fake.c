// SPDX-License-Identifier: MIT
/*
 * A card and driver inside the process, for testing what is above the ioctls: preloaded, it answers
 * for the node /dev/dri/fake-smgpu. Memory is a memfd, so that mmap() of a buffer needs no help;
 * tasks run in smcc's test emulator. It checks what it is given more strictly than it needs to.
 *
 * A field or flag that is reserved must be 0 here, as in the driver. So a library that leaves one
 * unset fails with this card, not with a later driver.
 *
 * Work is done within the ioctl that submits it. So each fence is signalled at once, and what needs
 * a card that works meanwhile is tested elsewhere.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <drm/smgpu_drm.h>
#include <drm/smgpu_hw.h>
#include <drm/smgpu_perf.h>

#include "fake.h"

#define MEMORY	(1ull << 30)
#define MAX_BOS	4096
#define MAX_VMS	8
#define MAX_CHANNELS 16

static int fake_fd = -1;
static uint8_t *memory;
static struct { uint64_t offset, bytes; uint32_t flags; } bos[MAX_BOS];
static struct fake_vm *vms[MAX_VMS];
static struct fake_channel channels[MAX_CHANNELS];
static uint32_t next_syncobj, live_syncobjs;
static uint64_t worked;		/* cycles that the emulator's work took */

/*
 * The card's clock: that of the host, and the cycles of what was emulated. Each look is later than
 * the one before.
 */
uint64_t fake_clock(uint64_t work)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	worked += work + 1;
	return worked + now.tv_sec * FAKE_HZ + now.tv_nsec * (FAKE_HZ / 1000000) / 1000;
}

/* As the real ioctl fails: -1, and errno. */
static int refuse(int err)
{
	errno = err;
	return -1;
}

/* Where the emulator finds a byte of the VM; NULL is a fault. */
uint8_t *fake_translate(void *ctx, uint32_t va, bool write, bool fetch)
{
	const struct fake_vm *vm = ctx;
	uint64_t pte = vm->page[va / FAKE_PAGE];

	if (!(pte & FAKE_VALID) || (write && pte & FAKE_READONLY) || (fetch && !(pte & FAKE_EXEC)))
		return NULL;
	return memory + (pte & ~(uint64_t)(FAKE_PAGE - 1)) + va % FAKE_PAGE;
}

/* Where there is room for @bytes: the lowest place */
static uint64_t find_room(uint64_t bytes)
{
	uint64_t at = FAKE_PAGE;

	for (uint32_t h = 1; h < MAX_BOS; h++) {
		if (bos[h].bytes && bos[h].offset < at + bytes &&
		    at < bos[h].offset + bos[h].bytes) {
			at = bos[h].offset + bos[h].bytes;
			h = 0;
		}
	}
	return at;
}

/* The first page is never given out, so that offset 0 is no buffer. */
static uint64_t bytes_free(void)
{
	uint64_t n = MEMORY - FAKE_PAGE;

	for (uint32_t h = 1; h < MAX_BOS; h++)
		n -= bos[h].bytes;
	return n;
}

/* A card of its own kind: two SMs, and every unit that a card may have, unless the environment
 * takes one away. */
static int query(struct drm_smgpu_dev_query *q)
{
	const struct drm_smgpu_query_card card = {
		.hw_version = 1 << 16,
		.fw_version = 1 << 16,
		.sm_count = 2,
		.warps_per_sm = 16,
		.lanes = 32,
		.dtok_depth = 64,
		.shared_bytes = 32768,
		.l1_bytes = 16384,
		.l2_bytes = 131072,
		.task_slots = 16,
		.timebase_hz = FAKE_HZ,
		.perf_counters = 3 * SMGPU_PERF_BLOCK,
		.va_start = SMGPU_VA_NULL_END,
		.va_end = SMGPU_VA_USER_END,
		.shared_base = SMGPU_VA_SHARED_BASE,
		.local_base = SMGPU_VA_LOCAL_BASE,
		.max_channels = MAX_CHANNELS,
		.max_vms = MAX_VMS,
		.watchdog_max_cycles = 1000000000,
		.throttle_shared_bytes = 49152,
		.l2_banks = 2,
		.features = DRM_SMGPU_FEATURE_TURNS |
			    (getenv("SMGPU_FAKE_NO_CONSTANTS") ? 0 : DRM_SMGPU_FEATURE_CONSTANTS) |
			    (getenv("SMGPU_FAKE_NO_TEXTURES") ? 0 : DRM_SMGPU_FEATURE_TEXTURES) |
			    (getenv("SMGPU_FAKE_NO_ATTRIBUTES") ? 0 : DRM_SMGPU_FEATURE_ATTRIBUTES),
	};
	const struct drm_smgpu_query_memory mem = { MEMORY, bytes_free(), MEMORY, bytes_free() };
	const void *from = q->type == DRM_SMGPU_QUERY_CARD ? (const void *)&card : &mem;
	uint32_t n = q->type == DRM_SMGPU_QUERY_CARD ? sizeof(card) : sizeof(mem);

	if (q->type > DRM_SMGPU_QUERY_MEMORY)
		return refuse(EINVAL);
	if (q->pointer)
		memcpy((void *)(uintptr_t)q->pointer, from, q->size < n ? q->size : n);
	q->size = n;
	return 0;
}

/* A buffer is a range of the memfd. New memory is zero, as the driver promises. */
static int bo_create(struct drm_smgpu_bo_create *c)
{
	bool card = c->flags & DRM_SMGPU_BO_CARD, host = c->flags & DRM_SMGPU_BO_HOST;
	uint64_t at;
	uint32_t h;

	if (!c->size || card == host || c->flags & ~7u)
		return refuse(EINVAL);
	c->size = (c->size + FAKE_PAGE - 1) / FAKE_PAGE * FAKE_PAGE;
	for (h = 1; h < MAX_BOS && bos[h].bytes; h++)
		;
	at = find_room(c->size);
	if (h == MAX_BOS || at + c->size > MEMORY)
		return refuse(ENOSPC);
	memset(memory + at, 0, c->size);
	bos[h].offset = at;
	bos[h].bytes = c->size;
	bos[h].flags = c->flags;
	c->handle = h;
	return 0;
}

/* Card memory that is not visible cannot be mapped; the library must copy. */
static int mmap_offset(struct drm_smgpu_bo_mmap_offset *o)
{
	if (!o->handle || o->handle >= MAX_BOS || !bos[o->handle].bytes || o->rsvd)
		return refuse(EINVAL);
	if (!(bos[o->handle].flags & (DRM_SMGPU_BO_HOST | DRM_SMGPU_BO_CPU_VISIBLE)))
		return refuse(EINVAL);
	o->offset = bos[o->handle].offset;
	return 0;
}

/* Addresses outside of what a VM has for buffers are refused, and so is half a page. */
static int bind_one(struct fake_vm *vm, const struct drm_smgpu_vm_bind_op *o)
{
	uint64_t flags = FAKE_VALID | (o->flags & DRM_SMGPU_VM_EXEC ? FAKE_EXEC : 0) |
			 (o->flags & DRM_SMGPU_VM_READONLY ? FAKE_READONLY : 0);

	if (o->rsvd || o->op > 1 || o->flags & ~3u || !o->range ||
	    (o->va | o->range | o->bo_offset) % FAKE_PAGE)
		return refuse(EINVAL);
	if (o->va < SMGPU_VA_NULL_END || o->va + o->range > SMGPU_VA_USER_END)
		return refuse(EINVAL);
	if (o->op == DRM_SMGPU_VM_OP_UNMAP
		    ? o->handle
		    : o->handle >= MAX_BOS || o->bo_offset + o->range > bos[o->handle].bytes)
		return refuse(EINVAL);
	for (uint64_t i = 0; i < o->range; i += FAKE_PAGE)
		vm->page[(o->va + i) / FAKE_PAGE] =
			o->op ? 0 : (bos[o->handle].offset + o->bo_offset + i) | flags;
	return 0;
}

/* What came before an operation that is refused stays. */
static int vm_bind(struct drm_smgpu_vm_bind *b)
{
	const struct drm_smgpu_vm_bind_op *ops = (void *)(uintptr_t)b->ops;

	if (b->flags || b->rsvd || b->vm_id >= MAX_VMS || !vms[b->vm_id] ||
	    b->num_ops > DRM_SMGPU_VM_BIND_MAX)
		return refuse(EINVAL);
	for (uint32_t i = 0; i < b->num_ops; i++)
		if (bind_one(vms[b->vm_id], &ops[i]))
			return -1;
	return 0;
}

static int vm_create(struct drm_smgpu_vm_create *c)
{
	uint32_t id;

	for (id = 1; id < MAX_VMS && vms[id]; id++)
		;
	if (c->flags || id == MAX_VMS)
		return refuse(c->flags ? EINVAL : ENOSPC);
	vms[id] = calloc(1, sizeof(struct fake_vm));
	c->vm_id = id;
	return 0;
}

/* A VM with a channel stays: the library must end those first. */
static int vm_destroy(const struct drm_smgpu_vm_destroy *d)
{
	if (d->rsvd || d->vm_id >= MAX_VMS || !vms[d->vm_id])
		return refuse(EINVAL);
	for (int i = 0; i < MAX_CHANNELS; i++)
		if (channels[i].vm == vms[d->vm_id])
			return refuse(EBUSY);
	free(vms[d->vm_id]);
	vms[d->vm_id] = NULL;
	return 0;
}

/* What needs a permission is refused without FAKE_NICE, as for most programs. */
static int channel_create(struct drm_smgpu_channel_create *c)
{
	uint32_t id;

	if (c->flags & ~DRM_SMGPU_CHANNEL_SCHEDULE || c->ring_priority > 10 ||
	    c->vm_id >= MAX_VMS || !vms[c->vm_id] || c->best_priority < 1 || c->best_priority > 10)
		return refuse(EINVAL);
	if (c->best_priority < 5 || (c->ring_priority && c->ring_priority < 5) ||
	    (c->flags && !getenv("FAKE_NICE")))
		return refuse(EACCES);
	for (id = 1; id < MAX_CHANNELS && channels[id].vm; id++)
		;
	if (id == MAX_CHANNELS)
		return refuse(ENOSPC);
	channels[id] = (struct fake_channel){ .vm = vms[c->vm_id],
					       .best_priority = c->best_priority,
					       .vm_id = c->vm_id,
					       .schedules = c->flags };
	c->channel_id = id;
	return 0;
}

static int channel_destroy(const struct drm_smgpu_channel_destroy *d)
{
	if (d->rsvd || d->channel_id >= MAX_CHANNELS || !channels[d->channel_id].vm)
		return refuse(EINVAL);
	channels[d->channel_id].vm = NULL;
	return 0;
}

/* Code 0 while the channel works. A thread is told only for errors that have one. */
static int channel_query(struct drm_smgpu_channel_query *q)
{
	const struct fake_channel *c = &channels[q->channel_id % MAX_CHANNELS];

	if (!c->vm)
		return refuse(EINVAL);
	q->code = c->code;
	q->job = c->error_job;
	q->vm_id = c->vm_id;
	q->va = c->va;
	q->pc = c->pc;
	q->sm = c->code ? FAKE_SM : 0;
	q->warp = c->failed_warp;
	q->thread = c->code == SMGPU_ERR_PAGE_FAULT || c->code == SMGPU_ERR_MISALIGNED ||
				    c->code == SMGPU_ERR_ACCESS
			    ? c->thread
			    : DRM_SMGPU_NO_THREAD;
	q->tmd_va = c->code ? c->task : 0;
	q->jobs_submitted = q->jobs_completed = c->jobs;
	return 0;
}

/* As many warps as there is room for; the number is that of all. */
static int channel_dump(struct drm_smgpu_channel_dump *d)
{
	const struct fake_channel *c = &channels[d->channel_id % MAX_CHANNELS];

	if (getenv("SMGPU_FAKE_NO_DUMPS"))
		return refuse(EINVAL);	/* as a driver that does not know the ioctl */
	if (!c->vm)
		return refuse(ENOENT);
	if (d->num_warps)
		memcpy((void *)(uintptr_t)d->warps, c->warp,
		       (d->num_warps < c->n_warps ? d->num_warps : c->n_warps) * sizeof(*c->warp));
	d->num_warps = c->n_warps;
	return 0;
}

/* After an error a channel takes no more work, as the driver's. */
static int submit(struct drm_smgpu_submit *s)
{
	struct fake_channel *c = &channels[s->channel_id % MAX_CHANNELS];
	const struct drm_smgpu_work *w = (void *)(uintptr_t)s->works;

	if (!c->vm || s->flags || s->rsvd || s->num_works > DRM_SMGPU_SUBMIT_MAX_WORK)
		return refuse(EINVAL);
	if (c->code)
		return refuse(ECANCELED);
	s->job = ++c->jobs;
	for (uint32_t i = 0; i < s->num_works && !c->code; i++) {
		if (w[i].rsvd)
			return refuse(EINVAL);
		if (w[i].kind == DRM_SMGPU_WORK_SEGMENT)
			fake_segment(c, w[i].va, w[i].bytes);
		else if (w[i].kind == DRM_SMGPU_WORK_TMD && !w[i].bytes)
			fake_task(c, w[i].va);
		else
			return refuse(EINVAL);
	}
	if (c->code)
		c->error_job = s->job;
	return 0;
}

/* Counters of the cache grow with each look by the same amounts, so that tests know their
 * shares. */
static int perf(struct drm_smgpu_perf *p)
{
	uint64_t *v = (void *)(uintptr_t)p->pointer, *sm = v + 2 * SMGPU_PERF_BLOCK;
	static unsigned int looks;

	if (p->count < 3 * SMGPU_PERF_BLOCK)
		return refuse(EINVAL);
	memset(v, 0, 3 * SMGPU_PERF_BLOCK * sizeof(*v));
	/* of the lines that L1 of SM 1 is asked for it has 30 %, of those with a level 60 %, and
	 * for 5 % there is no room */
	looks++;
	sm[SMGPU_PERF_SM_L1_HITS] = 300 * looks;
	sm[SMGPU_PERF_SM_L1_MISSES] = 700 * looks;
	sm[SMGPU_PERF_SM_L1_HITS_PRIO] = 240 * looks;
	sm[SMGPU_PERF_SM_L1_MISSES_PRIO] = 160 * looks;
	sm[SMGPU_PERF_SM_L1_BYPASSES] = 50 * looks;
	/* the L2 has 40 % of the lines that it is asked for, 75 % of those of warps with a token,
	 * and no room for 10 % */
	v[SMGPU_PERF_CARD_L2_HITS] = 320 * looks;
	v[SMGPU_PERF_CARD_L2_MISSES] = 480 * looks;
	v[SMGPU_PERF_CARD_L2_HITS_PRIO] = 150 * looks;
	v[SMGPU_PERF_CARD_L2_MISSES_PRIO] = 50 * looks;
	v[SMGPU_PERF_CARD_L2_BYPASSES] = 80 * looks;
	v[SMGPU_PERF_CARD_BUSY_CYCLES] = v[SMGPU_PERF_CARD_CYCLES] = worked;
	p->count = 3 * SMGPU_PERF_BLOCK;
	return 0;
}

static int timestamp(struct drm_smgpu_timestamp *t)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	t->timebase = fake_clock(0);
	t->timebase_hz = FAKE_HZ;
	t->cpu_ns = now.tv_sec * 1000000000ull + now.tv_nsec;
	return 0;
}

/* As the DRM core does it: no zero at the end, and the length that there would be. */
static void give_string(char *to, __kernel_size_t *room, const char *text)
{
	if (to && *room >= strlen(text))
		memcpy(to, text, strlen(text));
	*room = strlen(text);
}

/* libdrm asks by it whether the node is smgpu's. */
static int version(struct drm_version *v)
{
	give_string(v->name, &v->name_len, "smgpu");
	give_string(v->date, &v->date_len, "0");
	give_string(v->desc, &v->desc_len, "fake");
	return 0;
}

/* What the library has no need of is not there. */
static int answer(unsigned long request, void *arg)
{
	switch (request) {
	case DRM_IOCTL_VERSION: return version(arg);
	case DRM_IOCTL_SMGPU_DEV_QUERY: return query(arg);
	case DRM_IOCTL_SMGPU_BO_CREATE: return bo_create(arg);
	case DRM_IOCTL_SMGPU_BO_MMAP_OFFSET: return mmap_offset(arg);
	case DRM_IOCTL_SMGPU_VM_CREATE: return vm_create(arg);
	case DRM_IOCTL_SMGPU_VM_DESTROY: return vm_destroy(arg);
	case DRM_IOCTL_SMGPU_VM_BIND: return vm_bind(arg);
	case DRM_IOCTL_SMGPU_CHANNEL_CREATE: return channel_create(arg);
	case DRM_IOCTL_SMGPU_CHANNEL_DESTROY: return channel_destroy(arg);
	case DRM_IOCTL_SMGPU_CHANNEL_QUERY: return channel_query(arg);
	case DRM_IOCTL_SMGPU_CHANNEL_DUMP: return channel_dump(arg);
	case DRM_IOCTL_SMGPU_SUBMIT: return submit(arg);
	case DRM_IOCTL_SMGPU_TIMESTAMP: return timestamp(arg);
	case DRM_IOCTL_SMGPU_PERF: return perf(arg);
	case DRM_IOCTL_GEM_CLOSE: {
		struct drm_gem_close *c = arg;

		bos[c->handle % MAX_BOS].bytes = 0;
		return 0;
	}
	case DRM_IOCTL_SYNCOBJ_CREATE:
		((struct drm_syncobj_create *)arg)->handle = ++next_syncobj;
		live_syncobjs++;
		return 0;
	case DRM_IOCTL_SYNCOBJ_DESTROY:
		live_syncobjs--;
		return 0;
	case DRM_IOCTL_SYNCOBJ_WAIT:
		return 0;
	}
	return refuse(ENOTTY);
}

/* In front of the C library's: all but the card's goes on to that. */
int ioctl(int fd, unsigned long request, ...)
{
	static int (*real)(int, unsigned long, void *);
	va_list ap;
	void *arg;

	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	if (fd >= 0 && fd == fake_fd)
		return answer(request, arg);
	if (!real)
		real = (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
	return real(fd, request, arg);
}

/* The same for the node's path. The card is made when it is first opened. */
int open(const char *path, int flags, ...)
{
	static int (*real)(const char *, int, mode_t);
	mode_t mode = 0;
	va_list ap;

	if (!strcmp(path, FAKE_NODE)) {
		if (fake_fd < 0) {
			fake_fd = memfd_create("smgpu", 0);
			if (fake_fd < 0 || ftruncate(fake_fd, MEMORY))
				return -1;
			memory = mmap(NULL, MEMORY, PROT_READ | PROT_WRITE, MAP_SHARED, fake_fd, 0);
		}
		return fake_fd;
	}
	va_start(ap, flags);
	if (flags & O_CREAT)
		mode = va_arg(ap, int);
	va_end(ap);
	if (!real)
		real = (int (*)(const char *, int, mode_t))dlsym(RTLD_NEXT, "open");
	return real(path, flags, mode);
}

/* What a well-behaved program leaves behind: nothing. */
static void __attribute__((destructor)) leaks(void)
{
	int vm = 0, channel = 0, bo = 0;

	if (fake_fd < 0 || getenv("FAKE_LEAKS_OK"))
		return;
	for (int i = 0; i < MAX_VMS; i++)
		vm += vms[i] != NULL;
	for (int i = 0; i < MAX_CHANNELS; i++)
		channel += channels[i].vm != NULL;
	for (int i = 0; i < MAX_BOS; i++)
		bo += bos[i].bytes != 0;
	if (vm || channel || bo || live_syncobjs) {
		fprintf(stderr,
			"fake card: left behind %d VMs, %d channels, %d buffers, %u syncobjs\n", vm,
			channel, bo, live_syncobjs);
		fflush(NULL);
		_exit(99);
	}
}
