// SPDX-License-Identifier: MIT
/* The memories behind the masters, with random delays and order; and the run of the bench. */
#include "bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dram.h"
#include "ls.h"

#define QUEUE 32

enum phase phase;
uint64_t now;
bool stream, apart, kept, hot, flood, resident, strided, twice, rows, reserve, whole, lent;
uint8_t *dram_mem, host_mem[4096];
unsigned bench_lanes;

static struct dram dram;
static uint64_t seed, state, cycles, limit, idle_since;
static uint64_t read_lines, write_lines, resident_lines, kept_lines;
#define WARM_UP 1000	/* cycles that the measurement leaves out */
static struct {
	bool used;
	int id;
	uint64_t addr, due;
	uint8_t data[32];
} reads[QUEUE], writes[QUEUE];
static int r_now = -1, b_now = -1;
static unsigned w_order[QUEUE], w_told, w_come; /* writes whose address came, of which data came */

uint32_t rnd(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return n ? (uint32_t)(state >> 20) % n : (uint32_t)(state >> 20);
}

static const char *mode_name(void)
{
	return twice	  ? "twice"
	       : kept	  ? "kept"
	       : apart	  ? "apart"
	       : stream	  ? "stream"
	       : strided  ? "strided"
	       : resident ? "resident"
	       : rows	  ? "rows"
	       : reserve  ? "reserve"
	       : whole	  ? "whole"
	       : hot	  ? "hot"
	       : flood	  ? "flood"
	       : lent	  ? "lent"
			  : "random";
}

void fail(const char *fmt, ...)
{
	va_list a;

	va_start(a, fmt);
	printf("not ok %s_%u_lanes: ", mode_name(), bench_lanes);
	vprintf(fmt, a);
	printf(" (cycle %llu, seed %llu)\n", (unsigned long long)now, (unsigned long long)seed);
	va_end(a);
	exit(1);
}

static uint64_t delay(void)
{
	return now + (stream ? 0 : flood || twice ? 40 : rnd(8) ? rnd(30) : rnd(300));
}

void bench_dram(unsigned char aw, const uint32_t *aw_addr, int aw_id, unsigned char w,
		const uint32_t *w_data, unsigned char ar, const uint32_t *ar_addr, int ar_id,
		unsigned char b_taken, unsigned char r_taken, unsigned char *aw_ready,
		unsigned char *w_ready, unsigned char *both, unsigned char *ar_ready,
		unsigned char *b_valid, int *b_id,
		unsigned char *r_valid, int *r_id, uint32_t *r_data)
{
	unsigned i, k;

	/*
	 * The worst that AXI allows: a write reaches memory only when it is acknowledged, a read
	 * is of the moment it was asked for.
	 */
	if (b_taken && !stream) {
		memcpy(dram_mem + writes[b_now].addr, writes[b_now].data, 32);
		writes[b_now].used = false;
		b_now = -1;
	}
	if (r_taken && !stream) {
		reads[r_now].used = false;
		r_now = -1;
	}
	if (b_taken && stream)
		dram_pop(&dram.writes);
	if (r_taken && stream)
		dram_pop(&dram.reads);
	if (aw) {
		for (i = 0; writes[i].used; i++)
			if (i == QUEUE - 1)
				fail("too many writes");
		writes[i].used = true;
		writes[i].addr = *(const uint64_t *)aw_addr & 0xffffffffff;
		writes[i].id = aw_id;
		writes[i].due = ~0ull;
		w_order[w_told++ % QUEUE] = i;
	}
	if (w) {
		unsigned w_next = w_order[w_come % QUEUE];

		write_lines += now > WARM_UP;
		if (w_come++ == w_told)
			fail("data without address");
		memcpy(writes[w_next].data, w_data, 32);
		/*
		 * At times no write is acknowledged for so long that all write
		 * buffers of the L2 are taken.
		 */
		writes[w_next].due = !stream && !reserve && now % 8192 < 1024
					     ? now - now % 8192 + 1024 + rnd(30)
					     : delay();
		if (stream) {
			dram_write(&dram, writes[w_next].addr, w_data);
			dram_push(&dram, &dram.writes, now, writes[w_next].addr,
				  (uint8_t)writes[w_next].id);
			writes[w_next].used = false;
		}
	}
	if (ar) {
		uint64_t a = *(const uint64_t *)ar_addr & 0xffffffffff;

		read_lines += now > WARM_UP;
		resident_lines += a >= PA_RACED &&
				  a < PA_RACED + (strided ? PAGES * 4096 : RESIDENT);
		kept_lines += a >= VA_KEPT && a < VA_KEPT + KEPT;
		if (a >= (uint64_t)DRAM_MIB << 20)
			fail("DRAM read of %llx", (unsigned long long)a);
		if (stream) {
			dram_push(&dram, &dram.reads, now, a, (uint8_t)ar_id);
		} else {
			for (i = 0; reads[i].used; i++)
				;
			reads[i].used = true;
			reads[i].id = ar_id;
			reads[i].due = delay();
			memcpy(reads[i].data, dram_mem + a, 32);
		}
	}
	/*
	 * With odd seeds memory takes no address of a write without its data, with even ones no
	 * data without their address.
	 */
	*both = seed & 1;
	if (stream) {
		const struct dram_request *r = dram_due(&dram.reads, now),
					  *b = dram_due(&dram.writes, now);

		*aw_ready = *w_ready = dram_room(&dram.writes);
		*both = 0;
		*ar_ready = dram_room(&dram.reads);
		*r_valid = r != NULL;
		*b_valid = b != NULL;
		if (r) {
			*r_id = r->id;
			dram_read(&dram, r->addr, r_data);
		}
		if (b)
			*b_id = b->id;
		return;
	}
	for (k = rnd(QUEUE), i = 0; i < QUEUE; i++, k = (k + 1) % QUEUE) {
		if (r_now < 0 && reads[k].used && reads[k].due <= now)
			r_now = (int)k;
		if (b_now < 0 && writes[k].used && writes[k].due <= now)
			b_now = (int)k;
	}
	*aw_ready = (unsigned char)(flood || rnd(2));
	*w_ready = (unsigned char)(w_come < w_told && (flood || rnd(2)));
	/*
	 * Reads that are not taken for long: lines that are stored to
	 * meanwhile reach memory before them.
	 */
	*ar_ready = (unsigned char)(flood || twice || (whole ? now % 200 < 120 : rnd(2)));
	*r_valid = r_now >= 0;
	*b_valid = b_now >= 0;
	if (r_now >= 0) {
		*r_id = reads[r_now].id;
		memcpy(r_data, reads[r_now].data, 32);
	}
	if (b_now >= 0)
		*b_id = writes[b_now].id;
}

