// SPDX-License-Identifier: MIT
/*
 * Images: memory of rows without gaps, and the description of it that kernels get
 * (device/smgpu_image.h). The rows of a 1D array are its layers.
 *
 * The functions at the head decide what is valid, the tables what this card offers. The compiler's
 * half is userspace/cc/cl/image.h, which reads what describe() wrote.
 */
#include "internal.h"
#include "smgpu_image.h"

/* Sources of the components from the first on; what channel takes which component when written */
#define Z SMGPU_IMAGE_ZERO
#define O SMGPU_IMAGE_ONE
#define FROM SMGPU_IMAGE_FROM

enum {
	/* Sets of SMGPU_IMAGE_ types, a bit each; the packed ones and sRGB are not in ANY_TYPE. */
	ANY_TYPE = 0xfff,
	EIGHT_BITS = 1 << SMGPU_IMAGE_SNORM8 | 1 << SMGPU_IMAGE_UNORM8 | 1 << SMGPU_IMAGE_SINT8 |
		     1 << SMGPU_IMAGE_UINT8,
	NO_INTEGER = 1 << SMGPU_IMAGE_SNORM8 | 1 << SMGPU_IMAGE_SNORM16 | 1 << SMGPU_IMAGE_UNORM8 |
		     1 << SMGPU_IMAGE_UNORM16 | 1 << SMGPU_IMAGE_HALF | 1 << SMGPU_IMAGE_FLOAT
};

#define PACKED (1 << SMGPU_IMAGE_565 | 1 << SMGPU_IMAGE_555 | 1 << SMGPU_IMAGE_101010)

/* What channels an order has, which types it may have, and where components come from and go to. */
static const struct order {
	/* @types: bits as above. @read and @write: FROM(), for image.h. @border_one:
	 * outside of the image the last component is 1. */
	cl_channel_order order;
	uint32_t channels, types, read, write;
	bool border_one;
} orders[] = {
	{ CL_RGBA, 4, ANY_TYPE | 1 << SMGPU_IMAGE_1010102, FROM(0, 1, 2, 3), FROM(0, 1, 2, 3),
	  false },
	{ CL_BGRA, 4, EIGHT_BITS, FROM(2, 1, 0, 3), FROM(2, 1, 0, 3), false },
	{ CL_ARGB, 4, EIGHT_BITS, FROM(1, 2, 3, 0), FROM(3, 0, 1, 2), false },
	{ CL_R, 1, ANY_TYPE, FROM(0, Z, Z, O), 0, true },
	{ CL_A, 1, ANY_TYPE, FROM(Z, Z, Z, 0), 3, false },
	{ CL_RG, 2, ANY_TYPE, FROM(0, 1, Z, O), FROM(0, 1, 0, 0), true },
	{ CL_RA, 2, ANY_TYPE, FROM(0, Z, Z, 1), FROM(0, 3, 0, 0), false },
	{ CL_RGB, 3, PACKED, FROM(0, 1, 2, O), FROM(0, 1, 2, 0), true },
	{ CL_RGBx, 3, PACKED, FROM(0, 1, 2, O), FROM(0, 1, 2, 0), false },
	{ CL_sRGBA, 4, 1 << SMGPU_IMAGE_SRGB8, FROM(0, 1, 2, 3), FROM(0, 1, 2, 3), false },
	{ CL_sBGRA, 4, 1 << SMGPU_IMAGE_SRGB8, FROM(2, 1, 0, 3), FROM(2, 1, 0, 3), false },
	{ CL_INTENSITY, 1, NO_INTEGER, FROM(0, 0, 0, 0), 0, false },
	{ CL_LUMINANCE, 1, NO_INTEGER, FROM(0, 0, 0, O), 0, true },
};

/* Bytes of a channel; of a pixel if that is packed. The index is SMGPU_IMAGE_..., which kernels
 * know. */
