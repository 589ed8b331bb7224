// SPDX-License-Identifier: MIT
/*
 * Command queues. Each has a channel of the card; one that died is replaced when the next command
 * comes.
 *
 * A queue has two lists, pending and flight (command.h), and gives commands to the card in order.
 * One that executes out of order differs only in what a command waits for.
 *
 * A queue holds its context. Its events hold the queue, so one that was released lives until its
 * last command has ended.
 */
#include "internal.h"

/* A queue that was never put in the list is not found, and that is right. */
static void unlink_queue(cl_command_queue q)
{
	for (cl_command_queue *at = &q->context->queues; *at; at = &(*at)->next) {
		if (*at == q) {
			*at = q->next;
			return;
		}
	}
}

/* The semaphore's value stays: the next queue that takes it counts on. */
static void destroy(void *object)
{
	cl_command_queue q = object;

	unlink_queue(q);
	if (q->channel) {
		smgpu_queue_unref(q->channel);
		q->context->semaphore_taken[q->semaphore] = false;
	}
	free(q->properties);
	object_drop(q->context);
}

/* The word goes on from where the channel that had it before has left it. */
static bool take_semaphore(cl_command_queue q)
{
	for (uint32_t i = 0; i < SEMAPHORES; i++) {
		if (q->context->semaphore_taken[i])
			continue;
		q->context->semaphore_taken[i] = true;
		q->semaphore = i;
		return true;
	}
	return false;
}

/* Of a queue without the property, and of other programs' queues. What is more urgent needs a
 * permission, and a hint is no error. */
#define USUAL	5
#define URGENT	(USUAL - 1)
#define PATIENT	(USUAL + 3)

/* What is more urgent may need a permission that the program has not: then the usual priority. */
static struct smgpu_queue *channel_of(cl_command_queue q, uint32_t flags)
{
	struct smgpu_queue_options opt = { .watchdog_cycles =
						   q->context->device->info->watchdog_max_cycles,
					   .flags = flags,
					   .best_priority = q->priority };
	struct smgpu_queue *channel = smgpu_queue_new(q->context->vm, &opt);

	if (channel || q->priority != URGENT)
		return channel;
	opt.best_priority = USUAL;
	channel = smgpu_queue_new(q->context->vm, &opt);
	if (channel)
		q->priority = USUAL;
	return channel;
}

/* A user queue if the driver has one to give, else one with system calls. false: neither can be
 * had. */
bool queue_channel(cl_command_queue q)
{
	if (q->channel)
		return true;
	/* The word is taken first: a channel without one could not tell others of its progress. */
	if (!take_semaphore(q))
		return false;
	q->channel = channel_of(q, SMGPU_QUEUE_USER);
	if (!q->channel)
		q->channel = channel_of(q, 0);
	if (!q->channel)
		q->context->semaphore_taken[q->semaphore] = false;
	return q->channel;
}

/* Commands of other queues that wait for it go on; they fail when the host looks at them. Its
 * semaphore is not used again. */
void queue_lose_channel(cl_command_queue q, struct smgpu_queue *channel)
{
	/* Several commands of a channel may find that it died; the queue may have a new one by
	 * then. */
	if (!q->channel || q->channel != channel)
		return;
	/* Every value that another queue waits for is reached by that. */
	((volatile uint64_t *)smgpu_buffer_map(q->context->semaphores))[q->semaphore] = UINT64_MAX;
	smgpu_queue_unref(q->channel);
	q->channel = NULL;
}

/* The queue is held, as the program may release it while the lock is free. */
void queue_finish(cl_command_queue q)
{
	object_hold(q);
	for (progress(q->context); q->pending.head || q->flight.head; progress(q->context)) {
		cl_event last = q->pending.head ? q->pending.head : q->flight.head;

		while (last->next)
			last = last->next;
		event_wait(last);
	}
	object_drop(q);
}

/* A context has one device, so no other will do. */
static cl_int check(cl_context c, cl_device_id device)
{
	if (!object_valid(c, KIND_CONTEXT))
		return CL_INVALID_CONTEXT;
	return object_valid(device, KIND_DEVICE) && c->device == device ? CL_SUCCESS
									: CL_INVALID_DEVICE;
}

