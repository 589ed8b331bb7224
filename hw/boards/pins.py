#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Places and standards of a board's ports.

usage: pins.py xdc PINS.tsv                         constraints for Vivado, on standard output
       pins.py check TOP.sv PINS.tsv REFERENCE.xdc  every port has its place, and the places are
                                                    those of the reference, of litex-boards
"""
import os.path
import re
import sys


def pins(path):
    table = {}
    for line in open(path, encoding="utf-8"):
        if line.startswith("#"):
            continue
        port, place, standard, more = line.rstrip("\n").split("\t")
        table[port] = {"LOC": place}
        if standard != "-":
            table[port]["IOSTANDARD"] = standard
        if more != "-":
            table[port].update(item.split("=") for item in more.split(" "))
    return table


def ports(path):
    """Ports of the top, bit by bit, with their directions."""
    text = open(path, encoding="utf-8").read()
    start = text.index("module top")
    head = text[start:text.index(");", start)]
    for _, width, name in re.findall(
            r"(input|output|inout)\s+(?:logic|wire)\s*(\[\d+:0\])?\s*(\w+)", head):
        if width:
            for bit in range(int(width[1:-3]) + 1):
                yield f"{name}[{bit}]"
        else:
            yield name


def reference(path):
    """Properties of the reference's ports, under our names."""
    table = {}
    for key, value, port in re.findall(r"set_property (\w+) (\S+) \[get_ports \{(\S+?)\}\]",
                                       open(path, encoding="utf-8").read()):
        port = re.sub(r"^pcie_x4_", "pcie_", port)
        port = re.sub(r"^user_led(\d)$", r"user_led[\1]", port)
        table.setdefault(port, {})[key] = value
    return table


def check(top, table, known):
    bad, board = 0, os.path.basename(os.path.dirname(top))
    for port in ports(top):
        place = table.get(port)
        if place is None:
            print(f"not ok boards.{board}.pins.{port}: no place")
        elif "IOSTANDARD" not in place and not re.match(r"pcie_(clk|rx|tx)_[pn]", port):
            print(f"not ok boards.{board}.pins.{port}: no standard")
        elif place != known.get(port):
            print(f"not ok boards.{board}.pins.{port}: {place}, and the reference has "
                  f"{known.get(port)}")
        else:
            continue
        bad = 1
    left = set(table) - set(ports(top))
    if left:
        print(f"not ok boards.{board}.pins: places for what is no port: "
              f"{' '.join(sorted(left))}")
        bad = 1
    if not bad:
        print(f"ok boards.{board}.pins # {len(table)} places")
    return bad


def main():
    if sys.argv[1] == "xdc":
        for port, properties in pins(sys.argv[2]).items():
            for key, value in properties.items():
                print(f"set_property {key} {value} [get_ports {{{port}}}]")
        return 0
    return check(sys.argv[2], pins(sys.argv[3]), reference(sys.argv[4]))


sys.exit(main())