static const struct { cl_channel_type type; uint32_t bytes; bool packed;
} types[] = {
	[SMGPU_IMAGE_SNORM8] = { CL_SNORM_INT8, 1 },
	[SMGPU_IMAGE_SNORM16] = { CL_SNORM_INT16, 2 },
	[SMGPU_IMAGE_UNORM8] = { CL_UNORM_INT8, 1 },
	[SMGPU_IMAGE_UNORM16] = { CL_UNORM_INT16, 2 },
	[SMGPU_IMAGE_SINT8] = { CL_SIGNED_INT8, 1 },
	[SMGPU_IMAGE_SINT16] = { CL_SIGNED_INT16, 2 },
	[SMGPU_IMAGE_SINT32] = { CL_SIGNED_INT32, 4 },
	[SMGPU_IMAGE_UINT8] = { CL_UNSIGNED_INT8, 1 },
	[SMGPU_IMAGE_UINT16] = { CL_UNSIGNED_INT16, 2 },
	[SMGPU_IMAGE_UINT32] = { CL_UNSIGNED_INT32, 4 },
	[SMGPU_IMAGE_HALF] = { CL_HALF_FLOAT, 2 },
	[SMGPU_IMAGE_FLOAT] = { CL_FLOAT, 4 },
	[SMGPU_IMAGE_SRGB8] = { CL_UNORM_INT8, 1 },
	[SMGPU_IMAGE_565] = { CL_UNORM_SHORT_565, 2, true },
	[SMGPU_IMAGE_555] = { CL_UNORM_SHORT_555, 2, true },
	[SMGPU_IMAGE_101010] = { CL_UNORM_INT_101010, 4, true },
	[SMGPU_IMAGE_1010102] = { CL_UNORM_INT_101010_2, 4, true },
};

/* The names are those of OpenCL C, which the compiler tells of each argument. */
static const struct {
	cl_mem_object_type type;
	uint32_t dims;
	bool array;
	const char *name;
} kinds[] = {
	{ CL_MEM_OBJECT_IMAGE2D, 2, false, "image2d_t" },
	{ CL_MEM_OBJECT_IMAGE3D, 3, false, "image3d_t" },
	{ CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, true, "image2d_array_t" },
	{ CL_MEM_OBJECT_IMAGE1D, 1, false, "image1d_t" },
	{ CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, true, "image1d_array_t" },
	{ CL_MEM_OBJECT_IMAGE1D_BUFFER, 1, false, "image1d_buffer_t" },
};

/* Index into kinds[], or -1 for what is no image. */
static int kind_of(cl_mem_object_type type)
{
	for (size_t i = 0; i < COUNT(kinds); i++)
		if (kinds[i].type == type)
			return i;
	return -1;
}

bool is_image(cl_mem m)
{
	return kind_of(m->type) >= 0;
}

/* Such a channel is read as a linear component. */
static bool is_srgb(cl_channel_order o)
{
	return o >= CL_sRGB && o <= CL_sBGRA;
}

/* SMGPU_IMAGE_..., -1 for a type that is not offered */
static int type_of(const cl_image_format *f)
{
	if (is_srgb(f->image_channel_order) && f->image_channel_data_type == CL_UNORM_INT8)
		return SMGPU_IMAGE_SRGB8;
	for (size_t i = 0; i < COUNT(types); i++)
		if (types[i].type == f->image_channel_data_type)
			return i;
	return -1;
}

/* SMGPU_IMAGE_...; images exist only with types that are offered, so it is never -1. */
uint32_t image_type(cl_mem m)
{
	return type_of(&m->format);
}

/* NULL for an order that is not offered. */
static const struct order *order_of(const cl_image_format *f)
{
	for (size_t i = 0; i < COUNT(orders); i++)
		if (orders[i].order == f->image_channel_order)
			return &orders[i];
	return NULL;
}

/* For fills from the host: which component of a colour goes into @channel of a pixel. */
uint32_t image_component(cl_mem m, uint32_t channel)
{
	return order_of(&m->format)->write >> 4 * channel & 3;
}

/* Has OpenCL this format at all? */
static bool valid_format(const cl_image_format *f)
{
	cl_channel_order o = f->image_channel_order;
	cl_channel_type t = f->image_channel_data_type;

	if (t < CL_SNORM_INT8 || t > CL_UNORM_INT_101010_2 || o < CL_R || o > CL_ABGR)
		return false;
	if (is_srgb(o))
		return t == CL_UNORM_INT8;
	if (t == CL_UNORM_SHORT_565 || t == CL_UNORM_SHORT_555 || t == CL_UNORM_INT_101010)
		return o == CL_RGB || o == CL_RGBx;
	if (t == CL_UNORM_INT_101010_2)
		return o == CL_RGBA;
	if (type_of(f) < 0 || o == CL_RGB || o == CL_RGBx || o == CL_DEPTH_STENCIL)
		return false;
	if (o == CL_INTENSITY || o == CL_LUMINANCE)
		return NO_INTEGER >> type_of(f) & 1;
	if (o == CL_BGRA || o == CL_ARGB || o == CL_ABGR)
		return EIGHT_BITS >> type_of(f) & 1;
	return true;
}

