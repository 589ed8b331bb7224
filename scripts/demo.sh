#!/bin/bash
# SPDX-License-Identifier: MIT
# From a clone to results: builds what is missing, boots Debian's kernel with the card in stock
# QEMU, loads the module, runs the examples through libsmgpu and programs of Debian through OpenCL,
# and shows what came out. SMGPU_CARD=model (default), rtl, board: the RTL behind a PCIe bridge, or
# acorn or zcu106: a board's top with its DRAM controller.
set -u
cd "$(dirname "$0")/.."
card=${SMGPU_CARD:-model}
case $card in acorn|zcu106) preset=a200t ;; *) preset=default ;; esac
preset=${SMGPU_PRESET:-$preset}
export SMGPU_CARD=$card SMGPU_PRESET=$preset
# A card without constant operands
! grep -q "^preset_$preset :=.* CONST_KIB=0 " hw/rtl/card/presets.mk ||
	export SMCC_FLAGS=-mno-constants SMGPU_FAKE_NO_CONSTANTS=1
mkdir -p build
log=build/demo-build.log
start=$SECONDS

step() { # what, command...
	local what=$1 began=$SECONDS
	shift
	printf '%-58s' "$what"
	if "$@" >"$log" 2>&1 </dev/null; then
		echo "done ($((SECONDS - began)) s)"
	else
		echo "failed"
		tail -15 "$log"
		echo "The whole log is $log."
		exit 1
	fi
}

case $card in
model) what="the functional model" ;;
rtl) what="the Verilated RTL" ;;
board) what="the Verilated RTL behind a PCIe link" ;;
acorn|zcu106) what="the Verilated top of the board $card, with LiteDRAM and a PCIe link" ;;
*) echo "SMGPU_CARD is $card: it can be model, rtl, board, acorn or zcu106"; exit 2 ;;
esac
echo "smgpu demo: the card is $what, preset $preset."
step "Debian's kernel and headers (under build/)" hw/sim/vm/fetch-kernel.sh
step "firmware" make -s -C firmware all
step "functional model and card process" sh -c 'make -s -C hw/model all && make -s -C hw/sim all'
case $card in rtl|board) step "Verilated card (some minutes the first time)" \
	make -s -C hw/sim/rtl all PRESETS="$preset" ;; esac
[ "$card" = board ] && step "Verilated PCIe bridge" make -s -C hw/sim/pcie all PRESETS="$preset"
case $card in acorn|zcu106) step "Verilated top of the board (minutes the first time)" \
	make -s -C hw/sim/pcie/top BOARD="$card" all ;; esac
step "kernel module" make -s -C kernel all
step "library, compiler, tools, examples" make -s -C userspace all

examples='saxpy sgemm mandelbrot'
add=()
for e in $examples; do
	add+=(--add "build/userspace/examples/$e" \
		--add "build/userspace/examples/$e.elf:/usr/local/bin/$e.elf")
done
[ "$card" = model ] && limit=400 || limit=900
rm -rf build/demo
opencl_cache=build/demo/cache
. scripts/opencl-vm.sh
# clinfo, and Debian's client of clFFT, which compares its transforms with what they must give; the
# RTL would take long for it. The same runs on the fake card leave what they compiled in the cache.
fft='clFFT-client -x 256 -b 4'
[ "$card" = model ] || fft=
step "kernels of clinfo and clFFT" sh -c \
	"make -s -C userspace $PWD/$u/tests/fake.so && \
		export OCL_ICD_VENDORS=$PWD/$u/opencl/vendors \
		XDG_CACHE_HOME=$PWD/$opencl_cache SMGPU_DEVICE=/dev/dri/fake-smgpu FAKE_LEAKS_OK=1 \
		LD_PRELOAD=$PWD/$u/tests/fake.so && clinfo && ${fft:-true}"
[ -z "$fft" ] || add+=(--add /usr/bin/clFFT-client)
add+=(--add /usr/bin/clinfo "${opencl_vm[@]}")
echo "Booting Debian's kernel in QEMU with the card attached; programs run as an ordinary user of" \
	"group render."
echo
printf '%-12s %-10s %12s %12s %6s  %s\n' kernel size 'card cycles' 'warp instr' IPC result
hw/sim/vm/run.sh --module build/kernel/smgpu.ko --firmware build/firmware/smgpu_fw_v1.bin --wait \
	/dev/dri/renderD128 \
	"${add[@]}" --timeout $limit --out build/demo --klog build/demo/kernel.log -- "
	cd /tmp
	bad=0
	for e in $examples; do
		as alice \$e >/tmp/out 2>&1 || bad=1
		sed -nE \
			's/^([a-z]* [^ ]*) cycles ([0-9]*).* warp_instr ([0-9]*) ipc /\1 \2 \3 /p' \
			/tmp/out |
			while read a b c d i r; do printf '%-12s %-10s %12s %12s %6s  %s\n' \$a \
				\$b \$c \$d \$i \"\$r\"; done
		grep -q ' cycles ' /tmp/out || { bad=1; cat /tmp/out; }
	done
	cp /tmp/*.png /out/
	$opencl_guest
	echo; echo 'OpenCL: clinfo'
	as alice clinfo >/tmp/out 2>&1 || bad=1
	shown='Device Name|Device Version|Max compute units|Max work group size'
	shown=\"\$shown|Global memory size|Local memory size\"
	grep -E \"^  (\$shown) \" /tmp/out || { bad=1; cat /tmp/out; }
	if [ -n '$fft' ]; then
		echo; echo 'OpenCL: $fft'
		as alice $fft >/tmp/out 2>&1 || bad=1
		grep -E 'PASS' /tmp/out || { bad=1; cat /tmp/out; }
	fi
	d=\$(echo /sys/kernel/debug/dri/*/mmio); d=\${d%%/mmio*}
	echo; echo \"debugfs: \$d/counters (those that are not 0)\"
	grep -Ev ' (0|absent)\$' \$d/counters |
		awk '{ printf \"  %-24s %14s\", \$1 \".\" \$2, \$3; if (NR % 2 == 0) print \"\" }
			END { if (NR % 2) print \"\" }'
	echo; echo 'debugfs: mmio'; sed 's/^/  /' \$d/mmio
	exit \$bad"
rc=$?
echo
if [ $rc -ne 0 ]; then
	echo "The demo failed (exit $rc); the kernel log is build/demo/kernel.log."
	exit 1
fi
echo "Picture: build/demo/mandelbrot.png   kernel log: build/demo/kernel.log   all in" \
	"$((SECONDS - start)) s."
[ "$card" = model ] &&
	echo "The same on the RTL: SMGPU_CARD=rtl make demo (builds the Verilated card first)."
exit 0
