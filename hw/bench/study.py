# SPDX-License-Identifier: MIT
"""study.py STUDY.tsv FIGURE.svg [BASE [COLUMN]]: cycles (or COLUMN) of each kernel under each
policy, over those of BASE (LRR), as a table of colours.

Green is less than BASE, red more; the number is in percent of its.
"""
import csv
import sys

TITLE = {"cycles": "Cycles", "l1_misses": "L1 misses",
         "cycles_apart": "Cycles from the first to the last warp of a tile"}
CELL_W, CELL_H, LEFT, TOP = 74, 24, 110, 60


def colour(ratio):
    # 10 % faster is full green, 10 % slower full red
    x = max(-1.0, min(1.0, (ratio - 1) * 10))
    strength = int(255 - 130 * abs(x))
    return f"rgb({strength},255,{strength})" if x < 0 else f"rgb(255,{strength},{strength})"


def main():
    with open(sys.argv[1], encoding="ascii") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    base = sys.argv[3] if len(sys.argv) > 3 else "LRR"
    column = sys.argv[4] if len(sys.argv) > 4 else "cycles"
    policies = list(dict.fromkeys(r["policy"] for r in rows))
    kernels = list(dict.fromkeys(r["kernel"] for r in rows))
    cycles = {(r["policy"], r["kernel"]): float(r[column]) for r in rows}
    width, height = LEFT + CELL_W * len(policies) + 10, TOP + CELL_H * len(kernels) + 30
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           'font-family="sans-serif" font-size="12">',
           "<!-- SPDX-License-Identifier: MIT; made by hw/bench/study.py -->",
           f'<rect width="{width}" height="{height}" fill="white"/>',
           f'<text x="10" y="20" font-size="14">{TITLE.get(column, column)} in percent of those of '
           f'{base} (DRAM latency {rows[0]["latency"]} cycles)</text>']
    out += [f'<text x="{LEFT + CELL_W * i + CELL_W // 2}" y="{TOP - 8}" '
            f'text-anchor="middle">{p}</text>' for i, p in enumerate(policies)]
    for j, kernel in enumerate(kernels):
        y = TOP + CELL_H * j
        out.append(f'<text x="{LEFT - 8}" y="{y + 16}" text-anchor="end">{kernel}</text>')
        for i, policy in enumerate(policies):
            if (policy, kernel) not in cycles:
                continue
            ratio = cycles[policy, kernel] / cycles[base, kernel]
            x = LEFT + CELL_W * i
            out += [f'<rect x="{x}" y="{y}" width="{CELL_W - 2}" height="{CELL_H - 2}" '
                    f'fill="{colour(ratio)}"/>',
                    f'<text x="{x + CELL_W // 2}" y="{y + 16}" '
                    f'text-anchor="middle">{100 * ratio:.1f}</text>']
    out.append("</svg>")
    with open(sys.argv[2], "w", encoding="ascii") as figure:
        figure.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
