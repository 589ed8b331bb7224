/* SPDX-License-Identifier: MIT */
/*
 * Included before every OpenCL C file: kernels go where the divergence pass finds them, local memory where the linker
 * puts the shared window.
 */
#define __kernel __kernel __attribute__((section(".text.kernel"), used))
#define kernel __kernel
