/* SPDX-License-Identifier: MIT */
/* The one call that goes up, to main.c */
#ifndef CORE_BREATHE_H
#define CORE_BREATHE_H

/*
 * Commands are answered between any two pieces of work that users can ask for, so that none can
 * keep the kernel waiting. A command may let a channel die, and no more.
 */
void breathe(void);

#endif
