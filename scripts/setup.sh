#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs what is missing from Debian (scripts/packages.txt), and nothing else. Only apt-get runs as root.
set -eu
cd "$(dirname "$0")/.."

missing=
for p in $(grep -v '^#' scripts/packages.txt | sort -u); do
	dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing="$missing $p"
done
[ -z "$missing" ] && exit 0

sudo=
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null || { echo "smgpu: these packages are missing and there is no sudo:$missing" >&2; exit 1; }
	sudo=sudo
fi
echo "smgpu: installing from Debian:$missing"
$sudo env DEBIAN_FRONTEND=noninteractive apt-get update -qq
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >build-apt.log 2>&1 ||
	{ tail -20 build-apt.log >&2; echo "smgpu: apt-get could not install them (log: build-apt.log)" >&2; exit 1; }
rm -f build-apt.log
