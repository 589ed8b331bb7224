// SPDX-License-Identifier: MIT
/*
 * Shared virtual memory, coarse-grained: one address on both sides, mapping, commands on pointers, and misuse.
 */
#include "opencl.h"

enum { N = 1000 };

static const char source[] =
	"struct node { global struct node *next; int value; };\n"
	"kernel void follow(global struct node *n, global int *sum) { for (; n; n = n->next) { *sum += n->value; n->value = -n->value; } }\n"
	"kernel void twice(global int *x, int n) { for (int i = get_global_id(0); i < n; i += get_global_size(0)) x[i] *= 2; }\n"
	"kernel void where(global int *x, global uint *o) { *o = (uint)x; }\n";

struct node {		/* as the card sees it: a pointer has 32 bits */
	cl_uint next;
	cl_int value;
};

static cl_int map(void *p, size_t bytes, cl_map_flags flags)
{
	return clEnqueueSVMMap(queue, CL_TRUE, flags, p, bytes, 0, NULL, NULL);
}

static cl_int unmap(void *p)
{
	return clEnqueueSVMUnmap(queue, p, 0, NULL, NULL);
}

static void test_list(cl_program p)
{
	struct node *n = clSVMAlloc(context, CL_MEM_READ_WRITE, N * sizeof(*n), 0), *last = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof(*last), 8);
	int *sum = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof(*sum), 0), want = 0;
	cl_kernel k = kernel_of(p, "follow");
	void *pointers[] = { last };
	bool ok = true;

	CHECK("svm/alloc", n && sum && last);
	CHECK("svm/aligned", !((uintptr_t)n % 128) && !((uintptr_t)sum % 128));
	GIVES("svm/map", CL_SUCCESS, map(n, N * sizeof(*n), CL_MAP_WRITE_INVALIDATE_REGION));
	map(last, sizeof(*last), CL_MAP_WRITE);
	map(sum, sizeof(*sum), CL_MAP_WRITE);
	for (int i = 0; i < N; i++) {	/* from one end to the middle and so on, then over to the other allocation */
		int next = (i + 7) % N;

		n[i] = (struct node){ (uintptr_t)(next ? &n[next] : last), i + 1 };
		want += i + 1;
	}
	*last = (struct node){ 0, 5 };
	*sum = 100;
	GIVES("svm/unmap", CL_SUCCESS, unmap(n));
	unmap(last);
	unmap(sum);
	GIVES("svm/arg", CL_SUCCESS, clSetKernelArgSVMPointer(k, 0, n));
	GIVES("svm/arg-2", CL_SUCCESS, clSetKernelArgSVMPointer(k, 1, sum));
	GIVES("svm/exec-info", CL_SUCCESS, clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(pointers), pointers));
	GIVES("svm/launch", CL_SUCCESS, run(queue, k, 1, 1, 0, NULL, NULL));
	map(sum, sizeof(*sum), CL_MAP_READ);
	map(n, N * sizeof(*n), CL_MAP_READ);
	for (int i = 0; i < N; i++)
		ok &= n[i].value == -(i + 1);
	CHECK("svm/followed", *sum == 100 + 5 + want);
	CHECK("svm/written", ok);
	unmap(sum);
	unmap(n);
	clReleaseKernel(k);
	clFinish(queue);
	clSVMFree(context, n);
	clSVMFree(context, sum);
	clSVMFree(context, last);
	clSVMFree(context, NULL);
}

