/* SPDX-License-Identifier: MIT */
/*
 * libsmgpu-opencl.so: OpenCL over libsmgpu. What its files share.
 *
 * One lock, big(), guards everything but compiles and sleeps; each entry point takes it (GUARD). A
 * handle is valid if it is registered (object.c), so that one that is not is never looked into.
 *
 * The chapter is libsmgpu-opencl in Documentation/software/library.rst.
 */
#ifndef _SMGPU_OPENCL_H_
#define _SMGPU_OPENCL_H_

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include "smgpu_command_buffer.h"
#include <CL/cl_icd.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "smgpu.h"

#define ALIGN_UP(v, a) (((v) + (a) - 1) / (a) * (a))
#define COUNT(a) (sizeof(a) / sizeof(*(a)))
/* Of the process; more cards are not shown to programs. */
#define MAX_DEVICES 16

/* ---- object.c ---- */

/* What a handle may be. A function that expects one kind refuses all others. */
enum kind {
	KIND_PLATFORM,
	KIND_DEVICE,
	KIND_CONTEXT,
	KIND_QUEUE,
	KIND_MEM,
	KIND_SAMPLER,
	KIND_PROGRAM,
	KIND_KERNEL,
	KIND_EVENT,
	KIND_COMMAND_BUFFER
};

/* The first member of each object. To the program it is an opaque pointer. */
struct object {
	const cl_icd_dispatch *dispatch;	/* first: the loader looks here */
	enum kind kind;
	cl_uint refs;			/* the program's: what CL_*_REFERENCE_COUNT tells */
	/* the program has one as long as refs is not 0; objects made from it have others */
	cl_uint holds;
	void (*destroy)(void *object);	/* frees what it holds */
	/* no other object of the process has had it; a later one may have the address */
	uint64_t serial;
};

/* Recursive, as entry points call one another. A thread that sleeps must have it once only. */
void big_lock(void);
void big_unlock(void);
/* In a child of fork(), whose only thread is not the one that the lock knows */
void big_renew(void);
/* Gives the lock away for up to @ms milliseconds, or until big_wake(). The caller has it once. */
void big_sleep(unsigned int ms);
void big_wake(void);

static inline void guard_end(const int *guard)
{
	(void)guard;
	big_unlock();
}

static inline int guard_begin(void)
{
	big_lock();
	return 0;
}

/* The lock until the end of the scope, whatever statement leaves it. */
#define GUARD __attribute__((cleanup(guard_end), unused)) const int guard_ = guard_begin()

/* The program's reference and one hold; NULL without memory. */
void *object_new(enum kind kind, size_t bytes, void (*destroy)(void *object));
void object_static(struct object *o, enum kind kind);	/* of the process, never freed */
bool object_valid(const void *handle, enum kind kind);
/* valid, and the same as then */
bool object_still(const void *handle, enum kind kind, uint64_t serial);
void *object_hold(void *object);
void object_drop(void *object);
cl_int object_retain(void *handle, enum kind kind);
cl_int object_release(void *handle, enum kind kind);

/* ---- info.c: answers of clGet*Info(); the parameters are called room, value, ret ---- */

cl_int info_bytes(size_t room, void *value, size_t *ret, const void *from, size_t bytes);
#define GIVE_BYTES(from, bytes) return info_bytes(room, value, ret, from, bytes)
#define GIVE(type, v) GIVE_BYTES((&(const type){ v }), sizeof(type))
#define GIVE_STRING(s) do { const char *text_ = s; GIVE_BYTES(text_, strlen(text_) + 1); } while (0)
#define GIVE_NOTHING GIVE_BYTES("", 0)
cl_name_version name_version(const char *name, cl_uint major, cl_uint minor, cl_uint patch);

/* For functions that make an object: NULL, and the error where the program wants it. */
static inline void *refuse(cl_int *errcode_ret, cl_int err)
{
	if (errcode_ret)
		*errcode_ret = err;
	return NULL;
}

static inline void *accept_as(cl_int *errcode_ret, void *object)
{
	if (errcode_ret)
		*errcode_ret = CL_SUCCESS;
	return object;
}

/* ---- platform.c, device.c, extensions.c ---- */

struct _cl_platform_id {
	struct object o;
};

/* A card. Static: it lives as long as the process. */
struct _cl_device_id {
	struct object o;
	struct smgpu_device *card;
	const struct smgpu_info *info;
	struct smgpu_memory memory;	/* when it was opened */
	uint32_t vendor;		/* of the PCI function */
	char name[64];
};

