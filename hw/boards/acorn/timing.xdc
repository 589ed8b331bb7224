# SPDX-License-Identifier: MIT
# Clocks and what crosses between them, after shared.xdc. Places and standards of the ports come from
# pins.tsv.
create_clock -name clk200 -period 5.0 [get_ports clk200_p]
create_clock -name pcie_ref -period 10.0 [get_ports pcie_clk_p]
set_property INTERNAL_VREF 0.750 [get_iobanks 34]

# common_cross between the link and the core: one period of the faster clock, which is the link's
set_max_delay -datapath_only -from [get_clocks -of_objects [get_nets link_clk]] -to [get_clocks -of_objects [get_nets core_clk]] 8.0
set_max_delay -datapath_only -from [get_clocks -of_objects [get_nets core_clk]] -to [get_clocks -of_objects [get_nets link_clk]] 8.0
# The flash: a bit has a quarter of the SPI clock's period, 12.5 ns, on either way
set_max_delay -datapath_only -from [all_registers] -to [get_ports {flash_cs_n flash_mosi}] 12.5
set_max_delay -datapath_only -from [get_ports flash_miso] -to [all_registers] 12.5
