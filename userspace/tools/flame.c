// SPDX-License-Identifier: MIT
/*
 * A profile as a flame graph: the kernel at the bottom, on it what was compiled into it, then
 * source lines, and what the warps did there. Widths are samples.
 *
 * The picture is SVG of boxes and titles, so a browser shows it without a script. Colours tell the
 * state of warps at the top of each tower.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "profile.h"

#define WIDTH	1200.0
#define ROW	18
#define MARGIN	30
#define LETTER	7.0		/* of the text, about */

/* A box of the graph; the tree owns its names. */
struct node {
	struct node *next, *child;	/* beside it; on it */
	char *name;
	const char *colour;
	uint64_t count;	/* samples in it and on it */
};

static const char *const state_colour[WARP_STATES] = { "#7fbf7b", "#f4a259", "#80b1d3", "#d7191c" };
#define CODE_COLOUR	"#fee391"
#define LINE_COLOUR	"#fdd0a2"

/* Made if there is none with that name. */
static struct node *child_of(struct node *n, const char *name, const char *colour)
{
	struct node **at = &n->child;

	while (*at && strcmp((*at)->name, name))
		at = &(*at)->next;
	if (!*at) {
		*at = calloc(1, sizeof(**at));
		if (!*at || !((*at)->name = strdup(name)))
			usage_error("out of memory");
		(*at)->colour = colour;
	}
	return *at;
}

/* Goes one level up and counts there. */
static struct node *step(struct node *n, const char *name, const char *colour, uint64_t count)
{
	n = child_of(n, name, colour);
	n->count += count;
	return n;
}

/* One instruction's samples: the path from the kernel to the state, for each state. */
static void add(struct node *root, const struct place *at, const struct sample *s)
{
	char line[512];

	for (int k = 0; k < WARP_STATES; k++) {
		struct node *n = root;

		if (!s->count[k])
			continue;
		n->count += s->count[k];
		for (int i = 0; i < at->depth; i++)
			n = step(n, at->frame[i], CODE_COLOUR, s->count[k]);
		if (at->line) {
			const char *name = strrchr(at->file, '/');

			snprintf(line, sizeof(line), "%s:%d", name ? name + 1 : at->file, at->line);
			n = step(n, line, LINE_COLOUR, s->count[k]);
		}
		step(n, warp_state_name[k], state_colour[k], s->count[k]);
	}
}

/* Levels, its own included. */
static int depth_of(const struct node *n)
{
	int most = 0;

	for (const struct node *c = n->child; c; c = c->next) {
		int d = depth_of(c);

		most = d > most ? d : most;
	}
	return most + 1;
}

/* At most @room letters of @text */
static void write_text(FILE *f, const char *text, size_t room)
{
	for (size_t i = 0; text[i] && i < room; i++) {
		if (text[i] == '<')
			fputs("&lt;", f);
		else if (text[i] == '>')
			fputs("&gt;", f);
		else if (text[i] == '&')
			fputs("&amp;", f);
		else
			fputc(text[i], f);
	}
}

/* An SVG group for the box, then those on it. The title shows in a browser when the mouse is
 * over it. */
static void draw(FILE *f, const struct node *n, double x, int y, uint64_t all)
{
	double width = WIDTH * n->count / all;

	fprintf(f, "<g><title>");
	write_text(f, n->name, 512);
	fprintf(f,
		" (%" PRIu64
		" samples, %.1f %%)</title><rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\" stroke=\"white\"/>",
		n->count, 100.0 * n->count / all, x, y, width, ROW, n->colour);
	/* A text that has no room is in the title only. */
	if (width > 3 * LETTER) {
		fprintf(f, "<text x=\"%.2f\" y=\"%d\">", x + 3, y + 13);
		write_text(f, n->name, (width - 6) / LETTER);
		fputs("</text>", f);
	}
	fputs("</g>\n", f);
	for (const struct node *c = n->child; c; c = c->next) {
		draw(f, c, x, y - ROW, all);
		x += WIDTH * c->count / all;
	}
}

/* Not the node of the kernel itself, which is on the caller's stack. */
static void free_tree(struct node *n)
{
	while (n) {
		struct node *next = n->next;

		free_tree(n->child);
		free(n->name);
		free(n);
		n = next;
	}
}

/* Ends the program if the file can't be written. The drawing needs no script. */
void profile_flame(struct profile *p, const char *what, const char *path)
{
	struct node root = { .name = (char *)what, .colour = CODE_COLOUR };
	FILE *f = fopen(path, "w");
	struct place at;
	int height;

	if (!f)
		usage_error("cannot write %s: %s", path, strerror(errno));
	for (size_t i = 0; i < p->n_samples; i++)
		if (lines_find(p->lines, p->sample[i].pc, &at))
			add(&root, &at, &p->sample[i]);
	height = (depth_of(&root) + 1) * ROW + 2 * MARGIN;
	fprintf(f,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"monospace\" font-size=\"11\">\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<text x=\"10\" y=\"18\">",
		(int)WIDTH, height);
	write_text(f, what, 512);
	fprintf(f, ": %" PRIu64 " samples of warps</text>\n", root.count);
	for (int k = 0; k < WARP_STATES; k++)
		fprintf(f,
			"<rect x=\"%d\" y=\"8\" width=\"12\" height=\"12\" fill=\"%s\"/><text x=\"%d\" y=\"18\">%s</text>\n",
			700 + 110 * k, state_colour[k], 717 + 110 * k, warp_state_name[k]);
	if (root.count)
		draw(f, &root, 0, height - MARGIN - ROW, root.count);
	fputs("</svg>\n", f);
	if (fclose(f))
		usage_error("cannot write %s: %s", path, strerror(errno));
	free_tree(root.child);
}
