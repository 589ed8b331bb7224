/* SPDX-License-Identifier: MIT */
/*
 * cl_khr_command_buffer 0.9.8, the revision that libsmgpu-opencl.so has. Debian 12's CL/cl_ext.h
 * declares 0.9.1: its functions have the same names and other parameters. A program that is
 * compiled with Debian's headers includes this file in place of CL/cl_ext.h.
 */
#ifndef _SMGPU_COMMAND_BUFFER_H_
#define _SMGPU_COMMAND_BUFFER_H_

/* Headers from 0.9.5 on tell their revision, and have the parameters. */
#ifndef CL_KHR_COMMAND_BUFFER_EXTENSION_VERSION

#ifdef cl_khr_command_buffer
#error "smgpu_command_buffer.h comes before CL/cl_ext.h"
#endif

/* What CL/cl_ext.h declares by these names gets others. */
#define clCommandBarrierWithWaitListKHR		clCommandBarrierWithWaitListKHR_0_9_1
#define clCommandBarrierWithWaitListKHR_fn	clCommandBarrierWithWaitListKHR_0_9_1_fn
#define clCommandCopyBufferKHR			clCommandCopyBufferKHR_0_9_1
#define clCommandCopyBufferKHR_fn		clCommandCopyBufferKHR_0_9_1_fn
#define clCommandCopyBufferRectKHR		clCommandCopyBufferRectKHR_0_9_1
#define clCommandCopyBufferRectKHR_fn		clCommandCopyBufferRectKHR_0_9_1_fn
#define clCommandCopyBufferToImageKHR		clCommandCopyBufferToImageKHR_0_9_1
#define clCommandCopyBufferToImageKHR_fn	clCommandCopyBufferToImageKHR_0_9_1_fn
#define clCommandCopyImageKHR			clCommandCopyImageKHR_0_9_1
#define clCommandCopyImageKHR_fn		clCommandCopyImageKHR_0_9_1_fn
#define clCommandCopyImageToBufferKHR		clCommandCopyImageToBufferKHR_0_9_1
#define clCommandCopyImageToBufferKHR_fn	clCommandCopyImageToBufferKHR_0_9_1_fn
#define clCommandFillBufferKHR			clCommandFillBufferKHR_0_9_1
#define clCommandFillBufferKHR_fn		clCommandFillBufferKHR_0_9_1_fn
#define clCommandFillImageKHR			clCommandFillImageKHR_0_9_1
#define clCommandFillImageKHR_fn		clCommandFillImageKHR_0_9_1_fn
#include <CL/cl_ext.h>
#undef clCommandBarrierWithWaitListKHR
#undef clCommandBarrierWithWaitListKHR_fn
#undef clCommandCopyBufferKHR
#undef clCommandCopyBufferKHR_fn
#undef clCommandCopyBufferRectKHR
#undef clCommandCopyBufferRectKHR_fn
#undef clCommandCopyBufferToImageKHR
#undef clCommandCopyBufferToImageKHR_fn
#undef clCommandCopyImageKHR
#undef clCommandCopyImageKHR_fn
#undef clCommandCopyImageToBufferKHR
#undef clCommandCopyImageToBufferKHR_fn
#undef clCommandFillBufferKHR
#undef clCommandFillBufferKHR_fn
#undef clCommandFillImageKHR
#undef clCommandFillImageKHR_fn

/* gone since 0.9.1 */
#undef CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR
#undef CL_COMMAND_BUFFER_STATE_PENDING_KHR
#undef CL_COMMAND_BUFFER_STATE_INVALID_KHR

#undef CL_KHR_COMMAND_BUFFER_EXTENSION_VERSION
#define CL_KHR_COMMAND_BUFFER_EXTENSION_VERSION	CL_MAKE_VERSION(0, 9, 8)
#define CL_COMMAND_BUFFER_CONTEXT_KHR		0x1299
#define CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR 0x129A
/* of cl_khr_command_buffer_multi_device, which smgpu has not: CL_INVALID_PROPERTY */
#define CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR	(1 << 2)

typedef cl_properties cl_command_properties_khr;

#ifdef __cplusplus
extern "C" {
#endif

/* A function and the type of a pointer to it. @...: its parameters after the properties */
#define SMGPU_COMMAND(name, ...) \
	typedef cl_int (CL_API_CALL *name##_fn)(cl_command_buffer_khr command_buffer, \
						cl_command_queue command_queue, \
						const cl_command_properties_khr *properties, \
						__VA_ARGS__); \
	extern CL_API_ENTRY cl_int CL_API_CALL name(cl_command_buffer_khr command_buffer, \
						    cl_command_queue command_queue, \
						    const cl_command_properties_khr *properties, \
						    __VA_ARGS__)
#define SMGPU_SYNC_POINTS \
	cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, \
	cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle

SMGPU_COMMAND(clCommandBarrierWithWaitListKHR, SMGPU_SYNC_POINTS);
SMGPU_COMMAND(clCommandCopyBufferKHR, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
	      size_t dst_offset, size_t size, SMGPU_SYNC_POINTS);
SMGPU_COMMAND(clCommandCopyBufferRectKHR, cl_mem src_buffer, cl_mem dst_buffer,
	      const size_t *src_origin, const size_t *dst_origin, const size_t *region,
	      size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
	      size_t dst_slice_pitch, SMGPU_SYNC_POINTS);
SMGPU_COMMAND(clCommandCopyBufferToImageKHR, cl_mem src_buffer, cl_mem dst_image, size_t src_offset,
	      const size_t *dst_origin, const size_t *region, SMGPU_SYNC_POINTS);
SMGPU_COMMAND(clCommandCopyImageKHR, cl_mem src_image, cl_mem dst_image, const size_t *src_origin,
	      const size_t *dst_origin, const size_t *region, SMGPU_SYNC_POINTS);
SMGPU_COMMAND(clCommandCopyImageToBufferKHR, cl_mem src_image, cl_mem dst_buffer,
	      const size_t *src_origin, const size_t *region, size_t dst_offset, SMGPU_SYNC_POINTS);
SMGPU_COMMAND(clCommandFillBufferKHR, cl_mem buffer, const void *pattern, size_t pattern_size,
	      size_t offset, size_t size, SMGPU_SYNC_POINTS);
SMGPU_COMMAND(clCommandFillImageKHR, cl_mem image, const void *fill_color, const size_t *origin,
	      const size_t *region, SMGPU_SYNC_POINTS);
/* for devices with shared virtual memory; smgpu has none: CL_INVALID_OPERATION */
SMGPU_COMMAND(clCommandSVMMemcpyKHR, void *dst_ptr, const void *src_ptr, size_t size,
	      SMGPU_SYNC_POINTS);
SMGPU_COMMAND(clCommandSVMMemFillKHR, void *svm_ptr, const void *pattern, size_t pattern_size,
	      size_t size, SMGPU_SYNC_POINTS);

#undef SMGPU_COMMAND
#undef SMGPU_SYNC_POINTS

#ifdef __cplusplus
}
#endif

#endif
#endif
