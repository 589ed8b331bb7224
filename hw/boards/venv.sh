#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes build/boards/venv from requirements.txt, once.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../../build/boards
mkdir -p "$out"
exec 9>"$out/venv.lock"
flock 9
cmp -s "$here/requirements.txt" "$out/venv/requirements.txt" && exit 0
rm -rf "$out/venv"
python3 -m venv "$out/venv"
"$out/venv/bin/pip" -q --disable-pip-version-check install -r "$here/requirements.txt"
cp "$here/requirements.txt" "$out/venv/requirements.txt"
