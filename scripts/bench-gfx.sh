#!/bin/sh
# SPDX-License-Identifier: MIT
# Turns what examples/mesh says into lines of build/bench.tsv; a picture that was not verified gives
# none, and fails.
awk '$1 == "mesh" && $3 == "cycles" && $NF == "verified" && $5 == "warp_instr" {
		split($2, size, "/")
		printf "gfx.triangles_per_mcycle\t%.0f\t" \
			"triangles of a frame of %s pixels in a million cycles (%d in %d)\n",
			1e6 * size[2] / $4, size[1], size[2], $4
		told = 1
	}
	END { exit !told }'
