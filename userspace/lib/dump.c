// SPDX-License-Identifier: MIT
/*
 * What is left of a queue that has failed: its warps, and with $SMGPU_DUMP a file (smgpu_dump.h)
 * that smgpu-dump shows.
 *
 * Documentation/user/profile-and-debug.rst shows what a user sees. A dump never makes matters
 * worse: it takes memory that was there before, ignores its own failures, and leaves errno as it
 * was.
 */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>

#include "dump.h"
#include "internal.h"

/* of a process: a program that goes on with new queues must not fill the disk */
#define FILES_MAX	100u
#define NUMBERS_MAX	100000u
#define GUESSED_WORDS	64u	/* of arguments, if the kernel is not known */

SMGPU_STATIC_ASSERT(sizeof(struct smgpu_warp) == sizeof(struct drm_smgpu_dump_warp),
		    "the ioctl fills it");
SMGPU_STATIC_ASSERT(offsetof(struct smgpu_warp, tmd_va) ==
			    offsetof(struct drm_smgpu_dump_warp, tmd_va),
		    "the ioctl fills it");
SMGPU_STATIC_ASSERT(offsetof(struct smgpu_warp, dtoks) ==
			    offsetof(struct drm_smgpu_dump_warp, dtoks),
		    "the ioctl fills it");
SMGPU_STATIC_ASSERT((int)SMGPU_WARP_TRAPPED == (int)DRM_SMGPU_WARP_TRAPPED, "one numbering");

/* The number of warps, which may be more than @max; @list has the first ones. */
EXPORT int smgpu_queue_dump(struct smgpu_queue *q, struct smgpu_warp *list, uint32_t max)
{
	struct drm_smgpu_channel_dump d = { .channel_id = q->channel,
					    .num_warps = max,
					    .warps = (uintptr_t)list };
	int err = dev_ioctl(q->vm->dev, DRM_IOCTL_SMGPU_CHANNEL_DUMP, &d, "CHANNEL_DUMP");

	return err ? err : (int)d.num_warps;
}

/* ---- What goes into the file ---- */

/* A dump while it is put together. Tables are owned by it, files of modules are not. */
struct dump {
	struct smgpu_queue *q;
	struct smgpu_dump_failure failure;
	struct dump_section section[DUMP_TABLES + SMGPU_DUMP_MODULES_MAX];
	uint32_t n_sections;
	/* something is missing for lack of memory: no file is written */
	bool no_memory;
};

/* Names of sections, as smgpu_dump.h defines them for readers. */
static const char *const table_name[DUMP_TABLES] = {
	[DUMP_FAILURE] = SMGPU_DUMP_FAILURE, [DUMP_WARPS] = SMGPU_DUMP_WARPS,
	[DUMP_TASKS] = SMGPU_DUMP_TASKS,     [DUMP_ARGS] = SMGPU_DUMP_ARGS,
	[DUMP_WORDS] = SMGPU_DUMP_WORDS,     [DUMP_BUFFERS] = SMGPU_DUMP_BUFFERS,
	[DUMP_MODULES] = SMGPU_DUMP_MODULES,
};

/* Appends to a table. Failure is noted in the dump, so that callers need not look. */
static void add(struct dump *d, enum dump_table table, const void *data, size_t bytes)
{
	struct dump_section *s = &d->section[table];
	char *more = bytes ? realloc(s->data, s->bytes + bytes) : NULL;

	d->no_memory |= bytes && !more;
	if (!more)
		return;
	memcpy(more + s->bytes, data, bytes);
	s->data = more;
	s->bytes += bytes;
}

/* Like smgpu_queue_dump(), but leaves the last error alone. Returns 0 or a positive errno, as
 * the file has it. */
static int ask(const struct dump *d, struct drm_smgpu_dump_warp *list, uint32_t *n)
{
	struct drm_smgpu_channel_dump c = { .channel_id = d->q->channel,
					    .num_warps = *n,
					    .warps = (uintptr_t)list };

	if (drmIoctl(d->q->vm->dev->fd, DRM_IOCTL_SMGPU_CHANNEL_DUMP, &c))
		return errno;
	*n = c.num_warps;
	return 0;
}

/* Asks twice: how many there are, then for them. Why there are none goes into the file. */
static void add_warps(struct dump *d)
{
	struct drm_smgpu_dump_warp *list;
	uint32_t room = 0, n;

	d->failure.no_warps = ask(d, NULL, &room);
	if (d->failure.no_warps || !room)
		return;
	n = room = room < SMGPU_DUMP_WARPS_MAX ? room : SMGPU_DUMP_WARPS_MAX;
	list = calloc(room, sizeof(*list));
	d->no_memory |= !list;
	if (list)
		d->failure.no_warps = ask(d, list, &n);
	if (list && !d->failure.no_warps)
		add(d, DUMP_WARPS, list, (n < room ? n : room) * sizeof(*list));
	free(list);
}

/* @bytes at @va, if a buffer that the program has mapped holds them; @room: how many there are from
 * there on */
