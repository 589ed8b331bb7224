// SPDX-License-Identifier: MIT
/*
 * Runs one kernel of an ELF file with arguments from the command line.
 *
 * It works in this order: options, the file, buffers as the arguments name them, the launch, and
 * the contents of the buffers at the end. Any error ends the program; the kernel driver then frees
 * what it had on the card.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"
#include "profile.h"
#include "smgpu.h"

#define MAX_BUFFERS 64	/* of one command line */
#define MAX_WORDS 4096	/* of the list of arguments, four bytes each */
#define PROFILE_NS 1000000	/* between looks at the warps, if a look takes no longer */

static const char usage[] =
	"usage: smgpu-run FILE.elf --kernel NAME [--grid x,y,z] [--cta x,y,z] [--priority N] [--profile[=FILE.svg]] [ARG ...]\n"
	"       smgpu-run FILE.elf --list\n"
	"arguments, in the kernel's order:\n"
	"  i:5        integer                  l:5   64-bit integer\n"
	"  f:2.0      float or double          x:va  word taken as it is\n"
	"  v:1,2,3,4  elements of a vector\n"
	"  shared:N   N bytes of shared memory for each CTA (OpenCL C: a __local pointer)\n"
	"  buf:SIZE[:init=FILE|iota|fiota|rand[=SEED]|fill=WORD][:out=FILE][:host][:print=N]\n"
	"             buffer of SIZE bytes (k, M); its address is passed. print shows the first N words at the end";

/* What a buf: argument asked for; lives until the program ends. */
struct buffer {
	struct smgpu_buffer *buf;
	uint64_t bytes;
	const char *out;	/* file for its contents at the end, or NULL */
	uint64_t print;	/* words to show at the end */
};

/* One address space and one queue serve the whole run; main() makes and frees them. */
static struct smgpu_vm *vm;
static struct smgpu_queue *queue;
static struct buffer buffers[MAX_BUFFERS];
static int n_buffers;

/* A file that is shorter leaves zeros behind it. */
static void fill_file(uint8_t *to, uint64_t bytes, const char *path)
{
	FILE *f = fopen(path, "rb");

	if (!f)
		usage_error("cannot open %s", path);
	if (fread(to, 1, bytes, f) < bytes && ferror(f))
		usage_error("cannot read %s", path);
	fclose(f);
}

/* The integer at @text, if it has no more than @bytes, with a sign or without; else *@end
 * is @text */
static uint64_t integer(const char *text, uint32_t bytes, char **end)
{
	bool below = *text == '-';
	uint64_t v, most = UINT64_MAX >> (64 - 8 * bytes);

	errno = 0;
	v = strtoull(text + below, end, 0);
	if (*end == text + below || errno || v > (below ? most / 2 + 1 : most))
		*end = (char *)text;
	return below ? 0 - v : v;
}

/* @how: a pattern of words or a file. Random words come from a seed, so that a run can be
 * repeated. */
static void initialise(uint8_t *data, uint64_t bytes, const char *how)
{
	uint64_t words = bytes / 4, seed = 1;
	uint32_t word = 0;
	float value;
	char *end;

	if (!strncmp(how, "rand=", 5))
		seed = parse_number(how + 5);
	else if (strcmp(how, "rand") && strcmp(how, "iota") && strcmp(how, "fiota") &&
		 strncmp(how, "fill=", 5)) {
		fill_file(data, bytes, how);
		return;
	}
	for (uint64_t i = 0; i < words; i++) {
		if (!strncmp(how, "fill=", 5)) {
			word = integer(how + 5, 4, &end);
			if (*end || end == how + 5)
				usage_error("%s: expected a word", how);
		} else if (!strcmp(how, "iota")) {
			word = i;
		} else if (!strcmp(how, "fiota")) {
			value = i;
			memcpy(&word, &value, 4);
		} else {
			seed = seed * 6364136223846793005ull + 1442695040888963407ull;
			word = seed >> 32;
		}
		memcpy(data + 4 * i, &word, 4);
	}
}

/* Returns its address. @spec is taken apart in place. Contents are written before it returns, so
 * the launch needs no fence for them. */
