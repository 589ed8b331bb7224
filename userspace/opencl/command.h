/* SPDX-License-Identifier: MIT */
/*
 * Queues, their commands, and recorded ones. A part of internal.h.
 *
 * A command is a struct work with functions, carried by an event. The event is in one list of its
 * queue: pending until the card has it, then flight until it has ended. The chapter is
 * libsmgpu-opencl in Documentation/software/library.rst.
 *
 * All of it is under the library's lock.
 */
#ifndef _SMGPU_OPENCL_COMMAND_H_
#define _SMGPU_OPENCL_COMMAND_H_

/* ---- queue.c ---- */

/* In the order of their coming. @tail is valid only while there is a head. */
struct event_list {
	cl_event head, *tail;
};

/* A queue of the program. Commands hold it, so it lives until the last of them has ended. */
struct _cl_command_queue {
	struct object o;
	cl_context context;
	cl_command_queue next;		/* of the context */
	cl_command_queue_properties flags;
	cl_queue_properties *properties;
	size_t n_properties;
	cl_uint priority;
	struct smgpu_queue *channel;	/* NULL: to be made before the next command */
	/* The word of @context->semaphores that @channel counts in. */
	uint32_t semaphore;
	struct event_list pending;	/* commands that wait for the host */
	struct event_list flight;	/* commands that the card has */
	/* out of order: the next command comes after all before it */
	bool barrier;
	/* Threads that sleep on a fence of the channel, without the lock. */
	unsigned int sleepers;
	/* A command failed on the card. Each function that waits for the queue says so, until a
	 * kernel succeeds that came when the program knew. */
	bool failed, told;
};

