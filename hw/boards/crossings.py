#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds what crosses between clocks in a module's netlist, and holds it to a list.

usage: crossings.py NETLIST.json MODULE LIST.tsv

NETLIST.json: written by Yosys after proc and flatten. A crossing is a register, or a read of a
memory, whose inputs come, through gates alone, from registers or memories of another clock.
LIST.tsv: a pattern of modules, one of registers in them that may be the end of a crossing, and how
it is made safe. A pattern that fits nothing is refused.
"""
import json
import re
import sys


class Netlist:
    def __init__(self, path, module):
        self.module = json.load(open(path, encoding="utf-8"))["modules"][module]
        self.names = {}
        for name, net in self.module["netnames"].items():
            for bit in net["bits"]:
                if bit not in self.names or net.get("hide_name", 0) == 0:
                    self.names[bit] = name
        self.driver, self.registers, self.memories = {}, [], []
        for name, cell in self.module["cells"].items():
            kind, wires = cell["type"], cell["connections"]
            if "CLK" in wires and "Q" in wires:
                self.registers.append((name, cell))
                for bit in wires["Q"]:
                    self.driver[bit] = ("register", wires["CLK"][0])
            elif kind.startswith("$mem"):
                self.memories.append((name, cell))
                for bit in wires["RD_DATA"]:
                    self.driver[bit] = ("memory", wires["WR_CLK"][0], wires["RD_ADDR"])
            else:
                inputs = [b for port, bits in wires.items()
                          if cell["port_directions"][port] == "input" for b in bits]
                for port, bits in wires.items():
                    if cell["port_directions"][port] == "output":
                        for bit in bits:
                            self.driver[bit] = ("gate", inputs)

    def sources(self, bits):
        """Clocks of the registers and memories that these bits come from."""
        seen, todo, clocks = set(), list(bits), set()
        while todo:
            bit = todo.pop()
            if bit in seen or not isinstance(bit, int):
                continue
            seen.add(bit)
            what = self.driver.get(bit)
            if what is None:
                continue
            if what[0] == "gate":
                todo += what[1]
            else:
                clocks.add(what[1])
                if what[0] == "memory":
                    todo += what[2]
        return clocks

    def crossings(self):
        for _, cell in self.registers:
            wires = cell["connections"]
            inputs = [b for port, bits in wires.items()
                      if port not in ("CLK", "Q", "ARST", "ALOAD") for b in bits]
            if self.sources(inputs) - {wires["CLK"][0]}:
                yield self.names[wires["Q"][0]]
        for name, cell in self.memories:
            wires = cell["connections"]
            if self.sources(wires["WR_DATA"] + wires["WR_ADDR"] + wires["WR_EN"]) - \
                    {wires["WR_CLK"][0]}:
                yield name


def main():
    netlist = Netlist(sys.argv[1], sys.argv[2])
    module = sys.argv[2]
    lines = [line.rstrip("\n").split("\t") for line in open(sys.argv[3], encoding="utf-8")
             if not line.startswith("#")]
    allowed = [pattern for modules, pattern, _ in lines if re.fullmatch(modules, module)]
    found = sorted(set(netlist.crossings()))
    used, bad = set(), 0
    for name in found:
        fits = [pattern for pattern in allowed if re.fullmatch(pattern, name)]
        if not fits:
            print(f"not ok crossings.{module}.{name}: it takes what another clock gives, and is "
                  "not listed")
            bad = 1
        used.update(fits)
    for pattern in allowed:
        if pattern not in used:
            print(f"not ok crossings.{module}.{pattern}: listed, and nothing crosses there")
            bad = 1
    if not bad:
        print(f"ok crossings.{module} # {len(found)} registers, {len(allowed)} kinds")
    return bad


sys.exit(main())
