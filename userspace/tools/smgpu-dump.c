// SPDX-License-Identifier: MIT
/*
 * Shows what libsmgpu has left of a queue that failed ($SMGPU_DUMP): the error, the kernel, and
 * what its warps did, by source line.
 *
 * dump_file.c reads and checks the file, lines.c and disasm.c explain addresses in it.
 *
 * A dump is a file from anywhere. dump_file.c has checked that tables refer to each other rightly;
 * what is left to check here are texts, addresses and numbers of states.
 *
 * Addresses of modules are turned into lines by lines.c if the module has a line table (smcc -g),
 * and into a function and an offset otherwise.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common.h"
#include "disasm.h"
#include "dump_file.h"
#include "smgpu.h"

static const char usage[] =
	"usage: smgpu-dump [--warps] FILE.dump\n"
	"  --warps, -v  a line for each warp, too\n"
	"environment: SMGPU_OBJDUMP (llvm-objdump-19)";

/* The index is DRM_SMGPU_WARP_...; state_of() guards it. */
static const char *const state_name[] = { "running", "memory", "barrier", "trapped" };

#define WHERE 1024		/* longest text of a place; longer ones are cut */
/* bytes from a buffer at which an address may have been meant for it */
#define NEAR (1u << 20)

struct group {			/* warps with the same state at the same place */
	uint32_t count, state, task;
	char where[WHERE];
};

/* Texts of the file are shown as what they are: no control characters for a terminal. */
static void say(char *to, size_t room, const char *from)
{
	size_t n = 0;

	for (; from[n] && n + 1 < room; n++)
		to[n] = (unsigned char)from[n] < ' ' || from[n] == 0x7f ? '?' : from[n];
	to[n] = 0;
}

/* false if the module is not in the dump. */
static bool is_barrier(const struct dump_file *d, uint32_t pc)
{
	const struct dump_module *m = dump_module_at(d, pc);
	char text[64];
	uint32_t word;

	return m && dump_instruction(m, pc, &word) && disasm_xsm(pc, word, text, sizeof(text)) &&
	       !strncmp(text, "xsm.bar", 7);
}

/* Where it is: of the warp that failed the error tells it; one at a barrier may have that behind it
 * already. */
static uint32_t pc_of(const struct dump_file *d, const struct drm_smgpu_dump_warp *w)
{
	const struct smgpu_dump_failure *f = &d->failure;

	if (w->state == DRM_SMGPU_WARP_TRAPPED && w->sm == f->sm && w->warp == f->warp &&
	    f->code < SMGPU_ERR_WATCHDOG)
		return f->pc;
	return w->state == DRM_SMGPU_WARP_BARRIER && !is_barrier(d, w->pc) &&
			       is_barrier(d, w->pc - 4)
		       ? w->pc - 4
		       : w->pc;
}

/* @to: function and line, or what is known instead. Functions that were inlined are named, too. */
static void where(const struct dump_file *d, uint32_t pc, char *to, size_t room)
{
	struct dump_module *m = dump_module_at(d, pc);
	char text[WHERE] = "";
	size_t n = 0;
	struct place at;

	if (!m || !m->lines || !lines_find(m->lines, pc, &at)) {
		snprintf(text, sizeof(text), "0x%08x, %s", pc,
			 m ? "of which its module does not tell" : "which is in no module");
	} else if (!at.line) {
		snprintf(text, sizeof(text), "%s()+0x%x", at.symbol, at.offset);
	} else {
		/* from the inside out; the line of an outer one is where it calls the one before.
		 * snprintf() counts what it had no room for, hence the look at @n. */
		for (int i = at.depth - 1; i >= 0 && n < sizeof(text); i--) {
			const char *file = i == at.depth - 1 ? at.file : at.call[i + 1].file;
			int line = i == at.depth - 1 ? at.line : at.call[i + 1].line;

			n += snprintf(text + n, sizeof(text) - n, "%s%s()",
				      i == at.depth - 1 ? "" : ", in ", at.frame[i]);
			if (file && n < sizeof(text))
				n += snprintf(text + n, sizeof(text) - n, " %s:%d", file, line);
		}
	}
	say(to, room, text);
}

/* Subtracts first, as the end may lie at 4 GiB. */
static bool in_buffer(const struct smgpu_dump_buffer *b, uint32_t va)
{
	return va >= b->va && va - b->va < b->bytes;
}

/* NULL if the address is in no buffer. */
static const struct smgpu_dump_buffer *buffer_with(const struct dump_file *d, uint32_t va)
{
	for (uint32_t i = 0; i < d->n_buffers; i++)
		if (in_buffer(&d->buffer[i], va))
			return &d->buffer[i];
	return NULL;
}

