# SPDX-License-Identifier: MIT
"""ends.py REPORT.json [COUNT]: where the longest paths of a routed block end, from the report that
fmax.sh leaves of the last seed that it tried (build/hw/fpga/ecp5/fmax/BLOCK.rep).

One line for each register or memory and pin, the COUNT (30) latest first: when what it takes
arrives, in ns after the clock, with setup left out; the pin; what drives it last. fmax.BLOCK tells
the longest path alone; here is what comes right behind it.
"""
import json
import re
import sys

from path import clock, plain


def main():
    with open(sys.argv[1], encoding="ascii") as f:
        nets = json.load(f)["detailed_net_timings"]
    latest = {}
    for net in nets:
        if clock(net["event"]) != "clk_i":
            continue
        for end in net["endpoints"]:
            if clock(end["event"]) != "clk_i":
                continue
            place = plain(end["cell"]), re.sub(r"\d+$", "", end["port"])
            latest[place] = max(latest.get(place, (0, "")), (end["delay"][1], plain(net["driver"])))
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    for (cell, pin), (ns, driver) in sorted(latest.items(), key=lambda x: -x[1][0])[:count]:
        print(f"{ns:5.1f}  {cell} ({pin}), from {driver}")


main()
