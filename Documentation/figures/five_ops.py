#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""five_ops.py <LOG: draws Documentation/figures/five-ops-trace.svg, what the shared structures of
an SM do around a cycle with five operations, from what hw/tb/block/sm tells of it.

make -C hw/tb/block/sm all LANE_COUNTS=32
build/hw/tb/block/sm/lanes32/Vsm_bench 0 | Documentation/figures/five_ops.py
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = [("constant", "constant cache"), ("attribute", "attribute cache"),
        ("even registers", "register file, even"), ("odd registers", "register file, odd"),
        ("result", "result written")]
LEFT, TOP, CELL, HEIGHT = 150, 56, 38, 30


def trace():
    """Of each cycle: which warp each structure works for"""
    cycles = []
    for line in sys.stdin:
        found = re.match(r"# ops (\d+):(.*)", line)
        if found and int(found.group(1)) == len(cycles):
            cycles.append({what: int(warp) for what, warp in re.findall(r"([a-z][a-z ]*) w(\d+)",
                                                                        found.group(2))})
        elif cycles:
            break
    return cycles


def main():
    cycles = trace()
    whole = [i for i, c in enumerate(cycles) if all(what in c for what, _ in ROWS)]
    if not whole:
        sys.exit("five_ops.py: no cycle with five operations")
    width, height = LEFT + CELL * len(cycles) + 10, TOP + HEIGHT * len(ROWS) + 34
    s = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
         'font-family="sans-serif" font-size="12">',
         "<!-- SPDX-License-Identifier: MIT; made by Documentation/figures/five_ops.py -->",
         f'<rect width="{width}" height="{height}" fill="white"/>',
         '<text x="10" y="22" font-size="14">Which warp each structure works for, cycle by '
         'cycle</text>']
    s += [f'<rect x="{LEFT + CELL * i}" y="{TOP - 18}" width="{CELL}" '
          f'height="{HEIGHT * len(ROWS) + 20}" fill="#fff2cc"/>' for i in whole]
    for i in range(len(cycles)):
        s.append(f'<text x="{LEFT + CELL * i + CELL // 2}" y="{TOP - 6}" text-anchor="middle" '
                 f'fill="#666">{i}</text>')
    for j, (what, text) in enumerate(ROWS):
        y = TOP + HEIGHT * j
        s.append(f'<text x="{LEFT - 10}" y="{y + 19}" text-anchor="end">{text}</text>')
        for i, c in enumerate(cycles):
            if what in c:
                x = LEFT + CELL * i
                s += [f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{HEIGHT - 4}" '
                      f'fill="{"#cfe0f5" if c[what] % 2 == 0 else "#d5ecd4"}" stroke="#456"/>',
                      f'<text x="{x + CELL // 2}" y="{y + 19}" '
                      f'text-anchor="middle">{c[what]}</text>']
    s += [f'<text x="10" y="{height - 10}" fill="#555">Blue: even warps, green: odd ones. Yellow: '
          'all five in one cycle.</text>', "</svg>"]
    with open(os.path.join(HERE, "five-ops-trace.svg"), "w", encoding="ascii") as figure:
        figure.write("\n".join(s) + "\n")


if __name__ == "__main__":
    main()