static uint32_t make_buffer(char *spec)
{
	struct buffer *b = &buffers[n_buffers < MAX_BUFFERS ? n_buffers++ : 0];
	char *save, *part = strtok_r(spec, ":", &save);
	uint32_t flags = SMGPU_BUFFER_CARD;
	const char *how = NULL;
	uint8_t *data;

	if (b->buf)
		usage_error("more than %d buffers", MAX_BUFFERS);
	if (!part)
		usage_error("buf: needs a size");
	b->bytes = parse_number(part);
	while ((part = strtok_r(NULL, ":", &save))) {
		if (!strncmp(part, "out=", 4))
			b->out = part + 4;
		else if (!strncmp(part, "print=", 6))
			b->print = parse_number(part + 6);
		else if (!strcmp(part, "host"))
			flags = SMGPU_BUFFER_HOST;
		else if (!strncmp(part, "init=", 5))
			how = part + 5;
		else
			usage_error("buf: unknown option %s", part);
	}
	b->buf = smgpu_buffer_new(vm, b->bytes, flags);
	if (!b->buf)
		give_up("buffer");
	if (how) {
		data = calloc(1, b->bytes);
		if (!data)
			usage_error("out of memory");
		initialise(data, b->bytes, how);
		if (smgpu_buffer_write(queue, b->buf, 0, data, b->bytes))
			give_up("buffer");
		free(data);
	}
	return smgpu_buffer_va(b->buf);
}

/* The argument list: where the kernel wants each argument, if its module tells, else one behind
 * the other. @shared: bytes so far, the kernel's own included. @n_known: arguments the module
 * tells of, or -1. @next: the one whose turn it is. */
static struct {
	uint32_t words[MAX_WORDS], n, shared;
	const struct smgpu_arg *arg;
	int n_known, next;
} list;

/* The list grows by what is written behind its end. @value: low word first. Gaps that nobody
 * fills stay 0. */
static void put(uint32_t at, uint64_t value, uint32_t words)
{
	if (at + words > MAX_WORDS)
		usage_error("too many arguments");
	for (uint32_t i = 0; i < words; i++, value >>= 32)
		list.words[at + i] = value;
	if (at + words > list.n)
		list.n = at + words;
}

/* As OpenCL C writes it. The text lasts until the next call. */
static const char *kind_name(const struct smgpu_arg *a)
{
	static const char *const integers[][2] = {
		{ "char", "uchar" }, { "short", "ushort" }, { "int", "uint" }, { "long", "ulong" }
	};
	static char name[32];

	if (a->kind == SMGPU_ARG_GLOBAL || a->kind == SMGPU_ARG_LOCAL)
		return a->kind == SMGPU_ARG_GLOBAL ? "global address" : "local address";
	if (a->kind == SMGPU_ARG_BYTES) {
		snprintf(name, sizeof(name), "structure of %u bytes", a->bytes);
		return name;
	}
	snprintf(name, sizeof(name), "%s%.0u",
		 a->kind == SMGPU_ARG_FLOAT
			 ? (a->element == 8   ? "double"
			    : a->element == 2 ? "half"
					      : "float")
			 : integers[a->element == 8   ? 3
				    : a->element == 4 ? 2
						      : a->element == 2][!a->is_signed],
		 a->count > 1 ? a->count : 0);
	return name;
}

/* @text as an element of @a; *@end is @text if that is none. Floats are rounded from double. */
static uint64_t element(const struct smgpu_arg *a, const char *text, char **end)
{
	double d;
	uint64_t v;

	if (a->kind != SMGPU_ARG_FLOAT)
		return integer(text, a->element, end);
	d = strtod(text, end);
	if (a->element != 8)
		return smgpu_f32(d);
	memcpy(&v, &d, 8);
	return v;
}

/* Elements of a vector are separated by commas; there must be as many as it has. */
static void put_elements(const struct smgpu_arg *a, const char *text, const char *arg)
{
	uint32_t each = a->element > 4 ? 2 : 1;
	char *end;

	if (a->kind == SMGPU_ARG_BYTES || (a->kind == SMGPU_ARG_FLOAT && a->element == 2))
		usage_error("%s: a %s can't be given", arg, kind_name(a));
	for (uint32_t i = 0; i < a->count; i++) {
		put(a->word + i * each, element(a, text, &end), each);
		if (end == text || *end != (i + 1 < a->count ? ',' : 0))
			usage_error("%s: argument %s is a %s", arg, a->name, kind_name(a));
		text = end + 1;
	}
}

/* An argument that the module describes takes an address only where it is one of that kind. */
static void expect_kind(const struct smgpu_arg *a, uint32_t kind, const char *arg)
{
	if (a && a->kind != kind)
		usage_error("%s: argument %s is a %s", arg, a->name, kind_name(a));
}

/* Where the module wants the argument, else behind the last one. */
static void put_word(const struct smgpu_arg *a, uint32_t word)
{
	put(a ? a->word : list.n, word, 1);
}

