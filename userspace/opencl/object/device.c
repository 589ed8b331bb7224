// SPDX-License-Identifier: MIT
/*
 * The device: what a card is to OpenCL.
 *
 * Most answers are the same for all cards and stand in tables by type. The rest is computed of
 * what the card says of itself (libsmgpu).
 *
 * A table's type is the type of its answers, which is what OpenCL promises for each name. New
 * names go into the table of their type, or into own() if the card decides.
 *
 * What a number means for programs is on Documentation/user/opencl.rst. A feature that is listed
 * here is one that the compiler defines, too.
 */
#include <time.h>
#include <drm/smgpu_hw.h>

#include "internal.h"

/* Work-items: what one SM can hold, as a work-group never spans two. */
size_t device_group_limit(cl_device_id d)
{
	size_t held = (size_t)d->info->warps_per_sm * SUB_GROUP;

	return held < SMGPU_MAX_CTA_THREADS ? held : SMGPU_MAX_CTA_THREADS;
}

/* Bytes. Half the card's memory at most, as it is shared with all other programs. */
uint64_t device_largest_buffer(cl_device_id d)
{
	const uint64_t addresses = 1ull << 30;	/* a quarter of what a VM has for buffers */

	return d->memory.card_total / 2 < addresses ? d->memory.card_total / 2 : addresses;
}

/* Seconds and the rest apart, so that no product overflows. */
uint64_t device_ns(cl_device_id d, uint64_t ticks)
{
	uint64_t hz = d->info->timebase_hz ? d->info->timebase_hz : 1;

	return ticks / hz * 1000000000u + ticks % hz * 1000000000u / hz;
}

/* Asks the driver; 0 if it does not answer. */
uint64_t device_now(cl_device_id d)
{
	uint64_t ticks = 0;

	smgpu_device_timestamp(d->card, &ticks, NULL);
	return device_ns(d, ticks);
}

/* What the arithmetic does; doubles and halves are software. */
#define FLOAT_CONFIG                                                                   \
	(CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | \
	 CL_FP_ROUND_TO_INF | CL_FP_FMA | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)
#define HALF_CONFIG \
	(CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA | CL_FP_SOFT_FLOAT)
#define DOUBLE_CONFIG                                                                  \
	(CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | \
	 CL_FP_ROUND_TO_INF | CL_FP_FMA | CL_FP_SOFT_FLOAT)

#define VARIABLES_MOST (8u << 20)	/* code, constants and variables share 16 MiB */

/* What is the same for all cards, apart from what has no element of its own type below */
static const struct { cl_device_info name; cl_uint value;
} numbers[] = {
	{ CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 3 },
	{ CL_DEVICE_ADDRESS_BITS, 32 },
	/* A lane works on one element: vectors gain nothing. */
	{ CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, 1 },
	{ CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, 1 },
	{ CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, 1 },
	{ CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, 1 },
	{ CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, 1 },
	{ CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, 1 },
	{ CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, 1 },
	{ CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, 1 },
	{ CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, 1 },
	{ CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 1 },
	{ CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, 1 },
	{ CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, 1 },
	{ CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, 1 },
	{ CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, 1 },
	{ CL_DEVICE_MAX_READ_IMAGE_ARGS, 128 },
	{ CL_DEVICE_MAX_WRITE_IMAGE_ARGS, 64 },
	{ CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, 64 },
	{ CL_DEVICE_MAX_SAMPLERS, 16 },
	{ CL_DEVICE_IMAGE_PITCH_ALIGNMENT, 1 },
	{ CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, 1 },
	/* Bits, where the next one counts bytes: the largest type, long16. */
	{ CL_DEVICE_MEM_BASE_ADDR_ALIGN, 1024 },
	{ CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, 128 },
	{ CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, CL_READ_WRITE_CACHE },
	{ CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, 128 },
	{ CL_DEVICE_MAX_CONSTANT_ARGS, 256 },
	{ CL_DEVICE_LOCAL_MEM_TYPE, CL_LOCAL },
	{ CL_DEVICE_PARTITION_MAX_SUB_DEVICES, 0 },
	{ CL_DEVICE_REFERENCE_COUNT, 1 },
	/* Pipes and queues on the device are optional in OpenCL 3.0, and not offered. */
	{ CL_DEVICE_MAX_PIPE_ARGS, 0 },
	{ CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, 0 },
	{ CL_DEVICE_PIPE_MAX_PACKET_SIZE, 0 },
	{ CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, 0 },
	{ CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, 0 },
	{ CL_DEVICE_MAX_ON_DEVICE_QUEUES, 0 },
	{ CL_DEVICE_MAX_ON_DEVICE_EVENTS, 0 },
	/* 0: the natural alignment of the type. */
	{ CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, 0 },
	{ CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, 0 },
	{ CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, 0 },
};

