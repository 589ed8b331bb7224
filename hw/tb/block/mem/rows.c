// SPDX-License-Identifier: MIT
/*
 * Words that lie side by side, and what atomics of rows of them leave there. Each warp has words of
 * its own, of which it knows the values; to the shared ones all warps add ones, without a result: a
 * reader knows how many were acknowledged and how many issued.
 */
#include "bench.h"

#include <string.h>

static uint32_t bin[SMS * WARPS][ROW_WORDS];
static uint32_t issued[ROW_WORDS], acked[ROW_WORDS], under_way[SMS * WARPS][ROW_WORDS];

void rows_init(void)
{
	unsigned w, k;

	for (w = 0; w < SMS * WARPS; w++)
		for (k = 0; k < ROW_WORDS; k++)
			bin[w][k] = rnd(2) ? rnd(0) : rnd(4);
	memcpy(dram_mem + PA_BINS, bin, sizeof(bin));
	memset(dram_mem + PA_ROWS, 0, ROW_WORDS * 4);
}

void rows_words(uint32_t *word)
{
	unsigned kind = rnd(8), start = rnd(ROW_WORDS), some = 1 + rnd(8), lane;

	for (lane = 0; lane < 32; lane++)
		switch (kind) {
		case 0: word[lane] = start; break;				/* one word */
		case 1: word[lane] = (start + lane) % ROW_WORDS; break;		/* a row anywhere */
		case 2: word[lane] = (start + 31 - lane) % ROW_WORDS; break;	/* backwards */
		case 3:
			word[lane] = (start + lane / some) % ROW_WORDS;
			break; /* some threads for each */
		case 4: word[lane] = start / 8 * 8 + rnd(8); break;		/* of one line */
		case 5:
			word[lane] = rnd(4) ? (start / 8 * 8 + lane) % ROW_WORDS : rnd(ROW_WORDS);
			break; /* a row with gaps */
		case 6: word[lane] = rnd(ROW_WORDS); break;
		default:
			word[lane] = (start / 8 * 8 + lane) % ROW_WORDS;
			break; /* a row of whole lines */
		}
}

uint8_t *rows_bins(unsigned agent)
{
	return (uint8_t *)bin[agent];
}

void rows_add(unsigned agent, uint32_t word)
{
	issued[word]++;
	under_way[agent][word]++;
}

void rows_ack(unsigned agent)
{
	unsigned k;

	for (k = 0; k < ROW_WORDS; k++) {
		acked[k] += under_way[agent][k];
		under_way[agent][k] = 0;
	}
}

uint32_t rows_least(unsigned agent, uint32_t word)
{
	return acked[word] + under_way[agent][word];
}

uint32_t rows_most(uint32_t word)
{
	return issued[word];
}

void rows_check(uint32_t line, const uint32_t *data)
{
	const uint32_t *want = line < sizeof(bin) / 32 ? &bin[0][0] + line * 8
						       : issued + (line - sizeof(bin) / 32) * 8;
	unsigned k;

	for (k = 0; k < 8; k++)
		if (data[k] != want[k])
			fail("word %u of the rows: %08x at the end, should be %08x", line * 8 + k,
			     data[k], want[k]);
}
