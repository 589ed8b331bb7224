// SPDX-License-Identifier: MIT
/*
 * stackcheck ROOM < `objdump -d firmware.elf`: the deepest stack that any chain of calls can need,
 * from the code itself. Recursion and calls through pointers have no such bound: they are errors,
 * as is a chain that needs more than ROOM bytes.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS	1024
#define CALLS		256

struct function {
	char name[96];
	unsigned long at;
	unsigned stack, depth;
	unsigned calls;
	unsigned long target[CALLS];
	enum { NEW, OPEN, DONE } state;
	unsigned deepest;
};

static struct function f[FUNCTIONS];
static unsigned count;

static int find(unsigned long at)
{
	for (unsigned i = 0; i < count; i++)
		if (f[i].at == at)
			return (int)i;
	return -1;
}

static void call(struct function *from, unsigned long target)
{
	if (from->calls == CALLS) {
		fprintf(stderr, "stackcheck: %s calls too many functions\n", from->name);
		exit(1);
	}
	from->target[from->calls++] = target;
}

static bool is(const char *op, const char *names)
{
	char word[48];

	snprintf(word, sizeof(word), " %s ", op);
	return strstr(names, word);
}

static void line(const char *text)
{
	unsigned long at, target;
	char name[96], op[32] = "", args[128] = "";
	struct function *now = count ? &f[count - 1] : NULL;
	const char *tab;
	int bytes;

	if (sscanf(text, "%lx <%95[^>]>:", &at, name) == 2) {
		if (count == FUNCTIONS)
			exit(1);
		f[count] = (struct function){ .at = at };
		memcpy(f[count++].name, name, sizeof(name));
		return;
	}
	tab = strchr(text, '\t');
	tab = tab ? strchr(tab + 1, '\t') : NULL;
	if (!now || !tab || sscanf(tab, "%31s %127[^\n#]", op, args) < 1)
		return;
	if (!strncmp(args, "sp,sp,-", 7) && sscanf(args + 6, "%d", &bytes) == 1)
		now->stack += (unsigned)-bytes;
	else if (is(op, " jr jalr ") && strcmp(args, "ra") && strcmp(args, "zero,0(ra)")) {
		fprintf(stderr, "stackcheck: %s jumps through a pointer: %s %s\n", now->name, op,
			args);
		exit(1);
	} else if (is(op, " jal call j tail ")) {
		const char *to = strrchr(args, ',') ? strrchr(args, ',') + 1 : args;

		target = strtoul(to, NULL, 16);
		/* Within a function it is a loop or a branch. */
		if (!strchr(args, '+') || !strcmp(op, "jal"))
			call(now, target);
	}
}

/* Bytes of stack from here on */
static unsigned depth(unsigned i)
{
	unsigned most = 0;

	if (f[i].state == DONE)
		return f[i].depth;
	if (f[i].state == OPEN) {
		fprintf(stderr, "stackcheck: %s calls itself, through others perhaps\n", f[i].name);
		exit(1);
	}
	f[i].state = OPEN;
	f[i].deepest = i;
	for (unsigned c = 0; c < f[i].calls; c++) {
		int to = find(f[i].target[c]);
		unsigned d;

		if (to < 0 || (unsigned)to == i)
			continue;	/* a jump inside, or back to the start */
		d = depth((unsigned)to);
		if (d > most) {
			most = d;
			f[i].deepest = (unsigned)to;
		}
	}
	f[i].depth = most + f[i].stack;
	f[i].state = DONE;
	return f[i].depth;
}

int main(int argc, char **argv)
{
	static char text[512];
	unsigned long room = argc > 1 ? strtoul(argv[1], NULL, 0) : 0;
	int start = -1;
	unsigned most, i;

	while (fgets(text, sizeof(text), stdin))
		line(text);
	for (i = 0; i < count; i++)
		if (!strcmp(f[i].name, "_start"))
			start = (int)i;
	if (start < 0) {
		fprintf(stderr, "stackcheck: no _start\n");
		return 1;
	}
	most = depth((unsigned)start);
	/* A trap of the firmware begins at the top again; all others are reached from _start. */
	for (i = 0; i < count; i++)
		if (depth(i) > most)
			most = depth(i);
	printf("stack: %u of %lu bytes:", most, room);
	for (i = (unsigned)start;; i = f[i].deepest) {
		printf(" %s %u", f[i].name, f[i].stack);
		if (f[i].deepest == i)
			break;
	}
	putchar('\n');
	return most > room;
}
