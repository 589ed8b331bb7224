// SPDX-License-Identifier: MIT
/*
 * The table through which the loader calls. Extensions that this device does not offer have
 * functions that say so.
 *
 * The loader (ocl-icd) finds this table at the head of each object, and calls a function through it
 * without a look at the handle. So every entry must be there, as a NULL would crash the program.
 */
#include "internal.h"

/* Called with any arguments, which it does not look at. */
static cl_int no_function(void)
{
	return CL_INVALID_OPERATION;
}

/* The same for functions that return an object. */
static void *no_object(void)
{
	return NULL;
}

/* The assignment checks the type of each function. */
#define ENTRY(name) .name = name,
#define NO_FUNCTION(name) \
	.name = (__typeof__(((cl_icd_dispatch *)0)->name))(void (*)(void))no_function,
#define NO_OBJECT(name) \
	.name = (__typeof__(((cl_icd_dispatch *)0)->name))(void (*)(void))no_object,

/* By name, so that a table with more entries has NULL for those. */
const cl_icd_dispatch dispatch = {
	ENTRY(clGetPlatformIDs) ENTRY(clGetPlatformInfo) ENTRY(clGetDeviceIDs)
	ENTRY(clGetDeviceInfo) ENTRY(clCreateContext)
	ENTRY(clCreateContextFromType) ENTRY(clRetainContext) ENTRY(clReleaseContext)
	ENTRY(clGetContextInfo) ENTRY(clCreateCommandQueue)
	ENTRY(clRetainCommandQueue) ENTRY(clReleaseCommandQueue) ENTRY(clGetCommandQueueInfo)
	ENTRY(clSetCommandQueueProperty)
	ENTRY(clCreateBuffer) ENTRY(clCreateImage2D) ENTRY(clCreateImage3D)
	ENTRY(clRetainMemObject) ENTRY(clReleaseMemObject)
	ENTRY(clGetSupportedImageFormats) ENTRY(clGetMemObjectInfo) ENTRY(clGetImageInfo)
	ENTRY(clCreateSampler) ENTRY(clRetainSampler)
	ENTRY(clReleaseSampler) ENTRY(clGetSamplerInfo) ENTRY(clCreateProgramWithSource)
	ENTRY(clCreateProgramWithBinary) ENTRY(clRetainProgram)
	ENTRY(clReleaseProgram) ENTRY(clBuildProgram) ENTRY(clUnloadCompiler)
	ENTRY(clGetProgramInfo) ENTRY(clGetProgramBuildInfo)
	ENTRY(clCreateKernel) ENTRY(clCreateKernelsInProgram) ENTRY(clRetainKernel)
	ENTRY(clReleaseKernel) ENTRY(clSetKernelArg)
	ENTRY(clGetKernelInfo) ENTRY(clGetKernelWorkGroupInfo) ENTRY(clWaitForEvents)
	ENTRY(clGetEventInfo) ENTRY(clRetainEvent)
	ENTRY(clReleaseEvent) ENTRY(clGetEventProfilingInfo) ENTRY(clFlush) ENTRY(clFinish)
	ENTRY(clEnqueueReadBuffer) ENTRY(clEnqueueWriteBuffer)
	ENTRY(clEnqueueCopyBuffer) ENTRY(clEnqueueReadImage) ENTRY(clEnqueueWriteImage)
	ENTRY(clEnqueueCopyImage) ENTRY(clEnqueueCopyImageToBuffer)
	ENTRY(clEnqueueCopyBufferToImage) ENTRY(clEnqueueMapBuffer) ENTRY(clEnqueueMapImage)
	ENTRY(clEnqueueUnmapMemObject)
	ENTRY(clEnqueueNDRangeKernel) ENTRY(clEnqueueTask) ENTRY(clEnqueueNativeKernel)
	ENTRY(clEnqueueMarker) ENTRY(clEnqueueWaitForEvents)
	ENTRY(clEnqueueBarrier) ENTRY(clGetExtensionFunctionAddress) ENTRY(clSetEventCallback)
	ENTRY(clCreateSubBuffer)
	ENTRY(clSetMemObjectDestructorCallback) ENTRY(clCreateUserEvent)
	ENTRY(clSetUserEventStatus) ENTRY(clEnqueueReadBufferRect)
	ENTRY(clEnqueueWriteBufferRect) ENTRY(clEnqueueCopyBufferRect) ENTRY(clCreateSubDevices)
	ENTRY(clRetainDevice) ENTRY(clReleaseDevice)
	ENTRY(clCreateImage) ENTRY(clCreateProgramWithBuiltInKernels) ENTRY(clCompileProgram)
	ENTRY(clLinkProgram) ENTRY(clUnloadPlatformCompiler)
	ENTRY(clGetKernelArgInfo) ENTRY(clEnqueueFillBuffer) ENTRY(clEnqueueFillImage)
	ENTRY(clEnqueueMigrateMemObjects)
	ENTRY(clEnqueueMarkerWithWaitList) ENTRY(clEnqueueBarrierWithWaitList)
	ENTRY(clGetExtensionFunctionAddressForPlatform)
	ENTRY(clCreateCommandQueueWithProperties) ENTRY(clCreatePipe) ENTRY(clGetPipeInfo)
	ENTRY(clSVMAlloc) ENTRY(clSVMFree)
	ENTRY(clEnqueueSVMFree) ENTRY(clEnqueueSVMMemcpy) ENTRY(clEnqueueSVMMemFill)
	ENTRY(clEnqueueSVMMap) ENTRY(clEnqueueSVMUnmap)
	ENTRY(clCreateSamplerWithProperties) ENTRY(clSetKernelArgSVMPointer)
	ENTRY(clSetKernelExecInfo) ENTRY(clCloneKernel)
	ENTRY(clCreateProgramWithIL) ENTRY(clEnqueueSVMMigrateMem) ENTRY(clGetDeviceAndHostTimer)
	ENTRY(clGetHostTimer)
	ENTRY(clGetKernelSubGroupInfo) ENTRY(clSetDefaultDeviceCommandQueue)
	ENTRY(clSetProgramReleaseCallback)
	ENTRY(clSetProgramSpecializationConstant) ENTRY(clCreateBufferWithProperties)
	ENTRY(clCreateImageWithProperties)
	ENTRY(clSetContextDestructorCallback)
	/* The KHR function differs in the type of one argument only. */
	.clGetKernelSubGroupInfoKHR =
		(__typeof__(dispatch.clGetKernelSubGroupInfoKHR))clGetKernelSubGroupInfo,
	NO_FUNCTION(clGetGLObjectInfo) NO_FUNCTION(clGetGLTextureInfo)
	NO_FUNCTION(clEnqueueAcquireGLObjects)
	NO_FUNCTION(clEnqueueReleaseGLObjects) NO_FUNCTION(clGetGLContextInfoKHR)
	NO_FUNCTION(clEnqueueAcquireEGLObjectsKHR)
	NO_FUNCTION(clEnqueueReleaseEGLObjectsKHR) NO_FUNCTION(clCreateSubDevicesEXT)
	NO_FUNCTION(clRetainDeviceEXT)
	NO_FUNCTION(clReleaseDeviceEXT)
	NO_OBJECT(clCreateFromGLBuffer) NO_OBJECT(clCreateFromGLTexture2D)
	NO_OBJECT(clCreateFromGLTexture3D) NO_OBJECT(clCreateFromGLRenderbuffer)
	NO_OBJECT(clCreateFromGLTexture) NO_OBJECT(clCreateEventFromGLsyncKHR)
	NO_OBJECT(clCreateFromEGLImageKHR)
	NO_OBJECT(clCreateEventFromEGLSyncKHR)
};

