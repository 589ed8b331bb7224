// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Schedules of warps as text.
 */
#ifdef __KERNEL__
#include <linux/array_size.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/stddef.h>
#include <linux/string.h>
#else
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "host_shim.h"
#endif

#include "smgpu_schedule.h"
#include "smgpu_parse.h"

#define X(name, number, text) { #name, number },
static const struct {
	const char *name;
	__u8 policy;
} smgpu_schedule_names[] = { SMGPU_SM_CFG_SCHED_POLICY_NAMES };
#undef X

#define SMGPU_SCHEDULE_FIELD(name, register, field, normal, shown) \
	{ name, offsetof(struct smgpu_schedule, register), SMGPU_SM_CFG_##field##_MASK, \
	  SMGPU_SM_CFG_##field##_SHIFT, normal, shown }

/*
 * Options, in the order in which they are shown: a field of one bit is a word, any other one is
 * name=number. Those that are as after a reset are not shown, but for @shown.
 */
static const struct smgpu_schedule_field {
	const char *name;
	size_t at;
	__u32 mask;
	__u32 shift;
	__u32 normal;
	bool shown;
} smgpu_schedule_fields[] = {
	SMGPU_SCHEDULE_FIELD("additive", sched, SCHED_ADDITIVE, 0, false),
	SMGPU_SCHEDULE_FIELD("age", sched, SCHED_AGE_SCALE, 0, true),
	SMGPU_SCHEDULE_FIELD("gain", sched, SCHED_GAIN, 0, true),
	SMGPU_SCHEDULE_FIELD("textile", sched, SCHED_TEXTILE, 0, false),
	SMGPU_SCHEDULE_FIELD("stay", sched, SCHED_STAY, 0, false),
	SMGPU_SCHEDULE_FIELD("texture", bonus, SCHED_BONUS_TEXTURE, 0, false),
	SMGPU_SCHEDULE_FIELD("op", bonus, SCHED_BONUS_OP, 0, false),
	SMGPU_SCHEDULE_FIELD("compute", types, SCHED_TYPES_COMPUTE, 0, false),
	SMGPU_SCHEDULE_FIELD("vertex", types, SCHED_TYPES_VERTEX, 0, false),
	SMGPU_SCHEDULE_FIELD("geometry", types, SCHED_TYPES_GEOMETRY, 0, false),
	SMGPU_SCHEDULE_FIELD("pixel", types, SCHED_TYPES_PIXEL, 0, false),
	SMGPU_SCHEDULE_FIELD("pixel_only", bonus, SCHED_BONUS_PIXEL, 0, false),
	SMGPU_SCHEDULE_FIELD("oversub_low", oversub, OVERSUB_LOW,
			     SMGPU_SM_CFG_OVERSUB_LOW_RESET, false),
	SMGPU_SCHEDULE_FIELD("oversub_high", oversub, OVERSUB_HIGH,
			     SMGPU_SM_CFG_OVERSUB_HIGH_RESET, false),
	SMGPU_SCHEDULE_FIELD("textile_timeout", textile, TEXTILE_TIMEOUT,
			     SMGPU_SM_CFG_TEXTILE_TIMEOUT_RESET, false),
	SMGPU_SCHEDULE_FIELD("fetch_in_turn", fetch, FETCH_POLICY, 0, false),
};

static __u32 smgpu_schedule_policy_of(const struct smgpu_schedule *schedule)
{
	return (schedule->sched & SMGPU_SM_CFG_SCHED_POLICY_MASK) >>
	       SMGPU_SM_CFG_SCHED_POLICY_SHIFT;
}

/* The policy, which every text begins with. */
static bool smgpu_schedule_policy(struct smgpu_schedule *schedule, const char *word)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(smgpu_schedule_names); i++)
		if (!strcasecmp(word, smgpu_schedule_names[i].name)) {
			schedule->sched = smgpu_schedule_names[i].policy;
			return true;
		}
	return false;
}

