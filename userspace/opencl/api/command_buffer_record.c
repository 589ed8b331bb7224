// SPDX-License-Identifier: MIT
/*
 * Command buffers (cl_khr_command_buffer 0.9.8): a list of commands that is recorded once and then
 * enqueued often. Recording a command is enqueueing it, with all its checks, but the work goes to
 * the command buffer instead of a queue: see record_take().
 *
 * engine/recording.c has the list of commands, and engine/command_buffer_run.c what happens when
 * it is enqueued. Arguments of a command are taken when it is recorded: later changes of a kernel
 * do not reach it.
 *
 * A sync point is the number of a command in the list. It says which commands an out-of-order
 * buffer waits for; an in-order buffer needs none.
 *
 * Each clCommand...KHR() does the same. begin() checks what all commands have in common, a function
 * of OpenCL's core enqueues, and end() gives back. The core's function finds the recording of its
 * thread and hands over its work instead of running it.
 *
 * Sync points are numbers in the list and not events, so the core's function gets an empty list of
 * waits and no event.
 */
#include "internal.h"

/* Runs in flight hold the command buffer, so all runs are free. The queue gets its reference
 * back. */
static void destroy(void *object)
{
	cl_command_buffer_khr b = object;

	while (b->runs) {
		struct run *r = b->runs;

		b->runs = r->next;
		run_free(r);
	}
	for (cl_uint i = 0; i < b->n_commands; i++) {
		if (b->commands[i].work)
			b->commands[i].work->ops->drop(b->commands[i].work);
		free(b->commands[i].waits);
	}
	free(b->commands);
	free(b->properties);
	if (b->queue && !--b->queue->o.refs)
		object_drop(b->queue);
}

/* The same for all commands; what is particular to one is checked by the function that enqueues
 * it. */
static cl_int check(const struct recording *r, cl_command_queue q,
		    const cl_mutable_command_khr *handle)
{
	if (!object_valid(r->into, KIND_COMMAND_BUFFER))
		return CL_INVALID_COMMAND_BUFFER_KHR;
	/* Commands go to the queue that the buffer was made for, and OpenCL wants NULL for that. */
	if (q)
		return CL_INVALID_COMMAND_QUEUE;
	if (r->into->executable)
		return CL_INVALID_OPERATION;
	/* Handles are for commands that change later, properties for extensions that are not
	 * offered. */
	if (handle || (r->properties && *r->properties))
		return CL_INVALID_VALUE;
	if (!r->n_waits != !r->waits)
		return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
	/* A command waits for earlier ones only, so no circle can come about. */
	for (cl_uint i = 0; i < r->n_waits; i++)
		if (!r->waits[i] || r->waits[i] > r->into->n_commands)
			return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
	return CL_SUCCESS;
}

/* On success the lock is free, and commands of this thread are recorded until end(). It holds
 * the command buffer, so another thread cannot free it meanwhile. */
static cl_int begin(const struct recording *r, cl_command_queue q,
		    const cl_mutable_command_khr *handle)
{
	cl_int err;
	GUARD;

	err = check(r, q, handle);
	if (err)
		return err;
	object_hold(r->into);
	record_begin(r);
	return CL_SUCCESS;
}

/* Holds of begin() are given back, whatever the command said. */
static cl_int end(const struct recording *r, cl_int err)
{
	GUARD;

	record_end();
	object_drop(r->into);
	return err;
}

/* Not under one lock: the function that enqueues takes it itself. */
#define RECORD(call) do { \
		const struct recording r_ = { buffer, properties, n_waits, waits, point }; \
		cl_int err_ = begin(&r_, queue, handle); \
		return err_ ? err_ : end(&r_, call); \
	} while (0)

