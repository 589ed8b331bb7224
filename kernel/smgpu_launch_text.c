// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How the card chooses SMs for CTAs, as text.
 */
#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#else
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#endif

#include "smgpu_launch.h"
#include "smgpu_parse.h"

static __u32 smgpu_launch_rank(__u32 launch, __u32 sm)
{
	return launch >> (SMGPU_LAUNCH_CTRL_RANK_SHIFT + 2 * sm) & 3;
}

/**
 * smgpu_launch_parse() - the choice of SMs that a text asks for
 * @text: "round_robin", or "balance" and SMs, separated by blanks or commas
 * @sms: SMs of the card
 * @launch: value of the register LAUNCH.CTRL; unchanged if @text is not understood
 *
 * SMs that are not named come behind the others, in the order of their numbers.
 *
 * Return: 0 or -EINVAL.
 */
int smgpu_launch_parse(const char *text, __u32 sms, __u32 *launch)
{
	__u32 value = 0, named = 0, count = 0, sm;
	char word[SMGPU_LAUNCH_BYTES];
	int n = smgpu_parse_word(&text, word, sizeof(word));

	if (n > 0 && !strcasecmp(word, "round_robin"))
		value = SMGPU_LAUNCH_CTRL_POLICY_MASK;
	else if (n <= 0 || strcasecmp(word, "balance"))
		return -EINVAL;

	while ((n = smgpu_parse_word(&text, word, sizeof(word)))) {
		sm = (__u32)(*word - '0');
		if (value & SMGPU_LAUNCH_CTRL_POLICY_MASK || n != 1 || *word < '0' || sm >= sms ||
		    sm >= SMGPU_LAUNCH_SMS || named >> sm & 1)
			return -EINVAL;
		named |= 1u << sm;
		value |= count++ << (SMGPU_LAUNCH_CTRL_RANK_SHIFT + 2 * sm);
	}
	for (sm = 0; sm < SMGPU_LAUNCH_SMS; sm++)
		if (!(named >> sm & 1))
			value |= count++ << (SMGPU_LAUNCH_CTRL_RANK_SHIFT + 2 * sm);

	*launch = value;
	return 0;
}

/**
 * smgpu_launch_text() - write a choice of SMs as smgpu_launch_parse() reads it
 * @text: room for it
 * @bytes: how much; SMGPU_LAUNCH_BYTES is enough
 * @sms: SMs of the card
 * @launch: value of the register LAUNCH.CTRL
 *
 * Return: @text.
 */
const char *smgpu_launch_text(char *text, size_t bytes, __u32 sms, __u32 launch)
{
	__u32 rank, sm;
	int n;

	if (launch & SMGPU_LAUNCH_CTRL_POLICY_MASK) {
		snprintf(text, bytes, "round_robin");
		return text;
	}
	n = snprintf(text, bytes, "balance");
	for (rank = 0; rank < SMGPU_LAUNCH_SMS; rank++)
		for (sm = 0; sm < sms && sm < SMGPU_LAUNCH_SMS; sm++)
			if (smgpu_launch_rank(launch, sm) == rank)
				n += snprintf(text + n, bytes - (size_t)n, " %u", sm);
	return text;
}