/* Can this device do it? What is valid but not offered has an error of its own. */
static bool offered(const cl_image_format *f)
{
	const struct order *o = order_of(f);

	return o && type_of(f) >= 0 && o->types >> type_of(f) & 1;
}

/* Layers of an array stand where the next dimension would. */
void image_extent(cl_mem m, size_t *size)
{
	size[0] = m->desc.image_width;
	size[1] = m->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? m->desc.image_array_size
		  : m->desc.image_height		 ? m->desc.image_height
							 : 1;
	size[2] = m->type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? m->desc.image_array_size
		  : m->desc.image_depth			 ? m->desc.image_depth
							 : 1;
}

/* What its kind has no use for is 0 then. */
static bool tidy(cl_image_desc *d)
{
	bool rows = d->image_type == CL_MEM_OBJECT_IMAGE2D ||
		    d->image_type == CL_MEM_OBJECT_IMAGE3D ||
		    d->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;

	if (!rows)
		d->image_height = 0;
	if (d->image_type != CL_MEM_OBJECT_IMAGE3D)
		d->image_depth = 0;
	if (kind_of(d->image_type) < 0 || !kinds[kind_of(d->image_type)].array)
		d->image_array_size = 0;
	return kind_of(d->image_type) >= 0 && d->image_width && (!rows || d->image_height) &&
	       (d->image_type != CL_MEM_OBJECT_IMAGE3D || d->image_depth) &&
	       (!kinds[kind_of(d->image_type)].array || d->image_array_size) &&
	       !d->num_mip_levels && !d->num_samples;
}

/* Completes the pitches of the program's memory, or of the buffer. */
static bool pitches(cl_image_desc *d, size_t pixel, bool given)
{
	bool slices = d->image_type == CL_MEM_OBJECT_IMAGE3D ||
		      d->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
		      d->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
	size_t least = d->image_width * pixel;

	if (!given && (d->image_row_pitch || d->image_slice_pitch))
		return false;
	if (!d->image_row_pitch)
		d->image_row_pitch = least;
	if (d->image_row_pitch < least || d->image_row_pitch % pixel)
		return false;
	if (!slices) {
		d->image_slice_pitch = 0;
		return true;
	}
	if (__builtin_mul_overflow(d->image_row_pitch, d->image_height ? d->image_height : 1,
				   &least))
		return false;
	if (!d->image_slice_pitch)
		d->image_slice_pitch = least;
	return d->image_slice_pitch >= least && d->image_slice_pitch % d->image_row_pitch == 0;
}

/* SMGPU_IMAGE_WORDS or another form, or 0 */
static uint32_t form_of(const struct order *o, uint32_t type)
{
	if (o->order != CL_RGBA && (o->order != CL_R || types[type].bytes != 4))
		return 0;
	switch (type) {
	case SMGPU_IMAGE_SINT32:
	case SMGPU_IMAGE_UINT32:
	case SMGPU_IMAGE_FLOAT: return o->order == CL_R ? SMGPU_IMAGE_WORD : SMGPU_IMAGE_WORDS;
	case SMGPU_IMAGE_UNORM8: return SMGPU_IMAGE_BYTES;
	case SMGPU_IMAGE_SINT8: return SMGPU_IMAGE_BYTES_SIGNED;
	case SMGPU_IMAGE_UINT8: return SMGPU_IMAGE_BYTES_UNSIGNED;
	default: return 0;
	}
}

/* Writes the description that kernels read, and waits for it. The image owns that buffer. */
static cl_int describe(cl_mem m)
{
	const struct order *o = order_of(&m->format);
	struct smgpu_queue *q = context_service(m->context);
	int kind = kind_of(m->type);
	struct smgpu_image about = {
		.base = m->va,
		.pixel = m->pixel,
		.row = m->row,
		.slice = m->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? m->row : m->slice,
		.dims = kinds[kind].dims,
		.array = kinds[kind].array,
		.type = image_type(m),
		.channels = o->channels,
		.read = o->read,
		.write = o->write,
		.border_one = o->border_one,
		.order = o->order,
		.data = m->format.image_channel_data_type,
		.form = form_of(o, image_type(m)),
	};
	size_t size[3];

	image_extent(m, size);
	about.size[0] = size[0];
	about.size[1] = m->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : size[1];
	about.size[2] = m->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? size[1] : size[2];
	m->descriptor = smgpu_buffer_new(m->context->vm, sizeof(about), SMGPU_BUFFER_CARD);
	if (!m->descriptor)
		return CL_MEM_OBJECT_ALLOCATION_FAILURE;
	return !q || smgpu_buffer_write(q, m->descriptor, 0, &about, sizeof(about))
		       ? CL_OUT_OF_RESOURCES
		       : CL_SUCCESS;
}

