// SPDX-License-Identifier: MIT
/*
 * Errors: each function that fails leaves a sentence for smgpu_last_error(), sets errno and
 * returns a negative errno or NULL. Codes of the card have sentences here too.
 *
 * A sentence begins with a capital letter and ends with a full stop, so that programs can print it
 * as it is. Documentation/reference/errors.rst has the codes of the card with their causes.
 */
#include <stdarg.h>
#include <stdio.h>
#include <xf86drm.h>

#include "internal.h"

/* Of the thread, so that no thread reads the sentence of another one. It is never empty, as a
 * program may ask before anything has failed. */
static _Thread_local char last[512] = "No error.";

/* @err is negative; it is returned so that a caller can end with one statement. */
int fail(int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(last, sizeof(last), fmt, ap);
	va_end(ap);
	errno = -err;
	return err;
}

/* Lives until the next failure in the same thread. */
EXPORT const char *smgpu_last_error(void)
{
	return last;
}

/* drmIoctl() repeats an ioctl that a signal ended. @what begins the sentence of the error. */
int dev_ioctl(struct smgpu_device *dev, unsigned long request, void *arg, const char *what)
{
	int err;

	if (!drmIoctl(dev->fd, request, arg))
		return 0;
	err = -errno;
	return fail(err, "%s failed: %s.", what,
		    err == -ECANCELED ? "the queue had an error and takes no more work"
				      : strerror(-err));
}

/* For a user of the card, without the name of the code. Unknown ones may come from a newer card. */
EXPORT const char *smgpu_error_sentence(uint32_t code)
{
	switch (code) {
	case SMGPU_OK: return "No error.";
	case SMGPU_ERR_PAGE_FAULT:
		return "A thread used an address that is not bound, or not for that kind of access.";
	case SMGPU_ERR_MISALIGNED: return "A load, store or atomic was not aligned to its size.";
	case SMGPU_ERR_ACCESS:
		return "A thread went outside its shared or local memory, or used an atomic on local memory.";
	case SMGPU_ERR_ILLEGAL: return "A thread met an illegal instruction.";
	case SMGPU_ERR_CODE_WINDOW: return "A thread left the 16 MiB window of its code.";
	case SMGPU_ERR_FETCH_FAULT:
		return "A thread went to an address that is not bound for execution.";
	case SMGPU_ERR_DTOK_OVERFLOW:
		return "The threads of a warp parted more often than the token queue can hold.";
	case SMGPU_ERR_BREAK: return "A thread met a breakpoint.";
	case SMGPU_ERR_BUS: return "The memory system answered an access with an error.";
	case SMGPU_ERR_WATCHDOG:
		return "A task or a wait took longer than the queue's watchdog allows.";
	case SMGPU_ERR_METHOD_UNKNOWN: return "A pushbuffer holds a method that does not exist.";
	case SMGPU_ERR_METHOD_FORMAT:
		return "A pushbuffer method has a wrong count, reserved bits, alignment or flags.";
	case SMGPU_ERR_SEGMENT_FORMAT:
		return "A pushbuffer segment is misaligned, empty, too long, or ends inside a method.";
	case SMGPU_ERR_SEGMENT_FAULT:
		return "The address of a segment, semaphore or copy is not bound.";
	case SMGPU_ERR_TMD_FAULT: return "The address of a TMD is not bound or misaligned.";
	case SMGPU_ERR_TMD_FORMAT:
		return "A TMD has a wrong magic number, kind, flags or reserved field.";
	case SMGPU_ERR_TMD_LIMIT: return "A TMD asks for more than this card can run.";
	case SMGPU_ERR_TMD_PERMISSION:
		return "A TMD asks for a priority, SMs or a schedule that the queue may not use.";
	case SMGPU_ERR_KILLED: return "The queue was killed with work in flight.";
	case SMGPU_ERR_CARD_RESET: return "The card was reset with work in flight.";
	case SMGPU_ERR_CARD_LOST: return "The card does not answer.";
	case SMGPU_ERR_RING:
		return "A doorbell value was outside of the ring, a ring entry was malformed, or its seqno did not grow.";
	case SMGPU_ERR_QUEUE:
		return "A work queue or request ring is not mapped, misshapen, or holds counts that can't be.";
	}
	return "Unknown error code.";
}
