// SPDX-License-Identifier: MIT
/*
 * as USER COMMAND...: runs a command in the guest as an ordinary user with exactly that user's
 * groups. A static program, because busybox's su wants a shell and a password database that the
 * guest does not have.
 */
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RENDER_GID 105	/* mkinitramfs.sh and init give the render node to this group */

static const struct {
	const char *name;
	unsigned id;
	int render;
} users[] = {
	{ "alice", 1000, 1 },
	{ "bob", 1001, 1 },
	{ "mallory", 1002, 0 },	/* not in group render: may not open the card */
};

int main(int argc, char **argv)
{
	gid_t render = RENDER_GID;
	char home[64];

	if (argc < 3) {
		fprintf(stderr, "usage: as alice|bob|mallory COMMAND...\n");
		return 2;
	}
	for (unsigned i = 0; i < sizeof(users) / sizeof(users[0]); i++) {
		if (strcmp(argv[1], users[i].name))
			continue;
		if (setgroups((size_t)users[i].render, &render) || setgid(users[i].id) ||
		    setuid(users[i].id)) {
			perror("as");
			return 126;
		}
		snprintf(home, sizeof(home), "/home/%s", users[i].name);
		setenv("HOME", home, 1);
		setenv("USER", users[i].name, 1);
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		return 127;
	}
	fprintf(stderr, "as: no user %s\n", argv[1]);
	return 2;
}
