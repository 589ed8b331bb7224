// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * smgpu-coherent-test DEVICE KIND: maps DMA memory, has its pages taken away by MADV_DONTNEED and
 * by the driver, and touches them again. KIND is what the mapping must be made of: "pages" behind
 * an IOMMU, else "frames".
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE	4096u
#define PAGES	3u

static const char *name;

static int fail(const char *why)
{
	printf("not ok coherent-%s: %s\n", name, why);
	return 1;
}

static void fill(volatile uint32_t *p, uint32_t seed)
{
	for (uint32_t i = 0; i < PAGES; i++)
		p[i * PAGE / 4] = seed + i;
}

static int same(volatile uint32_t *p, uint32_t seed)
{
	for (uint32_t i = 0; i < PAGES; i++)
		if (p[i * PAGE / 4] != seed + i)
			return 0;
	return 1;
}

int main(int argc, char **argv)
{
	volatile uint32_t *p, *q;
	char kind[16] = "";
	int fd, dropped;
	pid_t pid;

	if (argc != 3)
		return 2;
	name = argv[2];
	fd = open(argv[1], O_RDWR);
	if (fd < 0)
		return fail("the device can't be opened");
	p = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	q = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED || q == MAP_FAILED)
		return fail("it can't be mapped");
	if (mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0) != MAP_FAILED)
		return fail("it can be mapped privately");
	if (read(fd, kind, sizeof(kind) - 1) <= 0)
		return fail("its kind can't be read");
	kind[strcspn(kind, "\n")] = 0;
	if (strcmp(kind, argv[2]))
		return fail(kind);

	for (uint32_t round = 1; round < 20; round++) {
		fill(p, round * 16);
		dropped = !madvise((void *)p, PAGES * PAGE, MADV_DONTNEED);
		if (!same(p, round * 16) || !same(q, round * 16))
			return fail("a page that was dropped is another one");
		if (dropped != !strcmp(kind, "pages"))
			return fail("MADV_DONTNEED is answered otherwise than for this kind");
		if (write(fd, "z", 1) != 1)
			return fail("the pages can't be taken away");
		/* Written first, read first, and by two at once. */
		if (round % 2)
			fill(q, round * 16);
		pid = fork();
		if (!pid)
			_exit(0);
		if (!same(p, round * 16) || !same(q, round * 16))
			return fail("a page that was taken away is another one");
		waitpid(pid, NULL, 0);
	}
	munmap((void *)p, PAGES * PAGE);
	if (!same(q, 19 * 16))
		return fail("the other mapping went too");
	munmap((void *)(q + PAGE / 4), PAGE);
	if (write(fd, "z", 1) != 1 || q[2 * PAGE / 4] != 19 * 16 + 2)
		return fail("behind a hole lies another page");
	printf("ok coherent-%s\n", name);
	return 0;
}
