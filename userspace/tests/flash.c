// SPDX-License-Identifier: MIT
/*
 * What smgpu-flash does to a flash, on a file that stands for one: erasing sets bits, writing
 * clears them. And what smgpu-info says of a board, from a folder that looks like sysfs.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "board.h"
#include "flash.h"

#define BLOCK 0x10000u
#define BYTES (8 * BLOCK)
#define IMAGE (3 * BLOCK + 5000)

static int bad;

static void verdict(const char *name, bool ok)
{
	printf("%s flash/%s%s\n", ok ? "ok" : "not ok", name, ok ? "" : ": see tests/flash.c");
	bad |= !ok;
}

struct file {
	struct flash flash;
	FILE *f;
	uint64_t bad_at;	/* an access there fails ... */
	enum flash_step bad_step;	/* ... if it is one of these */
	uint64_t erased_first, written_last;
	unsigned int erasures, reports;
	bool whole;		/* a step came to its end */
};

static int fails(const struct file *s, enum flash_step step, uint64_t at, size_t n)
{
	return step == s->bad_step && s->bad_at >= at && s->bad_at < at + n ? -EIO : 0;
}

static int file_erase(struct flash *f, uint64_t at)
{
	struct file *s = (struct file *)f;
	static uint8_t ones[BLOCK];

	if (fails(s, FLASH_ERASE, at, BLOCK))
		return -EIO;
	if (!s->erasures++)
		s->erased_first = at;
	memset(ones, 0xff, sizeof(ones));
	fseek(s->f, (long)at, SEEK_SET);
	return fwrite(ones, 1, BLOCK, s->f) == BLOCK ? 0 : -errno;
}

static int file_read(struct flash *f, uint64_t at, void *to, size_t n)
{
	struct file *s = (struct file *)f;

	if (fails(s, FLASH_VERIFY, at, n))
		return -EIO;
	fseek(s->f, (long)at, SEEK_SET);
	return fread(to, 1, n, s->f) == n ? 0 : -EIO;
}

static int file_write(struct flash *f, uint64_t at, const void *from, size_t n)
{
	struct file *s = (struct file *)f;
	uint8_t was[4096];

	if (n > sizeof(was) || fails(s, FLASH_WRITE, at, n))
		return -EIO;
	fseek(s->f, (long)at, SEEK_SET);
	if (fread(was, 1, n, s->f) != n)
		return -EIO;
	for (size_t i = 0; i < n; i++)
		was[i] &= ((const uint8_t *)from)[i];
	s->written_last = at;
	fseek(s->f, (long)at, SEEK_SET);
	return fwrite(was, 1, n, s->f) == n ? 0 : -EIO;
}

static void file_progress(struct flash *f, enum flash_step step, uint64_t done, uint64_t all)
{
	struct file *s = (struct file *)f;

	(void)step;
	s->reports++;
	s->whole = done == all;
}

/* A flash that is full of zeros */
static void make(struct file *s)
{
	static const uint8_t zeros[BYTES];

	*s = (struct file){
		.flash = { .bytes = BYTES, .block = BLOCK, .erase = file_erase,
			   .write = file_write, .read = file_read, .progress = file_progress },
		.f = tmpfile(), .bad_at = UINT64_MAX,
	};
	if (!s->f || fwrite(zeros, 1, BYTES, s->f) != BYTES)
		exit(99);
}

static uint8_t *make_image(void)
{
	uint8_t *image = malloc(IMAGE);

	for (uint32_t i = 0; i < IMAGE; i++)
		image[i] = i < 48 ? 0xff : (uint8_t)(i * 167 >> 5);
	memcpy(image + 48, "\xaa\x99\x55\x66", 4);
	return image;
}

static void test_image(uint8_t *image)
{
	verdict("image-good", flash_image(image, IMAGE) == FLASH_IMAGE_GOOD);
	image[50] ^= 1;
	verdict("image-no-sync", flash_image(image, IMAGE) == FLASH_IMAGE_NO_SYNC);
	image[50] ^= 1;
	verdict("image-misaligned", flash_image(image + 1, IMAGE - 1) == FLASH_IMAGE_NO_SYNC);
	verdict("image-short", flash_image(image + 48, 3) == FLASH_IMAGE_NO_SYNC &&
			       flash_image(image + 48, 4) == FLASH_IMAGE_GOOD);
	verdict("image-bit", flash_image((const uint8_t *)"\0\x09\x0f\xf0\x0f\xf0\x0f\xf0", 8) ==
			     FLASH_IMAGE_BIT);
}