static void test_commands(cl_program p)
{
	int *a = clSVMAlloc(context, 0, N * sizeof(int), 64), *b = clSVMAlloc(context, CL_MEM_READ_ONLY, N * sizeof(int), 0);
	int in[N], out[N], copy[N], n = 10, pattern = 0x12345678;
	const void *list[] = { a };
	cl_kernel k = kernel_of(p, "twice");
	cl_uint address = 0;
	cl_bool uses = CL_FALSE;
	cl_mem whole, part, o = buffer_of(sizeof(address), NULL);
	cl_int err;
	bool ok = true;

	for (int i = 0; i < N; i++)
		in[i] = i;
	GIVES("svm/from-host", CL_SUCCESS, clEnqueueSVMMemcpy(queue, CL_FALSE, a, in, sizeof(in), 0, NULL, NULL));
	clSetKernelArgSVMPointer(k, 0, a + 100);	/* into the middle */
	clSetKernelArg(k, 1, sizeof(n), &n);
	run(queue, k, 4, 4, 0, NULL, NULL);
	GIVES("svm/inside", CL_SUCCESS, clEnqueueSVMMemcpy(queue, CL_FALSE, b, a, sizeof(in), 0, NULL, NULL));
	GIVES("svm/fill", CL_SUCCESS, clEnqueueSVMMemFill(queue, b + 500, &pattern, sizeof(pattern), 20 * sizeof(int), 0, NULL, NULL));
	GIVES("svm/to-host", CL_SUCCESS, clEnqueueSVMMemcpy(queue, CL_FALSE, out, b, sizeof(in), 0, NULL, NULL));
	GIVES("svm/on-host", CL_SUCCESS, clEnqueueSVMMemcpy(queue, CL_TRUE, copy, out, sizeof(in), 0, NULL, NULL));
	for (int i = 0; i < N; i++)
		ok &= copy[i] == (i >= 500 && i < 520 ? pattern : i >= 100 && i < 110 ? 2 * i : i);
	CHECK("svm/copied", ok);
	GIVES("svm/migrate", CL_SUCCESS, clEnqueueSVMMigrateMem(queue, 1, list, NULL, 0, 0, NULL, NULL));
	clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 2 * N * sizeof(int), a, &err);
	GIVES("svm/buffer-too-large", CL_INVALID_BUFFER_SIZE, err);
	whole = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 40 * sizeof(int), a + 100, &err);
	CHECK("svm/buffer", whole && !err);
	clGetMemObjectInfo(whole, CL_MEM_USES_SVM_POINTER, sizeof(uses), &uses, NULL);
	CHECK("svm/buffer-uses", uses);
	part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){ 0, 8 }, &err);
	CHECK("svm/buffer-part", part && !err);
	clSetKernelArg(k, 0, sizeof(part), &part);
	run(queue, k, 4, 4, 0, NULL, NULL);
	clEnqueueReadBuffer(queue, whole, CL_TRUE, 0, 4, out, 0, NULL, NULL);
	CHECK("svm/buffer-shares", out[0] == 400);
	clReleaseKernel(k);
	k = kernel_of(p, "where");
	clSetKernelArgSVMPointer(k, 0, a + 3);
	clSetKernelArg(k, 1, sizeof(o), &o);
	run(queue, k, 1, 1, 0, NULL, NULL);
	clEnqueueReadBuffer(queue, o, CL_TRUE, 0, sizeof(address), &address, 0, NULL, NULL);
	CHECK("svm/one-address", address == (uintptr_t)(a + 3));
	GIVES("svm/null-arg", CL_SUCCESS, clSetKernelArgSVMPointer(k, 0, NULL));
	run(queue, k, 1, 1, 0, NULL, NULL);
	clEnqueueReadBuffer(queue, o, CL_TRUE, 0, sizeof(address), &address, 0, NULL, NULL);
	CHECK("svm/null", address == 0);
	clReleaseKernel(k);
	clReleaseMemObject(part);
	clReleaseMemObject(whole);
	clReleaseMemObject(o);
	clSVMFree(context, a);
	clSVMFree(context, b);
}

static volatile cl_uint freed;

static void CL_CALLBACK on_free(cl_command_queue q, cl_uint n, void *pointers[], void *user)
{
	for (cl_uint i = 0; i < n; i++)
		clSVMFree(context, pointers[i]);
	freed = q == queue && user == &freed ? n : 1000;
}

