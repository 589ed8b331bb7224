/* SPDX-License-Identifier: MIT */
/* The state of a channel: its tasks, its jobs, its first error */
#ifndef STATE_CHANNEL_H
#define STATE_CHANNEL_H

#include "state/types.h"

/* Channels that have something to do or to wait for; the others cost nothing in a pass. */
extern uint32_t channels_active[SMGPU_MAX_CHANNELS / 32];
/* Those that have failed and whose tasks have not been killed: what dies of it stands above. */
extern uint32_t channels_failed[SMGPU_MAX_CHANNELS / 32];

/* The bulk engine has one user at a time. */
extern uint32_t bulk_owner;	/* channel, 0 = command ring */
#define BULK_FREE	0xffffffffu

uint32_t channel_id(const struct channel *ch);
/* The channel has something to do. */
void channel_activate(uint32_t id);
/* Starts the end of a channel; the first error wins. info may be NULL. Its tasks are killed by
 * death_kill(). */
RARE void channel_fail(uint32_t id, uint32_t code, const struct trap_record *info, uint32_t tmd_va,
		       uint32_t va, uint32_t access);
void channel_task_new(struct channel *ch, struct task *task);
void channel_task_done(struct channel *ch, struct task *task);
/* The task may have requests for children. */
void channel_collect(struct task *task);
void channel_signal(struct channel *ch);
/* Tells the channel's owner: the kernel, or the user whose queue it is. */
void channel_tell_done(struct channel *ch);
void channel_tell_get(struct channel *ch);
/* Of a user's queue: everything */
void channel_tell_user(const struct channel *ch, bool wake);

#endif
