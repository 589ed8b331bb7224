#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""index.py LIBRARY.ll INDEX TEXT: an OpenCL library as smcc's pick.c takes parts of it.

The library is a list of pieces: functions, declarations, variables, groups of attributes, nodes of
metadata. INDEX is text. Its first line has the number of blocks and of pieces. Then come the
blocks, a line for each: where it begins in TEXT, its bytes there, and its bytes when it is
unpacked. Then come the pieces in the order of their names:

    NAME BLOCK OFFSET BYTES NUMBER ...

with the numbers of the pieces that this one names (from 0, in this order). A piece that belongs to
each program has the name "-". TEXT holds the blocks, packed by zlib, with the pieces in the order
of the library."""
import re
import sys
import zlib

BLOCK = 1 << 16
NAMES = re.compile(rb'@"[^"]*"|@[\w.$-]+|#\d+|![\d]+')
OF_LINE = re.compile(rb'(#\d+|!\d+) = |attributes (#\d+) = |(@"[^"]*"|@[\w.$-]+) = '
                     rb'|(?:define|declare) [^\n]*?(@"[^"]*"|@[\w.$-]+)\(')


def pieces(library):
    """name and text of each; comments stay out"""
    with open(library, "rb") as f:
        lines = iter(f)
        for line in lines:
            if line == b"\n" or line.startswith(b";") or line.startswith(b"source_filename"):
                continue
            found = OF_LINE.match(line)
            name = next(g for g in found.groups() if g) if found else b"-"
            if line.startswith(b"define"):
                body = [line]
                for line in lines:
                    body.append(line.split(b" ; preds =")[0].rstrip() + b"\n"
                                if b"; preds =" in line else line)
                    if line.startswith(b"}"):
                        break
                line = b"".join(body)
            yield name, line


def main():
    library, index, packed = sys.argv[1:]
    found = []      # name, block, offset, text's names
    blocks, block, where = [], [], 0
    with open(packed, "wb") as out:
        def finish():
            nonlocal block, where
            data = b"".join(block)
            small = zlib.compress(data)
            blocks.append((where, len(small), len(data)))
            out.write(small)
            where += len(small)
            block = []

        offset = 0
        for name, text in pieces(library):
            found.append((name, len(blocks), offset, len(text), set(NAMES.findall(text)) - {name}))
            block.append(text)
            offset += len(text)
            if offset >= BLOCK:
                finish()
                offset = 0
        finish()
    found.sort(key=lambda p: p[0])
    number = {p[0]: i for i, p in enumerate(found)}
    with open(index, "wb") as f:
        f.write(b"%d %d\n" % (len(blocks), len(found)))
        for b in blocks:
            f.write(b"%d %d %d\n" % b)
        for name, at, offset, length, names in found:
            numbers = sorted(number[n] for n in names if n in number)
            f.write(b" ".join([name.lstrip(b"@"), b"%d %d %d" % (at, offset, length),
                               *(b"%d" % n for n in numbers)]) + b"\n")


main()
