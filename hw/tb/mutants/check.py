#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py: the mutator on a sample and on all RTL, without building anything.

sample.sv has the places that expected.txt says; no mutant is the text that was there, and each
changes its line only; the lists name what there is; each mutants.sh is a suite of check-long.
"""
import os
import re
import sys

sys.dont_write_bytecode = True     # nothing is left beside the sources
import places     # noqa: E402
import run        # noqa: E402

bad = 0


def verdict(name, wrong):
    global bad
    if wrong:
        print(f"not ok mutants.{name}: {wrong}")
        bad = 1
    else:
        print(f"ok mutants.{name}")


def sample():
    with open(os.path.join(run.HERE, "sample.sv"), encoding="utf-8") as f:
        text = f.read()
    with open(os.path.join(run.HERE, "expected.txt"), encoding="utf-8") as f:
        expected = f.read().splitlines()[1:]
    found = places.places(text)
    have = [f"{text.count(chr(10), 0, p.at) + 1}\t{p.kind}\t{what}\t{line}"
            for p, (line, what) in zip(found, places.names(text, found))]
    missing, more = [e for e in expected if e not in have], [h for h in have if h not in expected]
    return ((missing and f"it is no place any more: {missing[0]}") or
            (more and f"it must be no place: {more[0]}") or
            (have != expected and "the order is another one"))


def unchanged():
    """A mutant that is the original, or touches another line."""
    for file in run.rtl_files():
        text = run.read(file)
        for p in places.places(text):
            if text[p.at:p.end] == p.put or places.changed(text, p).count("\n") != text.count("\n"):
                return f"{file}: {p.what} changes nothing, or the number of lines"
            if "`" in text[p.at:p.end]:
                return f"{file}: {p.what} is beyond a directive"
    return None


def names_twice():
    for file in run.rtl_files():
        text = run.read(file)
        names = places.names(text, places.places(text))
        if len(set(names)) != len(names):
            return file
    return None


def stale():
    for file, line, change in run.allowed():
        text = run.read(file) if file in run.rtl_files() else ""
        if (line, change) not in places.names(text, places.places(text)):
            return f"allowed.txt has what is no mutant any more: {file}: {change}: {line}"
    return None


def unlooked():
    benches, blocks = run.table()
    for b in benches.values():
        if not os.path.exists(os.path.join(run.ROOT, b.directory, "Makefile")):
            return f"bench {b.name}: there is no {b.directory}/Makefile"
    with open(os.path.join(run.ROOT, "hw/formal/Makefile"), encoding="utf-8") as f:
        proofs = [m[0] or m[1] for m in re.findall(r"(?:AS=(\w+).*?)?\./(?:run|prove)\.sh (\w+)",
                                                   f.read())]
    for pattern, names in blocks:
        for n in names:
            if n.startswith("formal:") and n[7:] not in proofs:
                return f"block {pattern}: there is no proof {n[7:]}"
            if not n.startswith("formal:") and n not in benches:
                return f"block {pattern}: there is no bench {n}"
    for p in proofs:
        if not any("formal:" + p in names for _, names in blocks):
            return f"no block has the proof {p}"
    # Of a board: its clocks; wires alone, which lint holds to the names of ports
    alone = "common/common_reset.sv", "pcie/board_top.sv", "board/board_shell.sv"
    for file in run.rtl_files():
        if not run.names_for(blocks, file) and file not in alone:
            return f"nothing looks at {file}"
    return None


def not_run():
    with open(os.path.join(run.ROOT, "scripts/suites-long"), encoding="utf-8") as f:
        suites = f.read()
    found = [os.path.relpath(os.path.join(top, "mutants.sh"), run.ROOT)
             for top, _, files in os.walk(os.path.join(run.ROOT, "hw/tb")) if "mutants.sh" in files]
    if not found:
        return "there is no mutants.sh in hw/tb"
    for script in sorted(found):
        if script in suites:
            continue
        with open(os.path.join(run.ROOT, os.path.dirname(script), "Makefile"),
                  encoding="utf-8") as f:
            if "mutants.sh" not in f.read():
                return f"{script} is no suite"
    return None


verdict("sample", sample())
verdict("unchanged", unchanged())
verdict("named_once", names_twice())
verdict("allowed", stale())
verdict("benches", unlooked())
verdict("suites", not_run())
sys.exit(bad)