static const void *seen(const struct smgpu_vm *vm, uint32_t va, uint32_t bytes, uint64_t *room)
{
	for (const struct smgpu_buffer *b = vm->buffers; b; b = b->next) {
		/* Memory of the card that is not mapped would have to be fetched by a queue. */
		if (!b->map || va < b->va || va - b->va > b->bytes ||
		    bytes > b->bytes - (va - b->va))
			continue;
		if (room)
			*room = b->bytes - (va - b->va);
		return (const char *)b->map + (va - b->va);
	}
	return NULL;
}

/* The kernel that starts at @entry, of any module of the VM, or NULL. */
static const struct smgpu_kernel *kernel_at(const struct smgpu_vm *vm, uint32_t entry)
{
	for (const struct smgpu_module *m = vm->modules; m; m = m->next)
		for (int i = 0; i < m->n; i++)
			if (m->kernels[i].info.entry_va == entry)
				return &m->kernels[i];
	return NULL;
}

/* The argument words of a task, as far as the program can see them. */
static void add_words(struct dump *d, const struct smgpu_kernel *k, struct smgpu_dump_task *t)
{
	uint32_t n = k && k->info.arg_words <= ARG_WORDS_MAX ? k->info.arg_words : GUESSED_WORDS;
	uint64_t room = 0;
	const void *words = t->tmd.param_va ? seen(d->q->vm, t->tmd.param_va, 4, &room) : NULL;

	t->first_word = d->section[DUMP_WORDS].bytes / 4;
	t->n_words = words ? (n < room / 4 ? n : room / 4) : 0;
	add(d, DUMP_WORDS, words, t->n_words * 4);
}

/* What the module says of its arguments, so that smgpu-dump can name the words. */
static void add_args(struct dump *d, const struct smgpu_kernel *k, struct smgpu_dump_task *t)
{
	t->first_arg = d->section[DUMP_ARGS].bytes / sizeof(struct smgpu_dump_arg);
	t->n_args = k && k->n_args >= 0 ? (uint32_t)k->n_args : SMGPU_DUMP_UNKNOWN;
	for (int i = 0; k && i < k->n_args; i++) {
		const struct smgpu_arg *a = &k->args[i];
		struct smgpu_dump_arg to = { .kind = a->kind,
					     .word = a->word,
					     .bytes = a->bytes,
					     .count = a->count,
					     .element = a->element,
					     .is_signed = a->is_signed };

		snprintf(to.name, sizeof(to.name), "%s", a->name);
		add(d, DUMP_ARGS, &to, sizeof(to));
	}
}

/* Each task once. A TMD that the program has not mapped, as of a child, is listed without
 * contents. */
static void add_task(struct dump *d, uint32_t va)
{
	const struct smgpu_dump_task *tasks = d->section[DUMP_TASKS].data;
	uint32_t n = d->section[DUMP_TASKS].bytes / sizeof(*tasks);
	struct smgpu_dump_task t = { .va = va, .n_args = SMGPU_DUMP_UNKNOWN };
	const void *tmd = va ? seen(d->q->vm, va, sizeof(t.tmd), NULL) : NULL;
	const struct smgpu_kernel *k;

	for (uint32_t i = 0; i < n; i++)
		if (tasks[i].va == va)
			return;
	if (!va || n == SMGPU_DUMP_TASKS_MAX)
		return;
	if (tmd) {
		t.known = 1;
		memcpy(&t.tmd, tmd, sizeof(t.tmd));
		k = kernel_at(d->q->vm, t.tmd.entry_va);
		snprintf(t.kernel, sizeof(t.kernel), "%s", k ? k->name : "");
		add_args(d, k, &t);
		add_words(d, k, &t);
	}
	add(d, DUMP_TASKS, &t, sizeof(t));
}

/* The task that failed comes first, then those of the warps. */
static void add_tasks(struct dump *d)
{
	const struct drm_smgpu_dump_warp *w = d->section[DUMP_WARPS].data;

	add_task(d, d->failure.tmd_va);
	for (size_t i = 0; i < d->section[DUMP_WARPS].bytes / sizeof(*w); i++)
		add_task(d, w[i].tmd_va);
}

/* Addresses and sizes, not contents: those may be large and private. */
static void add_buffers(struct dump *d)
{
	for (const struct smgpu_buffer *b = d->q->vm->buffers; b; b = b->next) {
		const struct smgpu_dump_buffer to = {
			b->bytes, b->va, b->flags | (b->internal ? SMGPU_DUMP_BUFFER_OWN : 0)
		};

		add(d, DUMP_BUFFERS, &to, sizeof(to));
	}
}

/* Each gets a line in the table, and a section with its file if the library has kept that. */
static void add_modules(struct dump *d)
{
	uint32_t n = 0;

	for (const struct smgpu_module *m = d->q->vm->modules; m && n < SMGPU_DUMP_MODULES_MAX;
	     m = m->next, n++) {
		const struct smgpu_dump_module to = { .va = m->code->va,
						      .bytes = m->image_bytes,
						      .delta = m->delta };
		struct dump_section *s = &d->section[d->n_sections];

		add(d, DUMP_MODULES, &to, sizeof(to));
		if (!m->file)
			continue;
		snprintf(s->name, sizeof(s->name), SMGPU_DUMP_MODULE "%u", n);
		s->data = m->file;
		s->bytes = m->file_bytes;
		d->n_sections++;
	}
}

