// SPDX-License-Identifier: MIT
/* Shared virtual memory, which is not offered: each function says so. */
#include "opencl.h"

/* Nothing was allocated, so nothing is freed. */
static void CL_CALLBACK never_freed(cl_command_queue q, cl_uint n, void **pointers, void *user)
{
	(void)q, (void)n, (void)pointers, (void)user;
	abort();
}

void test_svm(void)
{
	cl_device_svm_capabilities can = ~0ull;
	cl_kernel k = kernel_of(program, "add");
	cl_mem m = buffer_of(256, NULL);
	char host[64];
	void *list[] = { host };
	cl_bool uses = CL_TRUE, no = CL_FALSE;

	GIVES("svm/capabilities", CL_SUCCESS,
	      clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof(can), &can, NULL));
	CHECK("svm/none", !can);
	CHECK("svm/alloc", !clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
	CHECK("svm/alloc-fine",
	      !clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0));
	clSVMFree(context, NULL);
	GIVES("svm/free", CL_INVALID_OPERATION,
	      clEnqueueSVMFree(queue, 1, list, never_freed, NULL, 0, NULL, NULL));
	GIVES("svm/copy", CL_INVALID_OPERATION,
	      clEnqueueSVMMemcpy(queue, CL_TRUE, host, host + 32, 4, 0, NULL, NULL));
	GIVES("svm/fill", CL_INVALID_OPERATION,
	      clEnqueueSVMMemFill(queue, host, host + 32, 4, 8, 0, NULL, NULL));
	GIVES("svm/map", CL_INVALID_OPERATION,
	      clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, host, 4, 0, NULL, NULL));
	GIVES("svm/unmap", CL_INVALID_OPERATION, clEnqueueSVMUnmap(queue, host, 0, NULL, NULL));
	GIVES("svm/migrate", CL_INVALID_OPERATION,
	      clEnqueueSVMMigrateMem(queue, 1, (const void **)list, NULL, 0, 0, NULL, NULL));
	GIVES("svm/argument", CL_INVALID_OPERATION, clSetKernelArgSVMPointer(k, 0, host));
	GIVES("svm/pointers", CL_INVALID_OPERATION,
	      clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(list), list));
	GIVES("svm/system", CL_INVALID_OPERATION,
	      clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(no), &no));
	GIVES("svm/uses", CL_SUCCESS,
	      clGetMemObjectInfo(m, CL_MEM_USES_SVM_POINTER, sizeof(uses), &uses, NULL));
	CHECK("svm/uses-none", !uses);
	clReleaseMemObject(m);
	clReleaseKernel(k);
}
