#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Images for boardblock.sh: `none` has no sync word, `image` has one where a bitstream does, `other`
# is `image` with another byte.
# usage: image.sh BYTES FOLDER
set -eu
seq 1 "$1" | head -c "$1" >"$2/none"
cp "$2/none" "$2/image"
printf '\252\231\125\146' | dd of="$2/image" bs=1 seek=48 conv=notrunc status=none
cp "$2/image" "$2/other"
printf X | dd of="$2/other" bs=1 seek=100 conv=notrunc status=none
