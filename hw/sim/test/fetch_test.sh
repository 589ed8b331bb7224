#!/bin/bash
# SPDX-License-Identifier: MIT
# fetch-trixie.sh gives up on a package server that answers too slowly, and says so.
# usage: fetch_test.sh SLOW_SERVER
set -u
server=$1
cd "$(dirname "$0")/../../.." || exit 1
d=$(mktemp -d)
"$server" >"$d/port" & pid=$!
trap 'kill $pid; rm -rf "$d"' EXIT
until [ -s "$d/port" ] || ! kill -0 $pid; do sleep 0.1; done
# The script's tree is where it lies.
mkdir -p "$d"/{hw/sim/vm,scripts}
cp hw/sim/vm/fetch-trixie.sh "$d/hw/sim/vm/"
cp scripts/apt.sh "$d/scripts/"
for mode in '' --update; do
	env -u http_proxy -u HTTP_PROXY DEBIAN_MIRROR="http://127.0.0.1:$(cat "$d/port")/debian" \
		SMGPU_FETCH_SECONDS=4 timeout 100 \
		"$d/hw/sim/vm/fetch-trixie.sh" $mode >"$d/out" 2>&1
	rc=$?
	name=fetch.slow-server$mode
	if [ $rc -eq 1 ] && grep -q 'did not deliver the packages within 4 s' "$d/out"; then
		echo "ok $name"
	else echo "not ok $name: exit $rc, $(tail -n 1 "$d/out")"; exit 1; fi
done
