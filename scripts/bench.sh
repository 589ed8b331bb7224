#!/bin/bash
# SPDX-License-Identifier: MIT
# Writes build/bench.tsv: name, value, unit. Card figures are from the Verilated RTL (hw/bench),
# submission costs from the driver's own count in the VM, resources and clock rates from the last
# `make synth` and `make fmax` if there are such.
set -eu
cd "$(dirname "$0")/.."
tsv=build/bench.tsv
make -s -C hw/bench all >build/bench-build.log 2>&1 || { tail -5 build/bench-build.log; exit 1; }
{
	echo "# presets: default = 1 SM, 16 warps, 16 lanes, L1 16 KiB, L2 64 KiB, DRAM with" \
		"rows, 16 bytes/cycle; sgemm_wide, text, latency, rate: 32 lanes, DRAM that never" \
		"limits"
	build/hw/bench/bench build/firmware/smgpu_fw_v1.bin build/userspace/examples
	build/hw/bench/dma
	hw/bench/divergence.sh
	hw/bench/constants.sh
	build/hw/bench/wdu build/firmware/smgpu_fw_v1.bin rtl default
	build/hw/bench/recenter build/firmware/smgpu_fw_v1.bin rtl default
	build/hw/bench/latency build/firmware/smgpu_fw_v1.bin rtl default bench
	build/hw/bench/wdu build/firmware/smgpu_fw_v1.bin rtl quad ctas_per |
		sed 's/^wdu\./wdu.quad_/'
	build/hw/bench/text/text build/firmware/smgpu_fw_v1.bin build/hw/bench/text |
		sed 's/^mem\.walk_cycles_pct/&_4k/'
	build/hw/bench/text/text build/firmware/smgpu_fw_v1.bin build/hw/bench/text rtl random |
		sed -n '/^text\.random\.cycles/p'
	# In blocks of 64 KiB: those of the kernels above with the most walks
	build/hw/bench/text/text -b build/firmware/smgpu_fw_v1.bin build/hw/bench/text rtl \
		"vecadd4k vecadd16k transpose scan4k stencil128 spmv" | sed -n '/^mem\.walk/p'
	kernels="vecadd4k sgemm64 matmul64i diverge4k transpose scan4k reduce64k stencil128"
	build/hw/bench/text/text -p default -u build/firmware/smgpu_fw_v1.bin build/hw/bench/text \
		rtl "$kernels histogram64k spmv" |
		sed -n '/^uniform\./p; /^sm\.fetch/p; /beats_saved_pct/s/^text\./uniform./p'
	python3 hw/bench/cache/study.py --quick build/hw/bench/text/text \
		build/firmware/smgpu_fw_v1.bin build/hw/bench/text build/study-cache-quick.tsv |
		sed -n '/^mem\./p'
	python3 hw/bench/cache/study.py --quick --preset quad build/hw/bench/text/text \
		build/firmware/smgpu_fw_v1.bin build/hw/bench/text \
		build/study-cache-quad-quick.tsv | sed -n '/^mem\./p'
	# Multiply-adds of sgemm's inner loop, at 8, 16 and 32 lanes
	for p in quad default wide; do
		build/hw/bench/text/text -p $p build/firmware/smgpu_fw_v1.bin build/hw/bench/text \
			rtl "slots2 slots4" | sed -n '/^sm\./p'
	done
	RUNS=5 POLICIES="LRR GTO TWO_LEVEL A_age" hw/bench/study.sh build/hw/bench/text/text \
		default build/firmware/smgpu_fw_v1.bin build/hw/bench/text \
		build/study-policies-quick.tsv | sed -n '/^sched\.worst/p'
	python3 hw/bench/sched.py --quick build/hw/bench/text/text build/firmware/smgpu_fw_v1.bin \
		build/hw/bench/text build/study-textile-quick.tsv | sed -n '/^sched\./p'
	build/hw/bench/scale build/firmware/smgpu_fw_v1.bin build/userspace/examples
	# The driver counts every access to BAR0; the test case prints what 200 submissions took.
	SMGPU_CARD=model hw/sim/vm/run.sh --module build/kernel/smgpu.ko \
		--firmware build/firmware/smgpu_fw_v1.bin --wait /dev/dri/renderD128 \
		--add build/kernel/tests/smgpu-uapi-test -- 'smgpu-uapi-test one-write-no-read' |
		awk '$1 == "#" && $2 == "submits" {
			print "submit.mmio_writes\t" $5 / $3 "\twrites per submission";
			print "submit.mmio_reads\t" $7 / $3 "\treads per submission" }'
	# A board's DRAM: its controller, as LiteDRAM generates it
	make -s -C hw/tb/block/dram all
	build/tb/block/dram/Vdram_bench 1 1000 |
		sed -nE 's/^# dram\.([a-z_]+_bytes_per_cycle\t[0-9.]+\t[^ ]*).*/board.dram_\1/p'
	# Copies and submissions on the Acorn's top, counted in packets
	make -s -C hw/sim/pcie/top BOARD=acorn rates | sed -nE '/^(board|submit)\./p'
	if [ -s build/boards/acorn/lut6.tsv ]; then cat build/boards/acorn/lut6.tsv; else
		echo "# board.acorn_lut6: make synth and make -C hw/boards synth-acorn first"; fi
	SMGPU_CARD=model hw/sim/vm/run.sh --module build/kernel/smgpu.ko \
		--firmware build/firmware/smgpu_fw_v1.bin --wait /dev/dri/renderD128 \
		--add build/userspace/tests/syscalls \
			--add build/userspace/tests/kernels.elf:/data/kernels.elf \
			-- 'syscalls /data/kernels.elf' | sed -n '/^wdu\./p'
	# Triangles of the torus knot in a million cycles of the whole frame, on the RTL: five tasks
	# of kernels and the firmware between them
	SMGPU_CARD=rtl hw/sim/vm/run.sh --module build/kernel/smgpu.ko \
		--firmware build/firmware/smgpu_fw_v1.bin --wait /dev/dri/renderD128 \
		--add build/userspace/examples/mesh --timeout 400 -- 'cd /tmp && mesh 48 36 24' |
			scripts/bench-gfx.sh
	make -s -C userspace emu-bench | sed -n '/^emu\./p'
	make -s -C userspace opencl-bench | sed -n '/^opencl\./p'
	opencl_cache=build/userspace/tests/opencl-cache
	. scripts/opencl-vm.sh
	SMGPU_CARD=model hw/sim/vm/run.sh --module build/kernel/smgpu.ko \
		--firmware build/firmware/smgpu_fw_v1.bin --wait /dev/dri/renderD128 \
		--add $u/tests/opencl_bench "${opencl_vm[@]}" \
			-- "$opencl_guest opencl_bench run" | sed -n '/^opencl\./p'
	for target in a200t ecp5; do
		synth=build/synth-$target.tsv
		if [ "$(grep -cE '^[a-z0-9_]+	[0-9]+	[0-9]+' $synth 2>/dev/null)" = \
			"$(grep -cE '^[a-z]' hw/fpga/blocks)" ]; then
			awk -F'\t' -v t=$target \
				'$1 == "sum" { for (i = 3; i <= 6; i++) n[i] = $i } END {
				lut = t == "ecp5" ? "lut4" : "lut6"
				split(lut " ff bram dsp", name, " ")
				for (i = 3; i <= 6; i++)
					print "synth." t "." name[i-2] "\t" n[i] "\t" \
						toupper(name[i-2]) " of " $i " in an " $1 }' $synth
		else
			echo "# synth.$target.*: run make synth first"
		fi
	done
	# One line of fmax.tsv for each block that was placed and routed, and the slowest of them
	if [ -s build/fmax.tsv ]; then cat build/fmax.tsv; else
		echo "# fmax.*: run make fmax first (hours for all blocks)"; fi
	if [ -s build/fmax-card.tsv ]; then cat build/fmax-card.tsv; else
		echo "# fmax.ecp5_card: run make -C hw/fpga card first (an hour or more)"; fi
	if [ -s build/fmax-gw5ast.tsv ]; then cat build/fmax-gw5ast.tsv; else
		echo "# fmax.gw5ast_card: run make -C hw/fpga gw5ast first (half an hour)"; fi
	if [ -s build/mechanisms.tsv ]; then cat build/mechanisms.tsv; else echo \
		"# synth.credit_lut_pct: run make synth and make -C hw/fpga mechanisms first (half" \
		"an hour)"; fi
	# Checks that run in simulation: assert, $fatal or an ASSERT macro in a line, outside of
	# FORMAL
	awk '/^ *`ifdef FORMAL/ { formal = 1 } /^ *`(endif|else)/ { formal = 0 } { sub("//.*", "") }
		!formal && !/`define/ &&
			/(^|[^A-Za-z_])assert *(property *)?\(|\$fatal|`[A-Z_]*ASSERT/ { n++ }
		END { printf "rtl.asserts_per_kloc\t%.2f\t" \
			"assertions in simulation for 1000 lines of RTL (%d in %d)\n",
			1000 * n / NR, n, NR }' hw/rtl/*/*.sv
	QUICK=1 MUTANTS=100 make -s -C firmware mutants-every | sed -n '/^fw\./p'
	if [ -s build/rtl-mutants.tsv ]; then cat build/rtl-mutants.tsv; else
		echo "# rtl.mutants_survived_pct: run hw/tb/mutants/run.py first (hours)"; fi
	if [ -f build/overhead.tsv ]; then cat build/overhead.tsv; else echo \
		"# divergence.lut_overhead: run make -C hw/fpga overhead first (a few minutes)"; fi
} | tee $tsv
