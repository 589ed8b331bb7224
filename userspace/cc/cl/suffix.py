#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""suffix.py SUFFIX: gives the functions that the LLVM IR on standard input defines the names
NAME.SUFFIX, for their callers too."""
import re
import sys

text = sys.stdin.read()
own = set(re.findall(r"^define [^\n]*?@(\w+)\(", text, re.M))
sys.stdout.write(re.sub(r"@(\w+)", lambda m: f"{m[0]}.{sys.argv[1]}" if m[1] in own else m[0],
                        text))