/* No work, only an order; so no function that enqueues is needed. */
CL_API_ENTRY cl_int CL_API_CALL clCommandBarrierWithWaitListKHR(
	cl_command_buffer_khr buffer, cl_command_queue queue,
	const cl_command_properties_khr *properties, cl_uint n_waits,
	const cl_sync_point_khr *waits, cl_sync_point_khr *point, cl_mutable_command_khr *handle)
{
	const struct recording r = { buffer, properties, n_waits, waits, point };
	cl_int err;
	GUARD;

	err = check(&r, queue, handle);
	return err ? err : record_append(&r, NULL);
}

CL_API_ENTRY cl_int CL_API_CALL clCommandCopyBufferKHR(cl_command_buffer_khr buffer,
						       cl_command_queue queue,
						       const cl_command_properties_khr *properties,
						       cl_mem src, cl_mem dst, size_t src_offset,
						       size_t dst_offset, size_t bytes,
						       cl_uint n_waits,
						       const cl_sync_point_khr *waits,
						       cl_sync_point_khr *point,
						       cl_mutable_command_khr *handle)
{
	RECORD(clEnqueueCopyBuffer(buffer->queue, src, dst, src_offset, dst_offset, bytes, 0, NULL,
				   NULL));
}

CL_API_ENTRY cl_int CL_API_CALL clCommandCopyBufferRectKHR(
	cl_command_buffer_khr buffer, cl_command_queue queue,
	const cl_command_properties_khr *properties, cl_mem src, cl_mem dst,
	const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row,
	size_t src_slice, size_t dst_row, size_t dst_slice, cl_uint n_waits,
	const cl_sync_point_khr *waits, cl_sync_point_khr *point, cl_mutable_command_khr *handle)
{
	RECORD(clEnqueueCopyBufferRect(buffer->queue, src, dst, src_origin, dst_origin, region,
				       src_row, src_slice, dst_row, dst_slice, 0, NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL clCommandCopyBufferToImageKHR(
	cl_command_buffer_khr buffer, cl_command_queue queue,
	const cl_command_properties_khr *properties, cl_mem src, cl_mem dst, size_t offset,
	const size_t *origin, const size_t *region, cl_uint n_waits, const cl_sync_point_khr *waits,
	cl_sync_point_khr *point, cl_mutable_command_khr *handle)
{
	RECORD(clEnqueueCopyBufferToImage(buffer->queue, src, dst, offset, origin, region, 0, NULL,
					  NULL));
}

CL_API_ENTRY cl_int CL_API_CALL clCommandCopyImageKHR(cl_command_buffer_khr buffer,
						      cl_command_queue queue,
						      const cl_command_properties_khr *properties,
						      cl_mem src, cl_mem dst, const size_t *from,
						      const size_t *to, const size_t *region,
						      cl_uint n_waits,
						      const cl_sync_point_khr *waits,
						      cl_sync_point_khr *point,
						      cl_mutable_command_khr *handle)
{
	RECORD(clEnqueueCopyImage(buffer->queue, src, dst, from, to, region, 0, NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL clCommandCopyImageToBufferKHR(
	cl_command_buffer_khr buffer, cl_command_queue queue,
	const cl_command_properties_khr *properties, cl_mem src, cl_mem dst, const size_t *origin,
	const size_t *region, size_t offset, cl_uint n_waits, const cl_sync_point_khr *waits,
	cl_sync_point_khr *point, cl_mutable_command_khr *handle)
{
	RECORD(clEnqueueCopyImageToBuffer(buffer->queue, src, dst, origin, region, offset, 0, NULL,
					  NULL));
}

CL_API_ENTRY cl_int CL_API_CALL clCommandFillBufferKHR(cl_command_buffer_khr buffer,
						       cl_command_queue queue,
						       const cl_command_properties_khr *properties,
						       cl_mem dst, const void *pattern,
						       size_t pattern_bytes, size_t offset,
						       size_t bytes, cl_uint n_waits,
						       const cl_sync_point_khr *waits,
						       cl_sync_point_khr *point,
						       cl_mutable_command_khr *handle)
{
	RECORD(clEnqueueFillBuffer(buffer->queue, dst, pattern, pattern_bytes, offset, bytes, 0,
				   NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL clCommandFillImageKHR(cl_command_buffer_khr buffer,
						      cl_command_queue queue,
						      const cl_command_properties_khr *properties,
						      cl_mem image, const void *colour,
						      const size_t *origin, const size_t *region,
						      cl_uint n_waits,
						      const cl_sync_point_khr *waits,
						      cl_sync_point_khr *point,
						      cl_mutable_command_khr *handle)
{
	RECORD(clEnqueueFillImage(buffer->queue, image, colour, origin, region, 0, NULL, NULL));
}

/* A kernel that prints needs a buffer for each launch, which a task has not. */
static bool prints(cl_kernel k)
{
	GUARD;

	return object_valid(k, KIND_KERNEL) && smgpu_kernel_info(k->k)->prints;
}

CL_API_ENTRY cl_int CL_API_CALL clCommandNDRangeKernelKHR(
	cl_command_buffer_khr buffer, cl_command_queue queue,
	const cl_command_properties_khr *properties, cl_kernel kernel, cl_uint dims,
	const size_t *offset, const size_t *global, const size_t *local, cl_uint n_waits,
	const cl_sync_point_khr *waits, cl_sync_point_khr *point, cl_mutable_command_khr *handle)
{
	RECORD(prints(kernel) ? CL_INVALID_OPERATION
			      : clEnqueueNDRangeKernel(buffer->queue, kernel, dims, offset, global,
						       local, 0, NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL
clCommandSVMMemcpyKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
		      const cl_command_properties_khr *properties, void *to, const void *from,
		      size_t bytes, cl_uint n_waits, const cl_sync_point_khr *waits,
		      cl_sync_point_khr *point, cl_mutable_command_khr *handle)
{
	RECORD(clEnqueueSVMMemcpy(buffer->queue, CL_FALSE, to, from, bytes, 0, NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL clCommandSVMMemFillKHR(
	cl_command_buffer_khr buffer, cl_command_queue queue,
	const cl_command_properties_khr *properties, void *to, const void *pattern,
	size_t pattern_bytes, size_t bytes, cl_uint n_waits, const cl_sync_point_khr *waits,
	cl_sync_point_khr *point, cl_mutable_command_khr *handle)
{
	RECORD(clEnqueueSVMMemFill(buffer->queue, to, pattern, pattern_bytes, bytes, 0, NULL,
				   NULL));
}

/* Flags of extensions are known, but refused with an error of their own. */
static cl_int read_properties(const cl_command_buffer_properties_khr *list,
			      cl_command_buffer_flags_khr *flags)
{
	/* of extensions that this device has not */
	const cl_command_buffer_flags_khr others = CL_COMMAND_BUFFER_MUTABLE_KHR |
						   CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;
	const cl_command_buffer_flags_khr known = CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | others;

	for (const cl_command_buffer_properties_khr *p = list; p && *p; p += 2) {
		if (p != list || *p != CL_COMMAND_BUFFER_FLAGS_KHR || p[1] & ~known)
			return CL_INVALID_VALUE;
		*flags = p[1];
	}
	return *flags & others ? CL_INVALID_PROPERTY : CL_SUCCESS;
}

/* Exactly one queue: commands of several queues would need waits between channels inside a run. The
 * buffer takes a reference of the program's kind, so the queue's count tells of it. */
CL_API_ENTRY cl_command_buffer_khr CL_API_CALL
clCreateCommandBufferKHR(cl_uint n, const cl_command_queue *queues,
			 const cl_command_buffer_properties_khr *properties, cl_int *err_ret)
{
	cl_command_buffer_flags_khr flags = 0;
	cl_command_buffer_khr b;
	cl_int err;
	GUARD;

	if (n != 1 || !queues)
		return refuse(err_ret, CL_INVALID_VALUE);
	if (!object_valid(queues[0], KIND_QUEUE))
		return refuse(err_ret, CL_INVALID_COMMAND_QUEUE);
	err = read_properties(properties, &flags);
	if (err)
		return refuse(err_ret, err);
	b = object_new(KIND_COMMAND_BUFFER, sizeof(*b), destroy);
	if (!b)
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	b->simultaneous = flags & CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR;
	b->properties = list_copy(properties, sizeof(*properties), &b->n_properties);
	if (!b->properties) {
		object_drop(b);
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	}
	b->queue = queues[0];
	b->queue->o.refs++;
	/* Taken once: clSetCommandQueueProperty() may change the queue while the buffer is
	 * recorded. */
	b->in_order = in_order(b->queue);
	return accept_as(err_ret, b);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainCommandBufferKHR(cl_command_buffer_khr buffer)
{
	return object_retain(buffer, KIND_COMMAND_BUFFER);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseCommandBufferKHR(cl_command_buffer_khr buffer)
{
	return object_release(buffer, KIND_COMMAND_BUFFER);
}

/* The first run is made here, so that what the card can't take is told now and not when it is
 * enqueued. */
CL_API_ENTRY cl_int CL_API_CALL clFinalizeCommandBufferKHR(cl_command_buffer_khr buffer)
{
	cl_int err;
	GUARD;

	if (!object_valid(buffer, KIND_COMMAND_BUFFER))
		return CL_INVALID_COMMAND_BUFFER_KHR;
	if (buffer->executable)
		return CL_INVALID_OPERATION;
	buffer->runs = run_new(buffer, buffer->queue, &err);
	buffer->executable = buffer->runs;
	return err;
}

/* Any queue of the context will do, not only the one it was recorded for. */
static cl_int check_queue(cl_command_buffer_khr b, cl_command_queue q)
{
	if (!object_valid(q, KIND_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	return q->context == b->queue->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

/* Without a queue, the one it was recorded for. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueCommandBufferKHR(cl_uint n, cl_command_queue *queues,
							  cl_command_buffer_khr buffer,
							  cl_uint n_waits, const cl_event *waits,
							  cl_event *event)
{
	cl_command_queue q;
	cl_int err;
	GUARD;

	if (!object_valid(buffer, KIND_COMMAND_BUFFER))
		return CL_INVALID_COMMAND_BUFFER_KHR;
	if (!buffer->executable)
		return CL_INVALID_OPERATION;
	if (!n != !queues || n > 1)
		return CL_INVALID_VALUE;
	/* The queue's own properties count for the run, and those of the recording for its
	 * order. */
	q = queues ? queues[0] : buffer->queue;
	err = check_queue(buffer, q);
	if (!err)
		err = wait_list_check(q->context, n_waits, waits);
	if (err)
		return err;
	return run_add(q, buffer, n_waits, waits, event);
}

/* State and properties are those of now; no command is waited for. */
CL_API_ENTRY cl_int CL_API_CALL clGetCommandBufferInfoKHR(cl_command_buffer_khr buffer,
							  cl_command_buffer_info_khr name,
							  size_t room, void *value, size_t *ret)
{
	GUARD;

	if (!object_valid(buffer, KIND_COMMAND_BUFFER))
		return CL_INVALID_COMMAND_BUFFER_KHR;
	switch (name) {
	case CL_COMMAND_BUFFER_NUM_QUEUES_KHR: GIVE(cl_uint, 1);
	case CL_COMMAND_BUFFER_QUEUES_KHR: GIVE(cl_command_queue, buffer->queue);
	case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR: GIVE(cl_uint, buffer->o.refs);
	case CL_COMMAND_BUFFER_CONTEXT_KHR: GIVE(cl_context, buffer->queue->context);
	case CL_COMMAND_BUFFER_STATE_KHR:
		GIVE(cl_command_buffer_state_khr, buffer->executable
							  ? CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR
							  : CL_COMMAND_BUFFER_STATE_RECORDING_KHR);
	case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
		GIVE_BYTES(buffer->properties, buffer->n_properties * sizeof(*buffer->properties));
	}
	return CL_INVALID_VALUE;
}
