# SPDX-License-Identifier: MIT
# Parameters of card_top for each preset; hw/rtl/README.md has them as a table.
preset_names := default fpga85 wide quad
preset_default := SMS=1 WARPS=16 LANES=16 TOKENS=64 L1_KIB=16 SHARED_KIB=32 L2_KIB=64
preset_fpga85 := SMS=1 WARPS=16 LANES=8 TOKENS=64 L1_KIB=8 SHARED_KIB=32 L2_KIB=32
preset_wide := SMS=1 WARPS=16 LANES=32 TOKENS=64 L1_KIB=16 SHARED_KIB=32 L2_KIB=64
preset_quad := SMS=4 WARPS=16 LANES=8 TOKENS=64 L1_KIB=8 SHARED_KIB=32 L2_KIB=64