/*
 * Host memory: 16 ids in each direction. Beats of several reads come interleaved, in any order
 * of the ids; as with DRAM, a write reaches memory only when it is acknowledged, and a read is
 * of the moment it was asked for.
 */
static struct {
	bool used, whole;
	uint64_t addr, due;
	unsigned beats, at;
	uint8_t data[128], strb[16];
} h_rd[16], h_wr[16];
static unsigned h_order[16], h_waiting;		/* ids of writes without all their data */
static int hr_now = -1, hb_now = -1;
/* most transactions of one direction under way, bursts of more than a line */
static unsigned host_most, host_long;

static unsigned in_use(bool write)
{
	unsigned i, n = 0;

	for (i = 0; i < 16; i++)
		n += write ? h_wr[i].used : h_rd[i].used;
	return n;
}

static void host_check(uint64_t addr, int len)
{
	unsigned n = (unsigned)len + 1;

	if (addr < PA_HOST || addr + 8 * n > PA_HOST + 4096 || addr % 32 || n % 4 ||
	    addr / 128 != (addr + 8 * n - 1) / 128)
		fail("host access at %llx, %u beats", (unsigned long long)addr, n);
	host_long += n > 4;
}

void bench_host(unsigned char aw, const uint32_t *aw_addr, int aw_id, int aw_len, unsigned char w,
		const uint32_t *w_data, const uint32_t *w_strb, unsigned char w_last,
		unsigned char ar, const uint32_t *ar_addr, int ar_id, int ar_len,
		unsigned char b_taken, unsigned char r_taken, unsigned char *ready,
		unsigned char *w_ready, unsigned char *b_valid, int *b_id, unsigned char *r_valid,
		int *r_id, unsigned char *r_last, uint32_t *r_data)
{
	unsigned i, k;

	if (b_taken) {
		for (i = 0; i < h_wr[hb_now].beats * 8; i++)
			if (h_wr[hb_now].strb[i / 8] >> i % 8 & 1)
				host_mem[h_wr[hb_now].addr + i] = h_wr[hb_now].data[i];
		h_wr[hb_now].used = false;
		hb_now = -1;
	}
	if (r_taken) {
		if (++h_rd[hr_now].at == h_rd[hr_now].beats)
			h_rd[hr_now].used = false;
		hr_now = -1;
	}
	if (w) {
		i = h_order[0];
		memcpy(h_wr[i].data + 8 * h_wr[i].at, w_data, 8);
		h_wr[i].strb[h_wr[i].at++] = (uint8_t)*w_strb;
		if (w_last) {
			h_wr[i].whole = true;
			h_wr[i].due = delay();
			memmove(h_order, h_order + 1, --h_waiting * sizeof(h_order[0]));
		}
	}
	if (aw) {
		uint64_t a = *(const uint64_t *)aw_addr & 0xffffffffff;

		host_check(a, aw_len);
		memset(&h_wr[aw_id], 0, sizeof(h_wr[aw_id]));
		h_wr[aw_id].used = true;
		h_wr[aw_id].addr = a - PA_HOST;
		h_wr[aw_id].beats = (unsigned)aw_len + 1;
		h_order[h_waiting++] = (unsigned)aw_id;
	}
	if (ar) {
		uint64_t a = *(const uint64_t *)ar_addr & 0xffffffffff;

		host_check(a, ar_len);
		h_rd[ar_id].used = true;
		h_rd[ar_id].beats = (unsigned)ar_len + 1;
		h_rd[ar_id].at = 0;
		h_rd[ar_id].due = delay();
		memcpy(h_rd[ar_id].data, host_mem + a - PA_HOST, 8 * h_rd[ar_id].beats);
	}
	for (k = (unsigned)(now * 11 % 16), i = 0; i < 16; i++, k = (k + 1) % 16) {
		if (hr_now < 0 && h_rd[k].used && h_rd[k].due <= now)
			hr_now = (int)k;
		if (hb_now < 0 && h_wr[k].used && h_wr[k].whole && h_wr[k].due <= now)
			hb_now = (int)k;
	}
	for (i = 0; i < 2; i++)
		if (in_use(i) > host_most)
			host_most = in_use(i);
	*ready = (unsigned char)(flood || rnd(2));
	*w_ready = (unsigned char)(h_waiting && (flood || rnd(2)));
	*b_valid = hb_now >= 0;
	*b_id = hb_now;
	*r_valid = hr_now >= 0;
	if (hr_now >= 0) {
		*r_id = hr_now;
		*r_last = h_rd[hr_now].at + 1 == h_rd[hr_now].beats;
		memcpy(r_data, h_rd[hr_now].data + 8 * h_rd[hr_now].at, 8);
	}
}

