# SPDX-License-Identifier: MIT
# Tests that need no card: the exported symbols, and the library, tools and examples on a card
# inside the process.
SHELL := bash
TESTS := words guide texture gfx exports library examples constants units options oncard \
	ulp opencl dump flash
FAKE := $(BUILD)/tests/fake.so
SAN := $(BUILD)/san
ON_FAKE := LD_PRELOAD=$(FAKE) SMGPU_DEVICE=/dev/dri/fake-smgpu timeout 120
FAKE_SRC := tests/fake.c tests/fake_work.c cc/tests/emu.c cc/tests/emu_insn.c cc/tests/emu_alu.c

$(FAKE): $(FAKE_SRC) tests/fake.h cc/tests/emu.h cc/tests/emu_int.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MF $(BUILD)/tests/fake.d -Icc/tests -ffp-contract=off \
		-fPIC -shared -o $@ $(FAKE_SRC) -ldl -lm

$(BUILD)/tests/library: tests/library.c tests/user_queue.c tests/print.c tests/tasks.c \
	tests/library.h $(BUILD)/$(SONAME)
	@mkdir -p $(@D)
	$(LINK)

$(BUILD)/tests/syscalls: tests/syscalls.c $(BUILD)/$(SONAME)
	@mkdir -p $(@D)
	$(LINK)

$(BUILD)/tests/kernels.elf: tests/kernels.c $(windows_of) $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) $(windows) -o $@ $<

CL_KERNELS := tests/printf.cl
$(BUILD)/tests/cl.elf: $(CL_KERNELS) $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -Wno-format -o $@ $(CL_KERNELS)

$(BUILD)/tests/opencl.elf: tests/opencl.cl $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -o $@ $<

# the definition of a texel, on the host
$(BUILD)/tests/texture: tests/texture.c device/smgpu_texture.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -O1 -fsanitize=address,undefined -fno-sanitize-recover=all $(LDFLAGS) \
		-o $@ $< -lm

check-texture: $(BUILD)/tests/texture
	timeout 400 $<

GFX_TEST := tests/gfx.c tests/gfx_coverage.c tests/gfx_pixels.c tests/gfx_errors.c
$(BUILD)/tests/gfx: $(GFX_TEST) tests/gfx.h $(BUILD)/$(GFX_SONAME)
	@mkdir -p $(@D)
	$(LINK) -lsmgpu-gfx -lm

$(BUILD)/tests/gfx.elf: tests/gfx.kernel.c $(GFX_HEADERS) $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -Igfx/include -o $@ $<

$(BUILD)/tests/gfx-units.elf: tests/gfx.kernel.c $(GFX_HEADERS) $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -DSMGPU_TEX -DSMGPU_ATTRIBUTES -Igfx/include -o $@ $<

all: $(BUILD)/tests/gfx $(BUILD)/tests/gfx.elf $(BUILD)/tests/gfx-units.elf

