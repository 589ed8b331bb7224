# SPDX-License-Identifier: MIT
"""estimate.py NETLIST.json MODULE [COUNT [SHOWN]]: the longest paths of a netlist for the ECP5 by
an estimate, long before it is placed and routed.

One line for each register or memory in which a path ends, the COUNT (30) longest first: ns, levels,
from where, to where; of the first SHOWN (0) each net with its fan-out. Cells take what they take on
speed grade 8, wires what their fan-out says: routed blocks came out 4 to 7 percent faster. It
serves to see which paths come next, not to say how fast a block is. Paths from ports do not count.
"""
import collections
import json
import math
import sys

from path import plain

WIRE, FANOUT = 0.55, 0.12     # ns of a wire with one load, and for each doubling
LUT, CHAIN_IN, CHAIN, CHAIN_OUT, RAM, MULTIPLIER = 0.24, 0.45, 0.07, 0.45, 4.0, 3.5
REGISTER, MUX = 0.52, 0.25
SETUP = {"DI": 0.0, "M": 0.0, "CE": 0.1, "LSR": 0.2}
CLOCKS = ("CLK", "CLKA", "CLKB", "CLK0", "CLK1", "CLK2", "CLK3", "WCK")


class Netlist:
    def __init__(self, path, module):
        with open(path, encoding="utf-8") as f:
            data = json.load(f)["modules"][module]
        self.names = {}
        for name, net in data["netnames"].items():
            for bit in net["bits"]:
                old = self.names.get(bit)
                if old is None or ("$" in name, len(name)) < ("$" in old, len(old)):
                    self.names[bit] = name
        self.loads = collections.Counter()
        self.arrival, self.start = {}, {}     # of nets that registers and memories drive
        self.gates, self.ends, self.before = {}, [], {}
        for name, cell in data["cells"].items():
            pins = {p: [b for b in bits if isinstance(b, int)]
                    for p, bits in cell["connections"].items()}
            inputs = [p for p in pins if cell["port_directions"][p] == "input" and p not in CLOCKS]
            for p in inputs:
                self.loads.update(pins[p])
            self.add(name, cell["type"], pins, inputs)

    def gate(self, outputs, inputs):
        for bit in outputs:
            self.gates.setdefault(bit, []).extend(inputs)

    def starts(self, bits, ns, name):
        for bit in bits:
            self.arrival[bit] = ns
            self.start[bit] = name

    def add(self, name, kind, pins, inputs):
        def of(ports, ns):
            return [(b, ns) for p in ports for b in pins.get(p, [])]

        if kind == "LUT4":
            self.gate(pins["Z"], of("ABCD", LUT))
        elif kind == "PFUMX":
            self.gate(pins["Z"], of(("BLUT", "ALUT"), 0) + of(("C0",), MUX))
        elif kind == "L6MUX21":
            self.gate(pins["Z"], of(("D0", "D1"), 0) + of(("SD",), MUX))
        elif kind == "CCU2C":
            first, second = ("A0", "B0", "C0", "D0"), ("A1", "B1", "C1", "D1")
            self.gate(pins.get("S0", []), of(first, LUT) + of(("CIN",), CHAIN_OUT))
            self.gate(pins.get("S1", []), of(first, CHAIN_IN + LUT) + of(second, LUT) +
                      of(("CIN",), CHAIN_OUT))
            self.gate(pins.get("COUT", []), of(first + second, CHAIN_IN) + of(("CIN",), CHAIN))
        elif kind == "TRELLIS_DPR16X4":
            self.gate(pins["DO"], of(("RAD",), LUT) + [(None, REGISTER)])
            self.ends += [(b, plain(name) + " (write)", 0.1)
                          for b, _ in of(("DI", "WAD", "WRE"), 0)]
        elif kind == "TRELLIS_FF":
            register = plain(self.names[pins["Q"][0]])
            self.starts(pins["Q"], REGISTER, register)
            for pin, ns in SETUP.items():
                self.ends += [(b, register + ("" if pin in ("DI", "M") else f" ({pin})"), ns)
                              for b in pins.get(pin, [])]
        elif kind == "DP16KD":
            self.starts([b for p in pins if p not in inputs and p not in CLOCKS for b in pins[p]],
                        RAM, plain(name))
            self.ends += [(b, plain(name), 0.2) for b, _ in of(inputs, 0)]
        elif kind in ("MULT18X18D", "ALU54B"):
            self.gate([b for p in pins if p not in inputs and p not in CLOCKS for b in pins[p]],
                      of([p for p in inputs if p[0] in "AB"], MULTIPLIER))

    def wire(self, bit):
        return WIRE + FANOUT * math.log2(max(1, self.loads[bit]))

    def settle(self, bit):
        """When the net `bit` is driven at the latest; below 0 from ports alone"""
        stack, open_ = [bit], set()
        while stack:
            top = stack[-1]
            if top in self.arrival:
                stack.pop()
                continue
            inputs = self.gates.get(top, [])
            missing = [i for i, _ in inputs if i is not None and i not in self.arrival]
            if missing and top not in open_:
                open_.add(top)
                stack += missing
                continue
            self.arrival[top] = -math.inf
            for i, ns in inputs:
                wire = 0 if i is None or ns == CHAIN else self.wire(i)
                at = ns if i is None else self.arrival.get(i, -math.inf) + ns + wire
                if at > self.arrival[top]:
                    self.arrival[top], self.before[top] = at, i
            stack.pop()
        return self.arrival[bit]

    def paths(self):
        """(ns, end, nets from the end on), the longest for each end"""
        worst = {}
        for bit, end, setup in self.ends:
            ns = self.settle(bit) + self.wire(bit) + setup
            if ns > worst.get(end, (0,))[0]:
                worst[end] = (ns, bit)
        for end, (ns, bit) in sorted(worst.items(), key=lambda w: -w[1][0]):
            nets = [bit]
            while self.before.get(nets[-1]) is not None:
                nets.append(self.before[nets[-1]])
            yield ns, end, nets


def main():
    netlist = Netlist(*sys.argv[1:3])
    count, shown = [int(a) for a in sys.argv[3:5]] + [30, 0][len(sys.argv[3:5]):]
    for n, (ns, end, nets) in enumerate(netlist.paths()):
        if n == count:
            break
        print(f"{ns:5.1f} {len(nets) - 1:3d}  "
              f"{netlist.start.get(nets[-1], netlist.names[nets[-1]])} -> {end}")
        if n < shown:
            for bit in reversed(nets):
                print(f"      {netlist.arrival[bit]:5.1f}  {netlist.loads[bit]:4d} loads  "
                      f"{netlist.names[bit]}")


if __name__ == "__main__":
    main()
