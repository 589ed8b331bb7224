/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The few kernel functions that pure logic uses, for the host's unit tests. */
#ifndef HOST_SHIM_H
#define HOST_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define NSEC_PER_SEC	1000000000ull
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static inline uint16_t get_unaligned_le16(const void *p)
{
	const uint8_t *b = p;

	return (uint16_t)(b[0] | b[1] << 8);
}

static inline uint32_t get_unaligned_le32(const void *p)
{
	const uint8_t *b = p;

	return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static inline uint32_t crc32_le(uint32_t crc, const uint8_t *p, size_t len)
{
	while (len--) {
		crc ^= *p++;
		for (int i = 0; i < 8; i++)
			crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
	}
	return crc;
}

static inline uint64_t div_u64(uint64_t dividend, uint32_t divisor)
{
	return dividend / divisor;
}

static inline uint64_t div_u64_rem(uint64_t dividend, uint32_t divisor, uint32_t *remainder)
{
	*remainder = dividend % divisor;
	return dividend / divisor;
}

#endif