/* The first contents: rows and slices lie apart in the program's memory, not on the card. */
static cl_int fill_from(cl_mem m, const uint8_t *from)
{
	size_t size[3], bytes;
	uint8_t *packed;
	cl_int err;

	image_extent(m, size);
	bytes = size[0] * m->pixel;
	packed = malloc(m->bytes);
	if (!packed)
		return CL_OUT_OF_HOST_MEMORY;
	for (size_t z = 0; z < size[2]; z++)
		for (size_t y = 0; y < size[1]; y++)
			memcpy(packed + z * m->slice + y * m->row,
			       from + z * m->host_slice + y * m->host_row, bytes);
	err = mem_fill_from(m, packed);
	free(packed);
	return err;
}

/* Memory of its own, or another's */
static cl_int take_memory(cl_mem m, const cl_image_desc *d, cl_mem buffer, void *host_ptr)
{
	cl_int err;

	if (!buffer) {
		err = mem_allocate(m, host_ptr);
		if (!err && host_ptr)
			err = fill_from(m, host_ptr);
		return err;
	}
	mem_lie_in(m, buffer);
	m->buf = smgpu_buffer_ref(buffer->buf);
	m->va = buffer->va;
	m->row = m->slice = d->image_row_pitch;
	m->bytes = m->row * (d->image_height ? d->image_height : 1);
	if (buffer->type == CL_MEM_OBJECT_IMAGE2D)
		m->desc.image_row_pitch = buffer->desc.image_row_pitch;
	if (buffer->host_ptr) {
		m->host_ptr = buffer->host_ptr;
		m->host_row = m->host_slice = m->desc.image_row_pitch;
	}
	return CL_SUCCESS;
}

/* Each limit is one that clGetDeviceInfo() tells. */
static cl_int check_size(const cl_image_desc *d)
{
	size_t widest = d->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? IMAGE_BUFFER_PIXELS
			: d->image_type == CL_MEM_OBJECT_IMAGE3D      ? IMAGE_LAYERS
								      : IMAGE_LONGEST;
	size_t highest = d->image_type == CL_MEM_OBJECT_IMAGE3D ? IMAGE_LAYERS : IMAGE_LONGEST;

	return d->image_width > widest || d->image_height > highest ||
			       d->image_depth > IMAGE_LAYERS || d->image_array_size > IMAGE_LAYERS
		       ? CL_INVALID_IMAGE_SIZE
		       : CL_SUCCESS;
}

/* The buffer that the image is to lie in: a 1D buffer image always has one, a 2D image may, or
 * another image. */
static cl_int check_buffer(cl_context c, const cl_image_desc *d, cl_mem_flags *flags)
{
	cl_mem b = d->mem_object;
	size_t bytes;

	if (!b)
		return d->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? CL_INVALID_IMAGE_DESCRIPTOR
								     : CL_SUCCESS;
	if ((d->image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER &&
	     d->image_type != CL_MEM_OBJECT_IMAGE2D) ||
	    !object_valid(b, KIND_MEM) ||
	    (b->type != CL_MEM_OBJECT_BUFFER &&
	     (b->type != CL_MEM_OBJECT_IMAGE2D || d->image_type != b->type)) ||
	    b->context != c)
		return CL_INVALID_IMAGE_DESCRIPTOR;
	if (__builtin_mul_overflow(d->image_row_pitch, d->image_height ? d->image_height : 1,
				   &bytes) ||
	    bytes > b->bytes)
		return CL_INVALID_IMAGE_SIZE;
	return mem_inherit(b->flags, flags) ? CL_SUCCESS : CL_INVALID_VALUE;
}

