/* SPDX-License-Identifier: MIT */
/* The ABI headers' fixed-width types where there is no Linux. */
#ifndef FREESTANDING_LINUX_TYPES_H
#define FREESTANDING_LINUX_TYPES_H
#include <stdint.h>
typedef uint8_t __u8;
typedef uint16_t __u16;
typedef uint32_t __u32;
typedef uint64_t __u64;
typedef int32_t __s32;
#endif
