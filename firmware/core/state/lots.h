/* SPDX-License-Identifier: MIT */
/* Records for the host, written some at a time */
#ifndef STATE_LOTS_H
#define STATE_LOTS_H

#include "state/types.h"

struct lots {
	uint8_t *piece;		/* ANSWER_PIECE bytes */
	uint64_t at;		/* where in host memory the next lot goes */
	uint32_t each;		/* bytes of a record */
	uint32_t room;		/* records */
	uint32_t count, all;	/* those that have room, and all */
	uint32_t filled;	/* of the lot */
	bool failed;		/* host memory refused one */
};

/* As many records of each bytes as fit into bytes at bus */
struct lots lots_begin(void *piece, uint64_t bus, uint32_t bytes, uint32_t each);
/* Where the next record is to be put; NULL: it is counted, and there is no room for it */
void *lots_next(struct lots *lots);
/* Writes what is left; false if any was refused. */
bool lots_end(struct lots *lots);

#endif
