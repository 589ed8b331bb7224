/* SPDX-License-Identifier: MIT */
/* Recentering of token queues */
#ifndef PLACE_RECENTER_H
#define PLACE_RECENTER_H

#include "state/types.h"

#define RECENTER_WARPS	48u	/* of an SM, at most */

/* True if the trap asks for it */
bool recenter_asked(const struct trap_record *trap);
/* Moves tokens and lets the warp go on; limit: its tokens in card memory. Returns
 * enum smgpu_error. */
uint32_t recenter_serve(const struct trap_record *trap, uint32_t limit);
/* How often that was done */
uint64_t recenter_count(void);

#endif
