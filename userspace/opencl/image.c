// SPDX-License-Identifier: MIT
/*
 * Images and samplers: this device has none (CL_DEVICE_IMAGE_SUPPORT is CL_FALSE).
 */
#include "internal.h"

bool arg_is_image(cl_kernel k, cl_uint i)
{
	(void)k, (void)i;
	return false;
}

bool arg_is_sampler(cl_kernel k, cl_uint i)
{
	(void)k, (void)i;
	return false;
}

uint32_t sampler_word(cl_sampler s)
{
	(void)s;
	return 0;
}

cl_int image_check_region(cl_mem m, const size_t *origin, const size_t *region)
{
	(void)m, (void)origin, (void)region;
	return CL_INVALID_MEM_OBJECT;
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
							    const cl_image_format *format, const cl_image_desc *desc, void *host_ptr, cl_int *err_ret)
{
	GUARD;

	(void)properties, (void)flags, (void)format, (void)desc, (void)host_ptr;
	return refuse(err_ret, object_valid(context, KIND_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *desc,
					      void *host_ptr, cl_int *err_ret)
{
	return clCreateImageWithProperties(context, NULL, flags, format, desc, host_ptr, err_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width, size_t height,
						size_t row, void *host_ptr, cl_int *err_ret)
{
	(void)width, (void)height, (void)row;
	return clCreateImageWithProperties(context, NULL, flags, format, NULL, host_ptr, err_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width, size_t height,
						size_t depth, size_t row, size_t slice, void *host_ptr, cl_int *err_ret)
{
	(void)width, (void)height, (void)depth, (void)row, (void)slice;
	return clCreateImageWithProperties(context, NULL, flags, format, NULL, host_ptr, err_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type, cl_uint room,
							   cl_image_format *list, cl_uint *n)
{
	GUARD;

	(void)flags, (void)type, (void)room, (void)list;
	if (!object_valid(context, KIND_CONTEXT))
		return CL_INVALID_CONTEXT;
	if (n)
		*n = 0;
	return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info name, size_t room, void *value, size_t *ret)
{
	(void)image, (void)name, (void)room, (void)value, (void)ret;
	return CL_INVALID_MEM_OBJECT;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region,
						   size_t row, size_t slice, void *ptr, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	(void)queue, (void)image, (void)blocking, (void)origin, (void)region, (void)row, (void)slice, (void)ptr, (void)n_waits, (void)waits, (void)event;
	return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region,
						    size_t row, size_t slice, const void *ptr, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	return clEnqueueReadImage(queue, image, blocking, origin, region, row, slice, (void *)ptr, n_waits, waits, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem src, cl_mem dst, const size_t *from, const size_t *to,
						   const size_t *region, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	(void)queue, (void)src, (void)dst, (void)from, (void)to, (void)region, (void)n_waits, (void)waits, (void)event;
	return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *color, const size_t *origin, const size_t *region,
						   cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	(void)queue, (void)image, (void)color, (void)origin, (void)region, (void)n_waits, (void)waits, (void)event;
	return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem image, cl_mem buffer, const size_t *origin,
							   const size_t *region, size_t offset, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	(void)queue, (void)image, (void)buffer, (void)origin, (void)region, (void)offset, (void)n_waits, (void)waits, (void)event;
	return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem buffer, cl_mem image, size_t offset, const size_t *origin,
							   const size_t *region, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	(void)queue, (void)buffer, (void)image, (void)offset, (void)origin, (void)region, (void)n_waits, (void)waits, (void)event;
	return CL_INVALID_OPERATION;
}