/* Bytes from the buffer to an address outside of it */
static uint64_t distance(const struct smgpu_dump_buffer *b, uint32_t va)
{
	return va < b->va ? b->va - va : va - b->va - b->bytes;
}

/* Of the program's buffers: an address that went wrong was not meant for those of the library, or
 * for code. */
static const struct smgpu_dump_buffer *nearest_buffer(const struct dump_file *d, uint32_t va)
{
	const struct smgpu_dump_buffer *best = NULL;

	for (uint32_t i = 0; i < d->n_buffers; i++) {
		const struct smgpu_dump_buffer *b = &d->buffer[i];

		if (!(b->flags & (SMGPU_DUMP_BUFFER_OWN | SMGPU_BUFFER_EXEC)) &&
		    (!best || distance(b, va) < distance(best, va)))
			best = b;
	}
	return best;
}

/* The argument of @t that points into the buffer, or NULL */
static const struct smgpu_dump_arg *argument_for(const struct dump_file *d,
						 const struct smgpu_dump_task *t,
						 const struct smgpu_dump_buffer *b)
{
	for (uint32_t i = 0; t && t->n_args != SMGPU_DUMP_UNKNOWN && i < t->n_args; i++) {
		const struct smgpu_dump_arg *a = &d->arg[t->first_arg + i];

		if (a->kind == SMGPU_ARG_GLOBAL && a->word < t->n_words &&
		    in_buffer(b, d->word[t->first_word + a->word]))
			return a;
	}
	return NULL;
}

/* Named by the argument that points to it, if one does. */
static void print_buffer(const struct dump_file *d, const struct smgpu_dump_task *t,
			 const struct smgpu_dump_buffer *b)
{
	const struct smgpu_dump_arg *a = argument_for(d, t, b);
	char name[SMGPU_DUMP_NAME];

	printf("buffer 0x%08x+0x%" PRIx64, b->va, b->bytes);
	if (a) {
		say(name, sizeof(name), a->name);
		printf(" (argument %s%s)", name,
		       b->flags & SMGPU_BUFFER_READONLY ? ", read-only" : "");
	} else if (b->flags & (SMGPU_DUMP_BUFFER_OWN | SMGPU_BUFFER_EXEC | SMGPU_BUFFER_READONLY)) {
		printf(" (%s)", b->flags & SMGPU_DUMP_BUFFER_OWN ? "the library's"
				: b->flags & SMGPU_BUFFER_EXEC	 ? "code"
								 : "read-only");
	}
}

/* Most errors are an address that is a little outside of a buffer: so the nearest one is named. */
static void print_address(const struct dump_file *d)
{
	static const char *const access[] = { "", ", read", ", write", ", execute", ", atomic" };
	const struct smgpu_dump_failure *f = &d->failure;
	/* The task's arguments give buffers their names. */
	const struct smgpu_dump_task *t = dump_task_at(d, f->tmd_va);
	const struct smgpu_dump_buffer *b = buffer_with(d, f->va);

	printf("address   0x%08x%s: ", f->va,
	       f->access < sizeof(access) / sizeof(*access) ? access[f->access] : "");
	/* Windows first: no buffer lies there. */
	if (f->va >= SMGPU_VA_LOCAL_BASE) {
		printf("byte 0x%x of the thread's local memory\n", f->va - SMGPU_VA_LOCAL_BASE);
		return;
	}
	if (f->va >= SMGPU_VA_SHARED_BASE) {
		printf("byte 0x%x of the CTA's shared memory\n", f->va - SMGPU_VA_SHARED_BASE);
		return;
	}
	if (b) {
		printf("byte 0x%x of ", f->va - b->va);
		print_buffer(d, t, b);
		putchar('\n');
		return;
	}
	/* No buffer lies there either, so that null pointers are found. */
	if (f->va < SMGPU_VA_NULL_END) {
		puts("a null pointer, perhaps with an index");
		return;
	}
	b = nearest_buffer(d, f->va);
	if (!b) {
		puts("the program has no buffers");
		return;
	}
	/* Far away, a buffer is named all the same: it may be the only one. */
	if (distance(b, f->va) > NEAR)
		fputs("in no buffer; far ", stdout);
	else if (distance(b, f->va))
		printf("%" PRIu64 " bytes ", distance(b, f->va));
	fputs(f->va < b->va	   ? "before "
	      : distance(b, f->va) ? "behind "
				   : "directly behind ",
	      stdout);
	print_buffer(d, t, b);
	putchar('\n');
}

/* The word is known only if the dump has the module's file. */
static void print_instruction(const struct dump_file *d, uint32_t pc)
{
	const struct dump_module *m = dump_module_at(d, pc);
	char text[WHERE] = "";
	uint32_t word;

	printf("pc        0x%08x", pc);
	if (m && dump_instruction(m, pc, &word)) {
		printf(": %08x", word);
		if (disasm_any(pc, word, text, sizeof(text)))
			putchar(' ');
		/* The disassembler separates by tabs, which would tear the line apart. */
		for (char *p = text; *p; p++)
			putchar(*p == '\t' ? ' ' : *p);
	}
	where(d, pc, text, sizeof(text));
	printf("\nat        %s\n", text);
}

