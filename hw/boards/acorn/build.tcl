# SPDX-License-Identifier: MIT
# OUT_fallback.bin is for address 0 of the flash; it goes on to OUT.bin, at UPDATE, which top.sv has
# as SPI_UPDATE. If that one can't be loaded, the FPGA comes back to the fallback by itself.
source [file join [file dirname [info script]] .. vivado.tcl]
set part xc7a200t-fbg484-3
set update 0x00800000
read_sources $part

# The block for PCI Express. BAR0: 1 MiB of registers, BAR2: 64 MiB of card memory. MSI-X has one
# vector; its table stands where tlp_pkg says.
create_ip -vendor xilinx.com -name pcie_7x -module_name pcie_s7
set_property -dict [list \
CONFIG.mode_selection {Advanced} \
CONFIG.Bar0_Scale {Megabytes} \
CONFIG.Bar0_Size {1} \
CONFIG.Bar2_Enabled {true} \
CONFIG.Bar2_Type {Memory} \
CONFIG.Bar2_64bit {true} \
CONFIG.Bar2_Prefetchable {true} \
CONFIG.Bar2_Scale {Megabytes} \
CONFIG.Bar2_Size {64} \
CONFIG.Buf_Opt_BMA {True} \
CONFIG.Component_Name {pcie} \
CONFIG.Device_ID {7024} \
CONFIG.Interface_Width {64_bit} \
CONFIG.Link_Speed {2.5_GT/s} \
CONFIG.Max_Payload_Size {512_bytes} \
CONFIG.Maximum_Link_Width {X4} \
CONFIG.PCIe_Blk_Locn {X0Y0} \
CONFIG.Ref_Clk_Freq {100_MHz} \
CONFIG.Trans_Buf_Pipeline {None} \
CONFIG.Trgt_Link_Speed {4'h1} \
CONFIG.User_Clk_Freq {125} \
CONFIG.Legacy_Interrupt {None} \
CONFIG.IntX_Generation {False} \
CONFIG.MSI_Enabled {False} \
CONFIG.MSIx_Enabled {True} \
CONFIG.MSIx_Table_BIR {BAR_0} \
CONFIG.MSIx_Table_Size {1} \
CONFIG.MSIx_Table_Offset {10000} \
CONFIG.MSIx_PBA_BIR {BAR_0} \
CONFIG.MSIx_PBA_Offset {11000} \
CONFIG.en_ext_clk {false} \
CONFIG.PCIe_Debug_Ports {false} \
CONFIG.cfg_mgmt_if {false} \
CONFIG.cfg_fc_if {false} \
CONFIG.rcv_msg_if {false} \
CONFIG.pl_interface {false} \
] [get_ips pcie_s7]
synth_ip [get_ips pcie_s7]

# Places of the IP's own constraints are for another board; its timing stays.
implement $part {
    reset_property LOC [get_cells -hierarchical -filter {NAME=~*gtp_common.gtpe2_common_i}]
    reset_property LOC [get_cells -hierarchical -filter {NAME=~*genblk*.bram36_tdp_bl.bram36_tdp_bl}]
}

set_property BITSTREAM.CONFIG.SPI_BUSWIDTH 4 [current_design]
set_property BITSTREAM.CONFIG.CONFIGRATE 16 [current_design]
set_property BITSTREAM.GENERAL.COMPRESS TRUE [current_design]
set_property CFGBVS VCCO [current_design]
set_property CONFIG_VOLTAGE 3.3 [current_design]
# Addresses have 24 bits: some of these boards have a flash of 16 MiB.
set_property BITSTREAM.CONFIG.TIMER_CFG 0x0001fbd0 [current_design]
set_property BITSTREAM.CONFIG.CONFIGFALLBACK Enable [current_design]
write_bitstream -force $out.bit
write_cfgmem -force -format bin -interface spix4 -size 16 -loadbit "up 0x0 $out.bit" -file $out.bin
set_property BITSTREAM.CONFIG.NEXT_CONFIG_ADDR $update [current_design]
write_bitstream -force ${out}_fallback.bit
write_cfgmem -force -format bin -interface spix4 -size 16 -loadbit "up 0x0 ${out}_fallback.bit" -file ${out}_fallback.bin
foreach image [list $out.bin ${out}_fallback.bin] {
    if {[file size $image] > $update} { puts "not ok size: $image has more than 8 MiB"; exit 1 }
}
