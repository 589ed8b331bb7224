/* SPDX-License-Identifier: MIT */
/*
 * What smcc (kept.c) and a program that it keeps (keep.c) say to each other. A request is one byte
 * on a socket of packets that has SO_PASSCRED, with these descriptors. The reply comes through the
 * pipe: KEEP_STARTED, then the exit status as an int. A pipe that ends before KEEP_STARTED: nothing
 * was run; before the status: the program crashed.
 */
#ifndef _KEEP_H_
#define _KEEP_H_

#include <stdint.h>

enum keep_descriptor {
	KEEP_TEXT,		/* struct keep_text and its strings; may be shared memory */
	KEEP_STDIN,
	KEEP_STDOUT,
	KEEP_STDERR,
	KEEP_DIRECTORY,		/* where it is run */
	KEEP_REPLY,		/* the pipe */
	KEEP_DESCRIPTORS
};

struct keep_text {
	uint32_t n_args, n_env;
	/* of the strings behind it: arguments, then environment, each with its 0 */
	uint32_t bytes;
};

#define KEEP_STARTED	's'
#define KEEP_SOCKET	9		/* the program has the socket there */
#define KEEP_VARIABLE	"SMCC_KEEP_SOCKET"	/* set for a program that is started to be kept */
#define KEEP_IDLE_MS	60000		/* it ends when it had nothing to do for so long */

#endif