extern struct _cl_platform_id the_platform;
extern const cl_icd_dispatch dispatch;
/* The cards that could be opened */
cl_uint devices(cl_device_id *list);
size_t device_group_limit(cl_device_id d);
uint64_t device_largest_buffer(cl_device_id d);
uint64_t device_now(cl_device_id d);	/* ns, on the card's clock */
uint64_t device_ns(cl_device_id d, uint64_t ticks);
const char *platform_extensions(void);
const cl_name_version *platform_extension_list(size_t *bytes);
#define IL_VERSIONS	3u		/* SPIR-V 1.0 and up */
bool device_takes_il(void);		/* is there a program that reads SPIR-V? */

/* ---- context.c ---- */

struct callback {		/* of an event, memory object or context */
	struct callback *next;
	enum { CALL_EVENT, CALL_OBJECT, CALL_ERROR } kind;
	void *function, *user;
	void *object;		/* event: held; others only a name by then */
	cl_int status;		/* event: which it is for, then which it had */
	char *text;		/* error */
};

/* methods that a command begins with, and two times that the card wrote */
struct script {
	struct script *next;
	struct smgpu_stream *stream;
	struct smgpu_buffer *times_buf;
	volatile uint64_t *times;
};

struct staging {		/* host memory that the card reaches */
	struct staging *next;
	struct smgpu_buffer *buf;
	uint8_t *cpu;
	uint32_t va;
	size_t bytes;
};

/* Of a context: one for each queue, and one more for each channel that has died. */
#define SEMAPHORES 512u

/* An address space of one card, and what its commands share. */
struct _cl_context {
	struct object o;
	cl_device_id device;
	cl_context_properties *properties;
	size_t n_properties;
	void (CL_CALLBACK *notify)(const char *text, const void *data, size_t bytes, void *user);
	void *notify_user;
	struct callback *destructors;
	struct smgpu_vm *vm;
	struct smgpu_queue *service;	/* contents of new buffers; made when first needed */
	/* kernels of copy_kernels.cl; made when first needed */
	struct smgpu_module *copy_kernels;
	struct smgpu_stream *idle;	/* WAIT_IDLE, nothing else */
	struct script *scripts;		/* free ones */
	struct staging *stagings;	/* free ones */
	size_t staging_bytes;
	/* a 64-bit word for each channel: it grows as commands are done */
	struct smgpu_buffer *semaphores;
	uint64_t promised[SEMAPHORES];
	bool semaphore_taken[SEMAPHORES];
	cl_command_queue queues;
};

/* Tells the function that was given to clCreateContext(), if there is one. */
void context_report(cl_context c, const char *text);
struct smgpu_queue *context_service(cl_context c);
const struct smgpu_kernel *context_kernel(cl_context c, const char *name);

/* ---- staging.c ---- */
/* What is taken is the caller's until it is given back; NULL without memory. The card must be done
 * with what is given back. */
struct script *script_take(cl_context c);
void script_give(cl_context c, struct script *s);
struct staging *staging_take(cl_context c, size_t bytes);
void staging_give(cl_context c, struct staging *s);
void staging_free_all(cl_context c);

/* ---- notify.c: calls functions of the program, from a thread of its own that has no lock ---- */
/* false: there is no thread that would call a function */
bool notify_ready(void);
/* one that is called later, unless no thread would */
cl_int notify_add(struct callback **list, struct callback what);
void notify_call(struct callback *c);		/* takes @c over */
void notify_watch(cl_event e);			/* a function waits for it: a thread has to look */

#include "command.h"

/* ---- mem.c ---- */

struct mapping {
	struct mapping *next;
	void *pointer;
	struct staging *staging;
	cl_map_flags flags;
	size_t origin[3], region[3], row, slice;	/* row, slice: what the program sees */
	size_t lead;			/* where it begins in its staging memory */
	bool gone;			/* is being unmapped */
	/* that maps it; NULL for shared memory, which its context holds */
	cl_event command;
};

/* A buffer, a part of one, or an image. @va is an address in @buf, which sub-buffers and some
 * images share with their parent. */
struct _cl_mem {
	struct object o;
	cl_context context;
	cl_mem_object_type type;
	cl_mem_flags flags;
	size_t bytes;
	uint8_t *host_ptr;		/* CL_MEM_USE_HOST_PTR */
	cl_mem parent;			/* of a sub-buffer, or the buffer that an image lies in */
	size_t origin;
	cl_mem subs, next_sub;		/* sub-buffers and images in it; the parent's next one */
	cl_mem_properties *properties;
	size_t n_properties;
	struct smgpu_buffer *buf;
	uint32_t va;
	struct callback *destructors;
	struct mapping *mappings;
	cl_uint n_mappings;
	/* shared virtual memory: host_ptr is va */
	/* images */
	cl_image_format format;
	cl_image_desc desc;
	size_t pixel, row, slice;	/* bytes; on the card */
	size_t host_row, host_slice;	/* bytes; of host_ptr */
	struct smgpu_buffer *descriptor;
};

