/* SPDX-License-Identifier: MIT */
/* What the parts of the root complex know of each other */
#ifndef SMGPU_SIM_PCIE_ROOT_PARTS_H
#define SMGPU_SIM_PCIE_ROOT_PARTS_H

#include "root.h"

uint32_t rc_draw(struct rc *rc);
/* One time of n; never for 0 */
bool rc_one_of(struct rc *rc, unsigned n);

/* Write combining ends: what it holds is queued. */
void rc_combine_flush(struct rc *rc);

/* Memory takes what the card has sent and what is due. */
void rc_serve_up(struct rc *rc);
void rc_end_read(struct rc *rc, struct rc_read *r);
/* The next completion of a read, without data and length */
struct tlp rc_completion(const struct rc_read *r);

#endif