/* A queue on the device would be valid, out of order, but is not offered. */
static cl_int check_flags(cl_command_queue_properties flags, bool has_size)
{
	if (flags & ~(cl_command_queue_properties)(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
						   CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_ON_DEVICE |
						   CL_QUEUE_ON_DEVICE_DEFAULT))
		return CL_INVALID_VALUE;
	/* Queues on the device must execute out of order, so that mistake is told first. */
	if (flags & CL_QUEUE_ON_DEVICE)
		return flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE ? CL_INVALID_QUEUE_PROPERTIES
								      : CL_INVALID_VALUE;
	return flags & CL_QUEUE_ON_DEVICE_DEFAULT || has_size ? CL_INVALID_VALUE : CL_SUCCESS;
}

/* The channel is made at once, so that a card without room is told here and not with a command. */
static cl_command_queue make(cl_context c, cl_command_queue_properties flags, cl_uint priority,
			     const cl_queue_properties *list, cl_int *err_ret)
{
	cl_command_queue q = object_new(KIND_QUEUE, sizeof(*q), destroy);

	if (!q)
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	q->context = object_hold(c);
	q->flags = flags;
	q->priority = priority;
	if (list) {
		q->properties = list_copy(list, sizeof(*list), &q->n_properties);
		if (!q->properties) {
			object_drop(q);
			return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
		}
	}
	if (!queue_channel(q)) {
		object_drop(q);
		return refuse(err_ret, CL_OUT_OF_RESOURCES);
	}
	/* Only a queue that has a channel is in the list, which progress() looks through. */
	q->next = c->queues;
	c->queues = q;
	return accept_as(err_ret, q);
}

/* OpenCL 1.2's function, with flags alone. */
CL_API_ENTRY cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context,
							       cl_device_id device,
							       cl_command_queue_properties flags,
							       cl_int *err_ret)
{
	cl_int err;
	GUARD;

	err = check(context, device);
	if (!err)
		err = check_flags(flags, false);
	return err ? refuse(err_ret, err) : make(context, flags, USUAL, NULL, err_ret);
}

