// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the card knows of a channel (smgpu_object.c), beside a reset. One task makes the channel and
 * ends it, as smgpu_channel_start() and smgpu_channel_kill() do. Another one gives up its VM, as
 * smgpu_vm_break() does. The firmware dies once, and then come both halves of the reset. The other
 * task, the death and the halves come in at every place where nobody holds a lock, in each order.
 */
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#include "kernel.h"

/* What the code under test needs of the driver */
#define _SMGPU_CMD_H_
#define _SMGPU_DEVICE_H_
#define _SMGPU_RESET_H_
struct smgpu_fw_cmd { bool makes; };
struct smgpu_device {
	struct mutex objects_lock;
	u32 generation;
	bool wedged;
	int up, drm;
};

static int smgpu_cmd_run(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmd);
static void smgpu_reset_after_failure(struct smgpu_device *sdev, const char *reason, int error);

#include "../../smgpu_object.c"

/* SMGPU_RESET_TRIES */
#define TRIES	3

int locks_held;

static const char *why;
static struct smgpu_device device;
static enum smgpu_object_state state;
static bool known;		/* the card has the channel */
static bool vm_locked, vm_broken;

/* One order of what happens; places are counted from 1. */
static int places, dies_at, stops_at, starts_at, breaks_at;
static int at[4];
static bool lossy;		/* what dead firmware has done is not answered */
static bool user;		/* a user queue, which a reset ends */

static ucontext_t first, second;
static bool in_second, begun, ended;
static int waits;

void broken(const char *text)
{
	if (!why)
		why = text;
}

static void stop(void)
{
	stops_at = waits = 0;
	device.wedged = true;
	known = false;
	if (state == SMGPU_OBJECT_LIVE && user)
		state = SMGPU_OBJECT_NEW;
}

static void start(void)
{
	starts_at = waits = 0;
	device.generation++;
	device.wedged = false;
	known = state == SMGPU_OBJECT_LIVE;
	if (known && user)
		broken("new firmware gets what a reset has ended");
}

static void other_task(void)
{
	in_second = !in_second;
	swapcontext(in_second ? &first : &second, in_second ? &second : &first);
}

void other_cpu(void)
{
	if (locks_held)
		return;
	waits = 0;
	places++;
	device.wedged |= places == dies_at;
	if (places == stops_at)
		stop();
	if (places == starts_at)
		start();
	begun |= places == breaks_at;
	if (begun && !ended && !in_second)
		other_task();
}

/* What is still to come of the reset comes when all wait for it. */
bool wait_here(void)
{
	if (++waits < 4)
		;
	else if (stops_at)
		stop();
	else if (starts_at)
		start();
	else if (waits > 8)
		broken("a task waits for ever");
	if (begun && !ended)
		other_task();
	return !why;
}

static int command(bool makes, u32 *generation)
{
	other_cpu();
	if (device.wedged)
		return -EIO;
	*generation = device.generation;
	other_cpu();
	if (device.wedged || device.generation != *generation)
		return -EIO;
	known = makes;
	other_cpu();
	return lossy && (device.wedged || device.generation != *generation) ? -EIO : 0;
}

static int smgpu_cmd_run(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmd)
{
	u32 generation;

	(void)sdev;
	return command(cmd->makes, &generation);
}

static void smgpu_reset_after_failure(struct smgpu_device *sdev, const char *reason, int error)
{
	(void)reason;
	if (error != -EIO)
		broken("a reset is asked for without need");
	wait_event(sdev->up, !sdev->wedged);
}

static void end(void)
{
	const struct smgpu_fw_cmd destroy = { .makes = false };

	smgpu_object_quiesce(&device, &state, &destroy);
	if (known)
		broken("the card still has what was ended");
}

static void lock_vm(void)
{
	wait_event(device.up, !vm_locked);
	vm_locked = true;
}

static void unlock_vm(void)
{
	vm_locked = false;
	other_cpu();
}

static void gives_up_vm(void)
{
	lock_vm();
	vm_broken = true;
	end();
	unlock_vm();
	ended = true;
	other_task();
}

static int try(void)
{
	u32 generation;
	int ret;

	if (vm_broken)
		return -EIO;
	ret = command(true, &generation);
	if (!ret && !smgpu_object_mark_live(&device, &state, generation))
		ret = -EIO;
	if (state == SMGPU_OBJECT_LIVE && !known && !device.wedged)
		broken("the card does not have what is live");
	return ret;
}

static void run(void)
{
	int tries, ret = -EIO;

	for (tries = 0; tries < TRIES && ret == -EIO; tries++) {
		lock_vm();
		ret = try();
		if (ret)
			smgpu_reset_after_failure(&device, "", ret);
		unlock_vm();
	}
	if (ret && !vm_broken)
		broken("a reset is more than a channel stands");
	end();
	while (begun && !ended && wait_here())
		;
	if (stops_at)
		stop();
	if (starts_at)
		start();
	if (known)
		broken("new firmware gets what was ended");
}

static void order(int death, int halt, int boot, int other)
{
	static char stack[65536];

	memset(&device, 0, sizeof(device));
	state = SMGPU_OBJECT_NEW;
	known = vm_locked = vm_broken = in_second = begun = ended = false;
	places = locks_held = waits = 0;
	memcpy(at, (int [4]){ death, halt, boot, other }, sizeof(at));
	dies_at = death;
	stops_at = halt;
	starts_at = boot;
	breaks_at = other;
	getcontext(&second);
	second.uc_stack.ss_sp = stack;
	second.uc_stack.ss_size = sizeof(stack);
	makecontext(&second, gives_up_vm, 0);
	run();
}

int main(void)
{
	int orders = 0, most, death, halt, boot, other;

	order(0, 0, 0, 1);
	most = places;
	for (int kind = 0; kind < 4 && !why; kind++) {
		lossy = kind & 1;
		user = kind & 2;
		for (death = 1; death <= most; death++)
			for (halt = death; halt <= most; halt++)
				for (boot = halt; boot <= most; boot++)
					for (other = 0; other <= most && !why; other++, orders++)
						order(death, halt, boot, other);
	}
	if (why)
		printf("not ok object-interleaved: death at place %d, reset at %d and %d,"
		       " VM given up at %d, of %d%s%s: %s\n", at[0], at[1], at[2], at[3], most,
		       lossy ? ", no answer" : "", user ? ", a user queue" : "", why);
	else
		printf("ok object-interleaved (%d orders)\n", orders);
	return !!why;
}
