// SPDX-License-Identifier: MIT
/*
 * User queues through the library: results, order, a queue's death, and that a launch is no system
 * call. Part of the library test on a card.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "library.h"

#define LAUNCHES 100u

static volatile sig_atomic_t calls;

/* A signal for each system call, as seccomp is told to make one. */
static void on_call(int sig, siginfo_t *info, void *context)
{
	(void)sig, (void)info, (void)context;
	calls++;
}

/* Every system call of this thread but those that end it becomes a signal. */
static int watch_calls(void)
{
	const struct sigaction act = { .sa_sigaction = on_call, .sa_flags = SA_SIGINFO };
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 5, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 4, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigprocmask, 3, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 2, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog prog = { .len = sizeof(code) / sizeof(code[0]), .filter = code };

	if (sigaction(SIGSYS, &act, NULL) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
}

struct job {
	struct smgpu_queue *q;
	const struct smgpu_kernel *k;
	struct smgpu_launch l;
	bool watched, launched, done;
};

/* All before the first wait: the ring has to go round. */
static bool launch_all(struct job *j)
{
	struct smgpu_fence *f[LAUNCHES];
	bool ok = true;

	for (uint32_t i = 0; i < LAUNCHES; i++)
		f[i] = smgpu_launch(j->q, j->k, &j->l);
	j->launched = true;
	for (uint32_t i = 0; i < LAUNCHES; i++) {
		ok = ok && f[i] && !smgpu_fence_wait(f[i], -1);
		smgpu_fence_unref(f[i]);
	}
	return ok;
}

/* The first round fills malloc's pools; in the second the launches are counted, before anything is
 * waited for. */
static void *count_calls(void *arg)
{
	struct smgpu_fence *f[LAUNCHES];
	struct job *j = arg;

	j->done = launch_all(j);
	j->watched = !watch_calls();
	for (uint32_t i = 0; i < LAUNCHES; i++)
		f[i] = smgpu_launch(j->q, j->k, &j->l);
	/* The queue has the fences too, and ends them with itself. */
	for (uint32_t i = 0; i < LAUNCHES; i++)
		smgpu_fence_unref(f[i]);
	return NULL;
}

void test_user(struct smgpu_vm *vm, struct smgpu_module *mod)
{
	const struct smgpu_queue_options opt = { .flags = SMGPU_QUEUE_USER };
	struct smgpu_queue *u = smgpu_queue_new(vm, &opt), *kernel = smgpu_queue_new(vm, NULL);
	struct smgpu_buffer *b = smgpu_buffer_new(vm, 4096, SMGPU_BUFFER_VISIBLE);
	uint32_t *out = smgpu_buffer_map(b), args[] = { smgpu_buffer_va(b), 1 }, wild = 0x70000000;
	struct job j = { .q = u,
			 .k = smgpu_module_kernel(mod, "add_atomic"),
			 .l = { .args = args, .arg_words = 2 } };
	struct smgpu_queue_error e;
	struct smgpu_launch l = j.l;
	struct smgpu_fence *f;
	pthread_t thread;

	CHECK("user/open", u && kernel);
	if (!u || !kernel)
		return;
	CHECK("user/launches", launch_all(&j) && out[0] == LAUNCHES);
	f = smgpu_launch(u, j.k, &j.l);
	l.wait = &f;
	l.n_wait = 1;
	CHECK("user/no-fence-for-others", f && !smgpu_launch(kernel, j.k, &l) && errno == EINVAL);
	CHECK("user/wait", f && !smgpu_fence_wait(f, -1) && out[0] == LAUNCHES + 1);
	smgpu_fence_unref(f);
	if (!pthread_create(&thread, NULL, count_calls, &j))
		pthread_join(thread, NULL);
	if (calls)
		printf("# %d system calls in %u launches\n", (int)calls, LAUNCHES);
	CHECK("user/no-system-call", j.done && j.watched && !calls);

	l = (struct smgpu_launch){ .args = &wild, .arg_words = 1 };
	f = smgpu_launch(u, smgpu_module_kernel(mod, "wild"), &l);
	CHECK("user/page-fault",
	      f && smgpu_fence_wait(f, -1) == -EIO && strstr(smgpu_last_error(), "0x70000000"));
	smgpu_fence_unref(f);
	CHECK("user/sticky",
	      !smgpu_queue_error(u, &e) && e.code == SMGPU_ERR_PAGE_FAULT && e.va == wild);
	CHECK("user/no-more-work", !smgpu_launch(u, j.k, &j.l) && errno == ECANCELED);
	l = j.l;
	f = smgpu_launch(kernel, j.k, &l);
	CHECK("user/others-go-on", f && !smgpu_fence_wait(f, -1));
	smgpu_fence_unref(f);
	smgpu_queue_unref(u);
	smgpu_queue_unref(kernel);
	smgpu_buffer_unref(b);
}
