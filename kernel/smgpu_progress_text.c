// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Policies of divergence and forward progress as text.
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

#include "smgpu_progress.h"
#include "smgpu_parse.h"

/**
 * struct smgpu_progress_name - a word and the value of a field that it stands for
 * @name: the word
 * @value: the value
 */
struct smgpu_progress_name {
	const char *name;
	__u32 value;
};

#define X(name, number, text) { #name, number },
static const struct smgpu_progress_name smgpu_progress_sides[] = {
	SMGPU_SM_CFG_BRANCH_POLICY_NAMES
	{ }
};

static const struct smgpu_progress_name smgpu_progress_modes[] = {
	SMGPU_SM_CFG_YIELD_MODE_NAMES
	{ }
};

#undef X

static const struct smgpu_progress_name smgpu_progress_full[] = {
	{ "stop", 0 },
	{ "drop", 1 },
	{ }
};

#define SMGPU_PROGRESS_FIELD(option, register, field, option_names) \
	{ .name = option, .names = option_names, .at = offsetof(struct smgpu_progress, register), \
	  .mask = SMGPU_SM_CFG_##field##_MASK, .shift = SMGPU_SM_CFG_##field##_SHIFT }

/* Options, in the order in which they are shown; a value is one of the names, or a number */
static const struct smgpu_progress_field {
	const char *name;
	const struct smgpu_progress_name *names;
	size_t at;
	__u32 mask;
	__u32 shift;
} smgpu_progress_fields[] = {
	SMGPU_PROGRESS_FIELD("branch", branch, BRANCH_POLICY, smgpu_progress_sides),
	SMGPU_PROGRESS_FIELD("yield", yield, YIELD_MODE, smgpu_progress_modes),
	SMGPU_PROGRESS_FIELD("period", yield, YIELD_PERIOD, NULL),
	SMGPU_PROGRESS_FIELD("threshold", yield, YIELD_THRESHOLD, NULL),
	SMGPU_PROGRESS_FIELD("seed", seed, YIELD_SEED_VALUE, NULL),
	SMGPU_PROGRESS_FIELD("depth", dtoks, DTOKS_DEPTH, NULL),
	SMGPU_PROGRESS_FIELD("full", dtoks, DTOKS_ON_FULL, smgpu_progress_full),
	SMGPU_PROGRESS_FIELD("backstop", backstop, BACKSTOP_LIMIT, NULL),
	SMGPU_PROGRESS_FIELD("shift", backstop, BACKSTOP_SHIFT, NULL),
	SMGPU_PROGRESS_FIELD("least", backstop, BACKSTOP_LEAST, NULL),
};

static void smgpu_progress_put(struct smgpu_progress *progress,
			       const struct smgpu_progress_field *field, __u32 value)
{
	__u32 *bits = (__u32 *)((char *)progress + field->at);

	*bits = (*bits & ~field->mask) | value << field->shift;
}

#define SMGPU_PROGRESS_RESET(field) \
	(SMGPU_SM_CFG_##field##_RESET << SMGPU_SM_CFG_##field##_SHIFT)

/**
 * smgpu_progress_default() - the policies after a reset of the card
 * @progress: values of the registers
 */
void smgpu_progress_default(struct smgpu_progress *progress)
{
	*progress = (struct smgpu_progress){
		.yield = SMGPU_PROGRESS_RESET(YIELD_MODE) | SMGPU_PROGRESS_RESET(YIELD_PERIOD) |
			 SMGPU_PROGRESS_RESET(YIELD_THRESHOLD),
		.seed = SMGPU_PROGRESS_RESET(YIELD_SEED_VALUE),
		.backstop = SMGPU_PROGRESS_RESET(BACKSTOP_LIMIT) |
			    SMGPU_PROGRESS_RESET(BACKSTOP_SHIFT) |
			    SMGPU_PROGRESS_RESET(BACKSTOP_LEAST),
	};
}

/* FIELD=VALUE, the value a name or a number. */
static bool smgpu_progress_option(struct smgpu_progress *progress, const char *word)
{
	const struct smgpu_progress_name *name;
	const struct smgpu_progress_field *field;
	__u32 value;
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(smgpu_progress_fields); i++) {
		field = &smgpu_progress_fields[i];
		n = strlen(field->name);
		if (strncasecmp(word, field->name, n) || word[n] != '=')
			continue;
		if (!field->names) {
			if (smgpu_parse_number(word + n + 1, 10, field->mask >> field->shift,
					       &value))
				return false;
			smgpu_progress_put(progress, field, value);
			return true;
		}
		for (name = field->names; name->name; name++)
			if (!strcasecmp(word + n + 1, name->name)) {
				smgpu_progress_put(progress, field, name->value);
				return true;
			}
		return false;
	}
	return false;
}

/**
 * smgpu_progress_parse() - the policies that a text asks for
 * @text: "default", or options, separated by blanks or commas; those that are not named are as
 *	after a reset of the card
 * @progress: values of the registers; unchanged if @text is not understood
 *
 * Return: 0 or -EINVAL.
 */
int smgpu_progress_parse(const char *text, struct smgpu_progress *progress)
{
	struct smgpu_progress value;
	char word[SMGPU_PROGRESS_BYTES];
	bool named = false;
	int n;

	smgpu_progress_default(&value);
	while ((n = smgpu_parse_word(&text, word, sizeof(word))) > 0) {
		if ((named || strcasecmp(word, "default")) && !smgpu_progress_option(&value, word))
			return -EINVAL;
		named = true;
	}
	if (n < 0 || !named)
		return -EINVAL;

	*progress = value;
	return 0;
}

/**
 * smgpu_progress_text() - write policies as smgpu_progress_parse() reads them
 * @text: room for it
 * @bytes: how much; SMGPU_PROGRESS_BYTES is enough
 * @progress: values of the registers
 *
 * Return: @text.
 */
const char *smgpu_progress_text(char *text, size_t bytes, const struct smgpu_progress *progress)
{
	const struct smgpu_progress_name *name;
	const struct smgpu_progress_field *field;
	__u32 value;
	size_t i, n;

	text[0] = 0;
	for (i = 0; i < ARRAY_SIZE(smgpu_progress_fields); i++) {
		field = &smgpu_progress_fields[i];
		value = *(const __u32 *)((const char *)progress + field->at) & field->mask;
		value >>= field->shift;
		n = strlen(text);
		for (name = field->names; name && name->name && name->value != value;)
			name++;
		if (name && name->name)
			snprintf(text + n, bytes - n, "%s%s=%s", n ? " " : "", field->name,
				 name->name);
		else
			snprintf(text + n, bytes - n, "%s%s=%u", n ? " " : "", field->name, value);
	}
	return text;
}
