# SPDX-License-Identifier: MIT
"""verdict.py RESULTS LOG NAME: a line for each test of cocotb's results, and 1 if one failed."""
import re
import sys
import xml.etree.ElementTree


def main(results, log, name):
    try:
        cases = list(xml.etree.ElementTree.parse(results).getroot().iter("testcase"))
    except (OSError, xml.etree.ElementTree.ParseError):
        cases = []
    bad = not cases
    for case in cases:
        failed = case.find("failure") is not None or case.find("error") is not None
        bad |= failed
        if case.find("skipped") is None:
            print("not ok" if failed else "ok", f"usp.{name}.{case.get('name')}", sep=" ")
    with open(log, encoding="utf-8", errors="replace") as f:
        text = f.read()
    for line in re.findall(r"(?m)^# usp\..*", text):
        print(line)
    if bad:
        why = re.findall(r"(?m)^.*(?:Error|Exception|assert).*$", text)
        print(*(f"# {line.strip()[:160]}" for line in why[-6:]), sep="\n")
        if not cases:
            print(f"not ok usp.{name}: the simulation did not end; see {log}")
    return bad


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
