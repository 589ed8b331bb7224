// SPDX-License-Identifier: MIT
/*
 * What was compiled before: files in $XDG_CACHE_HOME/smgpu, or ~/.cache/smgpu. A file begins with
 * its whole key (the version of the compiler, options, sources, and what they include), which is
 * compared byte by byte; its name is only a hash. SMGPU_CACHE=0 switches the cache off.
 *
 * No lock is needed between programs. A file appears under its name when it is whole, and it is
 * read after one open(), so it may be removed meanwhile.
 *
 * A file that is damaged, or of another key with the same hash, counts as none. The next build then
 * overwrites it.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

/* Changes with the form of the file, so that files of an older library count as none. */
#define MAGIC		0x43434c53u
#define MOST_FILES	4096	/* then the oldest half goes */

/* How a file begins; key, log and data follow. All in the host's byte order, as caches do not
 * travel. */
struct header {
	uint32_t magic, key_bytes, log_bytes, data_bytes;
};

/* Allocated; text is NULL if there can be no key. */
struct key {
	char *text;
	size_t bytes;
};

/* A zero ends each part, so that no two builds have the same key. */
static struct key make_key(const struct build *b, const char *version)
{
	struct key k = { 0 };
	FILE *f;

	/* What it depends on is not known, so it can't be compared. */
	if (b->includes && !b->whole)
		return k;
	f = open_memstream(&k.text, &k.bytes);
	if (!f)
		return k;
	fprintf(f, "%s%d%c", version, b->compile_only, 0);
	for (int i = 0; i < b->n_options; i++)
		fprintf(f, "%s%c", b->options[i], 0);
	for (int i = 0; i < b->n_texts; i++) {
		fprintf(f, "%zu%c", b->text_bytes[i], 0);
		fwrite(b->texts[i], 1, b->text_bytes[i], f);
	}
	fputs(b->includes ? b->whole : "", f);
	if (fclose(f)) {
		free(k.text);
		k.text = NULL;
	}
	return k;
}

/* Asked each time: a program may change its environment. */
bool cache_on(void)
{
	const char *use = getenv("SMGPU_CACHE");

	return !use || strcmp(use, "0");
}

/* The cache's directory, made if it has to be; false: there is none */
static bool directory(char *path, size_t room)
{
	const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	size_t n;

	if (!cache_on())
		return false;
	if (base && *base == '/')
		n = snprintf(path, room, "%s", base);
	else if (home && *home == '/')
		n = snprintf(path, room, "%s/.cache", home);
	else
		return false;
	if (n + sizeof("/smgpu") > room || (mkdir(path, 0700) && errno != EEXIST))
		return false;
	strcpy(path + n, "/smgpu");
	return !mkdir(path, 0700) || errno == EEXIST;
}

/* The hash need not be strong: a wrong file is found by its key. */
static bool file_name(const struct key *k, char *path, size_t room)
{
	uint64_t h[2] = { 0xcbf29ce484222325u, 0x84222325cbf29ce4u };
	size_t n;

	if (!directory(path, room))
		return false;
	for (size_t i = 0; i < k->bytes; i++) {
		h[0] = (h[0] ^ (uint8_t)k->text[i]) * 0x100000001b3u;
		h[1] = (h[1] + (uint8_t)k->text[i]) * 0x9e3779b97f4a7c15u;
	}
	n = strlen(path);
	return snprintf(path + n, room - n, "/%016llx%016llx", (unsigned long long)h[0],
			(unsigned long long)h[1]) < (int)(room - n);
}

/* The whole file, allocated, or NULL. Its time is set, so that prune() keeps what is in use. */
static char *read_all(const char *path, size_t *bytes)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *data = NULL;
	struct stat st;

	if (fd < 0)
		return NULL;
	/* A pipe of that name could block for ever. */
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size >= (off_t)sizeof(struct header) &&
	    st.st_size < 1 << 30) {
		*bytes = st.st_size;
		data = malloc(*bytes);
		if (data && read(fd, data, *bytes) != (ssize_t)*bytes) {
			free(data);
			data = NULL;
		}
	}
	futimens(fd, NULL);	/* it is in use */
	close(fd);
	return data;
}

