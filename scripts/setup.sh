#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs what is missing from Debian (scripts/packages.txt), and nothing else. Only apt-get runs
# as root.
set -eu
cd "$(dirname "$0")/.."

. scripts/apt.sh

missing=$(apt_missing $(grep -v '^#' scripts/packages.txt | sort -u))
[ -n "$missing" ] || exit 0
echo "smgpu: installing from Debian:$missing"
apt_install $missing >build-apt.log 2>&1 ||
	{ tail -20 build-apt.log >&2;
		echo "smgpu: apt-get could not install them (log: build-apt.log)" >&2; exit 1; }
rm -f build-apt.log
