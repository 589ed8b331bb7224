/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_LIMITS_H_
#define _SMGPU_LIMITS_H_

#include <linux/kref.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/uidgid.h>

struct smgpu_device;

/**
 * enum smgpu_limit - what clients share
 */
enum smgpu_limit {
	/** @SMGPU_LIMIT_VMS: address spaces */
	SMGPU_LIMIT_VMS,
	/** @SMGPU_LIMIT_CHANNELS: channels */
	SMGPU_LIMIT_CHANNELS,
	/** @SMGPU_LIMIT_CARD: bytes of card memory */
	SMGPU_LIMIT_CARD,
	/** @SMGPU_LIMIT_VISIBLE: of them, bytes that must be in the CPU's window */
	SMGPU_LIMIT_VISIBLE,
	/** @SMGPU_LIMIT_HOST: bytes of host memory that can't be swapped out while they are used */
	SMGPU_LIMIT_HOST,
	/** @SMGPU_LIMITS: how many there are */
	SMGPU_LIMITS,
};

/**
 * struct smgpu_limits - what there is and which user has it
 */
struct smgpu_limits {
	/** @lock: guards all counts and @users; nothing is taken inside */
	spinlock_t lock;
	/** @users: struct smgpu_user with clients */
	struct list_head users;
	/** @total: all there is */
	u64 total[SMGPU_LIMITS];
	/** @held: by all clients */
	u64 held[SMGPU_LIMITS];
};

/**
 * struct smgpu_client - account of one open file; what the file made may outlive it
 */
struct smgpu_client {
	/** @ref: file, buffers, VMs */
	struct kref ref;
	/** @limits: of the device */
	struct smgpu_limits *limits;
	/** @user: whose it is; its clients' sums */
	struct smgpu_user *user;
	/** @held: by this client */
	u64 held[SMGPU_LIMITS];
};

void smgpu_limits_init_early(struct smgpu_device *sdev);
void smgpu_limits_init(struct smgpu_device *sdev);
struct smgpu_client *smgpu_client_create(struct smgpu_device *sdev);
struct smgpu_client *smgpu_client_get(struct smgpu_client *client);
void smgpu_client_put(struct smgpu_client *client);
int smgpu_charge(struct smgpu_client *client, enum smgpu_limit what, u64 amount);
void smgpu_uncharge(struct smgpu_client *client, enum smgpu_limit what, u64 amount);

#endif
