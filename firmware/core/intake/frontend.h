/* SPDX-License-Identifier: MIT */
/* The front end: ring entries and methods */
#ifndef INTAKE_FRONTEND_H
#define INTAKE_FRONTEND_H

#include "state/types.h"

/* One step of a live channel's ring; true if it got on. */
bool frontend_step(struct channel *ch);
/* Entries have been rung: begins to read them. */
void frontend_rung(struct channel *ch);
/* The channel's ring is another one. */
void frontend_forget(const struct channel *ch);

#endif
