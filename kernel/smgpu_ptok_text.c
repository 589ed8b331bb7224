// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Priority tokens of L1 and of the L2 as text.
 */
#ifdef __KERNEL__
#include <linux/array_size.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#else
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "host_shim.h"
#endif

#include <smgpu_fw_abi.h>

#include "smgpu_parse.h"
#include "smgpu_ptok.h"

#define X(name, number, text) { #name, (number) << SMGPU_SM_CFG_PRIO_POLICY_SHIFT },
static const struct {
	const char *name;
	__u32 bits;
} smgpu_ptok_policies[] = { SMGPU_SM_CFG_PRIO_POLICY_NAMES };
#undef X

static const struct {
	const char *name;
	__u32 bits;
} smgpu_ptok_options[] = {
	{ "at_barrier", SMGPU_SM_CFG_PRIO_AT_BARRIER_MASK },
	{ "never", SMGPU_SM_CFG_PRIO_NEVER_MASK },
	{ "lru", SMGPU_SM_CFG_PRIO_LRU_MASK },
	{ "weight", SMGPU_SM_CFG_PRIO_WEIGHT_MASK },
	{ "wait", SMGPU_SM_CFG_PRIO_WAIT_MASK },
	{ "order", SMGPU_SM_CFG_PRIO_L2_ORDER_MASK },
};

/* Both registers have these fields at one place, so one table of names and one value serve both. */
#define SMGPU_PTOK_SAME(of) \
	SMGPU_STATIC_ASSERT(SMGPU_SM_CFG_PRIO_L2_##of == SMGPU_SM_CFG_PRIO_##of, \
			    "PRIO_L2 differs from PRIO in " #of)
SMGPU_PTOK_SAME(POLICY_MASK);
SMGPU_PTOK_SAME(AT_BARRIER_MASK);
SMGPU_PTOK_SAME(NEVER_MASK);
SMGPU_PTOK_SAME(TOKEN_LEVEL_SHIFT);
SMGPU_PTOK_SAME(TOKEN_LEVEL_RESET);
SMGPU_PTOK_SAME(FIXED_LEVEL_SHIFT);
SMGPU_PTOK_SAME(FIXED_LEVEL_RESET);

/**
 * struct smgpu_ptok_cache - in what the settings of the two caches differ
 * @one: what one token adds to the value
 * @most: tokens that can be asked for
 * @mask: of their number in the value
 * @tune: the bit that leaves their number to the firmware, or 0
 * @options: the bits of those that there are
 * @predict: there is policy PREDICT
 */
struct smgpu_ptok_cache {
	__u32 one;
	__u32 most;
	__u32 mask;
	__u32 tune;
	__u32 options;
	bool predict;
};

static const struct smgpu_ptok_cache smgpu_ptok_l1 = {
	.one = 1u << SMGPU_SM_CFG_PRIO_LIMIT_SHIFT,
	.most = SMGPU_L1_TOKENS_MAX,
	.mask = SMGPU_SM_CFG_PRIO_LIMIT_MASK,
	.tune = SMGPU_FW_PRIO_TUNE,
	.options = SMGPU_SM_CFG_PRIO_AT_BARRIER_MASK | SMGPU_SM_CFG_PRIO_NEVER_MASK |
		   SMGPU_SM_CFG_PRIO_LRU_MASK | SMGPU_SM_CFG_PRIO_WEIGHT_MASK |
		   SMGPU_SM_CFG_PRIO_WAIT_MASK,
	.predict = true,
};

static const struct smgpu_ptok_cache smgpu_ptok_l2 = {
	.one = SMGPU_FW_PRIO_L2_CARD(1u),
	.most = SMGPU_L2_TOKENS_MAX,
	.mask = SMGPU_FW_PRIO_L2_CARD(0xffu),
	.options = SMGPU_SM_CFG_PRIO_L2_AT_BARRIER_MASK | SMGPU_SM_CFG_PRIO_L2_NEVER_MASK |
		   SMGPU_SM_CFG_PRIO_L2_ORDER_MASK,
};

/**
 * smgpu_ptok_predicted() - does the card choose warps by their working sets?
 * @tokens: value of the register PRIO
 *
 * Return: whether its policy is PREDICT.
 */
bool smgpu_ptok_predicted(__u32 tokens)
{
	return (tokens & SMGPU_SM_CFG_PRIO_POLICY_MASK) ==
	       SMGPU_SM_CFG_PRIO_POLICY_PREDICT << SMGPU_SM_CFG_PRIO_POLICY_SHIFT;
}

/* How many: "off", "tune" if there is such a thing, "all" or a number */
static int smgpu_ptok_limit(const struct smgpu_ptok_cache *cache, const char *word, __u32 *tokens)
{
	__u32 limit;

	if (!strcasecmp(word, "off"))
		return 0;
	if (cache->tune && !strcasecmp(word, "tune")) {
		*tokens |= cache->tune;
		return 0;
	}
	if (!strcasecmp(word, "all"))
		limit = cache->most;
	else if (smgpu_parse_number(word, 10, cache->most, &limit) || !limit)
		return -EINVAL;
	*tokens |= limit * cache->one;
	return 0;
}

/* A policy or an option, of those that the cache has. */
static int smgpu_ptok_option(const struct smgpu_ptok_cache *cache, const char *word, __u32 *tokens)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(smgpu_ptok_policies); i++)
		if (!strcasecmp(word, smgpu_ptok_policies[i].name) &&
		    (cache->predict || !smgpu_ptok_predicted(smgpu_ptok_policies[i].bits))) {
			*tokens &= ~SMGPU_SM_CFG_PRIO_POLICY_MASK;
			*tokens |= smgpu_ptok_policies[i].bits;
			return 0;
		}
	for (i = 0; i < ARRAY_SIZE(smgpu_ptok_options); i++)
		if (cache->options & smgpu_ptok_options[i].bits &&
		    !strcasecmp(word, smgpu_ptok_options[i].name)) {
			*tokens |= smgpu_ptok_options[i].bits;
			return 0;
		}
	return -EINVAL;
}

