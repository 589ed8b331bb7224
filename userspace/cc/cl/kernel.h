/* SPDX-License-Identifier: MIT */
/*
 * Included before every OpenCL C file: the atomics that the card has, a sentence for those on 64
 * bits, which it has not, hints, and extensions that clang does not know. All names here are
 * reserved, so that no macro of the program can change them.
 */
#pragma clang system_header

#include "../include/smgpu_xsm.h"	/* where smcc's data have it */

/*
 * Clang accepts the pragma that enables an extension if it has an entry of it that takes one;
 * "begin" makes such an entry. The functions of the last four are those of OpenCL C 3.0 only.
 */
#pragma OPENCL EXTENSION cl_khr_icd : begin
#pragma OPENCL EXTENSION cl_khr_image2d_from_buffer : begin
#pragma OPENCL EXTENSION cl_khr_srgb_image_writes : begin
#pragma OPENCL EXTENSION cl_khr_priority_hints : begin
#pragma OPENCL EXTENSION cl_khr_extended_versioning : begin
#pragma OPENCL EXTENSION cl_khr_command_buffer : begin
#pragma OPENCL EXTENSION cl_khr_il_program : begin
#if __OPENCL_C_VERSION__ >= 300
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : begin
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : begin
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_vote : begin
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : begin
#endif

#define __smgpu_no64                \
	__attribute__((unavailable( \
		"64-bit atomics are not offered by this card, and cl_khr_int64_base_atomics is not defined")))
#define __smgpu_fn __attribute__((overloadable))

#define __SMGPU_ATOMIC(__f, __t, __s, __not) \
	__smgpu_fn __t __f##_add(volatile __s __t *, __t) __not; \
	__smgpu_fn __t __f##_sub(volatile __s __t *, __t) __not; \
	__smgpu_fn __t __f##_xchg(volatile __s __t *, __t) __not; \
	__smgpu_fn __t __f##_inc(volatile __s __t *) __not; \
	__smgpu_fn __t __f##_dec(volatile __s __t *) __not; \
	__smgpu_fn __t __f##_cmpxchg(volatile __s __t *, __t, __t) __not; \
	__smgpu_fn __t __f##_min(volatile __s __t *, __t) __not; \
	__smgpu_fn __t __f##_max(volatile __s __t *, __t) __not; \
	__smgpu_fn __t __f##_and(volatile __s __t *, __t) __not; \
	__smgpu_fn __t __f##_or(volatile __s __t *, __t) __not; \
	__smgpu_fn __t __f##_xor(volatile __s __t *, __t) __not;
#define __SMGPU_ATOMICS(__f, __s) \
	__SMGPU_ATOMIC(__f, int, __s, ) \
	__SMGPU_ATOMIC(__f, unsigned int, __s, ) \
	__SMGPU_ATOMIC(__f, long, __s, __smgpu_no64) \
	__SMGPU_ATOMIC(__f, unsigned long, __s, __smgpu_no64)

__SMGPU_ATOMICS(atom, __global)
__SMGPU_ATOMICS(atom, __local)
__SMGPU_ATOMICS(atomic, __global)
__SMGPU_ATOMICS(atomic, __local)
__smgpu_fn float atomic_xchg(volatile __global float *, float);
__smgpu_fn float atomic_xchg(volatile __local float *, float);

/* Hints, as smgpu_priority_acquire() and smgpu_priority_release() of smgpu_kernel.h; macros, as
 * OpenCL C 1.0 has no static functions */
#define __smgpu_priority_acquire()	__asm__ volatile(__SMGPU_XSM_TOKACQ ::: "memory")
#define __smgpu_priority_release()	__asm__ volatile(__SMGPU_XSM_TOKREL ::: "memory")

#undef __smgpu_no64
#undef __smgpu_fn
#undef __SMGPU_ATOMIC
#undef __SMGPU_ATOMICS
