# SPDX-License-Identifier: MIT
# All RTL of the card, packages first. Set RTL before.
RTL_PACKAGES := $(RTL)/common/smgpu_hw_pkg.sv $(RTL)/common/smgpu_pkg.sv \
	$(RTL)/common/smgpu_perf_pkg.sv $(RTL)/common/smgpu_regs_pkg.sv $(RTL)/common/xsm_pkg.sv \
	$(sort $(wildcard $(RTL)/fetch/*_pkg.sv $(RTL)/execute/*_pkg.sv $(RTL)/loadstore/*_pkg.sv))
RTL_FILES := $(RTL_PACKAGES) $(filter-out $(RTL_PACKAGES),$(sort \
	$(wildcard $(foreach d,common card host mcu mem fetch execute texture loadstore \
	sm,$(RTL)/$(d)/*.sv))))
# The PCIe bridge, which stands beside the card
PCIE_FILES := $(RTL)/common/common_fifo.sv $(RTL)/pcie/tlp_pkg.sv \
	$(filter-out %_pkg.sv %/board_top.sv,$(sort $(wildcard $(RTL)/pcie/*.sv)))
# Both and the board block, joined
BOARD_TOP := $(RTL)/pcie/board_top.sv
# Between them and a board's blocks for PCI Express and DRAM, and the board block
BOARD_FILES := $(sort $(wildcard $(RTL)/board/*.sv))
BOARD_NEEDS := $(RTL)/common/smgpu_regs_pkg.sv $(RTL)/common/common_cross.sv $(PCIE_FILES)
# What simulation joins with a card: the bridge and the board block
SHELL_FILES := $(RTL)/common/smgpu_regs_pkg.sv $(PCIE_FILES) \
	$(addprefix $(RTL)/board/board_,$(addsuffix .sv,block gate memory monitor regs shell spi \
	test))
# And the link, in two clocks
LINK_FILES := $(RTL)/common/common_cross.sv $(RTL)/pcie/tlp_pkg.sv \
	$(addprefix $(RTL)/board/board_,$(addsuffix .sv,value pulses rx tx link))