/* Without a description each kind letter says what it is: f a float, i a word, l two. */
static void put_number(const struct smgpu_arg *a, char kind, const char *text, const char *arg)
{
	const struct smgpu_arg guess = { .name = "",
					 .kind = kind == 'f' ? SMGPU_ARG_FLOAT : SMGPU_ARG_INTEGER,
					 .word = list.n,
					 .bytes = 4,
					 .count = 1,
					 .element = kind == 'l' ? 8 : 4,
					 .is_signed = 1 };

	if (!a && kind == 'v')
		usage_error("%s: the module does not tell what arguments the kernel has", arg);
	if (a && (a->kind == SMGPU_ARG_GLOBAL || a->kind == SMGPU_ARG_LOCAL))
		usage_error("%s: argument %s is a %s; %s, or x: an address as it is", arg, a->name,
			    kind_name(a),
			    a->kind == SMGPU_ARG_GLOBAL ? "buf: makes a buffer for it"
							: "shared: makes room for it");
	if (a && kind != 'v' && a->count > 1)
		usage_error("%s: argument %s is a %s", arg, a->name, kind_name(a));
	if (a && kind != 'v' && (kind == 'f') != (a->kind == SMGPU_ARG_FLOAT))
		usage_error("%s: argument %s is a %s", arg, a->name, kind_name(a));
	put_elements(a ? a : &guess, text, arg);
}

/* "x:1f" */
static uint32_t hex_word(const char *arg)
{
	char *end;
	unsigned long v;

	errno = 0;
	v = strtoul(arg + 2, &end, 16);
	if (end == arg + 2 || *end || errno || v > UINT32_MAX || arg[2] == '-')
		usage_error("%s: expected a word in hexadecimal", arg);
	return v;
}

/* One argument of the command line. Ends the program if the kernel has none like it. */
static void add_argument(char *arg)
{
	const struct smgpu_arg *a = list.next < list.n_known ? &list.arg[list.next] : NULL;

	if (list.n_known >= 0 && !a)
		usage_error("%s: the kernel has %d arguments", arg, list.n_known);
	list.next++;
	if (arg[0] && strchr("ilfv", arg[0]) && arg[1] == ':') {
		put_number(a, arg[0], arg + 2, arg);
	} else if (!strncmp(arg, "x:", 2)) {
		put_word(a, hex_word(arg));
	} else if (!strncmp(arg, "shared:", 7)) {
		expect_kind(a, SMGPU_ARG_LOCAL, arg);
		put_word(a, SMGPU_VA_SHARED_BASE + list.shared);
		list.shared += (parse_number(arg + 7) + 15) / 16 * 16;
	} else if (!strncmp(arg, "buf:", 4)) {
		expect_kind(a, SMGPU_ARG_GLOBAL, arg);
		put_word(a, make_buffer(arg + 4));
	} else {
		usage_error("%s: there is no such kind of argument; smgpu-run --help lists all",
			    arg);
	}
}

/* After the launch: to its file, and on the screen. */
static void output(struct buffer *b)
{
	uint8_t *data = calloc(1, b->bytes + 4);
	FILE *f;

	if (!data)
		usage_error("out of memory");
	if (smgpu_buffer_read(queue, b->buf, 0, data, b->bytes))
		give_up("read");
	if (b->out) {
		f = fopen(b->out, "wb");
		if (!f || fwrite(data, 1, b->bytes, f) != b->bytes || fclose(f))
			usage_error("cannot write %s", b->out);
	}
	for (uint64_t i = 0; i < b->print && i < b->bytes / 4; i++) {
		uint32_t w;
		float v;

		memcpy(&w, data + 4 * i, 4);
		memcpy(&v, &w, 4);
		printf("[%" PRIu64 "] 0x%08x %d %g\n", i, w, (int)w, v);
	}
	free(data);
}

/* Nothing for a kernel that takes any size. */
static void show_size(const char *before, const uint32_t *cta, const char *after)
{
	if (cta[0])
		printf("%s %u x %u x %u %s", before, cta[0], cta[1], cta[2], after);
}

/* For --list: what a launch has to know. */
static void show_kernels(const struct smgpu_module *mod)
{
	for (int i = 0; i < smgpu_module_count(mod); i++) {
		const struct smgpu_kernel *k = smgpu_module_kernel(mod, smgpu_module_name(mod, i));
		const struct smgpu_kernel_info *info = smgpu_kernel_info(k);
		const struct smgpu_arg *arg;
		int n = smgpu_kernel_args(k, &arg);

		printf("%s: entry 0x%08x, %d argument words, %u registers, %u bytes shared, %u bytes local",
		       smgpu_module_name(mod, i), info->entry_va, (int)info->arg_words, info->regs,
		       info->shared_bytes, info->local_bytes);
		show_size(", CTAs of", info->cta, "only");
		show_size(", CTAs of", info->cta_hint, "advised");
		putchar('\n');
		for (int a = 0; a < n; a++)
			printf("  %s: %s at word %u\n", arg[a].name, kind_name(&arg[a]),
			       arg[a].word);
	}
}

/* Looks at the warps until the launch is done. The wait between two looks is the poll itself. */
static void watch(struct profile *p, const struct smgpu_fence *f)
{
	do
		profile_look(p);
	while (smgpu_fence_poll(f, PROFILE_NS) == -ETIME);
}

