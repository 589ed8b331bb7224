/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Parses a setting that is given as text, by a module parameter or through debugfs. Commas separate
 * as blanks do: a boot loader may split a parameter at blanks.
 */
#ifndef _SMGPU_PARSE_H_
#define _SMGPU_PARSE_H_

#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/string.h>
#include <linux/types.h>
#else
#include <errno.h>
#include <string.h>
#include <linux/types.h>
#endif

/**
 * smgpu_parse_word() - take the next word off a text
 * @text: the text, which is moved past the word
 * @word: the word
 * @room: bytes of @word
 *
 * Return: its length, 0 at the end of the text, or -EINVAL if it is longer than any that is known.
 */
static inline int smgpu_parse_word(const char **text, char *word, size_t room)
{
	size_t n;

	*text += strspn(*text, " ,\t\n");
	n = strcspn(*text, " ,\t\n");
	if (n >= room)
		return -EINVAL;
	memcpy(word, *text, n);
	word[n] = 0;
	*text += n;
	return n;
}

/**
 * smgpu_parse_number() - convert a word to a number
 * @word: digits and nothing else
 * @base: 10 or 16
 * @most: the largest number that is understood
 * @number: the number
 *
 * Return: 0 or -EINVAL.
 */
static inline int smgpu_parse_number(const char *word, __u32 base, __u32 most, __u32 *number)
{
	__u64 value = 0;
	__u32 digit;

	if (!*word)
		return -EINVAL;
	for (; *word; word++) {
		if (*word >= '0' && *word <= '9')
			digit = *word - '0';
		else if ((*word | 0x20) >= 'a' && (*word | 0x20) <= 'f')
			digit = (*word | 0x20) - 'a' + 10;
		else
			return -EINVAL;
		value = value * base + digit;
		if (digit >= base || value > most)
			return -EINVAL;
	}
	*number = value;
	return 0;
}

#endif
