#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# The driver on machines as people have them: four processors, an IOMMU, the newest kernel. The card
# is reached over vfio-user; QEMU and that kernel are those of hw/sim/vm/fetch-trixie.sh.
#
# usage: smp.sh [sample]     sample: what fits into a minute or two
set -u
cd "$(dirname "$0")/../../.." || exit 1
hw/sim/vm/fetch-trixie.sh || { echo "not ok smp-tree: hw/sim/vm/fetch-trixie.sh failed"; exit 1; }
make -s -C firmware all >/dev/null && make -s -C hw/sim all >/dev/null || {
	echo "not ok smp-build"
	exit 1
}
status=0
make -s -C hw/sim check-smp || status=1
run=kernel/tests/vm/run.sh
if [ "${1-}" = sample ]; then
	$run --cpus 4 --only "signals vm submit life limit queue" uapi || status=1
	$run --cpus 4 --only "queue maps" iommu || status=1
	$run --cpus 4 --backport --only "mem maps vm submit life" uapi || status=1
else
	$run --cpus 4 uapi users hogs unplug debugfs foreign slot iommu bounced fuzz reset fake ||
		status=1
	$run --cpus 4 --backport uapi unplug iommu || status=1
	$run --backport uapi fake || status=1
fi
exit $status
