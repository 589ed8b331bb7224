// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Schedules of warps as text.
 */
#ifdef __KERNEL__
#include <linux/array_size.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#else
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "host_shim.h"
#endif

#include "smgpu_schedule.h"
#include "smgpu_words.h"

#define X(name, number, text) { #name, number },
static const struct {
	const char *name;
	__u8 policy;
} smgpu_schedule_names[] = { SMGPU_SM_CFG_SCHED_POLICY_NAMES };
#undef X

/* A field's bits of a schedule */
#define SMGPU_SCHEDULE_GET(schedule, field) \
	(((schedule) & SMGPU_SM_CFG_SCHED_##field##_MASK) >> SMGPU_SM_CFG_SCHED_##field##_SHIFT)

/* Sets the field that a number stands for, if it fits into the field's bits. */
static bool smgpu_schedule_put(__u32 *schedule, const char *number, __u32 mask, __u32 shift)
{
	__u32 value;

	if (smgpu_number(number, 10, mask >> shift, &value))
		return false;
	*schedule = (*schedule & ~mask) | value << shift;
	return true;
}

static bool smgpu_schedule_policy(__u32 *schedule, const char *word)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(smgpu_schedule_names); i++)
		if (!strcasecmp(word, smgpu_schedule_names[i].name)) {
			*schedule = smgpu_schedule_names[i].policy;
			return true;
		}
	return false;
}

static bool smgpu_schedule_option(__u32 *schedule, const char *word)
{
	if (!strcasecmp(word, "additive"))
		*schedule |= SMGPU_SM_CFG_SCHED_ADDITIVE_MASK;
	else if (!strcasecmp(word, "stay"))
		*schedule |= SMGPU_SM_CFG_SCHED_STAY_MASK;
	else if (!strncasecmp(word, "textile=", 8))
		return smgpu_schedule_put(schedule, word + 8, SMGPU_SM_CFG_SCHED_TEXTILE_MASK,
					  SMGPU_SM_CFG_SCHED_TEXTILE_SHIFT);
	else if (!strncasecmp(word, "age=", 4))
		return smgpu_schedule_put(schedule, word + 4, SMGPU_SM_CFG_SCHED_AGE_SCALE_MASK,
					  SMGPU_SM_CFG_SCHED_AGE_SCALE_SHIFT);
	else if (!strncasecmp(word, "gain=", 5))
		return smgpu_schedule_put(schedule, word + 5, SMGPU_SM_CFG_SCHED_GAIN_MASK,
					  SMGPU_SM_CFG_SCHED_GAIN_SHIFT);
	else
		return false;
	return true;
}

/**
 * smgpu_schedule_parse() - the schedule that a text asks for
 * @text: a policy's name, then options, separated by blanks or commas
 * @schedule: value of the register SCHED; unchanged if @text is not understood
 *
 * Return: 0 or -EINVAL.
 */
int smgpu_schedule_parse(const char *text, __u32 *schedule)
{
	char word[SMGPU_SCHEDULE_BYTES];
	bool named = false;
	__u32 value = 0;
	int n;

	while ((n = smgpu_word(&text, word, sizeof(word))) > 0) {
		if (!(named ? smgpu_schedule_option(&value, word) :
			      smgpu_schedule_policy(&value, word)))
			return -EINVAL;
		named = true;
	}
	if (n < 0 || !named)
		return -EINVAL;

	*schedule = value;
	return 0;
}

/**
 * smgpu_schedule_text() - a schedule in the words that smgpu_schedule_parse() understands
 * @text: room for it
 * @bytes: how much; SMGPU_SCHEDULE_BYTES is enough
 * @schedule: value of the register SCHED
 *
 * Return: @text. A policy without a name is shown as its number, which is not understood.
 */
const char *smgpu_schedule_text(char *text, size_t bytes, __u32 schedule)
{
	static const char *const textile[] = { "", " textile=1", " textile=2", " textile=3" };
	__u32 policy = SMGPU_SCHEDULE_GET(schedule, POLICY);
	const char *name = NULL;
	char number[16];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(smgpu_schedule_names); i++)
		if (smgpu_schedule_names[i].policy == policy)
			name = smgpu_schedule_names[i].name;
	snprintf(number, sizeof(number), "%u", policy);
	snprintf(text, bytes, "%s%s age=%u gain=%u%s%s", name ? name : number,
		 SMGPU_SCHEDULE_GET(schedule, ADDITIVE) ? " additive" : "",
		 SMGPU_SCHEDULE_GET(schedule, AGE_SCALE), SMGPU_SCHEDULE_GET(schedule, GAIN),
		 textile[SMGPU_SCHEDULE_GET(schedule, TEXTILE)],
		 SMGPU_SCHEDULE_GET(schedule, STAY) ? " stay" : "");
	return text;
}

/**
 * smgpu_schedule_by_credits() - is the policy one of those that not every card has?
 * @schedule: value of the register SCHED
 *
 * Return: whether it is.
 */
bool smgpu_schedule_by_credits(__u32 schedule)
{
	return SMGPU_SCHEDULE_GET(schedule, POLICY) >= SMGPU_SM_CFG_SCHED_POLICY_A;
}

/**
 * smgpu_schedule_by_grants() - does it ask for textile grants, which not every card has?
 * @schedule: value of the register SCHED
 *
 * Return: whether it does.
 */
bool smgpu_schedule_by_grants(__u32 schedule)
{
	return schedule & (SMGPU_SM_CFG_SCHED_TEXTILE_MASK | SMGPU_SM_CFG_SCHED_STAY_MASK);
}
