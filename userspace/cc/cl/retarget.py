#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""libclc's generic OpenCL library, built for another 32-bit target, as one for the card: reads its assembly (llvm-dis) on standard
input, writes the card's on standard output.

usage: retarget.py DATALAYOUT

What differs is the target, the number of the constant address space, and how pointers are mangled: there by number, with none for
private, here by name."""
import re
import sys

SPACES = {"U3AS1": "U8CLglobal", "U3AS3": "U7CLlocal", "U3AS4": "U10CLconstant"}


def mangled(match):
    """@_Z, length of the name, name, parameters"""
    length, rest = int(match.group(1)), match.group(2)
    name, params = rest[:length], rest[length:]
    params = re.sub(r"P(?!U3AS|U9CLgeneric)", "PU9CLprivate", params)
    for number, word in SPACES.items():
        params = params.replace(number, word)
    return f"@_Z{length}{name}{params}"


def main():
    for line in sys.stdin:
        if line.startswith("target datalayout"):
            line = f'target datalayout = "{sys.argv[1]}"\n'
        elif line.startswith("target triple"):
            line = 'target triple = "riscv32-unknown-unknown-elf"\n'
        elif line.startswith("attributes"):
            line = re.sub(r'"(frame-pointer|stack-protector-buffer-size|target-features)"="[^"]*" ?', "", line)
        else:
            line = line.replace("addrspace(4)", "addrspace(2)").replace(" linkonce_odr ", " ")
            if "@_Z17wait_group_events" in line:    # clang declares it with a generic pointer
                line = re.sub(r"ptr\b", "ptr addrspace(4)", line).replace("P9ocl", "PU9CLgeneric9ocl")
            line = re.sub(r"@_Z(\d+)(\w+)", mangled, line)
        sys.stdout.write(line)


main()
