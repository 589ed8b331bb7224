// SPDX-License-Identifier: MIT
/*
 * What this device does not offer, as clGetDeviceInfo() says: pipes. Handles are still looked at
 * first.
 *
 * Both functions are in OpenCL 3.0 for all devices, so the loader must find them.
 */
#include "internal.h"

CL_API_ENTRY cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet,
					     cl_uint packets, const cl_pipe_properties *properties,
					     cl_int *err_ret)
{
	GUARD;

	(void)flags, (void)packet, (void)packets, (void)properties;
	return refuse(err_ret, object_valid(context, KIND_CONTEXT) ? CL_INVALID_OPERATION
								   : CL_INVALID_CONTEXT);
}

CL_API_ENTRY cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info name, size_t room,
					      void *value, size_t *ret)
{
	(void)pipe, (void)name, (void)room, (void)value, (void)ret;
	return CL_INVALID_MEM_OBJECT;
}
