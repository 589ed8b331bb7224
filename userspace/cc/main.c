// SPDX-License-Identifier: MIT
/*
 * The command smcc: C or OpenCL C kernels -> ELF for smgpu.
 */
#include <stdlib.h>

#include "driver.h"

int main(int argc, char **argv)
{
	parse_options(argc, argv);
	find_data();
	make_temp();
	atexit(remove_temp);
	compile();
	return 0;
}