/* As CL_TRUE or CL_FALSE. What is false here is refused by its functions. */
static const struct { cl_device_info name; cl_bool value;
} flags[] = {
	{ CL_DEVICE_IMAGE_SUPPORT, CL_TRUE },
	{ CL_DEVICE_ERROR_CORRECTION_SUPPORT, CL_FALSE },
	{ CL_DEVICE_HOST_UNIFIED_MEMORY, CL_FALSE },
	{ CL_DEVICE_ENDIAN_LITTLE, CL_TRUE },
	{ CL_DEVICE_AVAILABLE, CL_TRUE },
	{ CL_DEVICE_COMPILER_AVAILABLE, CL_TRUE },
	{ CL_DEVICE_LINKER_AVAILABLE, CL_TRUE },
	{ CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, CL_TRUE },
	{ CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, CL_TRUE },
	{ CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, CL_TRUE },
	{ CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, CL_TRUE },
	{ CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, CL_TRUE },
	{ CL_DEVICE_PIPE_SUPPORT, CL_FALSE },
};

/* Bytes, pixels or work-items, as OpenCL names them. */
static const struct { cl_device_info name; size_t value;
} sizes[] = {
	{ CL_DEVICE_MAX_PARAMETER_SIZE, 1024 },
	{ CL_DEVICE_PRINTF_BUFFER_SIZE, 1u << 20 },
	{ CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, SUB_GROUP },
	{ CL_DEVICE_IMAGE2D_MAX_WIDTH, IMAGE_LONGEST },
	{ CL_DEVICE_IMAGE2D_MAX_HEIGHT, IMAGE_LONGEST },
	{ CL_DEVICE_IMAGE3D_MAX_WIDTH, IMAGE_LAYERS },
	{ CL_DEVICE_IMAGE3D_MAX_HEIGHT, IMAGE_LAYERS },
	{ CL_DEVICE_IMAGE3D_MAX_DEPTH, IMAGE_LAYERS },
	{ CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, IMAGE_BUFFER_PIXELS },
	{ CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, IMAGE_LAYERS },
	{ CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, VARIABLES_MOST },
	{ CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, VARIABLES_MOST },
};

#define ATOMIC_ORDERS                                                      \
	(CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | \
	 CL_DEVICE_ATOMIC_ORDER_SEQ_CST)

/* All of the width of cl_bitfield */
static const struct { cl_device_info name; cl_bitfield value;
} fields[] = {
	{ CL_DEVICE_TYPE, CL_DEVICE_TYPE_GPU },
	{ CL_DEVICE_SINGLE_FP_CONFIG, FLOAT_CONFIG },
	{ CL_DEVICE_DOUBLE_FP_CONFIG, DOUBLE_CONFIG },
	{ CL_DEVICE_HALF_FP_CONFIG, HALF_CONFIG },
	{ CL_DEVICE_EXECUTION_CAPABILITIES, CL_EXEC_KERNEL },
	{ CL_DEVICE_QUEUE_ON_HOST_PROPERTIES,
	  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE },
	{ CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, 0 },
	{ CL_DEVICE_PARTITION_AFFINITY_DOMAIN, 0 },
	{ CL_DEVICE_SVM_CAPABILITIES, 0 },
	{ CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES,
	  ATOMIC_ORDERS | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE },
	{ CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, ATOMIC_ORDERS | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM |
						       CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
						       CL_DEVICE_ATOMIC_SCOPE_DEVICE },
	{ CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, 0 },
	{ CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR, 0 },
	{ CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR,
	  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE },
	{ CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR,
	  CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR },
};

