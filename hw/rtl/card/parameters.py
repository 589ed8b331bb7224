#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes Documentation/hardware/parameters.inc, the tables of card_top's parameters. --check: is it fresh?

Names and defaults are those of card_top.sv, legal values the sentences of card_legal.sv, the values of
each preset those of presets.mk, and what a parameter is and costs is in parameters.txt.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "../../../Documentation/hardware/parameters.inc")


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as f:
        return f.read()


def defaults():
    """name -> value in card_top, the expressions of other parameters computed"""
    values = {}
    for name, text in re.findall(r"parameter int unsigned (\w+)\s*= ([^,/\n]+)", read("card_top.sv")):
        choice = re.fullmatch(r"(\w+) > (\d+) \? (\d+) : (\d+)", text.strip())
        if choice:
            than, left, right = (int(choice[n]) for n in (2, 3, 4))
            values[name] = left if values[choice[1]] > than else right
        elif name != "TraceW":
            values[name] = values[text.strip()] if text.strip() in values else int(text)
    return values


def legal():
    """name -> what card_legal says that it must be"""
    ranges = {}
    for names, text in re.findall(r'\$error\("(?:Each of )?([A-Z0-9_, ]+) must be ([^"]*)"\)', read("card_legal.sv")):
        for name in names.split(", "):
            ranges.setdefault(name, []).append(text)
    return {name: "; ".join(sorted(texts, key=len)) for name, texts in ranges.items()}


def presets():
    """preset -> its parameters, in the order of preset_names"""
    text = read("presets.mk")
    names = re.search(r"preset_names := (.*)", text)[1].split()
    return {n: {k: int(v) for k, v in (p.split("=") for p in re.search(rf"preset_{n} := (.*)", text)[1].split())}
            for n in names}


def words():
    """[(group, [(name, what, cost)])] of parameters.txt"""
    groups = []
    for line in re.sub(r"\\\n\s*", "", read("parameters.txt")).splitlines():
        if line.startswith("= "):
            groups.append((line[2:], []))
        elif line and not line.startswith("#"):
            name, text = line.split(None, 1)
            groups[-1][1].append((name, *text.split(" | ")))
    return groups


def table(head, widths, rows):
    lines = [".. csv-table::", "   :header-rows: 1", f"   :widths: {widths}", ""]
    return lines + ["   " + ", ".join('"' + str(cell).replace('"', '""') + '"' for cell in row) for row in [head] + rows]


def main():
    values, ranges, sets, groups = defaults(), legal(), presets(), words()
    named = [row[0] for _, rows in groups for row in rows]
    if sorted(named) != sorted(values):
        sys.exit(f"parameters.txt and card_top.sv differ: {sorted(set(named) ^ set(values))}")
    first = next(iter(sets))
    wrong = [n for n, v in sets[first].items() if values.get(n) != v]
    if wrong:
        sys.exit(f"card_top's defaults are not those of preset {first}: {wrong}")
    out = [".. SPDX-License-Identifier: MIT", ".. Made by hw/rtl/card/parameters.py: do not edit."]
    for group, rows in groups:
        out += ["", group, "^" * len(group), ""]
        out += table(("Parameter", "What it sets", "Must be", "Costs"), "12 34 32 30",
                     [(f"``{n}``", what, ranges.get(n, "not checked; at least 2"), cost) for n, what, cost in rows])
    out += ["", "Presets", "-" * 7, ""]
    shown = {n: {**values, **p} for n, p in sets.items()}
    out += table(("Parameter", *sets), "20" + " 13" * len(sets),
                 [(f"``{n}``", *(v[n] if v[n] == values[n] else f"**{v[n]}**" for v in shown.values())) for n in named])
    text = "\n".join(out) + "\n"
    if "--check" not in sys.argv:
        open(PAGE, "w", encoding="utf-8").write(text)
    elif not os.path.exists(PAGE) or open(PAGE, encoding="utf-8").read() != text:
        sys.exit("Documentation/hardware/parameters.inc is stale")


main()
