// SPDX-License-Identifier: MIT
/*
 * Errors, buffers, and waiting for the last frame.
 *
 * Functions of the library end with one of the first two. Errors of libsmgpu become sentences that
 * say what the library was about, and keep their errno.
 */
#include <stdarg.h>
#include <stdio.h>

#include "internal.h"

/* Of the thread; libsmgpu has another one for itself. */
static _Thread_local char last[320];

/* @err is negative. It is returned, so that a caller can end with it. */
int gfx_fail(int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(last, sizeof(last), fmt, ap);
	va_end(ap);
	errno = -err;
	return err;
}

/* errno is that of libsmgpu. Without one the failure is an I/O error, as 0 would mean success. */
int gfx_failed(const char *what)
{
	int err = errno ? errno : EIO;

	return gfx_fail(-err, "%s: %s", what, smgpu_last_error());
}

/* Empty before the first failure. */
EXPORT const char *smgpu_gfx_last_error(void)
{
	return last;
}

/* Never of 0 bytes, which libsmgpu refuses. The caller owns it. */
struct smgpu_buffer *gfx_buffer(struct smgpu_gfx *g, uint64_t bytes, uint32_t flags)
{
	struct smgpu_buffer *b = smgpu_buffer_new(g->vm, bytes ? bytes : 4, flags);

	if (!b)
		gfx_failed("Memory of the card");
	return b;
}

/* Waits for the copy, as all copies of libsmgpu do. */
struct smgpu_buffer *gfx_filled(struct smgpu_gfx *g, const void *data, uint64_t bytes)
{
	struct smgpu_buffer *b = gfx_buffer(g, bytes, SMGPU_BUFFER_CARD);

	if (b && bytes && smgpu_buffer_write(g->queue, b, 0, data, bytes)) {
		gfx_failed("A copy to the card");
		smgpu_buffer_unref(b);
		b = NULL;
	}
	return b;
}

/* 0 also if there is none. A failed frame is told once, and then forgotten. */
int gfx_idle(struct smgpu_gfx *g)
{
	int err;

	if (!g->fence)
		return 0;
	err = smgpu_fence_wait(g->fence, -1);
	if (err)
		gfx_fail(err, "A frame: %s", smgpu_last_error());
	smgpu_fence_unref(g->fence);
	g->fence = NULL;
	return err;
}
