# SPDX-License-Identifier: MIT
"""ports.py IN.json OUT.json: puts a flip-flop of a clock of its own, port_clk, at each port bit of a netlist but its clock clk_i.

So paths from and to ports are timed as well, apart from those between the block's own registers: as if the neighbours had registers at once.
"""
import json
import sys

PARAMETERS = {"GSR": "DISABLED", "CEMUX": "1 ", "CLKMUX": "CLK", "LSRMUX": "LSR", "REGSET": "RESET", "SRMODE": "LSR_OVER_CE"}
DIRECTIONS = {"CLK": "input", "DI": "input", "LSR": "input", "CE": "input", "Q": "output"}

with open(sys.argv[1], encoding="ascii") as f:
    design = json.load(f)
[top] = [m for m in design["modules"].values() if int(m.get("attributes", {}).get("top", "0"), 2)]
used = {b for n in top["netnames"].values() for b in n["bits"] if isinstance(b, int)}
used |= {b for c in top["cells"].values() for bits in c["connections"].values() for b in bits if isinstance(b, int)}
free = iter(range(max(used) + 1, 1 << 40))
clock = next(free)
for name, port in list(top["ports"].items()):
    if name == "clk_i":
        continue
    for i, bit in enumerate(port["bits"]):
        if not isinstance(bit, int):
            continue
        new = next(free)
        port["bits"][i] = new
        di, q = (new, bit) if port["direction"] == "input" else (bit, new)
        cell = {"CLK": [clock], "DI": [di], "LSR": ["0"], "CE": ["1"], "Q": [q]}
        top["cells"][f"port {name}[{i}]"] = {"hide_name": 0, "type": "TRELLIS_FF", "parameters": PARAMETERS, "attributes": {},
                                           "port_directions": DIRECTIONS, "connections": cell}
    top["netnames"][f"pin_{name}"] = {"hide_name": 0, "bits": port["bits"], "attributes": {}}
    if port["direction"] == "input":
        top["netnames"].pop(name, None)
top["ports"]["port_clk"] = {"direction": "input", "bits": [clock]}
top["netnames"]["port_clk"] = {"hide_name": 0, "bits": [clock], "attributes": {}}
with open(sys.argv[2], "w", encoding="ascii") as f:
    json.dump(design, f)
