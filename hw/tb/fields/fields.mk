# SPDX-License-Identifier: MIT
# A header that names the fields of packed structs, and codes, for benches: fields.py says how. It
# is made of the packages FIELDS, below OUT or BUILD. What includes it needs FIELDS_H, and
# FIELDS_INC to find it.
FIELDS_HERE := $(abspath $(dir $(lastword $(MAKEFILE_LIST))))
FIELDS_H := $(or $(OUT),$(BUILD))/fields.h
FIELDS_INC := -I$(dir $(FIELDS_H)) -I$(FIELDS_HERE)
.DEFAULT_GOAL := all

$(FIELDS_H): $(FIELDS_HERE)/fields.py $(FIELDS_HERE)/field.h $(FIELDS)
	@mkdir -p $(@D)
	@python3 $< $@ $(filter %.sv,$^)
