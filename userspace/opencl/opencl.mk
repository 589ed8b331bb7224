# SPDX-License-Identifier: MIT
# libsmgpu-opencl.so, OpenCL over libsmgpu: loaded by Debian's ocl-icd-libopencl1 through smgpu.icd
ICD := libsmgpu-opencl.so
CL_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard opencl/*/*.c)) $(BUILD)/opencl/copy_kernels_elf.o

$(BUILD)/opencl/%.o: opencl/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Icc -Iopencl -fPIC -fvisibility=hidden -pthread -c -o $@ $<

# for any card
$(BUILD)/opencl/copy_kernels.elf: opencl/copy_kernels.cl $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) -mno-constants -o $@ $<

$(BUILD)/opencl/copy_kernels_elf.o: opencl/copy_kernels_elf.S $(BUILD)/opencl/copy_kernels.elf
	$(CC) -DCOPY_KERNELS_ELF='"$(BUILD)/opencl/copy_kernels.elf"' -c -o $@ $<

$(BUILD)/cc/libsmcc.a: cc
	@:

# Bsymbolic: some names are those of the loader too. nodelete: a thread of its own may be running.
$(BUILD)/$(ICD): $(CL_OBJ) $(BUILD)/$(SONAME) $(BUILD)/cc/libsmcc.a
	$(CC) $(LDFLAGS) -shared -pthread -Wl,-soname,$(ICD) -Wl,-z,defs -Wl,-z,nodelete \
		-Wl,-Bsymbolic -Wl,-rpath,'$$ORIGIN' -o $@ $(CL_OBJ) $(BUILD)/cc/libsmcc.a \
		-L$(BUILD) -lsmgpu -lelf -ldl -lz -lm

# for programs in the build directory: OCL_ICD_VENDORS=$(BUILD)/opencl/vendors
$(BUILD)/opencl/vendors/smgpu.icd: $(BUILD)/$(ICD)
	@mkdir -p $(@D)
	echo $(BUILD)/$(ICD) > $@

$(BUILD)/opencl/smgpu.icd: $(BUILD)/$(ICD)
	echo $(PREFIX)/lib/$(ICD) > $@

all: $(BUILD)/$(ICD) $(BUILD)/opencl/vendors/smgpu.icd $(BUILD)/opencl/smgpu.icd

install-opencl: all
	install -Dm755 $(BUILD)/$(ICD) $(DESTDIR)$(PREFIX)/lib/$(ICD)
	install -Dm644 $(BUILD)/opencl/smgpu.icd $(DESTDIR)/etc/OpenCL/vendors/smgpu.icd
	install -Dm644 include/smgpu_command_buffer.h \
		$(DESTDIR)$(PREFIX)/include/smgpu_command_buffer.h

.PHONY: install-opencl
