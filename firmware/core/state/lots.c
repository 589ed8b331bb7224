// SPDX-License-Identifier: MIT
/* Records for the host, written some at a time. */
#include "state/lots.h"

RARE struct lots lots_begin(void *piece, uint64_t bus, uint32_t bytes, uint32_t each)
{
	return (struct lots){ .piece = piece, .at = bus, .each = each, .room = bytes / each };
}

static void flush(struct lots *l)
{
	uint32_t bytes = l->filled * l->each;

	if (bytes && dma_host_write(l->at, l->piece, bytes))
		l->failed = true;
	l->at += bytes;
	l->filled = 0;
}

RARE void *lots_next(struct lots *l)
{
	l->all++;
	if (l->count == l->room)
		return NULL;
	l->count++;
	if ((l->filled + 1) * l->each > ANSWER_PIECE)
		flush(l);
	return l->piece + l->filled++ * l->each;
}

RARE bool lots_end(struct lots *l)
{
	flush(l);
	return !l->failed;
}
