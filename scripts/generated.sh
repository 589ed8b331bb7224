#!/bin/bash
# SPDX-License-Identifier: MIT
# The committed generated files are what their generators make.
set -u
cd "$(dirname "$0")/.."
rc=0
verdict() { if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "not ok $1: stale, run the generator and commit"; rc=1; fi; }
python3 hw/isa/gen.py --check; verdict generated.isa $?
scripts/venv.sh && build/venv/bin/python hw/regs/gen.py --check; verdict generated.registers $?
python3 Documentation/figures/tokens.py --check; verdict generated.figures $?
exit $rc