/* Of a property that stands twice the last value counts. */
CL_API_ENTRY cl_command_queue CL_API_CALL
clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
				   const cl_queue_properties *properties, cl_int *err_ret)
{
	cl_command_queue_properties flags = 0;
	cl_uint priority = USUAL;
	bool has_size = false;
	cl_int err;
	GUARD;

	err = check(context, device);
	if (err)
		return refuse(err_ret, err);
	for (const cl_queue_properties *p = properties; p && p[0]; p += 2) {
		switch (p[0]) {
		case CL_QUEUE_PROPERTIES:
			flags = p[1];
			break;
		case CL_QUEUE_PRIORITY_KHR:
			if (p[1] != CL_QUEUE_PRIORITY_HIGH_KHR &&
			    p[1] != CL_QUEUE_PRIORITY_MED_KHR && p[1] != CL_QUEUE_PRIORITY_LOW_KHR)
				return refuse(err_ret, CL_INVALID_VALUE);
			priority = p[1] == CL_QUEUE_PRIORITY_HIGH_KHR  ? URGENT
				   : p[1] == CL_QUEUE_PRIORITY_MED_KHR ? USUAL
								       : PATIENT;
			break;
		case CL_QUEUE_SIZE:
			has_size = true;
			break;
		default:
			return refuse(err_ret, CL_INVALID_VALUE);
		}
	}
	err = check_flags(flags, has_size);
	return err ? refuse(err_ret, err) : make(context, flags, priority, properties, err_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue queue)
{
	return object_retain(queue, KIND_QUEUE);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue queue)
{
	GUARD;

	if (object_valid(queue, KIND_QUEUE) && queue->o.refs == 1) {
		/* no thread would look at what the card still has; the lock is free meanwhile, and
		 * a second release must not find the handle */
		object_hold(queue);
		queue->o.refs = 0;
		for (progress(queue->context); queue->flight.head; progress(queue->context))
			event_sleep(queue->flight.head, 1000);
		object_drop(queue);
		object_drop(queue);
		return CL_SUCCESS;
	}
	return object_release(queue, KIND_QUEUE);
}

/* Nothing here waits: properties are those of the queue's making. */
CL_API_ENTRY cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue queue,
						      cl_command_queue_info name, size_t room,
						      void *value, size_t *ret)
{
	GUARD;

	if (!object_valid(queue, KIND_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	switch (name) {
	case CL_QUEUE_CONTEXT: GIVE(cl_context, queue->context);
	case CL_QUEUE_DEVICE: GIVE(cl_device_id, queue->context->device);
	case CL_QUEUE_REFERENCE_COUNT: GIVE(cl_uint, queue->o.refs);
	case CL_QUEUE_PROPERTIES: GIVE(cl_command_queue_properties, queue->flags);
	case CL_QUEUE_PROPERTIES_ARRAY:
		GIVE_BYTES(queue->properties, queue->n_properties * sizeof(cl_queue_properties));
	case CL_QUEUE_DEVICE_DEFAULT: GIVE(cl_command_queue, NULL);
	case CL_QUEUE_SIZE: return CL_INVALID_COMMAND_QUEUE;	/* the queue is not on the device */
	}
	return CL_INVALID_VALUE;
}

/* Commands under way were begun with the old flags, so they end first. */
CL_API_ENTRY cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue queue,
							  cl_command_queue_properties flags,
							  cl_bool enable,
							  cl_command_queue_properties *old)
{
	GUARD;

	if (!object_valid(queue, KIND_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (flags & ~(cl_command_queue_properties)(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
						   CL_QUEUE_PROFILING_ENABLE))
		return CL_INVALID_VALUE;
	if (old)
		*old = queue->flags;
	queue_finish(queue);
	queue->flags = enable ? queue->flags | flags : queue->flags & ~flags;
	return CL_SUCCESS;
}

/* Queues on the device are not offered, so none can be the default. */
CL_API_ENTRY cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context,
							       cl_device_id device,
							       cl_command_queue queue)
{
	GUARD;

	(void)queue;	/* of the host, whatever it is */
	if (!object_valid(context, KIND_CONTEXT))
		return CL_INVALID_CONTEXT;
	return object_valid(device, KIND_DEVICE) && device == context->device ? CL_INVALID_OPERATION
									      : CL_INVALID_DEVICE;
}

/* All that can be given to the card is given: it goes on without the host. */
CL_API_ENTRY cl_int CL_API_CALL clFlush(cl_command_queue queue)
{
	GUARD;

	if (!object_valid(queue, KIND_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	progress(queue->context);
	return CL_SUCCESS;
}

/* Tells of a failure that no event told of. */
CL_API_ENTRY cl_int CL_API_CALL clFinish(cl_command_queue queue)
{
	GUARD;

	if (!object_valid(queue, KIND_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	queue_finish(queue);
	return queue_outcome(queue);
}

/* A barrier is a marker that others wait for, too. */
static cl_int add_marker(cl_command_queue q, cl_command_type type, bool barrier, cl_uint n,
			 const cl_event *list, cl_event *event)
{
	cl_int err;
	GUARD;

	if (!object_valid(q, KIND_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	err = wait_list_check(q->context, n, list);
	return err ? err : command_add_marker(q, type, barrier, n, list, event, false);
}

/* Without a list it waits for all commands before it. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint n,
							    const cl_event *list, cl_event *event)
{
	return add_marker(queue, CL_COMMAND_MARKER, false, n, list, event);
}

/* The same, and all commands behind it wait for the barrier. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint n,
							     const cl_event *list, cl_event *event)
{
	return add_marker(queue, CL_COMMAND_BARRIER, true, n, list, event);
}

/* OpenCL 1.1's forms of the same commands follow. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueMarker(cl_command_queue queue, cl_event *event)
{
	return event ? add_marker(queue, CL_COMMAND_MARKER, false, 0, NULL, event)
		     : CL_INVALID_VALUE;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue queue, cl_uint n,
						       const cl_event *list)
{
	cl_int err = n && list ? add_marker(queue, CL_COMMAND_BARRIER, true, n, list, NULL)
			       : CL_INVALID_VALUE;

	/* as OpenCL 1.1 calls it */
	return err == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : err;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue queue)
{
	return add_marker(queue, CL_COMMAND_BARRIER, true, 0, NULL, NULL);
}
