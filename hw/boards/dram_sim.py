#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a module litedram_core that stands in the place of a board's DRAM controller in a
simulation of the board's top: it has the ports of the board's, and holds the controller with a
model of the chip. Clock, power and the controller's registers come from the top of the simulation.

usage: dram_sim.py BOARD_CORE.v SIMULATED_CORE.v TOP     on standard output
"""
import re
import sys

PORT = re.compile(r"^    (input|output|inout)\s+wire\s+(\[\d+:0\])?\s*(\w+),?$", re.M)
# What the simulated one has of its own, and what it is given
OWN = {
    "clk": "{top}.core_clk_i", "user_clk": "", "sim_trace": "1'b0",
    "init_done": "done", "init_error": "", "user_rst": "",
    "wb_ctrl_adr": "{top}.ctrl_addr_i", "wb_ctrl_dat_w": "{top}.ctrl_data_i",
    "wb_ctrl_dat_r": "", "wb_ctrl_sel": "4'hf", "wb_ctrl_cyc": "{top}.ctrl_write_i",
    "wb_ctrl_stb": "{top}.ctrl_write_i", "wb_ctrl_we": "1'b1", "wb_ctrl_ack": "wb_ctrl_ack",
    "wb_ctrl_cti": "3'd0", "wb_ctrl_bte": "2'd0", "wb_ctrl_err": "",
}
GIVEN = {
    "user_clk": "{top}.core_clk_i", "user_rst": "!{top}.power_ni", "pll_locked": "1'b1",
    "init_done": "done && {top}.dram_ready_i",
}


def main():
    board, simulated, top = sys.argv[1:]
    board = PORT.findall(open(board, encoding="utf-8").read().split(");")[0])
    text = open(simulated, encoding="utf-8").read()
    inside = [name for _, _, name in PORT.findall(text.split(");")[0])]
    print("// SPDX-License-Identifier: MIT\n// Made by dram_sim.py")
    print("module litedram_core (\n" + ",\n".join(
        f"    {way} wire {width} {name}" for way, width, name in board) + "\n);")
    print("wire done, wb_ctrl_ack;")
    shared = {name for _, _, name in board} & set(inside) - set(OWN)
    for way, _, name in board:
        if way == "output" and name not in shared:
            print(f"assign {name} = {GIVEN.get(name, chr(39) + '0').format(top=top)};")
    print("litedram_simulated u_simulated (\n" + ",\n".join(
        f"    .{name}({name if name in shared else OWN[name].format(top=top)})"
        for name in inside) + "\n);\nendmodule")
    text = re.sub(r"^module litedram_core\b", "module litedram_simulated", text, flags=re.M)
    # The chip's banks, for programs that want them to be 0
    print(re.sub(r"^(reg \[127:0\] mem\w*\[0:\d+\]);", r"\1 /*verilator public_flat_rw*/;", text,
                 flags=re.M))


main()
