// SPDX-License-Identifier: MIT
/*
 * Samplers: to a kernel a word, as clang writes those of the source.
 *
 * Constant samplers of the source do not come here: the compiler has put their word into the code.
 *
 * A word says all of a sampler (smgpu_image.h), so no memory of the card is needed for one.
 */
#include "internal.h"
#include "smgpu_image.h"

/* In the order of OpenCL's numbers, which begin with CL_ADDRESS_NONE. */
uint32_t sampler_word(cl_sampler s)
{
	static const uint32_t modes[] = { SMGPU_SAMPLER_NONE, SMGPU_SAMPLER_EDGE,
					  SMGPU_SAMPLER_BORDER, SMGPU_SAMPLER_REPEAT,
					  SMGPU_SAMPLER_MIRROR };

	return (s->normalized ? SMGPU_SAMPLER_NORMALIZED : 0) |
	       modes[s->addressing - CL_ADDRESS_NONE] |
	       (s->filter == CL_FILTER_LINEAR ? SMGPU_SAMPLER_LINEAR : SMGPU_SAMPLER_NEAREST);
}

/* No kernel holds a sampler: a launch takes its word. */
static void destroy(void *object)
{
	cl_sampler s = object;

	free(s->properties);
	object_drop(s->context);
}

/* Of a list of properties or of the three arguments that OpenCL 1.2 has */
static cl_sampler make(cl_context c, cl_bool normalized, cl_addressing_mode addressing,
		       cl_filter_mode filter, cl_int *err_ret)
{
	cl_sampler s;

	if (normalized > CL_TRUE || addressing < CL_ADDRESS_NONE ||
	    addressing > CL_ADDRESS_MIRRORED_REPEAT ||
	    (filter != CL_FILTER_NEAREST && filter != CL_FILTER_LINEAR) ||
	    (!normalized && addressing >= CL_ADDRESS_REPEAT))
		return refuse(err_ret, CL_INVALID_VALUE);
	s = object_new(KIND_SAMPLER, sizeof(*s), destroy);
	if (!s)
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	s->context = object_hold(c);
	s->normalized = normalized;
	s->addressing = addressing;
	s->filter = filter;
	return accept_as(err_ret, s);
}

/* Each property once; what is not given has OpenCL's default. */
CL_API_ENTRY cl_sampler CL_API_CALL clCreateSamplerWithProperties(
	cl_context context, const cl_sampler_properties *properties, cl_int *err_ret)
{
	cl_sampler_properties set[3] = { CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST };
	cl_sampler s;
	uint32_t seen = 0;
	GUARD;

	if (!object_valid(context, KIND_CONTEXT))
		return refuse(err_ret, CL_INVALID_CONTEXT);
	for (const cl_sampler_properties *p = properties; p && *p; p += 2) {
		/* OpenCL's names of the three properties are numbers in a row. */
		uint32_t i = *p - CL_SAMPLER_NORMALIZED_COORDS;

		if (*p < CL_SAMPLER_NORMALIZED_COORDS || *p > CL_SAMPLER_FILTER_MODE ||
		    seen >> i & 1)
			return refuse(err_ret, CL_INVALID_VALUE);
		/* Values are of 32 bits, and a larger one must not be cut to one that is valid. */
		if (p[1] > UINT32_MAX)
			return refuse(err_ret, CL_INVALID_VALUE);
		seen |= 1u << i;
		set[i] = p[1];
	}
	s = make(context, set[0], set[1], set[2], err_ret);
	if (!s || !properties)
		return s;
	s->properties = list_copy(properties, sizeof(*properties), &s->n_properties);
	if (!s->properties) {
		object_drop(s);
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	}
	return s;
}

/* OpenCL 1.2's function; OpenCL calls all three of its arguments properties. */
CL_API_ENTRY cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized,
						    cl_addressing_mode addressing,
						    cl_filter_mode filter, cl_int *err_ret)
{
	GUARD;

	if (!object_valid(context, KIND_CONTEXT))
		return refuse(err_ret, CL_INVALID_CONTEXT);
	return make(context, normalized, addressing, filter, err_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainSampler(cl_sampler sampler)
{
	return object_retain(sampler, KIND_SAMPLER);
}

/* A launch that has taken the word needs the sampler no more. */
CL_API_ENTRY cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler)
{
	return object_release(sampler, KIND_SAMPLER);
}

CL_API_ENTRY cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info name,
						 size_t room, void *value, size_t *ret)
{
	GUARD;

	if (!object_valid(sampler, KIND_SAMPLER))
		return CL_INVALID_SAMPLER;
	switch (name) {
	case CL_SAMPLER_REFERENCE_COUNT: GIVE(cl_uint, sampler->o.refs);
	case CL_SAMPLER_CONTEXT: GIVE(cl_context, sampler->context);
	case CL_SAMPLER_NORMALIZED_COORDS: GIVE(cl_bool, sampler->normalized);
	case CL_SAMPLER_ADDRESSING_MODE: GIVE(cl_addressing_mode, sampler->addressing);
	case CL_SAMPLER_FILTER_MODE: GIVE(cl_filter_mode, sampler->filter);
	case CL_SAMPLER_PROPERTIES:
		GIVE_BYTES(sampler->properties,
			   sampler->n_properties * sizeof(*sampler->properties));
	}
	return CL_INVALID_VALUE;
}
