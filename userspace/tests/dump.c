// SPDX-License-Identifier: MIT
/*
 * What libsmgpu tells and writes of queues that have failed, on the fake card or a real one.
 *
 * usage: SMGPU_DUMP=DIR dump dump.elf [many]	DIR is empty and stays the caller's; many: only that
 * there is an end to the files
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "smgpu.h"

static struct smgpu_vm *vm;
static struct smgpu_module *mod;
static struct smgpu_buffer *buf;
static int bad;

static void result(const char *name, bool ok, const char *why)
{
	if (ok)
		printf("ok dump/%s\n", name);
	else
		printf("not ok dump/%s: %s (%s)\n", name, why, smgpu_last_error());
	bad |= !ok;
}

#define CHECK(name, cond) result(name, cond, #cond)

/* Four warps, with an address that is in no buffer for the kernel that goes outside. */
static struct smgpu_fence *launch(struct smgpu_queue *q, const char *kernel)
{
	const uint32_t args[] = { smgpu_buffer_va(buf), 0x1000000, 0 };
	const struct smgpu_launch l = { .cta = { 128 }, .args = args, .arg_words = 3 };

	return smgpu_launch(q, smgpu_module_kernel(mod, kernel), &l);
}

/* 0, or the error of the launch or the wait. */
static int run(struct smgpu_queue *q, const char *kernel)
{
	struct smgpu_fence *f = launch(q, kernel);
	int err = f ? smgpu_fence_wait(f, -1) : -errno;

	smgpu_fence_unref(f);
	return err;
}

/* Files in $SMGPU_DUMP, and how many of them only their owner may read and have no name of a
 * temporary one */
static int files(int *fine)
{
	const char *dir = getenv("SMGPU_DUMP");
	DIR *d = opendir(dir);
	struct dirent *e;
	struct stat st;
	char path[4096];
	int n = 0;

	*fine = 0;
	while (d && (e = readdir(d))) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
		n++;
		*fine += !stat(path, &st) && (st.st_mode & 07777) == 0600 &&
			 !strncmp(e->d_name, "smgpu-", 6);
	}
	if (d)
		closedir(d);
	return n;
}

/* By the name that the library gives its files. */
static bool there(const char *dir, int number)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/smgpu-%d-%d.dump", dir, (int)getpid(), number);
	return !access(path, F_OK);
}

/* Asked with no room, room for one, and room for all: the numbers agree, in the order of SMs and
 * warps. */
static void test_warps(struct smgpu_queue *q, const char *kind)
{
	struct smgpu_warp one = { .pc = 1 }, list[64] = { 0 };
	int n = smgpu_queue_dump(q, NULL, 0), trapped = 0, known = 0;
	struct smgpu_queue_error e;
	char name[64];

	snprintf(name, sizeof(name), "%s/warps", kind);
	CHECK(name, n > 0 && n <= 64 && smgpu_queue_dump(q, &one, 1) == n &&
			    smgpu_queue_dump(q, list, 64) == n && !memcmp(&one, list, sizeof(one)));
	smgpu_queue_error(q, &e);
	for (int i = 0; i < n && i < 64; i++) {
		trapped += list[i].state == SMGPU_WARP_TRAPPED && list[i].sm == e.sm &&
			   list[i].warp == e.warp && list[i].tmd_va == e.tmd_va;
		known += list[i].pc >> 24 == e.pc >> 24 && list[i].tmd_va == e.tmd_va &&
			 list[i].state <= SMGPU_WARP_TRAPPED;
		if (i && list[i - 1].sm * 256 + list[i - 1].warp >= list[i].sm * 256 + list[i].warp)
			known = -1000;
	}
	snprintf(name, sizeof(name), "%s/failed-warp", kind);
	CHECK(name, trapped == 1 && known == n);
}

/* Nothing before the failure, one file with it, none at the end and none of other queues. */
static void test_queue(uint32_t flags, const char *kind)
{
	const struct smgpu_queue_options opt = { .flags = flags };
	struct smgpu_queue *q = smgpu_queue_new(vm, &opt), *other = smgpu_queue_new(vm, &opt);
	struct smgpu_queue_error e;
	int before, fine, after;
	char name[64], said[512];

	before = files(&fine);
	snprintf(name, sizeof(name), "%s/none-before", kind);
	CHECK(name, q && other && !run(q, "inside") && !smgpu_queue_error(q, &e) &&
			    !smgpu_queue_dump(q, NULL, 0) && files(&fine) == before);
	snprintf(name, sizeof(name), "%s/fails", kind);
	CHECK(name, run(q, "outside") == -EIO);
	snprintf(said, sizeof(said), "%s", smgpu_last_error());
	after = files(&fine);
	snprintf(name, sizeof(name), "%s/one-file", kind);
	CHECK(name, after == before + 1 && fine == after);
	snprintf(name, sizeof(name), "%s/sentence", kind);
	CHECK(name, strstr(said, "not bound"));
	snprintf(name, sizeof(name), "%s/once", kind);
	CHECK(name, !smgpu_queue_error(q, &e) && e.code == SMGPU_ERR_PAGE_FAULT &&
			    run(q, "inside") == -ECANCELED && files(&fine) == after);
	test_warps(q, kind);
	snprintf(name, sizeof(name), "%s/others-none", kind);
	CHECK(name,
	      !run(other, "inside") && !smgpu_queue_dump(other, NULL, 0) && files(&fine) == after);
	smgpu_queue_unref(other);
	smgpu_queue_unref(q);
	snprintf(name, sizeof(name), "%s/none-at-the-end", kind);
	CHECK(name, files(&fine) == after);
}

