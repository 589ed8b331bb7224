# SPDX-License-Identifier: MIT
# Clocks and what crosses between them. Places and standards of the ports come from pins.tsv.
create_clock -name clk200 -period 5.0 [get_ports clk200_p]
create_clock -name pcie_ref -period 10.0 [get_ports pcie_clk_p]
set_property INTERNAL_VREF 0.750 [get_iobanks 34]

# common_cross between the link and the core: one period of the faster clock, which is the link's
set_max_delay -datapath_only -from [get_clocks -of_objects [get_nets link_clk]] -to [get_clocks -of_objects [get_nets core_clk]] 8.0
set_max_delay -datapath_only -from [get_clocks -of_objects [get_nets core_clk]] -to [get_clocks -of_objects [get_nets link_clk]] 8.0
# common_reset: its registers are cleared whatever the clocks do
set_false_path -to [get_pins -hierarchical -filter {NAME =~ *reset/stage_q_reg*/CLR}]
# LiteDRAM's own synchronisers
set_false_path -quiet -through [get_nets -hierarchical -filter {mr_ff == TRUE}]
set_false_path -quiet -to [get_pins -filter {REF_PIN_NAME == PRE} -of_objects [get_cells -hierarchical -filter {ars_ff1 == TRUE || ars_ff2 == TRUE}]]
set_max_delay 2 -quiet -from [get_pins -filter {REF_PIN_NAME == C} -of_objects [get_cells -hierarchical -filter {ars_ff1 == TRUE}]] -to [get_pins -filter {REF_PIN_NAME == D} -of_objects [get_cells -hierarchical -filter {ars_ff2 == TRUE}]]
# The flash: a bit has a quarter of the SPI clock's period, 12.5 ns, on either way
set_max_delay -datapath_only -from [all_registers] -to [get_ports {flash_cs_n flash_mosi}] 12.5
set_max_delay -datapath_only -from [get_ports flash_miso] -to [all_registers] 12.5
# Lamps
set_false_path -to [get_ports {user_led[*]}]