/* An option with its value, or a flag, into the register that has it. */
static bool smgpu_schedule_option(struct smgpu_schedule *schedule, const char *word)
{
	const struct smgpu_schedule_field *field;
	__u32 value, most, *bits;
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(smgpu_schedule_fields); i++) {
		field = &smgpu_schedule_fields[i];
		n = strlen(field->name);
		most = field->mask >> field->shift;
		if (strncasecmp(word, field->name, n) || word[n] != (most == 1 ? '\0' : '='))
			continue;
		value = 1;
		if (most != 1 && smgpu_parse_number(word + n + 1, 10, most, &value))
			return false;
		bits = (__u32 *)((char *)schedule + field->at);
		*bits = (*bits & ~field->mask) | value << field->shift;
		return true;
	}
	return false;
}

/**
 * smgpu_schedule_parse() - the schedule that a text asks for
 * @text: a policy's name, then options, separated by blanks or commas
 * @schedule: values of the registers; unchanged if @text is not understood
 *
 * Return: 0 or -EINVAL.
 */
int smgpu_schedule_parse(const char *text, struct smgpu_schedule *schedule)
{
	struct smgpu_schedule value = { SMGPU_SCHEDULE_OTHERS };
	char word[SMGPU_SCHEDULE_BYTES];
	bool named = false;
	int n;

	while ((n = smgpu_parse_word(&text, word, sizeof(word))) > 0) {
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
 * smgpu_schedule_text() - write a schedule as smgpu_schedule_parse() reads it
 * @text: room for it
 * @bytes: how much; SMGPU_SCHEDULE_BYTES is enough
 * @schedule: values of the registers
 *
 * Return: @text. A policy without a name is shown as its number, which is not understood.
 */
const char *smgpu_schedule_text(char *text, size_t bytes, const struct smgpu_schedule *schedule)
{
	__u32 policy = smgpu_schedule_policy_of(schedule), value;
	const struct smgpu_schedule_field *field;
	size_t i, n;

	snprintf(text, bytes, "%u", policy);
	for (i = 0; i < ARRAY_SIZE(smgpu_schedule_names); i++)
		if (smgpu_schedule_names[i].policy == policy)
			snprintf(text, bytes, "%s", smgpu_schedule_names[i].name);
	for (i = 0; i < ARRAY_SIZE(smgpu_schedule_fields); i++) {
		field = &smgpu_schedule_fields[i];
		value = *(const __u32 *)((const char *)schedule + field->at) & field->mask;
		value >>= field->shift;
		n = strlen(text);
		if (field->mask >> field->shift == 1 && value)
			snprintf(text + n, bytes - n, " %s", field->name);
		else if (value != field->normal || field->shown)
			snprintf(text + n, bytes - n, " %s=%u", field->name, value);
	}
	return text;
}

/**
 * smgpu_schedule_by_credits() - is the policy one of those that not every card has?
 * @schedule: values of the registers
 *
 * Return: whether it is.
 */
bool smgpu_schedule_by_credits(const struct smgpu_schedule *schedule)
{
	return smgpu_schedule_policy_of(schedule) >= SMGPU_SM_CFG_SCHED_POLICY_A;
}

/**
 * smgpu_schedule_by_grants() - does it ask for textile grants, which not every card has?
 * @schedule: values of the registers
 *
 * Return: whether it does.
 */
bool smgpu_schedule_by_grants(const struct smgpu_schedule *schedule)
{
	const struct smgpu_schedule reset = { SMGPU_SCHEDULE_OTHERS };

	return schedule->textile != reset.textile ||
	       schedule->sched & (SMGPU_SM_CFG_SCHED_TEXTILE_MASK | SMGPU_SM_CFG_SCHED_STAY_MASK);
}

/**
 * smgpu_schedule_by_bonuses() - does it ask for bonuses, which not every card has?
 * @schedule: values of the registers
 *
 * Return: whether it does.
 */
bool smgpu_schedule_by_bonuses(const struct smgpu_schedule *schedule)
{
	return schedule->bonus || schedule->types;
}
