# SPDX-License-Identifier: MIT
# OUT.bit, for JTAG, or for a boot image of the Arm side: the flash is on pins of its own.
source [file join [file dirname [info script]] .. vivado.tcl]
set part xczu7ev-ffvc1156-2-e
read_sources $part

# The block for PCI Express. BAR0: 1 MiB of registers, BAR2: 64 MiB of card memory. MSI-X has one
# vector; its table stands where tlp_pkg says. The block and the quad that the IP takes without
# being asked are those of the board's edge connector.
create_ip -vendor xilinx.com -name pcie4_uscale_plus -module_name pcie_usp
set_property -dict [list \
CONFIG.mode_selection {Advanced} \
CONFIG.Component_Name {pcie_usp} \
CONFIG.PL_LINK_CAP_MAX_LINK_WIDTH {X4} \
CONFIG.PL_LINK_CAP_MAX_LINK_SPEED {8.0_GT/s} \
CONFIG.axisten_if_width {128_bit} \
CONFIG.AXISTEN_IF_RC_STRADDLE {False} \
CONFIG.axisten_freq {250} \
CONFIG.axisten_if_enable_client_tag {True} \
CONFIG.extended_tag_field {false} \
CONFIG.pf0_dev_cap_max_payload {512_bytes} \
CONFIG.aspm_support {No_ASPM} \
CONFIG.coreclk_freq {500} \
CONFIG.plltype {QPLL0} \
CONFIG.PF0_DEVICE_ID {9034} \
CONFIG.pf0_bar0_scale {Megabytes} \
CONFIG.pf0_bar0_size {1} \
CONFIG.pf0_bar2_enabled {true} \
CONFIG.pf0_bar2_type {Memory} \
CONFIG.pf0_bar2_64bit {true} \
CONFIG.pf0_bar2_prefetchable {true} \
CONFIG.pf0_bar2_scale {Megabytes} \
CONFIG.pf0_bar2_size {64} \
CONFIG.PF0_INTERRUPT_PIN {NONE} \
CONFIG.pf0_msi_enabled {false} \
CONFIG.pf0_msix_enabled {true} \
CONFIG.MSI_X_OPTIONS {MSI-X_External} \
CONFIG.PF0_MSIX_CAP_TABLE_BIR {BAR_0} \
CONFIG.PF0_MSIX_CAP_TABLE_SIZE {000} \
CONFIG.PF0_MSIX_CAP_TABLE_OFFSET {00010000} \
CONFIG.PF0_MSIX_CAP_PBA_BIR {BAR_0} \
CONFIG.PF0_MSIX_CAP_PBA_OFFSET {00011000} \
] [get_ips pcie_usp]
synth_ip [get_ips pcie_usp]

implement $part

set_property BITSTREAM.GENERAL.COMPRESS TRUE [current_design]
write_bitstream -force $out.bit
