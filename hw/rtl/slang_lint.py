# SPDX-License-Identifier: MIT
"""Elaborates RTL with slang, a strict SystemVerilog front end: any error or implicit net fails.

usage: slang_lint.py TOP [-GNAME=VALUE]... FILE...
"""
import sys

from pyslang.driver import Driver

# Verilator's -Wall covers widths and unused signals; slang is here for what
# only a strict front end refuses.
OPTIONS = "--error-limit 0 -Wimplicit-net -Werror=implicit-net"


def main():
    driver = Driver()
    driver.addStandardArgs()
    line = f"slang {OPTIONS} --top {' '.join(sys.argv[1:])}"
    if not (driver.parseCommandLine(line) and driver.processOptions() and driver.parseAllSources()):
        return 1
    driver.reportCompilation(driver.createCompilation(), True)
    return 1 if driver.diagEngine.numErrors else 0


if __name__ == "__main__":
    sys.exit(main())