/* Codes below that of the watchdog are errors of a thread, and have an address and a place. */
static void print_error(const struct dump_file *d)
{
	const struct smgpu_dump_failure *f = &d->failure;
	bool thread = f->code && f->code < SMGPU_ERR_WATCHDOG;
	time_t when = f->time;
	char text[64] = "", program[SMGPU_DUMP_NAME];
	struct tm tm;

	if (localtime_r(&when, &tm))
		strftime(text, sizeof(text), ", %F %T", &tm);
	say(program, sizeof(program), f->program);
	printf("program   %s, process %u%s\n", program, f->pid, text);
	printf("error     %s\n", smgpu_error_sentence(f->code));
	if (thread || f->va)
		print_address(d);
	if (thread)
		print_instruction(d, f->pc);
	/* 0 is no thread: the file counts from 1. */
	if (thread && f->thread)
		printf("thread    %u of warp %u of SM %u\n", f->thread - 1, f->warp, f->sm);
	else if (thread)
		printf("warp      %u of SM %u\n", f->warp, f->sm);
	if (f->detail)
		printf("detail    0x%x\n", f->detail);
	printf("job       %" PRIu64 " of the queue", f->job);
	if (f->submitted)	/* the driver does not count those of a user queue */
		printf("; of %" PRIu64 " submitted %" PRIu64 " have ended", f->submitted,
		       f->completed);
	putchar('\n');
}

/* In words, as the kernel got them. */
static void print_argument(const struct dump_file *d, const struct smgpu_dump_task *t,
			   const struct smgpu_dump_arg *a)
{
	/* Elements of 8 bytes take two words, smaller ones one each. */
	uint64_t words = a->kind == SMGPU_ARG_BYTES ? ((uint64_t)a->bytes + 3) / 4
						    : (uint64_t)a->count * (a->element > 4 ? 2 : 1);
	const struct smgpu_dump_buffer *b;
	char name[SMGPU_DUMP_NAME];
	uint32_t word;

	say(name, sizeof(name), a->name);
	printf("argument  %s:", name);
	for (uint64_t i = 0; i < words && a->word + i < t->n_words; i++)
		printf(" 0x%08x", d->word[t->first_word + a->word + i]);
	if (a->kind == SMGPU_ARG_GLOBAL && a->word < t->n_words) {
		word = d->word[t->first_word + a->word];
		b = buffer_with(d, word);
		if (b)
			printf(", buffer 0x%08x+0x%" PRIx64, b->va, b->bytes);
		else if (word)
			printf(", in no buffer");
	}
	putchar('\n');
}

/* Without a description of arguments the words are shown as they are. */
static void print_task(const struct dump_file *d, const struct smgpu_dump_task *t)
{
	const struct smgpu_tmd *m = &t->tmd;
	char name[SMGPU_DUMP_NAME];

	if (!t->known) {
		printf("task      with the TMD 0x%08x, which the library could not read\n", t->va);
		return;
	}
	say(name, sizeof(name), *t->kernel ? t->kernel : "of no module");
	printf("kernel    %s, entry 0x%08x, TMD 0x%08x\n", name, m->entry_va, t->va);
	if (m->kind == SMGPU_TMD_QUEUE)
		printf("grid      work queue 0x%08x, CTAs of %u x %u x %u threads\n", m->queue_va,
		       m->cta[0], m->cta[1], m->cta[2]);
	else
		printf("grid      %u x %u x %u CTAs of %u x %u x %u threads\n", m->grid[0],
		       m->grid[1], m->grid[2], m->cta[0], m->cta[1], m->cta[2]);
	printf("memory    %u bytes shared by a CTA, %u bytes local to a thread; %u registers\n",
	       m->shared_bytes, m->local_bytes, m->regs_per_thread);
	for (uint32_t i = 0; t->n_args != SMGPU_DUMP_UNKNOWN && i < t->n_args; i++)
		print_argument(d, t, &d->arg[t->first_arg + i]);
	if (t->n_args != SMGPU_DUMP_UNKNOWN || !t->n_words)
		return;
	printf("arguments");
	for (uint32_t i = 0; i < t->n_words; i++)
		printf("%s0x%08x", i && i % 8 == 0 ? "\n          " : " ",
		       d->word[t->first_word + i]);
	putchar('\n');
}

/* A later driver may have states that this tool does not know. */
static const char *state_of(const struct drm_smgpu_dump_warp *w)
{
	return w->state < sizeof(state_name) / sizeof(*state_name) ? state_name[w->state]
								   : "unknown";
}

