/* SPDX-License-Identifier: MIT */
/* Which tasks hold the slots of the launcher */
#ifndef PLACE_WDU_H
#define PLACE_WDU_H

#include "state/types.h"

/* Fills some free slots and evicts for more urgent tasks. True if there are more to fill; then it
 * is called again in the same pass. */
bool wdu_step(void);
/* What the launcher says of a task that has a slot */
void wdu_event(struct task *task, enum launch_event_kind kind);
/* True if a slot is free. */
bool wdu_room(void);
/* Looks for new items in the queue of the task; false if it is broken, and its channel ends. */
bool wdu_look(struct task *task);
/* Ends a task early: at once if it has no slot, after that has drained otherwise. */
void wdu_kill(struct task *task);
/* Before tasks of the channel are ended: those that wait for room behind them have their time from
 * now on. */
void wdu_spare_waiting(uint32_t channel);
/* The task launches no more CTAs and ends when those in flight have. */
void wdu_deallocate(struct task *task);
/* It has work: it joins its list, or, a queue task with few items, waits for more first. */
void wdu_queue(struct task *task, bool head);
/* Its launch.limit has grown. */
void wdu_more_work(struct task *task);
/* The firmware has worked for the task: that counts against its time. */
void wdu_served(struct task *task);
/* Gives the task, which is new and plain, a slot at once; false if it can't have one now. */
bool wdu_at_once(const struct channel *ch, struct task *task);
/* Earliest time at which a task is due, ~0 if none; residents that are late end their channel, then
 * 0. */
uint64_t wdu_watchdog(uint64_t now);
bool wdu_throttled(void);

#endif