/* @svg: file for the flame graph, or empty. */
static void report(struct profile *p, const char *name, const char *svg)
{
	profile_print(p, name);
	if (*svg)
		profile_flame(p, name, svg);
	profile_end(p);
}

/* Ends the program if the option is the last word. */
static const char *value_of(char **argv, int option)
{
	if (!argv[option + 1])
		usage_error("%s needs a value", argv[option]);
	return argv[option + 1];
}

/* 0 is not allowed: in a launch it stands for the queue's best. */
static uint32_t priority_of(const char *s)
{
	uint64_t n = parse_number(s);

	if (!n || n > UINT32_MAX)
		usage_error("%s: priorities begin with 1, the most urgent", s);
	return n;
}

/* A file of that name in the current directory comes before where the library looks. */
static const char *path_of(const char *file)
{
	static char here[PATH_MAX];

	if (strchr(file, '/') || access(file, F_OK))
		return file;
	snprintf(here, sizeof(here), "./%s", file);
	return here;
}

/* Options come before the file or behind it; the first word that is neither begins the
 * arguments. */
int main(int argc, char **argv)
{
	struct smgpu_launch l = { .grid = { 1, 1, 1 } };
	const char *file = NULL, *name = NULL, *svg = NULL;
	struct profile profile;
	const struct smgpu_kernel *k;
	struct smgpu_device *dev;
	struct smgpu_module *mod;
	struct smgpu_tmd_status st;
	struct smgpu_fence *f;
	bool only_list = false;
	int first = argc;

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--kernel"))
			name = value_of(argv, i++);
		else if (!strcmp(argv[i], "--grid"))
			parse_triple(value_of(argv, i++), l.grid);
		else if (!strcmp(argv[i], "--cta"))
			parse_triple(value_of(argv, i++), l.cta);
		else if (!strcmp(argv[i], "--priority"))
			l.priority = priority_of(value_of(argv, i++));
		else if (!strcmp(argv[i], "--profile"))
			svg = "";
		else if (!strncmp(argv[i], "--profile=", 10) && argv[i][10])
			svg = argv[i] + 10;
		else if (!strcmp(argv[i], "--list"))
			only_list = true;
		else if (argv[i][0] == '-')
			other_option(argv[i], usage);
		else if (!file)
			file = argv[i];
		else {
			first = i;
			break;
		}
	}
	if (!file || (!name && !only_list))
		usage_error("%s", usage);
	dev = smgpu_device_new(NULL);
	vm = dev ? smgpu_vm_new(dev) : NULL;
	queue = vm ? smgpu_queue_new(vm, NULL) : NULL;
	mod = queue ? smgpu_module_open(vm, path_of(file)) : NULL;
	if (!mod)
		give_up(file);
	if (only_list)
		show_kernels(mod);
	k = only_list ? NULL : smgpu_module_kernel(mod, name);
	list.n_known = -1;
	if (k) {
		list.shared = (smgpu_kernel_info(k)->shared_bytes + 15) / 16 * 16;
		list.n_known = smgpu_kernel_args(k, &list.arg);
	}
	for (int i = first; k && i < argc; i++)
		add_argument(argv[i]);
	if (!only_list) {
		/* what the arguments ask for lies behind the kernel's own, on a multiple of 16 */
		if (k)
			l.extra_shared = list.shared - smgpu_kernel_info(k)->shared_bytes;
		if (k && !l.cta[0])
			memcpy(l.cta,
			       smgpu_kernel_info(k)->cta[0] ? smgpu_kernel_info(k)->cta
							    : (const uint32_t[]) { 32, 1, 1 },
			       sizeof(l.cta));
		l.args = list.words;
		l.arg_words = list.n;
		if (k && svg)
			profile_begin(&profile, dev, file);
		f = k ? smgpu_launch(queue, k, &l) : NULL;
		if (f && svg)
			watch(&profile, f);
		if (!f || smgpu_fence_wait(f, -1) || smgpu_fence_status(f, &st))
			give_up(name);
		smgpu_fence_unref(f);
		printf("%s: %u CTAs, %" PRIu64 " warp instructions, %" PRIu64 " timebase ticks\n",
		       name, st.ctas_completed, (uint64_t)st.warp_instr,
		       (uint64_t)(st.time_end - st.time_start));
		if (svg)
			report(&profile, name, svg);
	}
	for (int i = 0; i < n_buffers; i++) {
		output(&buffers[i]);
		smgpu_buffer_unref(buffers[i].buf);
	}
	smgpu_module_unref(mod);
	smgpu_queue_unref(queue);
	smgpu_vm_unref(vm);
	smgpu_device_unref(dev);
	return 0;
}
