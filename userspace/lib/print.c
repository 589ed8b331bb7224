// SPDX-License-Identifier: MIT
/*
 * printf of kernels: buffers for launches, and their contents as text. A kernel can write anything
 * into its buffer, so nothing in it is believed: texts are looked up in the module as it was
 * loaded, sizes are bounded here.
 *
 * The other side is userspace/cc/rt/printf.c, which writes the records; smgpu_print.h has their
 * form. Documentation/software/library.rst, "printf", tells when the text comes out.
 */
#include <stdio.h>

#include "internal.h"

/* Of each launch in flight. Calls that find no room are counted by the kernel and told here. */
#define BUFFER_BYTES	(1u << 20)
#define MAX_FIELD	1024	/* width and precision */

/* Collects text, so that the program's function is not called for each character. */
struct out {
	void (*print)(void *ctx, const char *text, size_t bytes);
	void *ctx;
	size_t n;
	char text[4096];
};

/* One conversion of a format string, as parse() took it apart. */
struct field {			/* %[flags][width][.precision][vector][length]conversion */
	char spec[32];		/* for the host's printf, up to the precision */
	uint32_t count, bytes;	/* elements, bytes of each */
	bool vector;
	char conv;
};

/* What a queue has that smgpu_queue_print() was not called for. */
static void to_stdout(void *ctx, const char *text, size_t bytes)
{
	(void)ctx;
	fwrite(text, 1, bytes, stdout);
}

/* Gives away what is collected. */
static void flush(struct out *o)
{
	if (o->n)
		o->print(o->ctx, o->text, o->n);
	o->n = 0;
}

/* Any length: a piece that does not fit is split. */
static void put(struct out *o, const char *text, size_t bytes)
{
	while (bytes) {
		size_t n = sizeof(o->text) - o->n < bytes ? sizeof(o->text) - o->n : bytes;

		memcpy(o->text + o->n, text, n);
		o->n += n;
		text += n;
		bytes -= n;
		if (o->n == sizeof(o->text))
			flush(o);
	}
}

/* A decimal number at @p, cut to MAX_FIELD so that buffers here have a bound. Returns what
 * follows it. */
static const char *number(const char *p, uint32_t *v)
{
	*v = 0;
	for (; *p >= '0' && *p <= '9'; p++)
		*v = *v > MAX_FIELD ? *v : *v * 10 + (*p - '0');
	if (*v > MAX_FIELD)
		*v = MAX_FIELD;
	return p;
}

/* Vectors of these keep their size; a single one is a double, as in C. */
static bool is_float(char conv)
{
	return strchr("fFeEgGaA", conv);
}

/* Behind a %; returns what follows the conversion, or NULL if there is none that OpenCL knows. A
 * flag that is repeated is noted once, which bounds spec. */
static const char *parse(const char *p, struct field *f)
{
	uint32_t v;
	int n = 1;

	*f = (struct field){ .spec = "%", .count = 1, .bytes = 4 };
	for (; *p && strchr("-+ #0", *p); p++)
		if (!strchr(f->spec, *p))
			f->spec[n++] = *p;
	if (*p >= '1' && *p <= '9') {
		p = number(p, &v);
		n += sprintf(f->spec + n, "%u", v);
	}
	if (*p == '.') {
		p = number(p + 1, &v);
		n += sprintf(f->spec + n, ".%u", v);
	}
	if (*p == 'v') {
		f->vector = true;
		p = number(p + 1, &f->count);
		if (f->count != 2 && f->count != 3 && f->count != 4 && f->count != 8 &&
		    f->count != 16)
			return NULL;
	}
	if (*p == 'l') {
		f->bytes = 8;
		p++;
	} else if (*p == 'h') {
		/* hh, hl and h; hl is OpenCL's own, for 32 bits in vectors. */
		f->bytes = p[1] == 'h' ? 1 : p[1] == 'l' ? 4 : 2;
		p += f->bytes == 2 ? 1 : 2;
	}
	f->conv = *p;
	if (!*p || !strchr(f->vector ? "diouxXfFeEgGaA" : "diouxXfFeEgGaAcsp%", *p) ||
	    (is_float(*p) && f->bytes == 1))
		return NULL;
	return p + 1;
}

