// SPDX-License-Identifier: MIT
/* Threads read words of records, by attributes if compiled with SMGPU_ATTRIBUTES, and by loads. */
#include <smgpu_attribute.h>

#define RECORDS	8u
#define WORDS	32u
#define LAST	4095u

/* out[i] = 0 where all agree; out[32 + i] = the last value. Threads that part have records of their
 * own if @parted. */
SMGPU_KERNEL void attributes(uint32_t *out, const float *records, uint32_t parted)
{
	uint32_t i = smgpu_global_id_x(), wrong = 0;
	float x = (float)(int)i * 0.25f, value = 0, same = 0;

	for (uint32_t r = 0; r < RECORDS; r++) {
		const volatile float *record = records + r * WORDS;
		struct smgpu_attr a = smgpu_attr_at((const void *)record);

		value = smgpu_attr_fma(x, a, 31,
				       smgpu_attr_fma(value, a, 5, smgpu_attr_float(a, 0)));
		same = __builtin_fmaf(x, record[31], __builtin_fmaf(same, record[5], record[0]));
		wrong |= __builtin_bit_cast(uint32_t, value) ^ __builtin_bit_cast(uint32_t, same);
		if (parted && (i & 3) == (r & 3)) {
			const volatile float *other = records + (RECORDS - 1 - r) * WORDS;

			a = smgpu_attr_at((const void *)other);
			wrong |= smgpu_attr_word(a, 7) ^ __builtin_bit_cast(uint32_t, other[7]);
			a = smgpu_attr_at((const char *)other - (LAST - 9) * 4);
			wrong |= smgpu_attr_word(a, LAST) ^ __builtin_bit_cast(uint32_t, other[9]);
		}
		/* the way of the others leads past another record: what follows sets its
		 * own again */
		a = smgpu_attr_at((const void *)record);
		wrong |= smgpu_attr_word(a, 1) ^ __builtin_bit_cast(uint32_t, record[1]);
	}
	out[i] = wrong;
	out[32 + i] = __builtin_bit_cast(uint32_t, same);
}