void bench_root(unsigned char *we, int *vm, int *root)
{
	*we = now < 3;
	*vm = (int)now;
	*root = (int)(1u << 28 | (PA_TABLES + (uint32_t)now * 0x4000) >> 12);
}

static const struct {
	const char *name;
	unsigned size, at, width;
} counters[] = {
	{ "L2 hits", MEM_PERF_L2_HITS }, { "misses", MEM_PERF_L2_MISSES },
	{ "DRAM reads", MEM_PERF_DRAM_READ_LINES }, { "writes", MEM_PERF_DRAM_WRITE_LINES },
	{ "host reads", MEM_PERF_HOST_READ_WORDS }, { "writes", MEM_PERF_HOST_WRITE_WORDS },
	{ "TLB misses", MEM_PERF_TLB_MISSES }, { "walks", MEM_PERF_PAGE_WALKS },
	{ "L2 hits with a token", MEM_PERF_L2_HITS_PRIO }, { "misses", MEM_PERF_L2_MISSES_PRIO },
	{ "reads that pass", MEM_PERF_L2_BYPASSES },
};
#define COUNTS (sizeof(counters) / sizeof(counters[0]))
static uint64_t perf_sum[COUNTS], told, token_hits, passes;

/* Priority tokens of the L2: levels come and go */
void bench_l2(unsigned char *levels, unsigned char *never, unsigned char *order)
{
	static bool on, no, first;

	if (!stream && !resident && !rnd(2000))
		on = rnd(8) != 0;
	if (!stream && !resident && !rnd(2000))
		no = rnd(2);
	if (!stream && !resident && !rnd(2000))
		first = rnd(2);
	*levels = on || kept;
	*never = no;
	*order = first;
}

void bench_end(unsigned char idle, const uint32_t *perf, int n)
{
	unsigned i;

	for (i = 0; i < COUNTS; i++)
		perf_sum[i] += field_get(perf, counters[i].size, counters[i].at, counters[i].width);
	token_hits += field_get(perf, MEM_PERF_L2_HITS_PRIO);
	passes += field_get(perf, MEM_PERF_L2_BYPASSES);
	told += (unsigned)n;
	now++;
	if (!ls_idle() || !port_idle() || !idle)
		idle_since = now;
	if (phase == PH_RUN && (now > cycles || (reserve && reserve_done()))) {
		phase = PH_DRAIN;
		limit = now + 50000;
	}
	if (phase == PH_DRAIN && now > idle_since + 20)
		phase = stream || resident || reserve ? PH_DONE : PH_FINAL;
	if (phase == PH_DRAIN && now > limit)
		fail("hangs: load/store %s, ports %s, L2 %s", ls_idle() ? "idle" : "busy",
		     port_idle() ? "idle" : "busy", idle ? "idle" : "busy");
	if (phase == PH_FINAL && now > limit + 500000)
		fail("the final reads hang");
}

