// SPDX-License-Identifier: MIT
/* Linked with lockstep when the card is compiled to be counted: SIGTERM writes the counts and ends
 * the run, so that a time limit may end it. */
#include <signal.h>
#include <unistd.h>

int __llvm_profile_write_file(void);

static void end(int signal)
{
	(void)signal;
	_exit(__llvm_profile_write_file() != 0);
}

__attribute__((constructor)) static void begin(void)
{
	signal(SIGTERM, end);
}
