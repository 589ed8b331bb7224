// SPDX-License-Identifier: MIT
#include "internal.h"

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties *properties, cl_int *err_ret)
{
	GUARD;

	(void)properties;
	return refuse(err_ret, object_valid(context, KIND_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
}

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter,
						    cl_int *err_ret)
{
	(void)normalized, (void)addressing, (void)filter;
	return clCreateSamplerWithProperties(context, NULL, err_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainSampler(cl_sampler sampler)
{
	return object_retain(sampler, KIND_SAMPLER);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler)
{
	return object_release(sampler, KIND_SAMPLER);
}

CL_API_ENTRY cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info name, size_t room, void *value, size_t *ret)
{
	(void)sampler, (void)name, (void)room, (void)value, (void)ret;
	return CL_INVALID_SAMPLER;
}
