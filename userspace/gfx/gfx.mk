# SPDX-License-Identifier: MIT
# libsmgpu-gfx.so, triangles over libsmgpu
GFX := libsmgpu-gfx.so
GFX_SONAME := libsmgpu-gfx.so.0
GFX_HEADERS := $(wildcard gfx/include/*.h)
GFX_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %.kernel.c,$(wildcard gfx/*.c))) \
	$(BUILD)/gfx/elf.o

$(BUILD)/gfx/%.o: gfx/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -std=c11 -fPIC -fvisibility=hidden -c -o $@ $<

# for any card
$(BUILD)/gfx/%.elf: gfx/%.kernel.c $(GFX_HEADERS) $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) -mno-constants -Igfx/include -o $@ $<

# for a card with a texture unit, an attribute cache and constant operands
$(BUILD)/gfx/stock-units.elf: gfx/stock.kernel.c gfx/gfx.mk $(GFX_HEADERS) $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) -DSMGPU_TEX -DSMGPU_ATTRIBUTES -Igfx/include -o $@ $<

GFX_ELFS := $(patsubst %,$(BUILD)/gfx/%.elf,raster stock stock-units)
GFX_ELF := -DRASTER_ELF='"$(BUILD)/gfx/raster.elf"' -DSTOCK_ELF='"$(BUILD)/gfx/stock.elf"' \
	-DSTOCK_UNITS_ELF='"$(BUILD)/gfx/stock-units.elf"'
$(BUILD)/gfx/elf.o: gfx/elf.S $(GFX_ELFS)
	$(CC) $(GFX_ELF) -c -o $@ $<

$(BUILD)/$(GFX_SONAME): $(GFX_OBJ) $(BUILD)/$(SONAME)
	$(CC) $(LDFLAGS) -shared -Wl,-soname,$(GFX_SONAME) -Wl,-z,defs -Wl,-rpath,'$$ORIGIN' -o $@ \
		$(GFX_OBJ) -L$(BUILD) -lsmgpu
	ln -sf $(GFX_SONAME) $(BUILD)/$(GFX)

$(BUILD)/smgpu-gfx.pc: gfx/smgpu-gfx.pc.in
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' $< > $@

all: $(BUILD)/$(GFX_SONAME) $(BUILD)/smgpu-gfx.pc

# they find the library beside libsmgpu
$(GFX_EXAMPLES): LIBS := -lsmgpu-gfx -lpng -lz
$(GFX_EXAMPLES): $(BUILD)/$(GFX_SONAME) examples/scene.c examples/reference.c examples/scene.h \
	examples/reference.h $(GFX_HEADERS)
$(BUILD)/examples/animate: examples/apng.c examples/apng.h

$(BUILD)/examples/animate.elf: examples/animate.kernel.c $(GFX_HEADERS) $(SMCC) $(SMCC_DATA)
	@mkdir -p $(@D)
	$(SMCC) $(SMCC_FLAGS) -Igfx/include -o $@ $<

install-gfx: all
	install -Dm755 $(BUILD)/$(GFX_SONAME) $(DESTDIR)$(PREFIX)/lib/$(GFX_SONAME)
	ln -sf $(GFX_SONAME) $(DESTDIR)$(PREFIX)/lib/$(GFX)
	for h in $(GFX_HEADERS) $(addprefix device/smgpu_,texture.h attribute.h xsm.h); do \
		install -Dm644 $$h $(DESTDIR)$(PREFIX)/include/$${h##*/} || exit 1; done
	install -Dm644 $(BUILD)/smgpu-gfx.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig/smgpu-gfx.pc

.PHONY: install-gfx