# the library and the test in one, with sanitizers
$(SAN)/gfx: $(GFX_TEST) $(wildcard gfx/*.c) $(LIB_SRC) tests/gfx.h $(GFX_HEADERS) gfx/elf.S \
	$(GFX_ELFS)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(SANITIZE) $(GFX_ELF) $(LDFLAGS) -MF $(SAN)/gfx.d -o $@ \
		$(filter-out %.kernel.c,$(filter %.c %.S,$^)) -ldrm -lpci -lelf -lm

check-gfx: $(FAKE) $(BUILD)/tests/gfx $(BUILD)/tests/gfx.elf $(BUILD)/tests/gfx-units.elf $(SAN)/gfx
	SMGPU_FAKE_NO_ATTRIBUTES=1 $(ON_FAKE) $(BUILD)/tests/gfx $(BUILD)/tests/gfx.elf
	$(ON_FAKE) $(BUILD)/tests/gfx $(BUILD)/tests/gfx-units.elf | sed 's/ok /ok units-/'; \
		test $${PIPESTATUS[0]} -eq 0
	SMGPU_DEVICE=/dev/dri/fake-smgpu ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1 \
		LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $(FAKE)" \
		timeout 600 $(SAN)/gfx $(BUILD)/tests/gfx.elf 2 | sed 's/ok /ok sanitized-/'; \
		test $${PIPESTATUS[0]} -eq 0

check-exports: $(BUILD)/$(SONAME) $(BUILD)/$(GFX_SONAME)
	nm -D --defined-only $< | awk '{print $$3}' | sort > $(BUILD)/exports
	@if diff -u tests/exports.txt $(BUILD)/exports; then echo ok exports; else \
		echo "not ok exports: differ from tests/exports.txt"; exit 1; fi
	nm -D --defined-only $(BUILD)/$(GFX_SONAME) | awk '{print $$3}' | \
		sort > $(BUILD)/exports-gfx
	@if diff -u tests/exports-gfx.txt $(BUILD)/exports-gfx; then echo ok exports-gfx; else \
		echo "not ok exports-gfx: differ from tests/exports-gfx.txt"; exit 1; fi

check-library: all $(FAKE) $(BUILD)/tests/library $(BUILD)/tests/kernels.elf $(BUILD)/tests/cl.elf
	$(ON_FAKE) $(BUILD)/tests/library $(BUILD)/tests/kernels.elf
	@$(ON_FAKE) $(BUILD)/smgpu-info /dev/dri/fake-smgpu | grep -q 'banks of the L2 *2$$' && \
		echo ok library.info-l2-banks

check-examples: all $(FAKE) $(BUILD)/tests/opencl.elf
	@sh tests/examples.sh $(BUILD) "$(ON_FAKE)"

check-words: all $(FAKE)
	@sh tests/words.sh $(BUILD) "$(ON_FAKE)"

# the guides of the book, as they stand there
GUIDES := kernels tasks opencl graphics profile-and-debug
check-guide: all $(FAKE)
	@python3 tests/guide.py $(BUILD) "$(ON_FAKE)" $(GUIDES:%=../Documentation/user/%.rst)

check-constants: all $(FAKE)
	@sh tests/constants.sh $(BUILD) "$(ON_FAKE)"

check-units: all $(FAKE)
	@sh tests/units.sh $(BUILD) "$(ON_FAKE)"

# What a virtual machine or a host with a card runs: build/userspace/tests/{library,oncard} and
# their ELF files.
CC_KERNELS := $(addprefix cc/tests/,kernels_flow.c kernels_calls.c kernels_values.c \
	kernels_wait.c kernels.cl)
$(BUILD)/tests/oncard: tests/oncard.c cc/tests/cases.c cc/tests/emu.c cc/tests/emu_insn.c \
	cc/tests/emu_alu.c cc/tests/emu_elf.c cc/tests/cases.h cc/tests/emu.h $(BUILD)/$(SONAME)
	@mkdir -p $(@D)
	$(LINK) -ffp-contract=off -lm

$(BUILD)/tests/oncard.elf: $(CC_KERNELS) cc/tests/kernels.h $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -o $@ $(CC_KERNELS)

$(BUILD)/tests/oracle.elf: $(CC_KERNELS) cc/tests/kernels.h $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -O1 -fno-divergence -o $@ $(CC_KERNELS)

check-options: all $(FAKE)
	@sh tests/options.sh $(BUILD) "$(ON_FAKE)"

ON_CARD := $(BUILD)/tests/library $(BUILD)/tests/syscalls $(BUILD)/tests/kernels.elf \
	$(BUILD)/tests/cl.elf $(BUILD)/tests/oncard $(BUILD)/tests/oncard.elf \
	$(BUILD)/tests/oracle.elf
all: $(ON_CARD)

check-oncard: $(FAKE) $(ON_CARD)
	$(ON_FAKE) $(BUILD)/tests/oncard $(BUILD)/tests/oncard.elf $(BUILD)/tests/oracle.elf 2

$(BUILD)/tests/ulp: tests/ulp.c tests/ulp_functions.c tests/ulp.h $(BUILD)/$(SONAME)
	@mkdir -p $(@D)
	$(LINK) -D_GNU_SOURCE -lm

$(BUILD)/tests/ulp-%.elf: tests/ulp.cl $(SMCC) $(SMCC_DATA) $(BUILD)/cc/smcc-data/version
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -DT=$* -DFLOATS=$(if $(filter float,$*),1,0) -o $@ $<

check-ulp: $(FAKE) $(BUILD)/tests/ulp $(BUILD)/tests/ulp-float.elf $(BUILD)/tests/ulp-double.elf
	$(ON_FAKE) $(BUILD)/tests/ulp float $(BUILD)/tests/ulp-float.elf 16384
	$(ON_FAKE) $(BUILD)/tests/ulp double $(BUILD)/tests/ulp-double.elf 1280

# OpenCL through Debian's loader: the ICD beside the library, and its cache apart from the user's
CL_API := api objects transfers events programs cache builders faults pixels samplers \
	images three half convert values doubles groups program_scope svm spirv command_buffer \
	command_buffer_queues command_buffer_errors errors
$(BUILD)/tests/opencl_api: $(CL_API:%=tests/opencl_%.c) tests/opencl.h \
	tests/opencl_command_buffer.h tests/opencl_api.cl.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -pthread -o $@ $(filter %.c,$^) -lOpenCL -lm

$(BUILD)/tests/opencl_bench: tests/opencl_bench.c $(BUILD)/$(SONAME)
	@mkdir -p $(@D)
	$(LINK) -lOpenCL

all: $(BUILD)/tests/opencl_api $(BUILD)/tests/opencl_bench

# on the fake card: its programs go to a cache that scripts/e2e.sh gives the virtual machine, which
# compiles slowly
CL_CACHE := $(BUILD)/tests/opencl-cache
# without its cache it compiles some hundred programs
ON_FAKE_CL := XDG_CACHE_HOME=$(CL_CACHE) $(subst timeout 120,timeout 300,$(ON_FAKE))
opencl-cache: all $(FAKE)
	@mkdir -p $(CL_CACHE)
	@OCL_ICD_VENDORS=$(BUILD)/opencl/vendors $(ON_FAKE_CL) $(BUILD)/tests/opencl_api \
		> $(BUILD)/tests/opencl-cache.log
	@OCL_ICD_VENDORS=$(BUILD)/opencl/vendors $(ON_FAKE_CL) clinfo > $(BUILD)/tests/clinfo.txt

# figures for scripts/bench.sh; the virtual machine takes its program from the cache
opencl-bench: all $(FAKE)
	@mkdir -p $(CL_CACHE)
	@OCL_ICD_VENDORS=$(BUILD)/opencl/vendors FAKE_LEAKS_OK=1 $(ON_FAKE_CL) \
		$(BUILD)/tests/opencl_bench build

# the emulator's own speed, for scripts/bench.sh
$(BUILD)/tests/emu_bench: cc/tests/emu_bench.c cc/tests/emu.c cc/tests/emu_insn.c \
	cc/tests/emu_alu.c cc/tests/emu_elf.c cc/tests/emu.h cc/tests/emu_int.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -ffp-contract=off -o $@ $(filter %.c,$^) -lm

$(BUILD)/tests/emu_bench.elf: cc/tests/emu_bench.kernel.c $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -o $@ $<

emu-bench: $(BUILD)/tests/emu_bench $(BUILD)/tests/emu_bench.elf
	@$^

SPIRV := $(BUILD)/tests/spirv.spv $(BUILD)/tests/spirv_exports.spv $(BUILD)/tests/spirv_imports.spv
$(BUILD)/tests/%.spv: tests/%.spvasm
	@mkdir -p $(@D)
	spirv-as --target-env opencl1.2 -o $@ $<

check-opencl: all $(FAKE) $(SAN)/libsmgpu-opencl.so $(SAN)/opencl_api $(SPIRV)
	@mkdir -p $(CL_CACHE)
	OCL_ICD_VENDORS=$(BUILD)/opencl/vendors OPENCL_SPIRV=$(BUILD)/tests/spirv.spv \
		$(ON_FAKE_CL) $(BUILD)/tests/opencl_api
	OCL_ICD_VENDORS=$(BUILD)/opencl/vendors SMCC_SPIRV=none $(ON_FAKE_CL) \
		$(BUILD)/tests/opencl_api il | sed 's/ok /ok no-/'; test $${PIPESTATUS[0]} -eq 0
	@OCL_ICD_VENDORS=$(BUILD)/opencl/vendors $(ON_FAKE_CL) clinfo \
		> $(BUILD)/tests/clinfo.txt && \
		grep -q 'Device Name.*smgpu' $(BUILD)/tests/clinfo.txt && \
		echo ok opencl/clinfo || \
		{ echo "not ok opencl/clinfo: $$(tail -n 1 $(BUILD)/tests/clinfo.txt)"; exit 1; }
	OPENCL_SPIRV=$(BUILD)/tests/spirv.spv XDG_CACHE_HOME=$(CL_CACHE) \
		SMCC_DATA=$(BUILD)/cc/smcc-data OCL_ICD_VENDORS=$(SAN)/vendors \
		SMGPU_DEVICE=/dev/dri/fake-smgpu \
		ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1 \
		LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $(FAKE)" \
		timeout 600 $(SAN)/opencl_api | sed 's/ok /ok sanitized-/'; \
		test $${PIPESTATUS[0]} -eq 0

# the ICD, its compiler and the library in one, with sanitizers
SANITIZE := -O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer
$(SAN)/libsmgpu-opencl.so: $(wildcard opencl/*.h opencl/*/*.c) $(LIB_SRC) \
	$(filter-out cc/main.c,$(wildcard cc/*.c)) $(BUILD)/opencl/copy_kernels.elf
	@mkdir -p $(SAN)/vendors
	$(CC) $(ALL_CFLAGS) -UNDEBUG $(SANITIZE) -Icc -Iopencl \
		-DCOPY_KERNELS_ELF='"$(BUILD)/opencl/copy_kernels.elf"' -fPIC -fvisibility=hidden \
		-pthread -shared -Wl,-Bsymbolic \
		-Wl,-z,nodelete -w -MF $(SAN)/icd.d -o $@ $(filter %.c,$^) \
		opencl/copy_kernels_elf.S -ldrm -lpci -lelf -ldl -lz -lm
	echo $@ > $(SAN)/vendors/smgpu.icd

$(SAN)/opencl_api: $(CL_API:%=tests/opencl_%.c) tests/opencl.h tests/opencl_command_buffer.h \
	tests/opencl_api.cl.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(SANITIZE) $(LDFLAGS) -pthread -MF $(SAN)/api.d -o $@ \
		$(filter %.c,$^) -lOpenCL -lm

# the same with races looked for: OPENCL_ROUNDS programs for each of eight threads
TSAN := $(BUILD)/tsan
TSANITIZE := -O1 -g -fsanitize=thread
$(TSAN)/libsmgpu-opencl.so: $(wildcard opencl/*.h opencl/*/*.c) $(LIB_SRC) \
	$(filter-out cc/main.c,$(wildcard cc/*.c)) $(BUILD)/opencl/copy_kernels.elf
	@mkdir -p $(TSAN)/vendors
	$(CC) $(ALL_CFLAGS) $(TSANITIZE) -Icc -Iopencl \
		-DCOPY_KERNELS_ELF='"$(BUILD)/opencl/copy_kernels.elf"' -fPIC -fvisibility=hidden \
		-pthread -shared -Wl,-Bsymbolic \
		-Wl,-z,nodelete -w -MF $(TSAN)/icd.d -o $@ \
		$(filter %.c,$^) opencl/copy_kernels_elf.S -ldrm -lpci -lelf -ldl -lz -lm
	echo $@ > $(TSAN)/vendors/smgpu.icd

$(TSAN)/opencl_api: $(CL_API:%=tests/opencl_%.c) tests/opencl.h tests/opencl_command_buffer.h \
	tests/opencl_api.cl.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(TSANITIZE) $(LDFLAGS) -pthread -MF $(TSAN)/api.d -o $@ \
		$(filter %.c,$^) -lOpenCL -lm

check-opencl-builders: all $(FAKE) $(TSAN)/libsmgpu-opencl.so $(TSAN)/opencl_api
	@mkdir -p $(CL_CACHE)
	XDG_CACHE_HOME=$(CL_CACHE) SMCC_DATA=$(BUILD)/cc/smcc-data OCL_ICD_VENDORS=$(TSAN)/vendors \
		SMGPU_DEVICE=/dev/dri/fake-smgpu \
		OPENCL_ROUNDS=$(or $(OPENCL_ROUNDS),8) TSAN_OPTIONS="halt_on_error=0 exitcode=66" \
		LD_PRELOAD=$(FAKE) \
		setarch -R timeout 5000 $(TSAN)/opencl_api builders | sed 's/ok /ok tsan-/'; \
		test $${PIPESTATUS[0]} -eq 0

$(BUILD)/tests/dump: tests/dump.c $(BUILD)/$(SONAME)
	@mkdir -p $(@D)
	$(LINK)

$(BUILD)/tests/dump.elf: tests/dump.kernel.c $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -g -o $@ $<

all: $(BUILD)/tests/dump $(BUILD)/tests/dump.elf

# smgpu-dump as a function of the test
$(SAN)/dump_fuzz: tests/dump_fuzz.c $(DUMP_SRC) tools/dump_file.h tools/disasm.h tools/lines.h \
	include/smgpu_dump.h $(LIB_SRC)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(SANITIZE) -MF $(SAN)/dump.d -Dmain=dump_main \
		-c -o $(SAN)/dump_main.o tools/smgpu-dump.c
	$(CC) $(ALL_CFLAGS) $(SANITIZE) $(LDFLAGS) -MF $(SAN)/dump_fuzz.d -o $@ $< \
		$(SAN)/dump_main.o $(filter-out tools/smgpu-dump.c,$(DUMP_SRC)) $(LIB_SRC) \
		-ldrm -lpci -ldw -lelf

$(SAN)/dump: tests/dump.c $(LIB_SRC)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(SANITIZE) $(LDFLAGS) -MF $(SAN)/dump_library.d -o $@ $^ \
		-ldrm -lpci -lelf

check-dump: all $(FAKE) $(SAN)/dump_fuzz $(SAN)/dump
	@sh tests/dump.sh $(BUILD) $(SAN) "$(ON_FAKE)"
	@rm -rf $(BUILD)/tests/dumps/san && mkdir $(BUILD)/tests/dumps/san
	SMGPU_DUMP=$(BUILD)/tests/dumps/san SMGPU_DEVICE=/dev/dri/fake-smgpu \
		ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1 \
		LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $(FAKE)" timeout 120 $(SAN)/dump \
		$(BUILD)/tests/dump.elf | sed 's/ok /ok sanitized-/'; test $${PIPESTATUS[0]} -eq 0

# the parts of smgpu-flash and smgpu-info that need no card
$(SAN)/flash: tests/flash.c tools/flash.c tools/flash.h tools/board.c tools/board.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(SANITIZE) -fno-sanitize-recover=all -Itools $(LDFLAGS) \
		-MF $(SAN)/flash.d -o $@ $(filter %.c,$^)

check-flash: $(SAN)/flash
	timeout 60 $<

.PHONY: opencl-cache opencl-bench emu-bench check-opencl-builders
