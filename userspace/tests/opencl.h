/* SPDX-License-Identifier: MIT */
#ifndef OPENCL_TEST_H
#define OPENCL_TEST_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern cl_platform_id platform;
extern cl_device_id device;
extern cl_context context;
extern cl_command_queue queue;
extern cl_program program;	/* of opencl_api.cl */

void result(const char *name, bool ok, const char *why, cl_int err);
#define CHECK(name, cond) result(name, cond, #cond, 0)
/* The call gives this code. */
#define GIVES(name, code, call)                            \
	do {                                               \
		cl_int err_ = call;                        \
		result(name, err_ == (code), #call, err_); \
	} while (0)

cl_kernel kernel_of(cl_program p, const char *name);
cl_mem buffer_of(size_t bytes, const void *data);
void set_args(cl_kernel k, cl_mem m, int n, const cl_int *v);	/* a buffer, then integers */
int value_of(cl_program p);	/* opencl_programs.c: what its kernel f stores */
/* opencl_pixels.c */
cl_program program_built(const char *text, const char *options);
cl_mem image_of(cl_mem_object_type type, cl_channel_order order, cl_channel_type data, size_t w,
		size_t h, size_t d, const void *from);
const char *channels_of(cl_channel_order order);		/* a letter for each */
size_t pixel_bytes(cl_image_format f);
/* of each channel */
void channel_values(cl_image_format f, const uint8_t *pixel, double *v);
/* of a pixel with the channels @names */
double component(const char *names, const double *v, char c);
void fill_random(uint8_t *p, size_t bytes, cl_channel_type t);
cl_int run(cl_command_queue q, cl_kernel k, size_t global, size_t local, cl_uint n,
	   const cl_event *waits, cl_event *event);

void test_objects(void);
void test_transfers(void);
void test_events(void);
void test_programs(void);
void test_cache(void);
void test_builders(void);
void test_faults(void);
void test_pixels(void);
void test_samplers(void);
void test_images(void);
void test_three(void);
void test_half(void);
void test_convert(void);
void test_values(void);
void test_doubles(void);
void test_work_groups(void);
void test_scope(void);
void test_svm(void);
void test_il(void);
void test_record(void);
void test_errors(void);

#endif