/* Steps of making an object. One that fails leaves what is there to destroy(). */
cl_int mem_check_flags(cl_context c, cl_mem_flags flags, const void *host_ptr);
cl_int mem_fill_from(cl_mem m, const void *host_ptr);
cl_mem mem_new(cl_context c, cl_mem_object_type type, cl_mem_flags flags, size_t bytes);
void mem_lie_in(cl_mem m, cl_mem parent);	/* a sub-buffer or image */
cl_int mem_allocate(cl_mem m, void *host_ptr);
/* What @flags do not say comes from the buffer's, @parent; false: they say more
 * than those allow. */
bool mem_inherit(cl_mem_flags parent, cl_mem_flags *flags);
/* For commands on @m: its queue, its waits and itself; CL_SUCCESS if they belong together */
cl_int mem_check(cl_command_queue q, cl_mem m, cl_uint n_waits, const cl_event *waits);

/* ---- map.c ---- */
cl_int map_check_flags(cl_map_flags flags);
void *map_add(cl_command_queue q, cl_command_type type, cl_mem m, cl_bool blocking,
	      cl_map_flags flags, const size_t *origin, const size_t *region, cl_uint n_waits,
	      const cl_event *waits, cl_event *event, cl_int *err_ret);
cl_int unmap_add(cl_command_queue q, cl_command_type type, cl_mem m, void *pointer, cl_uint n_waits,
		 const cl_event *waits, cl_event *event);

/* ---- image.c, image_copy.c ---- */

#define IMAGE_LONGEST	16384u		/* of a row, and rows */
#define IMAGE_LAYERS	2048u		/* of an array, and each side of a 3D image */
#define IMAGE_BUFFER_PIXELS	(1u << 27)

bool is_image(cl_mem m);
bool image_is(cl_mem m, const char *type);	/* "image2d_t" and the like */
/* pixels, rows, slices, in the order of origins and regions */
void image_extent(cl_mem m, size_t *size);
uint32_t image_type(cl_mem m);			/* SMGPU_IMAGE_... of its channels */
uint32_t image_component(cl_mem m, uint32_t channel);	/* that the channel holds */
cl_int image_check_region(cl_mem m, const size_t *origin, const size_t *region);

/* ---- copy.c: rectangles of bytes from place to place ---- */

struct place {
	uint32_t va;		/* on the card */
	size_t row, slice;	/* bytes from row to row, from slice to slice */
};

struct copy {
	struct work w;
	cl_mem from, to;	/* held; NULL: the host */
	struct place src, dst;	/* the host's is staging, filled by copy_add() */
	size_t width, height, depth;	/* bytes, rows, slices */
	bool to_host, from_host;
	uint8_t *host;		/* where it begins there; NULL: it stays in staging */
	size_t host_row, host_slice;
	struct staging *staging;
	size_t staging_lead;	/* where the first row begins in it */
	bool keep_staging;	/* it belongs to a mapping */
	bool widened;		/* rows were read as whole words */
};

/* With @from or @to NULL: between the card and the host */
struct copy *copy_new(cl_mem from, cl_mem to);
cl_int copy_add(cl_command_queue q, cl_command_type type, struct copy *w, cl_uint n_waits,
		const cl_event *waits, cl_event *event, bool blocking);
cl_int fill_add(cl_command_queue q, cl_command_type type, cl_mem m, struct place at, size_t width,
		size_t height, size_t depth, const void *pattern, size_t pattern_bytes,
		cl_uint n_waits, const cl_event *waits, cl_event *event);

/* ---- program.c, compile.c, build.c, cache.c ---- */

struct kernel_about {		/* what the compiler told of a kernel beside what the card needs */
	char *name;
	int n_args;
	struct arg_about {
		cl_kernel_arg_address_qualifier space;
		cl_kernel_arg_access_qualifier access;
		cl_kernel_arg_type_qualifier qualifiers;
		char *type, *name;
	} *args;
};

struct elf_file {		/* of a program, shared by its kernels */
	int holds;
	void *data;
	size_t bytes;
	struct smgpu_module *module;	/* NULL: there is no kernel in it */
	struct kernel_about *about;
	int n_about;
	bool offsets;			/* for launches with an offset, or in parts, too */
	bool parts;			/* a launch may be in parts */
	size_t variables;		/* bytes of program scope variables */
};

/* Source, SPIR-V or a binary, and what was made of it. One of @source, @il and @binary is there, or
 * none for a program that was linked. */
