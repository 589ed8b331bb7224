/* SPDX-License-Identifier: MIT */
/*
 * What the tests of command buffers share: pointers to the functions of the extension, and helpers.
 */
#ifndef OPENCL_RECORD_H
#define OPENCL_RECORD_H

#include "opencl.h"
#include "smgpu_command_buffer.h"

#define FUNCTIONS(F) \
	F(clCreateCommandBufferKHR) F(clFinalizeCommandBufferKHR) F(clRetainCommandBufferKHR) \
	F(clReleaseCommandBufferKHR) F(clEnqueueCommandBufferKHR) \
	F(clCommandBarrierWithWaitListKHR) F(clCommandCopyBufferKHR) \
	F(clCommandCopyBufferRectKHR) F(clCommandCopyBufferToImageKHR) \
	F(clCommandCopyImageKHR) F(clCommandCopyImageToBufferKHR) F(clCommandFillBufferKHR) \
	F(clCommandFillImageKHR) F(clCommandNDRangeKernelKHR) F(clCommandSVMMemcpyKHR) \
	F(clCommandSVMMemFillKHR) F(clGetCommandBufferInfoKHR)

#define DECLARE(name) extern name##_fn name##_p;
FUNCTIONS(DECLARE)

enum { N = 64, BYTES = N * sizeof(cl_int), SPINS = 400 };

extern cl_kernel record_add, record_scale, record_spin;	/* spin writes element 2, late */

cl_command_buffer_khr record_create(cl_command_queue q, cl_command_buffer_flags_khr flags);
/* Records @k with the arguments @m and @v. */
cl_int record_kernel(cl_command_buffer_khr b, cl_kernel k, cl_mem m, cl_int v, cl_uint n,
		     const cl_sync_point_khr *waits, cl_sync_point_khr *point);
cl_int record_enqueue(cl_command_buffer_khr b, cl_uint n, const cl_event *waits, cl_event *event);
cl_uint record_state(cl_command_buffer_khr b);
cl_mem record_ones(void);
cl_int record_all_of(cl_mem m);		/* the value of all elements, or -1 */
cl_int record_third(cl_mem m);		/* element 2 */
cl_int record_spun(int n);		/* what spin makes of ones */

void test_record_errors(void);
void test_record_queues(void);

#endif