/* false if the file is not of this key or is damaged; then nothing is allocated. */
static bool take(const char *file, size_t n, const struct key *k, void **data, size_t *bytes,
		 char **log)
{
	struct header h;

	memcpy(&h, file, sizeof(h));
	if (h.magic != MAGIC ||
	    sizeof(h) + (uint64_t)h.key_bytes + h.log_bytes + h.data_bytes != n ||
	    h.key_bytes != k->bytes || memcmp(file + sizeof(h), k->text, k->bytes))
		return false;
	*log = calloc(1, h.log_bytes + 1u);
	*data = malloc(h.data_bytes ? h.data_bytes : 1);
	if (!*log || !*data) {
		free(*log);
		free(*data);
		*log = *data = NULL;
		return false;
	}
	memcpy(*log, file + sizeof(h) + h.key_bytes, h.log_bytes);
	memcpy(*data, file + sizeof(h) + h.key_bytes + h.log_bytes, h.data_bytes);
	*bytes = h.data_bytes;
	return true;
}

/* What comes out belongs to the caller. */
bool cache_load(const struct build *b, const char *version, void **data, size_t *bytes, char **log)
{
	struct key k = make_key(b, version);
	char path[1024], *file = NULL;
	bool found;
	size_t n;

	if (k.text && file_name(&k, path, sizeof(path)))
		file = read_all(path, &n);
	found = file && take(file, n, &k, data, bytes, log);
	free(file);
	free(k.text);
	return found;
}

/* A file of the cache, for prune(). */
struct entry {
	time_t at;
	char name[40];
};

/* By the last use, as a load sets the time of its file. */
static int older_first(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

/* Several programs may do so at once: a file that has gone already is no error. */
static void prune(const char *dir)
{
	struct entry *list = NULL;
	DIR *d = opendir(dir);
	struct dirent *e;
	struct stat st;
	int n = 0;

	while (d && (e = readdir(d)))
		n += e->d_name[0] != '.';
	if (d && n > MOST_FILES)
		list = calloc(n, sizeof(*list));
	if (list) {
		rewinddir(d);
		/* Files may have come since they were counted; the list has no room for them. */
		for (n = 0; (e = readdir(d)) && n < MOST_FILES + 1;) {
			if (e->d_name[0] == '.' || strlen(e->d_name) >= sizeof(list->name) ||
			    fstatat(dirfd(d), e->d_name, &st, 0))
				continue;
			strcpy(list[n].name, e->d_name);
			list[n++].at = st.st_mtime;
		}
		qsort(list, n, sizeof(*list), older_first);
		for (int i = 0; i < n / 2; i++)
			unlinkat(dirfd(d), list[i].name, 0);
	}
	free(list);
	if (d)
		closedir(d);
}

/* Written beside and renamed, so that a reader sees a whole file or none. Failure is silent: the
 * cache is a help only. */
void cache_store(const struct build *b, const char *version)
{
	struct key k = make_key(b, version);
	const char *log = b->log ? b->log : "";
	struct header h = { MAGIC, k.bytes, strlen(log), b->bytes };
	char path[1024], temporary[1100];
	bool ok;
	FILE *f;
	int fd;

	if (!k.text || !file_name(&k, path, sizeof(path))) {
		free(k.text);
		return;
	}
	snprintf(temporary, sizeof(temporary), "%.*s/.new.XXXXXX", (int)(strrchr(path, '/') - path),
		 path);
	fd = mkstemp(temporary);
	f = fd < 0 ? NULL : fdopen(fd, "wb");
	if (f) {
		ok = fwrite(&h, sizeof(h), 1, f) == 1 && fwrite(k.text, 1, k.bytes, f) == k.bytes &&
		     fwrite(log, 1, h.log_bytes, f) == h.log_bytes &&
		     fwrite(b->data, 1, b->bytes, f) == b->bytes;
		ok &= !fclose(f);
		if (!ok || rename(temporary, path))
			unlink(temporary);
		*strrchr(path, '/') = 0;
		prune(path);
	} else if (fd >= 0) {
		close(fd);
		unlink(temporary);
	}
	free(k.text);
}