/* There is one platform, so it only has to be valid. */
CL_API_ENTRY void *CL_API_CALL
clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name)
{
	GUARD;

	return object_valid(platform, KIND_PLATFORM) ? clGetExtensionFunctionAddress(name) : NULL;
}

/* Functions of extensions, which the loader's table does not have */
static const struct { const char *name; void *function; } functions[] = {
#define FUNCTION(name) { #name, (void *)name },
	FUNCTION(clIcdGetPlatformIDsKHR)
	{ "clCreateProgramWithILKHR", (void *)clCreateProgramWithIL },
	{ "clGetKernelSubGroupInfoKHR", (void *)clGetKernelSubGroupInfo },
	FUNCTION(clCreateCommandBufferKHR) FUNCTION(clFinalizeCommandBufferKHR)
	FUNCTION(clRetainCommandBufferKHR)
	FUNCTION(clReleaseCommandBufferKHR) FUNCTION(clEnqueueCommandBufferKHR)
	FUNCTION(clCommandBarrierWithWaitListKHR)
	FUNCTION(clCommandCopyBufferKHR) FUNCTION(clCommandCopyBufferRectKHR)
	FUNCTION(clCommandCopyBufferToImageKHR)
	FUNCTION(clCommandCopyImageKHR) FUNCTION(clCommandCopyImageToBufferKHR)
	FUNCTION(clCommandFillBufferKHR) FUNCTION(clCommandFillImageKHR)
	FUNCTION(clCommandNDRangeKernelKHR) FUNCTION(clCommandSVMMemcpyKHR)
	FUNCTION(clCommandSVMMemFillKHR)
	FUNCTION(clGetCommandBufferInfoKHR)
};

/* For extensions of the platform as a whole, with any card. */
__attribute__((visibility("default"))) CL_API_ENTRY void *CL_API_CALL
clGetExtensionFunctionAddress(const char *name)
{
	/* Programs ask once and keep the address. */
	for (size_t i = 0; name && i < COUNT(functions); i++)
		if (!strcmp(name, functions[i].name))
			return functions[i].function;
	return NULL;
}