/* Reads only memory that is mapped, and asks the driver. The header is added last, as it tells
 * what the others found. */
static void fill(struct dump *d, const struct drm_smgpu_channel_query *c)
{
	const struct smgpu_info *info = &d->q->vm->dev->info;

	for (int i = 0; i < DUMP_TABLES; i++)
		snprintf(d->section[i].name, sizeof(d->section[i].name), "%s", table_name[i]);
	d->n_sections = DUMP_TABLES;
	d->failure = (struct smgpu_dump_failure){
		.magic = SMGPU_DUMP_MAGIC,
		.version = SMGPU_DUMP_VERSION,
		.time = time(NULL),
		.job = c->job,
		.submitted = c->jobs_submitted,
		.completed = c->jobs_completed,
		.pid = getpid(),
		.code = c->code,
		.va = c->va,
		.access = c->access,
		.pc = c->pc,
		.sm = c->sm,
		.warp = c->warp,
		.thread = c->thread == DRM_SMGPU_NO_THREAD ? 0 : c->thread + 1,
		.tmd_va = c->tmd_va,
		.detail = c->detail,
		.hw_version = info->hw_version,
		.fw_version = info->fw_version,
		.sm_count = info->sm_count,
		.warps_per_sm = info->warps_per_sm,
		.lanes = info->lanes,
		.dtok_depth = info->dtok_depth,
		.shared_bytes = info->shared_bytes,
	};
	snprintf(d->failure.program, sizeof(d->failure.program), "%s",
		 program_invocation_short_name);
	add_warps(d);
	/* the memory of a card that is gone can't be read */
	if (c->code != SMGPU_ERR_CARD_LOST)
		add_tasks(d);
	add_buffers(d);
	add_modules(d);
	add(d, DUMP_FAILURE, &d->failure, sizeof(d->failure));
}

/* ---- The file ---- */

/* Gives the file its name, the first free one from @number on; 0 or -errno. */
static int give_name(const char *temporary, const char *dir, uint32_t number, char *path)
{
	for (uint32_t i = number; i < NUMBERS_MAX; i++) {
		if (snprintf(path, PATH_MAX, "%s/smgpu-%d-%u.dump", dir, (int)getpid(), i) >=
		    PATH_MAX)
			return -ENAMETOOLONG;
		/* Without RENAME_NOREPLACE a dump of another process would be lost. */
		if (!renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE))
			return 0;
		/* some file systems have only links */
		if (errno == EINVAL && !link(temporary, path)) {
			unlink(temporary);
			return 0;
		}
		if (errno != EEXIST)
			return -errno;
	}
	return -EEXIST;
}

/* Written under a hidden name first, so that nobody reads half a file. 0 or a negative errno;
 * @path then has the name. */
static int write_file(const struct dump *d, const char *dir, uint32_t number, char *path)
{
	char temporary[PATH_MAX];
	int fd, err;

	if (d->no_memory)
		return -ENOMEM;
	if (snprintf(temporary, sizeof(temporary), "%s/.smgpu-XXXXXX", dir) >=
	    (int)sizeof(temporary))
		return -ENAMETOOLONG;
	fd = mkostemp(temporary, O_CLOEXEC);	/* for its owner only */
	if (fd < 0)
		return -errno;
	err = dump_elf(fd, d->section, d->n_sections);
	if (close(fd) && !err)
		err = -errno;
	if (!err)
		err = give_name(temporary, dir, number, path);
	if (err)
		unlink(temporary);
	return err;
}

/* Once for each queue, at most FILES_MAX in a process, and a line on standard error tells of it. */
void dump_queue(struct smgpu_queue *q, const struct drm_smgpu_channel_query *c)
{
	static uint32_t files;
	const char *dir = q->vm->dev->dump_dir;
	char path[PATH_MAX];
	struct dump *d;
	int keep = errno, err = -ENOMEM;
	uint32_t number;

	if (!dir || !c->code || q->dumped)
		return;
	/* Set first, whatever comes of it: a queue that failed is asked again and again. */
	q->dumped = true;
	number = __atomic_add_fetch(&files, 1, __ATOMIC_RELAXED);
	if (number > FILES_MAX) {
		if (number == FILES_MAX + 1)
			fprintf(stderr, "smgpu: %u queues have failed; there are no more dumps.\n",
				number);
		errno = keep;
		return;
	}
	d = calloc(1, sizeof(*d));
	if (d) {
		d->q = q;
		fill(d, c);
		err = write_file(d, dir, number, path);
		for (int i = 0; i < DUMP_TABLES; i++)
			free(d->section[i].data);
		free(d);
	}
	if (err)
		fprintf(stderr, "smgpu: A queue has failed; there is no dump in %s: %s.\n", dir,
			strerror(-err));
	else
		fprintf(stderr, "smgpu: A queue has failed; smgpu-dump %s shows what it did.\n",
			path);
	errno = keep;
}
