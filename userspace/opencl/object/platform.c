// SPDX-License-Identifier: MIT
/*
 * The platform: what the loader asks for, and which cards there are.
 *
 * There is one platform. Cards are opened when they are first asked for and closed when the
 * library goes.
 */
#include <stdio.h>

#include "internal.h"

#define EXPORT __attribute__((visibility("default")))

/* Its address is the handle, so there is nothing to free. */
struct _cl_platform_id the_platform;
static struct _cl_device_id cards[MAX_DEVICES];
static cl_uint n_cards;

/* A card that does not open is left out: the others still serve. */
static void open_card(const char *which, uint32_t vendor)
{
	struct _cl_device_id *d = &cards[n_cards];
	struct smgpu_device *card = n_cards < MAX_DEVICES ? smgpu_device_new(which) : NULL;

	if (!card)
		return;
	object_static(&d->o, KIND_DEVICE);
	d->card = card;
	d->vendor = vendor;
	d->info = smgpu_device_info(card);
	smgpu_device_memory(card, &d->memory);
	snprintf(d->name, sizeof(d->name), "smgpu %u SMs", d->info->sm_count);
	n_cards++;
}

/* Once for the process */
static void open_cards(void)
{
	static bool opened;
	struct smgpu_pci list[MAX_DEVICES];
	const char *which = getenv("SMGPU_DEVICE");
	int n;

	if (opened)
		return;
	opened = true;
	object_static(&the_platform.o, KIND_PLATFORM);
	/* With $SMGPU_DEVICE only that card is shown. */
	n = which && *which ? 0 : smgpu_pci_list(list, MAX_DEVICES);
	for (int i = 0; i < n && i < MAX_DEVICES; i++)
		if (!strcmp(list[i].driver, "smgpu") && *list[i].node)
			open_card(list[i].node, list[i].vendor);
	/* A card that is not on the bus, as of a test, is found by libsmgpu. */
	if (!n_cards)
		open_card(NULL, 0);
}

/* Programs must have released all before, so no lock is taken. */
static void __attribute__((destructor)) close_cards(void)
{
	while (n_cards)
		smgpu_device_unref(cards[--n_cards].card);
}

/* @list has room for MAX_DEVICES, or is NULL. Returns how many there are. */
cl_uint devices(cl_device_id *list)
{
	open_cards();
	for (cl_uint i = 0; list && i < n_cards; i++)
		list[i] = &cards[i];
	return n_cards;
}

/* Without a card there is no platform, so that programs take another one. */
EXPORT cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *platforms,
						 cl_uint *n)
{
	GUARD;

	if ((platforms && !room) || (!platforms && !n))
		return CL_INVALID_VALUE;
	if (n)
		*n = 0;
	if (!devices(NULL))
		return CL_PLATFORM_NOT_FOUND_KHR;
	if (n)
		*n = 1;
	if (platforms)
		platforms[0] = &the_platform;
	return CL_SUCCESS;
}

/* The same for a program that is linked without the loader. */
CL_API_ENTRY cl_int CL_API_CALL clGetPlatformIDs(cl_uint room, cl_platform_id *platforms,
						 cl_uint *n)
{
	return clIcdGetPlatformIDsKHR(room, platforms, n);
}

/* @platform may be NULL, which OpenCL leaves to the implementation: it is the only one. */
EXPORT CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
							 cl_platform_info name, size_t room,
							 void *value, size_t *ret)
{
	const cl_name_version *list;
	size_t bytes;
	GUARD;

	if (platform && !object_valid(platform, KIND_PLATFORM))
		return CL_INVALID_PLATFORM;
	switch (name) {
	case CL_PLATFORM_PROFILE: GIVE_STRING("FULL_PROFILE");
	case CL_PLATFORM_VERSION: GIVE_STRING("OpenCL 3.0 smgpu");
	case CL_PLATFORM_NUMERIC_VERSION: GIVE(cl_version, CL_MAKE_VERSION(3, 0, 0));
	case CL_PLATFORM_NAME: GIVE_STRING("smgpu");
	case CL_PLATFORM_VENDOR: GIVE_STRING("smgpu");
	case CL_PLATFORM_EXTENSIONS: GIVE_STRING(platform_extensions());
	case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
		list = platform_extension_list(&bytes);
		GIVE_BYTES(list, bytes);
	case CL_PLATFORM_HOST_TIMER_RESOLUTION:
		GIVE(cl_ulong, 1); /* clock_gettime() counts nanoseconds */
	case CL_PLATFORM_ICD_SUFFIX_KHR: GIVE_STRING("SMGPU");
	}
	return CL_INVALID_VALUE;
}

/* A card is a GPU and the default device. Other types are known, and none is there. */
CL_API_ENTRY cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type type,
					       cl_uint room, cl_device_id *list, cl_uint *n)
{
	const cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
				     CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
				     CL_DEVICE_TYPE_CUSTOM;
	cl_device_id all[MAX_DEVICES];
	cl_uint count;
	GUARD;

	count = devices(all);
	if (platform && !object_valid(platform, KIND_PLATFORM))
		return CL_INVALID_PLATFORM;
	if (type != CL_DEVICE_TYPE_ALL && (!type || type & ~known))
		return CL_INVALID_DEVICE_TYPE;
	if ((list && !room) || (!list && !n))
		return CL_INVALID_VALUE;
	if (!(type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT)))
		count = 0;
	/* One card is the default, the first. */
	if (type == CL_DEVICE_TYPE_DEFAULT && count)
		count = 1;
	if (n)
		*n = count;
	for (cl_uint i = 0; list && i < count && i < room; i++)
		list[i] = all[i];
	return count ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
}

/* The compiler is a library of the process and stays loaded. */
CL_API_ENTRY cl_int CL_API_CALL clUnloadCompiler(void)
{
	return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform)
{
	GUARD;

	return object_valid(platform, KIND_PLATFORM) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}
