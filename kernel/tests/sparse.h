/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * For sparse 0.6.4 before the headers of kernels that are younger: keywords that it does not
 * know. Neither touches what it looks for: address spaces, byte orders, locks.
 */
#define __typeof_unqual__ __typeof__
/* Asked of texts of the module's description alone, where a constant is wanted */
#define __builtin_strlen(text) (sizeof(text) - 1)
