/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef UAPI_TEST_H
#define UAPI_TEST_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <drm/smgpu_drm.h>
#include <drm/smgpu_hw.h>

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))
#define WAIT_NS		120000000000ll	/* a simulated card is slow; a test that hangs still ends */

/* A case fails by saying why, once; the rest of it is skipped by the caller's return. */
void fail_at(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
bool case_failed(void);
const char *case_why(void);
/* Prints why the case failed, if it did; returns whether it did. */
int case_report(const char *name);

#define CHECK(cond) do { \
	if (!(cond)) { \
		fail_at(__FILE__, __LINE__, "%s", #cond); \
		return; \
	} } while (0)
#define CHECK_EQ(got, want) do { \
	long long got_ = (long long)(got), want_ = (long long)(want); \
	if (got_ != want_) { \
		fail_at(__FILE__, __LINE__, "%s is %lld (%#llx), not %lld (%#llx)", #got, got_, \
			got_, want_, want_); \
		return; \
	} } while (0)
/* ioctl that must be refused with @err */
#define REFUSED(call, err) do { \
	int ret_ = (call); \
	if (ret_ != -(err)) { \
		fail_at(__FILE__, __LINE__, "%s returned %d, not %d", #call, ret_, -(err)); \
		return; \
	} } while (0)
#define OK(call) REFUSED(call, 0)
#define CALL(function) do { function; if (case_failed()) return; } while (0)

struct test_case {
	const char *group, *name;
	void (*run)(void);
};

extern const struct test_case args_cases[], mem_cases[], maps_cases[], signals_cases[],
	fdinfo_cases[], vm_cases[], submit_cases[], life_cases[], sm_cases[], limit_cases[],
	cost_cases[], queue_cases[], tasks_cases[], unmap_cases[], dump_cases[], foreign_cases[];

int load_main(void);
int dead_main(void);
int bounced_main(void);
int vanished_main(const char *command);
int outlive_main(void);
int ring_main(void);
int foreign_main(void);
int readers_main(void);
int recover_main(int argc, char **argv);
int crowded_main(void);
int slot_main(const char *mode, const char *command);
int hog_main(const char *what);
void *load_queue_open(void);
bool load_queue_told(void *queue);

/* All return 0 or a negative errno. */
int node_open(void);
int smgpu_ioctl(int fd, unsigned long request, void *arg);
/* The same as a 32-bit program does it */
int smgpu_ioctl32(int fd, unsigned long request, void *arg, size_t bytes);
int bo_create(int fd, uint64_t size, uint32_t flags, uint32_t *handle);
int bo_close(int fd, uint32_t handle);
int bo_map(int fd, uint32_t handle, uint64_t size, void **ptr);
int vm_create(int fd, uint32_t *vm);
int vm_destroy(int fd, uint32_t vm);
int vm_bind(int fd, uint32_t vm, const struct drm_smgpu_vm_bind_op *ops, uint32_t count,
	    uint32_t *done);
int vm_map(int fd, uint32_t vm, uint32_t handle, uint64_t offset, uint64_t va, uint64_t range,
	   uint32_t flags);
int vm_unmap(int fd, uint32_t vm, uint64_t va, uint64_t range);
int channel_create(int fd, uint32_t vm, uint32_t priority, uint64_t watchdog, uint32_t *channel);
int channel_destroy(int fd, uint32_t channel);
int channel_query(int fd, uint32_t channel, struct drm_smgpu_channel_query *query);
int submit(int fd, struct drm_smgpu_submit *args);
int sync_create(int fd, uint32_t *handle);
int sync_wait(int fd, uint32_t handle, uint64_t point);
/* Error of the fence of a binary syncobj: 0 or a negative errno; positive: not signalled */
int sync_error(int fd, uint32_t handle);
/* The same of a sync file */
int sync_file_error(int file);
int card_query(int fd, struct drm_smgpu_query_card *card);
/* A file of the card's debugfs; NULL if there is none, or the caller is not root. */
FILE *debugfs_open(const char *name);
/* Writes a file of the card's debugfs; 0 or a negative errno */
int debugfs_write(const char *name, const char *text);
int memory_query(int fd, struct drm_smgpu_query_memory *memory);

/* What most cases need: a VM with a page of pushbuffer, host data and card data, and a channel. */
#define ENV_PUSH	0x00100000u
#define ENV_HOST	0x00200000u
#define ENV_CARD	0x00400000u
#define ENV_BYTES	0x00040000u

struct env {
	int fd;
	uint32_t vm, channel, push_bo, host_bo, card_bo, sync;
	uint32_t *push, *host, *card;
	uint32_t words;		/* pushbuffer words so far */
};

void env_open(struct env *e);
void env_close(struct env *e);
/*
 * A process opens the card, calls @begin, which must pass, and is killed with what it left there.
 */
void env_killed(void (*begin)(struct env *child));
/*
 * How much memory is free, once the processes that have ended have given back theirs: what they had
 * last goes with the scheduler's work.
 */
void memory_settles(int fd, struct drm_smgpu_query_memory *now);
/*
 * Waits until as much memory is free as @before: the last references go with the scheduler's work.
 */
void memory_returns(int fd, const struct drm_smgpu_query_memory *before);
/*
 * Gives it a channel with the longest watchdog, for what the machine may be slow to do behind a job
 * that waits. 0 or errno.
 */
int env_patient(struct env *e);
void env_method(struct env *e, uint32_t op, uint32_t count, const uint32_t *payload);
#define METHOD(e, op, ...) do { \
	const uint32_t p_[] = { __VA_ARGS__ }; \
	env_method(e, op, COUNT(p_), p_); \
} while (0)
/* Submits what was built since the last time; returns 0 or errno. */
int env_submit(struct env *e, uint64_t *job);
/* Submits and waits. Returns the fence's error. */
int env_run(struct env *e);
int env_run_work(struct env *e, const struct drm_smgpu_work *work, uint32_t count);

#endif