/* The version of the driver is that of all parts of smgpu. */
static const struct { cl_device_info name; const char *value;
} texts[] = {
	{ CL_DEVICE_VENDOR, "smgpu" },
	{ CL_DRIVER_VERSION, SMGPU_VERSION },
	{ CL_DEVICE_PROFILE, "FULL_PROFILE" },
	{ CL_DEVICE_VERSION, "OpenCL 3.0 smgpu" },
	{ CL_DEVICE_OPENCL_C_VERSION, "OpenCL C 1.2 smgpu" },
	{ CL_DEVICE_BUILT_IN_KERNELS, "" },
	{ CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, "" },
};

/* What depends on the card */
static cl_int own(cl_device_id d, cl_device_info name, size_t room, void *value, size_t *ret)
{
	const size_t limit = device_group_limit(d), items[] = { limit, limit, limit };
	const cl_name_version languages[] = { name_version("OpenCL C", 1, 0, 0),
					      name_version("OpenCL C", 1, 1, 0),
					      name_version("OpenCL C", 1, 2, 0),
					      name_version("OpenCL C", 3, 0, 0) };
	const cl_name_version features[] = {
		name_version("__opencl_c_fp64", 3, 0, 0),
		name_version("__opencl_c_int64", 3, 0, 0),
		name_version("__opencl_c_images", 3, 0, 0),
		name_version("__opencl_c_3d_image_writes", 3, 0, 0),
		name_version("__opencl_c_read_write_images", 3, 0, 0),
		name_version("__opencl_c_generic_address_space", 3, 0, 0),
		name_version("__opencl_c_atomic_order_acq_rel", 3, 0, 0),
		name_version("__opencl_c_atomic_order_seq_cst", 3, 0, 0),
		name_version("__opencl_c_atomic_scope_device", 3, 0, 0),
		name_version("__opencl_c_subgroups", 3, 0, 0),
		name_version("__opencl_c_program_scope_global_variables", 3, 0, 0),
		name_version("__opencl_c_work_group_collective_functions", 3, 0, 0)
	};
	cl_name_version ils[IL_VERSIONS];
	const cl_name_version *list;
	size_t bytes;

	switch (name) {
	case CL_DEVICE_NAME: GIVE_STRING(d->name);
	case CL_DEVICE_VENDOR_ID: GIVE(cl_uint, d->vendor);
	case CL_DEVICE_MAX_COMPUTE_UNITS: GIVE(cl_uint, d->info->sm_count);
	/* The timebase counts cycles of the card's clock. */
	case CL_DEVICE_MAX_CLOCK_FREQUENCY: GIVE(cl_uint, d->info->timebase_hz / 1000000);
	case CL_DEVICE_MAX_NUM_SUB_GROUPS: GIVE(cl_uint, limit / SUB_GROUP);
	case CL_DEVICE_MAX_WORK_GROUP_SIZE: GIVE(size_t, limit);
	case CL_DEVICE_MAX_WORK_ITEM_SIZES: GIVE_BYTES(items, sizeof(items));
	case CL_DEVICE_GLOBAL_MEM_SIZE: GIVE(cl_ulong, d->memory.card_total);
	case CL_DEVICE_MAX_MEM_ALLOC_SIZE: GIVE(cl_ulong, device_largest_buffer(d));
	case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE: GIVE(cl_ulong, device_largest_buffer(d));
	case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE: GIVE(cl_ulong, d->info->l2_bytes);
	case CL_DEVICE_LOCAL_MEM_SIZE: GIVE(cl_ulong, d->info->shared_bytes);
	case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
		GIVE(size_t, device_ns(d, 1) ? device_ns(d, 1) : 1);
	case CL_DEVICE_PLATFORM: GIVE(cl_platform_id, &the_platform);
	case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR: GIVE(cl_version, CL_MAKE_VERSION(1, 2, 0));
	case CL_DEVICE_NUMERIC_VERSION: GIVE(cl_version, CL_MAKE_VERSION(3, 0, 0));
	case CL_DEVICE_EXTENSIONS: GIVE_STRING(platform_extensions());
	case CL_DEVICE_EXTENSIONS_WITH_VERSION:
		list = platform_extension_list(&bytes);
		GIVE_BYTES(list, bytes);
	case CL_DEVICE_OPENCL_C_ALL_VERSIONS: GIVE_BYTES(languages, sizeof(languages));
	case CL_DEVICE_OPENCL_C_FEATURES: GIVE_BYTES(features, sizeof(features));
	case CL_DEVICE_IL_VERSION:
		GIVE_STRING(device_takes_il() ? "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2" : "");
	case CL_DEVICE_ILS_WITH_VERSION:
		for (cl_uint i = 0; i < IL_VERSIONS; i++)
			ils[i] = name_version("SPIR-V", 1, i, 0);
		/* An empty list on a host that has no program for SPIR-V. */
		GIVE_BYTES(ils, device_takes_il() ? sizeof(ils) : 0);
	case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION: GIVE_NOTHING;
	/* No device is a part of another one. */
	case CL_DEVICE_PARENT_DEVICE: GIVE(cl_device_id, NULL);
	case CL_DEVICE_PARTITION_PROPERTIES:
	case CL_DEVICE_PARTITION_TYPE: GIVE(cl_device_partition_property, 0);
	}
	return CL_INVALID_VALUE;
}

