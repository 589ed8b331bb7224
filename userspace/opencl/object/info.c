// SPDX-License-Identifier: MIT
/*
 * Answers of clGet*Info().
 */
#include "internal.h"

cl_int info_bytes(size_t room, void *value, size_t *ret, const void *from, size_t bytes)
{
	if (value && room < bytes)
		return CL_INVALID_VALUE;
	if (value && bytes)
		memcpy(value, from, bytes);
	if (ret)
		*ret = bytes;
	return CL_SUCCESS;
}

cl_name_version name_version(const char *name, cl_uint major, cl_uint minor, cl_uint patch)
{
	cl_name_version v = { .version = CL_MAKE_VERSION(major, minor, patch) };

	strncpy(v.name, name, sizeof(v.name) - 1);
	return v;
}
