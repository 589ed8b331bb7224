# SPDX-License-Identifier: MIT
"""width.py: each line of code has at most 100 columns, a tab counting to the next eighth.

Lines of pages are prose.py's.

Not looked at: what a generator writes, corpora, lists of planted defects; scripts of hw/fpga whose
text is part of the hash under which results of hours are kept; a line of one string or one address,
which cannot be broken.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KINDS = re.compile(r"\.(c|h|S|cpp|sv|svh|py|sh|mk|awk|cl|ld|rdl)$|(^|/)(Makefile|Kbuild)$")
GENERATED = re.compile(r"corpus/|smgpu_regs(_pkg)?\.|smgpu_perf(_pkg)?\.|xsm_pkg\.sv|smgpu_xsm|"
                       r"/isa/xsm\.h|hw/rtl/card/(presets\.mk|card_legal\.sv)$")
OTHERS = re.compile(r"/mutants\.sh$|hw/fpga/(fmax\.sh|netlist\.sh|ports\.py)$")
WHOLE = re.compile(r"[ \t]*(return |\{ |[\w.>-]+\()?\"([^\"\\]|\\.)*\"\W*$|\S*https?://\S+$")


def main():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True,
                           text=True).stdout.split()
    bad = 0
    for path in files:
        whole = os.path.join(ROOT, path)
        if (not KINDS.search(path) or GENERATED.search(path) or OTHERS.search(path) or
                not os.path.exists(whole)):
            continue
        with open(whole, encoding="utf-8") as f:
            for n, line in enumerate(f, 1):
                if len(line.rstrip("\n").expandtabs(8)) > 100 and not WHOLE.match(line):
                    print(f"{path}:{n}: more than 100 columns")
                    bad = 1
    return bad


sys.exit(main())