/* The failure is found by the next launch. */
static void test_next(uint32_t flags, const char *kind)
{
	const struct smgpu_queue_options opt = { .flags = flags };
	struct smgpu_queue *q = smgpu_queue_new(vm, &opt);
	struct smgpu_fence *f = q ? launch(q, "outside") : NULL;
	int fine, before = files(&fine);
	char name[64];
	bool ok;

	ok = f && !smgpu_fence_poll(f, -1) && files(&fine) == before && !launch(q, "inside") &&
	     errno == ECANCELED && files(&fine) == before + 1;
	snprintf(name, sizeof(name), "%s/next-launch", kind);
	CHECK(name, ok);
	smgpu_fence_unref(f);
	smgpu_queue_unref(q);
}

/* A file that has the name already stays; and a program that never asks what became of its launch
 * gets a dump when the queue goes. */
static void test_names(bool fake)
{
	const char *dir = getenv("SMGPU_DUMP");
	struct smgpu_queue *q = smgpu_queue_new(vm, NULL);
	int next = 1, fine, before;
	char path[4096], text[8] = "";
	struct smgpu_fence *f;
	FILE *file;

	while (there(dir, next))
		next++;
	snprintf(path, sizeof(path), "%s/smgpu-%d-%d.dump", dir, (int)getpid(), next);
	file = fopen(path, "w");
	if (file)
		fputs("mine", file);
	if (file)
		fclose(file);
	before = files(&fine);
	f = q ? launch(q, "outside") : NULL;
	/* a real card must have had the time to fail */
	if (!fake && f)
		smgpu_fence_poll(f, -1);
	smgpu_fence_unref(f);
	smgpu_module_kernel(mod, "nothing");
	smgpu_queue_unref(q);
	CHECK("names/last-error-stays", strstr(smgpu_last_error(), "no kernel nothing"));
	CHECK("names/no-wait", files(&fine) == before + 1 && there(dir, next + 1));
	file = fopen(path, "r");
	CHECK("names/not-overwritten",
	      file && fgets(text, sizeof(text), file) && !strcmp(text, "mine"));
	if (file)
		fclose(file);
	unlink(path);
}

/* A file that finds no room does not stay in part. */
static void test_no_room(void)
{
	const struct rlimit small = { 1024, RLIM_INFINITY };
	struct smgpu_queue *q = smgpu_queue_new(vm, NULL);
	struct rlimit usual;
	int fine, before = files(&fine), err;

	getrlimit(RLIMIT_FSIZE, &usual);
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &small);
	err = q ? run(q, "outside") : 0;
	setrlimit(RLIMIT_FSIZE, &usual);
	CHECK("no-room", err == -EIO && files(&fine) == before);
	smgpu_queue_unref(q);
}

/* A program whose queues fail again and again does not fill the disk. */
static void test_many(void)
{
	int fine;

	for (int i = 0; i < 103; i++) {
		struct smgpu_queue *q = smgpu_queue_new(vm, NULL);

		if (!q || run(q, "outside") != -EIO)
			bad = 1;
		smgpu_queue_unref(q);
	}
	CHECK("many", !bad && files(&fine) == 100 && fine == 100);
}

int main(int argc, char **argv)
{
	struct smgpu_device *dev;
	bool fake;

	setvbuf(stdout, NULL, _IOLBF, 0);
	dev = argc > 1 && getenv("SMGPU_DUMP") ? smgpu_device_new(NULL) : NULL;
	vm = dev ? smgpu_vm_new(dev) : NULL;
	mod = vm ? smgpu_module_open(vm, argv[1]) : NULL;
	buf = mod ? smgpu_buffer_new(vm, 4096, SMGPU_BUFFER_CARD) : NULL;
	CHECK("open", buf);
	if (!buf)
		return 1;
	fake = strstr(smgpu_device_node(dev), "fake");
	if (argc > 2) {
		test_many();
	} else {
		test_queue(0, "queue");
		test_next(0, "queue");
		if (!fake) {	/* which has no doorbell */
			test_queue(SMGPU_QUEUE_USER, "user");
			test_next(SMGPU_QUEUE_USER, "user");
		}
		test_names(fake);
		test_no_room();
	}
	smgpu_buffer_unref(buf);
	smgpu_module_unref(mod);
	smgpu_vm_unref(vm);
	smgpu_device_unref(dev);
	return bad;
}