/* A limit, then options; common to both caches. */
static int smgpu_ptok_read(const struct smgpu_ptok_cache *cache, const char *text, __u32 *tokens)
{
	__u32 value = SMGPU_PTOK_DEFAULT;
	char word[SMGPU_PTOK_BYTES];
	bool limited = false;
	int n;

	while ((n = smgpu_parse_word(&text, word, sizeof(word))) > 0) {
		if (limited ? smgpu_ptok_option(cache, word, &value)
			    : smgpu_ptok_limit(cache, word, &value))
			return -EINVAL;
		limited = true;
	}
	if (n < 0 || !limited)
		return -EINVAL;

	*tokens = value;
	return 0;
}

static const char *smgpu_ptok_print(const struct smgpu_ptok_cache *cache, char *text, size_t bytes,
				    __u32 tokens)
{
	__u32 policy = tokens & SMGPU_SM_CFG_PRIO_POLICY_MASK;
	__u32 limit = (tokens & cache->mask) / cache->one;
	const char *name = NULL;
	char number[16], other[16];
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(smgpu_ptok_policies); i++)
		if (smgpu_ptok_policies[i].bits == policy)
			name = smgpu_ptok_policies[i].name;
	snprintf(number, sizeof(number), "%u", limit);
	snprintf(other, sizeof(other), "%u", policy >> SMGPU_SM_CFG_PRIO_POLICY_SHIFT);
	snprintf(text, bytes, "%s %s", tokens & cache->tune ? "tune" : limit ? number : "off",
		 name ? name : other);
	for (i = 0; i < ARRAY_SIZE(smgpu_ptok_options); i++) {
		n = strlen(text);
		if (tokens & cache->options & smgpu_ptok_options[i].bits)
			snprintf(text + n, bytes - n, " %s", smgpu_ptok_options[i].name);
	}
	return text;
}

/**
 * smgpu_ptok_parse() - the setting of tokens of L1 that a text asks for
 * @text: "off", "tune", "all" or a number, then a policy's name and options, separated by blanks or
 *	commas
 * @tokens: value of the register PRIO; unchanged if @text is not understood
 *
 * Return: 0 or -EINVAL.
 */
int smgpu_ptok_parse(const char *text, __u32 *tokens)
{
	return smgpu_ptok_read(&smgpu_ptok_l1, text, tokens);
}

/**
 * smgpu_ptok_text() - write a setting of tokens as smgpu_ptok_parse() reads it
 * @text: room for it
 * @bytes: how much; SMGPU_PTOK_BYTES is enough
 * @tokens: value of the register PRIO
 *
 * Return: @text. A policy without a name is shown as its number, which is not understood.
 */
const char *smgpu_ptok_text(char *text, size_t bytes, __u32 tokens)
{
	return smgpu_ptok_print(&smgpu_ptok_l1, text, bytes, tokens);
}

/**
 * smgpu_ptok_l2_parse() - the setting of tokens of the L2 that a text asks for
 * @text: "off", "all" or a number for all of the card, then a policy's name other than PREDICT,
 *	"at_barrier", "never" and "order", separated by blanks or commas
 * @tokens: value of the register PRIO_L2 with SMGPU_FW_PRIO_L2_CARD; unchanged if @text is not
 *	understood
 *
 * Return: 0 or -EINVAL.
 */
