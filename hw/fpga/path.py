# SPDX-License-Identifier: MIT
"""path.py BLOCK REPORT.json LOG: the row of build/fmax.tsv for one block, from what nextpnr-ecp5
reported after ports.py.

name, MHz of the block's own clock, and as text: the worst path between its registers, the longest
delays from and to its ports, its size. Without a report (routing did not end), the frequency is
that of the placement, which the log has.
"""
import json
import re
import sys

PRIMITIVES = (r"_(TRELLIS_FF|TRELLIS_DPR16X4|LUT[1-4]|CCU2C|PFUMX|L6MUX21|DP16KD|MULT18X18D|ALU54B"
              r"|DFF[A-Z]*|RAM16SDP4|ALU|MULT27X36|S?DPX?9?B?|SPX?9?)(_.*)?$")
PORTS = {("port_clk", "clk_i"): "from ports", ("clk_i", "port_clk"): "to ports",
         ("port_clk", "port_clk"): "from port to port",
         ("pin_clk_i", "clk_i"): "from the clock of the pins",
         ("clk_i", "pin_clk_i"): "to the clock of the pins"}


def name(cell):
    """The register or memory that a cell is a bit of"""
    return re.sub(r"(\.\d+)+$", "", re.sub(PRIMITIVES, "", cell)).replace("$", ".")


def plain(cell):
    """The same, one name for all that a generate block repeats and for the parts that nextpnr makes
    of a memory or a chain"""
    return re.sub(r"(\.\d+)*(\.(DPRAM_COMB|CCU2_COMB)\d|\.RAMW_SLICE)?$", "",
                  re.sub(r"\[\d+\]", "", name(cell)))


def clock(net):
    """The port of a clock: of a whole card its net comes from a pin's buffer and is promoted"""
    return re.sub(r"\$glbnet\$|\$TRELLIS_IO_IN|_IBUF_I_O$", "", net.split()[-1])


def describe(path):
    logic = [s["delay"] for s in path if s["type"] == "logic"]
    wires = sum(s["delay"] for s in path if s["type"] == "routing")
    total = sum(s["delay"] for s in path)
    ends = name(path[0]["from"]["cell"]) + " -> " + name(path[-1]["to"]["cell"])
    return f"{ends}, {len(logic)} levels, {total - wires:.1f} ns cells + {wires:.1f} ns wires"


def main():
    block, report, log = sys.argv[1:]
    try:
        with open(report, encoding="ascii") as f:
            data = json.load(f)
    except (FileNotFoundError, ValueError):
        with open(log, encoding="utf-8") as f:
            placed = re.findall(r"Max frequency for clock\s+'(?:\$glbnet\$)?"
                                r"clk_i(?:\$TRELLIS_IO_IN|_IBUF_I_O)?': ([0-9.]+) MHz", f.read())
        if not placed:
            sys.exit(1)
        print(f"fmax.{block}\t{float(placed[-1]):.1f}\tMHz, placed only: routing did not end")
        return
    paths = {tuple(clock(p[e]) for e in ("from", "to")): p["path"] for p in data["critical_paths"]}
    fmax = {clock(c): f["achieved"] for c, f in data["fmax"].items()}
    text, mhz = [], None
    for clocks, path in paths.items():
        delay = sum(s["delay"] for s in path)
        if clocks == ("clk_i", "clk_i"):
            mhz = fmax["clk_i"]
            text.insert(0, "worst: " + describe(path))
        elif clocks in PORTS:
            text.append(f"{PORTS[clocks]}: {delay:.1f} ns")
    if mhz is None:  # no path between registers: what limits is the longest one from or to a port
        if not paths:
            sys.exit(1)
        delay, path = max(((sum(s["delay"] for s in p), p) for p in paths.values()),
                          key=lambda p: p[0])
        mhz = 1000 / delay
        text.insert(0, "worst: at ports: " + describe(path))
    used = data["utilization"]
    size = used["TRELLIS_COMB" if "TRELLIS_COMB" in used else "LUT4"]["used"]
    print(f"fmax.{block}\t{mhz:.1f}\tMHz; " + "; ".join(text) + f"; {size} LUT sites")


if __name__ == "__main__":
    main()
