#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes build/venv with systemrdl-compiler, which hw/regs/gen.py needs; the generated files are committed, so only the
# freshness check and changes to the register source use it.
set -eu
cd "$(dirname "$0")/.."
[ -x build/venv/bin/python ] && build/venv/bin/python -c 'import systemrdl' 2>/dev/null && exit 0
mkdir -p build
python3 -m venv build/venv
build/venv/bin/pip -q --disable-pip-version-check install 'systemrdl-compiler>=1.27,<2'
