#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes build/tb/cocotb from requirements.txt, once.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../../../../build/tb
mkdir -p "$out"
exec 9>"$out/cocotb.lock"
flock 9
cmp -s "$here/requirements.txt" "$out/cocotb/requirements.txt" && exit 0
rm -rf "$out/cocotb"
python3 -m venv "$out/cocotb"
"$out/cocotb/bin/pip" -q --disable-pip-version-check install -r "$here/requirements.txt"
cp "$here/requirements.txt" "$out/cocotb/requirements.txt"