static inline bool in_order(cl_command_queue q)
{
	return !(q->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

/* ---- event.c, command.c, issue.c ---- */

struct work;

/* What one kind of command does. All are called under the lock. */
struct work_ops {
	bool (*ready)(cl_event e);	/* has the host what the command takes from it? NULL: yes */
	cl_int (*issue)(cl_event e);	/* gives it to the card */
	void (*finish)(cl_event e);	/* the host's part, when the card's is done, or NULL */
	/* Frees the work, whatever has become of the command. */
	void (*drop)(struct work *w);
	/* of the kernel that it launches; NULL: it is no launch */
	const char *(*name)(const struct work *w);
};

struct work {			/* first member of each kind of command */
	const struct work_ops *ops;
	const uint8_t *host_at;		/* the program's memory that finish() writes */
	size_t host_bytes;
};

/* A user event has no queue and ends by clSetUserEventStatus(). A command's event is held by the
 * list that it is in, and by the program as long as it has a reference. */
struct _cl_event {
	struct object o;
	cl_context context;
	cl_command_queue queue;		/* NULL: user event */
	cl_command_type type;
	/* As OpenCL numbers them: it falls from CL_QUEUED to CL_COMPLETE, or is a negative
	 * error. */
	cl_int status;
	cl_event next;			/* of its queue */
	cl_event *waits;
	cl_uint n_waits;
	bool barrier;			/* comes after all before it, and all others after it */
	bool marker;			/* comes after all before it */
	/* Of the library: it carries a semaphore's release, and the program never sees it. */
	bool internal;
	bool tried;			/* the card took it */
	bool informed;			/* the program knew then that its queue had failed */
	struct work *work;
	struct smgpu_fence *fence;	/* NULL: nothing for the card to do */
	/* of a launch in parts: of all but the last, whose is @fence */
	struct smgpu_fence **earlier;
	unsigned int n_earlier;
	struct smgpu_queue *channel;	/* that carries it */
	struct script *script;
	struct smgpu_stream *stream;	/* its methods: the script's, or those of @into */
	const volatile uint64_t *clock;	/* two times that the card writes; NULL: none */
	/* it is not issued, but becomes a part of a command buffer */
	struct run *into;
	bool kernel;			/* the fence is of a launch */
	uint64_t times[4];		/* QUEUED, SUBMIT, START, END */
	/* Functions that were not called yet, each for one status. */
	struct callback *callbacks;
	/* of notify.c, which holds the event while it is in that list */
	cl_event next_watched;
	bool watched;
};

/* of all that the queue has done, for a function that has waited */
cl_int queue_outcome(cl_command_queue q);
void event_told(cl_event e);		/* the program learns its status */
/* CL_SUCCESS, or the error that a command with this list has. */
cl_int wait_list_check(cl_context c, cl_uint n, const cl_event *list);
/* Takes @w over, even if it fails. */
cl_int command_add(cl_command_queue q, cl_command_type type, struct work *w, cl_uint n_waits,
		   const cl_event *waits, cl_event *event, bool blocking);
cl_int command_add_marker(cl_command_queue q, cl_command_type type, bool barrier, cl_uint n_waits,
			  const cl_event *waits, cl_event *event, bool blocking);
cl_int event_wait(cl_event e);		/* its status in the end; the caller has the lock once */
/* @status: CL_COMPLETE or a negative error. Work and waits are given back. */
void event_end(cl_event e, cl_int status);
/* the program gets a new event, or not if @to is NULL */
void event_hand_out(cl_event e, cl_event *to);
/* calls the functions that wait for its status, or one before it */
void event_tell(cl_event e);
cl_event event_new(cl_context c, cl_command_queue q, cl_command_type type);
void event_list_add(struct event_list *l, cl_event e);
cl_event event_list_take(struct event_list *l);
/* Looks what has become of the context's commands, and gives the card what can go on. */
void progress(cl_context c);
/* Sleeps until the card may have got on with what @e waits for. */
void event_sleep(cl_event e, unsigned int ms);
/* For issue(): methods that the command must begin with; NULL if there are none and @must
 * is false */
cl_int issue_begin(cl_event e, bool must);
cl_int issue_stream(cl_event e);	/* the script is all the command */
cl_int issue_launch(cl_event e, const struct smgpu_kernel *k, struct smgpu_launch *parts,
		    unsigned int n);
/* Methods that must come before those of the command, or NULL */
struct smgpu_stream *issue_before(cl_event e);
/* These are all the command. */
cl_int issue_streams(cl_event e, struct smgpu_stream *const *streams, uint32_t n);
/* Does @e wait, from wait @i on, for something of another queue? Which; n_waits: nothing */
cl_uint next_foreign(cl_event e, cl_uint i);
/* Is a command in flight or pending in @e's queue before it that will write there? */
bool host_is_written(cl_event e, const void *at, size_t bytes);
/* A channel for the next command: false if none can be had. */
bool queue_channel(cl_command_queue q);
/* @channel has died. Nothing happens if the queue has another one by now. */
void queue_lose_channel(cl_command_queue q, struct smgpu_queue *channel);
void queue_finish(cl_command_queue q);	/* the caller has the lock once */

/* ---- recording.c, command_buffer_run.c: command buffers ---- */

/* A command of a command buffer. @waits are sync points: places in the list, from 1 on. */
struct recorded {
	struct work *work;		/* NULL: a barrier */
	cl_sync_point_khr *waits;
	cl_uint n_waits;
};

/* All that the card needs to run a command buffer once; one run at a time can use it. */
struct run {
	struct run *next;		/* of the free ones */
	cl_context context;
	struct smgpu_stream **streams;
	uint32_t n_streams;
	struct smgpu_task **tasks;
	uint32_t n_tasks;
	struct smgpu_buffer *times_buf;	/* NULL: none are wanted */
	/* while it is made */
	cl_command_buffer_khr buffer;
	const struct recorded *command;
	uint32_t *first;		/* of each command its first task; one more: all */
	uint32_t n_commands;		/* until now, @command not counted */
	/* tasks before this one have ended when the next method is executed */
	uint32_t idle;
	cl_uint priority;		/* of the queue that it is for */
};

/* Recording until it is finalized, executable afterwards; it never goes back. */
struct _cl_command_buffer_khr {
	struct object o;
	cl_command_queue queue;		/* the program's reference is counted */
	bool in_order;			/* as the queue was then */
	cl_command_buffer_properties_khr *properties;
	size_t n_properties;
	bool simultaneous, executable;
	cl_uint n_running;		/* runs that the card has */
	struct recorded *commands;
	cl_uint n_commands;
	struct run *runs;		/* free ones */
};

/* What a thread records, and how */
struct recording {
	cl_command_buffer_khr into;	/* held */
	const cl_command_properties_khr *properties;
	cl_uint n_waits;
	const cl_sync_point_khr *waits;
	cl_sync_point_khr *point;
};

/* From here to record_end() the commands of this thread go to r->into */
void record_begin(const struct recording *r);
void record_end(void);
/* @w is taken over on success only. NULL stands for a barrier. */
cl_int record_append(const struct recording *r, struct work *w);
/* If this thread records commands: takes @w over, and @err is what the command gives. */
bool record_take(cl_command_queue q, struct work *w, cl_int *err);
/* NULL, with the error in @err. The caller owns the run. */
struct run *run_new(cl_command_buffer_khr b, cl_command_queue q, cl_int *err);
void run_free(struct run *r);
/* These two stand in for issue_begin() and issue_launch() while a run is made. */
cl_int run_begin(cl_event e, bool methods);
cl_int run_launch(cl_event e, const struct smgpu_kernel *k, struct smgpu_launch *parts,
		  unsigned int n);
cl_int run_add(cl_command_queue q, cl_command_buffer_khr b, cl_uint n_waits, const cl_event *waits,
	       cl_event *event);

#endif
