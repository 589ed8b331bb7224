// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How much of what all clients share each may take.
 *
 * A client may take what is free, but for a reserve. The last part of everything is for files that
 * hold little of it, and the last of that for users that do: so neither a file nor a user takes
 * the last VM, channel or byte from the others, and a client that is alone can use most of the
 * card. CAP_SYS_RESOURCE is above the reserves.
 */
#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>

#include "smgpu_device.h"
#include "smgpu_limits.h"
#include "smgpu_share.h"

static unsigned int file_reserve = 14;
module_param(file_reserve, uint, 0644);
MODULE_PARM_DESC(file_reserve,
		 "percent of VMs, channels and memory kept from files that hold more than share (default 14, 0 = none)");

static unsigned int user_reserve = 8;
module_param(user_reserve, uint, 0644);
MODULE_PARM_DESC(user_reserve,
		 "percent of VMs, channels and memory kept from users that hold more than share (default 8, 0 = none)");

static unsigned int share = 4;
module_param(share, uint, 0644);
MODULE_PARM_DESC(share,
		 "percent that a file or user may hold of what is nearly used up, but one VM and channel at least (default 4)");

static unsigned int host_percent = 50;
module_param(host_percent, uint, 0444);
MODULE_PARM_DESC(host_percent,
		 "percent of the host's memory that all clients of a card may have (default 50)");

/**
 * struct smgpu_user - sums over a user's clients
 */
struct smgpu_user {
	/** @link: in &smgpu_limits.users */
	struct list_head link;
	/** @uid: the user */
	kuid_t uid;
	/** @clients: how many there are */
	unsigned int clients;
	/** @held: by all of them */
	u64 held[SMGPU_LIMITS];
};

/**
 * smgpu_limits_init_early() - prepare
 * @sdev: device
 */
void smgpu_limits_init_early(struct smgpu_device *sdev)
{
	spin_lock_init(&sdev->limits.lock);
	INIT_LIST_HEAD(&sdev->limits.users);
}

/**
 * smgpu_limits_init() - see what there is
 * @sdev: device whose own needs are allocated
 */
void smgpu_limits_init(struct smgpu_device *sdev)
{
	u64 *total = sdev->limits.total;

	total[SMGPU_LIMIT_VMS] = sdev->card.vms - 1;
	total[SMGPU_LIMIT_CHANNELS] = SMGPU_MAX_CHANNELS - 1;
	total[SMGPU_LIMIT_CARD] = sdev->mem.buddy.avail;
	total[SMGPU_LIMIT_VISIBLE] = sdev->mem.visible_free;
	total[SMGPU_LIMIT_HOST] = ((u64)totalram_pages() << PAGE_SHIFT) / 100 *
				  min(host_percent, 100u);
}

/* The account of the calling user; @fresh is used up if there was none. */
static struct smgpu_user *smgpu_user_get(struct smgpu_limits *limits, struct smgpu_user **fresh)
{
	struct smgpu_user *user;

	list_for_each_entry(user, &limits->users, link)
		if (uid_eq(user->uid, current_uid()))
			goto out;
	user = *fresh;
	*fresh = NULL;
	user->uid = current_uid();
	list_add(&user->link, &limits->users);
out:
	user->clients++;
	return user;
}

/**
 * smgpu_client_create() - open an account for the calling process
 * @sdev: device
 *
 * Return: account, or NULL without memory.
 */
struct smgpu_client *smgpu_client_create(struct smgpu_device *sdev)
{
	struct smgpu_client *client = kzalloc(sizeof(*client), GFP_KERNEL_ACCOUNT);
	struct smgpu_user *fresh = kzalloc(sizeof(*fresh), GFP_KERNEL_ACCOUNT);

	if (client && fresh) {
		kref_init(&client->ref);
		client->limits = &sdev->limits;
		spin_lock(&sdev->limits.lock);
		client->user = smgpu_user_get(&sdev->limits, &fresh);
		spin_unlock(&sdev->limits.lock);
	} else {
		kfree(client);
		client = NULL;
	}
	kfree(fresh);
	return client;
}

/**
 * smgpu_client_get() - take a reference
 * @client: account
 *
 * Return: @client.
 */
struct smgpu_client *smgpu_client_get(struct smgpu_client *client)
{
	kref_get(&client->ref);
	return client;
}

/* All that the client held has been given back by then. */
static void smgpu_client_release(struct kref *ref)
{
	struct smgpu_client *client = container_of(ref, struct smgpu_client, ref);
	struct smgpu_limits *limits = client->limits;
	struct smgpu_user *user = client->user;
	unsigned int i;

	for (i = 0; i < SMGPU_LIMITS; i++)
		WARN_ON(client->held[i]);
	spin_lock(&limits->lock);
	if (--user->clients)
		user = NULL;
	else
		list_del(&user->link);
	spin_unlock(&limits->lock);
	kfree(user);
	kfree(client);
}

/**
 * smgpu_client_put() - drop a reference
 * @client: account or NULL
 */
void smgpu_client_put(struct smgpu_client *client)
{
	if (client)
		kref_put(&client->ref, smgpu_client_release);
}

/**
 * smgpu_charge() - count something for a client, before it gets it
 * @client: account
 * @what: of what
 * @amount: how much
 *
 * Return: 0, or if there is not so much, or others are to have it, -ENOMEM for host memory and
 * -ENOSPC for the rest.
 */
int smgpu_charge(struct smgpu_client *client, enum smgpu_limit what, u64 amount)
{
	bool above = ns_capable_noaudit(&init_user_ns, CAP_SYS_RESOURCE);
	struct smgpu_limits *limits = client->limits;
	struct smgpu_user *user = client->user;
	bool refused = false;
	u64 total, left;

	spin_lock(&limits->lock);
	total = limits->total[what];
	left = total - limits->held[what];
	if (amount > left) {
		refused = true;
	} else if (!above) {
		left -= amount;
		refused = smgpu_limit_refuses(total, left, client->held[what] + amount,
					      READ_ONCE(file_reserve), READ_ONCE(share)) ||
			  smgpu_limit_refuses(total, left, user->held[what] + amount,
					      READ_ONCE(user_reserve), READ_ONCE(share));
	}
	if (!refused) {
		limits->held[what] += amount;
		user->held[what] += amount;
		client->held[what] += amount;
	}
	spin_unlock(&limits->lock);

	if (!refused)
		return 0;
	return what == SMGPU_LIMIT_HOST ? -ENOMEM : -ENOSPC;
}

/**
 * smgpu_uncharge() - a client has given something back
 * @client: account
 * @what: of what
 * @amount: how much
 */
void smgpu_uncharge(struct smgpu_client *client, enum smgpu_limit what, u64 amount)
{
	struct smgpu_limits *limits = client->limits;

	spin_lock(&limits->lock);
	limits->held[what] -= amount;
	client->user->held[what] -= amount;
	client->held[what] -= amount;
	spin_unlock(&limits->lock);
}