static void test_free(void)
{
	void *p[3], *many[300];
	bool ok = true;

	for (int i = 0; i < 3; i++)
		p[i] = clSVMAlloc(context, 0, 5000, 0);
	GIVES("svm/free-later", CL_SUCCESS, clEnqueueSVMFree(queue, 1, p, NULL, NULL, 0, NULL, NULL));
	clFinish(queue);
	GIVES("svm/free-gone", CL_INVALID_VALUE, map(p[0], 1, CL_MAP_READ));
	GIVES("svm/free-call", CL_SUCCESS, clEnqueueSVMFree(queue, 2, p + 1, on_free, (void *)&freed, 0, NULL, NULL));
	clFinish(queue);
	for (int i = 0; i < 2000 && !freed; i++)
		usleep(1000);
	CHECK("svm/free-called", freed == 2);
	GIVES("svm/free-none", CL_SUCCESS, clEnqueueSVMFree(queue, 0, NULL, NULL, NULL, 0, NULL, NULL));
	freed = 2;
	GIVES("svm/free-none-call", CL_SUCCESS, clEnqueueSVMFree(queue, 0, NULL, on_free, (void *)&freed, 0, NULL, NULL));
	clFinish(queue);
	for (int i = 0; i < 2000 && freed; i++)
		usleep(1000);
	CHECK("svm/free-none-called", !freed);
	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < 300; i++) {
			many[i] = clSVMAlloc(context, 0, 1 + 700 * i, 0);
			ok &= many[i] && (uintptr_t)many[i] < 1ull << 32;
		}
		for (size_t i = 0; i < 300; i++)
			clSVMFree(context, many[i]);
	}
	CHECK("svm/many", ok);
}

static void test_misuse(cl_program p)
{
	char *a = clSVMAlloc(context, 0, 64, 0), *left = clSVMAlloc(context, 0, 64, 0), own[64];
	const void *bad[] = { own };
	cl_device_svm_capabilities offered = 0;
	cl_kernel k = kernel_of(p, "twice");
	cl_bool yes = CL_TRUE;
	int value = 1;

	clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof(offered), &offered, NULL);
	CHECK("svm/offered", offered == CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
	CHECK("svm/no-fine-grain", !clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0));
	CHECK("svm/no-bytes", !clSVMAlloc(context, 0, 0, 0));
	CHECK("svm/bad-alignment", !clSVMAlloc(context, 0, 64, 24));
	CHECK("svm/too-much", !clSVMAlloc(context, 0, 1ull << 40, 0));
	GIVES("svm/arg-not-shared", CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(k, 0, own));
	GIVES("svm/arg-no-pointer", CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(k, 1, a));
	GIVES("svm/arg-index", CL_INVALID_ARG_INDEX, clSetKernelArgSVMPointer(k, 2, a));
	GIVES("svm/map-not-shared", CL_INVALID_VALUE, map(own, 8, CL_MAP_READ));
	GIVES("svm/map-too-much", CL_INVALID_VALUE, map(a, 65, CL_MAP_READ));
	GIVES("svm/map-no-flags", CL_INVALID_VALUE, map(a, 8, 0));
	GIVES("svm/unmap-not-mapped", CL_INVALID_VALUE, unmap(a));
	GIVES("svm/fill-not-shared", CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, own, &value, 4, 8, 0, NULL, NULL));
	GIVES("svm/fill-nothing", CL_SUCCESS, clEnqueueSVMMemFill(queue, a, &value, 4, 0, 0, NULL, NULL));
	GIVES("svm/fill-unaligned", CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, a + 2, &value, 4, 8, 0, NULL, NULL));
	GIVES("svm/copy-overlap", CL_MEM_COPY_OVERLAP, clEnqueueSVMMemcpy(queue, CL_TRUE, a, a + 4, 8, 0, NULL, NULL));
	GIVES("svm/copy-too-much", CL_INVALID_VALUE, clEnqueueSVMMemcpy(queue, CL_TRUE, a, own, 65, 0, NULL, NULL));
	GIVES("svm/free-none-given", CL_INVALID_VALUE, clEnqueueSVMFree(queue, 1, NULL, NULL, NULL, 0, NULL, NULL));
	GIVES("svm/free-given-none", CL_INVALID_VALUE, clEnqueueSVMFree(queue, 0, (void *[]){ a }, NULL, NULL, 0, NULL, NULL));
	GIVES("svm/no-system", CL_INVALID_OPERATION, clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(yes), &yes));
	GIVES("svm/exec-not-shared", CL_INVALID_VALUE, clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(bad), bad));
	clReleaseKernel(k);
	clSVMFree(context, a);
	(void)left;	/* the context's end frees it */
}

void test_svm(void)
{
	const char *text = source;
	cl_int err;
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &err);

	GIVES("svm/build", CL_SUCCESS, clBuildProgram(p, 0, NULL, "", NULL, NULL));
	test_list(p);
	test_commands(p);
	test_free();
	test_misuse(p);
	clReleaseProgram(p);
}
