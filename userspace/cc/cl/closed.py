#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""closed.py OWN.ll: names the functions of OWN.ll that need no other OpenCL function than those of
OWN.ll, one a line."""
import re
import sys

with open(sys.argv[1]) as f:
    body = {m[1]: set(re.findall(r"@(_Z\w+)", m[2]))
            for m in re.finditer(r"^define [^\n]*?@(\w+)\((.*?)^}", f.read(), re.M | re.S)}
closed = set(body)
while True:
    open_ones = {name for name in closed if not body[name] <= closed}
    if not open_ones:
        break
    closed -= open_ones
print("\n" + "\n".join(sorted(closed)))