/* sRGB and the order it is another view of */
static bool same_channels(cl_channel_order a, cl_channel_order b)
{
	return (a == CL_sRGBA && b == CL_RGBA) || (a == CL_sBGRA && b == CL_BGRA);
}

/* May an image of this format and size lie in the image @m? */
static bool fits(cl_mem m, const cl_image_format *f, const cl_image_desc *d)
{
	cl_channel_order o = f->image_channel_order, of = m->format.image_channel_order;

	return f->image_channel_data_type == m->format.image_channel_data_type &&
	       (same_channels(o, of) || same_channels(of, o)) &&
	       d->image_width == m->desc.image_width && d->image_height == m->desc.image_height &&
	       (!d->image_row_pitch || d->image_row_pitch == m->desc.image_row_pitch);
}

/* What an image that lies in other memory must have is called a matter of its format: rows of whole
 * pixels in a buffer, the same pixels in an image. */
static cl_int check_shared(cl_context c, const cl_image_format *f, cl_image_desc *d, size_t pixel)
{
	cl_mem m = d->mem_object;

	if (d->image_type != CL_MEM_OBJECT_IMAGE2D || !object_valid(m, KIND_MEM) || m->context != c)
		return CL_SUCCESS;
	if (m->type != CL_MEM_OBJECT_IMAGE2D)
		return d->image_row_pitch % pixel ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR : CL_SUCCESS;
	if (!fits(m, f, d))
		return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
	d->image_row_pitch = m->row;
	return CL_SUCCESS;
}