/* Equal ones become one group. */
static int by_state(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->state != y->state)
		return x->state < y->state ? -1 : 1;
	if (x->task != y->task)
		return x->task < y->task ? -1 : 1;
	return strcmp(x->where, y->where);
}

/* The largest groups come first: they show what the kernel as a whole does. */
static int by_count(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	return x->count != y->count ? (x->count < y->count) - (x->count > y->count)
				    : by_state(a, b);
}

/* Its task's address if the kernel is not known. */
static void kernel_name(const struct dump_file *d, uint32_t tmd_va, char *to, size_t room)
{
	const struct smgpu_dump_task *t = dump_task_at(d, tmd_va);

	if (t && *t->kernel)
		say(to, room, t->kernel);
	else
		snprintf(to, room, "task 0x%08x", tmd_va);
}

/* Warps at one line are one group, or at one instruction, if there is no line table. */
static void print_groups(const struct dump_file *d)
{
	struct group *list = calloc(d->n_warps, sizeof(*list));
	uint32_t n = 0;
	char name[SMGPU_DUMP_NAME];

	if (!list)
		usage_error("out of memory");
	for (uint32_t i = 0; i < d->n_warps; i++) {
		list[i] = (struct group){ .count = 1,
					   .state = d->warp[i].state,
					   .task = d->warp[i].tmd_va };
		where(d, pc_of(d, &d->warp[i]), list[i].where, sizeof(list[i].where));
	}
	/* Equal ones stand together then, and one pass counts them. */
	qsort(list, d->n_warps, sizeof(*list), by_state);
	for (uint32_t i = 0; i < d->n_warps; i++) {
		if (n && !by_state(&list[n - 1], &list[i]))
			list[n - 1].count++;
		else
			list[n++] = list[i];
	}
	qsort(list, n, sizeof(*list), by_count);
	for (uint32_t i = 0; i < n; i++) {
		const struct drm_smgpu_dump_warp w = { .state = list[i].state };

		printf("%7u warp%s, %s, at %s", list[i].count, list[i].count == 1 ? "" : "s",
		       state_of(&w), list[i].where);
		/* The kernel that failed is named above. */
		if (list[i].task != d->failure.tmd_va && d->failure.tmd_va) {
			kernel_name(d, list[i].task, name, sizeof(name));
			printf(", kernel %s", name);
		}
		putchar('\n');
	}
	free(list);
}

/* A line for each, for scripts: names before values. */
static void print_warps(const struct dump_file *d)
{
	char text[WHERE], name[SMGPU_DUMP_NAME];

	for (uint32_t i = 0; i < d->n_warps; i++) {
		const struct drm_smgpu_dump_warp *w = &d->warp[i];

		where(d, pc_of(d, w), text, sizeof(text));
		kernel_name(d, w->tmd_va, name, sizeof(name));
		printf("sm %u warp %u %s pc 0x%08x active 0x%08x dtoks %u kernel %s at %s\n", w->sm,
		       w->warp, state_of(w), pc_of(d, w), w->active, w->dtoks, name, text);
	}
}

/* From the error to the warps: what is needed most comes first. */
static void show(const struct dump_file *d, bool each)
{
	const struct smgpu_dump_failure *f = &d->failure;

	print_error(d);
	for (uint32_t i = 0; i < d->n_tasks; i++)
		print_task(d, &d->task[i]);
	printf("card      version %u.%u, firmware %u.%u: %u SM%s of %u warps, %u lanes\n",
	       f->hw_version >> 16, f->hw_version & 0xffff, f->fw_version >> 16,
	       f->fw_version & 0xffff, f->sm_count, f->sm_count == 1 ? "" : "s", f->warps_per_sm,
	       f->lanes);
	/* The driver's errno: it may be too old, or the card may be gone. */
	if (f->no_warps)
		printf("warps     the driver does not tell: %s\n", strerror(f->no_warps));
	else
		printf("warps     %u\n", d->n_warps);
	if (d->n_warps)
		print_groups(d);
	if (each)
		print_warps(d);
}

/* 1 if the file can't be read, so that scripts can tell. */
int main(int argc, char **argv)
{
	const char *path = NULL, *why;
	struct dump_file d;
	bool each = false;

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--warps") || !strcmp(argv[i], "-v"))
			each = true;
		else if (argv[i][0] == '-')
			other_option(argv[i], usage);
		else if (path)
			usage_error("%s: one dump at a time", argv[i]);
		else
			path = argv[i];
	}
	if (!path)
		usage_error("%s", usage);
	why = dump_open(&d, path);
	if (why)
		fprintf(stderr, "smgpu-dump: %s: %s\n", path, why);
	else
		show(&d, each);
	dump_close(&d);
	return why ? 1 : 0;
}
