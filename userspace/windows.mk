# SPDX-License-Identifier: MIT
# Where shared and local memory stand, for device code, which cannot include the UAPI header.
windows_of := $(dir $(lastword $(MAKEFILE_LIST)))../kernel/include/uapi/drm/smgpu_hw.h
windows := $(foreach w,SHARED LOCAL,-D$w_BASE=$(shell \
	awk '$$2 == "SMGPU_VA_$w_BASE" { print $$3 }' $(windows_of)))
