# SPDX-License-Identifier: MIT
# Everything is built under build/. `make help` lists what can be asked for.
BUILD := $(CURDIR)/build
export BUILD_ROOT := $(BUILD)
JOBS ?= $(shell nproc)
MAKEFLAGS += --no-print-directory

.PHONY: help all demo check check-quick check-long check-smp check-debug bench study-cache \
	study-sched lint bitstream synth fmax docs release setup kernel-tree install clean \
	firmware model sim rtl-sim board-sim acorn-sim zcu106-sim kernel userspace

help:
	@echo 'make demo     boot Debian'"'"'s kernel with the simulated card and run the' \
		'examples   (SMGPU_CARD=model|rtl|board|acorn|zcu106)'
	@echo 'make check    run every suite, the random ones with a sample of seeds: N passed, N' \
		'failed   (SUITES="a b" for some)'
	@echo 'make check-quick    before a commit: a sample of everything that is quick, and' \
		'lint of what has changed (3 minutes from a built tree)'
	@echo 'make check-long   the same, and what takes longer than make check may (hours;' \
		'SUITES="a b" for some)'
	@echo 'make check-smp    the driver on four processors, behind an IOMMU, and on the' \
		'newest kernel; fetches QEMU and kernel of trixie-backports'
	@echo 'make check-debug  the driver on four processors under KASAN, lockdep, kmemleak,' \
		'KUnit, and under KCSAN; builds two kernels first (about 6 minutes each)'
	@echo 'make bench    measure; writes build/bench.tsv'
	@echo 'make study-cache   kernels that depend on caches under priority tokens, warp' \
		'limits and policies, on one SM and on four; build/study-cache{,-quad}.tsv and .svg'
	@echo 'make study-sched   tiles that sample textures under policies of warp scheduling' \
		'and textile grants; build/study-textile.tsv and three .svg'
	@echo 'make synth    FPGA resources of each block, presets a200t and ecp5'
	@echo 'make fmax     clock rate of each block, placed and routed; BLOCKS="a b" for some;' \
		'installs nextpnr-ecp5 from PyPI in build/'
	@echo 'make bitstream BOARD=acorn   a bitstream for a board, or zcu106; needs Vivado'
	@echo 'make lint     RTL, kernel and generated-file checks only'
	@echo 'make docs     the book as HTML, in build/docs'
	@echo 'make release  the source of this commit as an archive, with checksum and the text' \
		'of its tag, in build/release'
	@echo 'make all      build everything    make install   on a host with a card    make clean'

setup:
	@scripts/setup.sh

kernel-tree: setup
	@hw/sim/vm/fetch-kernel.sh

# Hardware and software share the firmware alone, so they are built side by side.
all: setup firmware
	@$(MAKE) kernel userspace & software=$$!; $(MAKE) model sim rtl-sim; hardware=$$?; \
		wait $$software && exit $$hardware

firmware: setup
	@echo '== firmware' && $(MAKE) -C firmware all

model: setup
	@echo '== functional model' && $(MAKE) -C hw/model all

sim: model
	@echo '== card process' && $(MAKE) -C hw/sim all

rtl-sim: model
	@echo '== Verilated card' && $(MAKE) -C hw/sim/rtl all

board-sim: model
	@echo '== Verilated board' && $(MAKE) -C hw/sim/pcie all

acorn-sim zcu106-sim: %-sim: model
	@echo '== Verilated top of the board $*' && $(MAKE) -C hw/sim/pcie/top BOARD=$* all

kernel: kernel-tree
	@echo '== kernel module' && $(MAKE) -C kernel all

userspace: setup
	@echo '== library, compiler, tools, examples' && $(MAKE) -C userspace all

demo: setup
	@scripts/demo.sh

# Each builds what its suites need.
check: setup
	@scripts/check.sh $(SUITES)

check-quick: setup
	@scripts/check.sh --quick $(SUITES)

check-long: setup
	@scripts/check.sh --long $(SUITES)

check-smp: all
	@kernel/tests/vm/smp.sh

check-debug: all
	@kernel/tests/debug/build.sh && kernel/tests/debug/build.sh kcsan && \
		kernel/tests/debug/run.sh

lint: setup kernel-tree
	@scripts/check.sh generated lint-rtl lint-kernel

docs: setup
	@scripts/docs.sh
	@echo 'build/docs/index.html'

release:
	@scripts/release.sh

bitstream: setup
	@$(MAKE) -C hw/boards bitstream BOARD=$(or $(BOARD),acorn)

synth: setup
	@$(MAKE) -C hw/fpga synth

fmax:
	@$(MAKE) -C hw/fpga fmax

bench: all
	@scripts/bench.sh

# Hours: half of them one SM, half four
study-cache: firmware model userspace
	@$(MAKE) -C hw/bench study-cache

# A quarter of an hour
study-sched: firmware model userspace
	@$(MAKE) -C hw/bench study-sched

install: userspace
	@$(MAKE) -C userspace install
	@$(MAKE) -C kernel install
	@$(MAKE) -C firmware install

clean:
	rm -rf $(BUILD)
