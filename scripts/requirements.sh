#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes a Python environment with the packages of PyPI that a file lists, once for each state of
# that file. venv.sh makes the one that all need.
#
# usage: requirements.sh REQUIREMENTS VENV
set -eu
list=$1 venv=$2
mkdir -p "$(dirname "$venv")"
exec 9>"$venv.lock"
flock 9
cmp -s "$list" "$venv/requirements.txt" && exit 0
rm -rf "$venv"
python3 -m venv "$venv"
"$venv/bin/pip" -q --disable-pip-version-check install -r "$list"
cp "$list" "$venv/requirements.txt"
