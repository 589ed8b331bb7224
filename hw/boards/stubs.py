#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Modules without a body for primitives of Xilinx that NETLIST.v uses, on standard output. Their
parameters and ports come from Yosys' cell library.

usage: stubs.py NETLIST.v...
"""
import re
import sys

LIBRARY = "/usr/share/yosys/xilinx/"


def main():
    cells = "".join(open(LIBRARY + name, encoding="utf-8").read()
                    for name in ("cells_xtra.v", "cells_sim.v"))
    used = set()
    for path in sys.argv[1:]:
        used |= set(re.findall(r"^\s*([A-Z][A-Z0-9_]+)\s+(?:#\(|\w+\s*\()",
                               open(path, encoding="utf-8").read(), re.M))
    print("// SPDX-License-Identifier: MIT\n// Made by stubs.py")
    for name in sorted(used):
        found = re.search(r"^module " + name + r"\b(.*?)^endmodule", cells, re.M | re.S)
        if not found:
            continue
        body = re.sub(r"\(\*.*?\*\)", "", found.group(1), flags=re.S)
        parameters = re.findall(
            r"^\s*parameter\s+(?:\[[^\]]*\]\s*|integer\s+|real\s+)?(\w+)\s*=\s*([^;,\n]+)[;,]?",
            body, re.M)
        ports = re.findall(r"^\s*(input|output|inout)\s+(?:reg\s+|wire\s+)?(\[[^\]]*\])?\s*(\w+)",
                           body, re.M)
        print(f"(* blackbox *)\nmodule {name} ", end="")
        if parameters:
            print("#(\n" + ",\n".join(f"    parameter {a} = {b.strip()}" for a, b in parameters)
                  + "\n) ", end="")
        print("(\n" + ",\n".join(f"    {a} {b} {c}" for a, b, c in ports) + "\n);\nendmodule")


main()
