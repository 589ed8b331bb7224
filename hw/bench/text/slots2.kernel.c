// SPDX-License-Identifier: MIT
/* The example's product, which goes over each tile 2 times: what two more passes take is its inner
 * loop alone. */
#define PASSES 2
#include "../../../userspace/examples/sgemm.kernel.c"
