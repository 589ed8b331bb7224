// SPDX-License-Identifier: MIT
/*
 * A new bitstream for a board, through the kernel's MTD device of its flash.
 *
 * Exit codes tell scripts which kind of error it was; man/smgpu-flash.1.scd lists them.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <mtd/mtd-user.h>

#include "board.h"
#include "common.h"
#include "flash.h"
#include "smgpu.h"

#define MAX_CARDS 32
#define MAX_IMAGE (256u << 20)

enum { FAILED = 1, BAD_IMAGE = 3, DIFFERS = 4, NO_FLASH = 5 };

struct mtd {
	struct flash flash;
	int fd;
	bool terminal;
	unsigned int shown;	/* percent */
};

static void __attribute__((noreturn, format(printf, 2, 3))) die(int code, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s: ", program_invocation_short_name);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(code);
}

static int mtd_erase(struct flash *f, uint64_t at)
{
	struct mtd *m = (struct mtd *)f;
	struct erase_info_user64 e = { .start = at, .length = f->block };

	return ioctl(m->fd, MEMERASE64, &e) ? -errno : 0;
}

static int mtd_write(struct flash *f, uint64_t at, const void *from, size_t n)
{
	ssize_t done = pwrite(((struct mtd *)f)->fd, from, n, (off_t)at);

	return done == (ssize_t)n ? 0 : done < 0 ? -errno : -EIO;
}

static int mtd_read(struct flash *f, uint64_t at, void *to, size_t n)
{
	ssize_t done = pread(((struct mtd *)f)->fd, to, n, (off_t)at);

	return done == (ssize_t)n ? 0 : done < 0 ? -errno : -EIO;
}

/* A line that changes, on a terminal; a line for each step, elsewhere. */
static void mtd_progress(struct flash *f, enum flash_step step, uint64_t done, uint64_t all)
{
	static const char *const names[] = { "erased", "written", "verified" };
	struct mtd *m = (struct mtd *)f;
	unsigned int percent = (unsigned int)(done * 100 / all);

	if (done != all && (!m->terminal || percent == m->shown))
		return;
	m->shown = percent;
	printf("%s%s %u %%%s", m->terminal ? "\r" : "", names[step], percent,
	       done == all ? "   \n" : "");
	fflush(stdout);
}

static void mtd_open(struct mtd *m, const char *node, const char *part, bool write)
{
	struct mtd_info_user info;

	m->fd = open(node, (write ? O_RDWR : O_RDONLY) | O_CLOEXEC);
	if (m->fd < 0 && write && (errno == EACCES || errno == EPERM || errno == EROFS) &&
	    !access(node, W_OK))
		die(NO_FLASH, "%s is write-protected: load the module smgpu with write_fallback=1",
		    node);
	if (m->fd < 0)
		die(NO_FLASH, "%s, the %s part of the flash: %s", node, part, strerror(errno));
	if (ioctl(m->fd, MEMGETINFO, &info))
		die(NO_FLASH, "%s is no MTD device: %s", node, strerror(errno));
	if (!info.size || !info.erasesize)
		die(NO_FLASH, "%s has %u bytes, in blocks of %u", node, info.size, info.erasesize);
	m->flash = (struct flash){
		.bytes = info.size, .block = info.erasesize, .erase = mtd_erase,
		.write = mtd_write, .read = mtd_read, .progress = mtd_progress,
	};
	m->terminal = isatty(STDOUT_FILENO);
	m->shown = ~0u;
}

/* @which is an address of the bus, or a number in the order of smgpu-info; NULL: the only card */
static const char *find_card(const char *which)
{
	static struct smgpu_pci list[MAX_CARDS];
	int n = smgpu_pci_list(list, MAX_CARDS);
	uint64_t number;

	if (n < 0)
		give_up("PCI");
	if (n > MAX_CARDS)
		n = MAX_CARDS;
	if (!n)
		die(NO_FLASH, "no smgpu card on the PCI bus");
	if (!which && n > 1)
		usage_error("there are %d cards: say which with --device", n);
	if (!which)
		return list[0].address;
	for (int i = 0; i < n; i++)
		if (!strcmp(list[i].address, which))
			return list[i].address;
	if (strchr(which, ':'))
		die(NO_FLASH, "%s: there is no such smgpu card", which);
	number = parse_number(which);
	if (number >= (uint64_t)n)
		die(NO_FLASH, "there is no card %" PRIu64 ", the last one is %d", number, n - 1);
	return list[number].address;
}