/* Returns the answer from the function around it if @table has the name. */
#define LOOK(table, type) \
	for (size_t i = 0; i < COUNT(table); i++) \
		if ((table)[i].name == name) \
			GIVE(type, (table)[i].value)

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info name,
						size_t room, void *value, size_t *ret)
{
	GUARD;

	if (!object_valid(device, KIND_DEVICE))
		return CL_INVALID_DEVICE;
	LOOK(numbers, cl_uint);
	LOOK(flags, cl_bool);
	LOOK(sizes, size_t);
	LOOK(fields, cl_bitfield);
	for (size_t i = 0; i < COUNT(texts); i++)
		if (texts[i].name == name)
			GIVE_STRING(texts[i].value);
	return own(device, name, room, value, ret);
}

/* Partitioning is optional, and the answer of clGetDeviceInfo() says that there is none. */
CL_API_ENTRY cl_int CL_API_CALL clCreateSubDevices(cl_device_id device,
						   const cl_device_partition_property *properties,
						   cl_uint room, cl_device_id *list, cl_uint *n)
{
	GUARD;

	(void)properties, (void)room, (void)list, (void)n;
	if (!object_valid(device, KIND_DEVICE))
		return CL_INVALID_DEVICE;
	return CL_INVALID_VALUE;	/* there is no way to divide a card */
}

/* Devices of the platform live as long as the library: OpenCL counts only sub-devices. */
CL_API_ENTRY cl_int CL_API_CALL clRetainDevice(cl_device_id device)
{
	GUARD;

	return object_valid(device, KIND_DEVICE) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

/* Nothing to release: see clRetainDevice(). */
CL_API_ENTRY cl_int CL_API_CALL clReleaseDevice(cl_device_id device)
{
	return clRetainDevice(device);
}

/* Both times are of one moment, in ns; programs relate the times of events to their own clock by
 * them. */
CL_API_ENTRY cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_time,
							cl_ulong *host_time)
{
	uint64_t ticks, ns;
	GUARD;

	if (!object_valid(device, KIND_DEVICE))
		return CL_INVALID_DEVICE;
	if (!device_time || !host_time)
		return CL_INVALID_VALUE;
	if (smgpu_device_timestamp(device->card, &ticks, &ns))
		return CL_OUT_OF_RESOURCES;
	*device_time = device_ns(device, ticks);
	*host_time = ns;
	return CL_SUCCESS;
}

/* The host's time alone, in ns. */
CL_API_ENTRY cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *host_time)
{
	struct timespec now;
	GUARD;

	if (!object_valid(device, KIND_DEVICE))
		return CL_INVALID_DEVICE;
	if (!host_time)
		return CL_INVALID_VALUE;
	clock_gettime(CLOCK_MONOTONIC, &now);
	*host_time = now.tv_sec * 1000000000ull + now.tv_nsec;
	return CL_SUCCESS;
}