/* By powers of two, as the host's compiler may have no type for halves. */
static double half_value(uint16_t h)
{
	uint32_t exp = h >> 10 & 31, frac = h & 1023;
	double v = exp ? 1024 + frac : frac;

	if (exp == 31)
		v = frac ? __builtin_nan("") : __builtin_inf();
	for (uint32_t e = exp ? exp : 1; exp != 31 && e < 25; e++)
		v /= 2;
	for (uint32_t e = 25; exp != 31 && e < exp; e++)
		v *= 2;
	return h >> 15 ? -v : v;
}

/* @bytes is 2, 4 or 8: the size of the element in the record. */
static double float_element(const uint8_t *from, uint32_t bytes)
{
	uint16_t h;
	double d;
	float f;

	switch (bytes) {
	case 2:
		memcpy(&h, from, 2);
		return half_value(h);
	case 8:
		memcpy(&d, from, 8);
		return d;
	default:
		memcpy(&f, from, 4);
		return f;
	}
}

/* The string at @va, if it lies in the module and ends there; else NULL. The kernel may have
 * left any address. */
static const char *module_text(const struct smgpu_module *mod, uint32_t va)
{
	uint32_t at = va - mod->code->va;

	return at < mod->image_bytes && memchr(mod->image + at, 0, mod->image_bytes - at)
		       ? (const char *)mod->image + at
		       : NULL;
}

/* A string longer than the buffer is cut. */
static void print_string(struct out *o, struct field *f, const char *s)
{
	char text[sizeof(o->text)];
	int n = strlen(f->spec);

	f->spec[n] = 's';
	n = snprintf(text, sizeof(text), f->spec, s ? s : "(null)");
	put(o, text, n < (int)sizeof(text) ? n : (int)sizeof(text) - 1);
}

/* The conversion is put behind the flags in f->spec for this call, and taken off again. */
static void print_element(struct out *o, struct field *f, const uint8_t *from)
{
	/* the longest double has 309 digits */
	char text[2 * MAX_FIELD + 512], *end = f->spec + strlen(f->spec);
	uint32_t shift = 64 - 8 * f->bytes;
	uint64_t v = 0;
	int n;

	memcpy(&v, from, f->bytes);
	switch (f->conv) {
	case 'd': case 'i':
		sprintf(end, "ll%c", f->conv);
		n = snprintf(text, sizeof(text), f->spec, (long long)(v << shift) >> shift);
		break;
	case 'o': case 'u': case 'x': case 'X':
		sprintf(end, "ll%c", f->conv);
		n = snprintf(text, sizeof(text), f->spec, (unsigned long long)v);
		break;
	case 'c':
		strcpy(end, "c");
		n = snprintf(text, sizeof(text), f->spec, (int)v & 0xff);
		break;
	case 'p':
		strcpy(end, "p");
		n = snprintf(text, sizeof(text), f->spec, (void *)(uintptr_t)v);
		break;
	default:
		*end = f->conv;
		end[1] = 0;
		n = snprintf(text, sizeof(text), f->spec, float_element(from, f->bytes));
		break;
	}
	*end = 0;
	if (n > 0)
		put(o, text, n < (int)sizeof(text) ? n : (int)sizeof(text) - 1);
}

/* One argument, from at most @room words; returns its words, or 0 if it is not there. */
static uint32_t argument(struct out *o, const struct smgpu_module *mod, struct field *f,
			 const uint32_t *words, uint32_t room)
{
	uint32_t count = f->count == 3 ? 4 : f->count, n;

	if (is_float(f->conv) && !f->vector)
		f->bytes = 8;
	n = (count * f->bytes + 3) / 4;
	if (n > room)
		return 0;
	/* A string is an address in the module, as literals are. */
	if (f->conv == 's') {
		print_string(o, f, module_text(mod, words[0]));
		return n;
	}
	for (uint32_t i = 0; i < f->count; i++) {
		if (i)
			put(o, ",", 1);
		print_element(o, f, (const uint8_t *)words + i * f->bytes);
	}
	return n;
}