struct _cl_program {
	struct object o;
	cl_context context;
	char *source;
	void *il;			/* SPIR-V */
	size_t il_bytes;
	/* the same with values for its specialization constants, once there are some */
	void *special;
	void *binary;			/* as given: ELF or object, until it is built */
	size_t binary_bytes;
	void *object;			/* clCompileProgram(), or a library of them */
	size_t object_bytes;
	struct elf_file *elf;
	/* the same for launches with an offset, or in parts; made when first needed */
	struct elf_file *offset_elf;
	void *executable;		/* both, as a binary; made when its size is asked for */
	size_t executable_bytes;
	bool executable_tried;
	char *options, *log;
	cl_build_status status;
	cl_program_binary_type type;
	cl_uint kernels;		/* attached to it */
	bool building;
	char **parts;			/* what the ELF was made of */
	size_t *part_bytes;
	int n_parts;
};

cl_program program_new(cl_context c);
/* At the end of an executable binary that has the version for offsets, too, behind the ELF file of
 * the other */
struct trailer {
	uint64_t first;			/* bytes of the file in front */
	char mark[16];
};
#define TRAILER_MARK "smgpu: 2 files\n"
_Static_assert(sizeof(TRAILER_MARK) == 16 && sizeof(struct trailer) == 24,
	       "the trailer of a binary");

/* How a library of the compiler begins */
#define LIBRARY_MARK "; smcc library\n"

void program_clear(cl_program p);
/* Has it kernels? An executable binary needs no build for that. */
bool program_executable(cl_program p);
bool is_linkable(const void *data, size_t bytes);	/* object or library */
/* Counted by hand under the lock; a program, its kernels and their launches hold it. */
struct elf_file *elf_new(cl_context c, const void *data, size_t bytes);
struct elf_file *elf_hold(struct elf_file *e);
void elf_drop(struct elf_file *e);
struct elf_file *program_offset_elf(cl_program p);	/* the lock is given away meanwhile */
/* Bytes of the one or two ELF files of an executable binary; false: it is damaged */
bool binary_split(const void *data, size_t bytes, size_t *first, size_t *second);

struct build {			/* one run of the compiler, without the lock */
	char **options;
	int n_options;
	const char *const *texts, *const *header_names, *const *header_texts;
	const size_t *text_bytes;
	int n_texts, n_headers;
	bool compile_only;
	bool includes;		/* the result depends on other files than the sources */
	char *whole;		/* then: the source with all of them, NULL if there is none */
	/* out */
	cl_int err;
	void *data;
	size_t bytes;
	char *log;
};

/* the last: another build took them */
enum options_of { OPTIONS_OF_BUILD, OPTIONS_OF_LINK, OPTIONS_KNOWN };

/* CL_INVALID_BUILD_OPTIONS and the like: @invalid; what is wrong is added to @log then, unless that
 * is NULL */
cl_int options_split(cl_device_id d, const char *options, enum options_of of, cl_int invalid,
		     char ***list, int *n, char **log);
void options_free(char **list, int n);
bool options_have(const char *options, const char *name);
void build_run(struct build *b);
bool cache_on(void);
bool cache_load(const struct build *b, const char *version, void **data, size_t *bytes, char **log);
void cache_store(const struct build *b, const char *version);

/* ---- kernel.c, launch.c ---- */

#define SUB_GROUP 32u		/* work-items: a warp */

/* The value of an argument, as clSetKernelArg() got it. */
struct kernel_arg {
	bool set;
	size_t bytes;		/* local memory: how much */
	void *value;		/* scalars, structures */
	/* Neither is held: the program decides how long they live. The next launch finds that one
	 * of them is gone. */
	cl_mem mem;
	cl_sampler sampler;
	uint64_t serial;
};

/* It holds its program and ELF file; @k, @args and @about point into that file. */
struct _cl_kernel {
	struct object o;
	cl_program program;
	struct elf_file *elf;
	const struct smgpu_kernel *k;
	const struct smgpu_arg *args;
	const struct kernel_about *about;
	char *name;
	int n_args;
	struct kernel_arg *values;
};

struct _cl_sampler {
	struct object o;
	cl_context context;
	cl_bool normalized;
	cl_addressing_mode addressing;
	cl_filter_mode filter;
	cl_sampler_properties *properties;
	size_t n_properties;
};

bool arg_is_image(cl_kernel k, cl_uint i);
/* What a kernel gets for a sampler */
uint32_t sampler_word(cl_sampler s);

/* Copies a list that ends in 0; 0 elements with the end if @from is NULL. NULL: out of memory */
void *list_copy(const void *from, size_t element, size_t *n);

#endif
