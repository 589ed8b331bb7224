// SPDX-License-Identifier: MIT
/*
 * Answers of clGet*Info().
 *
 * The pattern is OpenCL's: @room bytes at @value, which may be NULL, and the true size to *@ret,
 * which may be NULL, too. GIVE() and its relatives in internal.h end the function that uses them.
 */
#include "internal.h"
/* CL_INVALID_VALUE if there is no room for the whole answer; nothing is written then. */

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

/* The name is cut to what the structure has room for. */
cl_name_version name_version(const char *name, cl_uint major, cl_uint minor, cl_uint patch)
{
	cl_name_version v = { .version = CL_MAKE_VERSION(major, minor, patch) };

	strncpy(v.name, name, sizeof(v.name) - 1);
	return v;
}
