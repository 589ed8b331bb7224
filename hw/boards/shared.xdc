# SPDX-License-Identifier: MIT
# Constraints of every board, in front of its own.
# common_reset: its registers are cleared whatever the clocks do
set_false_path -to [get_pins -hierarchical -filter {NAME =~ *reset/stage_q_reg*/CLR}]
# LiteDRAM's own synchronisers
set_false_path -quiet -through [get_nets -hierarchical -filter {mr_ff == TRUE}]
set_false_path -quiet -to [get_pins -filter {REF_PIN_NAME == PRE} -of_objects [get_cells -hierarchical -filter {ars_ff1 == TRUE || ars_ff2 == TRUE}]]
set_max_delay 2 -quiet -from [get_pins -filter {REF_PIN_NAME == C} -of_objects [get_cells -hierarchical -filter {ars_ff1 == TRUE}]] -to [get_pins -filter {REF_PIN_NAME == D} -of_objects [get_cells -hierarchical -filter {ars_ff2 == TRUE}]]
# Lamps
set_false_path -to [get_ports {user_led[*]}]
