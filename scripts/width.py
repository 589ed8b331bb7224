# SPDX-License-Identifier: MIT
"""width.py [--count]: each line of code has at most 100 columns, a tab counting to the next eighth.

Lines of pages are prose.py's.

Not looked at: what a generator writes, corpora, lists of planted defects; a line of one string or
one address, which cannot be broken. scripts/width-left excuses files, each for a number of lines:
more are refused. --count prints how many lines of each file are longer: that list is what
width-left has.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KINDS = re.compile(r"\.(c|h|S|cpp|sv|svh|py|sh|mk|awk|cl|ld|rdl)$|(^|/)(Makefile|Kbuild)$")
GENERATED = re.compile(r"corpus/|smgpu_regs(_pkg)?\.|smgpu_perf(_pkg)?\.|xsm_pkg\.sv|smgpu_xsm|/isa/xsm\.h|/mutants\.sh$"
                       r"|hw/rtl/card/(presets\.mk|card_legal\.sv)$")
WHOLE = re.compile(r"[ \t]*(return |\{ |[\w.>-]+\()?\"([^\"\\]|\\.)*\"\W*$|\S*https?://\S+$")


def long_lines(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return [n for n, line in enumerate(f, 1) if len(line.rstrip("\n").expandtabs(8)) > 100 and
                not WHOLE.match(line)]


def main():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True,
                           text=True).stdout.split()
    left, bad = {}, 0
    with open(os.path.join(ROOT, "scripts/width-left"), encoding="utf-8") as f:
        for line in f:
            name, count = line.split()
            left[name] = int(count)
    for path in files:
        if (not KINDS.search(path) or GENERATED.search(path) or
            not os.path.exists(os.path.join(ROOT, path))):
            continue
        found = long_lines(path)
        if "--count" in sys.argv:
            if found:
                print(path, len(found))
        elif len(found) > left.get(path, 0):
            print(f"{path}:{found[-1]}: more than 100 columns ({len(found)} such lines, "
                  f"{left.get(path, 0)} excused)")
            bad = 1
    return bad


sys.exit(main())