/* A record is its length in words, the address of its format, then the arguments. What is left
 * of a format ends where arguments are missing. */
static void print_record(struct out *o, const struct smgpu_module *mod, const uint32_t *words,
			 uint32_t n)
{
	const char *p = module_text(mod, words[1]);
	uint32_t at = 2;

	while (p && *p) {
		const char *percent = strchrnul(p, '%'), *next;
		struct field f;

		put(o, p, percent - p);
		if (!*percent)
			break;
		next = parse(percent + 1, &f);
		p = percent;
		if (!next) {		/* as it stands */
			put(o, p++, 1);
			continue;
		}
		if (f.conv == '%') {
			put(o, "%", 1);
		} else {
			uint32_t used = argument(o, mod, &f, words + at, n - at);

			if (!used)
				break;
			at += used;
		}
		p = next;
	}
}

/* @n words of records, one behind the other, up to the first that was not written. */
static void print_all(struct out *o, const struct smgpu_module *mod, const uint32_t *data,
		      uint32_t n)
{
	uint32_t at = 0;

	while (n - at >= 2) {
		uint32_t words = data[at];

		/* no room was left, or the kernel did not come to write it */
		if (words < 2 || words > n - at)
			break;
		print_record(o, mod, data + at, words);
		at += words;
	}
	flush(o);
}

/* Also of one that was made by half. */
static void print_free(struct print *p)
{
	if (p->buf)
		buffer_free(p->buf);
	free(p);
}

/* For the VM, before it goes. Those in flight come back when their queue goes, which holds the
 * VM. */
static void free_all(struct smgpu_vm *vm)
{
	while (vm->prints) {
		struct print *p = vm->prints;

		vm->prints = p->next;
		print_free(p);
	}
}

/* An empty buffer for one launch, from the free ones or a new one. 0 or a negative errno. */
int print_take(struct smgpu_vm *vm, struct print **to)
{
	struct print *p = vm->prints;

	if (p) {
		vm->prints = p->next;
	} else {
		p = calloc(1, sizeof(*p));
		if (!p)
			return fail(-ENOMEM, "Out of memory.");
		/* host memory has no atomics */
		p->buf = buffer_make(vm, BUFFER_BYTES, SMGPU_BUFFER_VISIBLE, 0, true);
		if (!p->buf || !smgpu_buffer_map(p->buf)) {
			int err = -errno;

			print_free(p);
			return err;
		}
	}
	*(struct smgpu_print_buffer *)p->buf->map =
		(struct smgpu_print_buffer){ .words = PRINT_WORDS(p) };
	*to = p;
	return 0;
}

/* The buffer waits for the next launch: making one takes system calls. */
void print_give(struct smgpu_vm *vm, struct print *p)
{
	p->next = vm->prints;
	vm->prints = p;
	vm->free_prints = free_all;
}

/* Lost calls are told on standard error, as standard output belongs to the program. The words
 * are cleared, because an unwritten record is known by its 0. */
void print_drain(struct smgpu_queue *q, const struct smgpu_module *mod, struct print *p)
{
	struct smgpu_print_buffer *b = p->buf->map;
	struct out o = { .print = q->print ? q->print : to_stdout, .ctx = q->print_ctx };
	uint32_t n = b->used < PRINT_WORDS(p) ? b->used : PRINT_WORDS(p), dropped = b->dropped;
	uint32_t *data = malloc((size_t)n * 4 + 4);	/* a copy: another kernel may still write */

	if (data) {
		memcpy(data, b->data, (size_t)n * 4);
		memset(b->data, 0, (size_t)n * 4);
		print_all(&o, mod, data, n);
	}
	if (dropped || !data)
		fprintf(stderr,
			"smgpu: %u calls of printf were lost: the buffer has room for %u words.\n",
			dropped, PRINT_WORDS(p));
	free(data);
	print_give(q->vm, p);
}

/* @print may be NULL: standard output again. */
EXPORT void smgpu_queue_print(struct smgpu_queue *q,
			      void (*print)(void *ctx, const char *text, size_t bytes), void *ctx)
{
	q->print = print;
	q->print_ctx = ctx;
}
