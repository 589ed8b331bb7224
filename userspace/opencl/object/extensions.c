// SPDX-License-Identifier: MIT
/*
 * The extensions that the device offers.
 *
 * A program asks for a string or for a list with versions; both come from one table. An extension
 * is in the table when its functions, its built-in functions and its tests are there.
 */
#include <stdio.h>

#include "internal.h"
#include "libsmcc.h"

/* In the order in which programs see them. The last one is left out without a translator of
 * SPIR-V. */
static const struct { const char *name; cl_uint version[3]; } extensions[] = {
	{ "cl_khr_icd", { 2, 0, 0 } },
	{ "cl_khr_byte_addressable_store", { 1, 0, 0 } },
	{ "cl_khr_global_int32_base_atomics", { 1, 0, 0 } },
	{ "cl_khr_global_int32_extended_atomics", { 1, 0, 0 } },
	{ "cl_khr_local_int32_base_atomics", { 1, 0, 0 } },
	{ "cl_khr_local_int32_extended_atomics", { 1, 0, 0 } },
	{ "cl_khr_3d_image_writes", { 1, 0, 0 } },
	{ "cl_khr_image2d_from_buffer", { 1, 0, 0 } },
	{ "cl_khr_srgb_image_writes", { 1, 0, 0 } },
	{ "cl_khr_subgroups", { 1, 0, 0 } },
	{ "cl_khr_subgroup_shuffle", { 1, 0, 0 } },
	{ "cl_khr_subgroup_shuffle_relative", { 1, 0, 0 } },
	{ "cl_khr_subgroup_non_uniform_vote", { 1, 0, 0 } },
	{ "cl_khr_subgroup_ballot", { 1, 0, 0 } },
	{ "cl_khr_fp16", { 1, 0, 0 } },
	{ "cl_khr_fp64", { 1, 0, 0 } },
	{ "cl_khr_priority_hints", { 1, 0, 0 } },
	{ "cl_khr_extended_versioning", { 1, 0, 0 } },
	{ CL_KHR_COMMAND_BUFFER_EXTENSION_NAME, { 0, 9, 8 } },
	{ "cl_khr_il_program", { 1, 0, 0 } },	/* last: not without a translator */
};

/* Asked once, as it looks for programs in the path. Under the lock, as all of the library. */
bool device_takes_il(void)
{
	static int known;

	if (!known)
		known = smcc_takes_il() ? 1 : -1;
	return known > 0;
}

/* The table's length for this machine. */
static size_t n_extensions(void)
{
	/* The one that needs it is the last of the table. */
	return COUNT(extensions) - !device_takes_il();
}

/* The text lives as long as the process. All names together have fewer than 1,024 characters. */
const char *platform_extensions(void)
{
	static char text[1024];

	if (!*text)
		for (size_t i = 0; i < n_extensions(); i++)
			sprintf(text + strlen(text), "%s%s", i ? " " : "", extensions[i].name);
	return text;
}

/* The list lives as long as the process; *@bytes is its size. */
const cl_name_version *platform_extension_list(size_t *bytes)
{
	static cl_name_version list[COUNT(extensions)];

	for (size_t i = 0; i < n_extensions(); i++)
		list[i] = name_version(extensions[i].name, extensions[i].version[0],
				       extensions[i].version[1], extensions[i].version[2]);
	*bytes = n_extensions() * sizeof(*list);
	return list;
}
