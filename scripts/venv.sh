#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes build/venv with what comes from PyPI: systemrdl-compiler, which hw/regs/gen.py needs (the
# generated files are committed, so only the freshness check and changes to the register source use
# it), and pyslang, the strict front end of `make lint`.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
exec 9>build/venv.lock
flock 9
[ -x build/venv/bin/python ] && build/venv/bin/python -c 'import systemrdl, pyslang' \
	2>/dev/null && exit 0
python3 -m venv build/venv
build/venv/bin/pip -q --disable-pip-version-check install 'systemrdl-compiler>=1.27,<2' \
	'pyslang>=12,<13'