static void test_write(const uint8_t *image)
{
	uint8_t next;
	struct file s;

	make(&s);
	verdict("write", !flash_write(&s.flash, image, IMAGE) && s.whole && s.reports > 4);
	verdict("erases-what-it-needs", s.erasures == 4);
	verdict("first-block-last", !s.erased_first && s.written_last < BLOCK);
	s.whole = false;
	verdict("verify", !flash_verify(&s.flash, image, IMAGE) && s.whole);
	verdict("leaves-the-rest", !file_read(&s.flash, 4 * BLOCK, &next, 1) && !next);
	verdict("writes-again", !flash_write(&s.flash, image, IMAGE) &&
				!flash_verify(&s.flash, image, IMAGE));
	next = image[2 * BLOCK + 77] ^ 4;
	fseek(s.f, 2 * BLOCK + 77, SEEK_SET);
	fwrite(&next, 1, 1, s.f);
	verdict("differs", flash_verify(&s.flash, image, IMAGE) == 1 &&
			   s.flash.step == FLASH_VERIFY && s.flash.at == 2 * BLOCK + 77);
	verdict("too-large", flash_write(&s.flash, image, (size_t)BYTES + 1) == -EFBIG);
	fclose(s.f);
}

/* Errors say in which step and where; of a flash that fails to write no whole image is left. */
static void test_errors(const uint8_t *image)
{
	static const char *const names[] = { "erase-fails", "write-fails", "read-fails" };
	struct file s;
	uint8_t first;
	int ret;

	for (int step = FLASH_ERASE; step <= FLASH_VERIFY; step++) {
		make(&s);
		s.bad_step = step;
		s.bad_at = BLOCK + 4100;
		ret = flash_write(&s.flash, image, IMAGE);
		if (step == FLASH_VERIFY)
			ret = ret ? 0 : flash_verify(&s.flash, image, IMAGE);
		verdict(names[step], ret == -EIO && s.flash.step == (enum flash_step)step &&
				     s.flash.at == (step == FLASH_ERASE ? BLOCK : BLOCK + 4096));
		if (step == FLASH_WRITE)
			verdict("no-sync-word-is-left",
				!file_read(&s.flash, 48, &first, 1) && first == 0xff);
		fclose(s.f);
	}
}

static void file_of(const char *folder, const char *name, const char *content)
{
	char path[300];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
		*p = 0;
		mkdir(path, 0700);
		*p = '/';
	}
	f = fopen(path, "w");
	if (!f || fputs(content, f) < 0)
		exit(99);
	fclose(f);
}

static const char expected[] =
	"  board                SQRL Acorn CLE-215+, map version 1, bitstream 0badcafe\n"
	"  board's link         gen 1 x4\n"
	"  board's memory       calibrated, test passed, 1048576 KiB, 0 wrong lines\n"
	"  temperature          46.9 C, highest 59.1 C\n"
	"  VCCINT               1.000 V, lowest 0.989 V\n"
	"  flash                /dev/mtd13 for updates\n"
	"  flash                /dev/mtd2 with the fallback image\n";

static void test_board(const char *folder)
{
	FILE *real = stdout;
	char *said = NULL;
	size_t n;

	stdout = open_memstream(&said, &n);
	board_print(folder);
	fflush(stdout);
	fclose(stdout);
	stdout = real;
	verdict("board-none", said && !*said && board_flash(folder, "update") == -1);
	free(said);

	file_of(folder, "board/name", "SQRL Acorn CLE-215+\n");
	file_of(folder, "board/version", "1\n");
	file_of(folder, "board/build", "0badcafe\n");
	file_of(folder, "board/link", "gen 1 x4\n");
	file_of(folder, "board/dram", "calibrated\n");
	file_of(folder, "board/memory_test", "passed, 1048576 KiB, 0 wrong lines\n");
	file_of(folder, "hwmon/hwmon3/temp1_input", "46879\n");
	file_of(folder, "hwmon/hwmon3/temp1_highest", "59060\n");
	file_of(folder, "hwmon/hwmon3/in0_input", "1000\n");
	file_of(folder, "hwmon/hwmon3/in0_lowest", "989\n");
	file_of(folder, "hwmon/hwmon3/in0_label", "VCCINT\n");
	file_of(folder, "flash/spi_master/spi7/spi7.0/mtd/mtd2/name", "fallback\n");
	file_of(folder, "flash/spi_master/spi7/spi7.0/mtd/mtd2ro/uevent", "\n");
	file_of(folder, "flash/spi_master/spi7/spi7.0/mtd/mtd13/name", "update\n");
	stdout = open_memstream(&said, &n);
	board_print(folder);
	fflush(stdout);
	fclose(stdout);
	stdout = real;
	verdict("board-lines", said && !strcmp(said, expected));
	free(said);
	verdict("board-flash", board_flash(folder, "update") == 13 &&
			       board_flash(folder, "fallback") == 2 &&
			       board_flash(folder, "other") == -1);
}

int main(void)
{
	char folder[] = "/tmp/smgpu-flash-XXXXXX", command[64];
	uint8_t *image = make_image();

	test_image(image);
	test_write(image);
	test_errors(image);
	if (!mkdtemp(folder))
		return 99;
	test_board(folder);
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	bad |= system(command);
	free(image);
	return bad;
}