int smgpu_ptok_l2_parse(const char *text, __u32 *tokens)
{
	return smgpu_ptok_read(&smgpu_ptok_l2, text, tokens);
}

/**
 * smgpu_ptok_l2_text() - write the L2's setting as smgpu_ptok_l2_parse() reads it
 * @text: room for it
 * @bytes: how much; SMGPU_PTOK_BYTES is enough
 * @tokens: value of the register PRIO_L2 with SMGPU_FW_PRIO_L2_CARD
 *
 * Return: @text. A policy without a name is shown as its number, which is not understood.
 */
const char *smgpu_ptok_l2_text(char *text, size_t bytes, __u32 tokens)
{
	return smgpu_ptok_print(&smgpu_ptok_l2, text, bytes, tokens);
}

/**
 * smgpu_ptok_pc_parse() - parse the limit for a range of code
 * @text: "off", or where the range begins, the first address behind it, how many threads in it
 *	let the limit hold, and the limit, decimal or with 0x hexadecimal; separated by blanks or
 *	commas
 * @pc: values of the registers; unchanged if @text is not understood
 *
 * Return: 0 or -EINVAL.
 */
int smgpu_ptok_pc_parse(const char *text, struct smgpu_ptok_pc *pc)
{
	static const __u32 most[] = { ~0u, ~0u,
		SMGPU_SM_CFG_PRIO_PC_THREADS_MASK >> SMGPU_SM_CFG_PRIO_PC_THREADS_SHIFT,
		SMGPU_SM_CFG_PRIO_PC_LIMIT_MASK >> SMGPU_SM_CFG_PRIO_PC_LIMIT_SHIFT };
	__u32 number[ARRAY_SIZE(most)] = { };
	char word[SMGPU_PTOK_BYTES];
	bool off = false, hex;
	size_t i = 0;
	int n;

	while ((n = smgpu_parse_word(&text, word, sizeof(word))) > 0) {
		if (off || i == ARRAY_SIZE(most))
			return -EINVAL;
		off = !i && !strcasecmp(word, "off");
		if (off)
			continue;
		hex = !strncasecmp(word, "0x", 2);
		if (smgpu_parse_number(hex ? word + 2 : word, hex ? 16 : 10, most[i], &number[i]))
			return -EINVAL;
		i++;
	}
	if (n < 0)
		return -EINVAL;
	if (!off && (i < ARRAY_SIZE(most) || !number[2] || number[0] >= number[1] ||
		     (number[0] | number[1]) & 3))
		return -EINVAL;

	pc->begin = number[0];
	pc->end = number[1];
	pc->rule = number[2] << SMGPU_SM_CFG_PRIO_PC_THREADS_SHIFT |
		   number[3] << SMGPU_SM_CFG_PRIO_PC_LIMIT_SHIFT;
	return 0;
}

/**
 * smgpu_ptok_pc_text() - write such a limit as smgpu_ptok_pc_parse() reads it
 * @text: room for it
 * @bytes: how much; SMGPU_PTOK_BYTES is enough
 * @pc: values of the registers
 *
 * Return: @text.
 */
const char *smgpu_ptok_pc_text(char *text, size_t bytes, const struct smgpu_ptok_pc *pc)
{
	__u32 threads = (pc->rule & SMGPU_SM_CFG_PRIO_PC_THREADS_MASK) >>
			SMGPU_SM_CFG_PRIO_PC_THREADS_SHIFT;
	__u32 limit = (pc->rule & SMGPU_SM_CFG_PRIO_PC_LIMIT_MASK) >>
		      SMGPU_SM_CFG_PRIO_PC_LIMIT_SHIFT;

	if (threads)
		snprintf(text, bytes, "0x%08x 0x%08x %u %u", pc->begin, pc->end, threads, limit);
	else
		snprintf(text, bytes, "off");
	return text;
}

/**
 * smgpu_ptok_levels() - how many warps of an SM have each level
 * @tokens: its register PRIO; the driver asks for no fixed tokens
 * @warps: resident ones
 * @held: of them those with a token
 * @count: SMGPU_PTOK_LEVELS of them
 */
void smgpu_ptok_levels(__u32 tokens, __u32 warps, __u32 held, __u32 *count)
{
	__u32 level = (tokens & SMGPU_SM_CFG_PRIO_TOKEN_LEVEL_MASK) >>
		      SMGPU_SM_CFG_PRIO_TOKEN_LEVEL_SHIFT;
	__u32 i;

	if (held > warps)
		held = warps;
	for (i = 0; i < SMGPU_PTOK_LEVELS; i++)
		count[i] = i ? 0 : warps - held;
	count[level] += held;
}
