// SPDX-License-Identifier: MIT
/*
 * Runs one kernel of an ELF file with arguments from the command line.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "smgpu.h"

#define MAX_ARGS 64

static const char usage[] =
	"usage: smgpu-run FILE.elf --kernel NAME [--grid x,y,z] [--cta x,y,z] [--priority N] [ARG ...]\n"
	"       smgpu-run FILE.elf --list\n"
	"arguments, in the kernel's order:\n"
	"  i:5        32-bit integer           l:5   64-bit integer\n"
	"  f:2.0      float                    x:va  word taken as it is\n"
	"  shared:N   N bytes of shared memory for each CTA (OpenCL C: a __local pointer)\n"
	"  buf:SIZE[:init=FILE|iota|fiota|rand[=SEED]|fill=WORD][:out=FILE][:host][:print=N]\n"
	"             buffer of SIZE bytes (k, M); its address is passed. print shows the first N words at the end";

struct buffer {
	struct smgpu_buffer *buf;
	uint64_t bytes;
	const char *out;
	uint64_t print;
};

static struct smgpu_vm *vm;
static struct smgpu_queue *queue;
static struct buffer buffers[MAX_ARGS];
static int n_buffers;

static void fill_file(uint8_t *to, uint64_t bytes, const char *path)
{
	FILE *f = fopen(path, "rb");

	if (!f)
		usage_error("cannot open %s", path);
	if (fread(to, 1, bytes, f) < bytes && ferror(f))
		usage_error("cannot read %s", path);
	fclose(f);
}

static void initialise(uint8_t *data, uint64_t bytes, const char *how)
{
	uint64_t words = bytes / 4, seed = 1;
	uint32_t word = 0;
	float value;

	if (!strncmp(how, "rand=", 5))
		seed = parse_number(how + 5);
	else if (strcmp(how, "rand") && strcmp(how, "iota") && strcmp(how, "fiota") && strncmp(how, "fill=", 5)) {
		fill_file(data, bytes, how);
		return;
	}
	for (uint64_t i = 0; i < words; i++) {
		if (!strncmp(how, "fill=", 5)) {
			word = parse_number(how + 5);
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

static uint32_t make_buffer(char *spec)
{
	struct buffer *b = &buffers[n_buffers++];
	char *save, *part = strtok_r(spec, ":", &save);
	uint32_t flags = SMGPU_BUFFER_CARD;
	const char *how = NULL;
	uint8_t *data;

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

static uint32_t add_argument(char *arg, uint32_t *words, uint32_t n, uint32_t *shared)
{
	uint64_t v;

	if (n + 2 > MAX_ARGS)
		usage_error("too many arguments");
	if (!strncmp(arg, "i:", 2)) {
		words[n++] = strtoll(arg + 2, NULL, 0);
	} else if (!strncmp(arg, "l:", 2)) {
		v = strtoll(arg + 2, NULL, 0);
		words[n++] = v;
		words[n++] = v >> 32;
	} else if (!strncmp(arg, "f:", 2)) {
		words[n++] = smgpu_f32(strtof(arg + 2, NULL));
	} else if (!strncmp(arg, "x:", 2)) {
		words[n++] = strtoul(arg + 2, NULL, 16);
	} else if (!strncmp(arg, "shared:", 7)) {
		words[n++] = SMGPU_VA_SHARED_BASE + *shared;
		*shared += (parse_number(arg + 7) + 15) / 16 * 16;
	} else if (!strncmp(arg, "buf:", 4)) {
		words[n++] = make_buffer(arg + 4);
	} else {
		usage_error("unknown argument %s\n%s", arg, usage);
	}
	return n;
}

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

static void list(const struct smgpu_module *mod)
{
	for (int i = 0; i < smgpu_module_count(mod); i++) {
		const struct smgpu_kernel *k = smgpu_module_kernel(mod, smgpu_module_name(mod, i));
		const struct smgpu_kernel_info *info = smgpu_kernel_info(k);

		printf("%s: entry 0x%08x, %d argument words, %u registers, %u bytes shared, %u bytes local\n", smgpu_module_name(mod, i),
		       info->entry_va, (int)info->arg_words, info->regs, info->shared_bytes, info->local_bytes);
	}
}

int main(int argc, char **argv)
{
	struct smgpu_launch l = { .grid = { 1, 1, 1 }, .cta = { 32, 1, 1 } };
	const char *file = NULL, *name = NULL;
	const struct smgpu_kernel *k;
	uint32_t words[MAX_ARGS], n = 0, shared = 0;
	struct smgpu_device *dev;
	struct smgpu_module *mod;
	struct smgpu_tmd_status st;
	struct smgpu_fence *f;
	bool only_list = false;
	int first = argc;

	for (int i = 1; i < argc; i++) {
		bool more = i + 1 < argc;

		if (!strcmp(argv[i], "--kernel") && more)
			name = argv[++i];
		else if (!strcmp(argv[i], "--grid") && more)
			parse_triple(argv[++i], l.grid);
		else if (!strcmp(argv[i], "--cta") && more)
			parse_triple(argv[++i], l.cta);
		else if (!strcmp(argv[i], "--priority") && more)
			l.priority = parse_number(argv[++i]);
		else if (!strcmp(argv[i], "--list"))
			only_list = true;
		else if (argv[i][0] == '-')
			usage_error("%s", usage);
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
	mod = queue ? smgpu_module_open(vm, file) : NULL;
	if (!mod)
		give_up(file);
	if (only_list)
		list(mod);
	k = only_list ? NULL : smgpu_module_kernel(mod, name);
	if (k)
		shared = (smgpu_kernel_info(k)->shared_bytes + 15) / 16 * 16;
	for (int i = first; i < argc; i++)
		n = add_argument(argv[i], words, n, &shared);
	if (!only_list) {
		/* what the arguments ask for lies behind the kernel's own, on a multiple of 16 */
		if (k)
			l.extra_shared = shared - smgpu_kernel_info(k)->shared_bytes;
		l.args = words;
		l.arg_words = n;
		f = k ? smgpu_launch(queue, k, &l) : NULL;
		if (!f || smgpu_fence_wait(f, -1) || smgpu_fence_status(f, &st))
			give_up(name);
		smgpu_fence_unref(f);
		printf("%s: %u CTAs, %" PRIu64 " warp instructions, %" PRIu64 " timebase ticks\n", name, st.ctas_completed, (uint64_t)st.warp_instr,
		       (uint64_t)(st.time_end - st.time_start));
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
