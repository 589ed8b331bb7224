// SPDX-License-Identifier: MIT
/*
 * What the card's DMA cannot: it moves whole words to places of whole words. x is the position in
 * a row, y the row, z the slice.
 */
#define RECT(name, T) \
	__kernel void name(__global T *dst, __global const T *src, uint width, uint dst_row, \
		uint dst_slice, uint src_row, uint src_slice) \
	{ \
		uint x = get_global_id(0), y = get_group_id(1), z = get_group_id(2); \
\
		if (x < width) \
			dst[z * dst_slice + y * dst_row + x] = \
				src[z * src_slice + y * src_row + x]; \
	}
RECT(rect_bytes, uchar)
RECT(rect_words, uint)

/* The ends of a row whose middle was moved by the DMA */
__kernel void ends(__global uchar *dst, __global const uchar *src, uint head, uint middle,
		   uint tail)
{
	uint i = get_global_id(0);

	if (i >= head)
		i += middle;
	if (i < head + middle + tail)
		dst[i] = src[i];
}

/* A pattern of @bytes, a power of two */
__kernel void fill_bytes(__global uchar *dst, uint width, uint row, uint slice, uint bytes,
			 uint pattern)
{
	uint x = get_global_id(0), y = get_group_id(1), z = get_group_id(2);

	if (x < width)
		dst[z * slice + y * row + x] = pattern >> 8 * (x & (bytes - 1));
}

/* In words; the pattern is one of @n words, a power of two */
__kernel void fill_words(__global uint *dst, uint width, uint row, uint slice, uint n, uint16 low,
			 uint16 high)
{
	uint x = get_global_id(0), y = get_group_id(1), z = get_group_id(2), i = x & (n - 1), v = 0;

	if (x >= width)
		return;
	switch (i) {
#define WORD(k) case 0x##k: v = low.s##k; break; case 0x1##k: v = high.s##k; break;
	WORD(0) WORD(1) WORD(2) WORD(3) WORD(4) WORD(5) WORD(6) WORD(7) WORD(8) WORD(9) WORD(a)
	WORD(b) WORD(c) WORD(d) WORD(e) WORD(f)
	}
	dst[z * slice + y * row + x] = v;
}
