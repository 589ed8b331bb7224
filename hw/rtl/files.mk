# SPDX-License-Identifier: MIT
# All RTL of the card, packages first. Set RTL before.
RTL_PACKAGES := $(RTL)/common/smgpu_pkg.sv $(RTL)/common/smgpu_perf_pkg.sv $(RTL)/common/smgpu_regs_pkg.sv $(RTL)/common/xsm_pkg.sv \
	$(sort $(wildcard $(RTL)/sm/*_pkg.sv))
RTL_FILES := $(RTL_PACKAGES) $(filter-out $(RTL_PACKAGES),$(sort $(wildcard $(foreach d,common card host mcu mem sm,$(RTL)/$(d)/*.sv))))
