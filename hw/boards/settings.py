#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the settings of the PCI Express block in a board's build.tcl with those of a reference.

usage: settings.py BUILD.tcl REFERENCE.tcl DIFFERENCES.tsv

The reference is what litex-boards writes for the board. A setting that differs, or that only one
of them has, stands in DIFFERENCES.tsv with its reason; one there that does not differ is refused.
"""
import os.path
import re
import sys


def settings(path):
    text = open(path, encoding="utf-8").read()
    return {key: value.lower() for key, value in re.findall(r"CONFIG\.(\w+) \{(.*?)\}", text)}


def main():
    ours, theirs = settings(sys.argv[1]), settings(sys.argv[2])
    reasons = dict(line.rstrip("\n").split("\t") for line in open(sys.argv[3], encoding="utf-8")
                   if not line.startswith("#"))
    differ = {key for key in {*ours, *theirs} if ours.get(key) != theirs.get(key)}
    bad, name = 0, f"boards.{os.path.basename(os.path.dirname(sys.argv[1]))}.settings"
    for key in sorted(differ - set(reasons)):
        print(f"not ok {name}.{key}: {ours.get(key)}, and the reference has {theirs.get(key)}")
        bad = 1
    for key in sorted(set(reasons) - differ):
        print(f"not ok {name}.{key}: a reason to differ, but it does not")
        bad = 1
    if not ours or not theirs:
        print(f"not ok {name}: nothing to compare")
        bad = 1
    if not bad:
        print(f"ok {name} # {len(ours)}, of which {len(differ)} differ with a reason")
    return bad


sys.exit(main())