static uint8_t *read_image(const char *path, size_t *n)
{
	struct stat st;
	uint8_t *image;
	FILE *f = fopen(path, "re");

	if (!f || fstat(fileno(f), &st))
		die(BAD_IMAGE, "%s: %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode) || !st.st_size || st.st_size > MAX_IMAGE)
		die(BAD_IMAGE, "%s is no file of 1 to %u bytes", path, MAX_IMAGE);
	*n = (size_t)st.st_size;
	image = malloc(*n);
	if (!image)
		die(FAILED, "out of memory");
	if (fread(image, 1, *n, f) != *n)
		die(BAD_IMAGE, "%s can't be read to its end", path);
	fclose(f);
	return image;
}

static void check_image(const char *path, const uint8_t *image, size_t n)
{
	switch (flash_image(image, n)) {
	case FLASH_IMAGE_BIT:
		die(BAD_IMAGE, "%s is a .bit file: a flash takes the .bin file, without its header",
		    path);
	case FLASH_IMAGE_NO_SYNC:
		die(BAD_IMAGE,
		    "%s is no bitstream of the 7 series: it has no sync word; --force takes it",
		    path);
	default:
		break;
	}
}

static void verify(struct mtd *m, const char *node, const uint8_t *image, size_t n)
{
	int ret = flash_verify(&m->flash, image, n);

	if (ret > 0)
		die(DIFFERS, "%s differs from the image at %#" PRIx64, node, m->flash.at);
	if (ret)
		die(FAILED, "%s can't be read at %#" PRIx64 ": %s", node, m->flash.at,
		    strerror(-ret));
}

static const char usage[] =
	"usage: smgpu-flash [--device N] [--fallback] [--verify-only] [--force] IMAGE";

int main(int argc, char **argv)
{
	const char *which = NULL, *path = NULL, *part = "update";
	bool only_verify = false, force = false, safe;
	char folder[BOARD_FOLDER_ROOM], node[32];
	struct mtd m;
	uint8_t *image;
	int number, ret;
	size_t n;

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--device")) {
			if (++i == argc)
				usage_error("--device: a number or an address of the PCI bus follows");
			which = argv[i];
		} else if (!strcmp(argv[i], "--fallback")) {
			part = "fallback";
		} else if (!strcmp(argv[i], "--verify-only")) {
			only_verify = true;
		} else if (!strcmp(argv[i], "--force")) {
			force = true;
		} else if (argv[i][0] == '-') {
			other_option(argv[i], usage);
		} else if (path) {
			usage_error("%s: one image at a time", argv[i]);
		} else {
			path = argv[i];
		}
	}
	if (!path)
		usage_error("no image is named; smgpu-flash --help lists all options");

	image = read_image(path, &n);
	if (!force)
		check_image(path, image, n);
	board_folder(find_card(which), folder);
	number = board_flash(folder, part);
	if (number < 0)
		die(NO_FLASH,
		    "the card at %s shows no %s part of a flash; are mtd and spi-nor loaded?",
		    strrchr(folder, '/') + 1, part);
	safe = !strcmp(part, "update") && board_flash(folder, "fallback") >= 0;
	snprintf(node, sizeof(node), "/dev/mtd%d", number);
	mtd_open(&m, node, part, !only_verify);
	if (n > m.flash.bytes)
		die(BAD_IMAGE, "%s has %zu bytes, and %s %" PRIu64, path, n, node, m.flash.bytes);

	ret = only_verify ? 0 : flash_write(&m.flash, image, n);
	if (ret)
		die(FAILED, "%s can't be %s at %#" PRIx64 ": %s%s", node,
		    m.flash.step == FLASH_ERASE ? "erased" : "written", m.flash.at,
		    strerror(-ret), safe ? "; the board starts with its fallback image" : "");
	verify(&m, node, image, n);
	printf("%s has the image, %zu bytes%s\n", node, n,
	       only_verify ? "" : "; the board loads it when its power comes back");
	free(image);
	return 0;
}