unsigned char bench_lent(void)
{
	return lent;
}

void bench_start(unsigned lanes, uint64_t s, uint64_t n, const char *mode)
{
	bench_lanes = lanes;
	seed = s;
	state = s * 0x9e3779b97f4a7c15ull + 1;
	cycles = n;
	apart = !strcmp(mode, "apart");
	kept = !strcmp(mode, "kept");
	stream = apart || kept || !strcmp(mode, "stream");
	hot = !strcmp(mode, "hot");
	rows = !strcmp(mode, "rows");
	reserve = !strcmp(mode, "reserve");
	whole = !strcmp(mode, "whole");
	twice = !strcmp(mode, "twice");
	strided = !strcmp(mode, "strided");
	resident = twice || strided || !strcmp(mode, "resident");
	flood = !strcmp(mode, "flood");
	lent = !strcmp(mode, "lent");
	if (!dram_init(&dram, DRAM_MIB, 0, 0))
		fail("no memory");
	dram_mem = dram.data;
	ls_init();
	ref_init();
	/* No counter starts anywhere but at 0. */
	memset(dram_mem + PA_COUNTERS, 0, 4096);
	rows_init();
	reserve_init();
}

void bench_report(void)
{
	unsigned i;

	if (twice) {
		double each = (double)cycles / port_lines();

		printf("# lines read twice by one port, 8 requests under way, DRAM answers after 40 cycles: %.1f cycles a line\n",
		       each);
		if (each > 15)
			fail("more than 15 cycles: a second request for a line on its way holds up the port");
		printf("ok twice_%u_lanes\n", bench_lanes);
		return;
	}
	if (resident) {
		printf("# %u lines read %u times: %llu lines of DRAM\n", port_kept(), PASSES,
		       (unsigned long long)resident_lines);
		if (!port_passed())
			fail("too slow: not all passes were made");
		if (resident_lines * 10 > port_kept() * 13)
			fail("more than 1.3 times the least traffic");
		printf("ok %s_%u_lanes\n", mode_name(), bench_lanes);
		return;
	}
	if (reserve) {
		reserve_report();
		return;
	}
	if (kept) {
		printf("# %u lines read again and again beside a stream without tokens: %llu lines of DRAM, %llu reads passed\n",
		       KEPT / 32, (unsigned long long)kept_lines, (unsigned long long)passes);
		if (token_hits < 4 * KEPT / 32)
			fail("too few loads");
		if (kept_lines * 10 > KEPT / 32 * 12)
			fail("lines of warps with a token do not stay");
		printf("ok kept_%u_lanes\n", bench_lanes);
		return;
	}
	if (apart) {
		printf("# %llu stores of rows that no other SM loads: %llu invalidations\n",
		       (unsigned long long)ls_stores(), (unsigned long long)told);
		if (ls_stores() < 500)
			fail("too few stores");
		/*
		 * With 16 lanes, an L1 may hold what the L2 doesn't (INCLUDES in mem_bench.sv): it
		 * is told once of each line that the other stores to.
		 */
		if (told > (bench_lanes == 16 ? 2 * 4096 / 2 / 32 : 0))
			fail("an L1 is told of lines that it never held");
		printf("ok apart_%u_lanes\n", bench_lanes);
		return;
	}
	if (!stream && !ls_hits() != lent && (bench_lanes > 4 || hot))
		fail(lent ? "L1 has lent its RAM, and answered a load"
			  : "no load was ever answered by L1");
	if (!stream) {
		ls_report();
		port_report();
		printf("# host: at most %u transactions of a direction under way, %u bursts of more than a line\n",
		       host_most, host_long);
		if (flood && (host_most < 16 || host_long < 50))
			fail("hardly any host bursts");
		if (((!hot && !rows) || bench_lanes == 4) &&
		    (token_hits < 100 || passes < (rows ? 1 : 8)))
			fail("hardly any reads with levels");
		for (i = 0; i < COUNTS; i++)
			printf("%s%s %llu", i ? ", " : "# ", counters[i].name,
			       (unsigned long long)perf_sum[i]);
		printf(", invalidations %llu\nok %s_%u_lanes\n", (unsigned long long)told,
		       mode_name(), bench_lanes);
		return;
	}
	printf("# saxpy on one SM: %.1f bytes of DRAM a cycle of 16 (%llu lines read, %llu written in %llu cycles)\n",
	       (double)(read_lines + write_lines) * 32 / (double)(now - WARM_UP),
	       (unsigned long long)read_lines, (unsigned long long)write_lines,
	       (unsigned long long)(now - WARM_UP));
	if ((read_lines + write_lines) * 32 < (now - WARM_UP) * 7)
		fail("less than 7 bytes a cycle");
	printf("ok stream_%u_lanes\n", bench_lanes);
}
