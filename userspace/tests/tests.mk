# SPDX-License-Identifier: MIT
# Tests that need no card: the exported symbols, and the library, tools and examples on a card inside the process.
TESTS := exports library examples constants options oncard ulp
FAKE := $(BUILD)/tests/fake.so
ON_FAKE := LD_PRELOAD=$(FAKE) SMGPU_DEVICE=/dev/dri/fake-smgpu timeout 120
FAKE_SRC := tests/fake.c tests/fake_work.c cc/tests/emu.c cc/tests/emu_insn.c

$(FAKE): $(FAKE_SRC) tests/fake.h cc/tests/emu.h cc/tests/emu_int.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MF $(BUILD)/tests/fake.d -Icc/tests -ffp-contract=off -fPIC -shared -o $@ $(FAKE_SRC) -ldl -lm

$(BUILD)/tests/library: tests/library.c tests/user.c tests/print.c tests/tasks.c tests/library.h $(BUILD)/$(SONAME)
	@mkdir -p $(@D)
	$(LINK)

$(BUILD)/tests/syscalls: tests/syscalls.c $(BUILD)/$(SONAME)
	@mkdir -p $(@D)
	$(LINK)

$(BUILD)/tests/kernels.elf: tests/kernels.c $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -o $@ $<

CL_KERNELS := tests/printf.cl
$(BUILD)/tests/cl.elf: $(CL_KERNELS) $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -Wno-format -o $@ $(CL_KERNELS)

$(BUILD)/tests/opencl.elf: tests/opencl.cl $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -o $@ $<

check-exports: $(BUILD)/$(SONAME)
	nm -D --defined-only $< | awk '{print $$3}' | sort > $(BUILD)/exports
	@if diff -u tests/exports.txt $(BUILD)/exports; then echo ok exports; else echo "not ok exports: differ from tests/exports.txt"; exit 1; fi

check-library: $(FAKE) $(BUILD)/tests/library $(BUILD)/tests/kernels.elf $(BUILD)/tests/cl.elf
	$(ON_FAKE) $(BUILD)/tests/library $(BUILD)/tests/kernels.elf

check-examples: all $(FAKE) $(BUILD)/tests/opencl.elf
	@sh tests/examples.sh $(BUILD) "$(ON_FAKE)"

check-constants: all $(FAKE)
	@sh tests/constants.sh $(BUILD) "$(ON_FAKE)"

# What a virtual machine or a host with a card runs: build/userspace/tests/{library,oncard} and their ELF files.
CC_KERNELS := cc/tests/kernels.c cc/tests/kernels.cl
$(BUILD)/tests/oncard: tests/oncard.c cc/tests/cases.c cc/tests/emu.c cc/tests/emu_insn.c cc/tests/emu_elf.c cc/tests/cases.h cc/tests/emu.h $(BUILD)/$(SONAME)
	@mkdir -p $(@D)
	$(LINK) -ffp-contract=off -lm

$(BUILD)/tests/oncard.elf: $(CC_KERNELS) $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -o $@ $(CC_KERNELS)

$(BUILD)/tests/oracle.elf: $(CC_KERNELS) $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -O1 -fno-divergence -o $@ $(CC_KERNELS)

check-options: all $(FAKE)
	@sh tests/options.sh $(BUILD) "$(ON_FAKE)"

ON_CARD := $(BUILD)/tests/library $(BUILD)/tests/syscalls $(BUILD)/tests/kernels.elf $(BUILD)/tests/cl.elf $(BUILD)/tests/oncard $(BUILD)/tests/oncard.elf $(BUILD)/tests/oracle.elf
all: $(ON_CARD)

check-oncard: $(FAKE) $(ON_CARD)
	$(ON_FAKE) $(BUILD)/tests/oncard $(BUILD)/tests/oncard.elf $(BUILD)/tests/oracle.elf 2

$(BUILD)/tests/ulp: tests/ulp.c $(BUILD)/$(SONAME)
	@mkdir -p $(@D)
	$(LINK) -D_GNU_SOURCE -lm

$(BUILD)/tests/ulp.elf: tests/ulp.cl $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -o $@ $<

check-ulp: $(FAKE) $(BUILD)/tests/ulp $(BUILD)/tests/ulp.elf
	$(ON_FAKE) $(BUILD)/tests/ulp $(BUILD)/tests/ulp.elf 4096
