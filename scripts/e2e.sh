#!/bin/bash
# SPDX-License-Identifier: MIT
# End to end on one backend (SMGPU_CARD=model|rtl): Debian's kernel in QEMU, smgpu.ko, libsmgpu. First the examples and tools as ordinary
# users, two at once; then the driver's own cases (kernel/tests/vm). On the RTL the cases that only concern the kernel are left to the
# model: they never reach an SM.
set -u
cd "$(dirname "$0")/.."
card=${SMGPU_CARD:-model}
examples='saxpy sgemm mandelbrot hashtable triangle'
tools='smgpu-info smgpu-run smgpu-top'
status=0
add=()
for e in $examples; do
	add+=(--add "build/userspace/examples/$e" --add "build/userspace/examples/$e.elf:/usr/local/bin/$e.elf")
done
for t in $tools; do
	add+=(--add "build/userspace/bin/$t")
done
for t in library oncard; do
	add+=(--add "build/userspace/tests/$t")
done
for f in kernels cl oncard oracle; do
	add+=(--add "build/userspace/tests/$f.elf:/data/$f.elf")
done
[ "$card" = rtl ] && limit=500 rounds=1 || limit=200 rounds=5
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

hw/sim/vm/run.sh --module build/kernel/smgpu.ko --firmware build/firmware/smgpu_fw_v1.bin --wait /dev/dri/renderD128 \
	"${add[@]}" --timeout $limit --out "$out" --klog "build/check/kernel-e2e-$card.log" -- "
	cd /tmp
	status=0
	try() { n=\$1; shift; if \"\$@\" >/tmp/o 2>&1; then echo \"ok $card-\$n # \$(tail -n 1 /tmp/o)\"; else echo \"not ok $card-\$n: exit \$? \$(tail -n 1 /tmp/o)\"; status=1; fi; }
	for e in $examples; do try \$e as alice \$e; done
	try info as alice smgpu-info
	try kept-out sh -c '! as mallory saxpy'
	cat >/tmp/two <<-'END'
	as alice mandelbrot 64 48 60 /tmp/a.png & a=\$!
	as bob sgemm 64 & b=\$!
	wait \$a && wait \$b
	END
	try two-users sh /tmp/two
	cat >/tmp/watch <<-'END'
	mandelbrot 256 256 2000 /tmp/b.png & m=\$!
	while kill -0 \$m; do smgpu-top 1 0; done >/tmp/top
	wait \$m && grep '^task .* state resident' /tmp/top && grep ' [1-9][0-9.]* of [1-9][0-9]* warps taken' /tmp/top
	END
	[ $card = rtl ] || try top sh /tmp/watch
	try run as alice smgpu-run /usr/local/bin/saxpy.elf --kernel saxpy --grid 2 --cta 64 f:2.0 buf:1k:init=fiota buf:1k:init=fill=0x3f800000:out=/tmp/run.bin i:256
	if [ \"\$(od -An -tx4 -N12 /tmp/run.bin | tr -s ' ')\" = ' 3f800000 40400000 40a00000' ]; then echo 'ok $card-run-output'; else echo 'not ok $card-run-output: wrong data'; status=1; fi
	try fault-sentence sh -c 'as alice smgpu-run /usr/local/bin/saxpy.elf --kernel saxpy --grid 2 --cta 64 f:2.0 i:64 buf:1k i:256 2>&1 | grep -qi \"not bound\"'
	try after-a-fault as alice saxpy 1003
	as alice env SMGPU_KERNEL_DIR=/data library /data/kernels.elf $rounds >/tmp/o 2>&1 || status=1
	sed 's/ok /ok $card-library-/' /tmp/o
	as alice oncard /data/oncard.elf /data/oracle.elf $rounds >/tmp/o 2>&1 || status=1
	sed 's/ok /ok $card-oncard-/' /tmp/o
	cp /tmp/*.png /out/
	exit \$status" || { [ $? -eq 1 ] || echo "not ok $card-vm: the machine did not come to an end, see build/check/kernel-e2e-$card.log"; status=1; }
[ -s "$out/mandelbrot.png" ] && head -c 4 "$out/mandelbrot.png" | grep -q PNG && echo "ok $card-picture-arrived" ||
	{ echo "not ok $card-picture-arrived: no mandelbrot.png on the host"; status=1; }

if [ "$card" = rtl ]; then suites='users'; else suites='uapi users hogs unplug debugfs coherent fuzz reset fake'; fi
kernel/tests/vm/run.sh $suites || status=1
exit $status
