// SPDX-License-Identifier: MIT
/*
 * syscalls KERNELS.elf: how many system calls a launch takes, `name<TAB>value<TAB>unit`: of a user
 * queue, and as a check of the count of a queue of the kernel, where it cannot be none. A child
 * process launches; its parent traces it and counts the calls between two marks.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "smgpu.h"

#define LAUNCHES	100u
#define MARK		SYS_getppid	/* nothing else calls it */

/* Between the marks, so nothing here may print. */
static void launch(struct smgpu_queue *q, const struct smgpu_kernel *k,
		   const struct smgpu_launch *l, struct smgpu_fence **f)
{
	for (uint32_t i = 0; i < LAUNCHES; i++) {
		f[i] = smgpu_launch(q, k, l);
		if (!f[i])
			_exit(3);
	}
}

/* Behind them: waits are not counted. */
static void wait_all(struct smgpu_fence **f)
{
	for (uint32_t i = 0; i < LAUNCHES; i++) {
		if (smgpu_fence_wait(f[i], -1))
			_exit(4);
		smgpu_fence_unref(f[i]);
	}
}

/* Never returns. Exit status 0: all launches gave the right result. */
static void child(const char *elf, uint32_t queue_flags)
{
	const struct smgpu_queue_options opt = { .flags = queue_flags };
	struct smgpu_device *dev = smgpu_device_new(NULL);
	struct smgpu_vm *vm = dev ? smgpu_vm_new(dev) : NULL;
	struct smgpu_queue *q = vm ? smgpu_queue_new(vm, &opt) : NULL;
	struct smgpu_module *mod = vm ? smgpu_module_open(vm, elf) : NULL;
	struct smgpu_buffer *b = vm ? smgpu_buffer_new(vm, 4096, SMGPU_BUFFER_VISIBLE) : NULL;
	const struct smgpu_kernel *k = mod ? smgpu_module_kernel(mod, "add_atomic") : NULL;
	struct smgpu_fence *f[LAUNCHES];
	uint32_t *out, args[2];

	if (!q || !b || !k) {
		fprintf(stderr, "syscalls: %s\n", smgpu_last_error());
		_exit(2);
	}
	out = smgpu_buffer_map(b);
	args[0] = smgpu_buffer_va(b);
	args[1] = 1;
	/* The first round fills the pools of malloc and of the queue. */
	launch(q, k, &(struct smgpu_launch){ .args = args, .arg_words = 2 }, f);
	wait_all(f);
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(5);
	raise(SIGSTOP);
	syscall(MARK);
	launch(q, k, &(struct smgpu_launch){ .args = args, .arg_words = 2 }, f);
	syscall(MARK);
	wait_all(f);
	_exit(out[0] == 2 * LAUNCHES ? 0 : 6);
}

/* System calls between the marks, or -1 after a message */
static long count(const char *elf, uint32_t queue_flags)
{
	struct __ptrace_syscall_info info;
	int status, marks = 0;
	pid_t pid = fork();
	long calls = 0;

	if (!pid)
		child(elf, queue_flags);
	if (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
		ptrace(PTRACE_SETOPTIONS, pid, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
		while (!ptrace(PTRACE_SYSCALL, pid, NULL, NULL) &&
		       waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
			if (WSTOPSIG(status) != (SIGTRAP | 0x80) ||
			    ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(info), &info) <= 0 ||
			    info.op != PTRACE_SYSCALL_INFO_ENTRY)
				continue;
			if (info.entry.nr == MARK)
				marks++;
			else
				calls += marks == 1;
		}
	}
	if (WIFEXITED(status) && !WEXITSTATUS(status) && marks == 2)
		return calls;
	fprintf(stderr, "syscalls: the launches failed, status %#x, %d marks\n", status, marks);
	return -1;
}

int main(int argc, char **argv)
{
	long user, kernel;

	if (argc != 2) {
		fprintf(stderr, "usage: syscalls KERNELS.elf\n");
		return 2;
	}
	user = count(argv[1], SMGPU_QUEUE_USER);
	kernel = count(argv[1], 0);
	if (user < 0 || kernel < (long)LAUNCHES)
		return 1;
	printf("wdu.syscalls_per_submit\t%.4g\tsystem calls in a launch on a user queue\n",
	       (double)user / LAUNCHES);
	printf("wdu.syscalls_per_kernel_submit\t%.4g\tsystem calls in a launch on a queue of the kernel, counted in the same way\n",
	       (double)kernel / LAUNCHES);
	return 0;
}
