// SPDX-License-Identifier: MIT
/*
 * smgpu-dump on damaged files: whatever is in them, it ends with 0, or with 1 and a sentence. It is
 * compiled into this program, as dump_main(), with sanitizers.
 *
 * usage: dump_fuzz FILE.dump SCRATCH ROUNDS SEED
 */
#include <elf.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int dump_main(int argc, char **argv);

static uint64_t state;

static uint32_t draw(uint32_t below)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(state >> 33) % below;
}

/* Words that counts and offsets get wrong most easily */
static uint32_t nasty(uint32_t was)
{
	const uint32_t list[] = { 0,	      1,       0x7fffffff, 0x80000000, 0xffffffff,
				  0xfffffffc, was + 1, was - 1,	   was * 2,    was ^ 1u << draw(32),
				  draw(4096) };

	return list[draw(sizeof(list) / sizeof(*list))];
}

/* Words become nasty ones, or the file ends early. */
static void damage(uint8_t *data, size_t *bytes)
{
	const Elf32_Ehdr *eh = (const Elf32_Ehdr *)data;
	/* half of it in the tables and section headers, the rest anywhere, which mostly is the
	 * module's file */
	uint32_t tables = *bytes < 1024 ? *bytes : 1024,
		 headers = eh->e_shoff < *bytes ? eh->e_shoff : 0, n = 1 + draw(6);

	if (!draw(8)) {
		*bytes = draw(*bytes);
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = draw(4), word;

		at = at == 0   ? draw(tables)
		     : at == 1 ? headers + draw(*bytes - headers)
			       : draw(*bytes);
		if (draw(2)) {
			data[at] = draw(256);
			continue;
		}
		at = at / 4 * 4;
		if (at + 4 > *bytes)
			continue;
		memcpy(&word, data + at, 4);
		word = nasty(word);
		memcpy(data + at, &word, 4);
	}
}

/* In a process of its own, since the tool may exit. -1 if a signal ended it. */
static int show(const char *path)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		char *argv[] = { "smgpu-dump", "--warps", (char *)path, NULL };

		alarm(20);
		if (!freopen("/dev/null", "w", stdout))
			_exit(3);
		dup2(open("said", O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
		exit(dump_main(3, argv));
	}
	if (waitpid(pid, &status, 0) < 0 || !WIFEXITED(status))
		return -1;
	return WEXITSTATUS(status);
}

static int save(const char *path, const uint8_t *data, size_t bytes)
{
	FILE *f = fopen(path, "wb");

	return !f || fwrite(data, 1, bytes, f) != bytes || fclose(f);
}

/* A refusal must be a sentence of the tool, not just a code. */
static int said_nothing(void)
{
	char line[512] = "";
	FILE *f = fopen("said", "r");

	if (f && !fgets(line, sizeof(line), f))
		*line = 0;
	if (f)
		fclose(f);
	return strncmp(line, "smgpu-dump: ", 12) || strlen(line) < 20;
}

int main(int argc, char **argv)
{
	static uint8_t file[1 << 20], copy[1 << 20];
	uint32_t rounds = argc == 5 ? strtoul(argv[3], NULL, 0) : 0, count[2] = { 0 };
	size_t bytes;
	FILE *f = argc == 5 ? fopen(argv[1], "rb") : NULL;
	char scratch[4096];

	if (!f || chdir(argv[2]))
		return 2;
	bytes = fread(file, 1, sizeof(file), f);
	fclose(f);
	state = strtoull(argv[4], NULL, 0);
	snprintf(scratch, sizeof(scratch), "damaged.dump");
	setenv("SMGPU_OBJDUMP", "/bin/false", 1);
	if (save(scratch, file, bytes) || show(scratch)) {
		printf("not ok dump/fuzz: the file as it was made can't be shown\n");
		return 1;
	}
	for (uint32_t i = 0; i < rounds; i++) {
		size_t n = bytes;
		int got;

		memcpy(copy, file, bytes);
		damage(copy, &n);
		got = save(scratch, copy, n) ? 3 : show(scratch);
		if ((got != 0 && got != 1) || (got && said_nothing())) {
			printf("not ok dump/fuzz: round %u of seed %s ended with %d, see %s/damaged.dump\n",
			       i, argv[4], got, argv[2]);
			return 1;
		}
		count[got]++;
	}
	if (!count[0] || !count[1]) {
		printf("not ok dump/fuzz: %u files were shown, %u refused\n", count[0], count[1]);
		return 1;
	}
	printf("ok dump/fuzz # %u damaged files shown, %u refused\n", count[0], count[1]);
	return 0;
}