/* Of several errors the first in this order is told. What fails frees all before it. */
static cl_mem make(cl_context c, cl_mem_flags flags, const cl_image_format *format,
		   const cl_image_desc *desc, void *host_ptr, cl_int *err_ret)
{
	const struct order *o;
	cl_image_desc d;
	size_t pixel;
	cl_int err;
	cl_mem m;

	if (!object_valid(c, KIND_CONTEXT))
		return refuse(err_ret, CL_INVALID_CONTEXT);
	if (mem_check_flags(c, flags, host_ptr) == CL_INVALID_VALUE)
		return refuse(err_ret, CL_INVALID_VALUE);
	if (!format || !valid_format(format))
		return refuse(err_ret, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
	if (!desc)
		return refuse(err_ret, CL_INVALID_IMAGE_DESCRIPTOR);
	d = *desc;
	if (!tidy(&d))
		return refuse(err_ret, CL_INVALID_IMAGE_DESCRIPTOR);
	err = mem_check_flags(c, flags, host_ptr);
	if (!err)
		err = check_size(&d);
	if (err)
		return refuse(err_ret, err);
	if (!offered(format))
		return refuse(err_ret, CL_IMAGE_FORMAT_NOT_SUPPORTED);
	o = order_of(format);
	pixel = types[type_of(format)].bytes * (types[type_of(format)].packed ? 1 : o->channels);
	err = check_shared(c, format, &d, pixel);
	if (!err)
		err = pitches(&d, pixel, host_ptr || d.mem_object) ? check_buffer(c, &d, &flags)
								   : CL_INVALID_IMAGE_DESCRIPTOR;
	if (err)
		return refuse(err_ret, err);
	m = mem_new(c, d.image_type, flags, 0);
	if (!m)
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	m->format = *format;
	m->desc = d;
	m->pixel = pixel;
	m->row = d.image_width * pixel;
	m->slice = m->row * (d.image_height ? d.image_height : 1);
	m->bytes = m->slice * (d.image_depth ? d.image_depth : 1) *
		   (d.image_array_size ? d.image_array_size : 1);
	m->host_row = d.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? d.image_slice_pitch
								  : d.image_row_pitch;
	m->host_slice = d.image_slice_pitch;
	err = m->bytes > device_largest_buffer(c->device)
		      ? CL_MEM_OBJECT_ALLOCATION_FAILURE
		      : take_memory(m, &d, d.mem_object, host_ptr);
	if (!err)
		err = describe(m);
	if (err) {
		object_drop(m);
		return refuse(err_ret, err);
	}
	return accept_as(err_ret, m);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImageWithProperties(
	cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
	const cl_image_format *format, const cl_image_desc *desc, void *host_ptr, cl_int *err_ret)
{
	cl_mem m;
	GUARD;

	if (properties && properties[0])
		return refuse(err_ret, object_valid(context, KIND_CONTEXT) ? CL_INVALID_PROPERTY
									   : CL_INVALID_CONTEXT);
	m = make(context, flags, format, desc, host_ptr, err_ret);
	if (!m || !properties)
		return m;
	m->properties = list_copy(properties, sizeof(*properties), &m->n_properties);
	if (!m->properties) {
		object_drop(m);
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	}
	return m;
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags,
					      const cl_image_format *format,
					      const cl_image_desc *desc, void *host_ptr,
					      cl_int *err_ret)
{
	GUARD;

	return make(context, flags, format, desc, host_ptr, err_ret);
}

/* The functions of OpenCL 1.1 call what is wrong with their sizes so. */
static cl_mem make_old(cl_context c, cl_mem_flags flags, const cl_image_format *format,
		       const cl_image_desc *d, void *host_ptr, cl_int *err_ret)
{
	cl_int err;
	cl_mem m = make(c, flags, format, d, host_ptr, &err);

	if (err_ret)
		*err_ret = err == CL_INVALID_IMAGE_DESCRIPTOR ? CL_INVALID_IMAGE_SIZE : err;
	return m;
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags,
						const cl_image_format *format, size_t width,
						size_t height, size_t row, void *host_ptr,
						cl_int *err_ret)
{
	const cl_image_desc d = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				  .image_width = width,
				  .image_height = height,
				  .image_row_pitch = row };
	GUARD;

	return make_old(context, flags, format, &d, host_ptr, err_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags,
						const cl_image_format *format, size_t width,
						size_t height, size_t depth, size_t row,
						size_t slice, void *host_ptr, cl_int *err_ret)
{
	const cl_image_desc d = { .image_type = CL_MEM_OBJECT_IMAGE3D,
				  .image_width = width,
				  .image_height = height,
				  .image_depth = depth,
				  .image_row_pitch = row,
				  .image_slice_pitch = slice };
	GUARD;

	return make_old(context, flags, format, &d, host_ptr, err_ret);
}

/* The same list for each kind of image and each flag. */
CL_API_ENTRY cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
							   cl_mem_object_type type, cl_uint room,
							   cl_image_format *list, cl_uint *n)
{
	cl_uint count = 0;
	GUARD;

	if (!object_valid(context, KIND_CONTEXT))
		return CL_INVALID_CONTEXT;
	if (mem_check_flags(context, flags, NULL) == CL_INVALID_VALUE || kind_of(type) < 0 ||
	    (!room && list))
		return CL_INVALID_VALUE;
	for (size_t o = 0; o < COUNT(orders); o++) {
		for (size_t t = 0; t < COUNT(types); t++) {
			if (!(orders[o].types >> t & 1))
				continue;
			if (list && count < room)
				list[count] = (cl_image_format){ orders[o].order, types[t].type };
			count++;
		}
	}
	if (n)
		*n = count;
	return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info name, size_t room,
					       void *value, size_t *ret)
{
	GUARD;

	if (!object_valid(image, KIND_MEM) || !is_image(image))
		return CL_INVALID_MEM_OBJECT;
	switch (name) {
	case CL_IMAGE_FORMAT: GIVE_BYTES(&image->format, sizeof(image->format));
	case CL_IMAGE_ELEMENT_SIZE: GIVE(size_t, image->pixel);
	case CL_IMAGE_ROW_PITCH: GIVE(size_t, image->desc.image_row_pitch);
	case CL_IMAGE_SLICE_PITCH: GIVE(size_t, image->desc.image_slice_pitch);
	case CL_IMAGE_WIDTH: GIVE(size_t, image->desc.image_width);
	case CL_IMAGE_HEIGHT: GIVE(size_t, image->desc.image_height);
	case CL_IMAGE_DEPTH: GIVE(size_t, image->desc.image_depth);
	case CL_IMAGE_ARRAY_SIZE: GIVE(size_t, image->desc.image_array_size);
	case CL_IMAGE_BUFFER:
		GIVE(cl_mem, image->parent && image->parent->type == CL_MEM_OBJECT_BUFFER
				     ? image->parent
				     : NULL);
	case CL_IMAGE_NUM_MIP_LEVELS: case CL_IMAGE_NUM_SAMPLES: GIVE(cl_uint, 0);
	}
	return CL_INVALID_VALUE;
}

/* Is it what the kernel declares, "image2d_t"? */
bool image_is(cl_mem m, const char *type)
{
	return !strcmp(kinds[kind_of(m->type)].name, type);
}
