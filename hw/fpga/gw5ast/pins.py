# SPDX-License-Identifier: MIT
"""pins.py IN.json OUT.json: puts a netlist behind three pins of a GW5AST, its clock clk_i, data_i
and data_o.

Each input is a flip-flop of one chain that begins at data_i, each output has a flip-flop, and
data_o is the parity of those, by a tree of LUTs with a flip-flop each. So no input is constant and
every output is used, as with neighbours that have registers at once.
"""
import json
import sys

with open(sys.argv[1], encoding="ascii") as f:
    design = json.load(f)
[top] = [m for m in design["modules"].values() if int(m.get("attributes", {}).get("top", "0"), 2)]
cells, nets = top["cells"], top["netnames"]
used = {b for c in cells.values() for bits in c["connections"].values() for b in bits}
used |= {b for n in nets.values() for b in n["bits"]}
free = iter(range(max(b for b in used if isinstance(b, int)) + 1, 1 << 40))
ports, top["ports"] = top["ports"], {}


def cell(name, kind, parameters=None, **pins):
    """One output, whose bit it gives"""
    out = {"IBUF": "O", "OBUF": "O", "LUT4": "F", "DFF": "Q"}[kind]
    bits = {p: [b] for p, b in pins.items()}
    bits.setdefault(out, [next(free)])
    cells[name] = {"hide_name": 0, "type": kind, "parameters": parameters or {}, "attributes": {},
                   "port_directions": {p: "output" if p == out else "input" for p in bits},
                   "connections": bits}
    nets.setdefault(f"{name}_{out}", {"hide_name": 0, "bits": bits[out], "attributes": {}})
    return bits[out][0]


def pin(name, direction):
    """The bit of a port"""
    bit = next(free)
    top["ports"][name] = {"direction": direction, "bits": [bit]}
    nets[name] = {"hide_name": 0, "bits": [bit], "attributes": {}}
    return bit


clock = ports.pop("clk_i")["bits"][0]
del nets["clk_i"]
cell("clk_i_IBUF_I", "IBUF", I=pin("clk_i", "input"), O=clock)
at, words = cell("data_i_IBUF_I", "IBUF", I=pin("data_i", "input")), []
for port, what in ports.items():
    for i, b in enumerate(what["bits"]):
        if what["direction"] == "input":
            at = cell(f"port {port}[{i}]", "DFF", CLK=clock, D=at, Q=b)
        else:
            words.append(cell(f"port {port}[{i}]", "DFF", CLK=clock, D=b))
words.append(at)
while len(words) > 1:
    four, words = (words[:4] + ["0"] * 3)[:4], words[4:]
    parity = cell(f"parity {len(cells)}", "LUT4", {"INIT": f"{0x6996:016b}"},
                  I0=four[0], I1=four[1], I2=four[2], I3=four[3])
    words.append(cell(f"parity {len(cells)}", "DFF", CLK=clock, D=parity))
cell("data_o_OBUF_O", "OBUF", I=words[0], O=pin("data_o", "output"))
with open(sys.argv[2], "w", encoding="ascii") as f:
    json.dump(design, f)
