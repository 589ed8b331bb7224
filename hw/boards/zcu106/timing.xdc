# SPDX-License-Identifier: MIT
# Clocks and what crosses between them, after shared.xdc. Places and standards of the ports come from
# pins.tsv.
create_clock -name clk125 -period 8.0 [get_ports clk125_p]
create_clock -name pcie_ref -period 10.0 [get_ports pcie_clk_p]
set_property INTERNAL_VREF 0.84 [get_iobanks {64 65 66}]

# common_cross between the link and the core: one period of the faster clock, which is the link's
set_max_delay -datapath_only -from [get_clocks -of_objects [get_nets link_clk]] -to [get_clocks -of_objects [get_nets core_clk]] 4.0
set_max_delay -datapath_only -from [get_clocks -of_objects [get_nets core_clk]] -to [get_clocks -of_objects [get_nets link_clk]] 4.0
# LiteDRAM's clocks begin once, 100 ms after the FPGA was configured
set_false_path -to [get_pins -hierarchical -filter {NAME =~ *main_bufgce*/CE}]
