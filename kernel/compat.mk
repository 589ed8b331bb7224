# SPDX-License-Identifier: GPL-2.0-only OR MIT
# What the kernel's headers offer, as SMGPU_HAVE_* for smgpu_compat.h. Each comes from a look at a
# declaration, never from a version: Debian's 6.12 takes in changes of later kernels. Where a name
# came back with other locks or arguments, it is those that are looked for.

smgpu-drm := $(srctree)/include/drm
smgpu-probe = $(shell $(1) >/dev/null 2>&1 && echo -D$(strip $(2)))
# The declaration that begins with a text, up to its semicolon, has another text
smgpu-declares = $(call smgpu-probe,sed -n '/$(2)/$(comma)/;/p' $(1) | grep -q '$(3)',$(4))

ccflags-y += $(call smgpu-probe,test -e $(srctree)/include/linux/gpu_buddy.h,SMGPU_HAVE_GPU_BUDDY)
ccflags-y += $(call smgpu-probe,grep -q 'struct drm_sched_init_args' $(smgpu-drm)/gpu_scheduler.h,\
	SMGPU_HAVE_SCHED_INIT_ARGS)
ccflags-y += $(call smgpu-declares,$(smgpu-drm)/gpu_scheduler.h,^int drm_sched_job_init.,client_id,\
	SMGPU_HAVE_SCHED_JOB_CLIENT_ID)
ccflags-y += $(call smgpu-probe,grep -q DRM_GPU_SCHED_STAT_NO_HANG $(smgpu-drm)/gpu_scheduler.h,\
	SMGPU_HAVE_SCHED_STAT_NO_HANG)
ccflags-y += $(call smgpu-probe,grep -q DRIVER_GEM_GPUVA $(smgpu-drm)/drm_drv.h,\
	SMGPU_HAVE_DRIVER_GEM_GPUVA)
# The list's lock is the device's, and not given by the driver
ccflags-y += $(call smgpu-probe,\
	grep -q 'void drm_gem_lru_init.struct drm_gem_lru .lru.;' $(smgpu-drm)/drm_gem.h,\
	SMGPU_HAVE_GEM_LRU_OF_DEVICE)
ccflags-y += $(call smgpu-declares,$(smgpu-drm)/drm_gem.h,drm_gem_lru_scan.,ww_acquire_ctx,\
	SMGPU_HAVE_GEM_LRU_TICKET)
# The caller holds the reservation; without the suffix the same names are of tests and take it, or
# are older and want it held
ccflags-y += $(call smgpu-probe,\
	grep -q drm_gem_shmem_madvise_locked $(smgpu-drm)/drm_gem_shmem_helper.h,\
	SMGPU_HAVE_GEM_SHMEM_MADVISE_LOCKED)
ccflags-y += $(call smgpu-probe,\
	grep -q drm_gem_shmem_purge_locked $(smgpu-drm)/drm_gem_shmem_helper.h,\
	SMGPU_HAVE_GEM_SHMEM_PURGE_LOCKED)
ccflags-y += $(call smgpu-probe,grep -q drm_gpuvm_bo_obtain_locked $(smgpu-drm)/drm_gpuvm.h,\
	SMGPU_HAVE_GPUVM_BO_OBTAIN_LOCKED)
ccflags-y += $(call smgpu-declares,\
	$(smgpu-drm)/drm_gpuvm.h,^int drm_gpuvm_sm_map.,drm_gpuvm_map_req,\
	SMGPU_HAVE_GPUVM_MAP_REQ)
ccflags-y += $(call smgpu-probe,grep -qw vma_is_cow_mapping $(srctree)/include/linux/mm.h,\
	SMGPU_HAVE_VMA_IS_COW_MAPPING)
